#include "lsp/outline.h"

#include <assert.h>

struct scan {
    const struct pw_lexer *x;
    struct pw_outline *o;
    uint32_t i;
    int32_t unit; /* entry, or -1 */
};

static enum pw_token_kind kind_at(const struct pw_lexer *x, uint32_t i)
{
    return i < x->tokens.n ? (enum pw_token_kind)x->tokens.at[i].kind : PW_TOK_END;
}

static void add(struct scan *s, enum pw_outline_kind kind, uint32_t token, uint32_t first,
                uint32_t last)
{
    assert(token < s->x->tokens.n);
    struct pw_outline_entry e = {kind, s->x->tokens.at[token].name, token, first, last, s->unit};
    pw_vec_push(s->o, e);
}

/* The last token of a declaration that starts at i: its ';', or the token before what cannot belong
 * to it. */
static uint32_t declaration_end(const struct pw_lexer *x, uint32_t i)
{
    while (kind_at(x, i) != PW_TOK_END && kind_at(x, i) != PW_TOK_SEMI &&
           kind_at(x, i) != PW_TOK_LBRACE && kind_at(x, i) != PW_TOK_RBRACE)
        i++;
    return kind_at(x, i) == PW_TOK_SEMI ? i : i ? i - 1 : 0;
}

static uint32_t skip_brackets(const struct pw_lexer *x, uint32_t i)
{
    unsigned depth = 0;
    for (;; i++) {
        enum pw_token_kind k = kind_at(x, i);
        if (k == PW_TOK_END || k == PW_TOK_SEMI) return i;
        if (k == PW_TOK_LBRACKET || k == PW_TOK_LPAREN) depth++;
        if ((k == PW_TOK_RBRACKET || k == PW_TOK_RPAREN) && depth && --depth == 0) return i + 1;
    }
}

static uint32_t skip_type(const struct pw_lexer *x, uint32_t i)
{
    enum pw_token_kind k = kind_at(x, i);
    if (k == PW_TOK_INT || k == PW_TOK_BOOL || k == PW_TOK_MUTEX) i++;
    return kind_at(x, i) == PW_TOK_LBRACKET ? skip_brackets(x, i) : i;
}

/* shared int s = 1, t = 1; */
static void variables(struct scan *s, enum pw_outline_kind kind)
{
    const struct pw_lexer *x = s->x;
    uint32_t first = s->i, last = declaration_end(x, s->i + 1), i = skip_type(x, s->i + 1);
    while (i <= last) {
        if (kind_at(x, i) == PW_TOK_NAME) add(s, kind, i, first, last);
        while (i <= last && kind_at(x, i) != PW_TOK_COMMA)
            i = kind_at(x, i) == PW_TOK_LPAREN ? skip_brackets(x, i) : i + 1;
        i++;
    }
    s->i = last + 1;
}

static uint32_t closing_brace(const struct pw_lexer *x, uint32_t i)
{
    unsigned depth = 0;
    for (; kind_at(x, i) != PW_TOK_END; i++) {
        if (kind_at(x, i) == PW_TOK_LBRACE) depth++;
        if (kind_at(x, i) == PW_TOK_RBRACE && (!depth || --depth == 0)) return i;
    }
    return i ? i - 1 : 0;
}

static void parameters(struct scan *s, uint32_t i)
{
    const struct pw_lexer *x = s->x;
    if (kind_at(x, i) != PW_TOK_LPAREN) return;
    uint32_t end = skip_brackets(x, i);
    for (i++; i < end; i++)
        if (kind_at(x, i) == PW_TOK_NAME) add(s, PW_OUTLINE_PARAMETER, i, i, i);
}

/* thread client { ... }, proc take(int k) { ... } */
static void unit(struct scan *s, enum pw_outline_kind kind)
{
    const struct pw_lexer *x = s->x;
    uint32_t first = s->i++;
    if (kind_at(x, s->i) != PW_TOK_NAME) return;
    uint32_t name = s->i++;
    add(s, kind, name, first, closing_brace(x, s->i));
    assert(s->o->n > 0);
    s->unit = (int32_t)s->o->n - 1;
    parameters(s, s->i);
    while (kind_at(x, s->i) != PW_TOK_LBRACE && kind_at(x, s->i) != PW_TOK_SEMI &&
           kind_at(x, s->i) != PW_TOK_END)
        s->i++;
}

