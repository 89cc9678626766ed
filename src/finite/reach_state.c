#include "finite/reach_state.h"

#include <assert.h>

static unsigned bits_for(uint64_t size)
{
    unsigned b = 0;
    while (b < 63 && ((uint64_t)1 << b) < size)
        b++;
    return b;
}

static void add_slot(struct reach *r, int64_t lo, uint64_t size)
{
    struct reach_slot s = {lo, size, bits_for(size), UINT32_MAX};
    pw_vec_push(&r->slots, s);
}

static void add_variables(struct reach *r, const struct pw_var *vars, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_slot(r, vars[i].type.lo, (uint64_t)(vars[i].type.hi - vars[i].type.lo + 1));
}

static void place_slot(struct reach *r, uint32_t slot)
{
    if (r->slots.at[slot].first != UINT32_MAX) return;
    assert(slot < r->slots.n);
    r->slots.at[slot].first = r->bits;
    r->bits += r->slots.at[slot].bits;
}

static void place_leaf(void *arg, const struct pw_expr *leaf)
{
    if (leaf->kind == PW_EXPR_SHARED) place_slot(arg, leaf->index);
}

/* The shared variables that a template names. */
static void place_shared_of(struct reach *r, uint32_t t)
{
    assert(t < r->p->ntemplates);
    const struct pw_thread_template *T = &r->p->templates[t];
    for (size_t e = 0; e < T->nedges; e++) {
        pw_expr_visit(T->edges[e].guard, place_leaf, r);
        for (size_t u = 0; u < T->edges[e].nupdates; u++) {
            const struct pw_update *up = &T->edges[e].updates[u];
            if (up->shared) place_slot(r, up->index);
            pw_expr_visit(up->to, place_leaf, r);
        }
    }
}

static void add_thread(struct reach *r, uint32_t t)
{
    struct reach_thread x = {t, (uint32_t)r->slots.n, (uint32_t)r->slots.n + 1};
    assert(t < r->p->ntemplates);
    add_slot(r, 0, r->p->templates[t].nlocs);
    add_variables(r, r->p->templates[t].locals, r->p->templates[t].nlocals);
    pw_vec_push(&r->threads, x);
}

static void place_everything(struct reach *r)
{
    for (size_t i = 0; i < r->threads.n; i++) {
        struct reach_thread x = r->threads.at[i];
        place_shared_of(r, x.template);
        place_slot(r, x.loc);
        for (uint32_t v = 0; v < r->p->templates[x.template].nlocals; v++)
            place_slot(r, x.locals + v);
    }
    for (uint32_t s = 0; s < r->slots.n; s++)
        place_slot(r, s);
}

void pw_reach_open(struct reach *r, struct pw_space *s, const uint64_t *counts)
{
    *r = (struct reach){.space = s, .p = s->p, .counts = counts};
    add_variables(r, r->p->shared, r->p->nshared);
    for (uint32_t t = 0; t < r->p->ntemplates; t++)
        for (uint64_t k = 0; k < counts[t]; k++)
            add_thread(r, t);
    place_everything(r);
    r->m = pw_bdds_new(2 * r->bits);
    r->to_now = PW_NEWS(unsigned, 2 * r->bits);
    for (unsigned v = 0; v < 2 * r->bits; v++)
        r->to_now[v] = v & ~1u;
}

void pw_reach_close(struct reach *r)
{
    PW_FREES(r->to_now, 2 * r->bits);
    pw_bdds_free(r->m);
    pw_vec_clear(&r->threads);
    pw_vec_clear(&r->slots);
    pw_vec_clear(&r->parts);
}

pw_bdd pw_reach_value(struct reach *r, uint32_t slot, int64_t value, bool after)
{
    assert(slot < r->slots.n);
    const struct reach_slot *s = &r->slots.at[slot];
    uint64_t code = (uint64_t)(value - s->lo);
    pw_bdd cube = PW_BDD_TRUE;
    assert(value >= s->lo && code < s->size);
    for (unsigned b = s->bits; b-- > 0;) {
        unsigned v = 2 * (s->first + b) + after;
        cube = pw_bdd_and(r->m, pw_bdd_literal(r->m, v, code >> b & 1), cube);
    }
    return cube;
}

pw_bdd pw_reach_slot_set(struct reach *r, uint32_t slot)
{
    assert(slot < r->slots.n);
    const struct reach_slot *s = &r->slots.at[slot];
    pw_bdd set = PW_BDD_TRUE;
    for (unsigned b = s->bits; b-- > 0;)
        set = pw_bdd_and(r->m, pw_bdd_var(r->m, 2 * (s->first + b)), set);
    return set;
}

/* --- does it fit? --- */

enum { MOST_ROWS = 1 << 20 }; /* values of what one edge reads, which are gone through one by one */

struct read_ctx {
    const struct pw_program *p;
    const struct pw_edge *e;
    PW_VEC(const struct pw_expr *) leaves;
    uint64_t rows;
};

static uint64_t values_of(const struct read_ctx *x, const struct pw_expr *leaf)
{
    struct pw_type t = leaf->kind == PW_EXPR_SHARED ? x->p->shared[leaf->index].type
                       : leaf->kind == PW_EXPR_CHOICE
                           ? x->e->choices[leaf->index].type
                           : x->p->templates[leaf->template].locals[leaf->index].type;
    return (uint64_t)(t.hi - t.lo + 1);
}

static void multiply(void *arg, const struct pw_expr *leaf)
{
    struct read_ctx *x = arg;
    for (size_t i = 0; i < x->leaves.n; i++)
        if (pw_expr_equal(x->leaves.at[i], leaf)) return;
    pw_vec_push(&x->leaves, leaf);
    if (x->rows <= MOST_ROWS) x->rows *= values_of(x, leaf);
}

static bool edge_fits(const struct pw_program *p, const struct pw_edge *e)
{
    struct read_ctx x = {.p = p, .e = e, .rows = 1};
    pw_expr_visit(e->guard, multiply, &x);
    for (size_t u = 0; u < e->nupdates; u++)
        pw_expr_visit(e->updates[u].to, multiply, &x);
    pw_vec_clear(&x.leaves);
    return x.rows <= MOST_ROWS;
}

bool pw_reach_fits(const struct pw_program *p, const uint64_t *counts)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < p->nshared; i++)
        bits += bits_for((uint64_t)(p->shared[i].type.hi - p->shared[i].type.lo + 1));
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *T = &p->templates[t];
        uint64_t own = bits_for(T->nlocs);
        for (size_t v = 0; v < T->nlocals; v++)
            own += bits_for((uint64_t)(T->locals[v].type.hi - T->locals[v].type.lo + 1));
        if (counts[t] > PW_BDD_VARS) return false;
        for (size_t e = 0; e < T->nedges; e++)
            if (!edge_fits(p, &T->edges[e])) return false;
        bits += own * counts[t];
    }
    return bits <= PW_BDD_VARS / 2;
}
