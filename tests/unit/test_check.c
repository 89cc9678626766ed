#include "unit/unit.h"

#include <string.h>

#include "base/limits.h"
#include "base/sha256.h"
#include "check/check.h"
#include "oracle/cert_compare.h"

enum { ROOM = CERT_ROOM };

static unsigned scale(void)
{
    const char *s = getenv("PWQO_TEST_SCALE");
    return s && atoi(s) > 0 ? (unsigned)atoi(s) : 1;
}

static void mutation_run(const char *what, bool (*make)(struct rnd *, struct oc *),
                         unsigned certificates, unsigned each, struct tally *t)
{
    static struct oc c;
    static char text[ROOM];
    for (unsigned long seed = 1; t->made < certificates; seed++) {
        struct rnd r = {seed * 0x9e3779b97f4a7c15ULL};
        struct tally own = {0};
        if (!make(&r, &c)) continue;
        c.hints = rnd_below(&r, 8) ? 0 : 1 + rnd_below(&r, 1000);
        size_t n = oc_print(&c, text, sizeof text);
        ck_assert_msg(cert_compare(text, n, &own, seed) == PWC_VALID,
                      "seed %lu: a good certificate is refused", seed);
        t->made++, t->elements += (unsigned)c.nbasis;
        cert_compare_mutants(&r, text, n, each, t, seed);
    }
    cert_print_tally(what, t);
    ck_assert_uint_gt(t->accepted, t->mutants / 20);
}

START_TEST(accepts_the_template_mutants_that_the_oracle_accepts)
{
    struct tally t = {0};
    mutation_run("template", cert_random_template, 150 * scale(), 20, &t);
    for (int i = PWC_START; i < PWC_PARTS; i++)
        ck_assert_uint_gt(t.failed[i], 3);
}
END_TEST

START_TEST(accepts_the_mutants_with_traps_that_the_oracle_accepts)
{
    struct tally t = {0};
    mutation_run("traps", cert_random_sharp, 60 * scale(), 40, &t);
    for (int i = PWC_START; i < PWC_INITIAL; i++)
        ck_assert_uint_gt(t.failed[i], 3);
}
END_TEST

START_TEST(accepts_the_net_mutants_that_the_oracle_accepts)
{
    struct tally t = {0};
    mutation_run("net", cert_random_net, 80 * scale(), 20, &t);
    for (int i = PWC_START; i < PWC_PARTS; i++)
        ck_assert_uint_gt(t.failed[i], 3);
}
END_TEST

START_TEST(accepts_the_mutants_with_ideals_that_the_oracle_accepts)
{
    struct tally t = {0};
    mutation_run("ideals", cert_random_ideals, 80 * scale(), 20, &t);
    for (int i = PWC_START; i < PWC_INITIAL; i++)
        ck_assert_uint_gt(t.failed[i], 3);
}
END_TEST

/* ---- one certificate, by hand: a lock. Why it is valid is told in doc/certificate.md ---- */

static const char lock_text[] =
    "pwqo-certificate 2 template\n"
    "inputs 1\n"
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 lock.dr\n"
    "defines 1\nN 3\n"
    "closure witness\nbound 2\npredicates 0\n"
    "shared-fields 1\nbool 0 1 - held\n"
    "templates 1\nclient * 0 0\n"
    "labels 1\ncrit\n"
    "locations 2\n0 normal 3 L0\n0 normal 4 L1 0\n"
    "statements 2\n0 1 3 lock(m);\n1 0 4 unlock(m);\n"
    "passive-moves 1\n0 * | |\n"
    "active-moves 2\n0 | 0 | | 1 | | 0\n1 | 1 | | 0 | | 0\n"
    "initial 1\n0 0 | 0 | |\n"
    "bad 1\n9 0*2 | two clients at crit\n"
    "shared-states 2\n0\n1\n"
    "local-states 2\n0\n1\n"
    "may 2\n0 0-1\n1 0-1\n"
    "invariants 0\n"
    "basis 3\n0 0 1\n0 1*2\n1 1*2\n";

