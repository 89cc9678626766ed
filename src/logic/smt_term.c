/* Terms of a script: a stack machine over s-expressions, so that depth of nesting costs no
 * stack. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "base/limits.h"
#include "logic/smt_state.h"
#include "logic/term_store.h"

enum frame_kind { APPLY, LET_VALUES, LET_BODY, MACRO, ANNOTATED };

enum op {
    OP_NOT,
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_IMPLIES,
    OP_EQ,
    OP_DISTINCT,
    OP_ITE,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_MOD,
    OP_ABS,
    OP_LE,
    OP_LT,
    OP_GE,
    OP_GT,
    OP_DIVISIBLE
};

enum sorts { SORT_BOOL, SORT_INT, SORT_SAME, SORT_ITE };

static const struct {
    const char *name;
    unsigned least, most; /* arguments */
    enum sorts sort;
} ops[] = {
    [OP_NOT] = {"not", 1, 1, SORT_BOOL},
    [OP_AND] = {"and", 1, -1u, SORT_BOOL},
    [OP_OR] = {"or", 1, -1u, SORT_BOOL},
    [OP_XOR] = {"xor", 2, -1u, SORT_BOOL},
    [OP_IMPLIES] = {"=>", 2, -1u, SORT_BOOL},
    [OP_EQ] = {"=", 2, -1u, SORT_SAME},
    [OP_DISTINCT] = {"distinct", 2, -1u, SORT_SAME},
    [OP_ITE] = {"ite", 3, 3, SORT_ITE},
    [OP_ADD] = {"+", 1, -1u, SORT_INT},
    [OP_SUB] = {"-", 1, -1u, SORT_INT},
    [OP_MUL] = {"*", 1, -1u, SORT_INT},
    [OP_DIV] = {"div", 2, -1u, SORT_INT},
    [OP_MOD] = {"mod", 2, 2, SORT_INT},
    [OP_ABS] = {"abs", 1, 1, SORT_INT},
    [OP_LE] = {"<=", 2, -1u, SORT_INT},
    [OP_LT] = {"<", 2, -1u, SORT_INT},
    [OP_GE] = {">=", 2, -1u, SORT_INT},
    [OP_GT] = {">", 2, -1u, SORT_INT},
    [OP_DIVISIBLE] = {"divisible", 1, 1, SORT_INT},
};

/* Application of an operator to values a[0..n-1]. */

static inline bool is_int(const struct pw_smt *m, pw_term a)
{
    uint8_t kind = pw_term_get(m->terms, a)->kind;
    return kind >= PW_IVAR && kind <= PW_DIV;
}

static bool check_sorts(struct pw_smt *m, const struct pw_smt_frame *f, const pw_term *a, size_t n)
{
    enum sorts want = ops[f->op].sort;
    if (n < ops[f->op].least || n > ops[f->op].most)
        return pw_smt_error(m, f->node, "'%s' with %zu arguments", ops[f->op].name, n);
    bool want_int = want == SORT_SAME  ? is_int(m, a[0])
                    : want == SORT_ITE ? is_int(m, a[1])
                                       : want == SORT_INT;
    for (size_t i = 0; i < n; i++) {
        bool has_int = is_int(m, a[i]);
        if (has_int != (want_int && !(want == SORT_ITE && i == 0)))
            return pw_smt_error(m, f->node, "argument %zu of '%s' has sort %s", i + 1,
                                ops[f->op].name, has_int ? "Int" : "Bool");
    }
    return true;
}

static pw_term equal(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_is_int(t, a) ? pw_term_eq(t, a, b) : pw_term_iff(t, a, b);
}

/* a0 R a1 and a1 R a2 and ... */
static pw_term chain(struct pw_terms *t, pw_term (*relation)(struct pw_terms *, pw_term, pw_term),
                     const pw_term *a, size_t n)
{
    pw_term all = relation(t, a[0], a[1]);
    for (size_t i = 1; i + 1 < n; i++)
        all = pw_term_and2(t, all, relation(t, a[i], a[i + 1]));
    return all;
}

static pw_term pairwise_distinct(struct pw_terms *t, const pw_term *a, size_t n)
{
    PW_VEC(pw_term) parts = {0};
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            pw_vec_push(&parts, pw_term_not(equal(t, a[i], a[j])));
    pw_term all = pw_term_and(t, parts.at, parts.n);
    pw_vec_clear(&parts);
    return all;
}

