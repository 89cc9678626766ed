/* ast.h -- the syntax tree of a `.dr` file, as parsed: names not yet resolved, types not yet
 * checked.
 *
 * Nodes live in an arena. Extents are token numbers [first, last]. Depth of expressions and nesting
 * of statements are at most PW_AST_DEEPEST, so passes may recurse. Chains of more than PW_AST_CHAIN
 * operands of && || + - are built as balanced trees. */
#ifndef PW_FRONT_DR_AST_H
#define PW_FRONT_DR_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "prog/expr.h"

enum { PW_AST_DEEPEST = 1000, PW_AST_CHAIN = 32, PW_NO_NAME = 0xffffffff };

enum pw_ast_kind {
    PW_AST_NUMBER,
    PW_AST_TRUTH,
    PW_AST_NAME,
    PW_AST_AT,
    PW_AST_COUNT,
    PW_AST_OPERATOR,
    PW_AST_FOLD,       /* op over all values of an index: gone after front/dr/family.h */
    PW_AST_VALUE,      /* of an index */
    PW_AST_QUANTIFIER, /* every(args[0]) if op, otherwise some(args[0]) */
    PW_AST_BAD
};

/* What a name means, found out by the first check that looks at it. UNIT: parameter or local of the
 * thread or procedure around; LOCAL: local variable `index` of thread `thread`, named in a
 * predicate. */
enum pw_meaning {
    PW_UNRESOLVED,
    PW_MEANS_NOTHING,
    PW_MEANS_CONST,
    PW_MEANS_SHARED,
    PW_MEANS_UNIT,
    PW_MEANS_LOCAL
};

struct pw_symbol {
    enum pw_meaning meaning;
    int32_t thread;
    uint32_t index;
};

/* x, t.x, other.x, other(t).x, and the same with at(L) for x; x[cell], t[cell].x. */
struct pw_ast_ref {
    uint32_t name, template; /* interned; template may be PW_NO_NAME */
    bool other;
    struct pw_ast_expr *cell; /* of the array, or of the array of threads t; may be NULL */
    uint32_t token;           /* of the name */
    struct pw_symbol symbol;
};

struct pw_ast_expr {
    uint8_t kind;
    uint8_t op; /* OPERATOR: enum pw_expr_kind; == and != are EQ and NE for both types */
    uint16_t depth;
    uint32_t first, last;
    union {
        bool truth;
        int64_t value;
        struct pw_ast_ref ref;
        struct {
            uint32_t token; /* of the operator */
            /* FOLD: args[1] for each value of `index` below args[0] */
            struct pw_ast_expr *args[3];
            uint32_t index;
        };
    };
};

/* To add a statement: a kind here; its word in lexer.h (one that is no keyword: among the reserved
 * names in front/c/ctran_emit.c); parser_stmt.c (dispatch, foreign_hint), parser_expr.c if it looks
 * like a call, check.c (check_statement), lower.c (lower_simple or lower_statement), format.c
 * (function_like) if "(" follows; family.c if its names are no variables. If contracts have it:
 * tree.h, read_stmt.c, resolve_body.c, mgraph.c, plain.c of src/modular, doc/contracts.md and
 * tests/oracle/paths.py. If prog/build.h cannot say it: there, compose.c, freeze.c, run/interp.c,
 * program_json.c, program_print.c, tests/oracle/lowered.py. Text: doc/language.md (grammar,
 * keywords, table), NEWS, contrib/{vim,emacs,vscode} (tests/cli/lsp.sh compares),
 * tests/fuzz/dr.dict. Tests: tests/unit/test_lang.c; tests/bad, both files in BAD_FILES of
 * tests/unit/lang.mk; the second implementations in tests/oracle/reference and protocols.py;
 * tests/tools/gen_tree.[ch] and gen_print.c with tests/oracle/program_oracle.c. What it does to
 * other threads is a bit of enum pw_program_use (prog/program.h; edge_uses and pw_program_untaken
 * in program.c), so that engines decline it. */
