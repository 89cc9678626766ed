#include "report/verdict/html.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "engine/engine.h"
#include "report/execution_print.h"
#include "report/flow_svg.h"
#include "report/markup.h"
#include "report/verdict/verdict_print.h"
#include "report/where.h"

static const char style[] =
#include "report/verdict/html_style.inc"
    ;
static const char script[] =
#include "report/verdict/html_script.inc"
    ;

static void heading(struct pw_strbuf *out, const char *text)
{
    pw_strbuf_puts(out, "<h2>");
    pw_markup_escape(out, text);
    pw_strbuf_puts(out, "</h2>\n");
}

static void escape_part(struct pw_strbuf *out, const char *text, size_t n)
{
    struct pw_strbuf part = {0};
    pw_strbuf_write(&part, text, n);
    pw_markup_escape(out, pw_strbuf_text(&part));
    pw_strbuf_clear(&part);
}

/* Lines of a model, which are indented, and commands are set as such. */
static void item(struct pw_strbuf *out, const char *line)
{
    size_t blanks = strspn(line, " "), all = strlen(line);
    size_t code = blanks ? all : strncmp(line, "pwqo ", 5) ? 0 : strcspn(line, "(");
    pw_strbuf_puts(out, blanks ? "<li class=\"code\">" : "<li>");
    if (code) {
        pw_strbuf_puts(out, "<code>");
        escape_part(out, line + blanks, code - blanks);
        pw_strbuf_puts(out, "</code>");
    }
    escape_part(out, line + code, all - code);
    pw_strbuf_puts(out, "</li>\n");
}

static void list(struct pw_strbuf *out, const char *title, char *const *lines, size_t n)
{
    if (!n) return;
    heading(out, title);
    pw_strbuf_puts(out, "<ul>\n");
    for (size_t i = 0; i < n; i++)
        item(out, lines[i]);
    pw_strbuf_puts(out, "</ul>\n");
}

static bool visited(const struct pw_execution *e, unsigned line)
{
    for (size_t i = 0; e && i < e->steps.n; i++)
        if (e->steps.at[i].line == line) return true;
    return false;
}

static bool speaks_of_line(const struct pw_program *p, unsigned line, const char *sentence)
{
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t l = 0; l < p->templates[t].nlocs; l++)
            if (p->templates[t].locs[l].pos.line == line &&
                pw_where_mentioned(sentence, p->templates[t].locs[l].name))
                return true;
    return false;
}

/* Below a line: what the invariant says of threads that are there. */
static void print_invariant_of(const struct pw_program *p, unsigned line, const pw_lines *words,
                               struct pw_strbuf *out)
{
    for (size_t i = 0; p && i < words->n; i++) {
        if (!speaks_of_line(p, line, words->at[i])) continue;
        pw_strbuf_puts(out, "<span class=\"inv\">");
        pw_markup_escape(out, words->at[i]);
        pw_strbuf_puts(out, "</span>");
    }
}

/* The source; lines that the trace executes are marked with "▸" and a ground of their own. */
static void print_source(const struct pw_page *page, const struct pw_execution *e,
                         struct pw_strbuf *out)
{
    heading(out, e ? "Source (▸ lines of the run)" : "Source");
    pw_strbuf_puts(out, "<pre class=\"source\">");
    unsigned line = 0;
    struct pw_strbuf text = {0};
    for (const char *at = page->source->text, *end = at + page->source->size; at < end;) {
        const char *nl = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((nl ? nl : end) - at);
        bool hit = visited(e, ++line);
        pw_strbuf_reset(&text);
        for (size_t i = 0; i < n; i++)
            pw_strbuf_putc(&text, at[i] ? at[i] : '?');
        pw_strbuf_printf(out,
                         "<div id=\"line-%u\" data-line=\"%u\"%s><span class=\"ln\">%4u %s </span>",
                         line, line, hit ? " class=\"hit\"" : "", line, hit ? "▸" : " ");
        pw_markup_escape(out, pw_strbuf_text(&text));
        print_invariant_of(page->program, line, &page->result->words, out);
        pw_strbuf_puts(out, "</div>");
        at += n + 1;
    }
    pw_strbuf_puts(out, "</pre>\n");
    pw_strbuf_clear(&text);
}

/* JSON within a script element: no '<' may stand there as it is. */
static void print_data(const struct pw_execution *e, struct pw_strbuf *out)
{
    struct pw_strbuf text = {0};
    struct pw_json json;
    pw_json_start(&json, &text);
    pw_execution_print_json(e, &json);
    pw_strbuf_puts(out, "<script type=\"application/json\" id=\"run-data\">");
    for (size_t i = 0; i < text.n; i++) {
        if (text.at[i] == '<')
            pw_strbuf_puts(out, "\\u003c");
        else
            pw_strbuf_putc(out, text.at[i]);
    }
    pw_strbuf_puts(out, "</script>\n");
    pw_strbuf_clear(&text);
}

