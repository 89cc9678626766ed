#include "tmod/world.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

void pw_tmod_world_init(struct pw_tmod_world *w, struct pw_space *space, const uint64_t *counts,
                        enum pw_tmod_ghost ghost, const pw_tmod_exposures *exposed)
{
    *w = (struct pw_tmod_world){
        .space = space, .counts = counts, .ghost = ghost, .exposed = exposed};
    w->words_per_signature = (exposed->n + 63) / 64;
    w->class_of = pw_mem_zalloc(space->p->ntemplates, sizeof *w->class_of);
}

/* What world.h says of classes and bags. */
static void check_world(const struct pw_tmod_world *w)
{
    assert(w->bag_index.n == w->bags.n);
    for (size_t i = 0; i < w->classes.n; i++) {
        const struct pw_tmod_class *c = &w->classes.at[i];
        assert(c->template <w->space->p->ntemplates);
        assert(c->twin == UINT32_MAX || c->twin < w->classes.n);
        assert(c->twin == UINT32_MAX || w->classes.at[c->twin].last != c->last);
        assert(c->twin == UINT32_MAX || w->classes.at[c->twin].template == c->template);
    }
    for (size_t i = 0; i < w->bags.n; i++) {
        const struct pw_tmod_bag *b = &w->bags.at[i];
        assert(b->first <= w->tokens.n && b->n <= w->tokens.n - b->first);
        for (uint32_t k = b->first; k < b->first + b->n; k++) {
            assert(w->tokens.at[k].class < w->classes.n);
            assert(w->tokens.at[k].count > 0);
            assert(k == b->first || w->tokens.at[k - 1].class < w->tokens.at[k].class);
        }
    }
}

void pw_tmod_world_clear(struct pw_tmod_world *w)
{
    check_world(w);
    pw_vec_clear(&w->classes);
    pw_vec_clear(&w->bags);
    pw_vec_clear(&w->tokens);
    pw_table_clear(&w->bag_index);
    pw_table_clear(&w->class_index);
    pw_table_clear(&w->signature_index);
    pw_vec_clear(&w->signatures);
    pw_vec_clear(&w->scratch);
    for (size_t t = 0; t < w->space->p->ntemplates; t++)
        pw_vec_clear(&w->class_of[t]);
    pw_mem_free(w->class_of, w->space->p->ntemplates * sizeof *w->class_of);
}

/* --- classes --- */

static bool same_signature(const void *objects, uint32_t id, const void *key)
{
    const struct pw_tmod_world *w = objects;
    const uint64_t *s = w->signatures.at + id * w->words_per_signature;
    return !memcmp(s, key, w->words_per_signature * sizeof *s);
}

static uint32_t number_signature(struct pw_tmod_world *w, const uint64_t *sig)
{
    size_t words = w->words_per_signature;
    uint64_t h = pw_hash_bytes(sig, words * sizeof *sig);
    int64_t known = pw_table_find(&w->signature_index, h, same_signature, w, sig);
    if (known != PW_TABLE_NONE) return (uint32_t)known;
    for (size_t i = 0; i < words; i++)
        pw_vec_push(&w->signatures, sig[i]);
    pw_table_add(&w->signature_index, h, (uint32_t)w->n_signatures);
    return (uint32_t)w->n_signatures++;
}

static uint32_t signature_of(struct pw_tmod_world *w, uint32_t t, uint32_t local)
{
    size_t words = w->words_per_signature;
    if (!words) return 0;
    uint64_t *sig = PW_NEWS(uint64_t, words);
    const int64_t *values = pw_space_local_values(w->space, t, local);
    for (size_t i = 0; i < w->exposed->n; i++) {
        const struct pw_tmod_exposed *e = &w->exposed->at[i];
        if (e->template != t) continue;
        int64_t v = e->field == PW_TMOD_LOCATION ? (int64_t)pw_space_loc(w->space, t, local)
                                                 : values[e->field];
        if (v == e->value) sig[i / 64] |= (uint64_t)1 << (i % 64);
    }
    uint32_t id = number_signature(w, sig);
    PW_FREES(sig, words);
    return id;
}

static bool same_class(const void *objects, uint32_t id, const void *key)
{
    const struct pw_tmod_world *w = objects;
    assert(id < w->classes.n);
    const struct pw_tmod_class *a = &w->classes.at[id], *b = key;
    return a->template == b->template && a->signature == b->signature && a->last == b->last;
}

static uint32_t number_class(struct pw_tmod_world *w, struct pw_tmod_class c)
{
    uint64_t h = pw_hash_mix(pw_hash_mix(c.last, c.template), c.signature);
    int64_t known = pw_table_find(&w->class_index, h, same_class, w, &c);
    if (known != PW_TABLE_NONE) return (uint32_t)known;
    uint32_t id = (uint32_t)w->classes.n;
    c.twin = UINT32_MAX;
    pw_vec_push(&w->classes, c);
    pw_table_add(&w->class_index, h, id);
    return id;
}

