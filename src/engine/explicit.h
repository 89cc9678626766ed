/* explicit.h -- a real run by plain search: the program with 1, 2, ... threads, explicit states,
 * breadth first. Private to this folder. */
#ifndef PW_ENGINE_EXPLICIT_H
#define PW_ENGINE_EXPLICIT_H

#include "prog/program.h"
#include "run/execution.h"

/* threads of an explicit search; with more the solver is quicker */
enum { PW_EXPLICIT_MOST = 100 };

/* The number of threads with which searches that go up to `most` begin: 1; but each number costs a
 * search, so where most is large (above 24) the two below it. */
static inline size_t pw_explicit_first(size_t most)
{
    return most > 24 ? most - 2 : 1;
}

/* A run with the fewest threads (at most `threads`) and then the fewest steps to a bad state,
 * replayed; NULL if none is found within `most_states` states per number of threads and
 * `most_tries` starts and steps in all, or if there are more than PW_EXPLICIT_MOST threads. */
struct pw_execution *pw_explicit_run(const struct pw_program *p, size_t threads,
                                     uint64_t most_states, uint64_t most_tries);
/* The same in fewer states (run/alone.h); the run need not have the fewest steps. */
struct pw_execution *pw_explicit_reduced_run(const struct pw_program *p, size_t threads,
                                             uint64_t most_states, uint64_t most_tries);

/* The engine `explicit` on any program with counted threads: variables of type int are followed,
 * too, so it may not end. */
struct pw_job;
struct pw_problem;
void pw_explicit_decide(struct pw_job *j, const struct pw_problem *problem, bool reduced);

/* Runs with `threads` threads that choose by chance who goes on and how, `steps` steps in all; the
 * first one to a bad state, replayed, or NULL. Goes deep where a search breadth first cannot.
 * Always the same runs for the same program. */
struct pw_execution *pw_explicit_chance(const struct pw_program *p, size_t threads, uint64_t steps);

struct pw_concrete;

/* The violated property with the shortest run of a search that found one, replayed; NULL if there
 * is none. */
struct pw_execution *pw_explicit_violation(struct pw_concrete *x);

#endif
