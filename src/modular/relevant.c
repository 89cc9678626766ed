#include "modular/relevant.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"

enum { NONE = PW_MTREE_NONE };

/* --- components ------------------------------------------------------------------------------- */

static uint32_t root(uint32_t *up, uint32_t x)
{
    while (up[x] != x)
        x = up[x] = up[up[x]];
    return x;
}

/* All variables of the expression, and `first` if it is one, are of one component. */
static void join(uint32_t *up, const struct pw_mexpr *e, uint32_t *first)
{
    if (!e) return;
    if (e->kind == PW_MX_SHARED || e->kind == PW_MX_CELL || e->kind == PW_MX_SIZE) {
        if (*first != NONE) up[root(up, e->index)] = root(up, *first);
        *first = e->index;
    }
    for (int i = 0; i < 3; i++)
        join(up, e->args[i], first);
}

static uint32_t component_of(const struct pw_mtree *t, const struct pw_mexpr *e)
{
    if (!e) return NONE;
    if (e->kind == PW_MX_SHARED || e->kind == PW_MX_CELL || e->kind == PW_MX_SIZE)
        return t->component[e->index];
    for (int i = 0; i < 3; i++) {
        uint32_t c = component_of(t, e->args[i]);
        if (c != NONE) return c;
    }
    return NONE;
}

static void join_all(struct pw_mtree *t, const struct pw_mformula *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t first = NONE;
        join(t->component, list[i].expr, &first);
    }
}

static void name_all(const struct pw_mtree *t, struct pw_mformula *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        list[i].component = component_of(t, list[i].expr);
}

