/* The fixpoint where steps look at other threads or change them (GUARDS, section 6).
 *
 * Known threads stand in slots: 0 steps, 1 (and 2) are the pair that is asked about, together with
 * 0 or without it; then one witness for each `some` that no thread before serves. Hypotheses: all
 * pairs of known threads are keys, none of them blocks the step, every `some` holds against its
 * witness. A thread beside the idle partner is alone: every `every` holds, no `some` does. */
#include <assert.h>

#include "base/limits.h"
#include "pairs/fix.h"

enum { MOST_KNOWN = 16, MOST_LOOKS = 64 };

struct look_ctx {
    struct pw_fix *f;
    const struct pw_step *step;
    uint32_t views[MOST_KNOWN];  /* of known threads, by slot */
    uint32_t n, standing;        /* known; of these in the pair, beside slot 0: 1 or 2 */
    uint32_t serves[MOST_LOOKS]; /* per look: the slot of its witness */
    uint32_t since; /* steps of threads whose pairs did not change after this time were looked at */
};

static bool is_idle(const struct pw_fix *f, uint32_t view)
{
    return pw_views_at(f->enc->views, view)->kind == pw_views_idle(f->enc->views);
}

/* A thread more, in the next slot. False: it cannot be there with the others. */
static bool add_known(struct look_ctx *x, uint32_t view)
{
    assert(x->n < MOST_KNOWN);
    for (uint32_t i = 0; i < x->n; i++)
        if (pw_keys_find(&x->f->keys, x->step->sigma, x->views[i], view) < 0) return false;
    x->views[x->n] = view;
    if (!pw_counts_fit(x->f->enc->views, x->views, x->n + 1)) return false;
    x->n++;
    return true;
}

static bool some_pair_changed(const struct look_ctx *x)
{
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t j = i + 1; j < x->n; j++) {
            int64_t key = pw_keys_find(&x->f->keys, x->step->sigma, x->views[i], x->views[j]);
            assert(key >= 0);
            if (x->f->keys.at.at[key].changed > x->since) return true;
        }
    return false;
}

/* ---- one question ---- */

static void give_hypotheses(struct look_ctx *x)
{
    struct pw_join *q = &x->f->join;
    const struct pw_edge *e = x->step->edge;
    pw_join_start(q);
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t j = i + 1; j < x->n; j++)
            pw_join_pair(q, x->step->sigma, x->views[i], i, x->views[j], j);
    pw_join_given(q, x->step->guard);
    for (size_t k = 0; k < e->nlooks; k++) {
        const struct pw_look *l = &e->looks[k];
        for (uint32_t i = 1; i < x->n; i++)
            if (l->every || x->serves[k] == i)
                pw_join_given(q, pw_react_look(x->f->enc, x->step, l, x->views[i], i));
    }
}

static bool leaves_untouched(struct look_ctx *x, const struct pw_join_target *to)
{
    if (to->i == 0 || to->sigma != x->step->sigma) return false;
    return to->u == x->views[1] && to->v == x->views[2] && pw_join_keeps(&x->f->join, to);
}

/* What becomes of the pair if its standing threads react so. */
static void join_outcome(struct look_ctx *x, const struct pw_reaction *a,
                         const struct pw_reaction *b)
{
    const struct pw_step *s = x->step;
    struct pw_join_target own = {s->sigma2, s->view2, 0, a->view2, 1, s, {NULL, a}}, to = own;
    if (b) to = (struct pw_join_target){s->sigma2, a->view2, 1, b->view2, 2, s, {a, b}};
    pw_limits_poll();
    if (leaves_untouched(x, &to)) return;
    give_hypotheses(x);
    pw_join_given(&x->f->join, a->guard);
    if (b) pw_join_given(&x->f->join, b->guard);
    pw_fix_note(x->f, pw_join_into(&x->f->join, &to));
}

static void conclude(struct look_ctx *x)
{
    if (!some_pair_changed(x)) return;
    struct pw_react_row a = pw_reacts_of(&x->f->reacts, x->step, x->views[1], 1), b = {.n = 1};
    if (x->standing == 2) b = pw_reacts_of(&x->f->reacts, x->step, x->views[2], 2);
    for (size_t i = 0; i < a.n; i++)
        for (size_t j = 0; j < b.n; j++)
            join_outcome(x, &a.at[i], b.at ? &b.at[j] : NULL);
}

/* ---- witnesses ---- */

static bool may_serve(const struct look_ctx *x, const struct pw_look *l, uint32_t view,
                      uint32_t slot)
{
    pw_term holds = pw_react_look(x->f->enc, x->step, l, view, slot);
    return !pw_term_same(holds, PW_TERM_FALSE);
}

