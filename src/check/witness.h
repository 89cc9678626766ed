/* witness.h -- the last part of (C4): the passive tokens that a predecessor must have besides those
 * moved back, because some passive token does not vanish and each some block is served (claims.h),
 * and because every trap keeps a thread (T4 of traps.h); with them it lies above the basis, or
 * outside J. */
#ifndef PW_CHECK_WITNESS_H
#define PW_CHECK_WITNESS_H

#include "check/claims.h"

/* A search for the predecessors of one element by the steps from .. to-1, which are of one group.
 */
struct pwc_search {
    struct pwc_system *s;
    const struct pwc_element *element;
    size_t line; /* of the hints */
    size_t from, to;
    pwc_bag rest, m;              /* tokens to move back; the predecessor so far */
    PW_VEC(struct pwc_span) open; /* moves; one entry per token with several places to come from */
    pwc_moves moved;              /* of the tokens moved back or added, each move at least once */
    uint64_t looked_at;
};
/* Checks x->m with the tokens that it needs besides, from that number on. Pre: s->ahead are the
 * moves of the step. */
void pwc_check_with_partners(struct pwc_search *x, const struct pwc_step *step, size_t need);

#endif
