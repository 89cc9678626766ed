#include "modular/encode.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "modular/relevant.h"

enum { NONE = PW_MTREE_NONE, MOST_PASSES = 8, INSTANCE_PASSES = 3, MOST_WITNESSES = 120 };

const char *pw_mob_name(enum pw_mob_kind kind)
{
    static const char *const names[PW_OB_KINDS] = {
        "init",       "reflexive", "transitive", "assert",  "invariant", "guarantee",
        "simulation", "requires",  "claim",      "ensures", "exclusion"};
    assert(kind < PW_OB_KINDS);
    assert((size_t)kind < sizeof names / sizeof *names);
    return names[kind];
}

uint32_t pw_enc_sort(struct pw_sort s)
{
    assert(pw_sort_is_reference(s));
    return s.kind == PW_SORT_TID ? 0 : 1 + s.object;
}

/* --- life ------------------------------------------------------------------------------------- */

static bool contract_mentions_kind(const struct pw_mcontract *k)
{
    for (size_t i = 0; i < k->requires.n; i++)
        if (pw_relevant_kinds(k->requires.at[i])) return true;
    for (size_t i = 0; i < k->ensures.n; i++)
        if (pw_relevant_kinds(k->ensures.at[i])) return true;
    for (size_t i = 0; i < k->actions.n; i++)
        if (pw_relevant_kinds(k->actions.at[i].expr)) return true;
    return false;
}

static bool body_mentions_kind(const struct pw_mgraph *g)
{
    for (size_t i = 0; g && i < g->ops.n; i++) {
        if (pw_relevant_kinds(g->ops.at[i].cond)) return true;
        for (uint32_t k = 0; k < g->ops.at[i].n; k++)
            if (g->ops.at[i].values && pw_relevant_kinds(g->ops.at[i].values[k])) return true;
    }
    for (size_t i = 0; g && i < g->claims.n; i++)
        if (pw_relevant_kinds(g->claims.at[i].expr)) return true;
    for (size_t i = 0; g && i < g->edges.n; i++)
        if (g->edges.at[i].callee != NONE &&
            contract_mentions_kind(&g->t->procs.at[g->edges.at[i].callee]->contract))
            return true;
    return g != NULL && contract_mentions_kind(&g->unit->contract);
}

static void prepare(struct pw_enc *c, struct pw_mtree *t, const struct pw_munit *u,
                    const struct pw_mgraph *g)
{
    *c = (struct pw_enc){.t = t, .unit = u, .graph = g, .terms = pw_terms_new()};
    c->nslots = g ? (uint32_t)g->slots.n : 0;
    c->nsorts = 1 + (uint32_t)t->objects.n;
    c->tracked = PW_NEWS(bool, t->shared.n + 1);
    c->any = PW_NEWS(uint32_t, c->nsorts);
    c->callees = PW_NEWS(struct pw_enc_callee, t->procs.n + 1);
    c->witnesses = PW_NEWS(pw_term_list, c->nsorts);
    c->wanted = PW_NEWS(pw_term_list, c->nsorts);
    pw_arena_init(&c->arena);
}

void pw_enc_init(struct pw_enc *c, struct pw_mtree *t, const struct pw_munit *u,
                 const struct pw_mgraph *g)
{
    prepare(c, t, u, g);
    pw_relevant_choose(c);
    c->uses_kinds = c->uses_kinds || body_mentions_kind(g);
}

void pw_enc_init_component(struct pw_enc *c, struct pw_mtree *t, const struct pw_munit *u,
                           uint32_t component)
{
    prepare(c, t, u, NULL);
    pw_relevant_choose_component(c, component);
}

void pw_enc_clear(struct pw_enc *c)
{
    for (uint32_t i = 0; i < c->nsorts; i++) {
        pw_vec_clear(&c->witnesses[i]);
        pw_vec_clear(&c->wanted[i]);
    }
    PW_FREES(c->witnesses, c->nsorts);
    PW_FREES(c->wanted, c->nsorts);
    PW_FREES(c->any, c->nsorts);
    for (size_t i = 0; i < c->t->procs.n; i++) {
        pw_vec_clear(&c->callees[i].env);
        pw_vec_clear(&c->callees[i].inv);
    }
    PW_FREES(c->callees, c->t->procs.n + 1);
    PW_FREES(c->tracked, c->t->shared.n + 1);
    pw_vec_clear(&c->env);
    pw_vec_clear(&c->inv);
    pw_vec_clear(&c->events);
    pw_arena_clear(&c->arena);
    pw_terms_free(c->terms);
}

