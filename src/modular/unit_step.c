/* The others move; a step of a unit and what is to be proved about it; steps of contracts. */
#include <assert.h>
#include <string.h>

#include "modular/unit.h"

enum { NONE = PW_MTREE_NONE };

/* --- the others move -------------------------------------------------------------------------- */

/* An assumption that says x' == x without condition. (Of an array it says nothing about the cell of
 * nobody or null: `forall` is over what exists.) */
static bool keeps_always(const struct pw_mformula *f, uint32_t shared)
{
    const struct pw_mexpr *e = f->expr;
    if (e->kind != PW_MX_EQ) return false;
    const struct pw_mexpr *a = e->args[0], *b = e->args[1];
    return a->kind == PW_MX_SHARED && b->kind == PW_MX_SHARED && a->index == shared &&
           b->index == shared && a->primed != b->primed;
}

static bool is_kept(const struct pw_ujob *j, uint32_t shared, const bool *keep)
{
    const struct pw_enc *c = j->c;
    for (size_t i = 0; i < c->env.n; i++)
        if ((!keep || keep[i]) && keeps_always(&c->t->assumptions.at[c->env.at[i]], shared))
            return true;
    return false;
}

/* guard and G imply that the whole array a, and so size(a), is as before. */
static void keep_sizes(struct pw_ujob *j, pw_term guard, const struct pw_mformula *f,
                       const struct pw_mstate *s, const struct pw_mstate *w)
{
    struct pw_enc *c = j->c;
    if (f->keeps == NONE || !c->t->shared.at[f->keeps].counted) return;
    struct pw_mview v = {.before = s, .after = w, .self = c->self};
    pw_term g = f->keeps_guard ? pw_enc_eval(c, f->keeps_guard, &v) : PW_TERM_TRUE;
    pw_enc_fact(c, pw_term_and2(c->terms, guard, g),
                pw_term_eq(c->terms, s->arrays[f->keeps]->rest, w->arrays[f->keeps]->rest));
}

/* From s, any number of steps of others, and of the contract component if keep is not NULL. */
struct pw_mstate *pw_unit_move_others(struct pw_ujob *j, pw_term guard, const struct pw_mstate *s,
                                      const bool *keep, const bool *changes, uint32_t slot)
{
    struct pw_enc *c = j->c;
    struct pw_mstate *w = pw_enc_copy(c, s);
    for (uint32_t i = 0; i < c->t->shared.n; i++)
        if (c->tracked[i] && ((changes && changes[i]) || !is_kept(j, i, keep)))
            pw_enc_refresh(c, w, i);
    if (slot != NONE) pw_enc_refresh_slot(c, w, slot);
    for (size_t i = 0; i < c->env.n; i++) {
        const struct pw_mformula *f = &c->t->assumptions.at[c->env.at[i]];
        if (keep && !keep[i]) continue;
        pw_enc_assume(c, guard, f, s, w, false, false);
        keep_sizes(j, guard, f, s, w);
    }
    pw_enc_assume_invariants(c, guard, w);
    return w;
}

/* --- steps ------------------------------------------------------------------------------------ */

bool pw_modular_modified(const struct pw_munit *callee, uint32_t action, bool *changes, size_t n)
{
    bool result = false;
    const struct pw_mcontract *k = &callee->contract;
    memset(changes, 0, n * sizeof *changes);
    for (size_t i = 0; i < k->modifies.n; i++)
        if (k->modifies.at[i]->kind == PW_MX_SHARED)
            changes[k->modifies.at[i]->index] = true;
        else
            result = true;
    for (uint32_t i = 0; action != NONE && i < k->actions.at[action].nmodifies; i++) {
        const struct pw_mexpr *e = k->actions.at[action].modifies[i];
        if (e->kind == PW_MX_SHARED)
            changes[e->index] = true;
        else
            result = true;
    }
    return result;
}

