#include "base/table.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

struct pw_table_slot {
    uint32_t hash, id; /* id = 0: empty; otherwise number + 1 */
};

static uint32_t fold(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 32);
}

void pw_table_clear(struct pw_table *t)
{
    PW_FREES(t->slots, t->cap);
    *t = (struct pw_table){0};
}

void pw_table_reset(struct pw_table *t)
{
    if (t->cap) memset(t->slots, 0, t->cap * sizeof *t->slots);
    t->n = 0;
}

int64_t pw_table_find(const struct pw_table *t, uint64_t hash, pw_table_eq *eq, const void *objects,
                      const void *key)
{
    if (!t->cap) return PW_TABLE_NONE;
    assert(t->n < t->cap); /* or the search would not end */
    uint32_t h = fold(hash);
    for (size_t i = h & (t->cap - 1); t->slots[i].id; i = (i + 1) & (t->cap - 1))
        if (t->slots[i].hash == h && eq(objects, t->slots[i].id - 1, key))
            return t->slots[i].id - 1;
    return PW_TABLE_NONE;
}

static void place(struct pw_table *t, struct pw_table_slot s)
{
    assert(s.id && t->cap && !(t->cap & (t->cap - 1)));
    size_t i = s.hash & (t->cap - 1);
    while (t->slots[i].id)
        i = (i + 1) & (t->cap - 1);
    t->slots[i] = s;
}

static void grow(struct pw_table *t)
{
    struct pw_table bigger = {.cap = t->cap ? 2 * t->cap : 16, .n = t->n};
    bigger.slots = PW_NEWS(struct pw_table_slot, bigger.cap);
    for (size_t i = 0; i < t->cap; i++)
        if (t->slots[i].id) place(&bigger, t->slots[i]);
    PW_FREES(t->slots, t->cap);
    *t = bigger;
}

void pw_table_add(struct pw_table *t, uint64_t hash, uint32_t id)
{
    if (4 * (t->n + 1) > 3 * t->cap) grow(t);
    assert(id < UINT32_MAX);
    place(t, (struct pw_table_slot){fold(hash), id + 1});
    t->n++;
    assert(4 * t->n <= 3 * t->cap);
}

bool pw_table_remove(struct pw_table *t, uint64_t hash, uint32_t id)
{
    if (!t->cap) return false;
    size_t mask = t->cap - 1, i = fold(hash) & mask;
    while (t->slots[i].id && t->slots[i].id != id + 1)
        i = (i + 1) & mask;
    if (!t->slots[i].id) return false;
    /* Close the gap: move back every later slot of the run whose home is not after the gap. */
    for (size_t j = (i + 1) & mask; t->slots[j].id; j = (j + 1) & mask) {
        size_t home = t->slots[j].hash & mask;
        if (((j - home) & mask) >= ((j - i) & mask)) {
            t->slots[i] = t->slots[j];
            i = j;
        }
    }
    assert(t->n > 0);
    t->slots[i].id = 0;
    t->n--;
    return true;
}

uint64_t pw_hash_mix(uint64_t h, uint64_t x)
{
    h = ((h << 23 | h >> 41) ^ x) * 0x9e3779b97f4a7c15u; /* the turn tells (a, b) from (b, a) */
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 29;
}

uint64_t pw_hash_bytes(const void *p, size_t n)
{
    const unsigned char *s = p;
    uint64_t h = 0xcbf29ce484222325u ^ n;
    for (; n >= 8; n -= 8, s += 8) {
        uint64_t w;
        memcpy(&w, s, 8);
        h = pw_hash_mix(h, w);
    }
    uint64_t w = 0;
    if (n) memcpy(&w, s, n);
    return pw_hash_mix(h, w);
}

struct text {
    const char *at;
    size_t n;
};

static bool same_name(const void *objects, uint32_t id, const void *key)
{
    const struct pw_names *s = objects;
    const struct text *t = key;
    assert(id < s->n);
    return strlen(s->at[id]) == t->n && !memcmp(s->at[id], t->at, t->n);
}

void pw_names_clear(struct pw_names *s)
{
    for (size_t i = 0; i < s->n; i++)
        pw_mem_strfree(s->at[i]);
    PW_FREES(s->at, s->cap);
    pw_table_clear(&s->index);
    *s = (struct pw_names){0};
}

uint32_t pw_names_intern_n(struct pw_names *s, const char *text, size_t n)
{
    struct text t = {text, n};
    uint64_t h = pw_hash_bytes(text, n);
    int64_t id = pw_table_find(&s->index, h, same_name, s, &t);
    if (id >= 0) return (uint32_t)id;
    assert(s->n == s->index.n); /* every name is in the index, once */
    pw_vec_push(s, pw_mem_strndup(text, n));
    pw_table_add(&s->index, h, (uint32_t)(s->n - 1));
    return (uint32_t)(s->n - 1);
}

uint32_t pw_names_intern(struct pw_names *s, const char *text)
{
    return pw_names_intern_n(s, text, strlen(text));
}

int64_t pw_names_find(const struct pw_names *s, const char *text)
{
    struct text t = {text, strlen(text)};
    return pw_table_find(&s->index, pw_hash_bytes(text, t.n), same_name, s, &t);
}
