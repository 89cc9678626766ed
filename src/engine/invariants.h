/* invariants.h -- the invariants that a program states, checked beside its property. Private to
 * this folder. */
#ifndef PW_ENGINE_INVARIANTS_H
#define PW_ENGINE_INVARIANTS_H

#include "engine/job.h"
#include "prog/program.h"

/* After the engines: an `invariant` is a property, too. If all are inductive, together with what
 * the pair invariant of the program says, nothing changes. Otherwise a run that breaks one is
 * looked for (UNSAFE, replayed); without one the answer is UNKNOWN invariant-not-inductive, with
 * hints. Nothing is done if a run was replayed, the search was stopped, or there are no
 * invariants. */
void pw_invariants_check(struct pw_job *j, const struct pw_program *p);

#endif
