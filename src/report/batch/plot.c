/* plot.c -- see plot.h */
#include "report/batch/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/real.h"
#include "base/vec.h"
#include "report/markup.h"

enum {
    WIDTH = 720,
    HEIGHT = 420,
    LEFT = 72,
    RIGHT = 24,
    TOP = 44,
    BOTTOM = 56,
    TICKS_MOST = 24,
    LEGEND_MOST = 12
};

struct axis {
    double lo, hi;   /* in drawn units: logarithms if log */
    bool log, whole; /* whole: integers only, ticks as well */
    double from, to; /* coordinates */
    double tick[TICKS_MOST];
    size_t ticks;
};

void pw_plot_clear(struct pw_plot *p)
{
    for (size_t i = 0; i < p->n; i++)
        pw_vec_clear(&p->at[i]);
    pw_vec_clear(p);
}

struct pw_series *pw_plot_series(struct pw_plot *p, const char *name, const char *colour, bool line)
{
    struct pw_series s = {.name = name, .colour = colour, .line = line};
    pw_vec_push(p, s);
    return &pw_vec_last(p);
}

void pw_plot_point(struct pw_series *s, double x, double y, const char *label)
{
    struct pw_point q = {x, y, label};
    pw_vec_push(s, q);
}

const char *pw_plot_colour(size_t i)
{
    static const char *const colours[] = {"#3b6fb6", "#d1812c", "#2a9d4a", "#a64ca6",
                                          "#c23b4b", "#5f7f8f", "#8a7a1f", "#1f9aa0"};
    return colours[i % (sizeof colours / sizeof *colours)];
}

/* --- axes --- */

static bool has_points(const struct pw_plot *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].n) return true;
    return false;
}

static double drawn(const struct axis *a, double v)
{
    return a->log ? (v > 0 ? pw_real_log10(v) : a->lo) : v;
}

static double coordinate(const struct axis *a, double v)
{
    return a->from + (drawn(a, v) - a->lo) / (a->hi - a->lo) * (a->to - a->from);
}

static void stretch(struct axis *a, double v)
{
    if (a->log && v <= 0) return;
    if (v != pw_real_floor(v)) a->whole = false;
    double d = a->log ? pw_real_log10(v) : v;
    if (d < a->lo) a->lo = d;
    if (d > a->hi) a->hi = d;
}

/* 1, 2 or 5 times a power of ten, so that at most eight steps fit. */
static double nice_step(double span)
{
    double base = pw_real_pow10(pw_real_decade(span / 8));
    for (int i = 0; i < 4; i++) {
        double step = base * (double[]){1, 2, 5, 10}[i];
        if (span / step <= 8) return step;
    }
    return base * 10;
}

static void log_ticks(struct axis *a)
{
    a->lo = pw_real_floor(a->lo);
    a->hi = a->hi > a->lo ? pw_real_ceil(a->hi) : a->lo + 1;
    int every = (int)pw_real_ceil((a->hi - a->lo) / 10);
    for (double d = a->lo; d <= a->hi && a->ticks < TICKS_MOST; d += every)
        a->tick[a->ticks++] = pw_real_pow10((int)d);
}

static void linear_ticks(struct axis *a)
{
    if (a->lo > 0 && a->lo < a->hi) a->lo = a->lo <= 0.25 * a->hi ? 0 : a->lo;
    if (a->hi <= a->lo) {
        a->lo -= 1;
        a->hi += 1;
    }
    double step = nice_step(a->hi - a->lo);
    if (a->whole && step < 1) step = 1;
    a->lo = pw_real_floor(a->lo / step) * step;
    a->hi = pw_real_ceil(a->hi / step) * step;
    long n = (long)pw_real_round((a->hi - a->lo) / step);
    for (long i = 0; i <= n && a->ticks < TICKS_MOST; i++)
        a->tick[a->ticks++] = a->lo + (double)i * step;
}

/* A logarithmic axis for values within one or two decades of each other would hide their
 * differences. */
static bool wide(const struct pw_plot *p, bool vertical)
{
    double lo = INFINITY, hi = 0;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->at[i].n; k++) {
            double v = vertical ? p->at[i].at[k].y : p->at[i].at[k].x;
            if (v > 0 && v < lo) lo = v;
            if (v > hi) hi = v;
        }
    return hi > 20 * lo;
}

static struct axis make_axis(const struct pw_plot *p, bool vertical)
{
    struct axis a = {.lo = INFINITY,
                     .hi = -INFINITY,
                     .whole = true,
                     .log = (vertical ? p->y_log : p->x_log) && wide(p, vertical)};
    a.from = vertical ? HEIGHT - BOTTOM : LEFT;
    a.to = vertical ? TOP : WIDTH - RIGHT;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->at[i].n; k++)
            stretch(&a, vertical ? p->at[i].at[k].y : p->at[i].at[k].x);
    if (a.lo > a.hi) a.lo = a.hi = 0;
    if (vertical && !a.log && a.lo > 0) a.lo = 0;
    if (a.log)
        log_ticks(&a);
    else
        linear_ticks(&a);
    return a;
}

