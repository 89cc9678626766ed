#include <assert.h>
#include <stdbool.h>
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

/* Rows as lines of a label, the first few of them in words. */
enum { ROWS_SHOWN = 4 };

struct label {
    const struct pw_template *t;
    struct pw_strbuf *out;
    size_t rows;
    bool sunk;
};

static bool put_row(void *arg, const struct pw_row *r)
{
    struct label *l = arg;
    if (l->rows++ >= ROWS_SHOWN) return true;
    struct pw_strbuf text = {0};
    pw_show_row(l->t, r, l->sunk, &text);
    pw_strbuf_puts(l->out, "\\l");
    put_quoted(l->out, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
    return true;
}

static void end_rows(const struct label *l)
{
    if (l->rows > ROWS_SHOWN)
        pw_strbuf_printf(l->out, "\\l... and %zu more rows", l->rows - ROWS_SHOWN);
    pw_strbuf_puts(l->out, "\\l");
}

static void put_location(const struct pw_template *t, uint32_t l, struct pw_strbuf *out)
{
    assert(l < t->locs.n);
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

/* An edge per statement: its text and its rows. */
static void put_statement(struct pw_template *t, uint32_t s, struct pw_strbuf *out)
{
    assert(s < t->stmts.n);
    const struct pw_tstmt *st = &t->stmts.at[s];
    struct label l = {.t = t, .out = out};
    pw_strbuf_printf(out, "  l%u -> l%u [label=\"%u: ", st->from, st->to, s);
    put_quoted(out, st->text);
    for (uint32_t q = 0; q < t->templates.n; q++)
        pw_rows_of_step(t, s, q, put_row, &l);
    if (!l.rows) pw_strbuf_puts(out, "\\lnever");
    end_rows(&l);
    pw_strbuf_printf(out, "\"%s];\n", l.rows ? "" : ", style=dotted");
}

/* What the closure adds: a dashed edge to the sink, for the passive threads that would block. */
static void put_sinks(struct pw_template *t, const struct pw_closure *c, uint32_t s,
                      struct pw_strbuf *out)
{
    assert(s < t->stmts.n);
    const struct pw_tstmt *st = &t->stmts.at[s];
    struct pw_strbuf text = {0};
    struct label l = {.t = t, .out = &text, .sunk = true};
    for (uint32_t q = 0; q < t->templates.n; q++)
        pw_rows_cover(t, st->template, q, pw_closure_sink(c, s, q), put_row, &l);
    if (l.rows) {
        end_rows(&l);
        pw_strbuf_printf(out,
                         "  l%u -> sink [style=dashed, label=\"%u: would block, is dropped%s\"];\n",
                         st->from, s, pw_strbuf_text(&text));
    }
    pw_strbuf_clear(&text);
}

void pw_show_dot(struct pw_template *t, const struct pw_closure *c, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "digraph template {\n  node [shape=box, fontname=\"monospace\"];\n  edge "
                        "[fontname=\"monospace\"];\n");
    for (uint32_t i = 0; i < t->templates.n; i++) {
        pw_strbuf_printf(out, "  subgraph cluster_%u {\n    label=\"", i);
        put_quoted(out, t->templates.at[i].name);
        pw_strbuf_puts(out, "\";\n");
        for (size_t k = 0; k < t->templates.at[i].locs.n; k++)
            put_location(t, t->templates.at[i].locs.at[k], out);
        pw_strbuf_puts(out, "  }\n");
    }
    for (uint32_t s = 0; s < t->stmts.n; s++)
        put_statement(t, s, out);
    if (c && !pw_closure_adds_nothing(c)) {
        pw_strbuf_puts(out, "  sink [shape=ellipse, style=dashed];\n");
        for (uint32_t s = 0; s < t->stmts.n; s++)
            put_sinks(t, c, s, out);
    }
    pw_strbuf_puts(out, "}\n");
}
