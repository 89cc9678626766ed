/* The formatter: tokens and comments to logical lines, logical lines to physical ones. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "front/dr/format.h"
#include "front/dr/parser.h"

enum { STEP = 4, CONTINUATION = 8, COMMENT_GAP = 2, MOST_PASSES = 10 };

/* A piece of a logical line: a token, a comment, or a forced break. */
enum piece_kind { TOKEN, COMMENT, BREAK };

struct piece {
    enum piece_kind kind;
    uint32_t index;
};

/* A finished line; the texts lie in layout.text. */
struct line {
    size_t from, to;                 /* without indentation and trailing comment */
    size_t indent, width;            /* columns; width includes the indentation */
    size_t comment_from, comment_to; /* trailing comment, in the source; equal: none */
    bool blank_before;
};

struct layout {
    struct pw_lexer *x;
    struct pw_strbuf text;
    PW_VEC(struct line) lines;
    PW_VEC(struct piece) pieces; /* of the current logical line */
    size_t indent;
    bool blank_before;
    /* tokens up to here stay on the line (last brace of a one-line block), 0: none */
    uint32_t inline_until;
    uint32_t source_line; /* where the last token or comment ended */
    bool after_open;      /* the last token was a brace that opened a block */
};

static const struct pw_token *token(const struct layout *y, uint32_t i)
{
    assert(i < y->x->tokens.n);
    return &y->x->tokens.at[i];
}

static size_t columns(const char *s, size_t n)
{
    size_t c = 0;
    for (size_t i = 0; i < n; i++)
        c += ((unsigned char)s[i] & 0xc0) != 0x80;
    return c;
}

/* Column after a text of n bytes that starts at `column`; comments may have several lines. */
static size_t column_after(size_t column, const char *s, size_t n)
{
    size_t last = n;
    while (last > 0 && s[last - 1] != '\n')
        last--;
    return last ? columns(s + last, n - last) : column + columns(s, n);
}

/* ---- logical to physical lines ---- */

/* How good a place before piece k is for a break: 0 none, 1 possible, 2 good. */
static int break_quality(const struct layout *y, size_t k)
{
    assert(k < y->pieces.n);
    const struct piece *p = &y->pieces.at[k];
    if (k == 0 || p->kind != TOKEN || p[-1].kind != TOKEN) return 0;
    const struct pw_token *b = token(y, p->index), *a = b - 1;
    if (a->kind == PW_TOK_COMMA || (a->kind == PW_TOK_SEMI && b->kind != PW_TOK_RBRACE)) return 2;
    switch (b->kind) {
    case PW_TOK_AND:
    case PW_TOK_OR:
    case PW_TOK_ARROW:
    case PW_TOK_QUESTION:
        return 2;
    case PW_TOK_COLON:
        return b->marks & PW_MARK_LABEL ? 0 : 2;
    case PW_TOK_PLUS:
    case PW_TOK_MINUS:
        return b->marks & PW_MARK_UNARY ? 0 : 1;
    case PW_TOK_EQ:
    case PW_TOK_NE:
    case PW_TOK_LT:
    case PW_TOK_LE:
    case PW_TOK_GT:
    case PW_TOK_GE:
        return 1;
    default:
        return a->kind == PW_TOK_ASSIGN;
    }
}

/* Column after a label's colon where its statement starts. */
static size_t after_label(const struct layout *y, uint32_t next, size_t column)
{
    size_t least = (column / STEP + 1) * STEP, wanted = (size_t)token(y, next)->indent * STEP;
    return wanted > least ? wanted : least;
}

static bool label_before(const struct layout *y, uint32_t i)
{
    return i > 0 && token(y, i - 1)->kind == PW_TOK_COLON &&
           (token(y, i - 1)->marks & PW_MARK_LABEL);
}

/* Spaces in front of piece k when the line is at `column` and piece k - 1 is on it. */
static size_t gap(const struct layout *y, size_t k, size_t column)
{
    assert(k < y->pieces.n);
    const struct piece *p = &y->pieces.at[k];
    if (p->kind != TOKEN || p[-1].kind != TOKEN) return 1;
    if (label_before(y, p->index) && p->index > y->inline_until)
        return after_label(y, p->index, column) - column;
    return pw_format_space(token(y, p->index - 1), token(y, p->index));
}

static void piece_text(const struct layout *y, const struct piece *p, const char **text, size_t *n)
{
    const struct pw_comment *c = p->kind == COMMENT ? &y->x->comments.at[p->index] : NULL;
    const struct pw_token *t = p->kind == TOKEN ? token(y, p->index) : NULL;
    *text = y->x->src->text + (c ? c->from : t->from);
    *n = c ? c->to - c->from : t->to - t->from;
}

