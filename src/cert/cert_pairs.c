/* cert_pairs.c -- writes certificates of pair invariants. */
#include "cert/cert_pairs.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/order.h"
#include "cert/cert_write.h"
#include "pairs/view_moves.h"

/* ---- the program ---- */

static void put_vars(struct pw_strbuf *out, const struct pw_var *vars, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct pw_type t = vars[i].type;
        if (t.kind == PW_INT)
            pw_strbuf_puts(out, "int 0 0 ");
        else if (t.kind == PW_BOOL)
            pw_strbuf_puts(out, "bool 0 1 ");
        else
            pw_strbuf_printf(out, "range %" PRId64 " %" PRId64 " ", t.lo, t.hi);
        pw_cert_word(out, vars[i].name);
        pw_strbuf_putc(out, '\n');
    }
}

static bool writes_shared(const struct pw_edge *e)
{
    for (size_t i = 0; i < e->nupdates; i++)
        if (e->updates[i].shared) return true;
    return false;
}

static void put_template(struct pw_strbuf *out, const struct pw_thread_template *t)
{
    pw_cert_word(out, t->name);
    if (t->count < 0)
        pw_strbuf_puts(out, " *");
    else
        pw_strbuf_printf(out, " %" PRId64, t->count);
    pw_strbuf_printf(out, " %" PRIu32 " %zu %zu %zu\n", t->entry, t->nlocals, t->nlocs, t->nedges);
    put_vars(out, t->locals, t->nlocals);
    for (size_t i = 0; i < t->nlocs; i++) {
        pw_strbuf_puts(out, pw_loc_kind_name(t->locs[i].kind));
        for (size_t k = 0; k < t->locs[i].nlabels; k++)
            pw_strbuf_printf(out, " %" PRIu32, t->locs[i].labels[k]);
        pw_strbuf_putc(out, '\n');
    }
    for (size_t i = 0; i < t->nedges; i++)
        pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32 " %d\n", t->edges[i].from, t->edges[i].to,
                         writes_shared(&t->edges[i]));
}

static void put_unsafe(struct pw_strbuf *out, const struct pw_program *p)
{
    pw_strbuf_printf(out, "unsafe %zu\n", p->nunsafe);
    for (size_t i = 0; i < p->nunsafe; i++) {
        for (size_t k = 0; k < p->unsafe[i].ncounts; k++) {
            const struct pw_count *c = &p->unsafe[i].counts[k];
            pw_strbuf_puts(out, k ? " " : "");
            if (c->template <0)
                pw_strbuf_puts(out, "*");
            else
                pw_strbuf_printf(out, "%" PRId32, c->template);
            pw_strbuf_printf(out, " %" PRIu32 " %" PRIu32, c->label, c->least);
        }
        pw_strbuf_putc(out, '\n');
    }
}

bool pw_cert_needs_idle(const struct pw_program *p)
{
    bool open = false;
    for (size_t t = 0; t < p->ntemplates; t++) {
        open |= p->templates[t].count < 0;
        for (size_t i = 0; i < p->templates[t].nlocals; i++) {
            const struct pw_expr *e = p->templates[t].locals[i].init;
            if (e && e->kind != PW_EXPR_INT && e->kind != PW_EXPR_BOOL) return true;
        }
    }
    return p->ninits > 0 || !open || pw_program_uses(p) & PW_USES_EVERY;
}

void pw_cert_put_program(struct pw_strbuf *out, const struct pw_program *p)
{
    pw_strbuf_printf(out, "labels %zu\n", p->nlabels);
    for (size_t i = 0; i < p->nlabels; i++)
        pw_cert_word(out, p->labels[i].name), pw_strbuf_putc(out, '\n');
    pw_strbuf_printf(out, "shared %zu\n", p->nshared);
    put_vars(out, p->shared, p->nshared);
    pw_strbuf_printf(out, "templates %zu\n", p->ntemplates);
    for (size_t i = 0; i < p->ntemplates; i++)
        put_template(out, &p->templates[i]);
    put_unsafe(out, p);
    pw_strbuf_printf(out, "idle %d\n", pw_cert_needs_idle(p) + (pw_program_uses(p) ? 2 : 0));
}

