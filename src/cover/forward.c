#include "cover/forward.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "base/progress.h"
#include "cover/cone.h"

enum { MOST_NODES = 400000, MOST_WAY = 400 };

/* ---- index of transitions ---- */

static void index_transitions(struct pw_forward *f)
{
    const struct pw_system *sys = f->sys;
    uint32_t g = sys->globals;
    f->first = PW_NEWS(uint32_t, g + 1);
    for (size_t i = 0; i < sys->trans.n; i++)
        f->nentries += f->useful[i];
    f->entries = PW_NEWS(struct pw_pre_entry, f->nentries);
    for (size_t i = 0; i < sys->trans.n; i++)
        if (f->useful[i]) f->first[sys->trans.at[i].from + 1]++;
    for (uint32_t k = 0; k < g; k++)
        f->first[k + 1] += f->first[k];
    uint32_t *at = PW_NEWS(uint32_t, g);
    for (size_t i = 0; i < sys->trans.n; i++) {
        const struct pw_trans *t = &sys->trans.at[i];
        if (!f->useful[i]) continue;
        struct pw_pre_entry e = {t->npre ? sys->tokens.at[t->pre].local : PW_NO_PRE, (uint32_t)i};
        f->entries[f->first[t->from] + at[t->from]++] = e;
    }
    for (uint32_t k = 0; k < g; k++)
        if (at[k] > 1)
            qsort(f->entries + f->first[k], at[k], sizeof *f->entries, pw_pre_entry_order);
    PW_FREES(at, g);
}

/* ---- nodes ---- */

static const struct pw_ideal_tok *toks_of(const struct pw_forward *f, uint32_t node)
{
    assert(node < f->nodes.n);
    assert(f->nodes.at[node].toks <= f->pool.n);
    return f->pool.at + f->nodes.at[node].toks;
}

static void set_masks(struct pw_forward_node *x, const struct pw_ideal_tok *toks)
{
    x->mask = x->many_mask = 0;
    for (size_t i = 0; i < x->n; i++) {
        x->mask |= UINT64_C(1) << toks[i].local % 64;
        if (toks[i].many) x->many_mask |= UINT64_C(1) << toks[i].local % 64;
    }
}

static bool below(struct pw_forward *f, const struct pw_forward_node *x,
                  const struct pw_ideal_tok *xt, const struct pw_forward_node *y)
{
    if ((x->mask & ~y->mask) | (x->many_mask & ~y->many_mask)) return false;
    f->work += f->stats->comparisons++ % 16 == 0;
    assert(y->toks <= f->pool.n);
    return pw_ideal_leq(xt, x->n, f->pool.at + y->toks, y->n);
}

static bool known(struct pw_forward *f, const struct pw_forward_node *x,
                  const struct pw_ideal_tok *toks)
{
    const pw_forward_list *list = &f->by_global[x->global];
    f->work += list->n / 64;
    for (size_t i = list->n; i-- > 0;)
        if (below(f, x, toks, &f->nodes.at[list->at[i]])) return true;
    return false;
}

static void deactivate_smaller(struct pw_forward *f, const struct pw_forward_node *x)
{
    pw_forward_list *list = &f->by_global[x->global];
    size_t out = 0;
    for (size_t i = 0; i < list->n; i++) {
        struct pw_forward_node *y = &f->nodes.at[list->at[i]];
        if (below(f, y, f->pool.at + y->toks, x))
            y->active = false;
        else
            list->at[out++] = list->at[i];
    }
    list->n = out;
}

/* May a token of `local` stay where it is? */
static bool may_stay(const struct pw_relation *r, uint32_t local)
{
    const struct pw_pair *q;
    size_t n = pw_relation_from(r, local, &q);
    for (size_t i = 0; i < n; i++)
        if (q[i].to == local) return true;
    return n == 0 && r->rest == PW_REST_STAY;
}

/* Along the way from `ancestor` (exclusive) to a node made by `trans` from `parent`. */
static bool stays_on_way(const struct pw_forward *f, uint32_t local, uint32_t trans,
                         uint32_t parent, uint32_t ancestor)
{
    for (;; trans = f->nodes.at[parent].trans, parent = f->nodes.at[parent].parent) {
        assert(trans < f->sys->trans.n);
        uint32_t relation = f->sys->trans.at[trans].relation;
        if (relation != 0 && !may_stay(&f->sys->relations.at[relation], local)) return false;
        if (parent == ancestor) return true;
    }
}

/* Makes the grown locals of x many that can be repeated from ancestor a; the tokens are at the end
 * of the pool. */
