#include "abst/witness.h"

#include <assert.h>

#include "abst/skeleton.h"
#include "base/limits.h"

/* A step: after it, other threads may have other locals. */
struct step {
    const struct pw_edge *e;
    struct pw_scene sc; /* before it */
};

/* An inter-thread predicate as a bit of thread `who` at one moment; or a look of thread 1. */
struct claim {
    const struct pw_pred *pred;
    bool negated;             /* the claim is of every(!...) */
    const struct step *after; /* the moment is that after this step; NULL: before, or initially */
    const pw_term *shared, *choices;
    /* other: the one of threads 1, 2 that is not who; NULL: none, or not in the range */
    const struct pw_thread_view *who, *other;
    pw_term bit;
};

/* A stated invariant at one moment of the row. */
struct stated {
    const struct pw_pred *pred;
    const pw_term *shared, *counts;
    const struct pw_thread_view *one, *two;
};

enum item_kind { ITEM_FORMULA, ITEM_CLAIM, ITEM_START, ITEM_STATED };

/* Something that a row must satisfy. */
struct item {
    enum item_kind kind;
    pw_term formula;      /* ITEM_FORMULA; ITEM_START: for the common thread of `template` */
    struct claim claim;   /* ITEM_CLAIM */
    struct stated stated; /* ITEM_STATED: of hidden threads; of 1 and 2 it is a formula */
    /* ITEM_START: the unary constraint `index` of threads of `template` */
    uint32_t template, index;
    pw_term_list terms; /* what connects it with others */
};

/* Rows of one group of items with the templates of `present` present. */
struct solved {
    uint64_t present;
    pw_bdd rows;
};

struct problem {
    struct pw_projector *r;
    struct pw_world *w;
    PW_VEC(struct item) items;
    uint32_t *group;
    uint64_t ranged;        /* templates that claims range over */
    pw_bdd keeps;           /* next = now of all that is unchanged */
    const pw_term *initial; /* shared values if this is an initial relation, else NULL */
    /* of one thread alone: there are no threads >= 3, and thread 2 is idle */
    bool alone;
    pw_term failed;        /* with axioms: thread 2 has failed */
    struct pw_pred *looks; /* of claims */
    size_t nlooks;
};

static void problem_init(struct problem *b, struct pw_projector *r)
{
    *b = (struct problem){.r = r, .w = r->w, .keeps = PW_BDD_TRUE};
}

static void problem_clear(struct problem *b)
{
    for (size_t i = 0; i < b->items.n; i++)
        pw_vec_clear(&b->items.at[i].terms);
    pw_vec_clear(&b->items);
    PW_FREES(b->looks, b->nlooks);
}

static void keep(struct problem *b, enum pw_role role, uint32_t template, uint32_t field)
{
    b->keeps = pw_bdd_and(b->w->t->bdds, b->keeps, pw_dual_keeps(b->w->t, role, template, field));
}

/* ---- items ---- */

static void add_item(struct problem *b, struct item it)
{
    pw_vec_push(&b->items, it);
}

static void add_formula(struct problem *b, pw_term f)
{
    pw_term_list c = {0};
    pw_world_require(b->w, &c, f);
    for (size_t i = 0; i < c.n; i++) {
        struct item it = {.kind = ITEM_FORMULA, .formula = c.at[i]};
        pw_vec_push(&it.terms, c.at[i]);
        add_item(b, it);
    }
    pw_vec_clear(&c);
}

/* Does what is claimed hold for c->who against p, a view of the moment? */
static pw_term instance_now(struct problem *b, const struct claim *c,
                            const struct pw_thread_view *p)
{
    struct pw_scene sc = {
        .shared = c->shared, .active = c->who, .passive = p, .choices = c->choices};
    pw_term f = pw_world_term(b->w, c->pred->expr, &sc);
    return c->negated ? pw_term_not(f) : f;
}

/* The same against a hidden thread, a view of before the step. */
static pw_term instance(struct problem *b, const struct claim *c, const struct pw_thread_view *p)
{
    return instance_now(b, c,
                        c->after ? pw_world_other_after(b->w, c->after->e, &c->after->sc, p) : p);
}