/* ---- terms ---- */

/* A term in prefix notation: kinds of expr.h in lower case; s3 the shared variable 3, l0.2 the
 * local 2 of template 0 of the first thread, o0.2 of the second; numbers, true, false. */
static void put_term(struct pw_strbuf *out, const struct pw_expr *e)
{
#define X(kind, arity, text) #kind,
    static const char *const names[] = {PW_EXPR_KINDS(X)};
#undef X
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_INT:
        pw_int_print(&e->value, out);
        return;
    case PW_EXPR_BOOL:
        pw_strbuf_puts(out, e->truth ? "true" : "false");
        return;
    case PW_EXPR_SHARED:
        pw_strbuf_printf(out, "s%" PRIu32, e->index);
        return;
    case PW_EXPR_LOCAL:
    case PW_EXPR_PASSIVE:
        pw_strbuf_printf(out, "%c%" PRId32 ".%" PRIu32, e->kind == PW_EXPR_LOCAL ? 'l' : 'o',
                         e->template, e->index);
        return;
    case PW_EXPR_BEFORE:
        pw_strbuf_puts(out, "before");
        return;
    default:
        assert(pw_expr_arity(e->kind) > 0);
    }
    for (const char *c = names[e->kind]; *c; c++)
        pw_strbuf_putc(out, (char)tolower((unsigned char)*c));
    for (unsigned i = 0; i < pw_expr_arity(e->kind); i++) {
        pw_strbuf_putc(out, ' ');
        put_term(out, e->args[i]);
    }
}

/* ---- numbers: views in the order of their kinds ---- */

struct pairs_write_ctx {
    const struct pw_invariant *v;
    const struct pw_view_moves *moves;
    uint32_t *number; /* per view */
    pw_uints order;   /* views */
    PW_VEC(struct pw_invariant_key) keys;
    struct pw_names terms;
    struct pw_strbuf text; /* scratch */
};

static void number_views(struct pairs_write_ctx *w)
{
    size_t n = w->v->views.views.n;
    w->number = PW_NEWS(uint32_t, n + 1);
    for (uint32_t kind = 0; kind <= w->v->p->ntemplates; kind++)
        for (uint32_t i = 0; i < n; i++) {
            if (pw_views_at(&w->v->views, i)->kind != kind) continue;
            w->number[i] = (uint32_t)w->order.n;
            pw_vec_push(&w->order, i);
        }
    assert(w->order.n == n);
}

static void put_values(struct pw_strbuf *out, const int64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pw_strbuf_printf(out, " %" PRId64, values[i]);
    pw_strbuf_putc(out, '\n');
}

static void put_views(struct pw_strbuf *out, const struct pairs_write_ctx *w)
{
    const struct pw_views *v = &w->v->views;
    pw_strbuf_printf(out, "sigmas %zu\n", v->sigmas.n);
    for (size_t i = 0; i < v->sigmas.n; i++)
        put_values(out, v->sigmas.at[i], v->shared.nfins);
    pw_strbuf_printf(out, "views %zu\n", w->order.n);
    for (size_t i = 0; i < w->order.n; i++) {
        const struct pw_view *a = pw_views_at(v, w->order.at[i]);
        if (a->kind == v->p->ntemplates) {
            pw_strbuf_puts(out, "-\n");
            continue;
        }
        pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32, a->kind, a->loc);
        put_values(out, a->values, v->kinds[a->kind].nfins);
    }
}

/* ---- moves ---- */

static int64_t weight_of(const struct pw_invariant *v, size_t count, uint32_t view)
{
    return view < v->nweighed ? v->counts.at[count].weights[view] : 0;
}

/* Do the changes alone show that counts are kept? Where they do not, facts must: a solver sees that
 * the counts are, or that there is no such step. */
