/* Certificates of thread-modular proofs: VALID for what was proved; refused after any one pair or
 * view is taken out (theta is the least solution, so each is needed); refused for unsafe programs,
 * whatever is left out; lifts only where they are justified. */
#include "unit/tmod_programs.h"
#include "unit/unit.h"

#include <string.h>

#include "base/sha256.h"
#include "cert/cert_finite.h"
#include "check/check.h"
#include "front/dr/dr.h"

static struct pw_program *program_of(const char *text, size_t n, const struct pw_define *d)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "test.dr", text, n);
    struct pw_program *p = pw_dr_parse(&src, d, d ? 1 : 0, &diags);
    ck_assert_msg(p != NULL, "%s", text);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

static struct pw_program *family(const char *name, const char *n)
{
    char path[1024];
    const char *why;
    struct pw_source src;
    struct pw_define d = {"N", n};
    snprintf(path, sizeof path, "%s/models/tmod/%s.dr", SRCDIR, name);
    ck_assert_msg(pw_source_read(&src, path, &why) == PW_SOURCE_OK, "%s", path);
    struct pw_program *p = program_of(src.text, src.size, &d);
    pw_source_clear(&src);
    return p;
}

/* --- the text of a certificate --- */

static enum pwc_status check(const struct pw_strbuf *text, struct pwc_result *r)
{
    pwc_check(pw_strbuf_text(text), text->n, NULL, r);
    return r->status;
}

static void put_checksum(struct pw_strbuf *text)
{
    char sum[PW_SHA256_HEX];
    pw_sha256_hex(pw_strbuf_text(text), text->n, sum);
    pw_strbuf_printf(text, "end %s\n", sum);
}

static const char *next_line(const char *at)
{
    return strchr(at, '\n') + 1;
}

/* The text up to `from`, and from `to` on up to the last line; then a new checksum. */
static void cut(const struct pw_strbuf *text, const char *from, const char *to,
                struct pw_strbuf *out)
{
    const char *end = pw_strbuf_text(text) + text->n - 69;
    pw_strbuf_reset(out);
    pw_strbuf_write(out, pw_strbuf_text(text), (size_t)(from - pw_strbuf_text(text)));
    pw_strbuf_write(out, to, (size_t)(end - to));
    put_checksum(out);
}

/* Takes pair number k out of the contexts; false: there are fewer. */
static bool without_pair(const struct pw_strbuf *text, unsigned k, struct pw_strbuf *out)
{
    const char *at = strstr(pw_strbuf_text(text), "\ncontexts ") + 1;
    unsigned long contexts = strtoul(at + 9, NULL, 10);
    for (at = next_line(at); contexts; contexts--) {
        char *rest;
        strtoul(at, &rest, 10);
        strtoul(rest, &rest, 10);
        unsigned long rows = strtoul(rest, NULL, 10);
        for (at = next_line(at); rows; rows--, at = next_line(at)) {
            const char *word = strchr(strchr(at, ' ') + 1, ' '), *eol = strchr(at, '\n');
            while (word && word < eol) {
                const char *end = word + 1 + strcspn(word + 1, " \n");
                if (!k--) {
                    cut(text, word, end, out);
                    return true;
                }
                word = end;
            }
        }
    }
    return false;
}

/* Takes view number k out. */
static bool without_view(const struct pw_strbuf *text, unsigned k, struct pw_strbuf *out)
{
    const char *head = strstr(pw_strbuf_text(text), "\nviews ") + 1, *at = next_line(head);
    unsigned long n = strtoul(head + 6, NULL, 10);
    if (k >= n) return false;
    for (unsigned i = 0; i < k; i++)
        at = next_line(at);
    pw_strbuf_reset(out);
    pw_strbuf_write(out, pw_strbuf_text(text), (size_t)(head - pw_strbuf_text(text)));
    pw_strbuf_printf(out, "views %lu\n", n - 1);
    pw_strbuf_write(out, next_line(head), (size_t)(at - next_line(head)));
    at = next_line(at);
    pw_strbuf_write(out, at, (size_t)(pw_strbuf_text(text) + text->n - 69 - at));
    put_checksum(out);
    return true;
}

