#include "oracle/program_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { THREADS = 4, DEEP = 64, TAPE = 64, SILENT = 2000 };

/* LIST: statements still to do. LOOP: body of a while, which is the current statement of the list
 * below. CALL: body of a procedure. ENTER: a call whose arguments are being evaluated, next is
 * `index`. STEP: body of the atomic block that is being executed. */
enum frame_kind { LIST, LOOP, CALL, ENTER, STEP };

struct frame {
    enum frame_kind kind;
    int index;
    const struct gen_stmt *at;
};

struct thread {
    int template;
    int vars[8], proc_vars[4][8];
    bool mine[4];
    bool error, ended, spins;
    uint64_t labels[4];
    int top;
    struct frame stack[DEEP];
};

struct state {
    int shared[8];
    bool held[4];
    struct thread threads[THREADS];
};

struct machine {
    const struct gen_program *g;
    int n, lo, hi;
    struct state s;
    int tape[TAPE], arity[TAPE], used, filled;
};

/* ---- choices ---- */

static int choose(struct machine *m, int n)
{
    if (m->used == TAPE) abort();
    if (m->used == m->filled) m->tape[m->filled] = 0, m->arity[m->filled++] = n;
    return m->tape[m->used++];
}

/* The next tape; false when all were tried. */
static bool advance(struct machine *m)
{
    while (m->filled > 0 && m->tape[m->filled - 1] + 1 == m->arity[m->filled - 1])
        m->filled--;
    if (m->filled == 0) return false;
    m->tape[m->filled - 1]++;
    return true;
}

static int choose_value(struct machine *m, const struct gen_var *v)
{
    int lo = v->type == GEN_INT    ? m->lo
             : v->type == GEN_BOOL ? 0
                                   : v->lo,
        hi = v->type == GEN_INT    ? m->hi
             : v->type == GEN_BOOL ? 1
                                   : v->hi;
    return lo + choose(m, hi - lo + 1);
}

/* ---- values ---- */

/* Procedure that thread t is in (-1: none), `up` calls further out. */
static const struct frame *call_frame(const struct thread *t, int up)
{
    for (int i = t->top; i-- > 0;)
        if (t->stack[i].kind == CALL && up-- == 0) return &t->stack[i];
    return NULL;
}

static int proc_of(const struct thread *t, int up)
{
    const struct frame *f = call_frame(t, up);
    return f ? f->at->to : -1;
}

static int *own(struct thread *t, int proc, int index)
{
    return proc < 0 ? &t->vars[index] : &t->proc_vars[proc][index];
}

static int eval(struct machine *m, struct thread *t, int proc, const struct gen_expr *e)
{
    if (e->op == GEN_CONST) return e->value;
    if (e->op == GEN_SHARED) return m->s.shared[e->value];
    if (e->op == GEN_OWN) return *own(t, proc, e->value);
    int a = eval(m, t, proc, e->a);
    if (e->op == GEN_AND) return a ? eval(m, t, proc, e->b) : 0;
    if (e->op == GEN_OR) return a ? 1 : eval(m, t, proc, e->b);
    if (e->op == GEN_IMPLIES) return a ? eval(m, t, proc, e->b) : 1;
    if (e->op == GEN_ITE) return eval(m, t, proc, a ? e->b : e->c);
    if (e->op == GEN_NEG) return -a;
    if (e->op == GEN_NOT) return !a;
    int b = eval(m, t, proc, e->b);
    switch (e->op) {
    case GEN_ADD:
        return a + b;
    case GEN_SUB:
        return a - b;
    case GEN_MUL:
        return a * b;
    case GEN_DIV:
        return a / b;
    case GEN_MOD:
        return a % b;
    case GEN_MIN:
        return a < b ? a : b;
    case GEN_MAX:
        return a > b ? a : b;
    case GEN_EQ:
        return a == b;
    case GEN_NE:
        return a != b;
    case GEN_LT:
        return a < b;
    case GEN_LE:
        return a <= b;
    case GEN_GT:
        return a > b;
    case GEN_GE:
        return a >= b;
    default:
        abort();
    }
}

