/* int.h -- exact integers: small values inline, GMP beyond.
 *
 * A pw_int is one word. Lowest bit 1: the value is w >> 1, in the symmetric range |v| <=
 * PW_INT_SMALL_MAX, so negation never overflows. Lowest bit 0: a pointer to an mpz_t owned by the
 * number. Invariant: a value that fits the small range is stored inline, so two numbers are equal
 * iff both words are equal, or both are big and mpz_cmp says so. Configured with
 * --disable-small-int the small range is empty and every value goes through GMP: the twin that
 * tests compare with.
 *
 * Life cycle as in GMP: init before use, clear once. Assignments copy; the result may be one of the
 * operands. */
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
static inline void pw_int_clear(pw_int *x);
static inline void pw_int_set(pw_int *x, const pw_int *y);
static inline void pw_int_set_si(pw_int *x, int64_t v);
void pw_int_set_mpz(pw_int *x, const mpz_t v);
/* [-]digits; false (x unchanged) if it is not that */
bool pw_int_set_decimal(pw_int *x, const char *digits, size_t n);
void pw_int_swap(pw_int *x, pw_int *y);
pw_int *pw_int_array_new(size_t n);           /* n numbers, all 0; the caller owns them */
void pw_int_array_free(pw_int *at, size_t n); /* pre: n as it was */

bool pw_int_fits_si(const pw_int *x);
int64_t pw_int_get_si(const pw_int *x);          /* pre: fits */
void pw_int_get_mpz(mpz_t out, const pw_int *x); /* out is initialised */
/* x = r * 2^*e up to rounding, 0.5 <= |r| < 1, or 0: for guesses only, verdicts are exact */
double pw_int_get_d_2exp(const pw_int *x, long *e);

static inline int pw_int_sgn(const pw_int *x);
static inline int pw_int_cmp(const pw_int *x, const pw_int *y); /* <0, 0, >0 */
int pw_int_cmp_si(const pw_int *x, int64_t v);
bool pw_int_eq(const pw_int *x, const pw_int *y);
static inline bool pw_int_is_one(const pw_int *x);
uint64_t pw_int_hash(const pw_int *x); /* equal numbers, equal hashes */

void pw_int_neg(pw_int *r, const pw_int *x);
void pw_int_abs(pw_int *r, const pw_int *x);
static inline void pw_int_add(pw_int *r, const pw_int *x, const pw_int *y);
static inline void pw_int_sub(pw_int *r, const pw_int *x, const pw_int *y);
static inline void pw_int_mul(pw_int *r, const pw_int *x, const pw_int *y);
static inline void pw_int_addmul(pw_int *r, const pw_int *x, const pw_int *y); /* r += x*y */
static inline void pw_int_submul(pw_int *r, const pw_int *x, const pw_int *y); /* r -= x*y */
void pw_int_gcd(pw_int *r, const pw_int *x, const pw_int *y);      /* >= 0; gcd(0,0) = 0 */
void pw_int_divexact(pw_int *r, const pw_int *x, const pw_int *y); /* pre: y divides x, y != 0 */
void pw_int_fdiv_q(pw_int *r, const pw_int *x, const pw_int *y);   /* rounds down; pre: y != 0 */
void pw_int_fdiv_r(pw_int *r, const pw_int *x, const pw_int *y);   /* x - y*floor(x/y): sign of y */
void pw_int_cdiv_q(pw_int *r, const pw_int *x, const pw_int *y);   /* rounds up */
void pw_int_tdiv_q(pw_int *r, const pw_int *x, const pw_int *y);   /* truncates, as in C */
void pw_int_tdiv_r(pw_int *r, const pw_int *x, const pw_int *y);   /* sign of x, as in C */

void pw_int_print(const pw_int *x, struct pw_strbuf *out); /* decimal */

/* --- the inline path: all operands and the result small. Everything else goes to int.c. In a build
 * without small values no number has the lowest bit, so the path is never taken. --- */

