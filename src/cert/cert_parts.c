#include "cert/cert_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/decimal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "cert/cert_write.h"

/* ---- writing ---- */

static void put_place(struct pw_strbuf *out, const struct pw_conform_proof *p,
                      const struct pw_proof_place *x)
{
    pw_strbuf_printf(out, "%" PRIu32, x->loc);
    for (size_t i = 0; i < p->nabstract; i++)
        pw_strbuf_printf(out, " %" PRId64, x->values[i]);
    pw_strbuf_putc(out, '\n');
}

static void put_atom(struct pw_strbuf *out, const struct pw_conform_proof *p,
                     const struct pw_proof_atom *a)
{
    pw_strbuf_printf(out, "%s %s |", a->equal ? "eq" : "le", a->k);
    for (size_t i = 0; i < p->nlocals; i++)
        if (a->c[i]) pw_strbuf_printf(out, " %zu:%s", i, a->c[i]);
    pw_strbuf_putc(out, '\n');
}

static void put_pair(struct pw_strbuf *out, const struct pw_conform_proof *p,
                     const struct pw_proof_pair *x)
{
    pw_strbuf_printf(out, "%" PRIu32 " |", x->loc);
    for (size_t i = 0; i < p->nlocals; i++)
        pw_strbuf_printf(out, " %" PRId64, x->q[i]);
    pw_strbuf_puts(out, " |");
    for (size_t i = 0; i < p->atoms.n; i++)
        pw_strbuf_puts(out, x->q[p->nlocals + i] ? " 1" : " 0");
    pw_strbuf_puts(out, " |");
    assert(x->nf && x->nf <= p->places.n);
    for (size_t i = 0; i < x->nf; i++)
        pw_strbuf_printf(out, " %" PRIu32, x->f[i]);
    pw_strbuf_putc(out, '\n');
}

static void put_part(struct pw_strbuf *out, const struct pw_cert_part *x)
{
    const struct pw_conform_proof *p = x->proof;
    pw_strbuf_puts(out, p ? "conform " : "itself ");
    pw_cert_word(out, x->name);
    if (p)
        pw_strbuf_printf(out, " %zu %zu %zu %zu %zu", p->nlocals, p->nabstract, p->places.n,
                         p->atoms.n, p->pairs.n);
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; p && i < p->places.n; i++)
        put_place(out, p, &p->places.at[i]);
    for (size_t i = 0; p && i < p->atoms.n; i++)
        put_atom(out, p, &p->atoms.at[i]);
    for (size_t i = 0; p && i < p->pairs.n; i++)
        put_pair(out, p, &p->pairs.at[i]);
}

void pw_cert_write_parts(struct pw_strbuf *out, const struct pw_cert_about *about,
                         const struct pw_cert_part *parts, size_t n,
                         const struct pw_strbuf *composition)
{
    size_t start = out->n, lines = 0;
    char hash[PW_SHA256_HEX];
    assert(n && composition->n && composition->at[composition->n - 1] == '\n');
    pw_cert_put_head(out, "parts", about);
    pw_strbuf_printf(out, "threads %zu\n", n);
    for (size_t i = 0; i < n; i++)
        put_part(out, &parts[i]);
    for (size_t i = 0; i < composition->n; i++)
        lines += composition->at[i] == '\n';
    pw_strbuf_printf(out, "composition %zu\n", lines);
    pw_strbuf_write(out, composition->at, composition->n);
    assert(start <= out->n);
    pw_sha256_hex(out->at + start, out->n - start, hash);
    pw_strbuf_printf(out, "end %s\n", hash);
}

/* ---- reading ---- */

enum { CERT_LOCALS = 10000 }; /* numbers of a text are not trusted: each line takes that much */

struct parts_scan {
    const struct pw_source *src;
    struct pw_diags *diags;
    const char *line, *at, *eol, *end;
    bool bad;
    struct pw_cert_parts *out;
};

static void fail(struct parts_scan *s, const char *what)
{
    size_t from = (size_t)(s->line - s->src->text);
    if (!s->bad)
        pw_diag_add(s->diags, PW_ERROR, s->src, from, from, NULL, "not a certificate: %s", what);
    s->bad = true;
}

