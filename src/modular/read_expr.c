/* Expressions. Precedence, loosest first: ?:  =>  ||  &&  == !=  < <= > >=  + -  * / %  ! -. */
#include <assert.h>
#include <string.h>

#include "modular/read.h"

static const char *token_text(const struct pw_reader *r, uint32_t at)
{
    assert(at < r->p.x->tokens.n);
    const struct pw_token *t = &r->p.x->tokens.at[at];
    return t->kind == PW_TOK_NAME ? pw_mtree_text(r->t, t->name) : "";
}

bool pw_read_word(const struct pw_reader *r, uint32_t ahead, const char *word)
{
    uint32_t at = r->p.at + ahead;
    return at < r->p.x->tokens.n && !strcmp(token_text(r, at), word);
}

bool pw_read_accept(struct pw_reader *r, const char *word)
{
    if (r->p.panic || !pw_read_word(r, 0, word)) return false;
    r->p.at++;
    return true;
}

static struct pw_mexpr *leaf(struct pw_reader *r, enum pw_mexpr_kind kind, uint32_t first)
{
    return pw_mtree_expr(r->t, kind, first, r->p.at ? r->p.at - 1 : 0);
}

static struct pw_mexpr *bad(struct pw_reader *r)
{
    struct pw_mexpr *e = pw_mtree_expr(r->t, PW_MX_TRUTH, r->p.at, r->p.at);
    e->truth = true;
    return e;
}

static struct pw_mexpr *deeper(struct pw_reader *r, struct pw_mexpr *e)
{
    for (int i = 0; i < 3; i++)
        if (e->args[i] && e->args[i]->depth >= e->depth)
            e->depth = (uint16_t)(e->args[i]->depth + 1);
    if (e->depth <= PW_AST_DEEPEST) return e;
    pw_parser_fail(&r->p, e->token, NULL, "this expression is nested more than %d levels deep",
                   PW_AST_DEEPEST);
    r->p.panic = r->p.give_up = true;
    return bad(r);
}

/* [e] behind the name of an array */
static struct pw_mexpr *cell(struct pw_reader *r, struct pw_mexpr *e)
{
    struct pw_token *t = pw_parser_now(&r->p);
    if (t->kind != PW_TOK_LBRACKET) return e;
    t->marks |= PW_MARK_CELL;
    r->p.at++;
    e->kind = PW_MX_CELL;
    e->args[0] = pw_read_expr(r);
    pw_parser_expect(&r->p, PW_TOK_RBRACKET, "the index");
    e->last = r->p.at - 1;
    if (pw_parser_is(&r->p, PW_TOK_LBRACKET))
        pw_parser_fail(&r->p, r->p.at, NULL, "one index only: there are no arrays of arrays");
    return deeper(r, e);
}

static struct pw_mexpr *variable(struct pw_reader *r)
{
    uint32_t first = r->p.at;
    struct pw_ast_name n = pw_parser_name(&r->p, "a variable");
    struct pw_mexpr *e = leaf(r, PW_MX_NAME, first);
    e->name = n.name;
    if (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_PRIME)) e->primed = true;
    e->last = r->p.at - 1;
    return r->p.panic ? bad(r) : cell(r, e);
}

struct pw_mexpr *pw_read_lvalue(struct pw_reader *r)
{
    struct pw_mexpr *e = variable(r);
    if (e->primed)
        pw_parser_fail(
            &r->p, e->token, NULL,
            "a prime belongs in assumptions and actions: a statement writes the variable");
    return e;
}

/* is(T), size(a), size'(a), holder(m), holder'(m), done(k): at its word */
static struct pw_mexpr *function(struct pw_reader *r)
{
    uint32_t first = r->p.at;
    bool is = pw_read_word(r, 0, "is"), size = pw_read_word(r, 0, "size"),
         done = pw_read_word(r, 0, "done");
    r->p.at++;
    bool primed = pw_parser_accept(&r->p, PW_TOK_PRIME);
    pw_parser_expect(&r->p, PW_TOK_LPAREN, NULL);
    struct pw_mexpr *e;
    if (done) {
        e = pw_read_expr(r);
        struct pw_mexpr *d = leaf(r, PW_MX_DONE, first);
        d->args[0] = e;
        e = d;
    } else {
        e = variable(r);
        if ((is || size) && e->kind != PW_MX_NAME)
            pw_parser_fail(&r->p, e->token, NULL, "expected a name in the parentheses");
        if (is) e->kind = PW_MX_IS;
        if (size) e->kind = PW_MX_SIZE;
        if (!is && !size) e->holder = true;
    }
    if (primed && (is || done))
        pw_parser_fail(&r->p, first, NULL, "'%s' does not change: no prime", is ? "is" : "done");
    e->primed = e->primed || primed;
    e->first = first;
    pw_parser_expect(&r->p, PW_TOK_RPAREN, NULL);
    e->last = r->p.at - 1;
    return e;
}

