/* The parser: types and declarations. */
#include <string.h>

#include "front/c/cparser.h"

static struct pw_cspec specifiers(struct pw_cparser *p);
static struct pw_ctype *declarator(struct pw_cparser *p, struct pw_ctype *base, const char **name,
                                   uint32_t *token, struct pw_cdecl ***params, uint32_t *nparams);

static const char *word_of(const struct pw_cparser *p, uint32_t at)
{
    const struct pw_ctok *t = &p->u->lex.tokens.at[at];
    return t->kind == PW_CTOK_NAME ? pw_clex_name(&p->u->lex, t->name) : "";
}

/* --- words of specifiers --- */

/* What a word adds to a type. */
enum word_kind {
    W_NONE,
    W_NOISE,
    W_TYPEDEF,
    W_EXTERN,
    W_STATIC,
    W_THREAD,
    W_ATOMIC,
    W_SIGNED,
    W_UNSIGNED,
    W_VOID,
    W_BOOL,
    W_CHAR,
    W_SHORT,
    W_INT,
    W_LONG,
    W_FLOAT,
    W_DOUBLE,
    W_OTHER_FLOAT,
    W_STRUCT,
    W_UNION,
    W_ENUM,
    W_TYPEOF,
    W_AUTO,
    W_INT128
};

static enum word_kind kind_of(const char *w)
{
    static const struct {
        const char *word;
        enum word_kind kind;
    } words[] = {{"const", W_NOISE},
                 {"volatile", W_NOISE},
                 {"restrict", W_NOISE},
                 {"register", W_NOISE},
                 {"auto", W_NOISE},
                 {"inline", W_NOISE},
                 {"__inline", W_NOISE},
                 {"__inline__", W_NOISE},
                 {"__const", W_NOISE},
                 {"__volatile__", W_NOISE},
                 {"__volatile", W_NOISE},
                 {"__restrict", W_NOISE},
                 {"__restrict__", W_NOISE},
                 {"_Noreturn", W_NOISE},
                 {"__const__", W_NOISE},
                 {"__extension__", W_NOISE},
                 {"_Nonnull", W_NOISE},
                 {"typedef", W_TYPEDEF},
                 {"extern", W_EXTERN},
                 {"static", W_STATIC},
                 {"_Thread_local", W_THREAD},
                 {"__thread", W_THREAD},
                 {"thread_local", W_THREAD},
                 {"_Atomic", W_ATOMIC},
                 {"signed", W_SIGNED},
                 {"__signed__", W_SIGNED},
                 {"__signed", W_SIGNED},
                 {"unsigned", W_UNSIGNED},
                 {"void", W_VOID},
                 {"_Bool", W_BOOL},
                 {"char", W_CHAR},
                 {"short", W_SHORT},
                 {"int", W_INT},
                 {"long", W_LONG},
                 {"float", W_FLOAT},
                 {"double", W_DOUBLE},
                 {"_Complex", W_OTHER_FLOAT},
                 {"_Float128", W_OTHER_FLOAT},
                 {"_Float64", W_DOUBLE},
                 {"_Float32", W_FLOAT},
                 {"_Float64x", W_OTHER_FLOAT},
                 {"_Float32x", W_OTHER_FLOAT},
                 {"__float128", W_OTHER_FLOAT},
                 {"struct", W_STRUCT},
                 {"union", W_UNION},
                 {"enum", W_ENUM},
                 {"typeof", W_TYPEOF},
                 {"__typeof__", W_TYPEOF},
                 {"__typeof", W_TYPEOF},
                 {"__auto_type", W_AUTO},
                 {"__int128", W_INT128}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].word, w)) return words[i].kind;
    return W_NONE;
}

bool pw_cparser_starts_type(const struct pw_cparser *p)
{
    const struct pw_ctok *t = pw_cparser_tok(p);
    if (t->kind != PW_CTOK_NAME) return false;
    const struct pw_cdecl *d = pw_cparser_find(p, t->name);
    if (d) return d->kind == PW_CD_TYPEDEF;
    const char *w = pw_clex_name(&p->u->lex, t->name);
    return kind_of(w) != W_NONE || !strcmp(w, "__attribute__") || !strcmp(w, "_Alignas") ||
           !strcmp(w, "_Static_assert");
}

