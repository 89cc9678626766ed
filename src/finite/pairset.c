#include "finite/pairset.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "finite/pairset_state.h"

/* ---- scope ---- */

static bool finite_vars(const struct pw_var *vars, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!pw_type_finite(vars[i].type)) return false;
    return true;
}

static void find_count(void *arg, const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_COUNT) *(bool *)arg = true;
}

const char *pw_pairset_declines(const struct pw_program *p)
{
    bool finite = finite_vars(p->shared, p->nshared), counts = false;
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *x = &p->templates[t];
        finite = finite && finite_vars(x->locals, x->nlocals);
        for (size_t i = 0; i < x->nedges; i++)
            for (size_t k = 0; k < x->edges[i].nchoices; k++)
                finite = finite && pw_type_finite(x->edges[i].choices[k].type);
    }
    for (size_t i = 0; i < p->ninvariants; i++)
        pw_expr_visit(p->invariants[i].expr, find_count, &counts);
    if (counts) return "an invariant of it counts threads";
    return finite ? NULL : "it has variables of type int";
}

/* ---- expressions ---- */

static void read_leaf(void *arg, const struct pw_expr *e, pw_int *out)
{
    const struct pw_pairset_view *v = arg;
    const struct pw_pairset *x = v->x;
    assert(v->a < x->locals.n);
    assert(v->p < x->locals.n);
    const struct pw_pairset_local *a = &x->locals.at[v->a], *p = &x->locals.at[v->p];
    switch (e->kind) {
    case PW_EXPR_SHARED:
        pw_int_set_si(out, x->values.at[x->shared.at[v->s].first + e->index]);
        break;
    case PW_EXPR_LOCAL:
        assert((uint32_t)e->template == a->template);
        pw_int_set_si(out, x->values.at[a->first + e->index]);
        break;
    case PW_EXPR_PASSIVE:
        assert((uint32_t)e->template == p->template);
        pw_int_set_si(out, x->values.at[p->first + e->index]);
        break;
    case PW_EXPR_CHOICE:
        pw_int_set_si(out, v->choices[e->index]);
        break;
    case PW_EXPR_BEFORE:
        pw_int_set_si(out, v->before);
        break;
    case PW_EXPR_AT:
        pw_int_set_si(out, pw_program_at(x->p, e->index, e->template, a->template, a->loc));
        break;
    default:
        assert(e->kind == PW_EXPR_OTHER_AT);
        pw_int_set_si(out, pw_program_at(x->p, e->index, e->template, p->template, p->loc));
    }
}

bool pw_pairset_holds(const struct pw_pairset_view *v, const struct pw_expr *e)
{
    return pw_expr_holds(e, read_leaf, (void *)v);
}

int64_t pw_pairset_eval(const struct pw_pairset_view *v, const struct pw_expr *e)
{
    pw_int out;
    pw_int_init(&out);
    pw_expr_eval(e, read_leaf, (void *)v, &out);
    assert(pw_int_fits_si(&out));
    int64_t n = pw_int_get_si(&out);
    pw_int_clear(&out);
    return n;
}

/* ---- states ---- */

/* What is looked up: a local state, or a shared one (no template). */
struct sought {
    const struct pw_pairset *x;
    uint32_t template, loc;
    const int64_t *values;
    size_t n;
};

static bool same_local(const void *objects, uint32_t id, const void *key)
{
    const struct pw_pairset *x = objects;
    const struct sought *k = key;
    assert(id < x->locals.n);
    const struct pw_pairset_local *l = &x->locals.at[id];
    return l->template == k->template && l->loc == k->loc &&
           (!k->n || !memcmp(&x->values.at[l->first], k->values, k->n * sizeof *k->values));
}

static bool same_shared(const void *objects, uint32_t id, const void *key)
{
    const struct pw_pairset *x = objects;
    const struct sought *k = key;
    return !k->n ||
           !memcmp(&x->values.at[x->shared.at[id].first], k->values, k->n * sizeof *k->values);
}

static size_t keep_values(struct pw_pairset *x, const int64_t *values, size_t n)
{
    size_t first = x->values.n;
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&x->values, values[i]);
    return first;
}

static int64_t find_shared(const struct pw_pairset *x, const int64_t *values, uint64_t *hash)
{
    struct sought k = {.x = x, .values = values, .n = x->p->nshared};
    *hash = pw_hash_bytes(values, k.n * sizeof *values);
    return pw_table_find(&x->shared_index, *hash, same_shared, x, &k);
}

