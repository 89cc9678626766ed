#include "pairs/tally.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

enum { MANY = 2 }; /* standing threads that one step changes: 0, 1, or any number */

struct tally_ctx {
    struct pw_fix *f;
    struct pw_tally *t;
    pw_term number, rest, moved; /* N, r, d */
    bool left;                   /* a bad set is left */
};

void pw_tally_clear(struct pw_tally *t)
{
    pw_vec_clear(&t->bounds);
    pw_vec_clear(&t->changes);
    if (t->counted) PW_FREES(t->counted, t->nviews + 1);
    t->counted = NULL;
}

/* ---- terms ---- */

/* p of the thread in the slot, if its view is counted; after the step, if one is given. */
static pw_term holds_at(struct tally_ctx *x, uint32_t view, uint32_t slot,
                        const struct pw_step *step)
{
    if (view >= x->t->nviews || !x->t->counted[view]) return PW_TERM_FALSE;
    struct pw_view v = {x->t->kind, 0, NULL};
    struct pw_frame f = {.view = {&v, NULL}, .slot = {slot, 0}, .after = step};
    return pw_encode_expr(x->f->enc, x->t->fact, &f);
}

static pw_term as_number(struct tally_ctx *x, pw_term truth)
{
    struct pw_terms *t = x->f->enc->terms;
    return pw_term_ite(t, truth, pw_term_int_si(t, 1), pw_term_int_si(t, 0));
}

static pw_term bound_term(struct tally_ctx *x, const struct pw_tally_bound *b, pw_term number,
                          const struct pw_step *step)
{
    struct pw_frame f = {.after = step};
    pw_term limit = pw_encode_expr(x->f->enc, b->bound, &f);
    struct pw_terms *t = x->f->enc->terms;
    return b->upper ? pw_term_le(t, number, limit) : pw_term_ge(t, number, limit);
}

/* Does the class of unknown threads contain counted ones? */
static bool class_counts(const struct tally_ctx *x, const struct pw_count_class *c)
{
    const struct pw_counts *k = x->f->counts;
    for (uint32_t v = 0; v < x->t->nviews; v++) {
        if (!x->t->counted[v]) continue;
        if (c->kind >= 0 && c->kind != (int32_t)x->t->kind) continue;
        bool same = true;
        for (size_t j = 0; j < k->all.n; j++)
            same &= k->all.at[j].weights[v] == c->weights[j];
        if (same) return true;
    }
    return false;
}

/* N = [p](known) + r, and the bounds that are still kept. */
static void give_tally(struct tally_ctx *x, const uint32_t *views, size_t n)
{
    struct pw_terms *t = x->f->enc->terms;
    struct pw_join *q = &x->f->join;
    pw_term sum = x->rest, most = pw_term_int_si(t, 0);
    for (size_t i = 0; i < n; i++)
        sum = pw_term_add(t, sum, as_number(x, holds_at(x, views[i], (uint32_t)i, NULL)));
    for (size_t i = 0; i < x->f->counts->classes.n; i++) {
        const struct pw_count_class *c = &x->f->counts->classes.at[i];
        if (class_counts(x, c)) most = pw_term_add(t, most, c->number);
    }
    pw_join_given(q, pw_term_eq(t, x->number, sum));
    pw_join_given(q, pw_term_ge(t, x->rest, pw_term_int_si(t, 0)));
    pw_join_given(q, pw_term_le(t, x->rest, most));
    for (size_t i = 0; i < x->t->bounds.n; i++)
        if (x->t->bounds.at[i].kept)
            pw_join_given(q, bound_term(x, &x->t->bounds.at[i], x->number, NULL));
}

/* ---- how many standing threads a step changes ---- */

static pw_term turns(struct tally_ctx *x, const struct pw_step *s, uint32_t view, uint32_t slot,
                     bool up)
{
    pw_term before = holds_at(x, view, slot, NULL), after = holds_at(x, view, slot, s);
    if (up) return pw_term_and2(x->f->enc->terms, pw_term_not(before), after);
    return pw_term_and2(x->f->enc->terms, before, pw_term_not(after));
}

