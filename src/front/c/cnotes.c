#include "front/c/cnotes.h"

#include <ctype.h>
#include <string.h>

static bool word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Braces that a line opens and does not close. */
static int opened(const char *text, size_t n)
{
    int depth = 0;
    for (size_t i = 0; i < n && strncmp(text + i, "//", 2) != 0; i++)
        depth += (text[i] == '{') - (text[i] == '}');
    return depth;
}

/* One annotation: names of C become names of the translation (s.f is s_f, a[1] is a_1). Its last
 * semicolon may be left out, but not of a line of a block. */
static void put_line(const char *text, size_t n, bool block, struct pw_strbuf *out)
{
    for (size_t i = 0; i < n; i++) {
        bool field = text[i] == '.' && i && i + 1 < n && isalpha((unsigned char)text[i + 1]);
        if (field) {
            size_t from = i;
            while (from > 0 && (word_char(text[from - 1]) || text[from - 1] == ')'))
                from--;
            bool other = i - from >= 5 && !strncmp(text + from, "other", 5);
            bool label = from >= 6 && !strncmp(text + from - 6, "count(", 6);
            pw_strbuf_putc(out, other || label ? '.' : '_');
        } else if (text[i] == '[' && i && (word_char(text[i - 1]) || text[i - 1] == ']') &&
                   i + 1 < n && isdigit((unsigned char)text[i + 1])) {
            pw_strbuf_putc(out, '_');
            while (i + 1 < n && text[i + 1] != ']')
                pw_strbuf_putc(out, text[++i]);
            i++;
        } else {
            pw_strbuf_putc(out, text[i]);
        }
    }
    if (n && !block && text[n - 1] != ';') pw_strbuf_putc(out, ';');
    pw_strbuf_putc(out, '\n');
}

static bool states_property(const char *text, size_t n)
{
    return (n > 6 && !strncmp(text, "unsafe", 6)) || (n > 9 && !strncmp(text, "invariant", 9));
}

static size_t trimmed(const char *text, size_t n)
{
    while (n && isspace((unsigned char)text[n - 1]))
        n--;
    return n;
}

/* The lines that were added to the text stand there. */
static void note_lines(const struct pw_strbuf *out, size_t before, struct pw_pos pos,
                       struct pw_cnotes *notes)
{
    for (size_t i = before; i < out->n; i++)
        if (out->at[i] == '\n') pw_vec_push(&notes->at, pos);
}

static struct pw_pos position(const struct pw_source *src, const char *at)
{
    size_t offset = (size_t)(at - src->text);
    return (struct pw_pos){.line = pw_source_place(src, offset).line, .offset = offset};
}

bool pw_cnotes_read(const struct pw_source *src, const char *const *more, size_t n,
                    struct pw_strbuf *out, struct pw_cnotes *notes)
{
    const char *p = src->text, *end = src->text + src->size;
    bool property = false;
    int depth = 0; /* of braces */
    while (p < end && (p = memchr(p, '/', (size_t)(end - p)))) {
        if (end - p < 3 || p[1] != '/' || p[2] != '@') {
            p++;
            continue;
        }
        const char *nl = memchr(p, '\n', (size_t)(end - p));
        const char *stop = nl ? nl : end;
        p += 3;
        while (p < stop && isspace((unsigned char)*p))
            p++;
        size_t k = trimmed(p, (size_t)(stop - p)), before = out->n;
        property = property || states_property(p, k);
        bool block = depth || (k && memchr(p, '{', k));
        if (k) put_line(p, k, block, out);
        depth += opened(p, k);
        note_lines(out, before, position(src, p), notes);
        p = stop;
    }
    for (size_t i = 0; i < n; i++) {
        size_t k = trimmed(more[i], strlen(more[i])), before = out->n;
        property = property || states_property(more[i], k);
        put_line(more[i], k, k && memchr(more[i], '{', k), out);
        note_lines(out, before, (struct pw_pos){0}, notes);
    }
    return property;
}

void pw_cnotes_report(const struct pw_source *src, const struct pw_diags *inner,
                      struct pw_diags *diags)
{
    struct pw_strbuf text = {0};
    pw_diag_print(inner, &text);
    const char *message = strstr(pw_strbuf_text(&text), "error: ");
    message = message ? message + strlen("error: ") : pw_strbuf_text(&text);
    const char *nl = strchr(message, '\n');
    pw_diag_add(diags, PW_ERROR, src, 0, 0, "see the translation: pwqo fmt FILE.c --to=dr",
                "in an annotation, or in the translation: %.*s",
                nl ? (int)(nl - message) : (int)strlen(message), message);
    pw_strbuf_clear(&text);
}