/* --- struct, union, enum --- */

static void one_field(struct pw_cparser *p, struct pw_ctype *base, struct pw_cfield *f)
{
    uint32_t token = p->at;
    *f = (struct pw_cfield){0};
    f->type = base;
    if (!pw_cparser_is(p, ':')) f->type = declarator(p, base, &f->name, &token, NULL, NULL);
    pw_cparser_skip_noise(p);
    if (pw_cparser_is(p, ':')) {
        if (!p->lenient)
            pw_cparser_fail(p, p->at, "use a field of its own", "unsupported: bit-field");
        p->at++;
        pw_cparser_constant(p);
    }
    pw_cparser_skip_noise(p);
}

/* A struct has no part of its own type, nor of one that is not known yet. */
static void check_complete(struct pw_cparser *p, const struct pw_cfield *f, uint32_t token)
{
    const struct pw_ctype *t = f->type;
    while (t->kind == PW_CT_ARRAY)
        t = t->to;
    if ((t->kind == PW_CT_STRUCT || t->kind == PW_CT_UNION) && (!t->fields || t->is_open))
        pw_cparser_fail(p, token, "use a pointer to it", "the type of this field is not complete");
}

static void fields(struct pw_cparser *p, struct pw_ctype *t)
{
    size_t mark = p->list.n;
    int64_t offset = 0;
    while (!pw_cparser_take(p, '}')) {
        p->layout = (struct pw_clayout){0};
        pw_cparser_skip_noise(p);
        if (pw_cparser_take(p, ';')) continue;
        struct pw_cspec s = specifiers(p);
        bool more = !pw_cparser_is(p, ';');
        do {
            struct pw_cfield f = {.type = s.type};
            uint32_t token = p->at;
            if (more) one_field(p, s.type, &f);
            f.layout = p->layout;
            check_complete(p, &f, token);
            if (!f.name && f.type->kind != PW_CT_STRUCT && f.type->kind != PW_CT_UNION) continue;
            f.offset = (uint32_t)offset;
            int64_t n = pw_ctype_cells(f.type);
            if (t->kind == PW_CT_STRUCT && n > 0) offset += n;
            struct pw_cfield *kept = pw_cparser_alloc(p, sizeof *kept);
            *kept = f;
            pw_vec_push(&p->list, kept);
        } while (more && pw_cparser_take(p, ','));
        pw_cparser_want(p, ';');
    }
    t->nfields = (uint32_t)(p->list.n - mark);
    struct pw_cfield *all = pw_cparser_alloc(p, (t->nfields + 1) * sizeof *all);
    for (uint32_t i = 0; i < t->nfields; i++)
        all[i] = *(struct pw_cfield *)p->list.at[mark + i];
    t->fields = all;
    p->list.n = mark;
}

static struct pw_ctype *record(struct pw_cparser *p, enum pw_ctype_kind kind)
{
    struct pw_ctype *t = NULL;
    struct pw_clayout around = p->layout;
    p->layout = (struct pw_clayout){0};
    pw_cparser_skip_noise(p);
    const struct pw_ctok *name = pw_cparser_tok(p)->kind == PW_CTOK_NAME ? pw_cparser_tok(p) : NULL;
    if (name) p->at++;
    pw_cparser_skip_noise(p);
    bool body = pw_cparser_is(p, '{');
    if (name) t = pw_cparser_find_tag(p, name->name);
    if (!t || (body && t->fields)) {
        t = pw_cparser_alloc(p, sizeof *t);
        t->kind = (uint8_t)kind;
        if (name) t->name = pw_clex_name(&p->u->lex, name->name);
        if (name) pw_cparser_bind(p, name->name, NULL, t);
    }
    struct pw_clayout asked = p->layout;
    p->layout = around;
    if (!body) return t;
    if (t->is_open) pw_cparser_fail(p, p->at, NULL, "this type is defined inside itself");
    pw_cparser_enter(p);
    p->at++;
    t->is_open = true;
    fields(p, t);
    t->is_open = false;
    p->depth--;
    p->layout = asked;
    pw_cparser_skip_noise(p);
    t->layout = p->layout;
    p->layout = around;
    return t;
}

