#include "conform/thread.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "prog/translate.h"

struct thread_env {
    const struct pw_conform *c;
    const pw_term *choices;
};

static pw_term leaf_term(void *arg, const struct pw_expr *leaf)
{
    const struct thread_env *e = arg;
    if (leaf->kind == PW_EXPR_SHARED) return e->c->m->g[leaf->index];
    return leaf->kind == PW_EXPR_CHOICE ? e->choices[leaf->index] : e->c->l[leaf->index];
}

static pw_term term(const struct pw_conform *c, const struct pw_expr *x, const pw_term *choices)
{
    struct thread_env e = {c, choices};
    return pw_translate(c->terms, x, leaf_term, &e);
}

static void also(struct pw_conform *c, pw_term *f, pw_term more)
{
    *f = pw_term_and2(c->terms, *f, more);
}

static void set_initial(struct pw_conform *c)
{
    const struct pw_program *p = c->p;
    c->initial = c->types;
    for (size_t i = 0; i < p->nshared; i++)
        if (p->shared[i].init)
            also(c, &c->initial,
                 pw_machine_equal(c->terms, c->m->g[i], term(c, p->shared[i].init, NULL)));
    for (size_t i = 0; i < c->t->nlocals; i++)
        if (c->t->locals[i].init)
            also(c, &c->initial,
                 pw_machine_equal(c->terms, c->l[i], term(c, c->t->locals[i].init, NULL)));
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class != PW_INTER_THREAD &&
            (p->inits[i].active == PW_ANY || p->inits[i].active == (int32_t)c->template))
            also(c, &c->initial, term(c, p->inits[i].expr, NULL));
}

static void set_edge(struct pw_conform *c, size_t i)
{
    assert(i < c->t->nedges);
    const struct pw_edge *e = &c->t->edges[i];
    struct pw_conform_edge *x = &c->edges[i];
    size_t ns = c->p->nshared, nl = c->t->nlocals;
    x->choices = pw_arena_alloc(c->arena, (e->nchoices + 1) * sizeof *x->choices);
    x->h = pw_arena_alloc(c->arena, (ns + 1) * sizeof *x->h);
    x->l = pw_arena_alloc(c->arena, (nl + 1) * sizeof *x->l);
    memcpy(x->h, c->m->g, ns * sizeof *x->h);
    memcpy(x->l, c->l, nl * sizeof *x->l);
    x->guard = PW_TERM_TRUE;
    for (size_t k = 0; k < e->nchoices; k++) {
        x->choices[k] = pw_machine_var(c->terms, e->choices[k].type, NULL);
        also(c, &x->guard, pw_machine_in_type(c->terms, x->choices[k], e->choices[k].type));
    }
    also(c, &x->guard, term(c, e->guard, x->choices));
    for (size_t k = 0; k < e->nupdates; k++)
        *(e->updates[k].shared ? &x->h[e->updates[k].index] : &x->l[e->updates[k].index]) =
            term(c, e->updates[k].to, x->choices);
    x->same = pw_term_subst(c->terms, c->m->same, c->m->h, x->h, ns);
}

/* ---- predicates ---- */

static bool is_local_int(const struct pw_conform *c, pw_term v)
{
    for (size_t i = 0; i < c->t->nlocals; i++)
        if (pw_term_same(c->l[i], v)) return c->t->locals[i].type.kind == PW_INT;
    return false;
}

static bool is_local(const struct pw_conform *c, pw_term v)
{
    for (size_t i = 0; i < c->t->nlocals; i++)
        if (pw_term_same(c->l[i], v)) return true;
    return false;
}

static void add_predicate(struct pw_conform *c, pw_term f)
{
    f = (pw_term){f.id & ~1u};
    for (size_t i = 0; i < c->preds.n; i++)
        if (pw_term_same(c->preds.at[i], f)) return;
    pw_vec_push(&c->preds, f);
}

void pw_conform_gather(struct pw_conform *c, pw_term f)
{
    PW_VEC(pw_term) open = {0};
    bool *seen = PW_NEWS(bool, pw_terms_count(c->terms));
    size_t n = pw_terms_count(c->terms);
    pw_vec_push(&open, f);
    while (open.n) {
        pw_term a = pw_vec_pop(&open);
        enum pw_term_kind kind = pw_term_kind(c->terms, a);
        bool own = true, some = false;
        if (seen[pw_term_node(a)]) continue;
        seen[pw_term_node(a)] = true;
        for (size_t i = 0; i < pw_term_arity(c->terms, a); i++) {
            pw_term b = pw_term_arg(c->terms, a, i);
            own = own && is_local(c, b);
            some = some || is_local_int(c, b);
            pw_vec_push(&open, b);
        }
        if ((kind == PW_LE || kind == PW_EQ) && own && some) add_predicate(c, a);
    }
    pw_vec_clear(&open);
    PW_FREES(seen, n);
}

static void find_places(void *arg, const struct pw_expr *leaf)
{
    if (leaf->kind == PW_EXPR_AT || leaf->kind == PW_EXPR_OTHER_AT) *(bool *)arg = true;
}