enum pw_stmt_kind {
    PW_STMT_EMPTY,  /* ; */
    PW_STMT_LABEL,  /* names[0]: in front of the next statement of the list */
    PW_STMT_ASSIGN, /* names[i] = exprs[i] */
    PW_STMT_OTHERS, /* other.x = exprs[0] */
    PW_STMT_CALL,   /* [names[0] =] callee(exprs) */
    PW_STMT_CAS,    /* names[0] = cas(names[1], exprs[0], exprs[1]) */
    PW_STMT_SKIP,
    PW_STMT_ASSUME, /* exprs[0] */
    PW_STMT_ASSERT, /* exprs[0] */
    PW_STMT_HAVOC,  /* names */
    PW_STMT_IF,     /* exprs[0] or nexprs = 0 for (*); body, otherwise */
    PW_STMT_WHILE,  /* the same; body */
    PW_STMT_GOTO,   /* names[0] */
    PW_STMT_BREAK,
    PW_STMT_CONTINUE,
    PW_STMT_EXIT,
    PW_STMT_RETURN, /* nexprs 0 or 1 */
    PW_STMT_BLOCK,  /* body */
    PW_STMT_ATOMIC, /* body */
    PW_STMT_LOCK,   /* names[0] */
    PW_STMT_UNLOCK  /* names[0] */
};

struct pw_ast_name {
    uint32_t name, token;
    struct pw_ast_expr *cell; /* of a target x[cell], or NULL */
    struct pw_symbol symbol;  /* targets of assignments, havoc, cas, lock */
};

struct pw_stmt {
    uint8_t kind;
    uint32_t first, last; /* the whole statement; a condition ends at head */
    uint32_t head;        /* IF, WHILE: the closing parenthesis */
    uint32_t callee;      /* CALL: interned name */
    uint32_t callee_token;
    struct pw_ast_name *names;
    struct pw_ast_expr **exprs;
    struct pw_ast_expr *target; /* OTHERS: other.x */
    uint32_t nnames, nexprs;
    struct pw_stmt *body, *otherwise; /* first of a list */
    struct pw_stmt *next;
};

enum pw_ast_type { PW_AST_INT, PW_AST_BOOL, PW_AST_MUTEX, PW_AST_RANGE, PW_AST_TID };

/* One declared variable, constant or parameter. */
struct pw_decl {
    struct pw_ast_name name;
    enum pw_ast_type type;
    struct pw_ast_expr *lo, *hi; /* RANGE */
    struct pw_ast_expr *init;    /* may be NULL */
    struct pw_ast_expr *size;    /* of an array, or NULL */
    struct pw_decl *next;
};

/* predicate name = expr, or init expr, or invariant expr. */
struct pw_ast_pred {
    struct pw_ast_name name;
    struct pw_ast_expr *expr;
    /* number of the thread block around it, or -1; in an abstract thread set when that is bound */
    int32_t thread;
    int32_t abstract; /* number of the abstract thread around it, or -1 */
    uint32_t first;
    struct pw_ast_pred *next;
};

/* A thread or a procedure. */
struct pw_ast_unit {
    struct pw_ast_name name;
    struct pw_ast_expr *count; /* threads; NULL: any number */
    bool indexed;              /* thread NAME [count] (index): one thread for each index */
    struct pw_ast_name index;
    struct pw_decl *params, *locals;
    struct pw_stmt *body;
    bool returns_value; /* some return has an expression */
    uint32_t last;      /* closing brace */
    /* the thread that this one, an abstract thread, replaces; NULL otherwise */
    const struct pw_ast_unit *instead_of;
    bool has_abstract; /* of a thread: the file gives it an abstract thread */
    struct pw_ast_unit *next;
};

/* abstract thread NAME, ... { ... }; the name of the unit is the first one. */
struct pw_ast_abstract {
    struct pw_ast_name *names;
    uint32_t nnames;
    struct pw_ast_unit *unit;
    struct pw_ast_abstract *next;
};

struct pw_ast_count {
    struct pw_ast_ref label;
    struct pw_ast_expr *least;
    uint32_t first, last;
    struct pw_ast_count *next;
};

/* counts, or a formula */
struct pw_ast_disjunct {
    struct pw_ast_count *counts;
    struct pw_ast_expr *formula;
    uint32_t first, last;
    struct pw_ast_expr *number; /* unsafe [number] (index): once for each index; or NULL */
    struct pw_ast_name index;
    bool instance; /* that for this value of the index */
    int64_t value;
    struct pw_ast_disjunct *next;
};

struct pw_ast {
    struct pw_arena arena;
    struct pw_decl *consts, *shared;
    struct pw_ast_unit *threads, *procs;
    struct pw_ast_pred *preds, *inits, *invariants;
    struct pw_ast_disjunct *unsafe;
    struct pw_ast_abstract *abstracts;
    size_t nthreads, nprocs, nabstracts;
    bool families; /* something has an index */
};

#endif
