/* cfinish.h -- the last touches to a lowered program that comes from C: positions and text of the C
 * file instead of those of the text between, names of C, and dead locals set to their first
 * value. */
#ifndef PW_FRONT_C_CFINISH_H
#define PW_FRONT_C_CFINISH_H

#include "front/c/cprint.h"
#include "prog/program.h"

void pw_cfinish_program(struct pw_program *p, const struct pw_cunit *u, const struct pw_cir *ir,
                        const struct pw_cmap *map);

#endif
