/* smt.h -- runs SMT-LIB 2.6 scripts of the logic QF_LIA on the solver.
 *
 * Commands: set-logic, set-info, set-option, declare-const, declare-fun (constants), define-const,
 * define-fun, assert, push, pop, check-sat, check-sat-assuming, get-model, get-value,
 * get-unsat-core, get-unsat-assumptions, get-info, echo, reset, reset-assertions, exit. Terms: true
 * false not and or xor => = distinct ite let ! + - * div mod abs < <= > >= (_ divisible n);
 * products and divisors with a constant. Names of assertions (! t :named n) are tracked for unsat
 * cores once :produce-unsat-cores is true. */
#ifndef PW_LOGIC_SMT_H
#define PW_LOGIC_SMT_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/source.h"
#include "logic/solver.h"

/* Receives the output of each command as it is produced. */
typedef void pw_smt_emit(void *arg, const char *text, size_t n);

/* Runs the script until its end, `exit`, or the first error (false; diags has it). stats, unless
 * NULL, are counted up, over all solvers of the script (each reset makes one), and are right after
 * a stop too. */
bool pw_smt_run(const struct pw_source *src, struct pw_diags *diags, pw_smt_emit *emit, void *arg,
                struct pw_solver_stats *stats);

#endif
