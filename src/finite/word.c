#include "finite/word.h"

#include <assert.h>

/* A division on which all conventions agree. */
static bool divide(enum pw_expr_kind kind, int64_t a, int64_t b, int64_t *out)
{
    if (a < 0 || b <= 0) return false;
    *out = kind == PW_EXPR_DIV ? a / b : a % b;
    return true;
}

static bool compute(enum pw_expr_kind kind, int64_t a, int64_t b, int64_t *out)
{
    switch (kind) {
    case PW_EXPR_EQ:
    case PW_EXPR_IFF:
        return *out = a == b, true;
    case PW_EXPR_NE:
    case PW_EXPR_XOR:
        return *out = a != b, true;
    case PW_EXPR_LT:
        return *out = a < b, true;
    case PW_EXPR_LE:
        return *out = a <= b, true;
    case PW_EXPR_GT:
        return *out = a > b, true;
    case PW_EXPR_GE:
        return *out = a >= b, true;
    case PW_EXPR_MIN:
        return *out = a < b ? a : b, true;
    case PW_EXPR_MAX:
        return *out = a > b ? a : b, true;
    case PW_EXPR_ADD:
        return !__builtin_add_overflow(a, b, out);
    case PW_EXPR_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case PW_EXPR_MUL:
        return !__builtin_mul_overflow(a, b, out);
    case PW_EXPR_DIV:
    case PW_EXPR_MOD:
        return divide(kind, a, b, out);
    default:
        return false;
    }
}

static bool read_number(const struct pw_expr *e, int64_t *out)
{
    if (!pw_int_fits_si(&e->value)) return false;
    *out = pw_int_get_si(&e->value);
    return true;
}

static bool eval_node(const struct pw_expr *e, const struct pw_words *w, int64_t *out);

/* Nodes of fewer nodes are computed faster than looked up. */
enum { LARGE = 8 };

static bool eval_large(const struct pw_expr *e, const struct pw_words *w, int64_t *out)
{
    assert(w->memo && e->size >= LARGE);
    size_t place = ((uintptr_t)e / sizeof(void *) + e->size) % PW_WORD_MEMO;
    if (w->memo->node[place] == e) return *out = w->memo->value[place], true;
    if (!eval_node(e, w, out)) return false;
    w->memo->node[place] = e;
    w->memo->value[place] = *out;
    return true;
}

/* Half of all nodes are leaves, and most of these are variables: they need no call. */
static inline bool eval(const struct pw_expr *e, const struct pw_words *w, int64_t *out)
{
    if (e->kind == PW_EXPR_SHARED) return *out = w->shared[e->index], true;
    if (e->kind == PW_EXPR_LOCAL) return *out = w->active[e->index], true;
    return w->memo && e->size >= LARGE ? eval_large(e, w, out) : eval_node(e, w, out);
}

bool pw_word_eval(const struct pw_expr *e, const struct pw_words *w, int64_t *out)
{
    return eval(e, w, out);
}

/* Depth: that of the expression. */
static bool eval_node(const struct pw_expr *e, const struct pw_words *w, int64_t *out)
{
    int64_t a, b;
    switch (e->kind) {
    case PW_EXPR_INT:
        return read_number(e, out);
    case PW_EXPR_BOOL:
        return *out = e->truth, true;
    case PW_EXPR_SHARED:
        return *out = w->shared[e->index], true;
    case PW_EXPR_LOCAL:
        return *out = w->active[e->index], true;
    case PW_EXPR_PASSIVE:
        return *out = w->passive[e->index], true;
    case PW_EXPR_CHOICE:
        return *out = w->choices[e->index], true;
    case PW_EXPR_NEG:
        return eval(e->args[0], w, &a) && !__builtin_sub_overflow(0, a, out);
    case PW_EXPR_NOT:
        if (!eval(e->args[0], w, &a)) return false;
        return *out = !a, true;
    case PW_EXPR_AND:
        return eval(e->args[0], w, out) && (!*out || eval(e->args[1], w, out));
    case PW_EXPR_OR:
        return eval(e->args[0], w, out) && (*out || eval(e->args[1], w, out));
    case PW_EXPR_IMPLIES:
        if (!eval(e->args[0], w, &a)) return false;
        return a ? eval(e->args[1], w, out) : (*out = 1, true);
    case PW_EXPR_ITE:
        return eval(e->args[0], w, &a) && eval(e->args[a ? 1 : 2], w, out);
    case PW_EXPR_BEFORE:
    case PW_EXPR_AT:
    case PW_EXPR_OTHER_AT:
    case PW_EXPR_COUNT:
    case PW_EXPR_EVERY:
        return false;
    default:
        assert(pw_expr_arity(e->kind) == 2);
        return eval(e->args[0], w, &a) && eval(e->args[1], w, &b) && compute(e->kind, a, b, out);
    }
}
