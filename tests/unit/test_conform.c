/* Conformance on programs where everything is finite.
 *  - it is what the definition says on values (explicit_conform.h), with exactly the same answer;
 *  - if every thread conforms and the concrete program goes wrong with n threads, so does the
 *    abstract one with n threads (the theorem of parts); the two sides share the parser and the
 *    lowering only;
 *  - every thread conforms to itself, and to itself with more branches; conformance is transitive;
 *  - the obligations of each proof are unsat, and without one of its pairs they are not;
 *  - the checker as the paper prints it accepts a thread that ours refuses;
 *  - what is proposed for a thread goes wrong exactly where the thread does;
 *  - what verify says with abstract threads is true of the program. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>

#include "explicit_conform.h"
#include "unit.h"

#include "base/sha256.h"
#include "cert/cert_parts.h"
#include "check/check.h"
#include "conform/conform.h"
#include "conform/obligations.h"
#include "conform/propose.h"
#include "engine/verify.h"
#include "front/dr/dr.h"
#include "logic/smt.h"
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

/* ---- proofs ---- */

static void gather_answer(void *arg, const char *text, size_t n)
{
    pw_strbuf_write(arg, text, n);
}

/* Are all questions about the proof unsat? */
static bool holds(const struct pw_conform_proof *proof, const struct pw_program *p,
                  const struct pw_program *a, uint32_t t)
{
    struct pw_strbuf text = {0}, out = {0}, want = {0};
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_strbuf_puts(&text, "(set-logic QF_LIA)\n");
    size_t n = pw_conform_obligations(p, a, t, proof, &text);
    pw_source_from_text(&src, "obligations", pw_strbuf_text(&text), text.n);
    ck_assert(pw_smt_run(&src, &diags, gather_answer, &out, NULL));
    for (size_t i = 0; i < n; i++)
        pw_strbuf_puts(&want, "unsat\n");
    bool yes = !strcmp(pw_strbuf_text(&want), pw_strbuf_text(&out));
    pw_source_clear(&src);
    pw_strbuf_clear(&text);
    pw_strbuf_clear(&out);
    pw_strbuf_clear(&want);
    return yes;
}

/* The proof holds, and without any one of its pairs it does not. */
static void check_proof(struct pw_conform_proof *proof, const struct pw_program *p,
                        const struct pw_program *a, uint32_t t)
{
    ck_assert_ptr_null(pw_conform_proof_misfit(proof, p, a, t));
    ck_assert(holds(proof, p, a, t));
    size_t n = proof->pairs.n;
    for (size_t i = 0; i < n; i += 1 + n / 4) {
        struct pw_proof_pair out = proof->pairs.at[i];
        proof->pairs.at[i] = proof->pairs.at[n - 1];
        proof->pairs.n--;
        ck_assert_msg(!holds(proof, p, a, t), "pair %zu of %zu is not needed", i, n);
        proof->pairs.n++;
        proof->pairs.at[i] = out;
    }
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
    if (yes && p != abstract) check_proof(&r.proof, p, abstract, t);
    ck_assert_int_eq(yes, explicit_conforms(p, abstract, t, EXPLICIT_RULES));
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

/* ---- three programs ---- */

static struct pw_program *parse(const char *text, const struct pw_dr_part *part)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "text.dr", text, strlen(text));
    struct pw_program *p = pw_dr_parse_part(&src, NULL, 0, part, &diags);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

/* A thread of some statements, some of them changed or optional: level 0 changes nothing. */
static void level_text(uint64_t seed, unsigned level, struct pw_strbuf *out)
{
    struct dice d = {seed * 2654435761u + 1};
    unsigned at[3], n = 1 + roll(&d, 3);
    bool optional[3] = {false};
    for (unsigned i = 0; i < n; i++)
        at[i] = roll(&d, NSTATEMENTS);
    for (unsigned k = 0; k < level; k++) {
        unsigned i = roll(&d, n);
        if (roll(&d, 3))
            optional[i] = true;
        else
            at[i] = roll(&d, NSTATEMENTS);
    }
    /* the last thread reads all: the same is observed in all programs */
    pw_strbuf_puts(out, "shared int[0..2] g = 0;\nshared bool b = false, h = false;\nthread p {\n");
    for (unsigned i = 0; i < n; i++)
        pw_strbuf_printf(out, "    %s%s\n", optional[i] ? "if (*) " : "", statements[at[i]]);
    pw_strbuf_puts(out, "}\nthread all { assume(b && h && g == 1); }\n");
}

