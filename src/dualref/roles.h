/* roles.h -- the same state in another role: sets of pairs (shared state, local state) as diagrams,
 * moved between now and next, active and passive.
 *
 * The standard form of such a set, per template, is over (shared now, passive location, passive
 * now). */
#ifndef PW_DUALREF_ROLES_H
#define PW_DUALREF_ROLES_H

#include "dualref/dual.h"

struct pw_roles {
    struct pw_dual *t;
    unsigned *to_now, *to_next;       /* between now and next, all roles */
    unsigned *to_passive, *to_active; /* between active now and passive now */
    unsigned n;
};

void pw_roles_init(struct pw_roles *r, struct pw_dual *t);
void pw_roles_clear(struct pw_roles *r);

/* The pairs of a standard set at a location, over (shared now, active now); and back. */
pw_bdd pw_roles_active(const struct pw_roles *r, pw_bdd set, uint32_t loc);
pw_bdd pw_roles_passive(const struct pw_roles *r, pw_bdd active, uint32_t loc);
/* every next variable becomes its now; pre: f has no now variable */
pw_bdd pw_roles_now(const struct pw_roles *r, pw_bdd f);
pw_bdd pw_roles_next(const struct pw_roles *r, pw_bdd f); /* the other way round */

#endif
