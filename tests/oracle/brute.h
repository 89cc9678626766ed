/* brute.h -- the relations of a tiny program by enumeration of concrete states; shares no code with
 * src/.
 *
 * For fixed shared values and fixed threads 1 and 2, a further thread u contributes a mask: which
 * inter-thread predicates of 1 and 2, before and after, hold against it. The bits of a state with
 * threads 3 .. N are those of threads 1, 2 alone and-ed with the masks of the others; so the rows
 * are got from all and-s of at most N - 2 masks (repetitions are allowed), at least one if N > 2.
 *
 * Why small ranges suffice. All atoms are differences x - y ⋈ c or bounds x ⋈ c
 * (x - zero ⋈ c). A
 * satisfiable set of differences with constants of at most C in absolute value (after substitution
 * of the updates, and turned into <=) over V nodes has a solution in which every value is within C
 * times the edges of a simple path of any chosen node (shortest paths). Threads >= 3 are joined by
 * atoms to the K core nodes only (zero, shared, thread 1, thread 2, havoc), never to each other, so
 * a simple path has at most 2K edges. One core node may be fixed at 0: `zero` if there are bounds,
 * otherwise the shared integer or the integer of thread 1 (all atoms are invariant under
 * translation). Hence the range -2KC .. 2KC is complete. */
#ifndef PW_TESTS_BRUTE_H
#define PW_TESTS_BRUTE_H

#include "oracle/tiny.h"

/* A row: bits of predicates p0, p1, ... that the thread has (others are 0), flags, location of
 * thread 2. */
struct brute_row {
    /* [now, next]: bit i = predicate i; bit 16 = flag (g, or the thread's) */
    unsigned shared[2], one[2], two[2];
    int loc; /* of thread 2 */
};

struct brute {
    struct brute_row *at; /* sorted, no repetitions */
    size_t n, cap;
};

/* Rows of statement k of template t, thread 2 of template q or idle (q = -1); idle: idle threads
 * may be among 3 .. N. */
void brute_step(const struct tiny *p, int t, int k, int q, int threads, bool idle,
                struct brute *out);
/* Initial rows; next parts are 0. */
void brute_initial(const struct tiny *p, int t, int q, int threads, bool idle, struct brute *out);
bool brute_has(const struct brute *b, const struct brute_row *r);
void brute_clear(struct brute *b);

/* Is predicate i a bit of threads of template t (t = -1: a shared bit)? */
bool brute_owns(const struct tiny *p, int t, int i);

#endif
