/* run.h -- a run of a finite program, in numbers of its space.
 *
 * Not a pw_run (run/run.h), which pw_finite_run_values makes of it: engines that search in numbers
 * build it backwards and change its numbers, and what a step picks is found only at the end. */
#ifndef PW_FINITE_RUN_H
#define PW_FINITE_RUN_H

#include "finite/space.h"
#include "run/run.h"

/* A thread of a state: template and local state. `last` is a ghost of tmod, false elsewhere. */
struct pw_finite_thread {
    uint32_t template, local;
    bool last;
};

struct pw_finite_move {
    uint32_t thread, shared, local; /* before the step */
    struct pw_space_step step;
};

/* Threads 0 .. n-1 with their start, then who moves where. */
struct pw_finite_run {
    uint32_t shared;
    PW_VEC(struct pw_finite_thread) start;
    PW_VEC(struct pw_finite_move) moves;
};

void pw_finite_run_clear(struct pw_finite_run *r);
/* The numbers of another space of the same program instead. */
void pw_finite_run_renumber(struct pw_finite_run *r, const struct pw_space *from,
                            struct pw_space *to);
/* The same with values instead of numbers: to be replayed. The caller's. */
struct pw_run *pw_finite_run_values(const struct pw_finite_run *r, struct pw_space *s);
void pw_finite_run_reverse(struct pw_finite_run *r); /* the moves, for makers that go backwards */

#endif
