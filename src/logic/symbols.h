/* symbols.h -- the symbols of a script, numbered in order of arrival. Made for short words: up to
 * eight bytes are one number. */
#ifndef PW_LOGIC_SYMBOLS_H
#define PW_LOGIC_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct pw_smt_symbol {
    char *text;    /* terminated */
    uint64_t head; /* its first eight bytes, zeros beyond its end */
    uint32_t n, hash;
};

struct pw_symbols {
    PW_VEC(struct pw_smt_symbol) at;
    uint32_t *slots; /* number + 1, or 0; open addressing, at most half full */
    size_t cap;      /* 0 or a power of two */
};

void pw_symbols_clear(struct pw_symbols *s);
/* The number of text[0..n-1]; text[0..room-1] may be read, room >= n. */
uint32_t pw_symbols_intern(struct pw_symbols *s, const char *text, size_t n, size_t room);

#endif
