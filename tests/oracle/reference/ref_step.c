/* ref_step.c -- what one step of one thread does: expressions, silent walks, statements. */
#include <string.h>

#include "ref.h"

/* --- expressions --- */

static int64_t checked(struct ref_run *r, enum ref_op op, int64_t a, int64_t b)
{
    int64_t v = 0;
    bool over = op == REF_ADD   ? __builtin_add_overflow(a, b, &v)
                : op == REF_SUB ? __builtin_sub_overflow(a, b, &v)
                                : __builtin_mul_overflow(a, b, &v);
    r->overflow |= over;
    return over ? 0 : v;
}

static int64_t divided(struct ref_run *r, enum ref_op op, int64_t a, int64_t b)
{
    if (b <= 0) {
        r->overflow = true;
        return 0;
    }
    return op == REF_DIV ? a / b : a % b;
}

static int64_t value_of(const struct ref_state *s, int k, const struct ref_var *v)
{
    const struct ref_thread *t = k >= 0 ? &s->threads[k] : NULL;
    switch (v->owner) {
    case REF_OF_ALL:
        return s->shared[v->slot];
    case REF_OF_THREAD:
        return t->vars[v->slot];
    case REF_OF_PROC:
        return t->frames[t->depth - 1].vars[v->slot];
    default:
        return v->value;
    }
}

static int64_t binary(struct ref_run *r, enum ref_op op, int64_t a, int64_t b)
{
    switch (op) {
    case REF_DIV:
    case REF_MOD:
        return divided(r, op, a, b);
    case REF_LT:
        return a < b;
    case REF_LE:
        return a <= b;
    case REF_GT:
        return a > b;
    case REF_GE:
        return a >= b;
    case REF_EQ:
        return a == b;
    case REF_NE:
        return a != b;
    case REF_AND:
        return a && b;
    case REF_OR:
        return a || b;
    case REF_IMPLIES:
        return !a || b;
    case REF_MIN:
        return a < b ? a : b;
    case REF_MAX:
        return a > b ? a : b;
    default:
        return checked(r, op, a, b);
    }
}

int64_t ref_eval(struct ref_run *r, const struct ref_state *s, int active, int other,
                 const struct ref_expr *e)
{
    switch (e->op) {
    case REF_NUM:
        return e->value;
    case REF_READ:
        return value_of(s, active, e->var);
    case REF_OTHER:
        return value_of(s, other, e->var);
    case REF_NEG:
        return checked(r, REF_SUB, 0, ref_eval(r, s, active, other, e->a));
    case REF_NOT:
        return !ref_eval(r, s, active, other, e->a);
    case REF_ITE:
        return ref_eval(r, s, active, other, ref_eval(r, s, active, other, e->a) ? e->b : e->c);
    default:
        return binary(r, e->op, ref_eval(r, s, active, other, e->a),
                      ref_eval(r, s, active, other, e->b));
    }
}

bool ref_reads_variable(const struct ref_expr *e)
{
    return e && (e->op == REF_READ || e->op == REF_OTHER || ref_reads_variable(e->a) ||
                 ref_reads_variable(e->b) || ref_reads_variable(e->c));
}

bool ref_reads_shared(const struct ref_expr *e)
{
    return e && ((e->op == REF_READ && e->var->owner == REF_OF_ALL) || ref_reads_shared(e->a) ||
                 ref_reads_shared(e->b) || ref_reads_shared(e->c));
}

/* Whether e may leave the range of v, by its form: constants and narrower ranges do not. */
static bool could_leave(struct ref_run *r, const struct ref_var *v, const struct ref_expr *e)
{
    if (v->type != REF_RANGE) return false;
    if (!ref_reads_variable(e)) {
        int64_t c = ref_eval(r, NULL, -1, -1, e);
        return c < v->lo || c > v->hi;
    }
    return !(e->op == REF_READ && e->var->type == REF_RANGE && e->var->lo >= v->lo &&
             e->var->hi <= v->hi);
}

