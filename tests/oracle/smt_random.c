#include "oracle/smt_random.h"

#include <assert.h>
#include <gmp.h>
#include <stdbool.h>
#include <string.h>

const char *const smt_random_names[SMT_RANDOM_KINDS] = {
    "tiny",   "difference", "middle",   "huge-numbers", "large",
    "nested", "equations",  "knapsack", "planted",      "strips"};

struct gen {
    uint64_t state;
    struct smt_problem *p;
    struct pw_strbuf *out;
    int bits, width; /* of coefficients; variables per sum */
    int unit;        /* percentage of unit clauses */
};

uint64_t smt_random_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int below(struct gen *g, int n)
{
    return (int)(smt_random_next(&g->state) % (uint64_t)n);
}
static int between(struct gen *g, int lo, int hi)
{
    return lo + below(g, hi - lo + 1);
}
static bool chance(struct gen *g, int percent)
{
    return below(g, 100) < percent;
}

/* A number of up to so many bits, decimal, written as SMT-LIB wants negative ones. */
static void number(struct gen *g, int bits, bool may_be_negative)
{
    bool minus = may_be_negative && chance(g, 50);
    int use = between(g, 1, bits);
    if (minus) pw_strbuf_puts(g->out, "(- ");
    if (use <= 62) {
        pw_strbuf_printf(
            g->out, "%llu",
            (unsigned long long)(smt_random_next(&g->state) & (((uint64_t)1 << use) - 1)));
    } else {
        int digits = use * 3 / 10;
        pw_strbuf_printf(g->out, "%d", between(g, 1, 9));
        for (int i = 1; i < digits; i++)
            pw_strbuf_printf(g->out, "%d", below(g, 10));
    }
    if (minus) pw_strbuf_puts(g->out, ")");
}

static void int_var(struct gen *g)
{
    pw_strbuf_printf(g->out, "x%d", below(g, g->p->ints));
}

static void sum(struct gen *g)
{
    int n = between(g, 1, g->width);
    if (n > 1) pw_strbuf_puts(g->out, "(+");
    for (int i = 0; i < n; i++) {
        if (n > 1) pw_strbuf_puts(g->out, " ");
        if (g->bits == 0)
            int_var(g);
        else {
            pw_strbuf_puts(g->out, "(* ");
            number(g, g->bits, true);
            pw_strbuf_puts(g->out, " ");
            int_var(g);
            pw_strbuf_puts(g->out, ")");
        }
    }
    if (n > 1) pw_strbuf_puts(g->out, ")");
}

static const char *const relations[] = {"<=", "<", ">=", ">", "=", "distinct"};

static void atom(struct gen *g, int const_bits)
{
    pw_strbuf_printf(g->out, "(%s ", relations[chance(g, 70) ? below(g, 4) : below(g, 6)]);
    sum(g);
    pw_strbuf_puts(g->out, " ");
    number(g, const_bits, true);
    pw_strbuf_puts(g->out, ")");
}

static void difference_atom(struct gen *g)
{
    pw_strbuf_printf(g->out, "(%s ", relations[below(g, 6)]);
    if (chance(g, 80)) {
        pw_strbuf_puts(g->out, "(- ");
        int_var(g);
        pw_strbuf_puts(g->out, " ");
        int_var(g);
        pw_strbuf_puts(g->out, ")");
    } else
        int_var(g);
    pw_strbuf_puts(g->out, " ");
    number(g, 3, true);
    pw_strbuf_puts(g->out, ")");
}

static void bool_literal(struct gen *g)
{
    bool minus = chance(g, 50);
    pw_strbuf_printf(g->out, minus ? "(not b%d)" : "b%d", below(g, g->p->bools));
}

static void new_assert(struct gen *g)
{
    g->out = &g->p->asserts[g->p->n++];
}

static void clause(struct gen *g, int most, void (*make)(struct gen *))
{
    int n = chance(g, g->unit) ? 1 : between(g, 2, most);
    new_assert(g);
    if (n > 1) pw_strbuf_puts(g->out, "(or");
    for (int i = 0; i < n; i++) {
        if (n > 1) pw_strbuf_puts(g->out, " ");
        if (g->p->bools && chance(g, 25))
            bool_literal(g);
        else
            make(g);
    }
    if (n > 1) pw_strbuf_puts(g->out, ")");
}

static void plain_atom(struct gen *g)
{
    atom(g, g->bits > 8 ? g->bits : 6);
}

/* Nested terms. */

static void formula(struct gen *g, int depth);

