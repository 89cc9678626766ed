/* The parser: statements. */
#include <assert.h>
#include <string.h>

#include "front/c/cparser.h"

static struct pw_cstmt *statement(struct pw_cparser *p);

static struct pw_cstmt *new_stmt(struct pw_cparser *p, enum pw_cstmt_kind kind)
{
    struct pw_cstmt *s = pw_cparser_alloc(p, sizeof *s);
    s->kind = (uint8_t)kind;
    s->token = p->at;
    return s;
}

static struct pw_cexpr *condition(struct pw_cparser *p)
{
    pw_cparser_want(p, '(');
    struct pw_cexpr *e = pw_cparser_expr(p);
    pw_cparser_want(p, ')');
    return e;
}

static struct pw_cstmt *if_statement(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_IF);
    p->at++;
    s->e = condition(p);
    s->last = p->at - 1;
    s->body = statement(p);
    if (pw_cparser_take_word(p, "else")) s->otherwise = statement(p);
    return s;
}

static struct pw_cstmt *while_statement(struct pw_cparser *p, enum pw_cstmt_kind kind)
{
    struct pw_cstmt *s = new_stmt(p, kind);
    p->at++;
    s->e = condition(p);
    s->last = p->at - 1;
    s->body = statement(p);
    return s;
}

static struct pw_cstmt *do_statement(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_DO);
    p->at++;
    s->body = statement(p);
    if (!pw_cparser_take_word(p, "while"))
        pw_cparser_fail(p, p->at, NULL, "expected 'while' after the body of 'do'");
    s->e = condition(p);
    s->last = p->at - 1;
    pw_cparser_want(p, ';');
    return s;
}

static struct pw_cstmt *declaration_statement(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_DECL);
    s->decls = pw_cparser_declaration(p);
    s->last = p->at - 1;
    return s;
}

static struct pw_cstmt *for_statement(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_FOR);
    size_t scope = pw_cparser_open(p);
    p->at++;
    pw_cparser_want(p, '(');
    if (pw_cparser_starts_type(p)) {
        s->first = declaration_statement(p);
    } else {
        if (!pw_cparser_is(p, ';')) {
            s->first = new_stmt(p, PW_CS_EXPR);
            s->first->e = pw_cparser_expr(p);
            s->first->last = p->at - 1;
        }
        pw_cparser_want(p, ';');
    }
    if (!pw_cparser_is(p, ';')) s->e = pw_cparser_expr(p);
    pw_cparser_want(p, ';');
    if (!pw_cparser_is(p, ')')) s->step = pw_cparser_expr(p);
    pw_cparser_want(p, ')');
    s->last = p->at - 1;
    s->body = statement(p);
    pw_cparser_close(p, scope);
    return s;
}

static struct pw_cstmt *case_statement(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_CASE);
    p->at++;
    s->value = s->high = pw_cparser_constant(p);
    if (pw_cparser_take(p, PW_SIGN3('.', '.', '.'))) s->high = pw_cparser_constant(p);
    pw_cparser_want(p, ':');
    s->last = p->at - 1;
    s->body = pw_cparser_is(p, '}') ? new_stmt(p, PW_CS_EMPTY) : statement(p);
    return s;
}

static struct pw_cstmt *goto_statement(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_GOTO);
    p->at++;
    const struct pw_ctok *t = pw_cparser_tok(p);
    if (t->kind != PW_CTOK_NAME)
        pw_cparser_fail(p, p->at, "name a label", "unsupported: computed goto");
    s->label = pw_clex_name(&p->u->lex, t->name);
    s->last = p->at++;
    p->function->has_jumps = true;
    pw_cparser_want(p, ';');
    return s;
}

static struct pw_cstmt *return_statement(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_RETURN);
    p->at++;
    if (!pw_cparser_is(p, ';')) s->e = pw_cparser_expr(p);
    s->last = p->at - 1;
    pw_cparser_want(p, ';');
    return s;
}

/* asm with an empty text, or one of the well-known hints and fences, does nothing here. */
static struct pw_cstmt *asm_statement(struct pw_cparser *p)
{
    static const char *const harmless[] = {"\"\"",         "\"pause\"",  "\"nop\"",
                                           "\"rep; nop\"", "\"yield\"",  "\"mfence\"",
                                           "\"lfence\"",   "\"sfence\"", "\"rep nop\""};
    struct pw_cstmt *s = new_stmt(p, PW_CS_EMPTY);
    uint32_t token = p->at++;
    while (pw_cparser_tok(p)->kind == PW_CTOK_NAME)
        p->at++;
    if (!pw_cparser_is(p, '(')) pw_cparser_want(p, '(');
    assert(p->at + 1 < p->u->lex.tokens.n); /* the end of the text is a token, too */
    const struct pw_ctok *t = &p->u->lex.tokens.at[p->at + 1];
    bool good = false;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        good = good || (t->kind == PW_CTOK_STRING && strlen(harmless[i]) == t->to - t->from &&
                        !memcmp(harmless[i], p->u->lex.text + t->from, t->to - t->from));
    if (!good)
        pw_cparser_fail(p, token, "use the __atomic functions",
                        "unsupported: asm with instructions");
    pw_cparser_skip_balanced(p);
    pw_cparser_want(p, ';');
    s->last = p->at - 1;
    return s;
}

