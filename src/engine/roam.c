#include "engine/roam.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/order.h"
#include "base/table.h"
#include "engine/symbolic.h"
#include "prog/translate.h"
#include "run/alone.h"
#include "run/replay.h"

/* A solver assigns every condition that it has ever met: after so many questions it is made anew.
 */
enum { MOST_QUESTIONS = 200, COST_OF_CHECK = 4 };

struct slot {
    uint32_t thread;        /* its number in schedules and in the names of what it picks */
    uint32_t template, loc; /* loc: where it is */
    uint32_t picked;        /* how often it picked a value */
    const pw_term *locals;
};

/* A symbolic state. Equal ones agree in shared, in slots without thread and picked, in conds. */
struct node {
    uint32_t parent; /* its own number: a start */
    struct pw_schedule_step step;
    const pw_term *shared;
    const struct slot *slots; /* sorted by slot_order */
    const pw_term *conds;     /* sorted, distinct */
    size_t nconds;
};

/* The first thing that makes a node bad: a place, or a formula that may fail (an invariant) or hold
 * (a property) for two threads. */
struct offence {
    const struct pw_pred *formula; /* NULL: locations alone */
    bool holds;                    /* the offence is that it does */
    uint32_t active, passive;      /* threads */
};

struct roam {
    const struct pw_program *p;
    const uint32_t *templates;
    size_t n;
    bool ordered; /* threads have an order: no two are alike, slots are in the order of threads */
    struct pw_terms *terms;
    struct pw_solver *solver;
    unsigned asked; /* of this solver */
    struct pw_alone alone;
    struct pw_arena arena;
    pw_term_list base; /* of the initial state: types and `init` */
    PW_VEC(struct node) nodes;
    struct pw_table index;
    pw_term_list conds; /* of the node under construction */
    uint64_t checks, most;
    int64_t bad; /* a node, or PW_NONE */
    struct offence offence;
};

static bool spent(const struct roam *r)
{
    return r->nodes.n + COST_OF_CHECK * r->checks >= r->most;
}

/* --- the solver --- */

static void renew_solver(struct roam *r)
{
    pw_solver_free(r->solver);
    r->solver = pw_solver_new(r->terms);
    r->asked = 0;
    for (size_t i = 0; i < r->base.n; i++)
        pw_solver_assert(r->solver, r->base.at[i]);
}

static bool possible(struct roam *r, const pw_term *conds, size_t n)
{
    pw_limits_poll();
    if (++r->asked > MOST_QUESTIONS) renew_solver(r);
    r->checks++;
    return pw_solver_check(r->solver, conds, n);
}

/* --- expressions --- */

struct scope {
    const struct roam *r;
    const pw_term *shared;
    const struct slot *slots, *active, *passive;
    const pw_term *choices;
};

static int64_t threads_at(const struct scope *c, const struct pw_expr *e)
{
    int64_t n = 0;
    for (size_t i = 0; i < c->r->n; i++)
        n += pw_program_at(c->r->p, e->index, e->template, c->slots[i].template, c->slots[i].loc);
    return n;
}

static pw_term leaf(void *arg, const struct pw_expr *e)
{
    const struct scope *c = arg;
    const struct slot *s =
        e->kind == PW_EXPR_PASSIVE || e->kind == PW_EXPR_OTHER_AT ? c->passive : c->active;
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_SHARED:
        assert(e->index < c->r->p->nshared);
        return c->shared[e->index];
    case PW_EXPR_LOCAL:
    case PW_EXPR_PASSIVE:
        return s->locals[e->index];
    case PW_EXPR_CHOICE:
        assert(c->choices);
        return c->choices[e->index];
    case PW_EXPR_COUNT:
        return pw_term_int_si(c->r->terms, threads_at(c, e));
    case PW_EXPR_BEFORE:
        return pw_term_bool(c->active->thread < c->passive->thread);
    default:
        assert(e->kind == PW_EXPR_AT || e->kind == PW_EXPR_OTHER_AT);
        return pw_term_bool(pw_program_at(c->r->p, e->index, e->template, s->template, s->loc));
    }
}

