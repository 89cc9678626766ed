/* closure.h -- monotonicity of a DR template and its monotone closure (paper §4, DESIGN §5,
 * doc/closure.md).
 *
 * For a statement s let E(s) = exists q, p, p': R[s][q], over (shared, active, shared', active'):
 * the steps that some passive thread of some template takes part in; with some blocks W_i
 * (dualref/dual.h), those with a row in each of them. Eq. (17), monotonicity, is:
 * E(s) implies, for every q and every passive state p of q, that some p' has R[s][q]. The
 * non-monotone fragment, Eq. (18), lists the exceptions:
 *     F(s,q) = E(s) and not exists p': R[s][q]       over (shared, active, passive location and
 *                                                    now, shared', active').
 * The closure lets the passive threads of F move to a sink, where they stay and count for nothing
 * (Def. 10):
 *     PAPER    as printed;
 *     WITNESS  a step moreover needs at least one passive thread that takes part by R (the
 *              default);
 *     SHARP    moreover no marked trap of the template (dualref/trap.h) may be left without a
 *              thread;
 *     NONE     no closure: the template itself.
 * For each some block at least one passive thread takes part by a row of it, in every mode.
 * A passive thread that can take part by R may not choose the sink. All closures are monotone and
 * contain the template; all may reach more than the template does (they over-approximate). */
#ifndef PW_DUALREF_CLOSURE_H
#define PW_DUALREF_CLOSURE_H

#include "base/strbuf.h"
#include "dualref/dual.h"

/* ORDER of the choices of --closure */
enum pw_closure_mode { PW_CLOSURE_WITNESS, PW_CLOSURE_PAPER, PW_CLOSURE_SHARP, PW_CLOSURE_NONE };
const char *pw_closure_mode_name(enum pw_closure_mode mode);

struct pw_closure {
    struct pw_dual *t; /* not owned; its diagram manager is used */
    enum pw_closure_mode mode;
    pw_bdd *enabled; /* [stmt]: E(s) */
    /* [stmt * templates + q]: F(s,q), within the ranges (of passive next, too, on which it does not
     * depend) */
    pw_bdd *sinks;
    /* mode SHARP: [trap * templates + q], the marked traps that a search has been told of so far */
    PW_VEC(pw_bdd) traps;
};

/* t outlives it */
struct pw_closure *pw_closure_new(struct pw_dual *t, enum pw_closure_mode mode);
/* c may be NULL */
void pw_closure_free(struct pw_closure *c);
pw_bdd pw_closure_sink(const struct pw_closure *c, uint32_t stmt, uint32_t passive);
bool pw_closure_needs_witness(const struct pw_closure *c);          /* WITNESS, SHARP */
void pw_closure_add_trap(struct pw_closure *c, const pw_bdd *trap); /* [template] */
size_t pw_closure_traps(const struct pw_closure *c);
bool pw_closure_adds_nothing(const struct pw_closure *c); /* no sinks: the template is monotone */

/* Why (17) fails: one element of the non-monotone fragment, all values fixed. */
struct pw_blocked {
    uint32_t stmt;
    struct pw_row *step; /* a row of R: active, shared, and a passive thread that takes part */
    /* the same but for the passive thread (of template other->passive), which has no row; its next
     * is free */
    struct pw_row *other;
};

/* Eq. (17) for every statement and passive template. If it fails, *why (may be NULL) is filled with
 * a witness; preferably one whose step changes something. Release it with pw_blocked_clear. */
bool pw_closure_is_monotone(struct pw_dual *t, struct pw_blocked *why);
void pw_blocked_clear(struct pw_blocked *why);
/* several lines */
void pw_blocked_print(const struct pw_dual *t, const struct pw_blocked *why, struct pw_strbuf *out);

#endif
