#include "dualref/slice.h"

#include <assert.h>

#include "base/agenda.h"
#include "base/limits.h"
#include "dualref/roles.h"

struct grow_ctx {
    struct pw_dr_slice *s;
    struct pw_dual *t;
    struct pw_roles roles;
    struct pw_agenda agenda; /* of statements beside templates: s * templates + q */
};

/* J of a template grew: its statements get a turn, and all that is beside it. */
static void touch_readers(struct grow_ctx *g, uint32_t template)
{
    uint32_t n = (uint32_t)g->t->templates.n;
    for (uint32_t s = 0; s < g->t->stmts.n; s++)
        for (uint32_t q = 0; q < n; q++)
            if (q == template || g->t->stmts.at[s].template == template)
                pw_agenda_touch(&g->agenda, s * n + q);
}

static void add(struct grow_ctx *g, uint32_t template, pw_bdd pairs)
{
    pw_bdd *j = &g->s->passive[template];
    pw_bdd now = pw_bdd_or(g->t->bdds, *j, pairs);
    if (pw_bdd_same(now, *j)) return;
    *j = now;
    touch_readers(g, template);
}

/* Pairs over (shared now, active now) at a location. */
static void add_active(struct grow_ctx *g, uint32_t loc, pw_bdd pairs)
{
    assert(loc < g->t->locs.n);
    add(g, g->t->locs.at[loc].template, pw_roles_passive(&g->roles, pairs, loc));
}

static void add_initial(struct grow_ctx *g, uint32_t a, uint32_t q)
{
    struct pw_dual *t = g->t;
    pw_bdd rows = pw_dual_init(t, a, q);
    add_active(g, t->templates.at[a].entry,
               pw_bdd_exists(t->bdds, rows, pw_dual_vars(t, PW_PASSIVE, q, PW_NOW)));
    pw_bdd passive = pw_bdd_exists(t->bdds, rows, pw_dual_vars(t, PW_ACTIVE, a, PW_NOW));
    assert(q < t->templates.n);
    add(g, q, pw_bdd_and(t->bdds, passive, pw_dual_at(t, t->templates.at[q].entry)));
}

static pw_bdd present(struct pw_dual *t, uint32_t active)
{
    return pw_bdd_and(t->bdds, pw_dual_vars(t, PW_SHARED, 0, PW_NOW),
                      pw_dual_vars(t, PW_ACTIVE, active, PW_NOW));
}

/* Images of statement s beside passive threads of template q. */
static void step(struct grow_ctx *g, uint32_t s, uint32_t q, pw_bdd active)
{
    struct pw_dual *t = g->t;
    assert(s < t->stmts.n);
    const struct pw_tstmt *st = &t->stmts.at[s];
    pw_bdd both = pw_bdd_and(t->bdds, active, g->s->passive[q]), rows = pw_dual_step(t, s, q);
    pw_bdd gone =
        pw_bdd_and(t->bdds, present(t, st->template), pw_dual_vars(t, PW_PASSIVE, q, PW_NOW));
    pw_bdd passive_gone =
        pw_bdd_and(t->bdds, pw_bdd_and(t->bdds, gone, pw_dual_vars(t, PW_PASSIVE, q, PW_NEXT)),
                   pw_dual_loc_vars(t));
    pw_bdd active_gone =
        pw_bdd_and(t->bdds, gone, pw_dual_vars(t, PW_ACTIVE, st->template, PW_NEXT));
    add_active(g, st->to,
               pw_roles_now(&g->roles, pw_bdd_and_exists(t->bdds, rows, both, passive_gone)));
    add(g, q, pw_roles_now(&g->roles, pw_bdd_and_exists(t->bdds, rows, both, active_gone)));
}

/* In mode PAPER the active thread may be alone. */
static void step_alone(struct grow_ctx *g, uint32_t s, pw_bdd active)
{
    assert(s < g->t->stmts.n);
    const struct pw_tstmt *st = &g->t->stmts.at[s];
    pw_bdd after =
        pw_bdd_and_exists(g->t->bdds, g->s->c->enabled[s], active, present(g->t, st->template));
    add_active(g, st->to, pw_roles_now(&g->roles, after));
}

static void take_turn(struct grow_ctx *g, uint32_t s, uint32_t q)
{
    assert(s < g->t->stmts.n && q < g->t->templates.n);
    const struct pw_tstmt *st = &g->t->stmts.at[s];
    pw_bdd active = pw_roles_active(&g->roles, g->s->passive[st->template], st->from);
    if (pw_bdd_is_false(active)) return;
    step(g, s, q, active);
    if (q == st->template && g->s->c->mode == PW_CLOSURE_PAPER) step_alone(g, s, active);
}

void pw_dr_slice_init(struct pw_dr_slice *s, const struct pw_closure *c)
{
    struct grow_ctx g = {.s = s, .t = c->t};
    *s = (struct pw_dr_slice){.c = c, .passive = PW_NEWS(pw_bdd, c->t->templates.n)};
    pw_roles_init(&g.roles, c->t);
    for (uint32_t a = 0; a < c->t->templates.n; a++)
        for (uint32_t q = 0; q < c->t->templates.n; q++)
            add_initial(&g, a, q);
    for (uint32_t k; pw_agenda_next(&g.agenda, &k);) {
        pw_limits_poll();
        take_turn(&g, k / (uint32_t)c->t->templates.n, k % (uint32_t)c->t->templates.n);
    }
    pw_agenda_clear(&g.agenda);
    pw_roles_clear(&g.roles);
}

void pw_dr_slice_clear(struct pw_dr_slice *s)
{
    PW_FREES(s->passive, s->c->t->templates.n);
}