uint32_t pw_pairset_intern_shared(struct pw_pairset *x, const int64_t *values)
{
    uint64_t hash;
    int64_t old = find_shared(x, values, &hash);
    if (old >= 0) return (uint32_t)old;
    struct pw_pairset_shared s = {.first = keep_values(x, values, x->p->nshared)};
    uint32_t id = (uint32_t)x->shared.n;
    pw_vec_push(&x->shared, s);
    pw_table_add(&x->shared_index, hash, id);
    x->stats->shared++;
    return id;
}

static int64_t find_local(const struct pw_pairset *x, uint32_t template, uint32_t loc,
                          const int64_t *values, uint64_t *hash)
{
    assert(template <x->p->ntemplates);
    struct sought k = {x, template, loc, values, x->p->templates[template].nlocals};
    *hash = pw_hash_bytes(values, k.n * sizeof *values);
    *hash = pw_hash_mix(pw_hash_mix(*hash, template), loc);
    return pw_table_find(&x->local_index, *hash, same_local, x, &k);
}

uint32_t pw_pairset_intern_local(struct pw_pairset *x, uint32_t template, uint32_t loc,
                                 const int64_t *values)
{
    uint64_t hash;
    int64_t old = find_local(x, template, loc, values, &hash);
    if (old >= 0) return (uint32_t)old;
    assert(template <x->p->ntemplates);
    size_t first = keep_values(x, values, x->p->templates[template].nlocals);
    struct pw_pairset_local l = {template, loc, first};
    uint32_t id = (uint32_t)x->locals.n;
    pw_vec_push(&x->locals, l);
    pw_table_add(&x->local_index, hash, id);
    x->stats->locals++;
    return id;
}

/* ---- keys ---- */

static uint64_t *grow(uint64_t *bits, size_t from, size_t to)
{
    uint64_t *new = PW_NEWS(uint64_t, to);
    if (from) memcpy(new, bits, from * sizeof *new);
    PW_FREES(bits, from);
    return new;
}

/* The row of u with s, with room for v. */
static struct pw_pairset_row *row_of(struct pw_pairset *x, uint32_t s, uint32_t u, uint32_t v)
{
    assert(s < x->shared.n);
    struct pw_pairset_shared *h = &x->shared.at[s];
    if (u >= h->nrows) {
        size_t n = (size_t)u + 16 > 2 * h->nrows ? (size_t)u + 16 : 2 * h->nrows;
        struct pw_pairset_row *rows = PW_NEWS(struct pw_pairset_row, n);
        if (h->nrows) memcpy(rows, h->rows, h->nrows * sizeof *rows);
        PW_FREES(h->rows, h->nrows);
        h->rows = rows;
        h->nrows = n;
    }
    struct pw_pairset_row *r = &h->rows[u];
    size_t words = pw_bits_words((size_t)v + 1);
    if (words <= r->words) return r;
    words = words > 2 * r->words ? words : 2 * r->words;
    r->after = grow(r->after, r->words, words);
    if (x->ordered)
        r->before = grow(r->before, r->words, words);
    else
        r->before = r->after;
    if (x->plain) {
        r->seen = grow(r->seen, r->words, words);
        r->fresh = grow(r->fresh, r->words, words);
    }
    r->words = words;
    return r;
}

bool pw_pairset_has(const struct pw_pairset *x, uint32_t s, uint32_t u, uint32_t v)
{
    assert(s < x->shared.n);
    const struct pw_pairset_shared *h = &x->shared.at[s];
    if (u >= h->nrows || v >= 64 * h->rows[u].words) return false;
    assert(u < h->nrows);
    return pw_bits_has(h->rows[u].after, v);
}

void pw_pairset_add(struct pw_pairset *x, uint32_t s, uint32_t u, uint32_t v)
{
    if (pw_pairset_has(x, s, u, v)) return;
    pw_bits_add(row_of(x, s, u, v)->after, v);
    pw_bits_add(row_of(x, s, v, u)->before, u);
    x->stats->pairs++;
    if (x->shared.at[s].dirty) return;
    assert(s < x->shared.n);
    x->shared.at[s].dirty = true;
    pw_vec_push(&x->dirty, s);
}

/* ---- start ---- */

