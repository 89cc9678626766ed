/* The parser: expressions, typed as they are read; constant folding. */
#include <stdio.h>
#include <string.h>

#include "front/c/cparser.h"

static struct pw_cexpr *unary(struct pw_cparser *p);

static struct pw_cexpr *new_expr(struct pw_cparser *p, enum pw_cexpr_kind kind, uint32_t token,
                                 const struct pw_ctype *type)
{
    struct pw_cexpr *e = pw_cparser_alloc(p, sizeof *e);
    e->kind = (uint8_t)kind;
    e->token = token;
    e->type = type;
    return e;
}

static struct pw_cexpr *number(struct pw_cparser *p, uint32_t token, pw_cint v,
                               const struct pw_ctype *type)
{
    struct pw_cexpr *e = new_expr(p, PW_CE_NUM, token, type);
    e->value = v;
    return e;
}

/* --- constants --- */

static bool fold_binary(uint32_t op, pw_cint a, pw_cint b, pw_cint *out)
{
    switch (op) {
    case '+':
        *out = a + b;
        return true;
    case '-':
        *out = a - b;
        return true;
    case '*':
        return !__builtin_mul_overflow(a, b, out);
    case '/':
        return b ? (*out = a / b, true) : false;
    case '%':
        return b ? (*out = a % b, true) : false;
    case '&':
        *out = a & b;
        return true;
    case '|':
        *out = a | b;
        return true;
    case '^':
        *out = a ^ b;
        return true;
    case PW_SIGN2('<', '<'):
        return b >= 0 && b < 64 ? (*out = a * ((pw_cint)1 << b), true) : false;
    case PW_SIGN2('>', '>'):
        return b >= 0 && b < 64 ? (*out = a >> b, true) : false;
    case '<':
        *out = a < b;
        return true;
    case '>':
        *out = a > b;
        return true;
    case PW_SIGN2('<', '='):
        *out = a <= b;
        return true;
    case PW_SIGN2('>', '='):
        *out = a >= b;
        return true;
    case PW_SIGN2('=', '='):
        *out = a == b;
        return true;
    case PW_SIGN2('!', '='):
        *out = a != b;
        return true;
    case PW_SIGN2('&', '&'):
        *out = a && b;
        return true;
    case PW_SIGN2('|', '|'):
        *out = a || b;
        return true;
    default:
        return false;
    }
}

/* Operands of comparisons are brought to one type first; so are those of the other operators. */
static const struct pw_ctype *common(const struct pw_ctype *a, const struct pw_ctype *b)
{
    if (a->kind != PW_CT_INT || b->kind != PW_CT_INT) return NULL;
    if (a->rank < 3 && b->rank < 3) return NULL;
    if (a->bits != b->bits) return a->bits > b->bits ? a : b;
    return a->is_signed ? b : a;
}

bool pw_cparser_fold(const struct pw_cexpr *e, pw_cint *out)
{
    pw_cint a, b;
    switch (e->kind) {
    case PW_CE_NUM:
        *out = e->value;
        return true;
    case PW_CE_NAME:
        if (e->decl->kind != PW_CD_ENUMERATOR) return false;
        *out = e->decl->value;
        return true;
    case PW_CE_UNARY:
        if (e->op == '*' || e->op == '&' || !pw_cparser_fold(e->a, &a)) return false;
        *out = e->op == '-' ? -a : e->op == '~' ? ~a : e->op == '!' ? !a : a;
        *out = pw_ctype_wrap(*out, e->type);
        return true;
    case PW_CE_BINARY:
        if (e->op == ',' || !pw_cparser_fold(e->a, &a) || !pw_cparser_fold(e->b, &b)) return false;
        if (e->op != PW_SIGN2('<', '<') && e->op != PW_SIGN2('>', '>') &&
            e->op != PW_SIGN2('&', '&') && e->op != PW_SIGN2('|', '|')) {
            const struct pw_ctype *t = common(e->a->type, e->b->type);
            if (t) a = pw_ctype_wrap(a, t), b = pw_ctype_wrap(b, t);
        }
        if (!fold_binary(e->op, a, b, out)) return false;
        *out = pw_ctype_wrap(*out, e->type);
        return true;
    case PW_CE_COND:
        if (!pw_cparser_fold(e->a, &a)) return false;
        if (!e->b && a)
            *out = a;
        else if (!pw_cparser_fold(a ? e->b : e->c, out))
            return false;
        if (e->type->kind == PW_CT_INT) *out = pw_ctype_wrap(*out, e->type);
        return true;
    case PW_CE_CAST:
        if (e->type->kind != PW_CT_INT || !pw_cparser_fold(e->a, &a)) return false;
        *out = pw_ctype_wrap(a, e->type);
        return true;
    default:
        return false;
    }
}

