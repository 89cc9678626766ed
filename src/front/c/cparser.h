/* cparser.h -- what the files of the parser share. Private to them. */
#ifndef PW_FRONT_C_CPARSER_H
#define PW_FRONT_C_CPARSER_H

#include <setjmp.h>

#include "front/c/cparse.h"

enum { PW_CPARSE_DEEPEST = 300 };

struct pw_cbinding {
    uint32_t name;
    bool is_tag;
    struct pw_cdecl *decl;
    struct pw_ctype *tag;
    int32_t hidden; /* the binding of the same name that this one hides, or -1 */
};

struct pw_cparser {
    struct pw_cunit *u;
    struct pw_cerror *error;
    uint32_t at; /* the next token */
    unsigned depth;
    PW_VEC(struct pw_cbinding) bindings; /* innermost last */
    /* lists that are being read, the innermost last: a way back over them leaves nothing behind */
    PW_VEC(void *) list;
    PW_VEC(int32_t) top, tags; /* by name: its innermost binding, or -1 */
    struct pw_cdecl *function; /* whose body is read */
    struct pw_cdecl **tail;    /* end of unit.decls */
    uint32_t ids;
    struct pw_clayout layout; /* what has been asked for since it was cleared */
    bool lenient;             /* inside a system header: errors go to `recover` */
    jmp_buf recover;
    struct pw_ctype ints[6][2];           /* by rank and sign */
    struct pw_ctype void_type, floats[4]; /* of a size not told, 32, 64 and 128 bits */
};

/* What stands before the declarators of a declaration. */
struct pw_cspec {
    struct pw_ctype *type;
    bool is_typedef, is_extern, is_static, is_thread, is_auto_type;
};

_Noreturn void pw_cparser_fail(struct pw_cparser *p, uint32_t token, const char *hint,
                               const char *format, ...) __attribute__((format(printf, 4, 5)));
/* "expected WANT before ..." the token. */
_Noreturn void pw_cparser_expected(struct pw_cparser *p, uint32_t token, const char *want);

static inline const struct pw_ctok *pw_cparser_tok(const struct pw_cparser *p)
{
    return &p->u->lex.tokens.at[p->at];
}
bool pw_cparser_is(const struct pw_cparser *p, uint32_t sign);
bool pw_cparser_is_at(const struct pw_cparser *p, uint32_t at, uint32_t sign);
bool pw_cparser_is_word(const struct pw_cparser *p, const char *word);
bool pw_cparser_take(struct pw_cparser *p, uint32_t sign);
bool pw_cparser_take_word(struct pw_cparser *p, const char *word);
void pw_cparser_want(struct pw_cparser *p, uint32_t sign);
void pw_cparser_skip_balanced(struct pw_cparser *p); /* from ( [ or { past its partner */
/* __attribute__, _Alignas, __extension__, asm names. What asks for a layout is put into p->layout;
 * what changes what the program does is refused. */
void pw_cparser_skip_noise(struct pw_cparser *p);
void pw_cparser_enter(struct pw_cparser *p); /* one level deeper, or an error */

size_t pw_cparser_open(struct pw_cparser *p); /* a scope */
void pw_cparser_close(struct pw_cparser *p, size_t mark);
void pw_cparser_bind(struct pw_cparser *p, uint32_t name, struct pw_cdecl *d, struct pw_ctype *tag);
struct pw_cdecl *pw_cparser_find(const struct pw_cparser *p, uint32_t name);
struct pw_ctype *pw_cparser_find_tag(const struct pw_cparser *p, uint32_t name);
struct pw_cdecl *pw_cparser_decl(struct pw_cparser *p, enum pw_cdecl_kind kind, const char *name,
                                 const struct pw_ctype *type, uint32_t token);

void *pw_cparser_alloc(struct pw_cparser *p, size_t size); /* zeroed, in the unit's arena */
struct pw_ctype *pw_cparser_pointer(struct pw_cparser *p, const struct pw_ctype *to);
const struct pw_ctype *pw_cparser_int(struct pw_cparser *p, unsigned rank, bool is_signed);
struct pw_ctype *pw_cparser_copy(struct pw_cparser *p, const struct pw_ctype *t);
/* not atomic */
const struct pw_ctype *pw_cparser_plain(struct pw_cparser *p, const struct pw_ctype *t);

/* declarations (cparse_decl.c) */
bool pw_cparser_starts_type(const struct pw_cparser *p);
const struct pw_ctype *pw_cparser_type_name(struct pw_cparser *p);
/* a list; NULL: declares no object */
struct pw_cdecl *pw_cparser_declaration(struct pw_cparser *p);

/* expressions (cparse_expr.c) */
struct pw_cexpr *pw_cparser_expr(struct pw_cparser *p);       /* with commas */
struct pw_cexpr *pw_cparser_assignment(struct pw_cparser *p); /* without */
struct pw_cexpr *pw_cparser_initializer(struct pw_cparser *p);
pw_cint pw_cparser_constant(struct pw_cparser *p);
bool pw_cparser_fold(const struct pw_cexpr *e, pw_cint *out); /* is it a constant? */

/* the types of calls that no header declares (cparse_builtin.c): NULL if the name means nothing */
const struct pw_ctype *pw_cparser_builtin(struct pw_cparser *p, const char *name,
                                          struct pw_cexpr **args, uint32_t nargs);
void pw_cparser_prelude(struct pw_cparser *p); /* names of <stdatomic.h> and of the compiler */

/* statements (cparse_stmt.c) */
struct pw_cstmt *pw_cparser_block(struct pw_cparser *p); /* { ... } */

#endif
