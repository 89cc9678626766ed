/* backward.h -- the backward search: a worklist over the minimal elements of pre*(targets).
 *
 * Invariants between steps: (1) every target that J allows is above an element; (2) every
 * predecessor of an element that is not waiting is above an element, or excluded by J; (3) no
 * element but `found` is below an initial configuration, unless `exhaust`. So when nothing waits,
 * the elements with J prove that no target is reachable.
 *
 * An element that has two tokens which are never together (together.h) waits until nothing else
 * does, because no run goes through it. Then, if no linear invariant excludes it, the two tokens
 * take its place: that keeps (1) and (2). They are expanded like all others, so that no proof rests
 * on together.h. */
#ifndef PW_COVER_BACKWARD_H
#define PW_COVER_BACKWARD_H

#include "cover/linear.h"
#include "cover/pre.h"
#include "cover/queue.h"
#include "cover/search.h"
#include "cover/slice.h"
#include "cover/together.h"
#include "cover/trace.h"
#include "cover/upset.h"

enum pw_backward_state { PW_BACKWARD_RUNNING, PW_BACKWARD_FIXPOINT, PW_BACKWARD_FOUND };

/* What takes about as long as one predecessor: tableau cells, trie nodes. */
enum { PW_BACKWARD_CELLS = 1000, PW_BACKWARD_NODES = 32 };

struct pw_backward {
    const struct pw_system *sys;
    const struct pw_slice *slice;
    struct pw_linears *linears;         /* or NULL */
    const struct pw_together *together; /* or NULL */
    enum pw_cover_order order;
    bool exhaust;
    struct pw_cover_stats *stats;
    struct pw_pre pre;
    struct pw_upset set;
    pw_queue heap;
    uint32_t found;   /* element below an initial configuration, or PW_NO_ELEMENT */
    uint32_t current; /* element whose predecessors are being added */
    size_t compact_at;
    /* the linear invariants gave up on a target: worth asking again with a larger budget */
    bool gave_up;
    uint64_t work; /* predecessors so far: a deterministic clock */
};

void pw_backward_init(struct pw_backward *b, const struct pw_system *sys,
                      const struct pw_slice *slice, struct pw_linears *linears,
                      const struct pw_together *together, const struct pw_cover_options *o,
                      struct pw_cover_stats *stats);
/* Adds an element that is neither a target nor a predecessor, in the hope of a smaller proof. A
 * plan from such an element has no target, see pw_backward_plan. Nothing is added if it is below an
 * initial configuration. */
void pw_backward_suggest(struct pw_backward *b, uint32_t global, const struct pw_tok *u, size_t n);
void pw_backward_clear(struct pw_backward *b);
/* until work >= until */
enum pw_backward_state pw_backward_run(struct pw_backward *b, uint64_t until);
/* tableau cells that may be spent on asking for invariants now */
uint64_t pw_backward_allowance(const struct pw_backward *b);
/* compacts: the live elements are the minimal basis */
void pw_backward_finish(struct pw_backward *b);
/* from `found` to its target; PW_NO_ELEMENT in place of the target: to a suggested element */
void pw_backward_plan(const struct pw_backward *b, struct pw_plan *plan);

#endif
