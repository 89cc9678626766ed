#include "dualref/named.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

void pw_named_run_clear(struct pw_named_run *r)
{
    pw_vec_clear(&r->locals);
    pw_vec_clear(&r->steps);
    pw_vec_clear(&r->moves);
}

void pw_named_run_step(struct pw_named_run *r, uint32_t stmt, uint32_t thread, uint32_t shared)
{
    assert(thread < r->locals.n);
    struct pw_named_step step = {stmt, thread, shared, r->moves.n, 0};
    pw_vec_push(&r->steps, step);
}

void pw_named_run_move(struct pw_named_run *r, uint32_t thread, uint32_t to)
{
    struct pw_named_step *step = &pw_vec_last(&r->steps);
    assert(thread < r->locals.n && (step->n || thread == step->thread));
    struct pw_named_move m = {thread, to};
    pw_vec_push(&r->moves, m);
    step->n++;
}

void pw_named_run_take(const struct pw_named_run *r, size_t step, uint32_t *now)
{
    assert(step < r->steps.n);
    const struct pw_named_step *s = &r->steps.at[step];
    for (size_t i = s->first; i < s->first + s->n; i++)
        now[r->moves.at[i].thread] = r->moves.at[i].to;
}

uint32_t pw_named_run_after(const struct pw_named_run *r, size_t step)
{
    assert(step < r->steps.n && r->steps.at[step].n);
    return r->moves.at[r->steps.at[step].first].to;
}

/* ---- other names ---- */

static bool acts(const struct pw_dual *t, uint32_t template)
{
    for (size_t i = 0; i < t->stmts.n; i++)
        if (t->stmts.at[i].template == template) return true;
    return false;
}

/* Where the thread stands in the new order. */
static size_t first_move(const struct pw_named_run *r, uint32_t thread)
{
    for (size_t i = 0; i < r->steps.n; i++)
        if (r->steps.at[i].thread == thread) return i;
    bool may_act = acts(r->states->t, pw_states_template(r->states, r->locals.at[thread]));
    return r->steps.n + thread + (may_act ? 0 : r->locals.n);
}

static void rename_threads(struct pw_named_run *r, const uint32_t *to)
{
    size_t n = r->locals.n;
    uint32_t *old = PW_NEWS(uint32_t, n);
    memcpy(old, r->locals.at, n * sizeof *old);
    for (size_t k = 0; k < n; k++)
        r->locals.at[to[k]] = old[k];
    for (size_t i = 0; i < r->steps.n; i++)
        r->steps.at[i].thread = to[r->steps.at[i].thread];
    for (size_t i = 0; i < r->moves.n; i++)
        r->moves.at[i].thread = to[r->moves.at[i].thread];
    PW_FREES(old, n);
}

void pw_named_run_by_first_move(struct pw_named_run *r)
{
    uint32_t *to = PW_NEWS(uint32_t, r->locals.n);
    for (uint32_t k = 0; k < r->locals.n; k++)
        for (uint32_t i = 0; i < r->locals.n; i++)
            to[k] += first_move(r, i) < first_move(r, k);
    rename_threads(r, to);
    PW_FREES(to, r->locals.n);
}
