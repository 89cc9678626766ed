/* What the program offers to atoms: constants, comparisons, classes of variables. */
#include <assert.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/order.h"
#include "pairs/atoms.h"

enum { MOST_CONSTANTS = 14, SMALL_CONSTANT = 3, WIDE_RANGE = 8 };

/* ---- variables: shared ones first, then the locals of each kind ---- */

static uint32_t var_id(const struct pw_atoms *s, int32_t kind, uint32_t var)
{
    const struct pw_program *p = s->enc->views->p;
    if (kind < 0) return var;
    size_t id = p->nshared;
    for (int32_t k = 0; k < kind; k++)
        id += p->templates[k].nlocals;
    return (uint32_t)id + var;
}

static uint32_t find_root(struct pw_atoms *s, uint32_t x)
{
    while (s->classes.at[x] != x)
        x = s->classes.at[x] = s->classes.at[s->classes.at[x]];
    return x;
}

uint32_t pw_atoms_class(struct pw_atoms *s, int32_t kind, uint32_t var)
{
    return find_root(s, var_id(s, kind, var));
}

static bool is_int_leaf(const struct pw_program *p, const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_SHARED) return p->shared[e->index].type.kind == PW_INT;
    if (e->kind == PW_EXPR_LOCAL || e->kind == PW_EXPR_PASSIVE)
        return p->templates[e->template].locals[e->index].type.kind == PW_INT;
    return false;
}

struct join_ctx {
    struct pw_atoms *s;
    int64_t with; /* class so far, or -1 */
};

static void join_leaf(void *arg, const struct pw_expr *e)
{
    struct join_ctx *j = arg;
    if (!is_int_leaf(j->s->enc->views->p, e)) return;
    uint32_t c = pw_atoms_class(j->s, e->kind == PW_EXPR_SHARED ? -1 : e->template, e->index);
    if (j->with >= 0)
        j->s->classes.at[c] = find_root(j->s, (uint32_t)j->with);
    else
        j->with = c;
}

/* ---- comparisons ---- */

struct leaves {
    const struct pw_program *p;
    int32_t kind, other;
    bool ints, any;
};

static void note_leaf(void *arg, const struct pw_expr *e)
{
    struct leaves *l = arg;
    l->any = true;
    if (!is_int_leaf(l->p, e)) l->ints = false;
    if (e->kind == PW_EXPR_LOCAL)
        l->ints &= l->kind < 0 || l->kind == e->template, l->kind = e->template;
    if (e->kind == PW_EXPR_PASSIVE)
        l->ints &= l->other < 0 || l->other == e->template, l->other = e->template;
}

static bool over_ints(const struct pw_atoms *s, const struct pw_expr *e, int32_t *kind,
                      int32_t *other)
{
    struct leaves l = {s->enc->views->p, -1, -1, true, false};
    pw_expr_visit(e, note_leaf, &l);
    *kind = l.kind;
    *other = l.other;
    return l.ints && l.any;
}

static bool is_comparison(const struct pw_expr *e)
{
    return e->kind >= PW_EXPR_EQ && e->kind <= PW_EXPR_GE;
}

static void add_constant(struct pw_atoms *s, int64_t c)
{
    for (size_t i = 0; i < s->constants.n; i++)
        if (s->constants.at[i] == c) return;
    pw_vec_push(&s->constants, c);
}

static void constants_of(struct pw_atoms *s, const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_INT) {
        if (pw_int_fits_si(&e->value)) add_constant(s, pw_int_get_si(&e->value));
        return;
    }
    for (unsigned i = 0; i < pw_expr_arity(e->kind); i++)
        constants_of(s, e->args[i]);
}

/* A range that is compared with an integer offers its values. */
static void range_leaf(void *arg, const struct pw_expr *e)
{
    struct pw_atoms *s = arg;
    const struct pw_program *p = s->enc->views->p;
    struct pw_type t = {0};
    if (e->kind == PW_EXPR_SHARED) t = p->shared[e->index].type;
    if (e->kind == PW_EXPR_LOCAL || e->kind == PW_EXPR_PASSIVE)
        t = p->templates[e->template].locals[e->index].type;
    if (t.kind != PW_RANGE || t.hi - t.lo >= WIDE_RANGE) return;
    for (int64_t c = t.lo; c <= t.hi; c++)
        add_constant(s, c);
}