pw_cint pw_cparser_constant(struct pw_cparser *p)
{
    pw_cint v;
    uint32_t token = p->at;
    struct pw_cexpr *e = pw_cparser_assignment(p);
    if (!pw_cparser_fold(e, &v)) pw_cparser_fail(p, token, NULL, "expected a constant");
    return v;
}

/* --- types of results --- */

static const struct pw_ctype *promoted(struct pw_cparser *p, const struct pw_ctype *t)
{
    if (t->kind != PW_CT_INT) return t;
    return t->rank < 3 ? pw_cparser_int(p, 3, true) : pw_cparser_int(p, t->rank, t->is_signed);
}

static const struct pw_ctype *usual(struct pw_cparser *p, const struct pw_ctype *a,
                                    const struct pw_ctype *b)
{
    if (a->kind == PW_CT_FLOAT || b->kind == PW_CT_FLOAT) return &p->floats[0];
    a = promoted(p, a);
    b = promoted(p, b);
    if (a->kind != PW_CT_INT) return a;
    if (b->kind != PW_CT_INT) return b;
    if (a->is_signed == b->is_signed) return a->rank >= b->rank ? a : b;
    const struct pw_ctype *u = a->is_signed ? b : a, *s = a->is_signed ? a : b;
    if (u->rank >= s->rank) return u;
    return s->bits > u->bits ? s : pw_cparser_int(p, s->rank, false);
}

/* An array used as a value is a pointer to its first element. */
static const struct pw_ctype *decayed(struct pw_cparser *p, const struct pw_ctype *t)
{
    if (t->kind == PW_CT_ARRAY) return pw_cparser_pointer(p, t->to);
    return t->kind == PW_CT_FUNC ? pw_cparser_pointer(p, t) : pw_cparser_plain(p, t);
}

static const struct pw_ctype *binary_type(struct pw_cparser *p, uint32_t op,
                                          const struct pw_cexpr *a, const struct pw_cexpr *b)
{
    const struct pw_ctype *x = decayed(p, a->type), *y = decayed(p, b->type);
    switch (op) {
    case ',':
        return y;
    case '<':
    case '>':
    case PW_SIGN2('<', '='):
    case PW_SIGN2('>', '='):
    case PW_SIGN2('=', '='):
    case PW_SIGN2('!', '='):
    case PW_SIGN2('&', '&'):
    case PW_SIGN2('|', '|'):
        return pw_cparser_int(p, 3, true);
    case PW_SIGN2('<', '<'):
    case PW_SIGN2('>', '>'):
        return promoted(p, x);
    case '-':
        if (x->kind == PW_CT_PTR && y->kind == PW_CT_PTR) return pw_cparser_int(p, 4, true);
        return usual(p, x, y);
    default:
        return usual(p, x, y);
    }
}

static void mark_modified(struct pw_cexpr *e)
{
    while (e->kind == PW_CE_MEMBER || e->kind == PW_CE_INDEX || e->kind == PW_CE_CAST)
        e = e->a;
    if (e->kind == PW_CE_NAME) e->decl->is_modified = true;
}

/* --- primary expressions --- */

static struct pw_cexpr *numeral(struct pw_cparser *p)
{
    const struct pw_ctok *t = pw_cparser_tok(p);
    unsigned rank = 3 + (t->longs > 2 ? 2 : t->longs);
    bool sign = !t->is_unsigned;
    for (;; rank++) {
        const struct pw_ctype *type = pw_cparser_int(p, rank, true);
        if (sign && (pw_cint)t->value <= pw_ctype_max(type)) break;
        type = pw_cparser_int(p, rank, false);
        if ((!sign || !t->decimal || rank == 5) && (pw_cint)t->value <= pw_ctype_max(type)) {
            sign = false;
            break;
        }
    }
    return number(p, p->at++, (pw_cint)t->value, pw_cparser_int(p, rank, sign));
}

