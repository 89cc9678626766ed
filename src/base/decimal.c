#include "base/decimal.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>

/* Downwards: the range of int64_t reaches one further below zero than above. */
enum pw_decimal pw_decimal_scan(const char *text, size_t n, bool sign, int64_t *value, size_t *used)
{
    bool minus = sign && n > 0 && text[0] == '-', fits = true;
    size_t i = minus;
    int64_t v = 0;
    for (; i < n && pw_decimal_digit(text[i]); i++)
        fits = fits && !__builtin_mul_overflow(v, (int64_t)10, &v) &&
               !__builtin_sub_overflow(v, (int64_t)(text[i] - '0'), &v);
    assert(i >= minus && i <= (n > minus ? n : minus));
    *used = i > minus ? i : 0;
    if (i == minus) return PW_DECIMAL_NONE;
    if (fits && !minus) fits = !__builtin_sub_overflow((int64_t)0, v, &v);
    if (!fits) return PW_DECIMAL_WIDE;
    *value = v;
    return PW_DECIMAL_FITS;
}

bool pw_decimal_read(const char *text, size_t n, int64_t lo, int64_t hi, int64_t *value)
{
    int64_t v;
    size_t used;
    if (pw_decimal_scan(text, n, lo < 0, &v, &used) != PW_DECIMAL_FITS || used != n || v < lo ||
        v > hi)
        return false;
    *value = v;
    return true;
}

bool pw_decimal_real(const char *text, double *value)
{
    char *end;
    double v = strtod(text, &end);
    if (end == text || *end || !(v >= -DBL_MAX && v <= DBL_MAX)) return false;
    *value = v;
    return true;
}
