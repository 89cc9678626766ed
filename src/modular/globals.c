/* Obligations that belong to no unit: initial states, reflexivity and transitivity of the
 * assumptions, exclusion. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "modular/explain.h"
#include "modular/modular.h"

enum { NONE = PW_MTREE_NONE };

struct global_job {
    struct pw_mrun *r;
    const struct pw_mstate *s[3];
    const struct pw_mexclusion *x;
    const struct pw_mgraph *graphs; /* of the threads */
};

static struct pw_mob about_formula(enum pw_mob_kind kind, const struct pw_mformula *f, pw_term goal)
{
    return (struct pw_mob){.kind = kind,
                           .guard = PW_TERM_TRUE,
                           .goal = goal,
                           .first = f->expr->first,
                           .last = f->expr->last,
                           .about = NONE,
                           .about_last = NONE,
                           .edge = NONE,
                           .node = NONE,
                           .implicit = f->implicit};
}

static void explain_states(struct pw_enc *c, struct pw_solver *s, const struct pw_mob *ob,
                           struct pw_mfinding *f, void *arg)
{
    struct global_job *j = arg;
    (void)ob;
    for (int i = 0; i < 3 && j->s[i]; i++) {
        struct pw_strbuf b = {0};
        pw_explain_values(c, s, j->s[i], i ? j->s[i - 1] : NULL, &b);
        pw_explain_line(f, NONE, NONE, &b);
        pw_strbuf_clear(&b);
    }
}

static void build_init(struct pw_enc *c, void *arg)
{
    struct global_job *j = arg;
    struct pw_mstate *s = pw_enc_state(c, "init");
    j->s[0] = s;
    pw_enc_assume_initial(c, PW_TERM_TRUE, s);
    for (size_t i = 0; i < c->inv.n; i++) {
        const struct pw_mformula *f = &c->t->invariants.at[c->inv.at[i]];
        struct pw_mob ob = about_formula(PW_OB_INIT, f, pw_enc_goal(c, f, s, NULL, c->self));
        pw_enc_oblige(c, &ob);
    }
    for (uint32_t i = 0; i < c->t->shared.n; i++) { /* initial values are in their ranges */
        const struct pw_mvar *v = &c->t->shared.at[i];
        struct pw_mview k = {.self = c->self};
        if (!c->tracked[i] || !v->lo || !v->init) continue;
        pw_term x = pw_enc_eval(c, v->init, &k);
        struct pw_mob ob = {.kind = PW_OB_INIT,
                            .guard = PW_TERM_TRUE,
                            .first = v->token,
                            .last = v->token,
                            .about = NONE,
                            .about_last = NONE,
                            .edge = NONE,
                            .node = NONE};
        ob.goal = pw_term_and2(c->terms, pw_term_le(c->terms, pw_enc_eval(c, v->lo, &k), x),
                               pw_term_le(c->terms, x, pw_enc_eval(c, v->hi, &k)));
        pw_enc_oblige(c, &ob);
    }
}

static void build_closed(struct pw_enc *c, void *arg)
{
    struct global_job *j = arg;
    struct pw_mstate *s[3];
    for (int i = 0; i < 3; i++) {
        j->s[i] = s[i] = pw_enc_state(c, "s");
        pw_enc_assume_invariants(c, PW_TERM_TRUE, s[i]);
    }
    pw_term reflexive = pw_enc_truth(c, "reflexive"), transitive = pw_enc_truth(c, "transitive");
    for (size_t i = 0; i < c->env.n; i++) {
        const struct pw_mformula *f = &c->t->assumptions.at[c->env.at[i]];
        struct pw_mob ob =
            about_formula(PW_OB_REFLEXIVE, f, pw_enc_goal(c, f, s[0], s[0], c->self));
        ob.guard = reflexive;
        pw_enc_oblige(c, &ob);
        pw_enc_assume(c, transitive, f, s[0], s[1], false, false);
        pw_enc_assume(c, transitive, f, s[1], s[2], false, false);
    }
    for (size_t i = 0; i < c->env.n; i++) {
        const struct pw_mformula *f = &c->t->assumptions.at[c->env.at[i]];
        struct pw_mob ob =
            about_formula(PW_OB_TRANSITIVE, f, pw_enc_goal(c, f, s[0], s[2], c->self));
        ob.guard = transitive;
        pw_enc_oblige(c, &ob);
    }
}

static struct pw_solver *assert_facts(struct pw_enc *c)
{
    struct pw_solver *s = pw_solver_new(c->terms);
    for (size_t i = 0; i < c->events.n; i++)
        if (!c->events.at[i].is_obligation && !c->events.at[i].soft)
            pw_solver_assert(s, c->events.at[i].fact);
    return s;
}

static void check_init_of(struct pw_mrun *r, uint32_t component)
{
    struct pw_enc c;
    struct global_job j = {.r = r};
    pw_enc_init_component(&c, r->t, NULL, component);
    c.paper_invariants = r->o->paper_invariants;
    pw_enc_generate(&c, build_init, &j);
    struct pw_solver *s = assert_facts(&c);
    if (!r->o->list && !pw_solver_check(s, NULL, 0))
        pw_modular_note(r, "no initial state: the initial values contradict each other");
    pw_modular_solve(r, &c, s, explain_states, &j);
    pw_solver_free(s);
    pw_enc_clear(&c);
}

