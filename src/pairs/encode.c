#include "pairs/encode.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "pairs/react.h"
#include "prog/translate.h"

enum { MOST_OUTCOMES = 256 };

void pw_encode_init(struct pw_encode *e, struct pw_views *views)
{
    *e = (struct pw_encode){.views = views, .most_outcomes = MOST_OUTCOMES};
    e->terms = pw_terms_new();
    e->solver = pw_solver_new(e->terms);
    pw_arena_init(&e->arena);
    const struct pw_view_vars *c = &views->shared;
    e->ints = pw_arena_alloc(&e->arena, (c->nints + 1) * sizeof *e->ints);
    for (size_t i = 0; i < c->nints; i++)
        e->ints[i] = pw_term_int_var(e->terms, c->vars[c->ints[i]].name);
}

void pw_encode_clear(struct pw_encode *e)
{
    for (size_t i = 0; i < e->steps.n; i++)
        pw_vec_clear(&e->steps.at[i]);
    pw_vec_clear(&e->steps);
    pw_vec_clear(&e->asked);
    pw_vec_clear(&e->locals);
    pw_table_clear(&e->step_index);
    pw_solver_free(e->solver);
    pw_terms_free(e->terms);
    pw_arena_clear(&e->arena);
}

/* ---- variables ---- */

static pw_term *locals_of(struct pw_encode *e, uint32_t slot, uint32_t kind)
{
    size_t kinds = e->views->p->ntemplates + 1, at = slot * kinds + kind;
    while (e->locals.n <= at)
        pw_vec_push(&e->locals, NULL);
    if (e->locals.at[at]) return e->locals.at[at];
    const struct pw_view_vars *c = &e->views->kinds[kind];
    pw_term *made = pw_arena_alloc(&e->arena, (c->nints + 1) * sizeof *made);
    for (size_t i = 0; i < c->nints; i++)
        made[i] = pw_term_int_var(e->terms, NULL);
    assert(at < e->locals.n);
    return e->locals.at[at] = made;
}

pw_term pw_encode_local(struct pw_encode *e, uint32_t slot, uint32_t kind, uint32_t i)
{
    return locals_of(e, slot, kind)[i];
}

pw_term pw_encode_finite(struct pw_encode *e, int32_t kind, uint32_t slot, uint32_t i)
{
    const struct pw_view_vars *c = kind < 0 ? &e->views->shared : &e->views->kinds[kind];
    char name[64];
    snprintf(name, sizeof name, "finite %d %u %u", kind, slot, i);
    return c->vars[i].type.kind == PW_BOOL ? pw_term_bool_var(e->terms, name)
                                           : pw_term_int_var(e->terms, name);
}

pw_term pw_encode_position(struct pw_encode *e, uint32_t slot)
{
    char name[32];
    snprintf(name, sizeof name, "position %u", slot);
    return pw_term_int_var(e->terms, name);
}

static pw_term choice(struct pw_encode *e, bool is_bool, uint32_t i)
{
    char name[48];
    snprintf(name, sizeof name, is_bool ? "picked truth %u" : "picked %u", i);
    return is_bool ? pw_term_bool_var(e->terms, name) : pw_term_int_var(e->terms, name);
}

pw_term pw_encode_type(struct pw_encode *e, struct pw_type type, pw_term x)
{
    if (type.kind != PW_RANGE) return PW_TERM_TRUE;
    pw_term lo = pw_term_ge(e->terms, x, pw_term_int_si(e->terms, type.lo));
    return pw_term_and2(e->terms, lo, pw_term_le(e->terms, x, pw_term_int_si(e->terms, type.hi)));
}

pw_term pw_encode_choices(struct pw_encode *e, const struct pw_edge *edge)
{
    pw_term all = PW_TERM_TRUE;
    for (uint32_t i = 0; i < edge->nchoices; i++) {
        pw_term x = choice(e, edge->choices[i].type.kind == PW_BOOL, i);
        all = pw_term_and2(e->terms, all, pw_encode_type(e, edge->choices[i].type, x));
    }
    return all;
}

/* ---- expressions ---- */

struct read_ctx {
    struct pw_encode *e;
    const struct pw_frame *f;
};

static pw_term constant(struct pw_encode *e, bool is_bool, int64_t value)
{
    return is_bool ? pw_term_bool(value != 0) : pw_term_int_si(e->terms, value);
}

static pw_term read_shared(struct pw_encode *e, const struct pw_frame *f, const struct pw_expr *x)
{
    const struct pw_view_vars *c = &e->views->shared;
    uint32_t rank = c->rank[x->index];
    if (!pw_type_finite(c->vars[x->index].type))
        return f->after ? f->after->shared[rank] : e->ints[rank];
    if (!f->sigma) return pw_encode_finite(e, -1, 0, x->index);
    return constant(e, x->is_bool, f->sigma[rank]);
}

