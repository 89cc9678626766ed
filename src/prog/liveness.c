/* Variables that nobody reads any more are set to 0, so that states that differ in them only are
 * one. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/limits.h"
#include "base/mem.h"
#include "prog/layout.h"

static bool is_temp(const struct pw_layout *l, uint32_t local)
{
    assert(local < l->x->locals.n);
    return l->x->locals.at[local].temp;
}

struct uses {
    const struct pw_layout *l;
    uint64_t *set;
};

static void use_leaf(void *arg, const struct pw_expr *e)
{
    struct uses *u = arg;
    if (e->kind == PW_EXPR_LOCAL && is_temp(u->l, e->index)) pw_bits_add(u->set, e->index);
}

/* live := live before edge e, given live after it. An assignment to a dead variable uses nothing.
 */
static void live_before(const struct pw_layout *l, const struct pw_graph_edge *e,
                        const uint64_t *after, uint64_t *live, size_t words)
{
    struct uses u = {l, live};
    memcpy(live, after, words * sizeof *live);
    for (uint32_t i = 0; i < e->action.nupdates; i++)
        if (!e->action.updates[i].shared) pw_bits_remove(live, e->action.updates[i].index);
    for (uint32_t i = 0; i < e->action.nupdates; i++) {
        const struct pw_update *up = &e->action.updates[i];
        bool dead = !up->shared && is_temp(l, up->index) && !pw_bits_has(after, up->index);
        if (!dead) pw_expr_visit(up->to, use_leaf, &u);
    }
    pw_expr_visit(e->guard, use_leaf, &u);
    for (uint32_t i = 0; i < e->action.nlooks; i++)
        pw_expr_visit(e->action.looks[i].expr, use_leaf, &u);
    for (uint32_t i = 0; i < e->action.nothers; i++)
        pw_expr_visit(e->action.others[i].to, use_leaf, &u);
}

/* Fixpoint over the edges, last ones first. live has a row of words per location. */
static void find_live(const struct pw_layout *l, uint64_t *live, size_t words)
{
    uint64_t *row = PW_NEWS(uint64_t, words);
    for (bool change = true; change;) {
        change = false;
        for (size_t i = l->edges.n; i-- > 0;) {
            pw_limits_poll();
            const struct pw_graph_edge *e = &l->g->edges.at[l->edges.at[i]];
            uint64_t *from = live + (size_t)l->number[e->from] * words;
            live_before(l, e, live + (size_t)l->number[e->to] * words, row, words);
            if (pw_bits_subset(row, from, words)) continue;
            for (size_t k = 0; k < words; k++)
                from[k] |= row[k];
            change = true;
        }
    }
    PW_FREES(row, words);
}

static void reset_dead(struct pw_layout *l, struct pw_graph_edge *e, const uint64_t *before,
                       const uint64_t *after)
{
    struct pw_expr_pool *pool = l->g->pool;
    size_t n = l->x->locals.n;
    PW_VEC(struct pw_update) u = {0};
    for (uint32_t i = 0; i < e->action.nupdates; i++) {
        const struct pw_update *up = &e->action.updates[i];
        if (up->shared || !is_temp(l, up->index) || pw_bits_has(after, up->index))
            pw_vec_push(&u, *up);
    }
    for (size_t i = pw_bits_next(before, n, 0); i < n; i = pw_bits_next(before, n, i + 1)) {
        assert(i < l->x->locals.n);
        struct pw_type t = l->x->locals.at[i].var.type;
        struct pw_update up = {false, (uint32_t)i, pw_build_zero(pool, t)};
        if (!pw_bits_has(after, i)) pw_vec_push(&u, up);
    }
    if (u.n) qsort(u.at, u.n, sizeof *u.at, pw_update_order);
    e->action.updates = pw_arena_copy(&pool->arena, u.at, u.n * sizeof *u.at);
    e->action.nupdates = (uint32_t)u.n;
    pw_vec_clear(&u);
}

void pw_layout_reset_dead(struct pw_layout *l)
{
    bool any = false;
    for (uint32_t i = 0; i < l->x->locals.n; i++)
        any = any || is_temp(l, i);
    if (!any) return;
    size_t words = pw_bits_words(l->x->locals.n), rows = l->order.n;
    uint64_t *live = PW_NEWS(uint64_t, words * rows);
    find_live(l, live, words);
    for (size_t i = 0; i < l->edges.n; i++) {
        struct pw_graph_edge *e = &l->g->edges.at[l->edges.at[i]];
        reset_dead(l, e, live + (size_t)l->number[e->from] * words,
                   live + (size_t)l->number[e->to] * words);
    }
    PW_FREES(live, words * rows);
}