static void enumerators(struct pw_cparser *p, bool *negative)
{
    pw_cint next = 0;
    while (!pw_cparser_take(p, '}')) {
        const struct pw_ctok *t = pw_cparser_tok(p);
        if (t->kind != PW_CTOK_NAME) pw_cparser_fail(p, p->at, NULL, "expected an enumerator");
        struct pw_cdecl *d = pw_cparser_decl(p, PW_CD_ENUMERATOR, pw_clex_name(&p->u->lex, t->name),
                                             pw_cparser_int(p, 3, true), p->at);
        p->at++;
        pw_cparser_skip_noise(p);
        if (pw_cparser_take(p, '=')) next = pw_cparser_constant(p);
        d->value = next++;
        if (d->value < 0) *negative = true;
        pw_cparser_bind(p, t->name, d, NULL);
        if (!pw_cparser_take(p, ',') && !pw_cparser_is(p, '}')) pw_cparser_want(p, '}');
    }
}

static struct pw_ctype *enumeration(struct pw_cparser *p)
{
    bool negative = false;
    pw_cparser_skip_noise(p);
    const struct pw_ctok *name = pw_cparser_tok(p)->kind == PW_CTOK_NAME ? pw_cparser_tok(p) : NULL;
    if (name) p->at++;
    pw_cparser_skip_noise(p);
    if (!pw_cparser_take(p, '{')) {
        struct pw_ctype *t = name ? pw_cparser_find_tag(p, name->name) : NULL;
        return t ? t : pw_cparser_copy(p, pw_cparser_int(p, 3, false));
    }
    enumerators(p, &negative);
    struct pw_ctype *t = pw_cparser_copy(p, pw_cparser_int(p, 3, negative));
    if (name) pw_cparser_bind(p, name->name, NULL, t);
    pw_cparser_skip_noise(p);
    return t;
}

/* --- specifiers --- */

struct words {
    unsigned longs, is_signed, is_unsigned, is_short, is_char, is_int, is_bool, is_float, is_void;
    unsigned float_bits; /* large: not told */
    bool atomic, wide;
    struct pw_ctype *type;
};

/* Numbers of which nothing is known but their size; __int128 is one of them. */
static struct pw_ctype *float_type(struct pw_cparser *p, const struct words *w)
{
    unsigned bits = w->wide ? 128 : w->float_bits;
    if (w->longs) bits = bits == 64 && p->u->long_bits == 64 ? 128 : 0;
    for (unsigned i = 1; i < 4; i++)
        if (p->floats[i].bits == bits) return &p->floats[i];
    return &p->floats[0];
}

static struct pw_ctype *type_of_words(struct pw_cparser *p, const struct words *w, uint32_t token)
{
    if (w->type) return w->type;
    if (w->is_void) return &p->void_type;
    if (w->is_float || w->wide) return float_type(p, w);
    if (w->is_bool) return pw_cparser_copy(p, pw_cparser_int(p, 0, false));
    unsigned rank = w->is_char ? 1 : w->is_short ? 2 : w->longs >= 2 ? 5 : w->longs ? 4 : 3;
    if (!w->is_char && !w->is_short && !w->longs && !w->is_int && !w->is_signed && !w->is_unsigned)
        pw_cparser_expected(p, token, "a type");
    return pw_cparser_copy(p, pw_cparser_int(p, rank, !w->is_unsigned));
}

