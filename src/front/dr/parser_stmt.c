/* Statements and blocks. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/vec.h"
#include "front/dr/parser.h"

static struct pw_stmt *new_stmt(struct pw_parser *p, enum pw_stmt_kind kind, uint32_t first)
{
    struct pw_stmt *s = pw_parser_new(p, sizeof *s);
    s->kind = (uint8_t)kind;
    s->first = s->last = first;
    return s;
}

typedef PW_VEC(struct pw_ast_name) names;
typedef PW_VEC(struct pw_ast_expr *) exprs;

static void keep(struct pw_parser *p, struct pw_stmt *s, names *n, exprs *e)
{
    s->nnames = (uint32_t)n->n;
    s->names = pw_arena_copy(&p->ast->arena, n->at, n->n * sizeof *n->at);
    s->nexprs = (uint32_t)e->n;
    s->exprs = pw_arena_copy(&p->ast->arena, e->at, e->n * sizeof *e->at);
    pw_vec_clear(n);
    pw_vec_clear(e);
}

static void one_name(struct pw_parser *p, struct pw_stmt *s, const char *what)
{
    s->names = pw_parser_new(p, sizeof *s->names);
    s->names[0] = pw_parser_name(p, what);
    s->nnames = 1;
}

static void one_expr(struct pw_parser *p, struct pw_stmt *s, struct pw_ast_expr *e)
{
    s->exprs = pw_parser_new(p, sizeof *s->exprs);
    s->exprs[0] = e;
    s->nexprs = 1;
}

static void finish(struct pw_parser *p, const char *after)
{
    pw_parser_expect(p, PW_TOK_SEMI, after);
}

/* e, e, ... */
static void expr_list(struct pw_parser *p, exprs *e)
{
    do
        pw_vec_push(e, pw_parser_expr(p));
    while (!p->panic && pw_parser_accept(p, PW_TOK_COMMA));
}

static void arguments(struct pw_parser *p, struct pw_stmt *s, names *n)
{
    exprs e = {0};
    s->kind = PW_STMT_CALL;
    struct pw_ast_name callee = pw_parser_name(p, "a procedure");
    s->callee = callee.name;
    s->callee_token = callee.token;
    pw_parser_expect(p, PW_TOK_LPAREN, NULL);
    if (!pw_parser_is(p, PW_TOK_RPAREN)) expr_list(p, &e);
    pw_parser_expect(p, PW_TOK_RPAREN, NULL);
    enum pw_token_kind k = pw_parser_now(p)->kind;
    if (!p->panic &&
        (k == PW_TOK_QUESTION || (k >= PW_TOK_ARROW && k <= PW_TOK_PERCENT && k != PW_TOK_ASSIGN)))
        pw_parser_fail(p, callee.token,
                       "a call stands alone or is a whole right-hand side: x = f(...);",
                       "a call cannot be part of an expression");
    keep(p, s, n, &e);
}

static void cas(struct pw_parser *p, struct pw_stmt *s, names *n)
{
    exprs e = {0};
    s->kind = PW_STMT_CAS;
    p->at++;
    pw_parser_expect(p, PW_TOK_LPAREN, "cas");
    if (!p->panic) pw_vec_push(n, pw_parser_target(p, "the variable to swap"));
    for (int i = 0; i < 2; i++) {
        pw_parser_expect(p, PW_TOK_COMMA, NULL);
        if (!p->panic) pw_vec_push(&e, pw_parser_expr(p));
    }
    pw_parser_expect(p, PW_TOK_RPAREN, NULL);
    keep(p, s, n, &e);
}

/* What a C programmer may have meant where '=' was expected. */
static const char *assign_hint(struct pw_parser *p)
{
    struct pw_token *t = pw_parser_now(p);
    bool twice = t[1].kind == t->kind && t[1].from == t->to;
    if (t->kind == PW_TOK_PLUS && twice) return "write 'x = x + 1;' instead of 'x++'";
    if (t->kind == PW_TOK_MINUS && twice) return "write 'x = x - 1;' instead of 'x--'";
    if (t->kind >= PW_TOK_PLUS && t[1].kind == PW_TOK_ASSIGN)
        return "write the operation out: 'x = x + e;' instead of 'x += e'";
    if (t->kind == PW_TOK_EQ) return "'==' compares; '=' assigns";
    return NULL;
}

