/* row.c -- see row.h: what a child's end means. */
#include "batch/row.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/arena.h"
#include "base/jread.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "base/source.h"
#include "base/table.h"
#include "batch/stated.h"
#include "engine/input.h"
#include "prog/program.h"

static const struct {
    const char *name, *text;
} ends[] = {
#define X(id, name, text) {name, text},
    PW_ROW_ENDS(X)
#undef X
};

static const struct {
    const char *name, *text;
    int code;
} statuses[] = {
#define X(id, name, text, code) {name, text, code},
    PW_ROW_STATUSES(X)
#undef X
};

int pw_row_exit_code(enum pw_row_status s)
{
    return statuses[s].code;
}
const char *pw_row_status_name(enum pw_row_status s)
{
    return statuses[s].name;
}
const char *pw_row_status_text(enum pw_row_status s)
{
    return statuses[s].text;
}

const char *pw_row_said(const struct pw_batch_row *r)
{
    return r->verdict != PW_UNSTATED ? pw_verdict_name(r->verdict) : ends[r->end].text;
}

void pw_row_init(struct pw_batch_row *r, const char *file, const char *params)
{
    memset(r, 0, sizeof *r);
    r->file = pw_mem_strdup(file);
    r->params = pw_mem_strdup(params);
    r->hash = pw_mem_strdup("-");
    r->reason = pw_mem_strdup("");
    r->peak_kib = -1;
#define X(id, name) r->id = -1;
    PW_ROW_FIGURES(X)
#undef X
#define X(id) r->stage_##id = -1;
    PW_ROW_STAGES(X)
#undef X
}

void pw_row_clear(struct pw_batch_row *r)
{
    pw_mem_strfree(r->file);
    pw_mem_strfree(r->params);
    pw_mem_strfree(r->hash);
    pw_mem_strfree(r->reason);
    memset(r, 0, sizeof *r);
}

void pw_row_stated(const struct pw_source *s, enum pw_verdict *truth, enum pw_verdict *expect)
{
    pw_program_expectation(s, truth, expect);
    if (*truth == PW_UNKNOWN) *truth = PW_UNSTATED;
}

static void set(char **field, const char *text)
{
    char *copy = pw_mem_strdup(text);
    pw_mem_strfree(*field);
    *field = copy;
}

/* A regular file: a pipe would be waited for, and could be read only once. */
static bool read_regular(const char *path, struct pw_source *s)
{
    const char *why;
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
           pw_source_read(s, path, &why) == PW_SOURCE_OK;
}

/* What a verdict about the file is read from: the file, and the one beside it if its kind has one
 * (its absence is a fact, too). */
static uint64_t hash_inputs(const char *path, const struct pw_source *s)
{
    uint64_t hash = pw_hash_bytes(s->text, s->size);
    struct pw_strbuf name = {0};
    struct pw_source beside;
    if (pw_input_beside(path, &name)) {
        bool there = read_regular(pw_strbuf_text(&name), &beside);
        hash = pw_hash_mix(hash, there ? pw_hash_bytes(beside.text, beside.size) : 0);
        hash = pw_hash_mix(hash, there);
        if (there) pw_source_clear(&beside);
    }
    pw_strbuf_clear(&name);
    return hash;
}

void pw_row_describe(struct pw_batch_row *r)
{
    struct pw_source s;
    if (!read_regular(r->file, &s)) return;
    pw_row_stated(&s, &r->truth, &r->expect);
    char hex[17];
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)hash_inputs(r->file, &s));
    set(&r->hash, hex);
    pw_source_clear(&s);
}

void pw_row_confirm(struct pw_batch_row *r)
{
    struct pw_batch_row now;
    pw_row_init(&now, r->file, r->params);
    pw_row_describe(&now);
    if (strcmp(now.hash, r->hash)) set(&r->hash, "-");
    pw_row_clear(&now);
}

