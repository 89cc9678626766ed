/* Decision diagrams against truth tables: every operation on random functions of N variables,
 * computed twice. */
#include "unit/unit.h"

#include <stdint.h>
#include <string.h>

#include "bdd/bdd.h"

enum { N = 7, POINTS = 1 << N };

static uint64_t seed = 1;
static unsigned dice(unsigned sides)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % sides;
}

/* A function is its truth table; point p gives variable v the value of bit v. */
typedef struct {
    bool at[POINTS];
} table;

static pw_bdd from_table(struct pw_bdds *m, const table *t)
{
    pw_bdd f = PW_BDD_FALSE;
    for (int p = 0; p < POINTS; p++) {
        if (!t->at[p]) continue;
        pw_bdd cube = PW_BDD_TRUE;
        for (unsigned v = 0; v < N; v++)
            cube = pw_bdd_and(m, cube, pw_bdd_literal(m, v, p >> v & 1));
        f = pw_bdd_or(m, f, cube);
    }
    return f;
}

static bool same(struct pw_bdds *m, pw_bdd f, const table *t)
{
    for (int p = 0; p < POINTS; p++) {
        bool values[N];
        for (unsigned v = 0; v < N; v++)
            values[v] = p >> v & 1;
        if (pw_bdd_eval(m, f, values) != t->at[p]) return false;
    }
    return true;
}

/* Random cubes united: sparse, dense and structured functions all occur. */
static void random_table(table *t)
{
    memset(t, 0, sizeof *t);
    for (unsigned k = dice(6) + 1; k > 0; k--) {
        unsigned care = dice(POINTS), value = dice(POINTS);
        for (unsigned p = 0; p < POINTS; p++)
            if ((p & care) == (value & care)) t->at[p] = true;
    }
    if (dice(3) == 0)
        for (int p = 0; p < POINTS; p++)
            t->at[p] ^= true;
}

static void exists_table(table *r, const table *t, unsigned set)
{
    memset(r, 0, sizeof *r);
    for (unsigned p = 0; p < POINTS; p++)
        for (unsigned q = 0; q < POINTS; q++)
            if (((p ^ q) & ~set) == 0 && t->at[q]) r->at[p] = true;
}

static pw_bdd set_of(struct pw_bdds *m, unsigned mask)
{
    unsigned vars[N];
    size_t n = 0;
    for (unsigned v = N; v-- > 0;)
        if (mask >> v & 1) vars[n++] = v;
    return pw_bdd_set(m, vars, n);
}

static void check_boolean(struct pw_bdds *m, const table *a, const table *b, const table *c,
                          pw_bdd f, pw_bdd g, pw_bdd h)
{
    table r[6];
    for (int p = 0; p < POINTS; p++) {
        r[0].at[p] = a->at[p] && b->at[p];
        r[1].at[p] = a->at[p] || b->at[p];
        r[2].at[p] = a->at[p] != b->at[p];
        r[3].at[p] = !a->at[p];
        r[4].at[p] = a->at[p] && !b->at[p];
        r[5].at[p] = a->at[p] ? b->at[p] : c->at[p];
    }
    pw_bdd got[6] = {pw_bdd_and(m, f, g), pw_bdd_or(m, f, g),   pw_bdd_xor(m, f, g),
                     pw_bdd_not(m, f),    pw_bdd_diff(m, f, g), pw_bdd_ite(m, f, g, h)};
    for (int i = 0; i < 6; i++) {
        ck_assert_msg(same(m, got[i], &r[i]), "operation %d, seed %llu", i,
                      (unsigned long long)seed);
        ck_assert(pw_bdd_same(got[i], from_table(m, &r[i]))); /* canonical */
    }
    ck_assert(pw_bdd_implies(m, got[0], f) && pw_bdd_implies(m, f, got[1]));
}