/* Can the step turn n (1 or 2) standing threads with these views at once? known[0] is the active
 * one. */
static bool can_turn(struct tally_ctx *x, const struct pw_step *s, const uint32_t *known,
                     uint32_t n, bool up)
{
    struct pw_join *q = &x->f->join;
    if (!pw_counts_fit(x->f->enc->views, known, n + 1)) return false;
    pw_join_start(q);
    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t j = i + 1; j <= n; j++)
            if (!pw_join_pair(q, s->sigma, known[i], i, known[j], j)) return false;
    pw_join_given(q, s->guard);
    pw_fix_give_counts(x->f, s->sigma, known, n + 1);
    for (uint32_t i = 1; i <= n; i++)
        pw_join_given(q, turns(x, s, known[i], i, up));
    return pw_join_possible(q);
}

static bool turns_any(struct tally_ctx *x, const struct pw_step *s, uint32_t n, bool up)
{
    int64_t node = pw_keys_node(&x->f->keys, s->sigma, s->view);
    assert((size_t)node < x->f->keys.nodes.n);
    const struct pw_key_node *at = &x->f->keys.nodes.at[node];
    for (size_t i = 0; i < at->partners.n; i++) {
        uint32_t known[3] = {s->view, at->partners.at[i].view, 0};
        if (known[1] >= x->t->nviews || !x->t->counted[known[1]]) continue;
        if (n == 1 && can_turn(x, s, known, 1, up)) return true;
        for (size_t j = i; n == 2 && j < at->partners.n; j++) {
            known[2] = at->partners.at[j].view;
            if (known[2] < x->t->nviews && x->t->counted[known[2]] && can_turn(x, s, known, 2, up))
                return true;
        }
    }
    return false;
}

static int most_turned(struct tally_ctx *x, const struct pw_step *s, bool up)
{
    if (!s->writes_int || !turns_any(x, s, 1, up)) return 0;
    return turns_any(x, s, 2, up) ? MANY : 1;
}

static struct pw_tally_change change_of(struct tally_ctx *x, const struct pw_step *s)
{
    for (size_t i = 0; i < x->t->changes.n; i++)
        if (x->t->changes.at[i].step == s) return x->t->changes.at[i];
    struct pw_tally_change c = {s, most_turned(x, s, true), most_turned(x, s, false)};
    pw_vec_push(&x->t->changes, c);
    return c;
}

/* ---- bounds ---- */

/* N after the step of u in slot 0 beside v in slot 1; constraints on d are given. */
static pw_term next_number(struct tally_ctx *x, const struct pw_step *s, uint32_t v)
{
    struct pw_terms *t = x->f->enc->terms;
    struct pw_join *q = &x->f->join;
    struct pw_tally_change c = change_of(x, s);
    pw_term was = holds_at(x, v, 1, NULL), is = holds_at(x, v, 1, s);
    pw_term known_up = as_number(x, pw_term_and2(t, pw_term_not(was), is));
    pw_term known = pw_term_sub(t, as_number(x, is), as_number(x, was));
    pw_term own = pw_term_sub(t, as_number(x, holds_at(x, s->view2, 0, s)),
                              as_number(x, holds_at(x, s->view, 0, NULL)));
    if (c.up < MANY)
        pw_join_given(q,
                      pw_term_le(t, x->moved, pw_term_sub(t, pw_term_int_si(t, c.up), known_up)));
    if (c.down < MANY) pw_join_given(q, pw_term_ge(t, x->moved, pw_term_int_si(t, -c.down)));
    pw_term next = pw_term_add(t, pw_term_add(t, x->number, own), pw_term_add(t, known, x->moved));
    pw_join_given(q, pw_term_ge(t, next, pw_term_int_si(t, 0)));
    return next;
}

