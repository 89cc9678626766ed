/* pre.h -- minimal predecessors of an upward-closed set's element.
 *
 * For an element (g', u) and a transition t into g': take post out of u as far as it goes; send
 * each token (l, k) that remains back through t's relation, its k copies distributed over the
 * locals that can move to l in every way; if nothing remains and t needs a witness, add one token
 * that can move; add pre. (Leaving a token of post in u would only give larger results: see
 * system.h (2).) Locals outside the slice are no source. A transition that keeps the global state,
 * has the identity as relation, and puts no more of any token of u than it takes, gives only
 * elements above u; the index leaves it out. */
#ifndef PW_COVER_PRE_H
#define PW_COVER_PRE_H

#include "cover/slice.h"
#include "cover/system.h"

struct pw_pre_entry {
    uint32_t local, trans;
};
int pw_pre_entry_order(const void *a, const void *b); /* for qsort: by local, then trans */

struct pw_pre {
    const struct pw_system *sys;
    const struct pw_slice *slice;
    uint32_t *always_first, *always; /* by `to`: transitions tried on every element */
    /* by `to`: entries of the others, by the local that they increase */
    uint32_t *entry_first;
    struct pw_pre_entry *entries;
    size_t nalways, nentries;
    struct pw_pre_scratch *scratch;
};

/* Called with each predecessor (global, toks[0..n-1]), which is valid during the call. Return false
 * to stop. */
typedef bool pw_pre_found(void *self, uint32_t trans, uint32_t global, const struct pw_tok *toks,
                          size_t n);

void pw_pre_init(struct pw_pre *p, const struct pw_system *sys, const struct pw_slice *slice);
void pw_pre_clear(struct pw_pre *p);
/* Returns false if a call did. Different choices may give the same result twice. */
bool pw_pre_each(struct pw_pre *p, uint32_t global, const struct pw_tok *u, size_t n,
                 pw_pre_found *found, void *self);
/* The predecessors by one transition; pre: it leads to `global` of u. */
bool pw_pre_by(struct pw_pre *p, uint32_t trans, const struct pw_tok *u, size_t n,
               pw_pre_found *found, void *self);

#endif
