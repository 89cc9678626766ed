#include "tmod/fix.h"

#include <assert.h>

#include "base/limits.h"

struct item {
    uint32_t row, local;
};

struct fix_ctx {
    struct pw_tmod_table *t;
    PW_VEC(struct item) queue; /* first in, first out: parents are found breadth first */
    size_t head;
    pw_space_steps steps;
};

static void add(struct fix_ctx *x, uint32_t row, uint32_t local)
{
    struct item item = {row, local};
    if (pw_tmod_table_add(x->t, row, local)) pw_vec_push(&x->queue, item);
}

/* The row of `to` where threads of the row at `position` of context k are after a step to `to`. */
static uint32_t target_row(struct pw_tmod_table *t, uint32_t k, uint32_t position, uint32_t to)
{
    struct pw_tmod_world *w = t->w;
    assert(k < t->contexts.n);
    assert(to < t->contexts.n);
    uint32_t g = t->contexts.at[k].shared, h = t->contexts.at[to].shared, n;
    uint32_t class = pw_tmod_bag_tokens(w, t->contexts.at[k].bag, &n)[position].class;
    if (pw_tmod_marks(w, g, h))
        class = pw_tmod_class_with(w, class, false);
    else if (t->contexts.at[k].bag == t->contexts.at[to].bag)
        return t->contexts.at[to].first_row + position;
    return pw_tmod_table_row(t, to, class);
}

/* Threads of the row at q stay while one of the row at p moves: there must be one besides it. */
static bool others_remain(const struct pw_tmod_table *t, uint32_t k, uint32_t p, uint32_t q)
{
    uint32_t n;
    assert(k < t->contexts.n);
    return pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n)[q].count > (p == q);
}

static bool edge_known(const struct pw_tmod_context *c, uint32_t position, uint32_t to)
{
    for (const struct pw_tmod_edge *e = c->edges; e; e = e->next)
        if (e->position == position && e->to == to) return true;
    return false;
}

/* By one look: are all members of a, which are below 64, in b? */
static bool nothing_new(const struct pw_tmod_row *a, const struct pw_tmod_row *b)
{
    return !(a->first & ~b->first) && (uint32_t)__builtin_popcountll(a->first) == a->n;
}

/* Everything known of the others in k holds in `to` as well. */
static void carry_others(struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t to)
{
    struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n);
    uint32_t n = t->w->bags.at[t->contexts.at[k].bag].n;
    for (uint32_t q = 0; q < n; q++) {
        if (!others_remain(t, k, position, q)) continue;
        uint32_t from = t->contexts.at[k].first_row + q, row = target_row(t, k, q, to);
        if (nothing_new(&t->rows.at[from], &t->rows.at[row])) continue;
        for (uint32_t i = 0; i < t->rows.at[from].n; i++)
            add(x, row, t->rows.at[from].at[i]);
    }
}

static void add_edge(struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t to)
{
    struct pw_tmod_table *t = x->t;
    /* in the same context the others stay in their rows, unless `last` goes from one to another */
    assert(k < t->contexts.n);
    if (to == k && !pw_tmod_marks(t->w, t->contexts.at[k].shared, t->contexts.at[k].shared)) return;
    if (edge_known(&t->contexts.at[k], position, to)) return;
    struct pw_tmod_edge *e = pw_arena_alloc(&t->arena, sizeof *e);
    assert(k < t->contexts.n);
    *e = (struct pw_tmod_edge){position, to, t->contexts.at[k].edges};
    t->contexts.at[k].edges = e;
    carry_others(x, k, position, to);
}

/* The context that a step of a thread of `class` in context k of t leads to, in table `out`. */
static uint32_t next_context(const struct pw_tmod_table *t, struct pw_tmod_table *out, uint32_t k,
                             uint32_t class, struct pw_space_step s, uint32_t *next_class,
                             bool *new)
{
    struct pw_tmod_world *w = t->w;
    assert(k < t->contexts.n);
    uint32_t g = t->contexts.at[k].shared;
    bool marks = pw_tmod_marks(w, g, s.shared);
    bool last = marks || w->classes.at[class].last;
    assert(class < w->classes.n);
    *next_class = pw_tmod_class_of(w, w->classes.at[class].template, s.local, last);
    uint32_t bag = pw_tmod_bag_move(w, t->contexts.at[k].bag, class, *next_class, marks);
    if (t == out && s.shared == g && bag == t->contexts.at[k].bag) {
        *new = false;
        return k;
    }
    return pw_tmod_table_context(out, s.shared, bag, new);
}