static struct pw_cexpr *string(struct pw_cparser *p)
{
    struct pw_cexpr *e =
        new_expr(p, PW_CE_STR, p->at, pw_cparser_pointer(p, pw_cparser_int(p, 1, true)));
    for (e->value = 1; pw_cparser_tok(p)->kind == PW_CTOK_STRING; p->at++)
        e->value += (pw_cint)pw_cparser_tok(p)->value;
    return e;
}

static struct pw_cexpr *name(struct pw_cparser *p)
{
    const struct pw_ctok *t = pw_cparser_tok(p);
    const char *text = pw_clex_name(&p->u->lex, t->name);
    struct pw_cdecl *d = pw_cparser_find(p, t->name);
    uint32_t token = p->at++;
    if (!d && (!strcmp(text, "__func__") || !strcmp(text, "__FUNCTION__") ||
               !strcmp(text, "__PRETTY_FUNCTION__")))
        return new_expr(p, PW_CE_STR, token, pw_cparser_pointer(p, pw_cparser_int(p, 1, true)));
    if (!d && pw_cparser_is(p, '(')) {
        /* a function that nothing declares: the translation knows it, or refuses the call */
        struct pw_ctype *f = pw_cparser_alloc(p, sizeof *f);
        f->kind = PW_CT_FUNC;
        f->to = pw_cparser_int(p, 3, true);
        d = pw_cparser_decl(p, PW_CD_FUNC, text, f, token);
    }
    if (!d) pw_cparser_fail(p, token, NULL, "'%s' is not declared", text);
    if (d->kind == PW_CD_ENUMERATOR) return number(p, token, d->value, d->type);
    if (d->kind == PW_CD_TYPEDEF) pw_cparser_fail(p, token, NULL, "'%s' is a type", text);
    struct pw_cexpr *e = new_expr(p, PW_CE_NAME, token, d->type);
    e->decl = d;
    return e;
}

static struct pw_cexpr *block_expr(struct pw_cparser *p)
{
    struct pw_cexpr *e = new_expr(p, PW_CE_BLOCK, p->at, &p->void_type);
    if (!p->function) pw_cparser_fail(p, p->at, NULL, "statements in an expression of the file");
    e->body = pw_cparser_block(p);
    for (struct pw_cstmt *s = e->body->body; s; s = s->next)
        if (!s->next && s->kind == PW_CS_EXPR) e->type = decayed(p, s->e->type);
    return e;
}

static struct pw_cexpr *primary(struct pw_cparser *p)
{
    const struct pw_ctok *t = pw_cparser_tok(p);
    struct pw_cexpr *e;
    switch (t->kind) {
    case PW_CTOK_NUMBER:
        return numeral(p);
    case PW_CTOK_CHAR:
        return number(p, p->at++, (pw_cint)(int64_t)t->value, pw_cparser_int(p, 3, true));
    case PW_CTOK_FLOAT:
        return new_expr(p, PW_CE_NUM, p->at++, &p->floats[0]);
    case PW_CTOK_STRING:
        return string(p);
    case PW_CTOK_NAME:
        if (pw_cparser_is_word(p, "_Generic"))
            pw_cparser_fail(p, p->at, "write the choice out", "unsupported: _Generic");
        return name(p);
    default:
        break;
    }
    if (!pw_cparser_is(p, '(')) pw_cparser_expected(p, p->at, "an expression");
    p->at++;
    e = pw_cparser_is(p, '{') ? block_expr(p) : pw_cparser_expr(p);
    pw_cparser_want(p, ')');
    return e;
}

/* --- postfix --- */

static const struct pw_cfield *find_field(const struct pw_ctype *t, const char *field)
{
    for (uint32_t i = 0; i < t->nfields && t->fields; i++)
        if (t->fields[i].name && !strcmp(t->fields[i].name, field)) return &t->fields[i];
    return NULL;
}

