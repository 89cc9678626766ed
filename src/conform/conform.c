#include "conform/conform.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/mem.h"
#include "conform/thread.h"

enum { ROUNDS = 8 }; /* of refinement */

/* ---- sets of places ---- */

bool pw_conform_label_counts(const struct pw_program *p, uint32_t template, uint32_t label)
{
    for (size_t i = 0; i < p->nunsafe; i++)
        for (size_t k = 0; k < p->unsafe[i].ncounts; k++) {
            const struct pw_count *n = &p->unsafe[i].counts[k];
            if (n->label == label && (n->template == PW_ANY || n->template == (int32_t) template))
                return true;
        }
    return false;
}

void pw_conform_close(const struct pw_conform *c, const bool *f, pw_term *out)
{
    size_t n = c->m->places.n;
    for (size_t y = 0; y < n; y++) {
        out[y] = PW_TERM_FALSE;
        for (size_t x = 0; x < n; x++)
            if (f[x]) out[y] = pw_term_or2(c->terms, out[y], c->m->reach[x * n + y]);
    }
}

/* Closes what holds under terms, with a reach matrix. */
static void close_terms(const struct pw_conform *c, const pw_term *in, const pw_term *reach,
                        pw_term *out)
{
    size_t n = c->m->places.n;
    for (size_t y = 0; y < n; y++) {
        out[y] = PW_TERM_FALSE;
        for (size_t x = 0; x < n; x++)
            out[y] = pw_term_or2(c->terms, out[y], pw_term_and2(c->terms, in[x], reach[x * n + y]));
    }
}

void pw_conform_start(const struct pw_conform *c, pw_term *out)
{
    close_terms(c, c->m->entry.at, c->m->reach, out);
}

pw_term pw_conform_wrong(const struct pw_conform *c, const pw_term *closed)
{
    pw_term f = PW_TERM_FALSE;
    for (size_t x = 0; x < c->m->places.n; x++)
        f = pw_term_or2(c->terms, f, pw_term_and2(c->terms, closed[x], c->m->err.at[x]));
    return f;
}

void pw_conform_match(struct pw_conform *c, uint32_t edge, const pw_term *closed, pw_term *out)
{
    struct pw_conform_edge *e = &c->edges[edge];
    const struct pw_machine *m = c->m;
    size_t n = m->places.n, ns = c->p->nshared;
    if (!e->step) {
        e->step = pw_arena_alloc(c->arena, (m->edges.n + 1) * sizeof *e->step);
        e->reach = pw_arena_alloc(c->arena, (n * n + 1) * sizeof *e->reach);
        for (size_t i = 0; i < m->edges.n; i++)
            e->step[i] = pw_term_subst(c->terms, m->edges.at[i].step, m->h, e->h, ns);
        for (size_t i = 0; i < n * n; i++)
            e->reach[i] = pw_term_subst(c->terms, m->reach[i], m->g, e->h, ns);
    }
    pw_term *d = PW_NEWS(pw_term, n + 1);
    for (size_t y = 0; y < n; y++)
        d[y] = pw_term_and2(c->terms, closed[y], e->same);
    for (size_t i = 0; i < m->edges.n; i++) {
        pw_term *to = &d[m->edges.at[i].to];
        *to = pw_term_or2(c->terms, *to,
                          pw_term_and2(c->terms, closed[m->edges.at[i].from], e->step[i]));
    }
    close_terms(c, d, e->reach, out);
    PW_FREES(d, n + 1);
}

static bool loc_has(const struct pw_program *p, const struct pw_loc *l, const char *name)
{
    for (size_t i = 0; i < l->nlabels; i++)
        if (!strcmp(p->labels[l->labels[i]].name, name)) return true;
    return false;
}

