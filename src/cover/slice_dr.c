#include "cover/slice_dr.h"

#include "base/limits.h"

/* Maps between the roles of a variable. */
struct maps {
    unsigned *to_now;     /* next -> now, for all roles */
    unsigned *to_passive; /* active now -> passive now */
    unsigned *to_active;  /* passive now -> active now */
    unsigned n;
};

static void map_fields(struct maps *m, const struct pw_template *t, enum pw_role role, uint32_t template)
{
    const pw_fields *fs = pw_template_fields(t, role, template);
    for (uint32_t i = 0; i < fs->n; i++)
        for (unsigned b = 0; b < fs->at[i].bits; b++) {
            unsigned now = pw_template_var(t, role, template, i, PW_NOW, b);
            m->to_now[pw_template_var(t, role, template, i, PW_NEXT, b)] = now;
            if (role == PW_ACTIVE) m->to_passive[now] = pw_template_var(t, PW_PASSIVE, template, i, PW_NOW, b);
            if (role == PW_PASSIVE) m->to_active[now] = pw_template_var(t, PW_ACTIVE, template, i, PW_NOW, b);
        }
}

static void maps_init(struct maps *m, const struct pw_template *t)
{
    m->n = pw_bdds_vars(t->bdds);
    m->to_now = PW_NEWS(unsigned, m->n);
    m->to_passive = PW_NEWS(unsigned, m->n);
    m->to_active = PW_NEWS(unsigned, m->n);
    for (unsigned v = 0; v < m->n; v++) m->to_now[v] = m->to_passive[v] = m->to_active[v] = v;
    map_fields(m, t, PW_SHARED, 0);
    for (uint32_t q = 0; q < t->templates.n; q++) map_fields(m, t, PW_ACTIVE, q), map_fields(m, t, PW_PASSIVE, q);
}

static void maps_clear(struct maps *m)
{
    PW_FREES(m->to_now, m->n);
    PW_FREES(m->to_passive, m->n);
    PW_FREES(m->to_active, m->n);
}

static pw_bdd vars_of(struct pw_template *t, enum pw_role role, uint32_t template)
{
    return pw_bdd_and(t->bdds, pw_template_vars(t, role, template, PW_NOW), pw_template_vars(t, role, template, PW_NEXT));
}

/* ---- growth ---- */

struct growing {
    struct pw_slice_dr *s;
    struct pw_template *t;
    struct maps maps;
    bool changed;
};

static void add(struct growing *g, uint32_t template, pw_bdd pairs)
{
    pw_bdd *j = &g->s->passive[template];
    pw_bdd now = pw_bdd_or(g->t->bdds, *j, pairs);
    if (pw_bdd_same(now, *j)) return;
    *j = now;
    g->changed = true;
}

/* Pairs over (shared now, active now) at a location. */
static void add_active(struct growing *g, uint32_t loc, pw_bdd pairs)
{
    pw_bdd moved = pw_bdd_rename(g->t->bdds, pairs, g->maps.to_passive);
    add(g, g->t->locs.at[loc].template, pw_bdd_and(g->t->bdds, moved, pw_template_at(g->t, loc)));
}

static void add_initial(struct growing *g, uint32_t a, uint32_t q)
{
    struct pw_template *t = g->t;
    pw_bdd rows = pw_template_init(t, a, q);
    add_active(g, t->templates.at[a].entry, pw_bdd_exists(t->bdds, rows, pw_template_vars(t, PW_PASSIVE, q, PW_NOW)));
    pw_bdd passive = pw_bdd_exists(t->bdds, rows, pw_template_vars(t, PW_ACTIVE, a, PW_NOW));
    add(g, q, pw_bdd_and(t->bdds, passive, pw_template_at(t, t->templates.at[q].entry)));
}

static pw_bdd active_pairs(struct pw_template *t, const unsigned *to_active, pw_bdd passive, uint32_t loc)
{
    return pw_bdd_rename(t->bdds, pw_bdd_cofactor(t->bdds, passive, pw_template_at(t, loc)), to_active);
}

