#include "front/c/crange.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

typedef void visit_fn(void *arg, struct pw_cstep *s);

static void each_step(struct pw_cstep *s, visit_fn *visit, void *arg)
{
    for (; s; s = s->next) {
        visit(arg, s);
        each_step(s->body, visit, arg);
        each_step(s->otherwise, visit, arg);
    }
}

/* all: also of a main that is left out, whose variables have ranges all the same. */
static void each(struct pw_cir *ir, bool all, visit_fn *visit, void *arg)
{
    for (size_t i = 0; i < ir->threads.n; i++)
        if (all || ir->threads.at[i].count) each_step(ir->threads.at[i].body, visit, arg);
}

/* --- variables that are never read --- */

struct read_ctx {
    struct pw_cir *ir;
    const char *watched;
    bool *read;
    bool change;
};

static void read_vars(struct read_ctx *r, const struct pw_cx *e)
{
    if (!e) return;
    if (e->kind == PW_CX_VAR) r->read[e->var] = true;
    read_vars(r, e->a);
    read_vars(r, e->b);
    read_vars(r, e->c);
}

static void note_reads(void *arg, struct pw_cstep *s)
{
    struct read_ctx *r = arg;
    read_vars(r, s->cond);
    for (uint32_t i = 0; s->kind == PW_CSTEP_ASSIGN && i < s->n; i++)
        read_vars(r, s->exprs[i]);
}

/* Is it in the annotations? */
static bool is_named(const char *watched, const struct pw_cvar *v)
{
    return watched && (strstr(watched, v->name) || (v->plain && strstr(watched, v->plain)));
}

static void drop_writes(void *arg, struct pw_cstep *s)
{
    struct read_ctx *r = arg;
    uint32_t n = 0;
    if (s->kind != PW_CSTEP_ASSIGN && s->kind != PW_CSTEP_HAVOC) return;
    for (uint32_t i = 0; i < s->n; i++) {
        const struct pw_cvar *v = &r->ir->vars.at[s->vars[i]];
        /* leaving a guessed range is an error, so such a write is never without effect */
        if (!r->read[s->vars[i]] && !v->guessed && !is_named(r->watched, v)) continue;
        if (s->kind == PW_CSTEP_ASSIGN) s->exprs[n] = s->exprs[i];
        s->vars[n++] = s->vars[i];
    }
    if (n != s->n) r->change = true;
    s->n = n;
}

/* Steps without effect leave their lists. */
static void sweep(struct pw_cstep **list)
{
    while (*list) {
        struct pw_cstep *s = *list;
        sweep(&s->body);
        sweep(&s->otherwise);
        bool nothing = (s->kind == PW_CSTEP_ASSIGN || s->kind == PW_CSTEP_HAVOC) && !s->n;
        nothing = nothing || (s->kind == PW_CSTEP_ATOMIC && !s->body);
        nothing = nothing || (s->kind == PW_CSTEP_IF && !s->body && !s->otherwise);
        if (nothing)
            *list = s->next;
        else
            list = &s->next;
    }
}

static void note_writes(void *arg, struct pw_cstep *s)
{
    struct read_ctx *r = arg;
    for (uint32_t i = 0; i < s->n; i++)
        r->ir->vars.at[s->vars[i]].kept = true;
}

void pw_crange_prune(struct pw_cir *ir, const char *watched, bool rough)
{
    struct read_ctx r = {ir, watched, PW_NEWS(bool, ir->vars.n + 1), true};
    while (r.change) {
        r.change = false;
        memset(r.read, rough, ir->vars.n * sizeof *r.read);
        each(ir, false, note_reads, &r);
        each(ir, false, drop_writes, &r);
        for (size_t i = 0; i < ir->threads.n; i++)
            if (ir->threads.at[i].count) sweep(&ir->threads.at[i].body);
    }
    for (size_t i = 0; i < ir->vars.n; i++)
        ir->vars.at[i].used = ir->vars.at[i].kept = r.read[i];
    each(ir, false, note_writes, &r);
    PW_FREES(r.read, ir->vars.n + 1);
}

/* --- ranges --- */

struct ranges {
    struct pw_cir *ir;
    pw_cint *lo, *hi; /* as declared */
    unsigned round;
    bool change;
    uint32_t *reads, *tests;       /* by variable: how often it is read, and only compared with 0 */
    const struct pw_cstep *thread; /* the one at work: its first step */
    /* by variable: the step that counts it up in the loop at work, where it is at most `most` */
    const struct pw_cstep **counted;
    pw_cint *most;
};

