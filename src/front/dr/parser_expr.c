/* Expressions. Precedence, loosest first: ?:  =>  ||  &&  == !=  < <= > >=  + -  * / %  unary !
 * -. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/vec.h"
#include "front/dr/parser.h"

static struct pw_ast_expr *new_expr(struct pw_parser *p, enum pw_ast_kind kind, uint32_t first)
{
    struct pw_ast_expr *e = pw_parser_new(p, sizeof *e);
    e->kind = (uint8_t)kind;
    e->depth = 1;
    e->first = e->last = first;
    return e;
}

static struct pw_ast_expr *unary(struct pw_parser *p);

static struct pw_ast_expr *bad(struct pw_parser *p)
{
    return new_expr(p, PW_AST_BAD, p->at);
}

static struct pw_ast_expr *operator(struct pw_parser *p, enum pw_expr_kind op, uint32_t token,
                                    unsigned n, struct pw_ast_expr **args)
{
    struct pw_ast_expr *e = new_expr(p, PW_AST_OPERATOR, args[0]->first);
    e->op = (uint8_t)op;
    e->token = token;
    e->last = args[n - 1]->last;
    for (unsigned i = 0; i < n; i++) {
        e->args[i] = args[i];
        if (args[i]->depth >= e->depth) e->depth = (uint16_t)(args[i]->depth + 1);
    }
    if (e->depth <= PW_AST_DEEPEST) return e;
    if (!p->panic)
        pw_parser_fail(p, token, NULL, "this expression is nested more than %d levels deep",
                       PW_AST_DEEPEST);
    p->give_up = true;
    return bad(p);
}

/* x[e], t.x, t[e].x, t.at(L) after a name; other.x, other(t).x, other.at(L), other(t).at(L) after
 * `other`. */
bool pw_parser_ref(struct pw_parser *p, struct pw_ast_ref *ref, bool *at)
{
    *ref = (struct pw_ast_ref){.template = PW_NO_NAME, .token = p->at};
    *at = false;
    if (pw_parser_accept(p, PW_TOK_OTHER)) {
        ref->other = true;
        if (pw_parser_accept(p, PW_TOK_LPAREN)) {
            ref->template = pw_parser_name(p, "the name of a thread").name;
            ref->cell = pw_parser_cell(p);
            pw_parser_expect(p, PW_TOK_RPAREN, NULL);
        }
        if (!pw_parser_expect(p, PW_TOK_DOT, "other")) return false;
    } else if (pw_parser_is(p, PW_TOK_NAME)) {
        struct pw_ast_name n = pw_parser_target(p, "a name");
        ref->cell = n.cell;
        if (p->panic) return false;
        if (!pw_parser_accept(p, PW_TOK_DOT)) {
            ref->name = n.name;
            return true;
        }
        ref->template = n.name;
    }
    ref->token = p->at;
    *at = pw_parser_accept(p, PW_TOK_AT);
    if (*at) pw_parser_expect(p, PW_TOK_LPAREN, "at");
    struct pw_ast_name n = pw_parser_name(p, *at          ? "a label"
                                             : ref->other ? "a local variable or at(LABEL)"
                                                          : "a name");
    ref->name = n.name;
    ref->token = n.token;
    if (*at) pw_parser_expect(p, PW_TOK_RPAREN, NULL);
    return !p->panic;
}

static struct pw_ast_expr *reference(struct pw_parser *p)
{
    uint32_t first = p->at;
    struct pw_ast_ref ref;
    bool at;
    if (!pw_parser_ref(p, &ref, &at)) return bad(p);
    struct pw_ast_expr *e = new_expr(p, at ? PW_AST_AT : PW_AST_NAME, first);
    e->ref = ref;
    e->last = p->at - 1;
    return e;
}

/* all [n] (j) e, any, min, max: p is at the bracket */
static struct pw_ast_expr *fold(struct pw_parser *p, enum pw_expr_kind op)
{
    uint32_t token = p->at - 1;
    struct pw_ast_name index;
    if (!pw_parser_enter(p)) return bad(p);
    struct pw_ast_expr *args[2] = {pw_parser_index(p, &index), NULL}, *e = bad(p);
    if (!p->panic) {
        args[1] = unary(p);
        e = operator(p, op, token, 2, args);
        if (e->kind == PW_AST_OPERATOR) e->kind = PW_AST_FOLD;
        e->index = index.name;
        e->first = token;
    }
    pw_parser_leave(p);
    return e;
}

