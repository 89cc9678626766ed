#include "conform/propose.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "conform/project.h"
#include "conform/thread.h"
#include "prog/translate.h"

struct propos_ctx {
    struct pw_proposal *out;
    struct pw_machine *m;
    struct pw_conform c; /* T; its pairs, without places, are the places of the machine */
};

static const char too_many[] = "its locations with the values of its local variables are more than "
                               "200: write one by hand";

/* ---- what is observed ---- */

struct observ_ctx {
    bool *shared, *locals, more; /* locals: of T */
};

static void observe(void *arg, const struct pw_expr *leaf)
{
    struct observ_ctx *o = arg;
    bool *at = leaf->kind == PW_EXPR_SHARED               ? &o->shared[leaf->index]
               : leaf->kind == PW_EXPR_LOCAL && o->locals ? &o->locals[leaf->index]
                                                          : NULL;
    if (at && !*at) *at = o->more = true;
}

/* All that another thread reads. */
static void observe_other(const struct pw_thread_template *t, struct observ_ctx *o)
{
    for (size_t i = 0; i < t->nlocals; i++)
        if (t->locals[i].init) pw_expr_visit(t->locals[i].init, observe, o);
    for (size_t i = 0; i < t->nedges; i++) {
        pw_expr_visit(t->edges[i].guard, observe, o);
        for (size_t k = 0; k < t->edges[i].nupdates; k++)
            pw_expr_visit(t->edges[i].updates[k].to, observe, o);
    }
}

/* What T reads in guards, and for variables that are read. */
static void observe_thread(const struct pw_thread_template *t, struct observ_ctx *o)
{
    for (size_t i = 0; i < t->nlocals; i++)
        if (o->locals[i] && t->locals[i].init) pw_expr_visit(t->locals[i].init, observe, o);
    for (size_t i = 0; i < t->nedges; i++) {
        const struct pw_edge *e = &t->edges[i];
        pw_expr_visit(e->guard, observe, o);
        for (size_t k = 0; k < e->nupdates; k++)
            if ((e->updates[k].shared ? o->shared : o->locals)[e->updates[k].index])
                pw_expr_visit(e->updates[k].to, observe, o);
    }
}

static void find_observed(struct propos_ctx *s)
{
    const struct pw_program *p = s->m->p;
    assert(s->m->template <p->ntemplates);
    const struct pw_thread_template *t = &p->templates[s->m->template];
    struct observ_ctx o = {.shared = s->m->observed};
    for (size_t i = 0; i < p->ntemplates; i++)
        if (i != s->m->template) observe_other(&p->templates[i], &o);
    o.locals = PW_NEWS(bool, t->nlocals + 1);
    do {
        o.more = false;
        observe_thread(t, &o);
    } while (o.more);
    PW_FREES(o.locals, t->nlocals + 1);
    s->m->same = PW_TERM_TRUE;
    for (size_t i = 0; i < p->nshared; i++)
        if (o.shared[i])
            s->m->same = pw_term_and2(s->m->terms, s->m->same,
                                      pw_machine_equal(s->m->terms, s->m->g[i], s->m->h[i]));
}

/* ---- predicates ---- */

static pw_term shared_leaf(void *arg, const struct pw_expr *leaf)
{
    const struct propos_ctx *s = arg;
    if (leaf->kind == PW_EXPR_SHARED) return s->m->g[leaf->index];
    return pw_machine_var(s->m->terms, (struct pw_type){.kind = leaf->is_bool ? PW_BOOL : PW_INT},
                          NULL);
}

/* What others ask of shared variables, asked of the values that T writes. */
static void gather_written(struct propos_ctx *s, const struct pw_expr *e)
{
    pw_term f = pw_translate(s->m->terms, e, shared_leaf, s);
    for (size_t i = 0; i < s->c.t->nedges; i++) {
        pw_limits_poll();
        pw_conform_gather(
            &s->c, pw_term_subst(s->m->terms, f, s->m->g, s->c.edges[i].h, s->m->p->nshared));
    }
}

