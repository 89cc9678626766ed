/* finite_replay.h -- runs of finite programs, found in numbers, executed by the interpreter. */
#ifndef PW_ENGINE_FINITE_REPLAY_H
#define PW_ENGINE_FINITE_REPLAY_H

#include "engine/job.h"
#include "finite/run.h"

/* Replays the run: UNSAFE if the interpreter follows it to a bad state; a warning otherwise. */
void pw_finite_replay(struct pw_job *j, struct pw_space *s, const struct pw_finite_run *run);

#endif
