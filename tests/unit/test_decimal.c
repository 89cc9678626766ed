/* Decimal numbers against GMP: every number around the powers of two and ten at which narrower
 * types end, with signs, leading zeros and tails. */
#include "unit/unit.h"

#include <gmp.h>
#include <string.h>

#include "base/decimal.h"

/* What mpz says about the longest prefix [-]digits. */
static enum pw_decimal expected(const char *text, size_t n, bool sign, mpz_t v, size_t *used)
{
    size_t minus = sign && n && text[0] == '-', digits = 0;
    while (minus + digits < n && strchr("0123456789", text[minus + digits]) && text[minus + digits])
        digits++;
    *used = digits ? minus + digits : 0;
    if (!digits) return PW_DECIMAL_NONE;
    char copy[300];
    memcpy(copy, text, *used);
    copy[*used] = 0;
    ck_assert_int_eq(mpz_set_str(v, copy, 10), 0);
    mpz_t lo, hi;
    mpz_init_set_si(lo, -1), mpz_init_set_si(hi, 1);
    mpz_mul_2exp(lo, lo, 63), mpz_mul_2exp(hi, hi, 63);
    bool fits = mpz_cmp(v, lo) >= 0 && mpz_cmp(v, hi) < 0;
    mpz_clear(lo), mpz_clear(hi);
    return fits ? PW_DECIMAL_FITS : PW_DECIMAL_WIDE;
}

static void agree(const char *text, size_t n)
{
    mpz_t v, got;
    mpz_init(v), mpz_init(got);
    for (int sign = 0; sign < 2; sign++) {
        int64_t value = 77;
        size_t used = 99, want;
        enum pw_decimal is = pw_decimal_scan(text, n, sign, &value, &used),
                        should = expected(text, n, sign, v, &want);
        ck_assert_msg(is == should && used == want, "'%.*s': %d, not %d", (int)n, text, is, should);
        if (is != PW_DECIMAL_FITS)
            value == 77 ? (void)0 : ck_abort_msg("'%s' left a value", text);
        else
            mpz_set_si(got, value),
                ck_assert_msg(mpz_cmp(got, v) == 0, "'%s' is read as %lld", text, (long long)value);
        int64_t whole;
        bool read = pw_decimal_read(text, n, sign ? INT64_MIN : 0, INT64_MAX, &whole);
        ck_assert_msg(read == (is == PW_DECIMAL_FITS && used == n), "'%s' as a whole", text);
        if (read) ck_assert_int_eq(whole, value);
    }
    mpz_clear(v), mpz_clear(got);
}

static void with_habits(const mpz_t x)
{
    static const char *const before[] = {"", "-", "0", "-000", "+", " ", "--"}, *const after[] = {
                                                                                    "",  "0", " ",
                                                                                    "x", "-", ".5",
                                                                                    "e3"};
    char digits[200], text[300];
    mpz_get_str(digits, 10, x);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        for (size_t k = 0; k < sizeof after / sizeof *after; k++) {
            snprintf(text, sizeof text, "%s%s%s", before[i], digits, after[k]);
            agree(text, strlen(text));
            for (size_t cut = 0; cut < strlen(text); cut += 3)
                agree(text, cut);
        }
}

START_TEST(agrees_with_gmp)
{
    mpz_t x;
    mpz_init(x);
    for (unsigned power = 0; power <= 200; power++)
        for (int off = -11; off <= 11; off++) {
            mpz_set_ui(x, 1);
            if (power <= 140)
                mpz_mul_2exp(x, x, power);
            else
                mpz_ui_pow_ui(x, 10, power - 140);
            if (off < 0)
                mpz_sub_ui(x, x, (unsigned long)-off);
            else
                mpz_add_ui(x, x, (unsigned long)off);
            if (mpz_sgn(x) >= 0) with_habits(x);
        }
    /* 2 modulo 2^64, if multiplied before it is tested */
    mpz_set_str(x, "92233720368547758082", 10);
    with_habits(x);
    mpz_clear(x);
}
END_TEST

START_TEST(bounds_are_kept)
{
    int64_t v = 5;
    ck_assert(!pw_decimal_read("-1", 2, 0, 9, &v) && !pw_decimal_read("10", 2, 0, 9, &v) &&
              !pw_decimal_read("", 0, 0, 9, &v));
    ck_assert_int_eq(v, 5);
    ck_assert(pw_decimal_read("-9", 2, -9, 9, &v) && v == -9 &&
              !pw_decimal_read("-10", 3, -9, 9, &v));
    ck_assert(pw_decimal_read("12", 1, 0, 9, &v) && v == 1);
}
END_TEST

START_TEST(reals_are_whole_and_finite)
{
    double d = 5;
    static const char *const bad[] = {"", "x", "1x", "1e999", "-1e999", "inf", "nan", "1 "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!pw_decimal_real(bad[i], &d) && d == 5, "%s", bad[i]);
    ck_assert(pw_decimal_real("2.5", &d) && d == 2.5 && pw_decimal_real("1e3", &d) && d == 1000);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, agrees_with_gmp);
    tcase_add_test(c, bounds_are_kept);
    tcase_add_test(c, reals_are_whole_and_finite);
}

UNIT_MAIN("decimal", tests)