void pw_relevant_link(struct pw_mtree *t)
{
    size_t n = t->shared.n;
    if (!t->component) t->component = PW_NEWS(uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        t->component[i] = i;
    join_all(t, t->assumptions.at, t->assumptions.n);
    join_all(t, t->invariants.at, t->invariants.n);
    join_all(t, t->inits.at, t->inits.n);
    for (uint32_t i = 0; i < n; i++)
        t->component[i] = root(t->component, i);
    name_all(t, t->assumptions.at, t->assumptions.n);
    name_all(t, t->invariants.at, t->invariants.n);
    name_all(t, t->inits.at, t->inits.n);
}

/* --- what a unit mentions --------------------------------------------------------------------- */

static void mark_expr(bool *tracked, const struct pw_mexpr *e)
{
    if (!e) return;
    if (e->kind == PW_MX_SHARED || e->kind == PW_MX_CELL || e->kind == PW_MX_SIZE)
        tracked[e->index] = true;
    for (int i = 0; i < 3; i++)
        mark_expr(tracked, e->args[i]);
}

static void mark_body(struct pw_enc *c, const struct pw_mstmt *s)
{
    for (; s; s = s->next) {
        pw_limits_poll();
        for (uint32_t i = 0; i < s->ntargets; i++)
            mark_expr(c->tracked, s->targets[i]);
        for (uint32_t i = 0; i < s->nvalues; i++)
            mark_expr(c->tracked, s->values[i]);
        if (s->kind == PW_MS_NEW) c->tracked[c->t->objects.at[s->index].alloc] = true;
        mark_body(c, s->body);
        mark_body(c, s->otherwise);
    }
}

static void mark_contract(struct pw_enc *c, const struct pw_mcontract *k)
{
    for (size_t i = 0; i < k->requires.n; i++)
        mark_expr(c->tracked, k->requires.at[i]);
    for (size_t i = 0; i < k->ensures.n; i++)
        mark_expr(c->tracked, k->ensures.at[i]);
    for (size_t i = 0; i < k->modifies.n; i++)
        mark_expr(c->tracked, k->modifies.at[i]);
    for (size_t i = 0; i < k->actions.n; i++) {
        mark_expr(c->tracked, k->actions.at[i].expr);
        for (uint32_t m = 0; m < k->actions.at[i].nmodifies; m++)
            mark_expr(c->tracked, k->actions.at[i].modifies[m]);
    }
}

/* All that the unit and what it calls mentions. */
static void mark_unit(struct pw_enc *c)
{
    struct pw_mtree *t = c->t;
    bool *seen = PW_NEWS(bool, t->procs.n + 1);
    PW_VEC(const struct pw_munit *) work = {0};
    pw_vec_push(&work, c->unit);
    while (work.n) {
        const struct pw_munit *u = pw_vec_pop(&work);
        mark_body(c, u->body);
        mark_contract(c, &u->contract);
        for (size_t i = 0; i < u->calls.n; i++)
            if (!seen[u->calls.at[i]]) {
                seen[u->calls.at[i]] = true;
                pw_vec_push(&work, t->procs.at[u->calls.at[i]]);
            }
    }
    PW_FREES(seen, t->procs.n + 1);
    pw_vec_clear(&work);
}

static bool has_module(const struct pw_munit *u, uint32_t module)
{
    if (!u) return true;
    size_t at = PW_FIRST(i, 0, u->modules.n, u->modules.at[i] >= module);
    return at < u->modules.n && u->modules.at[at] == module;
}

bool pw_relevant_kinds(const struct pw_mexpr *e)
{
    if (!e) return false;
    if (e->kind == PW_MX_IS || e->kind == PW_MX_TEMPLATE) return true;
    return pw_relevant_kinds(e->args[0]) || pw_relevant_kinds(e->args[1]) ||
           pw_relevant_kinds(e->args[2]);
}

bool pw_enc_tracks(const struct pw_enc *c, const struct pw_mexpr *e)
{
    if (!e) return true;
    if ((e->kind == PW_MX_SHARED || e->kind == PW_MX_CELL || e->kind == PW_MX_SIZE) &&
        !c->tracked[e->index])
        return false;
    return pw_enc_tracks(c, e->args[0]) && pw_enc_tracks(c, e->args[1]) &&
           pw_enc_tracks(c, e->args[2]);
}

static void count_bound(struct pw_enc *c, const struct pw_mformula *f)
{
    uint32_t used[PW_MTREE_MOST_BOUND] = {0};
    for (uint32_t i = 0; i < f->nbound; i++) {
        uint32_t s = pw_enc_sort(f->bound[i].sort), k = 0;
        for (uint32_t j = 0; j < i; j++)
            k += pw_sort_same(f->bound[i].sort, f->bound[j].sort);
        used[i] = k + 1;
        if (c->any[s] < used[i]) c->any[s] = used[i];
    }
    c->uses_kinds = c->uses_kinds || pw_relevant_kinds(f->expr);
}

const struct pw_enc_callee *pw_enc_callee(struct pw_enc *c, const struct pw_munit *callee)
{
    struct pw_enc_callee *k = &c->callees[callee->number];
    struct pw_mtree *t = c->t;
    if (k->known) return k;
    struct pw_enc of = {.t = t, .unit = callee, .tracked = PW_NEWS(bool, t->shared.n + 1)};
    mark_unit(&of);
    for (uint32_t i = 0; i < t->invariants.n; i++)
        if (has_module(callee, t->invariants.at[i].module)) pw_vec_push(&k->inv, i);
    for (uint32_t i = 0; i < t->assumptions.n; i++) {
        const struct pw_mformula *f = &t->assumptions.at[i];
        if (f->left_out) continue;
        if (f->implicit ? pw_enc_tracks(&of, f->expr) : has_module(callee, f->module))
            pw_vec_push(&k->env, i);
    }
    PW_FREES(of.tracked, t->shared.n + 1);
    k->known = true;
    return k;
}

static bool is_relevant(const struct pw_mformula *f, const bool *components)
{
    return f->component == NONE || !components || components[f->component];
}

static void choose_formulas(struct pw_enc *c, const bool *components)
{
    struct pw_mtree *t = c->t;
    for (uint32_t i = 0; i < t->assumptions.n; i++) {
        const struct pw_mformula *f = &t->assumptions.at[i];
        if (!f->implicit && !f->left_out && is_relevant(f, components) &&
            has_module(c->unit, f->module)) {
            mark_expr(c->tracked, f->expr);
            pw_vec_push(&c->env, i);
        }
    }
    for (uint32_t i = 0; i < t->invariants.n; i++) {
        const struct pw_mformula *f = &t->invariants.at[i];
        if (is_relevant(f, components) && has_module(c->unit, f->module)) {
            mark_expr(c->tracked, f->expr);
            pw_vec_push(&c->inv, i);
        }
    }
    for (uint32_t i = 0; i < t->assumptions.n; i++) {
        const struct pw_mformula *f = &t->assumptions.at[i];
        if (f->implicit && is_relevant(f, components) && pw_enc_tracks(c, f->expr))
            pw_vec_push(&c->env, i);
    }
}

static void count_all_bound(struct pw_enc *c)
{
    struct pw_mtree *t = c->t;
    for (size_t i = 0; i < c->env.n; i++)
        count_bound(c, &t->assumptions.at[c->env.at[i]]);
    for (size_t i = 0; i < c->inv.n; i++)
        count_bound(c, &t->invariants.at[c->inv.at[i]]);
    for (size_t i = 0; i < t->inits.n; i++)
        if (pw_enc_tracks(c, t->inits.at[i].expr)) count_bound(c, &t->inits.at[i]);
}

/* Components of what the unit itself mentions; owned by the caller. */
static bool *components_of_unit(const struct pw_enc *c)
{
    size_t n = c->t->shared.n;
    bool *components = PW_NEWS(bool, n + 1);
    struct pw_enc own = {.t = c->t, .unit = c->unit, .tracked = PW_NEWS(bool, n + 1)};
    mark_unit(&own);
    for (uint32_t i = 0; i < n; i++)
        if (own.tracked[i]) components[c->t->component[i]] = true;
    PW_FREES(own.tracked, n + 1);
    return components;
}

static void choose(struct pw_enc *c, const bool *components)
{
    size_t n = c->t->shared.n;
    assert(!c->env.n && !c->inv.n);
    if (c->unit && !c->unit->is_thread)
        mark_unit(c);
    else
        memset(c->tracked, 1, n); /* threads stand for one program, they share it */
    choose_formulas(c, components);
    for (uint32_t i = 0; components && i < n; i++)
        c->tracked[i] = c->tracked[i] && components[c->t->component[i]];
    count_all_bound(c);
}

void pw_relevant_choose(struct pw_enc *c)
{
    bool *components = c->unit && c->graph ? components_of_unit(c) : NULL;
    choose(c, components);
    if (components) PW_FREES(components, c->t->shared.n + 1);
}

void pw_relevant_choose_component(struct pw_enc *c, uint32_t component)
{
    bool *components = PW_NEWS(bool, c->t->shared.n + 1);
    if (component != NONE) components[component] = true;
    choose(c, components);
    PW_FREES(components, c->t->shared.n + 1);
}