static bool product(struct pw_smt *m, const struct pw_smt_frame *f, const pw_term *a, size_t n,
                    pw_term *r)
{
    *r = a[0];
    for (size_t i = 1; i < n; i++) {
        pw_term k = pw_term_is_const(m->terms, *r) ? *r : a[i],
                x = pw_term_is_const(m->terms, *r) ? a[i] : *r;
        if (!pw_term_is_const(m->terms, k))
            return pw_smt_error(m, f->node,
                                "product of two terms that are not constant: not linear");
        pw_int c;
        pw_int_init_set(&c, pw_term_const(m->terms, k));
        *r = pw_term_mul(m->terms, &c, x);
        pw_int_clear(&c);
    }
    return true;
}

static bool quotient(struct pw_smt *m, const struct pw_smt_frame *f, const pw_term *a, size_t n,
                     pw_term *r)
{
    *r = a[0];
    for (size_t i = 1; i < n; i++) {
        if (!pw_term_is_const(m->terms, a[i]))
            return pw_smt_error(m, f->node, "divisor is not constant: not linear");
        if (pw_int_sgn(pw_term_const(m->terms, a[i])) == 0)
            return pw_smt_error(m, f->node, "division by zero is not supported");
        pw_int c;
        pw_int_init_set(&c, pw_term_const(m->terms, a[i]));
        *r = f->op == OP_DIV ? pw_term_div(m->terms, *r, &c) : pw_term_mod(m->terms, *r, &c);
        pw_int_clear(&c);
    }
    return true;
}

static bool divisible(struct pw_smt *m, const struct pw_smt_frame *f, pw_term a, pw_term *r)
{
    pw_int k;
    size_t n;
    const char *digits = pw_sexpr_text(&m->in, f->extra, &n);
    pw_int_init(&k);
    bool ok = pw_int_set_decimal(&k, digits, n) && pw_int_sgn(&k) > 0;
    if (ok) *r = pw_term_eq(m->terms, pw_term_mod(m->terms, a, &k), pw_term_int_si(m->terms, 0));
    pw_int_clear(&k);
    return ok || pw_smt_error(m, f->extra, "divisor must be a positive numeral");
}

static pw_term fold(struct pw_terms *t, pw_term (*f)(struct pw_terms *, pw_term, pw_term),
                    const pw_term *a, size_t n)
{
    pw_term r = a[0];
    for (size_t i = 1; i < n; i++)
        r = f(t, r, a[i]);
    return r;
}

static bool apply(struct pw_smt *m, const struct pw_smt_frame *f, const pw_term *a, size_t n,
                  pw_term *r)
{
    struct pw_terms *t = m->terms;
    if (!check_sorts(m, f, a, n)) return false;
    switch ((enum op)f->op) {
    case OP_NOT:
        *r = pw_term_not(a[0]);
        break;
    case OP_AND:
        *r = pw_term_and(t, a, n);
        break;
    case OP_OR:
        *r = pw_term_or(t, a, n);
        break;
    case OP_XOR:
        *r = fold(t, pw_term_xor, a, n);
        break;
    case OP_IMPLIES:
        *r = a[n - 1];
        for (size_t i = n - 1; i-- > 0;)
            *r = pw_term_implies(t, a[i], *r);
        break;
    case OP_EQ:
        *r = chain(t, equal, a, n);
        break;
    case OP_DISTINCT:
        *r = pairwise_distinct(t, a, n);
        break;
    case OP_ITE:
        *r = pw_term_ite(t, a[0], a[1], a[2]);
        break;
    case OP_ADD:
        *r = fold(t, pw_term_add, a, n);
        break;
    case OP_SUB:
        *r = n == 1 ? pw_term_neg(t, a[0]) : fold(t, pw_term_sub, a, n);
        break;
    case OP_MUL:
        return product(m, f, a, n, r);
    case OP_DIV:
    case OP_MOD:
        return quotient(m, f, a, n, r);
    case OP_ABS:
        *r = pw_term_ite(t, pw_term_ge(t, a[0], pw_term_int_si(t, 0)), a[0], pw_term_neg(t, a[0]));
        break;
    case OP_LE:
        *r = chain(t, pw_term_le, a, n);
        break;
    case OP_LT:
        *r = chain(t, pw_term_lt, a, n);
        break;
    case OP_GE:
        *r = chain(t, pw_term_ge, a, n);
        break;
    case OP_GT:
        *r = chain(t, pw_term_gt, a, n);
        break;
    case OP_DIVISIBLE:
        return divisible(m, f, a[0], r);
    }
    return true;
}

