/* cunset.h -- locals that are read before they are set.
 *
 * C says nothing of their values. The translation lets a local without an initialiser start with 0,
 * which is right as long as nobody reads that. This pass finds those that some path reads, by the
 * usual analysis of definite assignment along the structure of the steps (with what holds at any
 * jump to a label, or back to the head of a loop). It may name too many, never too few. The next
 * translation then does one of two things at their declarations:
 *
 *   - a flag says that the variable has no value; every step that gives it one sets the flag, and
 *     where it may be missing the flag is asserted before the variable is read. A proof shows that
 *     no value is missing. A run to such an assertion says nothing but that
 *   - the second way is needed (any_unset): the declaration chooses any value. */
#ifndef PW_FRONT_C_CUNSET_H
#define PW_FRONT_C_CUNSET_H

#include "front/c/ctrans.h"

/* Marks the facts (`unset`) of such variables, and inserts the checks of those with a flag. True:
 * some were not marked yet, so the translation is to be repeated. */
bool pw_cunset_find(struct pw_cir *ir, struct pw_cfacts *facts);

#endif
