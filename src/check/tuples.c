#include "check/tuples.h"

#include <assert.h>
#include <string.h>

struct key {
    const uint32_t *at;
    size_t n;
};

static bool same(const void *objects, uint32_t id, const void *key)
{
    const pw_uints *a = (const pw_uints *)objects + id;
    const struct key *b = key;
    return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof *a->at);
}

uint32_t pwc_number(struct pwc_tuples *s, const uint32_t *key, size_t n)
{
    struct key k = {key, n};
    uint64_t hash = pw_hash_bytes(key, n * sizeof *key);
    int64_t known = pw_table_find(&s->index, hash, same, s->at.at, &k);
    if (known != PW_TABLE_NONE) return (uint32_t)known;
    pw_uints copy = {0};
    pw_vec_reserve(&copy, n + 1);
    memcpy(copy.at, key, n * sizeof *key);
    copy.n = n;
    assert(s->at.n < UINT32_MAX);
    pw_table_add(&s->index, hash, (uint32_t)s->at.n);
    pw_vec_push(&s->at, copy);
    return (uint32_t)s->at.n - 1;
}
