#include "base/limits.h"

#include <signal.h>
#include <time.h>

#include "base/progress.h"

enum { MOST_POLLS_PER_LOOK = 64 };

_Thread_local int pw_limits_countdown;

static volatile sig_atomic_t interrupted;
static _Thread_local double started, deadline, budget, last_look;
static _Thread_local int stride = 1; /* polls from one look at the clock to the next */

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
    budget = last_look = 0;
    pw_limits_countdown = 0;
    stride = 1;
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
int pw_limits_interrupted(void) { return interrupted; }

/* Looks often where a step between two polls is slow, seldom where it is fast. */
static void adapt(double t)
{
    double gap = t - last_look;
    last_look = t;
    if (gap > 0.02) stride = 1;
    else if (gap < 0.005 && stride < MOST_POLLS_PER_LOOK) stride *= 2;
    pw_limits_countdown = stride;
}

static enum pw_stop due_at(double t)
{
    if (interrupted) return PW_STOP_SIGNAL;
    if (deadline > 0 && t > deadline) return PW_STOP_TIME;
    if (budget > 0 && t > budget) return PW_STOP_BUDGET;
    return PW_STOP_NONE;
}

enum pw_stop pw_limits_due(void) { return due_at(pw_limits_elapsed()); }

void pw_limits_check(void)
{
    double t = pw_limits_elapsed();
    adapt(t);
    enum pw_stop why = due_at(t);
    if (why != PW_STOP_NONE) pw_guard_throw(why);
    pw_progress_tick(t);
}
