#include "prog/flow.h"

#include <assert.h>

uint32_t pw_flow_node(struct pw_flow *f, bool inner, struct pw_pos pos)
{
    struct pw_flow_node n = {.inner = inner, .pos = pos};
    pw_vec_push(&f->nodes, n);
    return (uint32_t)f->nodes.n - 1;
}

void pw_flow_edge(struct pw_flow *f, const struct pw_flow_edge *e)
{
    uint32_t number = (uint32_t)f->edges.n + 1;
    assert(e->from < f->nodes.n);
    struct pw_flow_node *n = &f->nodes.at[e->from];
    pw_vec_push(&f->edges, *e);
    assert(number - 1 < f->edges.n);
    f->edges.at[number - 1].next = 0;
    if (n->last)
        f->edges.at[n->last - 1].next = number;
    else
        n->first = number;
    n->last = number;
}

void pw_flow_clear(struct pw_flow *f)
{
    pw_vec_clear(&f->nodes);
    pw_vec_clear(&f->edges);
}
