/* resolve_state.h -- shared by the files that resolve names. */
#ifndef PW_MODULAR_RESOLVE_STATE_H
#define PW_MODULAR_RESOLVE_STATE_H

#include <stdarg.h>

#include "base/diag.h"
#include "modular/resolve.h"

enum pw_name_kind {
    PW_NAME_NONE,
    PW_NAME_OBJECT,
    PW_NAME_CONST,
    PW_NAME_SHARED,
    PW_NAME_THREAD,
    PW_NAME_PROC
};

struct pw_name {
    enum pw_name_kind kind;
    uint32_t index;
    uint32_t epoch; /* of the unit whose variable `local` it is */
    uint32_t local;
};

/* Where an expression stands: what it may read. */
enum pw_in {
    PW_IN_CONSTANT,   /* constants only */
    PW_IN_INITIAL,    /* of a local: constants, parameters, locals, self */
    PW_IN_STATEMENT,  /* shared variables, variables of the unit */
    PW_IN_CLAIM,      /* the same, and done(k) */
    PW_IN_INVARIANTS, /* shared variables, self, bound names; one state */
    PW_IN_ASSUMPTION, /* the same; two states */
    PW_IN_REQUIRES,   /* shared variables, parameters; one state */
    PW_IN_ENSURES,    /* the same, and the returned variable */
    PW_IN_ACTION      /* the same; two states */
};

/* Is the expression, after resolution, made of numbers and arithmetic only? */
bool pw_resolve_is_number(const struct pw_mexpr *e);
/* The sign of a - b, exactly (b NULL: of a); pre: both are such expressions. */
int pw_resolve_compare(const struct pw_mexpr *a, const struct pw_mexpr *b);

struct pw_resolver {
    struct pw_mtree *t;
    struct pw_diags *diags;
    struct pw_name *names; /* per interned name */
    struct pw_munit *unit;
    uint32_t epoch;
    struct pw_mformula *formula; /* whose bound names are visible */
    bool names_self;
    unsigned asserts; /* assertions, ranges and unlocks met */
    unsigned atomic, loops;
};

void pw_resolve_say(struct pw_resolver *r, enum pw_severity severity, uint32_t first, uint32_t last,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Resolves and sorts; NONE after an error, which was reported. */
struct pw_sort pw_resolve_expr(struct pw_resolver *r, struct pw_mexpr *e, enum pw_in where);
void pw_resolve_typed(struct pw_resolver *r, struct pw_mexpr *e, enum pw_sort_kind want,
                      enum pw_in where);
/* The value of a constant integer expression, -1 after an error. */
int64_t pw_resolve_number(struct pw_resolver *r, struct pw_mexpr *e);
void pw_resolve_constant(struct pw_resolver *r, uint32_t index);
bool pw_resolve_mentions_bound(const struct pw_mexpr *e);
/* The sorts of two sides that are compared or assigned; nobody and null take the other's sort. */
void pw_resolve_same(struct pw_resolver *r, struct pw_mexpr *a, struct pw_mexpr *b);

/* resolve_body.c */
void pw_resolve_body(struct pw_resolver *r, struct pw_munit *u);
/* Recursion without a contract is an error; the modules of every unit. */
void pw_resolve_calls(struct pw_resolver *r);

#endif
