/* order.h -- sorted arrays: how two numbers compare, and the one binary search.
 *
 *     return PW_ORDER(x->from, y->from) ?: PW_ORDER(x->to, y->to);         (a comparison for qsort)
 *     size_t at = PW_FIRST(i, 0, a->n, a->at[i].key >= key);               (lower bound)
 *     return at < a->n && a->at[at].key == key; */
#ifndef PW_BASE_ORDER_H
#define PW_BASE_ORDER_H

#include <stddef.h>

/* -1, 0 or 1: x is smaller than y, equal, larger. Any type that has <. */
#define PW_ORDER(x, y) (((x) > (y)) - ((x) < (y)))

/* The least i with from <= i < to at which `holds`, an expression in i, is true; `to` if it is true
 * at none. Pre: from <= to, and from the first i at which it is true, it is true at all. */
#define PW_FIRST(i, from, to, holds)                                                               \
    ({                                                                                             \
        size_t pw_lo = (from), pw_hi = (to);                                                       \
        while (pw_lo < pw_hi) {                                                                    \
            size_t i = pw_lo + (pw_hi - pw_lo) / 2;                                                \
            if (holds)                                                                             \
                pw_hi = i;                                                                         \
            else                                                                                   \
                pw_lo = i + 1;                                                                     \
        }                                                                                          \
        pw_lo;                                                                                     \
    })

int pw_order_uint(const void *x, const void *y); /* for qsort of uint32_t */

#endif