static pw_term term_of(const struct scope *c, const struct pw_expr *e)
{
    return pw_translate(c->r->terms, e, leaf, (void *)c);
}

/* A variable of a type; what its type says is added to the list. */
static pw_term variable(struct roam *r, struct pw_type type, const char *name, pw_term_list *says)
{
    if (type.kind == PW_BOOL) return pw_term_bool_var(r->terms, name);
    pw_term x = pw_term_int_var(r->terms, name);
    if (type.kind == PW_RANGE) {
        pw_vec_push(says, pw_term_ge(r->terms, x, pw_term_int_si(r->terms, type.lo)));
        pw_vec_push(says, pw_term_le(r->terms, x, pw_term_int_si(r->terms, type.hi)));
    }
    return x;
}

/* --- conditions --- */

/* A conjunction counts as its parts: their order of arrival must not matter. */
static void add_cond(struct roam *r, pw_term t)
{
    if (pw_term_same(t, PW_TERM_TRUE)) return;
    if (pw_term_negated(t) || pw_term_kind(r->terms, t) != PW_AND) {
        pw_vec_push(&r->conds, t);
        return;
    }
    for (size_t i = 0; i < pw_term_arity(r->terms, t); i++)
        pw_vec_push(&r->conds, pw_term_arg(r->terms, t, i));
}

static void sort_conds(struct roam *r)
{
    size_t n = 0;
    if (r->conds.n) qsort(r->conds.at, r->conds.n, sizeof *r->conds.at, pw_term_order);
    for (size_t i = 0; i < r->conds.n; i++)
        if (!n || !pw_term_same(r->conds.at[n - 1], r->conds.at[i]))
            r->conds.at[n++] = r->conds.at[i];
    r->conds.n = n;
}

/* --- nodes --- */

static size_t nlocals(const struct roam *r, const struct slot *s)
{
    assert(s->template <r->p->ntemplates);
    return r->p->templates[s->template].nlocals;
}

static int terms_order(const pw_term *a, const pw_term *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].id != b[i].id) return PW_ORDER(a[i].id, b[i].id);
    return 0;
}

/* By template, location and values; never by number. */
static int slot_order(const struct roam *r, const struct slot *a, const struct slot *b)
{
    int order = PW_ORDER(a->template, b->template) ?: PW_ORDER(a->loc, b->loc);
    if (order) return order;
    return terms_order(a->locals, b->locals, nlocals(r, a));
}

static void sort_slots(const struct roam *r, struct slot *slots)
{
    for (size_t i = 1; i < r->n && !r->ordered; i++)
        for (size_t k = i; k && slot_order(r, &slots[k], &slots[k - 1]) < 0; k--) {
            struct slot s = slots[k];
            slots[k] = slots[k - 1];
            slots[k - 1] = s;
        }
}

static uint64_t hash_of(const struct roam *r, const struct node *x)
{
    uint64_t h = pw_hash_bytes(x->shared, r->p->nshared * sizeof *x->shared);
    for (size_t i = 0; i < r->n; i++) {
        const struct slot *s = &x->slots[i];
        h = pw_hash_mix(h, (uint64_t)s->template << 32 | s->loc);
        h = pw_hash_mix(h, pw_hash_bytes(s->locals, nlocals(r, s) * sizeof *s->locals));
    }
    return pw_hash_mix(h, pw_hash_bytes(x->conds, x->nconds * sizeof *x->conds));
}

static bool same_node(const void *objects, uint32_t id, const void *key)
{
    const struct roam *r = objects;
    assert(id < r->nodes.n);
    const struct node *a = &r->nodes.at[id], *b = key;
    if (a->nconds != b->nconds || terms_order(a->conds, b->conds, a->nconds)) return false;
    if (terms_order(a->shared, b->shared, r->p->nshared)) return false;
    for (size_t i = 0; i < r->n; i++)
        if (slot_order(r, &a->slots[i], &b->slots[i])) return false;
    return true;
}

