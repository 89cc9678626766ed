#include "num/int.h"

#include "config.h"

#include <assert.h>
#include <string.h>

#include "base/decimal.h"
#include "base/mem.h"
#include "base/table.h"

/* One bit is the tag and the range is symmetric and halved: sums of two small values fit a word. */
#define SMALL_MAX PW_INT_SMALL_MAX

enum { PLAIN = PW_PLAIN_NUM };

static inline bool small(const pw_int *x)
{
    return x->w & 1;
}
static inline bool both_small(const pw_int *x, const pw_int *y)
{
    return x->w & y->w & 1;
}
static inline intptr_t value(const pw_int *x)
{
    return x->w >> 1;
}
static inline mpz_ptr big(const pw_int *x)
{
    return (mpz_ptr)x->w;
}
static inline bool fits(intptr_t v)
{
    return !PLAIN && v >= -SMALL_MAX && v <= SMALL_MAX;
}

static mpz_ptr new_mpz(void)
{
    mpz_ptr z = pw_mem_alloc(sizeof *z);
    mpz_init(z);
    return z;
}

static void free_mpz(mpz_ptr z)
{
    mpz_clear(z);
    pw_mem_free(z, sizeof *z);
}

static void store_small(pw_int *x, intptr_t v)
{
    if (!small(x)) free_mpz(big(x));
    x->w = (intptr_t)((uintptr_t)v << 1 | 1);
}

static void make_big(pw_int *x)
{
    if (!small(x)) return;
    mpz_ptr z = new_mpz();
    x->w = (intptr_t)z;
}

/* Restores the invariant after x was computed as a big number. */
static void normalise(pw_int *x)
{
    if (!small(x) && mpz_fits_slong_p(big(x)) && fits(mpz_get_si(big(x))))
        store_small(x, mpz_get_si(big(x)));
}

static void store(pw_int *x, intptr_t v)
{
    if (fits(v))
        store_small(x, v);
    else {
        make_big(x);
        mpz_set_si(big(x), v);
    }
}

/* A read-only mpz view of any number; `room` backs the view of a small one. */
struct view {
    mpz_t z;
    mp_limb_t limb;
};

static mpz_srcptr view(struct view *v, const pw_int *x)
{
    if (!small(x)) return big(x);
    intptr_t s = value(x);
    v->limb = s < 0 ? -(mp_limb_t)s : (mp_limb_t)s;
    return mpz_roinit_n(v->z, &v->limb, s < 0 ? -1 : s > 0);
}

void pw_int_init(pw_int *x)
{
    x->w = 1;
    if (PLAIN) make_big(x);
}

void pw_int_init_si(pw_int *x, int64_t v)
{
    x->w = 1;
    store(x, v);
}

void pw_int_init_set(pw_int *x, const pw_int *y)
{
    x->w = 1;
    pw_int_set(x, y);
}

void pw_int_slow_clear(pw_int *x)
{
    if (!small(x)) free_mpz(big(x));
    x->w = 1;
}

void pw_int_slow_set(pw_int *x, const pw_int *y)
{
    if (x == y) return;
    if (small(y)) {
        store_small(x, value(y));
    } else {
        make_big(x);
        mpz_set(big(x), big(y));
    }
}

void pw_int_slow_set_si(pw_int *x, int64_t v)
{
    store(x, v);
}

void pw_int_set_mpz(pw_int *x, const mpz_t v)
{
    make_big(x);
    mpz_set(big(x), v);
    normalise(x);
}

bool pw_int_set_decimal(pw_int *x, const char *digits, size_t n)
{
    int64_t v = 0;
    size_t used;
    enum pw_decimal is = pw_decimal_scan(digits, n, true, &v, &used);
    if (is == PW_DECIMAL_NONE || used != n) return false;
    if (is == PW_DECIMAL_FITS) return pw_int_set_si(x, v), true;
    char *copy = pw_mem_strndup(digits, n);
    make_big(x);
    int failed = mpz_set_str(big(x), copy, 10);
    assert(!failed);
    (void)failed;
    normalise(x);
    pw_mem_strfree(copy);
    return true;
}

