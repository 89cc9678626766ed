/* pairs.c -- the conditions (P1) .. (P6) of pairs.h. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/order.h"
#include "check/kinds.h"
#include "check/linear.h"
#include "check/pairs.h"

enum { MOST_SETS = 1000000, DEEPEST = 64 };

static bool is_key(const struct pwc_pairs *x, uint32_t sigma, uint32_t u, uint32_t v)
{
    struct pwc_pairs_key wanted = {sigma, u < v ? u : v, u < v ? v : u, 0};
    const struct pwc_pairs_key *keys = x->keys.at;
    size_t at = PW_FIRST(i, 0, x->keys.n, pwc_pairs_compare(&keys[i], &wanted) >= 0);
    return at < x->keys.n && !pwc_pairs_compare(&keys[at], &wanted);
}

static void check_starts(struct pwc_pairs *x)
{
    size_t n = pwc_section(x->r, "starts");
    x->r->result->starts = n;
    for (; n > 0; n--) {
        pwc_next(x->r);
        struct pwc_pairs_key k = x->keys.at[pwc_index(x->r, x->keys.n)];
        for (size_t c = 0; c < x->counts.n; c++)
            if (pwc_weight_of(&x->counts.at[c].weight, k.u) ||
                pwc_weight_of(&x->counts.at[c].weight, k.v))
                pwc_fail(x->r->result, PWC_INVALID, x->counts.at[c].line,
                         "(P2) a thread that begins has a weight");
    }
    pwc_pass(x->r->result, "every start is one of the %zu keys, and weighs nothing", x->keys.n);
}

/* ---- moves ---- */

static void check_weights(struct pwc_pairs *x, const struct pwc_pairs_move *m)
{
    x->open += !m->known && x->counts.n;
    for (size_t c = 0; c < x->counts.n && m->known; c++) {
        const struct pwc_pairs_count *count = &x->counts.at[c];
        __int128 sum = (__int128)pwc_weight_of(&count->weight, m->view) -
                       pwc_weight_of(&count->weight, m->view2);
        for (size_t i = 0; i < m->change.n; i++)
            sum +=
                (__int128)m->change.at[i].weight * pwc_weight_of(&count->alpha, m->change.at[i].id);
        if (sum)
            pwc_fail(x->r->result, PWC_INVALID, count->line,
                     "(P6) move %zu does not keep this count", (size_t)(m - x->moves.at));
    }
}

static bool fit(const struct pwc_pairs *x, const uint32_t *views, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t kind = x->views.at[views[i]].kind;
        int64_t same = 0;
        for (size_t k = 0; k < n; k++)
            same += x->views.at[views[k]].kind == kind;
        if (kind < x->kinds.n && x->kinds.at[kind].count >= 0 && same > x->kinds.at[kind].count)
            return false;
    }
    return true;
}

static void check_own(struct pwc_pairs *x, uint32_t sigma, uint32_t u, uint32_t other)
{
    for (uint32_t i = x->first.at[u]; i < x->first.at[u + 1]; i++) {
        assert(i < x->moves.n);
        const struct pwc_pairs_move *m = &x->moves.at[i];
        if (m->sigma != sigma) continue;
        x->own++;
        if (is_key(x, m->sigma2, m->view2, other))
            check_weights(x, m);
        else
            x->leaving++;
    }
}

static void check_third(struct pwc_pairs *x, const struct pwc_pairs_key *k, uint32_t w)
{
    uint32_t all[3] = {k->u, k->v, w};
    if (!is_key(x, k->sigma, k->u, w) || !is_key(x, k->sigma, k->v, w) || !fit(x, all, 3)) return;
    for (uint32_t i = x->first.at[w]; i < x->first.at[w + 1]; i++) {
        assert(i < x->moves.n);
        const struct pwc_pairs_move *m = &x->moves.at[i];
        if (m->sigma != k->sigma || !x->edges.at[m->edge].writes || pwc_pairs_is_error(x, m->view2))
            continue;
        x->third++;
        x->leaving += !is_key(x, m->sigma2, k->u, k->v);
    }
}

static void check_moves(struct pwc_pairs *x)
{
    for (size_t i = 0; i < x->keys.n; i++) {
        const struct pwc_pairs_key *k = &x->keys.at[i];
        pw_limits_poll();
        check_own(x, k->sigma, k->u, k->v);
        if (k->u != k->v) check_own(x, k->sigma, k->v, k->u);
        for (uint32_t w = 0; w < x->views.n; w++)
            check_third(x, k, w);
    }
    if (x->looks) {
        pwc_pass(x->r->result, "steps look at other threads: all of them are for a solver");
        return;
    }
    pwc_pass(x->r->result,
             "moves of two threads (%zu) and of a third (%zu) lead to keys, %zu do not", x->own,
             x->third, x->leaving);
    pwc_pass(x->r->result, "%zu counts are kept by every move, but for %zu for a solver",
             x->counts.n, x->open);
}

/* ---- bad sets ---- */

