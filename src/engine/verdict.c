#include "engine/verdict.h"

#include <assert.h>
#include <stddef.h>

static struct pw_judgement unknown(enum pw_reason reason)
{
    return (struct pw_judgement){PW_UNKNOWN, reason, PW_STOP_NONE};
}

static struct pw_judgement stopped_or(const struct pw_evidence *e, enum pw_reason reason)
{
    if (e->stop != PW_STOP_NONE)
        return (struct pw_judgement){PW_UNKNOWN, PW_REASON_STOPPED, e->stop};
    return unknown(reason);
}

static struct pw_judgement spurious(const struct pw_evidence *e)
{
    if (e->precision == PW_EXACT) return unknown(PW_REASON_UNREPLAYED);
    if (e->precision == PW_OVER_GUARDS) return unknown(PW_REASON_GUARD_SPURIOUS);
    if (e->precision == PW_OVER_PARTS) return stopped_or(e, PW_REASON_PARTS);
    if (e->precision == PW_OVER_CONTRACTS) return stopped_or(e, PW_REASON_CONTRACTS);
    if (e->precision != PW_OVER_TEMPLATE) return stopped_or(e, PW_REASON_INCOMPLETE);
    if (e->on_template == PW_NO) return unknown(PW_REASON_CLOSURE_SPURIOUS);
    if (e->refuted)
        return unknown(e->on_template == PW_YES ? PW_REASON_ABSTRACTION_SPURIOUS
                                                : PW_REASON_SPURIOUS);
    return stopped_or(e, PW_REASON_REPLAY_LIMIT);
}

struct pw_judgement pw_verdict_of(const struct pw_evidence *e)
{
    if (e->replayed && e->doubt == PW_DOUBT_TRANSLATION) return unknown(PW_REASON_TRANSLATION);
    if (e->replayed) return (struct pw_judgement){PW_UNSAFE, PW_REASON_NONE, PW_STOP_NONE};
    if (e->doubt == PW_DOUBT_INVARIANT) return stopped_or(e, PW_REASON_INVARIANT);
    if (e->coverable == PW_YES) return spurious(e);
    if (e->stop != PW_STOP_NONE || e->coverable == PW_UNDECIDED || e->precision == PW_UNDER)
        return stopped_or(e, PW_REASON_INCOMPLETE);
    if (e->doubt == PW_DOUBT_OVERFLOW) return unknown(PW_REASON_OVERFLOW);
    return (struct pw_judgement){PW_SAFE, PW_REASON_NONE, PW_STOP_NONE};
}

const char *pw_verdict_reason(struct pw_judgement j)
{
    switch (j.reason) {
    case PW_REASON_NONE:
        return NULL;
    case PW_REASON_STOPPED:
        return pw_guard_reason(j.stop);
    case PW_REASON_ABSTRACTION_SPURIOUS:
        return "abstraction-spurious";
    case PW_REASON_CLOSURE_SPURIOUS:
        return "closure-spurious";
    case PW_REASON_GUARD_SPURIOUS:
        return "guard-spurious";
    case PW_REASON_SPURIOUS:
        return "spurious";
    case PW_REASON_REPLAY_LIMIT:
        return "replay-limit";
    case PW_REASON_UNREPLAYED:
        return "unreplayed";
    case PW_REASON_INCOMPLETE:
        return "incomplete";
    case PW_REASON_TRANSLATION:
        return "translation";
    case PW_REASON_OVERFLOW:
        return "overflow";
    case PW_REASON_INVARIANT:
        return "invariant-not-inductive";
    case PW_REASON_PARTS:
        return "abstract-threads-spurious";
    case PW_REASON_CONTRACTS:
        return "contract-spurious";
    }
    assert(!"a value that the enum does not have");
    return NULL;
}

const char *pw_verdict_candidate(struct pw_judgement j)
{
    switch (j.reason) {
    case PW_REASON_STOPPED:
    case PW_REASON_REPLAY_LIMIT:
    case PW_REASON_UNREPLAYED:
        return "a run that may or may not be one of the program";
    case PW_REASON_CLOSURE_SPURIOUS:
        return "the run, in which a thread is dropped";
    default:
        return "the run, which the program does not have";
    }
}

static const char *explain_stop(enum pw_stop stop)
{
    switch (stop) {
    case PW_STOP_TIME:
        return "the time limit was reached";
    case PW_STOP_MEMORY:
        return "the memory limit was reached";
    case PW_STOP_SIGNAL:
        return "the run was interrupted";
    case PW_STOP_RANGE:
        return "a counter left the range of its representation";
    default:
        return "the search was not finished";
    }
}

const char *pw_verdict_explain(struct pw_judgement j, bool predicates)
{
    switch (j.reason) {
    case PW_REASON_NONE:
        return "";
    case PW_REASON_STOPPED:
        return explain_stop(j.stop);
    case PW_REASON_ABSTRACTION_SPURIOUS:
        return predicates ? "the predicates allow a run to a bad state that the program does not "
                            "have (abstraction-spurious)"
                          : "the abstraction without predicates has a run to a bad state that the "
                            "program does not have (abstraction-spurious)";
    case PW_REASON_CLOSURE_SPURIOUS:
        return "the run to a bad state that was found drops a thread that would block a step; with "
               "that thread the predicates exclude it (closure-spurious)";
    case PW_REASON_GUARD_SPURIOUS:
        return "the run to the target that was found drops tokens that would block a guard "
               "(guard-spurious)";
    case PW_REASON_SPURIOUS:
        return "the predicates allow a run to a bad state that the program does not have; whether "
               "they do so without dropping a thread was not decided (spurious)";
    case PW_REASON_REPLAY_LIMIT:
        return "the predicates allow a run to a bad state; whether the program has it was not "
               "decided within the bounds of the replay (replay-limit)";
    case PW_REASON_UNREPLAYED:
        return "a run was found but its replay failed: please report this";
    case PW_REASON_INCOMPLETE:
        return "the engine ended without an answer (incomplete)";
    case PW_REASON_TRANSLATION:
        return "a run to a bad state was found, but the translation has more runs than the C "
               "program, and it may be one of those (translation)";
    case PW_REASON_OVERFLOW:
        return "no bad state is reachable without signed overflow, but a signed integer can "
               "overflow (overflow)";
    case PW_REASON_INVARIANT:
        return "an invariant is not inductive, and no run was found that breaks it "
               "(invariant-not-inductive)";
    case PW_REASON_PARTS:
        return "the program of the abstract threads has a run to a bad state, and no run of the "
               "program itself was found that does the same (abstract-threads-spurious)";
    case PW_REASON_CONTRACTS:
        return "with contracts in place of procedures there is a run to a bad state, and with "
               "their bodies the program was not decided (contract-spurious)";
    }
    return "";
}
