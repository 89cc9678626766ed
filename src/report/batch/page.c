/* page.c -- see page.h. Style and script are the string literals of page_style.inc and
 * page_script.inc. */
#include "report/batch/page.h"

#include <stdbool.h>

#include "report/batch/rows.h"
#include "report/markup.h"

static const char style[] =
#include "report/batch/page_style.inc"
    ;
static const char script[] =
#include "report/batch/page_script.inc"
    ;

static void put(struct pw_strbuf *out, const char *before, const char *text, const char *after)
{
    pw_strbuf_puts(out, before);
    pw_markup_escape(out, text);
    pw_strbuf_puts(out, after);
}

static void put_card(struct pw_strbuf *out, const char *class, size_t n, const char *what)
{
    pw_strbuf_printf(out, "<div class=\"card %s\"><b>%zu</b><span>%s</span></div>\n", class, n,
                     what);
}

static void put_cards(const struct pw_summary *s, size_t not_run, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "<section class=\"cards\">\n");
    put_card(out, "safe", s->safe, "safe");
    put_card(out, "unsafe", s->unsafe, "unsafe");
    put_card(out, "unknown", s->unknown, "unknown");
    if (s->without) put_card(out, "none", s->without, "no verdict");
    if (s->wrong) put_card(out, "wrong", s->wrong, "contradict the truth");
    if (s->differs) put_card(out, "wrong", s->differs, "not as expected");
    if (s->undecided + s->failed)
        put_card(out, "none", s->undecided + s->failed, "undecided or failed");
    if (not_run) put_card(out, "none", not_run, "not run");
    pw_strbuf_printf(out, "<div class=\"card\"><b>%.2f s</b><span>processor time</span></div>\n",
                     s->cpu);
    pw_strbuf_printf(
        out, "<div class=\"card\"><b>%.1f MiB</b><span>largest run</span></div>\n</section>\n",
        (double)s->peak_kib / 1024);
    if (s->wrong)
        pw_strbuf_puts(out, "<p class=\"shout\">A verdict contradicts the stated truth. Look at "
                            "the rows marked WRONG first.</p>\n");
}

static void put_changes(const char *changes, struct pw_strbuf *out)
{
    if (!changes) return;
    pw_strbuf_puts(out, "<section><h2>Changes since the earlier run</h2>\n");
    if (*changes)
        put(out, "<pre>", changes, "</pre>\n");
    else
        pw_strbuf_puts(out, "<p>None.</p>\n");
    pw_strbuf_puts(out, "</section>\n");
}

static void put_charts(const struct pw_charts *c, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "<section class=\"charts\">\n");
    for (size_t i = 0; i < c->n; i++) {
        put(out, "<figure id=\"chart-", c->at[i].name, "\">\n");
        pw_strbuf_puts(out, pw_strbuf_text(&c->at[i].inlined));
        pw_strbuf_puts(out, "</figure>\n");
    }
    pw_strbuf_puts(out, "</section>\n");
}

/* Heading, and whether the column holds numbers. */
static const struct {
    const char *name;
    int number;
} columns[] = {{"file", 0},    {"parameters", 0}, {"verdict", 0},      {"expected", 0},
               {"truth", 0},   {"status", 0},     {"seconds", 1},      {"MiB", 1},
               {"threads", 1}, {"predicates", 1}, {"inter-thread", 1}, {"local states", 1},
               {"basis", 1},   {"reason", 0}};

static void put_heading(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "<thead><tr>");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        pw_strbuf_printf(out, "<th scope=\"col\"%s><button type=\"button\">%s</button></th>",
                         columns[i].number ? " class=\"num\"" : "", columns[i].name);
    pw_strbuf_puts(out, "</tr></thead>\n");
}

static void put_number(struct pw_strbuf *out, int64_t v)
{
    if (v >= 0)
        pw_strbuf_printf(out, "<td class=\"num\">%lld</td>", (long long)v);
    else
        pw_strbuf_puts(out, "<td class=\"num\"></td>");
}