static bool starts_function(const struct pw_reader *r)
{
    assert(r->p.at < r->p.x->tokens.n);
    const struct pw_token *t = &r->p.x->tokens.at[r->p.at];
    bool primed = t[1].kind == PW_TOK_PRIME;
    if (t[1 + primed].kind != PW_TOK_LPAREN) return false;
    return pw_read_word(r, 0, "is") || pw_read_word(r, 0, "size") || pw_read_word(r, 0, "holder") ||
           pw_read_word(r, 0, "done");
}

static struct pw_mexpr *number(struct pw_reader *r)
{
    const struct pw_token *t = pw_parser_now(&r->p);
    r->p.at++;
    struct pw_mexpr *e = leaf(r, PW_MX_NUMBER, r->p.at - 1);
    pw_int *v = PW_NEW(pw_int);
    pw_int_init(v);
    pw_int_set_decimal(v, r->p.x->src->text + t->from, t->to - t->from);
    pw_vec_push(&r->t->numbers, v);
    e->number = v;
    return e;
}

static struct pw_mexpr *named(struct pw_reader *r)
{
    if (starts_function(r)) return function(r);
    uint32_t first = r->p.at;
    if (pw_parser_now(&r->p)[1].kind == PW_TOK_LPAREN) {
        pw_parser_fail(&r->p, first,
                       "a call stands alone or is a whole right-hand side: x = f(...);",
                       "a call cannot be part of an expression");
        return bad(r);
    }
    if (pw_parser_now(&r->p)[1].kind == PW_TOK_DOT) {
        pw_parser_fail(&r->p, first, NULL, "'%s.' belongs in predicates; here use self and claims",
                       token_text(r, first));
        return bad(r);
    }
    if (pw_read_accept(r, "self")) return leaf(r, PW_MX_SELF, first);
    if (pw_read_accept(r, "nobody") || pw_read_accept(r, "null"))
        return leaf(r, PW_MX_NOBODY, first);
    return variable(r);
}

static struct pw_mexpr *min_max(struct pw_reader *r)
{
    uint32_t first = r->p.at;
    enum pw_mexpr_kind kind = pw_parser_is(&r->p, PW_TOK_MIN) ? PW_MX_MIN : PW_MX_MAX;
    r->p.at++;
    pw_parser_expect(&r->p, PW_TOK_LPAREN, NULL);
    struct pw_mexpr *a = pw_read_expr(r);
    pw_parser_expect(&r->p, PW_TOK_COMMA, NULL);
    struct pw_mexpr *b = pw_read_expr(r);
    pw_parser_expect(&r->p, PW_TOK_RPAREN, NULL);
    struct pw_mexpr *e = leaf(r, kind, first);
    e->args[0] = a;
    e->args[1] = b;
    return deeper(r, e);
}

static struct pw_mexpr *elsewhere(struct pw_reader *r, const char *word)
{
    pw_parser_fail(&r->p, r->p.at, NULL, "'%s' belongs in predicates; here use self and claims",
                   word);
    return bad(r);
}

