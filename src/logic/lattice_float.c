/* The reduction of lattice.h guided by floating-point numbers: Nguyen and Stehle, An LLL algorithm
 * with quadratic complexity (SIAM J. Comput. 39(3), 2009). The basis and its Gram matrix are exact,
 * and only integer combinations are made; the guessed coefficients of the orthogonalised basis just
 * choose which ones. So the result is a basis of the same lattice whatever they are. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "logic/lattice.h"

typedef long double real;

/* Rounds of one size reduction that do not shorten the column any more: then there is not enough
 * precision. Each good one removes some 50 bits. */
enum { FUTILE = 4 };

struct guess {
    pw_int **b, **gram; /* gram[i][j] = <b_i, b_j>, j <= i */
    size_t n, m, length;
    real **mu, **r; /* r[i][j] = <b_i, b*_j>, mu[i][j] = r[i][j] / r[j][j] */
    real *rest;     /* of column k: rest[j] = |b_k|^2 - sum over i < j of mu[k][i] r[k][i] */
    real *factor;
    pw_int q, t;
};

static pw_int *gram_at(struct guess *x, size_t i, size_t j)
{
    assert(i < x->n && j < x->n);
    return i >= j ? &x->gram[i][j] : &x->gram[j][i];
}

static real to_real(const pw_int *v)
{
    long e;
    double d = pw_int_get_d_2exp(v, &e);
    return e > LDBL_MAX_EXP ? (real)INFINITY : ldexpl((real)d, (int)e);
}

/* The integer nearest to f; numbers beyond 2^60 count as integers. */
static real nearest(real f)
{
    if (fabsl(f) >= 0x1p60L) return f;
    return (real)(int64_t)(f < 0 ? f - 0.5L : f + 0.5L);
}

/* The integer f, up to rounding, which may be beyond every machine word. */
static void from_real(pw_int *q, real f)
{
    int e;
    mpz_t z;
    assert(isfinite(f));
    real mantissa = frexpl(f, &e);
    int shift = e > 53 ? e - 53 : 0;
    mpz_init_set_d(z, (double)ldexpl(mantissa, e - shift));
    mpz_mul_2exp(z, z, (mp_bitcnt_t)shift);
    pw_int_set_mpz(q, z);
    mpz_clear(z);
}

static void fill_gram(struct guess *x, const pw_int *weight)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t row = 0; row < x->m; row++) {
            assert(pw_int_sgn(&weight[row]) >= 0);
            if (!pw_int_sgn(&x->b[i][row])) continue;
            pw_int_mul(&x->t, &x->b[i][row], &weight[row]);
            for (size_t j = 0; j <= i; j++)
                if (pw_int_sgn(&x->b[j][row])) pw_int_addmul(&x->gram[i][j], &x->t, &x->b[j][row]);
        }
}

/* Row k of mu and r from those before. */
static void orthogonalise(struct guess *x, size_t k)
{
    assert(k < x->n);
    x->rest[0] = to_real(&x->gram[k][k]);
    for (size_t j = 0; j < k; j++) {
        real sum = to_real(&x->gram[k][j]);
        for (size_t i = 0; i < j; i++)
            sum -= x->mu[j][i] * x->r[k][i];
        x->r[k][j] = sum;
        x->mu[k][j] = sum / x->r[j][j];
        x->rest[j + 1] = x->rest[j] - x->mu[k][j] * sum;
    }
    x->r[k][k] = x->rest[k];
}

/* b_k -= q * b_l */
static void subtract(struct guess *x, size_t k, size_t l)
{
    assert(l < k && k < x->n);
    for (size_t i = 0; i < x->length; i++)
        if (pw_int_sgn(&x->b[l][i])) pw_int_submul(&x->b[k][i], &x->q, &x->b[l][i]);
    /* |b_k - q b_l|^2 = |b_k|^2 - q (2 <b_k, b_l> - q |b_l|^2) */
    pw_int_add(&x->t, &x->gram[k][l], &x->gram[k][l]);
    pw_int_submul(&x->t, &x->q, &x->gram[l][l]);
    pw_int_submul(&x->gram[k][k], &x->q, &x->t);
    for (size_t i = 0; i < x->n; i++)
        if (i != k) pw_int_submul(gram_at(x, k, i), &x->q, gram_at(x, l, i));
    pw_limits_poll();
}