static const char counter_text[] =
    "pwqo-certificate 2 net\ninputs 0\ndefines 0\nglobals 2\nplaces 3\nidle\nin\ndone\n"
    "transitions 2\n0 1 | 0 | | 1 | enter\n1 0 | 1 | 2>0 | 2 | leave, the done ones start again\n"
    "initial 1\n0 0 0 0 *\ntargets 1\n* 1*2\nmay 2\n0 *\n1 *\n"
    "invariants 1\n0 | 1:-1 | 1:1\nbasis 0\n";

/* The text with the first `find` replaced by `by`, and its checksum. */
static struct pwc_result check_changed(const char *text, const char *find, const char *by)
{
    static char changed[ROOM];
    char sum[PW_SHA256_HEX];
    const char *at = strstr(text, find);
    struct pwc_result r;
    ck_assert_msg(at, "no '%s' in the text", find);
    int n = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, by,
                     at + strlen(find));
    pw_sha256_hex(changed, (size_t)n, sum);
    n += snprintf(changed + n, sizeof changed - (size_t)n, "end %s\n", sum);
    pwc_check(changed, (size_t)n, NULL, &r);
    return r;
}

struct change {
    const char *find, *by;
    enum pwc_status status;
    unsigned long line;
    const char *message; /* part of it */
};

static void check_table(const char *text, const struct change *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct pwc_result r = check_changed(text, c[i].find, c[i].by);
        ck_assert_msg(r.status == c[i].status && r.line == c[i].line &&
                          strstr(r.message, c[i].message),
                      "'%s' -> '%s': status %d, line %lu: %s", c[i].find, c[i].by, r.status, r.line,
                      r.message);
    }
}

START_TEST(valid_by_hand)
{
    static const struct change same[] = {
        {"pwqo", "pwqo", PWC_VALID, 0, ""},
        {"witness", "paper", PWC_VALID, 0, ""},
        /* with an inequality, "as many clients at crit as the lock is held", no basis is needed */
        {"invariants 0\nbasis 3\n0 0 1\n0 1*2\n1 1*2\n", "invariants 1\n0 | 1:-1 | 1:1\nbasis 0\n",
         PWC_VALID, 0, ""},
        {"N 3", "N   3   and more", PWC_VALID, 0, ""},
        {"may 2\n0 0-1", "may 2\n0 *", PWC_VALID, 0, ""},
        {"basis 3\n0 0 1", "basis 3\n0 1 0", PWC_VALID, 0, ""},
        /* hints: right ones, useless ones, none */
        {"1 1*2\n", "1 1*2\nabove 4\n1 2\n2\n2\n0\n", PWC_VALID, 0, ""},
        {"1 1*2\n", "1 1*2\nabove 4\n0 0 0\n0 1 0 1 2\n1\n1 1\n", PWC_VALID, 0, ""},
        {"1 1*2\n", "1 1*2\nabove 4\n\n\n\n\n", PWC_VALID, 0, ""},
        {"0 1*2\n", "0 1 1\n", PWC_VALID, 0, ""},
    };
    check_table(lock_text, same, sizeof same / sizeof *same);
    static const struct change net[] = {{"pwqo", "pwqo", PWC_VALID, 0, ""}};
    check_table(counter_text, net, 1);
}
END_TEST

