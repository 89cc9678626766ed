/* tree.h -- a program with contracts: what `pwqo modular` reads.
 *
 * The language is `.dr` with modules, objects, tids, one-dimensional shared arrays, assumptions,
 * invariants, claims and contracts (doc/contracts.md). Its tree is kept apart from that of
 * front/dr: procedures with contracts are not expanded, and formulas speak of two states.
 *
 * Nodes live in one arena. After pw_resolve_program (resolve.h) every expression has a sort, every
 * name a meaning, and all constants are numbers. Extents are token numbers [first, last]. */
#ifndef PW_MODULAR_TREE_H
#define PW_MODULAR_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "front/dr/lexer.h"
#include "num/int.h"

enum { PW_MTREE_NONE = 0xffffffff, PW_MTREE_MOST_BOUND = 4 };

/* BOOL and INT as usual; TID: a thread or nobody; OBJECT: a reference of the object sort `object`.
 * Values of TID and OBJECT are integers >= 0, and 0 is nobody and null. */
enum pw_sort_kind { PW_SORT_NONE, PW_SORT_BOOL, PW_SORT_INT, PW_SORT_TID, PW_SORT_OBJECT };

struct pw_sort {
    enum pw_sort_kind kind;
    uint32_t object; /* OBJECT: its number; else 0 */
};

static inline bool pw_sort_same(struct pw_sort a, struct pw_sort b)
{
    return a.kind == b.kind && a.object == b.object;
}
static inline bool pw_sort_is_reference(struct pw_sort a)
{
    return a.kind == PW_SORT_TID || a.kind == PW_SORT_OBJECT;
}

enum pw_mexpr_kind {
    /* leaves as parsed */
    PW_MX_NUMBER,
    PW_MX_TRUTH,
    PW_MX_NAME, /* not yet resolved */
    PW_MX_SELF,
    PW_MX_NOBODY, /* also null */
    PW_MX_IS,     /* is(template) */
    PW_MX_SIZE,   /* size(array) */
    PW_MX_DONE,   /* done(k) */
    /* leaves as resolved */
    PW_MX_SHARED,   /* index: variable */
    PW_MX_LOCAL,    /* index: variable of the unit */
    PW_MX_BOUND,    /* index: position in the binder */
    PW_MX_TEMPLATE, /* index: a thread with count 1, as a tid */
    /* a[e] */
    PW_MX_CELL,
    /* operators */
    PW_MX_NOT,
    PW_MX_NEG,
    PW_MX_AND,
    PW_MX_OR,
    PW_MX_IMPLIES,
    PW_MX_EQ,
    PW_MX_NE,
    PW_MX_LT,
    PW_MX_LE,
    PW_MX_GT,
    PW_MX_GE,
    PW_MX_ADD,
    PW_MX_SUB,
    PW_MX_MUL,
    PW_MX_DIV,
    PW_MX_MOD,
    PW_MX_MIN,
    PW_MX_MAX,
    PW_MX_ITE
};

struct pw_mexpr {
    uint8_t kind;
    bool primed; /* NAME, SHARED, LOCAL, CELL, SIZE: the state after */
    bool holder; /* NAME, CELL: written holder(m), or the target of lock and unlock */
    bool truth;
    uint16_t depth;
    struct pw_sort sort;
    uint32_t name;  /* interned; NAME, CELL, SIZE, IS */
    uint32_t index; /* see the kinds; CELL, SIZE: the array; IS: the template; DONE: k */
    uint32_t first, last, token;
    const pw_int *number; /* NUMBER */
    struct pw_mexpr *args[3];
};

struct pw_mvar {
    uint32_t name, token;
    struct pw_sort sort;
    uint32_t sort_name;  /* of an object sort, before resolution; PW_MTREE_NONE otherwise */
    bool mutex;          /* then the sort is TID: its holder */
    bool array, counted; /* counted: size() of it occurs */
    struct pw_sort index;
    uint32_t index_name, index_token;
    struct pw_mexpr *lo, *hi; /* a range, or NULL */
    struct pw_mexpr *init;    /* of every cell; or NULL */
    uint32_t alloc_of;        /* the implicit set of allocated objects of this sort, or NONE */
};

enum pw_mstmt_kind {
    PW_MS_EMPTY,
    PW_MS_LABEL,  /* name */
    PW_MS_ASSIGN, /* targets[i] = values[i] */
    PW_MS_CALL,   /* [targets[0] =] name(values) */
    PW_MS_CAS,    /* targets[0] = cas(targets[1], values[0], values[1]) */
    PW_MS_NEW,    /* targets[0] = new name */
    PW_MS_SKIP,
    PW_MS_ASSUME,
    PW_MS_ASSERT,
    PW_MS_CLAIM,
    PW_MS_HAVOC,  /* targets */
    PW_MS_LOCK,   /* targets[0] */
    PW_MS_UNLOCK, /* targets[0] */
    PW_MS_IF,     /* values[0], or none for (*); body, otherwise */
    PW_MS_WHILE,  /* the same; the further values are the claims in front of the condition */
    PW_MS_GOTO,   /* name */
    PW_MS_BREAK,
    PW_MS_CONTINUE,
    PW_MS_EXIT,
    PW_MS_RETURN, /* values[0], or none */
    PW_MS_BLOCK,
    PW_MS_ATOMIC
};

