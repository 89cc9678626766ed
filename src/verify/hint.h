/* hint.h -- what the predicates failed to remember.
 *
 * A spurious run: its first k steps can be executed, step k cannot. So at some point j <= k there is a fact A about the values with
 *     every concrete run of the first j steps satisfies A,   and   A makes steps j .. k impossible,
 * an interpolant. The search looks for A among comparisons x ~ y and x ~ c of integer variables (shared, or a local of one of the
 * threads), ~ one of == != < <= > >=, and words it as a predicate: the local of a second thread as other.x. */
#ifndef PW_VERIFY_HINT_H
#define PW_VERIFY_HINT_H

#include "verify/concretise.h"
#include "verify/verify.h"

/* Appends sentences to *lines (each to be freed with pw_mem_strfree): the first step without a concrete counterpart, then facts.
 * Pre: `best` has found = PW_NO or PW_UNDECIDED for the candidate. Does at most `most_checks` solver questions. */
void pw_hint_explain(const struct pw_program *p, const struct pw_candidate *c, const struct pw_concretisation *best, uint64_t most_checks,
                     pw_lines *lines);

#endif
