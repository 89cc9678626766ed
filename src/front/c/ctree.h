/* ctree.h -- a C program as parsed: types, declarations, expressions, statements.
 *
 * Names are resolved and expressions typed while they are read, as C's grammar wants it anyway.
 * Everything lives in the arena of the unit. Depth of nesting is limited by the parser, so passes
 * may recurse. A node's `token` is the number of the token that a message about it points at. */
#ifndef PW_FRONT_C_CTREE_H
#define PW_FRONT_C_CTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/source.h"
#include "base/vec.h"
#include "front/c/clex.h"

__extension__ typedef __int128 pw_cint; /* values of every integer type of C, and sums of them */

/* --- types --- */

enum pw_ctype_kind {
    PW_CT_VOID,
    PW_CT_INT, /* _Bool, char, short, int, long, long long, enums */
    PW_CT_FLOAT,
    PW_CT_PTR,    /* to */
    PW_CT_ARRAY,  /* to, count (-1: not constant) */
    PW_CT_STRUCT, /* fields; incomplete while fields == NULL */
    PW_CT_UNION,
    PW_CT_FUNC,  /* to: what it returns */
    PW_CT_OPAQUE /* a type of the system known by its name: opaque */
};

/* X(kind, name of the type): objects of these types have a meaning, not a representation. */
#define PW_COPAQUES(X)                                                                             \
    X(MUTEX, "pthread_mutex_t")                                                                    \
    X(MUTEX, "mtx_t")                                                                              \
    X(SPIN, "pthread_spinlock_t")                                                                  \
    X(RWLOCK, "pthread_rwlock_t")                                                                  \
    X(COND, "pthread_cond_t")                                                                      \
    X(COND, "cnd_t")                                                                               \
    X(THREAD, "pthread_t")                                                                         \
    X(THREAD, "thrd_t")                                                                            \
    X(ONCE, "pthread_once_t")                                                                      \
    X(ONCE, "once_flag")                                                                           \
    X(BARRIER, "pthread_barrier_t")                                                                \
    X(SEM, "sem_t")                                                                                \
    X(ATTR, "pthread_attr_t")                                                                      \
    X(MUTEXATTR, "pthread_mutexattr_t")                                                            \
    X(ATTR, "pthread_condattr_t")                                                                  \
    X(ATTR, "pthread_rwlockattr_t")                                                                \
    X(ATTR, "pthread_barrierattr_t")                                                               \
    X(OTHER, "FILE")                                                                               \
    X(OTHER, "pthread_key_t")                                                                      \
    X(OTHER, "va_list")                                                                            \
    X(OTHER, "__builtin_va_list")                                                                  \
    X(OTHER, "__gnuc_va_list")

enum pw_copaque {
    PW_CO_NONE,
    PW_CO_MUTEX,
    PW_CO_SPIN,
    PW_CO_RWLOCK,
    PW_CO_COND,
    PW_CO_THREAD,
    PW_CO_ONCE,
    PW_CO_BARRIER,
    PW_CO_SEM,
    PW_CO_ATTR,
    PW_CO_MUTEXATTR,
    PW_CO_OTHER
};

/* What attributes and _Alignas ask for; aligned 0: nothing, -1: a number that is not known. */
struct pw_clayout {
    bool packed;
    int64_t aligned;
};

struct pw_cfield {
    const char *name;
    const struct pw_ctype *type;
    uint32_t offset; /* in cells, see pw_ctype_cells */
    struct pw_clayout layout;
};

struct pw_ctype {
    uint8_t kind;
    uint8_t bits;   /* INT: width; FLOAT: the same, 0: not told */
    uint8_t rank;   /* INT: bool 0, char 1, short 2, int 3, long 4, long long 5 */
    uint8_t opaque; /* enum pw_copaque */
    bool is_signed, is_atomic;
    bool is_open; /* its fields are being read */
    int64_t count;
    const struct pw_ctype *to;
    const struct pw_cexpr *length;  /* ARRAY with count -1: the expression, or NULL */
    const struct pw_cfield *fields; /* STRUCT, UNION; FUNC: the parameters */
    uint32_t nfields;
    struct pw_clayout layout; /* STRUCT, UNION */
    const char *name;         /* tag, or NULL */
};

/* How many scalars an object of the type is made of (a scalar, a pointer, an opaque: 1); -1: none
 * can be told (void, functions, incomplete types, arrays without a constant size). */
