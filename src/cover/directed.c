#include "cover/directed.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"

enum {
    MOST_NODES = 300000,
    MOST_STEPS = 3000000,
    MOST_IMAGES = 64,   /* of one step, where tokens choose */
    MOST_AHEAD = 20000, /* steps of one way */
    MOST_TARGETS = 100, /* that are compared at the start */
    NEEDS = 30          /* looked at in about the time of one unit of work */
};

/* ---- nodes ---- */

struct key {
    uint32_t global;
    const struct pw_ideal_tok *toks;
    size_t n;
};

static bool same(const void *objects, uint32_t id, const void *key)
{
    const struct pw_forward *f = objects;
    const struct key *k = key;
    assert(id < f->nodes.n);
    const struct pw_forward_node *x = &f->nodes.at[id];
    return x->global == k->global && x->n == k->n &&
           pw_ideal_leq(k->toks, k->n, f->pool.at + x->toks, x->n) &&
           pw_ideal_leq(f->pool.at + x->toks, x->n, k->toks, k->n);
}

static uint64_t hash_of(const struct key *k)
{
    uint64_t h = k->global;
    for (size_t i = 0; i < k->n; i++) {
        h = pw_hash_mix(h, k->toks[i].local);
        h = pw_hash_mix(h, k->toks[i].many ? UINT64_MAX : (uint64_t)k->toks[i].count);
    }
    return h;
}

/* Is transition t enabled in the tokens at hand? */
static bool enabled(const struct pw_directed *d, uint32_t t)
{
    assert(t < d->base.sys->trans.n);
    const struct pw_trans *x = &d->base.sys->trans.at[t];
    assert(x->pre <= d->base.sys->tokens.n);
    return pw_ideal_has(d->base.now.at, d->base.now.n, d->base.sys->tokens.at + x->pre, x->npre);
}

static void list_entries(struct pw_directed *d, uint32_t global, uint32_t local)
{
    const struct pw_pre_entry *e;
    size_t n = pw_forward_entries(&d->base, global, local, &e);
    for (size_t i = 0; i < n; i++)
        if (enabled(d, e[i].trans)) pw_vec_push(&d->enabled, e[i].trans);
}

static int compare_legs(const void *a, const void *b)
{
    const struct pw_distance_leg *x = a, *y = b;
    return PW_ORDER(x->trans, y->trans);
}

static bool is_counted_on(const struct pw_directed *d, uint32_t trans)
{
    size_t at = PW_FIRST(i, 0, d->sorted.n, d->sorted.at[i].trans >= trans);
    return d->way.n && at < d->sorted.n && d->sorted.at[at].trans == trans;
}

static void load(struct pw_directed *d, uint32_t node)
{
    struct pw_forward *f = &d->base;
    assert(node < f->nodes.n);
    const struct pw_forward_node *x = &f->nodes.at[node];
    f->now.n = 0;
    for (size_t i = 0; i < x->n; i++)
        pw_vec_push(&f->now, f->pool.at[x->toks + i]);
}

/* The number under which the next step waits. */
static uint32_t newest(const struct pw_directed *d)
{
    assert(d->steps.n < UINT32_MAX);
    return UINT32_MAX - (uint32_t)d->steps.n;
}

/* Lets the steps from the node wait, which is `far` away. */
static void add_steps(struct pw_directed *d, uint32_t node, int64_t far)
{
    struct pw_forward *f = &d->base;
    assert(node < f->nodes.n);
    uint32_t global = f->nodes.at[node].global;
    load(d, node);
    d->enabled.n = d->sorted.n = 0;
    for (size_t i = 0; i < f->now.n; i++)
        list_entries(d, global, f->now.at[i].local);
    list_entries(d, global, PW_NO_PRE);
    for (size_t i = 0; i < d->way.n; i++)
        pw_vec_push(&d->sorted, d->way.at[i]);
    if (d->sorted.n > 1) qsort(d->sorted.at, d->sorted.n, sizeof *d->sorted.at, compare_legs);
    d->work += d->enabled.n / 16;
    for (size_t i = d->enabled.n; i-- > 0;) {
        uint32_t t = d->enabled.at[i];
        struct pw_directed_step s = {node, t};
        /* of equal keys the newest first */
        pw_queue_push(&d->heap, 2 * far + (is_counted_on(d, t) ? 0 : 3), newest(d));
        pw_vec_push(&d->steps, s);
    }
}