static bool next_line(struct parts_scan *s)
{
    const char *start = s->eol ? s->eol + 1 : s->src->text;
    const char *eol =
        !s->bad && start < s->end ? memchr(start, '\n', (size_t)(s->end - start)) : NULL;
    pw_limits_poll();
    if (!eol) return fail(s, "the text ends where more is announced"), false;
    s->line = s->at = start;
    s->eol = eol;
    return true;
}

/* The next word of the line; n = 0: there is none. */
static const char *word(struct parts_scan *s, size_t *n)
{
    while (s->at < s->eol && *s->at == ' ')
        s->at++;
    const char *w = s->at;
    while (s->at < s->eol && *s->at != ' ')
        s->at++;
    *n = (size_t)(s->at - w);
    return w;
}

static bool accept(struct parts_scan *s, const char *w)
{
    const char *before = s->at;
    size_t n;
    const char *got = word(s, &n);
    if (n == strlen(w) && !memcmp(got, w, n)) return true;
    s->at = before;
    return false;
}

static int64_t number(struct parts_scan *s, int64_t lo, int64_t hi)
{
    size_t n;
    int64_t v = lo;
    const char *w = word(s, &n);
    if (!n || !pw_decimal_read(w, n, lo, hi, &v)) fail(s, "number expected");
    return v;
}

static size_t section(struct parts_scan *s, const char *name)
{
    if (!next_line(s)) return 0;
    if (!accept(s, name)) fail(s, "another section expected");
    return s->bad ? 0 : (size_t)number(s, 0, 1000000000);
}

static const char *copy(struct parts_scan *s, struct pw_arena *a, const char *w, size_t n)
{
    char *out = pw_arena_alloc(a, n + 1);
    (void)s;
    memcpy(out, w, n);
    out[n] = 0;
    return out;
}

/* A decimal number of any length, as text. */
static const char *decimal(struct parts_scan *s, struct pw_arena *a, const char *w, size_t n)
{
    size_t first = n && w[0] == '-';
    bool ok = n > first;
    for (size_t i = first; ok && i < n; i++)
        ok = w[i] >= '0' && w[i] <= '9';
    if (!ok) fail(s, "number expected");
    return copy(s, a, w, n);
}

static void bar(struct parts_scan *s)
{
    if (!accept(s, "|")) fail(s, "'|' expected");
}

static void end_line(struct parts_scan *s)
{
    size_t n;
    word(s, &n);
    if (n) fail(s, "too many words");
}

static void read_place(struct parts_scan *s, struct pw_conform_proof *p)
{
    int64_t *v = pw_arena_alloc(&p->arena, (p->nabstract + 1) * sizeof *v);
    struct pw_proof_place x = {(uint32_t)number(s, 0, INT32_MAX), v};
    for (size_t i = 0; i < p->nabstract; i++)
        v[i] = number(s, INT32_MIN, INT32_MAX);
    end_line(s);
    pw_vec_push(&p->places, x);
}

static void read_atom(struct parts_scan *s, struct pw_conform_proof *p)
{
    const char **c = pw_arena_alloc(&p->arena, (p->nlocals + 1) * sizeof *c);
    struct pw_proof_atom a = {.equal = accept(s, "eq"), .c = c};
    size_t n;
    if (!a.equal && !accept(s, "le")) fail(s, "'le' or 'eq' expected");
    const char *w = word(s, &n);
    a.k = decimal(s, &p->arena, w, n);
    memset(c, 0, (p->nlocals + 1) * sizeof *c);
    bar(s);
    for (w = word(s, &n); n && !s->bad; w = word(s, &n)) {
        const char *colon = memchr(w, ':', n);
        int64_t i = 0;
        if (!colon || !pw_decimal_read(w, (size_t)(colon - w), 0, (int64_t)p->nlocals - 1, &i))
            fail(s, "VARIABLE:FACTOR expected");
        else
            c[i] = decimal(s, &p->arena, colon + 1, n - (size_t)(colon + 1 - w));
    }
    pw_vec_push(&p->atoms, a);
}

