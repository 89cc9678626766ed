#include "base/diag.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

enum { WINDOW = 100, LONGEST_WORD = 64 };

struct pw_diag {
    enum pw_severity severity;
    const struct pw_source *src;
    size_t from, to;
    char *message, *hint;
};

bool pw_diag_full(const struct pw_diags *d)
{
    return d->errors >= PW_DIAG_MOST;
}

void pw_diag_add(struct pw_diags *d, enum pw_severity severity, const struct pw_source *src,
                 size_t from, size_t to, const char *hint, const char *format, ...)
{
    bool keep = severity != PW_ERROR || !pw_diag_full(d);
    if (severity == PW_ERROR) d->errors++;
    if (!keep) return;
    struct pw_strbuf b = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    struct pw_diag m = {severity,
                        src,
                        from,
                        to,
                        pw_mem_strdup(pw_strbuf_text(&b)),
                        hint ? pw_mem_strdup(hint) : NULL};
    pw_strbuf_clear(&b);
    pw_vec_push(d, m);
}

struct pw_diag_view pw_diag_get(const struct pw_diags *d, size_t i)
{
    assert(i < d->n);
    const struct pw_diag *m = &d->at[i];
    return (struct pw_diag_view){m->severity, m->from, m->to, m->message, m->hint};
}

void pw_diags_clear(struct pw_diags *d)
{
    for (size_t i = 0; i < d->n; i++) {
        pw_mem_strfree(d->at[i].message);
        pw_mem_strfree(d->at[i].hint);
    }
    pw_vec_clear(d);
    d->errors = 0;
}

void pw_diags_move(struct pw_diags *from, struct pw_diags *to)
{
    for (size_t i = 0; i < from->n; i++)
        pw_vec_push(to, from->at[i]);
    to->errors += from->errors;
    pw_vec_clear(from);
    from->errors = 0;
}

/* Prints text[from, to) as it can be shown, tabs as blanks, what is not text as '?'; returns the
 * number of characters. */
static size_t print_visible(const char *text, size_t from, size_t to, struct pw_strbuf *out)
{
    size_t characters = 0;
    for (size_t i = from; i < to; characters++) {
        size_t n = pw_strbuf_utf8(text + i, to - i);
        char c = text[i];
        if (n > 1)
            pw_strbuf_write(out, text + i, n);
        else
            pw_strbuf_putc(out, c == '\t'                                     ? ' '
                                : n == 0 || (unsigned char)c < 32 || c == 127 ? '?'
                                                                              : c);
        i += n ? n : 1;
    }
    return characters;
}

static bool inside_character(const char *text, size_t i)
{
    return ((unsigned char)text[i] & 0xc0) == 0x80;
}

static void print_excerpt(const struct pw_diag *m, unsigned line, struct pw_strbuf *out)
{
    size_t a, b;
    const char *text = m->src->text;
    pw_source_line(m->src, m->from, &a, &b);
    size_t from = m->from < b ? m->from : b, to = m->to > b ? b : m->to;
    bool cut_left = from - a > WINDOW / 2 && b - a > WINDOW;
    if (cut_left) a = from - WINDOW / 2;
    while (cut_left && a < from && inside_character(text, a))
        a++;
    bool cut_right = b - a > WINDOW;
    if (cut_right) b = a + WINDOW;
    while (cut_right && b > from && inside_character(text, b))
        b--;
    if (to > b) to = b;
    pw_strbuf_printf(out, "%6u | %s", line, cut_left ? "…" : "");
    size_t before = print_visible(text, a, from, out);
    size_t under = to > from ? print_visible(text, from, to, out) : 0;
    print_visible(text, to > from ? to : from, b, out);
    pw_strbuf_printf(out, "%s\n       | %s", cut_right ? "…" : "", cut_left ? " " : "");
    pw_strbuf_repeat(out, ' ', before);
    pw_strbuf_putc(out, '^');
    pw_strbuf_repeat(out, '~', under > 1 ? under - 1 : 0);
    pw_strbuf_putc(out, '\n');
}

static void print_one(const struct pw_diag *m, struct pw_strbuf *out)
{
    static const char *const word[] = {"error", "warning", "note"};
    if (!m->src) {
        assert((size_t)m->severity < sizeof word / sizeof *word);
        pw_strbuf_printf(out, "pwqo: %s: %s\n", word[m->severity], m->message);
    } else {
        struct pw_place p = pw_source_place(m->src, m->from);
        pw_strbuf_printf(out, "%s:%u:%u: %s: %s\n", m->src->name, p.line, p.column,
                         word[m->severity], m->message);
        if (m->src->size) print_excerpt(m, p.line, out);
    }
    if (m->hint) pw_strbuf_printf(out, "         hint: %s\n", m->hint);
}

void pw_diag_print(const struct pw_diags *d, struct pw_strbuf *out)
{
    /* Selection by position, stable: at most a few dozen messages. */
    unsigned char *done = pw_mem_zalloc(d->n ? d->n : 1, 1);
    for (size_t k = 0; k < d->n; k++) {
        size_t best = d->n;
        for (size_t i = 0; i < d->n; i++)
            if (!done[i] && (best == d->n ||
                             (d->at[i].src == d->at[best].src && d->at[i].from < d->at[best].from)))
                best = i;
        done[best] = 1;
        print_one(&d->at[best], out);
    }
    pw_mem_free(done, d->n ? d->n : 1);
    unsigned more = d->errors > PW_DIAG_MOST ? d->errors - PW_DIAG_MOST : 0;
    if (more)
        pw_strbuf_printf(out, "%u further error%s not shown\n", more, more == 1 ? " is" : "s are");
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Damerau-Levenshtein distance (adjacent swaps), three rows. */
static unsigned distance(const char *s, size_t m, const char *t, size_t n)
{
    unsigned rows[3][LONGEST_WORD + 1];
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        unsigned *now = rows[i % 3], *up = rows[(i + 2) % 3], *up2 = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            unsigned d = up[j - 1] + (s[i - 1] != t[j - 1]);
            d = smaller(d, smaller(up[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && s[i - 1] == t[j - 2] && s[i - 2] == t[j - 1])
                d = smaller(d, up2[j - 2] + 1);
            now[j] = d;
        }
    }
    return rows[m % 3][n];
}

const char *pw_diag_nearest(const char *word, const char *const *candidates, size_t n)
{
    size_t m = strlen(word);
    if (m == 0 || m > LONGEST_WORD) return NULL;
    unsigned best = m <= 2 ? 1 : (unsigned)(m + 2) / 3;
    const char *found = NULL;
    for (size_t i = 0; i < n; i++) {
        size_t k = strlen(candidates[i]);
        if (k > LONGEST_WORD) continue;
        unsigned d = distance(word, m, candidates[i], k);
        if (d < best || (d == best && !found)) best = d, found = candidates[i];
    }
    return found;
}
