#include "finite/pack.h"

#include <string.h>

#include "base/mem.h"

void pw_pack_init(struct pw_pack *p, const struct pw_var *vars, size_t n)
{
    uint32_t used = 64; /* bits of the word at hand */
    *p = (struct pw_pack){.fields = PW_NEWS(struct pw_pack_field, n), .n = n};
    for (size_t i = 0; i < n; i++) {
        assert(pw_type_finite(vars[i].type) && vars[i].type.lo <= vars[i].type.hi);
        uint64_t most = (uint64_t)vars[i].type.hi - (uint64_t)vars[i].type.lo;
        uint32_t bits = most ? 64 - (uint32_t)__builtin_clzll(most) : 1;
        if (used + bits > 64) {
            used = 0;
            p->words++;
        }
        p->fields[i] = (struct pw_pack_field){.lo = vars[i].type.lo,
                                              .mask = UINT64_MAX >> (64 - bits),
                                              .word = (uint32_t)p->words - 1,
                                              .shift = used};
        used += bits;
        assert(used <= 64 && p->words <= n);
    }
}

void pw_pack_clear(struct pw_pack *p)
{
    PW_FREES(p->fields, p->n);
    *p = (struct pw_pack){0};
}

void pw_pack_all(const struct pw_pack *p, const int64_t *values, uint64_t *words)
{
    assert(!p->n || p->words);
    if (p->words) memset(words, 0, p->words * sizeof *words);
    for (size_t i = 0; i < p->n; i++)
        pw_pack_set(p, words, i, values[i]);
}

void pw_unpack_all(const struct pw_pack *p, const uint64_t *words, int64_t *values)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct pw_pack_field *f = &p->fields[i];
        assert(f->word < p->words);
        values[i] = (int64_t)((uint64_t)f->lo + (words[f->word] >> f->shift & f->mask));
    }
}
