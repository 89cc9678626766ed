/* expr.h -- expressions of lowered programs: immutable typed nodes in a pool.
 *
 * A node denotes an integer or a truth value, given shared values, the locals and the location of
 * the active thread, the locals and the location of one passive thread (predicates and `init`
 * only), and the choices of a step (edges only). Integers are mathematical.
 *
 *   leaves      INT c, BOOL b
 *               SHARED i               program.shared[i]
 *               LOCAL (t, i)           templates[t].locals[i] of the active thread, which is of
 *                                      template t
 *               PASSIVE (t, i)         the same of the passive thread: other.x
 *               CHOICE i               the i-th arbitrary value that the step picks:
 *                                      edge.choices[i] (comes from havoc)
 *               BEFORE                 the active thread comes before the passive one in the order
 *                                      of threads: self < other.self
 *               AT (t, l)              the active thread is at a place of labels[l]; t >= 0
 *                                      restricts to template t, -1 does not
 *               OTHER_AT (t, l)        the same of the passive thread
 *               COUNT (t, l)           the number of threads at a place of labels[l]; t as in AT
 *                                      (invariants only)
 *   integers    ADD a b, SUB a b, NEG a, MUL a b (a is an INT node), DIV a b, MOD a b (b is an INT
 *               node > 0; they truncate, as in C),
 *               MIN a b, MAX a b, ITE c a b
 *   truth       EQ NE LT LE GT GE a b (of integers), IFF XOR a b (of truth values), NOT a, AND a b,
 *               OR a b, IMPLIES a b, ITE c a b
 *               EVERY (t) a            a holds against every passive thread of template t (PW_ANY:
 *                                      of all). Only in programs under construction (build.h): the
 *                                      steps of a finished one have looks instead.
 *
 * Invariants: (1) args[0..arity-1] are non-NULL and typed as above; (2) depth is 1 + the greatest
 * depth of an argument and never exceeds PW_EXPR_DEEPEST, so a consumer may recurse; (3) size is
 * the number of nodes of the tree (a shared node counts each time), at most PW_EXPR_LARGEST. The
 * constructors fold constants and drop neutral elements; they do nothing else. A constructor whose
 * result would break (2) or (3) returns the pool's poison (a BOOL or INT leaf) and sets
 * pool->overflow. */
#ifndef PW_PROG_EXPR_H
#define PW_PROG_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "num/int.h"

enum { PW_EXPR_DEEPEST = 4000, PW_EXPR_LARGEST = 1000000 };

/* kind, arity, operator as written */
#define PW_EXPR_KINDS(X)                                                                           \
    X(INT, 0, "")                                                                                  \
    X(BOOL, 0, "")                                                                                 \
    X(SHARED, 0, "")                                                                               \
    X(LOCAL, 0, "")                                                                                \
    X(PASSIVE, 0, "")                                                                              \
    X(CHOICE, 0, "")                                                                               \
    X(BEFORE, 0, "")                                                                               \
    X(AT, 0, "at")                                                                                 \
    X(OTHER_AT, 0, "other.at")                                                                     \
    X(COUNT, 0, "count")                                                                           \
    X(ADD, 2, "+")                                                                                 \
    X(SUB, 2, "-")                                                                                 \
    X(NEG, 1, "-")                                                                                 \
    X(MUL, 2, "*")                                                                                 \
    X(DIV, 2, "/")                                                                                 \
    X(MOD, 2, "%")                                                                                 \
    X(MIN, 2, "min")                                                                               \
    X(MAX, 2, "max")                                                                               \
    X(ITE, 3, "?")                                                                                 \
    X(EQ, 2, "==")                                                                                 \
    X(NE, 2, "!=")                                                                                 \
    X(LT, 2, "<")                                                                                  \
    X(LE, 2, "<=")                                                                                 \
    X(GT, 2, ">")                                                                                  \
    X(GE, 2, ">=")                                                                                 \
    X(IFF, 2, "==")                                                                                \
    X(XOR, 2, "!=")                                                                                \
    X(NOT, 1, "!")                                                                                 \
    X(AND, 2, "&&")                                                                                \
    X(OR, 2, "||")                                                                                 \
    X(IMPLIES, 2, "=>")                                                                            \
    X(EVERY, 1, "every")

enum pw_expr_kind {
#define X(kind, arity, text) PW_EXPR_##kind,
    PW_EXPR_KINDS(X)
#undef X
};