/* Locations, in the order of the slots, that make the state bad. */
static bool bad_places(const struct roam *r, const struct node *x)
{
    uint32_t *templates = PW_NEWS(uint32_t, r->n), *locs = PW_NEWS(uint32_t, r->n);
    for (size_t i = 0; i < r->n; i++)
        templates[i] = x->slots[i].template, locs[i] = x->slots[i].loc;
    bool bad = pw_symbolic_bad(r->p, templates, locs, r->n);
    PW_FREES(templates, r->n);
    PW_FREES(locs, r->n);
    return bad;
}

static bool fits(int32_t wanted, uint32_t template)
{
    return wanted == PW_ANY || (uint32_t)wanted == template;
}

/* May the formula be so in x for these two? The conditions of x are in r->conds. */
static bool may_be(struct roam *r, const struct node *x, const struct pw_pred *q, bool wanted,
                   const struct slot *a, const struct slot *p)
{
    struct scope c = {r, x->shared, x->slots, a, p, NULL};
    pw_term holds = term_of(&c, q->expr), so = wanted ? holds : pw_term_not(holds);
    if (pw_term_same(so, PW_TERM_FALSE)) return false;
    size_t n = r->conds.n;
    pw_vec_push(&r->conds, so);
    bool is = possible(r, r->conds.at, r->conds.n);
    r->conds.n = n;
    if (is) r->offence = (struct offence){q, wanted, a->thread, p->thread};
    return is;
}

/* The formula holds, or (not wanted) fails, for some thread or threads. */
static bool offends(struct roam *r, const struct node *x, const struct pw_pred *q, bool wanted)
{
    if (q->class == PW_SHARED_PRED) return may_be(r, x, q, wanted, x->slots, x->slots);
    for (size_t a = 0; a < r->n; a++) {
        if (!fits(q->active, x->slots[a].template)) continue;
        if (q->class != PW_INTER_THREAD) {
            if (may_be(r, x, q, wanted, &x->slots[a], &x->slots[a])) return true;
            continue;
        }
        for (size_t p = 0; p < r->n; p++)
            if (p != a && fits(q->passive, x->slots[p].template) &&
                may_be(r, x, q, wanted, &x->slots[a], &x->slots[p]))
                return true;
    }
    return false;
}

static bool is_bad(struct roam *r, const struct node *x)
{
    r->offence = (struct offence){0};
    if (bad_places(r, x)) return true;
    for (size_t i = 0; i < r->p->ninvariants; i++)
        if (offends(r, x, &r->p->invariants[i], false)) return true;
    for (size_t i = 0; i < r->p->nunsafe; i++)
        if (r->p->unsafe[i].formula && offends(r, x, r->p->unsafe[i].formula, true)) return true;
    return false;
}

/* Adds a feasible state unless it is there. Its conditions are in r->conds, sorted. */
static void add_node(struct roam *r, struct node x)
{
    x.conds = r->conds.at;
    x.nconds = r->conds.n;
    uint64_t hash = hash_of(r, &x);
    if (pw_table_find(&r->index, hash, same_node, r, &x) != PW_TABLE_NONE) return;
    if (is_bad(r, &x)) r->bad = (int64_t)r->nodes.n;
    x.conds = pw_arena_copy(&r->arena, r->conds.at, r->conds.n * sizeof *r->conds.at);
    pw_table_add(&r->index, hash, (uint32_t)r->nodes.n);
    pw_vec_push(&r->nodes, x);
}

/* --- steps --- */

/* The values that the step picks: their names do not depend on what other threads did. */
static pw_term *pick(struct roam *r, struct slot *s, uint32_t edge)
{
    assert(s->template <r->p->ntemplates);
    const struct pw_edge *e = &r->p->templates[s->template].edges[edge];
    pw_term *choices = pw_arena_alloc(&r->arena, (e->nchoices + 1) * sizeof *choices);
    for (size_t i = 0; i < e->nchoices; i++) {
        char name[64];
        snprintf(name, sizeof name, "c%u.%u.%u.%zu", s->thread, s->picked, edge, i);
        choices[i] = variable(r, e->choices[i].type, name, &r->conds);
    }
    s->picked += e->nchoices > 0;
    return choices;
}