/* `all` and `any` are words of the language only in front of a bracket. */
static bool starts_fold(struct pw_parser *p, enum pw_expr_kind *op)
{
    const struct pw_token *t = pw_parser_now(p);
    const char *word = p->x->src->text + t->from;
    if (t->kind != PW_TOK_NAME || t->to - t->from != 3 || t[1].kind != PW_TOK_LBRACKET)
        return false;
    *op = word[1] == 'l' ? PW_EXPR_AND : PW_EXPR_OR;
    return !memcmp(word, "all", 3) || !memcmp(word, "any", 3);
}

static struct pw_ast_expr *min_max(struct pw_parser *p)
{
    uint32_t token = p->at;
    enum pw_expr_kind op = pw_parser_is(p, PW_TOK_MIN) ? PW_EXPR_MIN : PW_EXPR_MAX;
    p->at++;
    if (pw_parser_is(p, PW_TOK_LBRACKET)) return fold(p, op);
    struct pw_ast_expr *args[2];
    if (!pw_parser_expect(p, PW_TOK_LPAREN, op == PW_EXPR_MIN ? "min" : "max")) return bad(p);
    args[0] = pw_parser_expr(p);
    if (!pw_parser_expect(p, PW_TOK_COMMA, NULL)) return bad(p);
    args[1] = pw_parser_expr(p);
    if (!pw_parser_expect(p, PW_TOK_RPAREN, NULL)) return bad(p);
    struct pw_ast_expr *e = operator(p, op, token, 2, args);
    e->first = token;
    e->last = p->at - 1;
    return e;
}

/* count(L), count(t.L) as a term of an invariant */
static struct pw_ast_expr *count_term(struct pw_parser *p)
{
    struct pw_ast_expr *e = new_expr(p, PW_AST_COUNT, p->at++);
    bool at;
    pw_parser_expect(p, PW_TOK_LPAREN, "count");
    if (p->panic) return bad(p);
    if (!pw_parser_is(p, PW_TOK_NAME)) pw_parser_name(p, "a label");
    if (p->panic || !pw_parser_ref(p, &e->ref, &at)) return bad(p);
    if (at) pw_parser_fail(p, e->first, "write count(LABEL)", "count takes a label");
    pw_parser_expect(p, PW_TOK_RPAREN, NULL);
    e->last = p->at - 1;
    return e;
}

/* every(e), some(e). The words are no keywords: a procedure may have them as its name. */
static struct pw_ast_expr *quantifier(struct pw_parser *p)
{
    uint32_t token = p->at;
    bool every = pw_parser_word(p, "every");
    p->at += 2;
    struct pw_ast_expr *body = pw_parser_expr(p);
    if (!pw_parser_expect(p, PW_TOK_RPAREN, NULL)) return bad(p);
    struct pw_ast_expr *e = operator(p, PW_EXPR_NOT, token, 1, &body);
    if (e->kind != PW_AST_OPERATOR) return e;
    e->kind = PW_AST_QUANTIFIER;
    e->op = every;
    e->first = token;
    e->last = p->at - 1;
    return e;
}

bool pw_parser_quantifier(struct pw_parser *p)
{
    const struct pw_token *t = pw_parser_now(p);
    return t->kind == PW_TOK_NAME && t[1].kind == PW_TOK_LPAREN &&
           (pw_parser_word(p, "every") || pw_parser_word(p, "some")) && !pw_parser_names_proc(p, t);
}

