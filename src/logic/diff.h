/* diff.h -- difference constraints x - y <= c over the integers: satisfiable iff the graph has no
 * negative cycle.
 *
 * Node 0 stands for the constant 0. A constraint x - y <= c is an edge y -> x of weight c. The
 * potential p is an integer solution of all edges present: p(x) - p(y) <= c. A new edge that p
 * violates is repaired by lowering p along shortest paths (Cotton and Maler 2006); if the repair
 * comes back to y, the edges on the way are a negative cycle, i.e. a conflict. Removal is last in,
 * first out and keeps p.
 *
 * Numbers are 64-bit: |c| <= PW_DIFF_MAX and fewer than PW_DIFF_NODES nodes, so |p| stays below
 * 2^61; p is rebuilt from zero when it has drifted. */
#ifndef PW_LOGIC_DIFF_H
#define PW_LOGIC_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

#define PW_DIFF_MAX ((int64_t)1 << 40)
enum { PW_DIFF_NODES = 1 << 19 };

struct pw_diff_edge {
    uint32_t from, to;
    uint32_t tag; /* the caller's name of the constraint */
    int32_t next; /* next edge out of `from`, or -1 */
    int64_t weight;
};

struct pw_diff_node {
    int64_t potential, old; /* old: before the repair under way */
    int64_t gain;           /* < 0: how far the potential must fall */
    int32_t out;            /* first edge or -1 */
    int32_t parent;         /* edge that asked for the gain */
    int32_t heap;           /* index or -1 */
    bool fixed;             /* potential lowered in this repair */
};

struct pw_diff {
    PW_VEC(struct pw_diff_node) nodes;
    PW_VEC(struct pw_diff_edge) edges;
    PW_VEC(uint32_t) heap;
    PW_VEC(uint32_t) touched;
};

void pw_diff_init(struct pw_diff *d); /* with node 0 */
void pw_diff_clear(struct pw_diff *d);
uint32_t pw_diff_new_node(struct pw_diff *d);
/* keeps nodes 0 .. keep-1; pre: no edges */
void pw_diff_drop_nodes(struct pw_diff *d, size_t keep);

/* Adds x - y <= c. False: the constraints contradict; tags receives those of a negative cycle (this
 * one among them), and the edge is in nevertheless: the caller removes it (pw_diff_remove) before
 * anything else. */
bool pw_diff_add(struct pw_diff *d, uint32_t x, uint32_t y, int64_t c, uint32_t tag,
                 pw_uints *tags);
void pw_diff_remove(struct pw_diff *d); /* the edge added last */

static inline int64_t pw_diff_value(const struct pw_diff *d, uint32_t x)
{
    return d->nodes.at[x].potential - d->nodes.at[0].potential;
}

#endif