static bool shows(const struct pwc_pairs *x, const pwc_pairs_wants *d, const uint32_t *views,
                  size_t n)
{
    for (size_t i = 0; i < d->n; i++) {
        int64_t found = 0;
        for (size_t k = 0; k < n; k++) {
            struct pwc_pairs_view v = x->views.at[views[k]];
            if (v.kind == x->kinds.n) continue;
            assert(v.kind < x->kinds.n);
            const struct pwc_pairs_place *p = &x->places.at[x->kinds.at[v.kind].first_loc + v.loc];
            bool at = d->at[i].template <0 || d->at[i].template == v.kind, has = false;
            for (size_t l = 0; l < p->labels.n; l++)
                has |= p->labels.at[l] == d->at[i].label;
            found += at && has;
        }
        if (found < d->at[i].least) return false;
    }
    return true;
}

static bool carries(const struct pwc_pairs *x, const pwc_pairs_wants *d, uint32_t view)
{
    for (size_t i = 0; i < d->n; i++) {
        struct pwc_pairs_want one = {d->at[i].template, d->at[i].label, 1};
        pwc_pairs_wants single = {&one, 1, 1};
        if (shows(x, &single, &view, 1)) return true;
    }
    return false;
}

static bool occurs(const struct pwc_pairs *x, uint32_t sigma, uint32_t view)
{
    for (size_t i = 0; i < x->keys.n; i++)
        if (x->keys.at[i].sigma == sigma && (x->keys.at[i].u == view || x->keys.at[i].v == view))
            return true;
    return false;
}

/* The next set of section `bad` is this one. */
static void expect_bad(struct pwc_pairs *x, uint32_t d, uint32_t sigma, const uint32_t *views,
                       size_t n)
{
    const pw_uints *b = x->next_bad < x->bad.n ? &x->bad.at[x->next_bad++] : NULL;
    bool same = b && b->n == n + 2 && b->at[0] == d && b->at[1] == sigma;
    for (size_t i = 0; i < n && same; i++)
        same = b->at[2 + i] == views[i];
    if (!same)
        pwc_fail(x->r->result, PWC_INVALID, 0,
                 "(P5) a bad set of %zu threads is not named: alternative %" PRIu32
                 ", sigma %" PRIu32 ", first view %" PRIu32,
                 n, d, sigma, views[0]);
}

/* Multisets of pairwise keys as ascending lists of views, of as many threads as d asks for at most;
 * one that shows d is not made larger. */
static void find_bad(struct pwc_pairs *x, uint32_t d, uint32_t sigma, uint32_t *views, size_t n)
{
    assert(d < x->unsafe.n);
    const pwc_pairs_wants *all = &x->unsafe.at[d];
    int64_t needed = 0;
    pw_limits_poll();
    for (size_t i = 0; i < all->n; i++)
        needed += all->at[i].least;
    if (++x->sets > MOST_SETS || needed > DEEPEST)
        pwc_fail(x->r->result, PWC_STOPPED, 0, "too many sets of threads may be bad");
    if (n && shows(x, all, views, n)) {
        expect_bad(x, d, sigma, views, n);
        return;
    }
    for (uint32_t v = n ? views[n - 1] : 0; v < x->views.n && (int64_t)n < needed; v++) {
        bool fits = carries(x, all, v) && (n || occurs(x, sigma, v));
        for (size_t i = 0; i < n && fits; i++)
            fits = is_key(x, sigma, views[i], v);
        views[n] = v;
        if (fits && fit(x, views, n + 1)) find_bad(x, d, sigma, views, n + 1);
    }
}

static void check_bad(struct pwc_pairs *x)
{
    uint32_t views[DEEPEST + 1] = {0};
    pwc_read_bad_pairs(x);
    for (size_t d = 0; d < x->unsafe.n; d++)
        if (!x->unsafe.at[d].n)
            pwc_fail(x->r->result, PWC_INVALID, 0, "(P5) everything is bad: alternative %zu", d);
    size_t leaving = pwc_section(x->r, "leaving");
    if (leaving != x->leaving)
        pwc_fail(x->r->result, PWC_INVALID, x->r->line,
                 "(P3, P4) %zu moves lead to no key, not %zu", x->leaving, leaving);
    for (uint32_t d = 0; d < x->unsafe.n; d++)
        for (uint32_t sigma = 0; sigma < x->sigmas; sigma++)
            find_bad(x, d, sigma, views, 0);
    if (x->next_bad < x->bad.n)
        pwc_fail(x->r->result, PWC_INVALID, 0, "(P5) a set that is named is not bad");
    pwc_pass(x->r->result, "no key is an error; all %zu bad sets of keys are named", x->bad.n);
}

void pwc_check_pairs(struct pwc_reader *r)
{
    struct pwc_pairs x;
    pwc_read_pairs(r, &x);
    pwc_pass(r->result, "text complete, checksum right: a pair invariant");
    r->result->moves = x.moves.n, r->result->bads = x.unsafe.n;
    for (size_t i = 0; i < x.places.n; i++)
        r->result->bads += x.places.at[i].error;
    check_starts(&x);
    check_moves(&x);
    check_bad(&x);
    if (x.looks) {
        snprintf(r->result->open, sizeof r->result->open,
                 "for a solver: starts, every step, %zu bad sets impossible", x.bad.n);
        return;
    }
    snprintf(
        r->result->open, sizeof r->result->open,
        "for a solver: starts, outcomes of moves, facts after %zu moves, %zu moves and %zu bad "
        "sets impossible, %zu changes of counts",
        x.own + x.third - x.leaving, x.leaving, x.bad.n, x.open);
}
