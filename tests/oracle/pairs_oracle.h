/* pairs_oracle.h -- does a concrete state satisfy a pair invariant? By its definition
 * (pairs/invariant.h) and the interpreter alone: no formula, no solver, no code of the engine but
 * the value that it made. */
#ifndef PW_TESTS_PAIRS_ORACLE_H
#define PW_TESTS_PAIRS_ORACLE_H

#include "pairs/invariant.h"
#include "run/interp.h"

/* False, with the reason: some pair is no key, a fact or a count fails. pre: no thread of s is at
 * an error location. */
bool pairs_oracle_holds(const struct pw_invariant *v, const struct pw_state *s,
                        struct pw_strbuf *why);
/* Does the invariant admit that a thread is at an error location? */
bool pairs_oracle_admits_error(const struct pw_invariant *v);

#endif
