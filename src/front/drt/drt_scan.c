#include "front/drt/drt_scan.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/decimal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/strbuf.h"

static char at(const struct pw_drt_scan *s, size_t i)
{
    return i < s->src->size ? s->src->text[i] : '\0';
}
static bool is_word_start(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}
static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t comment_end(const struct pw_drt_scan *s, size_t i)
{
    if (at(s, i) != '/' || i >= s->src->size) return i;
    if (at(s, i + 1) == '/') {
        while (i < s->src->size && at(s, i) != '\n')
            i++;
        return i;
    }
    if (at(s, i + 1) != '*') return i;
    for (i += 2; i < s->src->size; i++)
        if (at(s, i) == '*' && at(s, i + 1) == '/') return i + 2;
    return i;
}

static void drt_scan_blanks(struct pw_drt_scan *s)
{
    for (;;) {
        pw_limits_poll();
        while (s->at < s->src->size && isspace((unsigned char)at(s, s->at)))
            s->at++;
        size_t end = comment_end(s, s->at);
        if (end == s->at) return;
        s->at = end;
    }
}

bool pw_drt_scan_at_end(struct pw_drt_scan *s)
{
    drt_scan_blanks(s);
    return s->at >= s->src->size;
}

bool pw_drt_scan_peek(struct pw_drt_scan *s, const char *text)
{
    drt_scan_blanks(s);
    size_t n = strlen(text);
    if (s->src->size - s->at < n || memcmp(s->src->text + s->at, text, n)) return false;
    return !is_word(text[n - 1]) || !is_word(at(s, s->at + n));
}

bool pw_drt_scan_accept(struct pw_drt_scan *s, const char *text)
{
    if (!pw_drt_scan_peek(s, text)) return false;
    s->at += strlen(text);
    return true;
}

/* ---- errors ---- */

static size_t string_end(const struct pw_drt_scan *s, size_t i)
{
    for (i++; i < s->src->size && at(s, i) != '\n'; i++) {
        if (at(s, i) == '\\')
            i++;
        else if (at(s, i) == '"')
            return i + 1;
    }
    return i < s->src->size ? i : s->src->size;
}

struct pw_drt_word pw_drt_scan_next(struct pw_drt_scan *s)
{
    drt_scan_blanks(s);
    struct pw_drt_word w = {s->at, s->at};
    if (s->at >= s->src->size) return w;
    if (at(s, s->at) == '"')
        w.to = string_end(s, s->at);
    else if (is_word(at(s, s->at)))
        while (is_word(at(s, w.to)))
            w.to++;
    else
        w.to++;
    return w;
}

