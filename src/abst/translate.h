/* translate.h -- expressions of programs (lang) as formulas (logic).
 *
 * A leaf (variable, choice, label) becomes what the caller says: that is how one expression is instantiated for thread 1, 2, ..., before
 * or after a step. Everything else is translated one to one; / and % truncate on both sides. Depth is bounded by PW_EXPR_DEEPEST. */
#ifndef PW_ABST_TRANSLATE_H
#define PW_ABST_TRANSLATE_H

#include "lang/expr.h"
#include "logic/term.h"

/* The term of a SHARED ... OTHER_AT leaf; Boolean iff the leaf is. */
typedef pw_term pw_translate_leaf_fn(void *arg, const struct pw_expr *leaf);

pw_term pw_translate(struct pw_terms *terms, const struct pw_expr *e, pw_translate_leaf_fn *leaf, void *arg);

#endif
