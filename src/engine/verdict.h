/* verdict.h -- the one place where evidence becomes a verdict (DESIGN, section 7).
 *
 * Each stage says how its result relates to the program in question: exactly, or as an
 * over-approximation. From that and from what the search and the replay brought, pw_verdict_of
 * decides:
 *
 *   a run was replayed under the program's own semantics          UNSAFE, whatever else happened
 *   the search ended, nothing bad is coverable SAFE (exact or over-approximation)
 *   the same of an under-approximation                            UNKNOWN incomplete
 *   the engine ended without an answer                            UNKNOWN incomplete
 *   the search was stopped UNKNOWN time | memory | interrupted | ...
 *   something bad is coverable, but no run could be replayed:
 *     the model is the program itself UNKNOWN unreplayed (never seen; a bug of ours)
 *     guards were relaxed (zero tests of a net)                   UNKNOWN guard-spurious
 *     it is approximated in a way of the engine's own             UNKNOWN incomplete
 *     abstract threads stand for threads of the program           UNKNOWN abstract-threads-spurious
 *     contracts stand for procedures of the program               UNKNOWN contract-spurious
 *       (of both: what stopped the run, if the program itself was not decided for that reason)
 *     it does not exist on the unclosed template                  UNKNOWN closure-spurious
 *     it exists there, and no run of the program follows it       UNKNOWN abstraction-spurious
 *     no run of the program follows it, and whether it exists
 *       there was not decided within the bounds of the replay     UNKNOWN spurious
 *     that was not found out: the replay was stopped UNKNOWN time | memory | interrupted
 *     that was not found out within the bounds of the replay      UNKNOWN replay-limit
 *
 * What is decided of a translation of a C program may not hold of the program itself:
 *   a run was replayed, but the translation has more runs         UNKNOWN translation
 *   a proof, but signed integers can overflow                     UNKNOWN overflow
 *
 * An `invariant` of the program is a property, too:
 *   one is not inductive, and no run that breaks it was found     UNKNOWN invariant-not-inductive
 *
 * SAFE never rests on an under-approximation, UNSAFE only on a replayed run. */
#ifndef PW_ENGINE_VERDICT_H
#define PW_ENGINE_VERDICT_H

#include <stdbool.h>

#include "base/guard.h"
#include "base/verdict.h"

enum pw_reason {
    PW_REASON_NONE, /* SAFE, UNSAFE */
    PW_REASON_STOPPED,
    PW_REASON_ABSTRACTION_SPURIOUS,
    PW_REASON_CLOSURE_SPURIOUS,
    PW_REASON_GUARD_SPURIOUS,
    PW_REASON_SPURIOUS,
    PW_REASON_REPLAY_LIMIT,
    PW_REASON_UNREPLAYED,
    PW_REASON_INCOMPLETE,
    PW_REASON_TRANSLATION,
    PW_REASON_OVERFLOW,
    PW_REASON_INVARIANT,
    PW_REASON_PARTS,
    PW_REASON_CONTRACTS
};

enum pw_precision {
    PW_EXACT,          /* the searched system has exactly the program's behaviour */
    PW_OVER_TEMPLATE,  /* it contains the program: predicate abstraction and/or closure */
    PW_OVER_GUARDS,    /* it contains the program: non-monotone guards of a net were relaxed */
    PW_OVER,           /* it contains the program, by an abstraction of the engine's own */
    PW_OVER_PARTS,     /* it contains the program: abstract threads stand for threads */
    PW_OVER_CONTRACTS, /* it contains the program: contracts stand for procedures */
    PW_UNDER           /* it is a part of the program: only a replayed run counts */
};

enum pw_answer { PW_NO, PW_YES, PW_UNDECIDED };

enum pw_doubt { PW_DOUBT_NONE, PW_DOUBT_TRANSLATION, PW_DOUBT_OVERFLOW, PW_DOUBT_INVARIANT };

struct pw_evidence {
    enum pw_stop stop;        /* PW_STOP_NONE: search and replay ended by themselves */
    enum pw_answer coverable; /* what the search says of the bad states */
    enum pw_precision precision;
    bool replayed; /* a run to a bad state was executed by the independent judge */
    /* precision PW_OVER_TEMPLATE, coverable, not replayed: does the unclosed template have such a
     * run? */
    enum pw_answer on_template;
    bool refuted;        /* it was shown that no concrete run follows the abstract one */
    enum pw_doubt doubt; /* of a translation from C, or of stated invariants */
};

struct pw_judgement {
    enum pw_verdict verdict;
    enum pw_reason reason;
    enum pw_stop stop; /* with PW_REASON_STOPPED */
};

struct pw_judgement pw_verdict_of(const struct pw_evidence *e);

/* "abstraction-spurious", "time", ...; NULL without a reason */
const char *pw_verdict_reason(struct pw_judgement j);
const char *pw_verdict_candidate(struct pw_judgement j); /* what the run is that is shown with it */
/* a sentence for a person; "" without a reason. predicates: there were some */
const char *pw_verdict_explain(struct pw_judgement j, bool predicates);

#endif
