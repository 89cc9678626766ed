/* composition.h -- `verify` in parts: a program whose threads have abstract threads
 * (front/dr/dr.h).
 *
 * Each thread is checked against its abstract thread (conform/conform.h). A thread that does not
 * conform, or of which that is not known, takes part as it is; what is observed then grows, so the
 * checks are made again until all of them are about the very program that is composed. That program
 * and the concrete one are contestants of one race: whichever is decided first gives the verdict.
 *
 *   the composed program is safe      SAFE: conformance carries it over, for every number of
 *                                     threads
 *   it has a replayed bad run         the run is mapped back (engine/mapback.h): UNSAFE only if the
 *                                     program itself was replayed
 *   no counterpart was found          the composed program is of no use; the concrete one goes on.
 *                                     If that has no answer: UNKNOWN abstract-threads-spurious
 *
 * Programs with `invariant` lines, and those whose threads look at each other (pw_program_uses),
 * are decided as a whole: conformance says nothing about these. So
 * are those of which a basis is asked for. */
#ifndef PW_ENGINE_COMPOSITION_H
#define PW_ENGINE_COMPOSITION_H

#include "engine/job.h"

/* Does the problem have parts, and are they wanted? */
bool pw_composition_wanted(const struct pw_job *j, const struct pw_problem *p);
/* Decides it. Pre: wanted. */
void pw_composition_run(struct pw_job *j, const struct pw_problem *p,
                        const struct pw_input_text *text);

#endif