struct pw_expr {
    uint8_t kind;   /* enum pw_expr_kind */
    bool is_bool;   /* type of the node: truth value, or integer */
    uint16_t depth; /* a leaf has 1 */
    uint32_t size;
    union {
        pw_int value; /* INT */
        bool truth;   /* BOOL */
        struct {
            /* LOCAL, PASSIVE: the template; AT, OTHER_AT: the template or -1; otherwise -1 */
            int32_t template;
            uint32_t index; /* variable, choice or label */
        };
        const struct pw_expr *args[3];
        struct {
            const struct pw_expr *body; /* EVERY: args[0] */
            int32_t range;              /* EVERY: the template, or -1 */
        };
    };
};

/* Owns nodes. Everything built in it lives as long as it does. */
struct pw_expr_pool {
    struct pw_arena arena;
    PW_VEC(struct pw_expr *) numbers; /* INT nodes, whose values are cleared with the pool */
    bool overflow;                    /* some result was too deep or too large */
};

void pw_expr_pool_init(struct pw_expr_pool *p);
void pw_expr_pool_clear(struct pw_expr_pool *p);

const struct pw_expr *pw_expr_int(struct pw_expr_pool *p, const pw_int *value); /* copies */
const struct pw_expr *pw_expr_int_si(struct pw_expr_pool *p, int64_t value);
const struct pw_expr *pw_expr_bool(struct pw_expr_pool *p, bool truth);
/* SHARED, LOCAL, PASSIVE, CHOICE, BEFORE, AT, OTHER_AT, COUNT. is_bool is that of the variable
 * (true for BEFORE, AT, OTHER_AT). */
const struct pw_expr *pw_expr_leaf(struct pw_expr_pool *p, enum pw_expr_kind kind, bool is_bool,
                                   int32_t template, uint32_t index);
/* NEG, NOT */
const struct pw_expr *pw_expr_unary(struct pw_expr_pool *p, enum pw_expr_kind kind,
                                    const struct pw_expr *a);
/* Every kind of arity 2. pre: types fit; MUL has a constant side (either), DIV and MOD a positive
 * constant b. */
const struct pw_expr *pw_expr_binary(struct pw_expr_pool *p, enum pw_expr_kind kind,
                                     const struct pw_expr *a, const struct pw_expr *b);
const struct pw_expr *pw_expr_ite(struct pw_expr_pool *p, const struct pw_expr *c,
                                  const struct pw_expr *a, const struct pw_expr *b);

/* EVERY (range) body; `true` if body is. */
const struct pw_expr *pw_expr_every(struct pw_expr_pool *p, int32_t range,
                                    const struct pw_expr *body);

unsigned pw_expr_arity(enum pw_expr_kind kind);
bool pw_expr_is_true(const struct pw_expr *e);
bool pw_expr_is_false(const struct pw_expr *e);
bool pw_expr_equal(const struct pw_expr *a, const struct pw_expr *b); /* same tree */
/* The first EVERY in e, in the order of its text; NULL: none. */
const struct pw_expr *pw_expr_find_every(const struct pw_expr *e);

/* Copy of e with leaves replaced: leaf(arg, e) is called for each SHARED ... COUNT leaf and returns
 * its replacement of the same type (or e itself). Folds again. Unchanged subtrees are shared, so e
 * must live as long as the result: same pool, or one that outlives it. */
typedef const struct pw_expr *pw_expr_leaf_fn(void *arg, const struct pw_expr *e);
const struct pw_expr *pw_expr_replace(struct pw_expr_pool *p, const struct pw_expr *e,
                                      pw_expr_leaf_fn *leaf, void *arg);

/* Calls visit for each SHARED ... COUNT leaf. */
typedef void pw_expr_visit_fn(void *arg, const struct pw_expr *e);
void pw_expr_visit(const struct pw_expr *e, pw_expr_visit_fn *visit, void *arg);

/* Values. read fills *out (initialised) with the value of a SHARED ... COUNT leaf; truth is 0 or
 * 1. */
typedef void pw_expr_read_fn(void *arg, const struct pw_expr *leaf, pw_int *out);
/* out is initialised */
void pw_expr_eval(const struct pw_expr *e, pw_expr_read_fn *read, void *arg, pw_int *out);
/* pre: e->is_bool */
bool pw_expr_holds(const struct pw_expr *e, pw_expr_read_fn *read, void *arg);

/* Source-like text with the fewest parentheses. name writes the text of a leaf. */
typedef void pw_expr_name_fn(void *arg, const struct pw_expr *leaf, struct pw_strbuf *out);
void pw_expr_print(const struct pw_expr *e, pw_expr_name_fn *name, void *arg,
                   struct pw_strbuf *out);

#endif
