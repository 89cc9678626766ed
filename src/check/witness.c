#include "check/witness.h"

#include <assert.h>
#include <inttypes.h>

#include "base/limits.h"

/* x->m is a predecessor: it must lie above the basis or outside J. */
static void check_predecessor(struct pwc_search *x, const struct pwc_step *step)
{
    struct pwc_space *space = &x->s->space;
    char text[200];
    if (pwc_covered(space, x->line, step->from, &x->m, true)) return;
    if (pwc_excluded(space, step->from, &x->m)) return;
    pwc_print_config(step->from, &x->m, text, sizeof text);
    pwc_fail(space->result, PWC_INVALID, x->element->line,
             "the basis is not closed: the predecessor %s of this element, by the step of line "
             "%lu, is not above the basis",
             text, step->line);
}

/* What a predecessor needs besides the tokens that were moved back, by numbers: for each some block
 * of the step a move of it, for each trap a move into it, and at last any move at all. */

static bool is_move_of(const pwc_moves *rel, struct pwc_move m)
{
    for (size_t i = PWC_LOWER(rel, m.from); i < rel->n && rel->at[i].from == m.from; i++)
        if (rel->at[i].to == m.to) return true;
    return false;
}

static bool serves(const struct pwc_search *x, const struct pwc_step *step, size_t need,
                   struct pwc_move m)
{
    const struct pwc_space *space = &x->s->space;
    if (need < step->nsome)
        return is_move_of(&x->s->rels.at[x->s->blocks.at[step->some + need]], m);
    need -= step->nsome;
    return need == space->traps.n || pwc_has(&space->traps.at[need].at[step->to], m.to);
}

/* Does a token that was moved back or added serve it, or one that the step puts? */
static bool is_served(const struct pwc_search *x, const struct pwc_step *step, size_t need)
{
    bool trap = need >= step->nsome && need < step->nsome + x->s->space.traps.n;
    bool served = need == step->nsome + x->s->space.traps.n && !x->s->witness;
    for (size_t i = 0; i < x->moved.n && !served; i++)
        served = serves(x, step, need, x->moved.at[i]);
    for (uint32_t i = 0; i < step->npost && trap && !served; i++)
        served = serves(x, step, need, (struct pwc_move){0, x->s->toks.at[step->post + i].place});
    return served;
}

/* What is served needs no other token: more tokens give only larger predecessors. */
void pwc_check_with_partners(struct pwc_search *x, const struct pwc_step *step, size_t need)
{
    size_t last = step->nsome + x->s->space.traps.n;
    assert(need <= last + 1);
    while (need <= last && is_served(x, step, need))
        need++;
    if (need > last) {
        check_predecessor(x, step);
        return;
    }
    if (need < last && pwc_covered(&x->s->space, x->line, step->from, &x->m, false)) return;
    for (size_t i = 0; i < x->s->ahead.n; i++) {
        struct pwc_move m = x->s->ahead.at[i];
        pw_limits_poll();
        if (!serves(x, step, need, m)) continue;
        if (need == last && i && x->s->ahead.at[i - 1].from == m.from) continue;
        pw_vec_push(&x->moved, m);
        pwc_bag_add(&x->m, m.from, 1);
        pwc_check_with_partners(x, step, need + 1);
        pwc_bag_take(&x->m, m.from, 1);
        x->moved.n--;
    }
}
