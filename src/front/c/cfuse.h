/* cfuse.h -- steps that only hand on what the step before has put aside are no steps of their own.
 *
 * `n, t = n + 1, n;` and then `me = t;`, where nothing else reads or writes the temporary t and me
 * is a local variable, is the one step `n, me = n + 1, n;`: nobody else can see me, and what is
 * assigned at once is read before. So states, runs and invariants are fewer, and none is lost. */
#ifndef PW_FRONT_C_CFUSE_H
#define PW_FRONT_C_CFUSE_H

#include "front/c/cir.h"

void pw_cfuse(struct pw_cir *ir);

#endif
