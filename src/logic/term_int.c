/* Construction of integer terms and comparisons. */
#include <assert.h>

#include "logic/term.h"
#include "logic/term_store.h"

/* Comparisons with one integer if-then-else become a Boolean one if it nests at most so deep: that
 * keeps constraints of two variables constraints of two variables, and the work is at most
 * 2^PUSH_DEPTH. */
enum { PUSH_DEPTH = 4 };

static bool atomic(const struct pw_node *node)
{
    return node->kind != PW_LIN;
}

/* l += f * a */
static void accumulate(const struct pw_terms *t, struct pw_linsum *l, const pw_int *f, pw_term a)
{
    const struct pw_node *node = pw_term_get(t, a);
    assert(pw_term_is_int(t, a));
    if (atomic(node)) {
        pw_int one;
        uint32_t self = a.id >> 1;
        pw_int_init_si(&one, 1);
        pw_linsum_add(l, f, &self, &one, 1);
        pw_int_clear(&one);
        return;
    }
    for (uint32_t i = 0; i < node->n; i++) {
        assert(node->args + i < t->pool.n);
        uint32_t arg = t->pool.at[node->args + i].id >> 1;
        assert(node->coef + i < t->coefs.n);
        pw_linsum_add(l, f, &arg, &t->coefs.at[node->coef + i], 1);
    }
    pw_linsum_add_const(l, f, &node->k);
}

static void accumulate_si(const struct pw_terms *t, struct pw_linsum *l, int64_t f, pw_term a)
{
    pw_int k;
    pw_int_init_si(&k, f);
    accumulate(t, l, &k, a);
    pw_int_clear(&k);
}

/* The term of a sum, which is consumed. */
static pw_term sum(struct pw_terms *t, struct pw_linsum *l)
{
    pw_term made;
    if (l->m.n == 1 && pw_int_sgn(&l->k) == 0 && pw_int_is_one(&l->m.at[0].c))
        made.id = l->m.at[0].node << 1;
    else
        made = pw_term_intern_linsum(t, PW_LIN, l, &l->k);
    pw_linsum_clear(l);
    return made;
}

pw_term pw_term_int(struct pw_terms *t, const pw_int *value)
{
    return pw_term_intern(t, PW_LIN, NULL, NULL, 0, value);
}

pw_term pw_term_int_si(struct pw_terms *t, int64_t value)
{
    pw_int k;
    pw_int_init_si(&k, value);
    pw_term made = pw_term_int(t, &k);
    pw_int_clear(&k);
    return made;
}

static pw_term combine(struct pw_terms *t, pw_term a, int64_t f, pw_term b)
{
    struct pw_linsum l;
    pw_linsum_init(&l);
    accumulate_si(t, &l, 1, a);
    accumulate_si(t, &l, f, b);
    return sum(t, &l);
}

pw_term pw_term_add(struct pw_terms *t, pw_term a, pw_term b)
{
    return combine(t, a, 1, b);
}
pw_term pw_term_sub(struct pw_terms *t, pw_term a, pw_term b)
{
    return combine(t, a, -1, b);
}
pw_term pw_term_neg(struct pw_terms *t, pw_term a)
{
    return pw_term_mul_si(t, -1, a);
}

pw_term pw_term_mul(struct pw_terms *t, const pw_int *k, pw_term a)
{
    struct pw_linsum l;
    pw_linsum_init(&l);
    accumulate(t, &l, k, a);
    return sum(t, &l);
}

pw_term pw_term_mul_si(struct pw_terms *t, int64_t k, pw_term a)
{
    pw_int f;
    pw_int_init_si(&f, k);
    pw_term made = pw_term_mul(t, &f, a);
    pw_int_clear(&f);
    return made;
}

/* Division. floor((k*q + r) / k) = q + floor(r / k): multiples of k leave the quotient, and a
 * common factor of k and r cancels. */

static void take_out_multiples(struct pw_linsum *rest, struct pw_linsum *whole, const pw_int *k)
{
    pw_int q, minus;
    pw_int_init(&q);
    pw_int_init(&minus);
    for (size_t i = rest->m.n; i-- > 0;) {
        uint32_t node = rest->m.at[i].node;
        pw_int one;
        pw_int_init_si(&one, 1);
        pw_int_fdiv_q(&q, &rest->m.at[i].c, k);
        pw_linsum_add(whole, &q, &node, &one, 1);
        pw_int_mul(&minus, &q, k);
        pw_int_neg(&minus, &minus);
        pw_linsum_add(rest, &minus, &node, &one, 1);
        pw_int_clear(&one);
    }
    pw_int_fdiv_q(&q, &rest->k, k);
    pw_int_add(&whole->k, &whole->k, &q);
    pw_int_fdiv_r(&rest->k, &rest->k, k);
    pw_int_clear(&q);
    pw_int_clear(&minus);
}

