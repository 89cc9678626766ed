/* looks_obligations.c -- obligations of a pair invariant where steps look at other threads or
 * change them: O-step (doc/certificate.md, section 9).
 *
 * Known are the thread that steps (1) and one or two others (2, 3), all pairs keys. None of them
 * blocks the step. Every `some` holds against 2 or 3, or against a witness: a thread more, in one
 * of the views that are keys with all known ones, which does not block the step either. Witnesses
 * of two `some` are one thread or a key. Afterwards 1 and 2 (or 2 and 3) are a key, and its facts
 * hold. A thread beside nobody is alone: every `every` holds, no `some` does. */
#include <assert.h>
#include <inttypes.h>

#include "base/limits.h"
#include "cert/pairs_ask.h"

enum { FIRST_WITNESS = 100 }; /* thread number of the first one */

struct witness {
    size_t look;
    uint32_t view;
};

struct step_ctx {
    struct pw_pairs_ask *a;
    const struct pw_edge *edge;
    uint32_t views[3]; /* of the known threads */
    size_t n;
    PW_VEC(struct witness) witnesses;
};

static uint32_t kind_of(const struct step_ctx *x, size_t thread)
{
    return pw_pairs_ask_kind_of(x->a, x->views[thread - 1]);
}

static bool is_about(const struct pw_look *l, uint32_t kind)
{
    return l->passive < 0 || (uint32_t)l->passive == kind;
}

/* ---- hypotheses ---- */

static void put_look(struct step_ctx *x, const struct pw_look *l, unsigned thread, uint32_t kind,
                     struct pw_strbuf *text)
{
    pw_strbuf_putc(text, ' ');
    pw_pairs_ask_expr(x->a, l->expr, 1, kind_of(x, 1), thread, kind, false, text);
}

/* The thread does not block the step. */
static void put_pass(struct step_ctx *x, unsigned thread, uint32_t kind, struct pw_strbuf *text)
{
    for (size_t i = 0; i < x->edge->nlooks; i++)
        if (x->edge->looks[i].every && is_about(&x->edge->looks[i], kind))
            put_look(x, &x->edge->looks[i], thread, kind, text);
}

static void place(struct step_ctx *x, unsigned thread, uint32_t view)
{
    pw_strbuf_printf(x->a->out, "(define-fun t%u.pc () Int %" PRIu32 ")\n", thread,
                     pw_pairs_ask_view_of(x->a, view)->loc);
}

/* The step of 1, and what it does to the others. */
static void give_step(struct step_ctx *x)
{
    struct pw_strbuf text = {0}, name = {0};
    struct pw_pairs_ask *a = x->a;
    for (unsigned t = 2; t <= x->n; t++)
        place(x, t, x->views[t - 1]);
    pw_pairs_ask_edge(a, x->edge);
    for (unsigned t = 2; t <= x->n; t++) {
        put_pass(x, t, kind_of(x, t), &text);
        pw_pairs_ask_assert(a, "(and true", &text, ")");
        for (size_t i = 0; i < x->edge->nothers; i++) {
            const struct pw_other_update *u = &x->edge->others[i];
            if (u->template != kind_of(x, t)) continue;
            pw_pairs_ask_expr(a, u->to, 1, kind_of(x, 1), t, u->template, false, &text);
            pw_smtlib_local(&a->s, t, u->template, u->index, true, &name);
            pw_strbuf_printf(a->out, "(define-fun %s () %s %s)\n", pw_strbuf_text(&name),
                             u->to->is_bool ? "Bool" : "Int", pw_strbuf_text(&text));
            pw_strbuf_reset(&text), pw_strbuf_reset(&name);
        }
    }
    pw_strbuf_clear(&text), pw_strbuf_clear(&name);
}