static void find_predicates(struct propos_ctx *s)
{
    const struct pw_program *p = s->m->p;
    pw_conform_predicates(&s->c);
    for (size_t i = 0; i < p->preds.n; i++)
        if (p->preds.at[i].class == PW_SHARED_PRED) gather_written(s, p->preds.at[i].expr);
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t i = 0; t != s->m->template && i < p->templates[t].nedges; i++)
            gather_written(s, p->templates[t].edges[i].guard);
}

/* ---- steps ---- */

/* Finite locals are numbers; the others, and the choices of the edge, are hidden. */
static pw_term without_values(struct propos_ctx *s, const int64_t *q, pw_term f)
{
    struct pw_conform *c = &s->c;
    for (size_t i = 0; i < c->t->nlocals; i++) {
        if (!pw_type_finite(c->t->locals[i].type)) continue;
        pw_term v = c->t->locals[i].type.kind == PW_BOOL ? pw_term_bool(q[i] != 0)
                                                         : pw_term_int_si(c->terms, q[i]);
        f = pw_term_subst(c->terms, f, &c->l[i], &v, 1);
    }
    return f;
}

static void hide(struct propos_ctx *s, const struct pw_edge *e, const struct pw_conform_edge *x,
                 pw_term_list *hidden)
{
    for (size_t i = 0; i < s->c.t->nlocals; i++)
        if (!pw_type_finite(s->c.t->locals[i].type)) pw_vec_push(hidden, s->c.l[i]);
    for (size_t i = 0; e && i < e->nchoices; i++)
        pw_vec_push(hidden, x->choices[i]);
}

/* The locals have these values, as terms before (NULL) or after an edge. */
static pw_term cube(struct propos_ctx *s, const int64_t *q, const pw_term *after)
{
    struct pw_conform *c = &s->c;
    size_t nl = c->t->nlocals;
    pw_term f = PW_TERM_TRUE;
    for (size_t i = 0; i < nl; i++)
        if (pw_type_finite(c->t->locals[i].type))
            f = pw_term_and2(c->terms, f,
                             pw_machine_is(c->terms, after ? after[i] : c->l[i], q[i]));
    for (size_t i = 0; i < c->preds.n; i++) {
        pw_term a = c->preds.at[i];
        if (after) a = pw_term_subst(c->terms, a, c->l, after, nl);
        f = pw_term_and2(c->terms, f, q[nl + i] ? a : pw_term_not(a));
    }
    return f;
}

static pw_term project(struct propos_ctx *s, uint32_t place, uint32_t edge, pw_term after,
                       pw_term *to)
{
    assert(place < s->c.pairs.n);
    const int64_t *q = s->c.pairs.at[place].q;
    const struct pw_conform_edge *x = &s->c.edges[edge];
    size_t ns = s->m->p->nshared;
    pw_term f = pw_term_and2(s->m->terms, cube(s, q, NULL), x->guard);
    struct pw_projection k = {.terms = s->m->terms, .h = s->m->h, .to = to, .n = ns};
    k.formula = without_values(s, q, pw_term_and2(s->m->terms, f, after));
    for (size_t i = 0; i < ns; i++)
        to[i] = s->m->observed[i] && !pw_term_same(x->h[i], s->m->g[i])
                    ? without_values(s, q, x->h[i])
                    : s->m->h[i];
    assert(edge < s->c.t->nedges);
    hide(s, &s->c.t->edges[edge], x, &k.hidden);
    pw_project_hidden(&k);
    for (size_t i = 0; i < ns; i++) /* what the edge leaves as it is */
        if (!s->m->observed[i] || pw_term_same(x->h[i], s->m->g[i])) to[i] = s->m->g[i];
    s->out->loose |= !k.exact;
    pw_vec_clear(&k.hidden);
    return k.formula;
}