static void type_of(struct pw_cparser *p, struct words *w)
{
    pw_cparser_want(p, '(');
    if (pw_cparser_starts_type(p)) {
        w->type = pw_cparser_copy(p, pw_cparser_type_name(p));
    } else {
        struct pw_cexpr *e = pw_cparser_expr(p);
        w->type = pw_cparser_copy(p, e->type);
    }
    pw_cparser_want(p, ')');
}

static void storage_word(struct pw_cspec *s, enum word_kind k)
{
    switch (k) {
    case W_TYPEDEF:
        s->is_typedef = true;
        break;
    case W_EXTERN:
        s->is_extern = true;
        break;
    case W_STATIC:
        s->is_static = true;
        break;
    case W_THREAD:
        s->is_thread = true;
        break;
    default:
        break;
    }
}

static void basic_word(struct words *w, enum word_kind k)
{
    switch (k) {
    case W_SIGNED:
        w->is_signed = 1;
        break;
    case W_UNSIGNED:
        w->is_unsigned = 1;
        break;
    case W_VOID:
        w->is_void = 1;
        break;
    case W_BOOL:
        w->is_bool = 1;
        break;
    case W_CHAR:
        w->is_char = 1;
        break;
    case W_SHORT:
        w->is_short = 1;
        break;
    case W_INT:
        w->is_int = 1;
        break;
    case W_LONG:
        w->longs++;
        break;
    case W_FLOAT:
        w->is_float = 1, w->float_bits += 32;
        break;
    case W_DOUBLE:
        w->is_float = 1, w->float_bits += 64;
        break;
    case W_OTHER_FLOAT:
        w->is_float = 1, w->float_bits = 1000;
        break;
    case W_INT128:
        w->wide = true, w->is_int = 1;
        break;
    default:
        break;
    }
}

/* One word; false: it does not belong to the specifiers. */
static bool one_word(struct pw_cparser *p, struct words *w, struct pw_cspec *s)
{
    const struct pw_ctok *t = pw_cparser_tok(p);
    if (t->kind != PW_CTOK_NAME) return false;
    struct pw_cdecl *d = pw_cparser_find(p, t->name);
    bool has = w->type || w->is_void || w->is_float || w->is_bool || w->is_char || w->is_int ||
               w->is_short || w->longs || w->is_signed || w->is_unsigned;
    if (d && (d->kind != PW_CD_TYPEDEF || has)) return false;
    if (d) return p->at++, w->type = pw_cparser_copy(p, d->type), true;
    enum word_kind k = kind_of(pw_clex_name(&p->u->lex, t->name));
    if (k == W_NONE) return false;
    p->at++;
    storage_word(s, k), basic_word(w, k);
    switch (k) {
    case W_STRUCT:
        w->type = record(p, PW_CT_STRUCT);
        break;
    case W_UNION:
        w->type = record(p, PW_CT_UNION);
        break;
    case W_ENUM:
        w->type = enumeration(p);
        break;
    case W_TYPEOF:
        type_of(p, w);
        break;
    case W_AUTO:
        s->is_auto_type = true, w->is_int = 1;
        break;
    case W_ATOMIC:
        w->atomic = true;
        if (pw_cparser_is(p, '(')) type_of(p, w);
        break;
    default:
        break;
    }
    return true;
}

static struct pw_cspec specifiers(struct pw_cparser *p)
{
    struct pw_cspec s = {0};
    struct words w = {0};
    uint32_t token = p->at;
    do
        pw_cparser_skip_noise(p);
    while (one_word(p, &w, &s));
    s.type = type_of_words(p, &w, p->at == token ? token : p->at);
    if (w.atomic) s.type = pw_cparser_copy(p, s.type), s.type->is_atomic = true;
    return s;
}

/* --- declarators --- */

