/* scope.h -- what the names of a file mean: constants, shared variables, threads, procedures, and
 * their variables and labels.
 *
 * Constants, shared variables, threads, procedures and predicates share one name space. A unit is a
 * thread or a procedure; its variables (parameters first) must differ from constants and shared
 * variables, labels have a name space of their own per unit. */
#ifndef PW_FRONT_DR_SCOPE_H
#define PW_FRONT_DR_SCOPE_H

#include "front/dr/ast.h"
#include "front/dr/lexer.h"
#include "prog/program.h"

struct pw_scope_var {
    const struct pw_decl *decl;
    struct pw_type type; /* a mutex is BOOL, and so is a tid: somebody */
    bool mutex;
    bool tid;
    uint32_t number; /* of a tid among the tids */
};

/* blocks and calls around a statement after expansion; passes may recurse */
enum { PW_SCOPE_DEEPEST = 3000 };
enum pw_visit { PW_VISIT_NOT, PW_VISIT_OPEN, PW_VISIT_DONE };

struct pw_scope_unit {
    const struct pw_ast_unit *ast;
    bool is_thread;
    uint32_t number; /* threads from 0, then procedures */
    struct pw_scope_var *vars;
    uint32_t nvars, nparams;
    bool loops, labels;  /* procedures: the body, or one it calls, has a loop, a label */
    enum pw_visit visit; /* procedures: examination of the calls */
    uint32_t height;     /* nesting of blocks, those of called procedures included */
    bool return_known, returns_bool;
    int64_t count;    /* threads: exactly so many, or PW_ANY */
    bool count_alone; /* see struct pw_thread_template */
};

enum pw_global_kind {
    PW_GLOBAL_NONE,
    PW_GLOBAL_CONST,
    PW_GLOBAL_SHARED,
    PW_GLOBAL_THREAD,
    PW_GLOBAL_PROC,
    PW_GLOBAL_PREDICATE,
    PW_GLOBAL_ARRAY,  /* its cells are shared variables */
    PW_GLOBAL_THREADS /* an array of threads */
};

struct pw_scope_local {
    int32_t thread;
    uint32_t index;
    struct pw_scope_local *next;
};

/* Per interned name. */
struct pw_scope_name {
    enum pw_global_kind kind;
    uint32_t index;                /* of the constant, shared variable, thread or procedure */
    struct pw_scope_local *locals; /* thread locals of that name */
    int64_t unit_var;              /* variable of the current unit, or -1 */
    int64_t label;                 /* label of the program, or -1 */
    uint32_t label_unit;           /* last unit that declares it, + 1 */
    uint32_t label_token;
    int32_t label_thread; /* the thread that declares the label; PW_ANY: several, or a procedure */
    bool reported;        /* as undeclared */
    uint32_t cells;       /* of the array or the array of threads */
    uint32_t *cell_at;    /* and their names */
};

struct pw_scope {
    struct pw_lexer *x;
    struct pw_ast *ast;
    struct pw_expr_pool *pool;
    struct pw_scope_name *names;
    size_t nnames, names_room;
    const struct pw_expr **consts;
    size_t nconsts;
    struct pw_scope_var *shared;
    size_t nshared;
    uint32_t ntids; /* each has a local of every thread, behind its own variables: it is me */
    struct pw_scope_unit *threads, *procs;
    const struct pw_scope_unit *unit; /* the current one, or NULL */
    PW_VEC(uint32_t) labels;          /* names of all labels, sorted by their text */
    bool trial;                       /* errors are counted below instead of reported */
    unsigned trial_errors;
    /* formulas may fail to fit (front/dr/parts.h): those that do are noted here; NULL: it is an
     * error */
    struct pw_unfit *unfit;
};

/* Declares everything of the tree, evaluates constants with the definitions, and types. Reports
 * what is declared twice or makes no sense. pool receives constants and must outlive the scope. */
void pw_scope_init(struct pw_scope *s, struct pw_lexer *x, struct pw_ast *ast,
                   struct pw_expr_pool *pool, const struct pw_define *defines, size_t ndefines);
void pw_scope_clear(struct pw_scope *s);

/* A name that the text does not have; its entry in `names` is empty. */
uint32_t pw_scope_new_name(struct pw_scope *s, const char *text);
/* false (and reported) if the name is taken */
bool pw_scope_declare(struct pw_scope *s, const struct pw_ast_name *n, enum pw_global_kind kind,
                      uint32_t index);

void pw_scope_enter(struct pw_scope *s, const struct pw_scope_unit *u); /* NULL: no unit */

/* prepares pw_scope_has_label for the current unit */
void pw_scope_mark_labels(struct pw_scope *s);
bool pw_scope_has_label(const struct pw_scope *s, uint32_t name);

const char *pw_scope_text(const struct pw_scope *s, uint32_t name);
/* Not reported again if the same was said about the same place: threads of an array are checked one
 * by one. */
void pw_scope_error(struct pw_scope *s, uint32_t first, uint32_t last, const char *hint,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same; the one %s of text is replaced by name. */
void pw_scope_about(struct pw_scope *s, uint32_t first, uint32_t last, const char *hint,
                    const char *text, const char *name);
/* Undeclared name: once per name, with the nearest visible one. text has one %s for it. */
enum pw_visible {
    PW_VISIBLE_VARS,
    PW_VISIBLE_PREDICATE,
    PW_VISIBLE_LABELS,
    PW_VISIBLE_PROCS,
    PW_VISIBLE_THREADS
};
void pw_scope_undeclared(struct pw_scope *s, uint32_t name, uint32_t token, enum pw_visible what,
                         const char *text);

#endif
