/* pairs_words.h -- a pair invariant in sentences; and what is left open without one. */
#ifndef PW_REPORT_PAIRS_WORDS_H
#define PW_REPORT_PAIRS_WORDS_H

#include "base/lines.h"
#include "pairs/lost.h"
#include "pairs/pairs.h"

/* The invariant, the most informative sentences first; the first few, or all. */
void pw_pairs_words(const struct pw_invariant *v, bool all, pw_lines *lines);

/* Without a proof: which threads could not be shown never to be together, and what was lost (all
 * zero: not known). Pre: the result has such threads. */
void pw_pairs_words_open(const struct pw_pairs_result *r, const struct pw_lost *lost,
                         pw_lines *lines);

#endif
