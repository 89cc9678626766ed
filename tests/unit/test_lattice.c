/* Reduction of lattices and the exact simplex, against definitions computed by GMP's rationals. */
#include <string.h>

#include "logic/lattice.h"
#include "logic/simplex.h"
#include "unit/unit.h"

enum { MOST = 12 };

struct basis {
    size_t n, m; /* columns; rows that count */
    pw_int *column[MOST], weight[MOST];
    mpz_t before[MOST][MOST]; /* [column][row] */
};

static uint64_t state;

static uint64_t next(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void random_int(pw_int *x, unsigned bits)
{
    mpz_t z;
    mpz_init(z);
    for (unsigned have = 0; have < bits; have += 32) {
        mpz_mul_2exp(z, z, 32);
        mpz_add_ui(z, z, (unsigned long)(next() & 0xffffffffu));
    }
    mpz_fdiv_r_2exp(z, z, bits);
    if (next() & 1) mpz_neg(z, z);
    pw_int_set_mpz(x, z);
    mpz_clear(z);
}

/* Columns with m random numbers each and the identity below them. */
static void make_basis(struct basis *b, size_t n, size_t m, unsigned bits, unsigned weight_bits)
{
    b->n = n;
    b->m = m;
    for (size_t i = 0; i < m; i++) {
        pw_int_init(&b->weight[i]);
        random_int(&b->weight[i], weight_bits);
        pw_int_mul(&b->weight[i], &b->weight[i], &b->weight[i]);
        if (!pw_int_sgn(&b->weight[i])) pw_int_set_si(&b->weight[i], 1);
    }
    for (size_t j = 0; j < n; j++) {
        b->column[j] = pw_int_array_new(m + n);
        pw_int_set_si(&b->column[j][m + j], 1);
        for (size_t i = 0; i < m; i++) {
            random_int(&b->column[j][i], bits);
            mpz_init(b->before[j][i]);
            pw_int_get_mpz(b->before[j][i], &b->column[j][i]);
        }
    }
}

static void clear_basis(struct basis *b)
{
    for (size_t i = 0; i < b->m; i++)
        pw_int_clear(&b->weight[i]);
    for (size_t j = 0; j < b->n; j++) {
        pw_int_array_free(b->column[j], b->m + b->n);
        for (size_t i = 0; i < b->m; i++)
            mpz_clear(b->before[j][i]);
    }
}

/* The determinant of a matrix of rationals, which is destroyed. */
static void determinant(mpq_t a[MOST][MOST], size_t n, mpq_t det)
{
    mpq_t f, t;
    mpq_inits(f, t, NULL);
    mpq_set_si(det, 1, 1);
    for (size_t k = 0; k < n; k++) {
        size_t p = k;
        while (p < n && !mpq_sgn(a[p][k]))
            p++;
        if (p == n) {
            mpq_set_si(det, 0, 1);
            break;
        }
        if (p != k) mpq_neg(det, det);
        for (size_t j = 0; j < n && p != k; j++)
            mpq_swap(a[p][j], a[k][j]);
        mpq_mul(det, det, a[k][k]);
        for (size_t i = k + 1; i < n; i++) {
            mpq_div(f, a[i][k], a[k][k]);
            for (size_t j = k; j < n; j++) {
                mpq_mul(t, f, a[k][j]);
                mpq_sub(a[i][j], a[i][j], t);
            }
        }
    }
    mpq_clears(f, t, NULL);
}

/* The lower parts are the combinations that were made: unimodular, and true for the upper parts. */
static void same_lattice(const struct basis *b)
{
    mpq_t t[MOST][MOST], det;
    mpz_t sum, c, x;
    mpz_inits(sum, c, x, NULL);
    mpq_init(det);
    for (size_t j = 0; j < b->n; j++) {
        for (size_t k = 0; k < b->n; k++) {
            mpq_init(t[j][k]);
            pw_int_get_mpz(c, &b->column[j][b->m + k]);
            mpq_set_z(t[j][k], c);
        }
        for (size_t i = 0; i < b->m; i++) {
            mpz_set_ui(sum, 0);
            for (size_t k = 0; k < b->n; k++)
                mpz_addmul(sum, mpq_numref(t[j][k]), b->before[k][i]);
            pw_int_get_mpz(x, &b->column[j][i]);
            ck_assert(!mpz_cmp(sum, x));
        }
    }
    determinant(t, b->n, det);
    mpq_abs(det, det);
    ck_assert(!mpq_cmp_ui(det, 1, 1));
    for (size_t j = 0; j < b->n; j++)
        for (size_t k = 0; k < b->n; k++)
            mpq_clear(t[j][k]);
    mpq_clear(det);
    mpz_clears(sum, c, x, NULL);
}

static void product(const struct basis *b, size_t j, size_t k, mpq_t r)
{
    mpz_t sum, x, y, w;
    mpz_inits(sum, x, y, w, NULL);
    for (size_t i = 0; i < b->m; i++) {
        pw_int_get_mpz(x, &b->column[j][i]);
        pw_int_get_mpz(y, &b->column[k][i]);
        pw_int_get_mpz(w, &b->weight[i]);
        mpz_mul(x, x, y);
        mpz_addmul(sum, x, w);
    }
    mpq_set_z(r, sum);
    mpz_clears(sum, x, y, w, NULL);
}

/* |mu_kj| <= 0.52, and |b*_k|^2 >= (0.98 - mu^2) |b*_{k-1}|^2, both exactly. */
static void is_reduced(const struct basis *b)
{
    mpq_t r[MOST][MOST], mu[MOST][MOST], t, half, delta;
    mpq_inits(t, half, delta, NULL);
    mpq_set_ui(half, 52, 100);
    mpq_set_ui(delta, 98, 100);
    for (size_t k = 0; k < b->n; k++)
        for (size_t j = 0; j <= k; j++) {
            mpq_inits(r[k][j], mu[k][j], NULL);
            product(b, k, j, r[k][j]);
            for (size_t i = 0; i < j; i++) {
                mpq_mul(t, mu[j][i], r[k][i]);
                mpq_sub(r[k][j], r[k][j], t);
            }
            ck_assert(j < k || mpq_sgn(r[k][k]) > 0);
            mpq_div(mu[k][j], r[k][j], r[j][j]);
            mpq_abs(t, mu[k][j]);
            ck_assert(j == k || mpq_cmp(t, half) <= 0);
        }
    for (size_t k = 1; k < b->n; k++) {
        mpq_mul(t, mu[k][k - 1], mu[k][k - 1]);
        mpq_sub(t, delta, t);
        mpq_mul(t, t, r[k - 1][k - 1]);
        ck_assert(mpq_cmp(r[k][k], t) >= 0);
    }
    for (size_t k = 0; k < b->n; k++)
        for (size_t j = 0; j <= k; j++)
            mpq_clears(r[k][j], mu[k][j], NULL);
    mpq_clears(t, half, delta, NULL);
}

START_TEST(guesses_reduce)
{
    for (state = 1; state < 1 + 60 * (uint64_t)unit_scale(); state++) {
        uint64_t seed = state;
        struct basis b;
        size_t n = 1 + next() % 8, m = n + next() % 4;
        make_basis(&b, n, m, 1 + (unsigned)(next() % 400), 1 + (unsigned)(next() % 60));
        if (pw_lattice_reduce_by_guess(b.column, n, b.weight, m, m + n)) is_reduced(&b);
        same_lattice(&b);
        clear_basis(&b);
        state = seed;
    }
}
END_TEST

/* Numbers beyond every floating-point range: integers alone must do it. */
START_TEST(beyond_every_guess)
{
    struct basis b;
    state = 7;
    make_basis(&b, 3, 3, 20000, 1);
    ck_assert(!pw_lattice_reduce_by_guess(b.column, 3, b.weight, 3, 6));
    same_lattice(&b);
    pw_lattice_reduce(b.column, 3, b.weight, 3, 6);
    same_lattice(&b);
    is_reduced(&b);
    clear_basis(&b);
}
END_TEST

/* Columns that depend on each other up to a small rest: the first guesses are worthless. */
START_TEST(nearly_dependent)
{
    struct basis b;
    pw_int k;
    state = 9;
    make_basis(&b, 6, 6, 300, 1);
    pw_int_init(&k);
    for (size_t j = 1; j < 6; j++) {
        random_int(&k, 200);
        for (size_t i = 0; i < 6; i++) {
            pw_int_mul(&b.column[j][i], &b.column[0][i], &k);
            if (i == j) pw_int_add(&b.column[j][i], &b.column[j][i], &b.column[0][0]);
            pw_int_get_mpz(b.before[j][i], &b.column[j][i]);
        }
    }
    pw_lattice_reduce(b.column, 6, b.weight, 6, 12);
    same_lattice(&b);
    is_reduced(&b);
    pw_int_clear(&k);
    clear_basis(&b);
}
END_TEST

/* --- simplex: rows over columns in boxes; the optimum by trying all vertices --- */

enum { COLUMNS = 3, ROWS = 3, VARS = COLUMNS + ROWS };

struct polytope {
    mpq_t a[VARS][COLUMNS], lo[VARS], up[VARS]; /* the first ones are the columns themselves */
    struct pw_simplex s;
};

static void make_polytope(struct polytope *p, unsigned bits)
{
    mpz_t z;
    pw_uints tags = {0};
    uint32_t columns[COLUMNS];
    mpz_init(z);
    pw_simplex_init(&p->s);
    for (uint32_t j = 0; j < COLUMNS; j++)
        columns[j] = pw_simplex_new_column(&p->s);
    for (uint32_t v = 0; v < VARS; v++) {
        pw_int *coefs = pw_int_array_new(COLUMNS), bound[2];
        for (size_t j = 0; j < COLUMNS; j++) {
            do
                random_int(&coefs[j], bits);
            while (!pw_int_sgn(&coefs[j]));
            if (v < COLUMNS) pw_int_set_si(&coefs[j], v == j);
            mpq_init(p->a[v][j]);
            pw_int_get_mpz(z, &coefs[j]);
            mpq_set_z(p->a[v][j], z);
        }
        if (v >= COLUMNS) ck_assert_uint_eq(pw_simplex_new_row(&p->s, columns, coefs, COLUMNS), v);
        pw_int_init(&bound[0]);
        pw_int_init(&bound[1]);
        unsigned size = v < COLUMNS ? bits : 2 * bits;
        random_int(&bound[0], size);
        random_int(&bound[1], size + 2);
        pw_int_abs(&bound[1], &bound[1]);
        pw_int_add(&bound[1], &bound[1], &bound[0]);
        mpq_inits(p->lo[v], p->up[v], NULL);
        for (int side = 0; side < 2; side++) {
            ck_assert(
                pw_simplex_assert(&p->s, v, side, &bound[side], 2 * v + (uint32_t)side, &tags));
            pw_int_get_mpz(z, &bound[side]);
            mpq_set_z(side ? p->up[v] : p->lo[v], z);
            pw_int_clear(&bound[side]);
        }
        pw_int_array_free(coefs, COLUMNS);
    }
    pw_vec_clear(&tags);
    mpz_clear(z);
}

static void clear_polytope(struct polytope *p)
{
    for (size_t v = 0; v < VARS; v++) {
        for (size_t j = 0; j < COLUMNS; j++)
            mpq_clear(p->a[v][j]);
        mpq_clears(p->lo[v], p->up[v], NULL);
    }
    pw_simplex_clear(&p->s);
}

static void value_at(struct polytope *p, size_t v, mpq_t *x, mpq_t sum)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_si(sum, 0, 1);
    for (size_t j = 0; j < COLUMNS; j++) {
        mpq_mul(t, p->a[v][j], x[j]);
        mpq_add(sum, sum, t);
    }
    mpq_clear(t);
}

