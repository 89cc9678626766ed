#include "prog/expr.h"

#include <assert.h>

#include "base/mem.h"

static const unsigned char arity_of[] = {
#define X(kind, arity, text) arity,
    PW_EXPR_KINDS(X)
#undef X
};

unsigned pw_expr_arity(enum pw_expr_kind kind)
{
    assert((size_t)kind < sizeof arity_of / sizeof *arity_of);
    return arity_of[kind];
}

void pw_expr_pool_init(struct pw_expr_pool *p)
{
    *p = (struct pw_expr_pool){0};
    pw_arena_init(&p->arena);
}

void pw_expr_pool_clear(struct pw_expr_pool *p)
{
    for (size_t i = 0; i < p->numbers.n; i++)
        pw_int_clear(&p->numbers.at[i]->value);
    pw_vec_clear(&p->numbers);
    pw_arena_clear(&p->arena);
}

static struct pw_expr *new_node(struct pw_expr_pool *p, enum pw_expr_kind kind, bool is_bool)
{
    struct pw_expr *e = pw_arena_alloc(&p->arena, sizeof *e);
    *e = (struct pw_expr){.kind = (uint8_t)kind, .is_bool = is_bool, .depth = 1, .size = 1};
    return e;
}

const struct pw_expr *pw_expr_int(struct pw_expr_pool *p, const pw_int *value)
{
    struct pw_expr *e = new_node(p, PW_EXPR_INT, false);
    pw_int_init_set(&e->value, value);
    pw_vec_push(&p->numbers, e);
    return e;
}

const struct pw_expr *pw_expr_int_si(struct pw_expr_pool *p, int64_t value)
{
    pw_int v;
    pw_int_init_si(&v, value);
    const struct pw_expr *e = pw_expr_int(p, &v);
    pw_int_clear(&v);
    return e;
}

const struct pw_expr *pw_expr_bool(struct pw_expr_pool *p, bool truth)
{
    struct pw_expr *e = new_node(p, PW_EXPR_BOOL, true);
    e->truth = truth;
    return e;
}

const struct pw_expr *pw_expr_leaf(struct pw_expr_pool *p, enum pw_expr_kind kind, bool is_bool,
                                   int32_t template, uint32_t index)
{
    assert(kind >= PW_EXPR_SHARED && kind <= PW_EXPR_COUNT);
    struct pw_expr *e = new_node(p, kind, is_bool);
    e->template = template;
    e->index = index;
    return e;
}

bool pw_expr_is_true(const struct pw_expr *e)
{
    return e->kind == PW_EXPR_BOOL && e->truth;
}
bool pw_expr_is_false(const struct pw_expr *e)
{
    return e->kind == PW_EXPR_BOOL && !e->truth;
}

static bool is_const(const struct pw_expr *e)
{
    return e->kind == PW_EXPR_INT || e->kind == PW_EXPR_BOOL;
}
static bool is_int(const struct pw_expr *e, int64_t v)
{
    return e->kind == PW_EXPR_INT && !pw_int_cmp_si(&e->value, v);
}

/* An inner node over n arguments; the poison when it would break the limits. */
static const struct pw_expr *join(struct pw_expr_pool *p, enum pw_expr_kind kind, bool is_bool,
                                  unsigned n, const struct pw_expr *const *args)
{
    uint32_t depth = 0, size = 1;
    for (unsigned i = 0; i < n; i++) {
        if (args[i]->depth > depth) depth = args[i]->depth;
        size += args[i]->size; /* at most 3 * 10^6 + 1 */
    }
    if (depth + 1 > PW_EXPR_DEEPEST || size > PW_EXPR_LARGEST) {
        p->overflow = true;
        return is_bool ? pw_expr_bool(p, true) : pw_expr_int_si(p, 0);
    }
    struct pw_expr *e = new_node(p, kind, is_bool);
    e->depth = (uint16_t)(depth + 1);
    e->size = size;
    for (unsigned i = 0; i < n; i++)
        e->args[i] = args[i];
    return e;
}

const struct pw_expr *pw_expr_unary(struct pw_expr_pool *p, enum pw_expr_kind kind,
                                    const struct pw_expr *a)
{
    assert(kind == PW_EXPR_NEG || kind == PW_EXPR_NOT);
    if (kind == PW_EXPR_NOT && a->kind == PW_EXPR_BOOL) return pw_expr_bool(p, !a->truth);
    if (a->kind == (uint8_t)kind) return a->args[0];
    if (kind == PW_EXPR_NEG && a->kind == PW_EXPR_INT) {
        pw_int v;
        pw_int_init(&v);
        pw_int_neg(&v, &a->value);
        const struct pw_expr *e = pw_expr_int(p, &v);
        pw_int_clear(&v);
        return e;
    }
    return join(p, kind, kind == PW_EXPR_NOT, 1, &a);
}