static struct pw_ast_expr *primary(struct pw_parser *p)
{
    struct pw_token *t = pw_parser_now(p);
    struct pw_ast_expr *e;
    enum pw_expr_kind op;
    switch (t->kind) {
    case PW_TOK_NUMBER:
        return p->at++, new_expr(p, PW_AST_NUMBER, p->at - 1);
    case PW_TOK_TRUE:
    case PW_TOK_FALSE:
        e = new_expr(p, PW_AST_TRUTH, p->at++);
        e->truth = t->kind == PW_TOK_TRUE;
        return e;
    case PW_TOK_NAME:
        if (pw_parser_quantifier(p)) return quantifier(p);
        if (t[1].kind == PW_TOK_LPAREN) {
            pw_parser_fail(p, p->at,
                           "a call stands alone or is a whole right-hand side: x = f(...);",
                           "a call cannot be part of an expression");
            return bad(p);
        }
        if (starts_fold(p, &op)) return p->at++, fold(p, op);
        return reference(p);
    case PW_TOK_AT:
    case PW_TOK_OTHER:
        return reference(p);
    case PW_TOK_MIN:
    case PW_TOK_MAX:
        return min_max(p);
    case PW_TOK_LPAREN:
        p->at++;
        e = pw_parser_expr(p);
        pw_parser_expect(p, PW_TOK_RPAREN, NULL);
        return e;
    case PW_TOK_CAS:
        pw_parser_fail(p, p->at, "write: ok = cas(x, old, new);",
                       "cas is a statement of its own, not part of an expression");
        return bad(p);
    case PW_TOK_COUNT:
        if (p->counts) return count_term(p);
        if (p->pair)
            pw_parser_mixed(p);
        else
            pw_parser_fail(p, p->at, NULL, "count(...) stands in 'unsafe' and 'invariant' only");
        return bad(p);
    case PW_TOK_STAR:
        pw_parser_fail(p, p->at, "'*' alone is a condition: if (*), while (*)",
                       "expected an expression, found '*'");
        return bad(p);
    default:
        pw_parser_unexpected(p, "an expression", NULL);
        return bad(p);
    }
}

struct pw_ast_expr *pw_parser_primary(struct pw_parser *p)
{
    return primary(p);
}

static struct pw_ast_expr *unary(struct pw_parser *p)
{
    struct pw_token *t = pw_parser_now(p);
    if (t->kind != PW_TOK_NOT && t->kind != PW_TOK_MINUS) return primary(p);
    if (!pw_parser_enter(p)) return bad(p);
    uint32_t token = p->at++;
    t->marks |= PW_MARK_UNARY;
    struct pw_ast_expr *a = unary(p);
    struct pw_ast_expr *e = operator(p, t->kind == PW_TOK_NOT ? PW_EXPR_NOT : PW_EXPR_NEG, token, 1,
                                     &a);
    e->first = token;
    pw_parser_leave(p);
    return e;
}

/* Level of a binary operator, 0 if the token is none; the node kind goes to *op. */
static int level(enum pw_token_kind kind, enum pw_expr_kind *op)
{
    switch (kind) {
    case PW_TOK_ARROW:
        return *op = PW_EXPR_IMPLIES, 1;
    case PW_TOK_OR:
        return *op = PW_EXPR_OR, 2;
    case PW_TOK_AND:
        return *op = PW_EXPR_AND, 3;
    case PW_TOK_EQ:
    case PW_TOK_ASSIGN:
        return *op = PW_EXPR_EQ, 4;
    case PW_TOK_NE:
        return *op = PW_EXPR_NE, 4;
    case PW_TOK_LT:
        return *op = PW_EXPR_LT, 5;
    case PW_TOK_LE:
        return *op = PW_EXPR_LE, 5;
    case PW_TOK_GT:
        return *op = PW_EXPR_GT, 5;
    case PW_TOK_GE:
        return *op = PW_EXPR_GE, 5;
    case PW_TOK_PLUS:
        return *op = PW_EXPR_ADD, 6;
    case PW_TOK_MINUS:
        return *op = PW_EXPR_SUB, 6;
    case PW_TOK_STAR:
        return *op = PW_EXPR_MUL, 7;
    case PW_TOK_SLASH:
        return *op = PW_EXPR_DIV, 7;
    case PW_TOK_PERCENT:
        return *op = PW_EXPR_MOD, 7;
    default:
        return 0;
    }
}

/* Operands of one level and the operators between them; operators[0] is unused. */
struct chain {
    PW_VEC(struct pw_ast_expr *) operands;
    PW_VEC(uint32_t) operators;
};

static enum pw_expr_kind chain_op(struct pw_parser *p, const struct chain *c, size_t i)
{
    enum pw_expr_kind op = PW_EXPR_ADD;
    assert(i < c->operators.n);
    level(p->x->tokens.at[c->operators.at[i]].kind, &op);
    return op;
}

/* operands[from..to) joined left to right if they are few, otherwise by halves. A half that starts
 * with '-' is added negated term by term: a - b + c = a + (-b + c). */
