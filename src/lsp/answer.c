#include "lsp/answer.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static const struct pw_jnode *run_of(const struct pw_jnode *found)
{
    const struct pw_jnode *trace = pw_jread_get(found, "trace"),
                          *candidate = pw_jread_get(found, "candidate");
    if (trace && trace->kind == PW_J_ARRAY) return trace;
    return candidate && candidate->kind == PW_J_ARRAY ? candidate : NULL;
}

int pw_answer_sentence(const struct pw_jnode *found, struct pw_strbuf *out)
{
    const char *verdict = pw_jread_string(found, "verdict", "");
    if (!strcmp(verdict, "safe")) return pw_strbuf_puts(out, "SAFE"), 3;
    if (!strcmp(verdict, "unsafe")) {
        pw_strbuf_printf(out, "UNSAFE with %" PRId64 " threads", pw_jread_int(found, "threads", 0));
        return 1;
    }
    pw_strbuf_printf(out, "UNKNOWN: %s", pw_jread_string(found, "reason", "no reason"));
    const struct pw_jnode *hints = pw_jread_get(found, "hints");
    for (const struct pw_jnode *h = hints ? hints->first : NULL; h; h = h->next)
        if (h->kind == PW_J_STRING) pw_strbuf_printf(out, "\n%s", h->text);
    return 2;
}

/* The text of a line of the document, without the blanks around it: [*from, *to). Lines count
 * from 1. */
static void line_span(const struct pw_document *d, int64_t line, size_t *from, size_t *to)
{
    size_t i = line < 1 ? 0 : (uint64_t)line > d->lines.n ? d->lines.n - 1 : (size_t)line - 1;
    assert(i < d->lines.n);
    *from = d->lines.at[i];
    *to = i + 1 < d->lines.n ? d->lines.at[i + 1] : d->source.size;
    while (*from < *to && strchr(" \t", d->source.text[*from]))
        ++*from;
    while (*to > *from && strchr("\r\n\t ", d->source.text[*to - 1]))
        --*to;
}

static void put_line_range(const struct pw_document *d, int64_t line, struct pw_json *j)
{
    size_t from, to;
    line_span(d, line, &from, &to);
    pw_json_key(j, "range");
    pw_document_range(d, from, to, j);
}

static void related(const struct pw_document *d, const struct pw_jnode *step, struct pw_json *j)
{
    struct pw_strbuf text = {0};
    int64_t line = pw_jread_int(step, "line", 0);
    if (line < 1) return;
    pw_strbuf_printf(&text, "step %" PRId64 ", thread %" PRId64 ": %s",
                     pw_jread_int(step, "step", 0), pw_jread_int(step, "thread", 0),
                     pw_jread_string(step, "statement", ""));
    pw_json_object(j);
    pw_json_key(j, "location");
    pw_json_object(j);
    pw_json_key(j, "uri"), pw_json_string(j, d->uri);
    put_line_range(d, line, j);
    pw_json_end(j);
    pw_json_key(j, "message"), pw_json_string(j, pw_strbuf_text(&text));
    pw_json_end(j);
    pw_strbuf_clear(&text);
}

static int64_t where(const struct pw_document *d, const struct pw_jnode *run)
{
    int64_t line = 0;
    for (const struct pw_jnode *s = run ? run->first : NULL; s; s = s->next)
        line = pw_jread_int(s, "line", line);
    for (size_t i = 0; !line && i < d->lexer.tokens.n; i++)
        if (d->lexer.tokens.at[i].kind == PW_TOK_UNSAFE) line = d->lexer.tokens.at[i].line;
    return line;
}

void pw_answer_diagnostic(const struct pw_document *d, const struct pw_jnode *found,
                          struct pw_json *j)
{
    struct pw_strbuf text = {0};
    const struct pw_jnode *run = run_of(found);
    int severity = pw_answer_sentence(found, &text);
    pw_json_object(j);
    put_line_range(d, where(d, run), j);
    pw_json_key(j, "severity"), pw_json_int(j, severity);
    pw_json_key(j, "source"), pw_json_string(j, "pwqo verify");
    pw_json_key(j, "message"), pw_json_string(j, pw_strbuf_text(&text));
    pw_json_key(j, "relatedInformation");
    pw_json_array(j);
    for (const struct pw_jnode *s = run ? run->first : NULL; s; s = s->next)
        related(d, s, j);
    pw_json_end(j);
    pw_json_end(j);
    pw_strbuf_clear(&text);
}

void pw_answer_result(const struct pw_jnode *found, struct pw_json *j)
{
    struct pw_strbuf text = {0};
    pw_answer_sentence(found, &text);
    const char *reason = pw_jread_string(found, "reason", NULL);
    pw_json_object(j);
    pw_json_key(j, "verdict"), pw_json_string(j, pw_jread_string(found, "verdict", "unknown"));
    pw_json_key(j, "reason");
    if (reason)
        pw_json_string(j, reason);
    else
        pw_json_null(j);
    pw_json_key(j, "message"), pw_json_string(j, pw_strbuf_text(&text));
    pw_json_end(j);
    pw_strbuf_clear(&text);
}