/* Integer operation on values; false if kind is a comparison. */
static bool compute(enum pw_expr_kind kind, pw_int *r, const pw_int *a, const pw_int *b)
{
    switch (kind) {
    case PW_EXPR_ADD:
        return pw_int_add(r, a, b), true;
    case PW_EXPR_SUB:
        return pw_int_sub(r, a, b), true;
    case PW_EXPR_MUL:
        return pw_int_mul(r, a, b), true;
    case PW_EXPR_DIV:
        return pw_int_tdiv_q(r, a, b), true;
    case PW_EXPR_MOD:
        return pw_int_tdiv_r(r, a, b), true;
    case PW_EXPR_MIN:
        return pw_int_set(r, pw_int_cmp(a, b) <= 0 ? a : b), true;
    case PW_EXPR_MAX:
        return pw_int_set(r, pw_int_cmp(a, b) >= 0 ? a : b), true;
    default:
        return false;
    }
}

static bool compare(enum pw_expr_kind kind, const pw_int *a, const pw_int *b)
{
    int c = pw_int_cmp(a, b);
    switch (kind) {
    case PW_EXPR_EQ:
        return c == 0;
    case PW_EXPR_NE:
        return c != 0;
    case PW_EXPR_LT:
        return c < 0;
    case PW_EXPR_LE:
        return c <= 0;
    case PW_EXPR_GT:
        return c > 0;
    default:
        assert(kind == PW_EXPR_GE);
        return c >= 0;
    }
}

static bool connect(enum pw_expr_kind kind, bool a, bool b)
{
    switch (kind) {
    case PW_EXPR_IFF:
        return a == b;
    case PW_EXPR_XOR:
        return a != b;
    case PW_EXPR_AND:
        return a && b;
    case PW_EXPR_OR:
        return a || b;
    default:
        assert(kind == PW_EXPR_IMPLIES);
        return !a || b;
    }
}

static const struct pw_expr *fold(struct pw_expr_pool *p, enum pw_expr_kind kind,
                                  const struct pw_expr *a, const struct pw_expr *b)
{
    if (a->is_bool) return pw_expr_bool(p, connect(kind, a->truth, b->truth));
    pw_int v;
    pw_int_init(&v);
    const struct pw_expr *e;
    if (compute(kind, &v, &a->value, &b->value))
        e = pw_expr_int(p, &v);
    else
        e = pw_expr_bool(p, compare(kind, &a->value, &b->value));
    pw_int_clear(&v);
    return e;
}

/* (x + c) + d is x + (c + d): chains of increments stay short. */
static const struct pw_expr *add_constants(struct pw_expr_pool *p, enum pw_expr_kind kind,
                                           const struct pw_expr *a, const struct pw_expr *b)
{
    if ((a->kind != PW_EXPR_ADD && a->kind != PW_EXPR_SUB) || a->args[1]->kind != PW_EXPR_INT)
        return NULL;
    pw_int v;
    pw_int_init(&v);
    if (a->kind == PW_EXPR_ADD)
        pw_int_set(&v, &a->args[1]->value);
    else
        pw_int_neg(&v, &a->args[1]->value);
    (kind == PW_EXPR_ADD ? pw_int_add : pw_int_sub)(&v, &v, &b->value);
    bool minus = pw_int_sgn(&v) < 0;
    pw_int_abs(&v, &v);
    const struct pw_expr *c = pw_expr_int(p, &v);
    pw_int_clear(&v);
    return pw_expr_binary(p, minus ? PW_EXPR_SUB : PW_EXPR_ADD, a->args[0], c);
}

/* Neutral and absorbing constants of truth values; NULL if nothing applies. One of a, b is
 * constant. */