static struct pw_mexpr *primary(struct pw_reader *r)
{
    struct pw_mexpr *e;
    switch (pw_parser_now(&r->p)->kind) {
    case PW_TOK_NUMBER:
        return number(r);
    case PW_TOK_TRUE:
    case PW_TOK_FALSE:
        r->p.at++;
        e = leaf(r, PW_MX_TRUTH, r->p.at - 1);
        e->truth = r->p.x->tokens.at[r->p.at - 1].kind == PW_TOK_TRUE;
        return e;
    case PW_TOK_NAME:
        return named(r);
    case PW_TOK_MIN:
    case PW_TOK_MAX:
        return min_max(r);
    case PW_TOK_LPAREN:
        r->p.at++;
        e = pw_read_expr(r);
        pw_parser_expect(&r->p, PW_TOK_RPAREN, NULL);
        return e;
    case PW_TOK_OTHER:
        return elsewhere(r, "other");
    case PW_TOK_AT:
        return elsewhere(r, "at");
    case PW_TOK_COUNT:
        return elsewhere(r, "count");
    default:
        pw_parser_unexpected(&r->p, "an expression", NULL);
        return bad(r);
    }
}

static struct pw_mexpr *unary(struct pw_reader *r)
{
    struct pw_token *t = pw_parser_now(&r->p);
    if (t->kind != PW_TOK_NOT && t->kind != PW_TOK_MINUS) return primary(r);
    if (!pw_parser_enter(&r->p)) return bad(r);
    uint32_t token = r->p.at++;
    t->marks |= PW_MARK_UNARY;
    struct pw_mexpr *a = unary(r);
    struct pw_mexpr *e = leaf(r, t->kind == PW_TOK_NOT ? PW_MX_NOT : PW_MX_NEG, token);
    e->args[0] = a;
    pw_parser_leave(&r->p);
    return deeper(r, e);
}

/* Level of a binary operator, 0 if the token is none. */
static int level(enum pw_token_kind kind, enum pw_mexpr_kind *op)
{
    static const struct {
        uint8_t token, level, op;
    } table[] = {{PW_TOK_ARROW, 1, PW_MX_IMPLIES}, {PW_TOK_OR, 2, PW_MX_OR},
                 {PW_TOK_AND, 3, PW_MX_AND},       {PW_TOK_EQ, 4, PW_MX_EQ},
                 {PW_TOK_NE, 4, PW_MX_NE},         {PW_TOK_LT, 5, PW_MX_LT},
                 {PW_TOK_LE, 5, PW_MX_LE},         {PW_TOK_GT, 5, PW_MX_GT},
                 {PW_TOK_GE, 5, PW_MX_GE},         {PW_TOK_PLUS, 6, PW_MX_ADD},
                 {PW_TOK_MINUS, 6, PW_MX_SUB},     {PW_TOK_STAR, 7, PW_MX_MUL},
                 {PW_TOK_SLASH, 7, PW_MX_DIV},     {PW_TOK_PERCENT, 7, PW_MX_MOD}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].token == kind) {
            *op = (enum pw_mexpr_kind)table[i].op;
            return table[i].level;
        }
    return 0;
}

/* Operators of this level or tighter; => associates to the right. */
static struct pw_mexpr *binary(struct pw_reader *r, int least)
{
    if (!pw_parser_enter(&r->p)) return bad(r);
    struct pw_mexpr *a = unary(r);
    enum pw_mexpr_kind op;
    for (int at; !r->p.panic && (at = level(pw_parser_now(&r->p)->kind, &op)) >= least && at > 0;) {
        uint32_t token = r->p.at++;
        struct pw_mexpr *b = binary(r, op == PW_MX_IMPLIES ? at : at + 1);
        struct pw_mexpr *e = leaf(r, op, a->first);
        e->token = token;
        e->args[0] = a;
        e->args[1] = b;
        a = deeper(r, e);
    }
    pw_parser_leave(&r->p);
    return a;
}

struct pw_mexpr *pw_read_expr(struct pw_reader *r)
{
    if (r->p.panic || !pw_parser_enter(&r->p)) return bad(r);
    uint32_t first = r->p.at;
    struct pw_mexpr *a = binary(r, 1);
    if (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_QUESTION)) {
        struct pw_mexpr *b = pw_read_expr(r);
        pw_parser_expect(&r->p, PW_TOK_COLON, "the first choice");
        struct pw_mexpr *c = pw_read_expr(r);
        struct pw_mexpr *e = leaf(r, PW_MX_ITE, first);
        e->args[0] = a;
        e->args[1] = b;
        e->args[2] = c;
        a = deeper(r, e);
    }
    pw_parser_leave(&r->p);
    return a;
}

struct pw_mexpr *pw_read_sum(struct pw_reader *r)
{
    return r->p.panic ? bad(r) : binary(r, 6);
}