/* Measures the node and lets its steps wait; one that seems out of reach has none. */
static int64_t open_node(struct pw_directed *d, uint32_t node)
{
    struct pw_forward *f = &d->base;
    assert(node < f->nodes.n);
    struct pw_forward_node *x = &f->nodes.at[node];
    uint64_t before = pw_distance_spent(d->distance);
    assert(!x->active);
    x->active = true;
    int64_t far =
        pw_distance_of(d->distance, x->global, f->pool.at + x->toks, x->n, d->target, &d->way);
    d->work += 1 + (pw_distance_spent(d->distance) - before) / NEEDS;
    if (far == 0) f->found = node, f->target = d->target, f->met = true;
    if (far > INT64_MAX / 4 && far != PW_FAR) far = INT64_MAX / 4;
    if (far > 0 && far < PW_FAR) add_steps(d, node, far);
    return far;
}

/* d->made := the node of this image, new or known. */
static bool take_image(void *self, uint32_t trans, const struct pw_ideal_tok *toks, size_t n)
{
    struct pw_directed *d = self;
    struct pw_forward *f = &d->base;
    assert(trans < f->sys->trans.n);
    struct key k = {f->sys->trans.at[trans].to, toks, n};
    uint64_t hash = hash_of(&k);
    d->work += 1 + n / 32;
    f->stats->forward_images++;
    int64_t known = pw_table_find(&d->index, hash, same, f, &k);
    if (known != PW_TABLE_NONE) {
        d->made = (uint32_t)known;
        return d->all;
    }
    struct pw_forward_node x = {.toks = f->pool.n,
                                .n = n,
                                .global = k.global,
                                .parent = f->current,
                                .trans = trans,
                                .depth = f->nodes.at[f->current].depth + 1};
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&f->pool, toks[i]);
    d->made = (uint32_t)f->nodes.n;
    pw_vec_push(&f->nodes, x);
    pw_table_add(&d->index, hash, d->made);
    f->stats->forward_nodes++;
    if (d->all) pw_vec_push(&d->fresh, d->made);
    return d->all && d->fresh.n < MOST_IMAGES;
}

/* One step of the way from `node`, if it can be made. */
static bool follow_once(struct pw_directed *d, uint32_t *node, uint32_t trans)
{
    struct pw_forward *f = &d->base;
    load(d, *node);
    if (f->sys->trans.at[trans].from != f->nodes.at[*node].global || !enabled(d, trans))
        return false;
    f->current = *node;
    d->made = PW_NO_NODE;
    d->all = false;
    pw_ideal_post(f->scratch, f->sys, trans, f->now.at, f->now.n, f->drop, take_image, d);
    if (d->made == PW_NO_NODE) return false;
    *node = d->made;
    return true;
}

/* Makes the steps of d->kept, in their order, and returns where they lead. Those that cannot be
 * made are left out, or (strict) end it. */
static uint32_t follow_way(struct pw_directed *d, uint32_t node, bool strict)
{
    unsigned steps = 0;
    for (size_t i = 0; i < d->kept.n; i++) {
        int64_t left = d->kept.at[i].times;
        while (left > 0 && steps < MOST_AHEAD && follow_once(d, &node, d->kept.at[i].trans)) {
            pw_limits_poll();
            left--;
            steps++;
        }
        if (strict && left > 0) break;
    }
    return node;
}