static void update(struct roam *r, const struct pw_edge *e, const struct scope *c, struct node *to,
                   struct slot *s)
{
    pw_term *shared = pw_arena_copy(&r->arena, c->shared, r->p->nshared * sizeof *shared);
    pw_term *locals = pw_arena_copy(&r->arena, s->locals, nlocals(r, s) * sizeof *locals);
    for (size_t i = 0; i < e->nupdates; i++)
        (e->updates[i].shared ? shared : locals)[e->updates[i].index] =
            term_of(c, e->updates[i].to);
    to->shared = shared;
    s->locals = locals;
}

/* What the step asks of the other threads is added to the conditions. */
static void add_looks(struct roam *r, const struct pw_edge *e, struct scope *c)
{
    for (size_t i = 0; i < e->nlooks; i++) {
        pw_term any = PW_TERM_FALSE;
        for (size_t k = 0; k < r->n; k++) {
            c->passive = &c->slots[k];
            if (c->passive == c->active || !fits(e->looks[i].passive, c->passive->template))
                continue;
            pw_term holds = term_of(c, e->looks[i].expr);
            if (e->looks[i].every)
                add_cond(r, holds);
            else
                any = pw_term_or2(r->terms, any, holds);
        }
        if (!e->looks[i].every) add_cond(r, any);
    }
    c->passive = c->active;
}

/* other.x = e */
static void update_others(struct roam *r, const struct pw_edge *e, struct scope *c,
                          struct slot *slots)
{
    for (size_t k = 0; k < r->n && e->nothers; k++) {
        c->passive = &c->slots[k];
        if (c->passive == c->active) continue;
        pw_term *locals =
            pw_arena_copy(&r->arena, slots[k].locals, nlocals(r, &slots[k]) * sizeof *locals);
        for (size_t i = 0; i < e->nothers; i++)
            if (e->others[i].template == slots[k].template)
                locals[e->others[i].index] = term_of(c, e->others[i].to);
        slots[k].locals = locals;
    }
    c->passive = c->active;
}

/* Have the conditions a solution? */
static bool may_step(struct roam *r)
{
    for (size_t i = 0; i < r->conds.n; i++)
        if (pw_term_same(r->conds.at[i], PW_TERM_FALSE)) return false;
    return possible(r, r->conds.at, r->conds.n);
}

/* The thread in slot k takes the edge, if some solution lets it; false: none does. */
static bool step(struct roam *r, uint32_t from, size_t k, uint32_t edge)
{
    assert(from < r->nodes.n);
    const struct node here = r->nodes.at[from];
    const struct pw_edge *e = &r->p->templates[here.slots[k].template].edges[edge];
    assert(k < r->n && e->from == here.slots[k].loc);
    struct pw_arena_mark mark = pw_arena_mark(&r->arena);
    size_t known = r->nodes.n;
    struct slot *slots = pw_arena_copy(&r->arena, here.slots, r->n * sizeof *slots);
    pw_vec_reset(&r->conds);
    for (size_t i = 0; i < here.nconds; i++)
        pw_vec_push(&r->conds, here.conds[i]);
    struct scope c = {.r = r, .shared = here.shared, .slots = here.slots};
    c.active = c.passive = &here.slots[k];
    c.choices = pick(r, &slots[k], edge);
    pw_term guard = term_of(&c, e->guard);
    add_cond(r, guard);
    add_looks(r, e, &c);
    bool open = e->nlooks || !pw_term_is_const(r->terms, guard);
    sort_conds(r);
    bool taken = open ? may_step(r) : pw_term_same(guard, PW_TERM_TRUE);
    if (taken) {
        struct node to = {.parent = from, .step = {slots[k].thread, edge}, .slots = slots};
        update(r, e, &c, &to, &slots[k]);
        update_others(r, e, &c, slots);
        slots[k].loc = e->to;
        sort_slots(r, slots);
        add_node(r, to);
    }
    if (r->nodes.n == known) pw_arena_release(&r->arena, mark);
    return taken;
}