START_TEST(conformance_is_transitive)
{
    int chains = 0, n = 300 * unit_scale();
    for (int i = 0; i < n; i++) {
        struct pw_program *p[3];
        for (unsigned k = 0; k < 3; k++) {
            struct pw_strbuf text = {0};
            level_text((uint64_t)i, 2 * k, &text);
            ck_assert((p[k] = parse(pw_strbuf_text(&text), NULL)) != NULL);
            pw_strbuf_clear(&text);
        }
        bool chain = conforms(p[0], p[1], 0) && conforms(p[1], p[2], 0);
        chains += chain;
        ck_assert_msg(!chain || conforms(p[0], p[2], 0), "seed %d", i);
        for (unsigned k = 0; k < 3; k++)
            pw_program_free(p[k]);
    }
    ck_assert_msg(chains > n / 20, "%d of %d", chains, n);
}
END_TEST

/* ---- proposals ---- */

/* Statements with an unbounded local, which stays between 0 and 2. */
static const char *const local_statements[] = {"x = g;",
                                               "x = 1;",
                                               "x = 2 - x;",
                                               "if (x > 1) b = true;",
                                               "if (x == g) h = !h;",
                                               "assert(x < 2 || !b);",
                                               "g = x;",
                                               "atomic { x = g; g = 2 - x; }"};
enum { NLOCAL = sizeof local_statements / sizeof *local_statements };

static void local_text(uint64_t seed, bool with_local, struct pw_strbuf *out)
{
    struct dice d = {seed * 2654435761u + 1};
    pw_strbuf_puts(out, "shared int[0..2] g = 0;\nshared bool b = false, h = false;\nthread p {\n");
    if (with_local) pw_strbuf_puts(out, "    local int x = 0;\n");
    for (unsigned i = 0, n = 2 + roll(&d, 4); i < n; i++)
        pw_strbuf_printf(out, "    %s\n",
                         with_local && roll(&d, 2) ? local_statements[roll(&d, NLOCAL)]
                                                   : statements[roll(&d, NSTATEMENTS)]);
    pw_strbuf_puts(out, "}\nthread all { assume(b && h && g == 1); assert(!h); }\n");
}

static bool thread_conforms(const struct pw_program *p, const struct pw_program *a)
{
    struct pw_terms *terms = pw_terms_new();
    struct pw_machine m;
    struct pw_conform_result r;
    pw_machine_init(&m, terms, a, 0);
    ck_assert(!m.problem);
    pw_conform_check(&r, p, 0, &m);
    bool yes = r.verdict == PW_CONFORMS;
    pw_conform_clear(&r);
    pw_machine_clear(&m);
    pw_terms_free(terms);
    return yes;
}

/* A thread conforms to what is proposed for it. If the program goes wrong with 2 or 3 threads, so
 * does the one with the proposal; the other way round, too, if all is finite: predicates over an
 * unbounded local need not say all about it. */
START_TEST(proposals_do_what_their_threads_do)
{
    struct pw_dr_part part = {.abstract = true};
    int same = 0, wrong = 0, n = 200 * unit_scale();
    for (int i = 0; i < n; i++) {
        struct pw_strbuf text = {0};
        struct pw_proposal x;
        local_text((uint64_t)i, i % 2, &text);
        struct pw_program *p = parse(pw_strbuf_text(&text), NULL);
        ck_assert(p != NULL);
        pw_propose_init(&x, p, 0);
        ck_assert_msg(!x.problem && pw_propose_write(&x, &text), "seed %d: %s", i, x.problem);
        struct pw_program *a = parse(pw_strbuf_text(&text), &part);
        ck_assert_msg(a && thread_conforms(p, a), "seed %d:\n%s", i, pw_strbuf_text(&text));
        for (size_t k = 2; k <= 3; k++) {
            bool bad = goes_wrong(p, k), shown = goes_wrong(a, k);
            ck_assert_msg(shown == bad || (i % 2 && shown), "seed %d, %zu threads:\n%s", i, k,
                          pw_strbuf_text(&text));
            ck_assert(i % 2 || !x.loose);
            same += shown == bad;
            wrong += bad;
        }
        pw_propose_clear(&x);
        pw_program_free(p);
        pw_program_free(a);
        pw_strbuf_clear(&text);
    }
    ck_assert_msg(same > 3 * n / 2 && wrong > n / 10, "%d the same, %d wrong", same, wrong);
}
END_TEST

/* ---- models ---- */

static bool finite_locals(const struct pw_thread_template *t)
{
    for (size_t i = 0; i < t->nlocals; i++)
        if (!pw_type_finite(t->locals[i].type)) return false;
    return true;
}