static uint32_t place_of(struct propos_ctx *s, uint32_t loc, const int64_t *q)
{
    struct pw_conform *c = &s->c;
    size_t nq = c->t->nlocals + c->preds.n;
    for (size_t i = 0; i < c->pairs.n; i++)
        if (c->pairs.at[i].loc == loc && (!nq || !memcmp(c->pairs.at[i].q, q, nq * sizeof *q)))
            return (uint32_t)i;
    struct pw_conform_pair x = {.loc = loc,
                                .q = pw_arena_copy(&s->out->arena, q, (nq + 1) * sizeof *q)};
    struct pw_machine_place y = {.loc = loc};
    if (c->pairs.n >= PW_PROPOSE_PLACES) s->out->problem = too_many;
    pw_vec_push(&c->pairs, x);
    pw_vec_push(&s->m->places, y);
    pw_vec_push(&s->m->entry, PW_TERM_FALSE);
    pw_vec_push(&s->m->err, PW_TERM_FALSE);
    return (uint32_t)c->pairs.n - 1;
}

static void add_step(struct propos_ctx *s, uint32_t from, uint32_t to, uint32_t edge, pw_term after)
{
    struct pw_machine *m = s->m;
    size_t ns = m->p->nshared;
    pw_term *values = pw_arena_alloc(&s->out->arena, (ns + 1) * sizeof *values);
    struct pw_proposed_step x = {.from = from, .to = to, .to_values = values};
    x.step = x.when = project(s, from, edge, after, values);
    if (pw_term_same(x.when, PW_TERM_FALSE)) return;
    for (size_t i = 0; i < ns; i++)
        if (m->observed[i])
            x.step = pw_term_and2(m->terms, x.step, pw_machine_equal(m->terms, m->h[i], values[i]));
    struct pw_machine_edge e = {from, to, x.step};
    pw_vec_push(&s->out->steps, x);
    pw_vec_push(&m->edges, e);
}

static void follow(struct propos_ctx *s, uint32_t from, uint32_t edge)
{
    struct pw_conform *c = &s->c;
    const struct pw_conform_edge *x = &c->edges[edge];
    size_t nl = c->t->nlocals, np = c->preds.n;
    int64_t *q = PW_NEWS(int64_t, nl + np + 1);
    pw_term *preds = PW_NEWS(pw_term, np + 1);
    pw_term_list other = {0};
    for (size_t i = 0; i < np; i++)
        preds[i] = pw_term_subst(c->terms, c->preds.at[i], c->l, x->l, nl);
    pw_solver_push(c->solver);
    pw_solver_assert(c->solver, x->guard);
    while (!s->out->problem && pw_solver_check(c->solver, NULL, 0)) {
        pw_limits_poll();
        pw_vec_reset(&other);
        pw_conform_read_q(c, x->l, preds, q, &other);
        assert(edge < c->t->nedges);
        uint32_t to = place_of(s, c->t->edges[edge].to, q);
        add_step(s, from, to, edge, cube(s, q, x->l));
        pw_solver_assert_any(c->solver, other.at, other.n);
    }
    pw_solver_pop(c->solver);
    pw_vec_clear(&other);
    PW_FREES(q, nl + np + 1);
    PW_FREES(preds, np + 1);
}

static void visit(struct propos_ctx *s, uint32_t from)
{
    const struct pw_thread_template *t = s->c.t;
    assert(from < s->c.pairs.n);
    uint32_t loc = s->c.pairs.at[from].loc;
    pw_term *unused = PW_NEWS(pw_term, s->m->p->nshared + 1);
    pw_solver_push(s->c.solver);
    pw_conform_assert_q(&s->c, s->c.pairs.at[from].q);
    for (uint32_t i = t->first_edge[loc]; i < t->first_edge[loc + 1] && !s->out->problem; i++)
        if ((int32_t)t->edges[i].to != t->error)
            follow(s, from, i);
        else
            s->m->err.at[from] = pw_term_or2(s->m->terms, s->m->err.at[from],
                                             project(s, from, i, PW_TERM_TRUE, unused));
    pw_solver_pop(s->c.solver);
    PW_FREES(unused, s->m->p->nshared + 1);
}

