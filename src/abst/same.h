/* same.h -- is a template one of this program? Private to this folder. */
#ifndef PW_ABST_SAME_H
#define PW_ABST_SAME_H

#include "base/diag.h"
#include "dualref/dual.h"

/* Has t the fields, templates, locations, statements, labels and bad states of own, a skeleton of
 * the program? If not, there is an error in *diags. */
bool pw_same_layout(const struct pw_dual *own, const struct pw_dual *t, struct pw_diags *diags);

#endif
