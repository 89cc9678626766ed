#include "check/traps.h"

#include <inttypes.h>

#include "base/limits.h"

void pwc_read_traps(struct pwc_reader *r, struct pwc_space *s, size_t n)
{
    for (; n > 0; n--) {
        pwc_next(r);
        struct pwc_trap t = {.line = r->line, .at = PW_NEWS(struct pwc_set, s->globals)};
        for (size_t lines = pwc_count(r); lines > 0; lines--) {
            pwc_next(r);
            uint32_t g = pwc_index(r, s->globals);
            if (t.at[g].occurs) pwc_refuse(r, "global %" PRIu32 " for the second time", g);
            t.at[g].occurs = true;
            pwc_read_set(r, s->places, &t.at[g]);
        }
        pw_vec_push(&s->traps, t);
    }
}

/* ---- (T1), (T2) ---- */

static bool in(const struct pwc_trap *t, uint32_t global, uint32_t place)
{
    return pwc_has(&t->at[global], place);
}

/* The moves of the step are in s->moves. */
static void check_step(struct pwc_system *s, const struct pwc_trap *t, const struct pwc_step *step)
{
    if (in(t, step->to, s->toks.at[step->post].place)) return;
    if (in(t, step->from, s->toks.at[step->pre].place))
        pwc_fail(s->space.result, PWC_INVALID, t->line,
                 "not a trap: the step of line %lu takes its active thread out of it", step->line);
    for (size_t i = 0; i < s->moves.n; i++) {
        struct pwc_move m = s->moves.at[i];
        if (in(t, step->from, m.from) && !in(t, step->to, m.to))
            pwc_fail(s->space.result, PWC_INVALID, t->line,
                     "not a trap: the step of line %lu takes a passive thread from (%" PRIu32
                     ", %" PRIu32 ") out of it",
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

/* ---- (T4) ---- */

/* Is a token in the trap after the step: one that it puts, one of the element, or one added? */
static bool has_token(const struct pwc_search *x, const struct pwc_step *step,
                      const struct pwc_trap *t)
{
    bool has = false;
    for (uint32_t i = 0; i < step->npost; i++)
        has |= in(t, step->to, x->s->toks.at[step->post + i].place);
    for (uint32_t i = 0; i < x->element->n; i++)
        has |= in(t, step->to, x->s->space.toks.at[x->element->first + i].place);
    for (size_t i = 0; i < x->kept.n; i++)
        has |= in(t, step->to, x->kept.at[i]);
    return has;
}

void pwc_add_keepers(struct pwc_search *x, const struct pwc_step *step, size_t trap)
{
    struct pwc_space *space = &x->s->space;
    while (trap < space->traps.n && has_token(x, step, &space->traps.at[trap]))
        trap++;
    if (trap == space->traps.n) {
        if (x->kept.n)
            pwc_check_predecessor(x, step);
        else
            pwc_add_witness(x, step);
        return;
    }
    if (pwc_covered(space, x->line, step->from, &x->m, false)) return;
    for (size_t i = 0; i < x->s->moves.n; i++) {
        struct pwc_move m = x->s->moves.at[i];
        pw_limits_poll();
        if (!in(&space->traps.at[trap], step->to, m.to)) continue;
        pw_vec_push(&x->kept, m.to);
        pwc_bag_add(&x->m, m.from, 1);
        pwc_add_keepers(x, step, trap + 1);
        pwc_bag_take(&x->m, m.from, 1);
        x->kept.n--;
    }
}