static void join(struct ranges *r, uint32_t var, pw_cint lo, pw_cint hi)
{
    assert(var < r->ir->vars.n);
    struct pw_cvar *v = &r->ir->vars.at[var];
    if (lo < r->lo[var]) lo = r->lo[var];
    if (hi > r->hi[var]) hi = r->hi[var];
    if (lo >= v->lo && hi <= v->hi) return;
    r->change = true;
    bool widen = r->round > 20;
    if (lo < v->lo) v->lo = widen ? r->lo[var] : lo;
    if (hi > v->hi) v->hi = widen ? r->hi[var] : hi;
}

/* How often is the variable assigned in these steps? */
static unsigned count_assigns(const struct pw_cstep *s, uint32_t var)
{
    unsigned n = 0;
    for (; s; s = s->next) {
        for (uint32_t i = 0; i < s->n; i++)
            n += s->vars[i] == var;
        n += count_assigns(s->body, var) + count_assigns(s->otherwise, var);
    }
    return n;
}

/* How many jumps to the label are in these steps, before `end` (NULL: in all)? */
static unsigned count_jumps(const struct pw_cstep *s, const char *label, const struct pw_cstep *end,
                            bool *ended)
{
    unsigned n = 0;
    for (; s && !*ended; s = s->next) {
        *ended = s == end;
        n += s->kind == PW_CSTEP_GOTO && !strcmp(s->label, label);
        n += count_jumps(s->body, label, end, ended);
        n += count_jumps(s->otherwise, label, end, ended);
    }
    return n;
}

/* The search for the step of a loop that assigns a variable, in the order of the text. */
struct count_search {
    const struct pw_cstep *thread, *loop, *found;
    uint32_t var;
    bool again; /* control may come to it without coming by the loop's beginning */
};

/* Do jumps come to this label from elsewhere than from the loop before it? */
static bool is_entered(const struct count_search *c, const struct pw_cstep *label)
{
    bool ended = false, never = false;
    assert(label->kind == PW_CSTEP_LABEL && label->label);
    return count_jumps(c->loop->body, label->label, label, &ended) !=
           count_jumps(c->thread, label->label, NULL, &never);
}

static void find_count(struct count_search *c, const struct pw_cstep *s, bool inner)
{
    for (; s && !c->found; s = s->next) {
        for (uint32_t i = 0; i < s->n; i++)
            if (s->vars[i] == c->var) c->found = s, c->again = c->again || inner;
        if (s->kind == PW_CSTEP_LABEL && is_entered(c, s)) c->again = true;
        if (!c->found) find_count(c, s->body, inner || s->kind == PW_CSTEP_LOOP);
        if (!c->found) find_count(c, s->otherwise, inner);
    }
}

/* A loop that is left as soon as x >= k, x a local variable: then x < k in it, where x is counted
 * up, as long as that is the one thing in it that changes x, once in a round. True: *var, *most are
 * set. */
static bool loop_bound(const struct ranges *r, const struct pw_cstep *s, uint32_t *var,
                       pw_cint *most)
{
    const struct pw_cstep *first = s->body;
    if (s->kind != PW_CSTEP_LOOP || !first || first->kind != PW_CSTEP_IF || !first->cond ||
        first->otherwise || !first->body || first->body->kind != PW_CSTEP_BREAK)
        return false;
    const struct pw_cx *c = first->cond;
    if ((c->kind != PW_CX_GE && c->kind != PW_CX_GT) || c->a->kind != PW_CX_VAR ||
        c->b->kind != PW_CX_INT)
        return false;
    *var = c->a->var;
    *most = c->kind == PW_CX_GE ? c->b->value - 1 : c->b->value;
    return !r->ir->vars.at[*var].shared && count_assigns(s->body, *var) == 1;
}

static void note_loop(struct ranges *r, const struct pw_cstep *s)
{
    struct count_search c = {.thread = r->thread, .loop = s};
    pw_cint most;
    if (!loop_bound(r, s, &c.var, &most)) return;
    find_count(&c, s->body, false);
    assert(c.found);
    if (c.again) return;
    r->counted[c.var] = c.found;
    r->most[c.var] = most;
}

static void assign_range(void *arg, struct pw_cstep *s)
{
    struct ranges *r = arg;
    pw_cint lo, hi;
    if (s->kind == PW_CSTEP_HAVOC) join(r, s->vars[0], r->lo[s->vars[0]], r->hi[s->vars[0]]);
    if (s->kind == PW_CSTEP_LOOP) note_loop(r, s);
    for (uint32_t i = 0; s->kind == PW_CSTEP_ASSIGN && i < s->n; i++) {
        pw_cx_range(r->ir, s->exprs[i], &lo, &hi);
        const struct pw_cx *e = s->exprs[i];
        /* x = x + c, the one assignment in a loop with x <= most */
        if (r->counted[s->vars[i]] == s && e->kind == PW_CX_ADD && e->a->kind == PW_CX_VAR &&
            e->a->var == s->vars[i] && e->b->kind == PW_CX_INT && e->b->value > 0 &&
            hi > r->most[s->vars[i]] + e->b->value)
            hi = r->most[s->vars[i]] + e->b->value;
        join(r, s->vars[i], lo, hi);
    }
}

