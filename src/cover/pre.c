#include "cover/pre.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"

/* A token that remains, the locals it can come from, and how its copies are distributed over them
 * at the moment. */
struct spread {
    int64_t count;
    uint32_t first, n; /* sources[first .. first+n-1], share[...] likewise */
};

struct pw_pre_scratch {
    pw_toks rest, out;
    PW_VEC(struct spread) spreads;
    PW_VEC(uint32_t) sources;
    PW_VEC(int64_t) share;
};

/* ---- index ---- */

static bool always_tried(const struct pw_trans *t)
{
    return t->from != t->to || t->relation != 0 || t->witness;
}

static int64_t taken(const struct pw_system *sys, const struct pw_trans *t, uint32_t local)
{
    for (uint32_t i = 0; i < t->npre; i++)
        if (sys->tokens.at[t->pre + i].local == local) return sys->tokens.at[t->pre + i].count;
    return 0;
}

int pw_pre_entry_order(const void *a, const void *b)
{
    const struct pw_pre_entry *x = a, *y = b;
    return PW_ORDER(x->local, y->local) ?: PW_ORDER(x->trans, y->trans);
}

/* Counts (fill = false) or stores the entries of transition i; at[] are the next free places per
 * global. */
static void index_one(struct pw_pre *p, uint32_t i, uint32_t *always_at, uint32_t *entry_at,
                      bool fill)
{
    assert(i < p->sys->trans.n);
    const struct pw_trans *t = &p->sys->trans.at[i];
    if (!p->slice->live[i]) return;
    if (always_tried(t)) {
        if (fill) p->always[always_at[t->to]] = i;
        always_at[t->to]++;
        return;
    }
    for (uint32_t k = 0; k < t->npost; k++) {
        assert(t->post + k < p->sys->tokens.n);
        const struct pw_tok *x = &p->sys->tokens.at[t->post + k];
        if (x->count <= taken(p->sys, t, x->local)) continue;
        if (fill) p->entries[entry_at[t->to]] = (struct pw_pre_entry){x->local, i};
        entry_at[t->to]++;
    }
}

static void prefix_sums(uint32_t *first, uint32_t globals)
{
    uint32_t sum = 0;
    for (uint32_t g = 0; g <= globals; g++) {
        uint32_t n = g < globals ? first[g] : 0;
        first[g] = sum;
        sum += n;
    }
}

void pw_pre_init(struct pw_pre *p, const struct pw_system *sys, const struct pw_slice *slice)
{
    memset(p, 0, sizeof *p);
    p->sys = sys;
    p->slice = slice;
    p->scratch = PW_NEW(struct pw_pre_scratch);
    uint32_t g = sys->globals;
    p->always_first = PW_NEWS(uint32_t, g + 1);
    p->entry_first = PW_NEWS(uint32_t, g + 1);
    for (uint32_t i = 0; i < sys->trans.n; i++)
        index_one(p, i, p->always_first, p->entry_first, false);
    prefix_sums(p->always_first, g);
    prefix_sums(p->entry_first, g);
    p->nalways = p->always_first[g];
    p->nentries = p->entry_first[g];
    p->always = PW_NEWS(uint32_t, p->nalways);
    p->entries = PW_NEWS(struct pw_pre_entry, p->nentries);
    uint32_t *always_at = PW_NEWS(uint32_t, g + 1), *entry_at = PW_NEWS(uint32_t, g + 1);
    memcpy(always_at, p->always_first, (g + 1) * sizeof *always_at);
    memcpy(entry_at, p->entry_first, (g + 1) * sizeof *entry_at);
    for (uint32_t i = 0; i < sys->trans.n; i++)
        index_one(p, i, always_at, entry_at, true);
    for (uint32_t k = 0; k < g; k++) {
        size_t n = p->entry_first[k + 1] - p->entry_first[k];
        if (n > 1) qsort(p->entries + p->entry_first[k], n, sizeof *p->entries, pw_pre_entry_order);
    }
    PW_FREES(always_at, g + 1);
    PW_FREES(entry_at, g + 1);
}

void pw_pre_clear(struct pw_pre *p)
{
    pw_vec_clear(&p->scratch->rest);
    pw_vec_clear(&p->scratch->out);
    pw_vec_clear(&p->scratch->spreads);
    pw_vec_clear(&p->scratch->sources);
    pw_vec_clear(&p->scratch->share);
    PW_FREE(p->scratch);
    PW_FREES(p->always_first, p->sys->globals + 1);
    PW_FREES(p->entry_first, p->sys->globals + 1);
    PW_FREES(p->always, p->nalways);
    PW_FREES(p->entries, p->nentries);
    memset(p, 0, sizeof *p);
}

