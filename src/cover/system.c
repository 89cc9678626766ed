#include "cover/system.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/order.h"

int64_t pw_count_add(int64_t x, int64_t y)
{
    int64_t sum;
    if (__builtin_add_overflow(x, y, &sum)) pw_guard_throw(PW_STOP_RANGE);
    return sum;
}

static int compare_toks(const void *a, const void *b)
{
    const struct pw_tok *x = a, *y = b;
    return PW_ORDER(x->local, y->local);
}

void pw_toks_normalise(pw_toks *t)
{
    if (t->n > 1) qsort(t->at, t->n, sizeof *t->at, compare_toks);
    size_t out = 0;
    for (size_t i = 0; i < t->n; i++) {
        if (t->at[i].count == 0) continue;
        if (out > 0 && t->at[out - 1].local == t->at[i].local)
            t->at[out - 1].count = pw_count_add(t->at[out - 1].count, t->at[i].count);
        else
            t->at[out++] = t->at[i];
    }
    t->n = out;
}

bool pw_toks_leq(const struct pw_tok *u, size_t nu, const struct pw_tok *v, size_t nv)
{
    size_t j = 0;
    if (nu > nv) return false;
    for (size_t i = 0; i < nu; i++) {
        while (j < nv && v[j].local < u[i].local)
            j++;
        if (j == nv || v[j].local != u[i].local || v[j].count < u[i].count) return false;
        j++;
    }
    return true;
}

int pw_pair_order(const void *a, const void *b)
{
    const struct pw_pair *x = a, *y = b;
    return PW_ORDER(x->from, y->from) ?: PW_ORDER(x->to, y->to);
}

static int compare_inverse(const void *a, const void *b)
{
    const struct pw_pair *x = a, *y = b;
    return PW_ORDER(x->to, y->to) ?: PW_ORDER(x->from, y->from);
}

static bool same_relation(const void *objects, uint32_t id, const void *key)
{
    const struct pw_relation *all = objects, *r = key, *x = &all[id];
    return x->rest == r->rest && x->n == r->n &&
           (r->n == 0 || memcmp(x->pairs, r->pairs, r->n * sizeof *r->pairs) == 0);
}

static uint64_t hash_relation(const struct pw_relation *r)
{
    return pw_hash_mix(pw_hash_bytes(r->pairs, r->n * sizeof *r->pairs), (uint64_t)r->rest);
}

/* Sorted copy without repeats; with rest = STAY a local that only stays is left out, so that the
 * identity is relation 0. */
static void canonical_pairs(struct pw_relation *r, const struct pw_pair *pairs, size_t n)
{
    r->pairs = PW_NEWS(struct pw_pair, n);
    if (n) memcpy(r->pairs, pairs, n * sizeof *pairs);
    if (n) qsort(r->pairs, n, sizeof *pairs, pw_pair_order);
    uint32_t out = 0;
    for (size_t i = 0; i < n;) {
        size_t end = i;
        uint32_t first = out;
        for (; end < n && r->pairs[end].from == r->pairs[i].from; end++)
            if (end == i || r->pairs[end].to != r->pairs[end - 1].to)
                r->pairs[out++] = r->pairs[end];
        if (r->rest == PW_REST_STAY && out == first + 1 &&
            r->pairs[first].to == r->pairs[first].from)
            out = first;
        i = end;
    }
    r->pairs = pw_mem_resize(r->pairs, n * sizeof *pairs, out * sizeof *pairs);
    r->n = out;
}

uint32_t pw_system_relation(struct pw_system *s, enum pw_rest rest, const struct pw_pair *pairs,
                            size_t n)
{
    struct pw_relation r = {rest, 0, NULL, NULL};
    canonical_pairs(&r, pairs, n);
    uint64_t hash = hash_relation(&r);
    int64_t known = pw_table_find(&s->interned, hash, same_relation, s->relations.at, &r);
    if (known != PW_TABLE_NONE) {
        PW_FREES(r.pairs, r.n);
        return (uint32_t)known;
    }
    r.inverse = PW_NEWS(struct pw_pair, r.n);
    if (r.n) memcpy(r.inverse, r.pairs, r.n * sizeof *r.pairs);
    if (r.n) qsort(r.inverse, r.n, sizeof *r.inverse, compare_inverse);
    pw_vec_push(&s->relations, r);
    pw_table_add(&s->interned, hash, (uint32_t)s->relations.n - 1);
    return (uint32_t)s->relations.n - 1;
}