/* --- proofs --- */

struct proof {
    struct pw_program *p;
    uint64_t *counts;
    struct pw_space *space;
    struct pw_tmod_result r;
};

static void prove(struct proof *x, struct pw_program *p, enum pw_tmod_method m, uint64_t open)
{
    struct pw_tmod_options o = {.method = m, .most_layers = 300};
    *x = (struct proof){.p = p, .space = pw_space_new(p)};
    x->counts = PW_NEWS(uint64_t, p->ntemplates);
    for (size_t t = 0; t < p->ntemplates; t++)
        x->counts[t] = p->templates[t].count == PW_ANY ? open : (uint64_t)p->templates[t].count;
    pw_tmod_decide(x->space, x->counts, &o, &x->r);
}

/* lifts: the templates that the program leaves open are claimed for every number. */
static bool certificate(struct proof *x, bool lifts, struct pw_strbuf *out)
{
    struct pw_cert_about about = {0};
    pw_strbuf_reset(out);
    if (x->r.viewed) return pw_cert_write_views(out, &about, &x->r.views);
    bool *open = PW_NEWS(bool, x->p->ntemplates);
    for (size_t t = 0; t < x->p->ntemplates; t++)
        open[t] = lifts && x->p->templates[t].count == PW_ANY;
    if (x->r.answer == PW_TMOD_SAFE) pw_tmod_start_unmarked(&x->r);
    bool there = x->r.proof.there && pw_cert_write_split(out, &about, &x->r.proof, open);
    PW_FREES(open, x->p->ntemplates);
    return there;
}

static void done(struct proof *x)
{
    pw_tmod_result_clear(&x->r);
    pw_space_free(x->space);
    PW_FREES(x->counts, x->p->ntemplates);
    pw_program_free(x->p);
}

/* VALID, and INVALID without any one of the first `most` pairs. Returns how many were tried. */
static unsigned valid_and_needed(const struct pw_strbuf *text, bool views, bool least,
                                 unsigned most, const char *what)
{
    struct pwc_result r;
    struct pw_strbuf mutant = {0};
    unsigned k = 0;
    ck_assert_msg(check(text, &r) == PWC_VALID, "%s: %s (line %lu)", what, r.message, r.line);
    for (; least && k < most; k++) {
        if (!(views ? without_view : without_pair)(text, k, &mutant)) break;
        ck_assert_msg(check(&mutant, &r) == PWC_INVALID, "%s without %u: %d %s", what, k, r.status,
                      r.message);
    }
    pw_strbuf_clear(&mutant);
    return k;
}

/* Every pair is needed, but for relaxed layers, which are joined: a layer of the frontier has no
 * more than what follows from the one before it. */
static bool is_least(const struct pw_tmod_result *r)
{
    return !r->proof.there || !r->proof.layers.at.n || !r->proof.layers.relaxed;
}

static const struct {
    const char *name, *n;
    enum pw_tmod_method method;
} rows[] = {
    {"mux_sem", "5", PW_METHOD_LAST},
    {"mux_sem_last", "6", PW_METHOD_FQ},
    {"mux_sem_count", "3", PW_METHOD_LAST},
    {"bakery", "4", PW_METHOD_FQ},
    {"ex15", NULL, PW_METHOD_RELAXED},
    {"ex15", NULL, PW_METHOD_RELAXED_LAST},
    {"ex15", NULL, PW_METHOD_FRONTIER},
    {"mux_sem_last", "3", PW_METHOD_FRONTIER},
    {"bakery", "3", PW_METHOD_FRONTIER},
    {"ex16", "2", PW_METHOD_LAST},
    {"ex23", "4", PW_METHOD_LAST},
    {"ex16", "2", PW_METHOD_QUADRATIC},
    {"ex23", "4", PW_METHOD_QUADRATIC},
    {"mux_sem_last", "3", PW_METHOD_QUADRATIC},
    {"philosophers", "4", PW_METHOD_REFINE},
    {"philosophers_idle", "3", PW_METHOD_REFINE},
    {"philosophers", "7", PW_METHOD_VIEWS},
    {"philosophers_last", "5", PW_METHOD_VIEWS},
    {"philosophers_idle", "5", PW_METHOD_VIEWS},
    {"philosophers_alternating", "6", PW_METHOD_VIEWS},
};