/* Thread i with view u and j with view v are a key, with its facts. False: they are none. */
static bool put_together(struct step_ctx *x, unsigned i, uint32_t u, unsigned j, uint32_t v,
                         struct pw_strbuf *text)
{
    int64_t key = pw_cert_key(x->a->x, x->a->sigma, u, v);
    if (key < 0) return false;
    const struct pw_invariant_key *k = &x->a->x->v.keys.at[key];
    bool turn = k->u != u;
    pw_strbuf_putc(text, ' ');
    pw_pairs_ask_facts(x->a, k, turn ? j : i, turn ? i : j, false, text);
    if (x->a->uses & PW_USES_ORDER) pw_strbuf_printf(text, " (not (= t%u.self t%u.self))", i, j);
    return true;
}

/* ---- witnesses ---- */

static bool may_be_witness(const struct step_ctx *x, const struct pw_look *l, uint32_t view)
{
    const struct pw_pairs_ask *a = x->a;
    uint32_t all[4] = {view};
    if (pw_pairs_ask_is_idle(a, view) || pw_views_is_error(&a->x->v.views, view)) return false;
    if (!is_about(l, pw_pairs_ask_kind_of(a, view))) return false;
    for (size_t i = 0; i < x->n; i++) {
        all[i + 1] = x->views[i];
        if (pw_cert_key(a->x, a->sigma, x->views[i], view) < 0) return false;
    }
    return pw_cert_fit(&a->x->v.views, all, x->n + 1);
}

/* If the witness is in use, what is known of it. */
static void give_witness(struct step_ctx *x, size_t number)
{
    assert(number < x->witnesses.n);
    struct witness w = x->witnesses.at[number];
    struct pw_strbuf text = {0};
    unsigned thread = FIRST_WITNESS + (unsigned)number;
    uint32_t kind = pw_pairs_ask_kind_of(x->a, w.view);
    pw_pairs_ask_thread(x->a, thread, kind, pw_pairs_ask_view_of(x->a, w.view)->values);
    place(x, thread, w.view);
    pw_strbuf_printf(x->a->out, "(declare-fun witness%zu () Bool)\n", number);
    for (unsigned t = 1; t <= x->n; t++)
        put_together(x, t, x->views[t - 1], thread, w.view, &text);
    put_pass(x, thread, kind, &text);
    put_look(x, &x->edge->looks[w.look], thread, kind, &text);
    struct pw_strbuf before = {0};
    pw_strbuf_printf(&before, "(=> witness%zu (and true", number);
    pw_pairs_ask_assert(x->a, pw_strbuf_text(&before), &text, "))");
    pw_strbuf_clear(&before), pw_strbuf_clear(&text);
}

/* Equal in everything: one thread. */
static void put_same(struct step_ctx *x, unsigned i, unsigned j, uint32_t kind,
                     struct pw_strbuf *text)
{
    const struct pw_view_vars *c = &x->a->x->v.views.kinds[kind];
    pw_strbuf_puts(text, " (and true");
    for (size_t k = 0; k < c->nints; k++) {
        pw_strbuf_puts(text, " (= ");
        pw_smtlib_local(&x->a->s, i, kind, c->ints[k], false, text);
        pw_strbuf_putc(text, ' ');
        pw_smtlib_local(&x->a->s, j, kind, c->ints[k], false, text);
        pw_strbuf_putc(text, ')');
    }
    if (x->a->uses & PW_USES_ORDER) pw_strbuf_printf(text, " (= t%u.self t%u.self)", i, j);
    pw_strbuf_putc(text, ')');
}

/* Two witnesses of different looks, both in use. */
static void relate(struct step_ctx *x, size_t one, size_t two)
{
    struct witness v = x->witnesses.at[one], w = x->witnesses.at[two];
    struct pw_strbuf text = {0}, apart = {0};
    unsigned i = FIRST_WITNESS + (unsigned)one, j = FIRST_WITNESS + (unsigned)two;
    uint32_t all[5] = {v.view, w.view};
    if (v.look == w.look) return;
    for (size_t t = 0; t < x->n; t++)
        all[t + 2] = x->views[t];
    pw_strbuf_printf(&text, "(=> (and witness%zu witness%zu) (or false", one, two);
    if (v.view == w.view) put_same(x, i, j, pw_pairs_ask_kind_of(x->a, v.view), &text);
    if (pw_cert_fit(&x->a->x->v.views, all, x->n + 2) &&
        put_together(x, i, v.view, j, w.view, &apart))
        pw_strbuf_printf(&text, " (and true%s)", pw_strbuf_text(&apart));
    pw_pairs_ask_assert(x->a, "", &text, "))");
    pw_strbuf_clear(&text), pw_strbuf_clear(&apart);
}