static bool accelerate_from(struct pw_forward *f, struct pw_forward_node *x, uint32_t a)
{
    assert(a < f->nodes.n);
    const struct pw_forward_node *y = &f->nodes.at[a];
    struct pw_ideal_tok *toks = f->pool.at + x->toks;
    const struct pw_ideal_tok *old = f->pool.at + y->toks;
    bool any = false;
    size_t k = 0, before = x->toks;
    for (size_t i = 0; i < x->n; i++) {
        while (k < y->n && old[k].local < toks[i].local)
            k++;
        bool same = k < y->n && old[k].local == toks[i].local &&
                    (old[k].many || (!toks[i].many && old[k].count == toks[i].count));
        if (same || toks[i].many || !stays_on_way(f, toks[i].local, x->trans, x->parent, a))
            continue;
        if (!any) {
            pw_vec_reserve(&f->pool, f->pool.n + x->n);
            memcpy(f->pool.at + f->pool.n, f->pool.at + x->toks, x->n * sizeof *toks);
            x->toks = f->pool.n;
            f->pool.n += x->n;
            toks = f->pool.at + x->toks;
            old = f->pool.at + y->toks;
            any = true;
        }
        toks[i].many = true;
        toks[i].count = 0;
    }
    if (!any) return false;
    struct pw_forward_accel r = {a, before, x->n, x->accel};
    pw_vec_push(&f->accels, r);
    x->accel = (uint32_t)f->accels.n;
    set_masks(x, toks);
    return true;
}

static void accelerate(struct pw_forward *f, struct pw_forward_node *x)
{
    uint32_t a = x->parent;
    for (unsigned way = 0; a != PW_NO_NODE && way < MOST_WAY; way++) {
        assert(a < f->nodes.n);
        const struct pw_forward_node *y = &f->nodes.at[a];
        bool grown = y->global == x->global && below(f, y, f->pool.at + y->toks, x) &&
                     accelerate_from(f, x, a);
        a = grown ? x->parent : y->parent;
        if (grown) way = 0;
    }
}

static void check_targets(struct pw_forward *f, uint32_t node)
{
    assert(node < f->nodes.n);
    const struct pw_forward_node *x = &f->nodes.at[node];
    for (uint32_t i = 0; i < f->sys->targets.n; i++) {
        const struct pw_target *t = &f->sys->targets.at[i];
        if (t->global != PW_ANY_GLOBAL && t->global != x->global) continue;
        if (!pw_ideal_has(toks_of(f, node), x->n, f->sys->tokens.at + t->toks, t->ntoks)) continue;
        f->found = node;
        f->target = i;
        f->met = true;
        return;
    }
}

static void add_node(struct pw_forward *f, uint32_t global, const struct pw_ideal_tok *toks,
                     size_t n, uint32_t parent, uint32_t trans)
{
    struct pw_forward_node x = {
        .n = n, .global = global, .parent = parent, .trans = trans, .active = true};
    x.depth = parent == PW_NO_NODE ? 0 : f->nodes.at[parent].depth + 1;
    set_masks(&x, toks);
    if (known(f, &x, toks)) return;
    x.toks = f->pool.n;
    pw_vec_reserve(&f->pool, f->pool.n + n);
    if (n) memcpy(f->pool.at + x.toks, toks, n * sizeof *toks);
    f->pool.n += n;
    accelerate(f, &x);
    deactivate_smaller(f, &x);
    uint32_t id = (uint32_t)f->nodes.n;
    pw_vec_push(&f->nodes, x);
    pw_vec_push(&f->by_global[global], id);
    int64_t many = 0;
    for (size_t i = 0; i < n; i++)
        many += toks_of(f, id)[i].many;
    /* more "many" first, then shallow, then old */
    pw_queue_push(&f->heap, (int64_t)x.depth - 64 * many, id);
    f->stats->forward_nodes++;
    check_targets(f, id);
}

static void add_root(struct pw_forward *f, uint32_t box)
{
    assert(box < f->sys->boxes.n);
    const struct pw_box *b = &f->sys->boxes.at[box];
    assert(b->ranges <= f->sys->ranges.n);
    const struct pw_range *r = f->sys->ranges.at + b->ranges;
    f->now.n = 0;
    uint32_t k = 0;
    for (uint32_t l = 0; l < f->sys->locals; l++) {
        if (!b->rest_many) {
            if (k == b->nranges) break;
            l = r[k].local;
        }
        bool listed = k < b->nranges && r[k].local == l, many = listed ? r[k].many : b->rest_many;
        struct pw_ideal_tok t = {l, many, many || !listed ? 0 : r[k].hi};
        k += listed;
        if (!f->drop[l] && (t.many || t.count > 0)) pw_vec_push(&f->now, t);
    }
    add_node(f, b->global, f->now.at, f->now.n, PW_NO_NODE, box);
}

