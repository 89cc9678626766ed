#include "front/dr/lexer.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/limits.h"

static const char *const spelling[] = {"", "", "",
#define X(kind, text) text,
                                       PW_KEYWORDS(X) PW_SIGNS(X)
#undef X
};

enum { LONGEST_NUMBER = 1000 };

const char *pw_lexer_spelling(enum pw_token_kind kind)
{
    assert((size_t)kind < sizeof spelling / sizeof *spelling);
    return spelling[kind];
}
bool pw_lexer_is_keyword(enum pw_token_kind kind)
{
    return kind >= PW_TOK_ASSERT && kind <= PW_TOK_WHILE;
}

struct cursor {
    struct pw_lexer *x;
    const char *text;
    size_t at, size;
    uint32_t line;
};

static bool name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}
static bool name_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

#define report(c, from, to, hint, ...)                                                             \
    pw_diag_add((c)->x->diags, PW_ERROR, (c)->x->src, from, to, hint, __VA_ARGS__)

static void push(struct cursor *c, enum pw_token_kind kind, size_t from, uint32_t name)
{
    struct pw_token t = {.kind = (uint8_t)kind,
                         .from = (uint32_t)from,
                         .to = (uint32_t)c->at,
                         .line = c->line,
                         .name = name};
    if (c->x->damaged) t.marks = PW_MARK_DAMAGED;
    c->x->damaged = false;
    pw_vec_push(&c->x->tokens, t);
}

static void push_comment(struct cursor *c, size_t from, uint32_t first_line)
{
    struct pw_comment k = {(uint32_t)from, (uint32_t)c->at, (uint32_t)c->x->tokens.n, first_line,
                           c->line};
    pw_vec_push(&c->x->comments, k);
}

static void line_comment(struct cursor *c)
{
    size_t from = c->at;
    while (c->at < c->size && c->text[c->at] != '\n')
        c->at++;
    size_t end = c->at;
    while (c->at > from && isspace((unsigned char)c->text[c->at - 1]))
        c->at--;
    push_comment(c, from, c->line);
    c->at = end;
}

static void block_comment(struct cursor *c)
{
    size_t from = c->at;
    uint32_t first = c->line;
    for (c->at += 2; c->at < c->size; c->at++) {
        if (c->text[c->at] == '\n') c->line++;
        if (c->text[c->at] == '*' && c->at + 1 < c->size && c->text[c->at + 1] == '/') {
            c->at += 2;
            push_comment(c, from, first);
            return;
        }
    }
    report(c, from, from + 2, NULL, "this comment has no end");
}

static void word(struct cursor *c)
{
    size_t from = c->at;
    while (c->at < c->size && name_part(c->text[c->at]))
        c->at++;
    size_t n = c->at - from;
    for (int k = PW_TOK_ASSERT; k <= PW_TOK_WHILE; k++)
        if (spelling[k][0] == c->text[from] && strlen(spelling[k]) == n &&
            !memcmp(spelling[k], c->text + from, n)) {
            push(c, (enum pw_token_kind)k, from, 0);
            return;
        }
    push(c, PW_TOK_NAME, from, pw_names_intern_n(&c->x->names, c->text + from, n));
}

static void number(struct cursor *c)
{
    size_t from = c->at;
    while (c->at < c->size && isdigit((unsigned char)c->text[c->at]))
        c->at++;
    size_t digits = c->at - from;
    while (c->at < c->size && name_part(c->text[c->at]))
        c->at++;
    if (c->at - from > digits) {
        int shown = c->at - from > 40 ? 40 : (int)(c->at - from);
        report(c, from, c->at, "numbers are decimal digits", "malformed number '%.*s'", shown,
               c->text + from);
        push(c, PW_TOK_NUMBER, from, 0);
        assert(c->x->tokens.n > 0);
        pw_vec_last(&c->x->tokens).to = (uint32_t)(from + 1);
        return;
    }
    if (digits > 1 && c->text[from] == '0')
        report(c, from, c->at, "numbers are decimal: leave out the leading zeros",
               "number with a leading zero");
    else if (digits > LONGEST_NUMBER)
        report(c, from, from + 1, NULL, "number with more than %d digits", LONGEST_NUMBER);
    push(c, PW_TOK_NUMBER, from, 0);
}

