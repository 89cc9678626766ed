/* Conformance on programs where everything is finite, against the explicit search of both programs:
 *  - if every thread conforms and the concrete program goes wrong with n threads, so does the
 *    abstract one with n threads (the theorem of parts); the two sides share the parser and the
 *    lowering only;
 *  - every thread conforms to itself, and to itself with more branches. */
#include <string.h>

#include "unit.h"

#include "conform/conform.h"
#include "front/dr/dr.h"
#include "run/concrete.h"

struct dice {
    uint64_t s;
};

static unsigned roll(struct dice *d, unsigned n)
{
    d->s = d->s * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(d->s >> 33) % n;
}

static const char *const statements[] = {"b = true;",
                                         "b = false;",
                                         "assume(b);",
                                         "assume(!b);",
                                         "assume(g < 2);",
                                         "assume(g == 1);",
                                         "atomic { assume(g < 2); g = g + 1; }",
                                         "atomic { assume(g > 0); g = g - 1; }",
                                         "g = 0;",
                                         "assert(!b);",
                                         "assert(g != 2);",
                                         "if (*) b = true;",
                                         "if (g == 1) b = false; else g = 1;",
                                         "havoc b;",
                                         "atomic { if (b) g = 1; else b = true; }",
                                         "h = !h;",
                                         "assume(h);",
                                         "skip;"};
enum { NSTATEMENTS = sizeof statements / sizeof *statements };

/* A thread of a few statements, then an abstract thread: the same, with some changed, dropped or
 * made optional. */
static void thread_text(struct dice *d, const char *name, struct pw_strbuf *out)
{
    unsigned n = 1 + roll(d, 4), at[4];
    bool crit = roll(d, 2);
    pw_strbuf_printf(out, "thread %s {\n", name);
    for (unsigned i = 0; i < n; i++) {
        at[i] = roll(d, NSTATEMENTS);
        pw_strbuf_printf(out, "    %s\n", statements[at[i]]);
    }
    pw_strbuf_printf(out, "%s skip;\n}\nabstract thread %s {\n", crit ? "crit:" : "", name);
    for (unsigned i = 0; i < n; i++) {
        unsigned how = roll(d, 8);
        if (how == 0) continue;
        if (how == 1) at[i] = roll(d, NSTATEMENTS);
        if (how == 2) pw_strbuf_puts(out, "    if (*) ");
        pw_strbuf_printf(out, "    %s\n", statements[at[i]]);
    }
    pw_strbuf_printf(out, "%s skip;\n}\n", crit ? "crit:" : "");
}

static void program_text(uint64_t seed, struct pw_strbuf *out)
{
    struct dice d = {seed * 2654435761u + 1};
    pw_strbuf_puts(out, "shared int[0..2] g = 0;\nshared bool b = false, h = false;\n");
    thread_text(&d, "p", out);
    thread_text(&d, "q", out);
    if (strstr(pw_strbuf_text(out), "crit")) pw_strbuf_puts(out, "unsafe count(crit) >= 2;\n");
}

static bool conforms(const struct pw_program *p, const struct pw_program *abstract, uint32_t t)
{
    struct pw_terms *terms = pw_terms_new();
    struct pw_machine m;
    struct pw_conform_result r;
    pw_machine_init(&m, terms, abstract, t);
    ck_assert_msg(!m.problem, "%s", m.problem ? m.problem : "");
    pw_conform_check(&r, p, t, &m);
    ck_assert_int_ne(r.verdict, PW_CONFORMS_UNKNOWN); /* all is finite */
    bool yes = r.verdict == PW_CONFORMS;
    pw_conform_clear(&r);
    pw_machine_clear(&m);
    pw_terms_free(terms);
    return yes;
}

static bool goes_wrong(const struct pw_program *p, size_t n)
{
    struct pw_concrete x;
    struct pw_concrete_options o = {.threads = n, .lo = -2, .hi = 2};
    const char *why;
    ck_assert(pw_concrete_init(&x, p, &o, &why));
    pw_concrete_run(&x);
    bool yes = pw_concrete_violated(&x);
    ck_assert(yes || x.complete);
    pw_concrete_clear(&x);
    return yes;
}

START_TEST(theorem_of_parts)
{
    struct pw_dr_part part = {.abstract = true};
    int all = 0, wrong = 0, lost = 0, n = 300 * unit_scale();
    for (int i = 0; i < n; i++) {
        struct pw_strbuf text = {0};
        struct pw_source src;
        struct pw_diags diags = {0};
        program_text((uint64_t)(_i * n + i), &text);
        pw_source_from_text(&src, "random.dr", pw_strbuf_text(&text), text.n);
        struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
        struct pw_program *a = pw_dr_parse_part(&src, NULL, 0, &part, &diags);
        ck_assert_msg(p && a, "seed %d:\n%s", _i * n + i, pw_strbuf_text(&text));
        bool yes = conforms(p, a, 0) && conforms(p, a, 1);
        all += yes;
        for (uint32_t t = 0; t < 2; t++)
            ck_assert(conforms(p, p, t) && conforms(a, a, t));
        for (size_t k = 2; k <= 3; k++) {
            bool bad = goes_wrong(p, k), shown = goes_wrong(a, k);
            ck_assert_msg(!yes || !bad || shown, "seed %d, %zu threads:\n%s", _i * n + i, k,
                          pw_strbuf_text(&text));
            wrong += yes && bad;
            lost += !yes && bad && !shown;
        }
        pw_program_free(p);
        pw_program_free(a);
        pw_diags_clear(&diags);
        pw_source_clear(&src);
        pw_strbuf_clear(&text);
    }
    /* The theorem was put to the test, and conformance is not there for nothing. */
    ck_assert_msg(all > n / 20 && wrong > n / 50 && lost > 0,
                  "%d conform, %d of them go wrong, %d lost", all, wrong, lost);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, theorem_of_parts, 0, 2);
}
UNIT_MAIN("conform", tests)
