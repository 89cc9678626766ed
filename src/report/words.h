/* words.h -- the invariant in words: what SAFE rests on, as sentences over locations and
 * predicates.
 *
 * The final set of the backward search is upward closed and excludes: no reachable state is above
 * one of its minimal elements. An element is very specific ("a thread at crit with unique, fresh,
 * served, and another ..."). A *pattern* is an element with some values left open; it is excluded,
 * too, if every way to fill it in with states that can occur is above some minimal element. Each
 * element is generalised greedily to a pattern that is excluded, elements within a pattern already
 * said are skipped, and the patterns that stand for the most elements come first. */
#ifndef PW_REPORT_WORDS_H
#define PW_REPORT_WORDS_H

#include "base/lines.h"
#include "cover/search.h"
#include "dualref/states.h"

/* Patterns with a thread at an error location are left out: that there is none is the verdict.
 *
 * The basis of r over the numbered states (locals and globals of the system are those of `states`).
 * Appends at most `most` sentences; *left gets how many more there are. */
void pw_words_invariant(const struct pw_states *states, const struct pw_cover_result *r,
                        size_t most, size_t *left, pw_lines *lines);

/* The inequalities of r, as far as sentences can carry them: "when held: at most one thread at
 * crit". Appends until there are `most` lines. */
void pw_words_counts(const struct pw_states *states, const struct pw_cover_result *r, size_t most,
                     pw_lines *lines);

/* Between the files words*.c: "held", "!held" or "n == 3". */
void pw_words_field(const struct pw_field *f, uint32_t code, struct pw_strbuf *out);
/* "crit", or "client.crit" where threads of several templates act. */
void pw_words_place(const struct pw_dual *t, uint32_t loc, struct pw_strbuf *out);

#endif