static bool reads_shared(const struct gen_expr *e)
{
    return e &&
           (e->op == GEN_SHARED || reads_shared(e->a) || reads_shared(e->b) || reads_shared(e->c));
}

static const struct gen_var *target_var(const struct machine *m, const struct thread *t, int proc,
                                        struct gen_target x)
{
    if (x.shared) return &m->g->shared[x.index];
    return proc < 0 ? &m->g->threads[t->template].vars[x.index] : &m->g->procs[proc].vars[x.index];
}

static int *target(struct machine *m, struct thread *t, int proc, struct gen_target x)
{
    return x.shared ? &m->s.shared[x.index] : own(t, proc, x.index);
}

static bool in_range(const struct gen_var *v, int value)
{
    return v->type != GEN_RANGE || (value >= v->lo && value <= v->hi);
}

/* A leaf that cannot leave the range of v. */
static bool fits(const struct machine *m, const struct thread *t, int proc, const struct gen_var *v,
                 const struct gen_expr *e)
{
    if (v->type != GEN_RANGE) return true;
    if (e->op == GEN_CONST) return in_range(v, e->value);
    if (e->op != GEN_SHARED && e->op != GEN_OWN) return false;
    const struct gen_var *w =
        target_var(m, t, proc, (struct gen_target){e->op == GEN_SHARED, e->value});
    return w->type == GEN_RANGE && w->lo >= v->lo && w->hi <= v->hi;
}

/* ---- control ---- */

static void push(struct thread *t, enum frame_kind kind, const struct gen_stmt *at)
{
    if (t->top == DEEP) abort();
    t->stack[t->top++] = (struct frame){kind, 0, at};
}

static struct frame *top(struct thread *t)
{
    return &t->stack[t->top - 1];
}

static void pop_loop(struct thread *t)
{
    while (top(t)->kind != LOOP)
        t->top--;
    t->top--;
}

static void stop(struct thread *t, bool error)
{
    t->top = 0;
    t->error = error;
    t->ended = !error;
}

/* Pushes the way to the statement with that label; false if it is not in the list. */
static bool find_label(struct thread *t, const struct gen_stmt *list, int label)
{
    for (const struct gen_stmt *s = list; s; s = s->next) {
        int mark = t->top;
        if (s->label == label) return push(t, LIST, s), true;
        push(t, LIST, s->kind == GEN_WHILE ? s : s->next);
        if (s->kind == GEN_WHILE) push(t, LOOP, s);
        if (find_label(t, s->body, label) || find_label(t, s->otherwise, label)) return true;
        t->top = mark;
    }
    return false;
}

static void go_to(struct machine *m, struct thread *t, int label)
{
    int proc = proc_of(t, 0);
    while (t->top && top(t)->kind != CALL)
        t->top--;
    if (!find_label(t, proc < 0 ? m->g->threads[t->template].body : m->g->procs[proc].body, label))
        abort();
}

enum outcome { DONE, BLOCKED, FAILED };

static void branch(struct thread *t, const struct gen_stmt *s, bool yes)
{
    if (s->kind == GEN_WHILE) {
        if (yes)
            push(t, LOOP, s), push(t, LIST, s->body);
        else
            top(t)->at = s->next;
        return;
    }
    top(t)->at = s->next;
    if (yes || s->otherwise) push(t, LIST, yes ? s->body : s->otherwise);
}

static enum outcome give(struct machine *m, struct thread *t, int proc, struct gen_target x,
                         int value)
{
    if (!in_range(target_var(m, t, proc, x), value)) return FAILED;
    *target(m, t, proc, x) = value;
    return DONE;
}

/* Parameter or local i of the procedure that s calls, from the caller `proc`. */
static enum outcome set_argument(struct machine *m, struct thread *t, int proc,
                                 const struct gen_stmt *s, int i)
{
    const struct gen_unit *u = &m->g->procs[s->to];
    int value = i < u->nparams ? eval(m, t, proc, s->exprs[i]) : u->vars[i].init;
    if (!in_range(&u->vars[i], value)) return FAILED;
    t->proc_vars[s->to][i] = value;
    return DONE;
}