static bool before_label(enum pw_token_kind k)
{
    return k == PW_TOK_SEMI || k == PW_TOK_LBRACE || k == PW_TOK_RBRACE || k == PW_TOK_COLON ||
           k == PW_TOK_RPAREN || k == PW_TOK_ELSE;
}

static void name(struct scan *s)
{
    bool label = s->unit >= 0 && kind_at(s->x, s->i + 1) == PW_TOK_COLON && s->i &&
                 before_label(kind_at(s->x, s->i - 1));
    if (label) add(s, PW_OUTLINE_LABEL, s->i, s->i, s->i + 1);
    s->i++;
}

static void predicate(struct scan *s)
{
    uint32_t first = s->i++, last = declaration_end(s->x, s->i);
    if (kind_at(s->x, s->i) == PW_TOK_NAME) add(s, PW_OUTLINE_PREDICATE, s->i, first, last);
}

void pw_outline_make(struct pw_outline *o, const struct pw_lexer *x)
{
    struct scan s = {x, o, 0, -1};
    o->n = 0;
    while (kind_at(x, s.i) != PW_TOK_END) {
        if (s.unit >= 0 && s.i > o->at[s.unit].last) s.unit = -1;
        switch (kind_at(x, s.i)) {
        case PW_TOK_CONST:
            variables(&s, PW_OUTLINE_CONST);
            break;
        case PW_TOK_SHARED:
            variables(&s, PW_OUTLINE_SHARED);
            break;
        case PW_TOK_LOCAL:
            variables(&s, PW_OUTLINE_LOCAL);
            break;
        case PW_TOK_THREAD:
            s.unit = -1, unit(&s, PW_OUTLINE_THREAD);
            break;
        case PW_TOK_PROC:
            s.unit = -1, unit(&s, PW_OUTLINE_PROC);
            break;
        case PW_TOK_PREDICATE:
            predicate(&s);
            break;
        case PW_TOK_NAME:
            name(&s);
            break;
        default:
            s.i++;
        }
    }
}

/* --- looking up --- */

static int32_t unit_around(const struct pw_outline *o, uint32_t token)
{
    for (size_t i = 0; i < o->n; i++) {
        const struct pw_outline_entry *e = &o->at[i];
        bool is_unit = e->kind == PW_OUTLINE_THREAD || e->kind == PW_OUTLINE_PROC;
        if (is_unit && e->first <= token && token <= e->last) return (int32_t)i;
    }
    return -1;
}

/* How well does the entry fit? 0: not at all. */
static int fitness(const struct pw_outline_entry *e, uint32_t name, int32_t unit, bool label)
{
    if (e->name != name || (e->kind == PW_OUTLINE_LABEL) != label) return 0;
    return e->unit == unit ? 3 : e->unit < 0 ? 2 : 1;
}

int64_t pw_outline_find(const struct pw_outline *o, const struct pw_lexer *x, uint32_t token)
{
    if (kind_at(x, token) != PW_TOK_NAME) return -1;
    enum pw_token_kind before = token ? kind_at(x, token - 1) : PW_TOK_END,
                       second = token > 1 ? kind_at(x, token - 2) : PW_TOK_END;
    bool label = before == PW_TOK_GOTO ||
                 (before == PW_TOK_LPAREN && (second == PW_TOK_AT || second == PW_TOK_COUNT));
    if (kind_at(x, token + 1) == PW_TOK_COLON && before_label(before)) label = true;
    int32_t unit = unit_around(o, token);
    int64_t best = -1;
    int most = 0;
    for (size_t i = 0; i < o->n; i++) {
        assert(token < x->tokens.n);
        int f = fitness(&o->at[i], x->tokens.at[token].name, unit, label);
        if (f > most) most = f, best = (int64_t)i;
    }
    return best;
}

const char *pw_outline_word(enum pw_outline_kind kind)
{
    static const char *const words[] = {
        "constant", "shared variable", "local variable", "parameter",
        "thread",   "procedure",       "predicate",      "label"};
    assert((size_t)kind < sizeof words / sizeof *words);
    return words[kind];
}