static void check_quantifiers(struct pw_bdds *m, const table *a, const table *b, pw_bdd f, pw_bdd g)
{
    unsigned mask = dice(POINTS);
    table r, both;
    exists_table(&r, a, mask);
    ck_assert(same(m, pw_bdd_exists(m, f, set_of(m, mask)), &r));
    for (int p = 0; p < POINTS; p++)
        both.at[p] = a->at[p] && b->at[p];
    exists_table(&r, &both, mask);
    ck_assert(same(m, pw_bdd_and_exists(m, f, g, set_of(m, mask)), &r));
    unsigned value = dice(POINTS);
    pw_bdd cube = PW_BDD_TRUE;
    for (unsigned v = 0; v < N; v++)
        if (mask >> v & 1) cube = pw_bdd_and(m, cube, pw_bdd_literal(m, v, value >> v & 1));
    for (unsigned p = 0; p < POINTS; p++)
        r.at[p] = a->at[(p & ~mask) | (value & mask)];
    ck_assert(same(m, pw_bdd_cofactor(m, f, cube), &r));
}

static void check_rename_and_support(struct pw_bdds *m, const table *a, pw_bdd f)
{
    unsigned to[N], support = 0;
    for (unsigned v = 0; v < N; v++)
        to[v] = dice(N);
    table r;
    for (unsigned p = 0; p < POINTS; p++) {
        unsigned q = 0;
        for (unsigned v = 0; v < N; v++)
            q |= (p >> to[v] & 1) << v;
        r.at[p] = a->at[q];
        for (unsigned v = 0; v < N; v++)
            if (a->at[p] != a->at[p ^ 1u << v]) support |= 1u << v;
    }
    ck_assert(same(m, pw_bdd_rename(m, f, to), &r));
    ck_assert(pw_bdd_same(pw_bdd_support(m, f), set_of(m, support)));
}

static bool mark_path(void *arg, const uint8_t *values)
{
    table *seen = arg;
    for (unsigned p = 0; p < POINTS; p++) {
        bool in = true;
        for (unsigned v = 0; v < N; v++)
            in = in && (values[v] == PW_BDD_ANY || values[v] == (p >> v & 1));
        ck_assert(!(in && seen->at[p])); /* paths are disjoint */
        if (in) seen->at[p] = true;
    }
    return true;
}

static void check_counts_and_paths(struct pw_bdds *m, const table *a, pw_bdd f)
{
    int64_t models = 0;
    for (int p = 0; p < POINTS; p++)
        models += a->at[p];
    pw_int count;
    pw_int_init(&count);
    pw_bdd_count(m, f, set_of(m, POINTS - 1), &count);
    ck_assert_int_eq(pw_int_get_si(&count), models);
    pw_int_clear(&count);
    table seen = {{0}};
    ck_assert(pw_bdd_paths(m, f, mark_path, &seen));
    ck_assert(!memcmp(&seen, a, sizeof seen));
    uint8_t values[N];
    ck_assert(pw_bdd_first(m, f, values) == (models > 0));
    bool point[N];
    for (unsigned v = 0; v < N; v++)
        point[v] = values[v] == 1;
    ck_assert(models == 0 || pw_bdd_eval(m, f, point));
}

START_TEST(operations_agree_with_truth_tables)
{
    const char *scale = getenv("PWQO_TEST_SCALE");
    int rounds = 150 * (scale ? atoi(scale) : 1);
    struct pw_bdds *m = pw_bdds_new(N);
    for (int i = 0; i < rounds; i++) {
        table a, b, c;
        random_table(&a), random_table(&b), random_table(&c);
        pw_bdd f = from_table(m, &a), g = from_table(m, &b), h = from_table(m, &c);
        check_boolean(m, &a, &b, &c, f, g, h);
        check_quantifiers(m, &a, &b, f, g);
        check_rename_and_support(m, &a, f);
        check_counts_and_paths(m, &a, f);
    }
    pw_bdds_free(m);
}
END_TEST

/* The n-bit "next = now" relation has 3n inner nodes when the pairs stand side by side, and 2^n
 * models. */