/* --- names, facts, obligations ---------------------------------------------------------------- */

static pw_term make(struct pw_enc *c, const char *name, struct pw_sort sort)
{
    return sort.kind == PW_SORT_BOOL ? pw_term_bool_var(c->terms, name)
                                     : pw_term_int_var(c->terms, name);
}

pw_term pw_enc_fresh(struct pw_enc *c, const char *name, struct pw_sort sort)
{
    char text[160];
    snprintf(text, sizeof text, "%.100s.%u", name, c->fresh++);
    pw_term v = make(c, text, sort);
    if (pw_sort_is_reference(sort))
        pw_enc_fact(c, PW_TERM_TRUE, pw_term_ge(c->terms, v, pw_term_int_si(c->terms, 0)));
    return v;
}

pw_term pw_enc_truth(struct pw_enc *c, const char *name)
{
    struct pw_sort truth = {PW_SORT_BOOL, 0};
    return pw_enc_fresh(c, name, truth);
}

pw_term pw_enc_any(struct pw_enc *c, struct pw_sort sort, uint32_t i)
{
    char text[160];
    snprintf(text, sizeof text, "any%u.%u.%.100s", i, pw_enc_sort(sort), pw_mtree_sort(c->t, sort));
    return pw_term_int_var(c->terms, text);
}

static pw_term positive(struct pw_enc *c, pw_term a)
{
    return pw_term_gt(c->terms, a, pw_term_int_si(c->terms, 0));
}

void pw_enc_fact(struct pw_enc *c, pw_term guard, pw_term fact)
{
    struct pw_mevent e = {.fact = pw_term_implies(c->terms, guard, fact)};
    pw_limits_poll();
    if (pw_term_same(e.fact, PW_TERM_TRUE)) return;
    pw_vec_push(&c->events, e);
}

void pw_enc_oblige(struct pw_enc *c, const struct pw_mob *ob)
{
    struct pw_mevent e = {.is_obligation = true, .ob = *ob};
    pw_vec_push(&c->events, e);
}

void pw_enc_soft(struct pw_enc *c, pw_term guard, pw_term fact)
{
    struct pw_mevent e = {.soft = true, .fact = pw_term_implies(c->terms, guard, fact)};
    pw_vec_push(&c->events, e);
}

/* --- witnesses -------------------------------------------------------------------------------- */

static bool listed(const pw_term_list *v, pw_term a)
{
    for (size_t i = 0; i < v->n; i++)
        if (pw_term_same(v->at[i], a)) return true;
    return false;
}

static int64_t witness(const struct pw_enc *c, uint32_t sort, pw_term a)
{
    for (size_t i = 0; i < c->witnesses[sort].n; i++)
        if (pw_term_same(c->witnesses[sort].at[i], a)) return (int64_t)i;
    return -1;
}

void pw_enc_want(struct pw_enc *c, uint32_t sort, pw_term a)
{
    if (witness(c, sort, a) >= 0 || listed(&c->wanted[sort], a)) return;
    if (c->in_instance && c->passes >= INSTANCE_PASSES) return;
    pw_vec_push(&c->wanted[sort], a);
}

static pw_term template_constant(struct pw_enc *c, uint32_t index)
{
    char text[160];
    assert(index < c->t->threads.n); /* the number: long names may begin alike */
    snprintf(text, sizeof text, "thread.%u.%.100s", index,
             pw_mtree_text(c->t, c->t->threads.at[index]->name));
    return pw_term_int_var(c->terms, text);
}

static void base_witness(struct pw_enc *c, uint32_t sort, pw_term a, bool exists)
{
    if (!listed(&c->witnesses[sort], a)) pw_vec_push(&c->witnesses[sort], a);
    if (exists) pw_enc_fact(c, PW_TERM_TRUE, positive(c, a));
}

static pw_term kind_of(struct pw_enc *c, size_t witness)
{
    char text[40]; /* no name of a variable begins so */
    snprintf(text, sizeof text, "?kind.%zu", witness);
    return pw_term_int_var(c->terms, text);
}