static struct pw_cexpr *deref(struct pw_cparser *p, struct pw_cexpr *a, uint32_t token)
{
    const struct pw_ctype *t = decayed(p, a->type);
    if (t->kind != PW_CT_PTR) pw_cparser_fail(p, token, NULL, "this is no pointer");
    struct pw_cexpr *e = new_expr(p, PW_CE_UNARY, token, t->to);
    e->op = '*';
    e->a = a;
    return e;
}

static struct pw_cexpr *member(struct pw_cparser *p, struct pw_cexpr *a, bool arrow)
{
    uint32_t token = p->at++;
    if (arrow) a = deref(p, a, token);
    const struct pw_ctok *t = pw_cparser_tok(p);
    if (t->kind != PW_CTOK_NAME) pw_cparser_fail(p, p->at, NULL, "expected the name of a field");
    if (a->type->kind != PW_CT_STRUCT && a->type->kind != PW_CT_UNION)
        pw_cparser_fail(p, token, NULL, "this is no struct");
    const char *name = pw_clex_name(&p->u->lex, t->name);
    const struct pw_cfield *f = find_field(a->type, name);
    /* fields of nameless members are fields of the struct */
    for (uint32_t i = 0; !f && i < a->type->nfields; i++) {
        const struct pw_cfield *g = &a->type->fields[i];
        if (g->name || !find_field(g->type, name)) continue;
        struct pw_cexpr *inner = new_expr(p, PW_CE_MEMBER, p->at, g->type);
        inner->a = a;
        inner->field = g;
        a = inner;
        f = find_field(g->type, name);
    }
    if (!f) pw_cparser_fail(p, p->at, NULL, "no field '%s'", name);
    struct pw_cexpr *e = new_expr(p, PW_CE_MEMBER, p->at++, f->type);
    e->a = a;
    e->field = f;
    return e;
}

static struct pw_cexpr *index_of(struct pw_cparser *p, struct pw_cexpr *a)
{
    uint32_t token = p->at++;
    struct pw_cexpr *b = pw_cparser_expr(p);
    pw_cparser_want(p, ']');
    const struct pw_ctype *t = decayed(p, a->type);
    if (t->kind != PW_CT_PTR) pw_cparser_fail(p, token, NULL, "this is no array");
    struct pw_cexpr *e = new_expr(p, PW_CE_INDEX, token, t->to);
    e->a = a;
    e->b = b;
    return e;
}

static struct pw_cexpr *call(struct pw_cparser *p, struct pw_cexpr *f)
{
    size_t mark = p->list.n;
    struct pw_cexpr *e = new_expr(p, PW_CE_CALL, f->token, &p->void_type);
    p->at++;
    while (!pw_cparser_take(p, ')')) {
        const char *who = f->kind == PW_CE_NAME ? f->decl->name : "";
        struct pw_cexpr *arg;
        if (!strncmp(who, "__builtin_", 10) && pw_cparser_starts_type(p)) {
            arg = number(p, p->at, 0, pw_cparser_int(p, 3, true));
            pw_cparser_type_name(p);
        } else {
            arg = pw_cparser_assignment(p);
        }
        pw_vec_push(&p->list, arg);
        if (!pw_cparser_take(p, ',') && !pw_cparser_is(p, ')')) pw_cparser_want(p, ')');
    }
    e->a = f;
    e->nargs = (uint32_t)(p->list.n - mark);
    e->args = pw_cparser_alloc(p, (e->nargs + 1) * sizeof *e->args);
    for (uint32_t i = 0; i < e->nargs; i++)
        e->args[i] = p->list.at[mark + i];
    p->list.n = mark;
    if (f->kind == PW_CE_NAME && f->decl->kind == PW_CD_FUNC && !f->decl->body) {
        if (!strcmp(f->decl->name, "__builtin_expect") && e->nargs == 2) return e->args[0];
        const struct pw_ctype *t = pw_cparser_builtin(p, f->decl->name, e->args, e->nargs);
        if (t) return e->type = t, e;
    }
    const struct pw_ctype *t = decayed(p, f->type);
    if (t->kind != PW_CT_PTR || t->to->kind != PW_CT_FUNC)
        pw_cparser_fail(p, f->token, NULL, "this is no function");
    e->type = pw_cparser_plain(p, t->to->to);
    return e;
}

