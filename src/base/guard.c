#include "base/guard.h"

#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"

struct frame {
    jmp_buf env;
    struct frame *outer;
    void *mark;
    volatile enum pw_stop why; /* set between setjmp and longjmp */
};

static _Thread_local struct frame *innermost;
static _Thread_local bool ending;

void pw_guard_ending(bool on)
{
    ending = on;
}

static bool must_release(enum pw_stop why)
{
    if (why == PW_STOP_NONE) return false;
    return !ending || (why != PW_STOP_TIME && why != PW_STOP_SIGNAL);
}

enum pw_stop pw_guard_run(void (*body)(void *), void *arg)
{
    struct frame f = {.outer = innermost, .mark = pw_mem_mark(), .why = PW_STOP_NONE};
    pw_mem_gmp_enter();
    innermost = &f;
    if (!setjmp(f.env)) body(arg);
    assert(innermost == &f); /* guards end in the order in which they are nested */
    innermost = f.outer;
    if (must_release(f.why)) pw_mem_release(f.mark);
    pw_mem_gmp_leave();
    return f.why;
}

enum pw_stop pw_guard_run_for(double seconds, void (*body)(void *), void *arg)
{
    assert(seconds >= 0);
    double until = pw_limits_elapsed() + seconds, outer = pw_limits_set_budget(until);
    if (outer > 0 && outer < until) pw_limits_set_budget(outer);
    enum pw_stop why = pw_guard_run(body, arg);
    pw_limits_set_budget(outer);
    if (why != PW_STOP_NONE && why != PW_STOP_BUDGET) pw_guard_throw(why);
    return why;
}

enum pw_stop pw_guard_run_turn(uint64_t polls, void (*body)(void *), void *arg)
{
    uint64_t until = pw_limits_work() + polls, outer = pw_limits_set_turn(until);
    if (outer && outer < until) pw_limits_set_turn(outer);
    enum pw_stop why = pw_guard_run(body, arg);
    pw_limits_set_turn(outer);
    return why;
}

void pw_guard_throw(enum pw_stop why)
{
    if (!innermost) {
        fprintf(stderr, "pwqo: stopped outside any guard (%s)\n", pw_guard_reason(why));
        abort();
    }
    assert(why != PW_STOP_NONE);
    innermost->why = why;
    longjmp(innermost->env, 1);
}

const char *pw_guard_reason(enum pw_stop why)
{
    switch (why) {
    case PW_STOP_NONE:
        return "finished";
    case PW_STOP_MEMORY:
        return "memory";
    case PW_STOP_TIME:
        return "time";
    case PW_STOP_SIGNAL:
        return "interrupted";
    case PW_STOP_BUDGET:
        return "budget";
    case PW_STOP_RANGE:
        return "a number out of range";
    case PW_STOP_TURN:
        return "turn";
    case PW_STOP_DONE:
        return "done";
    }
    assert(!"a value that the enum does not have");
    return "unknown";
}
