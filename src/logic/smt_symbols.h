/* smt_symbols.h -- the symbols of a script, numbered in order of arrival. A table made for short words whose hash the reader has computed. */
#ifndef PW_LOGIC_SMT_SYMBOLS_H
#define PW_LOGIC_SMT_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct pw_smt_symbol {
    char *text; /* terminated */
    uint32_t n, hash;
};

struct pw_smt_symbols {
    PW_VEC(struct pw_smt_symbol) at;
    uint32_t *slots; /* number + 1, or 0; open addressing, at most half full */
    size_t cap;      /* 0 or a power of two */
};

void pw_smt_symbols_clear(struct pw_smt_symbols *s);
uint32_t pw_smt_symbols_intern(struct pw_smt_symbols *s, const char *text, size_t n, uint32_t hash); /* equal texts, equal hashes */

#endif