static bool fits(const struct ref_var *v, int64_t value)
{
    return v->type != REF_RANGE || (value >= v->lo && value <= v->hi);
}

static void store(struct ref_state *s, int k, const struct ref_var *v, int64_t value)
{
    struct ref_thread *t = &s->threads[k];
    if (v->owner == REF_OF_ALL)
        s->shared[v->slot] = value;
    else if (v->owner == REF_OF_THREAD)
        t->vars[v->slot] = value;
    else
        t->frames[t->depth - 1].vars[v->slot] = value;
}

int ref_choices(struct ref_run *r, const struct ref_var *v)
{
    r->chose |= v->type == REF_INT;
    return v->type == REF_INT ? r->domain.n : v->type == REF_RANGE ? (int)(v->hi - v->lo + 1) : 2;
}

int64_t ref_choice(struct ref_run *r, const struct ref_var *v, int i)
{
    return v->type == REF_INT ? r->domain.of[i] : v->type == REF_RANGE ? v->lo + i : i;
}

/* --- silent walks --- */

struct seen {
    int stmt, depth;
    int64_t calls[REF_DEPTH];
};

struct walk {
    struct ref_run *r;
    ref_emit *emit;
    void *arg;
    int k, n_seen;
    unsigned entered; /* bit d: the call at depth d + 1 began in this walk, without a step since */
    uint64_t labels;
    struct ref_state s;
    struct seen seen[96];
};

static void micro(const struct walk *from);

static struct ref_thread *self(struct walk *w)
{
    return &w->s.threads[w->k];
}

static struct walk fresh(const struct walk *from)
{
    struct walk w;
    memcpy(&w, from, offsetof(struct walk, seen));
    w.n_seen = 0;
    w.entered = 0;
    w.labels = 0;
    return w;
}

/* Several labels of one statement name one place: in front of p is in front of all of them. */
static const struct ref_stmt *front(const struct ref_stmt *p)
{
    while (p->parent && p->parent->kind == REF_LABEL)
        p = p->parent;
    return p;
}

/* Where control goes after p; null: the end of the unit. */
static const struct ref_stmt *after(const struct ref_stmt *p)
{
    for (const struct ref_stmt *up = p->parent; up; p = up, up = p->parent) {
        if (up->kind == REF_WHILE) return front(up);
        if ((up->kind == REF_BLOCK || up->kind == REF_ATOMIC) && p->next) return p->next;
    }
    return NULL;
}

static const struct ref_stmt *loop_of(const struct ref_stmt *p)
{
    while (p && p->kind != REF_WHILE)
        p = p->parent;
    if (!p) ref_die("no loop around", 0);
    return p;
}

static bool inside_atomic(const struct ref_program *p, const struct ref_thread *t)
{
    if (t->stop == REF_END || t->stop == REF_ERROR) return false;
    bool in = p->stmts[t->stmt]->in_atomic;
    for (int i = 0; i < t->depth; i++)
        in |= p->stmts[t->frames[i].call]->in_atomic;
    return in;
}

/* Control has come to its next step, or to an end. */
static void stop(struct walk *w, enum ref_stop kind, const struct ref_stmt *p, int phase)
{
    struct ref_thread *t = self(w);
    t->stop = kind;
    t->stmt = p ? p->number : 0;
    t->phase = phase;
    t->labels = w->labels;
    if (inside_atomic(w->r->program, t))
        micro(w);
    else
        w->emit(w->arg, &w->s);
}

static void leave_all(struct walk *w)
{
    struct ref_thread *t = self(w);
    memset(t->frames, 0, sizeof t->frames);
    t->depth = 0;
}

static void wrong(struct walk *w)
{
    leave_all(w);
    w->labels = 0;
    stop(w, REF_ERROR, NULL, 0);
}