static void kind_facts(struct pw_enc *c)
{
    const pw_term_list *w = &c->witnesses[0];
    struct pw_terms *t = c->terms;
    for (size_t i = 0; i < w->n; i++) {
        pw_term exists = positive(c, w->at[i]), kind = kind_of(c, i);
        for (size_t k = 0; k < i; k++)
            pw_enc_fact(c, pw_term_eq(t, w->at[i], w->at[k]), pw_term_eq(t, kind, kind_of(c, k)));
        for (uint32_t k = 0; k < c->t->threads.n; k++) {
            int64_t count = c->t->threads.at[k]->count;
            if (count != 0 && count != 1) continue;
            pw_term is = pw_term_eq(t, kind, pw_term_int_si(t, k));
            if (count == 1)
                pw_enc_fact(c, exists,
                            pw_term_iff(t, is, pw_term_eq(t, w->at[i], template_constant(c, k))));
            else
                pw_enc_fact(c, PW_TERM_TRUE, pw_term_not(is));
        }
    }
    if (c->unit && c->unit->is_thread)
        pw_enc_fact(c, PW_TERM_TRUE,
                    pw_term_eq(t, kind_of(c, 0), pw_term_int_si(t, c->unit->number)));
}

static void begin_pass(struct pw_enc *c)
{
    struct pw_sort tid = {PW_SORT_TID, 0};
    pw_arena_clear(&c->arena);
    pw_arena_init(&c->arena);
    c->events.n = 0;
    c->fresh = 0;
    c->incomplete = false;
    c->self = pw_term_int_var(c->terms, "self");
    c->other = pw_term_int_var(c->terms, "other");
    base_witness(c, 0, c->self, true);
    base_witness(c, 0, c->other, true);
    pw_enc_fact(c, PW_TERM_TRUE, pw_term_ne(c->terms, c->self, c->other));
    for (uint32_t i = 0; c->uses_kinds && i < c->t->threads.n; i++)
        if (c->t->threads.at[i]->count == 1) base_witness(c, 0, template_constant(c, i), true);
    for (uint32_t i = 0; i < c->any[0]; i++)
        base_witness(c, 0, pw_enc_any(c, tid, i), true);
    for (uint32_t k = 1; k < c->nsorts; k++)
        for (uint32_t i = 0; i < c->any[k]; i++) {
            struct pw_sort s = {PW_SORT_OBJECT, k - 1};
            base_witness(c, k, pw_enc_any(c, s, i), true);
        }
    if (c->uses_kinds) kind_facts(c);
}

void pw_enc_generate(struct pw_enc *c, void (*build)(struct pw_enc *, void *), void *arg)
{
    for (;; c->passes++) {
        bool more = false;
        begin_pass(c);
        build(c, arg);
        for (uint32_t k = 0; k < c->nsorts; k++) {
            more = more || c->wanted[k].n;
            if (c->witnesses[k].n + c->wanted[k].n > MOST_WITNESSES || c->passes >= MOST_PASSES) {
                c->incomplete = c->incomplete || c->wanted[k].n;
                c->wanted[k].n = 0;
                continue;
            }
            for (size_t i = 0; i < c->wanted[k].n; i++)
                pw_vec_push(&c->witnesses[k], c->wanted[k].at[i]);
            c->wanted[k].n = 0;
        }
        if (!more || c->incomplete) return;
    }
}

/* --- states ----------------------------------------------------------------------------------- */

static struct pw_mcells *new_cells(struct pw_enc *c, uint32_t shared)
{
    assert(shared < c->t->shared.n);
    size_t n = c->witnesses[pw_enc_sort(c->t->shared.at[shared].index)].n;
    struct pw_mcells *a = pw_arena_alloc(&c->arena, sizeof *a);
    memset(a, 0, sizeof *a);
    a->cells = pw_arena_alloc(&c->arena, (n + 1) * sizeof *a->cells);
    a->version = c->fresh++;
    return a;
}

static void in_type(struct pw_enc *c, const struct pw_mvar *v, pw_term x)
{
    struct pw_mview constants = {0};
    if (pw_sort_is_reference(v->sort))
        pw_enc_fact(c, PW_TERM_TRUE, pw_term_ge(c->terms, x, pw_term_int_si(c->terms, 0)));
    if (!v->lo) return;
    pw_enc_fact(c, PW_TERM_TRUE, pw_term_le(c->terms, pw_enc_eval(c, v->lo, &constants), x));
    pw_enc_fact(c, PW_TERM_TRUE, pw_term_le(c->terms, x, pw_enc_eval(c, v->hi, &constants)));
}

static pw_term equal(struct pw_enc *c, struct pw_sort sort, pw_term a, pw_term b)
{
    return sort.kind == PW_SORT_BOOL ? pw_term_iff(c->terms, a, b) : pw_term_eq(c->terms, a, b);
}

