/* rows_json.c -- results.json, and the comparison with an earlier table. See rows.h. */
#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "report/batch/rows.h"

static const char *const end_names[] = {
#define X(id, name, text) name,
    PW_ROW_ENDS(X)
#undef X
};

static void put_answer(struct pw_json *j, const char *key, enum pw_verdict a)
{
    pw_json_key(j, key);
    if (a)
        pw_json_string(j, pw_verdict_name(a));
    else
        pw_json_null(j);
}

static void put_figure(struct pw_json *j, const char *key, int64_t v)
{
    pw_json_key(j, key);
    if (v >= 0)
        pw_json_int(j, v);
    else
        pw_json_null(j);
}

/* "K=3 N=2" as an object of numbers; values are integers by construction of a sweep. */
static void put_params(struct pw_json *j, const char *params)
{
    pw_json_key(j, "params");
    pw_json_object(j);
    while (*params) {
        size_t k = strcspn(params, "="), end = strcspn(params, " ");
        char *name = pw_mem_strndup(params, k),
             *value = pw_mem_strndup(params + k + 1, end - k - 1);
        pw_json_key(j, name);
        pw_json_number(j, value);
        pw_mem_strfree(name);
        pw_mem_strfree(value);
        params += end + (params[end] == ' ');
    }
    pw_json_end(j);
}

static void put_seconds(struct pw_json *j, const struct pw_batch_row *r)
{
    pw_json_key(j, "seconds");
    pw_json_object(j);
    pw_json_key(j, "total");
    pw_json_seconds(j, r->seconds);
    pw_json_key(j, "cpu");
    pw_json_seconds(j, r->cpu);
#define X(id)                                                                                      \
    if (r->stage_##id >= 0) {                                                                      \
        pw_json_key(j, #id);                                                                       \
        pw_json_seconds(j, r->stage_##id);                                                         \
    }
    PW_ROW_STAGES(X)
#undef X
    pw_json_end(j);
}

static void put_row(struct pw_json *j, const struct pw_batch_row *r)
{
    pw_json_object(j);
    pw_json_text(j, "file", r->file);
    put_params(j, r->params);
    put_answer(j, "verdict", r->verdict);
    assert((size_t)r->end < sizeof end_names / sizeof *end_names);
    pw_json_text(j, "end", end_names[r->end]);
    pw_json_text(j, "reason", r->reason);
    put_answer(j, "truth", r->truth);
    put_answer(j, "expect", r->expect);
    pw_json_text(j, "status", pw_row_status_name(r->status));
    put_seconds(j, r);
    put_figure(j, "peak_kib", r->peak_kib);
#define X(id, name) put_figure(j, name, r->id);
    PW_ROW_FIGURES(X)
#undef X
    pw_json_text(j, "hash", r->hash);
    pw_json_end(j);
}

static void put_summary(struct pw_json *j, const struct pw_summary *s, size_t not_run)
{
    const struct {
        const char *key;
        size_t n;
    } counts[] = {{"results", s->rows},  {"not_run", not_run},    {"safe", s->safe},
                  {"unsafe", s->unsafe}, {"unknown", s->unknown}, {"without_verdict", s->without},
                  {"wrong", s->wrong},   {"differs", s->differs}, {"undecided", s->undecided},
                  {"failed", s->failed}, {"bad", s->bad}};
    pw_json_key(j, "summary");
    pw_json_object(j);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        put_figure(j, counts[i].key, (int64_t)counts[i].n);
    pw_json_end(j);
}

void pw_rows_write_json(const struct pw_batch_row *rows, size_t n, size_t not_run,
                        const char *version, struct pw_strbuf *out)
{
    struct pw_json j;
    struct pw_summary s = pw_rows_summary(rows, n);
    pw_json_head(&j, out, version, NULL);
    put_summary(&j, &s, not_run);
    pw_json_key(&j, "results");
    pw_json_array(&j);
    for (size_t i = 0; i < n; i++)
        put_row(&j, &rows[i]);
    pw_json_end(&j);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
}

/* --- comparison --- */

static const struct pw_batch_row *find(const struct pw_batch_row *rows, size_t n,
                                       const struct pw_batch_row *key)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(rows[i].file, key->file) == 0 && strcmp(rows[i].params, key->params) == 0)
            return &rows[i];
    return NULL;
}

static void put_name(struct pw_strbuf *out, const struct pw_batch_row *r)
{
    pw_strbuf_visible(out, r->file);
    pw_strbuf_puts(out, r->params[0] ? " " : "");
    pw_strbuf_visible(out, r->params);
    pw_strbuf_puts(out, ": ");
}

static bool notable(double before, double after)
{
    double lo = before < after ? before : after, hi = before < after ? after : before;
    return hi > 1.5 * lo && hi - lo > 0.1;
}

static size_t compare_row(const struct pw_batch_row *was, const struct pw_batch_row *is,
                          struct pw_strbuf *out)
{
    size_t lines = 0;
    if (strcmp(pw_row_said(was), pw_row_said(is)) != 0) {
        put_name(out, is);
        pw_strbuf_printf(out, "was %s, is %s%s\n", pw_row_said(was), pw_row_said(is),
                         is->status == PW_STATUS_WRONG ? " (WRONG)" : "");
        lines++;
    }
    if (notable(was->seconds, is->seconds)) {
        put_name(out, is);
        pw_strbuf_printf(out, "%s: %.3f s, was %.3f s\n",
                         is->seconds > was->seconds ? "slower" : "faster", is->seconds,
                         was->seconds);
        lines++;
    }
    return lines;
}

size_t pw_rows_compare(const struct pw_batch_row *old, size_t n_old, const struct pw_batch_row *now,
                       size_t n_now, struct pw_strbuf *out)
{
    size_t lines = 0;
    for (size_t i = 0; i < n_now; i++) {
        const struct pw_batch_row *was = find(old, n_old, &now[i]);
        if (was) {
            lines += compare_row(was, &now[i], out);
            continue;
        }
        put_name(out, &now[i]);
        pw_strbuf_printf(out, "new: %s\n", pw_row_said(&now[i]));
        lines++;
    }
    for (size_t i = 0; i < n_old; i++) {
        if (find(now, n_now, &old[i])) continue;
        put_name(out, &old[i]);
        pw_strbuf_printf(out, "gone: was %s\n", pw_row_said(&old[i]));
        lines++;
    }
    return lines;
}