/* x, y = e, f;  x = f(...);  x = cas(...);  f(...); */
static struct pw_stmt *assignment(struct pw_parser *p)
{
    struct pw_stmt *s = new_stmt(p, PW_STMT_ASSIGN, p->at);
    names n = {0};
    exprs e = {0};
    if (pw_parser_now(p)[1].kind == PW_TOK_LPAREN) {
        arguments(p, s, &n);
        finish(p, "the call");
        return s;
    }
    do
        pw_vec_push(&n, pw_parser_target(p, "a variable"));
    while (!p->panic && pw_parser_accept(p, PW_TOK_COMMA));
    if (!p->panic && !pw_parser_accept(p, PW_TOK_ASSIGN))
        pw_parser_unexpected(p, "'='", assign_hint(p));
    bool call = pw_parser_is(p, PW_TOK_NAME) && pw_parser_now(p)[1].kind == PW_TOK_LPAREN &&
                !pw_parser_quantifier(p),
         swap = pw_parser_is(p, PW_TOK_CAS);
    if (!p->panic && (call || swap) && n.n > 1)
        pw_parser_fail(p, p->at, NULL,
                       "%s gives one value, but there are %zu variables on the left",
                       swap ? "cas" : "a call", n.n);
    if (!p->panic && call)
        arguments(p, s, &n);
    else if (!p->panic && swap)
        cas(p, s, &n);
    else if (!p->panic)
        expr_list(p, &e);
    if (!p->panic && s->kind == PW_STMT_ASSIGN && e.n != n.n)
        pw_parser_fail(p, s->first, NULL, "%zu variable%s on the left, %zu value%s on the right",
                       n.n, n.n == 1 ? "" : "s", e.n, e.n == 1 ? "" : "s");
    if (s->kind == PW_STMT_ASSIGN) keep(p, s, &n, &e);
    finish(p, "the assignment");
    pw_vec_clear(&n);
    pw_vec_clear(&e);
    return s;
}

/* other.x = e; */
static struct pw_stmt *others(struct pw_parser *p)
{
    struct pw_stmt *s = new_stmt(p, PW_STMT_OTHERS, p->at);
    s->target = pw_parser_primary(p);
    if (!p->panic && !pw_parser_accept(p, PW_TOK_ASSIGN))
        pw_parser_unexpected(p, "'='", assign_hint(p));
    if (!p->panic) one_expr(p, s, pw_parser_expr(p));
    finish(p, "the assignment");
    return s;
}

static struct pw_stmt *havoc(struct pw_parser *p)
{
    struct pw_stmt *s = new_stmt(p, PW_STMT_HAVOC, p->at++);
    names n = {0};
    exprs e = {0};
    do
        pw_vec_push(&n, pw_parser_target(p, "a variable"));
    while (!p->panic && pw_parser_accept(p, PW_TOK_COMMA));
    keep(p, s, &n, &e);
    finish(p, "'havoc'");
    return s;
}

/* (e) or (*) */
static void condition(struct pw_parser *p, struct pw_stmt *s)
{
    pw_parser_expect(p, PW_TOK_LPAREN, s->kind == PW_STMT_IF ? "if" : "while");
    if (p->panic) return;
    if (pw_parser_is(p, PW_TOK_STAR) && pw_parser_now(p)[1].kind == PW_TOK_RPAREN) {
        pw_parser_now(p)->marks |= PW_MARK_UNARY;
        p->at++;
    } else {
        one_expr(p, s, pw_parser_expr(p));
    }
    s->head = p->at;
    pw_parser_expect(p, PW_TOK_RPAREN, NULL);
}

static struct pw_stmt *statement(struct pw_parser *p);

/* The statement after a condition: braces, or one statement (with its labels), as a list. */
static struct pw_stmt *body(struct pw_parser *p)
{
    if (p->panic) return NULL;
    if (pw_parser_is(p, PW_TOK_LBRACE)) return pw_parser_block(p, "block");
    p->indent++;
    pw_parser_now(p)->marks |= PW_MARK_SUBSTATEMENT;
    struct pw_stmt *first = statement(p), *last = first;
    while (last && last->kind == PW_STMT_LABEL && !p->panic)
        last = last->next = statement(p);
    p->indent--;
    return first;
}