/* The entry with the values that T may have, and the shared states it may have them with. */
static void start(struct propos_ctx *s)
{
    struct pw_conform *c = &s->c;
    int64_t *q = PW_NEWS(int64_t, c->t->nlocals + c->preds.n + 1);
    pw_term_list other = {0};
    pw_solver_push(c->solver);
    pw_solver_assert(c->solver, c->initial);
    while (!s->out->problem && pw_solver_check(c->solver, NULL, 0)) {
        pw_vec_reset(&other);
        pw_conform_read_q(c, c->l, c->preds.at, q, &other);
        uint32_t x = place_of(s, c->t->entry, q);
        struct pw_projection k = {.terms = c->terms, .h = s->m->h};
        k.formula = without_values(s, q, pw_term_and2(c->terms, c->initial, cube(s, q, NULL)));
        hide(s, NULL, NULL, &k.hidden);
        pw_project_hidden(&k);
        assert(x < s->m->entry.n);
        s->m->entry.at[x] = k.formula;
        pw_vec_clear(&k.hidden);
        pw_solver_assert_any(c->solver, other.at, other.n);
    }
    pw_solver_pop(c->solver);
    pw_vec_clear(&other);
    PW_FREES(q, c->t->nlocals + c->preds.n + 1);
}

/* ---- merging ---- */

struct merge_ctx {
    struct propos_ctx *s;
    struct pw_solver *solver; /* g and h are within their types */
    size_t n;
    pw_term *wrong, *weak; /* per place; per two places */
    uint32_t *class;
    size_t nclasses;
};

static pw_term after_step(struct merge_ctx *k, pw_term f)
{
    return pw_term_subst(k->s->m->terms, f, k->s->m->g, k->s->m->h, k->s->m->p->nshared);
}

/* weak(x, y): silent steps at g, at most one other, silent steps at h. */
static void find_weak(struct merge_ctx *k, size_t x)
{
    struct pw_machine *m = k->s->m;
    size_t n = k->n;
    pw_term *d = PW_NEWS(pw_term, n);
    k->wrong[x] = PW_TERM_FALSE;
    for (size_t y = 0; y < n; y++) {
        pw_term there = m->reach[x * n + y];
        d[y] = pw_term_and2(m->terms, there, m->same);
        k->wrong[x] =
            pw_term_or2(m->terms, k->wrong[x], pw_term_and2(m->terms, there, m->err.at[y]));
    }
    for (size_t i = 0; i < m->edges.n; i++) {
        const struct pw_machine_edge *e = &m->edges.at[i];
        d[e->to] = pw_term_or2(m->terms, d[e->to],
                               pw_term_and2(m->terms, m->reach[x * n + e->from], e->step));
    }
    for (size_t y = 0; y < n; y++) {
        pw_term f = PW_TERM_FALSE;
        for (size_t z = 0; z < n; z++)
            if (!pw_term_same(d[z], PW_TERM_FALSE))
                f = pw_term_or2(m->terms, f,
                                pw_term_and2(m->terms, d[z], after_step(k, m->reach[z * n + y])));
        k->weak[x * n + y] = f;
    }
    pw_limits_poll();
    PW_FREES(d, n);
}

/* Outside of what fails, x gets to the class. */
static pw_term gets_to(struct merge_ctx *k, size_t x, uint32_t class)
{
    struct pw_terms *t = k->s->m->terms;
    pw_term f = PW_TERM_FALSE;
    for (size_t y = 0; y < k->n; y++)
        if (k->class[y] == class) f = pw_term_or2(t, f, k->weak[x * k->n + y]);
    return pw_term_and2(t, f, pw_term_not(k->wrong[x]));
}

static bool equivalent(struct merge_ctx *k, pw_term a, pw_term b)
{
    pw_term differ = pw_term_xor(k->s->m->terms, a, b);
    return pw_term_same(a, b) || !pw_solver_check(k->solver, &differ, 1);
}

