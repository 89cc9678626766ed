#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "dualref/rows.h"
#include "report/dual_show.h"

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
    pw_dual_show_row(l->t, r, l->sunk, &text);
    pw_strbuf_puts(l->out, "\\l");
    put_row_text(l->out, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
    return true;
}

/* What is said of the rows beside one passive template. */
struct beside {
    struct pw_strbuf text;
    bool said;
};

static void end_rows(const struct label *l)
{
    if (l->beside > ROWS_SHOWN)
        pw_strbuf_printf(l->out, "\\l... and %zu more rows", l->beside - ROWS_SHOWN);
    else if (!l->beside)
        pw_strbuf_puts(l->out, l->t->templates.n > 1 ? " never" : "\\lnever");
}

/* Passive templates with the same rows are named together. */
static void put_beside(const struct pw_dual *t, struct beside *b, struct pw_strbuf *out)
{
    for (uint32_t q = 0; q < t->templates.n; q++) {
        if (b[q].said) continue;
        for (uint32_t k = q; k < t->templates.n; k++) {
            if (strcmp(pw_strbuf_text(&b[q].text), pw_strbuf_text(&b[k].text)) != 0) continue;
            b[k].said = true;
            if (t->templates.n == 1) continue;
            pw_strbuf_puts(out, k == q ? "\\lbeside " : ", ");
            put_quoted(out, t->templates.at[k].name);
        }
        if (t->templates.n > 1) pw_strbuf_putc(out, ':');
        pw_strbuf_puts(out, pw_strbuf_text(&b[q].text));
    }
}

typedef void list_rows(struct pw_dual *t, const void *arg, uint32_t q, struct label *l);

/* The rows beside every passive template, as list(t, arg, q, label) has them. Their number. */
static size_t put_rows(struct pw_dual *t, list_rows *list, const void *arg, bool sunk,
                       struct pw_strbuf *out)
{
    size_t rows = 0;
    struct beside *b = PW_NEWS(struct beside, t->templates.n);
    for (uint32_t q = 0; q < t->templates.n; q++) {
        struct label l = {.t = t, .out = &b[q].text, .sunk = sunk};
        list(t, arg, q, &l);
        end_rows(&l);
        rows += l.rows;
    }
    if (rows || !sunk) put_beside(t, b, out);
    for (uint32_t q = 0; q < t->templates.n; q++)
        pw_strbuf_clear(&b[q].text);
    PW_FREES(b, t->templates.n);
    return rows;
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

struct some {
    uint32_t stmt, which;
};

static void list_step(struct pw_dual *t, const void *arg, uint32_t q, struct label *l)
{
    pw_rows_of_step(t, *(const uint32_t *)arg, q, put_row, l);
}

static void list_some(struct pw_dual *t, const void *arg, uint32_t q, struct label *l)
{
    const struct some *x = arg;
    pw_rows_cover(t, t->stmts.at[x->stmt].template, q, pw_dual_some(t, x->stmt, x->which, q),
                  put_row, l);
}

/* A node without a frame per statement, between its locations: its text and its rows. So the
 * picture has room for them. */
static void put_statement(struct pw_dual *t, uint32_t s, struct pw_strbuf *out)
{
    assert(s < t->stmts.n);
    const struct pw_tstmt *st = &t->stmts.at[s];
    pw_strbuf_printf(out, "    s%u [shape=plaintext, label=\"%u: ", s, s);
    put_quoted(out, st->text);
    bool possible = put_rows(t, list_step, &s, false, out) > 0;
    for (uint32_t i = 0; i < st->somes; i++) {
        struct some x = {s, i};
        pw_strbuf_puts(out, "\\land one with");
        put_rows(t, list_some, &x, false, out);
    }
    const char *style = possible ? "" : "style=dotted, ";
    pw_strbuf_printf(out,
                     "\\l\"];\n    l%u -> s%u [%sarrowhead=none];\n    s%u -> l%u [%sweight=2];\n",
                     st->from, s, style, s, st->to, style);
}

struct sink_ctx {
    const struct pw_closure *c;
    uint32_t stmt;
};

static void list_sinks(struct pw_dual *t, const void *arg, uint32_t q, struct label *l)
{
    const struct sink_ctx *x = arg;
    pw_rows_cover(t, t->stmts.at[x->stmt].template, q, pw_closure_sink(x->c, x->stmt, q), put_row,
                  l);
}

/* What the closure adds: dashed edges to the sink, for the passive threads that would block. */
static void put_sinks(struct pw_dual *t, const struct pw_closure *c, uint32_t s,
                      struct pw_strbuf *out)
{
    assert(s < t->stmts.n);
    struct pw_strbuf text = {0};
    struct sink_ctx x = {c, s};
    if (put_rows(t, list_sinks, &x, true, &text))
        pw_strbuf_printf(out,
                         "  d%u [shape=plaintext, label=\"%u: would block, is dropped%s\\l\"];\n"
                         "  l%u -> d%u [style=dashed, arrowhead=none];\n"
                         "  d%u -> sink [style=dashed];\n",
                         s, s, pw_strbuf_text(&text), t->stmts.at[s].from, s, s);
    pw_strbuf_clear(&text);
}

static bool takes_steps(const struct pw_dual *t, uint32_t template)
{
    assert(template <t->templates.n);
    for (size_t s = 0; s < t->stmts.n; s++)
        if (t->stmts.at[s].template == template) return true;
    return false;
}

void pw_dual_show_dot(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "digraph template {\n  node [shape=box, fontname=\"monospace\"];\n");
    for (uint32_t i = 0; i < t->templates.n; i++) {
        pw_strbuf_printf(out, "  subgraph cluster_%u {\n    label=\"", i);
        put_quoted(out, t->templates.at[i].name);
        if (!takes_steps(t, i))
            pw_strbuf_puts(out, ": takes no step; stands for the threads that are only there");
        pw_strbuf_puts(out, "\";\n");
        for (size_t k = 0; k < t->templates.at[i].locs.n; k++)
            put_location(t, t->templates.at[i].locs.at[k], out);
        for (uint32_t s = 0; s < t->stmts.n; s++)
            if (t->stmts.at[s].template == i) put_statement(t, s, out);
        pw_strbuf_puts(out, "  }\n");
    }
    if (c && !pw_closure_adds_nothing(c)) {
        pw_strbuf_puts(out, "  sink [shape=ellipse, style=dashed];\n");
        for (uint32_t s = 0; s < t->stmts.n; s++)
            put_sinks(t, c, s, out);
    }
    pw_strbuf_puts(out, "}\n");
}