static struct pw_stmt *if_while(struct pw_parser *p, enum pw_stmt_kind kind)
{
    struct pw_stmt *s = new_stmt(p, kind, p->at++);
    condition(p, s);
    s->body = body(p);
    if (kind == PW_STMT_IF && !p->panic && pw_parser_is(p, PW_TOK_ELSE)) {
        pw_parser_now(p)->marks |= PW_MARK_ELSE;
        pw_parser_now(p)->indent = (uint16_t)p->indent;
        p->at++;
        bool chain = pw_parser_is(p, PW_TOK_IF);
        if (chain) p->indent--;
        s->otherwise = body(p);
        if (chain) p->indent++;
    }
    return s;
}

static struct pw_stmt *with_formula(struct pw_parser *p, enum pw_stmt_kind kind, const char *word)
{
    struct pw_stmt *s = new_stmt(p, kind, p->at++);
    pw_parser_expect(p, PW_TOK_LPAREN, word);
    if (!p->panic) one_expr(p, s, pw_parser_expr(p));
    pw_parser_expect(p, PW_TOK_RPAREN, NULL);
    finish(p, word);
    return s;
}

static struct pw_stmt *with_mutex(struct pw_parser *p, enum pw_stmt_kind kind, const char *word)
{
    struct pw_stmt *s = new_stmt(p, kind, p->at++);
    pw_parser_expect(p, PW_TOK_LPAREN, word);
    if (!p->panic) one_name(p, s, "a mutex");
    if (!p->panic) s->names[0].cell = pw_parser_cell(p);
    pw_parser_expect(p, PW_TOK_RPAREN, NULL);
    finish(p, word);
    return s;
}

static struct pw_stmt *with_word(struct pw_parser *p, enum pw_stmt_kind kind, const char *word)
{
    struct pw_stmt *s = new_stmt(p, kind, p->at++);
    if (kind == PW_STMT_GOTO) one_name(p, s, "a label");
    if (kind == PW_STMT_RETURN && !pw_parser_is(p, PW_TOK_SEMI)) {
        one_expr(p, s, pw_parser_expr(p));
        p->returns_value = true;
    }
    finish(p, word);
    return s;
}

static struct pw_stmt *label(struct pw_parser *p)
{
    struct pw_stmt *s = new_stmt(p, PW_STMT_LABEL, p->at);
    pw_parser_now(p)->marks |= PW_MARK_LABEL;
    one_name(p, s, "a label");
    pw_parser_now(p)->marks |= PW_MARK_LABEL;
    p->at++;
    return s;
}

static struct pw_stmt *braces(struct pw_parser *p, enum pw_stmt_kind kind)
{
    struct pw_stmt *s = new_stmt(p, kind, p->at);
    if (kind == PW_STMT_ATOMIC) p->at++;
    s->body = pw_parser_block(p, kind == PW_STMT_ATOMIC ? "atomic block" : "block");
    return s;
}

static const char *foreign_hint(struct pw_parser *p)
{
    struct pw_token *t = pw_parser_now(p);
    switch (t->kind) {
    case PW_TOK_INT:
    case PW_TOK_BOOL:
        return "declare it with 'local' at the start of the thread or procedure, or with 'shared' "
               "outside";
    case PW_TOK_LOCAL:
        return "move the declaration to the start of the thread or procedure";
    case PW_TOK_SHARED:
    case PW_TOK_THREAD:
    case PW_TOK_PROC:
    case PW_TOK_UNSAFE:
    case PW_TOK_CONST:
        return "this belongs outside threads and procedures; is a '}' missing?";
    case PW_TOK_PREDICATE:
        return "write it directly inside the thread, not inside a statement";
    case PW_TOK_CAS:
        return "write: ok = cas(x, old, new);";
    default:
        return NULL;
    }
}

/* for (...), do, switch (...): reported once, with all that is in the parentheses. */
static bool word_of_c(struct pw_parser *p)
{
    static const char *const words[] = {"for", "do", "switch"};
    const struct pw_token *t = pw_parser_now(p);
    assert(t->name < p->x->names.n);
    const char *name = p->x->names.at[t->name];
    if (t[1].kind != PW_TOK_LPAREN && t[1].kind != PW_TOK_LBRACE) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], name)) continue;
        pw_parser_fail(p, p->at,
                       i < 2 ? "loops are written with 'while' or 'goto'"
                             : "write 'if ... else if ...'",
                       "there is no statement '%s'", name);
        p->at++;
        for (int open = pw_parser_is(p, PW_TOK_LPAREN); open && !pw_parser_is(p, PW_TOK_END);) {
            p->at++;
            open += pw_parser_is(p, PW_TOK_LPAREN) - pw_parser_is(p, PW_TOK_RPAREN);
        }
        return true;
    }
    return false;
}

