/* tmod_words.h -- split invariants in words: context by context, who can be where. */
#ifndef PW_REPORT_TMOD_WORDS_H
#define PW_REPORT_TMOD_WORDS_H

#include "base/lines.h"
#include "base/strbuf.h"
#include "tmod/decide.h"

enum { PW_TMOD_MOST_WORDS = 40 };

/* "!x, a thread wrote last: it at l2, l3; the other p at L9, L10", at most PW_TMOD_MOST_WORDS
 * lines, unless all are wanted. */
void pw_tmod_words(const struct pw_tmod_proof *proof, bool all, pw_lines *lines);

/* The same for local views: thread by thread, what it can see and where it is then. */
void pw_tmod_words_views(const struct pw_local_views *v, bool all, pw_lines *lines);

/* What an unproved context shows: "p at l2 and p at l2 while !x". */
void pw_tmod_word_bad(const struct pw_tmod_result *r, struct pw_strbuf *out);

#endif
