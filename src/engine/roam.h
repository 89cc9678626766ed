/* roam.h -- a real run by search over symbolic states: the program with given threads, forward,
 * breadth first, for values of integers that no list of candidates has. Private to this folder.
 *
 * A symbolic state is a location per thread, a term for each shared variable and each local, and a
 * set of conditions: the guards passed. Terms and conditions speak of the arbitrary initial values
 * and of the values that steps picked. It stands for the concrete states that solutions of the
 * conditions give; a step is taken iff the solver finds one with its guard. What a thread picks is
 * named by thread, number and edge, whatever the others did meanwhile: so runs that differ in the
 * order of independent steps end in the same terms, and states that are equal up to the names of
 * threads are looked at once. Threads at private locations go first (run/alone.h).
 *
 * Nothing found here is believed: the steps are run again by engine/symbolic.h, which gives the
 * values, and replayed by the interpreter. */
#ifndef PW_ENGINE_ROAM_H
#define PW_ENGINE_ROAM_H

#include "prog/program.h"
#include "run/execution.h"

/* X(field, help) */
#define PW_ROAM_STATS(X)                                                                           \
    X(searches, "numbers of threads searched, again with more work each")                          \
    X(threads, "threads of the last search")                                                       \
    X(states, "symbolic states")                                                                   \
    X(checks, "questions to the arithmetic solver")

struct pw_roam_stats {
#define X(field, help) uint64_t field;
    PW_ROAM_STATS(X)
#undef X
};

/* A run of threads of these templates to a bad state (an `unsafe`, a failing assertion, a stated
 * invariant that does not hold), replayed; of those found with the fewest steps, but for what
 * private steps add. NULL: none within so much work (a state costs 1, a question 4). *complete
 * (may be NULL): all runs of these threads were looked at, there is none.
 * pre: n > 0. */
struct pw_execution *pw_roam_run(const struct pw_program *p, const uint32_t *templates, size_t n,
                                 uint64_t work, struct pw_roam_stats *stats, bool *complete);

/* The same with 1, 2, 3 ... threads of whatever templates, in rounds: each with twice the work and
 * one thread more, a fixed number of them. */
struct pw_execution *pw_roam_find(const struct pw_program *p, struct pw_roam_stats *stats);

/* Does it have integers at all, as variables or as values that steps pick? */
bool pw_roam_has_ints(const struct pw_program *p);

#endif