/* A page stays below 300 kB: of long runs, or runs of large states, the middle is left out. */
enum { BYTES_OF_RUN = 140000, BYTES_OF_STEP = 700, BYTES_OF_VALUE = 90, LEAST_STEPS = 30 };

static struct pw_execution *shorten(const struct pw_execution *e)
{
    size_t values = e->shared.n;
    for (size_t i = 0; i < e->threads.n; i++)
        values += e->threads.at[i].local.n + 1;
    size_t most = BYTES_OF_RUN / (BYTES_OF_STEP + BYTES_OF_VALUE * values);
    if (most < LEAST_STEPS) most = LEAST_STEPS;
    return pw_execution_shorten(e, most / 5, most - most / 5);
}

/* What a reader of a run that is none of the program must know. */
static void print_legend(const struct pw_execution *e, struct pw_strbuf *out)
{
    bool marked = false, noted = e->note != NULL;
    for (size_t i = 0; i < e->steps.n; i++) {
        marked |= e->steps.at[i].impossible;
        noted |= e->steps.at[i].note != NULL;
    }
    pw_strbuf_puts(out,
                   "<p class=\"help\">A step shows what it changes, all else stays as it was.");
    if (marked) pw_strbuf_puts(out, " <b>x</b>: the first step that no real run can take.");
    if (noted) pw_strbuf_puts(out, " <b>!</b>: choose the step to see a remark on it.");
    pw_strbuf_puts(out, "</p>\n");
}

