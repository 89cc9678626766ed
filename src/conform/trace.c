/* From a path of the search to values: one query, with a fresh shared state for each step (the
 * other threads may have done anything), the locals chained, and every F exactly as it was
 * computed. The values are then looked at again: each step of T by the interpreter, each F by
 * single steps of the machine. */
#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "conform/thread.h"
#include "run/interp.h"

/* A step of the path under names of its own: vars of the thread's terms are replaced by `with`. */
struct path_moment {
    pw_term *vars, *with; /* shared variables, then locals, then the choices of the edge */
    size_t n;
    size_t pair;
    int64_t edge; /* taken from here, or PW_NONE */
};

struct conform_path {
    struct pw_conform *c;
    struct pw_solver *solver;
    struct path_moment *at;
    size_t n;
};

static pw_term now(const struct conform_path *w, const struct path_moment *a, pw_term f)
{
    return pw_term_subst(w->c->terms, f, a->vars, a->with, a->n);
}

static void name_moment(struct conform_path *w, size_t i)
{
    struct pw_conform *c = w->c;
    assert(i < w->n);
    struct path_moment *a = &w->at[i];
    size_t ns = c->p->nshared, nl = c->t->nlocals;
    size_t nc = a->edge >= 0 ? c->t->edges[a->edge].nchoices : 0;
    a->n = ns + nl + nc;
    a->vars = pw_arena_alloc(c->arena, (a->n + 1) * sizeof *a->vars);
    a->with = pw_arena_alloc(c->arena, (a->n + 1) * sizeof *a->with);
    for (size_t k = 0; k < ns; k++) {
        a->vars[k] = c->m->g[k];
        assert(k < c->p->nshared);
        a->with[k] = pw_machine_var(c->terms, c->p->shared[k].type, NULL);
    }
    for (size_t k = 0; k < nl; k++) {
        a->vars[ns + k] = c->l[k];
        a->with[ns + k] = i ? now(w, a - 1, c->edges[a[-1].edge].l[k])
                            : pw_machine_var(c->terms, c->t->locals[k].type, NULL);
    }
    for (size_t k = 0; k < nc; k++) {
        a->vars[ns + nl + k] = c->edges[a->edge].choices[k];
        assert(a->edge >= 0 && (uint64_t)a->edge < c->t->nedges);
        a->with[ns + nl + k] = pw_machine_var(c->terms, c->t->edges[a->edge].choices[k].type, NULL);
    }
}

/* The set is F of that pair. */
static void exactly(const struct conform_path *w, const struct path_moment *a, const pw_term *set,
                    size_t pair)
{
    assert(pair < w->c->pairs.n);
    const bool *f = w->c->pairs.at[pair].f;
    for (size_t y = 0; y < w->c->m->places.n; y++) {
        pw_term in = now(w, a, set[y]);
        pw_solver_assert(w->solver, f[y] ? in : pw_term_not(in));
    }
}

static bool is_empty(const struct pw_conform *c, size_t pair)
{
    for (size_t y = 0; y < c->m->places.n; y++)
        if (c->pairs.at[pair].f[y]) return false;
    return true;
}

static void assert_moment(struct conform_path *w, size_t i, enum pw_conform_reason why)
{
    struct pw_conform *c = w->c;
    assert(i < w->n);
    struct path_moment *a = &w->at[i];
    size_t n = c->m->places.n;
    bool last = i + 1 == w->n;
    pw_term *closed = PW_NEWS(pw_term, n + 1), *next = PW_NEWS(pw_term, n + 1);
    pw_solver_assert(w->solver, now(w, a, c->types));
    assert(a->pair < c->pairs.n);
    pw_conform_close(c, c->pairs.at[a->pair].f, closed);
    if (!is_empty(c, a->pair))
        pw_solver_assert(w->solver, pw_term_not(now(w, a, pw_conform_wrong(c, closed))));
    if (a->edge >= 0) pw_solver_assert(w->solver, now(w, a, c->edges[a->edge].guard));
    if (last && why == PW_CONFORM_LABEL) {
        pw_term fine = pw_conform_labelled(c, c->pairs.at[a->pair].loc, closed);
        pw_solver_assert(w->solver, pw_term_not(now(w, a, fine)));
    }
    if (!last) {
        pw_conform_match(c, (uint32_t)a->edge, closed, next);
        exactly(w, a, next, a[1].pair);
    }
    PW_FREES(closed, n + 1);
    PW_FREES(next, n + 1);
}

