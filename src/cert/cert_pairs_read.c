/* cert_pairs_read.c -- reads certificates of pair invariants back, for their obligations. Nothing
 * is believed: numbers are within their ranges, terms have their types and read only variables of
 * the threads that they speak of. Whether the keys prove anything is not looked at here. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/order.h"
#include "cert/cert_pairs.h"

enum { DEEPEST_TERM = 1000 };

struct pairs_scan {
    const struct pw_program *p;
    struct pw_cert_proof *x;
    const char *at, *eol, *end;
    PW_VEC(const struct pw_expr *) terms;
    bool bad;
};

/* ---- words ---- */

static bool next_line(struct pairs_scan *s)
{
    const char *from = s->eol ? s->eol + 1 : s->at;
    pw_limits_poll();
    s->eol = s->bad || from >= s->end ? NULL : memchr(from, '\n', (size_t)(s->end - from));
    s->at = from;
    s->bad |= !s->eol;
    return !s->bad;
}

static bool more(struct pairs_scan *s)
{
    while (!s->bad && s->at < s->eol && *s->at == ' ')
        s->at++;
    return !s->bad && s->at < s->eol;
}

static const char *word(struct pairs_scan *s, size_t *n)
{
    *n = 0;
    s->bad |= !more(s);
    if (s->bad) return "";
    const char *from = s->at;
    while (s->at < s->eol && *s->at != ' ')
        s->at++;
    *n = (size_t)(s->at - from);
    return from;
}

static bool accept(struct pairs_scan *s, const char *text)
{
    const char *before = s->at;
    size_t n;
    if (!more(s)) return false;
    const char *w = word(s, &n);
    if (n == strlen(text) && !memcmp(w, text, n)) return true;
    s->at = before;
    return false;
}

static int64_t number(struct pairs_scan *s, int64_t lo, int64_t hi)
{
    size_t n;
    int64_t v = lo;
    const char *w = word(s, &n);
    if (!s->bad && !pw_decimal_read(w, n, lo, hi, &v)) s->bad = true;
    return s->bad ? lo : v;
}

/* A number below n; 0 after a mistake, where n may be 0. */
static uint32_t below(struct pairs_scan *s, size_t n)
{
    if (!n) s->bad = true;
    return n ? (uint32_t)number(s, 0, (int64_t)n - 1) : 0;
}

static void expect(struct pairs_scan *s, const char *text)
{
    s->bad |= !accept(s, text);
}

static size_t section(struct pairs_scan *s, const char *name)
{
    next_line(s);
    expect(s, name);
    size_t n = (size_t)number(s, 0, 1000000000);
    s->bad |= more(s);
    return s->bad ? 0 : n;
}

/* ---- terms ---- */

static const struct pw_expr *read_term(struct pairs_scan *s, unsigned depth);

static const struct pw_expr *variable(struct pairs_scan *s, const char *w, size_t n)
{
    struct pw_expr_pool *pool = &s->x->v.pool;
    const struct pw_program *p = s->p;
    int64_t t = -1, i = 0;
    const char *dot = memchr(w, '.', n);
    if (*w == 's') {
        if (!pw_decimal_read(w + 1, n - 1, 0, (int64_t)p->nshared - 1, &i)) return NULL;
        return pw_expr_leaf(pool, PW_EXPR_SHARED, p->shared[i].type.kind == PW_BOOL, -1,
                            (uint32_t)i);
    }
    if ((*w != 'l' && *w != 'o') || !dot) return NULL;
    if (!pw_decimal_read(w + 1, (size_t)(dot - w) - 1, 0, (int64_t)p->ntemplates - 1, &t))
        return NULL;
    const struct pw_thread_template *k = &p->templates[t];
    if (!pw_decimal_read(dot + 1, n - (size_t)(dot + 1 - w), 0, (int64_t)k->nlocals - 1, &i))
        return NULL;
    return pw_expr_leaf(pool, *w == 'l' ? PW_EXPR_LOCAL : PW_EXPR_PASSIVE,
                        k->locals[i].type.kind == PW_BOOL, (int32_t)t, (uint32_t)i);
}

/* The arguments are of the types that expr.h says. */
static bool is_typed(enum pw_expr_kind kind, const struct pw_expr *const *a)
{
    switch (kind) {
    case PW_EXPR_MUL:
        return !a[0]->is_bool && !a[1]->is_bool &&
               (a[0]->kind == PW_EXPR_INT || a[1]->kind == PW_EXPR_INT);
    case PW_EXPR_DIV:
    case PW_EXPR_MOD:
        return !a[0]->is_bool && a[1]->kind == PW_EXPR_INT && pw_int_sgn(&a[1]->value) > 0;
    case PW_EXPR_ITE:
        return a[0]->is_bool && a[1]->is_bool == a[2]->is_bool;
    case PW_EXPR_NEG:
        return !a[0]->is_bool;
    case PW_EXPR_NOT:
        return a[0]->is_bool;
    case PW_EXPR_IFF:
    case PW_EXPR_XOR:
    case PW_EXPR_AND:
    case PW_EXPR_OR:
    case PW_EXPR_IMPLIES:
        return a[0]->is_bool && a[1]->is_bool;
    default:
        return !a[0]->is_bool && !a[1]->is_bool;
    }
}