/* Hidden thread number k of a template; initially it is at its entry. */
static const struct pw_thread_view *hidden_thread(struct problem *b, uint32_t template, uint32_t k)
{
    const struct pw_thread_view *v = pw_world_witness(b->w, template, k);
    return b->initial ? pw_world_at(b->w, v, b->w->p->templates[template].entry) : v;
}

static bool concerns(const struct claim *c, uint64_t present, uint32_t t)
{
    return (present >> t & 1) && pw_skeleton_ranges_over(c->pred, t);
}

/* The formulas a claim is made of, a common thread standing for all of its template. */
static void claim_terms(struct problem *b, const struct claim *c, pw_term_list *out)
{
    if (c->other) pw_vec_push(out, instance_now(b, c, c->other));
    for (uint32_t t = 0; t < b->w->p->ntemplates; t++)
        if (concerns(c, UINT64_MAX, t)) pw_vec_push(out, instance(b, c, hidden_thread(b, t, 0)));
}

static bool same_terms(const pw_term_list *x, const pw_term_list *y)
{
    if (x->n != y->n) return false;
    for (size_t i = 0; i < x->n; i++)
        if (!pw_term_same(x->at[i], y->at[i])) return false;
    return true;
}

static void add_claim(struct problem *b, const struct claim *c)
{
    struct item it = {.kind = ITEM_CLAIM, .claim = *c};
    claim_terms(b, c, &it.terms);
    for (uint32_t t = 0; t < b->w->p->ntemplates; t++)
        if (pw_skeleton_ranges_over(c->pred, t)) b->ranged |= (uint64_t)1 << t;
    add_item(b, it);
}

/* ---- one moment of a step ---- */

struct moment {
    const pw_term *shared;
    const struct pw_thread_view *one, *two; /* two: NULL for an idle thread 2 */
    const struct step *after;               /* as in struct claim */
};

/* A field of threads 1 or 2, or a shared one. */
struct place {
    enum pw_role role;
    uint32_t template, field;
};

static pw_term place_bit(struct problem *b, struct place at, enum pw_when when)
{
    return pw_world_bit(b->w, at.role, at.template, at.field, when);
}

/* A predicate that ranges over no thread: its bit now and, unless next is NULL, afterwards. */
static void add_plain(struct problem *b, const struct pw_pred *q, struct place at,
                      const struct pw_scene *now, const struct pw_scene *next)
{
    pw_term before = pw_world_term(b->w, q->expr, now);
    add_formula(b, pw_term_iff(b->w->terms, place_bit(b, at, PW_NOW), before));
    if (!next) return;
    pw_term after = pw_world_term(b->w, q->expr, next);
    if (pw_term_same(before, after))
        keep(b, at.role, at.template, at.field);
    else
        add_formula(b, pw_term_iff(b->w->terms, place_bit(b, at, PW_NEXT), after));
}

static struct claim claim_of(struct problem *b, const struct pw_pred *q, struct place at,
                             const struct moment *m, enum pw_when when)
{
    const struct pw_thread_view *who = at.role == PW_ACTIVE ? m->one : m->two,
                                *other = at.role == PW_ACTIVE ? m->two : m->one;
    if (other && !pw_skeleton_ranges_over(q, other->template)) other = NULL;
    return (struct claim){.pred = q,
                          .after = m->after,
                          .shared = m->shared,
                          .who = who,
                          .other = other,
                          .bit = place_bit(b, at, when)};
}

static void add_inter(struct problem *b, const struct pw_pred *q, struct place at,
                      const struct moment *now, const struct moment *next)
{
    struct claim before = claim_of(b, q, at, now, PW_NOW);
    add_claim(b, &before);
    if (!next) return;
    struct claim after = claim_of(b, q, at, next, PW_NEXT);
    pw_term_list x = {0}, y = {0};
    claim_terms(b, &before, &x);
    claim_terms(b, &after, &y);
    if (same_terms(&x, &y))
        keep(b, at.role, at.template, at.field);
    else
        add_claim(b, &after);
    pw_vec_clear(&x);
    pw_vec_clear(&y);
}

/* The bits of a thread (role) of a template, or the shared ones. next is NULL for initial
 * relations. */
