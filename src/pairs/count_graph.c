#include "pairs/count_graph.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

enum { MOST_VIEWS = 400, MOST_START = 64, MOST_OUTCOMES = 60 };
#define LARGE_INCREMENT ((int64_t)1 << 31)

void pw_count_graph_init(struct pw_count_graph *g, struct pw_counts *c,
                         const struct pw_samples *samples, bool wide)
{
    const struct pw_program *p = c->enc->views->p;
    *g = (struct pw_count_graph){.c = c, .samples = samples, .n = p->nshared};
    g->counter = PW_NEWS(bool, g->n + 1);
    g->touched = PW_NEWS(bool, g->n + 1);
    for (size_t i = 0; i < g->n; i++)
        g->counter[i] = wide || p->shared[i].type.kind == PW_INT;
}

void pw_count_graph_clear(struct pw_count_graph *g)
{
    pw_vec_clear(&g->views);
    pw_vec_clear(&g->place);
    pw_vec_clear(&g->edges);
    PW_FREES(g->counter, g->n + 1);
    PW_FREES(g->touched, g->n + 1);
}

static void add_view(struct pw_count_graph *g, uint32_t view)
{
    while (g->place.n <= view)
        pw_vec_push(&g->place, -1);
    if (g->place.at[view] >= 0) return;
    assert(view < g->place.n);
    g->place.at[view] = (int32_t)g->views.n;
    pw_vec_push(&g->views, view);
    if (g->views.n > MOST_VIEWS) g->failed = true;
}

/* Every combination of initial values of the finite locals; value[i] for fins[i]. */
static void add_starts(struct pw_count_graph *g, uint32_t kind, size_t i, int64_t *value)
{
    struct pw_views *views = g->c->enc->views;
    const struct pw_view_vars *k = &views->kinds[kind];
    if (i == k->nfins) {
        assert(kind < views->p->ntemplates);
        add_view(g, pw_views_view(views, kind, views->p->templates[kind].entry, value));
        if (g->views.n > MOST_START + g->starts) g->failed = true;
        return;
    }
    assert(i < k->nfins);
    const struct pw_var *v = &k->vars[k->fins[i]];
    bool truth = v->type.kind == PW_BOOL;
    int64_t lo = truth ? 0 : v->type.lo, hi = truth ? 1 : v->type.hi;
    if (v->init && v->init->kind == PW_EXPR_BOOL) lo = hi = v->init->truth;
    if (v->init && v->init->kind == PW_EXPR_INT) lo = hi = pw_int_get_si(&v->init->value);
    for (int64_t a = lo; a <= hi && !g->failed; a++) {
        value[i] = a;
        add_starts(g, kind, i + 1, value);
    }
}

/* ---- one edge ---- */

struct edge {
    struct pw_count_graph *g;
    const struct pw_edge *edge;
    uint32_t from;
    pw_term *added; /* per shared variable: new value - old value */
    pw_term *fins;  /* finite locals afterwards, by rank */
    size_t nfins;
};

static pw_term as_number(struct pw_encode *e, pw_term a)
{
    if (pw_term_is_int(e->terms, a)) return a;
    return pw_term_ite(e->terms, a, pw_term_int_si(e->terms, 1), pw_term_int_si(e->terms, 0));
}

pw_term pw_count_variable(struct pw_encode *e, uint32_t var, const int64_t *sigma)
{
    const struct pw_view_vars *s = &e->views->shared;
    if (!pw_type_finite(s->vars[var].type)) return e->ints[s->rank[var]];
    if (sigma) return pw_term_int_si(e->terms, sigma[s->rank[var]]);
    return as_number(e, pw_encode_finite(e, -1, 0, var));
}

/* Is the change of the variable always `d`, given what is asserted? */
static bool is_always(struct edge *x, uint32_t var, int64_t d)
{
    pw_term not = pw_term_not(pw_encode_equals(x->g->c->enc, x->added[var], d));
    return !pw_solver_check(x->g->c->enc->solver, &not, 1);
}

/* The change of a variable along the edge, given the outcome that is asserted; `model` is one. */
static int64_t find_change(struct edge *x, uint32_t var, const pw_int *model, bool *guess)
{
    struct pw_count_graph *g = x->g;
    int64_t d = pw_int_fits_si(model) ? pw_int_get_si(model) : INT64_MAX;
    bool small = d <= LARGE_INCREMENT && d >= -LARGE_INCREMENT;
    if (small && (pw_term_is_const(g->c->enc->terms, x->added[var]) || is_always(x, var, d)))
        return d;
    *guess = g->samples && pw_samples_find(g->samples, x->from, x->edge, var, &d) &&
             d <= LARGE_INCREMENT && d >= -LARGE_INCREMENT;
    if (!*guess) g->counter[var] = false;
    return *guess ? d : 0;
}

/* Values of all changes in the solver's model. */
static pw_int *model_changes(struct edge *x)
{
    pw_int *v = PW_NEWS(pw_int, x->g->n + 1);
    for (size_t i = 0; i < x->g->n; i++) {
        pw_int_init(&v[i]);
        if (x->g->counter[i]) pw_solver_int_value(x->g->c->enc->solver, x->added[i], &v[i]);
    }
    return v;
}