/* Pieces [from, to) as one physical line; a comment at its end is set apart. */
static void put_line(struct layout *y, size_t from, size_t to, size_t indent)
{
    struct line l = {.from = y->text.n, .indent = indent, .blank_before = y->blank_before};
    size_t column = indent;
    y->blank_before = false;
    if (to - from > 1 && y->pieces.at[to - 1].kind == COMMENT) {
        const struct pw_comment *c = &y->x->comments.at[y->pieces.at[--to].index];
        l.comment_from = c->from, l.comment_to = c->to;
    }
    for (size_t k = from; k < to; k++) {
        const char *s;
        size_t n, space = k > from ? gap(y, k, column) : 0;
        assert(k < y->pieces.n);
        piece_text(y, &y->pieces.at[k], &s, &n);
        pw_strbuf_repeat(&y->text, ' ', space);
        pw_strbuf_write(&y->text, s, n);
        column = column_after(column + space, s, n);
    }
    l.to = y->text.n;
    l.width = column;
    pw_vec_push(&y->lines, l);
}

/* The first piece that does not fit behind [from, ...), or `end`. */
static size_t first_overflow(const struct layout *y, size_t from, size_t end, size_t indent)
{
    size_t column = indent;
    for (size_t k = from; k < end; k++) {
        const char *s;
        size_t n;
        /* trailing comments may stick out */
        if (k > from && y->pieces.at[k].kind == COMMENT && k + 1 == end) return end;
        assert(k < y->pieces.n);
        piece_text(y, &y->pieces.at[k], &s, &n);
        column = column_after(column + (k > from ? gap(y, k, column) : 0), s, n);
        if (column > PW_FORMAT_WIDTH) return k;
    }
    return end;
}

/* Where to break [from, end) whose piece `over` does not fit: the last good place before, else the
 * last possible one, else after. */
static size_t choose_break(const struct layout *y, size_t from, size_t over, size_t end)
{
    for (int quality = 2; quality > 0; quality--)
        for (size_t k = over; k > from; k--)
            if (break_quality(y, k) >= quality) return k;
    for (size_t k = over + 1; k < end; k++)
        if (break_quality(y, k)) return k;
    return end;
}

static void flush(struct layout *y)
{
    size_t from = 0, end = 0, indent = y->indent;
    while (from < y->pieces.n) {
        pw_limits_poll();
        if (y->pieces.at[from].kind == BREAK) {
            from++;
            continue;
        }
        if (end < from) end = from;
        while (end < y->pieces.n && y->pieces.at[end].kind != BREAK)
            end++;
        size_t over = first_overflow(y, from, end, indent);
        size_t to = over == end ? end : choose_break(y, from, over, end);
        put_line(y, from, to, indent);
        from = to;
        indent = y->indent + CONTINUATION;
    }
    pw_vec_reset(&y->pieces);
}

/* ---- tokens to logical lines ---- */

static bool has_comment(const struct layout *y, uint32_t i, size_t c)
{
    return c < y->x->comments.n && y->x->comments.at[c].before == i;
}

/* Must not be followed by anything on its line, or stands on a line of its own. */
static bool ends_line(const struct layout *y, size_t c)
{
    assert(c < y->x->comments.n);
    const struct pw_comment *k = &y->x->comments.at[c];
    return y->x->src->text[k->from + 1] == '/' || k->line != y->source_line;
}

static bool blocks_line(const struct layout *y, uint32_t i, size_t c)
{
    for (; has_comment(y, i, c); c++)
        if (ends_line(y, c)) return true;
    return false;
}

/* Width of tokens first..last on one line. */
static size_t inline_width(const struct layout *y, uint32_t first, uint32_t last)
{
    size_t w = 0;
    for (uint32_t i = first; i <= last && w <= PW_FORMAT_WIDTH; i++) {
        const struct pw_token *t = token(y, i);
        w += t->to - t->from + (i > first && pw_format_space(t - 1, t));
    }
    return w;
}

static size_t column_now(const struct layout *y)
{
    size_t column = y->indent;
    for (size_t k = 0; k < y->pieces.n; k++) {
        const char *s;
        size_t n;
        if (y->pieces.at[k].kind == BREAK) {
            column = y->indent + CONTINUATION;
            continue;
        }
        piece_text(y, &y->pieces.at[k], &s, &n);
        column = column_after(
            column + (!k || y->pieces.at[k - 1].kind == BREAK ? 0 : gap(y, k, column)), s, n);
    }
    return column;
}