/* role 0: the thread read by LOCAL; 1: by PASSIVE */
static pw_term read_local(struct pw_encode *e, const struct pw_frame *f, const struct pw_expr *x,
                          int role)
{
    uint32_t kind = (uint32_t)x->template;
    const struct pw_view_vars *c = &e->views->kinds[kind];
    uint32_t rank = c->rank[x->index];
    assert(f->view[role] && f->view[role]->kind == kind);
    if (!pw_type_finite(c->vars[x->index].type)) {
        if (f->after && f->slot[role] == 0) return f->after->local[rank];
        if (f->react[role]) return f->react[role]->local[rank];
        return pw_encode_local(e, f->slot[role], kind, rank);
    }
    if (!f->view[role]->values) return pw_encode_finite(e, (int32_t)kind, f->slot[role], x->index);
    return constant(e, x->is_bool, f->view[role]->values[rank]);
}

static pw_term read_leaf(void *arg, const struct pw_expr *x)
{
    struct read_ctx *r = arg;
    const struct pw_program *p = r->e->views->p;
    switch ((enum pw_expr_kind)x->kind) {
    case PW_EXPR_SHARED:
        return read_shared(r->e, r->f, x);
    case PW_EXPR_LOCAL:
        return read_local(r->e, r->f, x, 0);
    case PW_EXPR_PASSIVE:
        return read_local(r->e, r->f, x, 1);
    case PW_EXPR_CHOICE:
        return choice(r->e, x->is_bool, x->index);
    case PW_EXPR_BEFORE:
        return pw_term_lt(r->e->terms, pw_encode_position(r->e, r->f->slot[0]),
                          pw_encode_position(r->e, r->f->slot[1]));
    default: {
        const struct pw_view *v = r->f->view[x->kind == PW_EXPR_OTHER_AT];
        bool real = v && v->kind < p->ntemplates;
        return pw_term_bool(real && pw_program_at(p, x->index, x->template, v->kind, v->loc));
    }
    }
}

pw_term pw_encode_expr(struct pw_encode *e, const struct pw_expr *x, const struct pw_frame *f)
{
    struct read_ctx r = {e, f};
    return pw_translate(e->terms, x, read_leaf, &r);
}

/* ---- values ---- */

/* Value of a constant term (truth: 0 or 1). pre: it is constant and small. */
int64_t pw_encode_value(struct pw_encode *e, pw_term a)
{
    assert(pw_term_is_const(e->terms, a));
    if (!pw_term_is_int(e->terms, a)) return pw_term_same(a, PW_TERM_TRUE);
    return pw_int_get_si(pw_term_const(e->terms, a));
}

pw_term pw_encode_equals(struct pw_encode *e, pw_term a, int64_t value)
{
    if (!pw_term_is_int(e->terms, a)) return value ? a : pw_term_not(a);
    return pw_term_eq(e->terms, a, pw_term_int_si(e->terms, value));
}

int64_t pw_encode_model(struct pw_encode *e, pw_term a)
{
    if (!pw_term_is_int(e->terms, a)) return pw_solver_bool_value(e->solver, a);
    pw_int v;
    pw_int_init(&v);
    pw_solver_int_value(e->solver, a, &v);
    int64_t value = pw_int_get_si(&v);
    pw_int_clear(&v);
    return value;
}

/* ---- steps ---- */

/* An edge being made into steps: new terms of all variables, by rank. */
struct make_ctx {
    struct pw_step step;
    pw_term *shared, *local; /* integers */
    pw_term *shared_fins, *local_fins;
    size_t nshared_fins, nlocal_fins;
};

static pw_term *old_fins(struct pw_encode *e, const struct pw_view_vars *c, const int64_t *values)
{
    pw_term *t = pw_arena_alloc(&e->arena, (c->nfins + 1) * sizeof *t);
    for (size_t i = 0; i < c->nfins; i++)
        t[i] = constant(e, c->vars[c->fins[i]].type.kind == PW_BOOL, values[i]);
    return t;
}

static void start_making(struct pw_encode *e, struct make_ctx *m, uint32_t sigma, uint32_t view)
{
    const struct pw_view *v = pw_views_at(e->views, view);
    const struct pw_view_vars *s = &e->views->shared, *l = &e->views->kinds[v->kind];
    m->shared = pw_arena_copy(&e->arena, e->ints, (s->nints + 1) * sizeof *m->shared);
    m->local =
        pw_arena_copy(&e->arena, locals_of(e, 0, v->kind), (l->nints + 1) * sizeof *m->local);
    assert(sigma < e->views->sigmas.n);
    m->shared_fins = old_fins(e, s, e->views->sigmas.at[sigma]);
    m->local_fins = old_fins(e, l, v->values);
    m->nshared_fins = s->nfins;
    m->nlocal_fins = l->nfins;
    m->step =
        (struct pw_step){.sigma = sigma, .view = view, .shared = m->shared, .local = m->local};
}

