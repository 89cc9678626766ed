#include "logic/hermite.h"

#include "base/limits.h"

/* a -= q * b */
static void subtract(pw_int *a, const pw_int *q, const pw_int *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pw_int_sgn(&b[i])) pw_int_submul(&a[i], q, &b[i]);
    pw_limits_poll();
}

static void negate(pw_int *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pw_int_neg(&a[i], &a[i]);
}

static int cmp_abs(const pw_int *x, const pw_int *y)
{
    pw_int a, b;
    pw_int_init(&a);
    pw_int_init(&b);
    pw_int_abs(&a, x);
    pw_int_abs(&b, y);
    int sign = pw_int_cmp(&a, &b);
    pw_int_clear(&a);
    pw_int_clear(&b);
    return sign;
}

/* The column in [from, n) with the smallest nonzero |entry| in the row; n if all are 0. *others =
 * number of further nonzero ones. */
static size_t smallest(pw_int **columns, size_t row, size_t from, size_t n, size_t *others)
{
    size_t best = n, nonzero = 0;
    for (size_t j = from; j < n; j++) {
        if (!pw_int_sgn(&columns[j][row])) continue;
        nonzero++;
        if (best == n || cmp_abs(&columns[j][row], &columns[best][row]) < 0) best = j;
    }
    *others = nonzero ? nonzero - 1 : 0;
    return best;
}

/* Euclid on the entries of the row in columns [at, n): afterwards only column `at` may be nonzero,
 * and it is if the result is true. */
static bool clear_row(pw_int **columns, size_t row, size_t at, size_t n, size_t length)
{
    pw_int q;
    pw_int_init(&q);
    size_t others, p;
    while ((p = smallest(columns, row, at, n, &others)) < n) {
        pw_int *column = columns[p];
        columns[p] = columns[at];
        columns[at] = column;
        if (pw_int_sgn(&column[row]) < 0) negate(column, length);
        if (others == 0) break;
        for (size_t j = at + 1; j < n; j++) {
            if (!pw_int_sgn(&columns[j][row])) continue;
            pw_int_fdiv_q(&q, &columns[j][row], &column[row]);
            subtract(columns[j], &q, column, length);
        }
    }
    pw_int_clear(&q);
    return p < n;
}

size_t pw_hermite(pw_int **columns, size_t m, size_t n)
{
    size_t at = 0, length = m + n;
    pw_int q;
    pw_int_init(&q);
    for (size_t row = 0; row < m && at < n; row++) {
        if (!clear_row(columns, row, at, n, length)) continue;
        for (size_t j = 0; j < at; j++) {
            pw_int_fdiv_q(&q, &columns[j][row], &columns[at][row]);
            if (pw_int_sgn(&q)) subtract(columns[j], &q, columns[at], length);
        }
        at++;
    }
    pw_int_clear(&q);
    return at;
}
