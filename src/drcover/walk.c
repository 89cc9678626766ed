#include "drcover/walk.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"

struct walk {
    const struct pw_encoding *e;
    uint32_t *now; /* per thread: local state, PW_NO_INDEX if it was dropped */
    /* threads of a local state, as lists: */
    uint32_t *first, *next;
    PW_VEC(struct pw_named_move) moved; /* in the step at work; PW_SUNK for those dropped */
};

size_t pw_walk_threads(const struct pw_trace *t)
{
    int64_t n = 0;
    for (size_t i = 0; i < t->start.toks.n; i++)
        n = pw_count_add(n, t->start.toks.at[i].count);
    return (size_t)n;
}

static void put(struct walk *w, uint32_t thread, uint32_t local)
{
    w->now[thread] = local;
    w->next[thread] = w->first[local];
    w->first[local] = thread;
}

/* A thread that is in the local state; it is in none until the step ends. */
static void take(struct walk *w, uint32_t local, uint32_t to)
{
    struct pw_named_move m = {w->first[local], to};
    assert(m.thread != PW_NO_INDEX);
    w->first[local] = w->next[m.thread];
    pw_vec_push(&w->moved, m);
}

/* Names by template; put in reverse, so that the first of them moves first. */
static void name_threads(struct walk *w, const pw_toks *toks, size_t left)
{
    const struct pw_states *s = &w->e->states;
    for (uint32_t q = (uint32_t)s->t->templates.n; q-- > 0;)
        for (size_t i = toks->n; i-- > 0;)
            for (int64_t k = toks->at[i].count;
                 k > 0 && pw_states_template(s, toks->at[i].local) == q; k--) {
                pw_limits_poll();
                put(w, (uint32_t)--left, toks->at[i].local);
            }
    assert(left == 0);
}

/* Who moves in the step: the acting thread first. */
static void take_all(struct walk *w, const struct pw_trace_step *step)
{
    const struct pw_encoding *e = w->e;
    pw_vec_reset(&w->moved);
    assert(step->trans < e->actives.n);
    take(w, e->actives.at[step->trans].from, e->actives.at[step->trans].to);
    for (uint32_t k = e->first_keeper.at[step->trans]; k < e->first_keeper.at[step->trans + 1]; k++)
        take(w, e->keepers.at[k].from, e->keepers.at[k].to);
    for (size_t i = 0; i < step->moves.n; i++)
        for (int64_t k = step->moves.at[i].count; k > 0; k--) {
            pw_limits_poll();
            take(w, step->moves.at[i].from, step->moves.at[i].to);
        }
}

static void add_step(struct walk *w, const struct pw_trace_step *step, struct pw_named_run *run)
{
    take_all(w, step);
    pw_named_run_step(run, w->e->system.trans.at[step->trans].tag, w->moved.at[0].thread,
                      step->after.global);
    for (size_t i = 0; i < w->moved.n; i++) {
        struct pw_named_move m = w->moved.at[i];
        uint32_t to = m.to == PW_SUNK ? PW_NO_INDEX : m.to;
        if (!i || to != w->now[m.thread]) pw_named_run_move(run, m.thread, to);
        if (m.to == PW_SUNK)
            w->now[m.thread] = PW_NO_INDEX;
        else
            put(w, m.thread, m.to);
    }
}

void pw_walk_run(const struct pw_encoding *e, const struct pw_trace *t, struct pw_named_run *run)
{
    size_t threads = pw_walk_threads(t), locals = e->system.locals;
    struct walk w = {.e = e,
                     .now = PW_NEWS(uint32_t, threads),
                     .first = PW_NEWS(uint32_t, locals),
                     .next = PW_NEWS(uint32_t, threads)};
    for (size_t i = 0; i < locals; i++)
        w.first[i] = PW_NO_INDEX;
    name_threads(&w, &t->start.toks, threads);
    run->states = &e->states;
    run->shared = t->start.global;
    for (size_t i = 0; i < threads; i++)
        pw_vec_push(&run->locals, w.now[i]);
    for (size_t i = 0; i < t->steps.n; i++)
        add_step(&w, &t->steps.at[i], run);
    PW_FREES(w.now, threads);
    PW_FREES(w.next, threads);
    PW_FREES(w.first, locals);
    pw_vec_clear(&w.moved);
}
