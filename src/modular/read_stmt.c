/* Statements and blocks. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "modular/read.h"

void pw_read_keep(struct pw_reader *r, pw_mexprs *v, struct pw_mexpr ***at, uint32_t *n)
{
    *n = (uint32_t)v->n;
    *at = v->n ? pw_arena_copy(&r->t->arena, v->at, v->n * sizeof *v->at) : NULL;
    pw_vec_clear(v);
}

void pw_read_begin(struct pw_reader *r)
{
    pw_parser_now(&r->p)->marks |= PW_MARK_STATEMENT;
    pw_parser_now(&r->p)->indent = (uint16_t)r->p.indent;
}

void pw_read_open(struct pw_reader *r, uint32_t *open, const char *what)
{
    *open = r->p.at;
    if (!pw_parser_expect(&r->p, PW_TOK_LBRACE, what)) return;
    r->p.x->tokens.at[*open].marks |= PW_MARK_BLOCK;
    r->p.indent++;
}

void pw_read_close(struct pw_reader *r, uint32_t open)
{
    struct pw_parser *p = &r->p;
    if (p->indent > 0) p->indent--;
    if (p->panic || p->give_up) return;
    struct pw_token *t = pw_parser_now(p);
    t->marks |= PW_MARK_BLOCK;
    t->indent = (uint16_t)p->indent;
    assert(open < p->x->tokens.n);
    p->x->tokens.at[open].name = p->at;
    if (pw_parser_accept(p, PW_TOK_RBRACE)) return;
    pw_parser_fail(p, open, NULL, "this '{' is never closed");
    p->give_up = true;
}

static struct pw_mstmt *new_stmt(struct pw_reader *r, enum pw_mstmt_kind kind)
{
    struct pw_mstmt *s = pw_arena_alloc(&r->t->arena, sizeof *s);
    memset(s, 0, sizeof *s);
    s->kind = (uint8_t)kind;
    s->first = s->last = s->token = r->p.at;
    s->name = PW_MTREE_NONE;
    return s;
}

static void finish(struct pw_reader *r, struct pw_mstmt *s, const char *after)
{
    pw_parser_expect(&r->p, PW_TOK_SEMI, after);
    s->last = r->p.at ? r->p.at - 1 : 0;
}

static struct pw_mstmt *braces(struct pw_reader *r, enum pw_mstmt_kind kind)
{
    struct pw_mstmt *s = new_stmt(r, kind);
    uint32_t open;
    if (kind == PW_MS_ATOMIC) r->p.at++;
    pw_read_open(r, &open, kind == PW_MS_ATOMIC ? "atomic" : "block");
    if (r->p.panic) return s;
    r->atomic += kind == PW_MS_ATOMIC;
    s->body = pw_read_statements(r);
    r->atomic -= kind == PW_MS_ATOMIC;
    pw_read_close(r, open);
    s->last = r->p.at ? r->p.at - 1 : 0;
    return s;
}

static struct pw_mstmt *statement(struct pw_reader *r);

static struct pw_mstmt *body(struct pw_reader *r)
{
    if (r->p.panic) return NULL;
    if (pw_parser_is(&r->p, PW_TOK_LBRACE)) return braces(r, PW_MS_BLOCK);
    r->p.indent++;
    pw_parser_now(&r->p)->marks |= PW_MARK_SUBSTATEMENT;
    struct pw_mstmt *first = statement(r), *last = first;
    while (last && last->kind == PW_MS_LABEL && !r->p.panic)
        last = last->next = statement(r);
    r->p.indent--;
    return first;
}

static void one_in_parentheses(struct pw_reader *r, struct pw_mstmt *s, pw_mexprs *v)
{
    pw_parser_expect(&r->p, PW_TOK_LPAREN, NULL);
    if (r->p.panic) return;
    if (pw_parser_is(&r->p, PW_TOK_STAR) && pw_parser_now(&r->p)[1].kind == PW_TOK_RPAREN &&
        (s->kind == PW_MS_IF || (s->kind == PW_MS_WHILE && v->n == 0 && !s->star))) {
        pw_parser_now(&r->p)->marks |= PW_MARK_UNARY;
        r->p.at++;
        s->star = true;
    } else
        pw_vec_push(v, pw_read_expr(r));
    s->last = r->p.at;
    pw_parser_expect(&r->p, PW_TOK_RPAREN, NULL);
}

static struct pw_mstmt *if_while(struct pw_reader *r, enum pw_mstmt_kind kind)
{
    struct pw_mstmt *s = new_stmt(r, kind);
    pw_mexprs v = {0};
    r->p.at++;
    one_in_parentheses(r, s, &v);
    while (kind == PW_MS_WHILE && pw_read_accept(r, "invariant")) {
        uint32_t last = s->last;
        one_in_parentheses(r, s, &v);
        s->last = last;
    }
    pw_read_keep(r, &v, &s->values, &s->nvalues);
    s->body = body(r);
    if (kind == PW_MS_IF && !r->p.panic && pw_parser_is(&r->p, PW_TOK_ELSE)) {
        pw_parser_now(&r->p)->marks |= PW_MARK_ELSE;
        pw_parser_now(&r->p)->indent = (uint16_t)r->p.indent;
        r->p.at++;
        bool chain = pw_parser_is(&r->p, PW_TOK_IF);
        if (chain) r->p.indent--;
        s->otherwise = body(r);
        if (chain) r->p.indent++;
    }
    return s;
}

/* assume(e); assert(e); claim(e); lock(m); unlock(m); */
static struct pw_mstmt *check(struct pw_reader *r, enum pw_mstmt_kind kind)
{
    struct pw_mstmt *s = new_stmt(r, kind);
    pw_mexprs v = {0};
    r->p.at++;
    if (kind == PW_MS_LOCK || kind == PW_MS_UNLOCK) {
        pw_parser_expect(&r->p, PW_TOK_LPAREN, NULL);
        pw_vec_push(&v, pw_read_lvalue(r));
        v.at[0]->holder = true;
        pw_parser_expect(&r->p, PW_TOK_RPAREN, NULL);
        pw_read_keep(r, &v, &s->targets, &s->ntargets);
    } else {
        one_in_parentheses(r, s, &v);
        pw_read_keep(r, &v, &s->values, &s->nvalues);
    }
    if (kind == PW_MS_CLAIM && r->atomic)
        pw_parser_fail(&r->p, s->first, NULL, "no other thread can be here: use assert");
    finish(r, s, NULL);
    return s;
}

