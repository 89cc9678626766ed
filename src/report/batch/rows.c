/* rows.c -- see rows.h: figures, the terminal's table, TSV. */
#include "report/batch/rows.h"

#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "report/markup.h"

struct pw_summary pw_rows_summary(const struct pw_batch_row *rows, size_t n)
{
    struct pw_summary s = {.rows = n};
    for (size_t i = 0; i < n; i++) {
        const struct pw_batch_row *r = &rows[i];
        size_t *verdicts[] = {&s.without, &s.safe, &s.unsafe, &s.unknown};
        size_t *statuses[] = {NULL, &s.bad, &s.undecided, &s.failed, &s.differs, &s.wrong};
        ++*verdicts[r->verdict];
        if (r->status != PW_STATUS_AGREES) ++*statuses[r->status];
        s.seconds += r->seconds;
        s.cpu += r->cpu;
        if (r->peak_kib > s.peak_kib) s.peak_kib = r->peak_kib;
    }
    return s;
}

int pw_rows_exit_code(const struct pw_batch_row *rows, size_t n)
{
    int code = 0;
    for (size_t i = 0; i < n; i++)
        if (pw_row_exit_code(rows[i].status) > code) code = pw_row_exit_code(rows[i].status);
    return code;
}

/* --- the table --- */

/* The name of a row as it is shown: a file may have a name of any bytes. */
static size_t put_name(const struct pw_batch_row *r, struct pw_strbuf *out)
{
    size_t start = out->n;
    pw_strbuf_visible(out, r->file);
    if (r->params[0]) pw_strbuf_putc(out, ' ');
    pw_strbuf_visible(out, r->params);
    return out->n > start ? pw_markup_columns(pw_strbuf_text(out) + start) : 0;
}

static size_t name_columns(const struct pw_batch_row *r)
{
    struct pw_strbuf name = {0};
    size_t columns = put_name(r, &name);
    pw_strbuf_clear(&name);
    return columns;
}

struct pw_batch_layout pw_rows_layout(const struct pw_batch_row *rows, size_t n, bool colour)
{
    struct pw_batch_layout l = {.name = 4, .colour = colour};
    for (size_t i = 0; i < n; i++)
        if (name_columns(&rows[i]) > l.name) l.name = name_columns(&rows[i]);
    if (l.name > 70) l.name = 70;
    return l;
}

static const char *colour_of(const struct pw_batch_row *r)
{
    switch (r->verdict) {
    case PW_SAFE:
        return "\033[32m";
    case PW_UNSAFE:
        return "\033[31m";
    case PW_UNKNOWN:
        return "\033[33m";
    case PW_UNSTATED:
        break;
    }
    return "\033[35m";
}

static void put_padded(struct pw_strbuf *out, const char *text, size_t used, size_t width)
{
    pw_strbuf_puts(out, text);
    if (used < width) pw_strbuf_repeat(out, ' ', width - used);
}

void pw_rows_print_head(const struct pw_batch_layout *l, struct pw_strbuf *out)
{
    put_padded(out, "file", 4, l->name);
    pw_strbuf_puts(out, "  verdict     expected      seconds      MiB  note\n");
}

static void put_note(const struct pw_batch_layout *l, const struct pw_batch_row *r,
                     struct pw_strbuf *out)
{
    bool loud = r->status == PW_STATUS_WRONG || r->status == PW_STATUS_DIFFERS;
    if (l->colour && loud) pw_strbuf_puts(out, "\033[1;97;41m");
    if (r->status == PW_STATUS_WRONG)
        pw_strbuf_printf(out, "WRONG: the truth is %s", pw_verdict_name(r->truth));
    else
        pw_strbuf_puts(out, pw_row_status_text(r->status));
    if (l->colour && loud) pw_strbuf_puts(out, "\033[0m");
    const char *gap = r->status == PW_STATUS_AGREES ? "" : ": ";
    if (r->status == PW_STATUS_DIFFERS && r->reason[0])
        pw_strbuf_printf(out, "%s%s", gap, r->reason);
    else if (r->verdict == PW_UNSAFE && r->threads >= 0)
        pw_strbuf_printf(out, "%s%lld threads", gap, (long long)r->threads);
    else if (r->verdict != PW_SAFE && r->reason[0])
        pw_strbuf_printf(out, "%s%s", gap, r->reason);
}

static const char *expected(const struct pw_batch_row *r)
{
    return r->expect ? pw_verdict_name(r->expect) : r->truth ? pw_verdict_name(r->truth) : "-";
}