/* Drops the bounds that a model of the query violates. False: there was none. */
static bool drop_bounds(struct tally_ctx *x, pw_term next, const struct pw_step *s)
{
    struct pw_join *q = &x->f->join;
    bool dropped = false;
    for (size_t i = 0; i < x->t->bounds.n; i++) {
        struct pw_tally_bound *b = &x->t->bounds.at[i];
        if (!b->kept || !pw_join_refutes(q, bound_term(x, b, next, s))) continue;
        for (size_t k = 0; k < x->t->bounds.n; k++) {
            struct pw_tally_bound *c = &x->t->bounds.at[k];
            if (c->kept && !pw_solver_bool_value(x->f->enc->solver, bound_term(x, c, next, s)))
                c->kept = false;
        }
        dropped = true;
    }
    return dropped;
}

static bool check_steps(struct tally_ctx *x, uint32_t sigma, uint32_t u, uint32_t v)
{
    pw_steps steps = *pw_encode_steps(x->f->enc, sigma, u);
    uint32_t known[2] = {u, v};
    bool dropped = false;
    for (size_t i = 0; i < steps.n; i++) {
        const struct pw_step *s = &steps.at[i];
        pw_limits_poll();
        if (s->edge->kind != PW_EDGE_STEP) continue;
        change_of(x, s); /* asks queries of its own */
        pw_join_start(&x->f->join);
        if (!pw_join_pair(&x->f->join, sigma, u, 0, v, 1)) continue;
        pw_join_given(&x->f->join, s->guard);
        pw_fix_give_counts(x->f, sigma, known, 2);
        give_tally(x, known, 2);
        pw_term next = next_number(x, s, v);
        dropped |= drop_bounds(x, next, s);
    }
    return dropped;
}

static bool check_keys(struct tally_ctx *x)
{
    bool dropped = false;
    for (size_t i = 0; i < x->f->keys.at.n; i++) {
        struct pw_key k = x->f->keys.at.at[i];
        const struct pw_views *v = x->f->enc->views;
        if (pw_views_is_error(v, k.u) || pw_views_is_error(v, k.v)) continue;
        dropped |= check_steps(x, k.sigma, k.u, k.v);
        if (k.u != k.v) dropped |= check_steps(x, k.sigma, k.v, k.u);
    }
    return dropped;
}

static bool drop_initial(void *arg, struct pw_join *q)
{
    struct tally_ctx *x = arg;
    (void)q;
    drop_bounds(x, pw_term_int_si(x->f->enc->terms, 0), NULL);
    return true;
}

/* ---- candidates ---- */

static void add_bound(struct tally_ctx *x, const struct pw_expr *e)
{
    struct pw_tally_bound upper = {true, e, true}, lower = {false, e, true};
    pw_vec_push(&x->t->bounds, upper);
    pw_vec_push(&x->t->bounds, lower);
}

static void add_bounds(struct tally_ctx *x)
{
    struct pw_atoms *atoms = x->f->keys.atoms;
    const struct pw_view_vars *s = &x->f->enc->views->shared;
    for (size_t i = 0; i < atoms->constants.n; i++)
        add_bound(x, pw_expr_int_si(&atoms->pool, atoms->constants.at[i]));
    for (size_t i = 0; i < s->nints; i++) {
        const struct pw_expr *a = pw_expr_leaf(&atoms->pool, PW_EXPR_SHARED, false, -1, s->ints[i]);
        add_bound(x, a);
        for (size_t j = 0; j < s->nints; j++) {
            if (i == j) continue;
            const struct pw_expr *b =
                pw_expr_leaf(&atoms->pool, PW_EXPR_SHARED, false, -1, s->ints[j]);
            add_bound(x, pw_expr_binary(&atoms->pool, PW_EXPR_SUB, a, b));
        }
    }
}

/* V: the views of the kind that weigh something in some counting invariant. */
static bool choose_views(struct tally_ctx *x)
{
    const struct pw_counts *c = x->f->counts;
    bool any = false;
    for (uint32_t v = 0; v < x->t->nviews; v++) {
        x->t->counted[v] = false;
        if (pw_views_at(x->f->enc->views, v)->kind != x->t->kind) continue;
        if (pw_views_is_error(x->f->enc->views, v)) continue;
        for (size_t j = 0; j < c->all.n; j++)
            x->t->counted[v] |= c->all.at[j].weights[v] != 0;
        any |= x->t->counted[v];
    }
    return any;
}

