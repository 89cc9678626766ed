#include "abst/direct.h"

#include <assert.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/order.h"
#include "base/table.h"

/* One summand: `weight` if f, else nothing; the constant part is moved to the other side. */
struct summand {
    pw_bdd f;
    int64_t weight;
};

/* Rows of "the summands from `first` on are <= (=) rest". */
struct entry {
    uint32_t first;
    int64_t rest;
    pw_bdd rows;
};

struct unroll_ctx {
    struct pw_bdds *m;
    bool equal;
    struct summand *at;
    size_t n;
    int64_t *least, *most; /* of the summands from i on */
    struct pw_table index;
    PW_VEC(struct entry) known;
};

static bool translate(struct pw_world *w, pw_term a, pw_bdd *rows);

static bool same_entry(const void *objects, uint32_t id, const void *key)
{
    const struct entry *e = &((const struct unroll_ctx *)objects)->known.at[id], *k = key;
    return e->first == k->first && e->rest == k->rest;
}

static pw_bdd unroll(struct unroll_ctx *u, uint32_t first, int64_t rest)
{
    if (u->least[first] > rest) return PW_BDD_FALSE;
    if (!u->equal && u->most[first] <= rest) return PW_BDD_TRUE;
    if (u->equal && u->most[first] < rest) return PW_BDD_FALSE;
    if (first == u->n) return PW_BDD_TRUE;
    struct entry e = {first, rest, PW_BDD_FALSE};
    uint64_t hash = pw_hash_mix(pw_hash_mix(17, first), (uint64_t)rest);
    int64_t id = pw_table_find(&u->index, hash, same_entry, u, &e);
    if (id != PW_TABLE_NONE) return u->known.at[id].rows;
    pw_limits_poll();
    pw_bdd with = unroll(u, first + 1, rest - u->at[first].weight),
           without = unroll(u, first + 1, rest);
    assert(first < u->n);
    e.rows = pw_bdd_ite(u->m, u->at[first].f, with, without);
    pw_vec_push(&u->known, e);
    pw_table_add(&u->index, hash, (uint32_t)(u->known.n - 1));
    return e.rows;
}

static int heavier(const void *a, const void *b)
{
    const struct summand *x = a, *y = b;
    return PW_ORDER(llabs(y->weight), llabs(x->weight));
}

static bool fits(const pw_int *x, int64_t *v)
{
    if (!pw_int_fits_si(x)) return false;
    *v = pw_int_get_si(x);
    return llabs(*v) < (int64_t)1 << 40;
}

static bool constant(const struct pw_world *w, pw_term a, int64_t *v)
{
    return pw_term_kind(w->terms, a) == PW_LIN && pw_term_is_const(w->terms, a) &&
           fits(pw_term_const(w->terms, a), v);
}

/* The i-th summand of a linear node; adds its constant part to *base. */
static bool read_summand(struct pw_world *w, pw_term a, size_t i, struct summand *s, int64_t *base)
{
    pw_term x = pw_term_arg(w->terms, a, i);
    int64_t c, then, other, scaled, scaled_base;
    if (!fits(pw_term_coef(w->terms, a, i), &c) || pw_term_kind(w->terms, x) != PW_IITE)
        return false;
    if (!constant(w, pw_term_arg(w->terms, x, 1), &then) ||
        !constant(w, pw_term_arg(w->terms, x, 2), &other))
        return false;
    if (__builtin_mul_overflow(c, then - other, &scaled) ||
        __builtin_mul_overflow(c, other, &scaled_base))
        return false;
    if (llabs(scaled) >> 56 || llabs(scaled_base) >> 56) return false;
    s->weight = scaled;
    *base += scaled_base;
    return translate(w, pw_term_arg(w->terms, x, 0), &s->f);
}