static struct pw_cexpr *increment(struct pw_cparser *p, struct pw_cexpr *a, uint32_t token,
                                  uint32_t op, bool post)
{
    struct pw_cexpr *e = new_expr(p, PW_CE_INCR, token, pw_cparser_plain(p, a->type));
    e->a = a;
    e->op = op;
    e->post = post;
    mark_modified(a);
    return e;
}

static struct pw_cexpr *postfix(struct pw_cparser *p, struct pw_cexpr *e)
{
    for (;;) {
        uint32_t token = p->at;
        if (pw_cparser_is(p, '('))
            e = call(p, e);
        else if (pw_cparser_is(p, '['))
            e = index_of(p, e);
        else if (pw_cparser_is(p, '.'))
            e = member(p, e, false);
        else if (pw_cparser_is(p, PW_SIGN2('-', '>')))
            e = member(p, e, true);
        else if (pw_cparser_take(p, PW_SIGN2('+', '+')))
            e = increment(p, e, token, '+', true);
        else if (pw_cparser_take(p, PW_SIGN2('-', '-')))
            e = increment(p, e, token, '-', true);
        else
            return e;
    }
}

/* --- unary, casts --- */

static bool is_type_in_parentheses(struct pw_cparser *p)
{
    if (!pw_cparser_is(p, '(')) return false;
    p->at++;
    bool type = pw_cparser_starts_type(p);
    p->at--;
    return type;
}

/* The operand of sizeof or _Alignof: its type, and if it is a text the bytes of that. */
static const struct pw_ctype *measured(struct pw_cparser *p, int64_t *text)
{
    *text = -1;
    if (is_type_in_parentheses(p)) {
        p->at++;
        const struct pw_ctype *t = pw_cparser_type_name(p);
        pw_cparser_want(p, ')');
        return t;
    }
    const struct pw_cexpr *e = unary(p);
    if (e->kind == PW_CE_STR) *text = (int64_t)e->value;
    return e->type;
}

static struct pw_cexpr *size_of(struct pw_cparser *p, uint32_t token, bool alignment)
{
    int64_t text, n;
    const struct pw_ctype *t = measured(p, &text);
    n = alignment ? pw_ctype_align(t, p->u->long_bits) : pw_ctype_size(t, p->u->long_bits);
    if (text > 0 && !alignment) n = text;
    if (n < 0)
        pw_cparser_fail(p, token, "write it as a number", "unsupported: this size is not known");
    return number(p, token, n, pw_cparser_int(p, 4, false));
}

static struct pw_cexpr *cast(struct pw_cparser *p)
{
    uint32_t token = p->at++;
    const struct pw_ctype *t = pw_cparser_type_name(p);
    pw_cparser_want(p, ')');
    if (pw_cparser_is(p, '{')) {
        struct pw_cexpr *list = pw_cparser_initializer(p);
        struct pw_cexpr *e = new_expr(p, PW_CE_LITERAL, token, t);
        e->a = list;
        return postfix(p, e);
    }
    struct pw_cexpr *e = new_expr(p, PW_CE_CAST, token, pw_cparser_plain(p, t));
    e->a = unary(p);
    return e;
}

static struct pw_cexpr *operator_expr(struct pw_cparser *p, uint32_t op)
{
    uint32_t token = p->at++;
    struct pw_cexpr *a = unary(p);
    if (op == '*') return deref(p, a, token);
    struct pw_cexpr *e = new_expr(p, PW_CE_UNARY, token, NULL);
    e->op = op;
    e->a = a;
    if (op == '&') {
        mark_modified(a);
        if (a->kind == PW_CE_NAME) a->decl->is_addressed = true;
        e->type = pw_cparser_pointer(p, a->type);
    } else {
        e->type = op == '!' ? pw_cparser_int(p, 3, true) : promoted(p, decayed(p, a->type));
    }
    return e;
}

