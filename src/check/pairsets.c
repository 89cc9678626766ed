#include "check/pairsets.h"

#include <assert.h>

#include "base/limits.h"
#include "check/kinds.h"

static bool is_kind(const struct pwc_pairsets *x, int64_t kind, uint32_t local)
{
    return kind == PWC_ANY || kind == (int64_t)pwc_kind_of(&x->p, local);
}

/* ---- T1, T4: initial states ---- */

struct start_ctx {
    struct pwc_pairsets *x;
    uint32_t shared;
    pw_uints locals;
};

static void note_local(void *arg, uint32_t local)
{
    struct start_ctx *c = arg;
    pw_vec_push(&c->locals, local);
}

/* Can a thread of this kind be the only one? */
static bool can_be_alone(const struct pwc_pairsets *x, uint32_t kind)
{
    for (uint32_t k = 0; k < x->p.kinds.n; k++) {
        int64_t count = x->p.kinds.at[k].count;
        if (count != PWC_ANY && count != (k == kind)) return false;
    }
    return true;
}

/* Does the formula hold for u and v, each in the role of the first where the kinds are meant? */
static bool holds_both_ways(struct pwc_pairsets *x, const struct pwc_claim *c, uint32_t s,
                            uint32_t u, uint32_t v, bool truth)
{
    struct pwc_sight one = {s, u, v, true, NULL}, two = {s, v, u, false, NULL};
    if (is_kind(x, c->kind, u) && is_kind(x, c->other, v) &&
        !pwc_formula_value(&x->p, c->formula, &one) == truth)
        return false;
    return !is_kind(x, c->kind, v) || !is_kind(x, c->other, u) ||
           !pwc_formula_value(&x->p, c->formula, &two) != truth;
}

static bool can_start(struct pwc_pairsets *x, uint32_t s, uint32_t u, uint32_t v)
{
    uint32_t kind = pwc_kind_of(&x->p, u);
    if (kind == pwc_kind_of(&x->p, v) && x->p.kinds.at[kind].count == 1) return false;
    for (size_t i = 0; i < x->p.pair_starts.n; i++)
        if (!holds_both_ways(x, &x->p.pair_starts.at[i], s, u, v, true)) return false;
    return true;
}

static void check_start(void *arg, uint32_t shared)
{
    struct start_ctx *c = arg;
    struct pwc_pairsets *x = c->x;
    x->p.r->result->starts++;
    pw_vec_reset(&c->locals);
    for (uint32_t k = 0; k < x->p.kinds.n; k++)
        if (x->p.kinds.at[k].count) pwc_each_local_start(&x->p, "T1", k, shared, note_local, c);
    for (size_t i = 0; i < c->locals.n; i++) {
        uint32_t u = c->locals.at[i];
        if (can_be_alone(x, pwc_kind_of(&x->p, u)) && !pwc_is_alone(x, shared, u))
            pwc_pairsets_fail(x, "T1: an initial state of one thread is missing");
        for (size_t k = x->ordered ? 0 : i; k < c->locals.n; k++) {
            uint32_t v = c->locals.at[k];
            pw_limits_poll();
            if (!pwc_are_together(x, shared, u, v) && can_start(x, shared, u, v))
                pwc_pairsets_fail(x, "T4: two threads that start together are missing");
        }
    }
}

/* ---- T2: one thread ---- */

static void check_alone_edge(struct pwc_pairsets *x, const struct pwc_program_edge *e,
                             struct pwc_sight *s)
{
    for (size_t i = 0; i < e->looks.n; i++)
        if (!e->looks.at[i].every) return; /* nobody is there */
    if (!pwc_formula_value(&x->p, e->guard, s)) return;
    int64_t shared = pwc_shared_after(&x->p, "T2", e, s), mine = pwc_mine_after(&x->p, "T2", e, s);
    if (shared < 0 || mine < 0 || !pwc_is_alone(x, (uint32_t)shared, (uint32_t)mine))
        pwc_pairsets_fail(x, "T2: a step of one thread leads to a state that is not listed");
}

static void check_alone(struct pwc_pairsets *x, uint32_t s, uint32_t l)
{
    assert(l < x->p.locals.place.n);
    const struct pwc_location *at = &x->p.locations.at[x->p.locals.place.at[l]];
    assert(s < x->shareds && l < x->locals);
    for (uint32_t i = at->first_edge; i < at->first_edge + at->edges; i++) {
        assert(i < x->p.edges.n);
        const struct pwc_program_edge *e = &x->p.edges.at[i];
        int64_t *choices = PW_NEWS(int64_t, e->choices.n);
        struct pwc_sight sight = {s, l, l, false, choices};
        for (size_t k = 0; k < e->choices.n; k++)
            choices[k] = e->choices.at[k].lo;
        do {
            pw_limits_poll();
            check_alone_edge(x, e, &sight);
        } while (pwc_next_choices(e, choices));
        PW_FREES(choices, e->choices.n);
    }
}

/* ---- T3, T6: bad states ---- */

/* Threads that meet counts, under construction. */
struct gather {
    struct pwc_pairsets *x;
    const pwc_bad_counts *bad;
    uint32_t s;
    pw_uints chosen;
    const uint32_t *from; /* the local states to choose from */
    size_t n, most;       /* and how many threads there can be */
    int64_t *need;
};

