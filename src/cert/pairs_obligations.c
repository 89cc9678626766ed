/* pairs_obligations.c -- what a certificate of a pair invariant leaves to a solver, as SMT-LIB 2
 * questions made from the expressions of the program; all must be unsat. With (P1) - (P6) of
 * pwqo-check (src/check/pairs.h) they imply safety: doc/certificate.md, section 9.
 *
 *   O-init   two threads that begin are in a start, its facts hold, and counts have their constants
 *   O-move   a step of an edge from (sigma, view) of a key is one of the moves, with their changes
 *   O-own    after a move of a thread of a key the facts of the key that it leads to hold; if that
 *            is none, there is no such step. Counts change as weights do, where the change is not
 *            listed; bounds on counted facts are kept
 *   O-third  the same for a third thread that is a key with both
 *   O-bad    no state has the threads of a bad set
 *   O-step   in place of O-move, O-own and O-third where steps look at other threads or change
 *            them: looks_obligations.c
 *   O-none   in place of O-init where the program has no threads: nobody_obligations.c
 *   O-turn   a step turns no more standing threads to a counted fact, or back, than is said
 *
 * Thread 1 is the one that moves. Finite variables are defined as the constants that they are in
 * sigma and views, so the solver sees integers only. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "abst/smtlib.h"
#include "base/limits.h"
#include "cert/pairs_ask.h"

/* ---- variables ---- */

void pw_pairs_ask_value(struct pw_type type, int64_t value, struct pw_strbuf *out)
{
    if (type.kind == PW_BOOL)
        pw_strbuf_puts(out, value ? "true" : "false");
    else
        pw_smtlib_int(value, out);
}

/* values NULL: a variable of its type; otherwise finite ones are constants. */
static void declare(struct pw_pairs_ask *a, const char *name, struct pw_type type,
                    const int64_t *value)
{
    const char *sort = type.kind == PW_BOOL ? "Bool" : "Int";
    if (type.kind != PW_INT && value) {
        pw_strbuf_printf(a->out, "(define-fun %s () %s ", name, sort);
        pw_pairs_ask_value(type, *value, a->out);
        pw_strbuf_puts(a->out, ")\n");
        return;
    }
    pw_strbuf_printf(a->out, "(declare-fun %s () %s)\n", name, sort);
    if (type.kind != PW_RANGE) return;
    pw_strbuf_puts(a->out, "(assert (and (<= ");
    pw_smtlib_int(type.lo, a->out);
    pw_strbuf_printf(a->out, " %s) (<= %s ", name, name);
    pw_smtlib_int(type.hi, a->out);
    pw_strbuf_puts(a->out, ")))\n");
}

static void declare_shared(struct pw_pairs_ask *a, const int64_t *values)
{
    const struct pw_view_vars *c = &a->x->v.views.shared;
    for (uint32_t i = 0; i < c->n; i++) {
        struct pw_strbuf name = {0};
        bool finite = pw_type_finite(c->vars[i].type);
        pw_smtlib_shared(&a->s, i, false, &name);
        declare(a, pw_strbuf_text(&name), c->vars[i].type,
                values && finite ? &values[c->rank[i]] : NULL);
        pw_strbuf_clear(&name);
    }
}

void pw_pairs_ask_thread(struct pw_pairs_ask *a, unsigned thread, uint32_t kind,
                         const int64_t *values)
{
    if (a->uses & PW_USES_ORDER)
        pw_strbuf_printf(a->out, "(declare-fun t%u.self () Int)\n", thread);
    const struct pw_view_vars *c = &a->x->v.views.kinds[kind];
    for (uint32_t i = 0; i < c->n; i++) {
        struct pw_strbuf name = {0};
        bool finite = pw_type_finite(c->vars[i].type);
        pw_smtlib_local(&a->s, thread, kind, i, false, &name);
        declare(a, pw_strbuf_text(&name), c->vars[i].type,
                values && finite ? &values[c->rank[i]] : NULL);
        pw_strbuf_clear(&name);
    }
}

/* Different threads have different positions. */
static void give_order(struct pw_pairs_ask *a, unsigned i, unsigned j)
{
    if (a->uses & PW_USES_ORDER)
        pw_strbuf_printf(a->out, "(assert (not (= t%u.self t%u.self)))\n", i, j);
}

static void start_question(struct pw_pairs_ask *a)
{
    pw_limits_poll();
    a->s.edge = NULL;
    pw_strbuf_puts(a->out, "(push 1)\n");
}

/* A state in which threads with these views are known. */
void pw_pairs_ask_state(struct pw_pairs_ask *a, uint32_t sigma, const uint32_t *views, size_t n)
{
    start_question(a);
    a->sigma = sigma, a->n = n;
    assert(sigma < a->x->v.views.sigmas.n);
    declare_shared(a, a->x->v.views.sigmas.at[sigma]);
    for (unsigned i = 0; i < n; i++) {
        a->views[i] = views[i];
        if (!pw_pairs_ask_is_idle(a, views[i]))
            pw_pairs_ask_thread(a, i + 1, pw_pairs_ask_kind_of(a, views[i]),
                                pw_pairs_ask_view_of(a, views[i])->values);
        for (unsigned j = 0; j < i; j++)
            if (!pw_pairs_ask_is_idle(a, views[i]) && !pw_pairs_ask_is_idle(a, views[j]))
                give_order(a, j + 1, i + 1);
    }
}