void pw_rows_print_row(const struct pw_batch_layout *l, const struct pw_batch_row *r,
                       struct pw_strbuf *out)
{
    size_t start = out->n;
    size_t columns = put_name(r, out);
    if (columns < l->name) pw_strbuf_repeat(out, ' ', l->name - columns);
    pw_strbuf_puts(out, "  ");
    if (l->colour) pw_strbuf_puts(out, colour_of(r));
    put_padded(out, pw_row_said(r), strlen(pw_row_said(r)), 10);
    if (l->colour) pw_strbuf_puts(out, "\033[0m");
    pw_strbuf_printf(out, "  %-8s  %11.3f  ", expected(r), r->seconds);
    if (r->peak_kib >= 0)
        pw_strbuf_printf(out, "%7.1f  ", (double)r->peak_kib / 1024);
    else
        pw_strbuf_puts(out, "      -  ");
    put_note(l, r, out);
    while (out->n > start && out->at[out->n - 1] == ' ')
        out->at[--out->n] = '\0';
    pw_strbuf_putc(out, '\n');
}

static void put_count(struct pw_strbuf *out, size_t n, const char *what, bool *first)
{
    if (n == 0) return;
    pw_strbuf_printf(out, "%s%zu %s", *first ? "" : ", ", n, what);
    *first = false;
}

void pw_rows_print_summary(const struct pw_batch_layout *l, const struct pw_batch_row *rows,
                           size_t n, size_t not_run, struct pw_strbuf *out)
{
    struct pw_summary s = pw_rows_summary(rows, n);
    bool first = true;
    pw_strbuf_printf(out, "\n%zu result%s: ", n, n == 1 ? "" : "s");
    put_count(out, s.safe, "safe", &first);
    put_count(out, s.unsafe, "unsafe", &first);
    put_count(out, s.unknown, "unknown", &first);
    put_count(out, s.without, "without a verdict", &first);
    pw_strbuf_printf(out, "%s; %.2f s of processor time\n", first ? "none" : "", s.cpu);
    first = true;
    size_t before = out->n;
    put_count(out, s.undecided, "undecided", &first);
    put_count(out, s.failed, "failed", &first);
    put_count(out, s.bad, "bad input", &first);
    put_count(out, s.differs, "not as expected", &first);
    if (out->n == before && !s.wrong && !not_run) pw_strbuf_puts(out, "all as stated");
    if (out->n != before) pw_strbuf_putc(out, '\n');
    if (not_run) pw_strbuf_printf(out, "interrupted: %zu not run (--resume continues)\n", not_run);
    if (s.wrong)
        pw_strbuf_printf(out, "%s*** %zu %s THE TRUTH ***%s\n", l->colour ? "\033[1;97;41m" : "",
                         s.wrong, s.wrong == 1 ? "VERDICT CONTRADICTS" : "VERDICTS CONTRADICT",
                         l->colour ? "\033[0m" : "");
}

/* --- TSV --- */

void pw_rows_write_tsv(const struct pw_batch_row *rows, size_t n, struct pw_strbuf *out)
{
    pw_row_header(out);
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < n; i++) {
        pw_row_write(&rows[i], out);
        pw_strbuf_putc(out, '\n');
    }
}

static bool is_header(const char *line, size_t size)
{
    struct pw_strbuf want = {0};
    pw_row_header(&want);
    bool same = want.n == size && memcmp(pw_strbuf_text(&want), line, size) == 0;
    pw_strbuf_clear(&want);
    return same;
}

bool pw_rows_read_tsv(const char *text, size_t size, struct pw_batch_row **rows, size_t *n,
                      size_t *line)
{
    PW_VEC(struct pw_batch_row) v = {0};
    bool ok = size > 0;
    *line = 0;
    for (size_t i = 0; i < size && ok;) {
        const char *e = memchr(text + i, '\n', size - i);
        size_t to = e ? (size_t)(e - text) : size;
        struct pw_batch_row r;
        if (++*line == 1)
            ok = is_header(text + i, to - i);
        else if ((ok = pw_row_read(&r, text + i, to - i)))
            pw_vec_push(&v, r);
        i = to + 1;
    }
    *n = v.n;
    *rows = PW_NEWS(struct pw_batch_row, v.n);
    if (v.n) memcpy(*rows, v.at, v.n * sizeof *v.at);
    pw_vec_clear(&v);
    if (ok) return true;
    pw_rows_free(*rows, *n);
    return false;
}

void pw_rows_free(struct pw_batch_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pw_row_clear(&rows[i]);
    PW_FREES(rows, n);
}
