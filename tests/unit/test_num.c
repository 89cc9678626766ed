#include "unit/unit.h"

#include <gmp.h>
#include <stdint.h>

#include "num/int.h"

/* Corner values of the small range (2^61) and of the word, and a few random ones. */
static const int64_t corners[] = {0,
                                  1,
                                  -1,
                                  2,
                                  -2,
                                  3,
                                  -7,
                                  10,
                                  4294967296,
                                  -4294967297,
                                  (1LL << 61) - 1,
                                  1LL << 61,
                                  (1LL << 61) + 1,
                                  -(1LL << 61) + 1,
                                  -(1LL << 61),
                                  -(1LL << 61) - 1,
                                  INT64_MAX,
                                  INT64_MIN,
                                  INT64_MAX - 1,
                                  INT64_MIN + 1,
                                  1234567890123456789};
enum { CORNERS = sizeof corners / sizeof *corners };

typedef void ours(pw_int *, const pw_int *, const pw_int *);
typedef void theirs(mpz_ptr, mpz_srcptr, mpz_srcptr);

static void agree(ours *f, theirs *g, int64_t a, int64_t b)
{
    pw_int x, y, r;
    mpz_t p, q, s, t;
    pw_int_init_si(&x, a), pw_int_init_si(&y, b), pw_int_init(&r);
    mpz_init_set_si(p, a), mpz_init_set_si(q, b), mpz_init(s), mpz_init(t);
    f(&r, &x, &y);
    g(s, p, q);
    pw_int_get_mpz(t, &r);
    ck_assert(!mpz_cmp(s, t));
    f(&x, &x, &y); /* overlap */
    ck_assert(pw_int_eq(&x, &r) && pw_int_cmp(&x, &r) == 0 && pw_int_hash(&x) == pw_int_hash(&r));
    pw_int_clear(&x), pw_int_clear(&y), pw_int_clear(&r);
    mpz_clears(p, q, s, t, NULL);
}

START_TEST(ring_operations_agree_with_gmp)
{
    for (int i = 0; i < CORNERS; i++)
        for (int j = 0; j < CORNERS; j++) {
            agree(pw_int_add, mpz_add, corners[i], corners[j]);
            agree(pw_int_sub, mpz_sub, corners[i], corners[j]);
            agree(pw_int_mul, mpz_mul, corners[i], corners[j]);
            agree(pw_int_gcd, mpz_gcd, corners[i], corners[j]);
        }
}
END_TEST

START_TEST(divisions_agree_with_gmp)
{
    for (int i = 0; i < CORNERS; i++)
        for (int j = 0; j < CORNERS; j++) {
            if (corners[j] == 0) continue;
            agree(pw_int_fdiv_q, mpz_fdiv_q, corners[i], corners[j]);
            agree(pw_int_fdiv_r, mpz_fdiv_r, corners[i], corners[j]);
            agree(pw_int_cdiv_q, mpz_cdiv_q, corners[i], corners[j]);
            agree(pw_int_tdiv_q, mpz_tdiv_q, corners[i], corners[j]);
            agree(pw_int_tdiv_r, mpz_tdiv_r, corners[i], corners[j]);
        }
}
END_TEST

START_TEST(decimal_round_trip)
{
    static const char *const texts[] = {
        "0",
        "-1",
        "2305843009213693952",
        "2305843009213693953",
        "-2305843009213693953",
        "123456789012345678901234567890123456789012345678901234567890"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pw_int x;
        struct pw_strbuf b = {0};
        pw_int_init(&x);
        ck_assert(pw_int_set_decimal(&x, texts[i], strlen(texts[i])));
        pw_int_print(&x, &b);
        ck_assert_str_eq(pw_strbuf_text(&b), texts[i]);
        pw_strbuf_clear(&b);
        ck_assert(!pw_int_set_decimal(&x, "-", 1) && !pw_int_set_decimal(&x, "", 0) &&
                  !pw_int_set_decimal(&x, "1x", 2));
        pw_int_clear(&x);
    }
}
END_TEST

/* --- random operands of up to three words, results that overlap operands --- */

static void random_number(mpz_t z)
{
    static const unsigned sizes[] = {0, 1, 8, 30, 31, 59, 60, 61, 62, 63, 64, 65, 122, 123, 190};
    unsigned bits = sizes[(size_t)rand() % (sizeof sizes / sizeof *sizes)];
    mpz_set_ui(z, 0);
    for (unsigned i = 0; i < bits; i++)
        if (i + 1 == bits || rand() % 2) mpz_setbit(z, i);
    if (rand() % 4 == 0) mpz_add_ui(z, z, 1); /* powers of two and their neighbours are frequent */
    if (rand() % 2) mpz_neg(z, z);
}

static void set(pw_int *x, const mpz_t z)
{
    pw_int_init(x);
    pw_int_set_mpz(x, z);
}