void pw_pairs_ask(struct pw_pairs_ask *a)
{
    pw_strbuf_puts(a->out, "(check-sat)\n(pop 1)\n");
    a->questions++;
}

/* ---- formulas ---- */

/* e of threads i and j (from 1), as a term; commands that it needs come before it. */
void pw_pairs_ask_expr(struct pw_pairs_ask *a, const struct pw_expr *e, unsigned i, uint32_t kind_i,
                       unsigned j, uint32_t kind_j, bool after, struct pw_strbuf *text)
{
    struct pw_smtlib_scene sc = {i, j, kind_i, kind_j, after};
    pw_smtlib_expr(&a->s, e, &sc, text);
}

void pw_pairs_ask_facts(struct pw_pairs_ask *a, const struct pw_invariant_key *k, unsigned i,
                        unsigned j, bool after, struct pw_strbuf *text)
{
    uint32_t u = pw_pairs_ask_kind_of(a, k->u), v = pw_pairs_ask_kind_of(a, k->v);
    pw_strbuf_puts(text, "(and true");
    for (size_t f = 0; f < k->facts.n; f++) {
        pw_strbuf_putc(text, ' ');
        pw_pairs_ask_expr(a, k->facts.at[f], i, u, j, v, after, text);
        if (k->u != k->v) continue;
        pw_strbuf_putc(text, ' ');
        pw_pairs_ask_expr(a, k->facts.at[f], j, u, i, v, after, text);
    }
    pw_strbuf_putc(text, ')');
}

/* The facts of the key of threads i and j with these views, in the order of the key. */
static void put_pair(struct pw_pairs_ask *a, size_t key, unsigned i, uint32_t view_i, unsigned j,
                     bool after, struct pw_strbuf *text)
{
    assert(key < a->x->v.keys.n);
    const struct pw_invariant_key *k = &a->x->v.keys.at[key];
    if (k->u == view_i)
        pw_pairs_ask_facts(a, k, i, j, after, text);
    else
        pw_pairs_ask_facts(a, k, j, i, after, text);
}

void pw_pairs_ask_assert(struct pw_pairs_ask *a, const char *before, struct pw_strbuf *text,
                         const char *after)
{
    pw_strbuf_printf(a->out, "(assert %s%s%s)\n", before, pw_strbuf_text(text), after);
    pw_strbuf_reset(text);
}

/* Every two of the known threads satisfy their key. False: some have none. */
bool pw_pairs_ask_pairs(struct pw_pairs_ask *a)
{
    struct pw_strbuf text = {0};
    bool all = true;
    for (unsigned i = 0; i < a->n; i++)
        for (unsigned j = i + 1; j < a->n && all; j++) {
            int64_t key = pw_cert_key(a->x, a->sigma, a->views[i], a->views[j]);
            all = key >= 0;
            if (!all) continue;
            put_pair(a, (size_t)key, i + 1, a->views[i], j + 1, false, &text);
            pw_pairs_ask_assert(a, "", &text, "");
        }
    pw_strbuf_clear(&text);
    return all;
}

/* ---- counting ---- */

static bool counts(const struct pw_pairs_ask *a)
{
    return a->x->v.counts.n > 0 || a->x->v.tallies.n > 0;
}

/* May a thread that is not known have this view? */
static bool may_be(const struct pw_pairs_ask *a, uint32_t view)
{
    if (pw_pairs_ask_is_idle(a, view) || pw_views_is_error(&a->x->v.views, view)) return false;
    for (size_t i = 0; i < a->n; i++)
        if (!pw_pairs_ask_is_idle(a, a->views[i]) &&
            pw_cert_key(a->x, a->sigma, a->views[i], view) < 0)
            return false;
    return true;
}

static void put_sum(struct pw_pairs_ask *a, const struct pw_invariant_count *c, bool after,
                    struct pw_strbuf *text)
{
    pw_strbuf_puts(text, "(+ 0 0");
    for (uint32_t i = 0; i < a->p->nshared; i++) {
        if (!c->alpha[i]) continue;
        bool truth = a->p->shared[i].type.kind == PW_BOOL;
        pw_strbuf_puts(text, " (* ");
        pw_smtlib_int(c->alpha[i], text);
        pw_strbuf_puts(text, truth ? " (ite " : " ");
        pw_smtlib_shared(&a->s, i, after, text);
        pw_strbuf_puts(text, truth ? " 1 0))" : ")");
    }
    pw_strbuf_putc(text, ')');
}

static void put_rest(struct pw_pairs_ask *a, const int64_t *weights, int64_t kind,
                     struct pw_strbuf *text)
{
    for (uint32_t v = 0; v < a->x->v.views.views.n; v++) {
        if (!may_be(a, v) || (weights && !weights[v]) ||
            (kind >= 0 && pw_pairs_ask_kind_of(a, v) != kind))
            continue;
        pw_strbuf_puts(text, " (* ");
        pw_smtlib_int(weights ? weights[v] : 1, text);
        pw_strbuf_printf(text, " r%" PRIu32 ")", v);
    }
}

