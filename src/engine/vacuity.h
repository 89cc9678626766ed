/* vacuity.h -- SAFE for the wrong reason is reported (DESIGN, section 7): the initial condition
 * has no solution, a template can never start, a label of the property or an assertion is never
 * reached. Reachability is that of the closure, so a warning is always right. */
#ifndef PW_ENGINE_VACUITY_H
#define PW_ENGINE_VACUITY_H

#include "engine/closed.h"

void pw_vacuity_warn(struct pw_closed *c, struct pw_job *j);

#endif
