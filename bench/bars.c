/* bars.c -- see bars.h */
#include "bars.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "report/batch/plot.h"
#include "report/markup.h"

enum { WIDTH = 860, LEFT = 300, RIGHT = 90, TOP = 64, ROW = 20, HEAD = 26 };

struct scale {
    double lo, hi; /* decades */
};

static double at(const struct scale *s, double ms)
{
    double d = ms > 0 ? log10(ms) : s->lo;
    if (d < s->lo) d = s->lo;
    return LEFT + (d - s->lo) / (s->hi - s->lo) * (WIDTH - LEFT - RIGHT);
}

static struct scale find_scale(const struct pw_bar *bars, size_t n)
{
    struct scale s = {INFINITY, -INFINITY};
    for (size_t i = 0; i < n; i++) {
        if (bars[i].ms.least > 0) s.lo = fmin(s.lo, floor(log10(bars[i].ms.least)));
        if (bars[i].ms.most > 0) s.hi = fmax(s.hi, ceil(log10(bars[i].ms.most)));
    }
    if (s.lo > s.hi) s = (struct scale){0, 1};
    if (s.lo == s.hi) s.hi += 1;
    return s;
}

static void put_text(struct pw_strbuf *out, double x, double y, const char *anchor,
                     const char *more, const char *text)
{
    pw_strbuf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", x, y, anchor, more);
    pw_markup_escape(out, text);
    pw_strbuf_puts(out, "</text>\n");
}

static bool new_group(const struct pw_bar *bars, size_t i)
{
    return i == 0 || strcmp(bars[i].group, bars[i - 1].group) != 0;
}

static double height(const struct pw_bar *bars, size_t n)
{
    double h = TOP + 30;
    for (size_t i = 0; i < n; i++)
        h += ROW + (new_group(bars, i) ? HEAD : 0);
    return h;
}

static void put_axis(const struct scale *s, double bottom, struct pw_strbuf *out)
{
    for (double d = s->lo; d <= s->hi; d++) {
        char label[32];
        double x = at(s, pow(10, d));
        snprintf(label, sizeof label, "%g ms", pow(10, d));
        pw_strbuf_printf(out,
                         "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n",
                         x, TOP - 8, x, bottom);
        put_text(out, x, TOP - 14, "middle", " fill=\"#666\"", label);
    }
}

static void put_bar(const struct scale *s, const struct pw_bar *b, double y, struct pw_strbuf *out)
{
    char figure[64];
    double x = at(s, b->ms.median), from = at(s, b->ms.least), to = at(s, b->ms.most);
    snprintf(figure, sizeof figure, "%.3g", b->ms.median);
    put_text(out, LEFT - 8, y + 4, "end", "", b->name);
    pw_strbuf_printf(out,
                     "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"11\" rx=\"2\" fill=\"%s\" "
                     "fill-opacity=\"0.75\"/>\n",
                     LEFT, y - 5.5, x - LEFT, pw_plot_colour((size_t)b->series));
    pw_strbuf_printf(
        out,
        "<path d=\"M%.1f %.1fH%.1fM%.1f %.1fv6M%.1f %.1fv6\" stroke=\"#222\" fill=\"none\"/>\n",
        from, y, to, from, y - 3, to, y - 3);
    put_text(out, to + 6, y + 4, "start", " fill=\"#444\"", figure);
}

static void put_legend(const char *const *series, size_t n, struct pw_strbuf *out)
{
    double x = WIDTH - RIGHT;
    for (size_t i = n; i-- > 0 && n > 1;) {
        put_text(out, x, 24, "end", "", series[i]);
        x -= 8.0 * (double)strlen(series[i]) + 10;
        pw_strbuf_printf(out, "<circle cx=\"%.1f\" cy=\"20\" r=\"5\" fill=\"%s\"/>\n", x,
                         pw_plot_colour(i));
        x -= 18;
    }
}

void pw_bars_svg(const char *title, const struct pw_bar *bars, size_t n, const char *const *series,
                 size_t n_series, struct pw_strbuf *out)
{
    struct scale s = find_scale(bars, n);
    double h = height(bars, n), y = TOP;
    pw_strbuf_printf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
        "viewBox=\"0 0 %d %.0f\" width=\"%d\" height=\"%.0f\" "
        "font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#222\">\n<rect "
        "width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
        WIDTH, h, WIDTH, h);
    put_text(out, 16, 26, "start", " font-size=\"16\" font-weight=\"600\"", title);
    put_axis(&s, h - 20, out);
    put_legend(series, n_series, out);
    for (size_t i = 0; i < n; i++) {
        if (new_group(bars, i)) {
            y += HEAD;
            put_text(out, 16, y - 6, "start", " font-weight=\"600\"", bars[i].group);
        }
        put_bar(&s, &bars[i], y + ROW / 2.0, out);
        y += ROW;
    }
    pw_strbuf_puts(out, "</svg>\n");
}
