/* run.h -- a run of the n-thread program: a start, who takes which step, and what the steps pick.
 *
 * The one type for runs of programs. Whoever finds one, in whatever terms (states in a table,
 * numbers of a finite program, values of the solver, chance), gives it as such a value, and
 * run/replay.h judges and shows it. The states between are not kept: the interpreter makes them
 * again. Runs of other systems are of other kinds, since their threads have no names or no values:
 * of counter systems (cover/search.h), of templates (dualref/instance.h). */
#ifndef PW_RUN_RUN_H
#define PW_RUN_RUN_H

#include "run/interp.h"

/* A thread (from 0) takes an edge of its template. */
struct pw_schedule_step {
    uint32_t thread, edge;
};

/* Steps without values: there may be runs along it, or none. */
typedef PW_VEC(struct pw_schedule_step) pw_schedule;

struct pw_run {
    struct pw_state *start; /* owned */
    pw_schedule steps;      /* threads are those of the start */
    PW_VEC(pw_int) choices; /* of the first step as many as its edge has, then of the second ... */
};

struct pw_run *pw_run_new(struct pw_state *start); /* takes the start over */
void pw_run_free(struct pw_run *r);                /* NULL is fine */
void pw_run_reset(struct pw_run *r);               /* no step; the start stays */
/* Adds a step with choices of 0 and returns these, to be set; valid until the next step is added.
 */
pw_int *pw_run_add(struct pw_run *r, uint32_t thread, uint32_t edge);
/* Adds a step with a copy of these choices (NULL if it has none), which are not its own. */
void pw_run_take(struct pw_run *r, uint32_t thread, uint32_t edge, const pw_int *choices);

#endif