uint32_t pw_tmod_class_with(struct pw_tmod_world *w, uint32_t class, bool last)
{
    if (w->classes.at[class].last == last) return class;
    if (w->classes.at[class].twin == UINT32_MAX) {
        assert(class < w->classes.n);
        struct pw_tmod_class c = w->classes.at[class];
        c.last = last;
        uint32_t twin = number_class(w, c);
        w->classes.at[class].twin = twin;
        assert(twin < w->classes.n);
        w->classes.at[twin].twin = class;
    }
    return w->classes.at[class].twin;
}

uint32_t pw_tmod_class_of(struct pw_tmod_world *w, uint32_t t, uint32_t local, bool last)
{
    assert(!last || w->ghost != PW_GHOST_NONE);
    while (w->class_of[t].n <= local)
        pw_vec_push(&w->class_of[t], 0);
    if (!w->class_of[t].at[local]) {
        struct pw_tmod_class c = {.template = t, .signature = signature_of(w, t, local)};
        assert(local < w->class_of[t].n);
        w->class_of[t].at[local] = 1 + number_class(w, c);
    }
    return pw_tmod_class_with(w, w->class_of[t].at[local] - 1, last);
}

bool pw_tmod_exposes(const pw_tmod_exposures *e, uint32_t t, uint32_t field, int64_t value)
{
    for (size_t i = 0; i < e->n; i++)
        if (e->at[i].template == t && e->at[i].field == field && e->at[i].value == value)
            return true;
    return false;
}

/* --- bags --- */

static int by_class(const void *a, const void *b)
{
    const struct pw_tmod_token *x = a, *y = b;
    return PW_ORDER(x->class, y->class);
}

struct bag_key {
    const struct pw_tmod_token *at;
    size_t n;
};

static bool same_bag(const void *objects, uint32_t id, const void *key)
{
    const struct pw_tmod_world *w = objects;
    const struct bag_key *k = key;
    assert(id < w->bags.n);
    const struct pw_tmod_bag *b = &w->bags.at[id];
    return b->n == k->n && (!k->n || !memcmp(w->tokens.at + b->first, k->at, k->n * sizeof *k->at));
}

/* pre: sorted, classes distinct, no count is 0; not inside w->tokens. */
static uint32_t number_bag(struct pw_tmod_world *w, const struct pw_tmod_token *at, size_t n)
{
    struct bag_key key = {at, n};
    uint64_t h = pw_hash_bytes(at, n * sizeof *at);
    int64_t known = pw_table_find(&w->bag_index, h, same_bag, w, &key);
    if (known != PW_TABLE_NONE) return (uint32_t)known;
    struct pw_tmod_bag bag = {(uint32_t)w->tokens.n, (uint32_t)n};
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&w->tokens, at[i]);
    pw_table_add(&w->bag_index, h, (uint32_t)w->bags.n);
    pw_vec_push(&w->bags, bag);
    return (uint32_t)w->bags.n - 1;
}

/* Sorts w->scratch, adds up, drops what is 0, numbers it. Nearly sorted already: insertion. */
static uint32_t number_scratch(struct pw_tmod_world *w)
{
    struct pw_tmod_token *s = w->scratch.at;
    size_t k = 0;
    if (w->scratch.n > 1) qsort(s, w->scratch.n, sizeof *s, by_class);
    for (size_t i = 0; i < w->scratch.n; i++) {
        if (!s[i].count) continue;
        if (k && s[k - 1].class == s[i].class)
            s[k - 1].count += s[i].count;
        else
            s[k++] = s[i];
    }
    return number_bag(w, s, k);
}

uint32_t pw_tmod_bag_of(struct pw_tmod_world *w, const struct pw_tmod_token *tokens, size_t n)
{
    pw_vec_reset(&w->scratch);
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&w->scratch, tokens[i]);
    return number_scratch(w);
}

uint32_t pw_tmod_bag_position(const struct pw_tmod_world *w, uint32_t bag, uint32_t class)
{
    uint32_t n;
    const struct pw_tmod_token *at = pw_tmod_bag_tokens(w, bag, &n);
    size_t k = PW_FIRST(i, 0, n, at[i].class >= class);
    assert(k < n && at[k].class == class);
    return (uint32_t)k;
}

uint32_t pw_tmod_bag_move(struct pw_tmod_world *w, uint32_t bag, uint32_t from, uint32_t to,
                          bool clear)
{
    if (from == to && !clear) return bag;
    assert(bag < w->bags.n);
    uint32_t n = w->bags.at[bag].n, first = w->bags.at[bag].first;
    pw_vec_reset(&w->scratch);
    for (uint32_t i = 0; i < n; i++) {
        assert(first + i < w->tokens.n);
        struct pw_tmod_token token = w->tokens.at[first + i];
        if (token.class == from) token.count--;
        if (clear) token.class = pw_tmod_class_with(w, token.class, false);
        pw_vec_push(&w->scratch, token);
    }
    struct pw_tmod_token moved = {to, 1};
    pw_vec_push(&w->scratch, moved);
    return number_scratch(w);
}