/* Which components there are, and NONE. */
static void components_of(const struct pw_mtree *t, pw_uints *out)
{
    for (uint32_t i = 0; i < t->shared.n; i++)
        if (t->component[i] == i) pw_vec_push(out, i);
    pw_vec_push(out, NONE);
}

static void check_init(struct pw_mrun *r)
{
    pw_uints all = {0};
    components_of(r->t, &all);
    for (size_t i = 0; i < all.n; i++)
        check_init_of(r, all.at[i]);
    pw_vec_clear(&all);
}

static void check_closed_of(struct pw_mrun *r, const struct pw_munit *u, uint32_t component)
{
    struct pw_enc c;
    struct global_job j = {.r = r};
    pw_enc_init_component(&c, r->t, u, component);
    c.paper_invariants = r->o->paper_invariants;
    pw_enc_generate(&c, build_closed, &j);
    struct pw_solver *s = assert_facts(&c);
    pw_modular_solve(r, &c, s, explain_states, &j);
    pw_solver_free(s);
    pw_enc_clear(&c);
}

/* Component by component: no conjunct needs a hypothesis about others. */
static void check_closed(struct pw_mrun *r, const struct pw_munit *u)
{
    struct pw_enc c;
    pw_uints all = {0};
    bool *seen = PW_NEWS(bool, r->t->shared.n + 1), free = false;
    pw_enc_init(&c, r->t, u, NULL);
    for (size_t i = 0; i < c.env.n; i++) {
        uint32_t k = r->t->assumptions.at[c.env.at[i]].component;
        bool *known = k == NONE ? &free : &seen[k];
        if (!*known) pw_vec_push(&all, k);
        *known = true;
    }
    pw_enc_clear(&c);
    for (size_t i = 0; i < all.n; i++)
        check_closed_of(r, u, all.at[i]);
    PW_FREES(seen, r->t->shared.n + 1);
    pw_vec_clear(&all);
}

static bool same_formulas(const struct pw_enc_callee *a, const struct pw_enc_callee *b)
{
    return a->env.n == b->env.n && a->inv.n == b->inv.n &&
           (!a->env.n || !memcmp(a->env.at, b->env.at, a->env.n * sizeof *a->env.at)) &&
           (!a->inv.n || !memcmp(a->inv.at, b->inv.at, a->inv.n * sizeof *a->inv.at));
}

/* Once per different set of assumptions: that of all threads, those of procedures. */
static void check_all_closed(struct pw_mrun *r)
{
    struct pw_mtree *t = r->t;
    struct pw_enc all;
    if (t->threads.n) check_closed(r, t->threads.at[0]);
    pw_enc_init(&all, t, NULL, NULL);
    for (size_t i = 0; i < t->procs.n; i++) {
        const struct pw_enc_callee *a = pw_enc_callee(&all, t->procs.at[i]);
        bool seen = !t->procs.at[i]->contract.given || !a->env.n;
        size_t from = i > 64 ? i - 64 : 0; /* neighbours share modules */
        for (size_t k = from; k < i && !seen; k++)
            seen = t->procs.at[k]->contract.given &&
                   same_formulas(a, pw_enc_callee(&all, t->procs.at[k]));
        if (!seen) check_closed(r, t->procs.at[i]);
    }
    pw_enc_clear(&all);
}

/* The node behind this one by a silent edge that does nothing: the same place; or NONE. */
static uint32_t same_place(const struct pw_mgraph *g, uint32_t node)
{
    uint32_t next = NONE;
    for (size_t i = 0; i < g->edges.n; i++) {
        const struct pw_medge *e = &g->edges.at[i];
        if (e->from != node) continue;
        if (e->kind != PW_MEDGE_SILENT || e->nops || next != NONE || e->to <= node) return NONE;
        next = e->to;
    }
    return next;
}

/* A thread t at the label: its claims hold there, whatever its local variables are. */
static void thread_at(struct pw_enc *c, struct global_job *j, const struct pw_mcount *k,
                      const struct pw_mstate *shared, pw_term t)
{
    const struct pw_mgraph *g = &j->graphs[k->thread];
    struct pw_mexpr is = {.kind = PW_MX_IS, .index = k->thread, .sort = {PW_SORT_BOOL, 0}};
    c->graph = g;
    c->nslots = (uint32_t)g->slots.n;
    struct pw_mstate *s = pw_enc_state(c, "thread");
    s->vars = shared->vars;
    s->arrays = shared->arrays;
    struct pw_mview v = {.before = s, .self = t};
    pw_enc_fact(c, PW_TERM_TRUE, pw_enc_eval(c, &is, &v));
    for (uint32_t at = g->labels.at[k->label]; at != NONE; at = same_place(g, at)) {
        assert(at < g->nodes.n);
        const struct pw_mnode *n = &g->nodes.at[at];
        for (uint32_t i = 0; i < n->nclaims; i++) {
            v.base = g->claims.at[n->claim + i].base;
            pw_enc_fact(c, PW_TERM_TRUE, pw_enc_eval(c, g->claims.at[n->claim + i].expr, &v));
        }
    }
    c->graph = NULL;
    c->nslots = 0;
}