static void add_bits(struct problem *b, enum pw_role role, uint32_t template,
                     const struct moment *now, const struct moment *next)
{
    const struct pw_abst_fields *f =
        role == PW_SHARED ? &b->w->a->shared : &b->w->a->local[template];
    struct pw_scene before = {.shared = now->shared,
                              .active = role == PW_PASSIVE ? now->two : now->one};
    struct pw_scene after = {0};
    if (next)
        after = (struct pw_scene){.shared = next->shared,
                                  .active = role == PW_PASSIVE ? next->two : next->one};
    for (uint32_t i = 0; i < b->w->a->preds.n; i++) {
        const struct pw_pred *q = &b->w->a->preds.at[i];
        struct place at = {role, template, f->of_pred[i]};
        if (at.field == PW_NO_INDEX) continue;
        if (q->class == PW_INTER_THREAD)
            add_inter(b, q, at, now, next);
        else
            add_plain(b, q, at, &before, next ? &after : NULL);
    }
}

/* The finite variables after the step. */
static void add_values(struct problem *b, enum pw_role role, uint32_t template, const pw_term *now,
                       const pw_term *next)
{
    const struct pw_abst_fields *f =
        role == PW_SHARED ? &b->w->a->shared : &b->w->a->local[template];
    for (size_t i = 0; i < f->n_vars; i++) {
        if (f->of_var[i] == PW_NO_INDEX) continue;
        if (pw_term_same(now[i], next[i]))
            keep(b, role, template, f->of_var[i]);
        else
            add_formula(
                b, pw_world_equal(b->w, pw_world_field(b->w, role, template, f->of_var[i], PW_NEXT),
                                  next[i]));
    }
}

/* ---- groups ---- */

static void connect(struct problem *b)
{
    pw_term_list *terms = PW_NEWS(pw_term_list, b->items.n);
    b->group = PW_NEWS(uint32_t, b->items.n);
    for (size_t i = 0; i < b->items.n; i++)
        terms[i] = b->items.at[i].terms;
    pw_project_connect(b->r, terms, b->items.n, b->group);
    PW_FREES(terms, b->items.n);
}

static pw_term unary_constraint(struct problem *b, uint32_t index, const struct pw_thread_view *v);
static pw_term stated_of_hidden(struct problem *b, const struct stated *s,
                                const struct pw_thread_view *v);

/* The constraints of a group while it is put together: the next unused witness of each template. */
struct assembly {
    struct problem *b;
    uint32_t group;
    uint64_t present;
    uint32_t *used; /* by template */
    pw_term_list all;
};

static void require(struct assembly *s, pw_term f)
{
    pw_world_require(s->b->w, &s->all, f);
}

/* All true claims of the group hold against a hidden thread, and it can start; if `when` does. */
static void require_hidden(struct assembly *s, const struct pw_thread_view *v, pw_term when)
{
    struct problem *b = s->b;
    struct pw_terms *t = b->w->terms;
    for (size_t i = 0; i < b->items.n; i++) {
        const struct item *it = &b->items.at[i];
        if (b->group[i] != s->group) continue;
        if (it->kind == ITEM_CLAIM && pw_skeleton_ranges_over(it->claim.pred, v->template))
            require(s, pw_term_implies(t, pw_term_and2(t, when, it->claim.bit),
                                       instance(b, &it->claim, v)));
        if (it->kind == ITEM_START && it->template == v->template)
            require(s, pw_term_implies(t, when, unary_constraint(b, it->index, v)));
        if (it->kind == ITEM_STATED)
            require(s, pw_term_implies(t, pw_term_and2(t, when, pw_term_not(b->failed)),
                                       stated_of_hidden(b, &it->stated, v)));
    }
}

