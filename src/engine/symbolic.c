#include "engine/symbolic.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"
#include "prog/translate.h"

struct thread {
    uint32_t template, loc;
    pw_term *locals;
};

/* What a step overwrote. */
struct saved {
    bool shared;
    uint32_t thread, index; /* thread: whose local it is */
    pw_term old;
};

struct taken {
    uint32_t thread, edge;
    size_t saved;   /* entries of s->trail before the step */
    size_t choices; /* entries of s->choices before the step */
};

struct pw_symbolic {
    const struct pw_program *p;
    struct pw_terms *terms;
    struct pw_solver *solver;
    pw_term *shared;
    struct thread *threads;
    size_t n;
    PW_VEC(pw_term) initial; /* shared variables, then the locals of thread 0, 1, ... */
    PW_VEC(pw_term) choices;
    PW_VEC(struct saved) trail;
    PW_VEC(struct taken) steps;
    uint64_t checks;
};

static const struct pw_thread_template *template_of(const struct pw_symbolic *s, uint32_t thread)
{
    assert(thread < s->n);
    return &s->p->templates[s->threads[thread].template];
}

/* --- expressions --- */

struct scope {
    struct pw_symbolic *s;
    uint32_t active, passive;
    const pw_term *choices;
};

static int64_t threads_at(const struct pw_symbolic *s, const struct pw_expr *e)
{
    int64_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += pw_program_at(s->p, e->index, e->template, s->threads[i].template, s->threads[i].loc);
    return n;
}

static pw_term leaf(void *arg, const struct pw_expr *e)
{
    struct scope *c = arg;
    struct pw_symbolic *s = c->s;
    const struct thread *a = &s->threads[c->active], *p = &s->threads[c->passive];
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_SHARED:
        return s->shared[e->index];
    case PW_EXPR_LOCAL:
        return a->locals[e->index];
    case PW_EXPR_PASSIVE:
        return p->locals[e->index];
    case PW_EXPR_CHOICE:
        return c->choices[e->index];
    case PW_EXPR_BEFORE:
        return pw_term_bool(c->active < c->passive);
    case PW_EXPR_COUNT:
        return pw_term_int_si(s->terms, threads_at(s, e));
    case PW_EXPR_AT:
        return pw_term_bool(pw_program_at(s->p, e->index, e->template, a->template, a->loc));
    default:
        assert(e->kind == PW_EXPR_OTHER_AT);
        return pw_term_bool(pw_program_at(s->p, e->index, e->template, p->template, p->loc));
    }
}

pw_term pw_symbolic_expr(struct pw_symbolic *s, const struct pw_expr *e, uint32_t active,
                         uint32_t passive)
{
    struct scope c = {s, active, passive, NULL};
    return pw_translate(s->terms, e, leaf, &c);
}

/* An arbitrary value of a type. */
static pw_term fresh(struct pw_symbolic *s, struct pw_type type)
{
    if (type.kind == PW_BOOL) return pw_term_bool_var(s->terms, NULL);
    pw_term x = pw_term_int_var(s->terms, NULL);
    if (type.kind == PW_RANGE) {
        pw_solver_assert(s->solver, pw_term_ge(s->terms, x, pw_term_int_si(s->terms, type.lo)));
        pw_solver_assert(s->solver, pw_term_le(s->terms, x, pw_term_int_si(s->terms, type.hi)));
    }
    return x;
}

/* --- the initial state --- */

struct pin_ctx {
    pw_symbolic_pin *pin; /* or NULL */
    const void *arg;
};

/* The pinned value of a variable as a term of its type. */
static bool pinned(struct pw_symbolic *s, struct pin_ctx w, uint32_t thread, uint32_t var,
                   struct pw_type type, pw_term *x)
{
    int64_t value;
    if (!w.pin || !w.pin(w.arg, thread, var, &value)) return false;
    *x = type.kind == PW_BOOL ? pw_term_bool(value != 0) : pw_term_int_si(s->terms, value);
    return true;
}

/* owner: whose variables they are; thread: who stands for the active one in initialisers. */
static void init_vars(struct pw_symbolic *s, const struct pw_var *vars, size_t n, pw_term *values,
                      uint32_t thread, uint32_t owner, struct pin_ctx w)
{
    for (uint32_t i = 0; i < n; i++) {
        if (vars[i].init)
            values[i] = pw_symbolic_expr(s, vars[i].init, thread, thread);
        else if (!pinned(s, w, owner, i, vars[i].type, &values[i]))
            values[i] = fresh(s, vars[i].type);
        pw_vec_push(&s->initial, values[i]);
    }
}

