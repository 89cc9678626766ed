/* bars.h -- medians with their spread as horizontal bars on a logarithmic axis, grouped by stage,
 * as SVG. */
#ifndef PW_BENCH_BARS_H
#define PW_BENCH_BARS_H

#include <stddef.h>

#include "base/strbuf.h"
#include "measure.h"

struct pw_bar {
    const char *group, *name; /* kept by the caller */
    int series;               /* 0: ours; 1, 2, ...: peers */
    struct pw_spread ms;
};

void pw_bars_svg(const char *title, const struct pw_bar *bars, size_t n, const char *const *series,
                 size_t n_series, struct pw_strbuf *out);

#endif