/* x with a_v x = bound for the three chosen (v, side), by Cramer's rule; false if there is none. */
static bool vertex(struct polytope *p, const size_t *chosen, const int *side, mpq_t *x)
{
    mpq_t m[MOST][MOST], det, part;
    mpq_inits(det, part, NULL);
    for (size_t i = 0; i < COLUMNS; i++)
        for (size_t j = 0; j < COLUMNS; j++)
            mpq_init(m[i][j]);
    for (size_t k = 0; k <= COLUMNS; k++) { /* 0: the matrix; k: column k - 1 replaced */
        for (size_t i = 0; i < COLUMNS; i++)
            for (size_t j = 0; j < COLUMNS; j++)
                mpq_set(m[i][j], j + 1 == k ? side[i] ? p->up[chosen[i]] : p->lo[chosen[i]]
                                            : p->a[chosen[i]][j]);
        determinant(m, COLUMNS, k ? part : det);
        if (!mpq_sgn(det)) break;
        if (k) mpq_div(x[k - 1], part, det);
    }
    bool found = mpq_sgn(det);
    for (size_t i = 0; i < COLUMNS; i++)
        for (size_t j = 0; j < COLUMNS; j++)
            mpq_clear(m[i][j]);
    mpq_clears(det, part, NULL);
    return found;
}