/* Ends the innermost call; the statement that called. */
static const struct ref_stmt *pop(struct walk *w)
{
    struct ref_thread *t = self(w);
    t->depth--;
    const struct ref_stmt *call = w->r->program->stmts[t->frames[t->depth].call];
    memset(&t->frames[t->depth], 0, sizeof t->frames[0]);
    w->entered &= ~(1u << t->depth);
    return call;
}

/* Whether this walk was here before: then it goes round without a step. */
static bool again(struct walk *w, const struct ref_stmt *p)
{
    const struct ref_thread *t = self(w);
    struct seen now = {.stmt = p->number, .depth = (int)t->depth};
    for (int i = 0; i < t->depth; i++)
        now.calls[i] = t->frames[i].call;
    for (int i = 0; i < w->n_seen; i++)
        if (!memcmp(&w->seen[i], &now, sizeof now)) return true;
    if (w->n_seen == (int)(sizeof w->seen / sizeof *w->seen))
        ref_die("a long silent walk", p->line);
    w->seen[w->n_seen++] = now;
    return false;
}

static void arrive(struct walk *w, const struct ref_stmt *p);

static bool argument_steps(struct ref_run *r, const struct ref_stmt *call, int i)
{
    const struct ref_unit *u = &r->program->units[call->label];
    return ref_reads_shared(call->exprs[i]) || could_leave(r, &u->vars[i], call->exprs[i]);
}

/* The call goes on with the variable numbered phase: those before are set. */
static void enter(struct walk *w, const struct ref_stmt *call, int phase)
{
    const struct ref_unit *u = &w->r->program->units[call->label];
    for (; phase < u->n_params; phase++)
        if (argument_steps(w->r, call, phase)) {
            stop(w, REF_ARGUMENT, call, phase);
            return;
        }
    for (; phase < u->n_vars; phase++) {
        const struct ref_var *v = &u->vars[phase];
        if (!v->init) {
            int n = ref_choices(w->r, v);
            for (int i = 0; i < n; i++) {
                struct walk each = *w;
                store(&each.s, w->k, v, ref_choice(w->r, v, i));
                enter(&each, call, phase + 1);
            }
            return;
        }
        if (ref_reads_shared(v->init) || could_leave(w->r, v, v->init)) {
            stop(w, REF_LOCAL_SET, call, phase);
            return;
        }
        store(&w->s, w->k, v, ref_eval(w->r, &w->s, w->k, -1, v->init));
    }
    arrive(w, u->body);
}

static void begin_call(struct walk *w, const struct ref_stmt *call)
{
    struct ref_thread *t = self(w);
    int64_t values[REF_LOCAL] = {0};
    if (t->depth == REF_DEPTH) ref_die("calls too deep", call->line);
    for (int i = 0; i < call->n; i++)
        if (!argument_steps(w->r, call, i))
            values[i] = ref_eval(w->r, &w->s, w->k, -1, call->exprs[i]);
    t->frames[t->depth].call = call->number;
    memcpy(t->frames[t->depth].vars, values, sizeof values);
    w->entered |= 1u << t->depth;
    t->depth++;
    enter(w, call, 0);
}

/* Where control goes on after a return; null with *stopped set: the value is delivered by a step.
 */
static const struct ref_stmt *returned(struct walk *w, const struct ref_stmt *p, bool *stopped)
{
    const struct ref_thread *t = self(w);
    if (!t->depth) ref_die("return from no procedure", p->line);
    const struct ref_stmt *call = w->r->program->stmts[t->frames[t->depth - 1].call];
    const struct ref_var *to = call->vars[0];
    if (!to) return after(pop(w));
    if ((w->entered >> (t->depth - 1) & 1) || to->owner == REF_OF_ALL ||
        ref_reads_shared(p->cond) || could_leave(w->r, to, p->cond)) {
        *stopped = true;
        stop(w, REF_RESULT, p, 0);
        return NULL;
    }
    int64_t value = ref_eval(w->r, &w->s, w->k, -1, p->cond);
    pop(w);
    store(&w->s, w->k, to, value);
    return after(call);
}

