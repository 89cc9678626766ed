/* solver.h -- decides formulas of linear integer arithmetic, exactly and always.
 *
 * A solver works on the terms of one manager and answers sat or unsat for the conjunction of what
 * is asserted in the open scopes and of the assumptions of the call; it never gives up (a resource
 * limit unwinds to the caller's guard, after which the solver must not be used). Incremental:
 * learned facts, the search state and the simplex tableau are kept from check to check.
 *
 * Method: CDCL over the Boolean structure (logic/sat.h); constraints x - y <= c by negative cycles
 * (logic/diff.h), all others by the general simplex in exact arithmetic (logic/simplex.h), with
 * bounds propagated between forms and variables (arith_bounds.c); integrality by branching
 * and a complete reduction to bounded problems (logic/lia.h). Deterministic: the same calls give
 * the same answers, models, cores and cubes.
 *
 *   struct pw_solver *s = pw_solver_new(terms);
 *   pw_solver_assert(s, pw_term_le(terms, x, y));
 *   if (pw_solver_check(s, NULL, 0)) pw_solver_int_value(s, x, &v);
 */
#ifndef PW_LOGIC_SOLVER_H
#define PW_LOGIC_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stats.h"
#include "logic/term.h"
#include "num/int.h"

struct pw_solver;

struct pw_solver_stats {
#define STAT PW_STAT_FIELD
#include "logic/solver_stats.def"
#undef STAT
};

extern const struct pw_stat_table pw_solver_stat_table;

struct pw_solver *pw_solver_new(struct pw_terms *t); /* keeps the manager, which must outlive it */
void pw_solver_free(struct pw_solver *s);

/* Scopes. Assertions belong to the innermost open scope and disappear with it. */
void pw_solver_push(struct pw_solver *s);
void pw_solver_pop(struct pw_solver *s); /* pre: a scope is open */
size_t pw_solver_depth(const struct pw_solver *s);
void pw_solver_assert(struct pw_solver *s, pw_term formula);
/* a[0] or ... or a[n-1], without making a term of it */
void pw_solver_assert_any(struct pw_solver *s, const pw_term *a, size_t n);

/* Is there a model of the assertions in which all assumptions (any Boolean terms) are true? */
bool pw_solver_check(struct pw_solver *s, const pw_term *assume, size_t n);

/* The model of the last check, if that said true and nothing was asserted, pushed or popped since.
 * Total: any term of the manager has a value (variables unknown to the solver are 0 and false). The
 * model is a copy: other terms may be built meanwhile. */
bool pw_solver_bool_value(struct pw_solver *s, pw_term a);
void pw_solver_int_value(struct pw_solver *s, pw_term a, pw_int *value); /* value is initialised */

/* If the last check said false: a subset of its assumptions that is already inconsistent with the
 * assertions; empty if the assertions alone are. Valid until the next call. Not always minimal;
 * pw_solver_minimise_core removes members one by one while it stays inconsistent. */
const pw_term *pw_solver_core(const struct pw_solver *s, size_t *n);
const pw_term *pw_solver_minimise_core(struct pw_solver *s, size_t *n);

/* All solutions, projected: reports cubes over bits[0..n-1] (Boolean terms) whose union is exactly
 * the set
 *   { values of the bits in M : M a model of the assertions and the assumptions }.
 * cube[i] is 0 or 1, or PW_CUBE_FREE where both values belong to the set whatever the other free
 * bits are. Cubes may overlap, but each has an assignment that no earlier one has. The callback
 * returns false to stop the enumeration; it must not use the solver. Returns true iff the
 * enumeration is complete. Assertions and scopes are as before afterwards; there is no model and no
 * core. */
enum { PW_CUBE_FREE = -1 };
typedef bool pw_solver_cube_fn(void *arg, const signed char *cube);
bool pw_solver_project(struct pw_solver *s, const pw_term *assume, size_t n_assume,
                       const pw_term *bits, size_t n, pw_solver_cube_fn *report, void *arg);

const struct pw_solver_stats *pw_solver_stats(const struct pw_solver *s);
/* From now on counts into *stats, which outlives it: several solvers may share one, and it is there
 * after a stop. */
void pw_solver_count(struct pw_solver *s, struct pw_solver_stats *stats);

/* Writes every later call as SMT-LIB 2.6 commands to *out (NULL: stop), so that another solver can
 * be asked the same questions; the answer of each check stands before it as (set-info :status ...).
 * A projection is recorded as the checks with blocking clauses that find its cubes. *out outlives
 * the recording. */
void pw_solver_record(struct pw_solver *s, struct pw_strbuf *out);
/* The same for every solver made later in this system thread, each between (push 1) and (pop 1);
 * for benchmarks. */
void pw_solver_record_all(struct pw_strbuf *out);

#endif
