#include "logic/smt_symbols.h"

#include <stdbool.h>

#include "base/mem.h"

void pw_smt_symbols_clear(struct pw_smt_symbols *s)
{
    for (size_t i = 0; i < s->at.n; i++) pw_mem_strfree(s->at.at[i].text);
    pw_vec_clear(&s->at);
    PW_FREES(s->slots, s->cap);
    s->slots = NULL;
    s->cap = 0;
}

static void place(struct pw_smt_symbols *s, uint32_t hash, uint32_t number)
{
    size_t i = hash & (s->cap - 1);
    while (s->slots[i]) i = (i + 1) & (s->cap - 1);
    s->slots[i] = number + 1;
}

static void grow(struct pw_smt_symbols *s)
{
    PW_FREES(s->slots, s->cap);
    s->cap = s->cap ? 2 * s->cap : 128;
    s->slots = PW_NEWS(uint32_t, s->cap);
    for (size_t i = 0; i < s->at.n; i++) place(s, s->at.at[i].hash, (uint32_t)i);
}

static uint32_t add(struct pw_smt_symbols *s, const char *text, size_t n, uint32_t hash)
{
    struct pw_smt_symbol fresh = {.text = pw_mem_strndup(text, n), .n = (uint32_t)n, .hash = hash};
    pw_vec_push(&s->at, fresh);
    if (2 * s->at.n > s->cap) grow(s);
    else place(s, hash, (uint32_t)s->at.n - 1);
    return (uint32_t)s->at.n - 1;
}

/* Words are short: a loop beats a call. */
static bool same_text(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

uint32_t pw_smt_symbols_intern(struct pw_smt_symbols *s, const char *text, size_t n, uint32_t hash)
{
    for (size_t i = hash; s->cap; i++) {
        uint32_t slot = s->slots[i & (s->cap - 1)];
        if (!slot) break;
        const struct pw_smt_symbol *x = &s->at.at[slot - 1];
        if (x->hash == hash && x->n == n && same_text(x->text, text, n)) return slot - 1;
    }
    return add(s, text, n, hash);
}
