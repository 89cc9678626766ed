#include "batch/stated.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* The text behind the word, or NULL. */
static const char *behind(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);
    at = skip_blanks(at, end);
    return (size_t)(end - at) >= n && !memcmp(at, word, n) ? at + n : NULL;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is the name in the list before the brace? */
static bool names(const char *at, const char *end, const char *name, size_t n)
{
    while (at < end && *at != '{') {
        const char *from = at;
        while (at < end && is_name(*at))
            at++;
        if ((size_t)(at - from) == n && !memcmp(from, name, n)) return true;
        if (at == from) at++;
    }
    return false;
}

static enum pw_stated comment_of(const char *at, const char *end)
{
    static const char word[] = "// conform: ";
    size_t n = sizeof word - 1;
    for (; at + n < end; at++) {
        if (memcmp(at, word, n)) continue;
        if (behind(at + n, end, "yes")) return PW_STATED_YES;
        if (behind(at + n, end, "no")) return PW_STATED_NO;
    }
    return PW_STATED_NOT;
}

enum pw_stated pw_stated_conform(const struct pw_source *s, const char *name, size_t n)
{
    const char *end = s->text + s->size, *eol;
    for (const char *line = s->text; line < end; line = eol + 1) {
        eol = memchr(line, '\n', (size_t)(end - line));
        if (!eol) eol = end;
        const char *note = behind(line, eol, "//@"); /* of a C file */
        const char *at = behind(note ? note : line, eol, "abstract");
        if (at) at = behind(at, eol, "thread");
        if (at && names(at, eol, name, n)) return comment_of(at, eol);
    }
    return PW_STATED_NOT;
}