/* Signs that C has and this language has not: what to say, and the sign to go on with. */
static bool repair(struct cursor *c)
{
    char a = c->text[c->at];
    size_t from = c->at++;
    if (a == '&' || a == '|') {
        report(c, from, c->at, a == '&' ? "write '&&'" : "write '||'", "there is no operator '%c'",
               a);
        push(c, a == '&' ? PW_TOK_AND : PW_TOK_OR, from, 0);
        return true;
    }
    c->at = from;
    return false;
}

static void stray(struct cursor *c)
{
    size_t from = c->at;
    unsigned char a = (unsigned char)c->text[from];
    if (repair(c)) return;
    c->x->damaged = true;
    c->at++;
    if (a >= 0x80) {
        while (c->at < c->size && (unsigned char)c->text[c->at] >= 0x80)
            c->at++;
        report(c, from, c->at, NULL, "text outside ASCII is allowed in comments only");
    } else if (a < 32 || a == 127) {
        while (c->at < c->size && (unsigned char)c->text[c->at] == a)
            c->at++;
        report(c, from, from + 1, NULL, "unexpected control character 0x%02x", a);
    } else {
        const char *hint = a == '#' ? "comments start with // or /*" : NULL;
        report(c, from, from + 1, hint, "unexpected character '%c'", a);
        if (a == '#')
            while (c->at < c->size && c->text[c->at] != '\n')
                c->at++;
    }
}

static void sign(struct cursor *c)
{
    size_t left = c->size - c->at;
    int best = 0;
    size_t length = 0;
    for (int k = PW_TOK_LPAREN; k < PW_TOK_KINDS; k++) {
        assert((size_t)k < sizeof spelling / sizeof *spelling);
        size_t n = strlen(spelling[k]);
        /* a prime belongs to the name in front of it (programs with contracts) */
        if (k == PW_TOK_PRIME && !(c->at && name_part(c->text[c->at - 1]))) continue;
        if (n > length && n <= left && !memcmp(spelling[k], c->text + c->at, n))
            best = k, length = n;
    }
    if (!best) {
        stray(c);
        return;
    }
    size_t from = c->at;
    c->at += length;
    push(c, (enum pw_token_kind)best, from, 0);
}

static void next(struct cursor *c)
{
    char a = c->text[c->at], b = c->at + 1 < c->size ? c->text[c->at + 1] : 0;
    if (a == '\n')
        c->line++, c->at++;
    else if (a == ' ' || a == '\t' || a == '\r' || a == '\f' || a == '\v')
        c->at++;
    else if (a == '/' && b == '/')
        line_comment(c);
    else if (a == '/' && b == '*')
        block_comment(c);
    else if (name_start(a))
        word(c);
    else if (isdigit((unsigned char)a))
        number(c);
    else
        sign(c);
}

void pw_lexer_run(struct pw_lexer *x, const struct pw_source *src, struct pw_diags *diags)
{
    *x = (struct pw_lexer){.src = src, .diags = diags, .errors_before = diags->errors};
    struct cursor c = {x, src->text, 0, src->size, 1};
    if (src->size >= INT32_MAX) {
        pw_diag_add(diags, PW_ERROR, src, 0, 0, NULL, "the file is too large");
        c.size = 0;
    }
    if (c.size >= 3 && !memcmp(c.text, "\xef\xbb\xbf", 3)) c.at = 3; /* byte order mark */
    while (c.at < c.size && !pw_diag_full(diags)) {
        pw_limits_poll();
        next(&c);
    }
    c.at = c.size;
    push(&c, PW_TOK_END, c.size, 0);
    push(&c, PW_TOK_END, c.size, 0); /* one token behind the end may be looked at */
    x->tokens.n--;
}

bool pw_lexer_clean(const struct pw_lexer *x)
{
    return x->diags->errors == x->errors_before;
}

void pw_lexer_clear(struct pw_lexer *x)
{
    pw_vec_clear(&x->tokens);
    pw_vec_clear(&x->comments);
    pw_names_clear(&x->names);
}
