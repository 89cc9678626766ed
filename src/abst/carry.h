/* carry.h -- a diagram moved from one manager to another.
 *
 * Work on one part of a relation is done in a manager of its own, whose nodes disappear with it;
 * only the finished rows enter the template. */
#ifndef PW_ABST_CARRY_H
#define PW_ABST_CARRY_H

#include "bdd/bdd.h"

/* f, of `from`, with image[v] (of `to`) in the place of each variable v that it depends on. */
pw_bdd pw_carry(const struct pw_bdds *from, pw_bdd f, struct pw_bdds *to, const pw_bdd *image);

#endif