static void print_run(const struct pw_execution *e, const char *title, struct pw_strbuf *out)
{
    heading(out, title);
    pw_strbuf_puts(
        out, "<p class=\"help keys\">Arrow keys (or j, k), Home and End step through the run; "
             "click a step to see its line, a marked line to see its next step.</p>\n");
    print_legend(e, out);
    pw_strbuf_puts(out, "<div class=\"two\"><div class=\"figure\">\n");
    pw_execution_print_svg(e, "", out);
    pw_strbuf_puts(out, "</div>\n<div class=\"state\" id=\"state\"></div></div>\n"
                        "<details><summary>as text</summary><pre>");
    struct pw_strbuf text = {0};
    pw_execution_print_text(e, &text);
    pw_markup_escape(out, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
    pw_strbuf_puts(out, "</pre></details>\n");
    print_data(e, out);
}

/* Locations of a thread, larger graphs are no picture for a person; and pictures in all. */
enum { MOST_PICTURED = 150, BYTES_OF_FLOWS = 30000 };

static void print_flows(const struct pw_page *page, const struct pw_execution *run,
                        struct pw_strbuf *out)
{
    const struct pw_program *p = page->program;
    if (!p || !p->ntemplates) return;
    heading(out, "Control flow");
    pw_strbuf_puts(out, "<div class=\"flows\">\n");
    size_t start = out->n;
    for (size_t t = 0; t < p->ntemplates; t++) {
        if (p->templates[t].nlocs > MOST_PICTURED || out->n - start > BYTES_OF_FLOWS) continue;
        pw_strbuf_puts(out, "<div><b>thread ");
        pw_markup_escape(out, p->templates[t].name);
        pw_strbuf_puts(out, "</b><div class=\"figure\">\n");
        pw_flow_svg_print(&p->templates[t], run, out);
        pw_strbuf_puts(out, "</div></div>\n");
    }
    pw_strbuf_puts(out, "</div>\n");
}

static void print_figures(const struct pw_verify_stats *s, struct pw_strbuf *out)
{
    heading(out, "Figures");
    pw_strbuf_puts(out, "<table>\n");
#define X(name, text)                                                                              \
    if (s->name)                                                                                   \
        pw_strbuf_printf(out, "<tr><td class=\"n\">%" PRIu64 "</td><td>%s</td></tr>\n", s->name,   \
                         text);
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

static void print_title(const char *file, struct pw_strbuf *out)
{
    pw_strbuf_puts(
        out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>pwqo: ");
    pw_markup_escape(out, file);
    pw_strbuf_printf(out,
                     "</title>\n<link rel=\"icon\" href=\"data:,\"><meta name=\"viewport\" "
                     "content=\"width=device-width\"><style>%s</style></head><body>\n<h1>",
                     style);
    pw_markup_escape(out, file);
}

/* The verdict in its colour; the reason, if there is one, below it. */
static void print_head(const struct pw_page *page, struct pw_strbuf *out)
{
    const struct pw_verify_result *r = page->result;
    struct pw_strbuf line = {0};
    print_title(page->file, out);
    pw_verdict_print_line(r, &line);
    char *reason = line.n ? strchr(line.at, ':') : NULL;
    if (reason) *reason++ = 0;
    pw_strbuf_printf(out, "</h1>\n<div class=\"verdict %s\">",
                     pw_verdict_name(r->judgement.verdict));
    pw_markup_escape(out, pw_strbuf_text(&line));
    pw_strbuf_puts(out, "</div>\n");
    if (reason) {
        pw_strbuf_puts(out, "<p class=\"reason\">");
        pw_markup_escape(out, reason);
        pw_strbuf_puts(out, "</p>\n");
    }
    pw_strbuf_clear(&line);
}

static void print_basis(const struct pw_verify_result *r, struct pw_strbuf *out)
{
    if (r->rests_on.n) {
        pw_strbuf_puts(out, "<p>Rests on ");
        pw_markup_escape(out, pw_strbuf_text(&r->rests_on));
        pw_strbuf_puts(out, ".</p>\n");
    } else if (r->judgement.verdict == PW_UNSAFE) {
        pw_strbuf_puts(out, "<p>Every step of the run below was executed on the program.</p>\n");
    }
    if (r->judgement.verdict == PW_SAFE && r->counted && !r->lifted && r->numbers.n) {
        pw_strbuf_puts(out, "<p>Threads: ");
        pw_markup_escape(out, pw_strbuf_text(&r->numbers));
        pw_strbuf_puts(out, ".</p>\n");
    }
    if (r->engine) {
        pw_strbuf_printf(out, "<p class=\"help\">By the engine <b>%s</b>: ", r->engine->name);
        pw_markup_escape(out, r->engine->what);
        pw_strbuf_puts(out, ".</p>\n");
    }
    for (size_t i = 0; i < r->warnings.n; i++) {
        pw_strbuf_puts(out, "<p class=\"warn\">Warning: ");
        pw_markup_escape(out, r->warnings.at[i]);
        pw_strbuf_puts(out, "</p>\n");
    }
}

enum { BYTES_OF_ROWS = 40000 };

static void print_template(const struct pw_verify_result *r, struct pw_strbuf *out)
{
    if (!r->template_text.n) return;
    heading(out, "Abstract template");
    pw_strbuf_puts(out, "<details><summary>its rows</summary><pre>");
    size_t n = r->template_text.n < BYTES_OF_ROWS ? r->template_text.n : BYTES_OF_ROWS;
    while (n < r->template_text.n && r->template_text.at[n] != '\n')
        n++;
    escape_part(out, pw_strbuf_text(&r->template_text), n);
    if (n < r->template_text.n)
        pw_strbuf_puts(out, "\n... and more; 'pwqo abstract' prints all of them");
    pw_strbuf_puts(out, "</pre></details>\n");
}

static const char *candidate_title(const struct pw_verify_result *r)
{
    switch (r->judgement.reason) {
    case PW_REASON_STOPPED:
    case PW_REASON_REPLAY_LIMIT:
    case PW_REASON_UNREPLAYED:
        return "A run that may or may not be one of the program";
    default:
        return "The run, which the program does not have";
    }
}

void pw_html_print(const struct pw_page *page, struct pw_strbuf *out)
{
    const struct pw_verify_result *r = page->result;
    const struct pw_execution *whole = r->execution ? r->execution : r->candidate;
    struct pw_execution *run = whole ? shorten(whole) : NULL;
    print_head(page, out);
    print_basis(r, out);
    list(out, "Invariant", r->words.at, r->words.n);
    list(out, "Where", r->places.at, r->places.n);
    if (run) print_run(run, r->execution ? "The run" : candidate_title(r), out);
    list(out, "Names that the source does not have", r->names.at, r->names.n);
    list(out, r->candidate ? "Why the program does not have it" : "What to try", r->hints.at,
         r->hints.n);
    list(out, "Tried", r->tried.at, r->tried.n);
    list(out, "Next", r->next.at, r->next.n);
    print_source(page, whole, out);
    print_flows(page, whole, out);
    list(out, "Predicates", r->predicates.at, r->predicates.n);
    list(out, "Predicates that the proof does not need", r->unneeded.at, r->unneeded.n);
    print_template(r, out);
    print_figures(&r->stats, out);
    pw_strbuf_puts(out, "<p class=\"help\">pwqo ");
    pw_markup_escape(out, page->version);
    pw_strbuf_printf(out, "</p>\n<script>%s</script></body></html>\n", script);
    pw_execution_free(run);
}