static bool inside(struct polytope *p, mpq_t *x)
{
    mpq_t sum;
    bool in = true;
    mpq_init(sum);
    for (size_t v = 0; v < VARS && in; v++) {
        value_at(p, v, x, sum);
        in = mpq_cmp(sum, p->lo[v]) >= 0 && mpq_cmp(sum, p->up[v]) <= 0;
    }
    mpq_clear(sum);
    return in;
}

/* least[v] and most[v] over all vertices; false if there are none. */
static bool all_vertices(struct polytope *p, mpq_t *least, mpq_t *most)
{
    mpq_t x[COLUMNS], sum;
    bool any = false;
    mpq_inits(x[0], x[1], x[2], sum, NULL);
    for (size_t code = 0; code < VARS * VARS * VARS * 8; code++) {
        size_t c[COLUMNS] = {code / 8 % VARS, code / 8 / VARS % VARS, code / 8 / VARS / VARS};
        int side[COLUMNS] = {code & 1, code >> 1 & 1, code >> 2 & 1};
        if (c[0] >= c[1] || c[1] >= c[2] || !vertex(p, c, side, x) || !inside(p, x)) continue;
        for (size_t v = 0; v < VARS; v++) {
            value_at(p, v, x, sum);
            if (!any || mpq_cmp(sum, least[v]) < 0) mpq_set(least[v], sum);
            if (!any || mpq_cmp(sum, most[v]) > 0) mpq_set(most[v], sum);
        }
        any = true;
    }
    mpq_clears(x[0], x[1], x[2], sum, NULL);
    return any;
}

