/* charts.h -- the charts of a batch: how many are solved within which time, time against memory,
 * and cost against a parameter. */
#ifndef PW_REPORT_BATCH_CHARTS_H
#define PW_REPORT_BATCH_CHARTS_H

#include <stddef.h>

#include "base/strbuf.h"
#include "batch/row.h"

struct pw_chart {
    /* "cactus", "scatter", "sweep-K-time", ...: the file's name without .svg */
    char *name;
    struct pw_strbuf svg; /* standalone */
    struct pw_strbuf inlined;
};

struct pw_charts {
    struct pw_chart *at;
    size_t n, cap;
};

/* sweeps: the names of swept parameters, one pair of charts (processor time, memory) each, with a
 * line per file (and per choice of the other parameters). Caller clears. */
void pw_charts_make(struct pw_charts *c, const struct pw_batch_row *rows, size_t n,
                    const char *const *sweeps, size_t n_sweeps);
void pw_charts_clear(struct pw_charts *c);

#endif
