#include "report/flow_svg.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "report/markup.h"

enum { CHAR = 7, LINE = 18, GAP = 8, ARROWS = 90, TOP = 14 };

struct flow {
    const struct pw_thread_template *t;
    const struct pw_execution *run;
    size_t *at; /* per location: the y of its name */
    size_t width, height;
};

static void place(struct flow *f)
{
    size_t y = TOP, columns = 20;
    f->at = PW_NEWS(size_t, f->t->nlocs);
    for (uint32_t l = 0; l < f->t->nlocs; l++) {
        f->at[l] = y;
        y += LINE * (1 + f->t->first_edge[l + 1] - f->t->first_edge[l]) + GAP;
    }
    for (size_t i = 0; i < f->t->nedges; i++) {
        size_t n = pw_markup_columns(f->t->edges[i].text) + 8;
        if (n > columns) columns = n;
    }
    f->width = ARROWS + 24 + columns * CHAR;
    f->height = y + TOP;
}

/* Does the run come to that location of this template? */
static bool reached(const struct flow *f, const char *location)
{
    const struct pw_execution *e = f->run;
    for (size_t i = 0; e && i < e->threads.n; i++)
        if (!strcmp(e->threads.at[i].template_name, f->t->name) &&
            !strcmp(e->threads.at[i].location, location))
            return true;
    for (size_t i = 0; e && i < e->steps.n; i++)
        if (!strcmp(e->steps.at[i].template_name, f->t->name) &&
            !strcmp(e->steps.at[i].location, location))
            return true;
    return false;
}

static bool taken(const struct flow *f, const struct pw_edge *x)
{
    const struct pw_execution *e = f->run;
    for (size_t i = 0; e && i < e->steps.n; i++)
        if (!strcmp(e->steps.at[i].template_name, f->t->name) &&
            !strcmp(e->steps.at[i].statement, x->text) &&
            !strcmp(e->steps.at[i].location, f->t->locs[x->to].name))
            return true;
    return false;
}

static void draw_location(const struct flow *f, uint32_t l, struct pw_strbuf *out)
{
    const struct pw_loc *loc = &f->t->locs[l];
    pw_strbuf_printf(out,
                     "<g class=\"loc%s\" data-line=\"%u\"><circle cx=\"%d\" cy=\"%zu\" "
                     "r=\"5\"/><text x=\"%d\" y=\"%zu\" class=\"head\">",
                     reached(f, loc->name) ? " reached" : "", loc->pos.line, ARROWS, f->at[l] + 8,
                     ARROWS + 12, f->at[l] + 12);
    pw_markup_escape(out, loc->name);
    if (l == f->t->entry) pw_strbuf_puts(out, " (start)");
    if (loc->kind == PW_LOC_END) pw_strbuf_puts(out, " (end)");
    pw_strbuf_puts(out, "</text></g>\n");
}

/* An arrow in the left margin; long ways lie further out. */
static void draw_edge(const struct flow *f, size_t i, struct pw_strbuf *out)
{
    assert(i < f->t->nedges);
    const struct pw_edge *e = &f->t->edges[i];
    size_t y = f->at[e->from] + LINE * (1 + i - f->t->first_edge[e->from]) + 8;
    size_t to = f->at[e->to] + 8, way = y > to ? y - to : to - y, bend = 14 + way / 5;
    assert(e->to < f->t->nlocs);
    if (bend > ARROWS - 8) bend = ARROWS - 8;
    pw_strbuf_printf(out,
                     "<g class=\"edge%s\" data-line=\"%u\"><path d=\"M%d %zu C%zu %zu %zu %zu %d "
                     "%zu\" marker-end=\"url(#tip)\"/><text x=\"%d\" y=\"%zu\">",
                     taken(f, e) ? " taken" : "", e->pos.line, ARROWS + 20, y, ARROWS - bend, y,
                     ARROWS - bend, to, ARROWS - 6, to, ARROWS + 24, y + 4);
    pw_markup_escape(out, e->text);
    pw_strbuf_puts(out, "</text></g>\n");
}

void pw_flow_svg_print(const struct pw_thread_template *t, const struct pw_execution *run,
                       struct pw_strbuf *out)
{
    struct flow f = {.t = t, .run = run};
    place(&f);
    pw_strbuf_printf(out,
                     "<svg class=\"flow\" xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" "
                     "height=\"%zu\" role=\"img\"><defs><marker id=\"tip\" viewBox=\"0 0 8 8\" "
                     "refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
                     "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n",
                     f.width, f.height);
    for (size_t i = 0; i < t->nedges; i++)
        draw_edge(&f, i, out);
    for (uint32_t l = 0; l < t->nlocs; l++)
        draw_location(&f, l, out);
    pw_strbuf_puts(out, "</svg>\n");
    PW_FREES(f.at, t->nlocs);
}