int64_t pw_ctype_cells(const struct pw_ctype *t);
int64_t pw_ctype_size(const struct pw_ctype *t, unsigned bits); /* sizeof, as gcc has it; -1 */
int64_t pw_ctype_align(const struct pw_ctype *t, unsigned bits);
pw_cint pw_ctype_min(const struct pw_ctype *t); /* of an INT */
pw_cint pw_ctype_max(const struct pw_ctype *t);
pw_cint pw_ctype_wrap(pw_cint v, const struct pw_ctype *t); /* the value after a cast to it */
bool pw_ctype_same(const struct pw_ctype *a, const struct pw_ctype *b); /* up to qualifiers */
/* "unsigned int", "struct node *": for messages. The text lives in buffer. */
const char *pw_ctype_text(const struct pw_ctype *t, char *buffer, size_t size);

/* --- declarations --- */

enum pw_cdecl_kind { PW_CD_VAR, PW_CD_PARAM, PW_CD_FUNC, PW_CD_TYPEDEF, PW_CD_ENUMERATOR };

struct pw_cdecl {
    uint8_t kind;
    bool is_global;    /* static storage */
    bool is_thread;    /* _Thread_local */
    bool is_system;    /* from a system header */
    bool is_extern;    /* declared without being defined */
    bool is_modified;  /* assigned or its address taken, somewhere */
    bool is_addressed; /* its address taken, somewhere */
    bool has_jumps;    /* FUNC: some goto */
    const char *name;
    const struct pw_ctype *type;
    struct pw_cexpr *init;
    pw_cint value;            /* ENUMERATOR */
    struct pw_cdecl **params; /* FUNC, when it has a body */
    uint32_t nparams;
    struct pw_cstmt *body;
    uint32_t token;
    uint32_t id;           /* distinct */
    uint32_t mark;         /* scratch of passes */
    struct pw_cdecl *next; /* of the unit, in order; or of one declaration statement */
};

/* --- expressions --- */

enum pw_cexpr_kind {
    PW_CE_NUM, /* value */
    PW_CE_STR,
    PW_CE_NAME,    /* decl */
    PW_CE_UNARY,   /* op: - + ~ ! * & ; a */
    PW_CE_INCR,    /* op: + or -; post; a */
    PW_CE_BINARY,  /* op; a, b (also && || and ,) */
    PW_CE_ASSIGN,  /* op: 0 or the binary one; a, b */
    PW_CE_COND,    /* a ? b : c (b may be NULL: a ?: c) */
    PW_CE_CALL,    /* a (args) */
    PW_CE_INDEX,   /* a[b] */
    PW_CE_MEMBER,  /* a.field; -> is * and . */
    PW_CE_CAST,    /* (type) a */
    PW_CE_BLOCK,   /* ({ body }) */
    PW_CE_LITERAL, /* (type){ args } */
    PW_CE_LIST     /* { args }: an initialiser; designators in `at` */
};

struct pw_cexpr {
    uint8_t kind;
    bool post;
    uint32_t op;
    uint32_t token;
    const struct pw_ctype *type;
    pw_cint value;
    struct pw_cexpr *a, *b, *c;
    struct pw_cexpr **args;
    struct pw_cdesignator **at; /* LIST: what args[i] initialises; NULL entries: the next one */
    uint32_t nargs;
    struct pw_cdecl *decl;
    const struct pw_cfield *field;
    struct pw_cstmt *body;
};

struct pw_cdesignator {
    const char *field; /* .field, or */
    int64_t index;     /* [index] */
    struct pw_cdesignator *next;
};

/* --- statements --- */

enum pw_cstmt_kind {
    PW_CS_EMPTY,
    PW_CS_EXPR,
    PW_CS_DECL,
    PW_CS_BLOCK,
    PW_CS_IF,
    PW_CS_WHILE,
    PW_CS_DO,
    PW_CS_FOR,
    PW_CS_SWITCH,
    PW_CS_CASE,
    PW_CS_DEFAULT,
    PW_CS_BREAK,
    PW_CS_CONTINUE,
    PW_CS_GOTO,
    PW_CS_LABEL,
    PW_CS_RETURN
};

struct pw_cstmt {
    uint8_t kind;
    uint32_t token, last;   /* first and last token */
    struct pw_cexpr *e;     /* EXPR, RETURN, conditions */
    struct pw_cexpr *step;  /* FOR */
    struct pw_cstmt *first; /* FOR: its first part, an EXPR or DECL */
    struct pw_cstmt *body, *otherwise;
    struct pw_cdecl *decls; /* DECL: a list by next */
    const char *label;      /* LABEL, GOTO */
    pw_cint value, high;    /* CASE value ... high */
    struct pw_cstmt *next;  /* in its block */
};

struct pw_cunit {
    struct pw_arena arena;
    struct pw_clex lex;
    const struct pw_source *src;
    struct pw_cdecl *decls; /* variables and functions of the file, in order */
    unsigned long_bits;     /* 32 or 64 */
};

#endif
