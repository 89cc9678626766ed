#include "conform/machine.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/mem.h"
#include "prog/translate.h"

static const char lost_value[] = "the arbitrary integer must become the value of a shared variable "
                                 "that the abstract threads read";
static const char asserted_value[] = "an assertion of an abstract thread may not read a value that "
                                     "the same step picks; assert it in the next place";
static const char too_many[] = "the abstract thread has more than 4096 places (locations times "
                               "values of locals)";

pw_term pw_machine_var(struct pw_terms *t, struct pw_type type, const char *name)
{
    return type.kind == PW_BOOL ? pw_term_bool_var(t, name) : pw_term_int_var(t, name);
}

pw_term pw_machine_is(struct pw_terms *t, pw_term v, int64_t value)
{
    if (!pw_term_is_int(t, v)) return value ? v : pw_term_not(v);
    return pw_term_eq(t, v, pw_term_int_si(t, value));
}

pw_term pw_machine_equal(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_is_int(t, a) ? pw_term_eq(t, a, b) : pw_term_iff(t, a, b);
}

pw_term pw_machine_in_type(struct pw_terms *t, pw_term v, struct pw_type type)
{
    if (type.kind != PW_RANGE) return PW_TERM_TRUE;
    return pw_term_and2(t, pw_term_ge(t, v, pw_term_int_si(t, type.lo)),
                        pw_term_le(t, v, pw_term_int_si(t, type.hi)));
}

/* ---- what is observed ---- */

static void observe(void *arg, const struct pw_expr *leaf)
{
    if (leaf->kind == PW_EXPR_SHARED) ((bool *)arg)[leaf->index] = true;
}

void pw_machine_observed(const struct pw_program *p, bool *observed)
{
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *a = &p->templates[t];
        for (size_t i = 0; i < a->nlocals; i++)
            if (a->locals[i].init) pw_expr_visit(a->locals[i].init, observe, observed);
        for (size_t i = 0; i < a->nedges; i++) {
            pw_expr_visit(a->edges[i].guard, observe, observed);
            for (size_t k = 0; k < a->edges[i].nupdates; k++)
                pw_expr_visit(a->edges[i].updates[k].to, observe, observed);
        }
    }
}

static void find_observed(struct pw_machine *m)
{
    const struct pw_program *p = m->p;
    pw_machine_observed(p, m->observed);
    m->same = PW_TERM_TRUE;
    for (size_t i = 0; i < p->nshared; i++)
        if (m->observed[i])
            m->same = pw_term_and2(m->terms, m->same, pw_machine_equal(m->terms, m->g[i], m->h[i]));
}

/* ---- places ---- */

static const struct pw_thread_template *thread(const struct pw_machine *m)
{
    assert(m->template <m->p->ntemplates);
    return &m->p->templates[m->template];
}

static void trouble(struct pw_machine *m, const char *problem, struct pw_pos pos)
{
    if (m->problem) return;
    m->problem = problem;
    m->problem_pos = pos;
}

static uint32_t place(struct pw_machine *m, uint32_t loc, const int64_t *values)
{
    size_t n = thread(m)->nlocals, bytes = n * sizeof *values;
    for (size_t i = 0; i < m->places.n; i++)
        if (m->places.at[i].loc == loc && (!n || !memcmp(m->places.at[i].values, values, bytes)))
            return (uint32_t)i;
    pw_limits_poll();
    if (m->places.n == PW_MACHINE_PLACES) {
        trouble(m, too_many, thread(m)->pos);
        return 0;
    }
    struct pw_machine_place x = {loc, n ? pw_arena_copy(&m->arena, values, bytes) : NULL};
    pw_vec_push(&m->places, x);
    pw_vec_push(&m->entry, PW_TERM_FALSE);
    pw_vec_push(&m->err, PW_TERM_FALSE);
    return (uint32_t)m->places.n - 1;
}

/* What leaves mean at a place, with the choices of an edge. */
struct machine_env {
    struct pw_machine *m;
    const int64_t *values;
    const pw_term *choice;
};

static pw_term leaf_term(void *arg, const struct pw_expr *leaf)
{
    const struct machine_env *e = arg;
    struct pw_terms *t = e->m->terms;
    if (leaf->kind == PW_EXPR_SHARED) return e->m->g[leaf->index];
    if (leaf->kind == PW_EXPR_CHOICE) return e->choice[leaf->index];
    int64_t v = e->values[leaf->index];
    return leaf->is_bool ? pw_term_bool(v != 0) : pw_term_int_si(t, v);
}