static enum outcome do_return(struct machine *m, struct thread *t, const struct gen_stmt *s)
{
    int proc = proc_of(t, 0), caller = proc_of(t, 1);
    int value = s && s->exprs[0] ? eval(m, t, proc, s->exprs[0]) : 0;
    while (top(t)->kind != CALL)
        t->top--;
    const struct gen_stmt *call = top(t)->at;
    t->top--;
    return call->ntargets ? give(m, t, caller, call->targets[0], value) : DONE;
}

static enum outcome do_assign(struct machine *m, struct thread *t, int proc,
                              const struct gen_stmt *s)
{
    int value[2];
    for (int i = 0; i < s->ntargets; i++)
        value[i] = eval(m, t, proc, s->exprs[i]);
    for (int i = 0; i < s->ntargets; i++)
        if (!in_range(target_var(m, t, proc, s->targets[i]), value[i])) return FAILED;
    for (int i = 0; i < s->ntargets; i++)
        *target(m, t, proc, s->targets[i]) = value[i];
    return DONE;
}

static enum outcome do_cas(struct machine *m, struct thread *t, int proc, const struct gen_stmt *s)
{
    bool equal = *target(m, t, proc, s->targets[1]) == eval(m, t, proc, s->exprs[0]);
    int value = eval(m, t, proc, s->exprs[1]);
    if (equal && give(m, t, proc, s->targets[1], value) == FAILED) return FAILED;
    *target(m, t, proc, s->targets[0]) = equal;
    return DONE;
}

static enum outcome do_mutex(struct machine *m, struct thread *t, const struct gen_stmt *s)
{
    bool lock = s->kind == GEN_LOCK;
    if (lock && m->s.held[s->to]) return BLOCKED;
    if (!lock && !t->mine[s->to]) return FAILED;
    m->s.held[s->to] = t->mine[s->to] = lock;
    return DONE;
}

/* Executes the current statement, whatever it is; an atomic block or a call is entered only. */
static enum outcome execute(struct machine *m, struct thread *t)
{
    const struct gen_stmt *s = top(t)->at;
    int proc = proc_of(t, 0);
    if (s->kind == GEN_IF || s->kind == GEN_WHILE) {
        branch(t, s, s->exprs[0] ? eval(m, t, proc, s->exprs[0]) : choose(m, 2));
        return DONE;
    }
    top(t)->at = s->next;
    switch (s->kind) {
    case GEN_ASSIGN:
        return do_assign(m, t, proc, s);
    case GEN_CAS:
        return do_cas(m, t, proc, s);
    case GEN_ASSUME:
        return eval(m, t, proc, s->exprs[0]) ? DONE : BLOCKED;
    case GEN_ASSERT:
        return eval(m, t, proc, s->exprs[0]) ? DONE : FAILED;
    case GEN_HAVOC:
        *target(m, t, proc, s->targets[0]) = choose_value(m, target_var(m, t, proc, s->targets[0]));
        return DONE;
    case GEN_LOCK:
    case GEN_UNLOCK:
        return do_mutex(m, t, s);
    case GEN_GOTO:
        go_to(m, t, s->to);
        return DONE;
    case GEN_BREAK:
        pop_loop(t), top(t)->at = top(t)->at->next;
        return DONE;
    case GEN_CONTINUE:
        pop_loop(t);
        return DONE;
    case GEN_EXIT:
        stop(t, false);
        return DONE;
    case GEN_RETURN:
        return do_return(m, t, s);
    case GEN_BLOCK:
    case GEN_ATOMIC:
        push(t, LIST, s->body);
        return DONE;
    case GEN_CALL:
        for (int i = 0; i < m->g->procs[s->to].nvars; i++)
            if (set_argument(m, t, proc, s, i) == FAILED) return FAILED;
        push(t, CALL, s), push(t, LIST, m->g->procs[s->to].body);
        return DONE;
    default:
        return DONE;
    }
}

