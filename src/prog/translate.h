/* translate.h -- expressions of programs (prog) as formulas (logic).
 *
 * A leaf (variable, choice, label) becomes what the caller says: that is how one expression is
 * instantiated for thread 1, 2, ..., before or after a step. Everything else is translated one to
 * one; / and % truncate on both sides. Depth is bounded by PW_EXPR_DEEPEST. */
#ifndef PW_PROG_TRANSLATE_H
#define PW_PROG_TRANSLATE_H

#include "logic/term.h"
#include "prog/expr.h"

/* The term of a SHARED ... COUNT leaf; Boolean iff the leaf is. */
typedef pw_term pw_translate_leaf_fn(void *arg, const struct pw_expr *leaf);

pw_term pw_translate(struct pw_terms *terms, const struct pw_expr *e, pw_translate_leaf_fn *leaf,
                     void *arg);

#endif