static bool fits(const struct gather *g, uint32_t l)
{
    const struct pwc_pairsets *x = g->x;
    uint32_t kind = pwc_kind_of(&x->p, l);
    assert(kind < x->p.kinds.n);
    int64_t same = 1, count = x->p.kinds.at[kind].count;
    for (size_t i = 0; i < g->chosen.n; i++) {
        uint32_t u = g->chosen.at[i];
        same += pwc_kind_of(&x->p, u) == kind;
        if (!pwc_are_together(x, g->s, u, l) && !pwc_are_together(x, g->s, l, u)) return false;
    }
    return (count == PWC_ANY || same <= count) && g->chosen.n < g->most;
}

/* Can the needs be met? The first one is met by threads from number i on. Depth: their sum. */
static bool meets(struct gather *g, size_t last, size_t i)
{
    size_t c = 0;
    while (c < g->bad->n && g->need[c] <= 0)
        c++;
    if (c == g->bad->n) return true;
    for (i = c == last ? i : 0; i < g->n; i++) {
        uint32_t l = g->from[i];
        pw_limits_poll();
        if (!pwc_counts_for(&g->x->p, &g->bad->at[c], l) || !fits(g, l)) continue;
        for (size_t k = 0; k < g->bad->n; k++)
            g->need[k] -= pwc_counts_for(&g->x->p, &g->bad->at[k], l);
        pw_vec_push(&g->chosen, l);
        bool met = meets(g, c, i);
        assert(g->chosen.n && pw_vec_last(&g->chosen) == l);
        g->chosen.n--;
        for (size_t k = 0; k < g->bad->n; k++)
            g->need[k] += pwc_counts_for(&g->x->p, &g->bad->at[k], l);
        if (met) return true;
    }
    return false;
}

/* Can at most so many threads in these local states, pairwise together, be bad by a count? */
static void check_counts(struct pwc_pairsets *x, const char *what, uint32_t s, const uint32_t *from,
                         size_t n, size_t most)
{
    enum { MOST = 2000 };
    for (size_t b = 0; b < x->p.bads.n; b++) {
        struct gather g = {.x = x, .bad = &x->p.bads.at[b], .s = s, .from = from, .n = n};
        int64_t sum = 0;
        g.most = most;
        g.need = PW_NEWS(int64_t, g.bad->n);
        for (size_t i = 0; i < g.bad->n; i++)
            sum += g.need[i] = g.bad->at[i].least;
        if (sum > MOST) pwc_pairsets_fail(x, "T6: too many counts");
        if (meets(&g, g.bad->n, 0)) pwc_pairsets_fail(x, what);
        PW_FREES(g.need, g.bad->n);
        pw_vec_clear(&g.chosen);
    }
}

static void check_one(struct pwc_pairsets *x, const char *what, uint32_t s, uint32_t l)
{
    struct pwc_sight sight = {s, l, l, false, NULL};
    if (pwc_is_error(&x->p, l)) pwc_pairsets_fail(x, what);
    for (size_t i = 0; i < x->p.bad_formulas.n; i++) {
        const struct pwc_claim *c = &x->p.bad_formulas.at[i];
        if (!c->two && is_kind(x, c->kind, l) && pwc_formula_value(&x->p, c->formula, &sight))
            pwc_pairsets_fail(x, what);
    }
}

static void check_together(struct pwc_pairsets *x, uint32_t s)
{
    const pw_uints *there = &x->present[s];
    for (size_t i = 0; i < there->n; i++) {
        check_one(x, "T6: a bad state of a thread can be", s, there->at[i]);
        for (size_t k = 0; k < there->n; k++) {
            uint32_t u = there->at[i], v = there->at[k];
            if (!pwc_are_together(x, s, u, v)) continue;
            pw_limits_poll();
            for (size_t c = 0; c < x->p.bad_formulas.n; c++)
                if (x->p.bad_formulas.at[c].two &&
                    !holds_both_ways(x, &x->p.bad_formulas.at[c], s, u, v, false))
                    pwc_pairsets_fail(x, "T6: a bad state of two threads can be");
        }
    }
    check_counts(x, "T6: threads that make a bad state can be together", s, there->at, there->n,
                 SIZE_MAX);
}

void pwc_check_pairsets(struct pwc_reader *r)
{
    struct pwc_pairsets x;
    size_t states = 0;
    pwc_read_pairsets(&x, r);
    pwc_pass(r->result, "text complete, checksum right: pairs of threads, %zu of them", x.pairs);
    struct start_ctx c = {.x = &x};
    pwc_each_shared_start(&x.p, "T1", check_start, &c);
    pw_vec_clear(&c.locals);
    pwc_pass(r->result, "T1, T4: every initial state of one thread, and of two, is listed");
    for (uint32_t s = 0; s < x.shareds; s++)
        for (uint32_t l = 0; l < x.locals; l++)
            if (pwc_is_alone(&x, s, l)) {
                check_alone(&x, s, l);
                check_one(&x, "T3: one thread alone can be bad", s, l);
                check_counts(&x, "T3: one thread alone can be bad", s, &l, 1, 1);
                states++;
            }
    pwc_pass(r->result, "T2, T3: one thread alone has %zu states, none of them bad", states);
    pwc_check_moves(&x);
    pwc_pass(r->result, "T5: every step of threads that are together leads to such");
    for (uint32_t s = 0; s < x.shareds; s++)
        check_together(&x, s);
    pwc_pass(r->result, "T6: no threads that are together are bad");
}