/* The end of a list, of a loop body, of a procedure. */
static void leave_list(struct machine *m, struct thread *t)
{
    t->top--;
    if (!t->top)
        stop(t, false);
    else if (top(t)->kind == LOOP)
        t->top--;
    else if (top(t)->kind == CALL)
        do_return(m, t, NULL);
}

/* The whole atomic block that is the current statement. */
static enum outcome execute_atomic(struct machine *m, struct thread *t)
{
    int mark = t->top;
    const struct gen_stmt *s = top(t)->at;
    top(t)->at = s->next;
    push(t, STEP, s), push(t, LIST, s->body);
    while (t->top > mark && t->stack[mark].kind == STEP) {
        if (top(t)->kind == STEP) {
            t->top--;
            break;
        }
        if (!top(t)->at) {
            t->top--;
            if (top(t)->kind == CALL) do_return(m, t, NULL);
            continue;
        }
        enum outcome o = execute(m, t);
        if (o != DONE) return o;
    }
    return DONE;
}

/* ---- what is no step ---- */

static void pass(struct thread *t, int label)
{
    if (label >= 0) t->labels[label / 64] |= (uint64_t)1 << label % 64;
}

/* Is evaluating argument i of call s a step of its own? */
static bool argument_steps(struct machine *m, struct thread *t, const struct gen_stmt *s, int i)
{
    const struct gen_unit *u = &m->g->procs[s->to];
    return i < u->nparams &&
           (reads_shared(s->exprs[i]) || !fits(m, t, proc_of(t, 0), &u->vars[i], s->exprs[i]));
}

static bool return_steps(struct machine *m, struct thread *t, const struct gen_stmt *s)
{
    const struct gen_stmt *call = call_frame(t, 0)->at;
    if (!call->ntargets || !s->exprs[0]) return false;
    return call->targets[0].shared || reads_shared(s->exprs[0]) ||
           !fits(m, t, proc_of(t, 0), target_var(m, t, proc_of(t, 1), call->targets[0]),
                 s->exprs[0]);
}

/* Takes thread t, if its next move is none, one move on. False: it is at a step, ended or
 * failed. */
static bool silent_move(struct machine *m, struct thread *t);

/* The call that is the current statement comes back without any step, and delivers a value: then it
 * is a step itself. */
static bool bare_call(struct machine *m, struct thread *t, const struct gen_stmt *s)
{
    if (!s->ntargets) return false;
    for (int i = 0; i < m->g->procs[s->to].nvars; i++)
        if (argument_steps(m, t, s, i)) return false;
    struct machine *trial = PW_NEW(struct machine);
    *trial = *m;
    struct thread *u = &trial->s.threads[t - m->s.threads];
    int mark = u->top;
    memset(u->labels, 0, sizeof u->labels);
    execute(trial, u);
    bool back = false;
    for (int i = 0; i < SILENT && !back && u->top > mark; i++) {
        if (!silent_move(trial, u)) break;
        back = u->top <= mark;
    }
    for (int i = 0; back && i < 4; i++)
        t->labels[i] |= u->labels[i];
    PW_FREE(trial);
    return back;
}

static bool silent_enter(struct machine *m, struct thread *t)
{
    struct frame *f = top(t);
    const struct gen_stmt *s = f->at;
    t->top--;
    bool step = f->index < m->g->procs[s->to].nvars && argument_steps(m, t, s, f->index);
    t->top++;
    if (step) return false;
    if (f->index == m->g->procs[s->to].nvars) {
        f->kind = CALL;
        push(t, LIST, m->g->procs[s->to].body);
        return true;
    }
    t->top--;
    set_argument(m, t, proc_of(t, 0), s, f->index);
    t->top++;
    f->index++;
    return true;
}