static bool fits(int32_t wanted, uint32_t template)
{
    return wanted == PW_ANY || (uint32_t)wanted == template;
}

static void assert_init(struct pw_symbolic *s, const struct pw_pred *c)
{
    for (uint32_t a = 0; a < s->n; a++) {
        if (!fits(c->active, s->threads[a].template)) continue;
        if (c->class != PW_INTER_THREAD) {
            pw_solver_assert(s->solver, pw_symbolic_expr(s, c->expr, a, a));
            continue;
        }
        for (uint32_t p = 0; p < s->n; p++)
            if (p != a && fits(c->passive, s->threads[p].template))
                pw_solver_assert(s->solver, pw_symbolic_expr(s, c->expr, a, p));
    }
}

static struct pw_symbolic *new_threads(const struct pw_program *p, const uint32_t *templates,
                                       size_t n)
{
    assert(n > 0);
    struct pw_symbolic *s = PW_NEW(struct pw_symbolic);
    s->p = p;
    s->terms = pw_terms_new();
    s->solver = pw_solver_new(s->terms);
    s->n = n;
    s->shared = PW_NEWS(pw_term, p->nshared);
    s->threads = PW_NEWS(struct thread, n);
    for (size_t i = 0; i < n; i++) {
        const struct pw_thread_template *t = &p->templates[templates[i]];
        s->threads[i] = (struct thread){templates[i], t->entry, PW_NEWS(pw_term, t->nlocals)};
    }
    return s;
}

struct pw_symbolic *pw_symbolic_new(const struct pw_program *p, const uint32_t *templates, size_t n,
                                    pw_symbolic_pin *pin, const void *arg)
{
    struct pw_symbolic *s = new_threads(p, templates, n);
    struct pin_ctx w = {pin, arg};
    init_vars(s, p->shared, p->nshared, s->shared, 0, PW_NO_THREAD, w);
    for (uint32_t i = 0; i < n; i++) {
        const struct pw_thread_template *t = template_of(s, i);
        assert(i < s->n);
        init_vars(s, t->locals, t->nlocals, s->threads[i].locals, i, i, w);
    }
    for (size_t i = 0; i < p->ninits; i++)
        assert_init(s, &p->inits[i]);
    return s;
}

struct pw_symbolic *pw_symbolic_new_at(const struct pw_program *p, const uint32_t *templates,
                                       const uint32_t *locs, size_t n)
{
    struct pw_symbolic *s = new_threads(p, templates, n);
    for (size_t i = 0; i < p->nshared; i++)
        s->shared[i] = fresh(s, p->shared[i].type);
    for (uint32_t k = 0; k < n; k++) {
        assert(k < s->n);
        s->threads[k].loc = locs[k];
        const struct pw_thread_template *t = template_of(s, k);
        for (size_t i = 0; i < t->nlocals; i++)
            s->threads[k].locals[i] = fresh(s, t->locals[i].type);
    }
    return s;
}

void pw_symbolic_free(struct pw_symbolic *s)
{
    if (!s) return;
    for (uint32_t i = 0; i < s->n; i++)
        PW_FREES(s->threads[i].locals, template_of(s, i)->nlocals);
    PW_FREES(s->threads, s->n);
    PW_FREES(s->shared, s->p->nshared);
    pw_vec_clear(&s->initial);
    pw_vec_clear(&s->choices);
    pw_vec_clear(&s->trail);
    pw_vec_clear(&s->steps);
    pw_solver_free(s->solver);
    pw_terms_free(s->terms);
    PW_FREE(s);
}

/* --- steps --- */

bool pw_symbolic_feasible(struct pw_symbolic *s)
{
    pw_limits_poll();
    s->checks++;
    return pw_solver_check(s->solver, NULL, 0);
}

static void assign(struct pw_symbolic *s, bool shared, uint32_t thread, uint32_t index,
                   pw_term value)
{
    pw_term *x = shared ? &s->shared[index] : &s->threads[thread].locals[index];
    struct saved old = {shared, thread, index, *x};
    pw_vec_push(&s->trail, old);
    *x = value;
}