/* Opening an expression: pushes a value at once, or a frame. */

/* Words that are no operators: numbers of their names follow those of the operators. */
enum word { WORD_TRUE = OP_DIVISIBLE + 1, WORD_FALSE, WORD_LET, WORD_BANG, WORDS };

void pw_smt_reserve(struct pw_smt *m, const char *word)
{
    pw_symbols_intern(&m->in.symbols, word, strlen(word), strlen(word));
}

uint32_t pw_smt_reserve_words(struct pw_smt *m)
{
    static const char *const words[] = {"true", "false", "let", "!"};
    for (size_t i = 0; i <= OP_DIVISIBLE; i++)
        pw_smt_reserve(m, ops[i].name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        pw_smt_reserve(m, words[i]);
    return WORDS;
}

bool pw_smt_reserved(uint32_t name)
{
    return name < WORDS;
}

static bool push_symbol(struct pw_smt *m, int32_t node)
{
    uint32_t name = pw_smt_name(m, node);
    if (name == WORD_TRUE || name == WORD_FALSE) {
        pw_vec_push(&m->values, pw_term_bool(name == WORD_TRUE));
        return true;
    }
    struct pw_smt_binding *b = pw_smt_lookup(m, name);
    if (!b) {
        size_t n;
        const char *text = pw_sexpr_text(&m->in, node, &n);
        bool number = n > 1 && text[0] == '-' && text[1] >= '0' && text[1] <= '9';
        return pw_smt_error(m, node,
                            number ? "undeclared symbol '%.*s'; a negative number is written (- 3)"
                                   : "undeclared symbol '%.*s'",
                            (int)n, text);
    }
    if (b->kind != PW_SMT_TERM) return pw_smt_error(m, node, "function used without arguments");
    pw_vec_push(&m->values, b->term);
    return true;
}

static bool push_numeral(struct pw_smt *m, int32_t node)
{
    pw_int k;
    size_t n;
    const char *digits = pw_sexpr_text(&m->in, node, &n);
    pw_int_init(&k);
    pw_int_set_decimal(&k, digits, n);
    pw_vec_push(&m->values, pw_term_int(m->terms, &k));
    pw_int_clear(&k);
    return true;
}

static bool open_let(struct pw_smt *m, struct pw_smt_frame *f, int32_t head)
{
    int32_t list = pw_smt_next(m, head), body = list < 0 ? -1 : pw_smt_next(m, list);
    if (body < 0 || pw_smt_next(m, body) >= 0 || !pw_smt_is_list(m, list))
        return pw_smt_error(m, f->node, "let needs bindings and a body");
    for (int32_t b = pw_smt_first(m, list); b >= 0; b = pw_smt_next(m, b)) {
        if (!pw_smt_is_list(m, b) || pw_sexpr_length(&m->in, b) != 2)
            return pw_smt_error(m, b, "a binding is (symbol term)");
        if (!pw_smt_variable(m, b, pw_smt_first(m, b))) return false;
    }
    f->kind = LET_VALUES;
    f->next = pw_smt_first(m, list);
    f->extra = body;
    return true;
}

static bool open_macro(struct pw_smt *m, struct pw_smt_frame *f, int32_t head, uint32_t name)
{
    struct pw_smt_binding *b = pw_smt_lookup(m, name);
    size_t n;
    const char *text = pw_sexpr_text(&m->in, head, &n);
    if (!b || b->kind != PW_SMT_MACRO)
        return pw_smt_error(m, head, "unknown function '%.*s'", (int)n, text);
    f->kind = MACRO;
    f->extra = (int32_t)(b - m->bindings.at);
    f->next = pw_smt_next(m, head);
    return true;
}

/* Head ((_ divisible n) x). */
static bool open_indexed(struct pw_smt *m, struct pw_smt_frame *f, int32_t head)
{
    int32_t underscore = pw_smt_first(m, head),
            name = underscore < 0 ? -1 : pw_smt_next(m, underscore),
            index = name < 0 ? -1 : pw_smt_next(m, name);
    if (!pw_sexpr_is(&m->in, underscore, "_") || !pw_sexpr_is(&m->in, name, "divisible") ||
        index < 0 || pw_smt_node(m, index)->kind != PW_SEXPR_NUMERAL)
        return pw_smt_error(m, head, "unsupported function");
    f->kind = APPLY;
    f->op = OP_DIVISIBLE;
    f->extra = index;
    f->next = pw_smt_next(m, head);
    return true;
}

static bool open_application(struct pw_smt *m, struct pw_smt_frame *f, int32_t head, uint32_t name)
{
    f->next = pw_smt_next(m, head);
    if (name < OP_DIVISIBLE) {
        f->kind = APPLY;
        f->op = (uint8_t)name;
        return true;
    }
    if (name == WORD_LET) return open_let(m, f, head);
    if (name != WORD_BANG) return open_macro(m, f, head, name);
    f->kind = ANNOTATED;
    return f->next >= 0 || pw_smt_error(m, f->node, "empty annotation");
}

static bool open_list(struct pw_smt *m, int32_t node)
{
    int32_t head = pw_smt_first(m, node);
    struct pw_smt_frame f = {
        .node = node, .base = (uint32_t)m->values.n, .bound = (uint32_t)m->bindings.n, .extra = -1};
    bool ok = true;
    if (head < 0) return pw_smt_error(m, node, "empty term");
    if (pw_smt_node(m, head)->kind == PW_SEXPR_LIST)
        ok = open_indexed(m, &f, head);
    else if (pw_smt_node(m, head)->kind != PW_SEXPR_SYMBOL)
        return pw_smt_error(m, head, "not a function");
    else
        ok = open_application(m, &f, head, pw_smt_name(m, head));
    if (ok) pw_vec_push(&m->frames, f);
    return ok;
}

static bool open_term(struct pw_smt *m, int32_t node)
{
    switch (pw_smt_node(m, node)->kind) {
    case PW_SEXPR_LIST:
        return open_list(m, node);
    case PW_SEXPR_SYMBOL:
        return push_symbol(m, node);
    case PW_SEXPR_NUMERAL:
        return push_numeral(m, node);
    default:
        return pw_smt_error(m, node, "not a term of QF_LIA");
    }
}

/* Closing a frame: all its arguments have values. */

static void finish_with(struct pw_smt *m, pw_term r)
{
    assert(m->frames.n > 0);
    struct pw_smt_frame *f = &pw_vec_last(&m->frames);
    if (m->bindings.n > f->bound) pw_smt_unbind(m, f->bound);
    m->values.n = f->base;
    pw_vec_push(&m->values, r);
    m->frames.n--;
}

static bool apply_macro(struct pw_smt *m, struct pw_smt_frame *f)
{
    assert((size_t)f->extra < m->bindings.n);
    const struct pw_smt_binding *b = &m->bindings.at[f->extra];
    const pw_term *params = pw_vec_from(&m->params, b->params);
    size_t n = m->values.n - f->base;
    if (n != b->n) return pw_smt_error(m, f->node, "function of %u arguments with %zu", b->n, n);
    for (size_t i = 0; i < n; i++)
        if (pw_term_is_int(m->terms, params[i]) !=
            pw_term_is_int(m->terms, m->values.at[f->base + i]))
            return pw_smt_error(m, f->node, "argument %zu has the wrong sort", i + 1);
    finish_with(m, pw_term_subst(m->terms, b->term, params, pw_vec_from(&m->values, f->base), n));
    return true;
}

static bool enter_let(struct pw_smt *m, struct pw_smt_frame *f)
{
    int32_t list = pw_smt_next(m, pw_smt_first(m, f->node));
    size_t i = 0;
    for (int32_t b = pw_smt_first(m, list); b >= 0; b = pw_smt_next(m, b), i++)
        pw_smt_bind(m, pw_smt_name(m, pw_smt_first(m, b)), m->values.at[f->base + i]);
    f->kind = LET_BODY;
    f->next = -1;
    return open_term(m, f->extra);
}

/* (! t :named n ...): binds n after t is known. */
static bool annotate(struct pw_smt *m, struct pw_smt_frame *f, pw_term value)
{
    for (int32_t k = pw_smt_next(m, pw_smt_next(m, pw_smt_first(m, f->node))); k >= 0;
         k = pw_smt_next(m, k)) {
        if (!pw_sexpr_is(&m->in, k, ":named")) continue;
        uint32_t name;
        if (!pw_smt_new_name(m, k, pw_smt_next(m, k), &name)) return false;
        if (f->bound != m->bindings.n || m->frames.n > 1)
            return pw_smt_error(m, k, "only whole assertions can be named");
        finish_with(m, value);
        pw_smt_bind(m, name, value)->named = true;
        return true;
    }
    finish_with(m, value);
    return true;
}

static bool close_frame(struct pw_smt *m)
{
    assert(m->frames.n > 0);
    struct pw_smt_frame *f = &pw_vec_last(&m->frames);
    pw_term r = PW_TERM_TRUE;
    switch ((enum frame_kind)f->kind) {
    case APPLY:
        if (!apply(m, f, pw_vec_from(&m->values, f->base), m->values.n - f->base, &r)) return false;
        finish_with(m, r);
        return true;
    case LET_VALUES:
        return enter_let(m, f);
    case MACRO:
        return apply_macro(m, f);
    case LET_BODY:
        finish_with(m, pw_vec_last(&m->values));
        return true;
    case ANNOTATED:
        return annotate(m, f, pw_vec_last(&m->values));
    }
    assert(!"a value that the enum does not have");
    return false;
}

/* Evaluates the next argument of the top frame, or closes it. */
static bool step(struct pw_smt *m)
{
    assert(m->frames.n > 0);
    struct pw_smt_frame *f = &pw_vec_last(&m->frames);
    if (f->next < 0) return close_frame(m);
    int32_t node = f->next;
    f->next = f->kind == ANNOTATED ? -1 : pw_smt_next(m, node);
    return open_term(m, f->kind == LET_VALUES ? pw_smt_next(m, pw_smt_first(m, node)) : node);
}

bool pw_smt_term(struct pw_smt *m, int32_t node, pw_term *result)
{
    pw_vec_reset(&m->values);
    pw_vec_reset(&m->frames);
    bool ok = open_term(m, node);
    while (ok && m->frames.n > 0) {
        pw_limits_poll();
        ok = step(m);
    }
    if (ok) *result = m->values.at[0];
    return ok;
}

bool pw_smt_bool(struct pw_smt *m, int32_t node, pw_term *result)
{
    if (!pw_smt_term(m, node, result)) return false;
    return !pw_term_is_int(m->terms, *result) ||
           pw_smt_error(m, node, "a Boolean term is needed here");
}

/* Clauses, the bulk of scripts that enumerate, need no stack and no term of their own. */

/* A Boolean symbol or its negation? */
static bool read_literal(const struct pw_smt *m, int32_t node, pw_term *literal)
{
    bool negated = pw_smt_is_list(m, node);
    if (negated) {
        node = pw_smt_first(m, node);
        if (!pw_smt_is_symbol(m, node) || pw_smt_name(m, node) != OP_NOT) return false;
        node = pw_smt_next(m, node);
        if (node < 0 || pw_smt_next(m, node) >= 0) return false;
    }
    if (!pw_smt_is_symbol(m, node)) return false;
    int32_t top = m->top.at[pw_smt_name(m, node)];
    if (top < 0 || m->bindings.at[top].kind != PW_SMT_TERM || is_int(m, m->bindings.at[top].term))
        return false;
    *literal = negated ? pw_term_not(m->bindings.at[top].term) : m->bindings.at[top].term;
    return true;
}

bool pw_smt_clause(struct pw_smt *m, int32_t node)
{
    int32_t child = pw_smt_is_list(m, node) ? pw_smt_first(m, node) : -1;
    if (!pw_smt_is_symbol(m, child) || pw_smt_name(m, child) != OP_OR) return false;
    pw_vec_reset(&m->values);
    while ((child = pw_smt_next(m, child)) >= 0) {
        pw_term literal;
        if (!read_literal(m, child, &literal)) return false;
        pw_vec_push(&m->values, literal);
    }
    return m->values.n > 0;
}
