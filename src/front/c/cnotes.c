#include "front/c/cnotes.h"

#include <ctype.h>
#include <string.h>

static bool word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* One annotation: names of C become names of the translation (s.f is s_f, a[1] is a_1). */
static void put_line(const char *text, size_t n, struct pw_strbuf *out)
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
        } else if (text[i] == '[' && i && word_char(text[i - 1]) && i + 1 < n &&
                   isdigit((unsigned char)text[i + 1])) {
            pw_strbuf_putc(out, '_');
            while (i + 1 < n && text[i + 1] != ']')
                pw_strbuf_putc(out, text[++i]);
            i++;
        } else {
            pw_strbuf_putc(out, text[i]);
        }
    }
    if (n && !strchr(";{}", text[n - 1])) pw_strbuf_putc(out, ';');
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

bool pw_cnotes_read(const struct pw_source *src, const char *const *more, size_t n,
                    struct pw_strbuf *out)
{
    const char *p = src->text, *end = src->text + src->size;
    bool property = false;
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
        size_t k = trimmed(p, (size_t)(stop - p));
        property = property || states_property(p, k);
        if (k) put_line(p, k, out);
        p = stop;
    }
    for (size_t i = 0; i < n; i++) {
        size_t k = trimmed(more[i], strlen(more[i]));
        property = property || states_property(more[i], k);
        put_line(more[i], k, out);
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