static struct pw_mcells *fresh_cells(struct pw_enc *c, uint32_t shared)
{
    assert(shared < c->t->shared.n);
    const struct pw_mvar *v = &c->t->shared.at[shared];
    const pw_term_list *w = &c->witnesses[pw_enc_sort(v->index)];
    struct pw_mcells *a = new_cells(c, shared);
    struct pw_sort integer = {PW_SORT_INT, 0};
    uint32_t version = a->version;
    char text[160];
    for (size_t i = 0; i < w->n; i++) {
        snprintf(text, sizeof text, "%.80s.%u[%zu]", pw_mtree_text(c->t, v->name), version, i);
        a->cells[i] = make(c, text, v->sort);
        in_type(c, v, a->cells[i]);
        for (size_t k = 0; k < i; k++)
            pw_enc_fact(c, pw_term_eq(c->terms, w->at[i], w->at[k]),
                        equal(c, v->sort, a->cells[i], a->cells[k]));
    }
    if (v->counted) {
        snprintf(text, sizeof text, "%.80s.%u.rest", pw_mtree_text(c->t, v->name), version);
        a->rest = make(c, text, integer);
        pw_enc_fact(c, PW_TERM_TRUE, pw_term_ge(c->terms, a->rest, pw_term_int_si(c->terms, 0)));
    }
    return a;
}

void pw_enc_refresh(struct pw_enc *c, struct pw_mstate *s, uint32_t shared)
{
    assert(shared < c->t->shared.n);
    const struct pw_mvar *v = &c->t->shared.at[shared];
    assert(c->tracked[shared]);
    if (v->array) {
        s->arrays[shared] = fresh_cells(c, shared);
        return;
    }
    s->vars[shared] = pw_enc_fresh(c, pw_mtree_text(c->t, v->name), v->sort);
    in_type(c, v, s->vars[shared]);
}

void pw_enc_refresh_slot(struct pw_enc *c, struct pw_mstate *s, uint32_t slot)
{
    assert(slot < c->graph->slots.n);
    const struct pw_mvar *v = c->graph->slots.at[slot].var;
    char text[160];
    assert(slot < c->nslots);
    snprintf(text, sizeof text, "%.100s/%u", pw_mtree_text(c->t, v->name), slot);
    s->locals[slot] = pw_enc_fresh(c, text, v->sort);
    in_type(c, v, s->locals[slot]);
}

static struct pw_mstate *blank(struct pw_enc *c)
{
    struct pw_mstate *s = pw_arena_alloc(&c->arena, sizeof *s);
    size_t n = c->t->shared.n + 1;
    s->vars = memset(pw_arena_alloc(&c->arena, n * sizeof *s->vars), 0, n * sizeof *s->vars);
    s->arrays = memset(pw_arena_alloc(&c->arena, n * sizeof *s->arrays), 0, n * sizeof *s->arrays);
    s->locals = pw_arena_alloc(&c->arena, (c->nslots + 1) * sizeof *s->locals);
    memset(s->locals, 0, (c->nslots + 1) * sizeof *s->locals);
    s->pos = NULL;
    if (c->npos) {
        s->pos = pw_arena_alloc(&c->arena, c->npos * sizeof *s->pos);
        memset(s->pos, 0, c->npos * sizeof *s->pos);
    }
    return s;
}

struct pw_mstate *pw_enc_copy(struct pw_enc *c, const struct pw_mstate *from)
{
    struct pw_mstate *s = blank(c);
    memcpy(s->vars, from->vars, c->t->shared.n * sizeof *s->vars);
    memcpy(s->arrays, from->arrays, c->t->shared.n * sizeof *s->arrays);
    memcpy(s->locals, from->locals, c->nslots * sizeof *s->locals);
    if (c->npos) memcpy(s->pos, from->pos, c->npos * sizeof *s->pos);
    return s;
}

struct pw_mstate *pw_enc_state(struct pw_enc *c, const char *tag)
{
    struct pw_mstate *s = blank(c);
    (void)tag;
    for (uint32_t i = 0; i < c->t->shared.n; i++)
        if (c->tracked[i]) pw_enc_refresh(c, s, i);
    for (uint32_t i = 0; i < c->nslots; i++)
        pw_enc_refresh_slot(c, s, i);
    for (uint32_t i = 0; i < c->npos; i++)
        s->pos[i] = pw_enc_truth(c, "pos");
    return s;
}