/* The factors that make |mu[k][j]| <= 1/2 for all j; false if they are 0 already. */
static bool choose_factors(struct guess *x, size_t k)
{
    bool any = false;
    assert(k < x->n);
    for (size_t j = k; j-- > 0;) {
        real f = fabsl(x->mu[k][j]) > 0.51L ? nearest(x->mu[k][j]) : 0;
        x->factor[j] = f;
        if (f == 0) continue;
        any = true;
        for (size_t i = 0; i < j; i++)
            x->mu[k][i] -= f * x->mu[j][i];
    }
    return any;
}

/* Makes b_k as short as the columns before allow. False: there is not enough precision. */
static bool shorten(struct guess *x, size_t k)
{
    real least = INFINITY;
    for (int futile = 0; futile < FUTILE;) {
        orthogonalise(x, k);
        for (size_t j = 0; j < k; j++)
            if (!isfinite(x->mu[k][j])) return false;
        if (!choose_factors(x, k)) return isfinite(x->rest[0]);
        for (size_t j = k; j-- > 0;) {
            if (!isfinite(x->factor[j])) return false;
            if (x->factor[j] == 0) continue;
            from_real(&x->q, x->factor[j]);
            subtract(x, k, j);
        }
        futile = x->rest[0] < least ? 0 : futile + 1;
        if (x->rest[0] < least) least = x->rest[0];
    }
    return false;
}

/* Puts b_k before b_to; the rows of mu and r before that place stay right. */
static void insert(struct guess *x, size_t k, size_t to)
{
    assert(to < k && k < x->n);
    pw_int *column = x->b[k];
    pw_int *g = pw_int_array_new(x->n);
    for (size_t i = 0; i < x->n; i++)
        pw_int_swap(&g[i], gram_at(x, k, i));
    for (size_t i = k; i > to; i--) {
        x->b[i] = x->b[i - 1];
        for (size_t j = 0; j < to; j++)
            pw_int_swap(&x->gram[i][j], &x->gram[i - 1][j]);
        for (size_t j = to + 1; j <= i; j++)
            pw_int_swap(&x->gram[i][j], &x->gram[i - 1][j - 1]);
    }
    for (size_t l = k + 1; l < x->n; l++)
        for (size_t j = k; j > to; j--)
            pw_int_swap(&x->gram[l][j], &x->gram[l][j - 1]);
    x->b[to] = column;
    for (size_t i = 0; i < x->n; i++) {
        size_t at = i < to || i > k ? i : i == k ? to : i + 1;
        pw_int_swap(&g[i], gram_at(x, to, at));
    }
    pw_int_array_free(g, x->n);
    assert(pw_int_sgn(&x->gram[to][to]) > 0);
    memmove(x->mu[to], x->mu[k], to * sizeof *x->mu[to]);
    memmove(x->r[to], x->r[k], to * sizeof *x->r[to]);
    x->r[to][to] = x->rest[to];
}

static bool reduce(struct guess *x)
{
    for (size_t k = 0; k < x->n;) {
        pw_limits_poll();
        if (!shorten(x, k)) return false;
        size_t to = k;
        while (to > 0 && x->rest[to - 1] < 0.99L * x->r[to - 1][to - 1])
            to--;
        if (!(x->rest[to] > 0)) return false;
        if (to < k) insert(x, k, to);
        k = to + 1;
    }
    return true;
}

bool pw_lattice_reduce_by_guess(pw_int **columns, size_t n, const pw_int *weight, size_t m,
                                size_t length)
{
    assert(m <= length);
    struct guess x = {.b = columns, .n = n, .m = m, .length = length};
    x.gram = PW_NEWS(pw_int *, n);
    x.mu = PW_NEWS(real *, n);
    x.r = PW_NEWS(real *, n);
    x.rest = PW_NEWS(real, n + 1);
    x.factor = PW_NEWS(real, n);
    for (size_t i = 0; i < n; i++) {
        x.gram[i] = pw_int_array_new(n);
        x.mu[i] = PW_NEWS(real, n);
        x.r[i] = PW_NEWS(real, n);
    }
    pw_int_init(&x.q);
    pw_int_init(&x.t);
    fill_gram(&x, weight);
    bool done = reduce(&x);
    pw_int_clear(&x.q);
    pw_int_clear(&x.t);
    for (size_t i = 0; i < n; i++) {
        pw_int_array_free(x.gram[i], n);
        PW_FREES(x.mu[i], n);
        PW_FREES(x.r[i], n);
    }
    PW_FREES(x.gram, n);
    PW_FREES(x.mu, n);
    PW_FREES(x.r, n);
    PW_FREES(x.rest, n + 1);
    PW_FREES(x.factor, n);
    return done;
}