/* ---- one transition ---- */

/* rest := u minus post, as far as it goes. */
static void subtract(const struct pw_tok *u, size_t n, const struct pw_tok *post, size_t npost,
                     pw_toks *rest)
{
    size_t k = 0;
    rest->n = 0;
    pw_vec_reserve(rest, n);
    for (size_t i = 0; i < n; i++) {
        while (k < npost && post[k].local < u[i].local)
            k++;
        int64_t less = k < npost && post[k].local == u[i].local ? post[k].count : 0;
        if (u[i].count <= less) continue;
        struct pw_tok t = {u[i].local, u[i].count - less};
        rest->at[rest->n++] = t;
    }
}

/* out := rest + pre (both sorted). */
static void add_sorted(const pw_toks *rest, const struct pw_tok *pre, size_t npre, pw_toks *out)
{
    size_t i = 0, k = 0;
    out->n = 0;
    pw_vec_reserve(out, rest->n + npre);
    while (i < rest->n || k < npre) {
        struct pw_tok t;
        if (k == npre || (i < rest->n && rest->at[i].local < pre[k].local)) {
            t = rest->at[i++];
        } else if (i == rest->n || pre[k].local < rest->at[i].local) {
            t = pre[k++];
        } else {
            t = rest->at[i++];
            t.count = pw_count_add(t.count, pre[k++].count);
        }
        out->at[out->n++] = t;
    }
}

/* Appends the locals of the slice that can move to `local`; returns their number. */
static uint32_t add_sources(struct pw_pre *p, const struct pw_trans *t, const struct pw_relation *r,
                            uint32_t local)
{
    const struct pw_pair *q, *unused;
    size_t n = pw_relation_into(r, local, &q);
    uint32_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (pw_slice_has(p->slice, t->from, q[i].from)) {
            pw_vec_push(&p->scratch->sources, q[i].from);
            found++;
        }
    if (r->rest == PW_REST_STAY && pw_relation_from(r, local, &unused) == 0 &&
        pw_slice_has(p->slice, t->from, local)) {
        pw_vec_push(&p->scratch->sources, local);
        found++;
    }
    return found;
}

/* A spread for each remaining token, all copies at its first source. False: some token can come
 * from nowhere. */
static bool start_spreads(struct pw_pre *p, const struct pw_trans *t)
{
    struct pw_pre_scratch *s = p->scratch;
    assert(t->relation < p->sys->relations.n);
    const struct pw_relation *r = &p->sys->relations.at[t->relation];
    s->spreads.n = s->sources.n = s->share.n = 0;
    for (size_t i = 0; i < s->rest.n; i++) {
        struct spread x = {s->rest.at[i].count, (uint32_t)s->sources.n, 0};
        x.n = add_sources(p, t, r, s->rest.at[i].local);
        if (x.n == 0) return false;
        for (uint32_t k = 0; k < x.n; k++)
            pw_vec_push(&s->share, k ? 0 : x.count);
        pw_vec_push(&s->spreads, x);
    }
    return true;
}

/* The next composition of count into n parts, in a fixed order that begins with (count, 0, ..., 0);
 * false after the last, (0, ..., 0, count), having gone back to the first. */
static bool next_share(int64_t *share, uint32_t n)
{
    uint32_t k = 0;
    while (k < n && share[k] == 0)
        k++;
    if (k + 1 >= n) {
        int64_t all = k < n ? share[k] : 0;
        if (k < n) share[k] = 0;
        share[0] = all;
        return false;
    }
    int64_t x = share[k];
    share[k] = 0;
    share[k + 1]++;
    share[0] = x - 1;
    return true;
}

static bool next_spread(struct pw_pre_scratch *s)
{
    for (size_t i = 0; i < s->spreads.n; i++)
        if (next_share(s->share.at + s->spreads.at[i].first, s->spreads.at[i].n)) return true;
    return false;
}

static void collect(struct pw_pre *p, const struct pw_trans *t)
{
    struct pw_pre_scratch *s = p->scratch;
    s->out.n = 0;
    for (uint32_t i = 0; i < t->npre; i++)
        pw_vec_push(&s->out, p->sys->tokens.at[t->pre + i]);
    for (size_t i = 0; i < s->sources.n; i++) {
        assert(i < s->share.n);
        struct pw_tok x = {s->sources.at[i], s->share.at[i]};
        if (x.count > 0) pw_vec_push(&s->out, x);
    }
    pw_toks_normalise(&s->out);
}