/* floor(rest / k) for 0 <= coefficients < k. Consumes rest. */
static pw_term quotient_node(struct pw_terms *t, struct pw_linsum *rest, const pw_int *k)
{
    pw_int g, divisor;
    pw_int_init(&g);
    pw_int_init(&divisor);
    pw_linsum_content(rest, &g);
    pw_int_gcd(&g, &g, k);
    pw_linsum_divide(rest, &g);
    pw_int_fdiv_q(&rest->k, &rest->k, &g);
    pw_int_divexact(&divisor, k, &g);
    pw_term a = sum(t, rest);
    pw_term made = pw_term_intern(t, PW_DIV, &a, NULL, 1, &divisor);
    pw_int_clear(&g);
    pw_int_clear(&divisor);
    return made;
}

static pw_term floor_div(struct pw_terms *t, pw_term a, const pw_int *k)
{
    struct pw_linsum rest, whole;
    pw_linsum_init(&rest);
    pw_linsum_init(&whole);
    accumulate_si(t, &rest, 1, a);
    take_out_multiples(&rest, &whole, k);
    if (rest.m.n == 0)
        pw_linsum_clear(&rest);
    else {
        pw_term q = quotient_node(t, &rest, k);
        accumulate_si(t, &whole, 1, q);
    }
    return sum(t, &whole);
}

pw_term pw_term_div(struct pw_terms *t, pw_term a, const pw_int *k)
{
    assert(pw_int_sgn(k) != 0);
    pw_int size;
    pw_int_init(&size);
    pw_int_abs(&size, k);
    pw_term q = floor_div(t, a, &size);
    if (pw_int_sgn(k) < 0) q = pw_term_neg(t, q);
    pw_int_clear(&size);
    return q;
}

pw_term pw_term_mod(struct pw_terms *t, pw_term a, const pw_int *k)
{
    return pw_term_sub(t, a, pw_term_mul(t, k, pw_term_div(t, a, k)));
}

pw_term pw_term_quot(struct pw_terms *t, pw_term a, const pw_int *k)
{
    pw_term minus = pw_term_neg(t, a), zero = pw_term_int_si(t, 0);
    return pw_term_ite(t, pw_term_ge(t, a, zero), pw_term_div(t, a, k),
                       pw_term_neg(t, pw_term_div(t, minus, k)));
}

pw_term pw_term_rem(struct pw_terms *t, pw_term a, const pw_int *k)
{
    pw_term minus = pw_term_neg(t, a), zero = pw_term_int_si(t, 0);
    return pw_term_ite(t, pw_term_ge(t, a, zero), pw_term_mod(t, a, k),
                       pw_term_neg(t, pw_term_mod(t, minus, k)));
}

pw_term pw_term_min(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_ite(t, pw_term_le(t, a, b), a, b);
}
pw_term pw_term_max(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_ite(t, pw_term_le(t, a, b), b, a);
}

/* Comparisons of a sum with 0. */

/* k + c*s <= 0 <=> s <= floor(-k/c) for c > 0; a negative leading coefficient turns s <= b into
 * !(-s <= -b-1). */
static pw_term le_zero(struct pw_terms *t, struct pw_linsum *l)
{
    if (l->m.n == 0) return pw_term_bool(pw_int_sgn(&l->k) <= 0);
    pw_int g;
    pw_int_init(&g);
    pw_linsum_content(l, &g);
    pw_linsum_divide(l, &g);
    pw_int_neg(&l->k, &l->k);
    pw_int_fdiv_q(&l->k, &l->k, &g);
    bool flip = pw_int_sgn(&l->m.at[0].c) < 0;
    if (flip) {
        pw_linsum_neg(l);
        pw_int_set_si(&g, 1);
        pw_int_sub(&l->k, &l->k, &g);
    }
    pw_term made = pw_term_intern_linsum(t, PW_LE, l, &l->k);
    made.id ^= flip;
    pw_int_clear(&g);
    return made;
}

static pw_term eq_zero(struct pw_terms *t, struct pw_linsum *l)
{
    if (l->m.n == 0) return pw_term_bool(pw_int_sgn(&l->k) == 0);
    pw_int g, r;
    pw_int_init(&g);
    pw_int_init(&r);
    pw_linsum_content(l, &g);
    pw_int_fdiv_r(&r, &l->k, &g);
    bool divides = pw_int_sgn(&r) == 0;
    pw_term made = PW_TERM_FALSE;
    if (divides) {
        pw_linsum_divide(l, &g);
        pw_int_divexact(&l->k, &l->k, &g);
        if (pw_int_sgn(&l->m.at[0].c) < 0) pw_linsum_neg(l);
        pw_int_neg(&l->k, &l->k);
        made = pw_term_intern_linsum(t, PW_EQ, l, &l->k);
    }
    pw_int_clear(&g);
    pw_int_clear(&r);
    return made;
}