void pw_int_slow_clear(pw_int *x);
void pw_int_slow_set(pw_int *x, const pw_int *y);
void pw_int_slow_set_si(pw_int *x, int64_t v);
int pw_int_slow_sgn(const pw_int *x);
int pw_int_slow_cmp(const pw_int *x, const pw_int *y);
bool pw_int_slow_is_one(const pw_int *x);
void pw_int_slow_add(pw_int *r, const pw_int *x, const pw_int *y);
void pw_int_slow_sub(pw_int *r, const pw_int *x, const pw_int *y);
void pw_int_slow_mul(pw_int *r, const pw_int *x, const pw_int *y);
void pw_int_slow_addmul(pw_int *r, const pw_int *x, const pw_int *y);
void pw_int_slow_submul(pw_int *r, const pw_int *x, const pw_int *y);

#define PW_INT_SMALL_MAX ((intptr_t)1 << 61)

static inline bool pw_int_small_range(intptr_t v)
{
    return v >= -PW_INT_SMALL_MAX && v <= PW_INT_SMALL_MAX;
}
static inline intptr_t pw_int_pack(intptr_t v)
{
    return (intptr_t)((uintptr_t)v << 1 | 1);
}

static inline void pw_int_clear(pw_int *x)
{
    if (!(x->w & 1)) pw_int_slow_clear(x);
}

static inline void pw_int_set(pw_int *x, const pw_int *y)
{
    if (x->w & y->w & 1)
        x->w = y->w;
    else
        pw_int_slow_set(x, y);
}

static inline void pw_int_set_si(pw_int *x, int64_t v)
{
    if (x->w & 1 && pw_int_small_range(v))
        x->w = pw_int_pack(v);
    else
        pw_int_slow_set_si(x, v);
}

static inline int pw_int_sgn(const pw_int *x)
{
    return x->w & 1 ? (x->w > 1) - (x->w < 0) : pw_int_slow_sgn(x);
}

static inline int pw_int_cmp(const pw_int *x, const pw_int *y)
{
    return x->w & y->w & 1 ? (x->w > y->w) - (x->w < y->w) : pw_int_slow_cmp(x, y);
}

static inline bool pw_int_is_one(const pw_int *x)
{
    return x->w & 1 ? x->w == 3 : pw_int_slow_is_one(x);
}

static inline void pw_int_add(pw_int *r, const pw_int *x, const pw_int *y)
{
    intptr_t v = (x->w >> 1) + (y->w >> 1);
    if (r->w & x->w & y->w & 1 && pw_int_small_range(v))
        r->w = pw_int_pack(v);
    else
        pw_int_slow_add(r, x, y);
}

static inline void pw_int_sub(pw_int *r, const pw_int *x, const pw_int *y)
{
    intptr_t v = (x->w >> 1) - (y->w >> 1);
    if (r->w & x->w & y->w & 1 && pw_int_small_range(v))
        r->w = pw_int_pack(v);
    else
        pw_int_slow_sub(r, x, y);
}

static inline void pw_int_mul(pw_int *r, const pw_int *x, const pw_int *y)
{
    intptr_t v;
    if (r->w & x->w & y->w & 1 && !__builtin_mul_overflow(x->w >> 1, y->w >> 1, &v) &&
        pw_int_small_range(v))
        r->w = pw_int_pack(v);
    else
        pw_int_slow_mul(r, x, y);
}

static inline void pw_int_addmul(pw_int *r, const pw_int *x, const pw_int *y)
{
    intptr_t v;
    if (r->w & x->w & y->w & 1 && !__builtin_mul_overflow(x->w >> 1, y->w >> 1, &v) &&
        !__builtin_add_overflow(r->w >> 1, v, &v) && pw_int_small_range(v))
        r->w = pw_int_pack(v);
    else
        pw_int_slow_addmul(r, x, y);
}

static inline void pw_int_submul(pw_int *r, const pw_int *x, const pw_int *y)
{
    intptr_t v;
    if (r->w & x->w & y->w & 1 && !__builtin_mul_overflow(x->w >> 1, y->w >> 1, &v) &&
        !__builtin_sub_overflow(r->w >> 1, v, &v) && pw_int_small_range(v))
        r->w = pw_int_pack(v);
    else
        pw_int_slow_submul(r, x, y);
}

#endif
