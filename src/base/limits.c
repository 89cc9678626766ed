#include "base/limits.h"

#include <signal.h>
#include <time.h>

#include "base/progress.h"

enum { MOST_POLLS_PER_LOOK = 64 };

_Thread_local int pw_limits_countdown;

static volatile sig_atomic_t interrupted;
static _Thread_local double started, deadline, budget, last_look;
static _Thread_local int stride = 1;      /* polls from one look at the clock to the next */
static _Thread_local int granted;         /* what the countdown last started from */
static _Thread_local uint64_t work, turn; /* work: polls up to that start; turn: 0 = no end */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

uint64_t pw_limits_work(void)
{
    return work + (uint64_t)(granted - pw_limits_countdown);
}

/* The next look is after `polls` polls more, or at the end of the turn. */
static void restart_countdown(int polls)
{
    work = pw_limits_work();
    if (turn && turn <= work + (uint64_t)polls) polls = turn > work ? (int)(turn - work - 1) : 0;
    granted = pw_limits_countdown = polls;
}

uint64_t pw_limits_set_turn(uint64_t until)
{
    uint64_t old = turn;
    turn = until;
    restart_countdown(0);
    return old;
}

void pw_limits_start(double seconds)
{
    started = now();
    deadline = seconds > 0 ? seconds : 0;
    budget = last_look = 0;
    stride = 1;
    restart_countdown(0);
}

double pw_limits_elapsed(void)
{
    if (started == 0) started = now();
    return now() - started;
}

double pw_limits_left(void)
{
    if (deadline <= 0) return -1;
    double left = deadline - pw_limits_elapsed();
    return left > 0 ? left : 0;
}

double pw_limits_set_budget(double until)
{
    double old = budget;
    budget = until;
    return old;
}

void pw_limits_interrupt(void)
{
    interrupted = 1;
}
void pw_limits_clear_interrupt(void)
{
    interrupted = 0;
}
int pw_limits_interrupted(void)
{
    return interrupted;
}

/* Looks often where a step between two polls is slow, seldom where it is fast. */
static void adapt(double t)
{
    double gap = t - last_look;
    last_look = t;
    if (gap > 0.02)
        stride = 1;
    else if (gap < 0.005 && stride < MOST_POLLS_PER_LOOK)
        stride *= 2;
    restart_countdown(stride);
}

static enum pw_stop due_at(double t)
{
    if (interrupted) return PW_STOP_SIGNAL;
    if (deadline > 0 && t > deadline) return PW_STOP_TIME;
    if (budget > 0 && t > budget) return PW_STOP_BUDGET;
    if (turn && pw_limits_work() >= turn) return PW_STOP_TURN;
    return PW_STOP_NONE;
}

enum pw_stop pw_limits_due(void)
{
    return due_at(pw_limits_elapsed());
}

void pw_limits_check(void)
{
    double t = pw_limits_elapsed();
    adapt(t);
    enum pw_stop why = due_at(t);
    if (why != PW_STOP_NONE) pw_guard_throw(why);
    pw_progress_tick(t);
}
