#include "tmod/fix.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

/* New members of one row, to be expanded: a set of those below 64, or one from 64 on. */
struct item {
    uint64_t set; /* 0: one member */
    uint32_t context, position, local;
};

/* A step of a thread of the row at `position` of a context leads to context `to`. */
struct edge {
    uint32_t position, to;
    uint32_t first_row; /* of `to`, where the others keep their positions; otherwise NOWHERE */
    uint32_t next;      /* 1 + the edge of the same context that was found before; 0: none */
};

struct fix_ctx {
    struct pw_tmod_table *t;
    PW_VEC(struct item) queue; /* first in, first out: parents are found breadth first */
    size_t head;
    PW_VEC(struct edge) edges;
    PW_VEC(uint32_t) newest; /* by context: 1 + the edge found last; 0 or beyond: none */
    pw_space_steps steps;
};

/* What is done is dropped before more room is asked for. */
static void enqueue(struct fix_ctx *x, struct item item)
{
    assert(x->head <= x->queue.n);
    if (x->queue.n == x->queue.cap && x->head > x->queue.n / 2) {
        x->queue.n -= x->head;
        memmove(x->queue.at, x->queue.at + x->head, x->queue.n * sizeof *x->queue.at);
        x->head = 0;
    }
    pw_vec_push(&x->queue, item);
}

static void add_set(struct fix_ctx *x, uint32_t k, uint32_t first_row, uint32_t position,
                    uint64_t set)
{
    assert(first_row == x->t->contexts.at[k].first_row);
    uint64_t new = pw_tmod_table_add_set(x->t, first_row + position, set);
    if (!new) return;
    struct item *newest = x->queue.n > x->head ? &x->queue.at[x->queue.n - 1] : NULL;
    if (newest && newest->set && newest->context == k && newest->position == position)
        newest->set |= new;
    else
        enqueue(x, (struct item){new, k, position, 0});
}

static void add_one(struct fix_ctx *x, uint32_t k, uint32_t first_row, uint32_t position,
                    uint32_t local)
{
    if (local < 64)
        add_set(x, k, first_row, position, (uint64_t)1 << local);
    else if (pw_tmod_table_add(x->t, first_row + position, local))
        enqueue(x, (struct item){0, k, position, local});
}

/* Where threads of the row at `position` of context k are after another one's step along e. */
static uint32_t target_position(struct pw_tmod_table *t, uint32_t k, uint32_t position,
                                const struct edge *e)
{
    if (e->first_row != PW_TMOD_NOWHERE) return position;
    struct pw_tmod_world *w = t->w;
    assert(k < t->contexts.n && e->to < t->contexts.n);
    const struct pw_tmod_context *from = &t->contexts.at[k], *to = &t->contexts.at[e->to];
    uint32_t n, class = pw_tmod_bag_tokens(w, from->bag, &n)[position].class;
    if (pw_tmod_marks(w, from->shared, to->shared)) class = pw_tmod_class_with(w, class, false);
    return pw_tmod_bag_position(w, to->bag, class);
}

/* Threads of the row at q stay while one of the row at p moves: there must be one besides it. */
static bool others_remain(const struct pw_tmod_token *tokens, uint32_t p, uint32_t q)
{
    return tokens[q].count > (p == q);
}

static bool edge_known(const struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t to)
{
    for (uint32_t i = x->newest.at[k]; i; i = x->edges.at[i - 1].next) {
        assert(i <= x->edges.n);
        if (x->edges.at[i - 1].position == position && x->edges.at[i - 1].to == to) return true;
    }
    return false;
}

/* Everything known of the others in k holds in e->to as well. */
static void carry_others(struct fix_ctx *x, uint32_t k, struct edge e)
{
    struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n && e.to < t->contexts.n);
    const uint32_t here = t->contexts.at[k].first_row, there = t->contexts.at[e.to].first_row;
    uint32_t n;
    const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n);
    for (uint32_t q = 0; q < n; q++) {
        if (!others_remain(tokens, e.position, q)) continue;
        assert(here + q < t->rows.n);
        const struct pw_tmod_row *row = &t->rows.at[here + q]; /* rows stay where they are */
        uint32_t position = target_position(t, k, q, &e);
        add_set(x, e.to, there, position, row->first);
        for (uint32_t i = 0; row->more && i < row->more->n; i++)
            add_one(x, e.to, there, position, row->more->at[i]);
    }
}

static void add_edge(struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t to)
{
    const struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n && to < t->contexts.n);
    const struct pw_tmod_context *from = &t->contexts.at[k], *next = &t->contexts.at[to];
    bool marks = pw_tmod_marks(t->w, from->shared, next->shared);
    /* in the same context the others stay in their rows, unless `last` goes from one to another */
    if (to == k && !marks) return;
    if (edge_known(x, k, position, to)) return;
    bool keep = !marks && from->bag == next->bag;
    struct edge e = {position, to, keep ? next->first_row : PW_TMOD_NOWHERE, x->newest.at[k]};
    pw_vec_push(&x->edges, e);
    x->newest.at[k] = (uint32_t)x->edges.n;
    carry_others(x, k, e);
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
    uint32_t first_row = t->contexts.at[to].first_row;
    add_one(x, to, first_row, pw_tmod_table_row(t, to, c) - first_row, s.local);
    add_edge(x, k, position, to);
}

