#include "pairs/view_moves.h"

#include <assert.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/order.h"
#include "pairs/count_graph.h"

void pw_view_moves_clear(struct pw_view_moves *m)
{
    for (size_t i = 0; i < m->at.n; i++) {
        PW_FREES(m->at.at[i].change, m->nshared + 1);
        PW_FREES(m->at.at[i].known, m->nshared + 1);
    }
    pw_vec_clear(&m->at);
}

struct view_node {
    uint32_t sigma, view;
};
typedef PW_VEC(struct view_node) view_nodes;

static int by_node(const void *x, const void *y)
{
    const struct view_node *a = x, *b = y;
    return PW_ORDER(a->sigma, b->sigma) ?: PW_ORDER(a->view, b->view);
}

/* The sigma and view of every thread of a key, sorted, each once. */
static void list_nodes(const struct pw_invariant *v, view_nodes *out)
{
    size_t n = 0;
    for (size_t i = 0; i < v->keys.n; i++) {
        const struct pw_invariant_key *k = &v->keys.at[i];
        pw_vec_push(out, ((struct view_node){k->sigma, k->u}));
        pw_vec_push(out, ((struct view_node){k->sigma, k->v}));
    }
    if (out->n) qsort(out->at, out->n, sizeof *out->at, by_node);
    for (size_t i = 0; i < out->n; i++)
        if (!i || by_node(&out->at[i], &out->at[n - 1])) out->at[n++] = out->at[i];
    out->n = n;
}

static bool is_counted(const struct pw_invariant *v, size_t var)
{
    for (size_t i = 0; i < v->counts.n; i++)
        if (v->counts.at[i].alpha[var]) return true;
    return false;
}

/* The value of the integer variable after the step less that before: a constant under the guard? */
static bool find_change(struct pw_encode *e, const struct pw_step *s, uint32_t var, int64_t *out)
{
    uint32_t rank = e->views->shared.rank[var];
    pw_term change = pw_term_sub(e->terms, s->shared[rank], e->ints[rank]);
    bool known = false;
    pw_int model;
    pw_int_init(&model);
    pw_solver_push(e->solver);
    pw_solver_assert(e->solver, s->guard);
    if (!pw_solver_check(e->solver, NULL, 0)) {
        known = true; /* the step does not exist: any change is right */
    } else {
        pw_solver_int_value(e->solver, change, &model);
        known = pw_int_fits_si(&model) && llabs(pw_int_get_si(&model)) < INT32_MAX;
        *out = known ? pw_int_get_si(&model) : 0;
        pw_term other = pw_term_not(pw_encode_equals(e, change, *out));
        known = known && !pw_solver_check(e->solver, &other, 1);
    }
    pw_solver_pop(e->solver);
    pw_int_clear(&model);
    return known;
}

static struct pw_view_move make_move(const struct pw_invariant *v, struct pw_encode *e,
                                     const struct pw_step *s)
{
    const struct pw_view_vars *shared = &v->views.shared;
    const struct pw_thread_template *t = &v->p->templates[pw_views_at(&v->views, s->view)->kind];
    struct pw_view_move m = {
        .sigma = s->sigma, .view = s->view, .sigma2 = s->sigma2, .view2 = s->view2};
    m.edge = (uint32_t)(s->edge - t->edges);
    assert(s->edge >= t->edges && m.edge < t->nedges);
    m.change = PW_NEWS(int64_t, v->p->nshared + 1);
    m.known = PW_NEWS(bool, v->p->nshared + 1);
    for (uint32_t i = 0; i < v->p->nshared; i++) {
        uint32_t rank = shared->rank[i];
        m.known[i] = true;
        if (!is_counted(v, i)) continue;
        if (pw_type_finite(shared->vars[i].type))
            m.change[i] = v->views.sigmas.at[s->sigma2][rank] - v->views.sigmas.at[s->sigma][rank];
        else
            m.known[i] = find_change(e, s, i, &m.change[i]);
    }
    return m;
}

bool pw_view_moves_find(struct pw_invariant *v, struct pw_view_moves *out)
{
    struct pw_encode e;
    view_nodes all = {0};
    *out = (struct pw_view_moves){.nshared = v->p->nshared};
    list_nodes(v, &all);
    pw_encode_init(&e, &v->views);
    for (size_t i = 0; i < all.n && !e.overflow; i++) {
        const pw_steps *steps = pw_encode_steps(&e, all.at[i].sigma, all.at[i].view);
        pw_limits_poll();
        for (size_t k = 0; k < steps->n; k++)
            pw_vec_push(&out->at, make_move(v, &e, &steps->at[k]));
    }
    bool complete = !e.overflow;
    pw_encode_clear(&e);
    pw_vec_clear(&all);
    if (!complete) pw_view_moves_clear(out);
    return complete;
}
