/* The relation of every edge of every thread, by the values of the slots it reads; the initial and
 * the bad states. */
#include <assert.h>

#include "base/limits.h"
#include "finite/reach_state.h"

/* Values of the slots that one edge reads, and its choices. */
struct relate_ctx {
    struct reach *r;
    const struct reach_thread *thread;
    const struct pw_edge *e;
    pw_space_numbers read; /* slots */
    int64_t *values;       /* by slot */
    int64_t *choices;
    pw_bdd relation;
};

static uint32_t slot_of(const struct reach_thread *t, bool shared, uint32_t index)
{
    return shared ? index : t->locals + index;
}

static void note_leaf(void *arg, const struct pw_expr *leaf)
{
    struct relate_ctx *x = arg;
    if (leaf->kind == PW_EXPR_CHOICE) return;
    assert(leaf->kind == PW_EXPR_SHARED || leaf->kind == PW_EXPR_LOCAL);
    uint32_t slot = slot_of(x->thread, leaf->kind == PW_EXPR_SHARED, leaf->index);
    for (size_t i = 0; i < x->read.n; i++)
        if (x->read.at[i] == slot) return;
    pw_vec_push(&x->read, slot);
}

static void read_leaf(void *arg, const struct pw_expr *leaf, pw_int *out)
{
    const struct relate_ctx *x = arg;
    bool shared = leaf->kind == PW_EXPR_SHARED;
    if (leaf->kind == PW_EXPR_CHOICE)
        pw_int_set_si(out, x->choices[leaf->index]);
    else
        pw_int_set_si(out, x->values[slot_of(x->thread, shared, leaf->index)]);
}

static int64_t value_of(struct relate_ctx *x, const struct pw_expr *e)
{
    if (e->is_bool) return pw_expr_holds(e, read_leaf, x);
    pw_int v;
    pw_int_init(&v);
    pw_expr_eval(e, read_leaf, x, &v);
    assert(pw_int_fits_si(&v));
    int64_t value = pw_int_get_si(&v);
    pw_int_clear(&v);
    return value;
}

/* The row of the present values: what is read now, what is written after. */
static void add_row(struct relate_ctx *x)
{
    struct reach *r = x->r;
    pw_limits_poll();
    if (!pw_expr_holds(x->e->guard, read_leaf, x)) return;
    pw_bdd row = PW_BDD_TRUE;
    for (size_t i = 0; i < x->read.n; i++)
        row = pw_bdd_and(r->m, row,
                         pw_reach_value(r, x->read.at[i], x->values[x->read.at[i]], false));
    for (size_t u = 0; u < x->e->nupdates; u++) {
        const struct pw_update *up = &x->e->updates[u];
        uint32_t slot = slot_of(x->thread, up->shared, up->index);
        row = pw_bdd_and(r->m, row, pw_reach_value(r, slot, value_of(x, up->to), true));
    }
    x->relation = pw_bdd_or(r->m, x->relation, row);
}

static void over_choices(struct relate_ctx *x, size_t i)
{
    if (i == x->e->nchoices) {
        add_row(x);
        return;
    }
    assert(i < x->e->nchoices);
    struct pw_type t = x->e->choices[i].type;
    for (x->choices[i] = t.lo; x->choices[i] <= t.hi; x->choices[i]++)
        over_choices(x, i + 1);
}

/* Depth: the slots that one edge reads. */
static void over_values(struct relate_ctx *x, size_t i)
{
    if (i == x->read.n) {
        over_choices(x, 0);
        return;
    }
    assert(i < x->read.n);
    const struct reach_slot *s = &x->r->slots.at[x->read.at[i]];
    for (uint64_t k = 0; k < s->size; k++) {
        x->values[x->read.at[i]] = s->lo + (int64_t)k;
        over_values(x, i + 1);
    }
}

static void relate_edge(struct reach *r, uint32_t thread, uint32_t edge)
{
    assert(thread < r->threads.n);
    const struct reach_thread *t = &r->threads.at[thread];
    assert(r->p->ntemplates > t->template);
    const struct pw_edge *e = &r->p->templates[t->template].edges[edge];
    struct relate_ctx x = {.r = r, .thread = t, .e = e, .relation = PW_BDD_FALSE};
    pw_bdd written = pw_reach_slot_set(r, t->loc);
    x.values = PW_NEWS(int64_t, r->slots.n);
    x.choices = PW_NEWS(int64_t, e->nchoices);
    pw_expr_visit(e->guard, note_leaf, &x);
    for (size_t u = 0; u < e->nupdates; u++) {
        const struct pw_update *up = &e->updates[u];
        pw_expr_visit(up->to, note_leaf, &x);
        uint32_t slot = slot_of(t, up->shared, up->index);
        written = pw_bdd_and(r->m, written, pw_reach_slot_set(r, slot));
    }
    over_values(&x, 0);
    pw_bdd from = pw_reach_value(r, t->loc, e->from, false);
    pw_bdd to = pw_reach_value(r, t->loc, e->to, true);
    x.relation = pw_bdd_and(r->m, x.relation, pw_bdd_and(r->m, from, to));
    struct reach_part part = {thread, edge, x.relation, written};
    if (!pw_bdd_is_false(part.relation)) pw_vec_push(&r->parts, part);
    PW_FREES(x.values, r->slots.n);
    PW_FREES(x.choices, e->nchoices);
    pw_vec_clear(&x.read);
}

void pw_reach_relate(struct reach *r)
{
    for (uint32_t i = 0; i < r->threads.n; i++)
        for (uint32_t e = 0; e < r->p->templates[r->threads.at[i].template].nedges; e++)
            relate_edge(r, i, e);
}