static bool comments_within(const struct layout *y, uint32_t first, uint32_t last, size_t c)
{
    return c < y->x->comments.n && y->x->comments.at[c].before > first &&
           y->x->comments.at[c].before <= last;
}

/* May tokens first..last stay on the current line? They were on one line, without comments, and
 * fit. */
static bool fits_inline(const struct layout *y, uint32_t first, uint32_t last, size_t c)
{
    if (token(y, first)->line != token(y, last)->line || comments_within(y, first, last, c))
        return false;
    size_t tail = token(y, last + 1)->kind == PW_TOK_ELSE ? 7 : 0; /* ... else { */
    return column_now(y) + 1 + inline_width(y, first, last) + tail <= PW_FORMAT_WIDTH;
}

/* Last token of the statement that starts at i, without looking into deeper statements than
 * needed. */
static uint32_t statement_end(const struct layout *y, uint32_t i)
{
    for (; token(y, i)->kind != PW_TOK_END; i++)
        if (token(y, i)->kind == PW_TOK_SEMI)
            return i;
        else if (token(y, i)->kind == PW_TOK_LBRACE)
            return 0;
    return 0;
}

/* A statement without braces after a condition: on the same line if it is simple and was there. */
static bool substatement_starts(struct layout *y, uint32_t i, size_t c)
{
    uint32_t last = statement_end(y, i);
    bool simple = last && token(y, i)->kind != PW_TOK_IF && token(y, i)->kind != PW_TOK_WHILE &&
                  !(token(y, i)->marks & PW_MARK_LABEL);
    if (token(y, i - 1)->kind == PW_TOK_ELSE && token(y, i)->kind == PW_TOK_IF) return false;
    if (!simple || token(y, i - 1)->line != token(y, i)->line || !fits_inline(y, i, last, c))
        return true;
    y->inline_until = last;
    return false;
}

/* Does token i start a new line? c is the first comment not yet placed. */
static bool starts_line(struct layout *y, uint32_t i, size_t c)
{
    const struct pw_token *t = token(y, i);
    if (t->kind == PW_TOK_END) return true;
    if (i <= y->inline_until && y->inline_until) return false;
    if (blocks_line(y, i, c) && (t->marks & (PW_MARK_STATEMENT | PW_MARK_BLOCK | PW_MARK_ELSE)))
        return t->kind != PW_TOK_LBRACE || (t->marks & PW_MARK_STATEMENT);
    if (t->marks & PW_MARK_SUBSTATEMENT) return substatement_starts(y, i, c);
    if (t->marks & PW_MARK_STATEMENT) return !label_before(y, i);
    if (t->marks & PW_MARK_ELSE) return token(y, i - 1)->kind != PW_TOK_RBRACE;
    return t->kind == PW_TOK_RBRACE && (t->marks & PW_MARK_BLOCK);
}

static void push_piece(struct layout *y, enum piece_kind kind, uint32_t index)
{
    struct piece p = {kind, index};
    pw_vec_push(&y->pieces, p);
}

static size_t indent_of(const struct layout *y, uint32_t i)
{
    const struct pw_token *t = token(y, i);
    return t->marks & PW_MARK_LABEL ? 0 : (size_t)t->indent * STEP;
}

/* Begins a line with something that was in source line `line`. */
static void begin(struct layout *y, size_t indent, uint32_t line, bool closes)
{
    flush(y);
    y->indent = indent;
    y->blank_before = y->lines.n && line > y->source_line + 1 && !y->after_open && !closes;
}

static void place_comment(struct layout *y, uint32_t i, size_t c, bool starts)
{
    assert(c < y->x->comments.n);
    const struct pw_comment *k = &y->x->comments.at[c];
    const struct pw_token *t = token(y, i);
    bool trailing = y->pieces.n && k->line == y->source_line,
         closes = t->kind == PW_TOK_RBRACE && (t->marks & PW_MARK_BLOCK);
    if (!trailing && (starts || !y->pieces.n)) {
        begin(y, t->kind == PW_TOK_END ? 0 : ((size_t)t->indent + closes) * STEP, k->line, false);
    } else if (!trailing) {
        push_piece(y, BREAK, 0);
    }
    push_piece(y, COMMENT, (uint32_t)c);
    if (!starts && ends_line(y, c)) push_piece(y, BREAK, 0);
    y->source_line = k->last_line;
    y->after_open = false;
    /* nothing behind a long comment */
    if (starts && y->x->src->text[k->from + 1] == '*' && k->last_line != k->line) flush(y);
}

