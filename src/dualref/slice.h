/* slice.h -- which (shared state, local state) pairs can occur at all: a forward Cartesian
 * over-approximation of a closed template.
 *
 * J is the least set of pairs (g, l) that contains the pairs of all initial states and is closed
 * under: (g, a) and (g, p) in J, a row (g, a, p) -> (g', a', p') of R gives (g', a') and (g', p')
 * in J. In mode PAPER an active thread needs no passive one: E(s) suffices for (g', a'). So in
 * every reachable configuration (g, m) of the closure, (g, l) is in J for every thread l that is
 * not in the sink; J is the part of a certificate's invariant that says so. Computed symbolically;
 * rows are never listed. The same sets as cover/slice.h has for the encoded template, by the same
 * iteration (base/agenda.h): it is the turn of a statement beside a template when J of one of the
 * two templates grew. */
#ifndef PW_DUALREF_SLICE_H
#define PW_DUALREF_SLICE_H

#include "dualref/closure.h"

struct pw_dr_slice {
    const struct pw_closure *c;
    pw_bdd *passive; /* [template]: J over shared now, passive location, passive now */
};

/* computes J; c outlives it */
void pw_dr_slice_init(struct pw_dr_slice *s, const struct pw_closure *c);
void pw_dr_slice_clear(struct pw_dr_slice *s);

#endif