void pw_int_swap(pw_int *x, pw_int *y)
{
    pw_int t = *x;
    *x = *y;
    *y = t;
}

bool pw_int_fits_si(const pw_int *x)
{
    return small(x) || mpz_fits_slong_p(big(x));
}

int64_t pw_int_get_si(const pw_int *x)
{
    assert(pw_int_fits_si(x));
    return small(x) ? value(x) : mpz_get_si(big(x));
}

void pw_int_get_mpz(mpz_t out, const pw_int *x)
{
    struct view v;
    mpz_set(out, view(&v, x));
}

double pw_int_get_d_2exp(const pw_int *x, long *e)
{
    struct view v;
    return mpz_get_d_2exp(e, view(&v, x));
}

int pw_int_slow_sgn(const pw_int *x)
{
    if (small(x)) return (value(x) > 0) - (value(x) < 0);
    return mpz_sgn(big(x));
}

int pw_int_slow_cmp(const pw_int *x, const pw_int *y)
{
    if (both_small(x, y)) return (value(x) > value(y)) - (value(x) < value(y));
    struct view a, b;
    return mpz_cmp(view(&a, x), view(&b, y));
}

int pw_int_cmp_si(const pw_int *x, int64_t v)
{
    if (small(x)) return (value(x) > v) - (value(x) < v);
    return mpz_cmp_si(big(x), v);
}

bool pw_int_eq(const pw_int *x, const pw_int *y)
{
    return x->w == y->w || (!small(x) && !small(y) && !mpz_cmp(big(x), big(y)));
}

bool pw_int_slow_is_one(const pw_int *x)
{
    return small(x) ? value(x) == 1 : !mpz_cmp_si(big(x), 1);
}

uint64_t pw_int_hash(const pw_int *x)
{
    struct view v;
    mpz_srcptr z = view(&v, x);
    uint64_t h = pw_hash_mix(17, (uint64_t)(int64_t)mpz_sgn(z));
    for (size_t i = 0; i < mpz_size(z); i++)
        h = pw_hash_mix(h, mpz_getlimbn(z, (mp_size_t)i));
    return h;
}

void pw_int_neg(pw_int *r, const pw_int *x)
{
    if (small(x)) {
        store(r, -value(x));
        return;
    }
    make_big(r);
    mpz_neg(big(r), big(x));
    normalise(r);
}

void pw_int_abs(pw_int *r, const pw_int *x)
{
    if (pw_int_sgn(x) < 0)
        pw_int_neg(r, x);
    else
        pw_int_set(r, x);
}

typedef void binary(mpz_ptr, mpz_srcptr, mpz_srcptr);

/* r may be x or y: the views of small operands are copies, and GMP allows overlap of big ones. */
static void through_gmp(pw_int *r, const pw_int *x, const pw_int *y, binary *f)
{
    struct view a, b;
    mpz_srcptr p = view(&a, x), q = view(&b, y);
    make_big(r);
    f(big(r), p, q);
    normalise(r);
}

void pw_int_slow_add(pw_int *r, const pw_int *x, const pw_int *y)
{
    if (both_small(x, y))
        store(r, value(x) + value(y));
    else
        through_gmp(r, x, y, mpz_add);
}

void pw_int_slow_sub(pw_int *r, const pw_int *x, const pw_int *y)
{
    if (both_small(x, y))
        store(r, value(x) - value(y));
    else
        through_gmp(r, x, y, mpz_sub);
}

void pw_int_slow_mul(pw_int *r, const pw_int *x, const pw_int *y)
{
    intptr_t p;
    if (both_small(x, y) && !__builtin_mul_overflow(value(x), value(y), &p))
        store(r, p);
    else
        through_gmp(r, x, y, mpz_mul);
}

