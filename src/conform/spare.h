/* spare.h -- a thread conforms: which steps of its abstract thread does it never need?
 *
 * A step is not needed if the thread conforms to the abstract thread without it. Such a step makes
 * the composition larger and may make it fail; or the thread has forgotten to do something, which
 * conformance does not notice. Each step that changes shared variables is left out alone: of two
 * that do the same, both are named. Failures are not steps. */
#ifndef PW_CONFORM_SPARE_H
#define PW_CONFORM_SPARE_H

#include "conform/conform.h"

enum { PW_SPARE_TRIES = 200 };

/* Appends edges of template t of the abstract program. Pre: template t of p conforms. Steps after
 * the first PW_SPARE_TRIES are not looked at. */
void pw_spare_find(const struct pw_program *p, const struct pw_program *abstract, uint32_t t,
                   pw_uints *out);

#endif