/* Every `some` holds against a known thread or a witness. */
static void give_somes(struct step_ctx *x)
{
    struct pw_strbuf text = {0};
    pw_vec_reset(&x->witnesses);
    for (size_t i = 0; i < x->edge->nlooks; i++) {
        const struct pw_look *l = &x->edge->looks[i];
        if (l->every) continue;
        for (unsigned t = 2; t <= x->n; t++)
            if (is_about(l, kind_of(x, t))) put_look(x, l, t, kind_of(x, t), &text);
        for (uint32_t v = 0; v < x->a->x->v.views.views.n; v++) {
            if (!may_be_witness(x, l, v)) continue;
            pw_strbuf_printf(&text, " witness%zu", x->witnesses.n);
            pw_vec_push(&x->witnesses, ((struct witness){i, v}));
            give_witness(x, x->witnesses.n - 1);
        }
        pw_pairs_ask_assert(x->a, "(or false", &text, ")");
    }
    for (size_t i = 0; i < x->witnesses.n; i++)
        for (size_t j = i + 1; j < x->witnesses.n; j++)
            relate(x, i, j);
    pw_strbuf_clear(&text);
}

/* ---- afterwards ---- */

static void put_finite(struct step_ctx *x, const struct pw_view_vars *c, const int64_t *values,
                       unsigned thread, uint32_t kind, struct pw_strbuf *text)
{
    for (size_t i = 0; i < c->nfins; i++) {
        pw_strbuf_puts(text, " (= ");
        if (thread)
            pw_smtlib_local(&x->a->s, thread, kind, c->fins[i], true, text);
        else
            pw_smtlib_shared(&x->a->s, c->fins[i], true, text);
        pw_strbuf_putc(text, ' ');
        pw_pairs_ask_value(c->vars[c->fins[i]].type, values[i], text);
        pw_strbuf_putc(text, ')');
    }
}

/* May the thread have this view after the step, as far as its location tells? 0: nobody. */
static bool is_where(const struct step_ctx *x, unsigned thread, uint32_t view)
{
    const struct pw_view *now = pw_pairs_ask_view_of(x->a, x->views[thread - 1]);
    const struct pw_view *then = pw_pairs_ask_view_of(x->a, view);
    return then->kind == now->kind && then->loc == (thread == 1 ? x->edge->to : now->loc);
}

/* Threads i and j are then in the key, in this order, and its facts hold. */
static void put_key(struct step_ctx *x, const struct pw_invariant_key *k, unsigned i, unsigned j,
                    struct pw_strbuf *text)
{
    const struct pw_views *v = &x->a->x->v.views;
    uint32_t views[2] = {k->u, k->v};
    unsigned threads[2] = {i, j};
    if (!is_where(x, i, k->u) || !is_where(x, j, k->v)) return;
    pw_strbuf_puts(text, " (and true");
    assert(k->sigma < v->sigmas.n);
    put_finite(x, &v->shared, v->sigmas.at[k->sigma], 0, 0, text);
    for (int n = 0; n < 2; n++)
        if (!pw_pairs_ask_is_idle(x->a, views[n]))
            put_finite(x, &v->kinds[pw_pairs_ask_kind_of(x->a, views[n])],
                       pw_pairs_ask_view_of(x->a, views[n])->values, threads[n],
                       pw_pairs_ask_kind_of(x->a, views[n]), text);
    pw_strbuf_putc(text, ' ');
    pw_pairs_ask_facts(x->a, k, i, j, true, text);
    pw_strbuf_putc(text, ')');
}

