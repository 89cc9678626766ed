/* counterexample.h -- what becomes of a bad state that the abstraction reaches: a replayed run, or an explanation. Private to this folder.
 *
 * In this order, until one succeeds; each bounded by a number of states or solver questions, so that the outcome does not depend on the machine:
 *   1. explicit search of the program with 1, 2, ... threads up to one more than in the abstract run: fewest threads, fewest steps;
 *   2. the abstract run itself, with integers found by the solver;
 *   3. the same steps taken by other threads;
 *   4. all schedules of that length with that many threads, likewise;
 * then the run is spurious: is it one of the unclosed template? which step has no counterpart, and what was forgotten? */
#ifndef PW_VERIFY_COUNTEREXAMPLE_H
#define PW_VERIFY_COUNTEREXAMPLE_H

#include "abst/abstract.h"
#include "lang/program.h"
#include "verify/closed.h"

void pw_counterexample(struct pw_job *j, const struct pw_program *p, const struct pw_abstraction *a, struct pw_closed *c);

#endif
