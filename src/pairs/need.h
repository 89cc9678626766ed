/* need.h -- the facts that a proof needs.
 *
 * A finished fixpoint has every fact that holds; few of them matter. Needed are the facts that make
 * steps to pairs outside the invariant impossible, those that make bad sets of more than two
 * threads impossible, and, for every needed fact and every step to its key, those from which it
 * follows after the step. The least such set is not unique: each "which" is a core of the solver.
 * The needed facts alone are inductive with the counting invariants, and prove the same. */
#ifndef PW_PAIRS_NEED_H
#define PW_PAIRS_NEED_H

#include "pairs/fix.h"

struct pw_need {
    struct pw_fix *f;
    uint64_t **facts;     /* per key: a set of its facts */
    uint64_t **giving;    /* per key: those that keep steps from bad states, or exclude bad sets */
    bool counts_give;     /* counting invariants take part in that */
    uint64_t most_checks; /* questions to the solver before it gives up; 0: no bound */
    uint64_t checks;
};

/* pre: f is finished and ended SAFE. False: gave up, and *n says nothing. */
bool pw_need_find(struct pw_need *n, struct pw_fix *f, uint64_t most_checks);
void pw_need_clear(struct pw_need *n);

static inline bool pw_need_has(const struct pw_need *n, uint32_t key, uint32_t atom)
{
    return n->facts[key][atom / 64] >> (atom % 64) & 1;
}

static inline bool pw_need_gives(const struct pw_need *n, uint32_t key, uint32_t atom)
{
    return n->giving[key][atom / 64] >> (atom % 64) & 1;
}

/* Does the fact follow from those of `others` (a set of facts of the key) but itself, and the
 * counting invariants? */
bool pw_need_follows(const struct pw_need *n, uint32_t key, uint32_t atom, const uint64_t *others);

#endif
