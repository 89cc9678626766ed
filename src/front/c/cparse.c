/* The parser: tokens, scopes, types made, and the file as a whole. */
#include "front/c/cparse.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/guard.h"
#include "base/limits.h"
#include "front/c/cheaders.h"
#include "front/c/cparser.h"

void pw_cparser_fail(struct pw_cparser *p, uint32_t token, const char *hint, const char *format,
                     ...)
{
    char text[500];
    va_list args;
    if (p->lenient) longjmp(p->recover, 1);
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pw_cerror_throw(p->u, p->error, token, hint, "%s", text);
}

void pw_cparser_expected(struct pw_cparser *p, uint32_t token, const char *want)
{
    const struct pw_ctok *t = &p->u->lex.tokens.at[token];
    if (t->kind == PW_CTOK_END) pw_cparser_fail(p, token, NULL, "expected %s before the end", want);
    pw_cparser_fail(p, token, NULL, "expected %s before '%.*s'", want,
                    (int)(t->to - t->from > 40 ? 40 : t->to - t->from), p->u->lex.text + t->from);
}

/* --- tokens --- */

bool pw_cparser_is_at(const struct pw_cparser *p, uint32_t at, uint32_t sign)
{
    const struct pw_ctok *t = &p->u->lex.tokens.at[at];
    return at < p->u->lex.tokens.n && t->kind == PW_CTOK_SIGN && t->sign == sign; /* or the end */
}

bool pw_cparser_is(const struct pw_cparser *p, uint32_t sign)
{
    return pw_cparser_is_at(p, p->at, sign);
}

bool pw_cparser_is_word(const struct pw_cparser *p, const char *word)
{
    const struct pw_ctok *t = pw_cparser_tok(p);
    return t->kind == PW_CTOK_NAME && !strcmp(pw_clex_name(&p->u->lex, t->name), word);
}

bool pw_cparser_take(struct pw_cparser *p, uint32_t sign)
{
    if (!pw_cparser_is(p, sign)) return false;
    p->at++;
    return true;
}

bool pw_cparser_take_word(struct pw_cparser *p, const char *word)
{
    if (!pw_cparser_is_word(p, word)) return false;
    p->at++;
    return true;
}

void pw_cparser_want(struct pw_cparser *p, uint32_t sign)
{
    char want[4] = {0};
    unsigned n = 0;
    if (pw_cparser_take(p, sign)) return;
    for (int shift = 16; shift >= 0; shift -= 8)
        if (sign >> shift & 255) want[n++] = (char)(sign >> shift & 255);
    char quoted[8];
    snprintf(quoted, sizeof quoted, "'%s'", want);
    pw_cparser_expected(p, p->at, quoted);
}

void pw_cparser_skip_balanced(struct pw_cparser *p)
{
    unsigned depth = 0;
    do {
        const struct pw_ctok *t = pw_cparser_tok(p);
        if (t->kind == PW_CTOK_END) pw_cparser_fail(p, p->at, NULL, "a bracket is not closed");
        if (t->kind == PW_CTOK_SIGN && (t->sign == '(' || t->sign == '[' || t->sign == '{'))
            depth++;
        if (t->kind == PW_CTOK_SIGN && (t->sign == ')' || t->sign == ']' || t->sign == '}'))
            depth--;
        p->at++;
    } while (depth);
}

/* What no linker aligns to is not known. */
static void align_at_least(struct pw_cparser *p, pw_cint n)
{
    int64_t *a = &p->layout.aligned;
    bool known = n >= 0 && n <= 1 << 28 && *a >= 0;
    *a = !known ? -1 : n > *a ? (int64_t)n : *a;
}

/* Is the name at this token that attribute, with underscores around it or not? */
static bool is_attribute(const struct pw_cparser *p, uint32_t at, const char *attribute)
{
    const struct pw_ctok *t = &p->u->lex.tokens.at[at];
    if (t->kind != PW_CTOK_NAME) return false;
    const char *name = pw_clex_name(&p->u->lex, t->name);
    size_t n = strlen(attribute), under = strncmp(name, "__", 2) ? 0 : 2;
    return !strncmp(name + under, attribute, n) && strlen(name) == n + 2 * under;
}