static void assert_no_key_after(struct step_ctx *x)
{
    struct pw_strbuf text = {0};
    unsigned i = x->n == 3 ? 2 : 1, j = i + 1;
    for (size_t k = 0; k < x->a->x->v.keys.n; k++) {
        const struct pw_invariant_key *key = &x->a->x->v.keys.at[k];
        pw_limits_poll();
        put_key(x, key, i, j, &text);
        if (key->u != key->v) put_key(x, key, j, i, &text);
    }
    pw_pairs_ask_assert(x->a, "(not (or false", &text, "))");
    pw_strbuf_clear(&text);
}

/* ---- all ---- */

static bool concerns_others(const struct step_ctx *x)
{
    const struct pw_edge *e = x->edge;
    bool writes = e->nothers > 0;
    for (size_t i = 0; i < e->nupdates; i++)
        writes |= e->updates[i].shared;
    return writes && e->kind == PW_EDGE_STEP;
}

static bool has_some(const struct pw_edge *e)
{
    for (size_t i = 0; i < e->nlooks; i++)
        if (!e->looks[i].every) return true;
    return false;
}

static void ask_edge(struct step_ctx *x, uint32_t sigma)
{
    bool alone = x->n == 2 && pw_pairs_ask_is_idle(x->a, x->views[1]);
    if ((alone && has_some(x->edge)) || (x->n == 3 && !concerns_others(x))) return;
    pw_strbuf_printf(x->a->out, "; O-step %" PRIu32, sigma);
    for (size_t i = 0; i < x->n; i++)
        pw_strbuf_printf(x->a->out, " %" PRIu32, x->views[i]);
    pw_strbuf_printf(x->a->out, ", line %u\n", x->edge->pos.line);
    pw_pairs_ask_state(x->a, sigma, x->views, x->n);
    pw_pairs_ask_pairs(x->a);
    if (alone)
        pw_pairs_ask_edge(x->a, x->edge);
    else
        give_step(x), give_somes(x);
    assert_no_key_after(x);
    pw_pairs_ask(x->a);
}

static void ask_edges(struct step_ctx *x, uint32_t sigma)
{
    const struct pw_thread_template *t = &x->a->p->templates[kind_of(x, 1)];
    uint32_t loc = pw_pairs_ask_view_of(x->a, x->views[0])->loc;
    if (!pw_cert_fit(&x->a->x->v.views, x->views, x->n)) return;
    for (uint32_t e = t->first_edge[loc]; e < t->first_edge[loc + 1]; e++) {
        x->edge = &t->edges[e];
        ask_edge(x, sigma);
    }
}

/* Threads with views u and v are a key; each with every thread that is a key with both. */
static void ask_pair(struct step_ctx *x, uint32_t sigma, uint32_t u, uint32_t v)
{
    const struct pw_cert_proof *proof = x->a->x;
    x->n = 2;
    x->views[0] = u, x->views[1] = v;
    if (!pw_pairs_ask_is_idle(x->a, u)) ask_edges(x, sigma);
    x->views[0] = v, x->views[1] = u;
    if (u != v && !pw_pairs_ask_is_idle(x->a, v)) ask_edges(x, sigma);
    if (pw_pairs_ask_is_idle(x->a, u) || pw_pairs_ask_is_idle(x->a, v)) return;
    x->n = 3;
    x->views[1] = u, x->views[2] = v;
    for (uint32_t w = 0; w < proof->v.views.views.n; w++) {
        if (pw_pairs_ask_is_idle(x->a, w) || pw_cert_key(proof, sigma, u, w) < 0) continue;
        x->views[0] = w;
        if (pw_cert_key(proof, sigma, v, w) >= 0) ask_edges(x, sigma);
    }
}

void pw_pairs_ask_looks(struct pw_pairs_ask *a)
{
    struct step_ctx x = {.a = a};
    assert(a->uses);
    for (size_t i = 0; i < a->x->v.keys.n; i++) {
        const struct pw_invariant_key *k = &a->x->v.keys.at[i];
        ask_pair(&x, k->sigma, k->u, k->v);
    }
    pw_vec_clear(&x.witnesses);
}
