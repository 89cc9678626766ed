#include "cover/backward.h"

#include <assert.h>
#include <string.h>

#include "base/debug.h"
#include "base/limits.h"
#include "base/progress.h"

enum { ASK_AT_FIRST = 250000, ASK_SHARE = 4 };

/* ---- the order of waiting elements ---- */

static int64_t key_of(const struct pw_backward *b, uint32_t element, const struct pw_tok *u,
                      size_t n)
{
    int64_t total = 0;
    if (b->order == PW_ORDER_FIFO) return element;
    if (b->order == PW_ORDER_LIFO) return -(int64_t)element;
    for (size_t i = 0; i < n; i++)
        if (__builtin_add_overflow(total, u[i].count, &total)) return INT64_MAX; /* an order only */
    return total;
}

/* ---- candidates ---- */

static bool sliced_away(const struct pw_backward *b, uint32_t global, const struct pw_tok *u,
                        size_t n)
{
    if (!b->slice->occupied) return false;
    const uint64_t *r = b->slice->occupied[global];
    if (!r) return true;
    for (size_t i = 0; i < n; i++)
        if (!pw_bits_has(r, u[i].local)) return true;
    return false;
}

static void add(struct pw_backward *b, uint32_t global, const struct pw_tok *u, size_t n,
                uint32_t parent, uint32_t trans)
{
    if (sliced_away(b, global, u, n)) {
        b->stats->pruned++;
        return;
    }
    if (pw_upset_below(&b->set, global, u, n, PW_NO_ELEMENT) != PW_NO_ELEMENT) {
        b->stats->subsumed++;
        return;
    }
    if (b->linears && pw_linears_known(b->linears, global, u, n)) {
        b->stats->pruned++;
        return;
    }
    uint32_t id = pw_upset_add(&b->set, global, u, n, parent, trans, &b->stats->removed);
    b->stats->basis = b->set.live;
    if (b->set.live > b->stats->basis_most) b->stats->basis_most = b->set.live;
    struct pw_tok apart[2];
    bool last = b->together && pw_together_excluded(b->together, global, u, n, apart);
    b->stats->apart += last;
    pw_queue_push(&b->heap, last ? INT64_MAX : key_of(b, id, u, n), id);
    if (b->found == PW_NO_ELEMENT && pw_system_initial(b->sys, global, u, n, NULL)) b->found = id;
}

static bool add_predecessor(void *self, uint32_t trans, uint32_t global, const struct pw_tok *toks,
                            size_t n)
{
    struct pw_backward *b = self;
    b->work++;
    b->stats->pre_images++;
    add(b, global, toks, n, b->current, trans);
    return b->found == PW_NO_ELEMENT || b->exhaust;
}

static void add_targets(struct pw_backward *b)
{
    for (uint32_t i = 0; i < b->sys->targets.n; i++) {
        const struct pw_target *t = &b->sys->targets.at[i];
        uint32_t from = t->global == PW_ANY_GLOBAL ? 0 : t->global,
                 to = t->global == PW_ANY_GLOBAL ? b->sys->globals : t->global + 1;
        for (uint32_t g = from; g < to; g++)
            add(b, g, b->sys->tokens.at + t->toks, t->ntoks, PW_NO_ELEMENT, i);
    }
}

void pw_backward_init(struct pw_backward *b, const struct pw_system *sys,
                      const struct pw_slice *slice, struct pw_linears *linears,
                      const struct pw_together *together, const struct pw_cover_options *o,
                      struct pw_cover_stats *stats)
{
    memset(b, 0, sizeof *b);
    b->sys = sys;
    b->slice = slice;
    b->linears = linears;
    b->together = together;
    b->order = o->order;
    b->exhaust = o->exhaust;
    b->stats = stats;
    b->found = PW_NO_ELEMENT;
    b->compact_at = 4096;
    pw_pre_init(&b->pre, sys, slice);
    pw_upset_init(&b->set, sys->globals);
    add_targets(b);
}

void pw_backward_suggest(struct pw_backward *b, uint32_t global, const struct pw_tok *u, size_t n)
{
    if (!pw_system_initial(b->sys, global, u, n, NULL))
        add(b, global, u, n, PW_NO_ELEMENT, PW_NO_ELEMENT);
}

void pw_backward_clear(struct pw_backward *b)
{
    pw_pre_clear(&b->pre);
    pw_upset_clear(&b->set);
    pw_vec_clear(&b->heap);
}

/* `found` := a minimal element below it, which compaction keeps. */
static void descend(struct pw_backward *b)
{
    pw_toks u = {0};
    for (uint32_t e = b->found; e != PW_NO_ELEMENT;) {
        b->found = e;
        pw_upset_get(&b->set, e, &u);
        e = pw_upset_below(&b->set, b->set.elements.at[e].global, u.at, u.n, e);
    }
    pw_vec_clear(&u);
}

/* Drops what smaller elements made superfluous, also from the heap (the order of the numbers is
 * kept, so it stays a heap). */
static void compact(struct pw_backward *b)
{
    size_t n = b->set.elements.n, out = 0;
    uint32_t *map = PW_NEWS(uint32_t, n);
    descend(b);
    b->stats->removed += pw_upset_compact(&b->set, map);
    PW_BORDER(assert(pw_upset_check(&b->set)));
    if (b->found != PW_NO_ELEMENT) b->found = map[b->found];
    pw_queue old = b->heap;
    memset(&b->heap, 0, sizeof b->heap);
    for (size_t i = 0; i < old.n; i++) {
        struct pw_wait w = old.at[i];
        w.id = map[w.id];
        if (w.id == PW_NO_ELEMENT || !b->set.elements.at[w.id].live) continue;
        if (b->order == PW_ORDER_FIFO) w.key = w.id;
        if (b->order == PW_ORDER_LIFO) w.key = -(int64_t)w.id;
        pw_queue_push(&b->heap, w.key, w.id);
        out++;
    }
    pw_vec_clear(&old);
    PW_FREES(map, n);
    b->compact_at = b->set.elements.n * 2 < 4096 ? 4096 : b->set.elements.n * 2;
    b->stats->basis = b->set.live;
}