static struct pw_type type_of(const struct pw_symbolic *s, uint32_t thread,
                              const struct pw_update *u)
{
    return u->shared ? s->p->shared[u->index].type : template_of(s, thread)->locals[u->index].type;
}

static pw_term equal(struct pw_symbolic *s, pw_term a, pw_term b)
{
    return pw_term_is_int(s->terms, a) ? pw_term_eq(s->terms, a, b) : pw_term_iff(s->terms, a, b);
}

/* The values that the edge assigns; where one is pinned it is demanded, and the constant stands for
 * it. */
static void new_values(struct pw_symbolic *s, uint32_t thread, const struct pw_edge *e,
                       struct scope *c, struct pin_ctx w, pw_term *values)
{
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_update *u = &e->updates[i];
        pw_term to;
        values[i] = pw_translate(s->terms, u->to, leaf, c);
        if (!pinned(s, w, u->shared ? PW_NO_THREAD : thread, u->index, type_of(s, thread, u), &to))
            continue;
        pw_solver_assert(s->solver, equal(s, values[i], to));
        values[i] = to;
    }
}

/* The conditions on the other threads: every(E) for each of them, some(S) for one. */
static void assert_looks(struct pw_symbolic *s, const struct pw_edge *e, struct scope *c)
{
    for (size_t i = 0; i < e->nlooks; i++) {
        pw_term_list found = {0};
        for (c->passive = 0; c->passive < s->n; c->passive++)
            if (c->passive != c->active &&
                fits(e->looks[i].passive, s->threads[c->passive].template))
                pw_vec_push(&found, pw_translate(s->terms, e->looks[i].expr, leaf, c));
        pw_solver_assert(s->solver, e->looks[i].every ? pw_term_and(s->terms, found.at, found.n)
                                                      : pw_term_or(s->terms, found.at, found.n));
        pw_vec_clear(&found);
    }
    c->passive = c->active;
}

/* The new values of other threads' locals, in the order of others and threads. */
static void others_values(struct pw_symbolic *s, const struct pw_edge *e, struct scope *c,
                          pw_term_list *values)
{
    for (size_t i = 0; i < e->nothers; i++)
        for (c->passive = 0; c->passive < s->n; c->passive++)
            if (c->passive != c->active && s->threads[c->passive].template == e->others[i].template)
                pw_vec_push(values, pw_translate(s->terms, e->others[i].to, leaf, c));
    c->passive = c->active;
}

static void assign_others(struct pw_symbolic *s, const struct pw_edge *e, uint32_t active,
                          const pw_term_list *values)
{
    size_t k = 0;
    for (size_t i = 0; i < e->nothers; i++)
        for (uint32_t p = 0; p < s->n; p++)
            if (p != active && s->threads[p].template == e->others[i].template)
                assign(s, false, p, e->others[i].index, values->at[k++]);
    assert(k == values->n);
}

bool pw_symbolic_step(struct pw_symbolic *s, uint32_t thread, uint32_t edge)
{
    return pw_symbolic_step_to(s, thread, edge, NULL, NULL);
}

bool pw_symbolic_step_to(struct pw_symbolic *s, uint32_t thread, uint32_t edge,
                         pw_symbolic_pin *pin, const void *arg)
{
    const struct pw_edge *e = &template_of(s, thread)->edges[edge];
    assert(e->from == s->threads[thread].loc);
    struct taken step = {thread, edge, s->trail.n, s->choices.n};
    pw_solver_push(s->solver);
    for (size_t i = 0; i < e->nchoices; i++)
        pw_vec_push(&s->choices, fresh(s, e->choices[i].type));
    struct scope c = {s, thread, thread, s->choices.at + step.choices};
    pw_solver_assert(s->solver, pw_translate(s->terms, e->guard, leaf, &c));
    assert_looks(s, e, &c);
    pw_term *values = PW_NEWS(pw_term, e->nupdates);
    pw_term_list others = {0};
    others_values(s, e, &c, &others);
    new_values(s, thread, e, &c, (struct pin_ctx){pin, arg}, values);
    bool feasible = pw_symbolic_feasible(s);
    if (feasible) {
        for (size_t i = 0; i < e->nupdates; i++)
            assign(s, e->updates[i].shared, thread, e->updates[i].index, values[i]);
        assign_others(s, e, thread, &others);
        assert(thread < s->n);
        s->threads[thread].loc = e->to;
        pw_vec_push(&s->steps, step);
    } else {
        s->choices.n = step.choices;
        pw_solver_pop(s->solver);
    }
    PW_FREES(values, e->nupdates);
    pw_vec_clear(&others);
    return feasible;
}