static int itself_checked, itself_left_out;

/* Each thread of finite locals conforms to itself: its own graph as the abstract thread. */
static void check_itself(const struct pw_program *p)
{
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        if (!finite_locals(&p->templates[t]) || pw_program_uses(p)) continue;
        struct pw_terms *terms = pw_terms_new();
        struct pw_machine m;
        struct pw_conform_result r;
        pw_machine_init(&m, terms, p, t);
        if (m.problem || m.places.n > 60) {
            itself_left_out++; /* arbitrary integers that are lost, or too large for a test */
        } else {
            pw_conform_check(&r, p, t, &m);
            ck_assert_msg(r.verdict == PW_CONFORMS, "%s: %s", p->file, p->templates[t].name);
            itself_checked++;
            pw_conform_clear(&r);
        }
        pw_machine_clear(&m);
        pw_terms_free(terms);
    }
}

static int visit_model(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    size_t n = strlen(path);
    const char *why;
    struct pw_source src;
    struct pw_diags diags = {0};
    (void)info, (void)at;
    if (kind != FTW_F || n < 3 || strcmp(path + n - 3, ".dr")) return 0;
    ck_assert(pw_source_read(&src, path, &why) == PW_SOURCE_OK);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    if (p) check_itself(p);
    pw_program_free(p);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return 0;
}

START_TEST(every_thread_of_the_models_conforms_to_itself)
{
    itself_checked = itself_left_out = 0;
    ck_assert_int_eq(nftw(SRCDIR "/models", visit_model, 8, FTW_PHYS), 0);
    ck_assert_msg(itself_checked >= 60, "%d checked, %d left out", itself_checked, itself_left_out);
}
END_TEST

/* ---- the checker as the paper prints it ---- */

static const char negative[] =
    "shared int[-2..2] g = 1;\n"
    "thread a { local int[-2..2] x = 0; x = %s; if (*) x = g; g = x; }\n"
    "abstract thread a { x1: assert(g > 0); atomic { havoc g; assume(g > 0); } }\n";

/* A thread whose bad write is its last statement: nobody looks at F after it. If the printed rules
 * refused it, too, example_neg would test nothing. */
START_TEST(the_printed_checker_misses_the_last_statement)
{
    static const char *const first[] = {"1", "-1"};
    struct pw_dr_part part = {.abstract = true};
    for (int bad = 0; bad < 2; bad++) {
        struct pw_strbuf text = {0};
        pw_strbuf_printf(&text, negative, first[bad]);
        struct pw_program *p = parse(pw_strbuf_text(&text), NULL);
        struct pw_program *a = parse(pw_strbuf_text(&text), &part);
        ck_assert(p && a);
        ck_assert(explicit_conforms(p, a, 0, EXPLICIT_AS_PRINTED));
        ck_assert_int_eq(explicit_conforms(p, a, 0, EXPLICIT_RULES), !bad);
        ck_assert_int_eq(conforms(p, a, 0), !bad);
        pw_program_free(p);
        pw_program_free(a);
        pw_strbuf_clear(&text);
    }
}
END_TEST

/* ---- verify ---- */

/* What verify says of random programs with abstract threads, right or wrong ones, is true of the
 * program with two and three threads. */
START_TEST(verdicts_in_parts_are_true)
{
    int parts = 0, unsafe = 0, n = 60 * unit_scale();
    for (int i = 0; i < n; i++) {
        struct pw_strbuf text = {0};
        struct pw_source src;
        struct pw_diags diags = {0};
        struct pw_verify_options o;
        struct pw_verify_result r;
        program_text((uint64_t)(900000 + i), &text);
        pw_source_from_text(&src, "random.dr", pw_strbuf_text(&text), text.n);
        struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
        pw_verify_options_init(&o);
        pw_verify_result_init(&r);
        o.certificate = i % 2;
        if (p->nunsafe || p->has_assert) {
            pw_verify_source(&src, PW_INPUT_DR, &o, &diags, &r);
            ck_assert_int_eq(r.status, PW_VERIFY_DONE);
            bool bad = goes_wrong(p, 2) || goes_wrong(p, 3);
            ck_assert_msg(!(r.judgement.verdict == PW_SAFE && bad), "seed %d:\n%s", i,
                          pw_strbuf_text(&text));
            parts += r.judgement.verdict == PW_SAFE && strstr(pw_strbuf_text(&r.rests_on), "parts");
            unsafe += r.judgement.verdict == PW_UNSAFE;
            if (r.judgement.verdict == PW_SAFE && o.certificate) {
                struct pwc_result checked;
                pwc_check(r.certificate.at, r.certificate.n, NULL, &checked);
                ck_assert_int_eq(checked.status, PWC_VALID);
            }
        }
        pw_verify_result_clear(&r);
        pw_program_free(p);
        pw_diags_clear(&diags);
        pw_source_clear(&src);
        pw_strbuf_clear(&text);
    }
    ck_assert_msg(parts > n / 30 && unsafe > n / 10, "%d in parts, %d unsafe", parts, unsafe);
}
END_TEST