START_TEST(families)
{
    struct proof x;
    struct pw_strbuf text = {0};
    struct pw_program *p;
    if (rows[_i].n)
        p = family(rows[_i].name, rows[_i].n);
    else {
        static const char ex15[] =
            "shared int[0..1] g = 0;\n"
            "thread one [1] { A: assume(g == 1); B: assume(g == 0); C: assume(g == 1); D: }\n"
            "thread two [1] { E: g = 1; F: g = 0; G: }\nunsafe count(D) >= 1;\n";
        p = program_of(ex15, sizeof ex15 - 1, NULL);
    }
    prove(&x, p, rows[_i].method, 2);
    ck_assert_msg(x.r.answer == PW_TMOD_SAFE, "%s", rows[_i].name);
    ck_assert(certificate(&x, false, &text));
    bool least = is_least(&x.r);
    unsigned n = valid_and_needed(&text, x.r.viewed, least, 150, rows[_i].name);
    ck_assert(!least || n >= 3);
    pw_strbuf_clear(&text);
    done(&x);
}
END_TEST

/* --- random programs --- */

struct dice {
    uint64_t state;
};

static unsigned roll(struct dice *d, unsigned n)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((d->state >> 33) % n);
}

static void print_program(uint64_t seed, struct pw_strbuf *out)
{
    struct dice d = {seed * 2654435761u + 3};
    unsigned templates = 1 + roll(&d, 3), vars = 1 + roll(&d, 2), places[3];
    for (unsigned i = 0; i < vars; i++)
        pw_strbuf_printf(out, "shared int[0..2] x%u%s;\n", i, roll(&d, 5) ? " = 0" : "");
    if (roll(&d, 4) == 0) pw_strbuf_puts(out, "init x0 < 2;\n");
    for (unsigned t = 0; t < templates; t++) {
        places[t] = 2 + roll(&d, 3);
        pw_strbuf_printf(out, "thread t%u [%u] {\nlocal int[0..1] b%s;\n", t,
                         1 + roll(&d, seed % 4 ? 3 : 1), roll(&d, 5) ? " = 0" : "");
        if (roll(&d, 6) == 0) pw_strbuf_puts(out, "init b <= x0;\n");
        for (unsigned i = 0; i < places[t]; i++) {
            pw_strbuf_printf(out, "t%u_%u: atomic {\n", t, i);
            for (unsigned e = 1 + roll(&d, 2); e; e--) {
                unsigned v = roll(&d, vars);
                pw_strbuf_printf(out, "    if (*) { ");
                if (roll(&d, 3)) pw_strbuf_printf(out, "assume(x%u == %u); ", v, roll(&d, 3));
                if (roll(&d, 2))
                    pw_strbuf_printf(out, "x%u = (x%u + %u) %% 3; ", v, v, roll(&d, 3));
                if (roll(&d, 4) == 0) pw_strbuf_puts(out, "b = 1 - b; ");
                if (roll(&d, 8) == 0) pw_strbuf_puts(out, "havoc b; ");
                if (roll(&d, 4) == 0) pw_strbuf_printf(out, "assume(b == 1 => x%u > 0); ", v);
                if (roll(&d, 25) == 0) pw_strbuf_puts(out, "assert(b == 0); ");
                pw_strbuf_printf(out, "goto t%u_%u; }\n", t, roll(&d, places[t]));
            }
            pw_strbuf_printf(out, "    assume(false);\n}\n");
        }
        pw_strbuf_printf(out, "}\n");
    }
    for (unsigned k = 1 + roll(&d, 2); k; k--) {
        unsigned t = roll(&d, templates), u = roll(&d, templates);
        pw_strbuf_printf(out, "unsafe count(t%u_%u) >= %u && count(t%u.t%u_%u) >= 1;\n", t,
                         1 + roll(&d, places[t] - 1), 1 + roll(&d, 2), u, u,
                         1 + roll(&d, places[u] - 1));
    }
}