/* New members of a row go where threads of the row are after steps of others. */
static void carry_item(struct fix_ctx *x, struct item item)
{
    struct pw_tmod_table *t = x->t;
    uint32_t k = item.context, n;
    assert(k < x->newest.n);
    const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n);
    assert(item.position < n);
    for (uint32_t i = x->newest.at[k]; i; i = x->edges.at[i - 1].next) {
        struct edge e = x->edges.at[i - 1];
        if (!others_remain(tokens, e.position, item.position)) continue;
        uint32_t position = target_position(t, k, item.position, &e);
        uint32_t there = t->contexts.at[e.to].first_row;
        if (item.set)
            add_set(x, e.to, there, position, item.set);
        else
            add_one(x, e.to, there, position, item.local);
    }
}

static void expand(struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t local)
{
    struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n);
    uint32_t n, class = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n)[position].class;
    assert(class < t->w->classes.n);
    uint32_t template = t->w->classes.at[class].template;
    pw_limits_poll();
    pw_space_steps_from(t->w->space, template, t->contexts.at[k].shared, local, &x->steps);
    for (size_t i = 0; i < x->steps.n; i++)
        take_step(x, k, position, local, x->steps.at[i]);
}

static void expand_item(struct fix_ctx *x, struct item item)
{
    while (x->newest.n < x->t->contexts.n)
        pw_vec_push(&x->newest, 0);
    carry_item(x, item);
    if (!item.set) expand(x, item.context, item.position, item.local);
    for (uint64_t left = item.set; left; left &= left - 1)
        expand(x, item.context, item.position, (uint32_t)__builtin_ctzll(left));
}

static void enqueue_initial(struct fix_ctx *x)
{
    const struct pw_tmod_table *t = x->t;
    for (uint32_t k = 0; k < t->contexts.n; k++) {
        uint32_t n = t->w->bags.at[t->contexts.at[k].bag].n;
        for (uint32_t i = 0; i < n; i++) {
            const struct pw_tmod_row *row = &t->rows.at[t->contexts.at[k].first_row + i];
            if (row->first) enqueue(x, (struct item){row->first, k, i, 0});
            for (uint32_t m = 0; row->more && m < row->more->n; m++)
                enqueue(x, (struct item){0, k, i, row->more->at[m]});
        }
    }
}

enum pw_tmod_initial pw_tmod_fix(struct pw_tmod_table *t)
{
    assert(!t->contexts.n);
    struct fix_ctx x = {.t = t};
    enum pw_tmod_initial how = pw_tmod_initial_contexts(t);
    enqueue_initial(&x);
    while (how != PW_INITIAL_TOO_MANY && x.head < x.queue.n)
        expand_item(&x, x.queue.at[x.head++]);
    pw_vec_clear(&x.queue);
    pw_vec_clear(&x.edges);
    pw_vec_clear(&x.newest);
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
        if (!others_remain(pw_tmod_bag_tokens(w, bag, &n), position, q)) continue;
        uint32_t d = pw_tmod_bag_tokens(w, bag, &n)[q].class;
        if (marks) d = pw_tmod_class_with(w, d, false);
        uint32_t row = pw_tmod_table_row(to, there, d);
        const struct pw_tmod_row *r = &from->rows.at[from->contexts.at[k].first_row + q];
        pw_tmod_table_add_set(to, row, r->first);
        for (uint32_t i = 0; r->more && i < r->more->n; i++)
            pw_tmod_table_add(to, row, r->more->at[i]);
    }
}

static void post_row(const struct pw_tmod_table *from, struct pw_tmod_table *to, uint32_t k,
                     uint32_t position, pw_space_steps *steps)
{
    uint32_t n, bag = from->contexts.at[k].bag;
    uint32_t class = pw_tmod_bag_tokens(from->w, bag, &n)[position].class;
    assert(position < n && class < from->w->classes.n);
    uint32_t template = from->w->classes.at[class].template;
    const struct pw_tmod_row *row = &from->rows.at[from->contexts.at[k].first_row + position];
    for (struct pw_tmod_cursor m = pw_tmod_row_start(row); pw_tmod_row_next(row, &m);) {
        pw_limits_poll();
        pw_space_steps_from(from->w->space, template, from->contexts.at[k].shared, m.local, steps);
        for (size_t s = 0; s < steps->n; s++)
            post_pair(from, to, k, position, steps->at[s]);
    }
}

void pw_tmod_post(const struct pw_tmod_table *from, struct pw_tmod_table *to)
{
    pw_space_steps steps = {0};
    assert(from != to);
    for (uint32_t k = 0; k < from->contexts.n; k++) {
        uint32_t n = from->w->bags.at[from->contexts.at[k].bag].n;
        for (uint32_t position = 0; position < n; position++)
            post_row(from, to, k, position, &steps);
    }
    pw_vec_clear(&steps);
}
