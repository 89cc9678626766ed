/* family.h -- arrays: threads with an index and shared arrays become single threads and variables.
 *
 *   shared bool fork[N] = true;                      N variables fork[0], ..., fork[N-1]
 *   thread phil [N] (i) { ... fork[(i + 1) % N] ... } N threads phil[0], ..., each of count 1, in
 *                                                    which i is the constant 0, 1, ..., N - 1
 *   all [N] (j) e,  any, min, max                    e with j = 0, and with j = 1, and ...
 *   unsafe [N] (i) count(phil[i].eat) >= 1 && ...;   an alternative for each i
 *
 * The pass works on the tree, after constants are known and before anything else is declared: what
 * comes later knows nothing of arrays. An index expression is made of numbers, constants and
 * indices, so that it has a value here. Trees are copied, never shared between two indices, because
 * later passes note the meaning of names in them. */
#ifndef PW_FRONT_DR_FAMILY_H
#define PW_FRONT_DR_FAMILY_H

#include "front/dr/scope.h"

enum {
    PW_FAMILY_MOST = 65536,    /* cells of an array */
    PW_FAMILY_NODES = 4000000, /* of all trees together, after expansion */
};

/* Expands everything in s->ast; reports what is wrong. pre: the constants of s are declared. */
void pw_family_expand(struct pw_scope *s);

#endif