/* From the node just opened, which is `far` away, to one that is nearer, opened; or PW_NO_NODE. */
static uint32_t go_nearer(struct pw_directed *d, uint32_t node, int64_t *far)
{
    const struct pw_forward *f = &d->base;
    d->kept.n = 0;
    for (size_t i = 0; i < d->way.n; i++)
        pw_vec_push(&d->kept, d->way.at[i]);
    for (int strict = 1; strict >= 0; strict--) {
        uint32_t to = follow_way(d, node, strict);
        if (f->nodes.at[to].active || f->nodes.n >= MOST_NODES) continue;
        int64_t now = open_node(d, to);
        if (now >= *far) continue;
        *far = now;
        return to;
    }
    return PW_NO_NODE;
}

/* Opens the node, and where its way leads, as long as that is nearer. */
static void look_ahead(struct pw_directed *d, uint32_t node)
{
    if (d->base.nodes.at[node].active || d->base.nodes.n >= MOST_NODES) return;
    int64_t far = open_node(d, node);
    while (far > 0 && far < PW_FAR && node != PW_NO_NODE)
        node = go_nearer(d, node, &far);
}

static void make_step(struct pw_directed *d)
{
    struct pw_directed_step s = d->steps.at[UINT32_MAX - pw_queue_pop(&d->heap).id];
    struct pw_forward *f = &d->base;
    load(d, s.node);
    f->current = s.node;
    d->all = true;
    d->fresh.n = 0;
    d->made = PW_NO_NODE;
    pw_ideal_post(f->scratch, f->sys, s.trans, f->now.at, f->now.n, f->drop, take_image, d);
    if (d->fresh.n == 0 && d->made != PW_NO_NODE) pw_vec_push(&d->fresh, d->made);
    for (size_t i = 0; i < d->fresh.n && f->found == PW_NO_NODE; i++)
        look_ahead(d, d->fresh.at[i]);
}

/* The target that is nearest to a root. */
static uint32_t choose_target(struct pw_directed *d)
{
    struct pw_forward *f = &d->base;
    uint32_t best = 0;
    int64_t least = PW_FAR;
    for (uint32_t t = 0; t < f->sys->targets.n && t < MOST_TARGETS; t++)
        for (size_t i = 0; i < f->nodes.n; i++) {
            const struct pw_forward_node *x = &f->nodes.at[i];
            int64_t far =
                pw_distance_of(d->distance, x->global, f->pool.at + x->toks, x->n, t, NULL);
            if (far < least) least = far, best = t;
        }
    return best;
}

void pw_directed_init(struct pw_directed *d, const struct pw_system *sys,
                      const struct pw_slice *slice, struct pw_cover_stats *stats)
{
    memset(d, 0, sizeof *d);
    pw_forward_init(&d->base, sys, slice, stats);
    d->distance = pw_distance_new(sys, d->base.useful);
    if (sys->targets.n == 0) return;
    d->target = choose_target(d);
    uint32_t roots = (uint32_t)d->base.nodes.n;
    d->base.found = PW_NO_NODE;
    for (uint32_t i = 0; i < roots; i++)
        d->base.nodes.at[i].active = false;
    for (uint32_t i = 0; i < roots && d->base.found == PW_NO_NODE; i++)
        look_ahead(d, i);
}

void pw_directed_clear(struct pw_directed *d)
{
    pw_forward_clear(&d->base);
    pw_distance_free(d->distance);
    pw_table_clear(&d->index);
    pw_vec_clear(&d->heap);
    pw_vec_clear(&d->steps);
    pw_vec_clear(&d->way);
    pw_vec_clear(&d->sorted);
    pw_vec_clear(&d->kept);
    pw_vec_clear(&d->fresh);
    pw_vec_clear(&d->enabled);
    memset(d, 0, sizeof *d);
}

enum pw_forward_state pw_directed_run(struct pw_directed *d, uint64_t until)
{
    struct pw_forward *f = &d->base;
    while (f->found == PW_NO_NODE && d->heap.n && d->work < until) {
        pw_limits_poll();
        if (f->nodes.n >= MOST_NODES || d->steps.n >= MOST_STEPS) return PW_FORWARD_STUCK;
        make_step(d);
    }
    if (f->found != PW_NO_NODE) return PW_FORWARD_FOUND;
    return d->heap.n ? PW_FORWARD_RUNNING : PW_FORWARD_STUCK;
}
