#include "engine/walk.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"

static void put(struct pw_walk *w, uint32_t thread, uint32_t local)
{
    w->now[thread] = local;
    w->next[thread] = w->first[local];
    w->first[local] = thread;
}

/* A thread that is in the local state; it is in none until the step ends. */
static uint32_t take(struct pw_walk *w, uint32_t local, uint32_t to)
{
    uint32_t thread = w->first[local];
    assert(thread != PW_NO_INDEX);
    w->first[local] = w->next[thread];
    struct pw_walk_move m = {thread, to};
    pw_vec_push(&w->moved, m);
    return thread;
}

/* Names by template; put in reverse, so that the first of them moves first. */
static void name_threads(struct pw_walk *w)
{
    const struct pw_states *s = &w->c->encoding.states;
    const pw_toks *toks = &w->c->found.trace.start.toks;
    size_t left = w->threads;
    for (uint32_t q = (uint32_t)s->t->templates.n; q-- > 0;)
        for (size_t i = toks->n; i-- > 0;)
            for (int64_t k = toks->at[i].count;
                 k > 0 && pw_states_template(s, toks->at[i].local) == q; k--) {
                pw_limits_poll();
                put(w, (uint32_t)--left, toks->at[i].local);
            }
    assert(left == 0);
}

void pw_walk_start(struct pw_walk *w, const struct pw_closed *c, size_t threads)
{
    size_t locals = c->encoding.system.locals;
    *w = (struct pw_walk){.c = c, .threads = threads};
    w->now = PW_NEWS(uint32_t, w->threads);
    w->next = PW_NEWS(uint32_t, w->threads);
    w->first = PW_NEWS(uint32_t, locals);
    for (size_t i = 0; i < locals; i++)
        w->first[i] = PW_NO_INDEX;
    name_threads(w);
}

bool pw_walk_next(struct pw_walk *w)
{
    const struct pw_encoding *e = &w->c->encoding;
    if (w->step == w->c->found.trace.steps.n) return false;
    const struct pw_trace_step *step = &w->c->found.trace.steps.at[w->step++];
    pw_vec_reset(&w->moved);
    pw_vec_reset(&w->sunk);
    assert(step->trans < e->actives.n);
    w->active = take(w, e->actives.at[step->trans].from, e->actives.at[step->trans].to);
    for (uint32_t k = e->first_keeper.at[step->trans]; k < e->first_keeper.at[step->trans + 1]; k++)
        take(w, e->keepers.at[k].from, e->keepers.at[k].to);
    for (size_t i = 0; i < step->moves.n; i++)
        for (int64_t k = step->moves.at[i].count; k > 0; k--) {
            pw_limits_poll();
            take(w, step->moves.at[i].from, step->moves.at[i].to);
        }
    for (size_t i = 0; i < w->moved.n; i++) {
        struct pw_walk_move m = w->moved.at[i];
        if (m.to != PW_SUNK)
            put(w, m.thread, m.to);
        else
            w->now[m.thread] = PW_NO_INDEX, pw_vec_push(&w->sunk, m.thread);
    }
    return true;
}

void pw_walk_end(struct pw_walk *w)
{
    PW_FREES(w->now, w->threads);
    PW_FREES(w->next, w->threads);
    PW_FREES(w->first, w->c->encoding.system.locals);
    pw_vec_clear(&w->sunk);
    pw_vec_clear(&w->moved);
}