static void give_numbers(struct pw_pairs_ask *a)
{
    for (uint32_t v = 0; v < a->x->v.views.views.n; v++)
        if (may_be(a, v))
            pw_strbuf_printf(
                a->out, "(declare-fun r%" PRIu32 " () Int)\n(assert (>= r%" PRIu32 " 0))\n", v, v);
    for (uint32_t t = 0; t < a->p->ntemplates; t++) {
        struct pw_strbuf text = {0};
        int64_t known = 0;
        if (a->p->templates[t].count < 0) continue;
        for (size_t i = 0; i < a->n; i++)
            known += pw_pairs_ask_kind_of(a, a->views[i]) == t;
        pw_strbuf_puts(&text, "(= (+ 0 0");
        put_rest(a, NULL, t, &text);
        pw_strbuf_puts(&text, ") ");
        pw_smtlib_int(a->p->templates[t].count - known, &text);
        pw_pairs_ask_assert(a, "", &text, ")");
        pw_strbuf_clear(&text);
    }
}

static bool is_in(const pw_uints *views, uint32_t view)
{
    for (size_t i = 0; i < views->n; i++)
        if (views->at[i] == view) return true;
    return false;
}

/* 1 if the thread with this view is counted, else 0. */
static void put_counted(struct pw_pairs_ask *a, const struct pw_invariant_tally *t, unsigned thread,
                        uint32_t view, bool after, struct pw_strbuf *text)
{
    if (!is_in(&t->views, view)) {
        pw_strbuf_puts(text, "0");
        return;
    }
    pw_strbuf_puts(text, "(ite ");
    pw_pairs_ask_expr(a, t->fact, thread, t->kind, 0, 0, after, text);
    pw_strbuf_puts(text, " 1 0)");
}

static void put_bounds(struct pw_pairs_ask *a, const struct pw_invariant_tally *t,
                       const char *number, bool after, struct pw_strbuf *text)
{
    for (size_t i = 0; i < t->bounds.n; i++) {
        pw_strbuf_printf(text, " (%s %s ", t->bounds.at[i].upper ? "<=" : ">=", number);
        pw_pairs_ask_expr(a, t->bounds.at[i].bound, 0, 0, 0, 0, after, text);
        pw_strbuf_putc(text, ')');
    }
}

static void give_tally(struct pw_pairs_ask *a, size_t i)
{
    assert(i < a->x->v.tallies.n);
    const struct pw_invariant_tally *t = &a->x->v.tallies.at[i];
    struct pw_strbuf text = {0};
    char name[32];
    snprintf(name, sizeof name, "n%zu", i);
    pw_strbuf_printf(a->out, "(declare-fun n%zu () Int)\n(declare-fun m%zu () Int)\n", i, i);
    pw_strbuf_printf(&text, "(and (<= 0 m%zu) (<= m%zu (+ 0 0", i, i);
    for (size_t k = 0; k < t->views.n; k++)
        if (may_be(a, t->views.at[k])) pw_strbuf_printf(&text, " r%u", t->views.at[k]);
    pw_pairs_ask_assert(a, "", &text, ")))");
    pw_strbuf_printf(&text, "(= n%zu (+ m%zu", i, i);
    for (unsigned k = 0; k < a->n; k++) {
        pw_strbuf_putc(&text, ' ');
        put_counted(a, t, k + 1, a->views[k], false, &text);
    }
    pw_pairs_ask_assert(a, "", &text, "))");
    put_bounds(a, t, name, false, &text);
    pw_pairs_ask_assert(a, "(and true", &text, ")");
    pw_strbuf_clear(&text);
}

/* What counting invariants say; threads that are not known are so many of each view. */
static void give_counts(struct pw_pairs_ask *a)
{
    struct pw_strbuf text = {0};
    if (!counts(a)) return;
    give_numbers(a);
    for (size_t c = 0; c < a->x->v.counts.n; c++) {
        const struct pw_invariant_count *count = &a->x->v.counts.at[c];
        pw_strbuf_puts(&text, "(= ");
        put_sum(a, count, false, &text);
        pw_strbuf_puts(&text, " (+ ");
        pw_smtlib_int(count->constant, &text);
        for (size_t i = 0; i < a->n; i++) {
            pw_strbuf_putc(&text, ' ');
            pw_smtlib_int(count->weights[a->views[i]], &text);
        }
        put_rest(a, count->weights, -1, &text);
        pw_pairs_ask_assert(a, "", &text, "))");
    }
    for (size_t i = 0; i < a->x->v.tallies.n; i++)
        give_tally(a, i);
    pw_strbuf_clear(&text);
}

/* ---- steps ---- */