static bool same_labels(struct merge_ctx *k, size_t x, size_t y)
{
    const struct pw_conform *c = &k->s->c;
    assert(x < c->pairs.n);
    assert(y < c->pairs.n);
    const struct pw_loc *a = &c->t->locs[c->pairs.at[x].loc], *b = &c->t->locs[c->pairs.at[y].loc];
    for (uint32_t l = 0; l < c->p->nlabels; l++) {
        bool in_a = false, in_b = false;
        for (size_t i = 0; i < a->nlabels; i++)
            in_a = in_a || a->labels[i] == l;
        for (size_t i = 0; i < b->nlabels; i++)
            in_b = in_b || b->labels[i] == l;
        if (in_a != in_b && pw_conform_label_counts(c->p, c->template, l)) return false;
    }
    for (size_t i = 0; i < c->t->nlocals; i++) /* a mutex is locked and unlocked by one thread */
        if (c->t->locals[i].origin == PW_VAR_MINE && c->pairs.at[x].q[i] != c->pairs.at[y].q[i])
            return false;
    return true;
}

static bool alike(struct merge_ctx *k, size_t x, size_t y, const pw_term *sx, const pw_term *sy)
{
    if (!k->nclasses) return same_labels(k, x, y) && equivalent(k, k->wrong[x], k->wrong[y]);
    if (k->class[x] != k->class[y]) return false;
    for (size_t b = 0; b < k->nclasses; b++)
        if (!equivalent(k, sx[b], sy[b])) return false;
    return true;
}

/* One round: splits classes; the number of classes afterwards. */
static size_t split(struct merge_ctx *k)
{
    size_t nb = k->nclasses + 1, n = 0;
    uint32_t *next = PW_NEWS(uint32_t, k->n), *first = PW_NEWS(uint32_t, k->n);
    pw_term *to = PW_NEWS(pw_term, k->n * nb);
    for (size_t x = 0; x < k->n; x++) {
        size_t b = 0;
        for (uint32_t c = 0; c < k->nclasses; c++)
            to[x * nb + c] = gets_to(k, x, c);
        pw_limits_poll();
        while (b < n && !alike(k, x, first[b], &to[x * nb], &to[first[b] * nb]))
            b++;
        if (b == n) first[n++] = (uint32_t)x;
        next[x] = (uint32_t)b;
    }
    memcpy(k->class, next, k->n * sizeof *next);
    PW_FREES(next, k->n);
    PW_FREES(first, k->n);
    PW_FREES(to, k->n * nb);
    return n;
}

static void find_classes(struct merge_ctx *k)
{
    for (size_t n = split(k); n != k->nclasses; n = split(k)) {
        assert(n > k->nclasses);
        k->nclasses = n;
    }
}

static const char *lines_of(struct merge_ctx *k, uint32_t class)
{
    const struct pw_conform *c = &k->s->c;
    struct pw_strbuf text = {0};
    unsigned last = 0, next;
    do { /* in order, each once */
        next = UINT_MAX;
        for (size_t x = 0; x < k->n; x++) {
            assert(x < c->pairs.n);
            unsigned line = c->t->locs[c->pairs.at[x].loc].pos.line;
            if (k->class[x] == class && line > last && line < next) next = line;
        }
        if (next != UINT_MAX) pw_strbuf_printf(&text, "%s%u", text.n ? ", " : "", next);
        last = next;
    } while (next != UINT_MAX);
    const char *out = pw_arena_copy(&k->s->out->arena, pw_strbuf_text(&text), text.n + 1);
    pw_strbuf_clear(&text);
    return out;
}

static void make_classes(struct merge_ctx *k)
{
    struct pw_machine *m = k->s->m;
    for (uint32_t b = 0; b < k->nclasses; b++) {
        struct pw_proposed_class x = {.fails = PW_TERM_FALSE, .entry = PW_TERM_FALSE};
        for (size_t y = k->n; y-- > 0;) {
            if (k->class[y] != b) continue;
            assert(y < k->s->c.pairs.n);
            x.loc = k->s->c.pairs.at[y].loc;
            assert(y < m->err.n);
            x.fails = pw_term_or2(m->terms, x.fails, m->err.at[y]);
            assert(y < m->entry.n);
            x.entry = pw_term_or2(m->terms, x.entry, m->entry.at[y]);
        }
        x.lines = lines_of(k, b);
        x.fails = pw_project_simplify(m->terms, k->solver, x.fails);
        pw_vec_push(&k->s->out->classes, x);
    }
}

