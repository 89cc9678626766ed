/* tally.h -- counted facts: how many threads have a property of one thread (PAIRS, section 3 (d)).
 *
 * A tally is the number N of threads that are in one of the views V (of one kind) and satisfy a
 * comparison p of their locals and of shared integers: "tickets below s + K". It starts at 0, for
 * V contains no view of a beginning thread. Given the pair invariant and the counting invariants,
 * bounds N <= bound(x),  N >= bound(x)             bound: a constant, x, or x - y, over shared
 * integers are tried, and those kept that are inductive together (Houdini): up(e), down(e)   how
 * many standing threads may a step turn from not p to p, and back: 0, 1 or any number, by queries
 * with one and two standing threads; N  = [p](known threads) + r,   0 <= r <= number of unknown
 * threads of the weights of V; N' = N + changes of known threads + d,   -down(e) <= d <= up(e) -
 * (known ones turned up). Like (J), bounds are claimed of states in which no thread is at an error
 * location. */
#ifndef PW_PAIRS_TALLY_H
#define PW_PAIRS_TALLY_H

#include "pairs/fix.h"

struct pw_tally_bound {
    bool upper;                  /* N <= bound, else N >= bound */
    const struct pw_expr *bound; /* over shared integers */
    bool kept;
};

/* Standing threads that a step may turn to the fact and back: 0, 1, or any number (2). */
struct pw_tally_change {
    const struct pw_step *step;
    int up, down;
};

struct pw_tally {
    uint32_t kind;
    const struct pw_expr *fact; /* over shared integers and integer locals of the kind (LOCAL) */
    bool *counted;              /* per view number below nviews: in V */
    size_t nviews;
    PW_VEC(struct pw_tally_bound) bounds;
    PW_VEC(struct pw_tally_change) changes;
};

void pw_tally_clear(struct pw_tally *t);

/* Looks for a tally whose bounds exclude every bad set of threads that the finished fixpoint f
 * leaves possible. True: *out is one. Bad keys with an error location are not excluded by tallies.
 */
bool pw_tally_prove(struct pw_fix *f, struct pw_tally *out);

#endif