static void same_value(const struct polytope *p, uint32_t v, const mpq_t want)
{
    pw_rat got;
    pw_int floor, ceil;
    mpz_t num, den, part;
    pw_rat_init(&got);
    pw_int_init(&floor);
    pw_int_init(&ceil);
    mpz_inits(num, den, part, NULL);
    pw_simplex_value(&p->s, v, &got);
    pw_int_get_mpz(num, &got.num);
    pw_int_get_mpz(den, &got.den);
    ck_assert(!mpz_cmp(num, mpq_numref(want)) && !mpz_cmp(den, mpq_denref(want)));
    ck_assert_int_eq(pw_simplex_is_int(&p->s, v), !mpz_cmp_ui(den, 1));
    pw_simplex_floor(&p->s, v, 1, &floor);
    pw_simplex_ceil(&p->s, v, &ceil);
    mpz_fdiv_q(part, num, den);
    pw_int_get_mpz(num, &floor);
    ck_assert(!mpz_cmp(part, num));
    ck_assert_int_eq(pw_int_cmp(&ceil, &floor), mpz_cmp_ui(den, 1) ? 1 : 0);
    ck_assert(pw_simplex_cmp(&p->s, v, &floor) >= 0 && pw_simplex_cmp(&p->s, v, &ceil) <= 0);
    pw_rat_clear(&got);
    pw_int_clear(&floor);
    pw_int_clear(&ceil);
    mpz_clears(num, den, part, NULL);
}

static unsigned feasible;

static void check_polytope(unsigned bits)
{
    struct polytope p;
    mpq_t least[VARS], most[VARS];
    pw_uints tags = {0};
    make_polytope(&p, bits);
    for (size_t v = 0; v < VARS; v++)
        mpq_inits(least[v], most[v], NULL);
    bool any = all_vertices(&p, least, most);
    ck_assert_int_eq(pw_simplex_check(&p.s, &tags), any);
    feasible += any;
    for (uint32_t v = 0; v < VARS && any; v++) {
        ck_assert(pw_simplex_optimise(&p.s, v, 0));
        same_value(&p, v, least[v]);
        ck_assert(pw_simplex_optimise(&p.s, v, 1));
        same_value(&p, v, most[v]);
    }
    for (size_t v = 0; v < VARS; v++)
        mpq_clears(least[v], most[v], NULL);
    pw_vec_clear(&tags);
    clear_polytope(&p);
}

START_TEST(optima_are_vertices)
{
    static const unsigned bits[] = {2, 3, 6, 30, 62, 70, 200};
    unsigned runs = 0;
    feasible = 0;
    for (size_t b = 0; b < sizeof bits / sizeof *bits; b++)
        for (unsigned i = 0; i < 8 * (unsigned)unit_scale(); i++, runs++) {
            state = 100 * b + i;
            check_polytope(bits[b]);
        }
    ck_assert_uint_gt(feasible, runs / 8);
    ck_assert_uint_lt(feasible, runs);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, guesses_reduce);
    tcase_add_test(c, beyond_every_guess);
    tcase_add_test(c, nearly_dependent);
    tcase_add_test(c, optima_are_vertices);
}

UNIT_MAIN("lattice", tests)
