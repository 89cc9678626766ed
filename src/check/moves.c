/* moves.c -- how a step moves passive tokens. */
#include <assert.h>

#include "base/limits.h"
#include "check/claims.h"

bool pwc_is_move_of(const pwc_moves *rel, struct pwc_move m)
{
    for (size_t i = PWC_LOWER(rel, m.from); i < rel->n && rel->at[i].from == m.from; i++)
        if (rel->at[i].to == m.to) return true;
    return false;
}

bool pwc_stays(const struct pwc_system *s, const struct pwc_step *step, uint32_t place)
{
    const pwc_moves *m = &s->rels.at[step->rel];
    size_t i = PWC_LOWER(m, place);
    return s->stays && (i == m->n || m->at[i].from != place) &&
           pwc_has(&s->space.may[step->from], place);
}

void pwc_find_moves(struct pwc_system *s, const struct pwc_step *step)
{
    assert(step->from < s->space.globals && step->rel < s->rels.n);
    const pwc_moves *rel = &s->rels.at[step->rel];
    pw_vec_reset(&s->ahead), pw_vec_reset(&s->back);
    for (size_t i = 0; i < rel->n; i++, pw_limits_poll()) {
        struct pwc_move m = rel->at[i];
        if (m.to == PWC_NONE || !pwc_has(&s->space.may[step->from], m.from)) continue;
        pw_vec_push(&s->ahead, m);
        if (pwc_stays(s, step, m.to)) pw_vec_push(&s->ahead, ((struct pwc_move){m.to, m.to}));
    }
    PWC_SORT(&s->ahead, 2);
    for (size_t i = 0; i < s->ahead.n; i++)
        pw_vec_push(&s->back, ((struct pwc_source){s->ahead.at[i].to, s->ahead.at[i].from}));
    PWC_SORT(&s->back, 2);
}
