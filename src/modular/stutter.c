/* Which assumptions survive inside a contract.
 *
 * While a callee is in a component of its contract, others move (E), the callee takes silent steps
 * (K, if it may modify something) and the actions inside the component (Y), in any number and
 * order. What holds of the state s0 on arrival and the state s now? The largest set R of conjuncts
 * of E with
 *   R(s0, s1) and X(s1, s2)  imply  R(s0, s2)      for X = E, K and each Y.
 * Closure under K alone is not enough: after K has broken a conjunct, E may break another one that
 * was kept only thanks to it. */
#include <assert.h>
#include <stdio.h>

#include "base/limits.h"
#include "modular/modular.h"

enum { NONE = PW_MTREE_NONE };

struct stutter {
    struct pw_mrun *r;
    const struct pw_munit *callee;
    const struct pw_automaton *a;
    uint32_t component, base;
    pw_term_list lits;      /* per assumption */
    PW_VEC(pw_term) guards; /* per kind of step */
    PW_VEC(pw_term) goals;  /* guards.n times lits.n */
};

static void step_case(struct pw_enc *c, struct stutter *x, pw_term guard,
                      const struct pw_mstate *s0, const struct pw_mstate *s2)
{
    pw_vec_push(&x->guards, guard);
    for (size_t i = 0; i < c->env.n; i++)
        pw_vec_push(&x->goals,
                    pw_enc_goal(c, &c->t->assumptions.at[c->env.at[i]], s0, s2, c->self));
}

static struct pw_mstate *all_shared_fresh(struct pw_enc *c, const struct pw_mstate *s)
{
    struct pw_mstate *n = pw_enc_copy(c, s);
    for (uint32_t i = 0; i < c->t->shared.n; i++)
        if (c->tracked[i]) pw_enc_refresh(c, n, i);
    return n;
}

static void build(struct pw_enc *c, void *arg)
{
    struct stutter *x = arg;
    x->lits.n = x->guards.n = x->goals.n = 0;
    struct pw_mstate *s0 = pw_enc_state(c, "s0"), *s1 = all_shared_fresh(c, s0);
    pw_enc_assume_invariants(c, PW_TERM_TRUE, s0);
    pw_enc_assume_invariants(c, PW_TERM_TRUE, s1);
    for (size_t i = 0; i < c->env.n; i++) {
        pw_vec_push(&x->lits, pw_enc_truth(c, "kept"));
        pw_enc_assume(c, x->lits.at[i], &c->t->assumptions.at[c->env.at[i]], s0, s1, false, false);
    }
    pw_term guard = pw_enc_truth(c, "others");
    struct pw_mstate *s2 = all_shared_fresh(c, s1);
    pw_enc_assume_invariants(c, guard, s2);
    for (size_t i = 0; i < c->env.n; i++)
        pw_enc_assume(c, guard, &c->t->assumptions.at[c->env.at[i]], s1, s2, false, false);
    step_case(c, x, guard, s0, s2);
    for (size_t e = 0; e <= x->a->edges.n; e++) {
        bool silent = e == x->a->edges.n;
        const struct pw_auto_edge *y = silent ? NULL : &x->a->edges.at[e];
        if (silent ? !x->callee->contract.modifies.n
                   : x->a->component[y->from] != x->component ||
                         x->a->component[y->to] != x->component)
            continue;
        guard = pw_enc_truth(c, "contract");
        s2 = pw_modular_contract_step(c, guard, x->callee, x->base, silent ? NONE : y->action, s1);
        step_case(c, x, guard, s0, s2);
    }
}

static bool survives(struct stutter *x, struct pw_solver *s, const bool *keep, size_t i)
{
    pw_term_list ask = {0};
    bool ok = true;
    for (size_t k = 0; k < x->guards.n && ok; k++) {
        ask.n = 0;
        for (size_t m = 0; m < x->lits.n; m++)
            if (keep[m]) pw_vec_push(&ask, x->lits.at[m]);
        pw_vec_push(&ask, x->guards.at[k]);
        pw_vec_push(&ask, pw_term_not(x->goals.at[k * x->lits.n + i]));
        x->r->report->checks++;
        ok = !pw_solver_check(s, ask.at, ask.n);
    }
    pw_vec_clear(&ask);
    return ok;
}

void pw_modular_stutter(struct pw_mrun *r, const struct pw_enc *outer, uint32_t callee,
                        uint32_t component, uint32_t base, bool *keep)
{
    struct pw_enc c;
    struct stutter x = {.r = r,
                        .callee = r->t->procs.at[callee],
                        .a = &r->report->automata[callee],
                        .component = component,
                        .base = base};
    pw_enc_init(&c, r->t, outer->unit, outer->graph);
    c.paper_invariants = outer->paper_invariants;
    pw_enc_generate(&c, build, &x);
    struct pw_solver *s = pw_solver_new(c.terms);
    for (size_t i = 0; i < c.events.n; i++)
        pw_solver_assert(s, c.events.at[i].fact);
    assert(c.env.n == outer->env.n);
    for (size_t i = 0; i < c.env.n; i++)
        keep[i] = !c.incomplete;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < c.env.n; i++)
            if (keep[i] && !survives(&x, s, keep, i)) {
                keep[i] = false;
                changed = true;
            }
    }
    pw_solver_free(s);
    pw_vec_clear(&x.lits);
    pw_vec_clear(&x.guards);
    pw_vec_clear(&x.goals);
    pw_enc_clear(&c);
}