void pw_conform_predicates(struct pw_conform *c)
{
    bool some = false;
    for (size_t i = 0; i < c->t->nlocals; i++)
        some |= c->t->locals[i].type.kind == PW_INT;
    if (!some) return;
    for (size_t i = 0; i < c->p->preds.n; i++) {
        const struct pw_pred *q = &c->p->preds.at[i];
        bool places = false;
        if (q->class != PW_LOCAL_PRED || q->active != (int32_t)c->template) continue;
        pw_expr_visit(q->expr, find_places, &places);
        if (!places) pw_conform_gather(c, term(c, q->expr, NULL));
    }
    for (size_t i = 0; i < c->t->nedges; i++) {
        const pw_term *h = c->edges[i].h;
        pw_conform_gather(c, c->edges[i].guard);
        for (size_t k = 0; k < c->m->edges.n; k++)
            pw_conform_gather(
                c, pw_term_subst(c->terms, c->m->edges.at[k].step, c->m->h, h, c->p->nshared));
        for (size_t k = 0; k < c->m->places.n; k++)
            pw_conform_gather(c,
                              pw_term_subst(c->terms, c->m->err.at[k], c->m->g, h, c->p->nshared));
    }
}

bool pw_conform_refine(struct pw_conform *c)
{
    size_t n = c->preds.n;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < c->t->nedges; k++) {
            pw_limits_poll();
            pw_conform_gather(
                c, pw_term_subst(c->terms, c->preds.at[i], c->l, c->edges[k].l, c->t->nlocals));
        }
    return c->preds.n > n;
}

/* ---- all of it ---- */

void pw_conform_thread_init(struct pw_conform *c, const struct pw_program *p, uint32_t t,
                            const struct pw_machine *m, struct pw_arena *arena)
{
    assert(t < p->ntemplates && p->nshared == m->p->nshared);
    *c = (struct pw_conform){
        .p = p, .t = &p->templates[t], .template = t, .m = m, .terms = m->terms, .arena = arena};
    size_t nl = c->t->nlocals;
    c->l = PW_NEWS(pw_term, nl + 1);
    c->edges = PW_NEWS(struct pw_conform_edge, c->t->nedges + 1);
    c->types = PW_TERM_TRUE;
    for (size_t i = 0; i < nl; i++) {
        assert(i < c->t->nlocals);
        c->l[i] = pw_machine_var(c->terms, c->t->locals[i].type, NULL);
        also(c, &c->types, pw_machine_in_type(c->terms, c->l[i], c->t->locals[i].type));
    }
    for (size_t i = 0; i < p->nshared; i++)
        also(c, &c->types, pw_machine_in_type(c->terms, m->g[i], p->shared[i].type));
    set_initial(c);
    for (size_t i = 0; i < c->t->nedges; i++)
        set_edge(c, i);
    c->solver = pw_solver_new(c->terms);
}

void pw_conform_thread_clear(struct pw_conform *c)
{
    pw_solver_free(c->solver);
    PW_FREES(c->l, c->t->nlocals + 1);
    PW_FREES(c->edges, c->t->nedges + 1);
    pw_vec_clear(&c->preds);
    pw_vec_clear(&c->pairs);
}

void pw_conform_assert_q(struct pw_conform *c, const int64_t *q)
{
    size_t nl = c->t->nlocals;
    pw_solver_assert(c->solver, c->types);
    for (size_t i = 0; i < nl; i++)
        if (pw_type_finite(c->t->locals[i].type))
            pw_solver_assert(c->solver, pw_machine_is(c->terms, c->l[i], q[i]));
    for (size_t i = 0; i < c->preds.n; i++)
        pw_solver_assert(c->solver, q[nl + i] ? c->preds.at[i] : pw_term_not(c->preds.at[i]));
}

static int64_t value_of(struct pw_conform *c, pw_term v)
{
    pw_int x;
    if (!pw_term_is_int(c->terms, v)) return pw_solver_bool_value(c->solver, v);
    pw_int_init(&x);
    pw_solver_int_value(c->solver, v, &x);
    int64_t n = pw_int_get_si(&x); /* a value of a range */
    pw_int_clear(&x);
    return n;
}

void pw_conform_read_q(struct pw_conform *c, const pw_term *l, const pw_term *preds, int64_t *q,
                       pw_term_list *other)
{
    size_t nl = c->t->nlocals;
    for (size_t i = 0; i < nl; i++) {
        if (!pw_type_finite(c->t->locals[i].type)) continue;
        q[i] = value_of(c, l[i]);
        pw_vec_push(other, pw_term_not(pw_machine_is(c->terms, l[i], q[i])));
    }
    for (size_t i = 0; i < c->preds.n; i++) {
        q[nl + i] = pw_solver_bool_value(c->solver, preds[i]);
        pw_vec_push(other, q[nl + i] ? pw_term_not(preds[i]) : preds[i]);
    }
}
