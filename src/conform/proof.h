/* proof.h -- why a thread conforms: the pairs that the search ended with, as a value that can be
 * written down, read back and checked without the search (conform/obligations.h).
 *
 * Locations and locals are those of the thread T; a place is a location of its abstract thread A
 * with values of A's locals. A predicate is a linear atom over locals of T: the sum of c[i] times
 * local i is at most k, or equal to it; numbers are kept as text. A pair says: at `loc`, with these
 * values of the finite locals and these truth values of the predicates, A is at least at the places
 * of F. */
#ifndef PW_CONFORM_PROOF_H
#define PW_CONFORM_PROOF_H

#include "base/arena.h"
#include "base/vec.h"
#include "prog/program.h"

struct pw_proof_place {
    uint32_t loc;
    const int64_t *values;
};

struct pw_proof_atom {
    bool equal;
    const char *k;
    const char *const *c; /* per local of T; NULL: 0 */
};

struct pw_proof_pair {
    uint32_t loc;
    const int64_t *q;  /* per local of T (0 for int ones), then per predicate */
    const uint32_t *f; /* increasing */
    size_t nf;         /* at least 1 */
};

struct pw_conform_proof {
    struct pw_arena arena;
    size_t nlocals, nabstract; /* locals of T, of A */
    PW_VEC(struct pw_proof_place) places;
    PW_VEC(struct pw_proof_atom) atoms;
    PW_VEC(struct pw_proof_pair) pairs;
};

void pw_conform_proof_init(struct pw_conform_proof *proof);
void pw_conform_proof_clear(struct pw_conform_proof *proof);

/* Is it about template t of these programs: do the numbers exist, are values within their types?
 * NULL, or what is wrong, a static text. */
const char *pw_conform_proof_misfit(const struct pw_conform_proof *proof,
                                    const struct pw_program *concrete,
                                    const struct pw_program *abstract, uint32_t t);

#endif