START_TEST(conditions_that_fail)
{
    static const struct change c[] = {
        {"may 2\n0 0-1", "may 2\n0 1", PWC_INVALID, 27, "an initial state is not in J"},
        {"may 2\n0 0-1\n", "may 1\n", PWC_INVALID, 27, "an initial state is not in J: global 0"},
        {"1 0-1", "1 0", PWC_INVALID, 24, "J is not closed"},
        {"0 0-1", "0 0", PWC_INVALID, 25, "J is not closed"},
        {"basis 3\n0 0 1\n0 1*2\n1 1*2\n", "basis 0\n", PWC_INVALID, 29,
         "bad state, global 0 with 1*2, is in J but not above the basis"},
        {"basis 3\n0 0 1\n", "basis 2\n", PWC_INVALID, 42,
         "the basis is not closed: the predecessor global 0 with 0 1 of this element, by the step "
         "of line 24"},
        {"basis 3\n0 0 1\n", "basis 3\n0 0\n", PWC_INVALID, 41,
         "the basis is not closed: the predecessor global 1 with 0 1"},
        {"basis 3\n0 0 1\n0 1*2\n1 1*2\n", "basis 2\n0\n1\n", PWC_INVALID, 41,
         "an initial state lies above this element"},
        {"0 | 0 | | 1 | | 0", "0 | - | | - | | 0", PWC_INVALID, 41,
         "the predecessor global 0 with 0*2"},
        {"invariants 0", "invariants 1\n0 | | 1:1", PWC_INVALID, 24,
         "increases the inequality of line 40"},
        {"invariants 0", "invariants 1\n7 | | 0:1", PWC_INVALID, 40,
         "an initial state violates this inequality"},
        {"invariants 0", "invariants 1\n-1 | |", PWC_INVALID, 40,
         "an initial state violates this inequality"},
    };
    check_table(lock_text, c, sizeof c / sizeof *c);
    static const struct change n[] = {
        {"0 1 | 0 | | 1 |", "0 0 | 0 | | 1 |", PWC_INVALID, 10, "increases the inequality"},
        {"2>0", "2>1", PWC_INVALID, 11,
         "a passive token in place 2 increases the inequality of line 20"},
        {"0 0 0 0 *", "0 0 1 0 *", PWC_INVALID, 20,
         "an initial state violates this inequality: a place has no bound"},
        {"0 0 0 0 *", "0 * 1 0 0", PWC_VALID, 0, ""},
        {"0 0 0 0 *", "0 0 1 2 3", PWC_INVALID, 20, "an initial state violates this inequality"},
        {"may 2\n0 *", "may 2\n0 1 2", PWC_INVALID, 13,
         "an initial state is not in J: global 0, place 0"},
        {"may 2\n0 *\n", "may 1\n", PWC_INVALID, 13, "an initial state is not in J: global 0"},
        {"may 2\n0 *\n1 *\n", "may 1\n0 *\n", PWC_INVALID, 10, "J is not closed"},
        /* other threads stay in "idle", or in "in" */
        {"may 2\n0 *\n1 *\n", "may 2\n0 *\n1 1-2\n", PWC_INVALID, 10,
         "with a passive token in a place that does not occur there"},
        {"may 2\n0 *\n1 *\n", "may 2\n0 0 2\n1 *\n", PWC_INVALID, 11,
         "with a passive token in a place that does not occur there"},
        {"invariants 1\n0 | 1:-1 | 1:1\n", "invariants 0\n", PWC_INVALID, 15,
         "this bad state, global 0 with 1*2, is in J"},
        {"basis 0", "basis 1\n0 2*1000000000", PWC_VALID, 0, ""},
        {"basis 0", "basis 1\n1 2*1000000000", PWC_INVALID, 22,
         "the predecessor global 0 with 0 2*1000000000"},
        {"basis 0", "basis 2\n0 2*1000000000\n1 2*1000000000", PWC_VALID, 0, ""},
        {"basis 0", "basis 1\n0", PWC_INVALID, 22, "the basis is not closed"},
        {"basis 0", "basis 2\n0\n1", PWC_INVALID, 22, "an initial state lies above this element"},
        /* a bad state without tokens, below an element without tokens: nothing to compare */
        {"* 1*2\nmay 2\n0 *\n1 *\ninvariants 1\n0 | 1:-1 | 1:1\nbasis 0\n",
         "1\nmay 2\n0 *\n1 *\ninvariants 0\nbasis 2\n0\n1\n", PWC_INVALID, 21,
         "an initial state lies above this element"},
    };
    check_table(counter_text, n, sizeof n / sizeof *n);
}
END_TEST

/* So many globals that the index of the basis is searched instead of tabulated: the same
 * answers. */