static bool is_change_right(const struct pairs_write_ctx *w, const struct pw_view_move *m)
{
    for (size_t c = 0; c < w->v->counts.n; c++) {
        __int128 sum = (__int128)weight_of(w->v, c, m->view) - weight_of(w->v, c, m->view2);
        for (size_t i = 0; i < w->v->p->nshared; i++)
            sum += (__int128)m->change[i] * w->v->counts.at[c].alpha[i];
        if (sum) return false;
    }
    return true;
}

static void put_move(struct pw_strbuf *out, const struct pairs_write_ctx *w,
                     const struct pw_view_move *m)
{
    bool known = is_change_right(w, m);
    pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32, m->sigma,
                     w->number[m->view], m->edge, m->sigma2, w->number[m->view2]);
    for (size_t i = 0; i < w->v->p->nshared; i++)
        known &= m->known[i];
    if (!known) pw_strbuf_puts(out, " ?");
    for (size_t i = 0; i < w->v->p->nshared && known; i++)
        if (m->change[i]) pw_strbuf_printf(out, " %zu:%" PRId64, i, m->change[i]);
    pw_strbuf_putc(out, '\n');
}

static void put_moves(struct pw_strbuf *out, const struct pairs_write_ctx *w)
{
    pw_strbuf_printf(out, "moves %zu\n", w->moves->at.n);
    for (uint32_t view = 0; view < w->order.n; view++)
        for (size_t i = 0; i < w->moves->at.n; i++)
            if (w->number[w->moves->at.at[i].view] == view) put_move(out, w, &w->moves->at.at[i]);
}

/* ---- the invariant ---- */

static uint32_t term_number(struct pairs_write_ctx *w, const struct pw_expr *e)
{
    pw_strbuf_reset(&w->text);
    put_term(&w->text, e);
    return pw_names_intern(&w->terms, pw_strbuf_text(&w->text));
}

static void list_keys(struct pairs_write_ctx *w)
{
    for (size_t i = 0; i < w->v->keys.n; i++) {
        struct pw_invariant_key k = w->v->keys.at[i];
        k.u = w->number[k.u], k.v = w->number[k.v];
        assert(k.u <= k.v);
        pw_vec_push(&w->keys, k);
    }
    if (w->keys.n) qsort(w->keys.at, w->keys.n, sizeof *w->keys.at, pw_invariant_key_order);
}

static void put_keys(struct pw_strbuf *out, struct pairs_write_ctx *w)
{
    pw_strbuf_printf(out, "keys %zu\n", w->keys.n);
    for (size_t i = 0; i < w->keys.n; i++) {
        const struct pw_invariant_key *k = &w->keys.at[i];
        pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32 " %" PRIu32, k->sigma, k->u, k->v);
        for (size_t f = 0; f < k->facts.n; f++)
            pw_strbuf_printf(out, " %" PRIu32, term_number(w, k->facts.at[f]));
        pw_strbuf_putc(out, '\n');
    }
}

static void put_counts(struct pw_strbuf *out, const struct pairs_write_ctx *w)
{
    pw_strbuf_printf(out, "counts %zu\n", w->v->counts.n);
    for (size_t i = 0; i < w->v->counts.n; i++) {
        const struct pw_invariant_count *c = &w->v->counts.at[i];
        pw_strbuf_printf(out, "%" PRId64 " |", c->constant);
        for (size_t k = 0; k < w->v->p->nshared; k++)
            if (c->alpha[k]) pw_strbuf_printf(out, " %zu:%" PRId64, k, c->alpha[k]);
        pw_strbuf_puts(out, " |");
        for (size_t k = 0; k < w->order.n; k++) {
            uint32_t view = w->order.at[k];
            if (view < w->v->nweighed && c->weights[view])
                pw_strbuf_printf(out, " %zu:%" PRId64, k, c->weights[view]);
        }
        pw_strbuf_putc(out, '\n');
    }
}