static struct pw_ctype *array_of(struct pw_cparser *p, struct pw_ctype *base)
{
    struct pw_ctype *t = pw_cparser_alloc(p, sizeof *t);
    t->kind = PW_CT_ARRAY;
    t->count = -1;
    while (pw_cparser_take_word(p, "static") || pw_cparser_take_word(p, "const") ||
           pw_cparser_take_word(p, "restrict") || pw_cparser_take_word(p, "__restrict"))
        continue;
    if (!pw_cparser_is(p, ']')) {
        struct pw_cexpr *e = pw_cparser_assignment(p);
        pw_cint n;
        if (pw_cparser_fold(e, &n)) {
            if (n < 0 || n > 100000000) pw_cparser_fail(p, e->token, NULL, "no size of an array");
            t->count = (int64_t)n;
        } else {
            t->length = e;
        }
    }
    pw_cparser_want(p, ']');
    t->to = base;
    return t;
}

/* A parameter of array or function type is a pointer. */
static const struct pw_ctype *as_parameter(struct pw_cparser *p, const struct pw_ctype *t)
{
    if (t->kind == PW_CT_ARRAY) return pw_cparser_pointer(p, t->to);
    return t->kind == PW_CT_FUNC ? pw_cparser_pointer(p, t) : t;
}

static struct pw_ctype *function_of(struct pw_cparser *p, struct pw_ctype *base,
                                    struct pw_cdecl ***params, uint32_t *nparams)
{
    struct pw_ctype *t = pw_cparser_alloc(p, sizeof *t);
    size_t mark = p->list.n;
    size_t scope = pw_cparser_open(p);
    t->kind = PW_CT_FUNC;
    t->to = base;
    while (!pw_cparser_take(p, ')')) {
        if (!pw_cparser_take(p, PW_SIGN3('.', '.', '.'))) {
            const char *name = NULL;
            uint32_t token = p->at;
            struct pw_cspec s = specifiers(p);
            const struct pw_ctype *type = declarator(p, s.type, &name, &token, NULL, NULL);
            pw_cparser_skip_noise(p);
            if (type->kind == PW_CT_VOID && !name && pw_cparser_is(p, ')')) continue;
            struct pw_cdecl *d =
                pw_cparser_decl(p, PW_CD_PARAM, name, as_parameter(p, type), token);
            pw_vec_push(&p->list, d);
            if (name) pw_cparser_bind(p, p->u->lex.tokens.at[token].name, d, NULL);
        }
        if (!pw_cparser_take(p, ',') && !pw_cparser_is(p, ')')) pw_cparser_want(p, ')');
    }
    pw_cparser_close(p, scope);
    size_t n = p->list.n - mark;
    struct pw_cdecl **list = pw_cparser_alloc(p, (n + 1) * sizeof *list);
    struct pw_cfield *types = pw_cparser_alloc(p, (n + 1) * sizeof *types);
    for (size_t i = 0; i < n; i++)
        list[i] = p->list.at[mark + i], types[i].type = list[i]->type;
    t->fields = types;
    t->nfields = (uint32_t)n;
    if (params) *params = list, *nparams = (uint32_t)n;
    p->list.n = mark;
    return t;
}

/* What follows the name: the type is built from the right. */
static struct pw_ctype *suffixes(struct pw_cparser *p, struct pw_ctype *base,
                                 struct pw_cdecl ***params, uint32_t *nparams)
{
    pw_cparser_skip_noise(p);
    if (pw_cparser_take(p, '(')) {
        struct pw_ctype *f = function_of(p, base, params, nparams);
        f->to = suffixes(p, base, NULL, NULL);
        return f;
    }
    if (!pw_cparser_take(p, '[')) return base;
    pw_cparser_enter(p);
    struct pw_ctype *t = array_of(p, base);
    t->to = suffixes(p, base, NULL, NULL);
    p->depth--;
    return t;
}

static bool nested_declarator(const struct pw_cparser *p)
{
    if (!pw_cparser_is(p, '(')) return false;
    if (pw_cparser_is_at(p, p->at + 1, '*') || pw_cparser_is_at(p, p->at + 1, '(')) return true;
    const struct pw_ctok *t = &p->u->lex.tokens.at[p->at + 1];
    if (t->kind != PW_CTOK_NAME) return false;
    const char *w = word_of(p, p->at + 1);
    if (!strcmp(w, "__attribute__")) return true;
    const struct pw_cdecl *d = pw_cparser_find(p, t->name);
    return kind_of(w) == W_NONE && !(d && d->kind == PW_CD_TYPEDEF);
}