bool pw_enc_identical(const struct pw_enc *c, uint32_t shared, const struct pw_mstate *a,
                      const struct pw_mstate *b)
{
    if (!c->tracked[shared]) return true;
    if (c->t->shared.at[shared].array) return a->arrays[shared] == b->arrays[shared];
    return pw_term_same(a->vars[shared], b->vars[shared]);
}

pw_term pw_enc_same(struct pw_enc *c, uint32_t shared, const struct pw_mstate *a,
                    const struct pw_mstate *b)
{
    assert(shared < c->t->shared.n);
    const struct pw_mvar *v = &c->t->shared.at[shared];
    if (pw_enc_identical(c, shared, a, b)) return PW_TERM_TRUE;
    if (!v->array) return equal(c, v->sort, a->vars[shared], b->vars[shared]);
    const struct pw_mcells *x = a->arrays[shared], *y = b->arrays[shared];
    if (y->before == x) return y->same;
    pw_term all = PW_TERM_TRUE;
    for (size_t i = 0; i < c->witnesses[pw_enc_sort(v->index)].n; i++)
        all = pw_term_and2(c->terms, all, equal(c, v->sort, x->cells[i], y->cells[i]));
    if (v->counted) all = pw_term_and2(c->terms, all, pw_term_eq(c->terms, x->rest, y->rest));
    return all;
}

void pw_enc_write(struct pw_enc *c, struct pw_mstate *s, const struct pw_mexpr *target,
                  const struct pw_mview *where, pw_term value)
{
    if (target->kind == PW_MX_LOCAL) {
        s->locals[where->base + target->index] = value;
        return;
    }
    uint32_t x = target->index;
    assert(c->tracked[x]);
    if (target->kind == PW_MX_SHARED) {
        s->vars[x] = value;
        return;
    }
    assert(target->kind == PW_MX_CELL);
    assert(x < c->t->shared.n);
    uint32_t sort = pw_enc_sort(c->t->shared.at[x].index);
    pw_term at = pw_enc_eval(c, target->args[0], where);
    pw_enc_want(c, sort, at);
    struct pw_mcells *a = new_cells(c, x);
    for (size_t i = 0; i < c->witnesses[sort].n; i++)
        a->cells[i] = pw_term_ite(c->terms, pw_term_eq(c->terms, c->witnesses[sort].at[i], at),
                                  value, s->arrays[x]->cells[i]);
    a->rest = s->arrays[x]->rest;
    s->arrays[x] = a;
}

/* --- expressions ------------------------------------------------------------------------------ */

static pw_term cell(struct pw_enc *c, const struct pw_mexpr *e, const struct pw_mview *v)
{
    assert(e->index < c->t->shared.n);
    const struct pw_mvar *var = &c->t->shared.at[e->index];
    const struct pw_mstate *s = e->primed ? v->after : v->before;
    uint32_t sort = pw_enc_sort(var->index);
    pw_term at = pw_enc_eval(c, e->args[0], v);
    int64_t i = witness(c, sort, at);
    if (i >= 0) return s->arrays[e->index]->cells[i];
    pw_enc_want(c, sort, at);
    char text[160]; /* unknown in this pass; the name is that of the array and the index */
    snprintf(text, sizeof text, "%.80s?%u?%u", pw_mtree_text(c->t, var->name),
             s->arrays[e->index]->version, at.id);
    return make(c, text, var->sort);
}

static pw_term size(struct pw_enc *c, const struct pw_mexpr *e, const struct pw_mview *v)
{
    const struct pw_mcells *a = (e->primed ? v->after : v->before)->arrays[e->index];
    assert(e->index < c->t->shared.n);
    const pw_term_list *w = &c->witnesses[pw_enc_sort(c->t->shared.at[e->index].index)];
    struct pw_terms *t = c->terms;
    pw_term sum = a->rest, one = pw_term_int_si(t, 1), zero = pw_term_int_si(t, 0);
    for (size_t i = 0; i < w->n; i++) {
        pw_term counts = pw_term_and2(t, a->cells[i], pw_term_gt(t, w->at[i], zero));
        for (size_t k = 0; k < i; k++)
            counts = pw_term_and2(t, counts, pw_term_ne(t, w->at[i], w->at[k]));
        sum = pw_term_add(t, sum, pw_term_ite(t, counts, one, zero));
    }
    return sum;
}

static pw_term is_template(struct pw_enc *c, const struct pw_mexpr *e, const struct pw_mview *v)
{
    int64_t i = witness(c, 0, v->self);
    if (i < 0) {
        pw_enc_want(c, 0, v->self);
        return pw_term_bool_var(c->terms, "kind?");
    }
    return pw_term_eq(c->terms, kind_of(c, (size_t)i), pw_term_int_si(c->terms, e->index));
}

