/* sexpr.h -- s-expressions as in SMT-LIB 2.6: symbols, |quoted symbols|, :keywords, numerals,
 * strings, lists.
 *
 * Nodes lie in one array in the order of the text (preorder): the children of a list follow it, and
 * after the last of them, or at once in an empty list, comes a node of kind PW_SEXPR_END. Every
 * node knows its position in the source. */
#ifndef PW_LOGIC_SEXPR_H
#define PW_LOGIC_SEXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/source.h"
#include "base/vec.h"
#include "logic/symbols.h"

enum pw_sexpr_kind {
    PW_SEXPR_LIST,
    PW_SEXPR_SYMBOL,
    PW_SEXPR_KEYWORD,
    PW_SEXPR_NUMERAL,
    PW_SEXPR_STRING,
    PW_SEXPR_OTHER,
    PW_SEXPR_END
};

struct pw_sexpr_node {
    uint8_t kind; /* enum pw_sexpr_kind */
    bool quoted;  /* of a symbol: written between bars */
    /* in the source; a quoted symbol without its bars, a string with its quotes */
    uint32_t from, to;
    /* symbol: its number; list: the node of its end, while it is open the list around it; else 0 */
    uint32_t link;
};

struct pw_sexpr {
    const struct pw_source *src;
    struct pw_diags *diags;
    size_t at; /* where reading goes on */
    struct pw_symbols symbols;
    PW_VEC(struct pw_sexpr_node) nodes;
};

/* pre: the source is smaller than 4 GiB */
void pw_sexpr_init(struct pw_sexpr *x, const struct pw_source *src, struct pw_diags *diags);
void pw_sexpr_clear(struct pw_sexpr *x);

/* Reads the next expression into node 0 and the following; the nodes of the one before are gone.
 * False at the end of the input, and after an error, which diags has then. */
bool pw_sexpr_read(struct pw_sexpr *x);

static inline bool pw_sexpr_is_kind(const struct pw_sexpr *x, int32_t node, enum pw_sexpr_kind kind)
{
    return node >= 0 && x->nodes.at[node].kind == kind;
}

/* First child of a list and next sibling of a node other than 0; -1: none. */
static inline int32_t pw_sexpr_first(const struct pw_sexpr *x, int32_t list)
{
    return x->nodes.at[list + 1].kind == PW_SEXPR_END ? -1 : list + 1;
}

static inline int32_t pw_sexpr_next(const struct pw_sexpr *x, int32_t node)
{
    const struct pw_sexpr_node *nodes = x->nodes.at;
    int32_t next = nodes[node].kind == PW_SEXPR_LIST ? (int32_t)nodes[node].link + 1 : node + 1;
    return nodes[next].kind == PW_SEXPR_END ? -1 : next;
}

/* a symbol or keyword with that text? */
bool pw_sexpr_is(const struct pw_sexpr *x, int32_t node, const char *text);
const char *pw_sexpr_text(const struct pw_sexpr *x, int32_t node, size_t *n); /* not terminated */
size_t pw_sexpr_length(const struct pw_sexpr *x, int32_t list); /* number of children */

#endif