static bool silent_move(struct machine *m, struct thread *t)
{
    if (!t->top) return false;
    if (top(t)->kind == ENTER) return silent_enter(m, t);
    const struct gen_stmt *s = top(t)->at;
    if (!s) return leave_list(m, t), true;
    pass(t, s->label);
    bool constant =
        (s->kind == GEN_IF || s->kind == GEN_WHILE) && s->exprs[0] && gen_constant(s->exprs[0]);
    switch (s->kind) {
    case GEN_EMPTY:
    case GEN_BLOCK:
    case GEN_GOTO:
    case GEN_BREAK:
    case GEN_CONTINUE:
    case GEN_EXIT:
        return execute(m, t), true;
    case GEN_IF:
    case GEN_WHILE:
        return constant ? (execute(m, t), true) : false;
    case GEN_RETURN:
        return return_steps(m, t, s) ? false : (execute(m, t), true);
    case GEN_CALL:
        if (bare_call(m, t, s)) return false;
        top(t)->at = s->next;
        push(t, ENTER, s);
        return true;
    default:
        return false;
    }
}

static void settle(struct machine *m, struct thread *t)
{
    memset(t->labels, 0, sizeof t->labels);
    for (int i = 0; i < SILENT; i++)
        if (!silent_move(m, t)) return;
    t->spins = true;
}

/* One step of a thread that has settled. */
static enum outcome step(struct machine *m, struct thread *t)
{
    enum outcome o;
    if (t->error || t->ended) return BLOCKED;
    /* one skip; labels before the cycle are behind it */
    if (t->spins) return t->spins = false, settle(m, t), DONE;
    if (top(t)->kind == ENTER) {
        struct frame f = *top(t);
        t->top--;
        o = set_argument(m, t, proc_of(t, 0), f.at, f.index++);
        t->top++;
        *top(t) = f;
    } else if (top(t)->at->kind == GEN_ATOMIC) {
        o = execute_atomic(m, t);
    } else if (top(t)->at->kind == GEN_CALL) { /* a call without steps: runs until it is back */
        int mark = t->top;
        o = execute(m, t);
        while (t->top > mark)
            silent_move(m, t);
    } else {
        o = execute(m, t);
    }
    if (o == FAILED) stop(t, true), memset(t->labels, 0, sizeof t->labels);
    if (o == DONE) settle(m, t);
    return o;
}

/* ---- search ---- */

static int compare_texts(const void *a, const void *b)
{
    return strcmp(pw_strbuf_text(a), pw_strbuf_text(b));
}

void program_oracle_compose(struct pw_strbuf *shared, struct pw_strbuf *threads, size_t n,
                            struct pw_strbuf *out)
{
    pw_strbuf_reset(out);
    pw_strbuf_puts(out, pw_strbuf_text(shared));
    qsort(threads, n, sizeof *threads, compare_texts);
    for (size_t i = 0; i < n; i++)
        pw_strbuf_printf(out, "| %s", pw_strbuf_text(&threads[i]));
}

static void describe_thread(const struct machine *m, const struct thread *t, struct pw_strbuf *out)
{
    const struct gen_unit *u = &m->g->threads[t->template];
    pw_strbuf_printf(out, "%s ", u->name);
    for (int i = 0; i < u->nvars; i++)
        pw_strbuf_printf(out, "%s=%d ", u->vars[i].name, t->vars[i]);
    for (int i = 0; i < m->g->nlabels; i++)
        if (t->labels[i / 64] >> (i % 64) & 1) pw_strbuf_printf(out, "L%d ", i);
    if (t->error || t->ended) pw_strbuf_puts(out, t->error ? "error " : "end ");
}

static void describe_control(const struct thread *t, struct pw_strbuf *out)
{
    for (int i = 0; i < t->top; i++)
        pw_strbuf_printf(out, "%d:%d:%d,", t->stack[i].kind, t->stack[i].index,
                         t->stack[i].at ? t->stack[i].at->number : -1);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            pw_strbuf_printf(out, "%d,", t->proc_vars[i][j]);
    for (int i = 0; i < 4; i++)
        pw_strbuf_putc(out, t->mine[i] ? '1' : '0');
    pw_strbuf_putc(out, t->spins ? '1' : '0');
}

