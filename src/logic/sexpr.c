#include "logic/sexpr.h"

#include <assert.h>
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
}

void pw_sexpr_forget(struct pw_sexpr *x, size_t nodes) { x->nodes.n = nodes; }

/* 1: part of a word, 2: space */
static const unsigned char class_of[256] = {
    ['a' ... 'z'] = 1, ['A' ... 'Z'] = 1, ['0' ... '9'] = 1, ['~'] = 1, ['!'] = 1, ['@'] = 1, ['$'] = 1, ['%'] = 1, ['^'] = 1, ['&'] = 1, ['*'] = 1, ['_'] = 1,
    ['-'] = 1, ['+'] = 1, ['='] = 1, ['<'] = 1, ['>'] = 1, ['.'] = 1, ['?'] = 1, ['/'] = 1, [' '] = 2, ['\t'] = 2, ['\n'] = 2, ['\r'] = 2, ['\f'] = 2, ['\v'] = 2,
};

static bool symbol_char(unsigned char c) { return class_of[c] == 1; }

static inline uint32_t hash_step(uint32_t h, char c) { return (h ^ (unsigned char)c) * 0x01000193u; }
static inline uint32_t hash_end(uint32_t h) { return h ^ h >> 15; }

uint32_t pw_sexpr_hash(const char *text, size_t n)
{
    uint32_t h = 0x811c9dc5u;
    for (size_t i = 0; i < n; i++) h = hash_step(h, text[i]);
    return hash_end(h);
}

static void skip_space(struct pw_sexpr *x)
{
    const char *p = x->src->text + x->at, *end = x->src->text + x->src->size;
    for (;;) {
        while (p < end && class_of[(unsigned char)*p] == 2) p++;
        if (p == end || *p != ';') break;
        while (p < end && *p != '\n') p++;
    }
    x->at = (size_t)(p - x->src->text);
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
    node->hash = pw_sexpr_hash(text + node->from, node->to - node->from);
    return true;
}

static enum pw_sexpr_kind word_kind(const char *text, size_t n)
{
    if (text[0] < '0' || text[0] > '9') return PW_SEXPR_SYMBOL;
    for (size_t i = 0; i < n; i++)
        if (text[i] < '0' || text[i] > '9') return PW_SEXPR_OTHER;
    return PW_SEXPR_NUMERAL;
}

static bool read_word(struct pw_sexpr *x, struct pw_sexpr_node *node)
{
    const char *start = x->src->text + x->at, *p = start, *end = x->src->text + x->src->size;
    bool keyword = *p == ':', other = *p == '#';
    uint32_t h = 0x811c9dc5u;
    if (keyword || other) p++;
    while (p < end && symbol_char((unsigned char)*p)) h = hash_step(h, *p++);
    if (p == start) return fail(x, x->at, x->at + 1, "unexpected character");
    node->from = (uint32_t)x->at;
    x->at += (size_t)(p - start);
    node->to = (uint32_t)x->at;
    node->hash = hash_end(h);
    node->kind = keyword ? PW_SEXPR_KEYWORD : other ? PW_SEXPR_OTHER : word_kind(start, (size_t)(p - start));
    return true;
}

#define NO_CHILD UINT32_MAX

/* Appends a node as the last child of the open list. */
static int32_t append(struct pw_sexpr *x, enum pw_sexpr_kind kind, size_t from, uint32_t to, uint32_t hash)
{
    int32_t id = (int32_t)x->nodes.n;
    pw_vec_reserve(&x->nodes, x->nodes.n + 1);
    struct pw_sexpr_node *nodes = x->nodes.at;
    nodes[x->nodes.n++] = (struct pw_sexpr_node){kind, (uint32_t)from, to, -1, -1, hash};
    if (x->open < 0) return id;
    struct pw_sexpr_node *list = &nodes[x->open];
    if (list->to == NO_CHILD) list->first = id;
    else nodes[list->to].next = id;
    list->to = (uint32_t)id;
    return id;
}

static void open_list(struct pw_sexpr *x)
{
    int32_t list = append(x, PW_SEXPR_LIST, x->at++, NO_CHILD, 0);
    x->nodes.at[list].next = x->open;
    x->open = list;
}

/* *root = the list, if it is the outermost. */
static bool close_list(struct pw_sexpr *x, int32_t *root)
{
    if (x->open < 0) return fail(x, x->at, x->at + 1, "')' without '('");
    int32_t id = x->open;
    struct pw_sexpr_node *list = &x->nodes.at[id];
    x->open = list->next;
    list->next = -1;
    list->to = (uint32_t)++x->at;
    if (x->open < 0) *root = id;
    return true;
}

static bool read_atom(struct pw_sexpr *x, char c, int32_t *root)
{
    struct pw_sexpr_node node = {.first = -1, .next = -1};
    if (!(c == '|' || c == '"' ? read_quoted(x, &node, c) : read_word(x, &node))) return false;
    int32_t id = append(x, node.kind, node.from, node.to, node.hash);
    if (x->open < 0) *root = id;
    return true;
}

static int32_t unfinished(struct pw_sexpr *x)
{
    int32_t list = x->open;
    if (list < 0) return -1;
    while (x->nodes.at[list].next >= 0) list = x->nodes.at[list].next;
    fail(x, x->nodes.at[list].from, x->nodes.at[list].from + 1, "'(' is never closed");
    return -1;
}

int32_t pw_sexpr_read(struct pw_sexpr *x)
{
    int32_t root = -1;
    x->open = -1;
    while (root < 0) {
        pw_limits_poll();
        skip_space(x);
        if (x->at >= x->src->size) return unfinished(x);
        char c = x->src->text[x->at];
        if (c == '(') open_list(x);
        else if (!(c == ')' ? close_list(x, &root) : read_atom(x, c, &root))) return -1;
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