struct pw_mstmt {
    uint8_t kind;
    bool star;            /* IF, WHILE: (*) */
    uint32_t first, last; /* of an IF or WHILE: up to the closing parenthesis */
    uint32_t name, token;
    uint32_t index; /* CALL: procedure; NEW: object; GOTO: label of the unit */
    struct pw_mexpr **targets, **values;
    uint32_t ntargets, nvalues;
    struct pw_mstmt *body, *otherwise, *next;
};

/* assumption, invariant, init: `forall (bound) expr`, of a module. */
struct pw_mformula {
    uint32_t module;
    uint32_t first, last;
    struct pw_mvar bound[PW_MTREE_MOST_BOUND];
    uint32_t nbound;
    struct pw_mexpr *expr;
    bool names_self;    /* self or is(...) occurs */
    bool left_out;      /* tried without (vacuity.c) */
    bool implicit;      /* of a mutex or of an allocation set: not written by the user */
    uint32_t component; /* of its shared variables, see relevant.h; NONE: it has none */
    /* assumption: it says guard => a'[i] == a[i] for all i; the array, or NONE; the guard may be
     * NULL */
    uint32_t keeps;
    struct pw_mexpr *keeps_guard;
};

/* Contract as parsed: actions, repeat, either. */
enum pw_mspec_kind { PW_SPEC_ACTION, PW_SPEC_REPEAT, PW_SPEC_EITHER };

struct pw_mspec {
    uint8_t kind;
    uint32_t number;            /* ACTION: in the contract */
    struct pw_mspec *body;      /* REPEAT: a list */
    struct pw_mspec **branches; /* EITHER: lists */
    uint32_t nbranches;
    struct pw_mspec *next;
};

struct pw_maction {
    uint32_t first, last;
    struct pw_mexpr **modifies; /* SHARED or LOCAL leaves */
    uint32_t nmodifies;
    struct pw_mexpr *expr;
};

struct pw_mcontract {
    bool given; /* the procedure is specified */
    PW_VEC(struct pw_mexpr *) requires, ensures, modifies;
    struct pw_mspec *spec;
    PW_VEC(struct pw_maction) actions;
    bool branching; /* has repeat or either */
    uint32_t last;  /* token */
};

struct pw_mlabel {
    uint32_t name, token;
};

struct pw_munit {
    uint32_t name, token, last;
    bool is_thread;
    uint32_t number; /* threads and procedures are numbered apart */
    uint32_t module;
    struct pw_mexpr *count_expr;
    int64_t count;               /* threads: exactly so many; -1: any number */
    PW_VEC(struct pw_mvar) vars; /* parameters, the returned variable, locals */
    uint32_t nparams;
    uint32_t result; /* its number in vars, or NONE */
    struct pw_mstmt *body;
    struct pw_mcontract contract;
    PW_VEC(struct pw_mlabel) labels;
    PW_VEC(uint32_t) calls;   /* procedures called in the body, each once */
    PW_VEC(uint32_t) modules; /* sorted: those of its assumptions and invariants (resolve.h) */
};

struct pw_mcount {
    uint32_t thread_name, label_name, token;
    uint32_t thread, label;
    struct pw_mexpr *least_expr;
    int64_t least;
};

struct pw_mexclusion {
    uint32_t first, last;
    PW_VEC(struct pw_mcount) counts;
};

struct pw_mobject {
    uint32_t name, token;
    uint32_t alloc; /* the shared variable alloc(O), or NONE if there is no `new` */
};

struct pw_mconst {
    uint32_t name, token;
    struct pw_sort sort;
    struct pw_mexpr *value;
    bool busy, known;
};

struct pw_mtree {
    struct pw_lexer lexer;
    struct pw_arena arena;
    PW_VEC(uint32_t) modules; /* names; 0 is the file itself */
    PW_VEC(struct pw_mobject) objects;
    PW_VEC(struct pw_mconst) consts;
    PW_VEC(struct pw_mvar) shared;
    PW_VEC(struct pw_mformula) assumptions, invariants, inits;
    PW_VEC(struct pw_munit *) threads, procs;
    PW_VEC(struct pw_mexclusion) unsafe;
    PW_VEC(pw_int *) numbers; /* owned */
    uint32_t nguarded;
    uint32_t *component; /* per shared variable, see relevant.h; NULL: not yet known */
};

const char *pw_mtree_text(const struct pw_mtree *t, uint32_t name);
/* "tid", "int", the name of the object sort */
const char *pw_mtree_sort(const struct pw_mtree *t, struct pw_sort s);
struct pw_mexpr *pw_mtree_expr(struct pw_mtree *t, enum pw_mexpr_kind kind, uint32_t first,
                               uint32_t last);
/* a op b, with a sort */
struct pw_mexpr *pw_mtree_op(struct pw_mtree *t, enum pw_mexpr_kind kind, struct pw_sort sort,
                             struct pw_mexpr *a, struct pw_mexpr *b);
/* Splits conjunctions, also to the right of =>, into *parts. */
typedef PW_VEC(struct pw_mexpr *) pw_mtree_parts;
void pw_mtree_split(struct pw_mtree *t, struct pw_mexpr *e, pw_mtree_parts *parts);
/* The position of a token: line and column, both from 1. */
struct pw_place pw_mtree_place(const struct pw_mtree *t, uint32_t token);
void pw_mtree_clear(struct pw_mtree *t);

#endif