static struct pw_cexpr *unary(struct pw_cparser *p)
{
    struct pw_cexpr *e;
    uint32_t token = p->at;
    pw_cparser_enter(p);
    while (pw_cparser_take_word(p, "__extension__"))
        continue;
    if (pw_cparser_take_word(p, "sizeof"))
        e = size_of(p, token, false);
    else if (pw_cparser_take_word(p, "_Alignof") || pw_cparser_take_word(p, "__alignof__"))
        e = size_of(p, token, true);
    else if (is_type_in_parentheses(p))
        e = cast(p);
    else if (pw_cparser_take(p, PW_SIGN2('+', '+')))
        e = increment(p, unary(p), token, '+', false);
    else if (pw_cparser_take(p, PW_SIGN2('-', '-')))
        e = increment(p, unary(p), token, '-', false);
    else if (pw_cparser_tok(p)->kind == PW_CTOK_SIGN && pw_cparser_tok(p)->sign < 256 &&
             pw_cparser_tok(p)->sign && strchr("-+~!*&", (int)pw_cparser_tok(p)->sign))
        e = operator_expr(p, pw_cparser_tok(p)->sign);
    else
        e = postfix(p, primary(p));
    p->depth--;
    return e;
}

/* --- binary operators --- */

static unsigned binding(uint32_t op)
{
    static const struct {
        uint32_t op;
        unsigned strength;
    } table[] = {{'*', 10},
                 {'/', 10},
                 {'%', 10},
                 {'+', 9},
                 {'-', 9},
                 {PW_SIGN2('<', '<'), 8},
                 {PW_SIGN2('>', '>'), 8},
                 {'<', 7},
                 {'>', 7},
                 {PW_SIGN2('<', '='), 7},
                 {PW_SIGN2('>', '='), 7},
                 {PW_SIGN2('=', '='), 6},
                 {PW_SIGN2('!', '='), 6},
                 {'&', 5},
                 {'^', 4},
                 {'|', 3},
                 {PW_SIGN2('&', '&'), 2},
                 {PW_SIGN2('|', '|'), 1}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].op == op) return table[i].strength;
    return 0;
}

static struct pw_cexpr *binary(struct pw_cparser *p, unsigned least)
{
    pw_cparser_enter(p);
    struct pw_cexpr *a = unary(p);
    for (unsigned count = 0;; count++) {
        const struct pw_ctok *t = pw_cparser_tok(p);
        unsigned strength = t->kind == PW_CTOK_SIGN ? binding(t->sign) : 0;
        if (!strength || strength < least) break;
        if (count > PW_CPARSE_DEEPEST)
            pw_cparser_fail(p, p->at, "split it up", "a chain of more than %d operators",
                            PW_CPARSE_DEEPEST);
        uint32_t token = p->at++;
        struct pw_cexpr *b = binary(p, strength + 1);
        struct pw_cexpr *e = new_expr(p, PW_CE_BINARY, token, binary_type(p, t->sign, a, b));
        e->op = t->sign;
        e->a = a;
        e->b = b;
        a = e;
    }
    p->depth--;
    return a;
}

static struct pw_cexpr *conditional(struct pw_cparser *p)
{
    struct pw_cexpr *a = binary(p, 1);
    uint32_t token = p->at;
    if (!pw_cparser_take(p, '?')) return a;
    pw_cparser_enter(p);
    struct pw_cexpr *e = new_expr(p, PW_CE_COND, token, NULL);
    e->a = a;
    if (!pw_cparser_is(p, ':')) e->b = pw_cparser_expr(p);
    pw_cparser_want(p, ':');
    e->c = conditional(p);
    const struct pw_ctype *x = decayed(p, (e->b ? e->b : a)->type), *y = decayed(p, e->c->type);
    if (x->kind == PW_CT_INT && y->kind == PW_CT_INT)
        e->type = usual(p, x, y);
    else
        e->type = x->kind == PW_CT_PTR && x->to->kind != PW_CT_VOID ? x
                  : y->kind == PW_CT_VOID                           ? y
                  : y->kind == PW_CT_PTR                            ? y
                                                                    : x;
    p->depth--;
    return e;
}