static void read_pair(struct parts_scan *s, struct pw_conform_proof *p)
{
    size_t nq = p->nlocals + p->atoms.n;
    int64_t *q = pw_arena_alloc(&p->arena, (nq + 1) * sizeof *q);
    uint32_t *f = pw_arena_alloc(&p->arena, (p->places.n + 1) * sizeof *f);
    struct pw_proof_pair x = {.loc = (uint32_t)number(s, 0, INT32_MAX), .q = q, .f = f};
    bar(s);
    for (size_t i = 0; i < p->nlocals; i++)
        q[i] = number(s, INT32_MIN, INT32_MAX);
    bar(s);
    for (size_t i = p->nlocals; i < nq; i++)
        q[i] = number(s, 0, 1);
    bar(s);
    do {
        f[x.nf] =
            (uint32_t)number(s, x.nf ? (int64_t)f[x.nf - 1] + 1 : 0, (int64_t)p->places.n - 1);
        x.nf++;
        while (s->at < s->eol && *s->at == ' ')
            s->at++;
    } while (!s->bad && s->at < s->eol);
    pw_vec_push(&p->pairs, x);
}

static struct pw_conform_proof *read_proof(struct parts_scan *s)
{
    struct pw_conform_proof *p = PW_NEW(struct pw_conform_proof);
    pw_conform_proof_init(p);
    pw_vec_push(&s->out->proofs, p);
    p->nlocals = (size_t)number(s, 0, CERT_LOCALS);
    p->nabstract = (size_t)number(s, 0, CERT_LOCALS);
    int64_t places = number(s, 1, 1000000), atoms = number(s, 0, 1000000),
            pairs = number(s, 0, 1000000000);
    end_line(s);
    for (; places > 0 && !s->bad && next_line(s); places--)
        read_place(s, p);
    for (; atoms > 0 && !s->bad && next_line(s); atoms--)
        read_atom(s, p);
    for (; pairs > 0 && !s->bad && next_line(s); pairs--)
        read_pair(s, p);
    return p;
}

static void read_part(struct parts_scan *s)
{
    struct pw_cert_part x = {0};
    size_t n;
    bool itself = accept(s, "itself");
    if (!itself && !accept(s, "conform")) fail(s, "'conform' or 'itself' expected");
    const char *w = word(s, &n);
    x.name = copy(s, &s->out->arena, w, n);
    if (!itself && !s->bad) x.proof = read_proof(s);
    pw_vec_push(&s->out->parts, x);
}

static void skip_lines(struct parts_scan *s, size_t n)
{
    while (n-- > 0 && next_line(s))
        ;
}

static void read_all(struct parts_scan *s)
{
    next_line(s);
    skip_lines(s, section(s, "inputs"));
    skip_lines(s, section(s, "defines"));
    for (size_t n = section(s, "threads"); n > 0 && !s->bad && next_line(s); n--)
        read_part(s);
    size_t lines = section(s, "composition");
    const char *from = s->eol + (s->eol != NULL);
    skip_lines(s, lines);
    if (!s->bad && s->eol >= from)
        pw_source_from_text(&s->out->composition, s->src->name, from, (size_t)(s->eol + 1 - from));
}

bool pw_cert_is_parts(const struct pw_source *cert)
{
    static const char head[] = "pwqo-certificate 2 parts\n";
    return cert->size >= sizeof head - 1 && !memcmp(cert->text, head, sizeof head - 1);
}

bool pw_cert_read_parts(const struct pw_source *cert, struct pw_cert_parts *out, struct pw_diags *d)
{
    struct parts_scan s = {.src = cert,
                           .diags = d,
                           .line = cert->text,
                           .at = cert->text,
                           .end = cert->text + cert->size,
                           .out = out};
    *out = (struct pw_cert_parts){0};
    pw_arena_init(&out->arena);
    read_all(&s);
    if (!s.bad && !out->composition.size) fail(&s, "no composition");
    if (s.bad) pw_cert_parts_clear(out);
    return !s.bad;
}

void pw_cert_parts_clear(struct pw_cert_parts *p)
{
    for (size_t i = 0; i < p->proofs.n; i++) {
        pw_conform_proof_clear(p->proofs.at[i]);
        PW_FREE(p->proofs.at[i]);
    }
    pw_vec_clear(&p->proofs);
    pw_vec_clear(&p->parts);
    pw_source_clear(&p->composition);
    pw_arena_clear(&p->arena);
}
