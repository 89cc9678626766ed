/* trap.h -- traps: sets of local states that a template, once a thread is in, never leaves empty
 * (doc/closure.md).
 *
 * A trap is a set T of pairs (g, l) of the slice J such that every step of the template from (g, a)
 * to (g', a') beside threads of J
 *     keeps the active thread in:   (g, a) in T  implies  (g', a') in T;
 *     keeps the passive ones in:    (g, p) in T and a row p -> p' implies (g', p') in T or (g', a')
 *                                   in T.
 * So if some thread of a configuration is in T, some thread is in T after every step of the
 * template (where every thread takes part). If every initial state has a thread in T, then every
 * reachable configuration of the template has one: T is marked. The closure need not respect that,
 * because it may sink the last thread in T; a configuration of the closure in which a marked trap
 * is empty is reached by no run of the template. Having a thread in T is an upward-closed
 * condition, so a closure that is restricted to configurations which satisfy it stays monotone. The
 * union of traps is a trap; hence each set contains a largest one. */
#ifndef PW_DUALREF_TRAP_H
#define PW_DUALREF_TRAP_H

#include "dualref/roles.h"
#include "dualref/slice.h"

struct pw_trap_finder {
    const struct pw_dr_slice *j;
    struct pw_dual *t;
    struct pw_roles roles;
    pw_bdd *rows; /* [stmt * templates + q]: R within J */
};

void pw_trap_finder_init(struct pw_trap_finder *f, const struct pw_dr_slice *j); /* j outlives it */
void pw_trap_finder_clear(struct pw_trap_finder *f);

/* The largest trap outside `avoid`, into trap; both are [template], over (shared now, passive
 * location, passive now). Returns whether it is marked. So: is there a marked trap that a
 * configuration leaves empty? avoid = the pairs of the configuration. */
bool pw_trap_find(struct pw_trap_finder *f, const pw_bdd *avoid, pw_bdd *trap);

#endif
