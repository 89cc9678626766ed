/* tmod_programs.h -- finite programs for tests of the thread-modular engines: those of the papers,
 * and random ones, with explicit search as judge. */
#ifndef TESTS_UNIT_TMOD_PROGRAMS_H
#define TESTS_UNIT_TMOD_PROGRAMS_H

#include "base/source.h"
#include "base/strbuf.h"
#include "prog/program.h"

/* tests/tmod/NAME.dr; *src stays with the caller. */
struct pw_program *tmod_file(const char *name, struct pw_source *src);

/* Threads of each template: as the program says, 2 where it leaves that open. */
uint64_t *tmod_counts(const struct pw_program *p);

/* By seed, with its text; NULL: the text is refused (some of the larger ones). */
struct pw_program *tmod_random(uint64_t seed, struct pw_strbuf *text);
/* Likewise, programs of one shared variable: small automata, and locks, right ones and wrong ones,
 * of which many are safe only because of what one thread did itself: there the methods differ.
 * open: the first template has any number of threads. */
struct pw_program *tmod_random_automata(uint64_t seed, bool open, struct pw_strbuf *text);
/* Explicit search with these numbers of threads: 1 violated, 0 safe, -1 not known. */
int tmod_explicit(const struct pw_program *p, const uint64_t *counts);

#endif