/* The guard holds, and updated variables have their new values. */
void pw_pairs_ask_edge(struct pw_pairs_ask *a, const struct pw_edge *e)
{
    uint32_t kind = pw_pairs_ask_kind_of(a, a->views[0]);
    struct pw_strbuf text = {0}, name = {0};
    a->s.edge = e, a->s.edge_template = kind;
    for (size_t i = 0; i < e->nchoices; i++) {
        pw_strbuf_printf(&name, "choice%zu", i);
        declare(a, pw_strbuf_text(&name), e->choices[i].type, NULL);
        pw_strbuf_reset(&name);
    }
    pw_pairs_ask_expr(a, e->guard, 1, kind, 0, 0, false, &text);
    pw_pairs_ask_assert(a, "", &text, "");
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_update *u = &e->updates[i];
        pw_pairs_ask_expr(a, u->to, 1, kind, 0, 0, false, &text);
        if (u->shared)
            pw_smtlib_shared(&a->s, u->index, true, &name);
        else
            pw_smtlib_local(&a->s, 1, kind, u->index, true, &name);
        pw_strbuf_printf(a->out, "(define-fun %s () %s %s)\n", pw_strbuf_text(&name),
                         u->to->is_bool ? "Bool" : "Int", pw_strbuf_text(&text));
        pw_strbuf_reset(&text), pw_strbuf_reset(&name);
    }
    pw_strbuf_clear(&text), pw_strbuf_clear(&name);
}

/* After the step the finite variables have these values: every one is named, whether it is updated
 * or not. */
static void put_finite(struct pw_pairs_ask *a, const struct pw_view_vars *c, const int64_t *values,
                       bool shared, struct pw_strbuf *text)
{
    for (size_t i = 0; i < c->nfins; i++) {
        pw_strbuf_puts(text, " (= ");
        if (shared)
            pw_smtlib_shared(&a->s, c->fins[i], true, text);
        else
            pw_smtlib_local(&a->s, 1, pw_pairs_ask_kind_of(a, a->views[0]), c->fins[i], true, text);
        pw_strbuf_putc(text, ' ');
        pw_pairs_ask_value(c->vars[c->fins[i]].type, values[i], text);
        pw_strbuf_putc(text, ')');
    }
}

static void put_outcome(struct pw_pairs_ask *a, const struct pw_cert_move *m,
                        struct pw_strbuf *text)
{
    const struct pw_views *v = &a->x->v.views;
    pw_strbuf_puts(text, "(and true");
    assert(m->sigma2 < v->sigmas.n);
    put_finite(a, &v->shared, v->sigmas.at[m->sigma2], true, text);
    put_finite(a, &v->kinds[pw_pairs_ask_kind_of(a, a->views[0])],
               pw_pairs_ask_view_of(a, m->view2)->values, false, text);
    pw_strbuf_putc(text, ')');
}

static const struct pw_edge *edge_of(const struct pw_pairs_ask *a, const struct pw_cert_move *m)
{
    return &a->p->templates[pw_pairs_ask_kind_of(a, m->view)].edges[m->edge];
}

/* The step that the move says. */
static void give_move(struct pw_pairs_ask *a, const struct pw_cert_move *m)
{
    struct pw_strbuf text = {0};
    pw_pairs_ask_edge(a, edge_of(a, m));
    a->view_after = m->view2;
    put_outcome(a, m, &text);
    pw_pairs_ask_assert(a, "", &text, "");
    pw_strbuf_clear(&text);
}

/* ---- O-move ---- */

static bool is_counted(const struct pw_pairs_ask *a, size_t var)
{
    for (size_t i = 0; i < a->x->v.counts.n; i++)
        if (a->x->v.counts.at[i].alpha[var]) return true;
    return false;
}

static void put_changes(struct pw_pairs_ask *a, const struct pw_cert_move *m,
                        struct pw_strbuf *text)
{
    for (uint32_t i = 0; m->known && i < a->p->nshared; i++) {
        bool truth = a->p->shared[i].type.kind == PW_BOOL;
        int64_t by = 0;
        if (!is_counted(a, i)) continue;
        for (size_t k = 0; k < m->change.n; k++)
            if (m->change.at[k].local == i) by = m->change.at[k].count;
        pw_strbuf_puts(text, truth ? " (= (ite " : " (= ");
        pw_smtlib_shared(&a->s, i, true, text);
        pw_strbuf_puts(text, truth ? " 1 0) (+ (ite " : " (+ ");
        pw_smtlib_shared(&a->s, i, false, text);
        pw_strbuf_puts(text, truth ? " 1 0) " : " ");
        pw_smtlib_int(by, text);
        pw_strbuf_puts(text, "))");
    }
}

static void ask_edge(struct pw_pairs_ask *a, uint32_t sigma, uint32_t view, uint32_t edge)
{
    struct pw_strbuf text = {0};
    const struct pw_thread_template *t = &a->p->templates[pw_pairs_ask_kind_of(a, view)];
    pw_strbuf_printf(a->out, "; O-move %" PRIu32 " %" PRIu32 ", line %u\n", sigma, view,
                     t->edges[edge].pos.line);
    pw_pairs_ask_state(a, sigma, &view, 1);
    assert(edge < t->nedges);
    pw_pairs_ask_edge(a, &t->edges[edge]);
    pw_strbuf_puts(&text, "(or false");
    for (size_t i = 0; i < a->x->moves.n; i++) {
        const struct pw_cert_move *m = &a->x->moves.at[i];
        if (m->sigma != sigma || m->view != view || m->edge != edge) continue;
        pw_strbuf_puts(&text, " (and ");
        put_outcome(a, m, &text);
        put_changes(a, m, &text);
        pw_strbuf_putc(&text, ')');
    }
    pw_pairs_ask_assert(a, "(not ", &text, "))");
    pw_pairs_ask(a);
    pw_strbuf_clear(&text);
}