pw_term pw_conform_labelled(const struct pw_conform *c, uint32_t loc, const pw_term *closed)
{
    const struct pw_loc *l = &c->t->locs[loc];
    assert(c->m->p->ntemplates > c->m->template);
    const struct pw_thread_template *a = &c->m->p->templates[c->m->template];
    pw_term f = PW_TERM_FALSE;
    size_t need = 0;
    for (size_t i = 0; i < l->nlabels; i++)
        need += pw_conform_label_counts(c->p, c->template, l->labels[i]);
    if (!need) return PW_TERM_TRUE;
    for (size_t x = 0; x < c->m->places.n; x++) {
        bool all = true;
        for (size_t i = 0; i < l->nlabels; i++)
            if (pw_conform_label_counts(c->p, c->template, l->labels[i]))
                all = all && loc_has(c->m->p, &a->locs[c->m->places.at[x].loc],
                                     c->p->labels[l->labels[i]].name);
        if (all) f = pw_term_or2(c->terms, f, closed[x]);
    }
    return f;
}

/* ---- the search ---- */

static bool subset(const bool *a, const bool *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] && !b[i]) return false;
    return true;
}

static void add_pair(struct pw_conform *c, const struct pw_conform_pair *x)
{
    size_t nq = c->t->nlocals + c->preds.n, n = c->m->places.n;
    for (size_t i = 0; i < c->pairs.n; i++) {
        struct pw_conform_pair *y = &c->pairs.at[i];
        if (y->dropped || y->loc != x->loc || (nq && memcmp(y->q, x->q, nq * sizeof *y->q)))
            continue;
        if (subset(y->f, x->f, n)) return;
        if (subset(x->f, y->f, n)) y->dropped = true;
    }
    struct pw_conform_pair z = *x;
    z.q = pw_arena_copy(c->arena, x->q, (nq + 1) * sizeof *x->q);
    z.f = pw_arena_copy(c->arena, x->f, (n + 1) * sizeof *x->f);
    pw_vec_push(&c->pairs, z);
}

/* Adds all (q, F) of models of the assertions, but for larger F; l, preds, f: terms after the step.
 * */
static void enumerate(struct pw_conform *c, struct pw_conform_pair x, const pw_term *l,
                      const pw_term *preds, const pw_term *f)
{
    size_t nl = c->t->nlocals, np = c->preds.n, n = c->m->places.n;
    int64_t *q = PW_NEWS(int64_t, nl + np + 1);
    bool *set = PW_NEWS(bool, n + 1);
    pw_term_list other = {0};
    x.q = q;
    x.f = set;
    while (c->checks++, pw_solver_check(c->solver, NULL, 0)) {
        pw_vec_reset(&other);
        pw_conform_read_q(c, l, preds, q, &other);
        for (size_t y = 0; y < n; y++) {
            set[y] = pw_solver_bool_value(c->solver, f[y]);
            if (set[y]) pw_vec_push(&other, pw_term_not(f[y]));
        }
        add_pair(c, &x);
        pw_solver_assert_any(c->solver, other.at, other.n);
    }
    pw_vec_clear(&other);
    PW_FREES(q, nl + np + 1);
    PW_FREES(set, n + 1);
}

static void start(struct pw_conform *c)
{
    struct pw_conform_pair x = {.loc = c->t->entry, .parent = PW_NONE, .edge = PW_NONE};
    pw_term *f = PW_NEWS(pw_term, c->m->places.n + 1);
    pw_conform_start(c, f);
    pw_solver_push(c->solver);
    pw_solver_assert(c->solver, c->initial);
    enumerate(c, x, c->l, c->preds.at, f);
    pw_solver_pop(c->solver);
    PW_FREES(f, c->m->places.n + 1);
}

static bool possible(struct pw_conform *c, pw_term f)
{
    c->checks++;
    return pw_solver_check(c->solver, &f, 1);
}

static void follow(struct pw_conform *c, size_t pair, uint32_t edge, const pw_term *closed)
{
    size_t n = c->m->places.n, np = c->preds.n;
    const struct pw_conform_edge *e = &c->edges[edge];
    assert(edge < c->t->nedges);
    struct pw_conform_pair x = {.loc = c->t->edges[edge].to, .parent = (int64_t)pair, .edge = edge};
    pw_term *f = PW_NEWS(pw_term, n + 1), *preds = PW_NEWS(pw_term, np + 1);
    pw_conform_match(c, edge, closed, f);
    for (size_t i = 0; i < np; i++)
        preds[i] = pw_term_subst(c->terms, c->preds.at[i], c->l, e->l, c->t->nlocals);
    pw_solver_push(c->solver);
    pw_solver_assert(c->solver, e->guard);
    enumerate(c, x, e->l, preds, f);
    pw_solver_pop(c->solver);
    PW_FREES(f, n + 1);
    PW_FREES(preds, np + 1);
}