/* An initial state of its own: the first step need not start from it. */
static void assert_start(struct conform_path *w)
{
    struct pw_conform *c = w->c;
    struct path_moment first = {.vars = w->at[0].vars, .n = c->p->nshared + c->t->nlocals};
    pw_term *set = PW_NEWS(pw_term, c->m->places.n + 1);
    first.with = pw_arena_alloc(c->arena, (first.n + 1) * sizeof *first.with);
    memcpy(first.with, w->at[0].with, first.n * sizeof *first.with);
    for (size_t k = 0; k < c->p->nshared; k++)
        first.with[k] = pw_machine_var(c->terms, c->p->shared[k].type, NULL);
    pw_solver_assert(w->solver, now(w, &first, c->initial));
    pw_conform_start(c, set);
    exactly(w, &first, set, w->at[0].pair);
    PW_FREES(set, c->m->places.n + 1);
}

static void read_value(struct conform_path *w, pw_term v, pw_int *out)
{
    pw_int_init(out);
    if (pw_term_is_int(w->c->terms, v))
        pw_solver_int_value(w->solver, v, out);
    else
        pw_int_set_si(out, pw_solver_bool_value(w->solver, v));
}

static void read_moment(struct conform_path *w, size_t i, struct pw_conform_step *out)
{
    struct pw_conform *c = w->c;
    assert(i < w->n);
    const struct path_moment *a = &w->at[i];
    size_t ns = c->p->nshared, nl = c->t->nlocals;
    *out = (struct pw_conform_step){.loc = c->pairs.at[a->pair].loc,
                                    .edge = a->edge,
                                    .before = pw_arena_alloc(c->arena, (ns + 1) * sizeof(pw_int)),
                                    .after = pw_arena_alloc(c->arena, (ns + 1) * sizeof(pw_int)),
                                    .locals = pw_arena_alloc(c->arena, (nl + 1) * sizeof(pw_int)),
                                    .places = c->pairs.at[a->pair].f};
    for (size_t k = 0; k < ns; k++) {
        read_value(w, a->with[k], &out->before[k]);
        read_value(w, a->edge >= 0 ? now(w, a, c->edges[a->edge].h[k]) : a->with[k],
                   &out->after[k]);
    }
    for (size_t k = 0; k < nl; k++)
        read_value(w, a->with[ns + k], &out->locals[k]);
}

/* ---- looking again ---- */

static pw_term number(const struct pw_conform *c, const pw_int *v, struct pw_type type)
{
    return type.kind == PW_BOOL ? pw_term_bool(pw_int_sgn(v) != 0) : pw_term_int(c->terms, v);
}

/* The machine's term for values before and after. */
static bool holds(const struct pw_conform *c, pw_term f, const pw_int *g, const pw_int *h)
{
    size_t n = c->p->nshared;
    pw_term *vars = PW_NEWS(pw_term, 2 * n + 1), *with = PW_NEWS(pw_term, 2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        vars[i] = c->m->g[i], vars[n + i] = c->m->h[i];
        assert(i < c->p->nshared);
        with[i] = number(c, &g[i], c->p->shared[i].type);
        with[n + i] = number(c, &h[i], c->p->shared[i].type);
    }
    bool yes = pw_term_same(pw_term_subst(c->terms, f, vars, with, 2 * n), PW_TERM_TRUE);
    PW_FREES(vars, 2 * n + 1);
    PW_FREES(with, 2 * n + 1);
    return yes;
}

static void close_values(const struct pw_conform *c, bool *f, const pw_int *g)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < c->m->edges.n; i++) {
            const struct pw_machine_edge *e = &c->m->edges.at[i];
            if (f[e->from] && !f[e->to] && holds(c, e->step, g, g)) f[e->to] = more = true;
        }
    }
}

