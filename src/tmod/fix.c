#include "tmod/fix.h"

#include <assert.h>
#include <string.h>

#include "base/agenda.h"
#include "base/limits.h"

/* A step of a thread of the row at `position` of a context leads to context `to`. */
struct edge {
    uint32_t position, to;
    uint32_t next; /* 1 + the edge of the same context that was found before; 0: none */
};

/* Between two turns of contexts: a context with a new member waits for one; every other pair is
 * expanded and carried along every edge of its context. */
struct fix_ctx {
    struct pw_tmod_table *t;
    PW_VEC(uint64_t) done;   /* by row: members below 64 that are expanded */
    PW_VEC(uint32_t) newest; /* by context: 1 + the edge from it that was found last; 0: none */
    struct pw_agenda agenda; /* of contexts; first in, first out: parents are found breadth first */
    PW_VEC(struct edge) edges;
    pw_space_steps steps;
    PW_VEC(uint64_t) grown;  /* by row of the context whose turn it is: what it expanded ... */
    PW_VEC(uint32_t) before; /* ... and how many others it had expanded before */
    uint64_t expanded;       /* pairs */
};

/* Room for what was added to the table. */
static void follow_table(struct fix_ctx *x)
{
    const struct pw_tmod_table *t = x->t;
    pw_vec_reserve(&x->done, t->rows.n);
    while (x->done.n < t->rows.n)
        x->done.at[x->done.n++] = 0;
    while (x->newest.n < t->contexts.n)
        pw_vec_push(&x->newest, 0);
}

/* True: it is new. */
static bool add_member(struct pw_tmod_table *t, uint32_t row, uint32_t local)
{
    if (local >= 64) return pw_tmod_table_add(t, row, local);
    assert(row < t->rows.n);
    uint64_t new = (uint64_t)1 << local & ~t->rows.at[row];
    t->rows.at[row] |= new;
    return new;
}

/* --- the others --- */

/* Threads of the row at q stay while one of the row at p moves: there must be one besides it. */
static bool others_remain(const struct pw_tmod_token *tokens, uint32_t p, uint32_t q)
{
    return tokens[q].count > (p == q);
}

/* The others keep their rows when a thread of context k goes to context `to`. */
static bool rows_kept(const struct pw_tmod_table *t, uint32_t k, uint32_t to)
{
    assert(k < t->contexts.n && to < t->contexts.n);
    const struct pw_tmod_context *from = &t->contexts.at[k], *next = &t->contexts.at[to];
    return from->bag == next->bag && !pw_tmod_marks(t->w, from->shared, next->shared);
}

/* Where threads of the row at `position` of context k are after another one's step along e. */
static uint32_t target_position(struct pw_tmod_table *t, uint32_t k, uint32_t position, uint32_t to)
{
    struct pw_tmod_world *w = t->w;
    if (rows_kept(t, k, to)) return position;
    const struct pw_tmod_context *from = &t->contexts.at[k], *next = &t->contexts.at[to];
    uint32_t n, class = pw_tmod_bag_tokens(w, from->bag, &n)[position].class;
    if (pw_tmod_marks(w, from->shared, next->shared)) class = pw_tmod_class_with(w, class, false);
    return pw_tmod_bag_position(w, next->bag, class);
}

/* sets[q] are members of row q of k, below 64: those of the others hold in e.to as well. */
static void carry_sets(struct fix_ctx *x, uint32_t k, struct edge e, const uint64_t *sets)
{
    struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n && e.to < t->contexts.n);
    uint32_t n, there = t->contexts.at[e.to].first_row;
    const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n);
    assert(e.position < n);
    bool kept = rows_kept(t, k, e.to);
    uint64_t any = 0;
    for (uint32_t q = 0; q < n; q++) {
        if (!others_remain(tokens, e.position, q)) continue;
        uint32_t row = there + (kept ? q : target_position(t, k, q, e.to));
        any |= sets[q] & ~t->rows.at[row];
        t->rows.at[row] |= sets[q];
    }
    if (any) pw_agenda_touch(&x->agenda, e.to);
}