static pw_term term(const struct machine_env *e, const struct pw_expr *x)
{
    return pw_translate(e->m->terms, x, leaf_term, (void *)e);
}

/* The next values of the finite types in the order of counting; false after the last ones. */
static bool next_values(const struct pw_type *types, const bool *moves, int64_t *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!moves[i]) continue;
        if (v[i] < types[i].hi) {
            v[i]++;
            return true;
        }
        v[i] = types[i].lo;
    }
    return false;
}

static struct pw_type *local_types(const struct pw_machine *m)
{
    const struct pw_thread_template *a = thread(m);
    struct pw_type *types = PW_NEWS(struct pw_type, a->nlocals + 1);
    for (size_t i = 0; i < a->nlocals; i++)
        types[i] = a->locals[i].type;
    return types;
}

static pw_term may_start(const struct machine_env *e)
{
    struct pw_machine *m = e->m;
    const struct pw_thread_template *a = thread(m);
    pw_term f = PW_TERM_TRUE;
    for (size_t i = 0; i < a->nlocals; i++)
        if (a->locals[i].init)
            f = pw_term_and2(m->terms, f,
                             pw_machine_is(m->terms, term(e, a->locals[i].init), e->values[i]));
    for (size_t i = 0; i < m->p->ninits; i++)
        if (m->p->inits[i].class != PW_INTER_THREAD &&
            m->p->inits[i].active == (int32_t)m->template)
            f = pw_term_and2(m->terms, f, term(e, m->p->inits[i].expr));
    return f;
}

static void entries(struct pw_machine *m)
{
    const struct pw_thread_template *a = thread(m);
    struct pw_type *types = local_types(m);
    int64_t *v = PW_NEWS(int64_t, a->nlocals + 1);
    bool *moves = PW_NEWS(bool, a->nlocals + 1);
    for (size_t i = 0; i < a->nlocals; i++)
        v[i] = types[i].lo, moves[i] = true;
    do {
        struct machine_env e = {m, v, NULL};
        pw_limits_poll();
        pw_term f = may_start(&e);
        if (!pw_term_same(f, PW_TERM_FALSE)) {
            uint32_t x = place(m, a->entry, v);
            if (!m->problem) m->entry.at[x] = f;
        }
    } while (!m->problem && next_values(types, moves, v, a->nlocals));
    PW_FREES(v, a->nlocals + 1);
    PW_FREES(moves, a->nlocals + 1);
    PW_FREES(types, a->nlocals + 1);
}

/* ---- steps ---- */

struct choice_uses {
    bool *used;
};

static void use(void *arg, const struct pw_expr *leaf)
{
    if (leaf->kind == PW_EXPR_CHOICE) ((struct choice_uses *)arg)->used[leaf->index] = true;
}

/* An edge at a place: how each choice is dealt with. */
struct take_ctx {
    struct pw_machine *m;
    const struct pw_edge *e;
    uint32_t from;
    pw_term *choice;
    bool *used, *listed; /* is read by something that matters; is tried value by value */
    int64_t *value;
    struct pw_type *types; /* of the choices */
};

static void find_uses(struct take_ctx *k)
{
    struct choice_uses u = {k->used};
    const struct pw_edge *e = k->e;
    pw_expr_visit(e->guard, use, &u);
    if ((int32_t)e->to == thread(k->m)->error) return;
    for (size_t i = 0; i < e->nupdates; i++)
        if (!e->updates[i].shared || k->m->observed[e->updates[i].index])
            pw_expr_visit(e->updates[i].to, use, &u);
}

/* The observed variable whose new value the choice is, or -1. */
static int64_t becomes(const struct take_ctx *k, size_t choice)
{
    for (size_t i = 0; i < k->e->nupdates; i++) {
        const struct pw_update *u = &k->e->updates[i];
        if (u->shared && k->m->observed[u->index] && u->to->kind == PW_EXPR_CHOICE &&
            u->to->index == choice)
            return u->index;
    }
    return -1;
}

/* The constraint on choices that are new values; sorts the others. */
static pw_term sort_choices(struct take_ctx *k)
{
    struct pw_machine *m = k->m;
    bool failure = (int32_t)k->e->to == thread(m)->error;
    pw_term f = PW_TERM_TRUE;
    for (size_t i = 0; i < k->e->nchoices; i++) {
        struct pw_type type = k->types[i] = k->e->choices[i].type;
        int64_t x = failure ? -1 : becomes(k, i);
        k->choice[i] = type.kind == PW_BOOL ? PW_TERM_FALSE : pw_term_int_si(m->terms, type.lo);
        if (x >= 0) {
            k->choice[i] = m->h[x];
            f = pw_term_and2(m->terms, f, pw_machine_in_type(m->terms, m->h[x], type));
        } else if (k->used[i] && type.kind == PW_INT) {
            trouble(m, failure ? asserted_value : lost_value, k->e->pos);
        } else if (k->used[i]) {
            k->listed[i] = true;
            k->value[i] = type.lo;
        }
    }
    return f;
}