/* Threads of one kind that have not moved are alike: of equal slots the first moves. */
static bool like_the_last(const struct roam *r, const struct node *x, size_t k)
{
    return k && !r->ordered && !slot_order(r, &x->slots[k - 1], &x->slots[k]);
}

/* All edges of the thread in slot k; false: it can take none. */
static bool move(struct roam *r, uint32_t from, size_t k)
{
    const struct slot s = r->nodes.at[from].slots[k];
    assert(s.template <r->p->ntemplates);
    const struct pw_thread_template *t = &r->p->templates[s.template];
    bool some = false;
    for (uint32_t e = t->first_edge[s.loc]; e < t->first_edge[s.loc + 1]; e++) {
        if (r->bad != PW_NONE || spent(r)) return true;
        if (step(r, from, k, e)) some = true;
    }
    return some;
}

static void expand(struct roam *r, uint32_t from)
{
    for (size_t k = 0; k < r->n; k++) {
        const struct slot *s = &r->nodes.at[from].slots[k];
        if (pw_alone_at(&r->alone, s->template, s->loc) && move(r, from, k)) return;
    }
    for (size_t k = 0; k < r->n; k++) {
        assert(from < r->nodes.n);
        const struct node *x = &r->nodes.at[from];
        if (!pw_alone_at(&r->alone, x->slots[k].template, x->slots[k].loc) &&
            !like_the_last(r, x, k))
            move(r, from, k);
    }
}

/* --- the start --- */

static void initial_values(struct roam *r, struct scope *c, const struct pw_var *vars, size_t n,
                           unsigned owner, pw_term *values)
{
    for (size_t i = 0; i < n; i++) {
        char name[64];
        snprintf(name, sizeof name, "v%u.%zu", owner, i);
        values[i] =
            vars[i].init ? term_of(c, vars[i].init) : variable(r, vars[i].type, name, &r->base);
    }
}

static void initial_constraint(struct roam *r, const struct node *x, const struct pw_pred *q)
{
    struct scope c = {.r = r, .shared = x->shared, .slots = x->slots};
    for (size_t a = 0; a < r->n; a++) {
        c.active = c.passive = &x->slots[a];
        if (!fits(q->active, c.active->template)) continue;
        if (q->class != PW_INTER_THREAD) pw_vec_push(&r->base, term_of(&c, q->expr));
        for (size_t p = 0; q->class == PW_INTER_THREAD && p < r->n; p++) {
            c.passive = &x->slots[p];
            if (p != a && fits(q->passive, c.passive->template))
                pw_vec_push(&r->base, term_of(&c, q->expr));
        }
    }
}

/* False: the initial condition has no solution. */
static bool start(struct roam *r)
{
    const struct pw_program *p = r->p;
    pw_term *shared = pw_arena_alloc(&r->arena, (p->nshared + 1) * sizeof *shared);
    struct slot *slots = pw_arena_alloc(&r->arena, r->n * sizeof *slots);
    struct scope c = {.r = r, .shared = shared, .slots = slots};
    struct node x = {.shared = shared, .slots = slots};
    initial_values(r, &c, p->shared, p->nshared, (unsigned)r->n, shared);
    for (uint32_t i = 0; i < r->n; i++) {
        const struct pw_thread_template *t = &p->templates[r->templates[i]];
        pw_term *locals = pw_arena_alloc(&r->arena, (t->nlocals + 1) * sizeof *locals);
        slots[i] = (struct slot){i, r->templates[i], t->entry, 0, locals};
        c.active = c.passive = &slots[i];
        initial_values(r, &c, t->locals, t->nlocals, i, locals);
    }
    for (size_t i = 0; i < p->ninits; i++)
        initial_constraint(r, &x, &p->inits[i]);
    sort_slots(r, slots);
    renew_solver(r);
    if (!possible(r, NULL, 0)) return false;
    add_node(r, x);
    assert(r->nodes.n == 1);
    return true;
}