static void has_int(void *arg, const struct pw_expr *e)
{
    struct leaves *l = arg;
    if (is_int_leaf(l->p, e)) l->any = true;
}

static bool reads_int(const struct pw_atoms *s, const struct pw_expr *e)
{
    struct leaves l = {.p = s->enc->views->p};
    pw_expr_visit(e, has_int, &l);
    return l.any;
}

static void take_comparison(struct pw_atoms *s, const struct pw_expr *e, bool guard)
{
    struct join_ctx j = {s, -1};
    struct pw_comparison c = {.expr = e, .guard = guard};
    pw_expr_visit(e, join_leaf, &j);
    if (reads_int(s, e)) pw_expr_visit(e, range_leaf, s);
    if (over_ints(s, e, &c.kind, &c.other)) pw_vec_push(&s->comparisons, c);
}

static void comparisons_of(struct pw_atoms *s, const struct pw_expr *e, bool guard)
{
    if (is_comparison(e)) take_comparison(s, e, guard);
    for (unsigned i = 0; i < pw_expr_arity(e->kind); i++)
        comparisons_of(s, e->args[i], guard);
}

void pw_atoms_offer(struct pw_atoms *s, const struct pw_expr *e)
{
    assert(is_comparison(e));
    for (size_t i = 0; i < s->comparisons.n; i++)
        if (pw_expr_equal(s->comparisons.at[i].expr, e)) return;
    take_comparison(s, e, false);
}

/* ---- the program ---- */

/* `to` is assigned to a local of the kind, or (-1) to a shared variable. */
static void gather_update(struct pw_atoms *s, int32_t kind, uint32_t index,
                          const struct pw_expr *to)
{
    const struct pw_program *p = s->enc->views->p;
    const struct pw_var *v = kind < 0 ? &p->shared[index] : &p->templates[kind].locals[index];
    comparisons_of(s, to, true);
    if (v->type.kind != PW_INT) return;
    struct join_ctx j = {s, pw_atoms_class(s, kind, index)};
    pw_expr_visit(to, join_leaf, &j);
    if (to->kind == PW_EXPR_INT)
        constants_of(s, to);
    else
        pw_expr_visit(to, range_leaf, s);
}

static void gather_condition(struct pw_atoms *s, const struct pw_expr *e)
{
    comparisons_of(s, e, true);
    if (reads_int(s, e)) constants_of(s, e);
}

static void gather_edge(struct pw_atoms *s, int32_t kind, const struct pw_edge *e)
{
    pw_limits_poll();
    gather_condition(s, e->guard);
    for (size_t i = 0; i < e->nlooks; i++)
        gather_condition(s, e->looks[i].expr);
    for (size_t i = 0; i < e->nupdates; i++)
        gather_update(s, e->updates[i].shared ? -1 : kind, e->updates[i].index, e->updates[i].to);
    for (size_t i = 0; i < e->nothers; i++)
        gather_update(s, (int32_t)e->others[i].template, e->others[i].index, e->others[i].to);
}

static void gather_init(struct pw_atoms *s, const struct pw_var *v)
{
    if (v->init && v->type.kind == PW_INT) constants_of(s, v->init);
    if (v->init) comparisons_of(s, v->init, false);
}

static int compare_constants(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return PW_ORDER(*x, *y);
}