static bool occurs(const struct pw_pairs_ask *a, uint32_t sigma, uint32_t view)
{
    for (size_t i = 0; i < a->x->v.keys.n; i++) {
        const struct pw_invariant_key *k = &a->x->v.keys.at[i];
        if (k->sigma == sigma && (k->u == view || k->v == view)) return true;
    }
    return false;
}

static void ask_edges(struct pw_pairs_ask *a)
{
    for (uint32_t sigma = 0; sigma < a->x->v.views.sigmas.n; sigma++)
        for (uint32_t view = 0; view < a->x->v.views.views.n; view++) {
            if (pw_pairs_ask_is_idle(a, view) || !occurs(a, sigma, view)) continue;
            const struct pw_thread_template *t = &a->p->templates[pw_pairs_ask_kind_of(a, view)];
            uint32_t loc = pw_pairs_ask_view_of(a, view)->loc;
            for (uint32_t e = t->first_edge[loc]; e < t->first_edge[loc + 1]; e++)
                ask_edge(a, sigma, view, e);
        }
}

/* ---- O-own ---- */

static void limits_of(const struct pw_pairs_ask *a, const struct pw_invariant_tally *t,
                      const struct pw_cert_move *m, int *up, int *down)
{
    *up = *down = PW_INVARIANT_MANY;
    for (size_t i = 0; i < t->moves.n; i++) {
        const struct pw_invariant_move *k = &t->moves.at[i];
        if (k->sigma != m->sigma || k->view != m->view || k->edge != edge_of(a, m)) continue;
        *up = k->up, *down = k->down;
        return;
    }
}

/* n2 is the number after the step: n, what the known threads add, and what d others do. */
static void give_tally_after(struct pw_pairs_ask *a, size_t i, const struct pw_cert_move *m)
{
    assert(i < a->x->v.tallies.n);
    const struct pw_invariant_tally *t = &a->x->v.tallies.at[i];
    struct pw_strbuf now[2] = {{0}, {0}}, then[2] = {{0}, {0}};
    int up, down;
    limits_of(a, t, m, &up, &down);
    for (unsigned k = 0; k < 2; k++) {
        put_counted(a, t, k + 1, a->views[k], false, &now[k]);
        put_counted(a, t, k + 1, k ? a->views[1] : a->view_after, true, &then[k]);
    }
    pw_strbuf_printf(a->out,
                     "(declare-fun d%zu () Int)\n(define-fun u%zu () Int (ite (> %s %s) 1 0))\n", i,
                     i, pw_strbuf_text(&then[1]), pw_strbuf_text(&now[1]));
    if (up < PW_INVARIANT_MANY)
        pw_strbuf_printf(a->out, "(assert (<= (+ d%zu u%zu) %d))\n", i, i, up);
    if (down < PW_INVARIANT_MANY) pw_strbuf_printf(a->out, "(assert (>= d%zu (- %d)))\n", i, down);
    pw_strbuf_printf(a->out,
                     "(define-fun n%zu+ () Int (+ n%zu d%zu (- %s %s) (- %s %s)))\n"
                     "(assert (>= n%zu+ 0))\n",
                     i, i, i, pw_strbuf_text(&then[0]), pw_strbuf_text(&now[0]),
                     pw_strbuf_text(&then[1]), pw_strbuf_text(&now[1]), i);
    for (unsigned k = 0; k < 2; k++)
        pw_strbuf_clear(&now[k]), pw_strbuf_clear(&then[k]);
}

/* What must hold after a move that leads to a key, beside its facts. */
static void put_kept_counts(struct pw_pairs_ask *a, const struct pw_cert_move *m,
                            struct pw_strbuf *text)
{
    for (size_t c = 0; c < a->x->v.counts.n && !m->known; c++) {
        const struct pw_invariant_count *count = &a->x->v.counts.at[c];
        pw_strbuf_puts(text, " (= ");
        put_sum(a, count, true, text);
        pw_strbuf_puts(text, " (+ ");
        put_sum(a, count, false, text);
        pw_strbuf_putc(text, ' ');
        pw_smtlib_int(count->weights[m->view2] - count->weights[m->view], text);
        pw_strbuf_puts(text, "))");
    }
    for (size_t i = 0; i < a->x->v.tallies.n; i++) {
        char name[32];
        give_tally_after(a, i, m);
        snprintf(name, sizeof name, "n%zu+", i);
        put_bounds(a, &a->x->v.tallies.at[i], name, true, text);
    }
}

