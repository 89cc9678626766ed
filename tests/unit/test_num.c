#include "unit/unit.h"

#include <gmp.h>
#include <stdint.h>

#include "num/int.h"

/* Corner values of the small range (2^61) and of the word, and a few random ones. */
static const int64_t corners[] = {0,  1,  -1, 2,  -2, 3, -7, 10, 4294967296, -4294967297, (1LL << 61) - 1, 1LL << 61, (1LL << 61) + 1,
                                  -(1LL << 61) + 1, -(1LL << 61), -(1LL << 61) - 1, INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1, 1234567890123456789};
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
    static const char *const texts[] = {"0", "-1", "2305843009213693952", "2305843009213693953", "-2305843009213693953",
                                        "123456789012345678901234567890123456789012345678901234567890"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pw_int x;
        struct pw_strbuf b = {0};
        pw_int_init(&x);
        ck_assert(pw_int_set_decimal(&x, texts[i], strlen(texts[i])));
        pw_int_print(&x, &b);
        ck_assert_str_eq(pw_strbuf_text(&b), texts[i]);
        pw_strbuf_clear(&b);
        ck_assert(!pw_int_set_decimal(&x, "-", 1) && !pw_int_set_decimal(&x, "", 0) && !pw_int_set_decimal(&x, "1x", 2));
        pw_int_clear(&x);
    }
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, ring_operations_agree_with_gmp);
    tcase_add_test(c, divisions_agree_with_gmp);
    tcase_add_test(c, decimal_round_trip);
}

UNIT_MAIN("num", tests)
