/* lower.h -- statements to control flow: threads and procedures of the tree become units of a
 * program under construction (prog/build.h), which knows what calls, atomic blocks and steps are.
 */
#ifndef PW_FRONT_DR_LOWER_H
#define PW_FRONT_DR_LOWER_H

#include "front/dr/scope.h"
#include "prog/build.h"

/* Declares all variables and units and lowers their bodies into b, whose pool is the scope's. The
 * tree has no errors; a formula that is too large is reported. Labels have the numbers of s. */
void pw_lower_program(struct pw_scope *s, struct pw_build *b);

struct pw_pos pw_lower_pos(const struct pw_scope *s, uint32_t token);

#endif
