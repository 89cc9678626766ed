#include <string.h>

#include "dualref/rows.h"
#include "dualref/show.h"

static void put_quoted(struct pw_strbuf *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') pw_strbuf_putc(out, '\\');
        if ((unsigned char)*s >= ' ') pw_strbuf_putc(out, *s);
    }
}

static bool count_row(void *arg, const struct pw_row *r)
{
    (void)r;
    ++*(size_t *)arg;
    return true;
}

static void put_location(const struct pw_template *t, uint32_t l, struct pw_strbuf *out)
{
    const struct pw_tloc *loc = &t->locs.at[l];
    pw_strbuf_printf(out, "    l%u [label=\"", l);
    put_quoted(out, loc->name);
    for (size_t i = 0; i < loc->labels.n; i++) {
        if (!strcmp(t->labels.at[loc->labels.at[i]], loc->name)) continue;
        pw_strbuf_puts(out, "\\n");
        put_quoted(out, t->labels.at[loc->labels.at[i]]);
    }
    pw_strbuf_puts(out, "\"");
    if (t->templates.at[loc->template].entry == l) pw_strbuf_puts(out, ", style=bold");
    if (loc->kind == PW_TLOC_ERROR) pw_strbuf_puts(out, ", color=red");
    pw_strbuf_puts(out, "];\n");
}

/* An edge per statement: its text, the number of rows, and of those that sink a passive thread. */
static void put_statement(struct pw_template *t, const struct pw_closure *c, uint32_t s, struct pw_strbuf *out)
{
    const struct pw_stmt *st = &t->stmts.at[s];
    size_t rows = 0, sinks = 0;
    for (uint32_t q = 0; q < t->templates.n; q++) {
        pw_rows_of_step(t, s, q, count_row, &rows);
        if (c) pw_rows_cover(t, st->template, q, pw_closure_sink(c, s, q), count_row, &sinks);
    }
    pw_strbuf_printf(out, "  l%u -> l%u [label=\"%u: ", st->from, st->to, s);
    put_quoted(out, st->text);
    pw_strbuf_printf(out, "\\n%zu row%s", rows, rows == 1 ? "" : "s");
    if (sinks) pw_strbuf_printf(out, ", %zu to the sink", sinks);
    pw_strbuf_printf(out, "\"%s%s];\n", rows ? "" : ", style=dotted", sinks ? ", color=orange" : "");
}

void pw_show_dot(struct pw_template *t, const struct pw_closure *c, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "digraph template {\n  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n");
    for (uint32_t i = 0; i < t->templates.n; i++) {
        pw_strbuf_printf(out, "  subgraph cluster_%u {\n    label=\"", i);
        put_quoted(out, t->templates.at[i].name);
        pw_strbuf_puts(out, "\";\n");
        for (size_t k = 0; k < t->templates.at[i].locs.n; k++) put_location(t, t->templates.at[i].locs.at[k], out);
        pw_strbuf_puts(out, "  }\n");
    }
    for (uint32_t s = 0; s < t->stmts.n; s++) put_statement(t, c, s, out);
    pw_strbuf_puts(out, "}\n");
}