/* Steps between classes; those that add nothing are dropped. */
static void merge_steps(struct merge_ctx *k)
{
    struct pw_proposal *p = k->s->out;
    struct pw_terms *t = p->terms;
    for (size_t i = 0; i < p->steps.n; i++) {
        struct pw_proposed_step *e = &p->steps.at[i];
        e->from = k->class[e->from];
        e->to = k->class[e->to];
        assert(e->from < p->classes.n);
        pw_term known = p->classes.at[e->from].fails;
        if (e->from == e->to) known = pw_term_or2(t, known, k->s->m->same);
        for (size_t j = 0; j < i; j++)
            if (!p->steps.at[j].dropped && p->steps.at[j].from == e->from &&
                p->steps.at[j].to == e->to)
                known = pw_term_or2(t, known, p->steps.at[j].step);
        pw_term news = pw_term_and2(t, e->step, pw_term_not(known));
        e->dropped = !pw_solver_check(k->solver, &news, 1);
        if (e->dropped) continue;
        pw_solver_push(k->solver);
        pw_solver_assert(k->solver, pw_term_not(p->classes.at[e->from].fails));
        e->when = pw_project_simplify(t, k->solver, e->when);
        pw_solver_pop(k->solver);
    }
}

static void merge(struct propos_ctx *s)
{
    struct merge_ctx k = {.s = s, .n = s->m->places.n};
    struct pw_machine *m = s->m;
    k.solver = pw_solver_new(m->terms);
    for (size_t i = 0; i < m->p->nshared; i++) {
        pw_solver_assert(k.solver, pw_machine_in_type(m->terms, m->g[i], m->p->shared[i].type));
        pw_solver_assert(k.solver, pw_machine_in_type(m->terms, m->h[i], m->p->shared[i].type));
    }
    k.wrong = PW_NEWS(pw_term, k.n + 1);
    k.weak = PW_NEWS(pw_term, k.n * k.n + 1);
    k.class = PW_NEWS(uint32_t, k.n + 1);
    for (size_t x = 0; x < k.n; x++)
        find_weak(&k, x);
    find_classes(&k);
    make_classes(&k);
    merge_steps(&k);
    pw_solver_free(k.solver);
    PW_FREES(k.wrong, k.n + 1);
    PW_FREES(k.weak, k.n * k.n + 1);
    PW_FREES(k.class, k.n + 1);
}

void pw_propose_init(struct pw_proposal *x, const struct pw_program *p, uint32_t t)
{
    *x = (struct pw_proposal){.terms = pw_terms_new(), .template = t};
    struct propos_ctx s = {.out = x, .m = &x->machine};
    pw_arena_init(&x->arena);
    pw_machine_open(&x->machine, x->terms, p, t);
    find_observed(&s);
    pw_conform_thread_init(&s.c, p, t, &x->machine, &x->arena);
    find_predicates(&s);
    assert(t < p->ntemplates);
    x->locations = p->templates[t].nlocs;
    x->predicates = s.c.preds.n;
    start(&s);
    for (uint32_t i = 0; i < s.c.pairs.n && !x->problem; i++)
        visit(&s, i);
    if (!s.c.pairs.n && !x->problem) x->problem = "there is no initial state";
    if (!x->problem) {
        pw_machine_find_reach(&x->machine);
        merge(&s);
    }
    pw_conform_thread_clear(&s.c);
}

void pw_propose_clear(struct pw_proposal *x)
{
    pw_vec_clear(&x->classes);
    pw_vec_clear(&x->steps);
    pw_machine_clear(&x->machine);
    pw_terms_free(x->terms);
    pw_arena_clear(&x->arena);
}
