/* named.h -- a run of a template, or of its closure, whose threads have names 0, 1, ...
 *
 * The one type for such runs: searches know how many threads are where, and give names to a run
 * that they have found (dualref/instance.c; of the counter system drcover/walk.c); it is shown
 * (report/runs.h) and made concrete (engine/concretise.h). It is no run of a program (run/run.h):
 * its local states are fields and truth values, and a thread may be dropped. */
#ifndef PW_DUALREF_NAMED_H
#define PW_DUALREF_NAMED_H

#include "dualref/states.h"

struct pw_named_move {
    uint32_t thread, to; /* a local state; PW_NO_INDEX: the thread is dropped */
};

/* The moves of a step: the thread that takes it, then the others whose local state changes. */
struct pw_named_step {
    uint32_t stmt, thread, shared; /* shared: after it */
    size_t first, n;               /* moves[first .. first + n - 1] */
};

struct pw_named_run {
    const struct pw_states *states; /* whose numbers it has */
    uint32_t shared;                /* at the start */
    pw_uints locals;                /* by thread, at the start; none: there is no run */
    PW_VEC(struct pw_named_step) steps;
    PW_VEC(struct pw_named_move) moves;
};

void pw_named_run_clear(struct pw_named_run *r);
/* Adds a step; its moves are added next, with pw_named_run_move. */
void pw_named_run_step(struct pw_named_run *r, uint32_t stmt, uint32_t thread, uint32_t shared);
void pw_named_run_move(struct pw_named_run *r, uint32_t thread, uint32_t to);
/* Takes the step: now[] has the local state of every thread. */
void pw_named_run_take(const struct pw_named_run *r, size_t step, uint32_t *now);
/* The acting thread's local state after the step. */
uint32_t pw_named_run_after(const struct pw_named_run *r, size_t step);
/* Other names: in the order of their first moves; threads that never move come later, those of
 * templates without statements last. */
void pw_named_run_by_first_move(struct pw_named_run *r);

#endif