static void wild_step(void *arg, struct pw_cstep *s)
{
    struct ranges *r = arg;
    for (uint32_t i = 0; i < s->n; i++) {
        struct pw_cvar *v = &r->ir->vars.at[s->vars[i]];
        bool wild = s->kind == PW_CSTEP_HAVOC
                        ? v->hi - v->lo > 1000000
                        : s->kind == PW_CSTEP_ASSIGN && pw_cx_wild(r->ir, s->exprs[i]);
        if (wild && !v->wild) v->wild = r->change = true;
    }
}

/* --- values that are chosen, and then restricted --- */

/* The bounds that the condition sets to the variable, if it is a conjunction. */
static void narrow(const struct pw_cx *c, uint32_t var, pw_cint *lo, pw_cint *hi)
{
    if (c->kind == PW_CX_AND) {
        narrow(c->a, var, lo, hi);
        narrow(c->b, var, lo, hi);
        return;
    }
    if (!c->a || !c->b || c->a->kind != PW_CX_VAR || c->a->var != var || c->b->kind != PW_CX_INT)
        return;
    pw_cint k = c->b->value;
    if (c->kind == PW_CX_GT) k++;
    if (c->kind == PW_CX_LT) k--;
    if ((c->kind == PW_CX_GE || c->kind == PW_CX_GT || c->kind == PW_CX_EQ) && k > *lo) *lo = k;
    if ((c->kind == PW_CX_LE || c->kind == PW_CX_LT || c->kind == PW_CX_EQ) && k < *hi) *hi = k;
}

static void count_reads(struct ranges *r, const struct pw_cx *e)
{
    if (!e) return;
    if (e->kind == PW_CX_VAR) r->reads[e->var]++;
    if ((e->kind == PW_CX_EQ || e->kind == PW_CX_NE) && e->a->kind == PW_CX_VAR &&
        e->b->kind == PW_CX_INT && e->b->value == 0)
        r->tests[e->a->var]++;
    count_reads(r, e->a);
    count_reads(r, e->b);
    count_reads(r, e->c);
}

static void count_step_reads(void *arg, struct pw_cstep *s)
{
    struct ranges *r = arg;
    count_reads(r, s->cond);
    for (uint32_t i = 0; s->kind == PW_CSTEP_ASSIGN && i < s->n; i++)
        count_reads(r, s->exprs[i]);
}

/* A choice of which only matters whether it is 0: 0 or 1. */
static void narrow_tested(struct ranges *r, uint32_t var)
{
    assert(var < r->ir->vars.n);
    struct pw_cvar *v = &r->ir->vars.at[var];
    if (!r->tests[var] || r->reads[var] != r->tests[var] || v->lo > 0 || v->hi < 1) return;
    v->lo = 0;
    v->hi = 1;
    v->wild = false;
}

/* havoc t; v = t; assume(1 <= v && v < 3): nobody sees a value of t outside of 1..2, because the
 * thread ends before it has done anything. */
static void narrow_choice(void *arg, struct pw_cstep *s)
{
    struct ranges *r = arg;
    if (s->kind != PW_CSTEP_HAVOC || s->n != 1) return;
    struct pw_cvar *v = &r->ir->vars.at[s->vars[0]];
    if (v->shared || !v->hidden) return;
    narrow_tested(r, s->vars[0]);
    uint32_t name = s->vars[0];
    pw_cint lo = v->lo, hi = v->hi;
    for (const struct pw_cstep *n = s->next; n; n = n->next) {
        if (n->kind == PW_CSTEP_ASSUME) {
            narrow(n->cond, name, &lo, &hi);
            continue;
        }
        bool copy = n->kind == PW_CSTEP_ASSIGN && n->n == 1 && !r->ir->vars.at[n->vars[0]].shared &&
                    n->exprs[0]->kind == PW_CX_VAR && n->exprs[0]->var == name;
        if (!copy) break;
        name = n->vars[0];
    }
    if (lo > hi || (lo == v->lo && hi == v->hi)) return;
    v->lo = lo;
    v->hi = hi;
    if (hi - lo <= 1000000) v->wild = false;
}