void pw_backward_finish(struct pw_backward *b)
{
    compact(b);
    b->stats->comparisons = b->set.comparisons;
    b->stats->basis_bytes = pw_upset_bytes(&b->set);
}

/* Tableau cells that may still be spent: a constant at first, then as much as a few times the
 * searching done so far, so that asking never costs more than a constant factor. */
uint64_t pw_backward_allowance(const struct pw_backward *b)
{
    if (!b->linears) return 0;
    uint64_t all = (ASK_AT_FIRST + ASK_SHARE * (b->stats->pre_images + b->stats->forward_images)) *
                   PW_BACKWARD_CELLS,
             spent = pw_linears_spent(b->linears);
    return all > spent ? all - spent : 0;
}

/* Asks for a linear invariant that excludes the element; what it costs counts as work. The element
 * stays in the trie: what is above it is excluded too. */
static bool excluded(struct pw_backward *b, uint32_t id, const pw_toks *u, uint64_t until)
{
    if (!b->linears) return false;
    uint64_t before = pw_linears_spent(b->linears), most = pw_backward_allowance(b),
             turn = (until - b->work + 1) * PW_BACKWARD_CELLS;
    assert(id < b->set.elements.n);
    uint32_t global = b->set.elements.at[id].global;
    bool yes = most ? pw_linears_exclude(b->linears, global, u->at, u->n, most < turn ? most : turn)
                    : pw_linears_known(b->linears, global, u->at, u->n);
    b->work += (pw_linears_spent(b->linears) - before) / PW_BACKWARD_CELLS;
    b->gave_up |=
        (!most || pw_linears_tired(b->linears)) && b->set.elements.at[id].parent == PW_NO_ELEMENT;
    if (!yes) return false;
    b->stats->pruned++;
    b->set.elements.at[id].live = 0;
    b->stats->basis = --b->set.live;
    return true;
}

/* Puts two tokens of the element that are never together in its place, if there are such and it is
 * not these two already. */
static bool shrunk(struct pw_backward *b, uint32_t id, const pw_toks *u)
{
    struct pw_tok apart[2];
    const struct pw_upset_element e = b->set.elements.at[id];
    size_t n = b->together ? pw_together_excluded(b->together, e.global, u->at, u->n, apart) : 0;
    if (!n || pw_toks_leq(u->at, u->n, apart, n)) return false;
    assert(e.live && pw_toks_leq(apart, n, u->at, u->n));
    uint32_t less =
        pw_upset_add(&b->set, e.global, apart, n, e.parent, e.trans, &b->stats->removed);
    pw_queue_push(&b->heap, INT64_MAX, less);
    if (b->set.elements.at[id].live) b->set.elements.at[id].live = 0, b->set.live--;
    b->stats->basis = b->set.live;
    if (b->found == PW_NO_ELEMENT && pw_system_initial(b->sys, e.global, apart, n, NULL))
        b->found = less;
    return true;
}

static void expand(struct pw_backward *b, pw_toks *u, uint64_t until)
{
    uint32_t id = pw_queue_pop(&b->heap).id;
    b->work++;
    if (!b->set.elements.at[id].live) return;
    pw_upset_get(&b->set, id, u);
    if (pw_upset_below(&b->set, b->set.elements.at[id].global, u->at, u->n, id) != PW_NO_ELEMENT)
        return;
    if (b->work < until && excluded(b, id, u, until)) return;
    if (shrunk(b, id, u)) return;
    b->current = id;
    uint64_t before = b->set.comparisons;
    assert(id < b->set.elements.n);
    pw_pre_each(&b->pre, b->set.elements.at[id].global, u->at, u->n, add_predecessor, b);
    b->work += (b->set.comparisons - before) / PW_BACKWARD_NODES;
}

enum pw_backward_state pw_backward_run(struct pw_backward *b, uint64_t until)
{
    pw_toks u = {0};
    while (b->work < until && b->heap.n && (b->found == PW_NO_ELEMENT || b->exhaust)) {
        pw_limits_poll();
        pw_progress_count("minimal elements", b->set.live);
        if (b->set.elements.n >= b->compact_at)
            compact(b);
        else
            expand(b, &u, until);
    }
    pw_vec_clear(&u);
    b->stats->comparisons = b->set.comparisons;
    b->stats->basis_bytes = pw_upset_bytes(&b->set);
    if (b->found != PW_NO_ELEMENT && !b->exhaust) return PW_BACKWARD_FOUND;
    return b->heap.n                   ? PW_BACKWARD_RUNNING
           : b->found != PW_NO_ELEMENT ? PW_BACKWARD_FOUND
                                       : PW_BACKWARD_FIXPOINT;
}

void pw_backward_plan(const struct pw_backward *b, struct pw_plan *plan)
{
    pw_toks u = {0};
    uint32_t e = b->found;
    pw_upset_get(&b->set, e, &u);
    assert(e < b->set.elements.n);
    pw_plan_start(plan, b->set.elements.at[e].global, u.at, u.n);
    for (; b->set.elements.at[e].parent != PW_NO_ELEMENT; e = b->set.elements.at[e].parent) {
        pw_upset_get(&b->set, b->set.elements.at[e].parent, &u);
        pw_plan_add(plan, b->set.elements.at[e].trans, u.at, u.n);
    }
    plan->target = b->set.elements.at[e].trans;
    pw_vec_clear(&u);
}
