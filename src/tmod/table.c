#include "tmod/table.h"

#include <string.h>

#include "base/bits.h"
#include "base/limits.h"

void pw_tmod_table_init(struct pw_tmod_table *t, struct pw_tmod_world *w)
{
    *t = (struct pw_tmod_table){.w = w, .listed = UINT32_MAX};
    pw_arena_init(&t->arena);
}

void pw_tmod_table_init_few(struct pw_tmod_table *t, struct pw_tmod_world *w)
{
    pw_tmod_table_init(t, w);
    t->listed = PW_TMOD_FEW;
}

void pw_tmod_table_clear(struct pw_tmod_table *t)
{
    pw_vec_clear(&t->contexts);
    pw_vec_clear(&t->rows);
    pw_vec_clear(&t->more);
    pw_table_clear(&t->index);
    pw_vec_clear(&t->newest);
    pw_arena_clear(&t->arena);
}

/* --- contexts --- */

struct context_key {
    uint32_t shared, bag;
};

static bool same_context(const void *objects, uint32_t id, const void *key)
{
    const struct pw_tmod_context *c = &((const struct pw_tmod_table *)objects)->contexts.at[id];
    const struct context_key *k = key;
    return c->shared == k->shared && c->bag == k->bag;
}

static uint64_t hash_context(struct context_key k)
{
    return pw_hash_mix(k.shared, k.bag);
}

uint32_t pw_tmod_table_find(const struct pw_tmod_table *t, uint32_t shared, uint32_t bag)
{
    struct context_key key = {shared, bag};
    if (shared < t->listed) {
        uint32_t newest = shared < t->newest.n ? t->newest.at[shared] : 0;
        if (!newest) return PW_TMOD_NOWHERE;
        assert(t->contexts.at[newest - 1].shared == shared);
        if (t->contexts.at[newest - 1].bag == bag) return newest - 1; /* often there is one only */
    }
    int64_t known = pw_table_find(&t->index, hash_context(key), same_context, t, &key);
    return known == PW_TABLE_NONE ? PW_TMOD_NOWHERE : (uint32_t)known;
}

static void add_to_index(struct pw_tmod_table *t, uint32_t id)
{
    const struct pw_tmod_context *c = &t->contexts.at[id];
    pw_table_add(&t->index, hash_context((struct context_key){c->shared, c->bag}), id);
}

/* The one that was newest so far is found by the index from now on. */
static void set_newest(struct pw_tmod_table *t, uint32_t shared, uint32_t id)
{
    while (t->newest.n <= shared)
        pw_vec_push(&t->newest, 0);
    assert(shared < t->newest.n);
    uint32_t old = t->newest.at[shared];
    assert(old <= id);
    if (old) add_to_index(t, old - 1);
    t->newest.at[shared] = id + 1;
}

uint32_t pw_tmod_table_context(struct pw_tmod_table *t, uint32_t shared, uint32_t bag, bool *new)
{
    uint32_t id = pw_tmod_table_find(t, shared, bag);
    *new = id == PW_TMOD_NOWHERE;
    if (!*new) return id;
    assert(bag < t->w->bags.n);
    uint32_t n = t->w->bags.at[bag].n;
    struct pw_tmod_context c = {
        .shared = shared, .bag = bag, .first_row = (uint32_t)t->rows.n, .parent = PW_TMOD_NOWHERE};
    id = (uint32_t)t->contexts.n;
    pw_vec_push(&t->contexts, c);
    if (shared < t->listed)
        set_newest(t, shared, id);
    else
        add_to_index(t, id);
    pw_vec_reserve(&t->rows, t->rows.n + n);
    for (uint32_t i = 0; i < n; i++)
        t->rows.at[t->rows.n++] = 0;
    return id;
}

uint32_t pw_tmod_table_row(const struct pw_tmod_table *t, uint32_t context, uint32_t class)
{
    assert(context < t->contexts.n);
    const struct pw_tmod_context *c = &t->contexts.at[context];
    return c->first_row + pw_tmod_bag_position(t->w, c->bag, class);
}

/* --- rows: members below 64 are bits, most rows have no others --- */

enum { LIST_UP_TO = 12 };

uint32_t pw_tmod_row_count(const struct pw_tmod_row *r)
{
    return (uint32_t)__builtin_popcountll(r->first) + (r->more ? r->more->n : 0);
}

static bool more_has(const struct pw_tmod_more *m, uint32_t local)
{
    if (!m) return false;
    if (m->bits) return local / 64 < m->words && pw_bits_has(m->bits, local);
    assert(m->n <= LIST_UP_TO);
    for (uint32_t i = 0; i < m->n; i++)
        if (m->at[i] == local) return true;
    return false;
}

