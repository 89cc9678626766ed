/* formula.h -- predicates, `init` constraints and `unsafe` properties of a file. */
#ifndef PW_FRONT_DR_FORMULA_H
#define PW_FRONT_DR_FORMULA_H

#include "front/dr/elaborate.h"
#include "prog/build.h"

/* Elaborates all of them into b; reports what is wrong. Labels have the numbers of s. */
void pw_formula_elaborate(struct pw_scope *s, struct pw_build *b);

#endif