static void place_token(struct layout *y, uint32_t i, size_t c)
{
    const struct pw_token *t = token(y, i);
    push_piece(y, TOKEN, i);
    y->source_line = t->line;
    y->after_open = t->kind == PW_TOK_LBRACE && (t->marks & PW_MARK_BLOCK) && i > y->inline_until;
    if (!y->after_open) return;
    assert(y->pieces.n > 0);
    (void)pw_vec_pop(&y->pieces);
    bool one_line = t->name && fits_inline(y, i, t->name, c);
    push_piece(y, TOKEN, i);
    if (one_line) y->inline_until = t->name, y->after_open = false;
}

static void lay_out(struct layout *y)
{
    size_t c = 0;
    for (uint32_t i = 0; i < y->x->tokens.n; i++) {
        pw_limits_poll();
        bool starts = starts_line(y, i, c), closes = token(y, i)->kind == PW_TOK_RBRACE;
        for (; has_comment(y, i, c); c++)
            place_comment(y, i, c, starts);
        if (token(y, i)->kind == PW_TOK_END) break;
        if (starts || !y->pieces.n) begin(y, indent_of(y, i), token(y, i)->line, closes);
        place_token(y, i, c);
    }
    flush(y);
}

/* ---- output ---- */

static bool trails(const struct line *l)
{
    return l->comment_to > l->comment_from;
}

/* Trailing comments of neighbouring lines start in one column. */
static size_t comment_column(const struct layout *y, size_t i)
{
    size_t from = i, to = i, column = 0;
    while (from > 0 && trails(&y->lines.at[from - 1]) && !y->lines.at[from].blank_before)
        from--;
    while (to + 1 < y->lines.n && trails(&y->lines.at[to + 1]) && !y->lines.at[to + 1].blank_before)
        to++;
    for (size_t k = from; k <= to; k++)
        if (y->lines.at[k].width > column) column = y->lines.at[k].width;
    return column + COMMENT_GAP;
}

static void print_lines(const struct layout *y, struct pw_strbuf *out)
{
    size_t column = 0;
    for (size_t i = 0; i < y->lines.n; i++) {
        const struct line *l = &y->lines.at[i];
        if (l->blank_before) pw_strbuf_putc(out, '\n');
        pw_strbuf_repeat(out, ' ', l->indent);
        assert(l->from <= y->text.n);
        pw_strbuf_write(out, y->text.at + l->from, l->to - l->from);
        if (trails(l)) {
            bool first = i == 0 || !trails(l - 1) || l->blank_before;
            if (first) column = comment_column(y, i);
            pw_strbuf_repeat(out, ' ', column - l->width);
            pw_strbuf_write(out, y->x->src->text + l->comment_from,
                            l->comment_to - l->comment_from);
        }
        pw_strbuf_putc(out, '\n');
    }
}

/* One pass; false if the text has syntax errors. */
static bool format_once(const struct pw_source *src, struct pw_diags *diags, pw_format_reader *read,
                        struct pw_strbuf *out)
{
    struct pw_lexer x;
    bool ok = read(src, diags, &x);
    if (ok) {
        struct layout y = {.x = &x};
        lay_out(&y);
        print_lines(&y, out);
        pw_strbuf_clear(&y.text);
        pw_vec_clear(&y.lines);
        pw_vec_clear(&y.pieces);
    }
    pw_lexer_clear(&x);
    return ok;
}

/* A long line that had to be broken may show the next pass that a block does not fit on one line
 * after all; so until nothing changes. */
bool pw_format_with(const struct pw_source *src, struct pw_diags *diags, pw_format_reader *read,
                    struct pw_strbuf *out)
{
    size_t start = out->n;
    bool ok = format_once(src, diags, read, out), changed = ok;
    for (int pass = 0; changed && pass < MOST_PASSES; pass++) {
        struct pw_source again;
        struct pw_strbuf next = {0};
        pw_source_from_text(&again, src->name, pw_strbuf_text(out) + start, out->n - start);
        format_once(&again, diags, read, &next);
        changed = next.n != again.size || memcmp(pw_strbuf_text(&next), again.text, next.n);
        out->n = start;
        pw_strbuf_write(out, pw_strbuf_text(&next), next.n);
        pw_strbuf_clear(&next);
        pw_source_clear(&again);
    }
    return ok;
}

static bool read_program(const struct pw_source *src, struct pw_diags *diags, struct pw_lexer *x)
{
    struct pw_ast ast;
    pw_lexer_run(x, src, diags);
    bool ok = pw_parser_run(x, &ast) && pw_lexer_clean(x);
    pw_parser_clear(&ast);
    return ok;
}

bool pw_format_source(const struct pw_source *src, struct pw_diags *diags, struct pw_strbuf *out)
{
    return pw_format_with(src, diags, read_program, out);
}
