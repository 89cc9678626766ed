/* charts.c -- see charts.h */
#include "report/batch/charts.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/mem.h"
#include "base/order.h"
#include "base/table.h"
#include "base/vec.h"
#include "report/batch/plot.h"

/* Labels of points, kept until the chart is drawn. */
struct labels {
    char **at;
    size_t n, cap;
};

static const char *label(struct labels *l, const struct pw_batch_row *r)
{
    struct pw_strbuf b = {0};
    pw_strbuf_visible(&b, r->file);
    pw_strbuf_printf(&b, "%s%s: %s, %.3f s, %.1f MiB", r->params[0] ? " " : "", r->params,
                     pw_row_said(r), r->seconds, (double)r->peak_kib / 1024);
    pw_vec_push(l, pw_mem_strdup(pw_strbuf_text(&b)));
    pw_strbuf_clear(&b);
    return pw_vec_last(l);
}

static void free_labels(struct labels *l)
{
    for (size_t i = 0; i < l->n; i++)
        pw_mem_strfree(l->at[i]);
    pw_vec_clear(l);
}

static void add_chart(struct pw_charts *c, const char *name, const struct pw_plot *p)
{
    struct pw_chart x = {.name = pw_mem_strdup(name)};
    pw_plot_svg(p, true, &x.svg);
    pw_plot_svg(p, false, &x.inlined);
    pw_vec_push(c, x);
}

static int by_time(const void *a, const void *b)
{
    const struct pw_batch_row *const *x = a, *const *y = b;
    return PW_ORDER((*x)->seconds, (*y)->seconds);
}

static void cactus(struct pw_charts *c, const struct pw_batch_row *rows, size_t n)
{
    struct pw_plot p = {.title = "Decided within a time",
                        .x_name = "files decided",
                        .y_name = "seconds each",
                        .y_log = true};
    struct labels labels = {0};
    PW_VEC(const struct pw_batch_row *) decided = {0};
    for (size_t i = 0; i < n; i++)
        if (rows[i].verdict == PW_SAFE || rows[i].verdict == PW_UNSAFE)
            pw_vec_push(&decided, &rows[i]);
    if (decided.n) qsort(decided.at, decided.n, sizeof *decided.at, by_time);
    struct pw_series *s = pw_plot_series(&p, "", pw_plot_colour(0), true);
    for (size_t i = 0; i < decided.n; i++)
        pw_plot_point(s, (double)(i + 1), decided.at[i]->seconds, label(&labels, decided.at[i]));
    add_chart(c, "cactus", &p);
    pw_vec_clear(&decided);
    pw_plot_clear(&p);
    free_labels(&labels);
}

static void scatter(struct pw_charts *c, const struct pw_batch_row *rows, size_t n)
{
    static const struct {
        const char *name, *colour;
    } kinds[] = {{"no verdict", "#a64ca6"},
                 {"safe", "#2a9d4a"},
                 {"unsafe", "#c23b4b"},
                 {"unknown", "#d1a32c"}};
    struct pw_plot p = {.title = "Time and memory",
                        .x_name = "seconds",
                        .y_name = "MiB",
                        .x_log = true,
                        .y_log = true};
    struct labels labels = {0};
    for (int v = 0; v < 4; v++) {
        struct pw_series *s = pw_plot_series(&p, kinds[v].name, kinds[v].colour, false);
        for (size_t i = 0; i < n; i++)
            if ((int)rows[i].verdict == v)
                pw_plot_point(s, rows[i].seconds, (double)rows[i].peak_kib / 1024,
                              label(&labels, &rows[i]));
    }
    add_chart(c, "scatter", &p);
    pw_plot_clear(&p);
    free_labels(&labels);
}

/* Splits "A=1 K=3 N=2" for the parameter K into its value and the rest "A=1 N=2"; false if K is not
 * in it. */
static bool split_params(const char *params, const char *name, double *value,
                         struct pw_strbuf *rest)
{
    bool found = false;
    size_t k = strlen(name);
    while (*params) {
        size_t end = strcspn(params, " ");
        if (!found && strncmp(params, name, k) == 0 && params[k] == '=') {
            char *text = pw_mem_strndup(params + k + 1, end - k - 1);
            found = pw_decimal_real(text, value);
            pw_mem_strfree(text);
        } else
            pw_strbuf_printf(rest, "%s%.*s", rest->n ? " " : "", (int)end, params);
        params += end + (params[end] == ' ');
    }
    return found;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Adds the row to the line of its file and other parameters. `names` numbers the lines as the
 * plot's series. */
static void add_to_line(struct pw_plot *p, struct pw_names *names, struct labels *labels,
                        const struct pw_batch_row *r, const char *sweep, bool memory)
{
    struct pw_strbuf rest = {0}, key = {0};
    double x = 0;
    if (split_params(r->params, sweep, &x, &rest)) {
        pw_strbuf_printf(&key, "%s%s%s", base_name(r->file), rest.n ? " " : "",
                         pw_strbuf_text(&rest));
        int64_t line = pw_names_find(names, pw_strbuf_text(&key));
        if (line == PW_TABLE_NONE) {
            line = pw_names_intern(names, pw_strbuf_text(&key));
            pw_plot_series(p, names->at[line], pw_plot_colour((size_t)line), true);
        }
        pw_plot_point(&p->at[line], x, memory ? (double)r->peak_kib / 1024 : r->cpu,
                      label(labels, r));
    }
    pw_strbuf_clear(&rest);
    pw_strbuf_clear(&key);
}

static void sweep_chart(struct pw_charts *c, const struct pw_batch_row *rows, size_t n,
                        const char *sweep, bool memory)
{
    struct pw_strbuf title = {0}, file = {0};
    pw_strbuf_printf(&title, "%s against %s", memory ? "Memory" : "Time", sweep);
    pw_strbuf_printf(&file, "sweep-%s-%s", sweep, memory ? "memory" : "time");
    struct pw_plot p = {.title = pw_strbuf_text(&title),
                        .x_name = sweep,
                        .y_name = memory ? "MiB" : "seconds of processor time",
                        .y_log = true};
    struct pw_names names = {0};
    struct labels labels = {0};
    for (size_t i = 0; i < n; i++)
        add_to_line(&p, &names, &labels, &rows[i], sweep, memory);
    add_chart(c, pw_strbuf_text(&file), &p);
    pw_plot_clear(&p);
    pw_names_clear(&names);
    free_labels(&labels);
    pw_strbuf_clear(&title);
    pw_strbuf_clear(&file);
}

void pw_charts_make(struct pw_charts *c, const struct pw_batch_row *rows, size_t n,
                    const char *const *sweeps, size_t n_sweeps)
{
    cactus(c, rows, n);
    scatter(c, rows, n);
    for (size_t i = 0; i < n_sweeps; i++) {
        sweep_chart(c, rows, n, sweeps[i], false);
        sweep_chart(c, rows, n, sweeps[i], true);
    }
}

void pw_charts_clear(struct pw_charts *c)
{
    for (size_t i = 0; i < c->n; i++) {
        pw_mem_strfree(c->at[i].name);
        pw_strbuf_clear(&c->at[i].svg);
        pw_strbuf_clear(&c->at[i].inlined);
    }
    pw_vec_clear(c);
}