static struct pw_ctype *declarator(struct pw_cparser *p, struct pw_ctype *base, const char **name,
                                   uint32_t *token, struct pw_cdecl ***params, uint32_t *nparams)
{
    pw_cparser_enter(p);
    pw_cparser_skip_noise(p);
    while (pw_cparser_take(p, '*')) {
        base = pw_cparser_pointer(p, base);
        for (;;) {
            pw_cparser_skip_noise(p);
            enum word_kind k = kind_of(word_of(p, p->at));
            if (k == W_ATOMIC)
                base->is_atomic = true;
            else if (k != W_NOISE)
                break;
            p->at++;
        }
    }
    if (nested_declarator(p)) {
        uint32_t inner = ++p->at, end;
        p->at--;
        pw_cparser_skip_balanced(p);
        base = suffixes(p, base, params, nparams);
        end = p->at;
        p->at = inner;
        base = declarator(p, base, name, token, NULL, NULL);
        pw_cparser_want(p, ')');
        p->at = end;
    } else {
        if (pw_cparser_tok(p)->kind == PW_CTOK_NAME && kind_of(word_of(p, p->at)) == W_NONE) {
            *name = word_of(p, p->at);
            *token = p->at++;
        }
        base = suffixes(p, base, params, nparams);
    }
    p->depth--;
    return base;
}

const struct pw_ctype *pw_cparser_type_name(struct pw_cparser *p)
{
    const char *name = NULL;
    uint32_t token = p->at;
    struct pw_cspec s = specifiers(p);
    const struct pw_ctype *t = declarator(p, s.type, &name, &token, NULL, NULL);
    if (name) pw_cparser_fail(p, token, NULL, "expected a type without a name");
    return t;
}

/* --- declarations --- */

static enum pw_copaque opaque_of(const char *name)
{
#define X(kind, text)                                                                              \
    if (!strcmp(name, text)) return PW_CO_##kind;
    PW_COPAQUES(X)
#undef X
    return PW_CO_NONE;
}

static void declare_typedef(struct pw_cparser *p, const char *name, const struct pw_ctype *t,
                            uint32_t token)
{
    enum pw_copaque o = opaque_of(name);
    if (o && p->u->lex.tokens.at[token].system) {
        struct pw_ctype *c = pw_cparser_alloc(p, sizeof *c);
        c->kind = PW_CT_OPAQUE;
        c->opaque = (uint8_t)o;
        c->name = name;
        t = c;
    }
    struct pw_cdecl *d = pw_cparser_decl(p, PW_CD_TYPEDEF, name, t, token);
    pw_cparser_bind(p, p->u->lex.tokens.at[token].name, d, NULL);
}

/* An initialiser gives an array without a size its size. */
static const struct pw_ctype *completed(struct pw_cparser *p, const struct pw_ctype *t,
                                        const struct pw_cexpr *init)
{
    int64_t n = 0, at = 0;
    if (t->kind != PW_CT_ARRAY || t->count >= 0 || t->length || init->kind != PW_CE_LIST) return t;
    for (uint32_t i = 0; i < init->nargs; i++) {
        if (init->at[i]) at = init->at[i]->index;
        if (++at > n) n = at;
    }
    struct pw_ctype *c = pw_cparser_copy(p, t);
    c->count = n;
    return c;
}

static void into_unit(struct pw_cparser *p, struct pw_cdecl *d)
{
    if (d->is_system && d->kind != PW_CD_FUNC) return;
    *p->tail = d;
    p->tail = &d->next;
}

/* The body of a function; parameters are its outermost scope. */
static void function_body(struct pw_cparser *p, struct pw_cdecl *f)
{
    size_t scope = pw_cparser_open(p);
    for (uint32_t i = 0; i < f->nparams; i++) {
        struct pw_cdecl *d = f->params[i];
        if (d->name) pw_cparser_bind(p, p->u->lex.tokens.at[d->token].name, d, NULL);
    }
    p->function = f;
    f->body = pw_cparser_block(p);
    p->function = NULL;
    pw_cparser_close(p, scope);
}

