/* freeze.h -- the last stage of building: graphs become the templates of a program; labels,
 * formulas and properties get their final numbers. What is unreachable is left out. */
#ifndef PW_PROG_FREEZE_H
#define PW_PROG_FREEZE_H

#include "prog/flow.h"

/* Fills b->program; problems are in b->problem, and then the program is not to be used. */
void pw_freeze_program(struct pw_build *b);

#endif