START_TEST(many_globals)
{
    static const char text[] =
        "pwqo-certificate 2 net\ninputs 0\ndefines 0\nglobals 1000000\nplaces 3\nidle\nin\ndone\n"
        "transitions 2\n0 999999 | 0 | | 1 | enter\n999999 0 | 1 | | 0 | leave\n"
        "initial 1\n0 0 0 0 *\ntargets 1\n* 1*2\nmay 2\n0 *\n999999 *\n"
        "invariants 0\nbasis 3\n0 0 1\n0 1*2\n999999 1*2\n";
    static const struct change c[] = {
        {"pwqo", "pwqo", PWC_VALID, 0, ""},
        {"basis 3\n0 0 1\n", "basis 2\n", PWC_INVALID, 22, "the basis is not closed"},
        {"basis 3\n0 0 1\n0 1*2\n999999 1*2\n", "basis 2\n0 0 1\n0 1*2\n", PWC_INVALID, 15,
         "this bad state, global 999999 with 1*2, is in J but not above the basis"},
        {"basis 3\n0 0 1\n0 1*2\n", "basis 4\n0 0 1\n0 1*2\n999999\n", PWC_INVALID, 23,
         "the basis is not closed"},
        {"basis 3\n0 0 1\n0 1*2\n", "basis 5\n0\n0 0 1\n0 1*2\n999999\n", PWC_INVALID, 21,
         "an initial state lies above"},
    };
    check_table(text, c, sizeof c / sizeof *c);
}
END_TEST

