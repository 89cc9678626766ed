/* pairsets_words.h -- what a set of pairs says to a person. Private to this folder.
 *
 * Local states are looked at by their location and by the variables that the property speaks of. A
 * sentence tells with which of these a thread can be together: "while a thread has st == 3: every
 * other has st == 0". What can be with everything is left out. */
#ifndef PW_ENGINE_PAIRSETS_WORDS_H
#define PW_ENGINE_PAIRSETS_WORDS_H

#include "engine/job.h"
#include "finite/pairset.h"

void pw_pairsets_words(struct pw_job *j, const struct pw_pairset *x);

#endif
