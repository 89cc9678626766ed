/* Hypotheses at witnesses, goals at constants, initial states. */
#include <assert.h>

#include "base/limits.h"
#include "modular/encode.h"

enum { MOST_INSTANCES = 20000 };

/* Is self (bound < 0) or the bound name part of an index, or asked for by is(...)? */
static bool indexes(const struct pw_mexpr *e, int bound, bool inside)
{
    if (!e) return false;
    if (bound < 0 && e->kind == PW_MX_IS) return true;
    if (inside && bound < 0 && e->kind == PW_MX_SELF) return true;
    if (inside && e->kind == PW_MX_BOUND && (int)e->index == bound) return true;
    for (int i = 0; i < 3; i++)
        if (indexes(e->args[i], bound, inside || e->kind == PW_MX_CELL)) return true;
    return false;
}

static void add_term(pw_term_list *v, pw_term a)
{
    for (size_t i = 0; i < v->n; i++)
        if (pw_term_same(v->at[i], a)) return;
    pw_vec_push(v, a);
}

/* The values of the variables of this sort in a state. */
static void add_values(struct pw_enc *c, pw_term_list *v, struct pw_sort sort,
                       const struct pw_mstate *s)
{
    for (uint32_t i = 0; s && i < c->t->shared.n; i++)
        if (c->tracked[i] && !c->t->shared.at[i].array &&
            pw_sort_same(c->t->shared.at[i].sort, sort))
            add_term(v, s->vars[i]);
    for (uint32_t i = 0; s && i < c->nslots; i++)
        if (pw_sort_same(c->graph->slots.at[i].var->sort, sort)) add_term(v, s->locals[i]);
}

static void candidates(struct pw_enc *c, const struct pw_mformula *f, int bound,
                       const struct pw_mstate *before, const struct pw_mstate *after,
                       pw_term_list *out)
{
    struct pw_sort tid = {PW_SORT_TID, 0}, sort = bound < 0 ? tid : f->bound[bound].sort;
    const pw_term_list *w = &c->witnesses[pw_enc_sort(sort)];
    for (size_t i = 0; i < w->n; i++)
        add_term(out, w->at[i]);
    if (indexes(f->expr, bound, false)) return;
    add_values(c, out, sort, before);
    add_values(c, out, sort, after);
}

static pw_term exists(struct pw_enc *c, pw_term a)
{
    return pw_term_gt(c->terms, a, pw_term_int_si(c->terms, 0));
}

struct instances {
    struct pw_enc *c;
    const struct pw_mformula *f;
    pw_term guard;
    struct pw_mview view;
    pw_term_list lists[PW_MTREE_MOST_BOUND];
    size_t made;
};

/* All choices for the bound names from `next` on. */
static void choose(struct instances *x, uint32_t next, pw_term guard)
{
    struct pw_enc *c = x->c;
    pw_limits_poll();
    if (next == x->f->nbound) {
        if (++x->made > MOST_INSTANCES) return;
        pw_enc_fact(c, guard, pw_enc_eval(c, x->f->expr, &x->view));
        return;
    }
    for (size_t i = 0; i < x->lists[next].n; i++) {
        x->view.bound[next] = x->lists[next].at[i];
        choose(x, next + 1, pw_term_and2(c->terms, guard, exists(c, x->view.bound[next])));
    }
}

void pw_enc_assume(struct pw_enc *c, pw_term guard, const struct pw_mformula *f,
                   const struct pw_mstate *before, const struct pw_mstate *after, bool all_threads,
                   bool but_self)
{
    struct instances x = {.c = c, .f = f, .guard = guard};
    pw_term_list threads = {0};
    x.view = (struct pw_mview){.before = before, .after = after, .self = c->self};
    bool outer = c->in_instance;
    c->in_instance = true;
    for (uint32_t i = 0; i < f->nbound; i++)
        candidates(c, f, (int)i, before, after, &x.lists[i]);
    if (all_threads && f->names_self)
        candidates(c, f, -1, before, after, &threads);
    else
        pw_vec_push(&threads, all_threads && but_self ? c->other : c->self);
    for (size_t i = 0; i < threads.n; i++) {
        pw_term who = threads.at[i], g = guard;
        if (all_threads) g = pw_term_and2(c->terms, g, exists(c, who));
        if (but_self) g = pw_term_and2(c->terms, g, pw_term_ne(c->terms, who, c->self));
        x.view.self = who;
        choose(&x, 0, g);
    }
    c->in_instance = outer;
    for (uint32_t i = 0; i < f->nbound; i++)
        pw_vec_clear(&x.lists[i]);
    pw_vec_clear(&threads);
}

void pw_enc_assume_invariants(struct pw_enc *c, pw_term guard, const struct pw_mstate *s)
{
    for (size_t i = 0; i < c->inv.n; i++)
        pw_enc_assume(c, guard, &c->t->invariants.at[c->inv.at[i]], s, NULL, !c->paper_invariants,
                      false);
}

pw_term pw_enc_goal(struct pw_enc *c, const struct pw_mformula *f, const struct pw_mstate *before,
                    const struct pw_mstate *after, pw_term self)
{
    struct pw_mview v = {.before = before, .after = after, .self = self};
    for (uint32_t i = 0; i < f->nbound; i++) {
        uint32_t k = 0;
        for (uint32_t j = 0; j < i; j++)
            k += pw_sort_same(f->bound[i].sort, f->bound[j].sort);
        v.bound[i] = pw_enc_any(c, f->bound[i].sort, k);
        assert(k < c->any[pw_enc_sort(f->bound[i].sort)]);
    }
    return pw_enc_eval(c, f->expr, &v);
}

static void initial_array(struct pw_enc *c, pw_term guard, uint32_t shared,
                          const struct pw_mstate *s)
{
    assert(shared < c->t->shared.n);
    const struct pw_mvar *v = &c->t->shared.at[shared];
    const struct pw_mcells *a = s->arrays[shared];
    struct pw_mview view = {.self = c->self};
    pw_term value = pw_enc_eval(c, v->init, &view);
    for (size_t i = 0; i < c->witnesses[pw_enc_sort(v->index)].n; i++)
        pw_enc_fact(c, guard,
                    v->sort.kind == PW_SORT_BOOL ? pw_term_iff(c->terms, a->cells[i], value)
                                                 : pw_term_eq(c->terms, a->cells[i], value));
    if (v->counted && pw_term_same(value, PW_TERM_FALSE))
        pw_enc_fact(c, guard, pw_term_eq(c->terms, a->rest, pw_term_int_si(c->terms, 0)));
}

void pw_enc_assume_initial(struct pw_enc *c, pw_term guard, const struct pw_mstate *s)
{
    struct pw_mview view = {.self = c->self};
    for (uint32_t i = 0; i < c->t->shared.n; i++) {
        const struct pw_mvar *v = &c->t->shared.at[i];
        if (!c->tracked[i] || !v->init) continue;
        if (v->array) {
            initial_array(c, guard, i, s);
            continue;
        }
        pw_term value = pw_enc_eval(c, v->init, &view);
        pw_enc_fact(c, guard,
                    v->sort.kind == PW_SORT_BOOL ? pw_term_iff(c->terms, s->vars[i], value)
                                                 : pw_term_eq(c->terms, s->vars[i], value));
    }
    for (size_t i = 0; i < c->t->inits.n; i++) {
        const struct pw_mformula *f = &c->t->inits.at[i];
        if (pw_enc_tracks(c, f->expr)) pw_enc_assume(c, guard, f, s, NULL, true, false);
    }
}
