#include "unit/unit.h"

#include <string.h>

#include "engine/verdict.h"

/* The whole table of DESIGN, section 7: stop, coverable, precision, replayed, on the template,
 * refuted -> verdict, reason. */
static const struct {
    struct pw_evidence e;
    enum pw_verdict verdict;
    const char *reason;
} table[] = {
    {{PW_STOP_NONE, PW_NO, PW_EXACT, false, PW_UNDECIDED, false, PW_DOUBT_NONE}, PW_SAFE, NULL},
    {{PW_STOP_NONE, PW_NO, PW_OVER_TEMPLATE, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_SAFE,
     NULL},
    {{PW_STOP_NONE, PW_NO, PW_OVER_GUARDS, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_SAFE,
     NULL},
    {{PW_STOP_NONE, PW_YES, PW_EXACT, true, PW_UNDECIDED, false, PW_DOUBT_NONE}, PW_UNSAFE, NULL},
    {{PW_STOP_NONE, PW_YES, PW_OVER_TEMPLATE, true, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNSAFE,
     NULL},
    {{PW_STOP_NONE, PW_YES, PW_OVER_GUARDS, true, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNSAFE,
     NULL},
    {{PW_STOP_TIME, PW_UNDECIDED, PW_OVER_TEMPLATE, true, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNSAFE,
     NULL},
    {{PW_STOP_TIME, PW_UNDECIDED, PW_EXACT, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "time"},
    {{PW_STOP_TIME, PW_NO, PW_EXACT, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "time"},
    {{PW_STOP_MEMORY, PW_UNDECIDED, PW_OVER_TEMPLATE, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "memory"},
    {{PW_STOP_SIGNAL, PW_UNDECIDED, PW_OVER_GUARDS, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "interrupted"},
    {{PW_STOP_NONE, PW_YES, PW_OVER_TEMPLATE, false, PW_YES, true, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "abstraction-spurious"},
    {{PW_STOP_TIME, PW_YES, PW_OVER_TEMPLATE, false, PW_YES, true, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "abstraction-spurious"},
    {{PW_STOP_NONE, PW_YES, PW_OVER_TEMPLATE, false, PW_NO, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "closure-spurious"},
    {{PW_STOP_NONE, PW_YES, PW_OVER_TEMPLATE, false, PW_UNDECIDED, true, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "spurious"},
    /* nothing was shown: the reason is what ended the replay */
    {{PW_STOP_NONE, PW_YES, PW_OVER_TEMPLATE, false, PW_YES, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "replay-limit"},
    {{PW_STOP_NONE, PW_YES, PW_OVER_TEMPLATE, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "replay-limit"},
    {{PW_STOP_MEMORY, PW_YES, PW_OVER_TEMPLATE, false, PW_YES, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "memory"},
    {{PW_STOP_TIME, PW_YES, PW_OVER_TEMPLATE, false, PW_YES, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "time"},
    {{PW_STOP_TIME, PW_YES, PW_OVER_TEMPLATE, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "time"},
    {{PW_STOP_NONE, PW_YES, PW_OVER_GUARDS, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "guard-spurious"},
    {{PW_STOP_NONE, PW_YES, PW_EXACT, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "unreplayed"},
    {{PW_STOP_NONE, PW_NO, PW_OVER, false, PW_UNDECIDED, false, PW_DOUBT_NONE}, PW_SAFE, NULL},
    {{PW_STOP_NONE, PW_YES, PW_OVER, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "incomplete"},
    {{PW_STOP_NONE, PW_NO, PW_UNDER, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "incomplete"},
    {{PW_STOP_NONE, PW_YES, PW_UNDER, true, PW_UNDECIDED, false, PW_DOUBT_NONE}, PW_UNSAFE, NULL},
    {{PW_STOP_NONE, PW_UNDECIDED, PW_OVER, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "incomplete"},
    {{PW_STOP_MEMORY, PW_NO, PW_UNDER, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "memory"},
    /* abstract threads */
    {{PW_STOP_NONE, PW_NO, PW_OVER_PARTS, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_SAFE,
     NULL},
    {{PW_STOP_NONE, PW_YES, PW_OVER_PARTS, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "abstract-threads-spurious"},
    {{PW_STOP_TIME, PW_YES, PW_OVER_PARTS, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "time"},
    {{PW_STOP_NONE, PW_YES, PW_OVER_PARTS, true, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNSAFE,
     NULL},
    /* contracts in place of procedures */
    {{PW_STOP_NONE, PW_NO, PW_OVER_CONTRACTS, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_SAFE,
     NULL},
    {{PW_STOP_NONE, PW_YES, PW_OVER_CONTRACTS, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "contract-spurious"},
    {{PW_STOP_TIME, PW_YES, PW_OVER_CONTRACTS, false, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNKNOWN,
     "time"},
    {{PW_STOP_NONE, PW_YES, PW_OVER_CONTRACTS, true, PW_UNDECIDED, false, PW_DOUBT_NONE},
     PW_UNSAFE,
     NULL},
    /* translations from C */
    {{PW_STOP_NONE, PW_YES, PW_OVER, true, PW_UNDECIDED, false, PW_DOUBT_TRANSLATION},
     PW_UNKNOWN,
     "translation"},
    {{PW_STOP_NONE, PW_NO, PW_OVER, false, PW_UNDECIDED, false, PW_DOUBT_TRANSLATION},
     PW_SAFE,
     NULL},
    {{PW_STOP_NONE, PW_NO, PW_OVER, false, PW_UNDECIDED, false, PW_DOUBT_OVERFLOW},
     PW_UNKNOWN,
     "overflow"},
    {{PW_STOP_NONE, PW_YES, PW_OVER, true, PW_UNDECIDED, false, PW_DOUBT_OVERFLOW},
     PW_UNSAFE,
     NULL},
    {{PW_STOP_NONE, PW_NO, PW_OVER, false, PW_UNDECIDED, false, PW_DOUBT_INVARIANT},
     PW_UNKNOWN,
     "invariant-not-inductive"},
    {{PW_STOP_TIME, PW_NO, PW_OVER, false, PW_UNDECIDED, false, PW_DOUBT_INVARIANT},
     PW_UNKNOWN,
     "time"},
    {{PW_STOP_NONE, PW_YES, PW_OVER, true, PW_UNDECIDED, false, PW_DOUBT_INVARIANT},
     PW_UNSAFE,
     NULL},
};

START_TEST(every_row_of_the_verdict_table)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct pw_judgement j = pw_verdict_of(&table[i].e);
        const char *reason = pw_verdict_reason(j);
        ck_assert_int_eq(j.verdict, table[i].verdict);
        ck_assert((reason == NULL) == (table[i].reason == NULL));
        if (reason) ck_assert_str_eq(reason, table[i].reason);
    }
}
END_TEST

/* UNSAFE iff replayed; SAFE only if the search ended and nothing bad is coverable; UNKNOWN always
 * has a reason and an explanation. */
START_TEST(laws_over_all_evidence)
{
    for (int n = 0; n < 8 * 3 * 5 * 2 * 3 * 2; n++) {
        struct pw_evidence e = {n % 8,       n / 8 % 3,   n / 24 % 5,   n / 120 % 2,
                                n / 240 % 3, n / 720 % 2, PW_DOUBT_NONE};
        struct pw_judgement j = pw_verdict_of(&e);
        ck_assert((j.verdict == PW_UNSAFE) == e.replayed);
        if (j.reason == PW_REASON_ABSTRACTION_SPURIOUS) ck_assert(e.refuted);
        if (j.verdict == PW_SAFE)
            ck_assert(e.stop == PW_STOP_NONE && e.coverable == PW_NO && e.precision != PW_UNDER);
        ck_assert((j.verdict == PW_UNKNOWN) == (pw_verdict_reason(j) != NULL));
        ck_assert((j.verdict == PW_UNKNOWN) == (strlen(pw_verdict_explain(j, true)) > 0));
    }
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, every_row_of_the_verdict_table);
    tcase_add_test(c, laws_over_all_evidence);
}

UNIT_MAIN("verify", tests)