/* The errors of a pair and its successors. */
static enum pw_conform_reason visit(struct pw_conform *c, size_t pair, int64_t *edge)
{
    assert(pair < c->pairs.n);
    const struct pw_conform_pair x = c->pairs.at[pair];
    size_t n = c->m->places.n;
    enum pw_conform_reason why = PW_CONFORM_STEP;
    *edge = PW_NONE;
    for (size_t y = 0; y < n; y++)
        if (x.f[y]) why = PW_CONFORM_FINE;
    if (why) return why;
    pw_term *closed = PW_NEWS(pw_term, n + 1);
    pw_conform_close(c, x.f, closed);
    pw_solver_push(c->solver);
    pw_conform_assert_q(c, x.q);
    pw_solver_assert(c->solver, pw_term_not(pw_conform_wrong(c, closed)));
    if (possible(c, pw_term_not(pw_conform_labelled(c, x.loc, closed)))) why = PW_CONFORM_LABEL;
    for (uint32_t i = c->t->first_edge[x.loc]; !why && i < c->t->first_edge[x.loc + 1]; i++) {
        if ((int32_t)c->t->edges[i].to != c->t->error)
            follow(c, pair, i, closed);
        else if (possible(c, c->edges[i].guard))
            why = PW_CONFORM_ASSERTION, *edge = i;
    }
    pw_solver_pop(c->solver);
    PW_FREES(closed, n + 1);
    return why;
}

/* At none of the first n pairs is there a shared state in which the abstract thread cannot fail. */
static bool is_always_wrong(struct pw_conform *c, size_t n)
{
    bool wrong = n > 0;
    pw_term *closed = PW_NEWS(pw_term, c->m->places.n + 1);
    for (size_t i = 0; i < n && wrong; i++) {
        assert(i < c->pairs.n);
        pw_conform_close(c, c->pairs.at[i].f, closed);
        pw_solver_push(c->solver);
        pw_conform_assert_q(c, c->pairs.at[i].q);
        wrong = !possible(c, pw_term_not(pw_conform_wrong(c, closed)));
        pw_solver_pop(c->solver);
    }
    PW_FREES(closed, c->m->places.n + 1);
    return wrong;
}

static void search(struct pw_conform *c, struct pw_conform_result *r)
{
    int64_t edge;
    start(c);
    size_t first = c->pairs.n;
    for (size_t i = 0; i < c->pairs.n; i++) {
        pw_limits_poll();
        if (c->pairs.at[i].dropped) continue;
        enum pw_conform_reason why = visit(c, i, &edge);
        if (!why) continue;
        bool real = pw_conform_trace(c, i, edge, why, r);
        r->verdict = real ? PW_CONFORMS_NOT : PW_CONFORMS_UNKNOWN;
        r->reason = real ? why : PW_CONFORM_PREDICATES;
        return;
    }
    r->verdict = PW_CONFORMS;
    r->no_start = !first;
    r->always_wrong = is_always_wrong(c, first);
}

/* ---- the proof ---- */

static const char *number_text(struct pw_arena *a, const pw_int *v)
{
    struct pw_strbuf text = {0};
    pw_int_print(v, &text);
    const char *out = pw_arena_copy(a, pw_strbuf_text(&text), text.n + 1);
    pw_strbuf_clear(&text);
    return out;
}