/* The same for members from 64 on, from place[q] on; NULL: from the first on. */
static void carry_more(struct fix_ctx *x, uint32_t k, struct edge e, const uint32_t *place)
{
    struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n && e.to < t->contexts.n);
    uint32_t n, here = t->contexts.at[k].first_row, there = t->contexts.at[e.to].first_row;
    const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n);
    for (uint32_t q = 0; q < n; q++) {
        const struct pw_tmod_more *m = pw_tmod_table_at(t, here + q).more;
        if (!m || !others_remain(tokens, e.position, q)) continue;
        uint32_t row = there + target_position(t, k, q, e.to);
        for (uint32_t i = place ? place[q] : 0; i < m->done; i++)
            if (pw_tmod_table_add(t, row, m->at[i])) pw_agenda_touch(&x->agenda, e.to);
    }
}

/* --- a step --- */

static bool edge_known(const struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t to)
{
    assert(k < x->newest.n);
    for (uint32_t i = x->newest.at[k]; i; i = x->edges.at[i - 1].next) {
        assert(i <= x->edges.n && x->edges.at[i - 1].next < i);
        if (x->edges.at[i - 1].position == position && x->edges.at[i - 1].to == to) return true;
    }
    return false;
}

/* The others follow when the turn of k ends. */
static void add_edge(struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t to)
{
    /* in the same context the others stay in their rows, unless `last` goes from one to another */
    if (to == k && rows_kept(x->t, k, to)) return;
    if (edge_known(x, k, position, to)) return;
    pw_vec_push(&x->edges, ((struct edge){position, to, x->newest.at[k]}));
    x->newest.at[k] = (uint32_t)x->edges.n;
}

/* The context that a step of a thread of `class` in context k of t leads to, in table `out`. */
static inline uint32_t next_context(const struct pw_tmod_table *t, struct pw_tmod_table *out,
                                    uint32_t k, uint32_t class, struct pw_space_step s,
                                    uint32_t *next_class, bool *new)
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

static void take_step(struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t class,
                      uint32_t local, struct pw_space_step s)
{
    struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n);
    uint32_t c;
    bool new;
    uint32_t to = next_context(t, t, k, class, s, &c, &new);
    if (new) {
        assert(to < t->contexts.n);
        struct pw_tmod_context *made = &t->contexts.at[to];
        made->depth = t->contexts.at[k].depth + 1;
        made->parent = k;
        made->parent_class = class;
        made->parent_local = local;
        follow_table(x);
    }
    bool stays = to == k && c == class; /* then its row is being expanded */
    if (add_member(t, stays ? t->contexts.at[k].first_row + position : pw_tmod_table_row(t, to, c),
                   s.local) &&
        !stays)
        pw_agenda_touch(&x->agenda, to);
    add_edge(x, k, position, to);
}

static void expand(struct fix_ctx *x, uint32_t k, uint32_t position, uint32_t local)
{
    struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n);
    uint32_t n, class = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n)[position].class;
    assert(class < t->w->classes.n);
    uint32_t template = t->w->classes.at[class].template;
    pw_limits_poll();
    x->expanded++;
    pw_space_steps_from(t->w->space, template, t->contexts.at[k].shared, local, &x->steps);
    for (size_t i = 0; i < x->steps.n; i++)
        take_step(x, k, position, class, local, x->steps.at[i]);
}

/* --- the turn of a context --- */

/* Expands what is new in a row, until steps that stay in it find nothing new; the members below
 * 64. */