START_TEST(malformed)
{
    static const struct change c[] = {
        {"pwqo-certificate 2", "pwqo-certificate 1", PWC_MALFORMED, 1,
         "version 1 of the format is not known"},
        {"pwqo-certificate 2", "pwqo-certificate 99999999999999999999999", PWC_MALFORMED, 1,
         "is too large"},
        {"pwqo-certificate 2", "drat 1", PWC_MALFORMED, 1,
         "'pwqo-certificate' expected, not 'drat'"},
        {"template\n", "tree\n", PWC_MALFORMED, 1, "'tree' is no kind of certificate"},
        {"inputs 1", "inputs 1000000000", PWC_MALFORMED, 4, "SHA-256 of the input expected"},
        {"inputs 1", "inputs 1 1", PWC_MALFORMED, 2, "'1' is too much in this line"},
        {"defines 1", "defines 999999999", PWC_MALFORMED, 43, "ends after this line"},
        {"closure witness", "closure none", PWC_MALFORMED, 6, "'paper' expected"},
        {"shared-fields 1", "shared-fields -1", PWC_MALFORMED, 9, "-1 is not in 0..1000000000"},
        {"bool 0 1", "bool 1 0", PWC_MALFORMED, 10, "0 is not in 1.."},
        {"bool 0 1", "bool 0 99999999999", PWC_MALFORMED, 10, "is not in"},
        {"client * 0 0", "client * 5 0", PWC_MALFORMED, 17,
         "the entry of template 0 is not one of its locations"},
        {"client * 0 0", "client * 0 1000000", PWC_MALFORMED, 13, "the line ends too early"},
        {"templates 1", "templates 256", PWC_MALFORMED, 11, "more than 255 templates"},
        {"L1 0", "L1 1", PWC_MALFORMED, 17, "1 is not in 0..0"},
        {"9 0*2 |", "9 0*1 0*1 |", PWC_MALFORMED, 29, "a label for the second time"},
        {"9 0*2 |", "9 0 0 |", PWC_MALFORMED, 29, "a label for the second time"},
        {"0 1 3 lock", "0 2 3 lock", PWC_MALFORMED, 19, "2 is not in 0..1"},
        {"0 * | |", "1 * | |", PWC_MALFORMED, 22, "1 is not in 0..0"},
        {"0 * | |", "0 * | | 1", PWC_MALFORMED, 22, "'1' is too much"},
        {"0 * | |", "0 * |", PWC_MALFORMED, 22, "'|' expected, not ''"},
        {"0 | 0 | | 1 | | 0", "0 | = | | 1 | | 0", PWC_MALFORMED, 24, "number expected, not '='"},
        {"0 | 0 | | 1 | | 0", "0 | 2 | | 1 | | 0", PWC_MALFORMED, 24, "2 is not in 0..1"},
        {"0 | 0 | | 1 | | 0", "0 | 0 | | 1 | |", PWC_MALFORMED, 24, "the line ends too early"},
        {"0 | 0 | | 1 | | 0", "0 | 0 | | 1 | | 0 0", PWC_MALFORMED, 24,
         "passive moves must increase"},
        {"0 | 0 | | 1 | | 0", "0 | 0 | | 1 | | 1", PWC_MALFORMED, 24, "1 is not in 0..0"},
        {"9 0*2", "9", PWC_MALFORMED, 29, "a bad state needs a thread"},
        {"9 0*2", "9 0*0", PWC_MALFORMED, 29, "count 0 is out of range"},
        {"9 0*2", "9 0*9223372036854775808", PWC_MALFORMED, 29, "is too large"},
        {"shared-states 2\n0\n1", "shared-states 2\n0\n0", PWC_MALFORMED, 32,
         "the same state for the second time"},
        {"local-states 2\n0\n1", "local-states 2\n1\n0", PWC_MALFORMED, 35,
         "in the order of their locations"},
        {"may 2\n0 0-1", "may 2\n1 0-1", PWC_MALFORMED, 38, "global 1 for the second time"},
        {"may 2\n0 0-1", "may 2\n0 1-0", PWC_MALFORMED, 37, "places must exist and increase"},
        {"may 2\n0 0-1", "may 2\n0 0-999999999", PWC_MALFORMED, 37,
         "places must exist and increase"},
        {"may 2\n0 0-1", "may 2\n0 * 0", PWC_MALFORMED, 37, "'0' is too much"},
        {"invariants 0", "invariants 1\n0 | | 0:0", PWC_MALFORMED, 40, "weight 0 is out of range"},
        {"invariants 0", "invariants 1\n0 | | 0:1 0:1", PWC_MALFORMED, 40,
         "the numbers must exist and increase"},
        {"invariants 0", "invariants 0\ninvariants 0", PWC_MALFORMED, 40,
         "'basis' expected, not 'invariants'"},
        {"basis 3", "basis 2", PWC_MALFORMED, 43, "nothing may follow here"},
        {"basis 3", "basis 4", PWC_MALFORMED, 43, "ends after this line"},
        {"0 1*2\n1 1*2\n", "1 1*2\n0 1*2\n", PWC_MALFORMED, 43, "must be sorted by their globals"},
        {"1 1*2\n", "1 1*2\nabove 3\n\n\n\n", PWC_MALFORMED, 44,
         "one line for each bad state and each element"},
        {"1 1*2\n", "1 1*2\nabove 4\n\n\n\n3\n", PWC_MALFORMED, 48, "3 is not in 0..2"},
        {"1 1*2\n", "1 1*2\nabove 4\n\n\n\n", PWC_MALFORMED, 47, "ends after this line"},
        {"1 1*2\n", "1 1*2\nabove 4\n\n\n\n\n\n", PWC_MALFORMED, 49, "nothing may follow here"},
        {"0 0 1\n", "0 0 2\n", PWC_MALFORMED, 41, "place 2 does not exist"},
        {"0 0 1\n", "0 0 1*\n", PWC_MALFORMED, 41, "number expected"},
        {"0 0 1\n", "0 0 1*9223372036854775808\n", PWC_MALFORMED, 41, "too large"},
        {"0 0 1\n", "\n", PWC_MALFORMED, 41, "the line ends too early"},
    };
    check_table(lock_text, c, sizeof c / sizeof *c);
    static const struct change n[] = {
        {"globals 2", "globals 1000000000", PWC_MALFORMED, 5, "more than 1000000 globals"},
        {"places 3", "places 1000000000", PWC_MALFORMED, 21, "ends after this line"},
        {"2>0", "2>3", PWC_MALFORMED, 11, "a place does not exist"},
        {"2>0", "2>0 2>0", PWC_MALFORMED, 11, "transfers must increase"},
        {"2>0", "2>-1 2>0", PWC_MALFORMED, 11, "transfers must increase"},
        {"2>0", "2", PWC_MALFORMED, 11, "PLACE>PLACE expected"},
        {"0 0 0 0 *", "0 0 0 2 1", PWC_MALFORMED, 13, "1 is not in 2.."},
        {"0 0 0 0 *", "0 0 0 0 * 0 0 *", PWC_MALFORMED, 13, "0 is not in 1..2"},
    };
    check_table(counter_text, n, sizeof n / sizeof *n);
}
END_TEST