/* All values of variables without initialiser, one after the other. */
static bool next_values(const struct pw_var *vars, int64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (vars[i].init) continue;
        if (values[i] < vars[i].type.hi) return values[i]++, true;
        values[i] = vars[i].type.lo;
    }
    return false;
}

static void first_values(const struct pw_var *vars, int64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = vars[i].type.lo;
}

/* Values of variables with initialiser, in order; false if one is outside of its type. */
static bool set_initial(struct pw_state *st, const struct pw_var *vars, int64_t *values, size_t n,
                        pw_int *into)
{
    for (size_t i = 0; i < n; i++) {
        if (vars[i].init) {
            pw_interp_eval(st, vars[i].init, 0, 0, &into[i]);
            if (pw_int_cmp_si(&into[i], vars[i].type.lo) < 0 ||
                pw_int_cmp_si(&into[i], vars[i].type.hi) > 0)
                return false;
            values[i] = pw_int_get_si(&into[i]);
        }
        pw_int_set_si(&into[i], values[i]);
    }
    return true;
}

static bool alone_allowed(const struct pw_program *p, const struct pw_state *st)
{
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class != PW_INTER_THREAD && pw_interp_has_pred(st, &p->inits[i], 0) &&
            !pw_interp_holds(st, p->inits[i].expr, 0, 0))
            return false;
    return true;
}

typedef PW_VEC(uint32_t) ids;

/* The initial local states of template t with shared state s. */
static void initial_locals(struct pw_pairset *x, uint32_t s, uint32_t t, ids *out)
{
    assert(t < x->p->ntemplates);
    const struct pw_thread_template *m = &x->p->templates[t];
    struct pw_state *st = pw_state_new(x->p, &t, 1);
    int64_t *values = PW_NEWS(int64_t, m->nlocals);
    first_values(m->locals, values, m->nlocals);
    for (size_t i = 0; i < x->p->nshared; i++)
        pw_int_set_si(&st->shared[i], x->values.at[x->shared.at[s].first + i]);
    do {
        pw_limits_poll();
        if (!set_initial(st, m->locals, values, m->nlocals, st->threads[0].locals)) continue;
        if (alone_allowed(x->p, st))
            pw_vec_push(out, pw_pairset_intern_local(x, t, m->entry, values));
    } while (next_values(m->locals, values, m->nlocals));
    PW_FREES(values, m->nlocals);
    pw_state_free(st);
}

/* Do the constraints on two threads hold, u before v? */
static bool pair_allowed(const struct pw_pairset *x, uint32_t s, uint32_t u, uint32_t v)
{
    for (size_t i = 0; i < x->p->ninits; i++) {
        const struct pw_pred *q = &x->p->inits[i];
        if (q->class != PW_INTER_THREAD) continue;
        for (int swap = 0; swap < 2; swap++) {
            struct pw_pairset_view w = {x, s, swap ? v : u, swap ? u : v, !swap, NULL};
            bool mine = q->active == PW_ANY || (uint32_t)q->active == x->locals.at[w.a].template;
            bool yours = q->passive == PW_ANY || (uint32_t)q->passive == x->locals.at[w.p].template;
            if (mine && yours && !pw_pairset_holds(&w, q->expr)) return false;
        }
    }
    return true;
}

static void initial_pairs(struct pw_pairset *x, uint32_t s)
{
    ids all = {0};
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        if (x->p->templates[t].count != 0) initial_locals(x, s, t, &all);
    for (size_t i = 0; i < all.n; i++)
        for (size_t k = x->ordered ? 0 : i; k < all.n; k++) {
            uint32_t u = all.at[i], v = all.at[k], t = x->locals.at[u].template;
            bool one = t == x->locals.at[v].template && x->p->templates[t].count == 1;
            pw_limits_poll();
            if (!one && pair_allowed(x, s, u, v)) pw_pairset_add(x, s, u, v);
        }
    pw_vec_clear(&all);
}

static void start(struct pw_pairset *x)
{
    const struct pw_program *p = x->p;
    struct pw_state *st = pw_state_new(p, NULL, 0);
    int64_t *values = PW_NEWS(int64_t, p->nshared);
    first_values(p->shared, values, p->nshared);
    do {
        pw_limits_poll();
        if (set_initial(st, p->shared, values, p->nshared, st->shared))
            initial_pairs(x, pw_pairset_intern_shared(x, values));
    } while (next_values(p->shared, values, p->nshared));
    PW_FREES(values, p->nshared);
    pw_state_free(st);
}

