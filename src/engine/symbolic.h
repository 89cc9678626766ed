/* symbolic.h -- runs of the n-thread program along a schedule, with all values symbolic.
 *
 * The state holds, for each shared variable and each local of each thread, a term over the
 * arbitrary initial values and the choices of the steps so far; the solver holds the initial
 * condition and the guards passed. So a schedule has a concrete run iff every step of it succeeds
 * here, and a model of the solver gives its values (which the interpreter of run then replays:
 * nothing is believed before). */
#ifndef PW_ENGINE_SYMBOLIC_H
#define PW_ENGINE_SYMBOLIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "logic/solver.h"
#include "logic/term.h"
#include "run/run.h"

struct pw_symbolic;

/* Values that variables are to have, where known: of a shared variable (thread PW_NO_THREAD) or of
 * a thread's local. False: not known. A pinned variable is a constant, so a run of finite variables
 * that are all pinned asks the solver nothing hard. */
#define PW_NO_THREAD UINT32_MAX
typedef bool pw_symbolic_pin(const void *arg, uint32_t thread, uint32_t var, int64_t *value);

/* n threads of the given templates at their entries, constrained by initialisers and `init`. The
 * program must outlive it. pin (may be NULL) says initial values. */
struct pw_symbolic *pw_symbolic_new(const struct pw_program *p, const uint32_t *templates, size_t n,
                                    pw_symbolic_pin *pin, const void *arg);
/* The same threads at other locations with arbitrary values, as if in the middle of an unknown
 * run. */
struct pw_symbolic *pw_symbolic_new_at(const struct pw_program *p, const uint32_t *templates,
                                       const uint32_t *locs, size_t n);
void pw_symbolic_free(struct pw_symbolic *s);

bool pw_symbolic_feasible(struct pw_symbolic *s); /* does a concrete run follow the steps so far? */
/* Takes the edge if a concrete run exists that does; otherwise changes nothing and returns false.
 * Pre: the edge starts where the thread is. */
bool pw_symbolic_step(struct pw_symbolic *s, uint32_t thread, uint32_t edge);
/* The same, such that what the edge assigns has the pinned values afterwards. */
bool pw_symbolic_step_to(struct pw_symbolic *s, uint32_t thread, uint32_t edge,
                         pw_symbolic_pin *pin, const void *arg);
void pw_symbolic_undo(struct pw_symbolic *s); /* the last step; pre: there is one */
size_t pw_symbolic_depth(const struct pw_symbolic *s);
uint32_t pw_symbolic_loc(const struct pw_symbolic *s, uint32_t thread);
uint64_t pw_symbolic_checks(const struct pw_symbolic *s);
/* What the run has cost so far in terms and inferences, about a microsecond each: a clock that does
 * not depend on the machine. */
uint64_t pw_symbolic_work(const struct pw_symbolic *s);

/* Terms of the present state, for questions about it. */
struct pw_solver *pw_symbolic_solver(struct pw_symbolic *s);
/* Term of an expression for an active and a passive thread (any, if it reads no PASSIVE leaf) in
 * the present state. */
pw_term pw_symbolic_expr(struct pw_symbolic *s, const struct pw_expr *e, uint32_t active,
                         uint32_t passive);

/* Do threads at these locations make the state bad (an `unsafe` alternative, or a thread at an
 * error location)? */
bool pw_symbolic_bad(const struct pw_program *p, const uint32_t *templates, const uint32_t *locs,
                     size_t n);

/* A concrete run along the steps so far, the caller's. Pre: feasible. */
struct pw_run *pw_symbolic_solve(struct pw_symbolic *s);

#endif
