#include "check/traps.h"

#include <assert.h>
#include <inttypes.h>

void pwc_read_traps(struct pwc_reader *r, struct pwc_space *s, size_t n)
{
    while (pwc_each(r, &n)) {
        struct pwc_trap t = {.line = r->line};
        t.at = pwc_read_sets(r, pwc_count(r), s->globals, &s->all);
        pw_vec_push(&s->traps, t);
    }
}

/* ---- (T1), (T2) ---- */

static bool in(const struct pwc_trap *t, uint32_t global, uint32_t place)
{
    return pwc_has(&t->at[global], place);
}

/* Pre: s->ahead are the moves of the step. */
static void check_step(struct pwc_system *s, const struct pwc_trap *t, const struct pwc_step *step)
{
    assert(step->npre == 1 && step->npost == 1); /* of a template */
    if (in(t, step->to, s->toks.at[step->post].place)) return;
    if (in(t, step->from, s->toks.at[step->pre].place))
        pwc_fail(s->space.result, PWC_INVALID, t->line,
                 "not a trap: the step of line %" PRIu32 " takes its active thread out of it",
                 step->line);
    for (size_t i = 0; i < s->ahead.n; i++) {
        struct pwc_move m = s->ahead.at[i];
        if (in(t, step->from, m.from) && !in(t, step->to, m.to))
            pwc_fail(s->space.result, PWC_INVALID, t->line,
                     "not a trap: the step of line %" PRIu32
                     " takes a passive thread from (%" PRIu32 ", %" PRIu32 ") out of it",
                     step->line, step->from, m.from);
    }
}

void pwc_check_traps(struct pwc_system *s)
{
    const struct pwc_step *last = NULL;
    for (size_t k = 0; k < s->steps.n && s->space.traps.n; k++) {
        const struct pwc_step *step = &s->steps.at[k];
        if (!last || last->from != step->from || last->rel != step->rel) pwc_find_moves(s, step);
        last = step;
        for (size_t i = 0; i < s->space.traps.n; i++)
            check_step(s, &s->space.traps.at[i], step);
    }
}

/* ---- (T3) ---- */

void pwc_check_marked(const struct pwc_space *s, const struct pwc_start *x,
                      const struct pwc_trap *t)
{
    assert(x->global < s->globals);
    bool marked = x->active != PWC_NONE && in(t, x->global, x->active);
    for (size_t g = 0; g < x->groups.n && !marked; g++) {
        marked = x->groups.at[g].lo > 0;
        for (size_t i = 0; i < x->groups.at[g].n && marked; i++)
            marked = in(t, x->global, x->places.at[x->groups.at[g].first + i]);
    }
    if (!marked)
        pwc_fail(s->result, PWC_INVALID, t->line,
                 "an initial state, with global %" PRIu32 ", has no thread in this trap",
                 x->global);
}
