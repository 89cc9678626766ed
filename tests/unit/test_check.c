#include "unit/unit.h"

#include <string.h>

#include "base/limits.h"
#include "check/check.h"
#include "oracle/cert_oracle.h"
#include "oracle/cert_random.h"

enum { ROOM = 1 << 20 };

static unsigned scale(void)
{
    const char *s = getenv("PWQO_TEST_SCALE");
    return s && atoi(s) > 0 ? (unsigned)atoi(s) : 1;
}

struct tally {
    unsigned made, mutants, accepted, invalid, malformed, skipped, elements;
    unsigned failed[PWC_PARTS]; /* by the condition that fails */
};

/* The checker accepts what the oracle accepts. A wrong checksum is judged by the checker alone. */
static void compare(const char *text, size_t n, struct tally *t, unsigned long seed)
{
    static struct oc c;
    struct pwc_result r;
    const char *why = NULL;
    pwc_check(text, n, &r);
    enum oc_verdict v = oc_read(&c, text, &why);
    if (v == OC_ACCEPT) v = oc_judge(&c, &why);
    bool damaged = r.status == PWC_MALFORMED && r.line == 0;
    t->mutants++;
    t->accepted += r.status == PWC_VALID, t->invalid += r.status == PWC_INVALID, t->malformed += r.status == PWC_MALFORMED;
    if (r.status == PWC_INVALID) t->failed[r.passed]++;
    if (v == OC_TOO_BIG || damaged) {
        t->skipped++;
        ck_assert_msg(!damaged || r.status == PWC_MALFORMED, "damaged");
        return;
    }
    bool same = (v == OC_ACCEPT) == (r.status == PWC_VALID) && (v == OC_MALFORMED) == (r.status == PWC_MALFORMED);
    if (!same) {
        FILE *f = fopen("test_check.cert", "w");
        if (f) fwrite(text, 1, n, f), fclose(f);
    }
    ck_assert_msg(same, "seed %lu: oracle says %d (%s), checker %d, line %lu: %s; text in test_check.cert", seed, v, why ? why : "-", r.status, r.line, r.message);
}

static void mutants_of(struct rnd *r, const struct oc *c, unsigned number, struct tally *t, unsigned long seed)
{
    static char text[ROOM], mutant[ROOM];
    struct tally own = {0};
    size_t n = oc_print(c, text, sizeof text);
    compare(text, n, &own, seed);
    ck_assert_msg(own.accepted == 1, "seed %lu: a good certificate is refused", seed);
    t->made++, t->elements += (unsigned)c->nbasis;
    for (unsigned i = 0; i < number; i++) {
        memcpy(mutant, text, n + 1);
        size_t m = cert_mutate(r, mutant, n, sizeof mutant);
        compare(mutant, m, t, seed);
    }
}

static void mutation_run(bool net, unsigned certificates, unsigned each, struct tally *t)
{
    static struct oc c;
    for (unsigned long seed = 1; t->made < certificates; seed++) {
        struct rnd r = {seed * 0x9e3779b97f4a7c15ULL};
        if (net ? cert_random_net(&r, &c) : cert_random_template(&r, &c)) mutants_of(&r, &c, each, t, seed);
    }
    printf("%s: %u certificates, %u mutants: %u accepted, %u invalid, %u malformed, %u not judged by the oracle\n", net ? "net" : "template", t->made,
           t->mutants, t->accepted, t->invalid, t->malformed, t->skipped);
    printf("  %u basis elements; failed: start %u, closed %u, bad %u, pre %u, initial %u\n", t->elements, t->failed[PWC_START], t->failed[PWC_CLOSED],
           t->failed[PWC_BAD], t->failed[PWC_PRE], t->failed[PWC_INITIAL]);
    ck_assert_uint_gt(t->accepted, t->mutants / 20);
    for (int i = PWC_START; i < PWC_PARTS; i++) ck_assert_uint_gt(t->failed[i], 3);
}

START_TEST(accepts_the_template_mutants_that_the_oracle_accepts)
{
    struct tally t = {0};
    mutation_run(false, 150 * scale(), 20, &t);
}
END_TEST

START_TEST(accepts_the_net_mutants_that_the_oracle_accepts)
{
    struct tally t = {0};
    mutation_run(true, 80 * scale(), 20, &t);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, accepts_the_template_mutants_that_the_oracle_accepts);
    tcase_add_test(c, accepts_the_net_mutants_that_the_oracle_accepts);
}

UNIT_MAIN("check", tests)
