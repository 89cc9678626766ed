#include "explicit_conform.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "run/interp.h"

/* A thread of one program, alone: states (location and locals) in the order in which they were met.
 */
struct step {
    uint32_t s, x, s2, x2;
};

struct alone {
    const struct pw_program *p;
    uint32_t t;
    struct pw_state *q;
    PW_VEC(struct step) steps;
    PW_VEC(struct step) fails;  /* s, x */
    PW_VEC(struct step) starts; /* s, x */
    PW_VEC(uint64_t) codes;     /* of the states */
};

static uint64_t size_of(struct pw_type t)
{
    assert(t.kind != PW_INT);
    return (uint64_t)(t.hi - t.lo) + 1;
}

static uint64_t encode(const struct pw_var *vars, const pw_int *v, size_t n)
{
    uint64_t code = 0;
    for (size_t i = n; i-- > 0;)
        code = code * size_of(vars[i].type) + (uint64_t)(pw_int_get_si(&v[i]) - vars[i].type.lo);
    return code;
}

static void decode(const struct pw_var *vars, pw_int *v, size_t n, uint64_t code)
{
    for (size_t i = 0; i < n; i++) {
        pw_int_set_si(&v[i], (int64_t)(code % size_of(vars[i].type)) + vars[i].type.lo);
        code /= size_of(vars[i].type);
    }
}

static uint64_t all_of(const struct pw_var *vars, size_t n)
{
    uint64_t all = 1;
    for (size_t i = 0; i < n; i++)
        all *= size_of(vars[i].type);
    return all;
}

static const struct pw_thread_template *thread(const struct alone *a)
{
    return &a->p->templates[a->t];
}

static uint32_t number(struct alone *a)
{
    const struct pw_thread *x = &a->q->threads[0];
    uint64_t code = encode(thread(a)->locals, x->locals, thread(a)->nlocals);
    code = code * thread(a)->nlocs + x->loc;
    for (uint32_t i = 0; i < a->codes.n; i++)
        if (a->codes.at[i] == code) return i;
    pw_vec_push(&a->codes, code);
    return (uint32_t)a->codes.n - 1;
}

static void load(struct alone *a, uint32_t s, uint32_t x)
{
    decode(a->p->shared, a->q->shared, a->p->nshared, s);
    a->q->threads[0].loc = (uint32_t)(a->codes.at[x] % thread(a)->nlocs);
    decode(thread(a)->locals, a->q->threads[0].locals, thread(a)->nlocals,
           a->codes.at[x] / thread(a)->nlocs);
}

static uint32_t loc_of(const struct alone *a, uint32_t x)
{
    return (uint32_t)(a->codes.at[x] % thread(a)->nlocs);
}

static void take(struct alone *a, uint32_t s, uint32_t x, uint32_t edge)
{
    const struct pw_edge *e = &thread(a)->edges[edge];
    pw_int *choices = PW_NEWS(pw_int, e->nchoices + 1);
    uint64_t all = 1;
    for (size_t i = 0; i < e->nchoices; i++) {
        pw_int_init(&choices[i]);
        all *= size_of(e->choices[i].type);
    }
    for (uint64_t k = 0; k < all; k++) {
        uint64_t code = k;
        for (size_t i = 0; i < e->nchoices; i++) {
            uint64_t n = size_of(e->choices[i].type);
            pw_int_set_si(&choices[i], (int64_t)(code % n) + e->choices[i].type.lo);
            code /= n;
        }
        load(a, s, x);
        if (!pw_interp_step(a->q, 0, edge, choices)) continue;
        struct step found = {.s = s, .x = x};
        if ((int32_t)e->to == thread(a)->error) {
            pw_vec_push(&a->fails, found);
            continue;
        }
        found.s2 = (uint32_t)encode(a->p->shared, a->q->shared, a->p->nshared);
        found.x2 = number(a);
        pw_vec_push(&a->steps, found);
    }
    for (size_t i = 0; i < e->nchoices; i++)
        pw_int_clear(&choices[i]);
    PW_FREES(choices, e->nchoices + 1);
}

