#include "base/limits.h"

#include <signal.h>
#include <time.h>

#include "base/guard.h"

enum { POLLS_PER_LOOK = 256 };

_Thread_local int pw_limits_countdown = POLLS_PER_LOOK;

static volatile sig_atomic_t interrupted;
static _Thread_local double started, deadline, budget;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void pw_limits_start(double seconds)
{
    started = now();
    deadline = seconds > 0 ? seconds : 0;
    budget = 0;
    pw_limits_countdown = 0;
}

double pw_limits_elapsed(void)
{
    if (started == 0) started = now();
    return now() - started;
}

double pw_limits_set_budget(double until)
{
    double old = budget;
    budget = until;
    return old;
}

void pw_limits_interrupt(void) { interrupted = 1; }
void pw_limits_clear_interrupt(void) { interrupted = 0; }

void pw_limits_check(void)
{
    pw_limits_countdown = POLLS_PER_LOOK;
    if (interrupted) pw_guard_throw(PW_STOP_SIGNAL);
    if (deadline <= 0 && budget <= 0) return;
    double t = pw_limits_elapsed();
    if (deadline > 0 && t > deadline) pw_guard_throw(PW_STOP_TIME);
    if (budget > 0 && t > budget) pw_guard_throw(PW_STOP_BUDGET);
}
