/* forward.h -- forward search over ideals, with acceleration (Karp-Miller style, for any counter
 * system).
 *
 * An ideal is a global state and a vector of counts, some of them "many" (any number): it stands
 * for all configurations below it. The search starts from the initial boxes, adds the ideals that
 * one step reaches (ideal.h), drops what is below a known ideal, and accelerates: if an ideal is
 * above one of its ancestors in the same global state, and the tokens of a grown local may stay put
 * in every relation on the way, that local becomes many, because the way can be repeated. Locals
 * that cannot matter to the target (cone of influence) are left out.
 *
 * If the search closes, the ideals contain all reachable configurations (the start is inside, every
 * step stays inside, whatever was accelerated): no target in them means UNCOVERED. If an ideal
 * meets a target, a plan is made backwards along the way, repeating the loops as often as the
 * target needs; the verdict is left to the simulator.
 *
 * Invariants between steps: (1) every image of an expanded node is below an active one; (2) active
 * nodes of one global state are an antichain;
 * (3) a node's parent has a smaller number. */
#ifndef PW_COVER_FORWARD_H
#define PW_COVER_FORWARD_H

#include "cover/ideal.h"
#include "cover/pre.h"
#include "cover/queue.h"
#include "cover/search.h"
#include "cover/slice.h"
#include "cover/trace.h"

enum pw_forward_state { PW_FORWARD_RUNNING, PW_FORWARD_CLOSED, PW_FORWARD_FOUND, PW_FORWARD_STUCK };

/* An acceleration of a node: the way from `ancestor` to it was repeated; `toks` is what it was
 * before. */
struct pw_forward_accel {
    uint32_t ancestor;
    size_t toks, n;
    uint32_t next; /* the acceleration before this one, + 1; 0 = none */
};

struct pw_forward_node {
    size_t toks, n;     /* forward.pool[...] */
    uint64_t mask;      /* of its locals: bit l % 64 */
    uint64_t many_mask; /* of its many locals */
    /* parent PW_NO_NODE: root, trans is the number of a box */
    uint32_t global, parent, trans, depth;
    uint32_t accel; /* newest, + 1 */
    bool active;
};

#define PW_NO_NODE UINT32_MAX
#define PW_NO_PRE UINT32_MAX

typedef PW_VEC(uint32_t) pw_forward_list;

struct pw_forward {
    const struct pw_system *sys;
    const struct pw_slice *slice;
    struct pw_cover_stats *stats;
    uint8_t *drop;   /* per local: cannot matter */
    uint8_t *useful; /* per transition */
    uint32_t *first; /* entries by `from` */
    /* by the first local of pre; PW_NO_PRE: no pre, tried always */
    struct pw_pre_entry *entries;
    size_t nentries;
    PW_VEC(struct pw_forward_node) nodes;
    PW_VEC(struct pw_forward_accel) accels;
    pw_ideal_toks pool;
    pw_forward_list *by_global; /* active nodes */
    pw_queue heap;
    struct pw_ideal_scratch *scratch;
    pw_ideal_toks now; /* tokens of the node being expanded */
    uint32_t current;
    /* a node that meets a target not yet planned for, or PW_NO_NODE */
    uint32_t found, target;
    bool met; /* some ideal has met a target */
    uint64_t work;
};

void pw_forward_init(struct pw_forward *f, const struct pw_system *sys,
                     const struct pw_slice *slice, struct pw_cover_stats *stats);
void pw_forward_clear(struct pw_forward *f);
/* Works until f->work >= until. After FOUND it may be called again: it goes on without that
 * node. */
enum pw_forward_state pw_forward_run(struct pw_forward *f, uint64_t until);
/* after FOUND; false: no plan within bounds */
bool pw_forward_plan(struct pw_forward *f, struct pw_plan *plan);
/* The transitions from `global` whose pre begins with `local` (or PW_NO_PRE): *first and their
 * number. */
size_t pw_forward_entries(const struct pw_forward *f, uint32_t global, uint32_t local,
                          const struct pw_pre_entry **first);
/* after CLOSED: the ideals */
void pw_forward_export(const struct pw_forward *f, struct pw_cover_result *r);

#endif