static void list(struct alone *a, const struct pw_program *p, uint32_t t)
{
    *a = (struct alone){.p = p, .t = t, .q = pw_state_new(p, &t, 1)};
    uint32_t shared = (uint32_t)all_of(p->shared, p->nshared);
    uint64_t locals = all_of(thread(a)->locals, thread(a)->nlocals);
    for (uint32_t s = 0; s < shared; s++)
        for (uint64_t l = 0; l < locals; l++) {
            decode(p->shared, a->q->shared, p->nshared, s);
            decode(thread(a)->locals, a->q->threads[0].locals, thread(a)->nlocals, l);
            a->q->threads[0].loc = thread(a)->entry;
            struct step start = {.s = s};
            if (!pw_interp_initial(a->q, NULL)) continue;
            start.x = number(a);
            pw_vec_push(&a->starts, start);
        }
    for (uint32_t x = 0; x < a->codes.n; x++)
        for (uint32_t s = 0; s < shared; s++)
            for (uint32_t e = thread(a)->first_edge[loc_of(a, x)];
                 e < thread(a)->first_edge[loc_of(a, x) + 1]; e++)
                take(a, s, x, e);
}

static void clear(struct alone *a)
{
    pw_state_free(a->q);
    pw_vec_clear(&a->steps);
    pw_vec_clear(&a->fails);
    pw_vec_clear(&a->starts);
    pw_vec_clear(&a->codes);
}

/* ---- sets of states of A, as bits ---- */

struct pair {
    uint32_t x;
    uint64_t f;
};

struct comparing {
    struct alone T, A;
    uint32_t *see; /* per shared state: the number of what is observed of it */
    PW_VEC(struct pair) pairs;
    enum explicit_rules rules;
};

static void mark(void *arg, const struct pw_expr *leaf)
{
    if (leaf->kind == PW_EXPR_SHARED) ((bool *)arg)[leaf->index] = true;
}

static void find_observed(struct comparing *c)
{
    const struct pw_program *p = c->A.p;
    bool *read = PW_NEWS(bool, p->nshared + 1);
    uint32_t shared = (uint32_t)all_of(p->shared, p->nshared);
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *a = &p->templates[t];
        for (size_t i = 0; i < a->nlocals; i++)
            if (a->locals[i].init) pw_expr_visit(a->locals[i].init, mark, read);
        for (size_t i = 0; i < a->nedges; i++) {
            pw_expr_visit(a->edges[i].guard, mark, read);
            for (size_t k = 0; k < a->edges[i].nupdates; k++)
                pw_expr_visit(a->edges[i].updates[k].to, mark, read);
        }
    }
    c->see = PW_NEWS(uint32_t, shared);
    for (uint32_t s = 0; s < shared; s++) {
        decode(p->shared, c->A.q->shared, p->nshared, s);
        for (size_t i = 0; i < p->nshared; i++)
            if (!read[i]) pw_int_set_si(&c->A.q->shared[i], p->shared[i].type.lo);
        c->see[s] = (uint32_t)encode(p->shared, c->A.q->shared, p->nshared);
    }
    PW_FREES(read, p->nshared + 1);
}

static uint64_t bit(uint32_t x)
{
    assert(x < 64);
    return (uint64_t)1 << x;
}

static uint64_t closure(const struct comparing *c, uint64_t f, uint32_t o)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < c->A.steps.n; i++) {
            const struct step *e = &c->A.steps.at[i];
            if (!(f & bit(e->x)) || (f & bit(e->x2)) || c->see[e->s] != o || c->see[e->s2] != o)
                continue;
            f |= bit(e->x2);
            more = true;
        }
    }
    return f;
}

static uint64_t match(const struct comparing *c, uint64_t f, uint32_t o, uint32_t o2)
{
    uint64_t from = closure(c, f, o), to = o == o2 ? from : 0;
    for (size_t i = 0; i < c->A.steps.n; i++) {
        const struct step *e = &c->A.steps.at[i];
        if ((from & bit(e->x)) && c->see[e->s] == o && c->see[e->s2] == o2) to |= bit(e->x2);
    }
    return closure(c, to, o2);
}

