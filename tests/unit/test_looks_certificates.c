/* Certificates of sets of pairs (cert/cert_pairsets.h, check/pairsets.h): of random programs whose
 * threads look at each other. Each is VALID; the set is the least one, so no pair and no state of
 * one thread can be left out; those of programs that go wrong, by an interpreter that shares no
 * code (tests/oracle/looks_oracle.h), are never VALID, whatever is left out of them. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "cert/cert_pairsets.h"
#include "check/check.h"
#include "front/dr/dr.h"
#include "oracle/looks_oracle.h"
#include "run/concrete.h"

static struct looks_options options_of(uint64_t seed)
{
    return (struct looks_options){.every = seed % 7 != 0,
                                  .some = seed % 3 != 0,
                                  .others = seed % 2,
                                  .order = seed % 5 == 4,
                                  .tid = seed % 11 < 3,
                                  .two = seed % 4 == 3};
}

static unsigned below(uint64_t *random, size_t n)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((*random >> 33) % n);
}

/* ---- editing ---- */

/* What is left out: numbers of pairs or of states, counted from 0; or some of ten. */
struct cut {
    int64_t alone, pair; /* -1: none */
    unsigned of_ten;     /* of the pairs */
    uint64_t random;
    size_t nalone, npairs; /* out: how many there were */
};

static const char *line_end(const char *at)
{
    const char *eol = strchr(at, '\n');
    ck_assert(eol != NULL);
    return eol + 1;
}

static void put_line(struct pw_strbuf *out, const char *from, const char *to)
{
    for (; from < to; from++)
        pw_strbuf_putc(out, *from);
}

/* The section `alone` without the state that is cut; returns what follows it. */
static const char *cut_alone(const char *at, struct cut *c, struct pw_strbuf *out)
{
    c->nalone = strtoul(at + strlen("alone "), NULL, 10);
    bool one = c->alone >= 0 && (size_t)c->alone < c->nalone;
    pw_strbuf_printf(out, "alone %zu\n", c->nalone - one);
    at = line_end(at);
    for (size_t i = 0; i < c->nalone; i++, at = line_end(at))
        if (!one || i != (size_t)c->alone) put_line(out, at, line_end(at));
    return at;
}

/* A line of the section `together`, each pair by itself. */
static void cut_pairs(const char *at, struct cut *c, struct pw_strbuf *out)
{
    const char *bar = strchr(at, '|'), *eol = line_end(at);
    put_line(out, at, bar + 1);
    for (const char *word = bar + 1; *word == ' ';) {
        char *end;
        unsigned long from = strtoul(word, &end, 10), to = from;
        if (*end == '-') to = strtoul(end + 1, &end, 10);
        for (; from <= to; from++) {
            bool gone =
                (int64_t)c->npairs++ == c->pair || (c->of_ten && below(&c->random, 10) < c->of_ten);
            if (!gone) pw_strbuf_printf(out, " %lu", from);
        }
        word = end;
        ck_assert(word < eol);
    }
    pw_strbuf_putc(out, '\n');
}

static void edit(const struct pw_strbuf *cert, struct cut *c, struct pw_strbuf *out)
{
    const char *text = pw_strbuf_text(cert), *at = strstr(text, "\nalone ");
    char hash[PW_SHA256_HEX];
    ck_assert(at != NULL);
    put_line(out, text, at + 1);
    at = cut_alone(at + 1, c, out);
    put_line(out, at, line_end(at)); /* together N */
    for (at = line_end(at); strncmp(at, "end ", 4); at = line_end(at))
        cut_pairs(at, c, out);
    pw_sha256_hex(pw_strbuf_text(out), out->n, hash);
    pw_strbuf_printf(out, "end %s\n", hash);
}

static enum pwc_status status_of(const struct pw_strbuf *cert, struct pwc_result *r)
{
    *r = (struct pwc_result){0};
    pwc_check(pw_strbuf_text(cert), cert->n, NULL, r);
    return r->status;
}

static enum pwc_status status_without(const struct pw_strbuf *cert, struct cut *c)
{
    struct pw_strbuf out = {0};
    struct pwc_result r;
    edit(cert, c, &out);
    enum pwc_status s = status_of(&out, &r);
    ck_assert_msg(s != PWC_MALFORMED, "line %lu: %s", r.line, r.message);
    pw_strbuf_clear(&out);
    return s;
}

/* ---- programs ---- */

static struct pw_program *parse(const struct pw_strbuf *text)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "looks.dr", pw_strbuf_text(text), text->n);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    ck_assert_msg(p != NULL, "%s", pw_strbuf_text(text));
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

/* Does one thread alone go wrong? */
static bool alone_is_bad(const struct pw_program *p)
{
    struct pw_concrete_options o = {.threads = 1};
    struct pw_concrete x;
    const char *why;
    if (!pw_concrete_init(&x, p, &o, &why)) return false;
    pw_concrete_run(&x);
    bool bad = pw_concrete_violated(&x);
    pw_concrete_clear(&x);
    return bad;
}