enum pw_row_status pw_row_judge(enum pw_verdict truth, enum pw_verdict expect,
                                enum pw_verdict verdict, enum pw_row_end end)
{
    if (verdict == PW_UNSTATED) {
        if (end == PW_END_BAD_INPUT || end == PW_END_UNREADABLE) return PW_STATUS_BAD;
        return truth || expect ? PW_STATUS_FAILED : PW_STATUS_AGREES;
    }
    if (verdict != PW_UNKNOWN && truth && verdict != truth) return PW_STATUS_WRONG;
    if (expect && verdict != expect)
        return verdict == PW_UNKNOWN ? PW_STATUS_UNDECIDED : PW_STATUS_DIFFERS;
    return PW_STATUS_AGREES;
}

/* The reason on one line: white space becomes single blanks, other control characters '?', long
 * texts are cut. */
static void set_reason(struct pw_batch_row *r, const char *text, size_t n)
{
    enum { LONGEST = 300 };
    struct pw_strbuf b = {0};
    bool gap = false;
    for (size_t i = 0; i < n && b.n < LONGEST; i++) {
        unsigned char c = (unsigned char)text[i];
        if (isspace(c)) {
            gap = b.n > 0;
            continue;
        }
        if (gap) pw_strbuf_putc(&b, ' ');
        gap = false;
        pw_strbuf_putc(&b, c < 0x20 || c == 0x7f ? '?' : (char)c);
    }
    if (b.n >= LONGEST) pw_strbuf_puts(&b, "...");
    set(&r->reason, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

static void explain(struct pw_batch_row *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void explain(struct pw_batch_row *r, const char *format, ...)
{
    struct pw_strbuf b = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    set_reason(r, pw_strbuf_text(&b), b.n);
    pw_strbuf_clear(&b);
}

static int first_line(const struct pw_batch_outcome *o)
{
    const char *e = memchr(o->err, '\n', o->err_size);
    return (int)(e ? (size_t)(e - o->err) : o->err_size);
}

static void settle_failure(struct pw_batch_row *r, const struct pw_batch_outcome *o, int code)
{
    r->end = code == 65 ? PW_END_BAD_INPUT : code == 66 ? PW_END_UNREADABLE : PW_END_EXIT;
    if (r->end == PW_END_EXIT)
        explain(r, "exit status %d%s%.*s", code, o->err_size ? ": " : "", first_line(o), o->err);
    else
        explain(r, "%.*s", first_line(o), o->err);
}

static void read_figures(struct pw_batch_row *r, const struct pw_jnode *x)
{
    const struct pw_jnode *stats = pw_jread_get(x, "stats"),
                          *seconds = pw_jread_get(stats, "seconds");
#define X(id, name) r->id = pw_jread_int(stats, name, -1);
    PW_ROW_FIGURES(X)
#undef X
    r->threads = pw_jread_int(x, "threads", -1);
#define X(id) r->stage_##id = pw_jread_double(seconds, #id, -1);
    PW_ROW_STAGES(X)
#undef X
}

static int code_of(enum pw_verdict a)
{
    return a == PW_SAFE ? 0 : a == PW_UNSAFE ? 10 : 5;
}

/* A thread that conforms, or does not, against what the file states: a regression, or a
 * surprise. Such a row is never taken over. */
static bool parts_differ(struct pw_batch_row *r, const struct pw_jnode *x)
{
    const struct pw_jnode *parts = pw_jread_get(x, "parts");
    struct pw_source s;
    bool differ = false;
    if (!parts || !parts->n || !read_regular(r->file, &s)) return false;
    for (const struct pw_jnode *p = parts->first; p && !differ; p = p->next) {
        const char *space = p->text ? strrchr(p->text, ' ') : NULL;
        enum pw_stated stated =
            space ? pw_stated_conform(&s, p->text, (size_t)(space - p->text)) : PW_STATED_NOT;
        if (stated == PW_STATED_NOT) continue;
        differ = strcmp(space + 1, stated == PW_STATED_YES ? "yes" : "no") != 0;
        if (differ)
            explain(r, "conform: %s, not %s as stated", p->text,
                    stated == PW_STATED_YES ? "yes" : "no");
    }
    pw_source_clear(&s);
    if (differ) set(&r->hash, "-");
    return differ;
}

/* Exit 0, 10 or 5: the child claims to have answered. Believe it only if the answer is whole and
 * fits the status. */
static void settle_answer(struct pw_batch_row *r, const struct pw_batch_outcome *o, int code,
                          bool *differ)
{
    struct pw_arena arena;
    const char *why = "";
    size_t where = 0;
    pw_arena_init(&arena);
    const struct pw_jnode *x =
        o->overlong ? NULL : pw_jread(&arena, o->out, o->out_size, &why, &where);
    enum pw_verdict said = pw_verdict_from(pw_jread_string(x, "verdict", ""));
    r->end = PW_END_GARBLED;
    if (o->overlong)
        explain(r, "exit status %d, but more output than is kept", code);
    else if (!x)
        explain(r, "exit status %d, but no JSON object: %s at byte %zu", code, why, where);
    else if (said == PW_UNSTATED)
        explain(r, "exit status %d, but no verdict", code);
    else if (code_of(said) != code)
        explain(r, "exit status %d contradicts the verdict '%s'", code, pw_verdict_name(said));
    else {
        const char *reason = pw_jread_string(x, "reason", "");
        r->end = PW_END_ANSWER;
        r->verdict = said;
        if (said == PW_UNKNOWN && strncmp(reason, "time", 4) == 0) r->end = PW_END_TIME;
        if (said == PW_UNKNOWN && strncmp(reason, "memory", 6) == 0) r->end = PW_END_MEMORY;
        explain(r, "%s", reason);
        read_figures(r, x);
        *differ = parts_differ(r, x);
    }
    pw_arena_clear(&arena);
}

void pw_row_settle(struct pw_batch_row *r, const struct pw_batch_outcome *o)
{
    bool differ = false;
    assert(o->killed <= PW_KILLED_MEMORY);
    assert(o->seconds >= 0 && o->cpu >= 0);
    assert(r->hash && r->file && r->params);
    r->seconds = o->seconds;
    r->cpu = o->cpu;
    r->peak_kib = o->peak_kib;
    r->verdict = PW_UNSTATED;
    if (o->killed == PW_KILLED_TIME) {
        r->end = PW_END_TIME;
        explain(r, "did not stop at its time limit, killed after %.1f s", o->seconds);
    } else if (o->killed == PW_KILLED_MEMORY) {
        r->end = PW_END_MEMORY;
        explain(r, "did not keep its memory limit, killed at %lld MiB",
                (long long)o->peak_kib / 1024);
    } else if (WIFSIGNALED(o->wait_status)) {
        int sig = WTERMSIG(o->wait_status);
        r->end = PW_END_SIGNAL;
        explain(r, "killed by signal %d (%s)", sig, strsignal(sig));
    } else {
        int code = WEXITSTATUS(o->wait_status);
        if (code == 0 || code == 10 || code == 5)
            settle_answer(r, o, code, &differ);
        else
            settle_failure(r, o, code);
    }
    /* no failure is an answer; one that was stopped may have said so itself */
    assert(r->verdict == PW_UNSTATED || r->verdict == PW_UNKNOWN || r->end == PW_END_ANSWER);
    assert(r->end != PW_END_ANSWER || r->verdict != PW_UNSTATED);
    assert(r->truth != PW_UNKNOWN);
    r->status = pw_row_judge(r->truth, r->expect, r->verdict, r->end);
    if (differ && r->status != PW_STATUS_WRONG) r->status = PW_STATUS_DIFFERS;
}

void pw_row_page_name(const char *file, const char *params, struct pw_strbuf *out)
{
    struct pw_strbuf key = {0};
    char hash[PW_SHA256_HEX];
    const char *slash = strrchr(file, '/'), *stem = slash ? slash + 1 : file;
    pw_strbuf_printf(&key, "%s\n%s", file, params);
    pw_sha256_hex(pw_strbuf_text(&key), key.n, hash);
    pw_strbuf_clear(&key);
    /* Only what every file system and every link takes as it is. */
    for (size_t i = 0; stem[i] && i < 60; i++)
        pw_strbuf_putc(out, isalnum((unsigned char)stem[i]) ? stem[i] : '-');
    pw_strbuf_printf(out, "-%.12s.html", hash);
}