/* A false claim is refuted by the other of threads 1, 2, or by a witness of its own. */
static void require_witness(struct assembly *s, const struct claim *c)
{
    struct problem *b = s->b;
    struct pw_terms *t = b->w->terms;
    pw_term need = pw_term_not(c->bit);
    if (c->other) {
        pw_term holds = instance_now(b, c, c->other);
        require(s, pw_term_implies(t, c->bit, holds));
        need = pw_term_and2(t, need, holds);
    }
    pw_term some = PW_TERM_FALSE;
    for (uint32_t k = 0; k < b->w->p->ntemplates; k++) {
        if (!concerns(c, s->present, k)) continue;
        const struct pw_thread_view *v = hidden_thread(b, k, ++s->used[k]);
        some = pw_term_or2(t, some, pw_term_not(instance(b, c, v)));
        require_hidden(s, v, need);
    }
    require(s, pw_term_implies(t, need, some));
}

/* Has the group something to say about threads of template t? */
static bool touches(const struct problem *b, uint32_t group, uint32_t t)
{
    for (size_t i = 0; i < b->items.n; i++) {
        const struct item *it = &b->items.at[i];
        if (b->group[i] != group) continue;
        if (it->kind == ITEM_CLAIM && pw_skeleton_ranges_over(it->claim.pred, t)) return true;
        if (it->kind == ITEM_START && it->template == t) return true;
    }
    return false;
}

static pw_bdd group_rows(struct problem *b, uint32_t group, uint64_t present)
{
    struct assembly s = {
        .b = b, .group = group, .present = present, .used = PW_NEWS(uint32_t, b->w->p->ntemplates)};
    for (uint32_t t = 0; t < b->w->p->ntemplates; t++)
        if (present >> t & 1) require_hidden(&s, hidden_thread(b, t, 0), PW_TERM_TRUE);
    for (size_t i = group; i < b->items.n; i++) {
        if (b->group[i] != group) continue;
        if (b->items.at[i].kind == ITEM_FORMULA) require(&s, b->items.at[i].formula);
        if (b->items.at[i].kind == ITEM_CLAIM) require_witness(&s, &b->items.at[i].claim);
    }
    pw_bdd rows = pw_project_rows(b->r, s.all.at, s.all.n);
    PW_FREES(s.used, b->w->p->ntemplates);
    pw_vec_clear(&s.all);
    return rows;
}

static uint64_t templates_of(const struct problem *b, uint32_t group)
{
    uint64_t mask = 0;
    for (uint32_t t = 0; t < b->w->p->ntemplates; t++)
        if (touches(b, group, t)) mask |= (uint64_t)1 << t;
    return mask;
}

typedef PW_VEC(uint64_t) masks;

/* Adds the rows with exactly these templates present, for each of `cases`. */
static pw_bdd union_of_cases(struct problem *b, const masks *cases)
{
    struct pw_bdds *m = b->w->t->bdds;
    pw_bdd *rows = PW_NEWS(pw_bdd, cases->n);
    for (size_t k = 0; k < cases->n; k++)
        rows[k] = b->keeps;
    for (uint32_t g = 0; g < b->items.n; g++) {
        if (b->group[g] != g) continue;
        uint64_t mine = templates_of(b, g);
        PW_VEC(struct solved) solved = {0};
        for (size_t k = 0; k < cases->n; k++) {
            size_t i = 0;
            uint64_t present = cases->at[k] & mine;
            pw_limits_poll();
            if (pw_bdd_is_false(rows[k])) continue;
            while (i < solved.n && solved.at[i].present != present)
                i++;
            if (i == solved.n) {
                struct solved one = {present, group_rows(b, g, present)};
                pw_vec_push(&solved, one);
            }
            rows[k] = pw_bdd_and(m, rows[k], solved.at[i].rows);
        }
        pw_vec_clear(&solved);
    }
    pw_bdd all = PW_BDD_FALSE;
    for (size_t k = 0; k < cases->n; k++)
        all = pw_bdd_or(m, all, rows[k]);
    PW_FREES(rows, cases->n);
    return all;
}

/* ---- which templates may be present ---- */

static bool any_inter(const struct pw_abstraction *a)
{
    return pw_abst_bound(a->preds) > 2;
}

static uint64_t all_templates(const struct pw_program *p)
{
    return p->ntemplates < 64 ? ((uint64_t)1 << p->ntemplates) - 1 : UINT64_MAX;
}

/* All nonempty subsets of a set. */
static void subsets(uint64_t of, masks *out)
{
    for (uint64_t v = of; v; v = (v - 1) & of)
        pw_vec_push(out, v);
}

