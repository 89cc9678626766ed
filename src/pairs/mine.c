#include "pairs/mine.h"

#include <assert.h>

#include "base/limits.h"
#include "pairs/saying.h"

/* A predicate being made: `needed` lists places as `except` does; terms tell equal ones apart. */
struct nugget {
    struct pw_mined m;
    pw_uints needed;
    uint32_t term;
    bool gone;
};

struct mine_ctx {
    struct pw_fix *f;
    PW_VEC(struct nugget) all;
};

/* ---- where facts hold ---- */

static size_t places_each(const struct pw_mined *m)
{
    return m->threads == 2 ? 2 : 1;
}

static bool lists(const struct pw_mined *m, const pw_uints *list, uint32_t u, uint32_t v)
{
    size_t step = places_each(m);
    for (size_t i = 0; i + step <= list->n; i += step)
        if (list->at[i] == u && (step == 1 || list->at[i + 1] == v)) return true;
    return false;
}

static void add_place(const struct pw_mined *m, pw_uints *list, uint32_t u, uint32_t v)
{
    if (lists(m, list, u, v)) return;
    pw_vec_push(list, u);
    if (m->threads == 2) pw_vec_push(list, v);
}

static uint32_t kind_of(const struct mine_ctx *x, uint32_t view)
{
    return pw_views_at(x->f->enc->views, view)->kind;
}

/* A pair of views in the order of the predicate's threads, the first in slot 0. */
static void note_pair(struct mine_ctx *x, struct nugget *n, const struct pw_key *k, bool turned)
{
    uint32_t u = turned ? k->v : k->u, v = turned ? k->u : k->v;
    if (kind_of(x, u) != n->m.a || kind_of(x, v) != n->m.b) return;
    if (!pw_saying_of_key(x->f, k, turned ? 1 : 0, turned ? 0 : 1, n->term))
        add_place(&n->m, &n->m.except, u, v);
}

static void note_view(struct mine_ctx *x, struct nugget *n, uint32_t view)
{
    if (kind_of(x, view) != n->m.a || lists(&n->m, &n->m.except, view, 0)) return;
    if (!pw_saying_of_view(x->f, view, n->term)) add_place(&n->m, &n->m.except, view, 0);
}

static void find_exceptions(struct mine_ctx *x, struct nugget *n)
{
    for (size_t i = 0; i < x->f->keys.at.n && n->m.threads; i++) {
        const struct pw_key *k = &x->f->keys.at.at[i];
        pw_limits_poll();
        if (n->m.threads == 2) {
            note_pair(x, n, k, false);
            if (k->u != k->v) note_pair(x, n, k, true);
        } else {
            note_view(x, n, k->u);
            note_view(x, n, k->v);
        }
    }
}

/* ---- facts ---- */

static void mine_fact(struct mine_ctx *x, const struct pw_key *k, uint32_t atom)
{
    struct pw_spoken s = pw_saying_spoken(x->f, k, atom);
    size_t i = 0;
    while (i < x->all.n && (x->all.at[i].term != s.term || x->all.at[i].m.threads != s.threads ||
                            (s.threads && x->all.at[i].m.a != kind_of(x, s.first)) ||
                            (s.threads == 2 && x->all.at[i].m.b != kind_of(x, s.second))))
        i++;
    if (i == x->all.n) {
        struct nugget made = {.m = {.expr = s.expr, .threads = s.threads}, .term = s.term};
        if (s.threads) made.m.a = kind_of(x, s.first);
        if (s.threads == 2) made.m.b = kind_of(x, s.second);
        find_exceptions(x, &made);
        pw_vec_push(&x->all, made);
    }
    struct nugget *n = &x->all.at[i];
    add_place(&n->m, &n->needed, s.first, s.second);
}

/* No place where b is needed is an exception of a. */
static bool holds_where_needed(const struct nugget *a, const struct nugget *b)
{
    size_t step = places_each(&b->m);
    for (size_t i = 0; i + step <= b->needed.n && a->m.threads; i += step)
        if (lists(&a->m, &a->m.except, b->needed.at[i], step == 2 ? b->needed.at[i + 1] : 0))
            return false;
    return true;
}

/* x >= y where x > y does not hold: what is left of it there. */
static void keep_weak(struct mine_ctx *x, const struct nugget *a)
{
    struct nugget weak = {.m = {.expr = a->m.expr, .weak = true, .threads = 1, .a = a->m.a},
                          .term = a->term};
    for (size_t i = 0; i < a->m.except.n; i++)
        pw_vec_push(&weak.m.except, a->m.except.at[i]);
    pw_vec_push(&x->all, weak);
}

