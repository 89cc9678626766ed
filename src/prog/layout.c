#include "prog/layout.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"

static void discover(struct pw_layout *l, uint32_t node)
{
    if (l->number[node] != -1) return;
    l->number[node] = -2;
    pw_vec_push(&l->order, node);
}

static int rank(enum pw_node_kind k)
{
    return k == PW_NODE_EDGES ? 0 : k == PW_NODE_END ? 1 : 2;
}

/* order := sorted by rank, and numbers. */
static void sort_locations(struct pw_layout *l)
{
    PW_VEC(uint32_t) sorted = {0};
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < l->order.n; i++)
            if (pass == rank(l->g->nodes.at[l->order.at[i]].kind))
                pw_vec_push(&sorted, l->order.at[i]);
    for (size_t i = 0; i < sorted.n; i++) {
        l->order.at[i] = sorted.at[i];
        l->number[sorted.at[i]] = (int32_t)i;
    }
    pw_vec_clear(&sorted);
}

void pw_layout_init(struct pw_layout *l, struct pw_expansion *x, struct pw_graph *g, uint32_t entry)
{
    *l = (struct pw_layout){.x = x, .g = g, .number = PW_NEWS(int32_t, g->nodes.n)};
    for (size_t i = 0; i < g->nodes.n; i++)
        l->number[i] = -1;
    discover(l, entry);
    for (size_t i = 0; i < l->order.n; i++) {
        pw_limits_poll();
        const struct pw_graph_node *n = &g->nodes.at[l->order.at[i]];
        for (uint32_t e = n->first; e; e = g->edges.at[e - 1].next) {
            pw_vec_push(&l->edges, e - 1);
            assert(e - 1 < g->edges.n);
            discover(l, g->edges.at[e - 1].to);
        }
    }
    sort_locations(l);
}

void pw_layout_clear(struct pw_layout *l)
{
    PW_FREES(l->number, l->g->nodes.n);
    pw_vec_clear(&l->order);
    pw_vec_clear(&l->edges);
}