/* --- from the node to a run --- */

static void schedule_of(const struct roam *r, uint32_t at, pw_schedule *out)
{
    size_t n = 0;
    for (uint32_t k = at; k; k = r->nodes.at[k].parent)
        pw_vec_push(out, r->nodes.at[k].step), n++;
    for (size_t i = 0; i < n / 2; i++) {
        assert(i < out->n);
        struct pw_schedule_step s = out->at[i];
        out->at[i] = out->at[n - 1 - i];
        out->at[n - 1 - i] = s;
    }
    assert(out->n == n);
}

/* Once more along the schedule, with values; then the interpreter judges. */
static struct pw_execution *replay(const struct roam *r, const pw_schedule *schedule)
{
    struct pw_symbolic *s = pw_symbolic_new(r->p, r->templates, r->n, NULL, NULL);
    const struct offence *o = &r->offence;
    struct pw_execution *e = NULL;
    bool good = true;
    for (size_t i = 0; good && i < schedule->n; i++)
        good = pw_symbolic_step(s, schedule->at[i].thread, schedule->at[i].edge);
    if (good && o->formula) {
        pw_term holds = pw_symbolic_expr(s, o->formula->expr, o->active, o->passive);
        pw_solver_assert(pw_symbolic_solver(s), o->holds ? holds : pw_term_not(holds));
    }
    if (good && pw_symbolic_feasible(s)) {
        struct pw_run *run = pw_symbolic_solve(s);
        e = pw_replay(run);
        pw_run_free(run);
    }
    pw_symbolic_free(s);
    return e;
}

static void clear(struct roam *r)
{
    pw_solver_free(r->solver);
    pw_terms_free(r->terms);
    pw_alone_clear(&r->alone);
    pw_arena_clear(&r->arena);
    pw_vec_clear(&r->base);
    pw_vec_clear(&r->nodes);
    pw_vec_clear(&r->conds);
    pw_table_clear(&r->index);
}

struct pw_execution *pw_roam_run(const struct pw_program *p, const uint32_t *templates, size_t n,
                                 uint64_t work, struct pw_roam_stats *stats, bool *complete)
{
    assert(n > 0);
    struct roam r = {.p = p, .templates = templates, .n = n, .most = work, .bad = PW_NONE};
    pw_schedule schedule = {0};
    struct pw_execution *e = NULL;
    uint32_t next = 0;
    r.terms = pw_terms_new();
    pw_arena_init(&r.arena);
    r.ordered = pw_program_uses(p) & PW_USES_ORDER;
    r.alone.p = p;
    if (!pw_program_uses(p)) pw_alone_find(&r.alone, p); /* others look at what a thread does */
    if (start(&r))
        for (; next < r.nodes.n && r.bad == PW_NONE && !spent(&r); next++)
            expand(&r, next);
    if (complete) *complete = r.bad == PW_NONE && next == r.nodes.n && !spent(&r);
    stats->searches++;
    stats->threads = n;
    stats->states += r.nodes.n;
    stats->checks += r.checks;
    if (r.bad != PW_NONE) {
        schedule_of(&r, (uint32_t)r.bad, &schedule);
        e = replay(&r, &schedule);
    }
    pw_vec_clear(&schedule);
    clear(&r);
    return e;
}

/* --- what it is for --- */

static bool picks_ints(const struct pw_thread_template *t)
{
    for (size_t i = 0; i < t->nedges; i++)
        for (size_t k = 0; k < t->edges[i].nchoices; k++)
            if (!pw_type_finite(t->edges[i].choices[k].type)) return true;
    return false;
}

bool pw_roam_has_ints(const struct pw_program *p)
{
    bool ints = pw_program_has_ints(p);
    for (size_t t = 0; t < p->ntemplates && !ints; t++)
        ints = picks_ints(&p->templates[t]);
    return ints;
}