/* The only if-then-else of the sum, if it has exactly one and that nests little; else n. */
static size_t ite_to_push(const struct pw_terms *t, const struct pw_linsum *l)
{
    size_t found = l->m.n;
    for (size_t i = 0; i < l->m.n; i++) {
        const struct pw_node *node = &t->nodes.at[l->m.at[i].node];
        if (node->kind != PW_IITE) continue;
        if (found < l->m.n || node->ites > PUSH_DEPTH) return l->m.n;
        found = i;
    }
    return found;
}

static pw_term compare_zero(struct pw_terms *t, enum pw_term_kind kind, struct pw_linsum *l);

/* l with the if-then-else at position i replaced by its branch `which` (1 or 2), compared with
 * 0. */
static pw_term compare_branch(struct pw_terms *t, enum pw_term_kind kind, const struct pw_linsum *l,
                              size_t i, size_t which)
{
    struct pw_linsum copy;
    pw_int one;
    pw_linsum_init(&copy);
    pw_int_init_si(&one, 1);
    for (size_t j = 0; j < l->m.n; j++) {
        if (j != i) pw_linsum_add(&copy, &one, &l->m.at[j].node, &l->m.at[j].c, 1);
    }
    pw_linsum_add_const(&copy, &one, &l->k);
    assert(i < l->m.n);
    accumulate(t, &copy, &l->m.at[i].c, t->pool.at[t->nodes.at[l->m.at[i].node].args + which]);
    pw_int_clear(&one);
    return compare_zero(t, kind, &copy);
}

/* Consumes l. Recursion is at most PUSH_DEPTH deep: each step removes a level of if-then-else. */
static pw_term compare_zero(struct pw_terms *t, enum pw_term_kind kind, struct pw_linsum *l)
{
    size_t i = ite_to_push(t, l);
    pw_term made;
    if (i < l->m.n) {
        pw_term c = t->pool.at[t->nodes.at[l->m.at[i].node].args];
        pw_term yes = compare_branch(t, kind, l, i, 1), no = compare_branch(t, kind, l, i, 2);
        made = pw_term_ite(t, c, yes, no);
    } else {
        made = kind == PW_LE ? le_zero(t, l) : eq_zero(t, l);
    }
    pw_linsum_clear(l);
    return made;
}

/* a - b + k compared with 0 */
static pw_term compare(struct pw_terms *t, enum pw_term_kind kind, pw_term a, pw_term b, int64_t k)
{
    struct pw_linsum l;
    pw_int one, shift;
    pw_linsum_init(&l);
    accumulate_si(t, &l, 1, a);
    accumulate_si(t, &l, -1, b);
    pw_int_init_si(&one, 1);
    pw_int_init_si(&shift, k);
    pw_linsum_add_const(&l, &one, &shift);
    pw_int_clear(&one);
    pw_int_clear(&shift);
    return compare_zero(t, kind, &l);
}

pw_term pw_term_le(struct pw_terms *t, pw_term a, pw_term b)
{
    return compare(t, PW_LE, a, b, 0);
}
pw_term pw_term_lt(struct pw_terms *t, pw_term a, pw_term b)
{
    return compare(t, PW_LE, a, b, 1);
}
pw_term pw_term_ge(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_le(t, b, a);
}
pw_term pw_term_gt(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_lt(t, b, a);
}
pw_term pw_term_eq(struct pw_terms *t, pw_term a, pw_term b)
{
    return compare(t, PW_EQ, a, b, 0);
}
pw_term pw_term_ne(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_not(pw_term_eq(t, a, b));
}

pw_term pw_term_raw_le(struct pw_terms *t, const pw_int *fa, pw_term a, const pw_int *fb, pw_term b,
                       const pw_int *k)
{
    struct pw_linsum l;
    pw_int one;
    pw_linsum_init(&l);
    pw_int_init_si(&one, 1);
    accumulate(t, &l, fa, a);
    accumulate(t, &l, fb, b);
    pw_linsum_add_const(&l, &one, k);
    pw_term made = le_zero(t, &l);
    pw_linsum_clear(&l);
    pw_int_clear(&one);
    return made;
}

pw_term pw_term_eq_part(struct pw_terms *t, pw_term eq, bool below)
{
    struct pw_linsum l;
    pw_int one, f;
    const struct pw_node *node = pw_term_get(t, eq);
    assert(node->kind == PW_EQ);
    pw_linsum_init(&l);
    pw_int_init_si(&one, 1);
    pw_int_init_si(&f, below ? 1 : 0);
    for (uint32_t i = 0; i < node->n; i++) {
        assert(node->args + i < t->pool.n);
        uint32_t arg = t->pool.at[node->args + i].id >> 1;
        assert(node->coef + i < t->coefs.n);
        pw_linsum_add(&l, &one, &arg, &t->coefs.at[node->coef + i], 1);
    }
    pw_int_sub(&l.k, &node->k, &f);
    pw_term made = pw_term_intern_linsum(t, PW_LE, &l, &l.k);
    pw_linsum_clear(&l);
    pw_int_clear(&one);
    pw_int_clear(&f);
    return made;
}