static void step_cases(const struct problem *b, masks *out)
{
    const struct pw_program *p = b->w->p;
    if (!b->alone) subsets(b->ranged, out);
    if (pw_skeleton_may_lack_third(b->w->a) || !any_inter(b->w->a) || b->ranged != all_templates(p))
        pw_vec_push(out, (uint64_t)0);
}

static void initial_cases(const struct problem *b, masks *out)
{
    const struct pw_program *p = b->w->p;
    if (!b->alone) subsets(b->ranged, out);
    if (pw_skeleton_may_lack_third(b->w->a) || !any_inter(b->w->a)) {
        pw_vec_push(out, (uint64_t)0);
        return;
    }
    for (uint32_t t = 0; t < p->ntemplates; t++)
        if (!(b->ranged >> t & 1)) pw_vec_push(out, (uint64_t)1 << t);
}

static pw_bdd solve(struct problem *b, void (*cases_of)(const struct problem *, masks *))
{
    masks cases = {0};
    cases_of(b, &cases);
    connect(b);
    pw_bdd rows = union_of_cases(b, &cases);
    PW_FREES(b->group, b->items.n);
    pw_vec_clear(&cases);
    return rows;
}

/* ---- steps ---- */

/* The looks of the step as claims; if serving is one of them, it holds against thread 2 itself. */
static void add_looks(struct problem *b, const struct step *s, const struct moment *now,
                      const struct pw_look *serving)
{
    b->nlooks = s->e->nlooks;
    b->looks = PW_NEWS(struct pw_pred, b->nlooks);
    for (size_t i = 0; i < s->e->nlooks; i++) {
        const struct pw_look *k = &s->e->looks[i];
        b->looks[i] = (struct pw_pred){
            .expr = k->expr, .class = PW_INTER_THREAD, .active = PW_ANY, .passive = k->passive};
        struct claim c = {.pred = &b->looks[i],
                          .negated = !k->every,
                          .shared = now->shared,
                          .choices = s->sc.choices,
                          .who = now->one,
                          .bit = pw_term_bool(k->every)};
        if (now->two && pw_skeleton_ranges_over(c.pred, now->two->template)) c.other = now->two;
        add_claim(b, &c);
        if (k != serving) continue;
        add_formula(b, c.other ? pw_term_not(instance_now(b, &c, c.other)) : PW_TERM_FALSE);
    }
}

/* ---- axioms ---- */

/* The formula of a stated invariant for threads a, p of its templates. */
static pw_term stated_of(struct problem *b, const struct stated *s, const struct pw_thread_view *a,
                         const struct pw_thread_view *p)
{
    const struct pw_pred *q = s->pred;
    struct pw_scene sc = {.shared = s->shared, .active = a, .passive = p, .counts = s->counts};
    if (!a || (q->active != PW_ANY && q->active != (int32_t)a->template)) return PW_TERM_TRUE;
    if (q->class != PW_INTER_THREAD) return pw_world_term(b->w, q->expr, &sc);
    return p && pw_skeleton_ranges_over(q, p->template) ? pw_world_term(b->w, q->expr, &sc)
                                                        : PW_TERM_TRUE;
}

/* What it says of the state and of threads 1 and 2. */
static pw_term stated_of_two(struct problem *b, const struct stated *s)
{
    struct pw_scene sc = {.shared = s->shared, .counts = s->counts};
    if (s->pred->class == PW_SHARED_PRED) return pw_world_term(b->w, s->pred->expr, &sc);
    return pw_term_and2(b->w->terms, stated_of(b, s, s->one, s->two),
                        stated_of(b, s, s->two, s->one));
}

/* What it says of a hidden thread, alone and beside 1 and 2. */
static pw_term stated_of_hidden(struct problem *b, const struct stated *s,
                                const struct pw_thread_view *v)
{
    struct pw_terms *t = b->w->terms;
    if (s->pred->class != PW_INTER_THREAD) return stated_of(b, s, v, NULL);
    pw_term one = pw_term_and2(t, stated_of(b, s, s->one, v), stated_of(b, s, v, s->one)),
            two = pw_term_and2(t, stated_of(b, s, s->two, v), stated_of(b, s, v, s->two));
    return pw_term_and2(t, one, two);
}

