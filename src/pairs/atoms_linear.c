/* Is a comparison linear, and of which shape? */
#include "pairs/atoms.h"

struct add_ctx {
    struct pw_atoms *s;
    const struct pw_expr *sum; /* NULL: 0 */
    pw_int constant;
    size_t vars, plus, minus;
    bool units; /* all coefficients are 1 or -1 */
};

static void add_variable(struct add_ctx *a, const struct pw_expr *leaf, const pw_int *factor)
{
    struct pw_expr_pool *pool = &a->s->pool;
    bool one = pw_int_is_one(factor), minus = pw_int_cmp_si(factor, -1) == 0;
    const struct pw_expr *part = leaf;
    if (!one) part = pw_expr_binary(pool, PW_EXPR_MUL, pw_expr_int(pool, factor), leaf);
    a->sum = a->sum ? pw_expr_binary(pool, PW_EXPR_ADD, a->sum, part) : part;
    a->vars++;
    a->plus += one;
    a->minus += minus;
    a->units &= one || minus;
}

static bool add_linear(struct add_ctx *a, const struct pw_expr *e, const pw_int *factor)
{
    pw_int k;
    bool good = true;
    pw_int_init(&k);
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_INT:
        pw_int_addmul(&a->constant, &e->value, factor);
        break;
    case PW_EXPR_SHARED:
    case PW_EXPR_LOCAL:
    case PW_EXPR_PASSIVE:
        add_variable(a, e, factor);
        break;
    case PW_EXPR_ADD:
        good = add_linear(a, e->args[0], factor) && add_linear(a, e->args[1], factor);
        break;
    case PW_EXPR_SUB:
        pw_int_neg(&k, factor);
        good = add_linear(a, e->args[0], factor) && add_linear(a, e->args[1], &k);
        break;
    case PW_EXPR_NEG:
        pw_int_neg(&k, factor);
        good = add_linear(a, e->args[0], &k);
        break;
    case PW_EXPR_MUL:
        pw_int_mul(&k, factor, &e->args[0]->value);
        good = add_linear(a, e->args[1], &k);
        break;
    default:
        good = false;
    }
    pw_int_clear(&k);
    return good;
}

bool pw_atoms_linear(struct pw_atoms *s, const struct pw_expr *e, const struct pw_expr **sum,
                     pw_int *constant, size_t *vars, bool *difference)
{
    struct add_ctx a = {.s = s, .units = true};
    pw_int one, minus;
    pw_int_init_si(&one, 1);
    pw_int_init_si(&minus, -1);
    pw_int_init(&a.constant);
    bool good = add_linear(&a, e->args[0], &one) && add_linear(&a, e->args[1], &minus);
    *sum = a.sum;
    *vars = a.vars;
    *difference = a.units && a.vars == 2 && a.plus == 1 && a.minus == 1;
    pw_int_set(constant, &a.constant);
    pw_int_clear(&one);
    pw_int_clear(&minus);
    pw_int_clear(&a.constant);
    return good;
}
