#include "prog/translate.h"

#include <stdlib.h>

struct walk {
    struct pw_terms *terms;
    pw_translate_leaf_fn *leaf;
    void *arg;
};

static pw_term translate(struct walk *w, const struct pw_expr *e);

static pw_term binary(struct walk *w, const struct pw_expr *e)
{
    struct pw_terms *t = w->terms;
    pw_term a = translate(w, e->args[0]), b = translate(w, e->args[1]);
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_ADD:
        return pw_term_add(t, a, b);
    case PW_EXPR_SUB:
        return pw_term_sub(t, a, b);
    case PW_EXPR_MIN:
        return pw_term_min(t, a, b);
    case PW_EXPR_MAX:
        return pw_term_max(t, a, b);
    case PW_EXPR_EQ:
        return pw_term_eq(t, a, b);
    case PW_EXPR_NE:
        return pw_term_ne(t, a, b);
    case PW_EXPR_LT:
        return pw_term_lt(t, a, b);
    case PW_EXPR_LE:
        return pw_term_le(t, a, b);
    case PW_EXPR_GT:
        return pw_term_gt(t, a, b);
    case PW_EXPR_GE:
        return pw_term_ge(t, a, b);
    case PW_EXPR_IFF:
        return pw_term_iff(t, a, b);
    case PW_EXPR_XOR:
        return pw_term_xor(t, a, b);
    case PW_EXPR_AND:
        return pw_term_and2(t, a, b);
    case PW_EXPR_OR:
        return pw_term_or2(t, a, b);
    case PW_EXPR_IMPLIES:
        return pw_term_implies(t, a, b);
    default:
        abort(); /* no other kind has two arguments that are both translated */
    }
}

static pw_term translate(struct walk *w, const struct pw_expr *e)
{
    struct pw_terms *t = w->terms;
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_INT:
        return pw_term_int(t, &e->value);
    case PW_EXPR_BOOL:
        return pw_term_bool(e->truth);
    case PW_EXPR_SHARED:
    case PW_EXPR_LOCAL:
    case PW_EXPR_PASSIVE:
    case PW_EXPR_CHOICE:
    case PW_EXPR_BEFORE:
    case PW_EXPR_AT:
    case PW_EXPR_OTHER_AT:
    case PW_EXPR_COUNT:
        return w->leaf(w->arg, e);
    case PW_EXPR_NEG:
        return pw_term_neg(t, translate(w, e->args[0]));
    case PW_EXPR_NOT:
        return pw_term_not(translate(w, e->args[0]));
    case PW_EXPR_MUL:
        return pw_term_mul(t, &e->args[0]->value, translate(w, e->args[1]));
    case PW_EXPR_DIV:
        return pw_term_quot(t, translate(w, e->args[0]), &e->args[1]->value);
    case PW_EXPR_MOD:
        return pw_term_rem(t, translate(w, e->args[0]), &e->args[1]->value);
    case PW_EXPR_ITE: {
        pw_term c = translate(w, e->args[0]), a = translate(w, e->args[1]),
                b = translate(w, e->args[2]);
        return pw_term_ite(t, c, a, b);
    }
    default:
        return binary(w, e);
    }
}

pw_term pw_translate(struct pw_terms *terms, const struct pw_expr *e, pw_translate_leaf_fn *leaf,
                     void *arg)
{
    struct walk w = {terms, leaf, arg};
    return translate(&w, e);
}
