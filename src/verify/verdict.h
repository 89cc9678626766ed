/* verdict.h -- the one place where evidence becomes a verdict (DESIGN, section 7).
 *
 * Each stage says how its result relates to the program in question: exactly, or as an over-approximation. From that and from
 * what the search and the replay brought, pw_verdict_of decides:
 *
 *   a run was replayed under the program's own semantics          UNSAFE, whatever else happened
 *   the search ended, nothing bad is coverable                    SAFE    (exact or over-approximation)
 *   the search was stopped                                        UNKNOWN time | memory | interrupted | ...
 *   something bad is coverable, but no run could be replayed:
 *     the model is the program itself                             UNKNOWN unreplayed (never seen; a bug of ours)
 *     guards were relaxed (zero tests of a net)                   UNKNOWN guard-spurious
 *     the run exists on the unclosed template                     UNKNOWN abstraction-spurious
 *     it does not exist there                                     UNKNOWN closure-spurious
 *     that could not be found out: the run was stopped            UNKNOWN time | memory | interrupted
 *     that could not be found out within the bounds of the replay UNKNOWN spurious
 *
 * SAFE never rests on an under-approximation, UNSAFE only on a replayed run. */
#ifndef PW_VERIFY_VERDICT_H
#define PW_VERIFY_VERDICT_H

#include <stdbool.h>

#include "base/guard.h"

enum pw_verdict { PW_SAFE, PW_UNSAFE, PW_UNKNOWN };

enum pw_reason {
    PW_REASON_NONE, /* SAFE, UNSAFE */
    PW_REASON_STOPPED,
    PW_REASON_ABSTRACTION_SPURIOUS,
    PW_REASON_CLOSURE_SPURIOUS,
    PW_REASON_GUARD_SPURIOUS,
    PW_REASON_SPURIOUS,
    PW_REASON_UNREPLAYED
};

enum pw_precision {
    PW_EXACT,          /* the searched system has exactly the program's behaviour */
    PW_OVER_TEMPLATE,  /* it contains the program: predicate abstraction and/or closure */
    PW_OVER_GUARDS     /* it contains the program: non-monotone guards of a net were relaxed */
};

enum pw_answer { PW_NO, PW_YES, PW_UNDECIDED };

struct pw_evidence {
    enum pw_stop stop;          /* PW_STOP_NONE: the search ended by itself */
    enum pw_answer coverable;   /* what the search says of the bad states */
    enum pw_precision precision;
    bool replayed;              /* a run to a bad state was executed by the independent judge */
    enum pw_answer on_template; /* precision PW_OVER_TEMPLATE, coverable, not replayed: does the unclosed template have such a run? */
};

struct pw_judgement {
    enum pw_verdict verdict;
    enum pw_reason reason;
    enum pw_stop stop; /* with PW_REASON_STOPPED */
};

struct pw_judgement pw_verdict_of(const struct pw_evidence *e);

const char *pw_verdict_name(enum pw_verdict v);         /* "safe", "unsafe", "unknown" */
const char *pw_verdict_reason(struct pw_judgement j);   /* "abstraction-spurious", "time", ...; NULL without a reason */
const char *pw_verdict_explain(struct pw_judgement j);  /* a sentence for a person; "" without a reason */

#endif
