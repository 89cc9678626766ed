#include "report/html.h"

#include <inttypes.h>
#include <string.h>

#include "report/execution_print.h"
#include "report/markup.h"
#include "report/verdict_print.h"

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 "
    "1rem;color:#111;background:#fff}"
    "h1{font-size:1.5rem;margin-bottom:.2rem}h2{font-size:1.1rem;margin:2rem 0 "
    ".4rem;border-bottom:1px solid #bbb}"
    "pre,code,td.n{font-family:monospace;font-size:.9rem}pre{white-space:pre-wrap;overflow-wrap:"
    "anywhere;background:#f6f6f6;padding:.6rem;border:1px solid #ddd;margin:0}"
    ".verdict{font-size:1.3rem;font-weight:bold;border:2px solid "
    "#111;display:inline-block;padding:.2rem .8rem;margin:.6rem 0}"
    "table{border-collapse:collapse}td,th{border-bottom:1px solid #ddd;padding:.15rem .7rem .15rem "
    "0;text-align:left;vertical-align:top}"
    "td.n{text-align:right}.figure{overflow-x:auto;border:1px solid #ddd}.warn{border-left:4px "
    "solid #111;padding-left:.6rem}"
    ".ln{color:#777;user-select:none}.hit{background:#ddd;font-weight:bold}";

static void heading(struct pw_strbuf *out, const char *text)
{
    pw_strbuf_puts(out, "<h2>");
    pw_markup_escape(out, text);
    pw_strbuf_puts(out, "</h2>\n");
}

static void list(struct pw_strbuf *out, const char *title, char *const *lines, size_t n)
{
    if (!n) return;
    heading(out, title);
    pw_strbuf_puts(out, "<ul>\n");
    for (size_t i = 0; i < n; i++) {
        pw_strbuf_puts(out, "<li>");
        pw_markup_escape(out, lines[i]);
        pw_strbuf_puts(out, "</li>\n");
    }
    pw_strbuf_puts(out, "</ul>\n");
}

static void preformatted(struct pw_strbuf *out, const char *title, const char *text)
{
    if (!*text) return;
    heading(out, title);
    pw_strbuf_puts(out, "<pre>");
    pw_markup_escape(out, text);
    pw_strbuf_puts(out, "</pre>\n");
}

static bool visited(const struct pw_execution *e, unsigned line)
{
    for (size_t i = 0; e && i < e->steps.n; i++)
        if (e->steps.at[i].line == line) return true;
    return false;
}

/* The source; lines that the trace executes are marked with "▸" and a grey ground. */
static void print_source(const struct pw_source *src, const struct pw_execution *e,
                         struct pw_strbuf *out)
{
    heading(out, e ? "Source (▸ lines of the run)" : "Source");
    pw_strbuf_puts(out, "<pre>");
    unsigned line = 0;
    struct pw_strbuf text = {0};
    for (const char *at = src->text, *end = at + src->size; at < end;) {
        const char *nl = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((nl ? nl : end) - at);
        bool hit = visited(e, ++line);
        pw_strbuf_reset(&text);
        for (size_t i = 0; i < n; i++)
            pw_strbuf_putc(&text, at[i] ? at[i] : '?');
        pw_strbuf_printf(out, "<span class=\"ln\">%4u %s </span>%s", line, hit ? "▸" : " ",
                         hit ? "<span class=\"hit\">" : "");
        pw_markup_escape(out, pw_strbuf_text(&text));
        pw_strbuf_puts(out, hit ? "</span>\n" : "\n");
        at += n + 1;
    }
    pw_strbuf_puts(out, "</pre>\n");
    pw_strbuf_clear(&text);
}

static void print_run(const struct pw_execution *e, const char *title, struct pw_strbuf *out)
{
    heading(out, title);
    pw_strbuf_puts(out, "<div class=\"figure\">\n");
    pw_execution_print_svg(e, "", out);
    pw_strbuf_puts(out, "</div>\n<details><summary>as text</summary><pre>");
    struct pw_strbuf text = {0};
    pw_execution_print_text(e, &text);
    pw_markup_escape(out, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
    pw_strbuf_puts(out, "</pre></details>\n");
}

static void print_figures(const struct pw_verify_stats *s, struct pw_strbuf *out)
{
    heading(out, "Figures");
    pw_strbuf_puts(out, "<table>\n");
#define X(name, text)                                                                              \
    pw_strbuf_printf(out, "<tr><td class=\"n\">%" PRIu64 "</td><td>%s</td></tr>\n", s->name, text);
    PW_VERIFY_STATS(X)
#undef X
#define X(name, text)                                                                              \
    pw_strbuf_printf(out, "<tr><td class=\"n\">%.4f s</td><td>%s</td></tr>\n", s->seconds.name,    \
                     text);
    PW_VERIFY_TIMES(X)
#undef X
    pw_strbuf_printf(out,
                     "<tr><td class=\"n\">%" PRIu64
                     " KiB</td><td>highest use of memory</td></tr>\n</table>\n",
                     s->peak_kib);
}

static void print_head(const char *file, const struct pw_verify_result *r, struct pw_strbuf *out)
{
    pw_strbuf_puts(
        out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>pwqo: ");
    pw_markup_escape(out, file);
    pw_strbuf_printf(out,
                     "</title>\n<meta name=\"viewport\" "
                     "content=\"width=device-width\"><style>%s</style></head><body>\n<h1>",
                     style);
    pw_markup_escape(out, file);
    pw_strbuf_puts(out, "</h1>\n<div class=\"verdict\">");
    struct pw_strbuf line = {0};
    pw_verdict_print_line(r, &line);
    pw_markup_escape(out, pw_strbuf_text(&line));
    pw_strbuf_clear(&line);
    pw_strbuf_puts(out, "</div>\n<p>Integers are mathematical, memory is sequentially consistent.");
    if (r->stats.bound)
        pw_strbuf_printf(
            out, " The abstraction is exact for %" PRIu64 " threads, which stand for any number.",
            r->stats.bound);
    pw_strbuf_puts(out, "</p>\n");
    for (size_t i = 0; i < r->warnings.n; i++) {
        pw_strbuf_puts(out, "<p class=\"warn\">Warning: ");
        pw_markup_escape(out, r->warnings.at[i]);
        pw_strbuf_puts(out, "</p>\n");
    }
}

void pw_html_print(const char *file, const struct pw_source *src, const char *version,
                   const struct pw_verify_result *r, struct pw_strbuf *out)
{
    print_head(file, r, out);
    list(out, "What to try", r->hints.at, r->hints.n);
    if (r->execution) print_run(r->execution, "The run", out);
    if (r->candidate) print_run(r->candidate, pw_verdict_candidate(r->judgement), out);
    list(out, "Invariant", r->words.at, r->words.n);
    list(out, "Predicates", r->predicates.at, r->predicates.n);
    list(out, "Predicates that the proof does not need", r->unneeded.at, r->unneeded.n);
    print_source(src, r->execution, out);
    preformatted(out, "Abstract template", pw_strbuf_text(&r->template_text));
    print_figures(&r->stats, out);
    pw_strbuf_puts(out, "<p>pwqo ");
    pw_markup_escape(out, version);
    pw_strbuf_puts(out, "</p>\n</body></html>\n");
}
