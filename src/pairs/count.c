#include "pairs/count.h"

#include <assert.h>
#include <string.h>

#include "base/table.h"
#include "pairs/count_graph.h"

void pw_counts_init(struct pw_counts *c, struct pw_encode *enc)
{
    *c = (struct pw_counts){.enc = enc};
    pw_arena_init(&c->arena);
}

void pw_counts_clear(struct pw_counts *c)
{
    pw_vec_clear(&c->all);
    pw_vec_clear(&c->classes);
    pw_arena_clear(&c->arena);
}

static int32_t class_kind(const struct pw_counts *c, uint32_t view)
{
    uint32_t kind = pw_views_at(c->enc->views, view)->kind;
    return c->enc->views->p->templates[kind].count >= 0 ? (int32_t)kind : -1;
}

/* The class of unknown threads in this view, unless they weigh nothing and are not counted. */
static void add_class(struct pw_counts *c, uint32_t view)
{
    int64_t *w = pw_arena_alloc(&c->arena, (c->all.n + 1) * sizeof *w);
    int32_t kind = class_kind(c, view);
    bool heavy = kind >= 0;
    for (size_t j = 0; j < c->all.n; j++) {
        w[j] = c->all.at[j].weights[view];
        heavy |= w[j] != 0;
    }
    if (!heavy) return;
    for (size_t i = 0; i < c->classes.n; i++) {
        const struct pw_count_class *k = &c->classes.at[i];
        if (k->kind != kind || memcmp(k->weights, w, c->all.n * sizeof *w)) continue;
        c->class_of[view] = (int32_t)i;
        return;
    }
    struct pw_count_class made = {kind, w, pw_term_int_var(c->enc->terms, NULL)};
    c->class_of[view] = (int32_t)c->classes.n;
    pw_vec_push(&c->classes, made);
}

static void make_classes(struct pw_counts *c)
{
    pw_vec_reset(&c->classes);
    memset(c->recent, 0, sizeof c->recent);
    c->class_of = pw_arena_alloc(&c->arena, (c->nviews + 1) * sizeof *c->class_of);
    memset(c->class_of, 0xff, (c->nviews + 1) * sizeof *c->class_of);
    for (uint32_t v = 0; v < c->nviews && c->all.n; v++)
        if (c->known[v]) add_class(c, v);
}

void pw_counts_find(struct pw_counts *c, const struct pw_samples *samples, bool wide, bool avoid)
{
    struct pw_count_graph g;
    assert(samples || !avoid);
    pw_count_graph_init(&g, c, samples, wide);
    g.avoid = avoid;
    pw_count_graph_explore(&g);
    if (!g.failed) {
        c->nviews = c->enc->views->views.n;
        c->known = pw_arena_alloc(&c->arena, (c->nviews + 1) * sizeof *c->known);
        for (uint32_t v = 0; v < c->nviews; v++)
            c->known[v] = v < g.place.n && g.place.at[v] >= 0;
        pw_count_solve(&g);
        make_classes(c);
    }
    pw_count_graph_clear(&g);
}

void pw_counts_drop(struct pw_counts *c, size_t j)
{
    for (; j + 1 < c->all.n; j++)
        c->all.at[j] = c->all.at[j + 1];
    c->all.n--;
    make_classes(c);
}

bool pw_counts_guessed(const struct pw_counts *c)
{
    for (size_t j = 0; j < c->all.n; j++)
        if (c->all.at[j].guessed) return true;
    return false;
}

pw_term pw_counts_step(struct pw_counts *c, size_t j, const struct pw_step *step)
{
    struct pw_encode *e = c->enc;
    const struct pw_views *v = e->views;
    assert(j < c->all.n);
    const struct pw_counting *k = &c->all.at[j];
    if (step->view2 >= c->nviews || !c->known[step->view2]) return PW_TERM_FALSE;
    pw_term sum = pw_term_int_si(e->terms, k->weights[step->view] - k->weights[step->view2]);
    for (uint32_t i = 0; i < v->p->nshared; i++) {
        if (!k->alpha[i]) continue;
        assert(step->sigma < v->sigmas.n);
        pw_term before = pw_count_variable(e, i, v->sigmas.at[step->sigma]);
        pw_term after = pw_type_finite(v->p->shared[i].type)
                            ? pw_count_variable(e, i, v->sigmas.at[step->sigma2])
                            : step->shared[v->shared.rank[i]];
        pw_term d = pw_term_sub(e->terms, after, before);
        sum = pw_term_add(e->terms, sum, pw_term_mul_si(e->terms, k->alpha[i], d));
    }
    return pw_term_eq(e->terms, sum, pw_term_int_si(e->terms, 0));
}

/* ---- use ---- */

bool pw_counts_fit(const struct pw_views *v, const uint32_t *views, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t kind = pw_views_at(v, views[i])->kind;
        if (kind >= v->p->ntemplates || v->p->templates[kind].count < 0) continue;
        int64_t same = 0;
        for (size_t j = 0; j < n; j++)
            same += pw_views_at(v, views[j])->kind == kind;
        if (same > v->p->templates[kind].count) return false;
    }
    return true;
}

static int64_t weight_of(const struct pw_counts *c, size_t j, uint32_t view)
{
    if (pw_views_at(c->enc->views, view)->kind == pw_views_idle(c->enc->views)) return 0;
    assert(view < c->nviews && c->known[view]);
    assert(j < c->all.n);
    return c->all.at[j].weights[view];
}