void pw_system_init(struct pw_system *s, uint32_t globals, uint32_t locals)
{
    memset(s, 0, sizeof *s);
    s->globals = globals;
    s->locals = locals;
    pw_vec_reserve(&s->tokens, 1); /* so that the start of an empty list is a pointer, too */
    pw_vec_reserve(&s->ranges, 1);
    uint32_t id = pw_system_relation(s, PW_REST_STAY, NULL, 0);
    assert(id == 0);
    (void)id;
}

void pw_system_clear(struct pw_system *s)
{
    for (size_t i = 0; i < s->relations.n; i++) {
        PW_FREES(s->relations.at[i].pairs, s->relations.at[i].n);
        PW_FREES(s->relations.at[i].inverse, s->relations.at[i].n);
    }
    pw_vec_clear(&s->relations);
    pw_vec_clear(&s->trans);
    pw_vec_clear(&s->targets);
    pw_vec_clear(&s->boxes);
    pw_vec_clear(&s->ranges);
    pw_vec_clear(&s->tokens);
    pw_table_clear(&s->interned);
}

/* Targets keep their tokens in the common pool, so that is copied, too. */
void pw_system_view(struct pw_system *v, const struct pw_system *s)
{
    *v = *s;
    memset(&v->targets, 0, sizeof v->targets);
    memset(&v->tokens, 0, sizeof v->tokens);
    for (size_t i = 0; i < s->tokens.n; i++)
        pw_vec_push(&v->tokens, s->tokens.at[i]);
}

void pw_system_view_clear(struct pw_system *v)
{
    pw_vec_clear(&v->targets);
    pw_vec_clear(&v->tokens);
    *v = (struct pw_system){0};
}

/* Appends a normalised copy of the tokens to the pool; returns where it starts and, in *n, how long
 * it is. */
static uint32_t keep_toks(struct pw_system *s, const struct pw_tok *toks, size_t from, uint32_t *n)
{
    pw_toks copy = {0};
    for (size_t i = 0; i < from; i++) {
        assert(toks[i].local < s->locals);
        pw_vec_push(&copy, toks[i]);
    }
    pw_toks_normalise(&copy);
    uint32_t at = (uint32_t)s->tokens.n;
    for (size_t i = 0; i < copy.n; i++)
        pw_vec_push(&s->tokens, copy.at[i]);
    *n = (uint32_t)copy.n;
    pw_vec_clear(&copy);
    return at;
}

uint32_t pw_system_trans(struct pw_system *s, uint32_t from, uint32_t to, const struct pw_tok *pre,
                         size_t npre, uint32_t relation, const struct pw_tok *post, size_t npost,
                         bool witness, uint32_t tag)
{
    assert(from < s->globals && to < s->globals && relation < s->relations.n);
    struct pw_trans t = {
        .from = from, .to = to, .relation = relation, .witness = witness, .tag = tag};
    t.pre = keep_toks(s, pre, npre, &t.npre);
    t.post = keep_toks(s, post, npost, &t.npost);
    pw_vec_push(&s->trans, t);
    return (uint32_t)s->trans.n - 1;
}

void pw_system_target(struct pw_system *s, uint32_t global, const struct pw_tok *toks, size_t n)
{
    assert(global == PW_ANY_GLOBAL || global < s->globals);
    struct pw_target t = {.global = global};
    t.toks = keep_toks(s, toks, n, &t.ntoks);
    pw_vec_push(&s->targets, t);
}

static int compare_ranges(const void *a, const void *b)
{
    const struct pw_range *x = a, *y = b;
    return PW_ORDER(x->local, y->local);
}

void pw_system_box(struct pw_system *s, uint32_t global, const struct pw_range *ranges, size_t n,
                   bool rest_many)
{
    struct pw_box b = {.global = global,
                       .ranges = (uint32_t)s->ranges.n,
                       .nranges = (uint32_t)n,
                       .rest_many = rest_many};
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&s->ranges, ranges[i]);
    if (n > 1) qsort(s->ranges.at + b.ranges, n, sizeof *ranges, compare_ranges);
    pw_vec_push(&s->boxes, b);
}

static bool box_covers(const struct pw_system *s, const struct pw_box *b, const struct pw_tok *u,
                       size_t n)
{
    assert(b->ranges <= s->ranges.n);
    const struct pw_range *r = s->ranges.at + b->ranges, *end = r + b->nranges;
    for (size_t i = 0; i < n; i++) {
        while (r < end && r->local < u[i].local)
            r++;
        bool listed = r < end && r->local == u[i].local;
        if (listed ? !r->many && r->hi < u[i].count : !b->rest_many) return false;
    }
    return true;
}