/* --- initial states --- */

static pw_bdd shared_cube(struct reach *r, uint32_t g)
{
    pw_bdd cube = PW_BDD_TRUE;
    for (uint32_t v = 0; v < r->p->nshared; v++)
        cube = pw_bdd_and(r->m, cube,
                          pw_reach_value(r, v, pw_space_shared_values(r->space, g)[v], false));
    return cube;
}

static pw_bdd local_cube(struct reach *r, const struct reach_thread *t, uint32_t l)
{
    pw_bdd cube = pw_reach_value(r, t->loc, pw_space_loc(r->space, t->template, l), false);
    for (uint32_t v = 0; v < r->p->templates[t->template].nlocals; v++) {
        int64_t value = pw_space_local_values(r->space, t->template, l)[v];
        cube = pw_bdd_and(r->m, cube, pw_reach_value(r, t->locals + v, value, false));
    }
    return cube;
}

static pw_bdd starts_of(struct reach *r, const struct reach_thread *t, const pw_space_numbers *at)
{
    pw_bdd any = PW_BDD_FALSE;
    for (size_t i = 0; i < at->n; i++)
        any = pw_bdd_or(r->m, any, local_cube(r, t, at->at[i]));
    return any;
}

/* Starts of an active thread a and a passive one b that the constraints on pairs allow. */
static pw_bdd pair_starts(struct reach *r, uint32_t g, const struct reach_thread *a,
                          const struct reach_thread *b, const pw_space_numbers *of)
{
    pw_bdd any = PW_BDD_FALSE;
    for (size_t i = 0; i < of[a->template].n; i++)
        for (size_t k = 0; k < of[b->template].n; k++) {
            uint32_t l = of[a->template].at[i], m = of[b->template].at[k];
            if (!pw_space_initial_pair(r->space, g, a->template, l, b->template, m)) continue;
            any = pw_bdd_or(r->m, any, pw_bdd_and(r->m, local_cube(r, a, l), local_cube(r, b, m)));
        }
    return any;
}

static pw_bdd initial_in(struct reach *r, uint32_t g, const pw_space_numbers *of)
{
    pw_bdd all = shared_cube(r, g);
    for (size_t i = 0; i < r->threads.n; i++) {
        const struct reach_thread *a = &r->threads.at[i];
        all = pw_bdd_and(r->m, all, starts_of(r, a, &of[a->template]));
        for (size_t k = 0; r->space->pair_init && k < r->threads.n; k++)
            if (k != i) all = pw_bdd_and(r->m, all, pair_starts(r, g, a, &r->threads.at[k], of));
    }
    return all;
}

pw_bdd pw_reach_initial(struct reach *r)
{
    pw_space_numbers shared = {0};
    pw_space_numbers *of = pw_mem_zalloc(r->p->ntemplates, sizeof *of);
    pw_bdd all = PW_BDD_FALSE;
    pw_space_initial_shared(r->space, &shared);
    for (size_t i = 0; i < shared.n; i++) {
        for (uint32_t t = 0; t < r->p->ntemplates; t++)
            pw_space_initial_locals(r->space, t, shared.at[i], &of[t]);
        all = pw_bdd_or(r->m, all, initial_in(r, shared.at[i], of));
    }
    for (uint32_t t = 0; t < r->p->ntemplates; t++)
        pw_vec_clear(&of[t]);
    pw_mem_free(of, r->p->ntemplates * sizeof *of);
    pw_vec_clear(&shared);
    return all;
}

/* --- bad states --- */

static pw_bdd at_label(struct reach *r, const struct reach_thread *t, const struct pw_count *c)
{
    pw_bdd any = PW_BDD_FALSE;
    for (uint32_t l = 0; l < r->p->templates[t->template].nlocs; l++)
        if (pw_program_at(r->p, c->label, c->template, t->template, l))
            any = pw_bdd_or(r->m, any, pw_reach_value(r, t->loc, l, false));
    return any;
}

/* At least c->least threads are at the label: k[i] = "at least i among the threads so far". */
static pw_bdd at_least(struct reach *r, const struct pw_count *c)
{
    if (c->least > r->threads.n) return PW_BDD_FALSE;
    pw_bdd *k = PW_NEWS(pw_bdd, c->least + 1);
    k[0] = PW_BDD_TRUE;
    for (size_t i = 0; i < r->threads.n; i++) {
        pw_bdd here = at_label(r, &r->threads.at[i], c);
        for (uint32_t n = c->least; n > 0; n--)
            k[n] = pw_bdd_or(r->m, k[n], pw_bdd_and(r->m, k[n - 1], here));
    }
    pw_bdd result = k[c->least];
    PW_FREES(k, c->least + 1);
    return result;
}

pw_bdd pw_reach_bad(struct reach *r)
{
    pw_bdd bad = PW_BDD_FALSE;
    for (size_t d = 0; d < r->p->nunsafe; d++) {
        pw_bdd all = PW_BDD_TRUE;
        for (size_t i = 0; i < r->p->unsafe[d].ncounts; i++)
            all = pw_bdd_and(r->m, all, at_least(r, &r->p->unsafe[d].counts[i]));
        bad = pw_bdd_or(r->m, bad, all);
    }
    for (size_t i = 0; i < r->threads.n; i++) {
        const struct reach_thread *t = &r->threads.at[i];
        assert(r->p->ntemplates > t->template);
        int32_t error = r->p->templates[t->template].error;
        if (error != PW_NONE) bad = pw_bdd_or(r->m, bad, pw_reach_value(r, t->loc, error, false));
    }
    return bad;
}