static bool holds(struct walk *w, const struct ref_expr *e)
{
    return ref_eval(w->r, &w->s, w->k, -1, e);
}

/* Which way a condition goes. */
static const struct ref_stmt *branch(const struct ref_stmt *p, bool yes)
{
    return yes ? p->first : p->kind == REF_IF && p->second ? p->second : after(p);
}

/* Control comes to p, or to the end of the unit; on to the next step. */
static void arrive(struct walk *w, const struct ref_stmt *p)
{
    for (bool stopped = false; !stopped;) {
        if (!p) {
            if (!self(w)->depth) {
                stop(w, REF_END, NULL, 0);
                return;
            }
            p = after(pop(w));
            continue;
        }
        if (again(w, p)) {
            stop(w, REF_SPIN, p, 0);
            return;
        }
        if (p->kind == REF_LABEL) {
            w->labels |= (uint64_t)1 << p->label;
            p = p->first;
        } else if (p->kind == REF_BLOCK)
            p = p->first ? p->first : after(p);
        else if (p->kind == REF_EMPTY)
            p = after(p);
        else if ((p->kind == REF_IF || p->kind == REF_WHILE) && p->cond &&
                 !ref_reads_variable(p->cond))
            p = branch(p, holds(w, p->cond));
        else if (p->kind == REF_GOTO)
            p = front(p->target);
        else if (p->kind == REF_BREAK)
            p = after(loop_of(p));
        else if (p->kind == REF_CONTINUE)
            p = front(loop_of(p));
        else if (p->kind == REF_RETURN)
            p = returned(w, p, &stopped);
        else if (p->kind == REF_EXIT) {
            leave_all(w);
            p = NULL;
        } else if (p->kind == REF_CALL) {
            begin_call(w, p);
            return;
        } else {
            stop(w, REF_AT, p, 0);
            return;
        }
    }
}

/* --- statements --- */

static void assign(struct walk *w, const struct ref_stmt *p)
{
    int64_t values[REF_LOCAL];
    bool ok = true;
    for (int i = 0; i < p->n; i++) {
        values[i] = ref_eval(w->r, &w->s, w->k, -1, p->exprs[i]);
        ok = ok && fits(p->vars[i], values[i]);
    }
    for (int i = 0; ok && i < p->n; i++)
        store(&w->s, w->k, p->vars[i], values[i]);
    if (ok)
        arrive(w, after(p));
    else
        wrong(w);
}

static void compare_and_swap(struct walk *w, const struct ref_stmt *p)
{
    int64_t now = value_of(&w->s, w->k, p->vars[1]);
    int64_t with = ref_eval(w->r, &w->s, w->k, -1, p->exprs[1]);
    bool same = now == ref_eval(w->r, &w->s, w->k, -1, p->exprs[0]);
    if (same && !fits(p->vars[1], with)) {
        wrong(w);
        return;
    }
    if (same) store(&w->s, w->k, p->vars[1], with);
    store(&w->s, w->k, p->vars[0], same);
    arrive(w, after(p));
}

static void havoc(struct walk *w, const struct ref_stmt *p, int i)
{
    if (i == p->n) {
        arrive(w, after(p));
        return;
    }
    int n = ref_choices(w->r, p->vars[i]);
    for (int c = 0; c < n; c++) {
        struct walk each = fresh(w);
        store(&each.s, w->k, p->vars[i], ref_choice(w->r, p->vars[i], c));
        havoc(&each, p, i + 1);
    }
}

static void lock(struct walk *w, const struct ref_stmt *p)
{
    int m = p->vars[0]->slot;
    if (w->s.shared[m]) return;
    w->s.shared[m] = 1;
    self(w)->mine |= (uint64_t)1 << m;
    arrive(w, after(p));
}