static const struct pw_expr *application(struct pairs_scan *s, enum pw_expr_kind kind,
                                         unsigned depth)
{
    const struct pw_expr *a[3] = {NULL, NULL, NULL};
    unsigned n = pw_expr_arity(kind);
    for (unsigned i = 0; i < n; i++) {
        a[i] = read_term(s, depth + 1);
        if (!a[i]) return NULL;
    }
    if (!is_typed(kind, a)) return NULL;
    if (n == 1) return pw_expr_unary(&s->x->v.pool, kind, a[0]);
    if (n == 3) return pw_expr_ite(&s->x->v.pool, a[0], a[1], a[2]);
    return pw_expr_binary(&s->x->v.pool, kind, a[0], a[1]);
}

static const struct pw_expr *constant(struct pairs_scan *s, const char *w, size_t n)
{
    const struct pw_expr *e = NULL;
    pw_int v;
    pw_int_init(&v);
    if (pw_int_set_decimal(&v, w, n)) e = pw_expr_int(&s->x->v.pool, &v);
    pw_int_clear(&v);
    return e;
}

static const struct pw_expr *read_term(struct pairs_scan *s, unsigned depth)
{
#define X(kind, arity, text) #kind,
    static const char *const names[] = {PW_EXPR_KINDS(X)};
#undef X
    size_t n;
    if (depth > DEEPEST_TERM || s->bad) return NULL;
    if (accept(s, "true")) return pw_expr_bool(&s->x->v.pool, true);
    if (accept(s, "false")) return pw_expr_bool(&s->x->v.pool, false);
    if (accept(s, "before")) return pw_expr_leaf(&s->x->v.pool, PW_EXPR_BEFORE, true, -1, 0);
    const char *w = word(s, &n);
    if (!n) return NULL;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (pw_expr_arity((enum pw_expr_kind)k) && strlen(names[k]) == n &&
            !strncasecmp(names[k], w, n))
            return application(s, (enum pw_expr_kind)k, depth);
    const struct pw_expr *e = variable(s, w, n);
    return e ? e : constant(s, w, n);
}

static void read_terms(struct pairs_scan *s)
{
    for (size_t n = section(s, "terms"); n > 0 && next_line(s); n--) {
        const struct pw_expr *e = read_term(s, 0);
        s->bad |= !e || more(s) || s->x->v.pool.overflow;
        if (!s->bad) pw_vec_push(&s->terms, e);
    }
}

/* Which threads a term may speak of. */
struct term_readers {
    int64_t mine, other; /* templates; -1: none */
    bool fits;
};

static void check_leaf(void *arg, const struct pw_expr *e)
{
    struct term_readers *r = arg;
    if (e->kind == PW_EXPR_LOCAL) r->fits &= e->template == r->mine;
    if (e->kind == PW_EXPR_PASSIVE) r->fits &= e->template == r->other;
    if (e->kind == PW_EXPR_BEFORE) r->fits &= r->mine >= 0 && r->mine == r->other;
}

static const struct pw_expr *term(struct pairs_scan *s, bool is_bool, int64_t mine, int64_t other)
{
    struct term_readers r = {mine, other, true};
    uint32_t i = below(s, s->terms.n);
    if (s->bad) return NULL;
    pw_expr_visit(s->terms.at[i], check_leaf, &r);
    s->bad |= !r.fits || s->terms.at[i]->is_bool != is_bool;
    return s->terms.at[i];
}

/* ---- the finite part ---- */

static void read_values(struct pairs_scan *s, const struct pw_view_vars *vars, int64_t *out)
{
    for (size_t i = 0; i < vars->nfins; i++) {
        struct pw_type t = vars->vars[vars->fins[i]].type;
        out[i] = number(s, t.kind == PW_BOOL ? 0 : t.lo, t.kind == PW_BOOL ? 1 : t.hi);
    }
    s->bad |= more(s);
}

