/* asserts.h -- the assertions of Check, for test programs (unit.h has it) and for files of helpers
 * and oracles that they link. */
#ifndef PW_TESTS_ASSERTS_H
#define PW_TESTS_ASSERTS_H

#include <check.h>
#include <stdbool.h>

#include "base/guard.h"

/* While the sweep of unit.h fails an allocation, a false assertion just ends the run. One flag per
 * program. */
__attribute__((weak)) bool unit_sweeping;

#define _ck_assert_failed(...)                                                                     \
    (unit_sweeping ? pw_guard_throw(PW_STOP_MEMORY) : (_ck_assert_failed)(__VA_ARGS__))

#endif