static struct pw_cstmt *simple(struct pw_cparser *p, enum pw_cstmt_kind kind)
{
    struct pw_cstmt *s = new_stmt(p, kind);
    p->at++;
    s->last = p->at;
    pw_cparser_want(p, ';');
    return s;
}

static struct pw_cstmt *label_statement(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_LABEL);
    s->label = pw_clex_name(&p->u->lex, pw_cparser_tok(p)->name);
    s->last = p->at + 1;
    p->at += 2;
    pw_cparser_skip_noise(p);
    s->body = pw_cparser_is(p, '}') ? new_stmt(p, PW_CS_EMPTY) : statement(p);
    return s;
}

static struct pw_cstmt *default_statement(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_DEFAULT);
    p->at++;
    pw_cparser_want(p, ':');
    s->last = p->at - 1;
    s->body = pw_cparser_is(p, '}') ? new_stmt(p, PW_CS_EMPTY) : statement(p);
    return s;
}

static struct pw_cstmt *keyword_statement(struct pw_cparser *p)
{
    if (pw_cparser_is_word(p, "if")) return if_statement(p);
    if (pw_cparser_is_word(p, "while")) return while_statement(p, PW_CS_WHILE);
    if (pw_cparser_is_word(p, "for")) return for_statement(p);
    if (pw_cparser_is_word(p, "do")) return do_statement(p);
    if (pw_cparser_is_word(p, "switch")) return while_statement(p, PW_CS_SWITCH);
    if (pw_cparser_is_word(p, "case")) return case_statement(p);
    if (pw_cparser_is_word(p, "default")) return default_statement(p);
    if (pw_cparser_is_word(p, "goto")) return goto_statement(p);
    if (pw_cparser_is_word(p, "return")) return return_statement(p);
    if (pw_cparser_is_word(p, "break")) return simple(p, PW_CS_BREAK);
    if (pw_cparser_is_word(p, "continue")) return simple(p, PW_CS_CONTINUE);
    if (pw_cparser_is_word(p, "asm") || pw_cparser_is_word(p, "__asm__") ||
        pw_cparser_is_word(p, "__asm"))
        return asm_statement(p);
    return NULL;
}

static struct pw_cstmt *statement(struct pw_cparser *p)
{
    pw_cparser_enter(p);
    while (pw_cparser_take_word(p, "__extension__"))
        continue;
    struct pw_cstmt *s;
    const struct pw_ctok *t = pw_cparser_tok(p);
    if (pw_cparser_is(p, '{'))
        s = pw_cparser_block(p);
    else if (pw_cparser_is(p, ';'))
        s = new_stmt(p, PW_CS_EMPTY), s->last = p->at++;
    else if (t->kind == PW_CTOK_NAME && pw_cparser_is_at(p, p->at + 1, ':') &&
             !pw_cparser_is_word(p, "default"))
        s = label_statement(p);
    else if ((s = keyword_statement(p))) {
    } else if (pw_cparser_starts_type(p))
        s = declaration_statement(p);
    else {
        s = new_stmt(p, PW_CS_EXPR);
        s->e = pw_cparser_expr(p);
        s->last = p->at - 1;
        pw_cparser_want(p, ';');
    }
    p->depth--;
    return s;
}

struct pw_cstmt *pw_cparser_block(struct pw_cparser *p)
{
    struct pw_cstmt *s = new_stmt(p, PW_CS_BLOCK), **tail = &s->body;
    size_t scope = pw_cparser_open(p);
    pw_cparser_enter(p);
    pw_cparser_want(p, '{');
    while (!pw_cparser_is(p, '}')) {
        if (pw_cparser_tok(p)->kind == PW_CTOK_END)
            pw_cparser_fail(p, s->token, NULL, "this '{' is not closed");
        *tail = statement(p);
        tail = &(*tail)->next;
    }
    s->last = p->at++;
    p->depth--;
    pw_cparser_close(p, scope);
    return s;
}