static bool wrong(const struct comparing *c, uint64_t f, uint32_t o)
{
    f = closure(c, f, o);
    for (size_t i = 0; i < c->A.fails.n; i++)
        if ((f & bit(c->A.fails.at[i].x)) && c->see[c->A.fails.at[i].s] == o) return true;
    return false;
}

static bool has(const struct pw_program *p, const struct pw_loc *l, const char *name)
{
    for (size_t i = 0; i < l->nlabels; i++)
        if (!strcmp(p->labels[l->labels[i]].name, name)) return true;
    return false;
}

/* Some state of the set has the labels of the property that x has. */
static bool labelled(const struct comparing *c, uint32_t x, uint64_t f)
{
    const struct pw_program *p = c->T.p;
    const struct pw_loc *l = &thread(&c->T)->locs[loc_of(&c->T, x)];
    for (uint32_t y = 0; y < c->A.codes.n; y++) {
        const struct pw_loc *m = &thread(&c->A)->locs[loc_of(&c->A, y)];
        bool all = f & bit(y);
        for (size_t d = 0; d < p->nunsafe; d++)
            for (size_t k = 0; k < p->unsafe[d].ncounts; k++) {
                const struct pw_count *n = &p->unsafe[d].counts[k];
                const char *name = p->labels[n->label].name;
                if ((n->template == PW_ANY || n->template == (int32_t)c->T.t) && has(p, l, name))
                    all = all && has(c->A.p, m, name);
            }
        if (all) return true;
    }
    return false;
}

static void add(struct comparing *c, uint32_t x, uint64_t f)
{
    for (size_t i = 0; i < c->pairs.n; i++)
        if (c->pairs.at[i].x == x && c->pairs.at[i].f == f) return;
    struct pair found = {x, f};
    pw_vec_push(&c->pairs, found);
}

static bool is_fine(struct comparing *c, uint32_t x, uint64_t f)
{
    const struct pw_thread_template *t = thread(&c->T);
    uint32_t loc = loc_of(&c->T, x), shared = (uint32_t)all_of(c->T.p->shared, c->T.p->nshared);
    bool last = t->first_edge[loc] == t->first_edge[loc + 1];
    if (!f) return c->rules == EXPLICIT_AS_PRINTED && last;
    for (size_t i = 0; i < c->T.fails.n; i++)
        if (c->T.fails.at[i].x == x && !wrong(c, f, c->see[c->T.fails.at[i].s])) return false;
    for (uint32_t s = 0; s < shared; s++)
        if (!wrong(c, f, c->see[s]) && !labelled(c, x, closure(c, f, c->see[s]))) return false;
    for (size_t i = 0; i < c->T.steps.n; i++) {
        const struct step *e = &c->T.steps.at[i];
        if (e->x == x && !wrong(c, f, c->see[e->s]))
            add(c, e->x2, match(c, f, c->see[e->s], c->see[e->s2]));
    }
    return true;
}

bool explicit_conforms(const struct pw_program *concrete, const struct pw_program *abstract,
                       uint32_t t, enum explicit_rules rules)
{
    struct comparing c = {.rules = rules};
    bool yes = true;
    list(&c.T, concrete, t);
    list(&c.A, abstract, t);
    find_observed(&c);
    for (size_t i = 0; i < c.T.starts.n; i++) {
        uint64_t f = 0;
        for (size_t k = 0; k < c.A.starts.n; k++)
            if (c.A.starts.at[k].s == c.T.starts.at[i].s) f |= bit(c.A.starts.at[k].x);
        add(&c, c.T.starts.at[i].x, closure(&c, f, c.see[c.T.starts.at[i].s]));
    }
    for (size_t i = 0; i < c.pairs.n && yes; i++)
        yes = is_fine(&c, c.pairs.at[i].x, c.pairs.at[i].f);
    PW_FREES(c.see, (size_t)all_of(concrete->shared, concrete->nshared));
    pw_vec_clear(&c.pairs);
    clear(&c.T);
    clear(&c.A);
    return yes;
}
