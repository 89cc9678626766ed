/* rat.h -- exact rational numbers.
 *
 * num/den with den > 0 and gcd(num, den) = 1, so equal numbers have equal parts; 0 is 0/1. Life
 * cycle and overlap as for pw_int. */
#ifndef PW_NUM_RAT_H
#define PW_NUM_RAT_H

#include "num/int.h"

typedef struct {
    pw_int num, den;
} pw_rat;

void pw_rat_init(pw_rat *x); /* 0 */
void pw_rat_clear(pw_rat *x);
void pw_rat_set(pw_rat *x, const pw_rat *y);
void pw_rat_set_int(pw_rat *x, const pw_int *y);
void pw_rat_set_frac(pw_rat *x, const pw_int *num, const pw_int *den); /* pre: den != 0 */

static inline bool pw_rat_is_int(const pw_rat *x)
{
    return pw_int_is_one(&x->den);
}
static inline int pw_rat_sgn(const pw_rat *x)
{
    return pw_int_sgn(&x->num);
}

void pw_rat_neg(pw_rat *r, const pw_rat *x);
void pw_rat_add(pw_rat *r, const pw_rat *x, const pw_rat *y);
void pw_rat_sub(pw_rat *r, const pw_rat *x, const pw_rat *y);
void pw_rat_mul(pw_rat *r, const pw_rat *x, const pw_rat *y);
/* r = x * num/den; pre: den != 0 */
void pw_rat_mul_frac(pw_rat *r, const pw_rat *x, const pw_int *num, const pw_int *den);

void pw_rat_print(const pw_rat *x, struct pw_strbuf *out); /* num or num/den */

#endif