static const enum pw_tmod_method methods[] = {
    PW_METHOD_FQ,           PW_METHOD_LAST,   PW_METHOD_QUADRATIC, PW_METHOD_RELAXED,
    PW_METHOD_RELAXED_LAST, PW_METHOD_REFINE, PW_METHOD_VIEWS,     PW_METHOD_FRONTIER};

/* What is left of the certificate of an unproved table when more and more pairs are taken out: it
 * stays refused. */
static void forge(struct proof *x, const struct pw_strbuf *text, uint64_t seed)
{
    struct pwc_result r;
    struct pw_strbuf now = {0}, next = {0};
    pw_strbuf_puts(&now, pw_strbuf_text(text));
    for (unsigned round = 0; round < 40; round++) {
        enum pwc_status s = check(&now, &r);
        ck_assert_msg(s == PWC_INVALID, "seed %llu: an unsafe program has a certificate",
                      (unsigned long long)seed);
        if (!without_pair(&now, (unsigned)(seed + round) % 7, &next)) break;
        pw_strbuf_reset(&now);
        pw_strbuf_puts(&now, pw_strbuf_text(&next));
    }
    (void)x;
    pw_strbuf_clear(&now);
    pw_strbuf_clear(&next);
}

START_TEST(random_programs)
{
    unsigned valid = 0, removed = 0, forged = 0, by[16] = {0};
    uint64_t first = 1 + (uint64_t)_i * 1000000 + unit_seed();
    for (uint64_t seed = first; seed < first + 60u * (unsigned)unit_scale(); seed++) {
        struct pw_strbuf program = {0}, text = {0};
        if (seed % 3)
            print_program(seed, &program);
        else
            pw_program_free(tmod_random_automata(seed, false, &program));
        bool unsafe = false;
        for (size_t m = sizeof methods / sizeof *methods; m-- > 0;) {
            struct proof x;
            char what[300];
            /* where all see all, views are whole states, once for each thread */
            if (methods[m] == PW_METHOD_VIEWS && seed % 4) continue;
            prove(&x, program_of(pw_strbuf_text(&program), program.n, NULL), methods[m], 2);
            snprintf(what, sizeof what, "seed %llu, %s", (unsigned long long)seed,
                     pw_tmod_method_name(methods[m]));
            unsafe = unsafe || x.r.answer == PW_TMOD_UNSAFE;
            bool layers = x.r.proof.there && x.r.proof.layers.at.n;
            if (x.r.answer == PW_TMOD_SAFE && certificate(&x, false, &text)) {
                removed += valid_and_needed(&text, x.r.viewed, is_least(&x.r), 1000, what);
                valid++, by[methods[m]]++;
            } else if (unsafe && !layers && certificate(&x, false, &text)) {
                forge(&x, &text, seed);
                forged++;
            }
            done(&x);
        }
        pw_strbuf_clear(&program);
        pw_strbuf_clear(&text);
    }
    fprintf(stderr,
            "%u certificates valid (views %u, refine %u, frontier %u), %u pairs removed, "
            "%u forged\n",
            valid, by[PW_METHOD_VIEWS], by[PW_METHOD_REFINE], by[PW_METHOD_FRONTIER], removed,
            forged);
    ck_assert(valid > 50 && removed > 150 && forged > 5 && by[PW_METHOD_VIEWS] > 3);
    ck_assert(by[PW_METHOD_FRONTIER] > 3);
}
END_TEST

/* --- the layer that follows the last one --- */