/* pre: all claims are there. */
static void add_stated(struct problem *b, const struct stated *s)
{
    struct item it = {.kind = ITEM_STATED, .stated = *s};
    add_formula(b, pw_term_or2(b->w->terms, b->failed, stated_of_two(b, s)));
    if (s->pred->class == PW_SHARED_PRED) return;
    for (uint32_t t = 0; t < b->w->p->ntemplates; t++)
        if (b->ranged >> t & 1)
            pw_vec_push(&it.terms, stated_of_hidden(b, s, hidden_thread(b, t, 0)));
    if (it.terms.n) add_item(b, it);
}

/* What holds in the states before and after a step; after one that fails nothing is said. */
static void add_axioms(struct problem *b, const struct pw_edge *e, const struct moment *now,
                       const struct moment *next)
{
    const struct pw_axioms *x = b->w->axioms;
    assert(!e->nlooks && !e->nothers);
    b->failed = pw_world_failed(b->w, now->two);
    for (size_t i = 0; i < x->at.n; i++)
        add_formula(b, pw_world_axiom(b->w, i, now->shared, now->one, now->two));
    for (int after = 0; after <= (e->kind == PW_EDGE_STEP); after++) {
        const struct moment *m = after ? next : now;
        const pw_term *counts = pw_world_counts(b->w, m->one, m->two);
        for (size_t i = 0; i < x->stated.n; i++)
            add_stated(b, &(struct stated){x->stated.at[i], m->shared, counts, m->one, m->two});
    }
}

/* Where `alone` is a field (abst/abstract.h): thread 2 is idle iff there are no others. */
static pw_bdd constrain_alone(struct problem *b, pw_bdd rows, bool step)
{
    const struct pw_abstraction *a = b->w->a;
    if (a->alone == PW_NO_INDEX) return rows;
    struct pw_bdds *m = b->w->t->bdds;
    rows = pw_bdd_and(m, rows, pw_dual_value(b->w->t, PW_SHARED, 0, a->alone, PW_NOW, b->alone));
    if (!step) return rows;
    return pw_bdd_and(m, rows, pw_dual_value(b->w->t, PW_SHARED, 0, a->alone, PW_NEXT, b->alone));
}

/* serving: the number of a `some`, or -1. */
static pw_bdd step_rows(struct pw_projector *r, uint32_t stmt, uint32_t passive, int64_t serving)
{
    struct problem b;
    struct pw_world *w = r->w;
    problem_init(&b, r);
    assert(stmt < w->a->n_stmts);
    const struct pw_abst_origin o = w->a->stmts[stmt];
    assert(w->p->ntemplates > o.template);
    const struct pw_edge *e = &w->p->templates[o.template].edges[o.index];
    bool idle = passive >= w->p->ntemplates;
    b.alone = idle && w->a->alone != PW_NO_INDEX;
    struct moment now = {pw_world_shared(w), pw_world_active(w, o.template, e->from),
                         idle ? NULL : pw_world_passive(w, passive), NULL};
    struct step s = {e,
                     {.shared = now.shared, .active = now.one, .choices = pw_world_choices(w, e)}};
    struct moment next = {pw_world_shared_after(w, e, &s.sc), pw_world_active_after(w, e, &s.sc),
                          idle ? NULL : pw_world_other_after(w, e, &s.sc, now.two),
                          e->nothers ? &s : NULL};
    add_formula(&b, pw_world_term(w, e->guard, &s.sc));
    add_looks(&b, &s, &now, serving < 0 ? NULL : pw_abst_some(e, (uint32_t)serving));
    add_values(&b, PW_SHARED, 0, now.shared, next.shared);
    add_values(&b, PW_ACTIVE, o.template, now.one->locals, next.one->locals);
    if (!idle) add_values(&b, PW_PASSIVE, passive, now.two->locals, next.two->locals);
    add_bits(&b, PW_SHARED, 0, &now, &next);
    add_bits(&b, PW_ACTIVE, o.template, &now, &next);
    if (!idle) add_bits(&b, PW_PASSIVE, passive, &now, &next);
    if (w->axioms) add_axioms(&b, e, &now, &next);
    pw_bdd rows = constrain_alone(&b, solve(&b, step_cases), true);
    problem_clear(&b);
    return rows;
}

