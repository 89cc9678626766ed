/* The whole pipeline on random programs: SAFE is never contradicted by explicit search, UNSAFE
 * never by a complete one, every certificate is VALID. */
#include "unit/unit.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/verify.h"
#include "front/dr/dr.h"
#include "run/concrete.h"
#include "tools/gen_tree.h"

enum { PROGRAMS = 500, MOST_STATES = 3000 };

static unsigned scale(void)
{
    const char *s = getenv("PWQO_TEST_SCALE");
    return s && atoi(s) > 0 ? (unsigned)atoi(s) : 1;
}

/* Every seed turns other knobs: several templates, counts, location atoms, arbitrary values,
 * mutexes, init constraints. */
static struct gen_knobs knobs_of(uint64_t seed)
{
    struct gen_knobs k = gen_defaults;
    k.statements = 2 + (int)(seed % 5);
    k.templates = 1 + seed % 3 % 2;
    k.counts = seed % 7 == 3;
    k.at = seed % 4 == 1;
    k.arbitrary = seed % 5 == 2 ? 50 : 0;
    k.havoc = seed % 6 == 4;
    k.inits = seed % 8 == 5;
    k.mutexes = seed % 9 == 6;
    k.preds = 1 + (int)(seed % 3);
    return k;
}

struct tally {
    unsigned safe, unsafe, unknown, certificates, complete;
};

static void check_certificate(uint64_t seed, const struct pw_strbuf *text)
{
    char path[] = "/tmp/pwqo-pipeline-XXXXXX", command[4096];
    int fd = mkstemp(path);
    ck_assert(fd >= 0 && write(fd, text->at, text->n) == (ssize_t)text->n);
    close(fd);
    snprintf(command, sizeof command, "'%s/pwqo-check' '%s' >/dev/null", BUILDDIR, path);
    int status = system(command);
    ck_assert_msg(status == 0,
                  "seed %llu: pwqo-check rejects the certificate (status %d), kept in %s",
                  (unsigned long long)seed, status, path);
    unlink(path);
}

/* Explicit search with n threads: violated, complete. */
static void explore(const struct pw_program *p, size_t n, bool *violated, bool *complete)
{
    struct pw_concrete_options o = {.threads = n, .states = MOST_STATES, .lo = -1, .hi = 2};
    struct pw_concrete x;
    const char *why;
    *violated = false;
    *complete = false;
    if (!pw_concrete_init(&x, p, &o, &why)) return;
    pw_concrete_run(&x);
    *violated = pw_concrete_violated(&x);
    *complete = x.complete;
    pw_concrete_clear(&x);
}

static void check_safe(uint64_t seed, const struct pw_program *p, const struct pw_verify_result *r,
                       struct tally *t)
{
    for (size_t n = 1; n <= 4; n++) {
        bool violated, complete;
        explore(p, n, &violated, &complete);
        ck_assert_msg(!violated, "seed %llu: SAFE, but %zu threads go wrong",
                      (unsigned long long)seed, n);
        t->complete += complete;
    }
    ck_assert_msg(r->certificate.n > 0, "seed %llu: SAFE without a certificate",
                  (unsigned long long)seed);
    check_certificate(seed, &r->certificate);
    t->certificates++;
}

static void check_unsafe(uint64_t seed, const struct pw_program *p,
                         const struct pw_verify_result *r)
{
    bool violated, complete;
    ck_assert_msg(r->execution && r->execution->threads.n == r->threads &&
                      *r->execution->conclusion,
                  "seed %llu: UNSAFE without a run", (unsigned long long)seed);
    explore(p, r->threads, &violated, &complete);
    ck_assert_msg(violated || !complete,
                  "seed %llu: UNSAFE with %u threads, but a complete search finds nothing",
                  (unsigned long long)seed, r->threads);
}

static void one_program(uint64_t seed, struct tally *t)
{
    struct gen_knobs knobs = knobs_of(seed);
    struct gen_program *g = gen_random(seed, &knobs);
    struct pw_strbuf text = {0};
    struct pw_source src;
    struct pw_diags diags = {0}, again = {0};
    struct pw_verify_options o;
    struct pw_verify_result r;
    gen_print(g, &text);
    pw_source_from_text(&src, "random.dr", pw_strbuf_text(&text), text.n);
    pw_verify_options_init(&o);
    o.certificate = true;
    o.explain = seed % 2;
    o.closure = seed % 11 == 7   ? PW_CLOSURE_PAPER
                : seed % 11 == 3 ? PW_CLOSURE_SHARP
                                 : PW_CLOSURE_WITNESS;
    pw_verify_result_init(&r);
    pw_verify_source(&src, PW_INPUT_DR, &o, &diags, &r);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &again);
    if (r.status == PW_VERIFY_DONE) {
        ck_assert(p != NULL);
        if (r.judgement.verdict == PW_SAFE)
            t->safe++, check_safe(seed, p, &r, t);
        else if (r.judgement.verdict == PW_UNSAFE)
            t->unsafe++, check_unsafe(seed, p, &r);
        else
            t->unknown++, ck_assert(pw_verdict_reason(r.judgement) != NULL);
    } else {
        ck_assert_msg(!p || (!p->nunsafe && !p->has_assert), "seed %llu: refused",
                      (unsigned long long)seed);
    }
    pw_program_free(p);
    pw_verify_result_clear(&r);
    pw_diags_clear(&diags);
    pw_diags_clear(&again);
    pw_source_clear(&src);
    pw_strbuf_clear(&text);
    gen_free(g);
}

START_TEST(verdicts_agree_with_explicit_search)
{
    struct tally t = {0};
    const char *from = getenv("PWQO_TEST_SEED");
    uint64_t first = from ? strtoull(from, NULL, 10) : 1;
    for (uint64_t i = 0; i < PROGRAMS * scale(); i++)
        one_program(first + i, &t);
    printf("random programs: %u safe (%u certificates valid, %u explicit searches complete), %u "
           "unsafe, %u unknown\n",
           t.safe, t.certificates, t.complete, t.unsafe, t.unknown);
    ck_assert_msg(t.safe >= PROGRAMS / 10 && t.unsafe >= PROGRAMS / 10,
                  "the generator no longer gives both kinds");
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, verdicts_agree_with_explicit_search);
}

UNIT_MAIN("pipeline", tests)
