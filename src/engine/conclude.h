/* conclude.h -- what is said about a proof besides the verdict: vacuity warnings, the invariant in
 * words, the template as text. These are extras: if a limit stops them they are left out and the
 * verdict stands. Private to this folder. */
#ifndef PW_ENGINE_CONCLUDE_H
#define PW_ENGINE_CONCLUDE_H

#include "engine/closed.h"

/* "name = formula (class)" for each predicate; counts them. */
void pw_conclude_predicates(const struct pw_dual *t, struct pw_job *j);
/* What the proof consists of. Pre: the search has ended. */
void pw_conclude_proof(struct pw_job *j);
/* Certificate, basis and template text if asked for; then the extras (words and warnings after SAFE
 * only). */
void pw_conclude(struct pw_closed *c, struct pw_job *j);

#endif
