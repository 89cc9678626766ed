/* directed.h -- forward search for a run, nearest to a target first.
 *
 * For targets that are many steps away: where every order of the same steps is looked at by the
 * other searches, this one follows the distance of distance.h. Best first, without acceleration and
 * without regard to how long the run is. What waits is a step (configuration, transition), not yet
 * made; its key is the distance of the configuration before it, less if the step is one of those
 * that the distance counts on. So each configuration is measured once, and most never are.
 *
 * It proves nothing: it finds a run, or goes on. Invariants between steps: (1) a node's parent has
 * a smaller number; (2) no two nodes are the same configuration. */
#ifndef PW_COVER_DIRECTED_H
#define PW_COVER_DIRECTED_H

#include "cover/distance.h"
#include "cover/forward.h"

struct pw_directed_step {
    uint32_t node, trans;
};

struct pw_directed {
    struct pw_forward base; /* nodes, index of transitions; its heap is not used */
    struct pw_distance *distance;
    struct pw_table index; /* of nodes */
    PW_VEC(struct pw_directed_step) steps;
    pw_queue heap;               /* of steps, by UINT32_MAX - their number */
    pw_distance_way way, sorted; /* of the node measured last; the same by transition */
    pw_distance_way kept;        /* the way that is being followed */
    PW_VEC(uint32_t) enabled;    /* transitions */
    PW_VEC(uint32_t) fresh;      /* nodes that one step made */
    bool all;                    /* of the images of a step all are wanted, not only one */
    uint32_t made;
    uint32_t target;
    uint64_t work;
};

void pw_directed_init(struct pw_directed *d, const struct pw_system *sys,
                      const struct pw_slice *slice, struct pw_cover_stats *stats);
void pw_directed_clear(struct pw_directed *d);
/* Works until d->work >= until: RUNNING, FOUND (pw_forward_plan of `base` makes the plan) or STUCK:
 * nothing is left, or it holds as much as it may. */
enum pw_forward_state pw_directed_run(struct pw_directed *d, uint64_t until);

#endif
