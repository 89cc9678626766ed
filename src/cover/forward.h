/* forward.h -- forward search over ideals, with acceleration (Karp-Miller style, for any counter system).
 *
 * An ideal is a global state and a vector of counts, some of them "many" (any number): it stands for all configurations below it. The search
 * starts from the initial boxes, adds the ideals that one step reaches (a passive token with several images goes every way; many
 * tokens go all ways at once), drops what is below a known ideal, and accelerates: if an ideal is above one of its ancestors in the same
 * global state, and the tokens of a grown local stay put in every relation on the way, that local becomes many, because the way can be repeated.
 *
 * If the search closes, the ideals contain all reachable configurations (the start is inside, every step stays inside, whatever was
 * accelerated): no target in them means UNCOVERED. If an ideal meets a target, a plan is made backwards along the way, repeating the loops as
 * often as the target needs; the verdict is left to the simulator. */
#ifndef PW_COVER_FORWARD_H
#define PW_COVER_FORWARD_H

#include "cover/search.h"
#include "cover/slice.h"
#include "cover/trace.h"

enum pw_forward_state { PW_FORWARD_RUNNING, PW_FORWARD_CLOSED, PW_FORWARD_FOUND, PW_FORWARD_STUCK };

struct pw_forward {
    const struct pw_system *sys;
    struct pw_forward_impl *impl;
};

void pw_forward_init(struct pw_forward *f, const struct pw_system *sys, const struct pw_slice *slice, struct pw_cover_stats *stats);
void pw_forward_clear(struct pw_forward *f);
enum pw_forward_state pw_forward_run(struct pw_forward *f, uint64_t until);
bool pw_forward_plan(struct pw_forward *f, struct pw_plan *plan); /* after FOUND; false: no plan within bounds */
void pw_forward_export(const struct pw_forward *f, struct pw_cover_result *r); /* after CLOSED: the ideals */

#endif
