/* limits.h -- time and signal limits, polled by long loops.
 *
 * A signal handler only sets a flag; pw_limits_poll, called in every loop that can run long, looks
 * at flag and clock every few dozen calls and throws (base/guard.h) when the run must end. The
 * memory limit is kept by the allocator itself.
 *
 * The work clock counts polls. It does not depend on the machine: work that is cut off after so
 * many polls (a turn, PW_STOP_TURN) is cut off at the same point in every run, whatever the
 * time. */
#ifndef PW_BASE_LIMITS_H
#define PW_BASE_LIMITS_H

#include <stdint.h>

#include "base/guard.h"

/* 0 = no limit; the clock of pw_limits_elapsed starts here */
void pw_limits_start(double seconds);
/* wall seconds since pw_limits_start (or since the first call) */
double pw_limits_elapsed(void);
/* seconds to the time limit, 0 if it is past; -1: there is none */
double pw_limits_left(void);
/* for guards: elapsed time at which PW_STOP_BUDGET is thrown, 0 = none; returns the old one */
double pw_limits_set_budget(double until);
void pw_limits_interrupt(void); /* async-signal-safe: ask the run to stop */
void pw_limits_clear_interrupt(void);
int pw_limits_interrupted(void);

uint64_t pw_limits_work(void); /* polls so far */
/* the work at which PW_STOP_TURN is thrown, 0 = never; returns the old one */
uint64_t pw_limits_set_turn(uint64_t until);

extern _Thread_local int pw_limits_countdown;
void pw_limits_check(void); /* looks at once */
/* what pw_limits_check would throw now; PW_STOP_NONE if it would return */
enum pw_stop pw_limits_due(void);

static inline void pw_limits_poll(void)
{
    if (--pw_limits_countdown < 0) pw_limits_check();
}

#endif