static void same(const pw_int *x, const mpz_t z)
{
    mpz_t t;
    pw_int again;
    mpz_init(t);
    pw_int_get_mpz(t, x);
    ck_assert(!mpz_cmp(t, z));
    set(&again, z); /* the representation is canonical */
    ck_assert(pw_int_eq(x, &again) && pw_int_hash(x) == pw_int_hash(&again));
    pw_int_clear(&again);
    mpz_clear(t);
}

static void mul_added(mpz_ptr r, mpz_srcptr x, mpz_srcptr y)
{
    mpz_addmul(r, x, y);
}
static void mul_subtracted(mpz_ptr r, mpz_srcptr x, mpz_srcptr y)
{
    mpz_submul(r, x, y);
}

static const struct {
    ours *f;
    theirs *g;
    bool divides;
} operations[] = {
    {pw_int_add, mpz_add, false},           {pw_int_sub, mpz_sub, false},
    {pw_int_mul, mpz_mul, false},           {pw_int_gcd, mpz_gcd, false},
    {pw_int_fdiv_q, mpz_fdiv_q, true},      {pw_int_fdiv_r, mpz_fdiv_r, true},
    {pw_int_cdiv_q, mpz_cdiv_q, true},      {pw_int_tdiv_q, mpz_tdiv_q, true},
    {pw_int_tdiv_r, mpz_tdiv_r, true},      {pw_int_addmul, mul_added, false},
    {pw_int_submul, mul_subtracted, false},
};

/* The result is a third number, or the first operand, or the second, or both are one. */
static void agree_on(int op, int overlap)
{
    mpz_t p, q, s;
    pw_int x, y, r;
    mpz_inits(p, q, s, NULL);
    random_number(p), random_number(q), random_number(s);
    if (operations[op].divides && !mpz_sgn(q)) mpz_set_si(q, -3);
    if (operations[op].divides && overlap == 3 && !mpz_sgn(p)) mpz_set_si(p, 7);
    set(&x, p), set(&y, q), set(&r, s);
    switch (overlap) {
    case 0:
        operations[op].f(&r, &x, &y), operations[op].g(s, p, q), same(&r, s);
        break;
    case 1:
        operations[op].f(&x, &x, &y), operations[op].g(p, p, q);
        break;
    case 2:
        operations[op].f(&y, &x, &y), operations[op].g(q, p, q);
        break;
    case 3:
        operations[op].f(&x, &x, &x), operations[op].g(p, p, p);
        break;
    }
    same(&x, p), same(&y, q);
    pw_int_clear(&x), pw_int_clear(&y), pw_int_clear(&r);
    mpz_clears(p, q, s, NULL);
}

START_TEST(random_operations_agree_with_gmp)
{
    srand(5);
    for (int i = 0; i < 5000 * unit_scale(); i++)
        for (int op = 0; op < (int)(sizeof operations / sizeof *operations); op++)
            agree_on(op, i % 4);
}
END_TEST

START_TEST(order_and_sign_agree_with_gmp)
{
    mpz_t p, q, s;
    mpz_inits(p, q, s, NULL);
    srand(6);
    for (int i = 0; i < 20000 * unit_scale(); i++) {
        pw_int x, y, r;
        random_number(p), random_number(q);
        if (i % 5 == 0) mpz_set(q, p);
        set(&x, p), set(&y, q), pw_int_init_set(&r, &x);
        int sign = mpz_cmp(p, q);
        ck_assert_int_eq((pw_int_cmp(&x, &y) > 0) - (pw_int_cmp(&x, &y) < 0),
                         (sign > 0) - (sign < 0));
        ck_assert_int_eq(pw_int_eq(&x, &y), sign == 0);
        ck_assert_int_eq(pw_int_sgn(&x), mpz_sgn(p));
        ck_assert_int_eq(pw_int_fits_si(&x), mpz_fits_slong_p(p) != 0);
        if (pw_int_fits_si(&x))
            ck_assert(pw_int_get_si(&x) == mpz_get_si(p) && !pw_int_cmp_si(&x, mpz_get_si(p)));
        ck_assert_int_eq(pw_int_is_one(&x), !mpz_cmp_si(p, 1));
        pw_int_neg(&r, &r), mpz_neg(s, p), same(&r, s);
        pw_int_abs(&r, &x), mpz_abs(s, p), same(&r, s);
        pw_int_mul(&r, &x, &y);
        if (mpz_sgn(q)) pw_int_divexact(&r, &r, &y), same(&r, p);
        pw_int_swap(&x, &y);
        same(&x, q), same(&y, p);
        pw_int_clear(&x), pw_int_clear(&y), pw_int_clear(&r);
    }
    mpz_clears(p, q, s, NULL);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, random_operations_agree_with_gmp);
    tcase_add_test(c, order_and_sign_agree_with_gmp);
    tcase_add_test(c, ring_operations_agree_with_gmp);
    tcase_add_test(c, divisions_agree_with_gmp);
    tcase_add_test(c, decimal_round_trip);
}

UNIT_MAIN("num", tests)