/* ---- the proof ---- */

static bool still_bad(void *arg, uint32_t sigma, const uint32_t *views, size_t n)
{
    struct tally_ctx *x = arg;
    (void)sigma;
    give_tally(x, views, n);
    x->left = pw_join_possible(&x->f->join);
    return !x->left;
}

static bool error_is_reached(const struct pw_fix *f)
{
    for (size_t i = 0; i < f->keys.at.n; i++)
        if (pw_views_is_error(f->enc->views, f->keys.at.at[i].u) ||
            pw_views_is_error(f->enc->views, f->keys.at.at[i].v))
            return true;
    return false;
}

static bool try_fact(struct tally_ctx *x)
{
    bool kept = false;
    pw_vec_reset(&x->t->bounds);
    pw_vec_reset(&x->t->changes);
    add_bounds(x);
    pw_fix_each_start(x->f, drop_initial, x);
    while (check_keys(x))
        pw_limits_poll();
    for (size_t i = 0; i < x->t->bounds.n; i++)
        kept |= x->t->bounds.at[i].kept;
    x->left = false;
    return kept && pw_fix_each_bad(x->f, 1, still_bad, x) && !x->left;
}

/* Are the bounds that are kept inductive, and do they exclude every bad set? Keeps them as they
 * are. */
static bool still_proves(struct tally_ctx *x)
{
    size_t n = x->t->bounds.n, kept = 0, left = 0;
    for (size_t i = 0; i < n; i++)
        kept += x->t->bounds.at[i].kept;
    check_keys(x);
    for (size_t i = 0; i < n; i++)
        left += x->t->bounds.at[i].kept;
    x->left = false;
    return left == kept && pw_fix_each_bad(x->f, 1, still_bad, x) && !x->left;
}

/* Leaves out the bounds that the proof does not need, one by one. */
static void drop_idle_bounds(struct tally_ctx *x)
{
    size_t n = x->t->bounds.n;
    bool *saved = PW_NEWS(bool, n + 1);
    for (size_t i = n; i-- > 0;) {
        if (!x->t->bounds.at[i].kept) continue;
        for (size_t k = 0; k < n; k++)
            saved[k] = x->t->bounds.at[k].kept;
        assert(i < x->t->bounds.n);
        x->t->bounds.at[i].kept = false;
        if (still_proves(x)) continue;
        for (size_t k = 0; k < n; k++)
            x->t->bounds.at[k].kept = saved[k];
    }
    PW_FREES(saved, n + 1);
}

static bool reads_both(const struct pw_comparison *c)
{
    return c->guard && c->kind >= 0 && c->other < 0;
}

bool pw_tally_prove(struct pw_fix *f, struct pw_tally *out)
{
    struct pw_terms *t = f->enc->terms;
    struct tally_ctx x = {.f = f, .t = out};
    struct pw_atoms *atoms = f->keys.atoms;
    bool proved = false;
    *out = (struct pw_tally){.nviews = f->counts->nviews};
    assert(f->finished);
    if (!f->counts->all.n || error_is_reached(f)) return false;
    out->counted = PW_NEWS(bool, out->nviews + 1);
    x.number = pw_term_int_var(t, NULL);
    x.rest = pw_term_int_var(t, NULL);
    x.moved = pw_term_int_var(t, NULL);
    for (size_t i = 0; i < 2 * atoms->comparisons.n && !proved; i++) {
        struct pw_comparison c = atoms->comparisons.at[i / 2];
        if (!reads_both(&c)) continue;
        out->kind = (uint32_t)c.kind;
        out->fact = i % 2 ? pw_expr_unary(&atoms->pool, PW_EXPR_NOT, c.expr) : c.expr;
        proved = choose_views(&x) && try_fact(&x);
    }
    if (proved) drop_idle_bounds(&x);
    if (!proved) pw_tally_clear(out);
    return proved;
}