static struct pw_ast_expr *join(struct pw_parser *p, const struct chain *c, size_t from, size_t to)
{
    struct pw_ast_expr *pair[2];
    if (to - from <= PW_AST_CHAIN) {
        assert(from < c->operands.n);
        struct pw_ast_expr *e = c->operands.at[from];
        if (from > 0 && chain_op(p, c, from) == PW_EXPR_SUB)
            e = operator(p, PW_EXPR_NEG, c->operators.at[from], 1, &e);
        for (size_t i = from + 1; i < to; i++) {
            assert(i < c->operands.n);
            pair[0] = e, pair[1] = c->operands.at[i];
            assert(i < c->operators.n);
            e = operator(p, chain_op(p, c, i), c->operators.at[i], 2, pair);
        }
        return e;
    }
    size_t mid = from + (to - from) / 2;
    pair[0] = join(p, c, from, mid);
    pair[1] = join(p, c, mid, to);
    enum pw_expr_kind op = chain_op(p, c, mid);
    return operator(p, op == PW_EXPR_SUB ? PW_EXPR_ADD : op, c->operators.at[mid], 2, pair);
}

static bool balanced(int lvl)
{
    return lvl == 2 || lvl == 3 || lvl == 6;
}

static struct pw_ast_expr *binary(struct pw_parser *p, int lvl);

/* a op b op c ... of one left-associative level. */
static struct pw_ast_expr *left_chain(struct pw_parser *p, int lvl)
{
    enum pw_expr_kind op;
    struct chain c = {0};
    struct pw_ast_expr *e = binary(p, lvl + 1);
    if (p->panic || level(pw_parser_now(p)->kind, &op) != lvl) return e;
    pw_vec_push(&c.operands, e);
    pw_vec_push(&c.operators, 0);
    while (!p->panic && level(pw_parser_now(p)->kind, &op) == lvl) {
        pw_limits_poll();
        if (pw_parser_is(p, PW_TOK_ASSIGN)) {
            pw_parser_fail(p, p->at, "write '==' to compare",
                           "'=' assigns and cannot stand in an expression");
            p->panic = false;
        }
        pw_vec_push(&c.operators, p->at);
        p->at++;
        pw_vec_push(&c.operands, binary(p, lvl + 1));
    }
    if (balanced(lvl))
        e = join(p, &c, 0, c.operands.n);
    else
        for (size_t i = 1; i < c.operands.n; i++) {
            struct pw_ast_expr *pair[2] = {e, c.operands.at[i]};
            assert(i < c.operators.n);
            e = operator(p, chain_op(p, &c, i), c.operators.at[i], 2, pair);
        }
    pw_vec_clear(&c.operands);
    pw_vec_clear(&c.operators);
    return e;
}

static struct pw_ast_expr *binary(struct pw_parser *p, int lvl)
{
    if (lvl == 8) return unary(p);
    if (lvl > 1) return left_chain(p, lvl);
    struct pw_ast_expr *pair[2] = {binary(p, 2), NULL};
    if (p->panic || !pw_parser_is(p, PW_TOK_ARROW)) return pair[0];
    if (!pw_parser_enter(p)) return bad(p);
    uint32_t token = p->at++;
    pair[1] = binary(p, 1);
    pw_parser_leave(p);
    return operator(p, PW_EXPR_IMPLIES, token, 2, pair);
}

struct pw_ast_expr *pw_parser_expr(struct pw_parser *p)
{
    if (!pw_parser_enter(p)) return bad(p);
    struct pw_ast_expr *args[3] = {binary(p, 1), NULL, NULL}, *e = args[0];
    if (!p->panic && pw_parser_is(p, PW_TOK_QUESTION)) {
        uint32_t token = p->at++;
        args[1] = pw_parser_expr(p);
        if (pw_parser_expect(p, PW_TOK_COLON, NULL)) {
            args[2] = pw_parser_expr(p);
            e = operator(p, PW_EXPR_ITE, token, 3, args);
        }
    }
    pw_parser_leave(p);
    return e;
}

/* A conjunction of formulas, as one alternative of 'unsafe'. */
struct pw_ast_expr *pw_parser_conjunction(struct pw_parser *p)
{
    p->pair = true;
    struct pw_ast_expr *e = binary(p, 3);
    p->pair = false;
    return e;
}

/* The right side of count(L) >= k. */
struct pw_ast_expr *pw_parser_sum(struct pw_parser *p)
{
    return binary(p, 6);
}
