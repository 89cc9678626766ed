/* The public library from inside: verdicts of every kind of model; and while every allocation fails
 * in turn, never a wrong verdict, a crash or a leak. */
#include "unit/unit.h"

#include <string.h>

#include "pwqo.h"

static const struct {
    const char *name, *text;
    enum pwqo_verdict verdict;
    unsigned threads;
} models[] = {
    {"ticket.dr",
     "shared int s = 1, t = 1;\nthread client { local int l = 0; while (true) { atomic { l = t; t "
     "= t + 1; } assume(s == l); crit: s = s + 1; } }\n"
     "predicate unique = l != other.l; predicate fresh = t > l && t > other.l; predicate served = "
     "s == l; unsafe count(crit) >= 2;",
     PWQO_SAFE, 0},
    {"race.dr",
     "shared int n = 0; thread t { assume(n < 1); n = n + 1; here: skip; } predicate below = n < "
     "1; unsafe count(here) >= 2;",
     PWQO_UNSAFE, 2},
    {"weak.dr",
     "shared int n = 0; thread t { local int l; assume(l > 0); n = n + l; assert(n >= l); n = n - "
     "l; }",
     PWQO_UNKNOWN, 0},
    {"bad.dr", "shared int x = ; thread t { y = 1; }", PWQO_ERROR, 0},
    {"nothing.dr", "", PWQO_ERROR, 0},
    {"bad.drt", "no template", PWQO_ERROR, 0},
    {"mutex.spec",
     "vars\n idle lock crit\nrules\n idle >= 1, lock >= 1 -> idle' = idle - 1, lock' = lock - 1, "
     "crit' = crit + 1;\n"
     " crit >= 1 -> crit' = crit - 1, lock' = lock + 1, idle' = idle + 1;\ninit\n idle >= 1, lock "
     "= 1, crit = 0\ntarget\n crit >= 2\n",
     PWQO_SAFE, 0},
    {"two.spec",
     "vars\n idle lock crit\nrules\n idle >= 1, lock >= 1 -> idle' = idle - 1, lock' = lock - 1, "
     "crit' = crit + 1;\n"
     "init\n idle >= 1, lock = 2, crit = 0\ntarget\n crit >= 2\n",
     PWQO_UNSAFE, 0},
    {"bad.spec", "vars\n x\nrules\n y >= 1 -> ;\n", PWQO_ERROR, 0},
};
enum { MODELS = sizeof models / sizeof *models };

static pwqo *handle(int i)
{
    pwqo *p = pwqo_new();
    ck_assert_int_eq(pwqo_set(p, "certificate", "1"), 0);
    ck_assert_int_eq(pwqo_give(p, models[i].name, models[i].text, strlen(models[i].text)), 0);
    return p;
}

START_TEST(every_kind_of_model_has_its_verdict)
{
    pwqo *p = handle(_i);
    for (int again = 0; again < 2; again++) {
        ck_assert_msg(pwqo_run(p) == models[_i].verdict, "%s: %s%s", models[_i].name,
                      pwqo_text(p, PWQO_SUMMARY), pwqo_text(p, PWQO_MESSAGES));
        if (models[_i].threads) ck_assert_uint_eq(pwqo_threads(p), models[_i].threads);
        ck_assert_int_eq(*pwqo_text(p, PWQO_REASON) != 0, models[_i].verdict == PWQO_UNKNOWN);
        ck_assert_int_eq(*pwqo_text(p, PWQO_TRACE) != 0, models[_i].verdict == PWQO_UNSAFE);
        ck_assert_int_eq(*pwqo_text(p, PWQO_CERTIFICATE) != 0, models[_i].verdict == PWQO_SAFE);
        ck_assert_int_eq(*pwqo_text(p, PWQO_MESSAGES) != 0, models[_i].verdict == PWQO_ERROR);
    }
    pwqo_free(p);
}
END_TEST

/* Without memory the library may not know, but it does not guess. */
START_TEST(failing_memory_gives_unknown_or_the_truth)
{
    pwqo *p = handle(_i);
    enum pwqo_verdict last = PWQO_UNKNOWN;
    size_t bytes = pw_mem_bytes();
    bool failed = true;
    for (uint64_t k = 1; failed; k += 1 + k / (8 * (uint64_t)unit_scale())) {
        uint64_t calls = pw_mem_calls();
        pw_mem_fail_at(calls + k);
        last = pwqo_run(p);
        pw_mem_fail_at(0);
        failed = pw_mem_calls() - calls >= k;
        ck_assert_msg(last == PWQO_UNKNOWN || last == models[_i].verdict,
                      "%s: allocation %d fails: verdict %d", models[_i].name, (int)k, last);
        ck_assert_uint_eq(pw_mem_bytes(), bytes);
    }
    ck_assert_int_eq(last, models[_i].verdict);
    pwqo_free(p);
}
END_TEST

START_TEST(limits_and_interrupts_end_a_run)
{
    pwqo *p = handle(0);
    pwqo_interrupt();
    ck_assert_int_eq(pwqo_run(p), PWQO_UNKNOWN);
    ck_assert_str_eq(pwqo_text(p, PWQO_REASON), "interrupted");
    ck_assert_int_eq(pwqo_run(p), PWQO_SAFE);
    ck_assert_int_eq(pwqo_set(p, "time-limit", "0.000001"), 0);
    ck_assert_int_eq(pwqo_run(p), PWQO_UNKNOWN);
    ck_assert_str_eq(pwqo_text(p, PWQO_REASON), "time");
    ck_assert_int_eq(pwqo_set(p, "time-limit", "0"), 0);
    ck_assert_int_eq(pwqo_run(p), PWQO_SAFE);
    pwqo_free(p);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, every_kind_of_model_has_its_verdict, 0, MODELS);
    tcase_add_loop_test(c, failing_memory_gives_unknown_or_the_truth, 0, MODELS);
    tcase_add_test(c, limits_and_interrupts_end_a_run);
}

UNIT_MAIN("api", tests)