static bool by_relation(struct pw_pre *p, uint32_t trans, const struct pw_trans *t,
                        pw_pre_found *found, void *self)
{
    if (!start_spreads(p, t)) return true;
    do {
        pw_limits_poll();
        collect(p, t);
        if (!found(self, trans, t->from, p->scratch->out.at, p->scratch->out.n)) return false;
    } while (next_spread(p->scratch));
    return true;
}

/* Nothing remains: the live witness is any local that can move. */
static bool by_witness(struct pw_pre *p, uint32_t trans, const struct pw_trans *t,
                       pw_pre_found *found, void *self)
{
    struct pw_pre_scratch *s = p->scratch;
    assert(t->relation < p->sys->relations.n);
    const struct pw_relation *r = &p->sys->relations.at[t->relation];
    uint32_t k = 0;
    for (uint32_t l = 0; l < p->sys->locals; l++) {
        if (r->rest == PW_REST_SUNK) {
            if (k == r->n) break;
            l = r->pairs[k].from;
        }
        bool listed = false, moves = false;
        while (k < r->n && r->pairs[k].from < l)
            k++;
        for (; k < r->n && r->pairs[k].from == l; k++)
            listed = true, moves |= r->pairs[k].to != PW_SUNK;
        if (!(listed ? moves : r->rest == PW_REST_STAY) || !pw_slice_has(p->slice, t->from, l))
            continue;
        struct pw_tok x = {l, 1};
        s->out.n = 0;
        pw_vec_push(&s->out, x);
        for (uint32_t i = 0; i < t->npre; i++)
            pw_vec_push(&s->out, p->sys->tokens.at[t->pre + i]);
        pw_toks_normalise(&s->out);
        pw_limits_poll();
        if (!found(self, trans, t->from, s->out.at, s->out.n)) return false;
    }
    return true;
}

bool pw_pre_by(struct pw_pre *p, uint32_t trans, const struct pw_tok *u, size_t n,
               pw_pre_found *found, void *self)
{
    assert(trans < p->sys->trans.n);
    const struct pw_trans *t = &p->sys->trans.at[trans];
    struct pw_pre_scratch *s = p->scratch;
    const struct pw_tok *tokens = p->sys->tokens.at;
    subtract(u, n, tokens + t->post, t->npost, &s->rest);
    if (t->witness && s->rest.n == 0) return by_witness(p, trans, t, found, self);
    if (t->relation != 0) return by_relation(p, trans, t, found, self);
    add_sorted(&s->rest, tokens + t->pre, t->npre, &s->out);
    return found(self, trans, t->from, s->out.at, s->out.n);
}

/* ---- all transitions ---- */

/* Is `local` the first token of u that t increases? So that t is tried once. */
static bool first_common(const struct pw_system *sys, uint32_t trans, uint32_t local,
                         const struct pw_tok *u, size_t n)
{
    assert(trans < sys->trans.n);
    const struct pw_trans *t = &sys->trans.at[trans];
    size_t i = 0;
    for (uint32_t k = 0; k < t->npost; k++) {
        assert(t->post + k < sys->tokens.n);
        const struct pw_tok *x = &sys->tokens.at[t->post + k];
        if (x->local == local) return true;
        while (i < n && u[i].local < x->local)
            i++;
        if (i < n && u[i].local == x->local && x->count > taken(sys, t, x->local)) return false;
    }
    return true;
}

bool pw_pre_each(struct pw_pre *p, uint32_t global, const struct pw_tok *u, size_t n,
                 pw_pre_found *found, void *self)
{
    for (uint32_t k = p->always_first[global]; k < p->always_first[global + 1]; k++)
        if (!pw_pre_by(p, p->always[k], u, n, found, self)) return false;
    uint32_t end = p->entry_first[global + 1];
    for (size_t i = 0; i < n; i++) {
        size_t k = PW_FIRST(e, p->entry_first[global], end, p->entries[e].local >= u[i].local);
        for (; k < end && p->entries[k].local == u[i].local; k++)
            if (first_common(p->sys, p->entries[k].trans, u[i].local, u, n) &&
                !pw_pre_by(p, p->entries[k].trans, u, n, found, self))
                return false;
    }
    return true;
}