/* The whole array may have changed: `same`, or it differs at a witness of its own. */
static void relate_array(struct pw_enc *c, uint32_t shared, const struct pw_mcells *before,
                         struct pw_mcells *after)
{
    assert(shared < c->t->shared.n);
    const struct pw_mvar *v = &c->t->shared.at[shared];
    const pw_term_list *w = &c->witnesses[pw_enc_sort(v->index)];
    struct pw_terms *t = c->terms;
    after->before = before;
    after->same = pw_enc_truth(c, "same");
    pw_term at = pw_enc_fresh(c, "differs", v->index);
    struct pw_mexpr index = {.kind = PW_MX_BOUND, .sort = v->index};
    struct pw_mexpr cell = {
        .kind = PW_MX_CELL, .index = shared, .sort = v->sort, .args = {&index, NULL, NULL}};
    struct pw_mstate *x = pw_arena_alloc(&c->arena, sizeof *x), *y = NULL;
    struct pw_mcells **slots = memset(pw_arena_alloc(&c->arena, 2 * c->t->shared.n * sizeof *slots),
                                      0, 2 * c->t->shared.n * sizeof *slots);
    *x = (struct pw_mstate){.arrays = slots};
    y = pw_arena_alloc(&c->arena, sizeof *y);
    *y = (struct pw_mstate){.arrays = slots + c->t->shared.n};
    x->arrays[shared] = (struct pw_mcells *)before;
    y->arrays[shared] = after;
    struct pw_mview vx = {.before = x, .bound = {at}}, vy = {.before = y, .bound = {at}};
    pw_term p = pw_enc_eval(c, &cell, &vx), q = pw_enc_eval(c, &cell, &vy);
    bool truth = v->sort.kind == PW_SORT_BOOL;
    pw_enc_fact(c, pw_term_not(after->same),
                pw_term_not(truth ? pw_term_iff(t, p, q) : pw_term_eq(t, p, q)));
    for (size_t i = 0; i < w->n; i++)
        pw_enc_fact(c, after->same,
                    truth ? pw_term_iff(t, before->cells[i], after->cells[i])
                          : pw_term_eq(t, before->cells[i], after->cells[i]));
    if (v->counted) pw_enc_fact(c, after->same, pw_term_eq(t, before->rest, after->rest));
}

/* What the callee keeps and guarantees, as far as it is about what the unit knows. */
static void assume_callee(struct pw_enc *c, pw_term guard, const struct pw_enc_callee *of,
                          const struct pw_mstate *w, const struct pw_mstate *s)
{
    for (size_t i = 0; i < of->inv.n; i++) {
        const struct pw_mformula *f = &c->t->invariants.at[of->inv.at[i]];
        if (pw_enc_tracks(c, f->expr))
            pw_enc_assume(c, guard, f, s, NULL, !c->paper_invariants, false);
    }
    for (size_t i = 0; i < of->env.n; i++) {
        const struct pw_mformula *f = &c->t->assumptions.at[of->env.at[i]];
        if (pw_enc_tracks(c, f->expr)) pw_enc_assume(c, guard, f, w, s, true, true);
    }
}

struct pw_mstate *pw_modular_contract_step(struct pw_enc *c, pw_term guard,
                                           const struct pw_munit *callee, uint32_t base,
                                           uint32_t action, const struct pw_mstate *w)
{
    size_t n = c->t->shared.n;
    bool *changes = pw_arena_alloc(&c->arena, (n + 1) * sizeof *changes);
    bool result = pw_modular_modified(callee, action, changes, n);
    struct pw_mstate *s = pw_enc_copy(c, w);
    for (uint32_t i = 0; i < n; i++) {
        if (!changes[i]) continue;
        pw_enc_refresh(c, s, i);
        if (c->t->shared.at[i].array) relate_array(c, i, w->arrays[i], s->arrays[i]);
    }
    if (result) pw_enc_refresh_slot(c, s, base + callee->result);
    if (action != NONE) {
        struct pw_mview v = {.before = w, .after = s, .self = c->self, .base = base};
        assert(action < callee->contract.actions.n);
        pw_enc_fact(c, guard, pw_enc_eval(c, callee->contract.actions.at[action].expr, &v));
    }
    assume_callee(c, guard, pw_enc_callee(c, callee), w, s);
    return s;
}

struct pw_mob pw_unit_obligation(enum pw_mob_kind kind, pw_term guard, pw_term goal, uint32_t first,
                                 uint32_t last, uint32_t edge)
{
    return (struct pw_mob){.kind = kind,
                           .guard = guard,
                           .goal = goal,
                           .first = first,
                           .last = last,
                           .about = NONE,
                           .about_last = NONE,
                           .edge = edge,
                           .node = NONE};
}

static void oblige_invariants(struct pw_ujob *j, struct pw_mob ob, const struct pw_mstate *s,
                              const struct pw_mstate *n)
{
    struct pw_enc *c = j->c;
    ob.kind = PW_OB_INVARIANT;
    for (size_t i = 0; i < c->inv.n; i++) {
        const struct pw_mformula *f = &c->t->invariants.at[c->inv.at[i]];
        if (!pw_enc_touched(c, f->expr, s, n)) continue;
        ob.about = f->expr->first;
        ob.about_last = f->expr->last;
        ob.other = false;
        ob.goal = pw_enc_goal(c, f, n, NULL, c->self);
        pw_enc_oblige(c, &ob);
        if (!f->names_self || c->paper_invariants) continue;
        ob.other = true;
        ob.goal = pw_enc_goal(c, f, n, NULL, c->other);
        pw_enc_oblige(c, &ob);
    }
}