/* Equal ones would have one number: every line must be new. */
static void read_views(struct pairs_scan *s)
{
    struct pw_views *v = &s->x->v.views;
    size_t most = v->shared.nfins;
    for (size_t t = 0; t < s->p->ntemplates; t++)
        if (v->kinds[t].nfins > most) most = v->kinds[t].nfins;
    int64_t *values = PW_NEWS(int64_t, most + 1);
    size_t n = section(s, "sigmas");
    for (size_t i = 0; i < n && next_line(s); i++) {
        read_values(s, &v->shared, values);
        if (!s->bad && pw_views_sigma(v, values) != i) s->bad = true;
    }
    n = section(s, "views");
    for (size_t i = 0; i < n && next_line(s); i++) {
        uint32_t got = 0, kind = 0, loc = 0;
        if (accept(s, "-")) {
            got = pw_views_idle_view(v);
        } else {
            kind = below(s, s->p->ntemplates), loc = below(s, s->p->templates[kind].nlocs);
            read_values(s, &v->kinds[kind], values);
            if (!s->bad) got = pw_views_view(v, kind, loc, values);
        }
        s->bad |= got != i;
    }
    PW_FREES(values, most + 1);
}

static void read_change(struct pairs_scan *s, struct pw_cert_move *m)
{
    while (more(s)) {
        size_t n;
        int64_t var = 0, by = 0;
        const char *w = word(s, &n), *colon = memchr(w, ':', n);
        s->bad |=
            !colon ||
            !pw_decimal_read(w, (size_t)(colon - w), 0, (int64_t)s->p->nshared - 1, &var) ||
            !pw_decimal_read(colon + 1, n - (size_t)(colon + 1 - w), -INT32_MAX, INT32_MAX, &by);
        if (s->bad) return;
        pw_vec_push(&m->change, ((struct pw_tok){(uint32_t)var, by}));
    }
}

static void read_moves(struct pairs_scan *s)
{
    const struct pw_views *v = &s->x->v.views;
    for (size_t n = section(s, "moves"); n > 0 && next_line(s); n--) {
        struct pw_cert_move m = {.sigma = below(s, v->sigmas.n)};
        m.view = below(s, v->views.n);
        if (s->bad || pw_views_at(v, m.view)->kind == s->p->ntemplates) {
            s->bad = true;
            return;
        }
        m.edge = below(s, s->p->templates[pw_views_at(v, m.view)->kind].nedges);
        m.sigma2 = below(s, v->sigmas.n), m.view2 = below(s, v->views.n);
        m.known = !accept(s, "?");
        if (m.known) read_change(s, &m);
        pw_vec_push(&s->x->moves, m);
    }
}

/* ---- the invariant ---- */

int64_t pw_cert_key(const struct pw_cert_proof *x, uint32_t sigma, uint32_t u, uint32_t v)
{
    struct pw_invariant_key k = {.sigma = sigma, .u = u < v ? u : v, .v = u < v ? v : u};
    const struct pw_invariant_key *keys = x->v.keys.at;
    size_t at = PW_FIRST(i, 0, x->v.keys.n, pw_invariant_key_order(&keys[i], &k) >= 0);
    return at < x->v.keys.n && !pw_invariant_key_order(&keys[at], &k) ? (int64_t)at : -1;
}

static int64_t template_of(const struct pairs_scan *s, uint32_t view)
{
    uint32_t kind = pw_views_at(&s->x->v.views, view)->kind;
    return kind == s->p->ntemplates ? -1 : (int64_t)kind;
}

static void read_keys(struct pairs_scan *s)
{
    const struct pw_views *v = &s->x->v.views;
    for (size_t n = section(s, "keys"); n > 0 && next_line(s); n--) {
        struct pw_invariant_key k = {.sigma = below(s, v->sigmas.n)};
        k.u = below(s, v->views.n), k.v = below(s, v->views.n);
        if (s->bad) return;
        while (more(s)) {
            const struct pw_expr *e = term(s, true, template_of(s, k.u), template_of(s, k.v));
            if (!s->bad) pw_vec_push(&k.facts, e);
        }
        s->bad |= k.u > k.v ||
                  (s->x->v.keys.n && pw_invariant_key_order(&pw_vec_last(&s->x->v.keys), &k) >= 0);
        pw_vec_push(&s->x->v.keys, k);
    }
}

static void read_weights(struct pairs_scan *s, int64_t *out, size_t n)
{
    while (more(s) && !accept(s, "|")) {
        size_t width;
        int64_t id = 0, weight = 0, most = INT64_MAX / 4;
        const char *w = word(s, &width), *colon = memchr(w, ':', width);
        s->bad |=
            !colon || !pw_decimal_read(w, (size_t)(colon - w), 0, (int64_t)n - 1, &id) ||
            !pw_decimal_read(colon + 1, width - (size_t)(colon + 1 - w), -most, most, &weight);
        if (!s->bad) out[id] = weight;
    }
}