static void write_certificate(struct pw_pairset *x, const struct pw_strbuf *text,
                              struct pw_strbuf *out)
{
    struct pw_source src;
    const struct pw_source *inputs = &src;
    struct pw_cert_about about = {.inputs = &inputs, .ninputs = 1};
    pw_source_from_text(&src, "looks.dr", pw_strbuf_text(text), text->n);
    ck_assert(pw_cert_write_pairsets(out, &about, x));
    pw_source_clear(&src);
}

/* One of a program: what is left out is missed. */
static void cannot_be_smaller(const struct pw_strbuf *cert, uint64_t seed)
{
    struct cut none = {.alone = -1, .pair = -1};
    ck_assert(status_without(cert, &none) == PWC_VALID);
    for (int i = 0; i < 3; i++) {
        uint64_t random = seed * 31 + (uint64_t)i;
        struct cut a = {.alone = -1, .pair = -1}, p = a;
        if (none.nalone) a.alone = below(&random, none.nalone);
        if (none.npairs) p.pair = below(&random, none.npairs);
        if (none.nalone)
            ck_assert_msg(status_without(cert, &a) == PWC_INVALID, "seed %llu, state %lld",
                          (unsigned long long)seed, (long long)a.alone);
        if (none.npairs)
            ck_assert_msg(status_without(cert, &p) == PWC_INVALID, "seed %llu, pair %lld",
                          (unsigned long long)seed, (long long)p.pair);
    }
}

/* Its program part is compared with the program, to the byte. */
static void is_bound(const struct pw_strbuf *cert, const struct pw_program *p)
{
    struct pw_strbuf other = {0};
    const char *text = strstr(pw_strbuf_text(cert), "\norder ");
    ck_assert(text && pw_cert_pairsets_fits(text + 1, pw_strbuf_text(cert) + cert->n, p));
    pw_strbuf_puts(&other, text + 1);
    char *look = strstr(other.at, "\nevery ");
    if (look) { /* a blocker is forgotten, a witness is asked for */
        memcpy(look, "\nsome  ", strlen("\nsome  "));
        ck_assert(!pw_cert_pairsets_fits(other.at, other.at + other.n, p));
    }
    pw_strbuf_clear(&other);
}

static void check_one(uint64_t seed, int tally[2])
{
    struct looks_program l;
    struct pw_strbuf text = {0}, cert = {0};
    struct pw_pairset_stats stats = {0};
    struct pw_pairset x;
    struct pwc_result r;
    looks_random(&l, seed, options_of(seed));
    looks_random_numbers(&l, seed);
    looks_print(&l, &text);
    struct pw_program *p = parse(&text);
    if (!alone_is_bad(p)) {
        pw_pairset_init(&x, p, &stats);
        write_certificate(&x, &text, &cert);
        bool safe = pw_pairset_bad(&x) == PW_NONE;
        tally[safe]++;
        ck_assert_msg((status_of(&cert, &r) == PWC_VALID) == safe, "seed %llu: %d, %s\n%s",
                      (unsigned long long)seed, safe, r.message, pw_strbuf_text(&text));
        if (safe) {
            cannot_be_smaller(&cert, seed);
            is_bound(&cert, p);
        }
        for (unsigned k = 1; !safe && k < 8; k += 2) {
            struct cut some = {.alone = -1, .pair = -1, .of_ten = k, .random = seed};
            ck_assert(status_without(&cert, &some) == PWC_INVALID);
        }
        pw_pairset_clear(&x);
    }
    struct looks_result found;
    for (int n = 1; cert.n && status_of(&cert, &r) == PWC_VALID && n <= 3; n++) {
        if (!looks_takes(&l, n)) continue;
        looks_search(&l, n, &found);
        ck_assert_msg(!looks_bad(&l, &found), "seed %llu: VALID, but %d threads go wrong\n%s",
                      (unsigned long long)seed, n, pw_strbuf_text(&text));
    }
    pw_program_free(p);
    pw_strbuf_clear(&cert);
    pw_strbuf_clear(&text);
}

START_TEST(random_certificates)
{
    enum { PART = 60 };
    int tally[2] = {0};
    for (int i = 0; i < PART * unit_scale(); i++)
        check_one(unit_seed() + (uint64_t)_i * 11000027 + (uint64_t)i, tally);
    ck_assert_msg(tally[0] && tally[1], "bad %d, not bad %d", tally[0], tally[1]);
    if (getenv("PWQO_TEST_SCALE")) printf("bad %d, not bad %d\n", tally[0], tally[1]);
}
END_TEST

static void tests(TCase *c)
{
    tcase_set_timeout(c, 0);
    tcase_add_loop_test(c, random_certificates, 0, 4);
}

UNIT_MAIN("looks_certificates", tests)
