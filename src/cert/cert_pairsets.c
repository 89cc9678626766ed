#include "cert/cert_pairsets.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/limits.h"
#include "cert/cert_finite.h"
#include "cert/cert_write.h"
#include "run/concrete.h"

static void put_values(struct pw_strbuf *out, const int64_t *values, size_t n, const char *sep)
{
    for (size_t i = 0; i < n; i++, sep = " ")
        pw_strbuf_printf(out, "%s%" PRId64, sep, values[i]);
    pw_strbuf_putc(out, '\n');
}

static void put_states(struct pw_strbuf *out, const struct pw_pairset *x)
{
    const struct pw_program *p = x->p;
    uint32_t *first = PW_NEWS(uint32_t, p->ntemplates + 1);
    for (size_t t = 0; t < p->ntemplates; t++)
        first[t + 1] = first[t] + (uint32_t)p->templates[t].nlocs;
    pw_strbuf_printf(out, "shared-states %zu\n", x->shared.n);
    for (size_t s = 0; s < x->shared.n; s++)
        put_values(out, x->values.at + x->shared.at[s].first, p->nshared, "");
    pw_strbuf_printf(out, "local-states %zu\n", x->locals.n);
    for (size_t i = 0; i < x->locals.n; i++) {
        const struct pw_pairset_local *l = &x->locals.at[i];
        pw_strbuf_printf(out, "%" PRIu32, first[l->template] + l->loc);
        assert(l->first <= x->values.n);
        assert(l->template <p->ntemplates);
        put_values(out, x->values.at + l->first, p->templates[l->template].nlocals, " ");
        pw_limits_poll();
    }
    PW_FREES(first, p->ntemplates + 1);
}

/* All states of one thread alone, as the search of run/concrete.h finds them: lines of the section
 * `alone` in out. The number of lines. */
static size_t put_alone(struct pw_strbuf *out, struct pw_pairset *x)
{
    struct pw_concrete_options o = {.threads = 1};
    struct pw_concrete c;
    const char *why;
    if (!pw_concrete_init(&c, x->p, &o, &why)) return 0; /* there is never just one */
    pw_concrete_run(&c);
    assert(c.complete && !pw_concrete_violated(&c));
    size_t n = c.bag.items.n;
    for (uint32_t id = 0; id < n; id++) {
        struct pw_state *s = pw_statebag_get(&c.bag, x->p, id);
        uint32_t shared, local;
        assert(s->n == 1);
        pw_pairset_number(x, s, &shared, &local);
        pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32 "\n", shared, local);
        pw_state_free(s);
        pw_limits_poll();
    }
    pw_concrete_clear(&c);
    return n;
}

/* The partners of u that come after it; without order, those that are not less. */
static size_t partners(const struct pw_pairset *x, uint32_t s, uint32_t u, uint32_t *into)
{
    assert(s < x->shared.n);
    const struct pw_pairset_shared *h = &x->shared.at[s];
    size_t n = 0;
    for (uint32_t v = x->ordered ? 0 : u; u < h->nrows && v < 64 * h->rows[u].words; v++)
        if (pw_bits_has(h->rows[u].after, v)) into[n++] = v;
    assert(n <= x->locals.n);
    return n;
}

static void put_together(struct pw_strbuf *out, const struct pw_pairset *x)
{
    struct pw_strbuf lines = {0};
    uint32_t *list = PW_NEWS(uint32_t, x->locals.n);
    size_t count = 0;
    for (uint32_t s = 0; s < x->shared.n; s++)
        for (uint32_t u = 0; u < x->locals.n; u++) {
            size_t n = partners(x, s, u, list);
            if (!n) continue;
            count++;
            pw_strbuf_printf(&lines, "%" PRIu32 " %" PRIu32 " |", s, u);
            pw_cert_put_places(&lines, list, n);
            pw_strbuf_putc(&lines, '\n');
            pw_limits_poll();
        }
    pw_strbuf_printf(out, "together %zu\n", count);
    pw_strbuf_puts(out, pw_strbuf_text(&lines));
    pw_strbuf_clear(&lines);
    PW_FREES(list, x->locals.n);
}

bool pw_cert_write_pairsets(struct pw_strbuf *out, const struct pw_cert_about *about,
                            struct pw_pairset *x)
{
    struct pw_strbuf alone = {0};
    size_t start = out->n;
    pw_cert_put_head(out, "pairsets", about);
    pw_strbuf_printf(out, "order %d\n", x->ordered);
    bool whole = pw_cert_put_looking(out, x->p);
    if (whole) {
        size_t n = put_alone(&alone, x);
        put_states(out, x);
        pw_strbuf_printf(out, "alone %zu\n%s", n, pw_strbuf_text(&alone));
        put_together(out, x);
        pw_cert_put_end(out, start, 0);
    } else {
        out->n = start;
    }
    pw_strbuf_clear(&alone);
    return whole;
}

bool pw_cert_is_pairsets(const struct pw_source *cert)
{
    static const char line[] = "pwqo-certificate 2 pairsets\n";
    return cert->size >= strlen(line) && !memcmp(cert->text, line, strlen(line));
}

bool pw_cert_pairsets_fits(const char *text, const char *end, const struct pw_program *p)
{
    static const char order[] = "order ";
    const char *eol = memchr(text, '\n', (size_t)(end - text));
    struct pw_strbuf own = {0};
    assert(text <= end);
    if (!eol || strncmp(text, order, strlen(order))) return false;
    text = eol + 1;
    bool same = pw_cert_put_looking(&own, p) && own.n < (size_t)(end - text) &&
                !memcmp(pw_strbuf_text(&own), text, own.n);
    pw_strbuf_clear(&own);
    return same;
}
