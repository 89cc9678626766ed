/* plot.h -- charts as SVG: points and lines over two axes, linear or logarithmic, with ticks, grid
 * and legend.
 *
 * The text is self-contained, in user units of 720 x 420, and uses currentColor for what is not
 * data, so that it follows the page it stands in; as a file of its own it is dark on white. Output
 * depends on the data alone. Numbers here are for the eye: double is fine. */
#ifndef PW_REPORT_BATCH_PLOT_H
#define PW_REPORT_BATCH_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

struct pw_point {
    double x, y;
    const char *label; /* shown when the pointer rests on it; may be NULL; kept by the caller */
};

struct pw_series {
    const char *name;
    const char *colour; /* "#2a9d4a" */
    bool line;          /* join the points in order */
    struct pw_point *at;
    size_t n, cap;
};

struct pw_plot {
    const char *title, *x_name, *y_name;
    /* logarithmic if the values differ by more than a factor of 20; values <= 0 are drawn at the
     * lower edge */
    bool x_log, y_log;
    struct pw_series *at;
    size_t n, cap;
};

void pw_plot_clear(struct pw_plot *p);
/* valid until the next call */
struct pw_series *pw_plot_series(struct pw_plot *p, const char *name, const char *colour,
                                 bool line);
void pw_plot_point(struct pw_series *s, double x, double y, const char *label);
const char *pw_plot_colour(size_t i); /* of the i-th series, if colours mean nothing */

/* standalone: with XML declaration and white background, for a file; otherwise for inclusion in a
 * page. Without points: a chart that says so. */
void pw_plot_svg(const struct pw_plot *p, bool standalone, struct pw_strbuf *out);

#endif
