#include "front/dr/format.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "front/dr/parser.h"

static bool opens(enum pw_token_kind k)
{
    return k == PW_TOK_LPAREN || k == PW_TOK_LBRACKET;
}

/* Words that are followed by a parenthesis like a function name. */
static bool function_like(enum pw_token_kind k)
{
    switch (k) {
    case PW_TOK_NAME:
    case PW_TOK_ASSUME:
    case PW_TOK_ASSERT:
    case PW_TOK_LOCK:
    case PW_TOK_UNLOCK:
    case PW_TOK_CAS:
    case PW_TOK_MIN:
    case PW_TOK_MAX:
    case PW_TOK_AT:
    case PW_TOK_OTHER:
    case PW_TOK_COUNT:
    case PW_TOK_PRIME:
        return true;
    default:
        return false;
    }
}

bool pw_format_space(const struct pw_token *a, const struct pw_token *b)
{
    if (b->kind == PW_TOK_SEMI || b->kind == PW_TOK_COMMA || b->kind == PW_TOK_RPAREN ||
        b->kind == PW_TOK_RBRACKET || b->kind == PW_TOK_PRIME)
        return false;
    if (b->kind == PW_TOK_COLON) return !(b->marks & PW_MARK_LABEL);
    if (a->kind == PW_TOK_DOT || b->kind == PW_TOK_DOT || a->kind == PW_TOK_DOTDOT ||
        b->kind == PW_TOK_DOTDOT)
        return false;
    if (opens(a->kind) || (a->marks & PW_MARK_UNARY)) return false;
    if (b->kind == PW_TOK_LPAREN) return !function_like(a->kind);
    if (b->kind == PW_TOK_LBRACKET) return a->kind != PW_TOK_INT && !(b->marks & PW_MARK_CELL);
    return true;
}

void pw_format_line(const struct pw_lexer *x, uint32_t first, uint32_t last, struct pw_strbuf *out)
{
    for (uint32_t i = first; i <= last; i++) {
        assert(i < x->tokens.n);
        const struct pw_token *t = &x->tokens.at[i];
        if (i > first && pw_format_space(t - 1, t)) pw_strbuf_putc(out, ' ');
        pw_strbuf_write(out, x->src->text + t->from, t->to - t->from);
    }
}

void pw_format_excerpt(const struct pw_lexer *x, uint32_t first, uint32_t last,
                       struct pw_strbuf *out)
{
    size_t start = out->n;
    uint32_t i = first;
    for (; i <= last && out->n - start <= PW_FORMAT_EXCERPT; i++) {
        assert(i < x->tokens.n);
        const struct pw_token *t = &x->tokens.at[i];
        if (i > first && pw_format_space(t - 1, t)) pw_strbuf_putc(out, ' ');
        pw_strbuf_write(out, x->src->text + t->from, t->to - t->from);
    }
    if (out->n - start <= PW_FORMAT_EXCERPT && i > last) return;
    if (out->n - start > PW_FORMAT_EXCERPT - 3) out->n = start + PW_FORMAT_EXCERPT - 3;
    out->at[out->n] = 0;
    pw_strbuf_puts(out, "...");
}