static uint64_t expand_row(struct fix_ctx *x, uint32_t k, uint32_t position)
{
    struct pw_tmod_table *t = x->t;
    assert(k < t->contexts.n);
    uint32_t row = t->contexts.at[k].first_row + position;
    uint64_t all = 0;
    assert(row < x->done.n && !(x->done.at[row] & ~t->rows.at[row])); /* only members are done */
    for (;;) {
        uint64_t set = t->rows.at[row] & ~x->done.at[row];
        struct pw_tmod_more *m = row < t->more.n ? t->more.at[row] : NULL;
        x->done.at[row] |= set;
        all |= set;
        for (uint64_t left = set; left; left &= left - 1)
            expand(x, k, position, (uint32_t)__builtin_ctzll(left));
        if (m && m->done < m->n)
            expand(x, k, position, m->at[m->done++]);
        else if (!set)
            return all;
    }
}

static void take_turn(struct fix_ctx *x, uint32_t k)
{
    struct pw_tmod_table *t = x->t;
    assert(k < x->newest.n);
    const uint32_t n = t->w->bags.at[t->contexts.at[k].bag].n, here = t->contexts.at[k].first_row;
    const size_t old_edges = x->edges.n;
    pw_vec_reset(&x->grown);
    pw_vec_reset(&x->before);
    for (uint32_t q = 0; q < n; q++) {
        const struct pw_tmod_more *m = pw_tmod_table_at(t, here + q).more;
        pw_vec_push(&x->before, m ? m->done : 0);
        pw_vec_push(&x->grown, expand_row(x, k, q));
    }
    assert(x->grown.n == n && x->before.n == n);
    for (uint32_t i = x->newest.at[k]; i; i = x->edges.at[i - 1].next) {
        assert(i <= x->edges.n);
        bool new = i > old_edges;
        struct edge e = x->edges.at[i - 1];
        carry_sets(x, k, e, new ? t->rows.at + here : x->grown.at);
        if (t->more.n) carry_more(x, k, e, new ? NULL : x->before.at);
    }
}

enum pw_tmod_initial pw_tmod_fix(struct pw_tmod_table *t)
{
    assert(!t->contexts.n);
    struct fix_ctx x = {.t = t};
    enum pw_tmod_initial how = pw_tmod_initial_contexts(t);
    follow_table(&x);
    for (uint32_t k = 0; k < t->contexts.n; k++)
        pw_agenda_touch(&x.agenda, k);
    for (uint32_t k; how != PW_INITIAL_TOO_MANY && pw_agenda_next(&x.agenda, &k);)
        take_turn(&x, k);
    assert(x.done.n == t->rows.n && x.newest.n == t->contexts.n);
    assert(how == PW_INITIAL_TOO_MANY || x.expanded >= t->pairs); /* initial ones were counted */
    t->pairs = x.expanded;
    pw_vec_clear(&x.done);
    pw_vec_clear(&x.newest);
    pw_agenda_clear(&x.agenda);
    pw_vec_clear(&x.edges);
    pw_vec_clear(&x.steps);
    pw_vec_clear(&x.grown);
    pw_vec_clear(&x.before);
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
        const struct pw_tmod_row r = pw_tmod_table_at(from, from->contexts.at[k].first_row + q);
        for (struct pw_tmod_cursor m = pw_tmod_row_start(&r); pw_tmod_row_next(&r, &m);)
            pw_tmod_table_add(to, row, m.local);
    }
}

static void post_row(const struct pw_tmod_table *from, struct pw_tmod_table *to, uint32_t k,
                     uint32_t position, pw_space_steps *steps)
{
    uint32_t n, bag = from->contexts.at[k].bag;
    uint32_t class = pw_tmod_bag_tokens(from->w, bag, &n)[position].class;
    assert(position < n && class < from->w->classes.n);
    uint32_t template = from->w->classes.at[class].template;
    const struct pw_tmod_row row =
        pw_tmod_table_at(from, from->contexts.at[k].first_row + position);
    for (struct pw_tmod_cursor m = pw_tmod_row_start(&row); pw_tmod_row_next(&row, &m);) {
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