uint64_t pw_counts_class_bit(const struct pw_counts *c, uint32_t view)
{
    if (view >= c->nviews || !c->all.n || c->class_of[view] < 0) return 0;
    return c->classes.n > 64 ? UINT64_MAX : (uint64_t)1 << c->class_of[view];
}

static bool has_class(const struct pw_counts *c, uint64_t others, size_t i)
{
    return c->classes.n > 64 || (others >> i & 1);
}

/* The equation of invariant j, and the bound that it gives when all weights have one sign. */
static void make_equation(struct pw_counts *c, struct pw_count_equation *e)
{
    struct pw_terms *t = c->enc->terms;
    assert(e->j < c->all.n);
    const struct pw_counting *k = &c->all.at[e->j];
    pw_term sum = pw_term_int_si(t, 0), right = pw_term_int_si(t, k->constant + e->known);
    bool up = true, down = true;
    for (uint32_t i = 0; i < c->enc->views->p->nshared; i++) {
        if (!k->alpha[i]) continue;
        assert(e->sigma < c->enc->views->sigmas.n);
        pw_term x = pw_count_variable(c->enc, i, c->enc->views->sigmas.at[e->sigma]);
        sum = pw_term_add(t, sum, pw_term_mul_si(t, k->alpha[i], x));
    }
    pw_term rest = right;
    for (size_t i = 0; i < c->classes.n; i++) {
        int64_t w = has_class(c, e->others, i) ? c->classes.at[i].weights[e->j] : 0;
        if (w) rest = pw_term_add(t, rest, pw_term_mul_si(t, w, c->classes.at[i].number));
        up &= w >= 0;
        down &= w <= 0;
    }
    e->n = 0;
    e->says[e->n++] = pw_term_eq(t, sum, rest);
    if (up) e->says[e->n++] = pw_term_ge(t, sum, right);
    if (down) e->says[e->n++] = pw_term_le(t, sum, right);
}

/* Of the classes only those that weigh something for j matter. */
static uint64_t others_of(const struct pw_counts *c, size_t j, uint64_t others)
{
    uint64_t heavy = 0;
    if (c->classes.n > 64) return UINT64_MAX;
    for (size_t i = 0; i < c->classes.n; i++)
        if (c->classes.at[i].weights[j]) heavy |= (uint64_t)1 << i;
    return others & heavy;
}

/* The same few equations are asked for again and again: the last one of each place of a small table
 * is kept. Terms are interned, so this changes nothing but the work. */
static void add_equation(struct pw_counts *c, size_t j, uint32_t sigma, int64_t known,
                         uint64_t others, pw_term_list *out)
{
    uint64_t hash = pw_hash_mix(pw_hash_mix((uint64_t)j << 32 | sigma, (uint64_t)known), others);
    struct pw_count_equation *e = &c->recent[hash % PW_COUNT_RECENT];
    if (!e->n || e->j != j || e->sigma != sigma || e->known != known || e->others != others) {
        *e = (struct pw_count_equation){j, sigma, known, others, {PW_TERM_TRUE}, 0};
        make_equation(c, e);
    }
    assert(e->n >= 1 && e->n <= sizeof e->says / sizeof *e->says);
    for (size_t i = 0; i < e->n; i++)
        pw_vec_push(out, e->says[i]);
}

/* The unknown threads of a counted kind are as many as are not known. */
static void add_total(struct pw_counts *c, int32_t kind, int64_t known, uint64_t others,
                      pw_term_list *out)
{
    struct pw_terms *t = c->enc->terms;
    pw_term sum = pw_term_int_si(t, 0);
    bool any = false;
    for (size_t i = 0; i < c->classes.n; i++) {
        if (c->classes.at[i].kind != kind) continue;
        any = true;
        if (!has_class(c, others, i)) continue;
        sum = pw_term_add(t, sum, c->classes.at[i].number);
    }
    assert((size_t)kind < c->enc->views->p->ntemplates);
    int64_t count = c->enc->views->p->templates[kind].count;
    if (any) pw_vec_push(out, pw_term_eq(t, sum, pw_term_int_si(t, count - known)));
}

void pw_counts_context(struct pw_counts *c, uint32_t sigma, const uint32_t *views, size_t n,
                       uint64_t others, pw_term_list *out)
{
    struct pw_views *v = c->enc->views;
    if (!c->all.n) return;
    for (size_t i = 0; i < n; i++)
        if (pw_views_is_error(v, views[i])) return;
    for (size_t i = 0; i < c->classes.n; i++) {
        pw_term zero = pw_term_int_si(c->enc->terms, 0);
        pw_vec_push(out, pw_term_ge(c->enc->terms, c->classes.at[i].number, zero));
    }
    for (size_t j = 0; j < c->all.n; j++) {
        int64_t known = 0;
        for (size_t i = 0; i < n; i++)
            known += weight_of(c, j, views[i]);
        add_equation(c, j, sigma, known, others_of(c, j, others), out);
    }
    for (int32_t t = 0; t < (int32_t)v->p->ntemplates; t++) {
        int64_t known = 0;
        if (v->p->templates[t].count < 0) continue;
        for (size_t i = 0; i < n; i++)
            known += pw_views_at(v, views[i])->kind == (uint32_t)t;
        add_total(c, t, known, others, out);
    }
}
