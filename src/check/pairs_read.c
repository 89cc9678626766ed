/* pairs_read.c -- the text of certificates of pair invariants (doc/certificate.md, section 9). */
#include "check/pairs.h"

#include <assert.h>

#include "base/order.h"

/* ---- reading ---- */

static bool read_var(struct pwc_reader *r)
{
    pwc_next(r);
    bool whole = pwc_try(r, "int"), truth = !whole && pwc_try(r, "bool");
    if (!whole && !truth) pwc_expect(r, "range");
    int64_t lo = pwc_int(r, -PWC_MOST * 4LL, PWC_MOST * 4LL);
    pwc_int(r, lo, PWC_MOST * 4LL);
    return !whole;
}

static void read_kind(struct pwc_pairs *x, size_t labels)
{
    struct pwc_reader *r = x->r;
    size_t n;
    pwc_next(r);
    pwc_word(r, &n);
    struct pwc_pairs_kind k = {
        .count = -1, .first_loc = (uint32_t)x->places.n, .first_edge = (uint32_t)x->edges.n};
    if (!pwc_try(r, "*")) k.count = pwc_int(r, 0, PWC_MOST);
    k.entry = (uint32_t)pwc_int(r, 0, PWC_MOST);
    int64_t locals = pwc_int(r, 0, PWC_MOST);
    k.locs = (uint32_t)pwc_int(r, (int64_t)k.entry + 1, PWC_MOST);
    k.edges = (uint32_t)pwc_int(r, 0, PWC_MOST);
    for (; locals > 0; locals--)
        k.finite += read_var(r);
    for (uint32_t i = 0; i < k.locs; i++) {
        struct pwc_pairs_place p = {0};
        pwc_next(r);
        p.error = pwc_try(r, "error");
        if (!p.error && !pwc_try(r, "end")) pwc_expect(r, "normal");
        while (pwc_more(r))
            pw_vec_push(&p.labels, pwc_index(r, labels));
        pw_vec_push(&x->places, p);
    }
    for (uint32_t i = 0; i < k.edges; i++) {
        pwc_next(r);
        struct pwc_pairs_edge e;
        e.from = pwc_index(r, k.locs), e.to = pwc_index(r, k.locs), e.writes = pwc_index(r, 2);
        pwc_finish_line(r);
        pw_vec_push(&x->edges, e);
    }
    pw_vec_push(&x->kinds, k);
}

static void read_unsafe(struct pwc_pairs *x, size_t labels)
{
    for (size_t n = pwc_section(x->r, "unsafe"); n > 0; n--) {
        pwc_pairs_wants all = {0};
        pwc_next(x->r);
        while (pwc_more(x->r)) {
            struct pwc_pairs_want w = {.template = -1};
            if (!pwc_try(x->r, "*")) w.template = pwc_index(x->r, x->kinds.n);
            w.label = pwc_index(x->r, labels), w.least = pwc_int(x->r, 1, PWC_MOST);
            pw_vec_push(&all, w);
        }
        pw_vec_push(&x->unsafe, all);
    }
}

static void read_views(struct pwc_pairs *x)
{
    x->sigmas = (uint32_t)pwc_section(x->r, "sigmas");
    for (uint32_t i = 0; i < x->sigmas; i++) {
        pwc_next(x->r);
        for (uint32_t k = 0; k < x->finite; k++)
            pwc_int(x->r, INT64_MIN, INT64_MAX);
        pwc_finish_line(x->r);
    }
    for (size_t n = pwc_section(x->r, "views"); n > 0; n--) {
        pwc_next(x->r);
        struct pwc_pairs_view v = {(uint32_t)x->kinds.n, 0};
        if (!pwc_try(x->r, "-")) {
            v.kind = pwc_index(x->r, x->kinds.n), v.loc = pwc_index(x->r, x->kinds.at[v.kind].locs);
            for (uint32_t k = 0; k < x->kinds.at[v.kind].finite; k++)
                pwc_int(x->r, INT64_MIN, INT64_MAX);
        }
        pwc_finish_line(x->r);
        pw_vec_push(&x->views, v);
    }
}

static pwc_weights read_weights(struct pwc_reader *r, size_t n)
{
    pwc_weights all = {0};
    while (pwc_more(r) && !pwc_try(r, "|")) {
        int64_t id = -1, weight = 0;
        if (!pwc_two(r, ':', &id, &weight) || id < 0 || id >= (int64_t)n || weight > PWC_HEAVIEST ||
            weight < -PWC_HEAVIEST || (all.n && (int64_t)pw_vec_last(&all).id >= id))
            pwc_refuse(r, "NUMBER:WEIGHT expected, increasing");
        pw_vec_push(&all, ((struct pwc_weight){(uint32_t)id, weight}));
    }
    return all;
}

