/* check.h -- everything about statements that is wrong without being a syntax error: undeclared
 * names, types, jumps to nowhere, labels and loops inside atomic blocks, recursive procedures,
 * calls with wrong arguments. Formulas are checked where they are lowered. */
#ifndef PW_FRONT_DR_CHECK_H
#define PW_FRONT_DR_CHECK_H

#include "front/dr/scope.h"

/* Checks all threads and procedures and resolves the names in them. True if nothing was
 * reported. */
bool pw_check_run(struct pw_scope *s);

#endif
