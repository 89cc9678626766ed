/* cresidue.h -- residues of variables: integers that only ever hold r, r + m, r - m, r + 2m, ...
 *
 * For every variable the least class r + mZ that contains its first value and every value assigned
 * (flow-insensitively; m = 0: one value, m = 1: nothing is known). Comparisons with constants are
 * then sharpened: if v is odd, `v + 1 <= 65` becomes `v + 1 <= 64`. Both say the same of every
 * value that v can have, so runs do not change; facts of order now tell what residues told. */
#ifndef PW_FRONT_C_CRESIDUE_H
#define PW_FRONT_C_CRESIDUE_H

#include "front/c/cir.h"

void pw_cresidue_sharpen(struct pw_cir *ir);

#endif
