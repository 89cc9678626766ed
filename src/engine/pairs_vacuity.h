/* pairs_vacuity.h -- SAFE for the wrong reason, reported, of a pair invariant. Private to this
 * folder. */
#ifndef PW_ENGINE_PAIRS_VACUITY_H
#define PW_ENGINE_PAIRS_VACUITY_H

#include "engine/job.h"
#include "pairs/pairs.h"

/* Warns where the property holds because a place of it is never reached, or nothing ever starts. */
void pw_pairs_vacuity(struct pw_job *j, const struct pw_invariant *v);

#endif