static uint32_t assigning(uint32_t sign)
{
    if (sign == '=') return '=';
    static const char ops[] = "+-*/%&|^";
    for (size_t i = 0; ops[i]; i++)
        if (sign == PW_SIGN2(ops[i], '=')) return (uint32_t)ops[i];
    if (sign == PW_SIGN3('<', '<', '=')) return PW_SIGN2('<', '<');
    return sign == PW_SIGN3('>', '>', '=') ? PW_SIGN2('>', '>') : 0;
}

struct pw_cexpr *pw_cparser_assignment(struct pw_cparser *p)
{
    pw_cparser_enter(p);
    struct pw_cexpr *a = conditional(p);
    const struct pw_ctok *t = pw_cparser_tok(p);
    uint32_t op = t->kind == PW_CTOK_SIGN ? assigning(t->sign) : 0;
    if (op) {
        struct pw_cexpr *e = new_expr(p, PW_CE_ASSIGN, p->at++, pw_cparser_plain(p, a->type));
        mark_modified(a);
        e->a = a;
        e->op = op == '=' ? 0 : op;
        e->b = pw_cparser_assignment(p);
        a = e;
    }
    p->depth--;
    return a;
}

struct pw_cexpr *pw_cparser_expr(struct pw_cparser *p)
{
    struct pw_cexpr *a = pw_cparser_assignment(p);
    uint32_t token = p->at;
    unsigned count = 0;
    while (pw_cparser_take(p, ',')) {
        if (++count > PW_CPARSE_DEEPEST)
            pw_cparser_fail(p, token, "split it up", "a chain of more than %d operators",
                            PW_CPARSE_DEEPEST);
        struct pw_cexpr *e = new_expr(p, PW_CE_BINARY, token, NULL);
        e->op = ',';
        e->a = a;
        e->b = pw_cparser_assignment(p);
        e->type = decayed(p, e->b->type);
        a = e;
        token = p->at;
    }
    return a;
}

/* --- initialisers --- */

static struct pw_cdesignator *designator(struct pw_cparser *p)
{
    struct pw_cdesignator *first = NULL, **tail = &first;
    for (;;) {
        struct pw_cdesignator d = {0};
        if (pw_cparser_take(p, '.')) {
            const struct pw_ctok *t = pw_cparser_tok(p);
            if (t->kind != PW_CTOK_NAME)
                pw_cparser_fail(p, p->at, NULL, "expected the name of a field");
            d.field = pw_clex_name(&p->u->lex, t->name);
            p->at++;
        } else if (pw_cparser_take(p, '[')) {
            d.index = (int64_t)pw_cparser_constant(p);
            if (pw_cparser_is(p, PW_SIGN3('.', '.', '.')))
                pw_cparser_fail(p, p->at, "write the elements out",
                                "unsupported: range of elements");
            pw_cparser_want(p, ']');
        } else {
            break;
        }
        *tail = pw_cparser_alloc(p, sizeof d);
        **tail = d;
        tail = &(*tail)->next;
    }
    if (first) pw_cparser_want(p, '=');
    return first;
}

struct pw_cexpr *pw_cparser_initializer(struct pw_cparser *p)
{
    if (!pw_cparser_is(p, '{')) return pw_cparser_assignment(p);
    size_t mark = p->list.n;
    struct pw_cexpr *e = new_expr(p, PW_CE_LIST, p->at++, &p->void_type);
    pw_cparser_enter(p);
    while (!pw_cparser_take(p, '}')) {
        struct pw_cdesignator *place = designator(p);
        pw_vec_push(&p->list, place);
        struct pw_cexpr *value = pw_cparser_initializer(p);
        pw_vec_push(&p->list, value);
        if (!pw_cparser_take(p, ',') && !pw_cparser_is(p, '}')) pw_cparser_want(p, '}');
    }
    p->depth--;
    e->nargs = (uint32_t)((p->list.n - mark) / 2);
    e->args = pw_cparser_alloc(p, (e->nargs + 1) * sizeof *e->args);
    e->at = pw_cparser_alloc(p, (e->nargs + 1) * sizeof *e->at);
    for (uint32_t i = 0; i < e->nargs; i++)
        e->at[i] = p->list.at[mark + 2 * i], e->args[i] = p->list.at[mark + 2 * i + 1];
    p->list.n = mark;
    return e;
}