/* The attributes of __attribute__((...)), tokens from ... to. */
static void read_attributes(struct pw_cparser *p, uint32_t from, uint32_t to)
{
    static const char *const refused[] = {"mode",        "cleanup", "constructor", "destructor",
                                          "vector_size", "alias",   "ifunc",       "weakref"};
    for (uint32_t at = from; at < to; at++) {
        if (is_attribute(p, at, "packed")) p->layout.packed = true;
        if (is_attribute(p, at, "aligned")) {
            const struct pw_ctok *n = &p->u->lex.tokens.at[at + 2];
            bool told = pw_cparser_is_at(p, at + 1, '(');
            bool number = told && n->kind == PW_CTOK_NUMBER && pw_cparser_is_at(p, at + 3, ')');
            align_at_least(p, !told ? 16 : number ? (pw_cint)n->value : -1);
        }
        for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
            /* a type of another size is passed over in headers, too */
            if (is_attribute(p, at, refused[i]) && (!i || !p->u->lex.tokens.at[at].system))
                pw_cparser_fail(p, at, "write out what it does", "unsupported: attribute '%s'",
                                refused[i]);
    }
}

static void read_alignas(struct pw_cparser *p)
{
    p->at += 2;
    if (pw_cparser_starts_type(p))
        align_at_least(p, pw_ctype_align(pw_cparser_type_name(p), p->u->long_bits));
    else
        align_at_least(p, pw_cparser_constant(p));
    pw_cparser_want(p, ')');
}

static bool one_noise(struct pw_cparser *p)
{
    static const char *const words[] = {"__attribute__", "__attribute", "__asm__",
                                        "asm",           "__asm",       "__declspec"};
    if (pw_cparser_take_word(p, "__extension__")) return true;
    if (!pw_cparser_is_at(p, p->at + 1, '(')) return false;
    if (pw_cparser_is_word(p, "_Alignas")) {
        read_alignas(p);
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!pw_cparser_is_word(p, words[i])) continue;
        uint32_t from = ++p->at;
        pw_cparser_skip_balanced(p);
        if (i < 2) read_attributes(p, from, p->at);
        return true;
    }
    return false;
}

void pw_cparser_skip_noise(struct pw_cparser *p)
{
    while (one_noise(p))
        continue;
}

void pw_cparser_enter(struct pw_cparser *p)
{
    pw_limits_poll();
    if (++p->depth > PW_CPARSE_DEEPEST)
        pw_cparser_fail(p, p->at, "split it up", "nested too deeply (more than %d levels)",
                        PW_CPARSE_DEEPEST);
}

/* --- scopes --- */

static void room_for_names(struct pw_cparser *p)
{
    while (p->top.n < p->u->lex.names.n)
        pw_vec_push(&p->top, -1);
    while (p->tags.n < p->u->lex.names.n)
        pw_vec_push(&p->tags, -1);
}

size_t pw_cparser_open(struct pw_cparser *p)
{
    return p->bindings.n;
}

void pw_cparser_close(struct pw_cparser *p, size_t mark)
{
    while (p->bindings.n > mark) {
        assert(p->bindings.n > 0);
        struct pw_cbinding b = pw_vec_pop(&p->bindings);
        if (b.is_tag)
            p->tags.at[b.name] = b.hidden;
        else
            p->top.at[b.name] = b.hidden;
    }
}

void pw_cparser_bind(struct pw_cparser *p, uint32_t name, struct pw_cdecl *d, struct pw_ctype *tag)
{
    room_for_names(p);
    int32_t *slot = tag ? &p->tags.at[name] : &p->top.at[name];
    struct pw_cbinding b = {
        .name = name, .is_tag = tag != NULL, .decl = d, .tag = tag, .hidden = *slot};
    *slot = (int32_t)p->bindings.n;
    pw_vec_push(&p->bindings, b);
}

struct pw_cdecl *pw_cparser_find(const struct pw_cparser *p, uint32_t name)
{
    int32_t at = name < p->top.n ? p->top.at[name] : -1;
    return at < 0 ? NULL : p->bindings.at[at].decl;
}

struct pw_ctype *pw_cparser_find_tag(const struct pw_cparser *p, uint32_t name)
{
    int32_t at = name < p->tags.n ? p->tags.at[name] : -1;
    return at < 0 ? NULL : p->bindings.at[at].tag;
}

/* --- nodes --- */

void *pw_cparser_alloc(struct pw_cparser *p, size_t size)
{
    return memset(pw_arena_alloc(&p->u->arena, size), 0, size);
}

struct pw_cdecl *pw_cparser_decl(struct pw_cparser *p, enum pw_cdecl_kind kind, const char *name,
                                 const struct pw_ctype *type, uint32_t token)
{
    struct pw_cdecl *d = pw_cparser_alloc(p, sizeof *d);
    d->kind = (uint8_t)kind;
    d->name = name;
    d->type = type;
    d->token = token;
    d->id = p->ids++;
    assert(token < p->u->lex.tokens.n);
    d->is_system = p->u->lex.tokens.at[token].system;
    return d;
}

