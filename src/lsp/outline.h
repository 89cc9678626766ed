/* outline.h -- what a .dr text declares, found in its tokens alone, so that it is there while the
 * text is half written.
 *
 * A declaration knows the unit (thread or procedure) around it: [from, to) are the tokens in which
 * its name is meant, all of the file for what is declared outside. Threads and procedures span
 * their whole text. */
#ifndef PW_LSP_OUTLINE_H
#define PW_LSP_OUTLINE_H

#include "front/dr/lexer.h"

enum pw_outline_kind {
    PW_OUTLINE_CONST,
    PW_OUTLINE_SHARED,
    PW_OUTLINE_LOCAL,
    PW_OUTLINE_PARAMETER,
    PW_OUTLINE_THREAD,
    PW_OUTLINE_PROC,
    PW_OUTLINE_PREDICATE,
    PW_OUTLINE_LABEL
};

struct pw_outline_entry {
    enum pw_outline_kind kind;
    uint32_t name;        /* number in the names of the lexer */
    uint32_t token;       /* of the name */
    uint32_t first, last; /* tokens of the declaration */
    int32_t unit;         /* entry of the thread or procedure around it, or -1 */
};

struct pw_outline {
    struct pw_outline_entry *at;
    size_t n, cap;
};

void pw_outline_make(struct pw_outline *o, const struct pw_lexer *x); /* replaces what was there */

/* The declaration that the name at this token means, or -1: of the unit around the token first,
 * then of the file, then, because predicates name variables and labels of threads, of any unit. A
 * name before ':' and after goto or at( is a label. */
int64_t pw_outline_find(const struct pw_outline *o, const struct pw_lexer *x, uint32_t token);

const char *pw_outline_word(enum pw_outline_kind kind); /* "shared variable", "label", ... */

#endif