pw_bdd pw_witness_step(struct pw_projector *r, uint32_t stmt, uint32_t passive)
{
    return step_rows(r, stmt, passive, -1);
}

pw_bdd pw_witness_some(struct pw_projector *r, uint32_t stmt, uint32_t i, uint32_t passive)
{
    return step_rows(r, stmt, passive, (int64_t)i);
}

/* ---- initial states ---- */

/* Unary constraints of threads of a template: initialisers of its locals, then the `init` lines.
 * True where one does not apply. */
static pw_term unary_constraint(struct problem *b, uint32_t index, const struct pw_thread_view *v)
{
    assert(b->w->p->ntemplates > v->template);
    const struct pw_thread_template *T = &b->w->p->templates[v->template];
    struct pw_scene sc = {.shared = b->initial, .active = v};
    if (index < T->nlocals) {
        const struct pw_expr *init = T->locals[index].init;
        return init ? pw_world_equal(b->w, v->locals[index], pw_world_term(b->w, init, &sc))
                    : PW_TERM_TRUE;
    }
    const struct pw_pred *q = &b->w->p->inits[index - T->nlocals];
    return pw_skeleton_has_bit(q, v->template) ? pw_world_term(b->w, q->expr, &sc) : PW_TERM_TRUE;
}

static uint32_t unary_constraints(const struct problem *b, uint32_t template)
{
    assert(b->w->p->ntemplates > template);
    return (uint32_t)(b->w->p->templates[template].nlocals + b->w->p->ninits);
}

static void start_thread(struct problem *b, const struct pw_thread_view *v)
{
    for (uint32_t i = 0; i < unary_constraints(b, v->template); i++)
        add_formula(b, unary_constraint(b, i, v));
}

static void start_hidden(struct problem *b, uint32_t template)
{
    for (uint32_t i = 0; i < unary_constraints(b, template); i++) {
        pw_term f = unary_constraint(b, i, hidden_thread(b, template, 0));
        if (pw_term_same(f, PW_TERM_TRUE)) continue;
        struct item it = {.kind = ITEM_START, .formula = f, .template = template, .index = i};
        pw_vec_push(&it.terms, f);
        add_item(b, it);
    }
}

static void start_shared(struct problem *b)
{
    const struct pw_program *p = b->w->p;
    struct pw_scene sc = {.shared = b->initial};
    for (size_t i = 0; i < p->nshared; i++)
        if (p->shared[i].init)
            add_formula(b, pw_world_equal(b->w, b->initial[i],
                                          pw_world_term(b->w, p->shared[i].init, &sc)));
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class == PW_SHARED_PRED)
            add_formula(b, pw_world_term(b->w, p->inits[i].expr, &sc));
}

pw_bdd pw_witness_initial(struct pw_projector *r, uint32_t active, uint32_t passive)
{
    struct problem b;
    struct pw_world *w = r->w;
    const struct pw_program *p = w->p;
    problem_init(&b, r);
    bool idle = passive >= p->ntemplates;
    b.alone = idle && w->a->alone != PW_NO_INDEX;
    struct moment now = {pw_world_shared(w), pw_world_active(w, active, p->templates[active].entry),
                         idle ? NULL : pw_world_passive_at(w, passive, p->templates[passive].entry),
                         NULL};
    b.initial = now.shared;
    start_shared(&b);
    start_thread(&b, now.one);
    if (!idle) start_thread(&b, now.two);
    for (uint32_t t = 0; t < p->ntemplates; t++)
        start_hidden(&b, t);
    add_bits(&b, PW_SHARED, 0, &now, NULL);
    add_bits(&b, PW_ACTIVE, active, &now, NULL);
    if (!idle) add_bits(&b, PW_PASSIVE, passive, &now, NULL);
    pw_bdd rows = constrain_alone(&b, solve(&b, initial_cases), false);
    problem_clear(&b);
    return rows;
}