static void read_moves(struct pwc_pairs *x)
{
    uint32_t views = (uint32_t)x->views.n;
    for (size_t n = pwc_section(x->r, "moves"); n > 0; n--) {
        pwc_next(x->r);
        struct pwc_pairs_move m = {0};
        m.sigma = pwc_index(x->r, x->sigmas), m.view = pwc_index(x->r, views);
        assert(m.view < x->views.n);
        struct pwc_pairs_view from = x->views.at[m.view];
        if (from.kind == x->kinds.n) pwc_refuse(x->r, "a move of nobody");
        assert(from.kind < x->kinds.n);
        m.edge = x->kinds.at[from.kind].first_edge + pwc_index(x->r, x->kinds.at[from.kind].edges);
        m.sigma2 = pwc_index(x->r, x->sigmas), m.view2 = pwc_index(x->r, views);
        assert(m.view2 < x->views.n);
        struct pwc_pairs_view to = x->views.at[m.view2];
        m.known = !pwc_try(x->r, "?");
        if (m.known) m.change = read_weights(x->r, x->nshared);
        assert(m.edge < x->edges.n);
        const struct pwc_pairs_edge *e = &x->edges.at[m.edge];
        if (to.kind != from.kind || e->from != from.loc || e->to != to.loc)
            pwc_refuse(x->r, "the move is not one of its edge");
        if (x->moves.n && pw_vec_last(&x->moves).view > m.view)
            pwc_refuse(x->r, "moves must be sorted by views");
        while (x->first.n <= m.view)
            pw_vec_push(&x->first, (uint32_t)x->moves.n);
        pw_vec_push(&x->moves, m);
    }
    while (x->first.n <= views)
        pw_vec_push(&x->first, (uint32_t)x->moves.n);
}

int pwc_pairs_compare(const struct pwc_pairs_key *a, const struct pwc_pairs_key *b)
{
    return PW_ORDER(a->sigma, b->sigma) ?: PW_ORDER(a->u, b->u) ?: PW_ORDER(a->v, b->v);
}

bool pwc_pairs_is_error(const struct pwc_pairs *x, uint32_t view)
{
    assert(view < x->views.n);
    struct pwc_pairs_view v = x->views.at[view];
    return v.kind < x->kinds.n && x->places.at[x->kinds.at[v.kind].first_loc + v.loc].error;
}

static void read_keys(struct pwc_pairs *x)
{
    size_t terms = pwc_section(x->r, "terms");
    for (size_t i = 0; i < terms; i++)
        pwc_next(x->r);
    for (size_t n = pwc_section(x->r, "keys"); n > 0; n--) {
        pwc_next(x->r);
        struct pwc_pairs_key k = {.line = x->r->line};
        k.sigma = pwc_index(x->r, x->sigmas), k.u = pwc_index(x->r, x->views.n);
        k.v = pwc_index(x->r, x->views.n);
        while (pwc_more(x->r))
            pwc_index(x->r, terms);
        if (k.u > k.v || (x->keys.n && pwc_pairs_compare(&pw_vec_last(&x->keys), &k) >= 0))
            pwc_fail(x->r->result, PWC_INVALID, k.line, "(P1) keys must increase, with u <= v");
        if (pwc_pairs_is_error(x, k.u) || pwc_pairs_is_error(x, k.v))
            pwc_fail(x->r->result, PWC_INVALID, k.line, "(P5) a key with a thread that failed");
        pw_vec_push(&x->keys, k);
    }
    for (size_t n = pwc_section(x->r, "counts"); n > 0; n--) {
        pwc_next(x->r);
        struct pwc_pairs_count c = {.line = x->r->line};
        pwc_int(x->r, -PWC_HEAVIEST, PWC_HEAVIEST);
        pwc_expect(x->r, "|");
        c.alpha = read_weights(x->r, x->nshared), c.weight = read_weights(x->r, x->views.n);
        pw_vec_push(&x->counts, c);
    }
    for (size_t n = pwc_section(x->r, "tallies"); n > 0; n--)
        pwc_next(x->r);
}

void pwc_read_pairs(struct pwc_reader *r, struct pwc_pairs *x)
{
    *x = (struct pwc_pairs){.r = r};
    size_t labels = pwc_section(r, "labels");
    for (size_t i = 0; i < labels; i++)
        pwc_next(r);
    x->nshared = (uint32_t)pwc_section(r, "shared");
    for (uint32_t i = 0; i < x->nshared; i++)
        x->finite += read_var(r);
    for (size_t n = pwc_section(r, "templates"); n > 0; n--)
        read_kind(x, labels);
    read_unsafe(x, labels);
    x->looks = pwc_section(r, "idle") >= 2;
    read_views(x);
    read_moves(x);
    if (x->looks && x->moves.n) pwc_refuse(r, "moves, although steps look at other threads");
    read_keys(x);
}

void pwc_read_bad_pairs(struct pwc_pairs *x)
{
    for (size_t n = pwc_section(x->r, "bad"); n > 0; n--) {
        pw_uints set = {0};
        pwc_next(x->r);
        pw_vec_push(&set, pwc_index(x->r, x->unsafe.n));
        pw_vec_push(&set, pwc_index(x->r, x->sigmas));
        while (pwc_more(x->r))
            pw_vec_push(&set, pwc_index(x->r, x->views.n));
        pw_vec_push(&x->bad, set);
    }
}
