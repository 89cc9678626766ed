/* rowtext.c -- rows as tab-separated text, see row.h. Tabs, newlines and backslashes in fields are
 * written \t, \n, \\. */
#include <string.h>

#include "base/decimal.h"
#include "base/mem.h"
#include "base/vec.h"
#include "batch/row.h"

static const char *const end_names[] = {
#define X(id, name, text) name,
    PW_ROW_ENDS(X)
#undef X
};

static const char *const status_names[] = {
#define X(id, name, text, code) name,
    PW_ROW_STATUSES(X)
#undef X
};

enum {
    ENDS = sizeof end_names / sizeof *end_names,
    STATUSES = sizeof status_names / sizeof *status_names
};

void pw_row_header(struct pw_strbuf *out)
{
    pw_strbuf_puts(out,
                   "file\tparams\tverdict\tend\tstatus\ttruth\texpect\tseconds\tcpu\tpeak_kib");
#define X(id, name) pw_strbuf_puts(out, "\t" name);
    PW_ROW_FIGURES(X)
#undef X
#define X(id) pw_strbuf_puts(out, "\tseconds_" #id);
    PW_ROW_STAGES(X)
#undef X
    pw_strbuf_puts(out, "\thash\treason");
}

static void put_field(struct pw_strbuf *out, const char *s)
{
    for (; *s; s++) {
        const char *code = *s == '\\'   ? "\\\\"
                           : *s == '\t' ? "\\t"
                           : *s == '\n' ? "\\n"
                           : *s == '\r' ? "\\r"
                                        : NULL;
        if (code)
            pw_strbuf_puts(out, code);
        else
            pw_strbuf_putc(out, *s);
    }
}

static void put_int(struct pw_strbuf *out, int64_t v)
{
    if (v >= 0)
        pw_strbuf_printf(out, "\t%lld", (long long)v);
    else
        pw_strbuf_puts(out, "\t");
}

static void put_seconds(struct pw_strbuf *out, double v)
{
    if (v >= 0)
        pw_strbuf_printf(out, "\t%.6f", v);
    else
        pw_strbuf_puts(out, "\t");
}

void pw_row_write(const struct pw_batch_row *r, struct pw_strbuf *out)
{
    put_field(out, r->file);
    pw_strbuf_putc(out, '\t');
    put_field(out, r->params);
    pw_strbuf_printf(out, "\t%s\t%s\t%s\t%s\t%s", pw_verdict_name(r->verdict), end_names[r->end],
                     status_names[r->status], pw_verdict_name(r->truth),
                     pw_verdict_name(r->expect));
    put_seconds(out, r->seconds);
    put_seconds(out, r->cpu);
    put_int(out, r->peak_kib);
#define X(id, name) put_int(out, r->id);
    PW_ROW_FIGURES(X)
#undef X
#define X(id) put_seconds(out, r->stage_##id);
    PW_ROW_STAGES(X)
#undef X
    pw_strbuf_putc(out, '\t');
    put_field(out, r->hash);
    pw_strbuf_putc(out, '\t');
    put_field(out, r->reason);
}

/* A cursor over the fields of a line; every read sets `bad` instead of failing, so that a reader is
 * one straight list. */
struct cursor {
    const char *at, *end;
    bool bad, over;
    struct pw_strbuf field;
};

static const char *next(struct cursor *c)
{
    pw_strbuf_reset(&c->field);
    if (c->over) c->bad = true;
    while (c->at < c->end && *c->at != '\t') {
        char ch = *c->at++;
        if (ch == '\\' && c->at < c->end) {
            char e = *c->at++;
            ch = e == 't' ? '\t' : e == 'n' ? '\n' : e == 'r' ? '\r' : e;
        }
        pw_strbuf_putc(&c->field, ch);
    }
    c->over = c->at >= c->end;
    if (!c->over) c->at++;
    return pw_strbuf_text(&c->field);
}

static char *next_string(struct cursor *c)
{
    return pw_mem_strdup(next(c));
}

static enum pw_verdict next_answer(struct cursor *c)
{
    const char *s = next(c);
    enum pw_verdict a = pw_verdict_from(s);
    if (a == PW_UNSTATED && *s) c->bad = true;
    return a;
}

static int next_word(struct cursor *c, const char *const *words, int n)
{
    const char *s = next(c);
    for (int i = 0; i < n; i++)
        if (strcmp(s, words[i]) == 0) return i;
    c->bad = true;
    return 0;
}

static int64_t next_int(struct cursor *c)
{
    const char *s = next(c);
    int64_t v = -1;
    if (*s && !pw_decimal_read(s, strlen(s), 0, INT64_MAX, &v)) c->bad = true;
    return v;
}

static double next_seconds(struct cursor *c)
{
    const char *s = next(c);
    double v = -1;
    if (*s && !(pw_decimal_real(s, &v) && v >= 0)) c->bad = true;
    return v;
}

bool pw_row_read(struct pw_batch_row *r, const char *line, size_t size)
{
    struct cursor c = {.at = line, .end = line + size};
    memset(r, 0, sizeof *r);
    r->file = next_string(&c);
    r->params = next_string(&c);
    r->verdict = next_answer(&c);
    r->end = (enum pw_row_end)next_word(&c, end_names, ENDS);
    r->status = (enum pw_row_status)next_word(&c, status_names, STATUSES);
    r->truth = next_answer(&c);
    r->expect = next_answer(&c);
    r->seconds = next_seconds(&c);
    r->cpu = next_seconds(&c);
    r->peak_kib = next_int(&c);
#define X(id, name) r->id = next_int(&c);
    PW_ROW_FIGURES(X)
#undef X
#define X(id) r->stage_##id = next_seconds(&c);
    PW_ROW_STAGES(X)
#undef X
    r->hash = next_string(&c);
    r->reason = next_string(&c);
    bool ok = !c.bad && c.over && r->file[0];
    pw_strbuf_clear(&c.field);
    if (!ok) pw_row_clear(r);
    return ok;
}