/* The frontier comes round after three layers: the last is followed by the first, by no other. */
START_TEST(follows)
{
    static const char ring[] = "shared int[0..2] x = 0;\n"
                               "thread p [1] { a: x = 1; b: x = 2; c: x = 0; goto a; }\n"
                               "thread q [1] { d: assume(false); e: }\nunsafe count(e) >= 1;\n";
    static const struct {
        const char *line;
        enum pwc_status status;
    } tried[] = {{"layers 3 back 0\n", PWC_VALID},      {"layers 3\n", PWC_INVALID},
                 {"layers 3 back 1\n", PWC_INVALID},    {"layers 3 back 2\n", PWC_INVALID},
                 {"layers 3 back 3\n", PWC_MALFORMED},  {"layers 3 back\n", PWC_MALFORMED},
                 {"layers 2 back 0\n", PWC_MALFORMED},  {"layers 0 back 0\n", PWC_MALFORMED},
                 {"layers 3 back 0 0\n", PWC_MALFORMED}};
    struct proof x;
    struct pw_strbuf text = {0}, mutant = {0};
    prove(&x, program_of(ring, sizeof ring - 1, NULL), PW_METHOD_FRONTIER, 2);
    ck_assert(x.r.answer == PW_TMOD_SAFE && x.r.proof.layers.at.n == 3);
    ck_assert(certificate(&x, false, &text));
    const char *at = strstr(pw_strbuf_text(&text), "\nlayers ") + 1, *next = next_line(at);
    ck_assert(!strncmp(at, tried[0].line, strlen(tried[0].line)));
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        struct pwc_result r;
        pw_strbuf_reset(&mutant);
        pw_strbuf_write(&mutant, pw_strbuf_text(&text), (size_t)(at - pw_strbuf_text(&text)));
        pw_strbuf_puts(&mutant, tried[i].line);
        pw_strbuf_write(&mutant, next, (size_t)(pw_strbuf_text(&text) + text.n - 69 - next));
        put_checksum(&mutant);
        ck_assert_msg(check(&mutant, &r) == tried[i].status, "%s: %s", tried[i].line, r.message);
    }
    pw_strbuf_clear(&text);
    pw_strbuf_clear(&mutant);
    done(&x);
}
END_TEST

/* --- lifts --- */

static const char semaphore[] = "shared bool x = true;\n"
                                "thread p { while (true) { skip; atomic { assume(x); x = false; }\n"
                                "l2: skip; l3: x = true; } }\n"
                                "unsafe count(l2) >= 2 || count(l2) >= 1 && count(l3) >= 1;\n";
static const char no_lock[] =
    "shared int[0..1] x = 0;\n"
    "thread p { a: x = 1; b: x = 0; c: }\nthread q [1] { d: assert(x < 2); }\n"
    "unsafe count(d) >= 2;\n";

START_TEST(lifts)
{
    struct {
        const char *text;
        size_t size;
        enum pw_tmod_method method;
        uint64_t threads;
        bool lifts;
    } tried[] = {{semaphore, sizeof semaphore - 1, PW_METHOD_LAST, 2, false},
                 {semaphore, sizeof semaphore - 1, PW_METHOD_LAST, 3, true},
                 {semaphore, sizeof semaphore - 1, PW_METHOD_LAST, 7, true},
                 {no_lock, sizeof no_lock - 1, PW_METHOD_FQ, 2, true},
                 {no_lock, sizeof no_lock - 1, PW_METHOD_REFINE, 2, true},
                 {no_lock, sizeof no_lock - 1, PW_METHOD_FQ, 1, false}};
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        struct proof x;
        struct pwc_result r;
        struct pw_strbuf text = {0};
        prove(&x, program_of(tried[i].text, tried[i].size, NULL), tried[i].method,
              tried[i].threads);
        ck_assert(x.r.answer == PW_TMOD_SAFE);
        ck_assert(certificate(&x, true, &text));
        enum pwc_status s = check(&text, &r);
        ck_assert_msg(s == (tried[i].lifts ? PWC_VALID : PWC_INVALID), "%zu: %s", i, r.message);
        ck_assert(tried[i].lifts || strstr(r.message, "S4"));
        pw_strbuf_clear(&text);
        done(&x);
    }
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, families, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(c, random_programs, 0, 2);
    tcase_add_test(c, follows);
    tcase_add_test(c, lifts);
}
UNIT_MAIN("split", tests)
