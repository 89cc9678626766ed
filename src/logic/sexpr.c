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
    pw_symbols_clear(&x->symbols);
    pw_vec_clear(&x->nodes);
}

/* WORD and DIGIT are parts of words; a MARK begins a keyword or one of the constants that QF_LIA
 * does not have. */
enum class { NOTHING = 0, WORD = 1, DIGIT = 2, SPACE = 4, MARK = 8 };

static const unsigned char class_of[256] = {
    ['a' ... 'z'] = WORD, ['A' ... 'Z'] = WORD, ['0' ... '9'] = DIGIT, ['~'] = WORD,
    ['!'] = WORD,         ['@'] = WORD,         ['$'] = WORD,          ['%'] = WORD,
    ['^'] = WORD,         ['&'] = WORD,         ['*'] = WORD,          ['_'] = WORD,
    ['-'] = WORD,         ['+'] = WORD,         ['='] = WORD,          ['<'] = WORD,
    ['>'] = WORD,         ['.'] = WORD,         ['?'] = WORD,          ['/'] = WORD,
    [' '] = SPACE,        ['\t'] = SPACE,       ['\n'] = SPACE,        ['\r'] = SPACE,
    ['\f'] = SPACE,       ['\v'] = SPACE,       [':'] = MARK,          ['#'] = MARK,
};

static enum class class_at(const char *p) { return (enum class)class_of[(unsigned char)*p]; }
static bool in_word(const char *p)
{
    return class_at(p) & (WORD | DIGIT);
}

static bool fail(struct pw_sexpr *x, size_t from, const char *what)
{
    pw_diag_add(x->diags, PW_ERROR, x->src, from, from + 1, NULL, "%s", what);
    return false;
}

/* The text ends with a NUL, which is neither a space nor part of a word: only where a NUL is found
 * can the end be reached. */
static const char *skip_space(const char *p, const char *end)
{
    for (;;) {
        while (class_at(p) == SPACE)
            p++;
        if (*p != ';') return p;
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        if (!newline) return end;
        p = newline;
    }
}

static inline void append(struct pw_sexpr *x, enum pw_sexpr_kind kind, size_t from, size_t to,
                          uint32_t link)
{
    pw_vec_push(&x->nodes,
                ((struct pw_sexpr_node){(uint8_t)kind, false, (uint32_t)from, (uint32_t)to, link}));
}

static inline void append_symbol(struct pw_sexpr *x, size_t from, size_t to)
{
    append(x, PW_SEXPR_SYMBOL, from, to,
           pw_symbols_intern(&x->symbols, x->src->text + from, to - from, x->src->size - from));
}

static bool append_quoted_symbol(struct pw_sexpr *x, size_t from, size_t to)
{
    const char *nul = memchr(x->src->text + from, 0, to - from);
    if (nul) return fail(x, (size_t)(nul - x->src->text), "unexpected character");
    append_symbol(x, from, to);
    assert(x->nodes.n > 0);
    pw_vec_last(&x->nodes).quoted = true;
    return true;
}

/* From the opening character to the next one like it; a doubled quote is a quote. */
static bool read_quoted(struct pw_sexpr *x, size_t start)
{
    const char *text = x->src->text, *end = text + x->src->size, *p = text + start;
    char quote = *p;
    do {
        p = memchr(p + 1, quote, (size_t)(end - p - 1));
        if (!p)
            return fail(x, start,
                        quote == '|' ? "unterminated quoted symbol" : "unterminated string");
    } while (quote == '"' && p[1] == '"' && ++p);
    x->at = (size_t)(p - text) + 1;
    if (quote == '|') return append_quoted_symbol(x, start + 1, x->at - 1);
    append(x, PW_SEXPR_STRING, start, x->at, 0);
    return true;
}

static bool read_word(struct pw_sexpr *x, size_t start)
{
    const char *text = x->src->text, *p = text + start;
    enum class first = class_at(p);
    if (first == NOTHING) return fail(x, start, "unexpected character");
    p++;
    if (first == DIGIT)
        while (class_at(p) == DIGIT)
            p++;
    bool numeral = first == DIGIT && !in_word(p);
    while (in_word(p))
        p++;
    x->at = (size_t)(p - text);
    if (first == WORD)
        append_symbol(x, start, x->at);
    else
        append(x,
               numeral              ? PW_SEXPR_NUMERAL
               : text[start] == ':' ? PW_SEXPR_KEYWORD
                                    : PW_SEXPR_OTHER,
               start, x->at, 0);
    return true;
}

#define NO_LIST UINT32_MAX

static uint32_t open_list(struct pw_sexpr *x, size_t at, uint32_t around)
{
    append(x, PW_SEXPR_LIST, at, at + 1, around);
    x->at = at + 1;
    assert(x->nodes.n > 0);
    return (uint32_t)x->nodes.n - 1;
}

/* Returns the list around it. */
static uint32_t close_list(struct pw_sexpr *x, size_t at, uint32_t list)
{
    assert(list < x->nodes.n);
    uint32_t around = x->nodes.at[list].link;
    pw_limits_poll();
    x->at = at + 1;
    x->nodes.at[list].to = (uint32_t)x->at;
    x->nodes.at[list].link = (uint32_t)x->nodes.n;
    append(x, PW_SEXPR_END, at, x->at, 0);
    return around;
}

bool pw_sexpr_read(struct pw_sexpr *x)
{
    const char *text = x->src->text, *end = text + x->src->size;
    uint32_t open = NO_LIST;
    pw_vec_reset(&x->nodes);
    pw_limits_poll();
    do {
        const char *p = skip_space(text + x->at, end);
        size_t at = x->at = (size_t)(p - text);
        if (p == end) return open != NO_LIST && fail(x, x->nodes.at[0].from, "'(' is never closed");
        if (*p == '(')
            open = open_list(x, at, open);
        else if (*p == ')' && open == NO_LIST)
            return fail(x, at, "')' without '('");
        else if (*p == ')')
            open = close_list(x, at, open);
        else if (!(*p == '|' || *p == '"' ? read_quoted(x, at) : read_word(x, at)))
            return false;
    } while (open != NO_LIST);
    return true;
}

bool pw_sexpr_is(const struct pw_sexpr *x, int32_t node, const char *text)
{
    if (!pw_sexpr_is_kind(x, node, PW_SEXPR_SYMBOL) && !pw_sexpr_is_kind(x, node, PW_SEXPR_KEYWORD))
        return false;
    size_t n;
    const char *word = pw_sexpr_text(x, node, &n);
    return strlen(text) == n && !memcmp(word, text, n);
}

const char *pw_sexpr_text(const struct pw_sexpr *x, int32_t node, size_t *n)
{
    assert((size_t)node < x->nodes.n);
    *n = x->nodes.at[node].to - x->nodes.at[node].from;
    return x->src->text + x->nodes.at[node].from;
}

size_t pw_sexpr_length(const struct pw_sexpr *x, int32_t list)
{
    size_t n = 0;
    for (int32_t i = pw_sexpr_first(x, list); i >= 0; i = pw_sexpr_next(x, i))
        n++;
    return n;
}
