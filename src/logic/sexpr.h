/* sexpr.h -- s-expressions as in SMT-LIB 2.6: symbols, |quoted symbols|, :keywords, numerals, strings, lists.
 *
 * Nodes live in one array; a list names its first child, a node its next sibling (-1: none). Every node knows its place in the source. */
#ifndef PW_LOGIC_SEXPR_H
#define PW_LOGIC_SEXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/source.h"
#include "base/vec.h"

enum pw_sexpr_kind { PW_SEXPR_LIST, PW_SEXPR_SYMBOL, PW_SEXPR_KEYWORD, PW_SEXPR_NUMERAL, PW_SEXPR_STRING, PW_SEXPR_OTHER };

struct pw_sexpr_node {
    enum pw_sexpr_kind kind;
    uint32_t from, to; /* in the source; a quoted symbol without its bars, a string with its quotes */
    int32_t first, next;
    uint32_t hash; /* of a word: pw_sexpr_hash of its text */
};

uint32_t pw_sexpr_hash(const char *text, size_t n);

struct pw_sexpr {
    const struct pw_source *src;
    struct pw_diags *diags;
    size_t at; /* where reading goes on */
    PW_VEC(struct pw_sexpr_node) nodes;
    int32_t open; /* innermost list being read, or -1; in a list that is open, `next` is the list around it and `to` its last child */
};

void pw_sexpr_init(struct pw_sexpr *x, const struct pw_source *src, struct pw_diags *diags); /* pre: the source is smaller than 4 GiB */
void pw_sexpr_clear(struct pw_sexpr *x);

/* Reads the next expression, appending its nodes. Returns the node, or -1 at the end of the input and after an error (then diags has it). */
int32_t pw_sexpr_read(struct pw_sexpr *x);
void pw_sexpr_forget(struct pw_sexpr *x, size_t nodes); /* keeps so many nodes */

bool pw_sexpr_is(const struct pw_sexpr *x, int32_t node, const char *text); /* a symbol or keyword with that text? */
const char *pw_sexpr_text(const struct pw_sexpr *x, int32_t node, size_t *n); /* not terminated */
size_t pw_sexpr_length(const struct pw_sexpr *x, int32_t list); /* number of children */

#endif
