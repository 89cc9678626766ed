/* debug.h -- checks that cost more than what they check: the checkers of whole structures, run
 * where one stage hands over to the next, in builds that were configured with --enable-debug.
 *
 *     PW_BORDER(pw_dual_check(t));
 *
 * The check asserts. What it does is no work (base/limits.h), so turns are as long as without. */
#ifndef PW_BASE_DEBUG_H
#define PW_BASE_DEBUG_H

#include <stdbool.h>

#include "base/limits.h"

extern const bool pw_debug_build;

#define PW_BORDER(check)                                                                           \
    do {                                                                                           \
        if (pw_debug_build) {                                                                      \
            uint64_t pw_turn = pw_limits_set_turn(0), pw_work = pw_limits_work();                  \
            check;                                                                                 \
            pw_limits_set_turn(pw_turn ? pw_turn + pw_limits_work() - pw_work : 0);                \
        }                                                                                          \
    } while (0)

#endif
