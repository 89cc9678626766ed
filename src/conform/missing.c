#include "conform/missing.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "prog/translate.h"

enum { MOST_CANDIDATES = 40, MISSING_TRIES = 200 };

struct missing_search {
    const struct pw_program *p;
    const struct pw_machine *m;
    uint32_t t;
    struct pw_expr_pool pool;
    PW_VEC(const struct pw_expr *) candidates;
    const struct pw_edge *edge; /* whose comparisons are gathered */
    bool foreign;               /* a leaf was met that is no shared variable */
    struct pw_missing *out;
};

/* ---- candidates ---- */

/* A picked value that becomes the value of a shared variable is read as that. */
static const struct pw_expr *as_shared(void *arg, const struct pw_expr *leaf)
{
    struct missing_search *s = arg;
    if (leaf->kind == PW_EXPR_SHARED) return leaf;
    for (size_t i = 0; leaf->kind == PW_EXPR_CHOICE && s->edge && i < s->edge->nupdates; i++) {
        const struct pw_update *u = &s->edge->updates[i];
        if (u->shared && u->to->kind == PW_EXPR_CHOICE && u->to->index == leaf->index)
            return pw_expr_leaf(&s->pool, PW_EXPR_SHARED, leaf->is_bool, -1, u->index);
    }
    s->foreign = true;
    return leaf;
}

static void add(struct missing_search *s, const struct pw_expr *e)
{
    if (pw_expr_is_true(e) || pw_expr_is_false(e) || s->candidates.n >= MOST_CANDIDATES) return;
    for (size_t i = 0; i < s->candidates.n; i++)
        if (pw_expr_equal(s->candidates.at[i], e)) return;
    pw_vec_push(&s->candidates, e);
}

static void add_atom(struct missing_search *s, const struct pw_expr *e)
{
    s->foreign = false;
    const struct pw_expr *f = pw_expr_replace(&s->pool, e, as_shared, s);
    if (s->foreign) return;
    add(s, f);
    add(s, pw_expr_unary(&s->pool, PW_EXPR_NOT, f));
}

/* The parts of a formula that have no logical connective. */
static void add_atoms(struct missing_search *s, const struct pw_expr *e)
{
    unsigned n = pw_expr_arity((enum pw_expr_kind)e->kind);
    bool atom = n == 0 || !e->args[0]->is_bool || e->kind == PW_EXPR_ITE;
    if (!e->is_bool) return;
    if (atom)
        add_atom(s, e);
    else
        for (unsigned i = 0; i < n; i++)
            add_atoms(s, e->args[i]);
}

static void gather(struct missing_search *s)
{
    const struct pw_program *a = s->m->p;
    assert(s->t < a->ntemplates);
    const struct pw_thread_template *x = &a->templates[s->t];
    for (size_t i = 0; i < a->preds.n; i++)
        if (a->preds.at[i].class == PW_SHARED_PRED) add_atoms(s, a->preds.at[i].expr);
    for (size_t i = 0; i < x->nedges; i++) {
        s->edge = &x->edges[i];
        add_atoms(s, x->edges[i].guard);
    }
    s->edge = NULL;
}

/* ---- trying one ---- */

static pw_term leaf_term(void *arg, const struct pw_expr *leaf)
{
    const struct missing_search *s = arg;
    assert(leaf->kind == PW_EXPR_SHARED && leaf->index < s->p->nshared);
    return s->m->g[leaf->index];
}

static pw_term term(struct missing_search *s, const struct pw_expr *e)
{
    return pw_translate(s->m->terms, e, leaf_term, s);
}

/* Does the machine not fail at once in some initial state of the shared variables? */
static bool starts_right(struct missing_search *s, const struct pw_machine *m)
{
    struct pw_solver *solver = pw_solver_new(m->terms);
    const struct pw_program *p = s->p;
    size_t n = m->places.n;
    for (size_t i = 0; i < p->nshared; i++) {
        pw_solver_assert(solver, pw_machine_in_type(m->terms, m->g[i], p->shared[i].type));
        if (p->shared[i].init)
            pw_solver_assert(solver,
                             pw_machine_equal(m->terms, m->g[i], term(s, p->shared[i].init)));
    }
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class == PW_SHARED_PRED)
            pw_solver_assert(solver, term(s, p->inits[i].expr));
    for (size_t x = 0; x < n; x++)
        for (size_t y = 0; y < n; y++) {
            assert(x < m->entry.n);
            pw_term there = pw_term_and2(m->terms, m->entry.at[x], m->reach[x * n + y]);
            pw_solver_assert(solver, pw_term_not(pw_term_and2(m->terms, there, m->err.at[y])));
        }
    bool yes = pw_solver_check(solver, NULL, 0);
    pw_solver_free(solver);
    return yes;
}

/* The machine with the assertion at every place of the location. */
static bool helps(struct missing_search *s, uint32_t loc, const struct pw_expr *e)
{
    struct pw_machine with = *s->m;
    struct pw_conform_result r;
    size_t n = with.places.n;
    pw_term fails = pw_term_not(term(s, e));
    with.err.at = PW_NEWS(pw_term, n + 1);
    for (size_t x = 0; x < n; x++)
        with.err.at[x] = with.places.at[x].loc == loc
                             ? pw_term_or2(with.terms, s->m->err.at[x], fails)
                             : s->m->err.at[x];
    bool yes = starts_right(s, &with);
    if (yes) {
        pw_conform_check(&r, s->p, s->t, &with);
        yes = r.verdict == PW_CONFORMS;
        pw_conform_clear(&r);
    }
    PW_FREES(with.err.at, n + 1);
    s->out->tried++;
    return yes;
}

static void name_leaf(void *arg, const struct pw_expr *leaf, struct pw_strbuf *out)
{
    const struct missing_search *s = arg;
    assert(leaf->index < s->p->nshared);
    pw_strbuf_puts(out, s->p->shared[leaf->index].name);
}

static void try_at(struct missing_search *s, uint32_t loc)
{
    for (size_t i = 0; i < s->candidates.n && !s->out->found && s->out->tried < MISSING_TRIES;
         i++) {
        const struct pw_expr *e = s->candidates.at[i];
        if (!helps(s, loc, e)) continue;
        s->out->found = true;
        s->out->loc = loc;
        pw_expr_print(e, name_leaf, s, &s->out->text);
    }
}

void pw_missing_find(struct pw_missing *out, const struct pw_program *p, uint32_t t,
                     const struct pw_machine *m, const struct pw_conform_result *r)
{
    struct missing_search s = {.p = p, .m = m, .t = t, .out = out};
    assert(t < m->p->ntemplates);
    bool *seen = PW_NEWS(bool, m->p->templates[t].nlocs + 1);
    assert(r->verdict == PW_CONFORMS_NOT && !m->problem);
    *out = (struct pw_missing){0};
    pw_expr_pool_init(&s.pool);
    gather(&s);
    for (size_t i = 0; i < r->ntrace; i++)
        for (size_t x = 0; x < m->places.n && !out->found; x++) {
            uint32_t loc = m->places.at[x].loc;
            if (!r->trace[i].places[x] || seen[loc]) continue;
            seen[loc] = true;
            try_at(&s, loc);
        }
    PW_FREES(seen, m->p->templates[t].nlocs + 1);
    pw_vec_clear(&s.candidates);
    pw_expr_pool_clear(&s.pool);
}
