/* numbers.h -- for which numbers of threads a verdict holds, and properties that ask for more than
 * there are. */
#ifndef PW_ENGINE_NUMBERS_H
#define PW_ENGINE_NUMBERS_H

#include "engine/job.h"

/* Does the input fix the number of every kind of thread? (Threads of a template without statements
 * and labels do not count.) */
bool pw_numbers_fixed(const struct pw_problem *p);
/* If it fixes some: "any number of producer, 1 of main"; otherwise empty. */
void pw_numbers_say(const struct pw_problem *p, struct pw_strbuf *out);

/* Warns of alternatives of `unsafe` that need more threads than the counts allow: they hold of no
 * state. */
void pw_numbers_warn(struct pw_job *j, const struct pw_program *p);

#endif
