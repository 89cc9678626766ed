#include "front/c/cerror.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/guard.h"

/* Start of line number `line` (from 1) of the text, or its end. */
static size_t line_start(const struct pw_source *s, unsigned line)
{
    size_t at = 0;
    for (unsigned k = 1; k < line && at < s->size; k++) {
        const char *nl = memchr(s->text + at, '\n', s->size - at);
        at = nl ? (size_t)(nl - s->text) + 1 : s->size;
    }
    return at;
}

static bool word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Where do these letters stand in [from, to), as a whole word if they are one? The occurrence
 * nearest to column `column` of the line. */
static bool find_letters(const struct pw_source *s, size_t from, size_t to, const char *letters,
                         size_t n, size_t column, size_t *at)
{
    bool found = false;
    size_t best = 0;
    for (size_t i = from; i + n <= to; i++) {
        if (memcmp(s->text + i, letters, n)) continue;
        if (word_char(*letters) &&
            ((i > from && word_char(s->text[i - 1])) || (i + n < to && word_char(s->text[i + n]))))
            continue;
        size_t far = i - from > column ? i - from - column : column - (i - from);
        if (found && far >= best) continue;
        found = true;
        best = far;
        *at = i;
    }
    return found;
}

static size_t column_of(const struct pw_clex *x, size_t at)
{
    size_t from = at;
    while (from > 0 && x->text[from - 1] != '\n')
        from--;
    return at - from;
}

static void place_token(const struct pw_cunit *u, uint32_t token, size_t *from, size_t *to)
{
    assert(token < u->lex.tokens.n);
    const struct pw_ctok *t = &u->lex.tokens.at[token];
    size_t start = line_start(u->src, t->line), end = start, at;
    while (end < u->src->size && u->src->text[end] != '\n')
        end++;
    size_t n = t->to - t->from;
    if (n && find_letters(u->src, start, end, u->lex.text + t->from, n, column_of(&u->lex, t->from),
                          &at)) {
        *from = at;
        *to = at + n;
        return;
    }
    while (start < end && isspace((unsigned char)u->src->text[start]))
        start++;
    *from = start;
    *to = start + (start < u->src->size);
}

bool pw_cerror_place(const struct pw_cunit *u, uint32_t first, uint32_t last, size_t *from,
                     size_t *to)
{
    assert(first < u->lex.tokens.n);
    const struct pw_ctok *t = &u->lex.tokens.at[first];
    size_t from2, to2;
    if (strcmp(u->lex.files.at[t->file], u->src->name)) return false;
    place_token(u, first, from, to);
    if (last <= first || u->lex.tokens.at[last].line != t->line) return true;
    place_token(u, last, &from2, &to2);
    if (to2 > *to) *to = to2;
    return true;
}

void pw_cerror_throw(const struct pw_cunit *u, struct pw_cerror *error, uint32_t token,
                     const char *hint, const char *format, ...)
{
    assert(token < u->lex.tokens.n);
    const struct pw_ctok *t = &u->lex.tokens.at[token];
    size_t n = 0;
    va_list args;
    error->set = true;
    error->here = pw_cerror_place(u, token, token, &error->from, &error->to);
    if (!error->here)
        n = (size_t)snprintf(error->text, sizeof error->text,
                             "in %s, line %u: ", u->lex.files.at[t->file], t->line);
    if (n >= sizeof error->text) n = 0;
    va_start(args, format);
    vsnprintf(error->text + n, sizeof error->text - n, format, args);
    va_end(args);
    snprintf(error->hint, sizeof error->hint, "%s", hint ? hint : "");
    pw_guard_throw(PW_STOP_DONE);
}
