/* axioms_smtlib.h -- axioms as SMT-LIB 2 text, for abst/obligations.c. */
#ifndef PW_ABST_AXIOMS_SMTLIB_H
#define PW_ABST_AXIOMS_SMTLIB_H

#include "abst/axioms.h"
#include "abst/question.h"

/* Asserts that the states before and, unless it fails, after the step of q satisfy all, as far as
 * threads 1, 2 and one more tell, or thread 2 (t2.kind, t2.pc) has failed; rest0, rest1, ...:
 * numbers of the threads beside 1 and 2, by their weights. pre: the step is written. */
void pw_axioms_assume(const struct pw_axioms *x, struct pw_question *q);

/* The questions that they hold: counting ones at the start and after every step; then stated ones,
 * from states that satisfy all of them, for three threads (of any template; kind ntemplates: there
 * is none) and restT.L others of template T at location L. */
void pw_axioms_ask(const struct pw_axioms *x, struct pw_strbuf *out);

#endif
