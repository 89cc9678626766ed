/* slice.h -- forward Cartesian slicing: which locals can be occupied in which global state,
 * counting nothing.
 *
 * The least family R(g) of sets of locals, and set of reached globals, such that the initial boxes
 * are inside and every transition from a reached g whose `pre` lies in R(g) leads to a reached g'
 * with post and all passive images of R(g) in R(g'). So in every reachable configuration (g, m), g
 * is reached and every occupied local is in R(g): an inductive invariant. Transitions never enabled
 * in it are dead.
 *
 * It is level 0 of thread-modular proofs (tmod/fix.h) for any number of identical threads, and
 * these two and the slice of templates (dualref/slice.h) are one iteration (base/agenda.h). The
 * turns differ: here transitions are given, may need several locals at once and move the passive
 * ones, so R(g) is looked at as a whole; in tmod a step is found when the local state it starts
 * from is, needs no other, and leaves the others where they are, so that each pair is expanded
 * once. tests/unit/test_precision.c compares the sets of all three. */
#ifndef PW_COVER_SLICE_H
#define PW_COVER_SLICE_H

#include "base/bits.h"
#include "cover/system.h"

struct pw_slice {
    uint32_t globals, locals;
    uint64_t **occupied; /* per global: words of R(g), NULL if not reached */
    uint8_t *live;       /* per transition */
    size_t ntrans, nlive;
};

void pw_slice_init(struct pw_slice *s, const struct pw_system *sys); /* computes it */
/* no slicing: everything may be occupied, nothing is dead */
void pw_slice_init_all(struct pw_slice *s, const struct pw_system *sys);
void pw_slice_clear(struct pw_slice *s);
/* how many locals can be occupied in some global state */
uint32_t pw_slice_locals(const struct pw_slice *s);

static inline bool pw_slice_has(const struct pw_slice *s, uint32_t global, uint32_t local)
{
    return !s->occupied || (s->occupied[global] && pw_bits_has(s->occupied[global], local));
}

static inline bool pw_slice_reached(const struct pw_slice *s, uint32_t global)
{
    return !s->occupied || s->occupied[global];
}

#endif