static const struct pw_expr *simplify_truth(struct pw_expr_pool *p, enum pw_expr_kind kind,
                                            const struct pw_expr *a, const struct pw_expr *b)
{
    bool left = a->kind == PW_EXPR_BOOL;
    bool c = left ? a->truth : b->truth;
    const struct pw_expr *x = left ? b : a;
    switch (kind) {
    case PW_EXPR_AND:
        return c ? x : pw_expr_bool(p, false);
    case PW_EXPR_OR:
        return c ? pw_expr_bool(p, true) : x;
    case PW_EXPR_IFF:
        return c ? x : pw_expr_unary(p, PW_EXPR_NOT, x);
    case PW_EXPR_XOR:
        return c ? pw_expr_unary(p, PW_EXPR_NOT, x) : x;
    default:
        assert(kind == PW_EXPR_IMPLIES);
    }
    if (left) return c ? x : pw_expr_bool(p, true);
    return c ? pw_expr_bool(p, true) : pw_expr_unary(p, PW_EXPR_NOT, x);
}

static const struct pw_expr *simplify_int(struct pw_expr_pool *p, enum pw_expr_kind kind,
                                          const struct pw_expr *a, const struct pw_expr *b)
{
    switch (kind) {
    case PW_EXPR_ADD:
        return is_int(b, 0)             ? a
               : is_int(a, 0)           ? b
               : b->kind == PW_EXPR_INT ? add_constants(p, kind, a, b)
                                        : NULL;
    case PW_EXPR_SUB:
        return is_int(b, 0) ? a : b->kind == PW_EXPR_INT ? add_constants(p, kind, a, b) : NULL;
    case PW_EXPR_MUL:
        return is_int(a, 0) ? a : is_int(a, 1) ? b : NULL;
    case PW_EXPR_DIV:
        return is_int(b, 1) ? a : NULL;
    case PW_EXPR_MOD:
        return is_int(b, 1) ? pw_expr_int_si(p, 0) : NULL;
    default:
        return NULL;
    }
}

static bool gives_truth(enum pw_expr_kind kind)
{
    return kind >= PW_EXPR_EQ;
}

const struct pw_expr *pw_expr_binary(struct pw_expr_pool *p, enum pw_expr_kind kind,
                                     const struct pw_expr *a, const struct pw_expr *b)
{
    assert(pw_expr_arity(kind) == 2 && a->is_bool == b->is_bool &&
           a->is_bool == (kind >= PW_EXPR_IFF));
    assert((kind != PW_EXPR_DIV && kind != PW_EXPR_MOD) ||
           (b->kind == PW_EXPR_INT && pw_int_sgn(&b->value) > 0));
    if (is_const(a) && is_const(b)) return fold(p, kind, a, b);
    if (kind == PW_EXPR_MUL && b->kind == PW_EXPR_INT) {
        const struct pw_expr *t = a;
        a = b, b = t;
    }
    assert(kind != PW_EXPR_MUL || a->kind == PW_EXPR_INT);
    const struct pw_expr *e = NULL;
    if (a->kind == PW_EXPR_BOOL || b->kind == PW_EXPR_BOOL)
        e = simplify_truth(p, kind, a, b);
    else if (!a->is_bool)
        e = simplify_int(p, kind, a, b);
    if (e) return e;
    const struct pw_expr *args[2] = {a, b};
    return join(p, kind, gives_truth(kind), 2, args);
}

const struct pw_expr *pw_expr_ite(struct pw_expr_pool *p, const struct pw_expr *c,
                                  const struct pw_expr *a, const struct pw_expr *b)
{
    assert(c->is_bool && a->is_bool == b->is_bool);
    if (c->kind == PW_EXPR_BOOL) return c->truth ? a : b;
    const struct pw_expr *args[3] = {c, a, b};
    return join(p, PW_EXPR_ITE, a->is_bool, 3, args);
}

const struct pw_expr *pw_expr_every(struct pw_expr_pool *p, int32_t range,
                                    const struct pw_expr *body)
{
    assert(body->is_bool && !pw_expr_find_every(body));
    if (pw_expr_is_true(body)) return body;
    const struct pw_expr *e = join(p, PW_EXPR_EVERY, true, 1, &body);
    if (e->kind == PW_EXPR_EVERY) ((struct pw_expr *)e)->range = range; /* new, still ours */
    return e;
}

const struct pw_expr *pw_expr_find_every(const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_EVERY) return e;
    const struct pw_expr *found = NULL;
    for (unsigned i = 0; i < pw_expr_arity(e->kind) && !found; i++)
        found = pw_expr_find_every(e->args[i]);
    return found;
}

