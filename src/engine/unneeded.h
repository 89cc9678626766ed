/* unneeded.h -- which predicates a proof does without: the program is decided again without each in
 * turn (greedily: one that is not needed stays away), as an extra with a time budget. Private to
 * this folder. */
#ifndef PW_ENGINE_UNNEEDED_H
#define PW_ENGINE_UNNEEDED_H

#include "engine/cover_job.h"

/* Pre: the program with all its predicates is SAFE. Appends the names to result->unneeded. */
void pw_unneeded_find(struct pw_job *j, const struct pw_program *p);

#endif