/* Images of statement s beside passive threads of template q. */
static void step(struct growing *g, uint32_t s, uint32_t q, pw_bdd active)
{
    struct pw_template *t = g->t;
    const struct pw_stmt *st = &t->stmts.at[s];
    pw_bdd both = pw_bdd_and(t->bdds, active, g->s->passive[q]);
    pw_bdd now = pw_bdd_and(t->bdds, pw_template_vars(t, PW_SHARED, 0, PW_NOW), pw_template_vars(t, PW_ACTIVE, st->template, PW_NOW));
    pw_bdd passive_gone = pw_bdd_and(t->bdds, pw_bdd_and(t->bdds, now, vars_of(t, PW_PASSIVE, q)), pw_template_loc_vars(t));
    pw_bdd active_next = pw_template_vars(t, PW_ACTIVE, st->template, PW_NEXT);
    pw_bdd active_gone = pw_bdd_and(t->bdds, pw_bdd_and(t->bdds, now, active_next), pw_template_vars(t, PW_PASSIVE, q, PW_NOW));
    pw_bdd rows = pw_template_step(t, s, q);
    pw_bdd after = pw_bdd_and_exists(t->bdds, rows, both, passive_gone);
    add_active(g, st->to, pw_bdd_rename(t->bdds, after, g->maps.to_now));
    after = pw_bdd_and_exists(t->bdds, rows, both, active_gone);
    add(g, q, pw_bdd_rename(t->bdds, after, g->maps.to_now));
}

/* In mode PAPER the active thread may be alone. */
static void step_alone(struct growing *g, uint32_t s, pw_bdd active)
{
    struct pw_template *t = g->t;
    const struct pw_stmt *st = &t->stmts.at[s];
    pw_bdd now = pw_bdd_and(t->bdds, pw_template_vars(t, PW_SHARED, 0, PW_NOW), pw_template_vars(t, PW_ACTIVE, st->template, PW_NOW));
    pw_bdd after = pw_bdd_and_exists(t->bdds, g->s->c->enabled[s], active, now);
    add_active(g, st->to, pw_bdd_rename(t->bdds, after, g->maps.to_now));
}

static void grow_once(struct growing *g)
{
    struct pw_template *t = g->t;
    for (uint32_t s = 0; s < t->stmts.n; s++) {
        pw_limits_poll();
        const struct pw_stmt *st = &t->stmts.at[s];
        pw_bdd active = active_pairs(t, g->maps.to_active, g->s->passive[st->template], st->from);
        if (pw_bdd_is_false(active)) continue;
        for (uint32_t q = 0; q < t->templates.n; q++) step(g, s, q, active);
        if (g->s->c->mode == PW_CLOSURE_PAPER) step_alone(g, s, active);
    }
}

void pw_slice_dr_init(struct pw_slice_dr *s, const struct pw_closure *c)
{
    struct growing g = {.s = s, .t = c->t};
    *s = (struct pw_slice_dr){.c = c, .passive = PW_NEWS(pw_bdd, c->t->templates.n)};
    maps_init(&g.maps, c->t);
    for (uint32_t a = 0; a < c->t->templates.n; a++)
        for (uint32_t q = 0; q < c->t->templates.n; q++) add_initial(&g, a, q);
    do {
        g.changed = false;
        grow_once(&g);
        s->rounds++;
    } while (g.changed);
    maps_clear(&g.maps);
}

void pw_slice_dr_clear(struct pw_slice_dr *s) { PW_FREES(s->passive, s->c->t->templates.n); }

pw_bdd pw_slice_dr_active(const struct pw_slice_dr *s, uint32_t loc)
{
    struct maps m;
    maps_init(&m, s->c->t);
    pw_bdd r = active_pairs(s->c->t, m.to_active, s->passive[s->c->t->locs.at[loc].template], loc);
    maps_clear(&m);
    return r;
}
