#include "cover/ideal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"

struct spread {
    uint32_t first, n; /* goals[...] */
};

struct pw_ideal_scratch {
    PW_VEC(struct pw_ideal_tok) out;
    PW_VEC(struct pw_ideal_tok) fixed; /* tokens with one way to go, and post */
    PW_VEC(struct spread) spreads;     /* the others, finite */
    PW_VEC(uint32_t) goals;
    PW_VEC(int64_t) share;
};

struct pw_ideal_scratch *pw_ideal_scratch_new(void)
{
    return PW_NEW(struct pw_ideal_scratch);
}

void pw_ideal_scratch_free(struct pw_ideal_scratch *s)
{
    pw_vec_clear(&s->out);
    pw_vec_clear(&s->fixed);
    pw_vec_clear(&s->spreads);
    pw_vec_clear(&s->goals);
    pw_vec_clear(&s->share);
    PW_FREE(s);
}

const struct pw_ideal_tok *pw_ideal_find(const struct pw_ideal_tok *x, size_t n, uint32_t local)
{
    size_t at = PW_FIRST(i, 0, n, x[i].local >= local);
    return at < n && x[at].local == local ? &x[at] : NULL;
}

bool pw_ideal_leq(const struct pw_ideal_tok *x, size_t nx, const struct pw_ideal_tok *y, size_t ny)
{
    size_t k = 0;
    if (nx > ny) return false;
    for (size_t i = 0; i < nx; i++) {
        while (k < ny && y[k].local < x[i].local)
            k++;
        if (k == ny || y[k].local != x[i].local) return false;
        if (!y[k].many && (x[i].many || x[i].count > y[k].count)) return false;
    }
    return true;
}

bool pw_ideal_has(const struct pw_ideal_tok *x, size_t nx, const struct pw_tok *u, size_t nu)
{
    size_t k = 0;
    for (size_t i = 0; i < nu; i++) {
        while (k < nx && x[k].local < u[i].local)
            k++;
        if (k == nx || x[k].local != u[i].local || (!x[k].many && x[k].count < u[i].count))
            return false;
    }
    return true;
}

static int compare_toks(const void *a, const void *b)
{
    const struct pw_ideal_tok *x = a, *y = b;
    return PW_ORDER(x->local, y->local);
}

static void put(struct pw_ideal_scratch *s, const uint8_t *drop, uint32_t local, bool many,
                int64_t count)
{
    struct pw_ideal_tok t = {local, many, many ? 0 : count};
    if (!drop || !drop[local]) pw_vec_push(&s->fixed, t);
}

/* The ways of a passive token; those that `drop` makes pointless, and the sink beside a proper way,
 * are left out. */
static size_t ways(struct pw_ideal_scratch *s, const struct pw_relation *r, uint32_t local,
                   const uint8_t *drop)
{
    const struct pw_pair *q;
    size_t n = pw_relation_from(r, local, &q), before = s->goals.n;
    if (n == 0 && r->rest == PW_REST_STAY && (!drop || !drop[local])) pw_vec_push(&s->goals, local);
    for (size_t i = 0; i < n; i++)
        if (q[i].to != PW_SUNK && (!drop || !drop[q[i].to])) pw_vec_push(&s->goals, q[i].to);
    return s->goals.n - before;
}

/* Sends the passive part of token t (count left after pre) on its ways. */
static void send(struct pw_ideal_scratch *s, const struct pw_relation *r,
                 const struct pw_ideal_tok *t, int64_t left, const uint8_t *drop)
{
    if (!t->many && left == 0) return;
    uint32_t first = (uint32_t)s->goals.n;
    size_t n = ways(s, r, t->local, drop);
    if (n > 1 && !t->many) {
        struct spread x = {first, (uint32_t)n};
        pw_vec_push(&s->spreads, x);
        s->share.n = first;
        for (size_t i = 0; i < n; i++)
            pw_vec_push(&s->share, i ? 0 : left);
        return;
    }
    for (size_t i = 0; i < n; i++)
        put(s, drop, s->goals.at[first + i], t->many, left);
    s->goals.n = first;
}

