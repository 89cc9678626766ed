#include "run/fact.h"

/* A comparison up to negation: a == b, or a < b, or a < c (b NULL) with a number c. */
struct atom {
    bool equality;
    const struct pw_expr *a, *b;
    pw_int c;
};

static const struct pw_expr *without_not(const struct pw_expr *e)
{
    while (e->kind == PW_EXPR_NOT)
        e = e->args[0];
    return e;
}

/* a < b, where a constant side becomes the bound c: k < x is the opposite of x < k + 1. */
static void make_less(struct atom *x, const struct pw_expr *a, const struct pw_expr *b)
{
    if (b->kind == PW_EXPR_INT) {
        x->a = a;
        pw_int_set(&x->c, &b->value);
    } else if (a->kind == PW_EXPR_INT) {
        x->a = b;
        pw_int_set(&x->c, &a->value);
        pw_int one;
        pw_int_init(&one);
        pw_int_set_si(&one, 1);
        pw_int_add(&x->c, &x->c, &one);
        pw_int_clear(&one);
    } else {
        x->a = a;
        x->b = b;
    }
}

/* False: e is no comparison of integers. x->c is initialised. */
static bool make_atom(struct atom *x, const struct pw_expr *e)
{
    x->a = x->b = NULL;
    x->equality = e->kind == PW_EXPR_EQ || e->kind == PW_EXPR_NE;
    switch (e->kind) {
    case PW_EXPR_EQ:
    case PW_EXPR_NE:
        x->a = e->args[0], x->b = e->args[1];
        return true;
    case PW_EXPR_LT:
    case PW_EXPR_GE:
        make_less(x, e->args[0], e->args[1]);
        return true;
    case PW_EXPR_GT:
    case PW_EXPR_LE:
        make_less(x, e->args[1], e->args[0]);
        return true;
    default:
        return false;
    }
}

static bool same_pair(const struct atom *x, const struct pw_expr *a, const struct pw_expr *b)
{
    return pw_expr_equal(x->a, a) && pw_expr_equal(x->b, b);
}

static bool same_atom(const struct atom *x, const struct atom *y)
{
    if (x->equality != y->equality || !x->b != !y->b) return false;
    if (!x->b) return pw_expr_equal(x->a, y->a) && !pw_int_cmp(&x->c, &y->c);
    return same_pair(x, y->a, y->b) || (x->equality && same_pair(x, y->b, y->a));
}

bool pw_fact_same(const struct pw_expr *a, const struct pw_expr *b)
{
    struct atom x, y;
    pw_int_init(&x.c);
    pw_int_init(&y.c);
    a = without_not(a);
    b = without_not(b);
    bool is_a = make_atom(&x, a), is_b = make_atom(&y, b);
    bool same = is_a && is_b ? same_atom(&x, &y) : is_a == is_b && pw_expr_equal(a, b);
    pw_int_clear(&x.c);
    pw_int_clear(&y.c);
    return same;
}

bool pw_fact_tracked(const struct pw_expr *e, struct pw_preds preds)
{
    for (size_t i = 0; i < preds.n; i++)
        if (pw_fact_same(e, preds.at[i].expr)) return true;
    return false;
}
