#include "logic/symbols.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/mem.h"

void pw_symbols_clear(struct pw_symbols *s)
{
    for (size_t i = 0; i < s->at.n; i++)
        pw_mem_strfree(s->at.at[i].text);
    pw_vec_clear(&s->at);
    PW_FREES(s->slots, s->cap);
    s->slots = NULL;
    s->cap = 0;
}

static void put_at(struct pw_symbols *s, uint32_t hash, uint32_t number)
{
    size_t i = hash & (s->cap - 1);
    while (s->slots[i])
        i = (i + 1) & (s->cap - 1);
    s->slots[i] = number + 1;
}

static void grow(struct pw_symbols *s)
{
    PW_FREES(s->slots, s->cap);
    s->cap = s->cap ? 2 * s->cap : 128;
    s->slots = PW_NEWS(uint32_t, s->cap);
    for (size_t i = 0; i < s->at.n; i++)
        put_at(s, s->at.at[i].hash, (uint32_t)i);
}

static inline uint64_t eight_bytes(const char *text)
{
    uint64_t x;
    memcpy(&x, text, 8);
    return x;
}

/* n < 8 bytes, zeros after them, as a number; its value depends on the machine's order of bytes. */
static inline uint64_t few_bytes(const char *text, size_t n, size_t room)
{
    const bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    uint64_t x = 0;
    if (room < 8 || n == 0) return memcpy(&x, text, n), x;
    x = eight_bytes(text);
    return little ? x & UINT64_MAX >> (64 - 8 * n) : x & UINT64_MAX << (64 - 8 * n);
}

static inline uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

static __attribute__((noinline)) uint32_t add(struct pw_symbols *s, const char *text, size_t n,
                                              uint64_t head, uint32_t hash)
{
    struct pw_smt_symbol fresh = {
        .text = pw_mem_strndup(text, n), .head = head, .n = (uint32_t)n, .hash = hash};
    pw_vec_push(&s->at, fresh);
    if (2 * s->at.n > s->cap)
        grow(s);
    else
        put_at(s, hash, (uint32_t)s->at.n - 1);
    return (uint32_t)s->at.n - 1;
}

/* Of at most eight bytes: equal if head and length are. */
static inline uint32_t intern_short(struct pw_symbols *s, const char *text, size_t n, uint64_t head)
{
    uint32_t hash = (uint32_t)mix(n, head);
    for (size_t i = hash; s->cap; i++) {
        uint32_t slot = s->slots[i & (s->cap - 1)];
        if (!slot) break;
        assert(slot - 1 < s->at.n);
        const struct pw_smt_symbol *x = &s->at.at[slot - 1];
        if (x->head == head && x->n == n) return slot - 1;
    }
    return add(s, text, n, head, hash);
}

static __attribute__((noinline)) uint32_t intern_long(struct pw_symbols *s, const char *text,
                                                      size_t n)
{
    uint64_t head = eight_bytes(text), h = mix(n, head);
    for (size_t i = 8; i + 8 < n; i += 8)
        h = mix(h, eight_bytes(text + i));
    uint32_t hash = (uint32_t)mix(h, eight_bytes(text + n - 8));
    for (size_t i = hash; s->cap; i++) {
        uint32_t slot = s->slots[i & (s->cap - 1)];
        if (!slot) break;
        assert(slot - 1 < s->at.n);
        const struct pw_smt_symbol *x = &s->at.at[slot - 1];
        if (x->hash == hash && x->n == n && !memcmp(x->text, text, n)) return slot - 1;
    }
    return add(s, text, n, head, hash);
}

uint32_t pw_symbols_intern(struct pw_symbols *s, const char *text, size_t n, size_t room)
{
    if (n > 8) return intern_long(s, text, n);
    return intern_short(s, text, n, n == 8 ? eight_bytes(text) : few_bytes(text, n, room));
}