/* The file, as a link if pages (else NULL) has the report of the row. */
static void put_file(const struct pw_batch_row *r, const char *pages, struct pw_strbuf *out)
{
    struct pw_strbuf name = {0};
    pw_strbuf_puts(out, "<td class=\"file\">");
    if (pages) {
        pw_row_page_name(r->file, r->params, &name);
        put(out, "<a href=\"", pages, "/");
        put(out, "", pw_strbuf_text(&name), "\">");
    }
    put(out, "", r->file, pages ? "</a></td>" : "</td>");
    pw_strbuf_clear(&name);
}

static void put_row(const struct pw_batch_row *r, const char *pages, struct pw_strbuf *out)
{
    const char *class = r->verdict ? pw_verdict_name(r->verdict) : "none";
    pw_strbuf_printf(out, "<tr class=\"%s\">", pw_row_status_name(r->status));
    put_file(r, pages, out);
    put(out, "<td>", r->params, "</td>");
    pw_strbuf_printf(out, "<td><span class=\"badge %s\">%s</span></td>", class, pw_row_said(r));
    put(out, "<td>", pw_verdict_name(r->expect), "</td>");
    put(out, "<td>", pw_verdict_name(r->truth), "</td>");
    put(out, "<td class=\"status\">", pw_row_status_text(r->status), "</td>");
    pw_strbuf_printf(out, "<td class=\"num\">%.3f</td>", r->seconds);
    if (r->peak_kib >= 0)
        pw_strbuf_printf(out, "<td class=\"num\">%.1f</td>", (double)r->peak_kib / 1024);
    else
        pw_strbuf_puts(out, "<td class=\"num\"></td>");
    const int64_t figures[] = {r->threads, r->predicates, r->inter_thread, r->local_states,
                               r->basis};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        put_number(out, figures[i]);
    put(out, "<td class=\"reason\">", r->reason, "</td></tr>\n");
}

/* Has some row parameters? Without any their column is hidden. */
static bool swept(const struct pw_batch_page *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->rows[i].params[0]) return true;
    return false;
}

static void put_table(const struct pw_batch_page *p, struct pw_strbuf *out)
{
    pw_strbuf_puts(
        out, "<section><h2>Results</h2>\n<p class=\"tools\"><input id=\"filter\" type=\"search\" "
             "placeholder=\"filter rows\" "
             "aria-label=\"filter rows\"> <span id=\"shown\"></span></p>\n<div class=\"scroll\">");
    pw_strbuf_printf(out, "<table id=\"results\"%s>\n", swept(p) ? "" : " class=\"plain\"");
    put_heading(out);
    pw_strbuf_puts(out, "<tbody>\n");
    for (size_t i = 0; i < p->n; i++)
        put_row(&p->rows[i], p->pages && p->linked[i] ? p->pages : NULL, out);
    pw_strbuf_puts(out, "</tbody>\n</table></div></section>\n");
}

void pw_page_write(const struct pw_batch_page *p, struct pw_strbuf *out)
{
    struct pw_summary s = pw_rows_summary(p->rows, p->n);
    pw_strbuf_puts(out,
                   "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
                   "<link rel=\"icon\" href=\"data:,\">\n");
    put(out, "<title>", p->title, "</title>\n");
    pw_strbuf_printf(out, "<style>\n%s</style>\n</head>\n<body>\n<main>\n", style);
    put(out, "<h1>", p->title, "</h1>\n");
    put(out, "<p class=\"sub\">pwqo ", p->version, " &middot; <code>");
    put(out, "", p->command, "</code></p>\n");
    put_cards(&s, p->not_run, out);
    put_changes(p->changes, out);
    put_charts(p->charts, out);
    put_table(p, out);
    pw_strbuf_puts(out, "<footer>Integers are mathematical, memory is sequentially consistent. "
                        "Times are wall seconds of one process each.</footer>\n");
    pw_strbuf_printf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", script);
}