/* With level.near the neighbours, too. Too many: only the smallest. */
static void finish_constants(struct pw_atoms *s)
{
    size_t n = s->constants.n;
    if (s->level.near) add_constant(s, 1), add_constant(s, -1);
    for (size_t i = 0; s->level.near && i < n && n <= MOST_CONSTANTS / 3; i++) {
        int64_t c = s->constants.at[i];
        if (c < INT64_MAX) add_constant(s, c + 1);
        if (c > INT64_MIN) add_constant(s, c - 1);
    }
    qsort(s->constants.at, s->constants.n, sizeof *s->constants.at, compare_constants);
    if (s->constants.n <= MOST_CONSTANTS) return;
    size_t kept = 0;
    for (size_t i = 0; i < s->constants.n; i++) {
        int64_t c = s->constants.at[i];
        if (c >= -SMALL_CONSTANT && c <= SMALL_CONSTANT) s->constants.at[kept++] = c;
    }
    s->constants.n = kept;
}

void pw_atoms_gather(struct pw_atoms *s)
{
    const struct pw_program *p = s->enc->views->p;
    uint32_t nvars = var_id(s, (int32_t)p->ntemplates, 0);
    for (uint32_t i = 0; i < nvars; i++)
        pw_vec_push(&s->classes, i);
    add_constant(s, 0);
    for (size_t i = 0; i < p->nshared; i++)
        gather_init(s, &p->shared[i]);
    for (int32_t t = 0; t < (int32_t)p->ntemplates; t++) {
        const struct pw_thread_template *k = &p->templates[t];
        for (size_t i = 0; i < k->nlocals; i++)
            gather_init(s, &k->locals[i]);
        for (size_t i = 0; i < k->nedges; i++)
            gather_edge(s, t, &k->edges[i]);
    }
    for (size_t i = 0; i < p->ninits; i++)
        comparisons_of(s, p->inits[i].expr, false);
    for (size_t i = 0; i < p->preds.n; i++)
        comparisons_of(s, p->preds.at[i].expr, false);
    for (size_t i = 0; i < p->ninvariants; i++)
        comparisons_of(s, p->invariants[i].expr, false);
    pw_atoms_count(s);
    finish_constants(s);
}

/* ---- weakest preconditions ---- */

struct precondition {
    struct pw_atoms *s;
    const struct pw_edge *edge;
    int32_t kind;
    bool own, changed; /* own: the thread that takes the edge is the one whose locals are read */
};

static const struct pw_expr *updated_leaf(void *arg, const struct pw_expr *e)
{
    struct precondition *w = arg;
    bool shared = e->kind == PW_EXPR_SHARED;
    if (!shared && !(e->kind == PW_EXPR_LOCAL && w->own && e->template == w->kind)) return e;
    for (size_t i = 0; i < w->edge->nupdates; i++) {
        const struct pw_update *u = &w->edge->updates[i];
        if (u->shared != shared || u->index != e->index) continue;
        w->changed = true;
        return u->to;
    }
    return e;
}

static void precondition_along(struct pw_atoms *s, struct pw_comparison c, int32_t kind,
                               const struct pw_edge *edge)
{
    struct precondition w = {s, edge, kind, c.kind < 0 || c.kind == kind, false};
    struct pw_comparison made = {.guard = c.guard};
    if (c.other >= 0 || edge->nupdates == 0) return;
    made.expr = pw_expr_replace(&s->pool, c.expr, updated_leaf, &w);
    if (!w.changed || made.expr->size > 40 || !is_comparison(made.expr)) return;
    if (!over_ints(s, made.expr, &made.kind, &made.other)) return;
    for (size_t i = 0; i < s->comparisons.n; i++)
        if (pw_expr_equal(s->comparisons.at[i].expr, made.expr)) return;
    pw_vec_push(&s->comparisons, made);
}

void pw_atoms_preconditions(struct pw_atoms *s)
{
    const struct pw_program *p = s->enc->views->p;
    size_t n = s->comparisons.n;
    for (size_t i = 0; i < n; i++)
        for (int32_t t = 0; t < (int32_t)p->ntemplates; t++)
            for (size_t j = 0; j < p->templates[t].nedges; j++) {
                pw_limits_poll();
                assert(i < s->comparisons.n);
                precondition_along(s, s->comparisons.at[i], t, &p->templates[t].edges[j]);
            }
}