/* Is next what F becomes by the step? */
static bool same_match(const struct pw_conform *c, const struct pw_conform_step *s,
                       const bool *next)
{
    size_t n = c->m->places.n;
    bool *f = PW_NEWS(bool, n + 1), *d = PW_NEWS(bool, n + 1), ok = true;
    memcpy(f, s->places, n * sizeof *f);
    close_values(c, f, s->before);
    for (size_t x = 0; x < n; x++)
        if (f[x] && holds(c, c->m->err.at[x], s->before, s->before)) ok = false;
    if (holds(c, c->m->same, s->before, s->after)) memcpy(d, f, n * sizeof *d);
    for (size_t i = 0; i < c->m->edges.n; i++) {
        const struct pw_machine_edge *e = &c->m->edges.at[i];
        if (f[e->from] && holds(c, e->step, s->before, s->after)) d[e->to] = true;
    }
    close_values(c, d, s->after);
    for (size_t x = 0; x < n; x++)
        ok = ok && d[x] == next[x];
    PW_FREES(f, n + 1);
    PW_FREES(d, n + 1);
    return ok;
}

/* The step as the interpreter takes it. */
static bool same_step(struct conform_path *w, size_t i, const struct pw_conform_step *s,
                      const pw_int *locals)
{
    struct pw_conform *c = w->c;
    assert(s->edge >= 0 && (uint64_t)s->edge < c->t->nedges);
    size_t ns = c->p->nshared, nl = c->t->nlocals, nc = c->t->edges[s->edge].nchoices;
    struct pw_state *q = pw_state_new(c->p, &c->template, 1);
    pw_int *choices = PW_NEWS(pw_int, nc + 1);
    for (size_t k = 0; k < ns; k++)
        pw_int_set(&q->shared[k], &s->before[k]);
    for (size_t k = 0; k < nl; k++)
        pw_int_set(&q->threads[0].locals[k], &s->locals[k]);
    for (size_t k = 0; k < nc; k++)
        read_value(w, w->at[i].with[ns + nl + k], &choices[k]);
    q->threads[0].loc = s->loc;
    bool ok = pw_interp_step(q, 0, (uint32_t)s->edge, choices);
    for (size_t k = 0; k < ns; k++)
        ok = ok && pw_int_eq(&q->shared[k], &s->after[k]);
    for (size_t k = 0; locals && k < nl; k++)
        ok = ok && pw_int_eq(&q->threads[0].locals[k], &locals[k]);
    for (size_t k = 0; k < nc; k++)
        pw_int_clear(&choices[k]);
    PW_FREES(choices, nc + 1);
    pw_state_free(q);
    return ok;
}

static bool look_again(struct conform_path *w, const struct pw_conform_result *r)
{
    for (size_t i = 0; i < w->n; i++) {
        assert(i < r->ntrace);
        const struct pw_conform_step *s = &r->trace[i];
        bool last = i + 1 == w->n;
        if (s->edge >= 0 && !same_step(w, i, s, last ? NULL : s[1].locals)) return false;
        if (!last && !same_match(w->c, s, s[1].places)) return false;
    }
    return true;
}

bool pw_conform_trace(struct pw_conform *c, size_t pair, int64_t edge, enum pw_conform_reason why,
                      struct pw_conform_result *r)
{
    struct conform_path w = {.c = c, .n = 1};
    for (int64_t i = c->pairs.at[pair].parent; i >= 0; i = c->pairs.at[i].parent)
        w.n++;
    w.at = pw_arena_alloc(c->arena, w.n * sizeof *w.at);
    for (size_t i = w.n; i-- > 0;) {
        w.at[i] = (struct path_moment){.pair = pair, .edge = edge};
        assert(pair < c->pairs.n);
        edge = c->pairs.at[pair].edge;
        if (i) pair = (size_t)c->pairs.at[pair].parent;
    }
    w.solver = pw_solver_new(c->terms);
    for (size_t i = 0; i < w.n; i++)
        name_moment(&w, i);
    assert_start(&w);
    for (size_t i = 0; i < w.n; i++)
        assert_moment(&w, i, why);
    c->checks++;
    bool real = pw_solver_check(w.solver, NULL, 0);
    if (real) {
        r->trace = pw_arena_alloc(c->arena, w.n * sizeof *r->trace);
        r->ntrace = w.n;
        for (size_t i = 0; i < w.n; i++)
            read_moment(&w, i, &r->trace[i]);
        real = look_again(&w, r);
    }
    pw_solver_free(w.solver);
    return real;
}
