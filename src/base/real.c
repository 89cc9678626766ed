#include "base/real.h"

#include <assert.h>
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

static const double log10_of_2 = 0.30102999566398119521;

double pw_real_floor(double x)
{
    /* 2^52: from here on every double is an integer */
    static const double all_integers = 4503599627370496.0;
    if (!(x > -all_integers && x < all_integers)) return x;
    double toward_zero = (double)(int64_t)x;
    return toward_zero > x ? toward_zero - 1 : toward_zero;
}

double pw_real_ceil(double x)
{
    return 0 - pw_real_floor(-x);
} /* never -0 */
double pw_real_round(double x)
{
    return pw_real_floor(x + 0.5);
}

double pw_real_pow10(int e)
{
    char text[16];
    snprintf(text, sizeof text, "1e%d", e);
    return strtod(text, NULL);
}

static double normal(double x)
{
    assert(x > 0);
    return x < DBL_MIN ? DBL_MIN : x > DBL_MAX ? DBL_MAX : x;
}

int pw_real_decade(double x)
{
    char text[32];
    x = normal(x);
    snprintf(text, sizeof text, "%.0e", x); /* rounded: the exponent may be one too large */
    const char *p = text;
    int64_t e = 0;
    while (*p != 'e')
        p++;
    p += 1 + (p[1] == '+');
    pw_decimal_read(p, strlen(p), INT32_MIN, INT32_MAX, &e);
    return (int)(pw_real_pow10((int)e) > x ? e - 1 : e);
}

/* The binary digits of log2(x): squaring doubles the logarithm. pre: 1 <= x < 16 */
static double log2_digits(double x)
{
    double sum = 0, weight = 1;
    for (; x >= 2; x /= 2)
        sum += 1;
    for (int i = 0; i < 50; i++) {
        weight /= 2;
        x *= x;
        if (x < 2) continue;
        x /= 2;
        sum += weight;
    }
    return sum;
}

double pw_real_log10(double x)
{
    x = normal(x);
    int e = pw_real_decade(x);
    double power = pw_real_pow10(e);
    return x == power ? e : e + log2_digits(x / power) * log10_of_2;
}
