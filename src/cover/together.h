/* together.h -- which two locals can be occupied at the same time.
 *
 * A relation T over locals and a set M of locals: p in M if p can be occupied, p T q (p != q) if
 * both can be at once, p T p if two tokens can be in p. The least such that the initial boxes agree
 * and, for every transition whose `pre` M and T allow (all in M, every two of its tokens in T): let
 * C be the locals of M that are in T with every token of `pre`, the possible company of the
 * transition; then post is in M, every two tokens of post are in T, and each of them with each
 * local of C. So T and M hold in every reachable configuration: a token that is there besides `pre`
 * was there together with each token of `pre`. This is the concurrency relation of Petri nets
 * (Kovalyov), found in polynomial time. It sees what each of several automata that run side by side
 * can do, where the slice (slice.h) only sees places one by one.
 *
 * Its complement, pairs of locals that are never occupied together, is closed under predecessors.
 * So a backward search may put such a pair, or a local outside M, in the place of any element above
 * it and stays a proof of the same kind: nothing rests on T but the choice of the element.
 *
 * A global state counts as a local that holds one token while the system is in it; such a token and
 * a local that are never together are an element of that global state with this local.
 *
 * Where a transition moves passive tokens by a relation R, the company C moves, too: the locals of
 * R(C) are in M and together with post, and the images of any two of C that are together are
 * together.
 *
 * Only for systems with few global states and transitions without witnesses whose passive tokens
 * stay if nothing else is said. */
#ifndef PW_COVER_TOGETHER_H
#define PW_COVER_TOGETHER_H

#include "cover/slice.h"
#include "cover/system.h"

struct pw_together {
    uint32_t locals;
    uint32_t places; /* locals, then, if there are several, globals */
    size_t words;
    uint64_t *one; /* M */
    uint64_t *two; /* T, row by row */
};

/* NULL: not such a system, or a large one, or everything can be together. */
struct pw_together *pw_together_new(const struct pw_system *sys, const struct pw_slice *slice);
void pw_together_free(struct pw_together *t); /* t may be NULL */

/* Is (global, u) excluded by one or two of its tokens? Stores these in out and returns how many,
 * else 0. */
size_t pw_together_excluded(const struct pw_together *t, uint32_t global, const struct pw_tok *u,
                            size_t n, struct pw_tok out[2]);

#endif
