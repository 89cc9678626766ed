/* bad.h -- can a context be filled so that a property is violated?
 *
 * An alternative of `unsafe` asks for count_i >= k_i, i = 1..m; a local state contributes to those
 * i whose label is at its location. The vectors of counts, capped at k, that some choice of one
 * local state per token reaches are found by a dynamic programme over the classes of the bag; a
 * thread at a location with two labels counts for both, which is why vectors are needed. A local
 * state at an error location is bad alone. The test is exact for gamma of the context, except where
 * the vectors are more than PW_TMOD_MOST_VECTORS: then it may say "bad" where nothing is, never the
 * other way round. */
#ifndef PW_TMOD_BAD_H
#define PW_TMOD_BAD_H

#include "tmod/table.h"

enum { PW_TMOD_MOST_VECTORS = 1 << 20 };

struct pw_tmod_filled {
    uint32_t class, local;
};

struct pw_tmod_filling {
    int64_t property;                     /* index into unsafe; nunsafe: an error location */
    PW_VEC(struct pw_tmod_filled) tokens; /* the threads that matter */
};

void pw_tmod_filling_clear(struct pw_tmod_filling *f);

/* The bad context of least depth (then number), or PW_TMOD_NOWHERE. */
uint32_t pw_tmod_bad_first(const struct pw_tmod_table *t, struct pw_tmod_filling *f);

/* Is this multiset of threads bad, and how? Property as above, or PW_NONE. */
int64_t pw_tmod_bad_state(const struct pw_space *s, const uint32_t *templates,
                          const uint32_t *locals, size_t n);

/* The largest number of threads that one alternative asks for; 1 for assertions. */
uint64_t pw_tmod_bad_threads(const struct pw_program *p);

#endif
