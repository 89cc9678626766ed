/* Facts are compared as expressions: against the values of both formulas on all small values. */
#include "unit/unit.h"

#include <inttypes.h>
#include <string.h>

#include "front/dr/dr.h"
#include "run/fact.h"

enum { LEAST = -4, MOST = 4, VALUES = 4 };
static const char *const sides[] = {"s", "t", "a.l", "other(a).l", "-2", "-1", "0", "1", "2"};
static const char *const relations[] = {"==", "!=", "<", "<=", ">", ">="};
enum {
    SIDES = sizeof sides / sizeof *sides,
    RELATIONS = sizeof relations / sizeof *relations,
    CONSTANTS_FROM = VALUES
};

static void read_leaf(void *arg, const struct pw_expr *leaf, pw_int *out)
{
    const int *v = arg;
    int k = leaf->kind == PW_EXPR_SHARED ? (int)leaf->index : leaf->kind == PW_EXPR_LOCAL ? 2 : 3;
    pw_int_set_si(out, v[k]);
}

/* By evaluation: equal everywhere, or opposite everywhere. */
static bool tell_each_other(const struct pw_expr *a, const struct pw_expr *b)
{
    bool equal = true, opposite = true;
    int v[VALUES];
    for (v[0] = LEAST; v[0] <= MOST; v[0]++)
        for (v[1] = LEAST; v[1] <= MOST; v[1]++)
            for (v[2] = LEAST; v[2] <= MOST; v[2]++)
                for (v[3] = LEAST; v[3] <= MOST; v[3]++) {
                    bool x = pw_expr_holds(a, read_leaf, v), y = pw_expr_holds(b, read_leaf, v);
                    equal = equal && x == y;
                    opposite = opposite && x != y;
                    if (!equal && !opposite) return false;
                }
    return true;
}

static uint64_t next(uint64_t *r)
{
    *r ^= *r << 13;
    *r ^= *r >> 7;
    return *r ^= *r << 17;
}

/* A comparison of two different sides, at least one of them a variable, perhaps negated. */
static void comparison(uint64_t *seed, struct pw_strbuf *out)
{
    unsigned a, b;
    do {
        a = next(seed) % SIDES;
        b = next(seed) % SIDES;
    } while (a == b || (a >= CONSTANTS_FROM && b >= CONSTANTS_FROM));
    const char *r = relations[next(seed) % RELATIONS];
    bool not = next(seed) % 3 == 0;
    pw_strbuf_printf(out, "%s%s %s %s%s", not ? "!(" : "", sides[a], r, sides[b], not ? ")" : "");
}

static struct pw_program *program(struct pw_source *src, const char *predicates)
{
    struct pw_strbuf text = {0};
    struct pw_diags diags = {0};
    pw_strbuf_printf(&text,
                     "shared int s = 0, t = 0;\nthread a { local int l; x: l = s; }\nthread b { "
                     "local int l; y: l = t; }\n%s\nunsafe count(x) >= 2;\n",
                     predicates);
    pw_source_from_text(src, "facts.dr", pw_strbuf_text(&text), text.n);
    struct pw_program *p = pw_dr_parse(src, NULL, 0, &diags);
    ck_assert_msg(p != NULL, "%s", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
    pw_diags_clear(&diags);
    return p;
}

START_TEST(same_as_by_evaluation)
{
    uint64_t seed = 88172645463325252u;
    unsigned same = 0;
    for (int i = 0; i < 600 * unit_scale(); i++) {
        struct pw_strbuf a = {0}, b = {0}, both = {0};
        struct pw_source src;
        comparison(&seed, &a);
        comparison(&seed, &b);
        pw_strbuf_printf(&both, "predicate p = %s; predicate q = %s;", pw_strbuf_text(&a),
                         pw_strbuf_text(&b));
        struct pw_program *p = program(&src, pw_strbuf_text(&both));
        const struct pw_expr *x = p->preds.at[0].expr, *y = p->preds.at[1].expr;
        bool found = pw_fact_same(x, y);
        ck_assert_msg(found == tell_each_other(x, y), "%s and %s: %d", pw_strbuf_text(&a),
                      pw_strbuf_text(&b), found);
        ck_assert(found == pw_fact_same(y, x) && pw_fact_same(x, x));
        ck_assert(pw_fact_tracked(x, p->preds) &&
                  found == pw_fact_tracked(x, (struct pw_preds){&p->preds.at[1], 1}));
        same += found;
        pw_program_free(p);
        pw_source_clear(&src);
        pw_strbuf_clear(&a), pw_strbuf_clear(&b), pw_strbuf_clear(&both);
    }
    ck_assert_uint_gt(same, 5); /* the inputs show both answers */
}
END_TEST

/* Locals of one name in two templates are two variables. */
START_TEST(locals_are_told_apart)
{
    struct pw_source src;
    struct pw_program *p =
        program(&src, "predicate p = a.l < s; predicate q = b.l < s; predicate r = s <= a.l;");
    ck_assert(!pw_fact_same(p->preds.at[0].expr, p->preds.at[1].expr));
    ck_assert(pw_fact_same(p->preds.at[0].expr, p->preds.at[2].expr));
    pw_program_free(p);
    pw_source_clear(&src);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, same_as_by_evaluation);
    tcase_add_test(c, locals_are_told_apart);
}

UNIT_MAIN("facts", tests)
