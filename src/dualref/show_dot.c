#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "dualref/rows.h"
#include "dualref/show.h"

static void put_quoted(struct pw_strbuf *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') pw_strbuf_putc(out, '\\');
        if ((unsigned char)*s >= ' ') pw_strbuf_putc(out, *s);
    }
}

/* Rows as lines of a label, in words: the first few of them beside each passive template. */
enum { ROWS_SHOWN = 4 };

struct label {
    const struct pw_dual *t;
    struct pw_strbuf *out;
    size_t rows, beside; /* in all; beside the present passive template */
    bool sunk;
};

/* A row on two lines, what must hold and what follows, so that a picture stays narrow. */
static void put_row_text(struct pw_strbuf *out, const char *text)
{
    static const char arrow[] = "  ->  ";
    const char *then = strstr(text, arrow);
    char *guard = pw_mem_strndup(text, then ? (size_t)(then - text) : strlen(text));
    put_quoted(out, guard);
    pw_mem_strfree(guard);
    if (!then) return;
    pw_strbuf_puts(out, "\\l    -> ");
    put_quoted(out, then + strlen(arrow));
}

static bool put_row(void *arg, const struct pw_row *r)
{
    struct label *l = arg;
    l->rows++;
    if (l->beside++ >= ROWS_SHOWN) return true;
    struct pw_strbuf text = {0};
    pw_show_row(l->t, r, l->sunk, &text);
    pw_strbuf_puts(l->out, "\\l");
    put_row_text(l->out, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
    return true;
}

/* Before the rows with passive threads of template q. */
static void begin_rows(struct label *l, uint32_t q)
{
    assert(q < l->t->templates.n);
    l->beside = 0;
    if (l->t->templates.n == 1) return;
    pw_strbuf_puts(l->out, "\\lbeside ");
    put_quoted(l->out, l->t->templates.at[q].name);
    pw_strbuf_putc(l->out, ':');
}

static void end_rows(const struct label *l)
{
    if (l->beside > ROWS_SHOWN)
        pw_strbuf_printf(l->out, "\\l... and %zu more rows", l->beside - ROWS_SHOWN);
    else if (!l->beside && l->t->templates.n > 1)
        pw_strbuf_puts(l->out, " never");
}

static void put_location(const struct pw_dual *t, uint32_t l, struct pw_strbuf *out)
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
static void put_statement(struct pw_dual *t, uint32_t s, struct pw_strbuf *out)
{
    assert(s < t->stmts.n);
    const struct pw_tstmt *st = &t->stmts.at[s];
    struct label l = {.t = t, .out = out};
    pw_strbuf_printf(out, "  l%u -> l%u [label=\"%u: ", st->from, st->to, s);
    put_quoted(out, st->text);
    for (uint32_t q = 0; q < t->templates.n; q++) {
        begin_rows(&l, q);
        pw_rows_of_step(t, s, q, put_row, &l);
        end_rows(&l);
    }
    if (!l.rows && t->templates.n == 1) pw_strbuf_puts(out, "\\lnever");
    for (uint32_t i = 0; i < st->somes; i++) {
        struct label some = {.t = t, .out = out};
        pw_strbuf_puts(out, "\\land one with");
        for (uint32_t q = 0; q < t->templates.n; q++) {
            begin_rows(&some, q);
            pw_rows_cover(t, st->template, q, pw_dual_some(t, s, i, q), put_row, &some);
            end_rows(&some);
        }
    }
    pw_strbuf_printf(out, "\\l\"%s];\n", l.rows ? "" : ", style=dotted");
}

/* What the closure adds: a dashed edge to the sink, for the passive threads that would block. */
static void put_sinks(struct pw_dual *t, const struct pw_closure *c, uint32_t s,
                      struct pw_strbuf *out)
{
    assert(s < t->stmts.n);
    const struct pw_tstmt *st = &t->stmts.at[s];
    struct pw_strbuf text = {0};
    struct label l = {.t = t, .out = &text, .sunk = true};
    for (uint32_t q = 0; q < t->templates.n; q++) {
        begin_rows(&l, q);
        pw_rows_cover(t, st->template, q, pw_closure_sink(c, s, q), put_row, &l);
        end_rows(&l);
    }
    if (l.rows)
        pw_strbuf_printf(
            out, "  l%u -> sink [style=dashed, label=\"%u: would block, is dropped%s\\l\"];\n",
            st->from, s, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

static bool takes_steps(const struct pw_dual *t, uint32_t template)
{
    assert(template <t->templates.n);
    for (size_t s = 0; s < t->stmts.n; s++)
        if (t->stmts.at[s].template == template) return true;
    return false;
}

void pw_show_dot(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "digraph template {\n  node [shape=box, fontname=\"monospace\"];\n  edge "
                        "[fontname=\"monospace\"];\n");
    for (uint32_t i = 0; i < t->templates.n; i++) {
        pw_strbuf_printf(out, "  subgraph cluster_%u {\n    label=\"", i);
        put_quoted(out, t->templates.at[i].name);
        if (!takes_steps(t, i))
            pw_strbuf_puts(out, ": takes no step; stands for the threads that are only there");
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