/* Witnesses of the looks from number `look` on: a known thread, or one more. */
static void choose_witnesses(struct look_ctx *x, size_t look)
{
    const struct pw_edge *e = x->step->edge;
    while (look < e->nlooks && e->looks[look].every)
        look++;
    if (look == e->nlooks) {
        conclude(x);
        return;
    }
    assert(look < MOST_LOOKS);
    for (uint32_t i = 1; i < x->n; i++) {
        x->serves[look] = i;
        if (may_serve(x, &e->looks[look], x->views[i], i)) choose_witnesses(x, look + 1);
    }
    x->serves[look] = x->n;
    int64_t node = pw_keys_node(&x->f->keys, x->step->sigma, x->step->view);
    for (size_t i = 0; i < x->f->keys.nodes.at[node].partners.n; i++) {
        uint32_t w = x->f->keys.nodes.at[node].partners.at[i].view, n = x->n;
        if (is_idle(x->f, w) || pw_views_is_error(x->f->enc->views, w)) continue;
        if (!may_serve(x, &e->looks[look], w, n) || !add_known(x, w)) continue;
        choose_witnesses(x, look + 1);
        x->n = n;
    }
}

/* ---- steps ---- */

static void start_pair(struct look_ctx *x)
{
    x->views[0] = x->step->view;
    x->n = 1;
}

static void step_alone(struct look_ctx *x, uint32_t idle)
{
    const struct pw_step *s = x->step;
    struct pw_join_target to = {s->sigma2, s->view2, 0, idle, 1, s, {NULL, NULL}};
    for (size_t i = 0; i < s->edge->nlooks; i++)
        if (!s->edge->looks[i].every) return;
    start_pair(x);
    if (!add_known(x, idle) || !some_pair_changed(x)) return;
    pw_join_start(&x->f->join);
    pw_join_pair(&x->f->join, s->sigma, s->view, 0, idle, 1);
    pw_join_given(&x->f->join, s->guard);
    pw_fix_note(x->f, pw_join_into(&x->f->join, &to));
}

static void step_beside(struct look_ctx *x, uint32_t u, int64_t v)
{
    start_pair(x);
    if (!add_known(x, u) || (v >= 0 && !add_known(x, (uint32_t)v))) return;
    x->standing = x->n - 1;
    choose_witnesses(x, 0);
}

static bool concerns_others(const struct pw_step *s)
{
    return s->edge->kind == PW_EDGE_STEP && (s->writes_shared || s->edge->nothers);
}

/* Partner number i of the thread that steps, alone with it, and with each after it. */
static void steps_with(struct look_ctx *x, int64_t node, size_t i)
{
    const struct pw_keys *keys = &x->f->keys;
    uint32_t u = keys->nodes.at[node].partners.at[i].view;
    if (pw_views_is_error(x->f->enc->views, u)) return;
    if (is_idle(x->f, u)) {
        step_alone(x, u);
        return;
    }
    step_beside(x, u, PW_NONE);
    if (!concerns_others(x->step)) return;
    for (size_t j = i; j < keys->nodes.at[node].partners.n; j++) {
        uint32_t v = keys->nodes.at[node].partners.at[j].view;
        if (!is_idle(x->f, v) && !pw_views_is_error(x->f->enc->views, v)) step_beside(x, u, v);
    }
}

/* Has the edge more looks than there are slots? */
static bool looks_too_much(const struct pw_edge *e)
{
    size_t witnesses = 0;
    for (size_t i = 0; i < e->nlooks; i++)
        witnesses += !e->looks[i].every;
    return e->nlooks > MOST_LOOKS || witnesses > MOST_KNOWN - 3;
}

static void steps_of(struct look_ctx *x, int64_t node)
{
    assert((size_t)node < x->f->keys.nodes.n);
    struct pw_key_node *at = &x->f->keys.nodes.at[node];
    if (is_idle(x->f, at->view) || pw_views_is_error(x->f->enc->views, at->view)) return;
    pw_steps steps = *pw_encode_steps(x->f->enc, at->sigma, at->view);
    for (size_t k = 0; k < steps.n; k++)
        x->f->enc->overflow |= looks_too_much(steps.at[k].edge);
    for (size_t k = 0; k < steps.n; k++)
        for (size_t i = 0; i < x->f->keys.nodes.at[node].partners.n; i++) {
            if (!pw_fix_may_go_on(x->f)) return;
            x->step = &steps.at[k];
            steps_with(x, node, i);
        }
}

bool pw_fix_rounds(struct pw_fix *f)
{
    struct look_ctx x = {.f = f};
    uint32_t start = 0;
    assert(f->looks);
    do {
        x.since = start;
        start = f->clock;
        for (size_t i = 0; i < f->keys.nodes.n; i++)
            steps_of(&x, (int64_t)i);
    } while (f->clock > start && pw_fix_may_go_on(f));
    return f->clock == start && pw_fix_may_go_on(f);
}
