/* moves.c -- how a step moves passive tokens. */
#include <assert.h>

#include "base/limits.h"
#include "check/claims.h"

void pwc_moves_of(const struct pwc_system *s, uint32_t rel, uint32_t place, pwc_moves *out)
{
    assert(rel < s->rels.n);
    const pwc_moves *m = &s->rels.at[rel];
    size_t i = PWC_LOWER(m, place);
    if (s->stays && (i == m->n || m->at[i].from != place))
        pw_vec_push(out, ((struct pwc_move){place, place}));
    for (; i < m->n && m->at[i].from == place; i++)
        if (m->at[i].to != PWC_NONE) pw_vec_push(out, m->at[i]);
}

void pwc_find_moves(struct pwc_system *s, const struct pwc_step *step)
{
    assert(step->from < s->space.globals);
    const pw_uints *may = &s->space.may[step->from].places;
    pw_vec_reset(&s->ahead), pw_vec_reset(&s->back);
    for (size_t i = 0; i < may->n; i++, pw_limits_poll())
        pwc_moves_of(s, step->rel, may->at[i], &s->ahead);
    for (size_t i = 0; i < s->ahead.n; i++)
        pw_vec_push(&s->back, ((struct pwc_source){s->ahead.at[i].to, s->ahead.at[i].from}));
    PWC_SORT(&s->back, 2);
}
