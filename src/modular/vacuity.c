/* What is reported because it proves too much or nothing: actions that can never happen,
 * assumptions that no proof needs. */
#include <assert.h>

#include "base/limits.h"
#include "modular/modular.h"
#include "modular/relevant.h"

enum { NONE = PW_MTREE_NONE, MOST_TRIED = 40 };

struct guards_ctx {
    const struct pw_munit *unit;
    pw_term_list guards; /* per action */
};

static void build_actions(struct pw_enc *c, void *arg)
{
    struct guards_ctx *x = arg;
    struct pw_mstate *s = pw_enc_state(c, "s");
    x->guards.n = 0;
    pw_enc_assume_invariants(c, PW_TERM_TRUE, s);
    for (uint32_t i = 0; i < x->unit->contract.actions.n; i++) {
        pw_term guard = pw_enc_truth(c, "action");
        pw_vec_push(&x->guards, guard);
        (void)pw_modular_contract_step(c, guard, x->unit, 0, i, s);
    }
}

void pw_modular_actions(struct pw_mrun *r, const struct pw_munit *u, const struct pw_mgraph *g)
{
    struct pw_enc c;
    struct guards_ctx x = {.unit = u};
    assert(u->contract.given && g->unit == u);
    if (!u->contract.actions.n) return;
    pw_enc_init(&c, r->t, u, g);
    c.paper_invariants = r->o->paper_invariants;
    pw_enc_generate(&c, build_actions, &x);
    struct pw_solver *s = pw_solver_new(c.terms);
    for (size_t i = 0; i < c.events.n; i++)
        pw_solver_assert(s, c.events.at[i].fact);
    assert(x.guards.n == u->contract.actions.n);
    for (size_t i = 0; i < x.guards.n; i++)
        if (!pw_solver_check(s, &x.guards.at[i], 1))
            pw_modular_note(
                r,
                "line %u: no state enables this action: callers prove nothing of what comes "
                "behind it",
                pw_mtree_place(r->t, u->contract.actions.at[i].expr->first).line);
    pw_solver_free(s);
    pw_vec_clear(&x.guards);
    pw_enc_clear(&c);
}

/* All formulas of one assumption of the text: its conjuncts, the variables of `guarded`. */
static void leave_out(struct pw_mtree *t, uint32_t first, bool out)
{
    for (size_t i = 0; i < t->assumptions.n; i++)
        if (!t->assumptions.at[i].implicit && t->assumptions.at[i].first == first)
            t->assumptions.at[i].left_out = out;
}

static bool proved_without(struct pw_mtree *t, struct pw_diags *diags, uint32_t first)
{
    struct pw_moptions o = {.first = true, .no_vacuity = true};
    struct pw_mreport report;
    leave_out(t, first, true);
    bool ok = pw_modular_check(t, &o, diags, &report) && !report.failed && !report.unknown;
    pw_modular_clear(&report);
    leave_out(t, first, false);
    return ok;
}

void pw_modular_unused(struct pw_mrun *r)
{
    struct pw_mtree *t = r->t;
    uint32_t last = NONE;
    unsigned n = 0;
    for (size_t i = 0; i < t->assumptions.n; i++) {
        const struct pw_mformula *f = &t->assumptions.at[i];
        if (f->implicit || f->first == last) continue;
        last = f->first;
        n++;
    }
    if (n > MOST_TRIED) return;
    last = NONE;
    for (size_t i = 0; i < t->assumptions.n; i++) {
        const struct pw_mformula *f = &t->assumptions.at[i];
        if (f->implicit || f->first == last) continue;
        last = f->first;
        pw_limits_poll();
        if (proved_without(t, r->diags, last))
            pw_modular_note(r, "line %u: no proof uses this assumption",
                            pw_mtree_place(t, last).line);
    }
    pw_relevant_link(t);
}
