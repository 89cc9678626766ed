/* Fast values of expressions against the exact ones, on random expressions with small and with
 * extreme values: where there is a fast answer it is the exact one. The same for guards and updates
 * of edges as flat code. */
#include "unit/unit.h"

#include "finite/flat.h"
#include "finite/word.h"

struct dice {
    uint64_t state;
    bool step; /* no leaf of a passive thread */
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
    static const enum pw_expr_kind leaves[] = {PW_EXPR_SHARED, PW_EXPR_LOCAL, PW_EXPR_CHOICE,
                                               PW_EXPR_PASSIVE};
    /* leaves 0 and 1 are numbers, 2 and 3 truth values */
    if (!depth || roll(d, 8) == 0)
        return pw_expr_leaf(p, leaves[roll(d, d->step ? 3 : 4)], truth, -1,
                            (truth ? 2 : 0) + roll(d, 2));
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
        struct dice d = {seed, false};
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

/* An edge with two updates that share a number with the guard. */
static void random_edge(struct pw_expr_pool *p, struct dice *d, struct pw_update updates[2],
                        struct pw_edge *e)
{
    const struct pw_expr *common = random_expr(p, d, false, 1 + roll(d, 4));
    const struct pw_expr *other = random_expr(p, d, false, 1 + roll(d, 2));
    const struct pw_expr *test = pw_expr_binary(p, PW_EXPR_LE, common, other);
    const struct pw_expr *more = random_expr(p, d, true, roll(d, 5));
    *e = (struct pw_edge){.updates = updates, .nupdates = 2};
    e->guard = roll(d, 4) ? pw_expr_binary(p, roll(d, 4) ? PW_EXPR_AND : PW_EXPR_OR, test, more)
                          : pw_expr_unary(p, PW_EXPR_NOT, more);
    bool truth = roll(d, 2);
    updates[0] = (struct pw_update){.to = pw_expr_binary(p, PW_EXPR_ADD, common, other)};
    updates[1] = (struct pw_update){.to = random_expr(p, d, truth, 1 + roll(d, 4))};
}

static bool exactly(const struct pw_expr *e, const struct pw_words *w, int64_t value)
{
    pw_int exact;
    pw_int_init(&exact);
    pw_expr_eval(e, read_leaf, (void *)(uintptr_t)w, &exact);
    bool same = pw_int_fits_si(&exact) && pw_int_get_si(&exact) == value;
    pw_int_clear(&exact);
    return same;
}

START_TEST(flat_edges)
{
    unsigned count[3] = {0};
    for (unsigned seed = 1; seed <= 20000u * (unsigned)unit_scale(); seed++) {
        struct dice d = {seed, true};
        struct pw_expr_pool pool;
        struct pw_update updates[2];
        struct pw_edge e;
        struct pw_flat f;
        pw_expr_pool_init(&pool);
        random_edge(&pool, &d, updates, &e);
        uint32_t own = 3 * LEAVES + roll(&d, 5); /* of another edge, before it */
        pw_flat_make(&f, &e, (struct pw_flat_layout){LEAVES, 2 * LEAVES, own});
        ck_assert(f.there);
        int64_t *at = PW_NEWS(int64_t, f.end);
        pw_flat_set_numbers(&f, at);
        for (int again = 0; again < 3; again++) { /* what is left from before does no harm */
            for (int k = 0; k < 3 * LEAVES; k++)
                at[k] = k % LEAVES < 2 ? random_value(&d) : (int64_t)roll(&d, 2);
            struct pw_words w = {.shared = at, .active = at + LEAVES, .choices = at + 2 * LEAVES};
            enum pw_flat_answer answer = pw_flat_run(&f, at);
            count[answer]++;
            if (answer == PW_FLAT_NONE) continue;
            ck_assert_msg(exactly(e.guard, &w, answer == PW_FLAT_YES), "guard, seed %u", seed);
            for (int u = 0; u < 2 && answer == PW_FLAT_YES; u++)
                ck_assert_msg(exactly(updates[u].to, &w, at[f.updates[u]]), "seed %u", seed);
        }
        PW_FREES(at, f.end);
        pw_flat_clear(&f);
        pw_expr_pool_clear(&pool);
    }
    ck_assert_msg(count[PW_FLAT_YES] > 10000 && count[PW_FLAT_NO] > 10000 &&
                      count[PW_FLAT_NONE] > 100,
                  "%u no, %u yes, %u without an answer", count[0], count[1], count[2]);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, flat_edges);
    tcase_add_test(c, random_expressions);
}
UNIT_MAIN("word", tests)
