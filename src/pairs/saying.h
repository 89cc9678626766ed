/* saying.h -- the needed facts of a proof, gathered into few sentences.
 *
 * A fact of one thread is needed in some pairs; it is said of a view only if it is a fact wherever
 * a thread has that view. Facts of the shared variables are said of all states, or while a thread
 * has one of some views. x >= y with x != y becomes x > y, x <= y with x >= y becomes x == y. */
#ifndef PW_PAIRS_SAYING_H
#define PW_PAIRS_SAYING_H

#include "pairs/invariant.h"
#include "pairs/need.h"

/* Appends to v->sayings what the needed facts say. The expressions are made in the pool of the
 * atoms, which v takes over. */
void pw_sayings_collect(struct pw_invariant *v, struct pw_fix *f, const struct pw_need *need);

#endif