static void start_ranges(struct ranges *r)
{
    for (size_t i = 0; i < r->ir->vars.n; i++) {
        struct pw_cvar *v = &r->ir->vars.at[i];
        r->lo[i] = v->lo;
        r->hi[i] = v->hi;
        if (v->init != PW_CINIT_VALUE) continue;
        if (v->value < r->lo[i]) r->lo[i] = v->value;
        if (v->value > r->hi[i]) r->hi[i] = v->value;
        v->lo = v->hi = v->value;
        if (!pw_cx_near(v->value)) v->wild = true;
    }
}

bool pw_crange_find(struct pw_cir *ir, struct pw_cfacts *facts)
{
    size_t n = ir->vars.n + 1;
    bool again = false;
    struct ranges r = {.ir = ir,
                       .lo = PW_NEWS(pw_cint, n),
                       .hi = PW_NEWS(pw_cint, n),
                       .change = true,
                       .counted = PW_NEWS(const struct pw_cstep *, n),
                       .most = PW_NEWS(pw_cint, n),
                       .reads = PW_NEWS(uint32_t, n),
                       .tests = PW_NEWS(uint32_t, n)};
    each(ir, true, count_step_reads, &r);
    each(ir, true, narrow_choice, &r);
    start_ranges(&r);
    for (; r.change; r.round++) {
        pw_limits_poll();
        r.change = false;
        for (size_t i = 0; i < ir->threads.n; i++) {
            r.thread = ir->threads.at[i].body;
            each_step(ir->threads.at[i].body, assign_range, &r);
        }
    }
    r.change = true;
    while (r.change) {
        r.change = false;
        each(ir, true, wild_step, &r);
    }
    for (size_t i = 0; i < ir->vars.n; i++) {
        const struct pw_cvar *v = &ir->vars.at[i];
        if (!v->key || !v->wild) continue;
        struct pw_cfact *f = pw_cfacts_of(facts, v->key);
        if (!f->wild) f->wild = again = true;
    }
    PW_FREES(r.lo, n);
    PW_FREES(r.hi, n);
    PW_FREES(r.counted, n);
    PW_FREES(r.most, n);
    PW_FREES(r.reads, n);
    PW_FREES(r.tests, n);
    return again;
}

/* Keys stand for all instances of a variable: the facts hold for the union. */
bool pw_crange_keep(struct pw_cir *ir, struct pw_cfacts *facts)
{
    bool better = false;
    size_t n = facts->keys.n + ir->vars.n;
    pw_cint *lo = PW_NEWS(pw_cint, n), *hi = PW_NEWS(pw_cint, n);
    bool *seen = PW_NEWS(bool, n);
    for (size_t i = 0; i < ir->vars.n; i++) {
        const struct pw_cvar *v = &ir->vars.at[i];
        if (!v->key) continue;
        uint32_t k = pw_names_intern(&facts->keys, v->key);
        pw_cfacts_of(facts, v->key);
        if (!seen[k] || v->lo < lo[k]) lo[k] = v->lo;
        if (!seen[k] || v->hi > hi[k]) hi[k] = v->hi;
        seen[k] = true;
    }
    for (size_t k = 0; k < n; k++) {
        if (!seen[k]) continue;
        assert(k < facts->at.n);
        struct pw_cfact *f = &facts->at.at[k];
        if (f->guessed || (f->ranged && f->lo >= lo[k] && f->hi <= hi[k])) continue;
        f->ranged = better = true;
        f->lo = lo[k];
        f->hi = hi[k];
    }
    PW_FREES(lo, n);
    PW_FREES(hi, n);
    PW_FREES(seen, n);
    return better;
}

void pw_crange_guess(const struct pw_cir *ir, struct pw_cfacts *facts)
{
    for (size_t i = 0; i < ir->vars.n; i++) {
        const struct pw_cvar *v = &ir->vars.at[i];
        if (!v->key || v->hidden || v->hi - v->lo <= PW_CRANGE_FINITE ||
            v->init != PW_CINIT_VALUE || !v->used)
            continue;
        struct pw_cfact *f = pw_cfacts_of(facts, v->key);
        if (f->unbounded || f->guessed || v->value > 1000000 || v->value < -1000000) continue;
        f->ranged = f->guessed = true;
        bool far = v->value > PW_CRANGE_FINITE / 2 || v->value < -PW_CRANGE_FINITE / 2;
        f->lo = far || v->value < 0 ? v->value - 1 : -1;
        if (f->lo < v->lo) f->lo = v->lo;
        f->hi = v->value < 0 && !far ? 3 : v->value + 3;
        if (f->hi > v->hi) f->hi = v->hi;
    }
}
