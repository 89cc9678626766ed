#include "logic/diff.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

#define DRIFT ((int64_t)1 << 60)

void pw_diff_init(struct pw_diff *d)
{
    memset(d, 0, sizeof *d);
    pw_diff_new_node(d);
}

void pw_diff_clear(struct pw_diff *d)
{
    pw_vec_clear(&d->nodes);
    pw_vec_clear(&d->edges);
    pw_vec_clear(&d->heap);
    pw_vec_clear(&d->touched);
}

uint32_t pw_diff_new_node(struct pw_diff *d)
{
    struct pw_diff_node node = {.out = -1, .parent = -1, .heap = -1};
    if (d->nodes.n > 0) node.potential = d->nodes.at[0].potential;
    pw_vec_push(&d->nodes, node);
    return (uint32_t)d->nodes.n - 1;
}

void pw_diff_drop_nodes(struct pw_diff *d, size_t keep)
{
    assert(d->edges.n == 0 && keep <= d->nodes.n);
    d->nodes.n = keep;
}

/* Heap of nodes by gain, lowest first, ties by number. */

static bool before(const struct pw_diff *d, uint32_t a, uint32_t b)
{
    assert(a < d->nodes.n);
    assert(b < d->nodes.n);
    int64_t x = d->nodes.at[a].gain, y = d->nodes.at[b].gain;
    return x < y || (x == y && a < b);
}

static void put_at(struct pw_diff *d, size_t i, uint32_t v)
{
    assert(i < d->heap.n);
    d->heap.at[i] = v;
    assert(v < d->nodes.n);
    d->nodes.at[v].heap = (int32_t)i;
}

static void up(struct pw_diff *d, size_t i)
{
    assert(i < d->heap.n);
    uint32_t v = d->heap.at[i];
    for (; i > 0 && before(d, v, d->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
        put_at(d, i, d->heap.at[(i - 1) / 2]);
    put_at(d, i, v);
}

static uint32_t take_lowest(struct pw_diff *d)
{
    uint32_t top = d->heap.at[0], v = pw_vec_pop(&d->heap);
    assert(top < d->nodes.n);
    d->nodes.at[top].heap = -1;
    if (d->heap.n == 0) return top;
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < d->heap.n; i = child) {
        if (child + 1 < d->heap.n && before(d, d->heap.at[child + 1], d->heap.at[child])) child++;
        if (!before(d, d->heap.at[child], v)) break;
        assert(child < d->heap.n);
        put_at(d, i, d->heap.at[child]);
    }
    put_at(d, i, v);
    return top;
}

/* Repair. */

static void demand(struct pw_diff *d, uint32_t v, int64_t gain, int32_t edge)
{
    assert(v < d->nodes.n);
    struct pw_diff_node *node = &d->nodes.at[v];
    if (gain >= node->gain) return;
    if (node->heap < 0) {
        pw_vec_push(&d->heap, v);
        node->heap = (int32_t)d->heap.n - 1;
    }
    node->gain = gain;
    node->parent = edge;
    up(d, (size_t)node->heap);
}

static void lower(struct pw_diff *d, uint32_t v)
{
    assert(v < d->nodes.n);
    struct pw_diff_node *node = &d->nodes.at[v];
    node->old = node->potential;
    node->potential += node->gain;
    node->gain = 0;
    node->fixed = true;
    pw_vec_push(&d->touched, v);
    for (int32_t e = node->out; e >= 0; e = d->edges.at[e].next) {
        assert((size_t)e < d->edges.n);
        const struct pw_diff_edge *edge = &d->edges.at[e];
        assert(edge->to < d->nodes.n);
        const struct pw_diff_node *to = &d->nodes.at[edge->to];
        if (!to->fixed) demand(d, edge->to, node->potential + edge->weight - to->potential, e);
    }
}

static void settle(struct pw_diff *d, bool commit)
{
    while (d->heap.n > 0) {
        struct pw_diff_node *node = &d->nodes.at[pw_vec_pop(&d->heap)];
        node->heap = -1;
        node->gain = 0;
    }
    for (size_t i = 0; i < d->touched.n; i++) {
        struct pw_diff_node *node = &d->nodes.at[d->touched.at[i]];
        node->fixed = false;
        if (!commit) node->potential = node->old;
    }
    pw_vec_reset(&d->touched);
}

/* The cycle: from the source of the new edge back along the edges that asked, to its target. */
static void report_cycle(const struct pw_diff *d, int32_t last, pw_uints *tags)
{
    assert((size_t)last < d->edges.n);
    const struct pw_diff_edge *edge = &d->edges.at[last];
    pw_vec_push(tags, edge->tag);
    for (uint32_t v = edge->from; v != edge->to;) {
        const struct pw_diff_edge *step = &d->edges.at[d->nodes.at[v].parent];
        pw_vec_push(tags, step->tag);
        v = step->from;
    }
}

/* Potentials from zero: shortest distances from everywhere, by rounds; the edges are consistent. */
static void rebuild(struct pw_diff *d)
{
    for (size_t i = 0; i < d->nodes.n; i++)
        d->nodes.at[i].potential = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < d->edges.n; e++) {
            const struct pw_diff_edge *edge = &d->edges.at[e];
            assert(edge->from < d->nodes.n);
            int64_t most = d->nodes.at[edge->from].potential + edge->weight;
            if (d->nodes.at[edge->to].potential <= most) continue;
            assert(edge->to < d->nodes.n);
            d->nodes.at[edge->to].potential = most;
            changed = true;
            pw_limits_poll();
        }
    }
}

static bool repair(struct pw_diff *d, int32_t last, pw_uints *tags)
{
    assert((size_t)last < d->edges.n);
    const struct pw_diff_edge *edge = &d->edges.at[last];
    uint32_t source = edge->from;
    bool drifted = false;
    demand(d, edge->to,
           d->nodes.at[source].potential + edge->weight - d->nodes.at[edge->to].potential, last);
    while (d->heap.n > 0) {
        if (d->nodes.at[source].gain < 0) {
            report_cycle(d, last, tags);
            settle(d, false);
            return false;
        }
        uint32_t v = take_lowest(d);
        lower(d, v);
        assert(v < d->nodes.n);
        drifted |= d->nodes.at[v].potential < -DRIFT;
        pw_limits_poll();
    }
    settle(d, true);
    if (drifted) rebuild(d);
    return true;
}

bool pw_diff_add(struct pw_diff *d, uint32_t x, uint32_t y, int64_t c, uint32_t tag, pw_uints *tags)
{
    assert(x != y && -PW_DIFF_MAX <= c && c <= PW_DIFF_MAX);
    struct pw_diff_edge edge = {
        .from = y, .to = x, .tag = tag, .next = d->nodes.at[y].out, .weight = c};
    int32_t e = (int32_t)d->edges.n;
    pw_vec_push(&d->edges, edge);
    assert(y < d->nodes.n);
    d->nodes.at[y].out = e;
    if (d->nodes.at[x].potential - d->nodes.at[y].potential <= c) return true;
    return repair(d, e, tags);
}

void pw_diff_remove(struct pw_diff *d)
{
    struct pw_diff_edge edge = pw_vec_pop(&d->edges);
    assert(edge.from < d->nodes.n);
    d->nodes.at[edge.from].out = edge.next;
}
