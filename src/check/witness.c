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

/* The step needs a passive token that does not vanish, and there is none yet: each in turn. */
static void add_witness(struct pwc_search *x, const struct pwc_step *step)
{
    if (x->rest.n > 0 || !x->s->witness) {
        check_predecessor(x, step);
        return;
    }
    for (size_t i = 0; i < x->s->movers.n; i++) {
        pwc_bag_add(&x->m, x->s->movers.at[i], 1);
        check_predecessor(x, step);
        pwc_bag_take(&x->m, x->s->movers.at[i], 1);
    }
}

static bool in(const struct pwc_trap *t, uint32_t global, uint32_t place)
{
    return pwc_has(&t->at[global], place);
}

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

static void check_with_traps(struct pwc_search *x, const struct pwc_step *step, size_t trap)
{
    struct pwc_space *space = &x->s->space;
    while (trap < space->traps.n && has_token(x, step, &space->traps.at[trap]))
        trap++;
    if (trap == space->traps.n) {
        if (x->kept.n)
            check_predecessor(x, step);
        else
            add_witness(x, step);
        return;
    }
    if (pwc_covered(space, x->line, step->from, &x->m, false)) return;
    for (size_t i = 0; i < x->s->moves.n; i++) {
        struct pwc_move m = x->s->moves.at[i];
        pw_limits_poll();
        if (!in(&space->traps.at[trap], step->to, m.to)) continue;
        pw_vec_push(&x->kept, m.to);
        pwc_bag_add(&x->m, m.from, 1);
        check_with_traps(x, step, trap + 1);
        pwc_bag_take(&x->m, m.from, 1);
        x->kept.n--;
    }
}

/* ---- some blocks ---- */

/* Is this move one of the relation? */
static bool is_move_of(struct pwc_search *x, uint32_t rel, struct pwc_move m)
{
    pw_uints next = {0};
    bool found = false;
    x->s->ahead(x->s, rel, m.from, &next);
    for (size_t i = 0; i < next.n; i++)
        found = found || next.at[i] == m.to;
    pw_vec_clear(&next);
    return found;
}

static bool is_served(struct pwc_search *x, uint32_t rel)
{
    for (size_t i = 0; i < x->moved.n; i++)
        if (is_move_of(x, rel, x->moved.at[i])) return true;
    return false;
}

/* A block that a token moved back or added serves needs no other: more tokens give only larger
 * predecessors. */
void pwc_check_with_partners(struct pwc_search *x, const struct pwc_step *step, uint32_t block)
{
    const uint32_t *rels = x->s->blocks.at + step->some;
    while (block < step->nsome && is_served(x, rels[block]))
        block++;
    if (block == step->nsome) {
        check_with_traps(x, step, 0);
        return;
    }
    if (pwc_covered(&x->s->space, x->line, step->from, &x->m, false)) return;
    for (size_t i = 0; i < x->s->moves.n; i++) {
        struct pwc_move m = x->s->moves.at[i];
        pw_limits_poll();
        if (!is_move_of(x, rels[block], m)) continue;
        pw_vec_push(&x->kept, m.to);
        pw_vec_push(&x->moved, m);
        pwc_bag_add(&x->m, m.from, 1);
        pwc_check_with_partners(x, step, block + 1);
        pwc_bag_take(&x->m, m.from, 1);
        x->moved.n--;
        x->kept.n--;
    }
}
