/* linsum.h -- sums k + c_1 a_1 + ... + c_n a_n of atomic integer nodes: the scratch form in which
 * linear terms are built.
 *
 * Invariants: nodes strictly increase, every c_i != 0. The sum owns its numbers. */
#ifndef PW_LOGIC_LINSUM_H
#define PW_LOGIC_LINSUM_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "num/int.h"

struct pw_mono {
    uint32_t node;
    pw_int c;
};

struct pw_linsum {
    PW_VEC(struct pw_mono) m;
    pw_int k;
};

void pw_linsum_init(struct pw_linsum *l); /* 0 */
void pw_linsum_clear(struct pw_linsum *l);
void pw_linsum_add_const(struct pw_linsum *l, const pw_int *f, const pw_int *k); /* l += f * k */

/* l += f * sum coefs[i] * nodes[i]; nodes strictly increase. */
void pw_linsum_add(struct pw_linsum *l, const pw_int *f, const uint32_t *nodes, const pw_int *coefs,
                   size_t n);
void pw_linsum_neg(struct pw_linsum *l);

/* The gcd of the c_i (not of k), > 0; pre: n > 0. */
void pw_linsum_content(const struct pw_linsum *l, pw_int *g);
void pw_linsum_divide(struct pw_linsum *l, const pw_int *g); /* the c_i only, exactly */

#endif
