/* Sets of threads that violate a property, with all pairs in I (finite/pairset.h). */
#include "base/limits.h"

#include <assert.h>

#include "base/mem.h"
#include "finite/pairset_state.h"

/* Is there any thread with local state u and shared state s? */
static bool there(const struct pw_pairset *x, uint32_t s, uint32_t u)
{
    assert(s < x->shared.n);
    const struct pw_pairset_shared *h = &x->shared.at[s];
    bool any = false;
    for (size_t i = 0; u < h->nrows && i < h->rows[u].words; i++)
        any = any || h->rows[u].after[i] || h->rows[u].before[i];
    return any;
}

static bool pair_of(const struct pw_pairset *x, const struct pw_pred *q,
                    const struct pw_pairset_view *v)
{
    bool mine = q->active == PW_ANY || (uint32_t)q->active == x->locals.at[v->a].template;
    bool yours = q->passive == PW_ANY || (uint32_t)q->passive == x->locals.at[v->p].template;
    return mine && yours;
}

/* Does the formula have the truth value for the pair (u, v), in one of its two roles? */
static bool pair_shows(const struct pw_pairset *x, const struct pw_pred *q, bool truth, uint32_t s,
                       uint32_t u, uint32_t v)
{
    for (int swap = 0; swap < 2; swap++) {
        struct pw_pairset_view w = {x, s, swap ? v : u, swap ? u : v, !swap, NULL};
        if (pair_of(x, q, &w) && pw_pairset_holds(&w, q->expr) == truth) return true;
    }
    return false;
}

/* The same for u and some thread that comes after it. */
static bool partner_shows(const struct pw_pairset *x, const struct pw_pred *q, bool truth,
                          uint32_t s, uint32_t u)
{
    const struct pw_pairset_row *r = &x->shared.at[s].rows[u];
    assert(u < x->shared.at[s].nrows);
    for (size_t w = 0; w < r->words; w++)
        for (uint64_t bits = r->after[w]; bits; bits &= bits - 1) {
            size_t v = 64 * w + (size_t)__builtin_ctzll(bits);
            if (pair_shows(x, q, truth, s, u, (uint32_t)v)) return true;
        }
    return false;
}

/* Does the formula have the truth value in the state, for a thread, or for two? */
static bool formula_shows(const struct pw_pairset *x, const struct pw_pred *q, bool truth,
                          uint32_t s)
{
    for (uint32_t u = 0; u < x->locals.n; u++) {
        struct pw_pairset_view w = {x, s, u, u, false, NULL};
        if (!there(x, s, u)) continue;
        pw_limits_poll();
        if (q->class != PW_INTER_THREAD) {
            bool mine = q->active == PW_ANY || (uint32_t)q->active == x->locals.at[u].template;
            if (mine && pw_pairset_holds(&w, q->expr) == truth) return true;
            continue;
        }
        if (partner_shows(x, q, truth, s, u)) return true;
    }
    return false;
}

/* ---- counts ---- */

/* A set of threads under construction: need[i] threads are missing for count i. */
struct gather {
    const struct pw_pairset *x;
    const struct pw_disjunct *d;
    uint32_t s;
    PW_VEC(uint32_t) threads;
    uint32_t *need;
};

static bool counts_for(const struct gather *g, size_t i, uint32_t u)
{
    assert(u < g->x->locals.n);
    const struct pw_pairset_local *l = &g->x->locals.at[u];
    return pw_program_at(g->x->p, g->d->counts[i].label, g->d->counts[i].template, l->template,
                         l->loc);
}

/* Fits u to the threads chosen? Any order of them will do: one is not looked for here. */
static bool fits(const struct gather *g, uint32_t u)
{
    const struct pw_pairset *x = g->x;
    assert(u < x->locals.n);
    uint32_t template = x->locals.at[u].template;
    assert(template <x->p->ntemplates);
    int64_t same = 1, count = x->p->templates[template].count;
    if (!there(x, g->s, u)) return false;
    for (size_t i = 0; i < g->threads.n; i++) {
        uint32_t v = g->threads.at[i];
        assert(v < x->locals.n);
        same += x->locals.at[v].template == template;
        if (!pw_pairset_has(x, g->s, u, v) && !pw_pairset_has(x, g->s, v, u)) return false;
    }
    return count == PW_ANY || same <= count;
}

/* Fills what is still needed, states from `from` on first where the count stays the same. */
static bool fill(struct gather *g, size_t last, uint32_t from)
{
    size_t i = 0;
    while (i < g->d->ncounts && !g->need[i])
        i++;
    if (i == g->d->ncounts) return true;
    for (uint32_t u = i == last ? from : 0; u < g->x->locals.n; u++) {
        pw_limits_poll();
        if (!counts_for(g, i, u) || !fits(g, u)) continue;
        uint32_t *before = PW_NEWS(uint32_t, g->d->ncounts);
        for (size_t k = 0; k < g->d->ncounts; k++) {
            before[k] = g->need[k];
            if (g->need[k] && counts_for(g, k, u)) g->need[k]--;
        }
        pw_vec_push(&g->threads, u);
        bool done = fill(g, i, u);
        (void)pw_vec_pop(&g->threads);
        for (size_t k = 0; k < g->d->ncounts; k++)
            g->need[k] = before[k];
        PW_FREES(before, g->d->ncounts);
        if (done) return true;
    }
    return false;
}

static bool counts_show(const struct pw_pairset *x, const struct pw_disjunct *d, uint32_t s)
{
    struct gather g = {.x = x, .d = d, .s = s, .need = PW_NEWS(uint32_t, d->ncounts)};
    for (size_t i = 0; i < d->ncounts; i++)
        g.need[i] = d->counts[i].least;
    bool bad = fill(&g, d->ncounts, 0);
    pw_vec_clear(&g.threads);
    PW_FREES(g.need, d->ncounts);
    return bad;
}

/* ---- properties ---- */

static bool fails(const struct pw_pairset *x, uint32_t s)
{
    for (uint32_t u = 0; u < x->locals.n; u++)
        if ((int64_t)pw_pairset_template(x, u)->error == (int64_t)x->locals.at[u].loc &&
            there(x, s, u))
            return true;
    return false;
}

int64_t pw_pairset_bad(const struct pw_pairset *x)
{
    const struct pw_program *p = x->p;
    for (uint32_t s = 0; s < x->shared.n; s++) {
        if (!x->shared.at[s].nrows) continue;
        for (size_t i = 0; i < p->nunsafe; i++) {
            const struct pw_disjunct *d = &p->unsafe[i];
            if (d->formula ? formula_shows(x, d->formula, true, s) : counts_show(x, d, s))
                return (int64_t)i;
        }
        if (fails(x, s)) return (int64_t)p->nunsafe;
        for (size_t i = 0; i < p->ninvariants; i++)
            if (formula_shows(x, &p->invariants[i], false, s)) return (int64_t)(p->nunsafe + 1 + i);
    }
    return PW_NONE;
}
