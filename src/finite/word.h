/* word.h -- expressions over values of 64 bits, fast: all that the steps of finite programs need in
 * practice. Where a value does not fit, or a division is not one of a natural number by a positive
 * one, there is no answer, and the caller asks prog/expr.h, which is exact. */
#ifndef PW_FINITE_WORD_H
#define PW_FINITE_WORD_H

#include "prog/expr.h"

/* Values of large nodes that were computed before from the same leaves: guards and updates of a
 * step share nodes. Whoever changes what a leaf reads empties it. */
enum { PW_WORD_MEMO = 16 };
struct pw_word_memo {
    const struct pw_expr *node[PW_WORD_MEMO]; /* NULL: a free place */
    int64_t value[PW_WORD_MEMO];
};

/* What the leaves read, by index; arrays that no leaf reads may be NULL, and so may the memo. */
struct pw_words {
    const int64_t *shared, *active, *passive, *choices;
    struct pw_word_memo *memo;
};

/* The value of e, truth as 0 or 1, in *out; false: no answer. */
bool pw_word_eval(const struct pw_expr *e, const struct pw_words *w, int64_t *out);

#endif