static void make_update(struct pw_encode *e, struct make_ctx *m, const struct pw_update *u,
                        const struct pw_frame *f)
{
    const struct pw_view *v = f->view[0];
    const struct pw_view_vars *c = u->shared ? &e->views->shared : &e->views->kinds[v->kind];
    pw_term to = pw_encode_expr(e, u->to, f);
    bool finite = pw_type_finite(c->vars[u->index].type);
    pw_term *row =
        u->shared ? (finite ? m->shared_fins : m->shared) : (finite ? m->local_fins : m->local);
    row[c->rank[u->index]] = to;
    m->step.writes_shared |= u->shared;
    m->step.writes_int |= u->shared && !finite;
}

/* The finite outcome as numbers, by the model (model) or because all are constants. */
static void finish_step(struct pw_encode *e, struct make_ctx *m, bool model, pw_steps *out)
{
    size_t n = m->nshared_fins + m->nlocal_fins;
    int64_t *values = PW_NEWS(int64_t, n + 1);
    struct pw_step made = m->step;
    for (size_t i = 0; i < n; i++) {
        size_t j = i - m->nshared_fins;
        pw_term t = i < m->nshared_fins ? m->shared_fins[i] : m->local_fins[j];
        values[i] = model ? pw_encode_model(e, t) : pw_encode_value(e, t);
        made.guard = pw_term_and2(e->terms, made.guard, pw_encode_equals(e, t, values[i]));
    }
    made.sigma2 = pw_views_sigma(e->views, values);
    uint32_t kind = pw_views_at(e->views, made.view)->kind;
    made.view2 = pw_views_view(e->views, kind, made.edge->to, values + m->nshared_fins);
    pw_vec_push(out, made);
    PW_FREES(values, n + 1);
}

static bool all_constant(struct pw_encode *e, const pw_term *t, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!pw_term_is_const(e->terms, t[i])) return false;
    return true;
}

/* One step for each finite outcome that the guard allows. */
static void list_outcomes(struct pw_encode *e, struct make_ctx *m, pw_steps *out)
{
    size_t before = out->n;
    pw_solver_push(e->solver);
    pw_solver_assert(e->solver, m->step.guard);
    while (pw_solver_check(e->solver, NULL, 0)) {
        pw_limits_poll();
        if (out->n - before == e->most_outcomes) {
            e->overflow = true;
            break;
        }
        finish_step(e, m, true, out);
        /* the guard of the step is that of the edge and the outcome: exclude it */
        pw_solver_assert(e->solver, pw_term_not(pw_vec_last(out).guard));
    }
    pw_solver_pop(e->solver);
}

static void make_steps(struct pw_encode *e, uint32_t sigma, uint32_t view,
                       const struct pw_edge *edge, pw_steps *out)
{
    struct pw_view v = *pw_views_at(e->views, view);
    assert(sigma < e->views->sigmas.n);
    struct pw_frame f = {.sigma = e->views->sigmas.at[sigma], .view = {&v, NULL}};
    struct make_ctx m;
    start_making(e, &m, sigma, view);
    m.step.edge = edge;
    m.step.guard = pw_encode_expr(e, edge->guard, &f);
    if (pw_term_same(m.step.guard, PW_TERM_FALSE)) return;
    m.step.guard = pw_term_and2(e->terms, m.step.guard, pw_encode_choices(e, edge));
    for (size_t i = 0; i < edge->nupdates; i++)
        make_update(e, &m, &edge->updates[i], &f);
    if (all_constant(e, m.shared_fins, m.nshared_fins) &&
        all_constant(e, m.local_fins, m.nlocal_fins))
        finish_step(e, &m, false, out);
    else
        list_outcomes(e, &m, out);
}

static bool asked_is(const void *objects, uint32_t id, const void *key)
{
    return ((const struct pw_encode *)objects)->asked.at[id] == *(const uint64_t *)key;
}

const pw_steps *pw_encode_steps(struct pw_encode *e, uint32_t sigma, uint32_t view)
{
    uint64_t key = (uint64_t)sigma << 32 | view, h = pw_hash_mix(sigma, view);
    int64_t found = pw_table_find(&e->step_index, h, asked_is, e, &key);
    if (found != PW_TABLE_NONE) return &e->steps.at[found];
    const struct pw_view *v = pw_views_at(e->views, view);
    pw_steps made = {0};
    if (v->kind < e->views->p->ntemplates) {
        assert(v->kind < e->views->p->ntemplates);
        const struct pw_thread_template *t = &e->views->p->templates[v->kind];
        uint32_t loc = v->loc;
        for (uint32_t i = t->first_edge[loc]; i < t->first_edge[loc + 1]; i++)
            make_steps(e, sigma, view, &t->edges[i], &made);
    }
    pw_table_add(&e->step_index, h, (uint32_t)e->asked.n);
    pw_vec_push(&e->asked, key);
    pw_vec_push(&e->steps, made);
    return &pw_vec_last(&e->steps);
}