static void arguments(struct pw_reader *r, struct pw_mstmt *s, pw_mexprs *values)
{
    struct pw_ast_name n = pw_parser_name(&r->p, "a procedure");
    s->kind = PW_MS_CALL;
    s->name = n.name;
    s->token = n.token;
    pw_parser_expect(&r->p, PW_TOK_LPAREN, NULL);
    if (!pw_parser_is(&r->p, PW_TOK_RPAREN)) do
            pw_vec_push(values, pw_read_expr(r));
        while (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_COMMA));
    pw_parser_expect(&r->p, PW_TOK_RPAREN, "the arguments");
}

static void cas(struct pw_reader *r, struct pw_mstmt *s, pw_mexprs *targets, pw_mexprs *values)
{
    s->kind = PW_MS_CAS;
    r->p.at++;
    pw_parser_expect(&r->p, PW_TOK_LPAREN, "cas");
    if (!r->p.panic) pw_vec_push(targets, pw_read_lvalue(r));
    for (int i = 0; i < 2; i++) {
        pw_parser_expect(&r->p, PW_TOK_COMMA, NULL);
        if (!r->p.panic) pw_vec_push(values, pw_read_expr(r));
    }
    pw_parser_expect(&r->p, PW_TOK_RPAREN, NULL);
}

static bool starts_call(const struct pw_reader *r)
{
    assert(r->p.at < r->p.x->tokens.n);
    const struct pw_token *t = &r->p.x->tokens.at[r->p.at];
    if (t->kind != PW_TOK_NAME || t[1].kind != PW_TOK_LPAREN) return false;
    return !pw_read_word(r, 0, "is") && !pw_read_word(r, 0, "size") &&
           !pw_read_word(r, 0, "holder") && !pw_read_word(r, 0, "done");
}

static void right_side(struct pw_reader *r, struct pw_mstmt *s, pw_mexprs *targets,
                       pw_mexprs *values)
{
    if (pw_parser_is(&r->p, PW_TOK_CAS)) {
        cas(r, s, targets, values);
    } else if (pw_read_word(r, 0, "new") && pw_parser_now(&r->p)[1].kind == PW_TOK_NAME) {
        r->p.at++;
        s->kind = PW_MS_NEW;
        s->token = r->p.at;
        s->name = pw_parser_name(&r->p, "an object sort").name;
    } else if (starts_call(r)) {
        arguments(r, s, values);
    } else {
        do
            pw_vec_push(values, pw_read_expr(r));
        while (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_COMMA));
    }
}

static struct pw_mstmt *assignment(struct pw_reader *r)
{
    struct pw_mstmt *s = new_stmt(r, PW_MS_ASSIGN);
    pw_mexprs targets = {0}, values = {0};
    if (starts_call(r)) {
        arguments(r, s, &values);
    } else {
        do
            pw_vec_push(&targets, pw_read_lvalue(r));
        while (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_COMMA));
        if (!r->p.panic && !pw_parser_accept(&r->p, PW_TOK_ASSIGN))
            pw_parser_unexpected(&r->p, "'='", NULL);
        if (!r->p.panic) right_side(r, s, &targets, &values);
    }
    size_t nt = targets.n, nv = values.n;
    pw_read_keep(r, &targets, &s->targets, &s->ntargets);
    pw_read_keep(r, &values, &s->values, &s->nvalues);
    if (s->kind == PW_MS_ASSIGN && nt != nv && !r->p.panic)
        pw_parser_fail(&r->p, s->first, NULL, "%zu variables on the left, %zu values on the right",
                       nt, nv);
    if (s->kind != PW_MS_ASSIGN && nt > 1u + (s->kind == PW_MS_CAS) && !r->p.panic)
        pw_parser_fail(&r->p, s->first, NULL, "one variable receives the value");
    finish(r, s, "the statement");
    return s;
}

