/* measure.h -- a command, run again and again, with wall time, memory and output of each run. */
#ifndef PW_BENCH_MEASURE_H
#define PW_BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

struct pw_run {
    double seconds, cpu; /* wall and processor time */
    long peak_kib;
    int status; /* exit status; -1: killed, by a signal or by the limit */
    struct pw_strbuf out;
};

/* Runs argv (argv[0] looked up in PATH), standard input from `input` (NULL: empty), standard error
 * dropped, killed after `limit` seconds. */
void pw_measure_once(char *const *argv, const char *input, double limit, struct pw_run *r);

struct pw_spread {
    size_t n;
    double median, least, most;
};

struct pw_spread pw_measure_spread(double *values, size_t n); /* sorts the values; pre: n >= 1 */

#endif
