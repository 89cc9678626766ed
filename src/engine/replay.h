/* replay.h -- the judge of every counterexample: executes a schedule with given values by the
 * interpreter of the language. */
#ifndef PW_ENGINE_REPLAY_H
#define PW_ENGINE_REPLAY_H

#include "cert/execution.h"
#include "engine/symbolic.h"
#include "run/interp.h"

/* Runs the threads along the schedule with the values of *run. The execution if the start is
 * initial, every step is enabled as claimed and the last state is bad; NULL otherwise. */
struct pw_execution *pw_replay_schedule(const struct pw_program *p, const uint32_t *templates,
                                        size_t n, const pw_schedule *schedule,
                                        const struct pw_symbolic_run *run);

/* The same from a given start; choices[] are the values that the steps pick, one after the
 * other. */
struct pw_execution *pw_replay_from(const struct pw_state *start, const pw_schedule *schedule,
                                    const pw_int *choices, size_t nchoices);

#endif