static void term(struct gen *g, int depth)
{
    int kind = depth == 0 ? below(g, 2) : below(g, 9);
    switch (kind) {
    case 0:
        int_var(g);
        return;
    case 1:
        number(g, 4, true);
        return;
    case 2:
    case 3:
        pw_strbuf_puts(g->out, kind == 2 ? "(+ " : "(- ");
        term(g, depth - 1);
        pw_strbuf_puts(g->out, " ");
        term(g, depth - 1);
        break;
    case 4:
        pw_strbuf_puts(g->out, "(* ");
        number(g, 3, true);
        pw_strbuf_puts(g->out, " ");
        term(g, depth - 1);
        break;
    case 5:
    case 6:
        pw_strbuf_puts(g->out, kind == 5 ? "(div " : "(mod ");
        term(g, depth - 1);
        pw_strbuf_printf(g->out, chance(g, 30) ? " (- %d)" : " %d", between(g, 1, 7));
        break;
    case 7:
        pw_strbuf_puts(g->out, "(ite ");
        formula(g, depth - 1);
        pw_strbuf_puts(g->out, " ");
        term(g, depth - 1);
        pw_strbuf_puts(g->out, " ");
        term(g, depth - 1);
        break;
    default:
        pw_strbuf_puts(g->out, "(abs ");
        term(g, depth - 1);
    }
    pw_strbuf_puts(g->out, ")");
}

static void connect(struct gen *g, const char *op, int n, int depth)
{
    pw_strbuf_printf(g->out, "(%s", op);
    for (int i = 0; i < n; i++) {
        pw_strbuf_puts(g->out, " ");
        formula(g, depth - 1);
    }
    pw_strbuf_puts(g->out, ")");
}

static void formula(struct gen *g, int depth)
{
    static const char *const ops[] = {"and", "or", "xor", "=>", "="};
    int kind = depth == 0 ? 0 : below(g, 8);
    if (kind <= 1 && g->p->bools && chance(g, 30))
        bool_literal(g);
    else if (kind <= 2) {
        pw_strbuf_printf(g->out, "(%s ", relations[below(g, 6)]);
        term(g, depth ? depth - 1 : 0);
        pw_strbuf_puts(g->out, " ");
        term(g, depth ? depth - 1 : 0);
        pw_strbuf_puts(g->out, ")");
    } else if (kind == 3)
        connect(g, "not", 1, depth);
    else if (kind == 4)
        connect(g, "ite", 3, depth);
    else {
        int op = below(g, 5);
        connect(g, ops[op], op < 2 ? between(g, 2, 3) : 2, depth);
    }
}

/* sum c_i x_i = or <= k for all of the variables */
static void row(struct gen *g, const char *relation, int bits, int const_bits)
{
    new_assert(g);
    pw_strbuf_printf(g->out, "(%s (+ 0 0", relation);
    for (int i = 0; i < g->p->ints; i++) {
        if (g->p->ints > 3 && chance(g, 30)) continue;
        pw_strbuf_puts(g->out, " (* ");
        number(g, bits, true);
        pw_strbuf_printf(g->out, " x%d)", i);
    }
    pw_strbuf_puts(g->out, ") ");
    number(g, const_bits, true);
    pw_strbuf_puts(g->out, ")");
}

static void box(struct gen *g, int bits)
{
    for (int i = 0; i < g->p->ints; i++) {
        new_assert(g);
        pw_strbuf_printf(g->out, "(and (<= 0 x%d) (<= x%d ", i, i);
        number(g, bits, false);
        pw_strbuf_puts(g->out, "))");
    }
}

/* Rows with large numbers through a point: the problem is satisfiable by construction, unless the
 * right side is changed. */

static void planted_number(struct gen *g, mpz_t out, int bits)
{
    int use = between(g, 1, bits);
    mpz_set_ui(out, 0);
    for (int have = 0; have < use; have += 32) {
        mpz_mul_2exp(out, out, 32);
        mpz_add_ui(out, out, (unsigned long)(smt_random_next(&g->state) & 0xffffffffu));
    }
    mpz_fdiv_r_2exp(out, out, (mp_bitcnt_t)use);
    if (chance(g, 50)) mpz_neg(out, out);
}

static void put_number(struct gen *g, const mpz_t value)
{
    char text[200];
    int n = gmp_snprintf(text, sizeof text, "%Zd", value);
    assert(n > 0 && (size_t)n < sizeof text);
    if (text[0] == '-')
        pw_strbuf_printf(g->out, "(- %s)", text + 1);
    else
        pw_strbuf_puts(g->out, text);
}