static void take_step(struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t local,
                      struct pw_space_step s)
{
    struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n);
    uint32_t n, c, class = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n)[position].class;
    bool new;
    uint32_t to = next_context(t, t, k, class, s, &c, &new);
    if (new) {
        assert(to < t->contexts.n);
        struct pw_tmod_context *made = &t->contexts.at[to];
        made->depth = t->contexts.at[k].depth + 1;
        made->parent = k;
        made->parent_class = class;
        made->parent_local = local;
    }
    add(x, pw_tmod_table_row(t, to, c), s.local);
    add_edge(x, k, position, to);
}

static void expand(struct fix_ctx *x, struct item item)
{
    struct pw_tmod_table *t = x->t;
    assert(item.row < t->rows.n);
    uint32_t k = t->rows.at[item.row].context, n;
    assert(k < t->contexts.n);
    uint32_t position = item.row - t->contexts.at[k].first_row;
    for (const struct pw_tmod_edge *e = t->contexts.at[k].edges; e; e = e->next)
        if (others_remain(t, k, e->position, position))
            add(x, target_row(t, k, position, e->to), item.local);
    uint32_t class = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n)[position].class;
    assert(class < t->w->classes.n);
    uint32_t template = t->w->classes.at[class].template;
    pw_space_steps_from(t->w->space, template, t->contexts.at[k].shared, item.local, &x->steps);
    for (size_t i = 0; i < x->steps.n; i++)
        take_step(x, k, position, item.local, x->steps.at[i]);
}

enum pw_tmod_initial pw_tmod_fix(struct pw_tmod_table *t)
{
    assert(!t->contexts.n);
    struct fix_ctx x = {.t = t};
    enum pw_tmod_initial how = pw_tmod_initial_contexts(t);
    for (uint32_t r = 0; r < t->rows.n; r++)
        for (uint32_t i = 0; i < t->rows.at[r].n; i++) {
            struct item item = {r, t->rows.at[r].at[i]};
            pw_vec_push(&x.queue, item);
        }
    while (how != PW_INITIAL_TOO_MANY && x.head < x.queue.n) {
        pw_limits_poll();
        expand(&x, x.queue.at[x.head++]);
    }
    pw_vec_clear(&x.queue);
    pw_vec_clear(&x.steps);
    return how;
}

/* --- one step, from table to table --- */

static void post_pair(const struct pw_tmod_table *from, struct pw_tmod_table *to, uint32_t k,
                      uint32_t position, struct pw_space_step s)
{
    struct pw_tmod_world *w = from->w;
    assert(k < from->contexts.n);
    uint32_t n, c, bag = from->contexts.at[k].bag;
    uint32_t class = pw_tmod_bag_tokens(w, bag, &n)[position].class;
    bool new, marks = pw_tmod_marks(w, from->contexts.at[k].shared, s.shared);
    uint32_t there = next_context(from, to, k, class, s, &c, &new);
    pw_tmod_table_add(to, pw_tmod_table_row(to, there, c), s.local);
    for (uint32_t q = 0; q < n; q++) {
        if (!others_remain(from, k, position, q)) continue;
        uint32_t d = pw_tmod_bag_tokens(w, bag, &n)[q].class;
        if (marks) d = pw_tmod_class_with(w, d, false);
        uint32_t row = pw_tmod_table_row(to, there, d);
        const struct pw_tmod_row *r = &from->rows.at[from->contexts.at[k].first_row + q];
        for (uint32_t i = 0; i < r->n; i++)
            pw_tmod_table_add(to, row, r->at[i]);
    }
}

void pw_tmod_post(const struct pw_tmod_table *from, struct pw_tmod_table *to)
{
    pw_space_steps steps = {0};
    for (uint32_t row = 0; row < from->rows.n; row++) {
        uint32_t k = from->rows.at[row].context, n;
        assert(k < from->contexts.n);
        uint32_t position = row - from->contexts.at[k].first_row;
        for (uint32_t i = 0; i < from->rows.at[row].n; i++) {
            uint32_t bag = from->contexts.at[k].bag;
            uint32_t class = pw_tmod_bag_tokens(from->w, bag, &n)[position].class;
            assert(class < from->w->classes.n);
            uint32_t template = from->w->classes.at[class].template;
            pw_limits_poll();
            pw_space_steps_from(from->w->space, template, from->contexts.at[k].shared,
                                from->rows.at[row].at[i], &steps);
            for (size_t s = 0; s < steps.n; s++)
                post_pair(from, to, k, position, steps.at[s]);
        }
    }
    pw_vec_clear(&steps);
}
