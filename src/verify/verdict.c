#include "verify/verdict.h"

#include <stddef.h>

static struct pw_judgement unknown(enum pw_reason reason) { return (struct pw_judgement){PW_UNKNOWN, reason, PW_STOP_NONE}; }

static struct pw_judgement spurious(const struct pw_evidence *e)
{
    if (e->precision == PW_EXACT) return unknown(PW_REASON_UNREPLAYED);
    if (e->precision == PW_OVER_GUARDS) return unknown(PW_REASON_GUARD_SPURIOUS);
    switch (e->on_template) {
    case PW_YES: return unknown(PW_REASON_ABSTRACTION_SPURIOUS);
    case PW_NO: return unknown(PW_REASON_CLOSURE_SPURIOUS);
    case PW_UNDECIDED: break;
    }
    if (e->stop != PW_STOP_NONE) return (struct pw_judgement){PW_UNKNOWN, PW_REASON_STOPPED, e->stop};
    return unknown(PW_REASON_SPURIOUS);
}

struct pw_judgement pw_verdict_of(const struct pw_evidence *e)
{
    if (e->replayed) return (struct pw_judgement){PW_UNSAFE, PW_REASON_NONE, PW_STOP_NONE};
    if (e->coverable == PW_YES) return spurious(e);
    if (e->stop != PW_STOP_NONE || e->coverable == PW_UNDECIDED)
        return (struct pw_judgement){PW_UNKNOWN, PW_REASON_STOPPED, e->stop};
    return (struct pw_judgement){PW_SAFE, PW_REASON_NONE, PW_STOP_NONE};
}

const char *pw_verdict_name(enum pw_verdict v)
{
    static const char *const names[] = {"safe", "unsafe", "unknown"};
    return names[v];
}

const char *pw_verdict_reason(struct pw_judgement j)
{
    switch (j.reason) {
    case PW_REASON_NONE: return NULL;
    case PW_REASON_STOPPED: return pw_guard_reason(j.stop);
    case PW_REASON_ABSTRACTION_SPURIOUS: return "abstraction-spurious";
    case PW_REASON_CLOSURE_SPURIOUS: return "closure-spurious";
    case PW_REASON_GUARD_SPURIOUS: return "guard-spurious";
    case PW_REASON_SPURIOUS: return "spurious";
    case PW_REASON_UNREPLAYED: return "unreplayed";
    }
    return NULL;
}

static const char *explain_stop(enum pw_stop stop)
{
    switch (stop) {
    case PW_STOP_TIME: return "the time limit was reached";
    case PW_STOP_MEMORY: return "the memory limit was reached";
    case PW_STOP_SIGNAL: return "the run was interrupted";
    case PW_STOP_RANGE: return "a counter left the range of its representation";
    default: return "the search was not finished";
    }
}

const char *pw_verdict_explain(struct pw_judgement j)
{
    switch (j.reason) {
    case PW_REASON_NONE: return "";
    case PW_REASON_STOPPED: return explain_stop(j.stop);
    case PW_REASON_ABSTRACTION_SPURIOUS:
        return "the predicates allow a run to a bad state that the program does not have (abstraction-spurious)";
    case PW_REASON_CLOSURE_SPURIOUS:
        return "only the monotone closure has a run to a bad state, the template has none (closure-spurious)";
    case PW_REASON_GUARD_SPURIOUS:
        return "a run to the target exists only when tokens that would block a guard are dropped (guard-spurious)";
    case PW_REASON_SPURIOUS:
        return "the abstraction has a run to a bad state that could not be replayed; whether the unclosed template has it was not decided within the limits (spurious)";
    case PW_REASON_UNREPLAYED: return "a run was found but its replay failed: please report this";
    }
    return "";
}