START_TEST(equality_of_side_by_side_vectors_is_small)
{
    enum { BITS = 200 };
    struct pw_bdds *m = pw_bdds_new(2 * BITS);
    pw_bdd f = PW_BDD_TRUE;
    unsigned all[2 * BITS];
    for (unsigned v = 0; v < 2 * BITS; v++)
        all[v] = v;
    for (unsigned i = BITS; i-- > 0;)
        f = pw_bdd_and(
            m, f, pw_bdd_not(m, pw_bdd_xor(m, pw_bdd_var(m, 2 * i), pw_bdd_var(m, 2 * i + 1))));
    ck_assert_uint_eq(pw_bdd_size(m, f), 3 * BITS);
    pw_int count;
    pw_int_init(&count);
    pw_bdd_count(m, f, pw_bdd_set(m, all, 2 * BITS), &count);
    mpz_t z, expected;
    mpz_init(z), mpz_init(expected);
    pw_int_get_mpz(z, &count);
    mpz_ui_pow_ui(expected, 2, BITS);
    ck_assert(!mpz_cmp(z, expected));
    mpz_clear(z), mpz_clear(expected);
    pw_int_clear(&count);
    pw_bdds_free(m);
}
END_TEST

/* Adds up numbers modulo 2^BITS: many nodes, so that the unique table and the cache grow and the
 * results stay canonical. */
START_TEST(tables_grow)
{
    enum { VARS = 34 };
    struct pw_bdds *m = pw_bdds_new(VARS);
    pw_bdd parity = PW_BDD_FALSE, majority[VARS + 2];
    /* at least k of the variables so far */
    for (int k = 0; k <= VARS + 1; k++)
        majority[k] = k == 0 ? PW_BDD_TRUE : PW_BDD_FALSE;
    for (unsigned v = 0; v < VARS; v++) {
        parity = pw_bdd_xor(m, parity, pw_bdd_var(m, v));
        for (int k = VARS; k > 0; k--)
            majority[k] =
                pw_bdd_or(m, majority[k], pw_bdd_and(m, pw_bdd_var(m, v), majority[k - 1]));
    }
    pw_bdd odd = PW_BDD_FALSE; /* exactly k, for odd k */
    for (int k = 1; k <= VARS; k += 2)
        odd = pw_bdd_or(m, odd, pw_bdd_diff(m, majority[k], majority[k + 1]));
    ck_assert(pw_bdd_same(odd, parity));
    ck_assert(pw_bdds_nodes(m) > 3000);
    pw_bdds_free(m);
}
END_TEST

/* Until it is full a manager with a cap gives what one without gives; then every operation ends at
 * once, also one that would take ages. */
START_TEST(a_cap_ends_the_work)
{
    enum { VARS = 64, CAP = 5000 };
    struct pw_bdds *m = pw_bdds_new(VARS), *free_one = pw_bdds_new(VARS);
    pw_bdds_cap(m, CAP);
    pw_bdd f = PW_BDD_TRUE, g = PW_BDD_TRUE;
    for (unsigned v = 0; v < VARS / 2 && !pw_bdds_full(m); v++) { /* 2^v nodes */
        pw_bdd x = pw_bdd_xor(m, pw_bdd_var(m, v), pw_bdd_var(m, v + VARS / 2));
        f = pw_bdd_and(m, f, x);
        if (pw_bdds_full(m)) break;
        g = pw_bdd_and(
            free_one, g,
            pw_bdd_xor(free_one, pw_bdd_var(free_one, v), pw_bdd_var(free_one, v + VARS / 2)));
        ck_assert_uint_eq(pw_bdd_size(m, f), pw_bdd_size(free_one, g));
    }
    ck_assert(pw_bdds_full(m) && !pw_bdds_full(free_one));
    ck_assert_uint_eq(pw_bdds_nodes(m), CAP);
    f = pw_bdd_ite(m, pw_bdd_var(m, 0), pw_bdd_exists(m, f, pw_bdd_var(m, 1)), f);
    ck_assert_uint_eq(pw_bdds_nodes(m), CAP);
    pw_bdds_free(m);
    pw_bdds_free(free_one);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, a_cap_ends_the_work);
    tcase_add_test(c, operations_agree_with_truth_tables);
    tcase_add_test(c, equality_of_side_by_side_vectors_is_small);
    tcase_add_test(c, tables_grow);
}

UNIT_MAIN("bdd", tests)
