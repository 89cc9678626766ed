#include "dualref/trap.h"

#include <assert.h>

#include "base/limits.h"

void pw_trap_finder_init(struct pw_trap_finder *f, const struct pw_dr_slice *j)
{
    struct pw_dual *t = j->c->t;
    *f = (struct pw_trap_finder){.j = j, .t = t, .rows = PW_NEWS(pw_bdd, t->n_steps)};
    pw_roles_init(&f->roles, t);
    for (uint32_t s = 0; s < t->stmts.n; s++) {
        const struct pw_tstmt *st = &t->stmts.at[s];
        pw_bdd active = pw_roles_active(&f->roles, j->passive[st->template], st->from);
        for (uint32_t q = 0; q < t->templates.n; q++)
            f->rows[s * t->templates.n + q] = pw_bdd_and(
                t->bdds, pw_dual_step(t, s, q), pw_bdd_and(t->bdds, active, j->passive[q]));
    }
}

void pw_trap_finder_clear(struct pw_trap_finder *f)
{
    PW_FREES(f->rows, f->t->n_steps);
    pw_roles_clear(&f->roles);
}

/* ---- the largest trap, as a greatest fixpoint ---- */

static pw_bdd both_times(struct pw_dual *t, enum pw_role role, uint32_t template)
{
    return pw_bdd_and(t->bdds, pw_dual_vars(t, role, template, PW_NOW),
                      pw_dual_vars(t, role, template, PW_NEXT));
}

static bool take_out(struct pw_dual *t, pw_bdd *from, pw_bdd what)
{
    pw_bdd rest = pw_bdd_diff(t->bdds, *from, what);
    if (pw_bdd_same(rest, *from)) return false;
    *from = rest;
    return true;
}

/* Removes what statement s beside q leads out of the trap. */
static bool shrink(struct pw_trap_finder *f, uint32_t s, uint32_t q, pw_bdd *trap)
{
    struct pw_dual *t = f->t;
    assert(s < t->stmts.n);
    const struct pw_tstmt *st = &t->stmts.at[s];
    pw_bdd inside =
        pw_roles_next(&f->roles, pw_roles_active(&f->roles, trap[st->template], st->to));
    /* the active thread ends outside */
    pw_bdd out = pw_bdd_diff(t->bdds, f->rows[s * t->templates.n + q], inside);
    if (pw_bdd_is_false(out)) return false;
    pw_bdd later = pw_bdd_and(t->bdds, pw_dual_vars(t, PW_SHARED, 0, PW_NEXT),
                              pw_dual_vars(t, PW_ACTIVE, st->template, PW_NEXT));
    pw_bdd passive = pw_bdd_and(t->bdds, both_times(t, PW_PASSIVE, q), pw_dual_loc_vars(t));
    pw_bdd leaves = pw_bdd_exists(t->bdds, out, pw_bdd_and(t->bdds, later, passive));
    bool changed = take_out(t, &trap[st->template], pw_roles_passive(&f->roles, leaves, st->from));
    /* over shared next, passive location, passive next */
    pw_bdd kept = pw_roles_next(&f->roles, trap[q]);
    pw_bdd gone = pw_bdd_and(t->bdds, later,
                             pw_bdd_and(t->bdds, pw_dual_vars(t, PW_ACTIVE, st->template, PW_NOW),
                                        pw_dual_vars(t, PW_PASSIVE, q, PW_NEXT)));
    return take_out(t, &trap[q], pw_bdd_exists(t->bdds, pw_bdd_diff(t->bdds, out, kept), gone)) ||
           changed;
}

static void largest(struct pw_trap_finder *f, pw_bdd *trap)
{
    bool changed;
    do {
        changed = false;
        for (uint32_t s = 0; s < f->t->stmts.n; s++)
            for (uint32_t q = 0; q < f->t->templates.n; q++) {
                pw_limits_poll();
                if (shrink(f, s, q, trap)) changed = true;
            }
    } while (changed);
}

/* ---- initial states ---- */

/* Passive threads of template q outside the trap that an active thread of template a allows,
 * projected to (shared, active). */
static pw_bdd free_beside(struct pw_trap_finder *f, uint32_t a, uint32_t q, const pw_bdd *trap)
{
    struct pw_dual *t = f->t;
    assert(q < t->templates.n);
    pw_bdd in = pw_bdd_cofactor(t->bdds, trap[q], pw_dual_at(t, t->templates.at[q].entry));
    return pw_bdd_exists(t->bdds, pw_bdd_diff(t->bdds, pw_dual_init(t, a, q), in),
                         pw_dual_vars(t, PW_PASSIVE, q, PW_NOW));
}

/* Is there an initial state with a thread of template a as active one, and nobody in the trap? Each
 * counted template of which threads are missing needs one outside that a allows (which may then
 * stand there several times). */
static bool can_start_empty(struct pw_trap_finder *f, uint32_t a, const pw_bdd *trap)
{
    struct pw_dual *t = f->t;
    if (t->templates.at[a].count == 0) return false;
    pw_bdd out = pw_bdd_not(t->bdds, pw_roles_active(&f->roles, trap[a], t->templates.at[a].entry)),
           some = PW_BDD_FALSE;
    for (uint32_t q = 0; q < t->templates.n; q++) {
        int64_t missing = t->templates.at[q].count - (q == a && t->templates.at[q].count > 0);
        if (missing == 0) continue;
        pw_bdd beside = free_beside(f, a, q, trap);
        some = pw_bdd_or(t->bdds, some, beside);
        if (missing > 0) out = pw_bdd_and(t->bdds, out, beside);
    }
    return !pw_bdd_is_false(pw_bdd_and(t->bdds, out, some));
}

bool pw_trap_find(struct pw_trap_finder *f, const pw_bdd *avoid, pw_bdd *trap)
{
    for (uint32_t q = 0; q < f->t->templates.n; q++)
        trap[q] = pw_bdd_diff(f->t->bdds, f->j->passive[q], avoid[q]);
    largest(f, trap);
    for (uint32_t a = 0; a < f->t->templates.n; a++)
        if (can_start_empty(f, a, trap)) return false;
    return true;
}