static void describe(const struct machine *m, bool control, struct pw_strbuf *out)
{
    struct pw_strbuf shared = {0}, threads[THREADS] = {{0}};
    for (int i = 0; i < m->g->nshared; i++)
        pw_strbuf_printf(&shared, "%s=%d ", m->g->shared[i].name, m->s.shared[i]);
    for (int i = 0; i < m->g->nmutexes; i++)
        pw_strbuf_printf(&shared, "m%d=%d ", i, m->s.held[i]);
    for (int i = 0; i < m->n; i++) {
        describe_thread(m, &m->s.threads[i], &threads[i]);
        if (control) describe_control(&m->s.threads[i], &threads[i]);
    }
    program_oracle_compose(&shared, threads, (size_t)m->n, out);
    pw_strbuf_clear(&shared);
    for (int i = 0; i < m->n; i++)
        pw_strbuf_clear(&threads[i]);
}

struct search {
    struct machine m;
    struct pw_names known;
    PW_VEC(struct state) states;
    pw_ints depth;
    struct oracle_seen *seen;
    size_t most;
};

static void add(struct search *x, int depth)
{
    struct pw_strbuf b = {0};
    size_t before = x->known.n;
    describe(&x->m, true, &b);
    pw_names_intern(&x->known, pw_strbuf_text(&b));
    if (x->known.n > before) {
        pw_vec_push(&x->states, x->m.s);
        pw_vec_push(&x->depth, depth);
        describe(&x->m, false, &b);
        before = x->seen->texts.n;
        pw_names_intern(&x->seen->texts, pw_strbuf_text(&b));
        if (x->seen->texts.n > before) pw_vec_push(&x->seen->depth, depth);
    }
    pw_strbuf_clear(&b);
}

static bool allowed(const struct machine *m)
{
    for (int k = 0; k < m->g->nthreads; k++) {
        int count = 0;
        for (int i = 0; i < m->n; i++)
            count += m->s.threads[i].template == k;
        if (m->g->threads[k].count >= 0 && m->g->threads[k].count != count) return false;
    }
    return true;
}

/* Templates and arbitrary values are choices, too. */
static void initial(struct search *x)
{
    struct machine *m = &x->m;
    const struct gen_program *g = m->g;
    m->filled = 0;
    do {
        memset(&m->s, 0, sizeof m->s);
        m->used = 0;
        for (int i = 0; i < m->n; i++)
            m->s.threads[i].template = choose(m, g->nthreads);
        if (!allowed(m)) continue;
        for (int i = 0; i < g->nshared; i++)
            m->s.shared[i] =
                g->shared[i].has_init ? g->shared[i].init : choose_value(m, &g->shared[i]);
        for (int i = 0; i < m->n; i++) {
            struct thread *t = &m->s.threads[i];
            const struct gen_unit *u = &g->threads[t->template];
            for (int k = 0; k < u->nvars; k++)
                t->vars[k] = u->vars[k].has_init ? u->vars[k].init : choose_value(m, &u->vars[k]);
        }
        for (int i = 0; i < m->n; i++)
            push(&m->s.threads[i], LIST, g->threads[m->s.threads[i].template].body),
                settle(m, &m->s.threads[i]);
        add(x, 0);
    } while (advance(m));
}

void program_oracle_run(const struct gen_program *g, int n, int depth, int lo, int hi, size_t most,
                        struct oracle_seen *seen)
{
    struct search *x = PW_NEW(struct search);
    *seen = (struct oracle_seen){0};
    x->m = (struct machine){.g = g, .n = n, .lo = lo, .hi = hi};
    x->seen = seen;
    initial(x);
    for (size_t id = 0; id < x->states.n && x->depth.at[id] < depth && x->states.n < most; id++)
        for (int i = 0; i < n; i++) {
            x->m.filled = 0;
            do {
                x->m.s = x->states.at[id];
                x->m.used = 0;
                if (step(&x->m, &x->m.s.threads[i]) != BLOCKED) add(x, x->depth.at[id] + 1);
            } while (advance(&x->m));
        }
    seen->truncated = x->states.n >= most;
    pw_names_clear(&x->known);
    pw_vec_clear(&x->states);
    pw_vec_clear(&x->depth);
    PW_FREE(x);
}

void program_oracle_clear(struct oracle_seen *seen)
{
    pw_names_clear(&seen->texts);
    pw_vec_clear(&seen->depth);
}