/* The smallest configuration of the box above u. */
static void box_fill(const struct pw_system *s, const struct pw_box *b, const struct pw_tok *u,
                     size_t n, pw_toks *out)
{
    size_t i = 0;
    for (size_t k = 0; k < b->nranges; k++) {
        assert(b->ranges + k < s->ranges.n);
        const struct pw_range *r = &s->ranges.at[b->ranges + k];
        for (; i < n && u[i].local < r->local; i++)
            pw_vec_push(out, u[i]);
        struct pw_tok t = {r->local, r->lo};
        if (i < n && u[i].local == r->local) {
            if (u[i].count > t.count) t.count = u[i].count;
            i++;
        }
        if (t.count > 0) pw_vec_push(out, t);
    }
    for (; i < n; i++)
        pw_vec_push(out, u[i]);
}

bool pw_system_initial(const struct pw_system *s, uint32_t global, const struct pw_tok *u, size_t n,
                       pw_toks *out)
{
    if (s->covers) return s->covers(s->covers_self, global, u, n, out);
    for (size_t i = 0; i < s->boxes.n; i++) {
        const struct pw_box *b = &s->boxes.at[i];
        if (b->global != global || !box_covers(s, b, u, n)) continue;
        if (out) box_fill(s, b, u, n, out);
        return true;
    }
    return false;
}

size_t pw_relation_from(const struct pw_relation *r, uint32_t from, const struct pw_pair **first)
{
    size_t at = PW_FIRST(i, 0, r->n, r->pairs[i].from >= from), end = at;
    while (end < r->n && r->pairs[end].from == from)
        end++;
    *first = r->pairs + at;
    return end - at;
}

size_t pw_relation_into(const struct pw_relation *r, uint32_t to, const struct pw_pair **first)
{
    size_t at = PW_FIRST(i, 0, r->n, r->inverse[i].to >= to), end = at;
    while (end < r->n && r->inverse[end].to == to)
        end++;
    *first = r->inverse + at;
    return end - at;
}

/* ---- the invariants of system.h ---- */

static void check_tokens(const struct pw_system *s, uint32_t first, uint32_t n)
{
    assert(first <= s->tokens.n && n <= s->tokens.n - first);
    for (uint32_t i = first; i < first + n; i++) {
        assert(s->tokens.at[i].local < s->locals);
        assert(s->tokens.at[i].count > 0);
        assert(i == first || s->tokens.at[i - 1].local < s->tokens.at[i].local);
    }
}

static void check_relation(const struct pw_system *s, const struct pw_relation *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const struct pw_pair *p = &r->pairs[i], *q = &r->inverse[i];
        assert(p->from < s->locals && q->from < s->locals);
        assert(p->to < s->locals || p->to == PW_SUNK);
        assert(!i || p[-1].from < p->from || (p[-1].from == p->from && p[-1].to < p->to));
        assert(!i || q[-1].to < q->to || (q[-1].to == q->to && q[-1].from < q->from));
    }
}

static void check_box(const struct pw_system *s, const struct pw_box *b)
{
    assert(b->global < s->globals);
    assert(b->ranges <= s->ranges.n && b->nranges <= s->ranges.n - b->ranges);
    for (uint32_t i = b->ranges; i < b->ranges + b->nranges; i++) {
        const struct pw_range *r = &s->ranges.at[i];
        assert(r->local < s->locals);
        assert(r->lo >= 0);
        assert(i == b->ranges || r[-1].local < r->local);
    }
}

void pw_system_check(const struct pw_system *s)
{
    assert(s->relations.n > 0);
    assert(s->relations.at[0].n == 0 && s->relations.at[0].rest == PW_REST_STAY);
    for (size_t i = 0; i < s->relations.n; i++)
        check_relation(s, &s->relations.at[i]);
    for (size_t i = 0; i < s->trans.n; i++) {
        const struct pw_trans *t = &s->trans.at[i];
        assert(t->from < s->globals && t->to < s->globals);
        assert(t->relation < s->relations.n);
        check_tokens(s, t->pre, t->npre);
        check_tokens(s, t->post, t->npost);
    }
    for (size_t i = 0; i < s->targets.n; i++) {
        assert(s->targets.at[i].global < s->globals || s->targets.at[i].global == PW_ANY_GLOBAL);
        check_tokens(s, s->targets.at[i].toks, s->targets.at[i].ntoks);
    }
    for (size_t i = 0; i < s->boxes.n; i++)
        check_box(s, &s->boxes.at[i]);
}
