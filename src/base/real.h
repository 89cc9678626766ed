/* real.h -- the little arithmetic of doubles that charts and estimates need, from libc alone: the
 * program links no mathematics library.
 *
 * No verdict depends on a double. */
#ifndef PW_BASE_REAL_H
#define PW_BASE_REAL_H

double pw_real_floor(double x);
double pw_real_ceil(double x);
double pw_real_round(double x); /* to the nearest integer, halves upwards */
double pw_real_pow10(int e);    /* the double nearest to 10^e */
/* Of x > 0; what is outside the range of normal doubles counts as its nearest end. */
int pw_real_decade(double x); /* the e with 10^e <= x < 10^(e+1), powers as above */
/* the logarithm with a relative error below 1e-12, and exact for powers of ten */
double pw_real_log10(double x);

#endif
