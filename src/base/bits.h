/* bits.h -- fixed-size sets of small numbers, 64 to a word. The caller owns the words:
 * pw_bits_words(n) of them for numbers below n. */
#ifndef PW_BASE_BITS_H
#define PW_BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t pw_bits_words(size_t n)
{
    return (n + 63) / 64;
}
static inline bool pw_bits_has(const uint64_t *s, size_t i)
{
    return s[i / 64] >> (i % 64) & 1;
}
static inline void pw_bits_add(uint64_t *s, size_t i)
{
    s[i / 64] |= (uint64_t)1 << (i % 64);
}
static inline void pw_bits_remove(uint64_t *s, size_t i)
{
    s[i / 64] &= ~((uint64_t)1 << (i % 64));
}

static inline size_t pw_bits_count(const uint64_t *s, size_t words)
{
    size_t n = 0;
    for (size_t i = 0; i < words; i++)
        n += (size_t)__builtin_popcountll(s[i]);
    return n;
}

static inline bool pw_bits_subset(const uint64_t *s, const uint64_t *of, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (s[i] & ~of[i]) return false;
    return true;
}

/* The smallest member >= from, or n if there is none below n. */
static inline size_t pw_bits_next(const uint64_t *s, size_t n, size_t from)
{
    while (from < n) {
        uint64_t w = s[from / 64] >> (from % 64);
        if (w) {
            from += (size_t)__builtin_ctzll(w);
            return from < n ? from : n;
        }
        from = (from / 64 + 1) * 64;
    }
    return n;
}

#endif
