/* int.h -- exact integers: small values inline, GMP beyond.
 *
 * A pw_int is one word. Lowest bit 1: the value is w >> 1, in the symmetric range |v| <= PW_INT_SMALL_MAX, so negation never
 * overflows. Lowest bit 0: a pointer to an mpz_t owned by the number. Invariant: a value that fits the small range is stored
 * inline, so two numbers are equal iff both words are equal, or both are big and mpz_cmp says so. Configured with --disable-small-int
 * the small range is empty and every value goes through GMP: the twin that tests compare with.
 *
 * Life cycle as in GMP: init before use, clear once. Assignments copy; the result may be one of the operands. */
#ifndef PW_NUM_INT_H
#define PW_NUM_INT_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

typedef struct {
    intptr_t w;
} pw_int;

void pw_int_init(pw_int *x); /* 0 */
void pw_int_init_si(pw_int *x, int64_t v);
void pw_int_init_set(pw_int *x, const pw_int *y);
void pw_int_clear(pw_int *x);
void pw_int_set(pw_int *x, const pw_int *y);
void pw_int_set_si(pw_int *x, int64_t v);
void pw_int_set_mpz(pw_int *x, const mpz_t v);
bool pw_int_set_decimal(pw_int *x, const char *digits, size_t n); /* [-]digits; false (x unchanged) if it is not that */
void pw_int_swap(pw_int *x, pw_int *y);

bool pw_int_fits_si(const pw_int *x);
int64_t pw_int_get_si(const pw_int *x); /* pre: fits */
void pw_int_get_mpz(mpz_t out, const pw_int *x); /* out is initialised */

int pw_int_sgn(const pw_int *x);
int pw_int_cmp(const pw_int *x, const pw_int *y); /* <0, 0, >0 */
int pw_int_cmp_si(const pw_int *x, int64_t v);
bool pw_int_eq(const pw_int *x, const pw_int *y);
bool pw_int_is_one(const pw_int *x);
uint64_t pw_int_hash(const pw_int *x); /* equal numbers, equal hashes */

void pw_int_neg(pw_int *r, const pw_int *x);
void pw_int_abs(pw_int *r, const pw_int *x);
void pw_int_add(pw_int *r, const pw_int *x, const pw_int *y);
void pw_int_sub(pw_int *r, const pw_int *x, const pw_int *y);
void pw_int_mul(pw_int *r, const pw_int *x, const pw_int *y);
void pw_int_addmul(pw_int *r, const pw_int *x, const pw_int *y); /* r += x*y */
void pw_int_submul(pw_int *r, const pw_int *x, const pw_int *y); /* r -= x*y */
void pw_int_gcd(pw_int *r, const pw_int *x, const pw_int *y);    /* >= 0; gcd(0,0) = 0 */
void pw_int_divexact(pw_int *r, const pw_int *x, const pw_int *y); /* pre: y divides x, y != 0 */
void pw_int_fdiv_q(pw_int *r, const pw_int *x, const pw_int *y); /* rounds down; pre: y != 0 */
void pw_int_fdiv_r(pw_int *r, const pw_int *x, const pw_int *y); /* x - y*floor(x/y): sign of y */
void pw_int_cdiv_q(pw_int *r, const pw_int *x, const pw_int *y); /* rounds up */
void pw_int_tdiv_q(pw_int *r, const pw_int *x, const pw_int *y); /* truncates, as in C */
void pw_int_tdiv_r(pw_int *r, const pw_int *x, const pw_int *y); /* sign of x, as in C */

void pw_int_print(const pw_int *x, struct pw_strbuf *out); /* decimal */

#endif
