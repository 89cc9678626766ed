/* elaborate.h -- syntax trees of expressions to typed expressions: names, types, linearity. */
#ifndef PW_FRONT_DR_ELABORATE_H
#define PW_FRONT_DR_ELABORATE_H

#include "front/dr/scope.h"

/* Where an expression stands decides what it may read. */
enum pw_where {
    PW_IN_CONST, /* constants only */
    /* initialiser: shared variables below `limit`; in a thread all shared ones and locals below
     * `limit` */
    PW_IN_INIT,
    PW_IN_BODY,      /* shared variables and variables of the unit */
    PW_IN_PREDICATE, /* everything, and the order of threads */
    PW_IN_INVARIANT, /* everything, and count(L) */
    PW_IN_UNSAFE,    /* everything, and the order of threads */
    PW_IN_CONSTRAINT /* init: everything but labels */
};

struct pw_elab {
    struct pw_scope *scope;
    struct pw_expr_pool *pool;
    enum pw_where where;
    int32_t template; /* LOCAL leaves of unit variables: the unit, as prog/build.h numbers them */
    uint32_t limit;
    bool saw_variable; /* set when the expression reads a variable or a location */
    bool saw_shared;   /* set when it reads a shared variable, even if that makes no difference */
    /* "every(...)", "some(...)" or "other.x = ..." around the expression; NULL: none. Only there a
     * statement may say `other`. */
    const char *about_others;
    bool saw_other, saw_order; /* set when it reads another thread, or compares `self` */
    /* the threads meant by other.x and other(t).at(L): a template, PW_NONE, or PW_SEVERAL and
     * the first two */
    int32_t range, ranges[2];
    /* where nothing else says it: the one thread that declares the labels L of its other.at(L), or
     * PW_ANY */
    int32_t place_range;
    bool saw_place;
};

/* NULL after an error, which was reported. */
const struct pw_expr *pw_elab_expr(struct pw_elab *c, struct pw_ast_expr *e);
/* The same; reports unless the type fits. what: "a condition", "the value of x", ... */
const struct pw_expr *pw_elab_typed(struct pw_elab *c, struct pw_ast_expr *e, bool is_bool,
                                    const char *what);
/* Value of a constant integer expression within [lo, hi]; false after an error. */
bool pw_elab_const_si(struct pw_elab *c, struct pw_ast_expr *e, int64_t lo, int64_t hi,
                      const char *what, int64_t *value);

/* Meaning of the target of an assignment and the like; reports constants, mutexes (unless wanted)
 * and undeclared names. */
const struct pw_scope_var *pw_elab_target(struct pw_elab *c, struct pw_ast_name *n, bool mutex);
/* The target and the value of other.x = e: PASSIVE leaf into *target; NULL after an error. */
const struct pw_expr *pw_elab_others(struct pw_elab *c, struct pw_ast_expr *target,
                                     struct pw_ast_expr *value, const struct pw_expr **leaf);
/* Is the target a tid? (Then only `= self` and `= nobody` make sense of it.) */
bool pw_elab_is_tid(struct pw_elab *c, struct pw_ast_name *n);
/* tid = e: reports what cannot be; *taken: it is self, otherwise nobody. */
bool pw_elab_tid_value(struct pw_elab *c, const struct pw_ast_name *n, const struct pw_ast_expr *e,
                       bool *taken);
/* The local of thread t that says: the tid is this thread. LOCAL, or PASSIVE. */
const struct pw_expr *pw_elab_mine(struct pw_elab *c, const struct pw_scope_var *tid, int32_t t,
                                   enum pw_expr_kind kind);
/* SHARED or LOCAL leaf of a target */
const struct pw_expr *pw_elab_variable(struct pw_elab *c, const struct pw_symbol *sym);

#endif
