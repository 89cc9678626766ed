/* clex.h -- tokens of a preprocessed C text.
 *
 * The text is the output of a C preprocessor: its line markers (# 12 "file" flags) say where each
 * token comes from, and whether that is a system header. The whole text becomes one array of tokens
 * with an END token behind it, so a parser may look ahead freely. Names and strings are interned.
 * Whatever is no token of C becomes a token of kind PW_CTOK_BAD, which no rule of a grammar
 * takes. */
#ifndef PW_FRONT_C_CLEX_H
#define PW_FRONT_C_CLEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/table.h"
#include "base/vec.h"

enum pw_ctok_kind {
    PW_CTOK_END,
    PW_CTOK_NAME,   /* identifiers and keywords */
    PW_CTOK_NUMBER, /* value, is_unsigned, longs */
    PW_CTOK_FLOAT,
    PW_CTOK_CHAR,   /* value */
    PW_CTOK_STRING, /* value: its length */
    PW_CTOK_SIGN,   /* sign: the characters, packed */
    PW_CTOK_BAD
};

/* A sign of up to three characters as one number: PW_SIGN2('+', '+'). */
#define PW_SIGN1(a) ((uint32_t)(a))
#define PW_SIGN2(a, b) ((uint32_t)(a) << 8 | (uint32_t)(b))
#define PW_SIGN3(a, b, c) ((uint32_t)(a) << 16 | (uint32_t)(b) << 8 | (uint32_t)(c))

struct pw_ctok {
    uint8_t kind;
    uint8_t longs;    /* NUMBER: how many l in the suffix */
    bool is_unsigned; /* NUMBER: a suffix u */
    bool decimal;     /* NUMBER: written to base ten */
    bool system;      /* from a system header */
    uint16_t file;    /* number in clex.files */
    uint32_t sign;
    uint32_t name; /* NAME: number in clex.names */
    unsigned line;
    size_t from, to; /* bytes of the preprocessed text */
    uint64_t value;
};

struct pw_clex {
    const char *text;
    size_t size;
    struct pw_names names, files;
    PW_VEC(struct pw_ctok) tokens;
    bool marked; /* it has line markers */
};

/* file: the name of the text itself, for what stands before the first line marker; a marker that
 * names "<stdin>" means it, too. The text must outlive the tokens. */
void pw_clex_init(struct pw_clex *x, const char *text, size_t size, const char *file);
void pw_clex_clear(struct pw_clex *x);

static inline const char *pw_clex_name(const struct pw_clex *x, uint32_t name)
{
    return x->names.at[name];
}

#endif