static void sum_up(struct unroll_ctx *u)
{
    u->least[u->n] = u->most[u->n] = 0;
    for (size_t i = u->n; i-- > 0;) {
        int64_t x = u->at[i].weight;
        u->least[i] = u->least[i + 1] + (x < 0 ? x : 0);
        u->most[i] = u->most[i + 1] + (x > 0 ? x : 0);
    }
}

static bool linear(struct pw_world *w, pw_term a, pw_bdd *rows)
{
    struct unroll_ctx u = {.m = w->t->bdds,
                           .equal = pw_term_kind(w->terms, a) == PW_EQ,
                           .n = pw_term_arity(w->terms, a)};
    int64_t k, base = 0;
    if (u.n > 60 || !fits(pw_term_const(w->terms, a), &k)) return false;
    u.at = PW_NEWS(struct summand, u.n);
    u.least = PW_NEWS(int64_t, u.n + 1);
    u.most = PW_NEWS(int64_t, u.n + 1);
    bool good = true;
    for (size_t i = 0; i < u.n && good; i++)
        good = read_summand(w, a, i, &u.at[i], &base);
    if (good) {
        qsort(u.at, u.n, sizeof *u.at, heavier);
        sum_up(&u);
        *rows = unroll(&u, 0, k - base);
    }
    PW_FREES(u.at, u.n);
    PW_FREES(u.least, u.n + 1);
    PW_FREES(u.most, u.n + 1);
    pw_table_clear(&u.index);
    pw_vec_clear(&u.known);
    return good;
}

static bool conjunction_of(struct pw_world *w, pw_term a, pw_bdd *rows)
{
    *rows = PW_BDD_TRUE;
    for (size_t i = 0, n = pw_term_arity(w->terms, a); i < n; i++) {
        pw_bdd f;
        if (!translate(w, pw_term_arg(w->terms, a, i), &f)) return false;
        *rows = pw_bdd_and(w->t->bdds, *rows, f);
    }
    return true;
}

static bool choice_of(struct pw_world *w, pw_term a, pw_bdd *rows)
{
    pw_bdd x[3];
    for (size_t i = 0; i < 3; i++)
        if (!translate(w, pw_term_arg(w->terms, a, i), &x[i])) return false;
    *rows = pw_bdd_ite(w->t->bdds, x[0], x[1], x[2]);
    return true;
}

static bool difference_of(struct pw_world *w, pw_term a, pw_bdd *rows)
{
    pw_bdd x, y;
    if (!translate(w, pw_term_arg(w->terms, a, 0), &x) ||
        !translate(w, pw_term_arg(w->terms, a, 1), &y))
        return false;
    *rows = pw_bdd_xor(w->t->bdds, x, y);
    return true;
}

/* The depth of terms is bounded by that of expressions. */
static bool translate(struct pw_world *w, pw_term a, pw_bdd *rows)
{
    bool good;
    switch (pw_term_kind(w->terms, a)) {
    case PW_TRUE:
        *rows = PW_BDD_TRUE, good = true;
        break;
    case PW_BVAR:
        *rows = pw_world_row(w, a), good = true;
        break;
    case PW_LE:
    case PW_EQ:
        good = linear(w, a, rows);
        break;
    case PW_AND:
        good = conjunction_of(w, a, rows);
        break;
    case PW_XOR:
        good = difference_of(w, a, rows);
        break;
    case PW_BITE:
        good = choice_of(w, a, rows);
        break;
    default:
        good = false;
    }
    if (good && pw_term_negated(a)) *rows = pw_bdd_not(w->t->bdds, *rows);
    return good;
}

bool pw_direct_rows(struct pw_world *w, const pw_term *conjunction, size_t n, pw_bdd *rows)
{
    pw_bdd all = PW_BDD_TRUE, f;
    for (size_t i = 0; i < n; i++) {
        if (!translate(w, conjunction[i], &f)) return false;
        all = pw_bdd_and(w->t->bdds, all, f);
    }
    *rows = all;
    return true;
}