/* Does control come from one node to the other without a step? */
static bool silently_reaches(const struct pw_mgraph *g, uint32_t from, uint32_t to)
{
    bool *seen = PW_NEWS(bool, g->nodes.n + 1);
    pw_uints work = {0};
    assert(from < g->nodes.n && to < g->nodes.n);
    pw_vec_push(&work, from);
    while (work.n && !seen[to]) {
        uint32_t at = pw_vec_pop(&work);
        pw_limits_poll();
        if (seen[at]) continue;
        seen[at] = true;
        for (size_t i = 0; i < g->edges.n; i++)
            if (g->edges.at[i].from == at && g->edges.at[i].kind == PW_MEDGE_SILENT)
                pw_vec_push(&work, g->edges.at[i].to);
    }
    bool reached = seen[to];
    pw_vec_clear(&work);
    PW_FREES(seen, g->nodes.n + 1);
    return reached;
}

/* Can one thread be counted by both? */
static bool counts_meet(const struct global_job *j, const struct pw_mcount *a,
                        const struct pw_mcount *b)
{
    if (a->thread != b->thread) return false;
    const struct pw_mgraph *g = &j->graphs[a->thread];
    assert(a->label < g->labels.n);
    assert(b->label < g->labels.n);
    uint32_t x = g->labels.at[a->label], y = g->labels.at[b->label];
    return silently_reaches(g, x, y) || silently_reaches(g, y, x);
}

enum { MOST_EXCLUDED = 12 };

static void build_exclusion(struct pw_enc *c, void *arg)
{
    struct global_job *j = arg;
    struct pw_sort tid = {PW_SORT_TID, 0};
    struct pw_mstate *s = pw_enc_state(c, "shared");
    pw_term_list threads = {0};
    pw_uints count_of = {0}; /* per thread: the count it belongs to */
    j->s[0] = s;
    for (uint32_t i = 0; i < j->x->counts.n; i++)
        for (int64_t k = 0; k < j->x->counts.at[i].least && threads.n < MOST_EXCLUDED; k++) {
            pw_term t = pw_enc_fresh(c, "thread", tid);
            pw_enc_want(c, 0, t);
            pw_enc_fact(c, PW_TERM_TRUE, pw_term_gt(c->terms, t, pw_term_int_si(c->terms, 0)));
            for (size_t m = 0; m < threads.n; m++) {
                assert(m < count_of.n);
                uint32_t of = count_of.at[m];
                if (of == i || !counts_meet(j, &j->x->counts.at[of], &j->x->counts.at[i]))
                    pw_enc_fact(c, PW_TERM_TRUE, pw_term_ne(c->terms, t, threads.at[m]));
            }
            pw_vec_push(&threads, t);
            pw_vec_push(&count_of, i);
            thread_at(c, j, &j->x->counts.at[i], s, t);
        }
    assert(count_of.n == threads.n);
    pw_vec_clear(&threads);
    pw_vec_clear(&count_of);
    pw_enc_assume_invariants(c, PW_TERM_TRUE, s);
    struct pw_mob ob = {.kind = PW_OB_EXCLUSION,
                        .guard = PW_TERM_TRUE,
                        .goal = PW_TERM_FALSE,
                        .first = j->x->first,
                        .last = j->x->last,
                        .about = NONE,
                        .about_last = NONE,
                        .edge = NONE,
                        .node = NONE};
    pw_enc_oblige(c, &ob);
}

static void check_exclusion(struct pw_mrun *r, const struct pw_mexclusion *x,
                            const struct pw_mgraph *graphs)
{
    struct pw_enc c;
    struct global_job j = {.r = r, .x = x, .graphs = graphs};
    pw_enc_init(&c, r->t, NULL, NULL);
    c.uses_kinds = true;
    pw_enc_generate(&c, build_exclusion, &j);
    struct pw_solver *s = assert_facts(&c);
    pw_modular_solve(r, &c, s, explain_states, &j);
    pw_solver_free(s);
    pw_enc_clear(&c);
}

static bool check_exclusions(struct pw_mrun *r)
{
    size_t n = r->t->threads.n;
    if (!r->t->unsafe.n) return true;
    struct pw_mgraph *graphs = PW_NEWS(struct pw_mgraph, n + 1);
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        ok = pw_mgraph_build(&graphs[i], r->t, r->t->threads.at[i], r->report->automata, false,
                             r->diags) &&
             ok;
    for (size_t i = 0; i < r->t->unsafe.n && ok; i++)
        check_exclusion(r, &r->t->unsafe.at[i], graphs);
    for (size_t i = 0; i < n; i++)
        pw_mgraph_clear(&graphs[i]);
    PW_FREES(graphs, n + 1);
    return ok;
}

bool pw_modular_globals(struct pw_mrun *r)
{
    check_init(r);
    check_all_closed(r);
    return check_exclusions(r);
}