/* ---- all of it ---- */

void pw_pairset_init(struct pw_pairset *x, const struct pw_program *p,
                     struct pw_pairset_stats *stats)
{
    *x = (struct pw_pairset){.p = p, .stats = stats};
    x->ordered = pw_program_uses(p) & PW_USES_ORDER;
    x->plain = !x->ordered;
    for (size_t t = 0; t < p->ntemplates; t++)
        x->plain = x->plain && p->templates[t].count == PW_ANY;
    assert(!pw_pairset_declines(p));
    start(x);
    while (x->done < x->dirty.n) {
        uint32_t s = x->dirty.at[x->done++];
        pw_limits_poll();
        assert(s < x->shared.n);
        x->shared.at[s].dirty = false;
        x->stats->rounds++;
        pw_pairset_steps(x, s);
        assert(x->done <= x->dirty.n && x->shared.at[s].nrows);
    }
}

void pw_pairset_clear(struct pw_pairset *x)
{
    for (size_t s = 0; s < x->shared.n; s++) {
        struct pw_pairset_shared *h = &x->shared.at[s];
        for (size_t i = 0; i < h->nrows; i++) {
            if (x->ordered) PW_FREES(h->rows[i].before, h->rows[i].words);
            if (x->plain) PW_FREES(h->rows[i].seen, h->rows[i].words);
            if (x->plain) PW_FREES(h->rows[i].fresh, h->rows[i].words);
            PW_FREES(h->rows[i].after, h->rows[i].words);
        }
        PW_FREES(h->rows, h->nrows);
    }
    pw_vec_clear(&x->values);
    pw_vec_clear(&x->shared);
    pw_vec_clear(&x->locals);
    pw_vec_clear(&x->dirty);
    pw_table_clear(&x->shared_index);
    pw_table_clear(&x->local_index);
}

void pw_pairset_number(struct pw_pairset *x, const struct pw_state *s, uint32_t *shared,
                       uint32_t *local)
{
    const struct pw_thread *t = &s->threads[0];
    assert(t->template <x->p->ntemplates);
    size_t nshared = x->p->nshared, nlocals = x->p->templates[t->template].nlocals;
    int64_t *values = PW_NEWS(int64_t, nshared + nlocals);
    assert(s->n == 1);
    for (size_t i = 0; i < nshared; i++)
        values[i] = pw_int_get_si(&s->shared[i]);
    for (size_t i = 0; i < nlocals; i++)
        values[nshared + i] = pw_int_get_si(&t->locals[i]);
    *shared = pw_pairset_intern_shared(x, values);
    *local = pw_pairset_intern_local(x, t->template, t->loc, values + nshared);
    PW_FREES(values, nshared + nlocals);
}

static int64_t local_number(const struct pw_pairset *x, const struct pw_state *s, size_t i)
{
    assert(i < s->n);
    const struct pw_thread *t = &s->threads[i];
    assert(t->template <x->p->ntemplates);
    size_t n = x->p->templates[t->template].nlocals;
    int64_t *values = PW_NEWS(int64_t, n);
    uint64_t hash;
    for (size_t k = 0; k < n; k++)
        values[k] = pw_int_get_si(&t->locals[k]);
    int64_t id = find_local(x, t->template, t->loc, values, &hash);
    PW_FREES(values, n);
    return id;
}

bool pw_pairset_shows(const struct pw_pairset *x, const struct pw_state *s, size_t a, size_t b)
{
    int64_t *values = PW_NEWS(int64_t, x->p->nshared), u = local_number(x, s, a),
            v = local_number(x, s, b);
    uint64_t hash;
    assert(a < b && b < s->n);
    for (size_t i = 0; i < x->p->nshared; i++)
        values[i] = pw_int_get_si(&s->shared[i]);
    int64_t shared = find_shared(x, values, &hash);
    PW_FREES(values, x->p->nshared);
    if (shared < 0 || u < 0 || v < 0) return false;
    return pw_pairset_has(x, (uint32_t)shared, (uint32_t)u, (uint32_t)v);
}

bool pw_pairset_label(const struct pw_pairset *x, uint32_t label)
{
    for (size_t i = 0; i < x->locals.n; i++)
        if (pw_program_at(x->p, label, PW_ANY, x->locals.at[i].template, x->locals.at[i].loc))
            return true;
    return false;
}
