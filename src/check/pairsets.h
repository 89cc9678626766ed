/* pairsets.h -- certificates of sets of pairs of threads, for finite programs whose threads look at
 * each other (doc/certificate.md, section "Pairs of threads that look at each other").
 *
 * The text lists a set A of states (s, l) of one thread, and a set I of triples (s, u, v): a shared
 * state and two local states of different threads, u of the one that comes first if the text has an
 * order, otherwise both (s, u, v) and (s, v, u). Conditions:
 *   T1  the initial states of one thread, if there can be just one, are in A;
 *   T2  A is closed under the steps of one thread: `every` holds, `some` does not;
 *   T3  no state of A is bad;
 *   T4  the initial states of two threads, as they may be part of an initial state, are in I;
 *   T5  let threads K in some order have all their pairs in I with s, no kind more than its count;
 *       let an edge of one of them, a, lead to s', with E against every other thread of K and, for
 *       each `some`, one of them that satisfies it. Then all pairs of K, moved, are in I with s'.
 *       (It is enough to look at K of a, two others or one, and one witness for each `some` at
 *       most: a pair of a larger K is one of such a part of it.)
 *   T6  no set of threads with all pairs in I (in either order), no kind more than its count, is
 *       bad.
 * Theorem: then no bad state is reachable, with any number of threads that the counts allow. Proof:
 * runs of one thread stay in A. Of a reachable state with two threads or more all pairs are in I:
 * initially by T4, and after a step by T5 with K all its threads, where E and witnesses are those
 * of the step. A bad state has a set of threads that is bad, which T6 excludes. */
#ifndef PW_CHECK_PAIRSETS_H
#define PW_CHECK_PAIRSETS_H

#include "base/bits.h"
#include "check/finite.h"

/* The local states that come after u, with one shared state. */
struct pwc_partners {
    uint64_t *bits;
    size_t words;
};

struct pwc_pairsets {
    struct pwc_finite p;
    bool ordered;
    uint64_t *alone;           /* A: bit s * locals + l */
    struct pwc_partners *rows; /* I: row s * locals + u */
    pw_uints *present;         /* by s: the local states with a partner, increasing */
    size_t shareds, locals, pairs;
};

/* pairsets_read.c */
void pwc_read_pairsets(struct pwc_pairsets *x, struct pwc_reader *r);
bool pwc_are_together(const struct pwc_pairsets *x, uint32_t s, uint32_t u, uint32_t v);
static inline bool pwc_is_alone(const struct pwc_pairsets *x, uint32_t s, uint32_t l)
{
    return pw_bits_has(x->alone, s * x->locals + l);
}
_Noreturn void pwc_pairsets_fail(const struct pwc_pairsets *x, const char *what);

/* pairsets_step.c: T5. */
void pwc_check_moves(struct pwc_pairsets *x);

#endif