static pw_term product(struct pw_enc *c, enum pw_mexpr_kind kind, pw_term a, pw_term b)
{
    pw_int k;
    if (kind == PW_MX_MUL && !pw_term_is_const(c->terms, b)) {
        pw_term swap = a;
        a = b;
        b = swap;
    }
    assert(pw_term_is_const(c->terms, b));
    pw_int_init_set(&k, pw_term_const(c->terms, b));
    pw_term r = kind == PW_MX_MUL   ? pw_term_mul(c->terms, &k, a)
                : kind == PW_MX_DIV ? pw_term_quot(c->terms, a, &k)
                                    : pw_term_rem(c->terms, a, &k);
    pw_int_clear(&k);
    return r;
}

static pw_term operation(struct pw_enc *c, const struct pw_mexpr *e, const struct pw_mview *v)
{
    struct pw_terms *t = c->terms;
    pw_term a = pw_enc_eval(c, e->args[0], v),
            b = e->args[1] ? pw_enc_eval(c, e->args[1], v) : PW_TERM_TRUE;
    switch (e->kind) {
    case PW_MX_NOT:
        return pw_term_not(a);
    case PW_MX_NEG:
        return pw_term_neg(t, a);
    case PW_MX_AND:
        return pw_term_and2(t, a, b);
    case PW_MX_OR:
        return pw_term_or2(t, a, b);
    case PW_MX_IMPLIES:
        return pw_term_implies(t, a, b);
    case PW_MX_EQ:
        return equal(c, e->args[0]->sort, a, b);
    case PW_MX_NE:
        return pw_term_not(equal(c, e->args[0]->sort, a, b));
    case PW_MX_LT:
        return pw_term_lt(t, a, b);
    case PW_MX_LE:
        return pw_term_le(t, a, b);
    case PW_MX_GT:
        return pw_term_gt(t, a, b);
    case PW_MX_GE:
        return pw_term_ge(t, a, b);
    case PW_MX_ADD:
        return pw_term_add(t, a, b);
    case PW_MX_SUB:
        return pw_term_sub(t, a, b);
    case PW_MX_MIN:
        return pw_term_min(t, a, b);
    case PW_MX_MAX:
        return pw_term_max(t, a, b);
    case PW_MX_ITE:
        return pw_term_ite(t, a, b, pw_enc_eval(c, e->args[2], v));
    default:
        return product(c, (enum pw_mexpr_kind)e->kind, a, b);
    }
}

pw_term pw_enc_eval(struct pw_enc *c, const struct pw_mexpr *e, const struct pw_mview *v)
{
    const struct pw_mstate *s = e->primed ? v->after : v->before;
    switch (e->kind) {
    case PW_MX_NUMBER:
        return pw_term_int(c->terms, e->number);
    case PW_MX_TRUTH:
        return pw_term_bool(e->truth);
    case PW_MX_SELF:
        return v->self;
    case PW_MX_NOBODY:
        return pw_term_int_si(c->terms, 0);
    case PW_MX_IS:
        return is_template(c, e, v);
    case PW_MX_TEMPLATE:
        return template_constant(c, e->index);
    case PW_MX_BOUND:
        return v->bound[e->index];
    case PW_MX_SHARED:
        assert(s && c->tracked[e->index]);
        return s->vars[e->index];
    case PW_MX_LOCAL:
        assert(s && v->base + e->index < c->nslots);
        return s->locals[v->base + e->index];
    case PW_MX_CELL:
        return cell(c, e, v);
    case PW_MX_SIZE:
        return size(c, e, v);
    case PW_MX_DONE:
        assert(s->pos && e->index < c->npos);
        return s->pos[e->index];
    default:
        assert(e->kind >= PW_MX_NOT);
        return operation(c, e, v);
    }
}

bool pw_enc_touched(struct pw_enc *c, const struct pw_mexpr *e, const struct pw_mstate *a,
                    const struct pw_mstate *b)
{
    if (!e) return false;
    if ((e->kind == PW_MX_SHARED || e->kind == PW_MX_CELL || e->kind == PW_MX_SIZE) &&
        !pw_enc_identical(c, e->index, a, b))
        return true;
    for (int i = 0; i < 3; i++)
        if (pw_enc_touched(c, e->args[i], a, b)) return true;
    return false;
}