struct pw_ctype *pw_cparser_copy(struct pw_cparser *p, const struct pw_ctype *t)
{
    struct pw_ctype *c = pw_cparser_alloc(p, sizeof *c);
    *c = *t;
    return c;
}

struct pw_ctype *pw_cparser_pointer(struct pw_cparser *p, const struct pw_ctype *to)
{
    struct pw_ctype *t = pw_cparser_alloc(p, sizeof *t);
    t->kind = PW_CT_PTR;
    t->to = to;
    return t;
}

const struct pw_ctype *pw_cparser_int(struct pw_cparser *p, unsigned rank, bool is_signed)
{
    return &p->ints[rank][is_signed];
}

const struct pw_ctype *pw_cparser_plain(struct pw_cparser *p, const struct pw_ctype *t)
{
    if (!t->is_atomic) return t;
    struct pw_ctype *c = pw_cparser_copy(p, t);
    c->is_atomic = false;
    return c;
}

/* --- the file --- */

static void skip_declaration(struct pw_cparser *p)
{
    for (;;) {
        const struct pw_ctok *t = pw_cparser_tok(p);
        if (t->kind == PW_CTOK_END) return;
        if (t->kind == PW_CTOK_SIGN && t->sign == ';') break;
        if (t->kind == PW_CTOK_SIGN && (t->sign == '{' || t->sign == '(' || t->sign == '[')) {
            bool body = t->sign == '{';
            pw_cparser_skip_balanced(p);
            if (body && !pw_cparser_is(p, ';') && !pw_cparser_is(p, ',')) {
                const struct pw_ctok *n = pw_cparser_tok(p);
                if (n->kind != PW_CTOK_NAME || n->system == false) return;
            }
            continue;
        }
        p->at++;
    }
    p->at++;
}

static void system_declaration(struct pw_cparser *p)
{
    uint32_t at = p->at;
    size_t scope = p->bindings.n, list = p->list.n;
    unsigned depth = p->depth;
    p->lenient = true;
    if (!setjmp(p->recover)) {
        pw_cparser_declaration(p);
    } else {
        /* what fails from here on is an error of the text: no second way back to this place */
        p->lenient = false;
        p->depth = depth;
        p->list.n = list;
        pw_cparser_close(p, scope);
        p->at = at;
        skip_declaration(p);
    }
    p->lenient = false;
}

static void external_declarations(struct pw_cparser *p)
{
    while (pw_cparser_tok(p)->kind != PW_CTOK_END) {
        pw_limits_poll();
        if (pw_cparser_take(p, ';')) continue;
        if (pw_cparser_tok(p)->system)
            system_declaration(p);
        else
            pw_cparser_declaration(p);
    }
}

static void make_types(struct pw_cparser *p)
{
    unsigned bits[6] = {1, 8, 16, 32, p->u->long_bits, 64};
    for (unsigned r = 0; r < 6; r++)
        for (unsigned s = 0; s < 2; s++)
            p->ints[r][s] = (struct pw_ctype){.kind = PW_CT_INT,
                                              .bits = (uint8_t)bits[r],
                                              .rank = (uint8_t)r,
                                              .is_signed = r && s};
    p->void_type.kind = PW_CT_VOID;
    for (unsigned i = 0; i < 4; i++)
        p->floats[i] = (struct pw_ctype){.kind = PW_CT_FLOAT, .bits = (uint8_t)(i ? 16 << i : 0)};
}

void pw_cparse_unit(struct pw_cunit *u, const struct pw_source *src, const char *text, size_t size,
                    unsigned long_bits, struct pw_cerror *error)
{
    *u = (struct pw_cunit){.src = src, .long_bits = long_bits};
    pw_arena_init(&u->arena);
    pw_clex_init(&u->lex, text, size, src->name);
    pw_cheaders_mark(&u->lex);
    /* the unit's types point into the parser, which therefore lives as long */
    struct pw_cparser *p = pw_arena_alloc(&u->arena, sizeof *p);
    memset(p, 0, sizeof *p);
    p->u = u;
    p->error = error;
    p->tail = &u->decls;
    make_types(p);
    pw_cparser_prelude(p);
    external_declarations(p);
    pw_vec_clear(&p->list);
    pw_vec_clear(&p->bindings);
    pw_vec_clear(&p->top);
    pw_vec_clear(&p->tags);
}

void pw_cparse_clear(struct pw_cunit *u)
{
    pw_clex_clear(&u->lex);
    pw_arena_clear(&u->arena);
}