static void merge(struct mine_ctx *x, size_t first, size_t second)
{
    assert(first < x->all.n);
    assert(second < x->all.n);
    struct nugget *a = &x->all.at[first], *b = &x->all.at[second];
    const struct pw_expr *p = a->m.expr, *q = b->m.expr;
    if (a->gone || b->gone || a->m.weak || b->m.weak || a->m.threads != b->m.threads ||
        a->m.a != b->m.a || a->m.b != b->m.b)
        return;
    enum pw_expr_kind kind = pw_saying_both(p->kind, q->kind);
    if (!kind || !pw_expr_equal(p->args[0], q->args[0]) || !pw_expr_equal(p->args[1], q->args[1]))
        return;
    if (!holds_where_needed(a, b) || !holds_where_needed(b, a)) return;
    if (a->m.threads == 1 && b->m.except.n > a->m.except.n && kind != PW_EXPR_EQ) {
        keep_weak(x, a);
        a = &x->all.at[first], b = &x->all.at[second]; /* the list may have moved */
    }
    size_t step = places_each(&b->m);
    a->m.expr = pw_expr_binary(&x->f->keys.atoms->pool, kind, p->args[0], p->args[1]);
    for (size_t i = 0; i + step <= b->m.except.n; i += step)
        add_place(&a->m, &a->m.except, b->m.except.at[i], step == 2 ? b->m.except.at[i + 1] : 0);
    for (size_t i = 0; i + step <= b->needed.n; i += step)
        add_place(&a->m, &a->needed, b->needed.at[i], step == 2 ? b->needed.at[i + 1] : 0);
    b->gone = true;
}

static void merge_all(struct mine_ctx *x)
{
    for (size_t i = 0; i < x->all.n; i++)
        for (size_t k = 0; k < x->all.n; k++)
            if (i != k) merge(x, i, k);
}

/* ---- guards ---- */

static enum pw_expr_kind opposite(enum pw_expr_kind k)
{
    switch (k) {
    case PW_EXPR_EQ:
        return PW_EXPR_NE;
    case PW_EXPR_NE:
        return PW_EXPR_EQ;
    case PW_EXPR_LT:
        return PW_EXPR_GE;
    case PW_EXPR_GE:
        return PW_EXPR_LT;
    case PW_EXPR_LE:
        return PW_EXPR_GT;
    case PW_EXPR_GT:
        return PW_EXPR_LE;
    default:
        return 0;
    }
}

/* The same comparison, or its negation: one predicate tracks both. */
static bool is_same_or_negated(const struct pw_expr *a, const struct pw_expr *b)
{
    if (pw_expr_arity(a->kind) != 2 || pw_expr_arity(b->kind) != 2) return pw_expr_equal(a, b);
    return (a->kind == b->kind || a->kind == opposite(b->kind)) &&
           pw_expr_equal(a->args[0], b->args[0]) && pw_expr_equal(a->args[1], b->args[1]);
}

static void mine_guard(struct pw_invariant *v, const struct pw_comparison *c)
{
    if (!c->guard || c->other >= 0) return;
    for (size_t i = 0; i < v->mined.n; i++)
        if (is_same_or_negated(v->mined.at[i].expr, c->expr)) return;
    struct pw_mined made = {.expr = c->expr, .guard = true, .threads = c->kind >= 0};
    if (c->kind >= 0) made.a = (uint32_t)c->kind;
    pw_vec_push(&v->mined, made);
}

static bool is_tested(const struct pw_invariant *v, const struct pw_mined *m)
{
    for (size_t i = 0; i < v->mined.n; i++)
        if (v->mined.at[i].guard && is_same_or_negated(v->mined.at[i].expr, m->expr)) return true;
    return false;
}

void pw_mine_collect(struct pw_invariant *v, struct pw_fix *f, const struct pw_need *need)
{
    struct mine_ctx x = {.f = f};
    const struct pw_atoms *atoms = f->keys.atoms;
    for (size_t i = 0; i < atoms->comparisons.n; i++)
        mine_guard(v, &atoms->comparisons.at[i]);
    for (uint32_t i = 0; i < f->keys.at.n; i++) {
        struct pw_key k = f->keys.at.at[i];
        size_t n = pw_keys_table(&f->keys, k.u, k.v)->atoms.n;
        for (uint32_t a = 0; a < n; a++)
            if (pw_need_has(need, i, a)) mine_fact(&x, &k, a);
    }
    merge_all(&x);
    for (size_t i = 0; i < x.all.n; i++) {
        struct nugget *n = &x.all.at[i];
        assert(n->needed.n % places_each(&n->m) == 0);
        n->m.tested = is_tested(v, &n->m);
        pw_vec_clear(&n->needed);
        if (n->gone)
            pw_vec_clear(&n->m.except);
        else
            pw_vec_push(&v->mined, n->m);
    }
    pw_vec_clear(&x.all);
}