static void read_counts(struct pairs_scan *s)
{
    struct pw_invariant *v = &s->x->v;
    v->nweighed = v->views.views.n;
    for (size_t n = section(s, "counts"); n > 0 && next_line(s); n--) {
        struct pw_invariant_count c = {.constant = number(s, -INT64_MAX / 4, INT64_MAX / 4)};
        c.alpha = PW_NEWS(int64_t, s->p->nshared + 1);
        c.weights = PW_NEWS(int64_t, v->nweighed + 1);
        expect(s, "|");
        read_weights(s, c.alpha, s->p->nshared);
        read_weights(s, c.weights, v->nweighed);
        pw_vec_push(&v->counts, c);
    }
}

static void read_tally_moves(struct pairs_scan *s, struct pw_invariant_tally *t)
{
    const struct pw_views *v = &s->x->v.views;
    while (more(s)) {
        struct pw_invariant_move m = {.sigma = below(s, v->sigmas.n)};
        m.view = below(s, v->views.n);
        int64_t kind = s->bad ? -1 : template_of(s, m.view);
        if (kind < 0) {
            s->bad = true;
            return;
        }
        uint32_t edge = below(s, s->p->templates[kind].nedges);
        m.up = (int)number(s, 0, PW_INVARIANT_MANY), m.down = (int)number(s, 0, PW_INVARIANT_MANY);
        if (s->bad) return;
        m.edge = &s->p->templates[kind].edges[edge];
        pw_vec_push(&t->moves, m);
    }
}

static void read_tally(struct pairs_scan *s)
{
    const struct pw_views *v = &s->x->v.views;
    struct pw_invariant_tally t = {.kind = below(s, s->p->ntemplates)};
    t.fact = term(s, true, t.kind, -1);
    expect(s, "|");
    while (more(s) && !accept(s, "|")) {
        uint32_t view = below(s, v->views.n);
        s->bad |= s->bad || template_of(s, view) != t.kind ||
                  (t.views.n && pw_vec_last(&t.views) >= view);
        pw_vec_push(&t.views, view);
    }
    while (more(s) && !accept(s, "|")) {
        struct pw_invariant_bound b = {.upper = accept(s, "<=")};
        if (!b.upper) expect(s, ">=");
        b.bound = term(s, false, -1, -1);
        pw_vec_push(&t.bounds, b);
    }
    read_tally_moves(s, &t);
    pw_vec_push(&s->x->v.tallies, t);
}

static void read_claims(struct pairs_scan *s)
{
    struct pw_cert_proof *x = s->x;
    for (size_t n = section(s, "tallies"); n > 0 && next_line(s); n--)
        read_tally(s);
    for (size_t n = section(s, "starts"); n > 0 && next_line(s); n--)
        pw_vec_push(&x->starts, below(s, x->v.keys.n));
    for (size_t n = section(s, "bad"); n > 0 && next_line(s); n--) {
        struct pw_cert_bad b = {.disjunct = below(s, s->p->nunsafe)};
        b.sigma = below(s, x->v.views.sigmas.n);
        while (more(s))
            pw_vec_push(&b.views, below(s, x->v.views.views.n));
        pw_vec_push(&x->bad, b);
    }
}

void pw_cert_proof_clear(struct pw_cert_proof *x)
{
    struct pw_invariant *v = &x->v;
    for (size_t i = 0; i < x->moves.n; i++)
        pw_vec_clear(&x->moves.at[i].change);
    for (size_t i = 0; i < x->bad.n; i++)
        pw_vec_clear(&x->bad.at[i].views);
    pw_vec_clear(&x->moves), pw_vec_clear(&x->starts), pw_vec_clear(&x->bad);
    pw_invariant_clear(v);
}

bool pw_cert_read_pairs(const char *text, const char *end, const struct pw_program *p,
                        struct pw_cert_proof *x)
{
    struct pw_strbuf own = {0};
    struct pairs_scan s = {.p = p, .x = x, .at = text, .end = end};
    *x = (struct pw_cert_proof){.v = {.p = p}};
    pw_views_init(&x->v.views, p);
    pw_expr_pool_init(&x->v.pool);
    pw_cert_put_program(&own, p);
    s.bad = (size_t)(end - text) < own.n || memcmp(text, own.at, own.n);
    s.at += s.bad ? 0 : own.n;
    pw_strbuf_clear(&own);
    read_views(&s);
    read_moves(&s);
    read_terms(&s);
    read_keys(&s);
    read_counts(&s);
    read_claims(&s);
    x->v.idle = pw_cert_needs_idle(p);
    pw_vec_clear(&s.terms);
    if (s.bad) pw_cert_proof_clear(x);
    return !s.bad;
}
