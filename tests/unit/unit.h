/* unit.h -- what every unit test program shares: a main that runs its tests, the leak check around
 * each, and the failing-allocator sweep.
 *
 *   START_TEST(adds) { ... } END_TEST
 *   static void tests(TCase *c) { tcase_add_test(c, adds); }
 *   UNIT_MAIN("num", tests)
 *
 * With PWQO_TEST_SWEEP set, every test runs again and again inside a guard while the 1st, 2nd, 3rd,
 * ... allocation (and all after it) fails: the code must unwind without a crash and give back all
 * memory. What the test asserts does not count then, for its inputs are cut short. PWQO_TEST_SCALE
 * multiplies the number of random inputs (unit_scale) and the time of the sweep; PWQO_TEST_SEED
 * makes them other ones where tests add it to their seeds (unit_seed). */
#ifndef PW_TESTS_UNIT_H
#define PW_TESTS_UNIT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "unit/asserts.h"

static size_t unit_bytes_before;

static void unit_setup(void)
{
    pw_mem_gmp_enter();
    unit_bytes_before = pw_mem_bytes();
}

/* Every test gives back all it took. */
static void unit_teardown(void)
{
    ck_assert_msg(pw_mem_bytes() == unit_bytes_before, "leak: %zu bytes live, %zu before",
                  pw_mem_bytes(), unit_bytes_before);
    pw_mem_gmp_leave();
}

/* The factor by which random tests are to be lengthened, at least 1. */
static inline int unit_scale(void)
{
    const char *s = getenv("PWQO_TEST_SCALE");
    int n = s ? atoi(s) : 1;
    return n > 1 ? n : 1;
}

/* What random tests add to their seeds: 0, if nothing else is asked for. */
static inline uint64_t unit_seed(void)
{
    const char *s = getenv("PWQO_TEST_SEED");
    return s ? strtoull(s, NULL, 10) : 0;
}

/* --- the sweep --- */

struct unit_swept {
    const TTest *test;
    int i;
};

enum { UNIT_MOST_SWEPT = 1000, UNIT_LOOPS_SWEPT = 3 };
static struct unit_swept unit_swept[UNIT_MOST_SWEPT];
static int unit_swept_n;

static void unit_swept_body(void *arg)
{
    struct unit_swept *s = arg;
    s->test->fn(s->i);
}

/* One run in which allocation number k and all later ones fail. Returns whether it came so far. */
static bool unit_fail_at(struct unit_swept *s, uint64_t k)
{
    size_t before = pw_mem_bytes();
    uint64_t calls = pw_mem_calls();
    pw_mem_fail_at(calls + k);
    unit_sweeping = true;
    pw_guard_run(unit_swept_body, s);
    unit_sweeping = false;
    pw_mem_fail_at(0);
    pw_mem_set_limit(0);
    pw_limits_start(0);
    pw_limits_clear_interrupt();
    ck_assert_msg(pw_mem_bytes() == before, "%s: allocation %llu fails: %zu bytes leak",
                  s->test->name, (unsigned long long)k, pw_mem_bytes() - before);
    return pw_mem_calls() - calls >= k;
}

/* Not the clock of base/limits.h, which tests set. */
static inline double unit_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

START_TEST(unit_sweep)
{
    double until = unit_clock() + 0.3 * unit_scale();
    for (uint64_t k = 1; unit_fail_at(&unit_swept[_i], k) && unit_clock() < until;)
        k += 1 + k / 16;
}
END_TEST

static inline void unit_add(TCase *c, const TTest *test, int signal, int exit, int from, int to)
{
    if (!getenv("PWQO_TEST_SWEEP")) {
        (_tcase_add_test)(c, test, signal, exit, from, to);
        return;
    }
    if (signal || exit) return;
    for (int i = from; i < to && i < from + UNIT_LOOPS_SWEPT && unit_swept_n < UNIT_MOST_SWEPT; i++)
        unit_swept[unit_swept_n++] = (struct unit_swept){test, i};
}

#define _tcase_add_test(c, test, signal, exit, from, to) unit_add(c, test, signal, exit, from, to)

static inline void unit_add_sweep(TCase *c)
{
    if (unit_swept_n) (_tcase_add_test)(c, unit_sweep, 0, 0, 0, unit_swept_n);
}

#define UNIT_MAIN(name, add_tests)                                                                 \
    int main(void)                                                                                 \
    {                                                                                              \
        Suite *suite = suite_create(name);                                                         \
        TCase *tcase = tcase_create(name);                                                         \
        tcase_set_timeout(tcase, 600);                                                             \
        tcase_add_checked_fixture(tcase, unit_setup, unit_teardown);                               \
        add_tests(tcase);                                                                          \
        unit_add_sweep(tcase);                                                                     \
        suite_add_tcase(suite, tcase);                                                             \
        SRunner *runner = srunner_create(suite);                                                   \
        srunner_run_all(runner, CK_NORMAL);                                                        \
        int failed = srunner_ntests_failed(runner);                                                \
        srunner_free(runner);                                                                      \
        return failed ? EXIT_FAILURE : EXIT_SUCCESS;                                               \
    }

#endif
