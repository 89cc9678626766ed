#include "engine/hint.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"

enum { MOST_FACTS = 8 };

struct interp_search {
    const struct pw_program *p;
    const uint32_t *templates;
    size_t n;
    const pw_schedule *prefix;
    struct pw_hints *out;
    PW_VEC(struct pw_fact) facts; /* to try */
    uint64_t left;                /* solver questions */
    uint64_t work;                /* and what they may cost */
    bool between_threads; /* look at facts that compare two threads, or else at the others */
};

static const struct pw_thread_template *template_of(const struct interp_search *h, uint32_t thread)
{
    return &h->p->templates[h->templates[thread]];
}

static bool compares_threads(const struct pw_fact *f)
{
    return f->passive != PW_NOBODY;
}

/* --- the facts to try --- */

/* A side of a comparison: a shared integer, a local one of a thread (as that of the active one, and
 * of the passive one), or a constant. */
struct side {
    uint32_t thread; /* PW_NOBODY: no local */
    const struct pw_expr *own, *other;
};

typedef PW_VEC(struct side) sides;

static void add_sides(struct interp_search *h, uint32_t thread, const struct pw_var *vars, size_t n,
                      sides *out)
{
    struct pw_expr_pool *pool = &h->out->pool;
    int32_t template = thread == PW_NOBODY ? -1 : (int32_t)h->templates[thread];
    for (uint32_t i = 0; i < n; i++) {
        if (vars[i].type.kind != PW_INT || (template >= 0 && vars[i].origin != PW_VAR_DECLARED))
            continue;
        struct side s = {.thread = thread};
        s.own =
            pw_expr_leaf(pool, template >= 0 ? PW_EXPR_LOCAL : PW_EXPR_SHARED, false, template, i);
        if (template >= 0) s.other = pw_expr_leaf(pool, PW_EXPR_PASSIVE, false, template, i);
        pw_vec_push(out, s);
    }
}

static bool is_constant(const struct side *s)
{
    return s->own->kind == PW_EXPR_INT;
}

static void compare_sides(struct interp_search *h, const struct side *a, const struct side *b)
{
    bool two = a->thread != PW_NOBODY && b->thread != PW_NOBODY && a->thread != b->thread;
    struct pw_fact f = {.active = a->thread != PW_NOBODY ? a->thread : b->thread,
                        .passive = two ? b->thread : PW_NOBODY};
    for (int r = PW_EXPR_EQ; r <= PW_EXPR_GE; r++) {
        f.expr =
            pw_expr_binary(&h->out->pool, (enum pw_expr_kind)r, a->own, two ? b->other : b->own);
        pw_vec_push(&h->facts, f);
    }
}

static void collect_facts(struct interp_search *h)
{
    sides s = {0};
    add_sides(h, PW_NOBODY, h->p->shared, h->p->nshared, &s);
    for (uint32_t k = 0; k < h->n; k++)
        add_sides(h, k, template_of(h, k)->locals, template_of(h, k)->nlocals, &s);
    for (int64_t c = 0; c <= 1; c++)
        pw_vec_push(&s, ((struct side){PW_NOBODY, pw_expr_int_si(&h->out->pool, c), NULL}));
    for (size_t i = 0; i < s.n; i++)
        for (size_t j = i + 1; j < s.n && !is_constant(&s.at[i]); j++)
            compare_sides(h, &s.at[i], &s.at[j]);
    pw_vec_clear(&s);
}

static pw_term fact_term(struct pw_symbolic *s, const struct pw_fact *f)
{
    return pw_symbolic_expr(s, f->expr, f->active == PW_NOBODY ? 0 : f->active,
                            f->passive == PW_NOBODY ? 0 : f->passive);
}

/* Keeps a fact that is new to the program and to the list. */
static void keep(struct interp_search *h, struct pw_fact f, size_t after)
{
    if (pw_fact_tracked(f.expr, h->p->preds)) return;
    for (size_t i = 0; i < h->out->facts.n; i++)
        if (pw_expr_equal(f.expr, h->out->facts.at[i].expr)) return;
    f.after = after;
    pw_vec_push(&h->out->facts, f);
}

/* --- the search for interpolants --- */

static void spend(struct interp_search *h, uint64_t work)
{
    h->work -= work < h->work ? work : h->work;
}

static bool may_ask(const struct interp_search *h)
{
    return h->out->facts.n < MOST_FACTS && h->left > 1 && h->work;
}

static bool ask(struct interp_search *h, struct pw_symbolic *s, pw_term assumption)
{
    pw_limits_poll();
    uint64_t before = pw_symbolic_work(s);
    bool yes = pw_solver_check(pw_symbolic_solver(s), &assumption, 1);
    spend(h, pw_symbolic_work(s) - before);
    h->left--;
    return yes;
}