/* Adds the edge for the outcome of the solver's model; returns the formula that it is that one. */
static pw_term take_outcome(struct edge *x)
{
    struct pw_count_graph *g = x->g;
    struct pw_encode *e = g->c->enc;
    int64_t *fins = PW_NEWS(int64_t, x->nfins + 1);
    int64_t *d = pw_arena_alloc(&g->c->arena, (g->n + 1) * sizeof *d);
    bool *guess = pw_arena_alloc(&g->c->arena, (g->n + 1) * sizeof *guess);
    pw_term same = PW_TERM_TRUE;
    for (size_t i = 0; i < x->nfins; i++) {
        fins[i] = pw_encode_model(e, x->fins[i]);
        same = pw_term_and2(e->terms, same, pw_encode_equals(e, x->fins[i], fins[i]));
    }
    pw_int *model = model_changes(x);
    pw_solver_push(e->solver);
    pw_solver_assert(e->solver, same);
    for (uint32_t i = 0; i < g->n; i++) {
        guess[i] = false;
        d[i] = g->counter[i] ? find_change(x, i, &model[i], &guess[i]) : 0;
        pw_int_clear(&model[i]);
    }
    pw_solver_pop(e->solver);
    uint32_t kind = pw_views_at(e->views, x->from)->kind;
    bool avoided = g->avoid && pw_samples_avoid(g->samples, x->from, x->edge);
    struct pw_count_edge made = {x->from, 0, d, guess, avoided};
    made.to = pw_views_view(e->views, kind, x->edge->to, fins);
    add_view(g, made.to);
    pw_vec_push(&g->edges, made);
    PW_FREES(model, g->n + 1);
    PW_FREES(fins, x->nfins + 1);
    return same;
}

static void list_outcomes(struct edge *x, pw_term guard)
{
    struct pw_solver *s = x->g->c->enc->solver;
    pw_solver_push(s);
    pw_solver_assert(s, guard);
    for (int n = 0; !x->g->failed && pw_solver_check(s, NULL, 0); n++) {
        pw_limits_poll();
        pw_term same = take_outcome(x);
        if (pw_term_same(same, PW_TERM_TRUE)) break;
        pw_solver_assert(s, pw_term_not(same));
        if (n == MOST_OUTCOMES) x->g->failed = true;
    }
    pw_solver_pop(s);
}

static pw_term shared_types(struct pw_encode *e)
{
    const struct pw_view_vars *s = &e->views->shared;
    pw_term all = PW_TERM_TRUE;
    for (size_t i = 0; i < s->nfins; i++) {
        pw_term v = pw_encode_finite(e, -1, 0, s->fins[i]);
        all = pw_term_and2(e->terms, all, pw_encode_type(e, s->vars[s->fins[i]].type, v));
    }
    return all;
}

static void make_update(struct edge *x, const struct pw_update *u, const struct pw_frame *f)
{
    struct pw_encode *e = x->g->c->enc;
    const struct pw_view_vars *l = &e->views->kinds[f->view[0]->kind];
    if (u->shared) {
        pw_term to = as_number(e, pw_encode_expr(e, u->to, f));
        x->added[u->index] = pw_term_sub(e->terms, to, pw_count_variable(e, u->index, NULL));
        x->g->touched[u->index] = true;
    } else if (pw_type_finite(l->vars[u->index].type))
        x->fins[l->rank[u->index]] = pw_encode_expr(e, u->to, f);
}

static void explore_edge(struct edge *x, uint32_t from, const struct pw_edge *edge)
{
    struct pw_encode *e = x->g->c->enc;
    struct pw_view v = *pw_views_at(e->views, from);
    const struct pw_view_vars *l = &e->views->kinds[v.kind];
    struct pw_frame f = {.view = {&v, NULL}};
    pw_term guard = pw_encode_expr(e, edge->guard, &f);
    x->edge = edge;
    x->from = from;
    x->nfins = l->nfins;
    for (size_t i = 0; i < x->g->n; i++)
        x->added[i] = pw_term_int_si(e->terms, 0);
    for (size_t i = 0; i < l->nfins; i++) {
        bool truth = l->vars[l->fins[i]].type.kind == PW_BOOL;
        x->fins[i] = truth ? pw_term_bool(v.values[i]) : pw_term_int_si(e->terms, v.values[i]);
    }
    for (size_t i = 0; i < edge->nupdates; i++)
        make_update(x, &edge->updates[i], &f);
    guard = pw_term_and2(e->terms, guard, pw_encode_choices(e, edge));
    list_outcomes(x, pw_term_and2(e->terms, guard, shared_types(e)));
}

/* ---- the graph ---- */

static void explore_view(struct edge *x, uint32_t view)
{
    struct pw_view v = *pw_views_at(x->g->c->enc->views, view);
    assert(v.kind < x->g->c->enc->views->p->ntemplates);
    const struct pw_thread_template *t = &x->g->c->enc->views->p->templates[v.kind];
    for (uint32_t i = t->first_edge[v.loc]; i < t->first_edge[v.loc + 1] && !x->g->failed; i++)
        if (t->locs[t->edges[i].to].kind != PW_LOC_ERROR) explore_edge(x, view, &t->edges[i]);
}

static size_t most_fins(const struct pw_views *v)
{
    size_t most = 0;
    for (size_t t = 0; t < v->p->ntemplates; t++)
        if (v->kinds[t].nfins > most) most = v->kinds[t].nfins;
    return most;
}

void pw_count_graph_explore(struct pw_count_graph *g)
{
    struct pw_views *v = g->c->enc->views;
    size_t fins = most_fins(v) + 1;
    int64_t *value = PW_NEWS(int64_t, fins);
    struct edge x = {.g = g, .added = PW_NEWS(pw_term, g->n + 1), .fins = PW_NEWS(pw_term, fins)};
    for (uint32_t t = 0; t < v->p->ntemplates && !g->failed; t++) {
        g->starts = g->views.n;
        add_starts(g, t, 0, value);
    }
    g->starts = g->views.n;
    for (size_t i = 0; i < g->views.n && !g->failed; i++)
        explore_view(&x, g->views.at[i]);
    PW_FREES(value, fins);
    PW_FREES(x.added, g->n + 1);
    PW_FREES(x.fins, fins);
}
