/* hint.h -- what the predicates failed to remember.
 *
 * A spurious run: its first k steps can be executed, step k cannot. So at some point j <= k there
 * is a fact A about the values with
 *     every concrete run of the first j steps satisfies A, and A makes steps j .. k impossible,
 * an interpolant. The search looks for A among comparisons x ~ y and
 * x ~ c of integer variables (shared, or a local of one of the threads), ~ one of == != < <= > >=,
 * as the formula of a predicate: the local of a second thread is other.x. */
#ifndef PW_ENGINE_HINT_H
#define PW_ENGINE_HINT_H

#include "engine/concretise.h"
#include "run/hints.h"

struct pw_hint_most {
    uint64_t checks; /* solver questions */
    uint64_t work;   /* of pw_symbolic_work */
};

/* Fills *h. Pre: `best` has found = PW_NO or PW_UNDECIDED for the candidate. */
void pw_hints_find(struct pw_hints *h, const struct pw_program *p, const struct pw_candidate *c,
                   const struct pw_concretisation *best, struct pw_hint_most most);
#endif