static void merge(struct pw_ideal_scratch *s)
{
    size_t out = 0;
    if (s->out.n > 1) qsort(s->out.at, s->out.n, sizeof *s->out.at, compare_toks);
    for (size_t i = 0; i < s->out.n; i++) {
        struct pw_ideal_tok *t = &s->out.at[i], *last = out ? &s->out.at[out - 1] : NULL;
        if (last && last->local == t->local) {
            last->many |= t->many || __builtin_add_overflow(last->count, t->count, &last->count);
            if (last->many) last->count = 0;
        } else {
            s->out.at[out++] = *t;
        }
    }
    s->out.n = out;
}

static bool next_share(int64_t *share, uint32_t n)
{
    uint32_t k = 0;
    while (share[k] == 0)
        k++;
    int64_t x = share[k];
    share[k] = 0;
    if (k + 1 == n) {
        share[0] = x;
        return false;
    }
    share[k + 1]++;
    share[0] = x - 1;
    return true;
}

static bool next_spread(struct pw_ideal_scratch *s)
{
    for (size_t i = 0; i < s->spreads.n; i++)
        if (next_share(s->share.at + s->spreads.at[i].first, s->spreads.at[i].n)) return true;
    return false;
}

static bool emit(struct pw_ideal_scratch *s, uint32_t trans, pw_ideal_found *found, void *self)
{
    do {
        pw_limits_poll();
        s->out.n = 0;
        for (size_t i = 0; i < s->fixed.n; i++)
            pw_vec_push(&s->out, s->fixed.at[i]);
        for (size_t i = 0; i < s->spreads.n; i++)
            for (uint32_t k = 0; k < s->spreads.at[i].n; k++) {
                size_t at = s->spreads.at[i].first + k;
                assert(at < s->goals.n);
                assert(at < s->share.n);
                struct pw_ideal_tok t = {s->goals.at[at], false, s->share.at[at]};
                if (t.count) pw_vec_push(&s->out, t);
            }
        merge(s);
        if (!found(self, trans, s->out.at, s->out.n)) return false;
    } while (next_spread(s));
    return true;
}

/* Is a passive token there that can move (not be sunk)? */
static bool has_witness(const struct pw_system *sys, const struct pw_trans *t,
                        const struct pw_ideal_tok *x, size_t n)
{
    assert(t->relation < sys->relations.n);
    const struct pw_relation *r = &sys->relations.at[t->relation];
    for (size_t i = 0; i < n; i++) {
        const struct pw_pair *q;
        int64_t pre = 0;
        for (uint32_t k = 0; k < t->npre; k++)
            if (sys->tokens.at[t->pre + k].local == x[i].local)
                pre = sys->tokens.at[t->pre + k].count;
        if (!x[i].many && x[i].count <= pre) continue;
        size_t pairs = pw_relation_from(r, x[i].local, &q);
        if (pairs == 0 ? r->rest == PW_REST_STAY : q[0].to != PW_SUNK) return true;
    }
    return false;
}

bool pw_ideal_post(struct pw_ideal_scratch *s, const struct pw_system *sys, uint32_t trans,
                   const struct pw_ideal_tok *x, size_t n, const uint8_t *drop,
                   pw_ideal_found *found, void *self)
{
    assert(trans < sys->trans.n);
    const struct pw_trans *t = &sys->trans.at[trans];
    assert(t->pre <= sys->tokens.n);
    assert(t->post <= sys->tokens.n);
    const struct pw_tok *pre = sys->tokens.at + t->pre, *post = sys->tokens.at + t->post;
    if (!pw_ideal_has(x, n, pre, t->npre)) return true;
    if (t->witness && !has_witness(sys, t, x, n)) return true;
    s->fixed.n = s->spreads.n = s->goals.n = s->share.n = 0;
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        while (k < t->npre && pre[k].local < x[i].local)
            k++;
        int64_t less = k < t->npre && pre[k].local == x[i].local ? pre[k].count : 0;
        send(s, &sys->relations.at[t->relation], &x[i], x[i].many ? 0 : x[i].count - less, drop);
    }
    for (uint32_t i = 0; i < t->npost; i++)
        put(s, drop, post[i].local, false, post[i].count);
    return emit(s, trans, found, self);
}
