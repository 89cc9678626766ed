/* expect.c -- see expect.h */
#include "batch/expect.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const char *const names[] = {"", "safe", "unsafe", "unknown"};

const char *pw_answer_name(enum pw_answer a) { return names[a]; }

enum pw_answer pw_answer_from(const char *name)
{
    for (int a = PW_ANSWER_SAFE; a <= PW_ANSWER_UNKNOWN; a++)
        if (strcmp(name, names[a]) == 0) return (enum pw_answer)a;
    return PW_ANSWER_NONE;
}

static size_t skip_blank(const char *s, size_t n, size_t i)
{
    while (i < n && isspace((unsigned char)s[i])) i++;
    return i;
}

static bool starts(const char *s, size_t n, size_t i, const char *word)
{
    size_t k = strlen(word);
    return n - i >= k && memcmp(s + i, word, k) == 0;
}

static size_t line_end(const char *s, size_t n, size_t i)
{
    const char *e = memchr(s + i, '\n', n - i);
    return e ? (size_t)(e - s) : n;
}

/* The end of the run of comment lines with this marker that starts at i. */
static size_t run_end(const char *s, size_t n, size_t i, const char *marker)
{
    size_t end = i;
    while (i < n && starts(s, n, i, marker)) {
        end = line_end(s, n, i);
        i = end < n ? end + 1 : n;
        while (i < n && (s[i] == ' ' || s[i] == '\t')) i++;
    }
    return end;
}

static size_t block_end(const char *s, size_t n, size_t i)
{
    for (i += 2; i + 1 < n; i++)
        if (s[i] == '*' && s[i + 1] == '/') return i;
    return n;
}

static enum pw_answer word_at(const char *s, size_t n, size_t i)
{
    while (i < n && (s[i] == ' ' || s[i] == '\t')) i++;
    size_t k = 0;
    while (i + k < n && isalpha((unsigned char)s[i + k])) k++;
    for (int a = PW_ANSWER_SAFE; a <= PW_ANSWER_UNKNOWN; a++)
        if (strlen(names[a]) == k && memcmp(s + i, names[a], k) == 0) return (enum pw_answer)a;
    return PW_ANSWER_NONE;
}

static void scan(const char *s, size_t n, struct pw_expect *e)
{
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (isalnum((unsigned char)s[i - 1]) || s[i - 1] == '_')) continue;
        if (starts(s, n, i, "truth:")) {
            enum pw_answer a = word_at(s, n, i + 6);
            if (a == PW_ANSWER_SAFE || a == PW_ANSWER_UNSAFE) e->truth = a;
        } else if (starts(s, n, i, "expect:")) {
            enum pw_answer a = word_at(s, n, i + 7);
            if (a != PW_ANSWER_NONE) e->expect = a;
        }
    }
}

struct pw_expect pw_expect_read(const char *text, size_t size)
{
    struct pw_expect e = {PW_ANSWER_NONE, PW_ANSWER_NONE};
    size_t from = skip_blank(text, size, 0), to = from;
    if (starts(text, size, from, "/*"))
        to = block_end(text, size, from);
    else if (starts(text, size, from, "//"))
        to = run_end(text, size, from, "//");
    else if (starts(text, size, from, "#"))
        to = run_end(text, size, from, "#");
    scan(text + from, to - from, &e);
    return e;
}
