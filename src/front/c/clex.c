#include "front/c/clex.h"

#include <ctype.h>
#include <string.h>

#include "base/limits.h"

struct lexer {
    struct pw_clex *x;
    const char *at, *end;
    const char *self; /* name of the text */
    unsigned line;
    uint16_t file;
    bool system, fresh; /* fresh: nothing but blanks since the line began */
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* --- line markers --- */

static void skip_line(struct lexer *l)
{
    while (l->at < l->end && *l->at != '\n')
        l->at++;
}

static bool digits(struct lexer *l, unsigned *out)
{
    const char *start = l->at;
    *out = 0;
    while (l->at < l->end && isdigit((unsigned char)*l->at) && l->at - start < 9)
        *out = *out * 10 + (unsigned)(*l->at++ - '0');
    return l->at > start;
}

static void blanks(struct lexer *l)
{
    while (l->at < l->end && (*l->at == ' ' || *l->at == '\t'))
        l->at++;
}

static void marker_name(struct lexer *l)
{
    const char *start = ++l->at;
    while (l->at < l->end && *l->at != '"' && *l->at != '\n')
        l->at++;
    size_t n = (size_t)(l->at - start);
    bool self = (n == 7 && !memcmp(start, "<stdin>", 7));
    uint32_t id =
        self ? pw_names_intern(&l->x->files, l->self) : pw_names_intern_n(&l->x->files, start, n);
    l->file = (uint16_t)(id > UINT16_MAX ? UINT16_MAX : id);
    if (l->at < l->end && *l->at == '"') l->at++;
}

/* # 12 "file" 1 3: the next line is line 12 of file; flag 3 means a system header. Other lines that
 * begin with # (pragmas) are passed over. */
static void marker(struct lexer *l)
{
    unsigned line = 0, flag = 0;
    l->at++;
    blanks(l);
    if (l->end - l->at > 4 && !strncmp(l->at, "line", 4)) l->at += 4, blanks(l);
    if (digits(l, &line)) {
        blanks(l);
        if (l->at < l->end && *l->at == '"') {
            marker_name(l);
            l->x->marked = true;
            l->system = false;
            for (blanks(l); digits(l, &flag); blanks(l))
                l->system = l->system || flag == 3;
        }
        l->line = line ? line - 1 : 0;
    }
    skip_line(l);
}

/* --- numbers, characters, strings --- */

static unsigned digit_of(char c)
{
    if (isdigit((unsigned char)c)) return (unsigned)(c - '0');
    if (isxdigit((unsigned char)c)) return (unsigned)(tolower((unsigned char)c) - 'a' + 10);
    return 99;
}

static void suffix(struct pw_ctok *t, const char *p, const char *end)
{
    for (; p < end; p++) {
        if (*p == 'u' || *p == 'U')
            t->is_unsigned = true;
        else if (*p == 'l' || *p == 'L')
            t->longs++;
        else
            t->kind = PW_CTOK_BAD;
    }
}

static void number(struct lexer *l, struct pw_ctok *t)
{
    const char *start = l->at, *p = start;
    bool real = false;
    while (l->at < l->end && (is_word(*l->at) || *l->at == '.' ||
                              ((*l->at == '+' || *l->at == '-') && strchr("eEpP", l->at[-1]) &&
                               !(start[0] == '0' && (start[1] == 'x' || start[1] == 'X') &&
                                 (l->at[-1] == 'e' || l->at[-1] == 'E')))))
        l->at++;
    bool hex = l->at - start > 1 && *start == '0' && (start[1] == 'x' || start[1] == 'X');
    bool bin = l->at - start > 1 && *start == '0' && (start[1] == 'b' || start[1] == 'B');
    for (const char *q = start; q < l->at; q++)
        real = real || *q == '.' || (!hex && (*q == 'e' || *q == 'E'));
    t->kind = real ? PW_CTOK_FLOAT : PW_CTOK_NUMBER;
    if (real) return;
    unsigned base = hex ? 16 : bin ? 2 : *start == '0' ? 8 : 10;
    t->decimal = base == 10;
    if (hex || bin) p += 2;
    for (; p < l->at && digit_of(*p) < base; p++) {
        if (t->value > (UINT64_MAX - digit_of(*p)) / base) t->kind = PW_CTOK_BAD;
        t->value = t->value * base + digit_of(*p);
    }
    suffix(t, p, l->at);
}

static uint64_t escape(struct lexer *l)
{
    static const char from[] = "ntrabfve0\\'\"?", to[] = "\n\t\r\a\b\f\v\033\0\\'\"?";
    uint64_t v = 0;
    char c = *l->at++;
    if (c == 'x') {
        while (l->at < l->end && digit_of(*l->at) < 16)
            v = v * 16 + digit_of(*l->at++);
        return v;
    }
    if (c >= '0' && c <= '7') {
        v = (uint64_t)(c - '0');
        for (int i = 0; i < 2 && l->at < l->end && digit_of(*l->at) < 8; i++)
            v = v * 8 + digit_of(*l->at++);
        return v;
    }
    const char *k = strchr(from, c);
    return k && c ? (uint64_t)(unsigned char)to[k - from] : (uint64_t)(unsigned char)c;
}

static void quoted(struct lexer *l, struct pw_ctok *t)
{
    char quote = *l->at++;
    size_t n = 0;
    t->kind = quote == '"' ? PW_CTOK_STRING : PW_CTOK_CHAR;
    while (l->at < l->end && *l->at != quote && *l->at != '\n') {
        uint64_t c = (unsigned char)*l->at++;
        if (c == '\\' && l->at < l->end) c = escape(l);
        t->value = (uint64_t)(int64_t)(signed char)c;
        n++;
    }
    if (l->at >= l->end || *l->at != quote || (quote == '\'' && n != 1))
        t->kind = PW_CTOK_BAD;
    else
        l->at++;
    if (quote == '"') t->value = n;
}

/* --- signs and the rest --- */

static void sign(struct lexer *l, struct pw_ctok *t)
{
    static const char *const longest[] = {"<<=", ">>=", "...", "++", "--", "->", "<<", ">>",
                                          "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                          "*=",  "/=",  "%=",  "&=", "|=", "^=", "##"};
    size_t left = (size_t)(l->end - l->at);
    t->kind = PW_CTOK_SIGN;
    for (size_t i = 0; i < sizeof longest / sizeof *longest; i++) {
        size_t n = strlen(longest[i]);
        if (n > left || memcmp(l->at, longest[i], n)) continue;
        t->sign = n == 3 ? PW_SIGN3(l->at[0], l->at[1], l->at[2]) : PW_SIGN2(l->at[0], l->at[1]);
        l->at += n;
        return;
    }
    if (!strchr("+-*/%&|^~!=<>()[]{};,.?:", *l->at) || !*l->at) t->kind = PW_CTOK_BAD;
    t->sign = PW_SIGN1((unsigned char)*l->at++);
}

static void word(struct lexer *l, struct pw_ctok *t)
{
    const char *start = l->at;
    while (l->at < l->end && is_word(*l->at))
        l->at++;
    t->kind = PW_CTOK_NAME;
    t->name = pw_names_intern_n(&l->x->names, start, (size_t)(l->at - start));
}

static void comment(struct lexer *l)
{
    bool block = l->at[1] == '*';
    l->at += 2;
    while (l->at < l->end) {
        if (!block && *l->at == '\n') return;
        if (block && *l->at == '*' && l->at + 1 < l->end && l->at[1] == '/') {
            l->at += 2;
            return;
        }
        if (*l->at++ == '\n') l->line++;
    }
}

static void token(struct lexer *l)
{
    struct pw_ctok t = {.file = l->file,
                        .system = l->system,
                        .line = l->line,
                        .from = (size_t)(l->at - l->x->text)};
    char c = *l->at;
    if (isdigit((unsigned char)c) ||
        (c == '.' && l->at + 1 < l->end && isdigit((unsigned char)l->at[1])))
        number(l, &t);
    else if (c == '"' || c == '\'')
        quoted(l, &t);
    else if (is_word(c))
        word(l, &t);
    else
        sign(l, &t);
    t.to = (size_t)(l->at - l->x->text);
    pw_vec_push(&l->x->tokens, t);
}

void pw_clex_init(struct pw_clex *x, const char *text, size_t size, const char *file)
{
    *x = (struct pw_clex){.text = text, .size = size};
    struct lexer l = {
        .x = x, .at = text, .end = text + size, .self = file, .line = 1, .fresh = true};
    l.file = (uint16_t)pw_names_intern(&x->files, file);
    while (l.at < l.end) {
        pw_limits_poll();
        char c = *l.at;
        if (c == '\n')
            l.line++, l.fresh = true, l.at++;
        else if (isspace((unsigned char)c))
            l.at++;
        else if (c == '\\' && l.at + 1 < l.end && l.at[1] == '\n')
            l.line++, l.at += 2;
        else if (c == '#' && l.fresh)
            marker(&l);
        else if (c == '/' && l.at + 1 < l.end && (l.at[1] == '/' || l.at[1] == '*'))
            comment(&l);
        else
            l.fresh = false, token(&l);
    }
    struct pw_ctok end = {
        .kind = PW_CTOK_END, .file = l.file, .line = l.line, .from = size, .to = size};
    pw_vec_push(&x->tokens, end);
}

void pw_clex_clear(struct pw_clex *x)
{
    pw_names_clear(&x->names);
    pw_names_clear(&x->files);
    pw_vec_clear(&x->tokens);
}