static void unlock(struct walk *w, const struct ref_stmt *p)
{
    int m = p->vars[0]->slot;
    if (!(self(w)->mine >> m & 1)) {
        wrong(w);
        return;
    }
    w->s.shared[m] = 0;
    self(w)->mine &= ~((uint64_t)1 << m);
    arrive(w, after(p));
}

static void condition(struct walk *w, const struct ref_stmt *p)
{
    if (p->cond) {
        arrive(w, branch(p, holds(w, p->cond)));
        return;
    }
    struct walk other = fresh(w);
    arrive(&other, branch(p, true));
    arrive(w, branch(p, false));
}

static void execute(struct walk *w, const struct ref_stmt *p)
{
    switch (p->kind) {
    case REF_ATOMIC:
        arrive(w, p->first ? p->first : after(p));
        break;
    case REF_ASSIGN:
        assign(w, p);
        break;
    case REF_CAS:
        compare_and_swap(w, p);
        break;
    case REF_SKIP:
        arrive(w, after(p));
        break;
    case REF_ASSUME:
        if (holds(w, p->cond)) arrive(w, after(p));
        break;
    case REF_ASSERT:
        if (holds(w, p->cond))
            arrive(w, after(p));
        else
            wrong(w);
        break;
    case REF_HAVOC:
        havoc(w, p, 0);
        break;
    case REF_IF:
    case REF_WHILE:
        condition(w, p);
        break;
    case REF_LOCK:
        lock(w, p);
        break;
    case REF_UNLOCK:
        unlock(w, p);
        break;
    default:
        ref_die("no step", p->line);
    }
}

/* A step inside of a call's beginning: the variable numbered phase gets its value. */
static void set_variable(struct walk *w, const struct ref_stmt *call, int phase, bool argument)
{
    const struct ref_var *v = &w->r->program->units[call->label].vars[phase];
    struct ref_thread *t = self(w);
    t->depth -= argument;
    int64_t value = ref_eval(w->r, &w->s, w->k, -1, argument ? call->exprs[phase] : v->init);
    t->depth += argument;
    if (!fits(v, value)) {
        wrong(w);
        return;
    }
    store(&w->s, w->k, v, value);
    enter(w, call, phase + 1);
}

static void deliver(struct walk *w, const struct ref_stmt *p)
{
    int64_t value = ref_eval(w->r, &w->s, w->k, -1, p->cond);
    const struct ref_stmt *call = pop(w);
    if (!fits(call->vars[0], value)) {
        wrong(w);
        return;
    }
    store(&w->s, w->k, call->vars[0], value);
    arrive(w, after(call));
}

/* One statement, or what stands for one; inside an atomic block more follow. */
static void micro(const struct walk *from)
{
    struct walk w = fresh(from);
    const struct ref_thread t = *self(&w);
    const struct ref_stmt *p = w.r->program->stmts[t.stmt];
    if (t.stop == REF_AT)
        execute(&w, p);
    else if (t.stop == REF_SPIN)
        arrive(&w, p);
    else if (t.stop == REF_RESULT)
        deliver(&w, p);
    else if (t.stop == REF_ARGUMENT || t.stop == REF_LOCAL_SET)
        set_variable(&w, p, (int)t.phase, t.stop == REF_ARGUMENT);
}

static struct walk walk_of(struct ref_run *r, const struct ref_state *s, int k, ref_emit *emit,
                           void *arg)
{
    struct walk w = {.r = r, .emit = emit, .arg = arg, .k = k, .s = *s};
    return w;
}

void ref_step(struct ref_run *r, const struct ref_state *s, int k, ref_emit *emit, void *arg)
{
    struct walk w = walk_of(r, s, k, emit, arg);
    micro(&w);
}

void ref_start(struct ref_run *r, const struct ref_state *s, int k, ref_emit *emit, void *arg)
{
    struct walk w = walk_of(r, s, k, emit, arg);
    arrive(&w, r->program->units[s->threads[k].unit].body);
}