/* Steps j .. of the prefix and then the failing guard, from arbitrary values. Facts at j are terms
 * over the variables at the start, which must be made before the steps: terms[i] for facts[i].
 * False: already impossible without any fact. */
static bool run_suffix(struct interp_search *h, struct pw_symbolic *s, size_t j)
{
    for (size_t i = j; i < h->prefix->n; i++)
        if (!pw_symbolic_step(s, h->prefix->at[i].thread, h->prefix->at[i].edge)) return false;
    return pw_symbolic_step(s, h->out->thread, h->out->edge);
}

static void locations_after(const struct interp_search *h, size_t j, uint32_t *locs)
{
    for (uint32_t k = 0; k < h->n; k++)
        locs[k] = template_of(h, k)->entry;
    for (size_t i = 0; i < j; i++) {
        assert(i < h->prefix->n);
        uint32_t k = h->prefix->at[i].thread;
        locs[k] = template_of(h, k)->edges[h->prefix->at[i].edge].to;
    }
}

/* Facts that hold after j steps of every real run and exclude the rest. `before` has taken exactly
 * j steps. False: the steps from j on are impossible in themselves, so earlier points have nothing
 * to add. */
static bool search_step(struct interp_search *h, struct pw_symbolic *before, size_t j)
{
    uint32_t *locs = PW_NEWS(uint32_t, h->n);
    pw_term *terms = PW_NEWS(pw_term, h->facts.n);
    locations_after(h, j, locs);
    struct pw_symbolic *after = pw_symbolic_new_at(h->p, h->templates, locs, h->n);
    for (size_t i = 0; i < h->facts.n; i++)
        terms[i] = fact_term(after, &h->facts.at[i]);
    bool possible = run_suffix(h, after, j);
    spend(h, pw_symbolic_work(after));
    for (size_t i = 0; possible && i < h->facts.n && may_ask(h); i++) {
        if (compares_threads(&h->facts.at[i]) != h->between_threads) continue;
        pw_term opposite = pw_term_not(fact_term(before, &h->facts.at[i]));
        if (!ask(h, before, opposite) && !ask(h, after, terms[i])) keep(h, h->facts.at[i], j);
    }
    pw_symbolic_free(after);
    PW_FREES(terms, h->facts.n);
    PW_FREES(locs, h->n);
    return possible;
}

static void search_run(struct interp_search *h)
{
    struct pw_symbolic *before = pw_symbolic_new(h->p, h->templates, h->n, NULL, NULL);
    bool feasible = pw_symbolic_feasible(before);
    spend(h, pw_symbolic_work(before));
    for (size_t i = 0; feasible && i < h->prefix->n; i++)
        feasible = pw_symbolic_step(before, h->prefix->at[i].thread, h->prefix->at[i].edge);
    for (size_t j = h->prefix->n + 1; feasible && j-- > 0 && may_ask(h);) {
        while (pw_symbolic_depth(before) > j)
            pw_symbolic_undo(before);
        if (!search_step(h, before, j)) break;
    }
    pw_symbolic_free(before);
}

/* --- the step that fails --- */

static bool find_failing(struct interp_search *h, const struct pw_candidate *c)
{
    if (h->prefix->n >= c->steps.n) return false;
    assert(h->prefix->n < c->steps.n);
    const struct pw_candidate_step *step = &c->steps.at[h->prefix->n];
    uint32_t *locs = PW_NEWS(uint32_t, h->n);
    bool found = false;
    locations_after(h, h->prefix->n, locs);
    h->out->step = h->prefix->n;
    h->out->edge = step->edge;
    h->out->template = step->template;
    for (uint32_t k = 0; k < h->n && !found; k++) {
        h->out->thread = k;
        found = h->templates[k] == step->template &&
                locs[k] == h->p->templates[step->template].edges[step->edge].from;
        found = found && (step->thread >= h->n || step->thread == k);
    }
    PW_FREES(locs, h->n);
    return found;
}

void pw_hints_find(struct pw_hints *out, const struct pw_program *p, const struct pw_candidate *c,
                   const struct pw_concretisation *best, struct pw_hint_most most)
{
    struct interp_search h = {.p = p,
                              .templates = c->templates.at,
                              .n = c->templates.n,
                              .prefix = &best->schedule,
                              .out = out,
                              .left = most.checks,
                              .work = most.work};
    *out = (struct pw_hints){0};
    pw_expr_pool_init(&out->pool);
    out->failing = find_failing(&h, c);
    if (out->failing) {
        collect_facts(&h);
        h.between_threads = true;
        search_run(&h);
        h.between_threads = false;
        search_run(&h);
    }
    pw_vec_clear(&h.facts);
}