static void planted_row(struct gen *g, mpz_t *point, int bits)
{
    static const char *const kinds[] = {"<=", ">=", "="};
    mpz_t c, sum;
    mpz_inits(c, sum, NULL);
    int relation = below(g, 3);
    new_assert(g);
    pw_strbuf_printf(g->out, "(%s (+ 0 0", kinds[relation]);
    for (int i = 0; i < g->p->ints; i++) {
        if (chance(g, 30)) continue;
        planted_number(g, c, bits);
        mpz_addmul(sum, c, point[i]);
        pw_strbuf_puts(g->out, " (* ");
        put_number(g, c);
        pw_strbuf_printf(g->out, " x%d)", i);
    }
    planted_number(g, c, between(g, 1, bits)); /* room on the right side */
    mpz_abs(c, c);
    if (relation == 0) mpz_add(sum, sum, c);
    if (relation == 1) mpz_sub(sum, sum, c);
    if (chance(g, 15)) mpz_add_ui(sum, sum, 1); /* then perhaps not satisfiable */
    pw_strbuf_puts(g->out, ") ");
    put_number(g, sum);
    pw_strbuf_puts(g->out, ")");
    mpz_clears(c, sum, NULL);
}

static void planted_box(struct gen *g, mpz_t *point, int bits)
{
    mpz_t end;
    mpz_init(end);
    for (int i = 0; i < g->p->ints; i++)
        for (int side = 0; side < 2; side++) {
            if (chance(g, 20)) continue;
            planted_number(g, end, bits);
            mpz_abs(end, end);
            (side ? mpz_add : mpz_sub)(end, point[i], end);
            new_assert(g);
            pw_strbuf_printf(g->out, "(%s x%d ", side ? "<=" : ">=", i);
            put_number(g, end);
            pw_strbuf_puts(g->out, ")");
        }
    mpz_clear(end);
}

static void planted(struct gen *g)
{
    int bits = between(g, 1, 200), rows;
    mpz_t point[20];
    g->p->ints = between(g, 2, chance(g, 50) ? 8 : 20);
    rows = between(g, 1, g->p->ints / 2 + 1);
    for (int i = 0; i < g->p->ints; i++) {
        mpz_init(point[i]);
        planted_number(g, point[i], between(g, 1, bits));
    }
    for (int i = 0; i < rows; i++)
        planted_row(g, point, bits);
    if (chance(g, 50)) planted_box(g, point, between(g, 1, bits));
    for (int i = 0; i < g->p->ints; i++)
        mpz_clear(point[i]);
}

/* Few integer points, if any: thin strips, many rows through one point, large common factors. */

static void linear(struct gen *g, const char *relation, mpz_t *c, const mpz_t right)
{
    new_assert(g);
    pw_strbuf_printf(g->out, "(%s (+ 0 0", relation);
    for (int i = 0; i < g->p->ints; i++) {
        pw_strbuf_puts(g->out, " (* ");
        put_number(g, c[i]);
        pw_strbuf_printf(g->out, " x%d)", i);
    }
    pw_strbuf_puts(g->out, ") ");
    put_number(g, right);
    pw_strbuf_puts(g->out, ")");
}

static void strip(struct gen *g, mpz_t *point, int bits, const mpz_t factor, int shape)
{
    mpz_t c[9], right, width;
    mpz_inits(right, width, NULL);
    for (int i = 0; i < g->p->ints; i++) {
        mpz_init(c[i]);
        planted_number(g, c[i], bits);
        mpz_mul(c[i], c[i], factor);
        if (chance(g, 5)) mpz_add_ui(c[i], c[i], 1);
        mpz_addmul(right, c[i], point[i]);
    }
    if (chance(g, 40)) mpz_add_ui(right, right, (unsigned long)between(g, 1, 3));
    if (shape == 0) { /* a strip */
        linear(g, ">=", c, right);
        planted_number(g, width, chance(g, 70) ? 2 : bits);
        mpz_abs(width, width);
        mpz_add(right, right, width);
        linear(g, "<=", c, right);
    } else
        linear(g, shape == 1 ? "=" : chance(g, 50) ? "<=" : ">=", c, right);
    for (int i = 0; i < g->p->ints; i++)
        mpz_clear(c[i]);
    mpz_clears(right, width, NULL);
}