static struct pw_cdecl *declare_function(struct pw_cparser *p, const char *name,
                                         const struct pw_ctype *t, uint32_t token,
                                         struct pw_cdecl **params, uint32_t nparams)
{
    uint32_t id = p->u->lex.tokens.at[token].name;
    struct pw_cdecl *d = pw_cparser_find(p, id);
    if (!d || d->kind != PW_CD_FUNC) {
        d = pw_cparser_decl(p, PW_CD_FUNC, name, t, token);
        pw_cparser_bind(p, id, d, NULL);
        into_unit(p, d);
    }
    if (!pw_cparser_is(p, '{')) return d;
    if (d->body) pw_cparser_fail(p, token, NULL, "'%s' is defined twice", name);
    d->params = params;
    d->nparams = nparams;
    d->type = t;
    d->token = token;
    d->is_system = p->u->lex.tokens.at[token].system;
    return d;
}

static struct pw_cdecl *declare_variable(struct pw_cparser *p, const struct pw_cspec *s,
                                         const char *name, const struct pw_ctype *t, uint32_t token)
{
    uint32_t id = p->u->lex.tokens.at[token].name;
    struct pw_cdecl *old = p->function ? NULL : pw_cparser_find(p, id), *d = old;
    if (!old || old->kind != PW_CD_VAR) {
        d = pw_cparser_decl(p, PW_CD_VAR, name, t, token);
        d->is_global = !p->function || s->is_static || s->is_extern;
        d->is_thread = s->is_thread;
        d->is_extern = s->is_extern;
        pw_cparser_bind(p, id, d, NULL);
        if (d->is_global) into_unit(p, d);
    }
    if (!s->is_extern) d->is_extern = false, d->token = token;
    if (pw_ctype_cells(t) >= 0) d->type = t;
    if (pw_cparser_take(p, '=')) {
        d->init = pw_cparser_initializer(p);
        d->is_extern = false;
        d->type = s->is_auto_type ? pw_cparser_plain(p, d->init->type) : completed(p, t, d->init);
    }
    return d;
}

/* _Static_assert(e, "..."): trusted to the compiler. */
static bool static_assert(struct pw_cparser * p)
{
    if (!pw_cparser_take_word(p, "_Static_assert")) return false;
    pw_cparser_skip_balanced(p);
    pw_cparser_want(p, ';');
    return true;
}

struct pw_cdecl *pw_cparser_declaration(struct pw_cparser *p)
{
    struct pw_cdecl *list = NULL, **tail = &list;
    if (static_assert(p)) return NULL;
    struct pw_cspec s = specifiers(p);
    if (pw_cparser_take(p, ';')) return NULL;
    do {
        const char *name = NULL;
        struct pw_cdecl **params = NULL;
        uint32_t nparams = 0, token = p->at;
        struct pw_ctype *t = declarator(p, s.type, &name, &token, &params, &nparams);
        pw_cparser_skip_noise(p);
        if (!name) pw_cparser_fail(p, p->at, NULL, "expected a name in this declaration");
        if (s.is_typedef) {
            declare_typedef(p, name, t, token);
        } else if (t->kind == PW_CT_FUNC) {
            struct pw_cdecl *f = declare_function(p, name, t, token, params, nparams);
            if (!pw_cparser_is(p, '{')) continue;
            if (p->function)
                pw_cparser_fail(p, token, NULL, "unsupported: a function inside a function");
            function_body(p, f);
            return NULL;
        } else {
            struct pw_cdecl *d = declare_variable(p, &s, name, t, token);
            if (!d->is_global && p->function) *tail = d, tail = &d->next;
        }
        pw_cparser_skip_noise(p);
    } while (pw_cparser_take(p, ','));
    pw_cparser_want(p, ';');
    return list;
}
