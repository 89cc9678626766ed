/* vec.h -- typed growing arrays.
 *
 *   PW_VEC(int) v = {0};  pw_vec_push(&v, 3);  v.at[0];  v.n;  pw_vec_clear(&v);
 *
 * Invariant: n <= cap, and at[0..cap-1] is one block of the accounting allocator (NULL when cap =
 * 0). */
#ifndef PW_BASE_VEC_H
#define PW_BASE_VEC_H

#include <stddef.h>

#include "base/mem.h"

#define PW_VEC(T)                                                                                  \
    struct {                                                                                       \
        T *at;                                                                                     \
        size_t n, cap;                                                                             \
    }

/* Room for at least `need` elements; returns the (moved) array and updates *cap. */
void *pw_vec_room(void *at, size_t *cap, size_t need, size_t elem);

#define pw_vec_reserve(v, need)                                                                    \
    ((need) <= (v)->cap                                                                            \
         ? (void)0                                                                                 \
         : (void)((v)->at = pw_vec_room((v)->at, &(v)->cap, (need), sizeof *(v)->at)))
#define pw_vec_push(v, x) (pw_vec_reserve((v), (v)->n + 1), (void)((v)->at[(v)->n++] = (x)))
#define pw_vec_pop(v) ((v)->at[--(v)->n])
#define pw_vec_last(v) ((v)->at[(v)->n - 1])
/* a pointer into it that may be to nothing */
#define pw_vec_from(v, i) ((v)->at ? (v)->at + (i) : NULL)
#define pw_vec_reset(v) ((void)((v)->n = 0))
#define pw_vec_clear(v)                                                                            \
    (pw_mem_free((v)->at, (v)->cap * sizeof *(v)->at),                                             \
     (void)((v)->at = NULL, (v)->n = (v)->cap = 0))

typedef PW_VEC(int) pw_ints;
typedef PW_VEC(unsigned) pw_uints;

#endif
