/* unit.h -- what every unit test program shares: a main that runs its suites, and the leak check around each test.
 *
 *   START_TEST(adds) { ... } END_TEST
 *   static void tests(TCase *c) { tcase_add_test(c, adds); }
 *   UNIT_MAIN("num", tests)
 */
#ifndef PW_TESTS_UNIT_H
#define PW_TESTS_UNIT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

static size_t unit_bytes_before;

static void unit_setup(void)
{
    pw_mem_gmp_enter();
    unit_bytes_before = pw_mem_bytes();
}

/* Every test gives back all it took. */
static void unit_teardown(void)
{
    ck_assert_msg(pw_mem_bytes() == unit_bytes_before, "leak: %zu bytes live, %zu before", pw_mem_bytes(), unit_bytes_before);
    pw_mem_gmp_leave();
}

#define UNIT_MAIN(name, add_tests)                                                                                     \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        Suite *suite = suite_create(name);                                                                             \
        TCase *tcase = tcase_create(name);                                                                             \
        tcase_set_timeout(tcase, 600);                                                                                 \
        tcase_add_checked_fixture(tcase, unit_setup, unit_teardown);                                                   \
        add_tests(tcase);                                                                                              \
        suite_add_tcase(suite, tcase);                                                                                 \
        SRunner *runner = srunner_create(suite);                                                                       \
        srunner_run_all(runner, CK_NORMAL);                                                                            \
        int failed = srunner_ntests_failed(runner);                                                                    \
        srunner_free(runner);                                                                                          \
        return failed ? EXIT_FAILURE : EXIT_SUCCESS;                                                                   \
    }

#endif