static void keep_atom(const struct pw_conform *c, pw_term f, struct pw_conform_proof *out)
{
    size_t nl = c->t->nlocals, found = 0;
    assert(pw_term_kind(c->terms, f) == PW_LE || pw_term_kind(c->terms, f) == PW_EQ);
    const char **coefficients = pw_arena_alloc(&out->arena, (nl + 1) * sizeof *coefficients);
    for (size_t i = 0; i < nl; i++) {
        coefficients[i] = NULL;
        for (size_t k = 0; k < pw_term_arity(c->terms, f); k++)
            if (pw_term_same(pw_term_arg(c->terms, f, k), c->l[i])) {
                coefficients[i] = number_text(&out->arena, pw_term_coef(c->terms, f, k));
                found++;
            }
    }
    assert(found == pw_term_arity(c->terms, f)); /* only locals of T */
    struct pw_proof_atom a = {pw_term_kind(c->terms, f) == PW_EQ,
                              number_text(&out->arena, pw_term_const(c->terms, f)), coefficients};
    pw_vec_push(&out->atoms, a);
}

static void keep_pair(const struct pw_conform *c, const struct pw_conform_pair *x,
                      struct pw_conform_proof *out)
{
    size_t n = c->m->places.n, nq = c->t->nlocals + c->preds.n;
    uint32_t *f = pw_arena_alloc(&out->arena, (n + 1) * sizeof *f);
    struct pw_proof_pair y = {.loc = x->loc, .f = f};
    for (uint32_t i = 0; i < n; i++)
        if (x->f[i]) f[y.nf++] = i;
    y.q = pw_arena_copy(&out->arena, x->q, (nq + 1) * sizeof *x->q);
    assert(y.nf);
    pw_vec_push(&out->pairs, y);
}

static void keep_proof(const struct pw_conform *c, struct pw_conform_proof *out)
{
    assert(c->m->p->ntemplates > c->m->template);
    size_t na = c->m->p->templates[c->m->template].nlocals;
    out->nlocals = c->t->nlocals;
    out->nabstract = na;
    for (size_t i = 0; i < c->m->places.n; i++) {
        const struct pw_machine_place *x = &c->m->places.at[i];
        int64_t *values = pw_arena_alloc(&out->arena, (na + 1) * sizeof *values);
        if (na) memcpy(values, x->values, na * sizeof *values);
        struct pw_proof_place y = {x->loc, values};
        pw_vec_push(&out->places, y);
    }
    for (size_t i = 0; i < c->preds.n; i++)
        keep_atom(c, c->preds.at[i], out);
    for (size_t i = 0; i < c->pairs.n; i++)
        if (!c->pairs.at[i].dropped) keep_pair(c, &c->pairs.at[i], out);
}

void pw_conform_check(struct pw_conform_result *r, const struct pw_program *p, uint32_t t,
                      const struct pw_machine *m)
{
    struct pw_conform c;
    assert(t < p->ntemplates && !m->problem && !pw_program_uses(p));
    *r = (struct pw_conform_result){
        .places = m->places.n, .nshared = p->nshared, .nlocals = p->templates[t].nlocals};
    pw_arena_init(&r->arena);
    pw_conform_proof_init(&r->proof);
    pw_conform_thread_init(&c, p, t, m, &r->arena);
    pw_conform_predicates(&c);
    search(&c, r);
    for (int i = 0; i < ROUNDS && r->reason == PW_CONFORM_PREDICATES && !r->ntrace; i++) {
        if (!pw_conform_refine(&c)) break;
        pw_vec_reset(&c.pairs);
        r->reason = PW_CONFORM_FINE;
        search(&c, r);
    }
    for (size_t i = 0; i < c.pairs.n; i++)
        r->pairs += !c.pairs.at[i].dropped;
    if (r->verdict == PW_CONFORMS) keep_proof(&c, &r->proof);
    r->checks = c.checks;
    r->predicates = c.preds.n;
    pw_conform_thread_clear(&c);
}

void pw_conform_clear(struct pw_conform_result *r)
{
    for (size_t i = 0; i < r->ntrace; i++) {
        for (size_t k = 0; k < r->nshared; k++) {
            pw_int_clear(&r->trace[i].before[k]);
            pw_int_clear(&r->trace[i].after[k]);
        }
        for (size_t k = 0; k < r->nlocals; k++)
            pw_int_clear(&r->trace[i].locals[k]);
    }
    pw_conform_proof_clear(&r->proof);
    pw_arena_clear(&r->arena);
}
