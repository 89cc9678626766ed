/* mine.h -- from the proof to predicates for the dual-reference engine (PAIRS, section 5).
 *
 * The needed facts of a finished fixpoint, each with the views where it does not hold, and the
 * comparisons of guards. x >= y with x != y becomes x > y, x <= y with x >= y becomes x == y, where
 * no needed place of one is an exception of the other. */
#ifndef PW_PAIRS_MINE_H
#define PW_PAIRS_MINE_H

#include "pairs/invariant.h"
#include "pairs/need.h"

/* Appends to v->mined, guards first. The expressions are made in the pool of the atoms, which v
 * takes over. */
void pw_mine_collect(struct pw_invariant *v, struct pw_fix *f, const struct pw_need *need);

#endif