static void oblige_guarantee(struct pw_ujob *j, struct pw_mob ob, const struct pw_mstate *s,
                             const struct pw_mstate *n)
{
    struct pw_enc *c = j->c;
    ob.kind = PW_OB_GUARANTEE;
    for (size_t i = 0; i < c->env.n; i++) {
        const struct pw_mformula *f = &c->t->assumptions.at[c->env.at[i]];
        if (!pw_enc_touched(c, f->expr, s, n)) continue;
        ob.about = f->expr->first;
        ob.about_last = f->expr->last;
        ob.implicit = f->implicit;
        ob.goal = pw_enc_goal(c, f, s, n, c->other);
        pw_enc_oblige(c, &ob);
    }
}

/* Contracts do not speak of what is allocated: it only grows, as by a step of another thread. */
static bool is_allocation(const struct pw_mvar *v)
{
    return v->array && v->alloc_of != NONE;
}

/* Nothing changes but what the unit's contract lets change by `action` (NONE: silently). */
static pw_term unchanged(struct pw_ujob *j, uint32_t action, const struct pw_mstate *s,
                         const struct pw_mstate *n)
{
    struct pw_enc *c = j->c;
    const struct pw_munit *u = c->unit;
    bool *changes = pw_arena_alloc(&c->arena, (c->t->shared.n + 1) * sizeof *changes);
    bool result = pw_modular_modified(u, action, changes, c->t->shared.n);
    pw_term all = PW_TERM_TRUE;
    for (uint32_t i = 0; i < c->t->shared.n; i++)
        if (!changes[i] && !is_allocation(&c->t->shared.at[i]))
            all = pw_term_and2(c->terms, all, pw_enc_same(c, i, s, n));
    if (u->result != NONE && !result) {
        pw_term a = s->locals[u->result], b = n->locals[u->result];
        assert(u->result < u->vars.n);
        bool truth = u->vars.at[u->result].sort.kind == PW_SORT_BOOL;
        all = pw_term_and2(c->terms, all,
                           truth ? pw_term_iff(c->terms, a, b) : pw_term_eq(c->terms, a, b));
    }
    return all;
}

/* The positions after the step s -> n: a subset construction, exact for every contract. */
static void advance(struct pw_ujob *j, const struct pw_mstate *s, struct pw_mstate *n)
{
    struct pw_enc *c = j->c;
    const struct pw_automaton *a = j->automaton;
    struct pw_mview v = {.before = s, .after = n, .self = c->self};
    pw_term k = unchanged(j, NONE, s, n);
    pw_term *next = pw_arena_alloc(&c->arena, c->npos * sizeof *next);
    assert(c->npos == a->n);
    for (uint32_t i = 0; i < a->n; i++)
        next[i] = pw_term_and2(c->terms, s->pos[i], k);
    for (size_t e = 0; e < a->edges.n; e++) {
        const struct pw_auto_edge *x = &a->edges.at[e];
        assert(x->action < c->unit->contract.actions.n);
        const struct pw_maction *y = &c->unit->contract.actions.at[x->action];
        pw_term step = pw_term_and2(
            c->terms, s->pos[x->from],
            pw_term_and2(c->terms, unchanged(j, x->action, s, n), pw_enc_eval(c, y->expr, &v)));
        next[x->to] = pw_term_or2(c->terms, next[x->to], step);
    }
    n->pos = next;
}

static bool something_changed(const struct pw_ujob *j, const struct pw_mstate *s,
                              const struct pw_mstate *n)
{
    for (uint32_t i = 0; i < j->c->t->shared.n; i++)
        if (!pw_enc_identical(j->c, i, s, n)) return true;
    const struct pw_munit *u = j->c->unit;
    return u->contract.given && u->result != NONE &&
           !pw_term_same(s->locals[u->result], n->locals[u->result]);
}

/* inside: a step that may be repeated; then no position may be lost. */
void pw_unit_step(struct pw_ujob *j, struct pw_mob ob, const struct pw_mstate *s,
                  struct pw_mstate *n, bool inside)
{
    struct pw_enc *c = j->c;
    if (!something_changed(j, s, n)) {
        if (c->npos) n->pos = s->pos;
        return;
    }
    oblige_invariants(j, ob, s, n);
    oblige_guarantee(j, ob, s, n);
    if (!c->npos) return;
    advance(j, s, n);
    ob.kind = PW_OB_SIMULATION;
    ob.goal = pw_term_or(c->terms, n->pos, c->npos);
    if (inside) {
        ob.goal = PW_TERM_TRUE;
        for (uint32_t i = 0; i < c->npos; i++)
            ob.goal =
                pw_term_and2(c->terms, ob.goal, pw_term_implies(c->terms, s->pos[i], n->pos[i]));
    }
    pw_enc_oblige(c, &ob);
    pw_enc_soft(c, ob.guard, ob.goal);
}