void pw_drt_scan_error(struct pw_drt_scan *s, struct pw_drt_word where, const char *hint,
                       const char *format, ...)
{
    if (s->failed) return;
    s->failed = true;
    struct pw_strbuf text = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&text, format, args);
    va_end(args);
    pw_diag_add(s->diags, PW_ERROR, s->src, where.from, where.to, hint, "%s",
                pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

static void expected(struct pw_drt_scan *s, const char *what, const char *where)
{
    struct pw_drt_word w = pw_drt_scan_next(s);
    const char *link = where ? " " : "";
    if (w.from >= s->src->size)
        pw_drt_scan_error(s, w, NULL, "expected %s%s%s, found the end of the file", what, link,
                          where ? where : "");
    else
        pw_drt_scan_error(s, w, NULL, "expected %s%s%s, found '%.*s'", what, link,
                          where ? where : "", (int)(w.to - w.from > 40 ? 40 : w.to - w.from),
                          s->src->text + w.from);
}

bool pw_drt_scan_expect(struct pw_drt_scan *s, const char *text, const char *where)
{
    if (s->failed) return false;
    if (pw_drt_scan_accept(s, text)) return true;
    char quoted[40];
    struct pw_strbuf b = {0};
    pw_strbuf_printf(&b, "'%s'", text);
    strncpy(quoted, pw_strbuf_text(&b), sizeof quoted - 1);
    quoted[sizeof quoted - 1] = '\0';
    pw_strbuf_clear(&b);
    expected(s, quoted, where);
    return false;
}

/* ---- values ---- */

static int hex(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : -1;
}

/* Adds the character after a backslash at i; returns the offset behind it, or 0 if it is not an
 * escape. */
static size_t unescape(const struct pw_drt_scan *s, size_t i, struct pw_strbuf *out)
{
    char c = at(s, i + 1);
    if (c == '"' || c == '\\') return pw_strbuf_putc(out, c), i + 2;
    if (c == 'n') return pw_strbuf_putc(out, '\n'), i + 2;
    if (c == 't') return pw_strbuf_putc(out, '\t'), i + 2;
    if (c != 'x' || hex(at(s, i + 2)) < 0 || hex(at(s, i + 3)) < 0) return 0;
    int code = 16 * hex(at(s, i + 2)) + hex(at(s, i + 3));
    if (code == 0) return 0;
    pw_strbuf_putc(out, (char)code);
    return i + 4;
}

static bool scan_string(struct pw_drt_scan *s, struct pw_strbuf *out)
{
    size_t start = s->at, i = start + 1;
    while (at(s, i) != '"') {
        if (i >= s->src->size || at(s, i) == '\n') {
            pw_drt_scan_error(s, (struct pw_drt_word){start, i}, NULL,
                              "this string has no closing quote on its line");
            return false;
        }
        if (at(s, i) != '\\') {
            pw_strbuf_putc(out, at(s, i++));
            continue;
        }
        size_t behind = unescape(s, i, out);
        if (!behind) {
            pw_drt_scan_error(s, (struct pw_drt_word){i, i + 2},
                              "known are \\\" \\\\ \\n \\t \\xHH", "unknown escape in a string");
            return false;
        }
        i = behind;
    }
    s->at = i + 1;
    return true;
}

char *pw_drt_scan_string(struct pw_drt_scan *s, const char *what)
{
    if (s->failed) return NULL;
    drt_scan_blanks(s);
    if (at(s, s->at) != '"' || s->at >= s->src->size) return expected(s, what, NULL), NULL;
    struct pw_strbuf b = {0};
    char *text = scan_string(s, &b) ? pw_mem_strdup(pw_strbuf_text(&b)) : NULL;
    pw_strbuf_clear(&b);
    return text;
}

char *pw_drt_scan_name(struct pw_drt_scan *s, const char *what, struct pw_drt_word *where)
{
    if (s->failed) return NULL;
    struct pw_drt_word w = pw_drt_scan_next(s);
    if (where) *where = w;
    if (at(s, w.from) == '"' && w.from < s->src->size) return pw_drt_scan_string(s, what);
    if (w.from >= s->src->size || !is_word_start(at(s, w.from)))
        return expected(s, what, NULL), NULL;
    s->at = w.to;
    return pw_mem_strndup(s->src->text + w.from, w.to - w.from);
}

bool pw_drt_scan_int(struct pw_drt_scan *s, const char *what, int64_t lo, int64_t hi,
                     int64_t *value)
{
    if (s->failed) return false;
    drt_scan_blanks(s);
    struct pw_drt_word w = {s->at, s->at};
    int64_t v = 0;
    size_t used;
    enum pw_decimal is =
        pw_decimal_scan(s->src->text + w.from, s->src->size - w.from, true, &v, &used);
    if (is == PW_DECIMAL_NONE) return expected(s, what, NULL), false;
    w.to += used;
    if (is == PW_DECIMAL_WIDE || v < lo || v > hi) {
        pw_drt_scan_error(s, w, NULL, "%s must lie between %" PRId64 " and %" PRId64, what, lo, hi);
        return false;
    }
    s->at = w.to;
    *value = v;
    return true;
}

static bool is_cell(char c)
{
    return c && !isspace((unsigned char)c) && !strchr("|;{}\"", c);
}

struct pw_drt_word pw_drt_scan_cell(struct pw_drt_scan *s)
{
    drt_scan_blanks(s);
    struct pw_drt_word w = {s->at, s->at};
    while (w.to < s->src->size && is_cell(at(s, w.to)) && comment_end(s, w.to) == w.to)
        w.to++;
    s->at = w.to;
    return w;
}

bool pw_drt_scan_word_is(const struct pw_drt_scan *s, struct pw_drt_word w, const char *text)
{
    return w.to - w.from == strlen(text) && !memcmp(s->src->text + w.from, text, w.to - w.from);
}

/* ---- going on ---- */

void pw_drt_scan_recover(struct pw_drt_scan *s)
{
    s->failed = false;
    for (;;) {
        if (pw_drt_scan_at_end(s) || at(s, s->at) == '}') return;
        char c = at(s, s->at);
        s->at = c == '"' ? string_end(s, s->at) : s->at + 1;
        if (c == ';') return;
    }
}

void pw_drt_scan_skip_item(struct pw_drt_scan *s)
{
    s->failed = false;
    for (int depth = 0; !pw_drt_scan_at_end(s);) {
        char c = at(s, s->at);
        s->at = c == '"' ? string_end(s, s->at) : s->at + 1;
        if (c == '{') depth++;
        if (c == '}' && depth > 0) depth--;
        if (depth == 0 && (c == ';' || (c == '}' && !pw_drt_scan_peek(s, "beside")))) return;
    }
}

bool pw_drt_scan_block(struct pw_drt_scan *s, size_t *body)
{
    if (!pw_drt_scan_expect(s, "{", "before the rows")) return false;
    struct pw_drt_word open = {s->at - 1, s->at};
    *body = s->at;
    while (!pw_drt_scan_at_end(s)) {
        char c = at(s, s->at);
        s->at = c == '"' ? string_end(s, s->at) : s->at + 1;
        if (c == '}') return true;
        if (c == '{') break;
    }
    pw_drt_scan_error(s, open, NULL, "this '{' is not closed");
    return false;
}