bool pw_expr_equal(const struct pw_expr *a, const struct pw_expr *b)
{
    if (a == b) return true;
    if (a->kind != b->kind || a->is_bool != b->is_bool || a->size != b->size ||
        a->depth != b->depth)
        return false;
    if (a->kind == PW_EXPR_INT) return pw_int_eq(&a->value, &b->value);
    if (a->kind == PW_EXPR_BOOL) return a->truth == b->truth;
    unsigned n = pw_expr_arity(a->kind);
    if (!n) return a->template == b->template && a->index == b->index;
    if (a->kind == PW_EXPR_EVERY && a->range != b->range) return false;
    for (unsigned i = 0; i < n; i++)
        if (!pw_expr_equal(a->args[i], b->args[i])) return false;
    return true;
}

const struct pw_expr *pw_expr_replace(struct pw_expr_pool *p, const struct pw_expr *e,
                                      pw_expr_leaf_fn *leaf, void *arg)
{
    if (is_const(e)) return e;
    unsigned n = pw_expr_arity(e->kind);
    if (!n) return leaf(arg, e);
    const struct pw_expr *args[3];
    bool same = true;
    for (unsigned i = 0; i < n; i++) {
        args[i] = pw_expr_replace(p, e->args[i], leaf, arg);
        same = same && args[i] == e->args[i];
    }
    if (same) return e;
    if (e->kind == PW_EXPR_EVERY) return pw_expr_every(p, e->range, args[0]);
    if (n == 1) return pw_expr_unary(p, e->kind, args[0]);
    return n == 2 ? pw_expr_binary(p, e->kind, args[0], args[1])
                  : pw_expr_ite(p, args[0], args[1], args[2]);
}

void pw_expr_visit(const struct pw_expr *e, pw_expr_visit_fn *visit, void *arg)
{
    if (is_const(e)) return;
    unsigned n = pw_expr_arity(e->kind);
    if (!n) visit(arg, e);
    for (unsigned i = 0; i < n; i++)
        pw_expr_visit(e->args[i], visit, arg);
}

void pw_expr_eval(const struct pw_expr *e, pw_expr_read_fn *read, void *arg, pw_int *out)
{
    if (e->is_bool) {
        pw_int_set_si(out, pw_expr_holds(e, read, arg));
        return;
    }
    unsigned n = pw_expr_arity(e->kind);
    if (e->kind == PW_EXPR_INT)
        pw_int_set(out, &e->value);
    else if (!n)
        read(arg, e, out);
    else if (e->kind == PW_EXPR_ITE)
        pw_expr_eval(e->args[pw_expr_holds(e->args[0], read, arg) ? 1 : 2], read, arg, out);
    else
        pw_expr_eval(e->args[0], read, arg, out);
    if (e->kind == PW_EXPR_NEG) pw_int_neg(out, out);
    if (n != 2) return;
    pw_int b;
    pw_int_init(&b);
    pw_expr_eval(e->args[1], read, arg, &b);
    compute(e->kind, out, out, &b);
    pw_int_clear(&b);
}

static bool holds_comparison(const struct pw_expr *e, pw_expr_read_fn *read, void *arg)
{
    pw_int a, b;
    pw_int_init(&a), pw_int_init(&b);
    pw_expr_eval(e->args[0], read, arg, &a);
    pw_expr_eval(e->args[1], read, arg, &b);
    bool r = compare(e->kind, &a, &b);
    pw_int_clear(&a), pw_int_clear(&b);
    return r;
}

static bool holds_leaf(const struct pw_expr *e, pw_expr_read_fn *read, void *arg)
{
    pw_int v;
    pw_int_init(&v);
    read(arg, e, &v);
    bool r = pw_int_sgn(&v) != 0;
    pw_int_clear(&v);
    return r;
}

bool pw_expr_holds(const struct pw_expr *e, pw_expr_read_fn *read, void *arg)
{
    assert(e->is_bool);
    switch (e->kind) {
    case PW_EXPR_BOOL:
        return e->truth;
    case PW_EXPR_NOT:
        return !pw_expr_holds(e->args[0], read, arg);
    case PW_EXPR_AND:
        return pw_expr_holds(e->args[0], read, arg) && pw_expr_holds(e->args[1], read, arg);
    case PW_EXPR_OR:
        return pw_expr_holds(e->args[0], read, arg) || pw_expr_holds(e->args[1], read, arg);
    case PW_EXPR_IMPLIES:
        return !pw_expr_holds(e->args[0], read, arg) || pw_expr_holds(e->args[1], read, arg);
    case PW_EXPR_IFF:
        return pw_expr_holds(e->args[0], read, arg) == pw_expr_holds(e->args[1], read, arg);
    case PW_EXPR_XOR:
        return pw_expr_holds(e->args[0], read, arg) != pw_expr_holds(e->args[1], read, arg);
    case PW_EXPR_ITE:
        return pw_expr_holds(e->args[pw_expr_holds(e->args[0], read, arg) ? 1 : 2], read, arg);
    default:
        assert(e->kind != PW_EXPR_EVERY);
        return pw_expr_arity(e->kind) ? holds_comparison(e, read, arg) : holds_leaf(e, read, arg);
    }
}

