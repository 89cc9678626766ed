/* Fast values of expressions against the exact ones, on random expressions with small and with
 * extreme values: where there is a fast answer it is the exact one. */
#include "unit/unit.h"

#include "finite/word.h"

struct dice {
    uint64_t state;
};

static unsigned roll(struct dice *d, unsigned n)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((d->state >> 33) % n);
}

enum { LEAVES = 4 };

static int64_t random_value(struct dice *d)
{
    static const int64_t extreme[] = {INT64_MAX,     INT64_MIN,        INT64_MAX / 2,
                                      INT64_MIN / 2, (int64_t)1 << 32, -((int64_t)1 << 31)};
    return roll(d, 5) ? (int64_t)roll(d, 13) - 6 : extreme[roll(d, 6)];
}

static const struct pw_expr *random_expr(struct pw_expr_pool *p, struct dice *d, bool truth,
                                         unsigned depth)
{
    static const enum pw_expr_kind numbers[] = {PW_EXPR_ADD, PW_EXPR_SUB, PW_EXPR_MUL, PW_EXPR_DIV,
                                                PW_EXPR_MOD, PW_EXPR_MIN, PW_EXPR_MAX};
    static const enum pw_expr_kind compares[] = {PW_EXPR_EQ, PW_EXPR_NE, PW_EXPR_LT,
                                                 PW_EXPR_LE, PW_EXPR_GT, PW_EXPR_GE};
    static const enum pw_expr_kind logic[] = {PW_EXPR_AND, PW_EXPR_OR, PW_EXPR_IMPLIES, PW_EXPR_IFF,
                                              PW_EXPR_XOR};
    static const enum pw_expr_kind leaves[] = {PW_EXPR_SHARED, PW_EXPR_LOCAL, PW_EXPR_PASSIVE,
                                               PW_EXPR_CHOICE};
    /* leaves 0 and 1 are numbers, 2 and 3 truth values */
    if (!depth || roll(d, 8) == 0)
        return pw_expr_leaf(p, leaves[roll(d, 4)], truth, -1, (truth ? 2 : 0) + roll(d, 2));
    if (roll(d, 8) == 0)
        return pw_expr_ite(p, random_expr(p, d, true, depth - 1),
                           random_expr(p, d, truth, depth - 1),
                           random_expr(p, d, truth, depth - 1));
    if (roll(d, 8) == 0)
        return pw_expr_unary(p, truth ? PW_EXPR_NOT : PW_EXPR_NEG,
                             random_expr(p, d, truth, depth - 1));
    bool below = truth && roll(d, 2);
    enum pw_expr_kind kind = !truth  ? numbers[roll(d, 7)]
                             : below ? logic[roll(d, 5)]
                                     : compares[roll(d, 6)];
    const struct pw_expr *a = random_expr(p, d, below, depth - 1);
    const struct pw_expr *b = random_expr(p, d, below, depth - 1);
    if (kind == PW_EXPR_DIV || kind == PW_EXPR_MOD) b = pw_expr_int_si(p, 1 + (int64_t)roll(d, 5));
    if (kind == PW_EXPR_MUL) b = pw_expr_int_si(p, (int64_t)roll(d, 9) - 4);
    return pw_expr_binary(p, kind, a, b);
}

static void read_leaf(void *arg, const struct pw_expr *leaf, pw_int *out)
{
    const struct pw_words *w = arg;
    const int64_t *of = leaf->kind == PW_EXPR_SHARED    ? w->shared
                        : leaf->kind == PW_EXPR_LOCAL   ? w->active
                        : leaf->kind == PW_EXPR_PASSIVE ? w->passive
                                                        : w->choices;
    pw_int_set_si(out, of[leaf->index]);
}

START_TEST(random_expressions)
{
    unsigned fast = 0, none = 0;
    for (unsigned seed = 1; seed <= 20000u * (unsigned)unit_scale(); seed++) {
        struct dice d = {seed};
        struct pw_expr_pool pool;
        int64_t values[4][LEAVES], word;
        pw_int exact;
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < LEAVES; k++)
                values[i][k] = k < 2 ? random_value(&d) : (int64_t)roll(&d, 2);
        struct pw_word_memo memo = {0};
        struct pw_words w = {values[0], values[1], values[2], values[3],
                             .memo = roll(&d, 2) ? &memo : NULL};
        pw_expr_pool_init(&pool);
        const struct pw_expr *e = random_expr(&pool, &d, roll(&d, 2), 1 + roll(&d, 5));
        /* the same nodes again, below others: they are in the memo by then */
        for (uint32_t more = roll(&d, 3); more && e->is_bool && pw_word_eval(e, &w, &word); more--)
            e = pw_expr_binary(&pool, roll(&d, 2) ? PW_EXPR_XOR : PW_EXPR_IFF,
                               random_expr(&pool, &d, true, 2), e);
        pw_int_init(&exact);
        pw_expr_eval(e, read_leaf, &w, &exact);
        if (pw_word_eval(e, &w, &word)) {
            fast++;
            ck_assert_msg(pw_int_fits_si(&exact) && pw_int_get_si(&exact) == word, "seed %u", seed);
        } else {
            none++;
        }
        pw_int_clear(&exact);
        pw_expr_pool_clear(&pool);
    }
    ck_assert_msg(fast > 2 * none && none > 50, "%u fast, %u not", fast, none);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, random_expressions);
}
UNIT_MAIN("word", tests)
