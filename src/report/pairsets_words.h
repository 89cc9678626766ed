/* pairsets_words.h -- what a set of pairs says to a person.
 *
 * Local states are looked at by their location and by the variables that the property speaks of. A
 * sentence tells with which of these a thread can be together: "while a thread has st == 3: every
 * other has st == 0". What can be with everything is left out. */
#ifndef PW_REPORT_PAIRSETS_WORDS_H
#define PW_REPORT_PAIRSETS_WORDS_H

#include "base/lines.h"
#include "finite/pairset.h"

/* The first few sentences, or all. A stop on the way leaves only what all sets get. */
void pw_pairsets_words(const struct pw_pairset *x, bool all, pw_lines *lines);

#endif