/* ---- certificates ---- */

static void certify(const char *text, struct pw_strbuf *out)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_verify_options o;
    struct pw_verify_result r;
    pw_source_from_text(&src, "text.dr", text, strlen(text));
    pw_verify_options_init(&o);
    pw_verify_result_init(&r);
    o.certificate = true;
    pw_verify_source(&src, PW_INPUT_DR, &o, &diags, &r);
    ck_assert_int_eq(r.judgement.verdict, PW_SAFE);
    pw_strbuf_write(out, r.certificate.at, r.certificate.n);
    pw_verify_result_clear(&r);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}

/* A few changes before the composition, and a checksum that fits. */
static void damage(const struct pw_strbuf *cert, struct dice *d, struct pw_strbuf *out)
{
    static const char bytes[] = "0123456789-|: \nleq*";
    size_t body = cert->n - (4 + 64 + 1);
    size_t head = (size_t)(strstr(cert->at, "composition ") - cert->at) + 16;
    char hash[PW_SHA256_HEX];
    pw_strbuf_write(out, cert->at, body);
    for (unsigned k = 1 + roll(d, 3); k > 0; k--)
        out->at[roll(d, (unsigned)head)] = bytes[roll(d, sizeof bytes - 1)];
    pw_sha256_hex(out->at, out->n, hash);
    pw_strbuf_printf(out, "end %s\n", hash);
}

/* Neither reader is led astray: no crash, no leak, and what both take has numbers that exist. */
START_TEST(damaged_certificates)
{
    struct pw_dr_part part = {.abstract = true};
    struct pw_strbuf text = {0}, cert = {0};
    int n = 2000 * unit_scale(), valid = 0, refused = 0;
    struct dice d = {77};
    pw_strbuf_printf(&text, negative, "1");
    pw_strbuf_puts(&text, "thread b { local int y = 0; y = y + 1; if (y == 1) assert(g != 0); }\n"
                          "abstract thread b { assert(g != 0); }\n");
    struct pw_program *p = parse(pw_strbuf_text(&text), NULL),
                      *a = parse(pw_strbuf_text(&text), &part);
    certify(pw_strbuf_text(&text), &cert);
    for (int i = 0; i < n; i++) {
        struct pw_strbuf bad = {0};
        struct pw_source src;
        struct pw_diags diags = {0};
        struct pw_cert_parts parts;
        struct pwc_result checked;
        damage(&cert, &d, &bad);
        pwc_check(bad.at, bad.n, NULL, &checked);
        valid += checked.status == PWC_VALID;
        refused += checked.status != PWC_VALID;
        pw_source_from_text(&src, "bad.cert", bad.at, bad.n);
        if (pw_cert_read_parts(&src, &parts, &diags)) {
            for (uint32_t t = 0; t < parts.parts.n && t < 2; t++)
                if (parts.parts.at[t].proof)
                    pw_conform_proof_misfit(parts.parts.at[t].proof, p, a, t);
            pw_cert_parts_clear(&parts);
        } else {
            ck_assert(checked.status != PWC_VALID);
        }
        pw_diags_clear(&diags);
        pw_source_clear(&src);
        pw_strbuf_clear(&bad);
    }
    ck_assert_msg(valid > n / 50 && refused > n / 4, "%d valid, %d refused", valid, refused);
    pw_program_free(p);
    pw_program_free(a);
    pw_strbuf_clear(&text);
    pw_strbuf_clear(&cert);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, theorem_of_parts, 0, 2);
    tcase_add_test(c, conformance_is_transitive);
    tcase_add_test(c, proposals_do_what_their_threads_do);
    tcase_add_test(c, every_thread_of_the_models_conforms_to_itself);
    tcase_add_test(c, the_printed_checker_misses_the_last_statement);
    tcase_add_test(c, verdicts_in_parts_are_true);
    tcase_add_test(c, damaged_certificates);
}
UNIT_MAIN("conform", tests)