static void ask_own(struct pw_pairs_ask *a, const struct pw_cert_move *m, uint32_t other)
{
    int64_t to = pw_cert_key(a->x, m->sigma2, m->view2, other);
    uint32_t views[2] = {m->view, other};
    struct pw_strbuf text = {0};
    bool open = !m->known || a->x->v.tallies.n;
    if (to >= 0 && !a->x->v.keys.at[to].facts.n && !open) return;
    pw_strbuf_printf(a->out, "; O-own %" PRIu32 " %" PRIu32 " %" PRIu32 ", line %u\n", m->sigma,
                     m->view, other, edge_of(a, m)->pos.line);
    pw_pairs_ask_state(a, m->sigma, views, 2);
    pw_pairs_ask_pairs(a);
    give_counts(a);
    give_move(a, m);
    if (to >= 0) {
        put_pair(a, (size_t)to, 1, m->view2, 2, true, &text);
        put_kept_counts(a, m, &text);
        pw_pairs_ask_assert(a, "(not (and ", &text, "))");
    }
    pw_pairs_ask(a);
    pw_strbuf_clear(&text);
}

/* ---- O-third ---- */

static void ask_third(struct pw_pairs_ask *a, const struct pw_cert_move *m, uint32_t u, uint32_t v)
{
    int64_t to = pw_cert_key(a->x, m->sigma2, u, v);
    uint32_t views[3] = {m->view, u, v};
    struct pw_strbuf text = {0};
    if (to >= 0 && !a->x->v.keys.at[to].facts.n) return;
    pw_strbuf_printf(a->out, "; O-third %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 ", line %u\n",
                     m->sigma, m->view, u, v, edge_of(a, m)->pos.line);
    pw_pairs_ask_state(a, m->sigma, views, 3);
    pw_pairs_ask_pairs(a);
    give_counts(a);
    give_move(a, m);
    if (to >= 0) {
        put_pair(a, (size_t)to, 2, u, 3, true, &text);
        pw_pairs_ask_assert(a, "(not ", &text, ")");
    }
    pw_pairs_ask(a);
    pw_strbuf_clear(&text);
}

static bool writes_shared(const struct pw_edge *e)
{
    for (size_t i = 0; i < e->nupdates; i++)
        if (e->updates[i].shared) return true;
    return false;
}

static void ask_moves(struct pw_pairs_ask *a)
{
    const struct pw_cert_proof *x = a->x;
    for (size_t i = 0; i < x->v.keys.n; i++) {
        const struct pw_invariant_key *k = &x->v.keys.at[i];
        for (size_t n = 0; n < x->moves.n; n++) {
            const struct pw_cert_move *m = &x->moves.at[n];
            uint32_t all[3] = {k->u, k->v, m->view};
            if (m->sigma != k->sigma) continue;
            if (m->view == k->u) ask_own(a, m, k->v);
            if (m->view == k->v && k->u != k->v) ask_own(a, m, k->u);
            if (writes_shared(edge_of(a, m)) && !pw_views_is_error(&x->v.views, m->view2) &&
                pw_cert_key(x, k->sigma, k->u, m->view) >= 0 &&
                pw_cert_key(x, k->sigma, k->v, m->view) >= 0 && pw_cert_fit(&x->v.views, all, 3))
                ask_third(a, m, k->u, k->v);
        }
    }
}

/* ---- O-bad ---- */

static void ask_set(struct pw_pairs_ask *a, uint32_t sigma, const uint32_t *views, size_t n)
{
    pw_strbuf_puts(a->out, "; O-bad\n");
    pw_pairs_ask_state(a, sigma, views, n);
    pw_pairs_ask_pairs(a);
    give_counts(a);
    pw_pairs_ask(a);
}

/* One thread alone is bad: beside whomever it may be. */
static void ask_bad(struct pw_pairs_ask *a, const struct pw_cert_bad *b)
{
    if (b->views.n != 1) {
        ask_set(a, b->sigma, b->views.at, b->views.n);
        return;
    }
    for (size_t i = 0; i < a->x->v.keys.n; i++) {
        const struct pw_invariant_key *k = &a->x->v.keys.at[i];
        uint32_t views[2] = {k->u, k->v};
        if (k->sigma == b->sigma && (k->u == b->views.at[0] || k->v == b->views.at[0]))
            ask_set(a, b->sigma, views, 2);
    }
}

/* ---- O-turn ---- */

/* No step of the edge turns all the standing threads 2, ..., n at once. */
static void ask_turn(struct pw_pairs_ask *a, const struct pw_invariant_tally *t,
                     const struct pw_invariant_move *m, const uint32_t *views, size_t n, bool up)
{
    struct pw_strbuf now = {0}, then = {0};
    if (!pw_cert_fit(&a->x->v.views, views, n)) return;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            if (pw_cert_key(a->x, m->sigma, views[i], views[k]) < 0) return;
    pw_strbuf_puts(a->out, "; O-turn\n");
    pw_pairs_ask_state(a, m->sigma, views, n);
    pw_pairs_ask_pairs(a);
    give_counts(a);
    pw_pairs_ask_edge(a, m->edge);
    for (unsigned k = 1; k < n; k++) {
        put_counted(a, t, k + 1, views[k], false, &now);
        put_counted(a, t, k + 1, views[k], true, &then);
        pw_strbuf_printf(a->out, "(assert (%s %s %s))\n", up ? "<" : ">", pw_strbuf_text(&now),
                         pw_strbuf_text(&then));
        pw_strbuf_reset(&now), pw_strbuf_reset(&then);
    }
    pw_pairs_ask(a);
    pw_strbuf_clear(&now), pw_strbuf_clear(&then);
}