void pw_symbolic_undo(struct pw_symbolic *s)
{
    assert(s->steps.n > 0);
    struct taken step = pw_vec_pop(&s->steps);
    while (s->trail.n > step.saved) {
        assert(s->trail.n > 0);
        struct saved x = pw_vec_pop(&s->trail);
        if (x.shared)
            s->shared[x.index] = x.old;
        else
            s->threads[x.thread].locals[x.index] = x.old;
    }
    s->choices.n = step.choices;
    s->threads[step.thread].loc = template_of(s, step.thread)->edges[step.edge].from;
    pw_solver_pop(s->solver);
}

size_t pw_symbolic_depth(const struct pw_symbolic *s)
{
    return s->steps.n;
}
uint32_t pw_symbolic_loc(const struct pw_symbolic *s, uint32_t thread)
{
    assert(thread < s->n);
    return s->threads[thread].loc;
}
uint64_t pw_symbolic_checks(const struct pw_symbolic *s)
{
    return s->checks;
}

uint64_t pw_symbolic_work(const struct pw_symbolic *s)
{
    const struct pw_solver_stats *x = pw_solver_stats(s->solver);
    uint64_t inferences = x->propagations + x->theory_propagations + x->decisions;
    uint64_t conflicts = x->conflicts + x->theory_conflicts;
    return x->checks + pw_terms_count(s->terms) + inferences / 4 + 4 * conflicts +
           16 * (x->pivots + x->branches);
}

struct pw_solver *pw_symbolic_solver(struct pw_symbolic *s)
{
    return s->solver;
}

/* --- bad states --- */

static uint64_t count_at(const struct pw_program *p, const struct pw_count *c,
                         const uint32_t *templates, const uint32_t *locs, size_t n)
{
    uint64_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += pw_program_at(p, c->label, c->template, templates[i], locs[i]);
    return k;
}

bool pw_symbolic_bad(const struct pw_program *p, const uint32_t *templates, const uint32_t *locs,
                     size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p->templates[templates[i]].error == (int32_t)locs[i]) return true;
    for (size_t d = 0; d < p->nunsafe; d++) {
        bool all = p->unsafe[d].ncounts > 0; /* a formula is not about places alone */
        for (size_t c = 0; all && c < p->unsafe[d].ncounts; c++)
            all = count_at(p, &p->unsafe[d].counts[c], templates, locs, n) >=
                  p->unsafe[d].counts[c].least;
        if (all) return true;
    }
    return false;
}

/* --- values --- */

static void solve_value(struct pw_symbolic *s, pw_term x, pw_int *value)
{
    if (pw_term_is_int(s->terms, x))
        pw_solver_int_value(s->solver, x, value);
    else
        pw_int_set_si(value, pw_solver_bool_value(s->solver, x));
}

static struct pw_state *solve_start(struct pw_symbolic *s)
{
    uint32_t *templates = PW_NEWS(uint32_t, s->n);
    size_t next = 0;
    for (size_t k = 0; k < s->n; k++)
        templates[k] = s->threads[k].template;
    struct pw_state *start = pw_state_new(s->p, templates, s->n);
    for (size_t i = 0; i < s->p->nshared; i++)
        solve_value(s, s->initial.at[next++], &start->shared[i]);
    for (uint32_t k = 0; k < s->n; k++)
        for (size_t i = 0; i < template_of(s, k)->nlocals; i++)
            solve_value(s, s->initial.at[next++], &start->threads[k].locals[i]);
    assert(next == s->initial.n);
    PW_FREES(templates, s->n);
    return start;
}

struct pw_run *pw_symbolic_solve(struct pw_symbolic *s)
{
    bool feasible = pw_symbolic_feasible(s);
    assert(feasible);
    (void)feasible;
    struct pw_run *run = pw_run_new(solve_start(s));
    for (size_t i = 0; i < s->steps.n; i++)
        pw_run_add(run, s->steps.at[i].thread, s->steps.at[i].edge);
    assert(run->choices.n == s->choices.n);
    for (size_t i = 0; i < s->choices.n; i++)
        solve_value(s, s->choices.at[i], &run->choices.at[i]);
    return run;
}