static struct pw_mstmt *havoc(struct pw_reader *r)
{
    struct pw_mstmt *s = new_stmt(r, PW_MS_HAVOC);
    pw_mexprs v = {0};
    r->p.at++;
    do
        pw_vec_push(&v, pw_read_lvalue(r));
    while (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_COMMA));
    pw_read_keep(r, &v, &s->targets, &s->ntargets);
    finish(r, s, "havoc");
    return s;
}

static struct pw_mstmt *jump(struct pw_reader *r, enum pw_mstmt_kind kind)
{
    struct pw_mstmt *s = new_stmt(r, kind);
    pw_mexprs v = {0};
    r->p.at++;
    if (kind == PW_MS_GOTO) {
        s->token = r->p.at;
        s->name = pw_parser_name(&r->p, "a label").name;
    }
    if (kind == PW_MS_RETURN && !pw_parser_is(&r->p, PW_TOK_SEMI)) {
        pw_vec_push(&v, pw_read_expr(r));
        pw_read_keep(r, &v, &s->values, &s->nvalues);
    }
    finish(r, s, NULL);
    return s;
}

static struct pw_mstmt *label(struct pw_reader *r)
{
    struct pw_mstmt *s = new_stmt(r, PW_MS_LABEL);
    pw_parser_now(&r->p)->marks |= PW_MARK_LABEL;
    s->name = pw_parser_name(&r->p, "a label").name;
    pw_parser_now(&r->p)->marks |= PW_MARK_LABEL;
    r->p.at++;
    if (r->atomic) pw_parser_fail(&r->p, s->first, NULL, "no label inside atomic");
    if (r->unit) {
        struct pw_mlabel l = {s->name, s->first};
        s->index = (uint32_t)r->unit->labels.n;
        pw_vec_push(&r->unit->labels, l);
    }
    return s;
}

static struct pw_mstmt *simple(struct pw_reader *r, enum pw_mstmt_kind kind)
{
    struct pw_mstmt *s = new_stmt(r, kind);
    r->p.at++;
    if (kind != PW_MS_EMPTY) finish(r, s, NULL);
    return s;
}

static struct pw_mstmt *dispatch(struct pw_reader *r)
{
    const struct pw_token *t = pw_parser_now(&r->p);
    switch (t->kind) {
    case PW_TOK_NAME:
        if (t[1].kind == PW_TOK_COLON) return label(r);
        if (pw_read_word(r, 0, "claim") && t[1].kind == PW_TOK_LPAREN) return check(r, PW_MS_CLAIM);
        return assignment(r);
    case PW_TOK_SEMI:
        return simple(r, PW_MS_EMPTY);
    case PW_TOK_SKIP:
        return simple(r, PW_MS_SKIP);
    case PW_TOK_ASSUME:
        return check(r, PW_MS_ASSUME);
    case PW_TOK_ASSERT:
        return check(r, PW_MS_ASSERT);
    case PW_TOK_LOCK:
        return check(r, PW_MS_LOCK);
    case PW_TOK_UNLOCK:
        return check(r, PW_MS_UNLOCK);
    case PW_TOK_HAVOC:
        return havoc(r);
    case PW_TOK_IF:
        return if_while(r, PW_MS_IF);
    case PW_TOK_WHILE:
        return if_while(r, PW_MS_WHILE);
    case PW_TOK_GOTO:
        return jump(r, PW_MS_GOTO);
    case PW_TOK_BREAK:
        return jump(r, PW_MS_BREAK);
    case PW_TOK_CONTINUE:
        return jump(r, PW_MS_CONTINUE);
    case PW_TOK_EXIT:
        return jump(r, PW_MS_EXIT);
    case PW_TOK_RETURN:
        return jump(r, PW_MS_RETURN);
    case PW_TOK_LBRACE:
        return braces(r, PW_MS_BLOCK);
    case PW_TOK_ATOMIC:
        return braces(r, PW_MS_ATOMIC);
    default:
        pw_parser_unexpected(&r->p, "a statement", NULL);
        return new_stmt(r, PW_MS_EMPTY);
    }
}

static struct pw_mstmt *statement(struct pw_reader *r)
{
    if (!pw_parser_enter(&r->p)) return NULL;
    pw_read_begin(r);
    struct pw_mstmt *s = dispatch(r);
    assert(s);
    pw_parser_leave(&r->p);
    return s;
}

struct pw_mstmt *pw_read_statements(struct pw_reader *r)
{
    struct pw_mstmt *first = NULL, **last = &first;
    struct pw_parser *p = &r->p;
    while (!p->give_up && !pw_parser_is(p, PW_TOK_RBRACE) && !pw_parser_is(p, PW_TOK_END)) {
        pw_limits_poll();
        uint32_t before = p->at;
        struct pw_mstmt *s = statement(r);
        if (s) *last = s, last = &s->next;
        if (p->panic) pw_parser_sync(p);
        if (p->at == before && !p->give_up) p->at++;
    }
    return first;
}
