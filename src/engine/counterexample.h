/* counterexample.h -- what becomes of a bad state that the abstraction reaches: a replayed run, or
 * an explanation. Private to this folder.
 *
 * In this order; each part bounded by work, so that the outcome does not depend on the machine, and
 * where there is a time limit by a share of what is left of it:
 *   1. the search's trace, step by step with its threads and finite values, integers found by the
 * solver: no search;
 *   2. explicit search of the program with 1, 2, ... threads up to one more than in the trace:
 * fewest threads, fewest steps (also when 1. has a run: it may be long);
 *   3. a shorter abstract run, of the unclosed template if it has one, with integers found by the
 * solver;
 *   4. the same steps taken by other threads: if no threads can, the abstract run is refuted;
 *   5. all schedules of that length with that many threads;
 * then facts are looked for that were forgotten. The abstract run is in result->candidate from the
 * first moment. */
#ifndef PW_ENGINE_COUNTEREXAMPLE_H
#define PW_ENGINE_COUNTEREXAMPLE_H

#include "abst/abstract.h"
#include "engine/closed.h"
#include "prog/program.h"

void pw_counterexample(struct pw_job *j, const struct pw_program *p, const struct pw_abstraction *a,
                       struct pw_closed *c);

#endif