static void put_tally(struct pw_strbuf *out, struct pairs_write_ctx *w,
                      const struct pw_invariant_tally *t)
{
    pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32 " |", t->kind, term_number(w, t->fact));
    for (size_t i = 0; i < t->views.n; i++)
        pw_strbuf_printf(out, " %" PRIu32, w->number[t->views.at[i]]);
    pw_strbuf_puts(out, " |");
    for (size_t i = 0; i < t->bounds.n; i++)
        pw_strbuf_printf(out, " %s %" PRIu32, t->bounds.at[i].upper ? "<=" : ">=",
                         term_number(w, t->bounds.at[i].bound));
    pw_strbuf_puts(out, " |");
    for (size_t i = 0; i < t->moves.n; i++) {
        const struct pw_invariant_move *m = &t->moves.at[i];
        const struct pw_thread_template *k =
            &w->v->p->templates[pw_views_at(&w->v->views, m->view)->kind];
        pw_strbuf_printf(out, " %" PRIu32 " %" PRIu32 " %zu %d %d", m->sigma, w->number[m->view],
                         (size_t)(m->edge - k->edges), m->up, m->down);
    }
    pw_strbuf_putc(out, '\n');
}

/* ---- starts and bad sets ---- */

static bool value_fits(const struct pw_var *var, int64_t value)
{
    if (!var->init) return true;
    if (var->init->kind == PW_EXPR_BOOL) return value == var->init->truth;
    return var->init->kind != PW_EXPR_INT || pw_int_cmp_si(&var->init->value, value) == 0;
}

static bool values_fit(const struct pw_view_vars *vars, const int64_t *values)
{
    for (size_t i = 0; i < vars->nfins; i++)
        if (!value_fits(&vars->vars[vars->fins[i]], values[i])) return false;
    return true;
}

static bool may_begin(const struct pairs_write_ctx *w, uint32_t number)
{
    assert(number < w->order.n);
    const struct pw_view *a = pw_views_at(&w->v->views, w->order.at[number]);
    if (a->kind == w->v->p->ntemplates) return true;
    if (a->loc != w->v->p->templates[a->kind].entry) return false;
    for (size_t c = 0; c < w->v->counts.n; c++)
        if (w->order.at[number] < w->v->nweighed && w->v->counts.at[c].weights[w->order.at[number]])
            return false;
    return values_fit(&w->v->views.kinds[a->kind], a->values);
}

/* Keys in which two threads may begin, as far as constants tell; the obligations say that there are
 * no others. */
static void put_starts(struct pw_strbuf *out, const struct pairs_write_ctx *w)
{
    struct pw_strbuf lines = {0};
    size_t n = 0;
    for (size_t i = 0; i < w->keys.n; i++) {
        const struct pw_invariant_key *k = &w->keys.at[i];
        if (!values_fit(&w->v->views.shared, w->v->views.sigmas.at[k->sigma]) ||
            !may_begin(w, k->u) || !may_begin(w, k->v))
            continue;
        pw_strbuf_printf(&lines, "%zu\n", i);
        n++;
    }
    pw_strbuf_printf(out, "starts %zu\n%s", n, pw_strbuf_text(&lines));
    pw_strbuf_clear(&lines);
}

static bool is_key(const struct pairs_write_ctx *w, uint32_t sigma, uint32_t u, uint32_t v)
{
    struct pw_invariant_key k = {.sigma = sigma, .u = u < v ? u : v, .v = u < v ? v : u};
    const struct pw_invariant_key *keys = w->keys.at;
    size_t at = PW_FIRST(i, 0, w->keys.n, pw_invariant_key_order(&keys[i], &k) >= 0);
    return at < w->keys.n && !pw_invariant_key_order(&keys[at], &k);
}

struct bad_set_search {
    const struct pairs_write_ctx *w;
    const struct pw_disjunct *d;
    uint32_t disjunct, sigma;
    pw_uints old; /* the chosen views, in the numbers of w->v; their new numbers ascend */
    pw_uints chosen;
    struct pw_strbuf lines;
    size_t needed; /* threads at most: sets that show the bad state have some that do so */
    size_t n;
};

static bool carries(const struct bad_set_search *x, uint32_t view)
{
    const struct pw_view *a = pw_views_at(&x->w->v->views, view);
    for (size_t i = 0; i < x->d->ncounts; i++)
        if (a->kind < x->w->v->p->ntemplates &&
            pw_program_at(x->w->v->p, x->d->counts[i].label, x->d->counts[i].template, a->kind,
                          a->loc))
            return true;
    return false;
}

