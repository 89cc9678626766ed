/* zone.h -- a quick judge of conjunctions of difference constraints: what it says to follow,
 * follows.
 *
 * A zone takes formulas one by one, keeps the constraints x - y <= c (x or y may be 0), x - y = c
 * and x - y != c that are conjuncts of them, and ignores the rest. Closed, m[x][y] is the least
 * known bound of x - y, sharpened where x - y != c meets the bound c. An answer "follows" (or
 * "empty") is a proof over the integers; no answer means nothing: the solver must be asked.
 *
 * Integer terms that are not variables (quotients, if-then-else) count as variables.
 * Constants beyond PW_ZONE_MAX are ignored, so that sums of bounds stay within 64 bits. */
#ifndef PW_PAIRS_ZONE_H
#define PW_PAIRS_ZONE_H

#include "base/vec.h"
#include "logic/term.h"

#define PW_ZONE_MAX ((int64_t)1 << 40)

struct pw_zone_bound {
    uint32_t x, y; /* x - y <= c, or != c */
    int64_t c;
};

struct pw_zone {
    struct pw_terms *terms;
    PW_VEC(uint32_t) vars;  /* term nodes; number 0 is the constant 0 */
    PW_VEC(uint32_t) index; /* per term node: its number, if stamp says so */
    PW_VEC(uint32_t) stamp;
    uint32_t now;
    PW_VEC(struct pw_zone_bound) bounds, holes;
    PW_VEC(int64_t) m;     /* n * n once closed */
    PW_VEC(uint32_t) from; /* work space of the closure */
    size_t n;
    bool closed, empty;
};

void pw_zone_init(struct pw_zone *z, struct pw_terms *terms);
void pw_zone_clear(struct pw_zone *z);

void pw_zone_reset(struct pw_zone *z);
void pw_zone_assume(struct pw_zone *z, pw_term formula);        /* pre: not closed */
bool pw_zone_close(struct pw_zone *z);                          /* false: nothing satisfies them */
bool pw_zone_follows(const struct pw_zone *z, pw_term formula); /* pre: closed and not empty */

#endif