static void ask_turns(struct pw_pairs_ask *a, const struct pw_invariant_tally *t)
{
    for (size_t i = 0; i < t->moves.n; i++)
        for (int up = 0; up < 2; up++) {
            const struct pw_invariant_move *m = &t->moves.at[i];
            int most = up ? m->up : m->down;
            for (size_t k = 0; k < t->views.n && most < PW_INVARIANT_MANY; k++) {
                uint32_t views[3] = {m->view, t->views.at[k], 0};
                if (!most) ask_turn(a, t, m, views, 2, up);
                for (size_t j = k; j < t->views.n && most == 1; j++) {
                    views[2] = t->views.at[j];
                    ask_turn(a, t, m, views, 3, up);
                }
            }
        }
}

/* ---- O-init ---- */

static void put_matches(struct pw_pairs_ask *a, const struct pw_view_vars *c, const int64_t *values,
                        unsigned thread, uint32_t kind, struct pw_strbuf *text)
{
    for (size_t i = 0; i < c->nfins; i++) {
        pw_strbuf_puts(text, " (= ");
        if (thread)
            pw_smtlib_local(&a->s, thread, kind, c->fins[i], false, text);
        else
            pw_smtlib_shared(&a->s, c->fins[i], false, text);
        pw_strbuf_putc(text, ' ');
        pw_pairs_ask_value(c->vars[c->fins[i]].type, values[i], text);
        pw_strbuf_putc(text, ')');
    }
}

/* Thread i has the view u of the key and thread j the view v. */
static void put_start(struct pw_pairs_ask *a, const struct pw_invariant_key *k, unsigned i,
                      unsigned j, struct pw_strbuf *text)
{
    const struct pw_views *v = &a->x->v.views;
    uint32_t views[2] = {k->u, k->v};
    unsigned threads[2] = {i, j};
    for (int n = 0; n < 2; n++)
        if (!pw_pairs_ask_is_idle(a, views[n]) &&
            pw_pairs_ask_view_of(a, views[n])->loc !=
                a->p->templates[pw_pairs_ask_kind_of(a, views[n])].entry)
            return;
    pw_strbuf_puts(text, " (and true");
    assert(k->sigma < v->sigmas.n);
    put_matches(a, &v->shared, v->sigmas.at[k->sigma], 0, 0, text);
    for (int n = 0; n < 2; n++)
        if (!pw_pairs_ask_is_idle(a, views[n]))
            put_matches(a, &v->kinds[pw_pairs_ask_kind_of(a, views[n])],
                        pw_pairs_ask_view_of(a, views[n])->values, threads[n],
                        pw_pairs_ask_kind_of(a, views[n]), text);
    pw_strbuf_putc(text, ' ');
    pw_pairs_ask_facts(a, k, i, j, false, text);
    for (size_t t = 0; t < a->x->v.tallies.n; t++)
        for (int n = 0; n < 2; n++) {
            pw_strbuf_puts(text, " (= 0 ");
            put_counted(a, &a->x->v.tallies.at[t], threads[n], views[n], false, text);
            pw_strbuf_putc(text, ')');
        }
    pw_strbuf_putc(text, ')');
}

static void give_initial_vars(struct pw_pairs_ask *a, const struct pw_var *vars, size_t n,
                              unsigned thread, uint32_t kind)
{
    for (uint32_t i = 0; i < n; i++) {
        struct pw_strbuf text = {0};
        if (!vars[i].init) continue;
        pw_pairs_ask_expr(a, vars[i].init, thread, kind, 0, 0, false, &text);
        pw_strbuf_puts(a->out, "(assert (= ");
        if (thread)
            pw_smtlib_local(&a->s, thread, kind, i, false, a->out);
        else
            pw_smtlib_shared(&a->s, i, false, a->out);
        pw_strbuf_printf(a->out, " %s))\n", pw_strbuf_text(&text));
        pw_strbuf_clear(&text);
    }
}

static bool speaks_of(int32_t template, uint32_t kind, size_t kinds)
{
    return kind < kinds && (template <0 || (uint32_t) template == kind);
}

static void give_init(struct pw_pairs_ask *a, const struct pw_pred *c, const uint32_t *kinds)
{
    size_t n = a->p->ntemplates;
    for (unsigned i = 0; i < 2; i++) {
        struct pw_strbuf text = {0};
        if (!speaks_of(c->active, kinds[i], n)) continue;
        if (c->class == PW_INTER_THREAD && !speaks_of(c->passive, kinds[1 - i], n)) continue;
        pw_pairs_ask_expr(a, c->expr, i + 1, kinds[i], 2 - i, kinds[1 - i], false, &text);
        pw_pairs_ask_assert(a, "", &text, "");
        pw_strbuf_clear(&text);
    }
}