static bool shows(const struct bad_set_search *x)
{
    const struct pw_views *v = &x->w->v->views;
    for (size_t i = 0; i < x->d->ncounts; i++) {
        const struct pw_count *c = &x->d->counts[i];
        size_t found = 0;
        for (size_t k = 0; k < x->old.n; k++) {
            const struct pw_view *a = pw_views_at(v, x->old.at[k]);
            found += pw_program_at(v->p, c->label, c->template, a->kind, a->loc);
        }
        if (found < c->least) return false;
    }
    return true;
}

bool pw_cert_fit(const struct pw_views *v, const uint32_t *views, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t kind = pw_views_at(v, views[i])->kind;
        int64_t same = 0;
        for (size_t k = 0; k < n; k++)
            same += pw_views_at(v, views[k])->kind == kind;
        if (kind < v->p->ntemplates && v->p->templates[kind].count >= 0 &&
            same > v->p->templates[kind].count)
            return false;
    }
    return true;
}

static bool may_join(const struct bad_set_search *x, uint32_t number)
{
    assert(number < x->w->order.n);
    bool fits = carries(x, x->w->order.at[number]);
    for (size_t i = 0; i < x->chosen.n && fits; i++)
        fits = is_key(x->w, x->sigma, x->chosen.at[i], number);
    for (size_t i = 0; !x->chosen.n && fits; i++) {
        if (i == x->w->keys.n) return false;
        assert(i < x->w->keys.n);
        const struct pw_invariant_key *k = &x->w->keys.at[i];
        if (k->sigma == x->sigma && (k->u == number || k->v == number)) break;
    }
    return fits;
}

/* As pwqo-check does: sets that show a bad state are not made larger. */
static void search_bad(struct bad_set_search *x)
{
    pw_limits_poll();
    if (shows(x)) {
        pw_strbuf_printf(&x->lines, "%" PRIu32 " %" PRIu32, x->disjunct, x->sigma);
        for (size_t i = 0; i < x->chosen.n; i++)
            pw_strbuf_printf(&x->lines, " %u", x->chosen.at[i]);
        pw_strbuf_putc(&x->lines, '\n');
        x->n++;
        return;
    }
    uint32_t from = x->chosen.n ? pw_vec_last(&x->chosen) : 0;
    for (uint32_t i = from; i < x->w->order.n && x->chosen.n < x->needed; i++) {
        if (!may_join(x, i)) continue;
        pw_vec_push(&x->chosen, i);
        pw_vec_push(&x->old, x->w->order.at[i]);
        if (pw_cert_fit(&x->w->v->views, x->old.at, x->old.n)) search_bad(x);
        (void)pw_vec_pop(&x->chosen);
        (void)pw_vec_pop(&x->old);
    }
}

static void put_bad(struct pw_strbuf *out, const struct pairs_write_ctx *w)
{
    struct bad_set_search x = {.w = w};
    const struct pw_program *p = w->v->p;
    for (x.disjunct = 0; x.disjunct < p->nunsafe; x.disjunct++) {
        x.d = &p->unsafe[x.disjunct];
        x.needed = 0;
        for (size_t i = 0; i < x.d->ncounts; i++)
            x.needed += x.d->counts[i].least;
        for (x.sigma = 0; x.sigma < w->v->views.sigmas.n && x.d->ncounts; x.sigma++)
            search_bad(&x);
    }
    pw_strbuf_printf(out, "bad %zu\n%s", x.n, pw_strbuf_text(&x.lines));
    pw_strbuf_clear(&x.lines);
    pw_vec_clear(&x.old), pw_vec_clear(&x.chosen);
}

/* ---- moves that lead to no key ---- */

static size_t leaving_own(const struct pairs_write_ctx *w, const struct pw_invariant_key *k,
                          uint32_t u, uint32_t other)
{
    size_t n = 0;
    for (size_t i = 0; i < w->moves->at.n; i++) {
        const struct pw_view_move *m = &w->moves->at.at[i];
        n += m->sigma == k->sigma && w->number[m->view] == u &&
             !is_key(w, m->sigma2, w->number[m->view2], other);
    }
    return n;
}