/* The same for operations that use the old value of r. */
static void fused(pw_int *r, const pw_int *x, const pw_int *y, binary *f)
{
    struct view a, b;
    mpz_srcptr p = view(&a, x), q = view(&b, y);
    if (small(r)) {
        intptr_t v = value(r);
        make_big(r);
        mpz_set_si(big(r), v);
    }
    f(big(r), p, q);
    normalise(r);
}

void pw_int_slow_addmul(pw_int *r, const pw_int *x, const pw_int *y)
{
    intptr_t p, s;
    if (both_small(x, y) && small(r) && !__builtin_mul_overflow(value(x), value(y), &p) &&
        !__builtin_add_overflow(value(r), p, &s))
        store(r, s);
    else
        fused(r, x, y, mpz_addmul);
}

void pw_int_slow_submul(pw_int *r, const pw_int *x, const pw_int *y)
{
    intptr_t p, s;
    if (both_small(x, y) && small(r) && !__builtin_mul_overflow(value(x), value(y), &p) &&
        !__builtin_sub_overflow(value(r), p, &s))
        store(r, s);
    else
        fused(r, x, y, mpz_submul);
}

static intptr_t gcd(intptr_t a, intptr_t b)
{
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b) {
        intptr_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

void pw_int_gcd(pw_int *r, const pw_int *x, const pw_int *y)
{
    if (both_small(x, y))
        store(r, gcd(value(x), value(y)));
    else
        through_gmp(r, x, y, mpz_gcd);
}

void pw_int_divexact(pw_int *r, const pw_int *x, const pw_int *y)
{
    if (both_small(x, y))
        store(r, value(x) / value(y));
    else
        through_gmp(r, x, y, mpz_divexact);
}

void pw_int_tdiv_q(pw_int *r, const pw_int *x, const pw_int *y)
{
    if (both_small(x, y))
        store(r, value(x) / value(y));
    else
        through_gmp(r, x, y, mpz_tdiv_q);
}

void pw_int_tdiv_r(pw_int *r, const pw_int *x, const pw_int *y)
{
    if (both_small(x, y))
        store(r, value(x) % value(y));
    else
        through_gmp(r, x, y, mpz_tdiv_r);
}

void pw_int_fdiv_q(pw_int *r, const pw_int *x, const pw_int *y)
{
    if (!both_small(x, y)) {
        through_gmp(r, x, y, mpz_fdiv_q);
        return;
    }
    intptr_t a = value(x), b = value(y), q = a / b;
    store(r, q - (a % b != 0 && (a < 0) != (b < 0)));
}

void pw_int_cdiv_q(pw_int *r, const pw_int *x, const pw_int *y)
{
    if (!both_small(x, y)) {
        through_gmp(r, x, y, mpz_cdiv_q);
        return;
    }
    intptr_t a = value(x), b = value(y), q = a / b;
    store(r, q + (a % b != 0 && (a < 0) == (b < 0)));
}

void pw_int_fdiv_r(pw_int *r, const pw_int *x, const pw_int *y)
{
    if (!both_small(x, y)) {
        through_gmp(r, x, y, mpz_fdiv_r);
        return;
    }
    intptr_t b = value(y), m = value(x) % b;
    store(r, m != 0 && (m < 0) != (b < 0) ? m + b : m);
}

void pw_int_print(const pw_int *x, struct pw_strbuf *out)
{
    if (small(x)) {
        pw_strbuf_printf(out, "%jd", (intmax_t)value(x));
        return;
    }
    size_t room = mpz_sizeinbase(big(x), 10) + 2;
    char *digits = pw_mem_alloc(room);
    mpz_get_str(digits, 10, big(x));
    pw_strbuf_puts(out, digits);
    pw_mem_free(digits, room);
}

pw_int *pw_int_array_new(size_t n)
{
    pw_int *at = pw_mem_alloc(n * sizeof *at);
    for (size_t i = 0; i < n; i++)
        pw_int_init(&at[i]);
    return at;
}

void pw_int_array_free(pw_int *at, size_t n)
{
    assert(at || !n);
    for (size_t i = 0; i < n; i++)
        pw_int_clear(&at[i]);
    PW_FREES(at, n);
}