void pw_forward_init(struct pw_forward *f, const struct pw_system *sys,
                     const struct pw_slice *slice, struct pw_cover_stats *stats)
{
    memset(f, 0, sizeof *f);
    f->sys = sys;
    f->slice = slice;
    f->stats = stats;
    f->found = PW_NO_NODE;
    pw_vec_reserve(&f->pool, 1); /* so that the tokens of an empty ideal have a place */
    pw_vec_reserve(&f->now, 1);
    f->drop = PW_NEWS(uint8_t, sys->locals);
    f->useful = PW_NEWS(uint8_t, sys->trans.n);
    pw_cone(sys, slice, f->drop, f->useful);
    index_transitions(f);
    f->by_global = PW_NEWS(pw_forward_list, sys->globals);
    f->scratch = pw_ideal_scratch_new();
    for (uint32_t i = 0; i < sys->boxes.n && f->found == PW_NO_NODE; i++)
        add_root(f, i);
}

void pw_forward_clear(struct pw_forward *f)
{
    PW_FREES(f->drop, f->sys->locals);
    PW_FREES(f->useful, f->sys->trans.n);
    PW_FREES(f->first, f->sys->globals + 1);
    PW_FREES(f->entries, f->nentries);
    for (uint32_t g = 0; g < f->sys->globals; g++)
        pw_vec_clear(&f->by_global[g]);
    PW_FREES(f->by_global, f->sys->globals);
    pw_vec_clear(&f->nodes);
    pw_vec_clear(&f->accels);
    pw_vec_clear(&f->pool);
    pw_vec_clear(&f->heap);
    pw_vec_clear(&f->now);
    pw_ideal_scratch_free(f->scratch);
    memset(f, 0, sizeof *f);
}

/* ---- expansion ---- */

static bool add_image(void *self, uint32_t trans, const struct pw_ideal_tok *toks, size_t n)
{
    struct pw_forward *f = self;
    f->work += 1 + n / 32;
    f->stats->forward_images++;
    assert(trans < f->sys->trans.n);
    add_node(f, f->sys->trans.at[trans].to, toks, n, f->current, trans);
    return true;
}

size_t pw_forward_entries(const struct pw_forward *f, uint32_t global, uint32_t local,
                          const struct pw_pre_entry **first)
{
    size_t end = f->first[global + 1];
    size_t from = PW_FIRST(i, f->first[global], end, f->entries[i].local >= local), to = from;
    while (to < end && f->entries[to].local == local)
        to++;
    *first = f->entries + from;
    return to - from;
}

static bool fire_entries(struct pw_forward *f, uint32_t global, uint32_t local)
{
    const struct pw_pre_entry *e;
    size_t n = pw_forward_entries(f, global, local, &e);
    for (size_t i = 0; i < n; i++) {
        pw_limits_poll();
        if (!pw_ideal_post(f->scratch, f->sys, e[i].trans, f->now.at, f->now.n, f->drop, add_image,
                           f))
            return false;
    }
    return true;
}

static void expand(struct pw_forward *f)
{
    uint32_t node = pw_queue_pop(&f->heap).id;
    if (!f->nodes.at[node].active) return;
    assert(node < f->nodes.n);
    struct pw_forward_node x = f->nodes.at[node];
    f->work++;
    f->now.n = 0;
    for (size_t i = 0; i < x.n; i++)
        pw_vec_push(&f->now, f->pool.at[x.toks + i]);
    f->current = node;
    for (size_t i = 0; i < x.n; i++)
        fire_entries(f, x.global, f->now.at[i].local);
    fire_entries(f, x.global, PW_NO_PRE);
}

enum pw_forward_state pw_forward_run(struct pw_forward *f, uint64_t until)
{
    if (f->found != PW_NO_NODE && f->work > 0) f->found = PW_NO_NODE;
    f->work += f->work == 0;
    while (f->found == PW_NO_NODE && f->heap.n && f->work < until) {
        pw_limits_poll();
        pw_progress_count("states looked at forward", f->nodes.n);
        if (f->nodes.n > MOST_NODES) return PW_FORWARD_STUCK;
        expand(f);
    }
    if (f->found != PW_NO_NODE) return PW_FORWARD_FOUND;
    if (f->heap.n) return PW_FORWARD_RUNNING;
    return f->met ? PW_FORWARD_STUCK : PW_FORWARD_CLOSED;
}

/* The ideals over all locals: those left out of the search may hold any number, where the slice
 * allows them at all (outside it they would enable dead transitions). */
void pw_forward_export(const struct pw_forward *f, struct pw_cover_result *r)
{
    for (uint32_t i = 0; i < f->nodes.n; i++) {
        const struct pw_forward_node *x = &f->nodes.at[i];
        if (!x->active) continue;
        struct pw_ideal ideal = {.global = x->global};
        size_t k = 0;
        for (uint32_t l = 0; l < f->sys->locals; l++) {
            struct pw_ideal_tok many = {l, true, 0};
            while (k < x->n && toks_of(f, i)[k].local < l)
                k++;
            if (f->drop[l] && pw_slice_has(f->slice, x->global, l))
                pw_vec_push(&ideal.toks, many);
            else if (k < x->n && toks_of(f, i)[k].local == l)
                pw_vec_push(&ideal.toks, toks_of(f, i)[k]);
        }
        pw_vec_push(&r->ideals, ideal);
    }
}