static struct pw_stmt *dispatch(struct pw_parser *p)
{
    struct pw_token *t = pw_parser_now(p);
    switch (t->kind) {
    case PW_TOK_SEMI:
        return p->at++, new_stmt(p, PW_STMT_EMPTY, p->at - 1);
    case PW_TOK_NAME:
        if (t[1].kind == PW_TOK_COLON) return label(p);
        return word_of_c(p) ? new_stmt(p, PW_STMT_EMPTY, p->at) : assignment(p);
    case PW_TOK_OTHER:
        return others(p);
    case PW_TOK_SKIP:
        return with_word(p, PW_STMT_SKIP, "'skip'");
    case PW_TOK_BREAK:
        return with_word(p, PW_STMT_BREAK, "'break'");
    case PW_TOK_CONTINUE:
        return with_word(p, PW_STMT_CONTINUE, "'continue'");
    case PW_TOK_EXIT:
        return with_word(p, PW_STMT_EXIT, "'exit'");
    case PW_TOK_GOTO:
        return with_word(p, PW_STMT_GOTO, "'goto'");
    case PW_TOK_RETURN:
        return with_word(p, PW_STMT_RETURN, "'return'");
    case PW_TOK_ASSUME:
        return with_formula(p, PW_STMT_ASSUME, "'assume'");
    case PW_TOK_ASSERT:
        return with_formula(p, PW_STMT_ASSERT, "'assert'");
    case PW_TOK_LOCK:
        return with_mutex(p, PW_STMT_LOCK, "'lock'");
    case PW_TOK_UNLOCK:
        return with_mutex(p, PW_STMT_UNLOCK, "'unlock'");
    case PW_TOK_HAVOC:
        return havoc(p);
    case PW_TOK_IF:
        return if_while(p, PW_STMT_IF);
    case PW_TOK_WHILE:
        return if_while(p, PW_STMT_WHILE);
    case PW_TOK_LBRACE:
        return braces(p, PW_STMT_BLOCK);
    case PW_TOK_ATOMIC:
        return braces(p, PW_STMT_ATOMIC);
    default:
        pw_parser_unexpected(p, "a statement", foreign_hint(p));
        return new_stmt(p, PW_STMT_EMPTY, p->at);
    }
}

static struct pw_stmt *statement(struct pw_parser *p)
{
    if (!pw_parser_enter(p)) return NULL;
    struct pw_token *t = pw_parser_now(p);
    t->marks |= PW_MARK_STATEMENT;
    t->indent = (uint16_t)p->indent;
    struct pw_stmt *s = dispatch(p);
    s->last = p->at ? p->at - 1 : 0;
    pw_parser_leave(p);
    return s;
}

static bool only_outside(enum pw_token_kind k)
{
    return k == PW_TOK_THREAD || k == PW_TOK_PROC || k == PW_TOK_SHARED || k == PW_TOK_CONST ||
           k == PW_TOK_UNSAFE;
}

/* Up to the brace that closes the block. Directly inside a thread predicates may stand between the
 * statements. */
struct pw_stmt *pw_parser_statements(struct pw_parser *p)
{
    struct pw_stmt *first = NULL, **last = &first;
    while (!p->give_up && !p->to_top && !pw_parser_is(p, PW_TOK_RBRACE) &&
           !pw_parser_is(p, PW_TOK_END)) {
        pw_limits_poll();
        uint32_t before = p->at;
        enum pw_token_kind k = pw_parser_now(p)->kind;
        if (p->indent == 1 && p->thread >= 0 && (k == PW_TOK_PREDICATE || k == PW_TOK_INIT))
            pw_parser_predicate(p);
        else {
            struct pw_stmt *s = statement(p);
            if (s) *last = s, last = &s->next;
            p->to_top = p->to_top || (p->at == before && only_outside(k));
        }
        if (p->panic && !p->to_top) pw_parser_sync(p);
        /* progress, whatever the token is */
        if (p->at == before && !p->give_up && !p->to_top) p->at++;
    }
    return first;
}
