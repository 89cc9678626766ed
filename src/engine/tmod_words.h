/* tmod_words.h -- split invariants in words: context by context, who can be where. */
#ifndef PW_ENGINE_TMOD_WORDS_H
#define PW_ENGINE_TMOD_WORDS_H

#include "engine/job.h"
#include "tmod/decide.h"

enum { PW_TMOD_MOST_WORDS = 40 };

/* "!x, a thread wrote last: it at l2, l3; the other p at L9, L10", at most PW_TMOD_MOST_WORDS
 * lines. */
void pw_tmod_words(struct pw_job *j, const struct pw_tmod_proof *proof);

/* The same for local views: thread by thread, what it can see and where it is then. */
void pw_tmod_words_views(struct pw_job *j, const struct pw_local_views *v);

/* What an unproved context shows: "p at l2 and p at l2 while !x". */
void pw_tmod_word_bad(const struct pw_tmod_result *r, struct pw_strbuf *out);

#endif