static void put_initial_counts(struct pw_pairs_ask *a, struct pw_strbuf *text)
{
    for (size_t c = 0; c < a->x->v.counts.n; c++) {
        pw_strbuf_puts(text, " (= ");
        put_sum(a, &a->x->v.counts.at[c], false, text);
        pw_strbuf_putc(text, ' ');
        pw_smtlib_int(a->x->v.counts.at[c].constant, text);
        pw_strbuf_putc(text, ')');
    }
    for (size_t t = 0; t < a->x->v.tallies.n; t++)
        put_bounds(a, &a->x->v.tallies.at[t], "0", false, text);
}

static void ask_init(struct pw_pairs_ask *a, uint32_t one, uint32_t two)
{
    uint32_t kinds[2] = {one, two};
    struct pw_strbuf text = {0};
    pw_strbuf_printf(a->out, "; O-init %" PRIu32 " %" PRIu32 "\n", one, two);
    start_question(a);
    declare_shared(a, NULL);
    give_initial_vars(a, a->p->shared, a->p->nshared, 0, 0);
    for (unsigned i = 0; i < 2; i++) {
        if (kinds[i] == a->p->ntemplates) continue;
        pw_pairs_ask_thread(a, i + 1, kinds[i], NULL);
        give_initial_vars(a, a->p->templates[kinds[i]].locals, a->p->templates[kinds[i]].nlocals,
                          i + 1, kinds[i]);
    }
    if (two < a->p->ntemplates) give_order(a, 1, 2);
    for (size_t q = 0; q < a->p->ninits; q++)
        give_init(a, &a->p->inits[q], kinds);
    pw_strbuf_puts(&text, "(and (or false");
    for (size_t s = 0; s < a->x->starts.n; s++) {
        const struct pw_invariant_key *k = &a->x->v.keys.at[a->x->starts.at[s]];
        if (pw_pairs_ask_kind_of(a, k->u) == one && pw_pairs_ask_kind_of(a, k->v) == two)
            put_start(a, k, 1, 2, &text);
        if (pw_pairs_ask_kind_of(a, k->u) == two && pw_pairs_ask_kind_of(a, k->v) == one)
            put_start(a, k, 2, 1, &text);
    }
    pw_strbuf_putc(&text, ')');
    put_initial_counts(a, &text);
    pw_pairs_ask_assert(a, "(not ", &text, "))");
    pw_pairs_ask(a);
    pw_strbuf_clear(&text);
}

/* Where steps look, pairs with nobody are about a thread that is the only one. */
static bool is_only_one(const struct pw_program *p, uint32_t kind)
{
    bool only = p->templates[kind].count < 0 || p->templates[kind].count == 1;
    for (uint32_t t = 0; t < p->ntemplates; t++)
        only &= t == kind || p->templates[t].count <= 0;
    return only;
}

static void ask_inits(struct pw_pairs_ask *a)
{
    const struct pw_program *p = a->p;
    uint32_t kinds = (uint32_t)p->ntemplates + pw_cert_needs_idle(p);
    for (uint32_t one = 0; one < p->ntemplates; one++)
        for (uint32_t two = one; two < kinds; two++) {
            int64_t most[2] = {p->templates[one].count, -1};
            if (two < p->ntemplates) most[1] = p->templates[two].count;
            if (most[0] == 0 || most[1] == 0 || (one == two && most[0] == 1)) continue;
            if (a->uses && two == p->ntemplates && !is_only_one(p, one)) continue;
            ask_init(a, one, two);
        }
}

/* ---- all ---- */

static bool are_sets_small(const struct pw_cert_proof *x)
{
    for (size_t i = 0; i < x->bad.n; i++)
        if (x->bad.at[i].views.n > PW_PAIRS_ASK_MOST) return false;
    return true;
}

bool pw_cert_print_pairs_obligations(const char *text, const char *end, const struct pw_program *p,
                                     struct pw_strbuf *out)
{
    struct pw_cert_proof x;
    if (!pw_cert_read_pairs(text, end, p, &x)) return false;
    struct pw_pairs_ask a = {
        .x = &x, .p = p, .out = out, .s = {.p = p, .out = out}, .uses = pw_program_uses(p)};
    if (a.uses && (x.v.counts.n || x.v.tallies.n)) {
        pw_cert_proof_clear(&x); /* others' views change: nothing is known of sums over threads */
        return false;
    }
    bool small = are_sets_small(&x);
    pw_strbuf_puts(out, "; the facts and counts of a pair invariant: every answer must be unsat\n"
                        "(set-logic QF_LIA)\n");
    if (pw_program_has_threads(p))
        ask_inits(&a);
    else
        pw_pairs_ask_nobody(&a);
    if (a.uses)
        pw_pairs_ask_looks(&a);
    else
        ask_edges(&a), ask_moves(&a);
    for (size_t i = 0; i < x.bad.n && small; i++)
        ask_bad(&a, &x.bad.at[i]);
    for (size_t i = 0; i < x.v.tallies.n; i++)
        ask_turns(&a, &x.v.tallies.at[i]);
    pw_cert_proof_clear(&x);
    return small;
}
