/* pairs_words.h -- a pair invariant in sentences, and what is said aloud with it. */
#ifndef PW_ENGINE_PAIRS_WORDS_H
#define PW_ENGINE_PAIRS_WORDS_H

#include "engine/job.h"
#include "pairs/pairs.h"

/* The invariant, the most informative sentences first, into result.words. */
void pw_pairs_words(struct pw_job *j, const struct pw_invariant *v);
/* Warns where the property holds because a place of it is never reached, or nothing ever starts. */
void pw_pairs_vacuity(struct pw_job *j, const struct pw_invariant *v);

/* Without a proof: which threads could not be shown never to be together, as hints. */
void pw_pairs_hint(struct pw_job *j, const struct pw_pairs_result *r);

#endif