static void strips(struct gen *g)
{
    static const int sizes[] = {2, 3, 5, 8, 16, 31, 32, 33, 61, 62, 63, 64, 65, 100};
    int bits = sizes[below(g, (int)(sizeof sizes / sizeof *sizes))], shape = below(g, 3);
    mpz_t point[9], factor;
    g->p->ints = between(g, 2, 9);
    mpz_init(factor);
    planted_number(g, factor, chance(g, 50) ? 1 : bits);
    mpz_abs(factor, factor);
    mpz_add_ui(factor, factor, 1);
    for (int i = 0; i < g->p->ints; i++) {
        mpz_init(point[i]);
        planted_number(g, point[i], bits);
    }
    int rows = shape == 2 ? between(g, g->p->ints, 2 * g->p->ints) : between(g, 1, g->p->ints);
    for (int i = 0; i < rows; i++)
        strip(g, point, shape == 2 && bits > 8 ? 8 : bits, factor, chance(g, 80) ? shape : 0);
    if (chance(g, 40)) planted_box(g, point, between(g, 1, bits));
    for (int i = 0; i < g->p->ints; i++)
        mpz_clear(point[i]);
    mpz_clear(factor);
}

void smt_random(struct smt_problem *p, uint64_t seed, enum smt_random_kind kind)
{
    struct gen g = {.state = seed * 1000003u + (uint64_t)kind, .p = p};
    memset(p, 0, sizeof *p);
    int n;
    switch (kind) {
    case SMT_TINY:
        p->ints = between(&g, 1, 3), p->bools = below(&g, 3), g.bits = between(&g, 1, 3),
        g.width = 2, g.unit = 50, n = between(&g, 1, 8);
        for (int i = 0; i < n; i++)
            clause(&g, 2, plain_atom);
        break;
    case SMT_DIFFERENCE:
        p->ints = between(&g, 2, 12), p->bools = below(&g, 4), g.unit = 20,
        n = p->ints * between(&g, 2, 6);
        for (int i = 0; i < n; i++)
            clause(&g, 3, difference_atom);
        break;
    case SMT_MIDDLE:
        p->ints = between(&g, 2, 10), p->bools = below(&g, 6), g.bits = between(&g, 1, 8),
        g.width = 3, g.unit = between(&g, 10, 30), n = p->ints * between(&g, 2, 5);
        for (int i = 0; i < n; i++)
            clause(&g, 3, plain_atom);
        break;
    case SMT_HUGE_NUMBERS:
        p->ints = between(&g, 1, 5), p->bools = below(&g, 3), g.bits = between(&g, 9, 200),
        g.width = 3, g.unit = 50, n = p->ints * between(&g, 1, 4);
        for (int i = 0; i < n; i++)
            clause(&g, 2, plain_atom);
        break;
    case SMT_LARGE:
        p->ints = between(&g, 10, 40), p->bools = below(&g, 20), g.bits = between(&g, 0, 3),
        g.width = 3, g.unit = between(&g, 0, 12);
        n = between(&g, 3, 10) * p->ints, n = n > 300 ? 300 : n;
        for (int i = 0; i < n; i++)
            clause(&g, 3, plain_atom);
        break;
    case SMT_NESTED:
        p->ints = between(&g, 1, 5), p->bools = below(&g, 4), n = between(&g, 1, 6);
        for (int i = 0; i < n; i++)
            new_assert(&g), formula(&g, between(&g, 1, 4));
        break;
    case SMT_EQUATIONS:
        p->ints = between(&g, 2, 6), n = between(&g, 1, p->ints);
        for (int i = 0; i < n; i++)
            row(&g, chance(&g, 70) ? "=" : "<=", between(&g, 2, 6), 6);
        if (chance(&g, 30)) box(&g, 5);
        break;
    case SMT_PLANTED:
        planted(&g);
        break;
    case SMT_STRIPS:
        strips(&g);
        break;
    default:
        p->ints = between(&g, 2, 6), n = chance(&g, 70) ? 1 : 2;
        box(&g, between(&g, 3, 7));
        for (int i = 0; i < n; i++)
            row(&g, "=", between(&g, 3, 9), 9);
        break;
    }
}

void smt_problem_clear(struct smt_problem *p)
{
    for (int i = 0; i < p->n; i++)
        pw_strbuf_clear(&p->asserts[i]);
}

void smt_problem_declare(const struct smt_problem *p, struct pw_strbuf *out)
{
    for (int i = 0; i < p->ints; i++)
        pw_strbuf_printf(out, "(declare-const x%d Int)\n", i);
    for (int i = 0; i < p->bools; i++)
        pw_strbuf_printf(out, "(declare-const b%d Bool)\n", i);
}