static void add_edge(struct pw_machine *m, uint32_t from, uint32_t to, pw_term step)
{
    for (size_t i = 0; i < m->edges.n; i++)
        if (m->edges.at[i].from == from && m->edges.at[i].to == to) {
            m->edges.at[i].step = pw_term_or2(m->terms, m->edges.at[i].step, step);
            return;
        }
    struct pw_machine_edge e = {from, to, step};
    pw_vec_push(&m->edges, e);
}

/* g to h by the updates of the edge, on what is observed. */
static pw_term shared_step(const struct take_ctx *k, const struct machine_env *env)
{
    struct pw_machine *m = k->m;
    pw_term f = PW_TERM_TRUE;
    for (size_t i = 0; i < m->p->nshared; i++) {
        if (!m->observed[i]) continue;
        pw_term to = m->g[i];
        for (size_t j = 0; j < k->e->nupdates; j++)
            if (k->e->updates[j].shared && k->e->updates[j].index == i)
                to = term(env, k->e->updates[j].to);
        f = pw_term_and2(m->terms, f, pw_machine_equal(m->terms, m->h[i], to));
    }
    return f;
}

/* One step per value that the locals may get. */
static void local_steps(const struct take_ctx *k, const struct machine_env *env, pw_term f)
{
    struct pw_machine *m = k->m;
    const struct pw_thread_template *a = thread(m);
    struct pw_type *types = local_types(m);
    int64_t *v = PW_NEWS(int64_t, a->nlocals + 1);
    bool *moves = PW_NEWS(bool, a->nlocals + 1);
    if (a->nlocals) memcpy(v, env->values, a->nlocals * sizeof *v);
    for (size_t j = 0; j < k->e->nupdates; j++)
        if (!k->e->updates[j].shared) {
            moves[k->e->updates[j].index] = true;
            v[k->e->updates[j].index] = types[k->e->updates[j].index].lo;
        }
    do {
        pw_term s = f;
        pw_limits_poll();
        for (size_t j = 0; j < k->e->nupdates; j++)
            if (!k->e->updates[j].shared)
                s = pw_term_and2(m->terms, s,
                                 pw_machine_is(m->terms, term(env, k->e->updates[j].to),
                                               v[k->e->updates[j].index]));
        if (!pw_term_same(s, PW_TERM_FALSE)) {
            uint32_t y = place(m, k->e->to, v);
            if (!m->problem) add_edge(m, k->from, y, s);
        }
    } while (!m->problem && next_values(types, moves, v, a->nlocals));
    PW_FREES(v, a->nlocals + 1);
    PW_FREES(moves, a->nlocals + 1);
    PW_FREES(types, a->nlocals + 1);
}

static void take(struct take_ctx *k)
{
    struct pw_machine *m = k->m;
    assert(k->from < m->places.n);
    struct machine_env env = {m, m->places.at[k->from].values, k->choice};
    find_uses(k);
    pw_term picked = sort_choices(k);
    if (m->problem) return;
    do {
        for (size_t i = 0; i < k->e->nchoices; i++)
            if (k->listed[i])
                k->choice[i] = k->types[i].kind == PW_BOOL ? pw_term_bool(k->value[i] != 0)
                                                           : pw_term_int_si(m->terms, k->value[i]);
        pw_term f = pw_term_and2(m->terms, picked, term(&env, k->e->guard));
        if (pw_term_same(f, PW_TERM_FALSE)) continue;
        if ((int32_t)k->e->to == thread(m)->error)
            m->err.at[k->from] = pw_term_or2(m->terms, m->err.at[k->from], f);
        else
            local_steps(k, &env, pw_term_and2(m->terms, f, shared_step(k, &env)));
    } while (!m->problem && next_values(k->types, k->listed, k->value, k->e->nchoices));
}

