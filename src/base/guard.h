/* guard.h -- one way out of deep work: a resource stop unwinds to the innermost guard.
 *
 * Long loops call pw_limits_poll (base/limits.h); allocation failures and reached limits throw. The
 * guard then releases every block allocated since it was entered (base/mem.h), so a stop can leave
 * from anywhere and nothing leaks. Rules for code inside a guard: results and statistics that must
 * survive a stop live in a plain struct of the caller; no object made outside is handed new blocks;
 * no file stays open across a poll (read whole files, write finished buffers). */
#ifndef PW_BASE_GUARD_H
#define PW_BASE_GUARD_H

#include <stdbool.h>
#include <stdint.h>

enum pw_stop {
    PW_STOP_NONE,   /* the body returned */
    PW_STOP_MEMORY, /* memory limit, or the system has none left */
    PW_STOP_TIME,   /* time limit of the run */
    PW_STOP_SIGNAL, /* SIGINT, SIGTERM */
    PW_STOP_BUDGET, /* the time of pw_guard_run_for is used up */
    PW_STOP_RANGE,  /* a number left the range that its representation holds */
    PW_STOP_TURN,   /* the work of pw_guard_run_turn is done */
    /* the body has its answer, in a struct of the caller, and leaves from wherever it is */
    PW_STOP_DONE
};

/* Runs body(arg). Returns why it stopped; unless PW_STOP_NONE, all memory it had allocated is
 * released. */
enum pw_stop pw_guard_run(void (*body)(void *), void *arg);

/* The same with a time budget of its own. Catches only PW_STOP_BUDGET, lets other stops pass.
 * Returns that or PW_STOP_NONE. */
enum pw_stop pw_guard_run_for(double seconds, void (*body)(void *), void *arg);

/* The same as pw_guard_run with at most `polls` polls of work (base/limits.h), or what is left of
 * an enclosing turn. Returns any stop; a turn that is over within guards inside is thrown there,
 * and again at the next poll. */
enum pw_stop pw_guard_run_turn(uint64_t polls, void (*body)(void *), void *arg);

/* Unwinds to the innermost guard. Without one: a message and abort. */
_Noreturn void pw_guard_throw(enum pw_stop why);

/* For a process that ends at the first stop: guards then do not give back memory on PW_STOP_TIME
 * and PW_STOP_SIGNAL, because millions of blocks take seconds and the system does it at once. Per
 * system thread; off at first. */
void pw_guard_ending(bool on);

const char *pw_guard_reason(enum pw_stop why); /* "time", "memory", "interrupted", ... */

#endif
