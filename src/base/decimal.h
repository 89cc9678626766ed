/* decimal.h -- decimal numbers in text: the one place where digits become values.
 *
 * Every reader of text (programs, templates, nets, certificates, SMT-LIB, options, tables of
 * batches, JSON) comes here, or goes to num/int.h, which has no limit and comes here for what fits.
 * No digit is added before it is known to fit: a number is its value, or is said to be too wide,
 * never something else. White space, '+', hexadecimal and the rest of strtol's habits are not
 * numbers. */
#ifndef PW_BASE_DECIMAL_H
#define PW_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pw_decimal {
    PW_DECIMAL_NONE, /* no number starts here */
    PW_DECIMAL_FITS,
    PW_DECIMAL_WIDE /* a number outside of int64_t */
};

static inline bool pw_decimal_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The number at the start of text[0..n-1], as long as it goes: [-]digits, the sign only if `sign`.
 * *used is its length (0: NONE); *value is set only if it FITS. */
enum pw_decimal pw_decimal_scan(const char *text, size_t n, bool sign, int64_t *value,
                                size_t *used);

/* Is the whole of text[0..n-1] a number in lo..hi? A '-' counts as a sign only if lo < 0. */
bool pw_decimal_read(const char *text, size_t n, int64_t lo, int64_t hi, int64_t *value);

/* A whole text that strtod takes entirely and that is finite: for seconds and charts, never for
 * verdicts. */
bool pw_decimal_real(const char *text, double *value);

#endif
