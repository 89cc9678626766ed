#include "run/run.h"

#include <assert.h>

#include "base/mem.h"

struct pw_run *pw_run_new(struct pw_state *start)
{
    assert(start);
    struct pw_run *r = PW_NEW(struct pw_run);
    r->start = start;
    return r;
}

void pw_run_reset(struct pw_run *r)
{
    for (size_t i = 0; i < r->choices.n; i++)
        pw_int_clear(&r->choices.at[i]);
    pw_vec_reset(&r->choices);
    pw_vec_reset(&r->steps);
}

void pw_run_free(struct pw_run *r)
{
    if (!r) return;
    pw_run_reset(r);
    pw_vec_clear(&r->choices);
    pw_vec_clear(&r->steps);
    pw_state_free(r->start);
    PW_FREE(r);
}

pw_int *pw_run_add(struct pw_run *r, uint32_t thread, uint32_t edge)
{
    const struct pw_state *s = r->start;
    assert(thread < s->n && edge < s->p->templates[s->threads[thread].template].nedges);
    size_t first = r->choices.n;
    struct pw_schedule_step step = {thread, edge};
    pw_vec_push(&r->steps, step);
    for (size_t n = s->p->templates[s->threads[thread].template].edges[edge].nchoices; n; n--) {
        pw_int zero;
        pw_int_init(&zero);
        pw_vec_push(&r->choices, zero);
    }
    return r->choices.n > first ? r->choices.at + first : NULL;
}

void pw_run_take(struct pw_run *r, uint32_t thread, uint32_t edge, const pw_int *choices)
{
    size_t first = r->choices.n;
    pw_int *to = pw_run_add(r, thread, edge);
    assert(choices || !to);
    for (size_t i = first; i < r->choices.n; i++)
        pw_int_set(&to[i - first], &choices[i - first]);
}