static void steps_of(struct pw_machine *m, uint32_t from)
{
    const struct pw_thread_template *a = thread(m);
    assert(from < m->places.n);
    uint32_t loc = m->places.at[from].loc;
    for (uint32_t i = a->first_edge[loc]; i < a->first_edge[loc + 1] && !m->problem; i++) {
        assert(i < a->nedges);
        const struct pw_edge *e = &a->edges[i];
        size_t n = e->nchoices + 1;
        if (i == m->left_out) continue;
        struct take_ctx k = {m,
                             e,
                             from,
                             PW_NEWS(pw_term, n),
                             PW_NEWS(bool, n),
                             PW_NEWS(bool, n),
                             PW_NEWS(int64_t, n),
                             PW_NEWS(struct pw_type, n)};
        take(&k);
        PW_FREES(k.choice, n);
        PW_FREES(k.used, n);
        PW_FREES(k.listed, n);
        PW_FREES(k.value, n);
        PW_FREES(k.types, n);
    }
}

/* ---- silent steps ---- */

/* A term of the matrix grows only if that changes its meaning: without asking the solver terms blow
 * up. */
static void grow(struct pw_machine *m, struct pw_solver *s, pw_term *at, pw_term f)
{
    pw_term more[2] = {f, pw_term_not(*at)};
    if (pw_term_same(f, PW_TERM_FALSE) || pw_term_same(*at, PW_TERM_TRUE)) return;
    if (pw_solver_check(s, more, 2)) *at = pw_term_or2(m->terms, *at, f);
}

void pw_machine_find_reach(struct pw_machine *m)
{
    size_t n = m->places.n;
    struct pw_solver *s = pw_solver_new(m->terms);
    for (size_t i = 0; i < m->p->nshared; i++)
        pw_solver_assert(s, pw_machine_in_type(m->terms, m->g[i], m->p->shared[i].type));
    m->reach = PW_NEWS(pw_term, n * n);
    for (size_t i = 0; i < n * n; i++)
        m->reach[i] = i % (n + 1) ? PW_TERM_FALSE : PW_TERM_TRUE;
    for (size_t i = 0; i < m->edges.n; i++) {
        const struct pw_machine_edge *e = &m->edges.at[i];
        pw_term silent = pw_term_subst(m->terms, e->step, m->h, m->g, m->p->nshared);
        if (e->from != e->to) grow(m, s, &m->reach[e->from * n + e->to], silent);
    }
    for (size_t k = 0; k < n; k++)
        for (size_t x = 0; x < n; x++) {
            if (x == k || pw_term_same(m->reach[x * n + k], PW_TERM_FALSE)) continue;
            pw_limits_poll();
            for (size_t y = 0; y < n; y++)
                if (y != k && y != x)
                    grow(m, s, &m->reach[x * n + y],
                         pw_term_and2(m->terms, m->reach[x * n + k], m->reach[k * n + y]));
        }
    pw_solver_free(s);
}

void pw_machine_open(struct pw_machine *m, struct pw_terms *terms, const struct pw_program *p,
                     uint32_t template)
{
    assert(template <p->ntemplates);
    *m = (struct pw_machine){.terms = terms, .p = p, .template = template, .left_out = PW_NONE};
    pw_arena_init(&m->arena);
    m->g = PW_NEWS(pw_term, p->nshared + 1);
    m->h = PW_NEWS(pw_term, p->nshared + 1);
    m->observed = PW_NEWS(bool, p->nshared + 1);
    for (size_t i = 0; i < p->nshared; i++) {
        m->g[i] = pw_machine_var(terms, p->shared[i].type, NULL);
        m->h[i] = pw_machine_var(terms, p->shared[i].type, NULL);
    }
}

/* Places, steps and silent steps of an opened machine. */
static void fill(struct pw_machine *m)
{
    find_observed(m);
    entries(m);
    for (uint32_t x = 0; x < m->places.n && !m->problem; x++)
        steps_of(m, x);
    if (!m->problem) pw_machine_find_reach(m);
}

void pw_machine_init(struct pw_machine *m, struct pw_terms *terms, const struct pw_program *p,
                     uint32_t template)
{
    pw_machine_open(m, terms, p, template);
    fill(m);
}

void pw_machine_init_without(struct pw_machine *m, struct pw_terms *terms,
                             const struct pw_program *p, uint32_t template, uint32_t edge)
{
    pw_machine_open(m, terms, p, template);
    assert(edge < p->templates[template].nedges);
    m->left_out = edge;
    fill(m);
}

void pw_machine_clear(struct pw_machine *m)
{
    size_t n = m->places.n;
    if (m->reach) PW_FREES(m->reach, n * n);
    PW_FREES(m->g, m->p->nshared + 1);
    PW_FREES(m->h, m->p->nshared + 1);
    PW_FREES(m->observed, m->p->nshared + 1);
    pw_vec_clear(&m->places);
    pw_vec_clear(&m->entry);
    pw_vec_clear(&m->err);
    pw_vec_clear(&m->edges);
    pw_arena_clear(&m->arena);
}
