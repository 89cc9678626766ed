/* replay.h -- the judge of every counterexample: executes a run by the interpreter of the
 * language. */
#ifndef PW_RUN_REPLAY_H
#define PW_RUN_REPLAY_H

#include "run/execution.h"
#include "run/run.h"

/* The execution if the start is initial, every step is enabled with what it picks and the last
 * state is bad; NULL otherwise. A run of a program whose formulas are steps (prog/checked.h) is
 * judged as one of the program itself, without these steps. */
struct pw_execution *pw_replay(const struct pw_run *run);

#endif
