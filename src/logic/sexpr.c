#include "logic/sexpr.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/limits.h"

void pw_sexpr_init(struct pw_sexpr *x, const struct pw_source *src, struct pw_diags *diags)
{
    memset(x, 0, sizeof *x);
    x->src = src;
    x->diags = diags;
}

void pw_sexpr_clear(struct pw_sexpr *x)
{
    pw_vec_clear(&x->nodes);
    pw_vec_clear(&x->open);
    pw_vec_clear(&x->last);
}

void pw_sexpr_forget(struct pw_sexpr *x, size_t nodes) { x->nodes.n = nodes; }

/* 1: part of a word, 2: space */
static const unsigned char class_of[256] = {
    ['a' ... 'z'] = 1, ['A' ... 'Z'] = 1, ['0' ... '9'] = 1, ['~'] = 1, ['!'] = 1, ['@'] = 1, ['$'] = 1, ['%'] = 1, ['^'] = 1, ['&'] = 1, ['*'] = 1, ['_'] = 1,
    ['-'] = 1, ['+'] = 1, ['='] = 1, ['<'] = 1, ['>'] = 1, ['.'] = 1, ['?'] = 1, ['/'] = 1, [' '] = 2, ['\t'] = 2, ['\n'] = 2, ['\r'] = 2, ['\f'] = 2, ['\v'] = 2,
};

static bool symbol_char(unsigned char c) { return class_of[c] == 1; }

static void skip_space(struct pw_sexpr *x)
{
    const char *text = x->src->text;
    while (x->at < x->src->size) {
        if (text[x->at] == ';') {
            while (x->at < x->src->size && text[x->at] != '\n') x->at++;
        } else if (class_of[(unsigned char)text[x->at]] == 2) x->at++;
        else return;
    }
}

static bool fail(struct pw_sexpr *x, size_t from, size_t to, const char *what)
{
    pw_diag_add(x->diags, PW_ERROR, x->src, from, to, NULL, "%s", what);
    return false;
}

/* From the opening character to the next `close`; a doubled quote is a quote. */
static bool read_quoted(struct pw_sexpr *x, struct pw_sexpr_node *node, char close)
{
    const char *text = x->src->text;
    size_t start = x->at++;
    for (;; x->at++) {
        if (x->at >= x->src->size) return fail(x, start, start + 1, close == '|' ? "unterminated quoted symbol" : "unterminated string");
        if (text[x->at] != close) continue;
        if (close != '"' || x->at + 1 >= x->src->size || text[x->at + 1] != '"') break;
        x->at++;
    }
    x->at++;
    node->kind = close == '|' ? PW_SEXPR_SYMBOL : PW_SEXPR_STRING;
    node->from = (uint32_t)(close == '|' ? start + 1 : start);
    node->to = (uint32_t)(close == '|' ? x->at - 1 : x->at);
    return true;
}

static enum pw_sexpr_kind word_kind(const char *text, size_t n)
{
    if (!isdigit((unsigned char)text[0])) return PW_SEXPR_SYMBOL;
    for (size_t i = 0; i < n; i++)
        if (!isdigit((unsigned char)text[i])) return PW_SEXPR_OTHER;
    return PW_SEXPR_NUMERAL;
}

static bool read_word(struct pw_sexpr *x, struct pw_sexpr_node *node)
{
    const char *text = x->src->text;
    bool keyword = text[x->at] == ':', other = text[x->at] == '#';
    node->from = (uint32_t)x->at;
    if (keyword || other) x->at++;
    while (x->at < x->src->size && symbol_char((unsigned char)text[x->at])) x->at++;
    node->to = (uint32_t)x->at;
    if (node->to == node->from) return fail(x, x->at, x->at + 1, "unexpected character");
    node->kind = keyword ? PW_SEXPR_KEYWORD : other ? PW_SEXPR_OTHER : word_kind(text + node->from, node->to - node->from);
    return true;
}

static int32_t append(struct pw_sexpr *x, const struct pw_sexpr_node *node)
{
    int32_t id = (int32_t)x->nodes.n;
    pw_vec_push(&x->nodes, *node);
    if (x->open.n == 0) return id;
    int32_t *last = &pw_vec_last(&x->last);
    if (*last < 0) x->nodes.at[pw_vec_last(&x->open)].first = id;
    else x->nodes.at[*last].next = id;
    *last = id;
    return id;
}

/* One token; opens and closes lists. False: error or end of input. *root = the expression when it is complete, else -1. */
static bool read_token(struct pw_sexpr *x, int32_t *root)
{
    struct pw_sexpr_node node = {.kind = PW_SEXPR_LIST, .from = (uint32_t)x->at, .to = (uint32_t)x->at + 1, .first = -1, .next = -1};
    char c = x->src->text[x->at];
    if (c == ')') {
        if (x->open.n == 0) return fail(x, x->at, x->at + 1, "')' without '('");
        int32_t list = (int32_t)pw_vec_pop(&x->open);
        x->last.n--;
        x->nodes.at[list].to = (uint32_t)++x->at;
        if (x->open.n == 0) *root = list;
        return true;
    }
    if (c == '(') {
        int32_t list = append(x, &node);
        x->at++;
        pw_vec_push(&x->open, (uint32_t)list);
        pw_vec_push(&x->last, -1);
        return true;
    }
    if (!(c == '|' || c == '"' ? read_quoted(x, &node, c) : read_word(x, &node))) return false;
    int32_t id = append(x, &node);
    if (x->open.n == 0) *root = id;
    return true;
}

int32_t pw_sexpr_read(struct pw_sexpr *x)
{
    int32_t root = -1;
    pw_vec_reset(&x->open);
    pw_vec_reset(&x->last);
    while (root < 0) {
        pw_limits_poll();
        skip_space(x);
        if (x->at >= x->src->size) {
            if (x->open.n > 0) fail(x, x->nodes.at[x->open.at[0]].from, x->nodes.at[x->open.at[0]].from + 1, "'(' is never closed");
            return -1;
        }
        if (!read_token(x, &root)) return -1;
    }
    return root;
}

bool pw_sexpr_is(const struct pw_sexpr *x, int32_t node, const char *text)
{
    if (node < 0) return false;
    const struct pw_sexpr_node *n = &x->nodes.at[node];
    if (n->kind != PW_SEXPR_SYMBOL && n->kind != PW_SEXPR_KEYWORD) return false;
    return strlen(text) == n->to - n->from && !memcmp(text, x->src->text + n->from, n->to - n->from);
}

const char *pw_sexpr_text(const struct pw_sexpr *x, int32_t node, size_t *n)
{
    *n = x->nodes.at[node].to - x->nodes.at[node].from;
    return x->src->text + x->nodes.at[node].from;
}

size_t pw_sexpr_length(const struct pw_sexpr *x, int32_t list)
{
    size_t n = 0;
    for (int32_t i = x->nodes.at[list].first; i >= 0; i = x->nodes.at[i].next) n++;
    return n;
}