/* --- text --- */

static void put_text(struct pw_strbuf *out, double x, double y, const char *anchor,
                     const char *more, const char *text)
{
    pw_strbuf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", x, y, anchor, more);
    pw_markup_escape(out, text);
    pw_strbuf_puts(out, "</text>\n");
}

static void put_grid(struct pw_strbuf *out, double x1, double y1, double x2, double y2)
{
    pw_strbuf_printf(out,
                     "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                     "stroke=\"currentColor\" stroke-opacity=\"0.14\"/>\n",
                     x1, y1, x2, y2);
}

static void put_ticks(const struct axis *x, const struct axis *y, struct pw_strbuf *out)
{
    char label[32];
    for (size_t i = 0; i < x->ticks; i++) {
        double c = coordinate(x, x->tick[i]);
        snprintf(label, sizeof label, "%.6g", fabs(x->tick[i]) < 1e-12 ? 0 : x->tick[i]);
        put_grid(out, c, TOP, c, HEIGHT - BOTTOM);
        put_text(out, c, HEIGHT - BOTTOM + 18, "middle", "", label);
    }
    for (size_t i = 0; i < y->ticks; i++) {
        double c = coordinate(y, y->tick[i]);
        snprintf(label, sizeof label, "%.6g", fabs(y->tick[i]) < 1e-12 ? 0 : y->tick[i]);
        put_grid(out, LEFT, c, WIDTH - RIGHT, c);
        put_text(out, LEFT - 8, c + 4, "end", "", label);
    }
}

static void put_frame(const struct pw_plot *p, struct pw_strbuf *out)
{
    char turn[80];
    snprintf(turn, sizeof turn, " transform=\"rotate(-90 18 %d)\"", (TOP + HEIGHT - BOTTOM) / 2);
    pw_strbuf_printf(out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                     "stroke=\"currentColor\" stroke-opacity=\"0.5\"/>\n",
                     LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    put_text(out, LEFT, 24, "start", " font-size=\"15\" font-weight=\"600\"", p->title);
    put_text(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", "", p->x_name);
    put_text(out, 18, (TOP + HEIGHT - BOTTOM) / 2, "middle", turn, p->y_name);
}

/* Inside the frame, at the left upper corner, where charts of growth are empty. */
static void put_legend(const struct pw_plot *p, struct pw_strbuf *out)
{
    double y = TOP + 18;
    size_t shown = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (!p->at[i].n || !p->at[i].name[0]) continue;
        if (shown++ == LEGEND_MOST) {
            put_text(out, LEFT + 24, y, "start", "", "and more");
            return;
        }
        pw_strbuf_printf(out, "<circle cx=\"%d\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\"/>\n", LEFT + 14,
                         y - 4, p->at[i].colour);
        put_text(out, LEFT + 24, y, "start", "", p->at[i].name);
        y += 18;
    }
}

static void put_series(const struct pw_series *s, const struct axis *x, const struct axis *y,
                       struct pw_strbuf *out)
{
    if (s->line && s->n > 1) {
        pw_strbuf_printf(
            out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" points=\"", s->colour);
        for (size_t i = 0; i < s->n; i++)
            pw_strbuf_printf(out, "%s%.1f,%.1f", i ? " " : "", coordinate(x, s->at[i].x),
                             coordinate(y, s->at[i].y));
        pw_strbuf_puts(out, "\"/>\n");
    }
    for (size_t i = 0; i < s->n; i++) {
        pw_strbuf_printf(
            out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\" fill-opacity=\"0.85\">",
            coordinate(x, s->at[i].x), coordinate(y, s->at[i].y), s->line ? "3" : "4.5", s->colour);
        if (s->at[i].label) {
            pw_strbuf_puts(out, "<title>");
            pw_markup_escape(out, s->at[i].label);
            pw_strbuf_puts(out, "</title>");
        }
        pw_strbuf_puts(out, "</circle>\n");
    }
}

void pw_plot_svg(const struct pw_plot *p, bool standalone, struct pw_strbuf *out)
{
    if (standalone) pw_strbuf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    pw_strbuf_printf(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                     "height=\"%d\" role=\"img\" ",
                     WIDTH, HEIGHT, WIDTH, HEIGHT);
    pw_strbuf_printf(
        out, "font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"currentColor\"%s>\n",
        standalone ? " color=\"#222\"" : "");
    pw_strbuf_puts(out, "<title>");
    pw_markup_escape(out, p->title);
    pw_strbuf_puts(out, "</title>\n");
    if (standalone) pw_strbuf_puts(out, "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    put_frame(p, out);
    if (has_points(p)) {
        struct axis x = make_axis(p, false), y = make_axis(p, true);
        put_ticks(&x, &y, out);
        for (size_t i = 0; i < p->n; i++)
            put_series(&p->at[i], &x, &y, out);
        put_legend(p, out);
    } else
        put_text(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT / 2.0, "middle", "", "no data");
    pw_strbuf_puts(out, "</svg>\n");
}
