/* axioms_smtlib.h -- axioms as SMT-LIB 2 text, for abst/obligations.c. */
#ifndef PW_ABST_AXIOMS_SMTLIB_H
#define PW_ABST_AXIOMS_SMTLIB_H

#include "abst/axioms.h"
#include "abst/smtlib.h"

/* The sum of the axiom's variables, before or after the step of s. */
void pw_axioms_sum(const struct pw_axioms *x, size_t axiom, const struct pw_smtlib *s, bool after,
                   struct pw_strbuf *out);
/* Asserts that the state before the step of s satisfies all, or thread 2 (t2.kind, t2.pc) has
 * failed; rest0, rest1, ...: numbers of the threads beside 1 and 2, by their weights. */
void pw_axioms_assume(const struct pw_axioms *x, const struct pw_smtlib *s);

#endif
