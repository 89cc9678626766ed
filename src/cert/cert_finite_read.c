/* Is a split or views certificate one of a program? Its program part must be, to the byte, what
 * would be written for the program, with the numbers of threads that the certificate takes where
 * the program leaves them open; and those templates must be claimed for every number. Whether the
 * proof is right is the business of pwqo-check. */
#include <assert.h>
#include <string.h>

#include "base/decimal.h"
#include "cert/cert_finite.h"

bool pw_cert_is_finite(const struct pw_source *cert)
{
    static const char split[] = "pwqo-certificate 2 split\n",
                      views[] = "pwqo-certificate 2 views\n";
    return !strncmp(cert->text, split, strlen(split)) || !strncmp(cert->text, views, strlen(views));
}

/* The line after `at`; NULL: there is none before end. */
static const char *next_line(const char *at, const char *end)
{
    const char *eol = at && at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return eol ? eol + 1 : NULL;
}

/* The first line from `at` on that starts with `word`; NULL: none. */
static const char *find_line(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);
    while (at && ((size_t)(end - at) < n || strncmp(at, word, n)))
        at = next_line(at, end);
    return at;
}

/* The number at `at`; one that nothing has if there is none that fits. */
static uint64_t number_at(const char *at, const char *end)
{
    int64_t value = 0;
    size_t used;
    assert(at <= end);
    return pw_decimal_scan(at, (size_t)(end - at), false, &value, &used) == PW_DECIMAL_FITS
               ? (uint64_t)value
               : UINT64_MAX;
}

/* Numbers of threads: those of the program, and the certificate's where the program has none. What
 * is not as expected here differs in the comparison that follows. */
static void read_counts(const char *text, const char *end, const struct pw_program *p,
                        uint64_t *counts)
{
    const char *at = next_line(find_line(text, end, "templates "), end);
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *T = &p->templates[t];
        const char *number = at ? memchr(at, ' ', (size_t)(end - at)) : NULL;
        counts[t] = T->count == PW_ANY ? 0 : (uint64_t)T->count;
        if (T->count == PW_ANY && number) counts[t] = number_at(number + 1, end);
        for (size_t i = 0; i <= T->nlocals; i++)
            at = next_line(at, end);
    }
}

/* Is template t in the section `lift`? */
static bool is_lifted(const char *text, const char *end, size_t t)
{
    const char *at = find_line(text, end, "lift ");
    if (!at) return false;
    for (uint64_t n = number_at(at + strlen("lift "), end); n; n--) {
        at = next_line(at, end);
        if (!at) return false;
        if (number_at(at, end) == t) return true;
    }
    return false;
}

/* The text behind the program part; NULL: that is not the one of p. */
static const char *skip_program(const char *text, const char *end, const struct pw_program *p)
{
    uint64_t *counts = PW_NEWS(uint64_t, p->ntemplates);
    uint32_t *first = PW_NEWS(uint32_t, p->ntemplates + 1);
    struct pw_strbuf own = {0};
    for (size_t t = 0; t < p->ntemplates; t++)
        first[t + 1] = first[t] + (uint32_t)p->templates[t].nlocs;
    read_counts(text, end, p, counts);
    bool same = pw_cert_put_finite(&own, p, counts, first) && own.n < (size_t)(end - text) &&
                !memcmp(pw_strbuf_text(&own), text, own.n);
    const char *behind = text + own.n;
    pw_strbuf_clear(&own);
    PW_FREES(counts, p->ntemplates);
    PW_FREES(first, p->ntemplates + 1);
    return same ? behind : NULL;
}

enum pw_cert_finite_fit pw_cert_finite_fits(const char *text, const char *end,
                                            const struct pw_program *p)
{
    assert(text <= end);
    if (!strncmp(text, "ghost ", strlen("ghost "))) text = next_line(text, end);
    const char *behind = text ? skip_program(text, end, p) : NULL;
    if (!behind) return PW_CERT_OTHER_PROGRAM;
    for (size_t t = 0; t < p->ntemplates; t++)
        if (p->templates[t].count == PW_ANY && !is_lifted(behind, end, t))
            return PW_CERT_NOT_LIFTED;
    return PW_CERT_FITS;
}
