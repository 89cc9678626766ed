/* tryout.h -- under UNKNOWN: what the run offers is tried before it is said. Private to this
 * folder.
 *
 * A set of offers (engine/offers.h) is tried by deciding the program again with these predicates.
 * It *proves* the program, or it *excludes* the run: no run of the new abstraction takes the same
 * statements with as many threads to a bad state. What does neither is not said. In this order,
 * until something proves: all in place of predicates, also with one besides; each offer; any two;
 * and of a run that only the closure has, the sharp closure. Of several that prove, those that are
 * not needed are left out.
 *
 * Where one engine was asked for, the others are tried as well, to name the command that decides.
 *
 * Everything is bounded by the work clock (base/limits.h), so the same input gives the same lines
 * on every machine. */
#ifndef PW_ENGINE_TRYOUT_H
#define PW_ENGINE_TRYOUT_H

#include "engine/engine.h"
#include "engine/job.h"

/* Fills result.tried and result.next; changes nothing else. Pre: the verdict is UNKNOWN. */
void pw_tryout(struct pw_job *j, const struct pw_problem *p, const struct pw_input_text *text);

#endif
