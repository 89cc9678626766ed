#include "pairs/react.h"

#include <assert.h>

#include "base/limits.h"

void pw_reacts_init(struct pw_reacts *x, struct pw_encode *enc)
{
    *x = (struct pw_reacts){.enc = enc};
    pw_arena_init(&x->arena);
}

void pw_reacts_clear(struct pw_reacts *x)
{
    pw_vec_clear(&x->rows);
    pw_table_clear(&x->index);
    pw_arena_clear(&x->arena);
}

/* An expression of the edge about the thread that steps and a standing one. */
static pw_term read_beside(struct pw_encode *e, const struct pw_step *step, const struct pw_expr *x,
                           uint32_t view, uint32_t slot)
{
    struct pw_view mine = *pw_views_at(e->views, step->view), other = *pw_views_at(e->views, view);
    assert(step->sigma < e->views->sigmas.n);
    struct pw_frame f = {
        .sigma = e->views->sigmas.at[step->sigma], .view = {&mine, &other}, .slot = {0, slot}};
    return pw_encode_expr(e, x, &f);
}

pw_term pw_react_look(struct pw_encode *e, const struct pw_step *step, const struct pw_look *look,
                      uint32_t view, uint32_t slot)
{
    assert(slot > 0);
    uint32_t kind = pw_views_at(e->views, view)->kind;
    if (kind == pw_views_idle(e->views) || (look->passive >= 0 && look->passive != (int32_t)kind))
        return pw_term_bool(look->every);
    return read_beside(e, step, look->expr, view, slot);
}

static pw_term is_let_pass(struct pw_encode *e, const struct pw_step *step, uint32_t view,
                           uint32_t slot)
{
    pw_term all = PW_TERM_TRUE;
    for (size_t i = 0; i < step->edge->nlooks; i++)
        if (step->edge->looks[i].every)
            all = pw_term_and2(e->terms, all,
                               pw_react_look(e, step, &step->edge->looks[i], view, slot));
    return all;
}

/* ---- outcomes ---- */

struct react_ctx {
    struct pw_reacts *x;
    const struct pw_view_vars *vars;
    uint32_t view;
    pw_term guard, *local, *fins; /* fins: new terms of the finite locals, by rank */
    PW_VEC(struct pw_reaction) made;
};

/* By the solver's model, or because all are constants. */
static void add_outcome(struct react_ctx *r, bool model)
{
    struct pw_encode *e = r->x->enc;
    struct pw_reaction made = {.guard = r->guard, .local = r->local};
    int64_t *values = PW_NEWS(int64_t, r->vars->nfins + 1);
    struct pw_view v = *pw_views_at(e->views, r->view);
    for (size_t i = 0; i < r->vars->nfins; i++) {
        values[i] = model ? pw_encode_model(e, r->fins[i]) : pw_encode_value(e, r->fins[i]);
        made.guard = pw_term_and2(e->terms, made.guard, pw_encode_equals(e, r->fins[i], values[i]));
    }
    made.view2 = pw_views_view(e->views, v.kind, v.loc, values);
    pw_vec_push(&r->made, made);
    PW_FREES(values, r->vars->nfins + 1);
}

static void list_outcomes(struct react_ctx *r, const struct pw_step *step)
{
    struct pw_encode *e = r->x->enc;
    pw_solver_push(e->solver);
    pw_solver_assert(e->solver, step->guard);
    pw_solver_assert(e->solver, r->guard);
    while (!e->overflow && pw_solver_check(e->solver, NULL, 0)) {
        pw_limits_poll();
        add_outcome(r, true);
        pw_solver_assert(e->solver, pw_term_not(pw_vec_last(&r->made).guard));
        e->overflow = r->made.n > e->most_outcomes;
    }
    pw_solver_pop(e->solver);
}

static void start_reacting(struct react_ctx *r, uint32_t view, uint32_t slot)
{
    struct pw_encode *e = r->x->enc;
    struct pw_view v = *pw_views_at(e->views, view);
    r->vars = &e->views->kinds[v.kind];
    r->local = pw_arena_alloc(&r->x->arena, (r->vars->nints + 1) * sizeof *r->local);
    r->fins = pw_arena_alloc(&r->x->arena, (r->vars->nfins + 1) * sizeof *r->fins);
    for (uint32_t i = 0; i < r->vars->nints; i++)
        r->local[i] = pw_encode_local(e, slot, v.kind, i);
    for (uint32_t i = 0; i < r->vars->nfins; i++) {
        bool truth = r->vars->vars[r->vars->fins[i]].type.kind == PW_BOOL;
        r->fins[i] = truth ? pw_term_bool(v.values[i] != 0) : pw_term_int_si(e->terms, v.values[i]);
    }
}

static void react(struct react_ctx *r, const struct pw_step *step, uint32_t view, uint32_t slot)
{
    struct pw_encode *e = r->x->enc;
    uint32_t kind = pw_views_at(e->views, view)->kind;
    bool constant = true;
    start_reacting(r, view, slot);
    for (size_t i = 0; i < step->edge->nothers; i++) {
        const struct pw_other_update *u = &step->edge->others[i];
        if (u->template != kind) continue;
        bool finite = pw_type_finite(r->vars->vars[u->index].type);
        pw_term to = read_beside(e, step, u->to, view, slot);
        (finite ? r->fins : r->local)[r->vars->rank[u->index]] = to;
        constant &= !finite || pw_term_is_const(e->terms, to);
    }
    if (constant)
        add_outcome(r, false);
    else
        list_outcomes(r, step);
}

/* ---- rows ---- */

static bool row_is(const void *objects, uint32_t id, const void *key)
{
    const struct pw_react_row *a = &((const struct pw_reacts *)objects)->rows.at[id], *b = key;
    return a->step == b->step && a->view == b->view && a->slot == b->slot;
}

struct pw_react_row pw_reacts_of(struct pw_reacts *x, const struct pw_step *step, uint32_t view,
                                 uint32_t slot)
{
    struct pw_react_row row = {.step = step, .view = view, .slot = slot};
    uint64_t h = pw_hash_mix(pw_hash_mix((uintptr_t)step, view), slot);
    int64_t found = pw_table_find(&x->index, h, row_is, x, &row);
    if (found >= 0) return x->rows.at[found];
    assert(pw_views_at(x->enc->views, view)->kind != pw_views_idle(x->enc->views));
    struct react_ctx r = {.x = x, .view = view};
    r.guard = is_let_pass(x->enc, step, view, slot);
    if (!pw_term_same(r.guard, PW_TERM_FALSE)) react(&r, step, view, slot);
    row.n = r.made.n;
    if (row.n) row.at = pw_arena_copy(&x->arena, r.made.at, row.n * sizeof *r.made.at);
    pw_vec_clear(&r.made);
    pw_table_add(&x->index, h, (uint32_t)x->rows.n);
    pw_vec_push(&x->rows, row);
    return row;
}