bool pw_tmod_table_has(const struct pw_tmod_table *t, uint32_t row, uint32_t local)
{
    struct pw_tmod_row r = pw_tmod_table_at(t, row);
    return local < 64 ? r.first >> local & 1 : more_has(r.more, local);
}

/* Room for one more member; old blocks stay in the arena, at most as much again. */
static void grow_list(struct pw_tmod_table *t, struct pw_tmod_more *m)
{
    if (m->n < m->cap) return;
    uint32_t cap = m->cap ? 2 * m->cap : 2;
    uint32_t *at = pw_arena_alloc(&t->arena, cap * sizeof *at);
    if (m->n) memcpy(at, m->at, m->n * sizeof *at);
    m->at = at;
    m->cap = cap;
}

static void grow_bits(struct pw_tmod_table *t, struct pw_tmod_more *m, uint32_t local)
{
    if (m->n < LIST_UP_TO || local / 64 < m->words) return;
    uint32_t words = local / 64 + 1 > 2 * m->words ? local / 64 + 1 : 2 * m->words;
    uint64_t *bits;
    for (uint32_t i = 0; i < m->n; i++)
        if (m->at[i] / 64 >= words) words = m->at[i] / 64 + 1;
    bits = pw_arena_alloc(&t->arena, words * sizeof *bits);
    memset(bits, 0, words * sizeof *bits);
    for (uint32_t i = 0; i < m->n; i++)
        pw_bits_add(bits, m->at[i]);
    m->bits = bits;
    m->words = words;
}

static struct pw_tmod_more *make_more(struct pw_tmod_table *t, uint32_t row)
{
    while (t->more.n <= row)
        pw_vec_push(&t->more, NULL);
    assert(row < t->rows.n);
    if (!t->more.at[row]) {
        t->more.at[row] = pw_arena_alloc(&t->arena, sizeof **t->more.at);
        *t->more.at[row] = (struct pw_tmod_more){0};
    }
    return t->more.at[row];
}

bool pw_tmod_table_add(struct pw_tmod_table *t, uint32_t row, uint32_t local)
{
    if (pw_tmod_table_has(t, row, local)) return false;
    t->pairs++;
    if (local < 64) {
        t->rows.at[row] |= (uint64_t)1 << local;
        return true;
    }
    struct pw_tmod_more *m = make_more(t, row);
    assert(m->done <= m->n);
    grow_list(t, m);
    grow_bits(t, m, local);
    m->at[m->n++] = local;
    if (m->bits) pw_bits_add(m->bits, local);
    return true;
}

/* --- order and join --- */

bool pw_tmod_table_within(const struct pw_tmod_table *a, const struct pw_tmod_table *b)
{
    for (size_t k = 0; k < a->contexts.n; k++) {
        const struct pw_tmod_context *c = &a->contexts.at[k];
        assert(c->bag < a->w->bags.n);
        uint32_t there = pw_tmod_table_find(b, c->shared, c->bag), n = a->w->bags.at[c->bag].n;
        if (there == PW_TMOD_NOWHERE) return false;
        pw_limits_poll();
        for (uint32_t i = 0; i < n; i++) {
            const struct pw_tmod_row r = pw_tmod_table_at(a, c->first_row + i);
            for (struct pw_tmod_cursor m = pw_tmod_row_start(&r); pw_tmod_row_next(&r, &m);)
                if (!pw_tmod_table_has(b, b->contexts.at[there].first_row + i, m.local))
                    return false;
        }
    }
    return true;
}

void pw_tmod_table_join(struct pw_tmod_table *a, const struct pw_tmod_table *b)
{
    for (size_t k = 0; k < b->contexts.n; k++) {
        const struct pw_tmod_context *c = &b->contexts.at[k];
        bool new;
        uint32_t there = pw_tmod_table_context(a, c->shared, c->bag, &new);
        assert(c->bag < a->w->bags.n);
        uint32_t n = a->w->bags.at[c->bag].n;
        pw_limits_poll();
        for (uint32_t i = 0; i < n; i++) {
            const struct pw_tmod_row r = pw_tmod_table_at(b, c->first_row + i);
            for (struct pw_tmod_cursor m = pw_tmod_row_start(&r); pw_tmod_row_next(&r, &m);)
                pw_tmod_table_add(a, a->contexts.at[there].first_row + i, m.local);
        }
    }
}