static size_t leaving_third(const struct pairs_write_ctx *w, const struct pw_invariant_key *k,
                            const struct pw_view_move *m)
{
    const struct pw_views *views = &w->v->views;
    const struct pw_thread_template *t = &w->v->p->templates[pw_views_at(views, m->view)->kind];
    assert(k->u < w->order.n);
    assert(k->v < w->order.n);
    uint32_t all[3] = {w->order.at[k->u], w->order.at[k->v], m->view}, third = w->number[m->view];
    return m->sigma == k->sigma && writes_shared(&t->edges[m->edge]) &&
           !pw_views_is_error(views, m->view2) && is_key(w, k->sigma, k->u, third) &&
           is_key(w, k->sigma, k->v, third) && pw_cert_fit(views, all, 3) &&
           !is_key(w, m->sigma2, k->u, k->v);
}

static size_t count_leaving(const struct pairs_write_ctx *w)
{
    size_t n = 0;
    for (size_t i = 0; i < w->keys.n; i++) {
        const struct pw_invariant_key *k = &w->keys.at[i];
        pw_limits_poll();
        n += leaving_own(w, k, k->u, k->v);
        if (k->u != k->v) n += leaving_own(w, k, k->v, k->u);
        for (size_t m = 0; m < w->moves->at.n; m++)
            n += leaving_third(w, k, &w->moves->at.at[m]);
    }
    return n;
}

/* ---- all ---- */

static void put_invariant(struct pw_strbuf *out, struct pairs_write_ctx *w)
{
    struct pw_strbuf rest = {0};
    put_keys(&rest, w);
    put_counts(&rest, w);
    pw_strbuf_printf(&rest, "tallies %zu\n", w->v->tallies.n);
    for (size_t i = 0; i < w->v->tallies.n; i++)
        put_tally(&rest, w, &w->v->tallies.at[i]);
    pw_strbuf_printf(out, "terms %zu\n", w->terms.n);
    for (size_t i = 0; i < w->terms.n; i++)
        pw_strbuf_printf(out, "%s\n", w->terms.at[i]);
    pw_strbuf_puts(out, pw_strbuf_text(&rest));
    pw_strbuf_clear(&rest);
}

/* Sets of more threads than pwqo-check takes. */
enum { MOST_BAD = 64 };

static bool too_many_bad(const struct pw_program *p)
{
    for (size_t d = 0; d < p->nunsafe; d++) {
        uint64_t needed = 0;
        for (size_t i = 0; i < p->unsafe[d].ncounts; i++)
            needed += p->unsafe[d].counts[i].least;
        if (needed > MOST_BAD) return true;
    }
    return false;
}

bool pw_cert_write_pairs(struct pw_strbuf *out, const struct pw_cert_about *about,
                         struct pw_invariant *v)
{
    struct pw_view_moves moves = {0};
    size_t start = out->n;
    /* where steps look at other threads all of them are for a solver */
    if (too_many_bad(v->p)) return false;
    if (!pw_program_uses(v->p) && !pw_view_moves_find(v, &moves)) return false;
    struct pairs_write_ctx w = {.v = v, .moves = &moves};
    assert(v->idle || !pw_cert_needs_idle(v->p));
    number_views(&w);
    list_keys(&w);
    pw_cert_put_head(out, "pairs", about);
    pw_cert_put_program(out, v->p);
    put_views(out, &w);
    put_moves(out, &w);
    put_invariant(out, &w);
    put_starts(out, &w);
    put_bad(out, &w);
    pw_strbuf_printf(out, "leaving %zu\n", count_leaving(&w));
    pw_cert_put_end(out, start, 0);
    PW_FREES(w.number, v->views.views.n + 1);
    pw_vec_clear(&w.order), pw_vec_clear(&w.keys);
    pw_names_clear(&w.terms);
    pw_strbuf_clear(&w.text);
    pw_view_moves_clear(&moves);
    return true;
}