/* Binding strength; greater binds tighter. Comparisons do not chain. */
static int strength(const struct pw_expr *e)
{
    switch (e->kind) {
    case PW_EXPR_ITE:
        return 1;
    case PW_EXPR_IMPLIES:
        return 2;
    case PW_EXPR_OR:
        return 3;
    case PW_EXPR_AND:
        return 4;
    case PW_EXPR_IFF:
    case PW_EXPR_XOR:
    case PW_EXPR_EQ:
    case PW_EXPR_NE:
        return 5;
    case PW_EXPR_LT:
    case PW_EXPR_LE:
    case PW_EXPR_GT:
    case PW_EXPR_GE:
        return 6;
    case PW_EXPR_ADD:
    case PW_EXPR_SUB:
        return 7;
    case PW_EXPR_MUL:
    case PW_EXPR_DIV:
    case PW_EXPR_MOD:
        return 8;
    case PW_EXPR_NEG:
    case PW_EXPR_NOT:
        return 9;
    case PW_EXPR_INT:
        return pw_int_sgn(&e->value) < 0 ? 9 : 10;
    default:
        return 10;
    }
}

static const char *operator_of(enum pw_expr_kind kind)
{
    static const char *const text[] = {
#define X(kind, arity, text) text,
        PW_EXPR_KINDS(X)
#undef X
    };
    assert((size_t)kind < sizeof text / sizeof *text);
    return text[kind];
}

struct printer {
    pw_expr_name_fn *name;
    void *arg;
    struct pw_strbuf *out;
};

static void print(const struct printer *p, const struct pw_expr *e);

static void print_within(const struct printer *p, const struct pw_expr *e, int least)
{
    bool wrap = strength(e) < least;
    if (wrap) pw_strbuf_putc(p->out, '(');
    print(p, e);
    if (wrap) pw_strbuf_putc(p->out, ')');
}

static void print_binary(const struct printer *p, const struct pw_expr *e)
{
    int s = strength(e);
    bool right = e->kind == PW_EXPR_IMPLIES, comparison = s == 5 || s == 6;
    print_within(p, e->args[0], right || comparison ? s + 1 : s);
    pw_strbuf_printf(p->out, " %s ", operator_of(e->kind));
    print_within(p, e->args[1], right ? s : s + 1);
}

static void print(const struct printer *p, const struct pw_expr *e)
{
    switch (e->kind) {
    case PW_EXPR_INT:
        pw_int_print(&e->value, p->out);
        return;
    case PW_EXPR_BOOL:
        pw_strbuf_puts(p->out, e->truth ? "true" : "false");
        return;
    case PW_EXPR_NEG:
    case PW_EXPR_NOT:
        pw_strbuf_puts(p->out, operator_of(e->kind));
        print_within(p, e->args[0], e->kind == PW_EXPR_NEG ? 10 : 9);
        return;
    case PW_EXPR_EVERY:
        pw_strbuf_puts(p->out, "every(");
        print(p, e->body);
        pw_strbuf_putc(p->out, ')');
        return;
    case PW_EXPR_MIN:
    case PW_EXPR_MAX:
        pw_strbuf_printf(p->out, "%s(", operator_of(e->kind));
        print(p, e->args[0]);
        pw_strbuf_puts(p->out, ", ");
        print(p, e->args[1]);
        pw_strbuf_putc(p->out, ')');
        return;
    case PW_EXPR_ITE:
        print_within(p, e->args[0], 2);
        pw_strbuf_puts(p->out, " ? ");
        print_within(p, e->args[1], 1);
        pw_strbuf_puts(p->out, " : ");
        print_within(p, e->args[2], 1);
        return;
    default:
        break;
    }
    if (pw_expr_arity(e->kind) == 2)
        print_binary(p, e);
    else
        p->name(p->arg, e, p->out);
}

void pw_expr_print(const struct pw_expr *e, pw_expr_name_fn *name, void *arg, struct pw_strbuf *out)
{
    print(&(struct printer){name, arg, out}, e);
}
