#include "check/reader.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/limits.h"
#include "base/sha256.h"

void pwc_refuse(struct pwc_reader *r, const char *format, ...)
{
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pwc_fail(r->result, PWC_MALFORMED, r->line, "%s", text);
}

/* The text ends in "end HEX\n", HEX being the checksum of everything before that line. */
void pwc_open(struct pwc_reader *r, const char *text, size_t size, struct pwc_result *result)
{
    enum { LAST = 4 + 64 + 1 };
    char sum[PW_SHA256_HEX];
    *r = (struct pwc_reader){.at = text, .eol = text, .end = text + size, .result = result};
    pwc_next(r);
    pwc_expect(r, "pwqo-certificate");
    int64_t version = pwc_int(r, 0, PWC_MOST);
    if (version != PWC_VERSION)
        pwc_refuse(r, "version %lld of the format is not known here, only version %d",
                   (long long)version, PWC_VERSION);
    const char *last = size > LAST ? text + size - LAST : text;
    if (size <= LAST || memcmp(last, "end ", 4) || text[size - 1] != '\n' || last[-1] != '\n')
        pwc_fail(result, PWC_MALFORMED, 0, "truncated: the last line is not \"end CHECKSUM\"");
    if (memchr(text, 0, size)) pwc_fail(result, PWC_MALFORMED, 0, "a text has no byte 0");
    pw_sha256_hex(text, size - LAST, sum);
    if (memcmp(sum, last + 4, 64))
        pwc_fail(result, PWC_MALFORMED, 0, "the checksum of the last line does not fit the text");
    r->end = last;
}

void pwc_next(struct pwc_reader *r)
{
    pw_limits_poll();
    const char *start = r->line ? r->eol + 1 : r->at;
    if (start >= r->end)
        pwc_refuse(r, "the certificate ends after this line, where more is announced");
    r->line++;
    r->at = start;
    r->eol = memchr(start, '\n', (size_t)(r->end - start));
    if (!r->eol) pwc_refuse(r, "the line does not end");
    assert(start <= r->eol && r->eol < r->end);
}

bool pwc_each(struct pwc_reader *r, size_t *n)
{
    pwc_finish_line(r);
    if (*n == 0) return false;
    (*n)--;
    pwc_next(r);
    return true;
}

void pwc_skip(struct pwc_reader *r, size_t n)
{
    for (; n > 0; n--)
        pwc_next(r);
    r->at = r->eol;
}

bool pwc_more(struct pwc_reader *r)
{
    while (r->at < r->eol && *r->at == ' ')
        r->at++;
    return r->at < r->eol;
}

const char *pwc_word(struct pwc_reader *r, size_t *n)
{
    if (!pwc_more(r)) pwc_refuse(r, "the line ends too early");
    const char *word = r->at;
    assert(r->at < r->eol && r->eol < r->end);
    while (r->at < r->eol && *r->at != ' ')
        r->at++;
    *n = (size_t)(r->at - word);
    return word;
}

bool pwc_try(struct pwc_reader *r, const char *word)
{
    size_t n = strlen(word);
    if (!pwc_more(r) || (size_t)(r->eol - r->at) < n || memcmp(r->at, word, n)) return false;
    if (r->at + n < r->eol && r->at[n] != ' ') return false;
    r->at += n;
    return true;
}

void pwc_expect(struct pwc_reader *r, const char *word)
{
    size_t n = 0;
    if (pwc_try(r, word)) return;
    const char *got = pwc_more(r) ? pwc_word(r, &n) : "";
    pwc_refuse(r, "'%s' expected, not '%.*s'", word, (int)(n > 40 ? 40 : n), got);
}

static int64_t number(struct pwc_reader *r, const char *at, size_t n)
{
    int64_t v = 0;
    size_t used;
    int shown = (int)(n > 40 ? 40 : n);
    enum pw_decimal is = pw_decimal_scan(at, n, true, &v, &used);
    if (is == PW_DECIMAL_NONE || used != n) pwc_refuse(r, "number expected, not '%.*s'", shown, at);
    if (is == PW_DECIMAL_WIDE) pwc_refuse(r, "number %.*s is too large", shown, at);
    return v;
}

int64_t pwc_int(struct pwc_reader *r, int64_t lo, int64_t hi)
{
    size_t n;
    const char *word = pwc_word(r, &n);
    int64_t v = number(r, word, n);
    if (v < lo || v > hi)
        pwc_refuse(r, "%lld is not in %lld..%lld", (long long)v, (long long)lo, (long long)hi);
    return v;
}

uint32_t pwc_index(struct pwc_reader *r, size_t n)
{
    return (uint32_t)pwc_int(r, 0, (int64_t)n - 1);
}

bool pwc_two(struct pwc_reader *r, char sep, int64_t *a, int64_t *b)
{
    size_t n;
    const char *word = pwc_word(r, &n), *cut = memchr(word, sep, n);
    *a = number(r, word, cut ? (size_t)(cut - word) : n);
    if (cut) *b = number(r, cut + 1, n - (size_t)(cut - word) - 1);
    return cut != NULL;
}

void pwc_finish_line(struct pwc_reader *r)
{
    size_t n;
    if (!pwc_more(r)) return;
    const char *word = pwc_word(r, &n);
    pwc_refuse(r, "'%.*s' is too much in this line", (int)(n > 40 ? 40 : n), word);
}

size_t pwc_count(struct pwc_reader *r)
{
    int64_t n = pwc_int(r, 0, PWC_MOST);
    pwc_finish_line(r);
    return (size_t)n;
}

size_t pwc_section(struct pwc_reader *r, const char *name)
{
    pwc_next(r);
    pwc_expect(r, name);
    return pwc_count(r);
}

bool pwc_optional(struct pwc_reader *r, const char *name, size_t *n)
{
    struct pwc_reader before = *r;
    if (r->eol + 1 == r->end) return false;
    pwc_next(r);
    bool there = pwc_try(r, name);
    if (there)
        *n = pwc_count(r);
    else
        *r = before;
    return there;
}

void pwc_finish(struct pwc_reader *r)
{
    if (r->eol + 1 == r->end) return;
    pwc_next(r);
    pwc_refuse(r, "nothing may follow here but the last line");
}