START_TEST(damaged)
{
    struct pwc_result r;
    static char text[ROOM];
    char sum[PW_SHA256_HEX];
    pw_sha256_hex(lock_text, strlen(lock_text), sum);
    int n = snprintf(text, sizeof text, "%send %s\n", lock_text, sum);
    pwc_check(text, (size_t)n, NULL, &r);
    ck_assert_int_eq(r.status, PWC_VALID);
    for (int k = 0; k < n; k++) { /* every truncation, every changed byte */
        pwc_check(text, (size_t)k, NULL, &r);
        ck_assert_int_eq(r.status, PWC_MALFORMED);
        text[k] ^= 1;
        pwc_check(text, (size_t)n, NULL, &r);
        ck_assert_int_eq(r.status, PWC_MALFORMED);
        text[k] ^= 1;
    }
    pwc_check("", 0, NULL, &r);
    ck_assert_int_eq(r.status, PWC_MALFORMED);
}
END_TEST

/* A line of many megabytes, and a basis element with more choices than anyone can enumerate. */
START_TEST(hostile_sizes)
{
    enum { LONG = 8 << 20 };
    struct pwc_result r;
    char *line = malloc(LONG + 1);
    memset(line, '1', LONG), line[LONG] = 0;
    size_t room = LONG + sizeof lock_text + 200, n = 0;
    char *text = malloc(room), sum[PW_SHA256_HEX];
    n = (size_t)snprintf(text, room, "pwqo-certificate 2 template\ninputs %s\n", line);
    pw_sha256_hex(text, n, sum);
    n += (size_t)snprintf(text + n, room - n, "end %s\n", sum);
    pwc_check(text, n, NULL, &r);
    ck_assert_int_eq(r.status, PWC_MALFORMED);
    ck_assert_uint_eq(r.line, 2);
    free(text), free(line);
    r = check_changed(
        "pwqo-certificate 2 net\ninputs 0\ndefines 0\nglobals 1\nplaces 3\na\nb\nc\ntransitions "
        "1\n0 0 | | 0>2 1>2 | |\n"
        "initial 0\ntargets 0\nmay 1\n0 *\ninvariants 0\nbasis 2\n0 2*100000\n0 0*99999 1\n",
        "basis 2", "basis 2");
    ck_assert_msg(r.status == PWC_STOPPED && strstr(r.message, "too many"), "%d %s", r.status,
                  r.message);
}
END_TEST

/* Every allocation fails once: the check ends as stopped, and nothing is lost. */
START_TEST(memory_failures)
{
    struct pwc_result r = {.status = PWC_STOPPED};
    for (uint64_t k = 1; r.status == PWC_STOPPED; k++) {
        pw_mem_fail_at(pw_mem_calls() + k);
        r = check_changed(lock_text, "pwqo", "pwqo");
        pw_mem_fail_at(0);
        if (r.status == PWC_STOPPED) ck_assert_str_eq(r.why, "memory");
    }
    ck_assert_int_eq(r.status, PWC_VALID);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, valid_by_hand);
    tcase_add_test(c, conditions_that_fail);
    tcase_add_test(c, many_globals);
    tcase_add_test(c, malformed);
    tcase_add_test(c, damaged);
    tcase_add_test(c, hostile_sizes);
    tcase_add_test(c, memory_failures);
    tcase_add_test(c, accepts_the_template_mutants_that_the_oracle_accepts);
    tcase_add_test(c, accepts_the_net_mutants_that_the_oracle_accepts);
    tcase_add_test(c, accepts_the_mutants_with_traps_that_the_oracle_accepts);
    tcase_add_test(c, accepts_the_mutants_with_ideals_that_the_oracle_accepts);
}

UNIT_MAIN("check", tests)
