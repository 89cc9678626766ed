/* gen_tree.h -- random programs of the language, as trees of their own, and their text.
 *
 * For tests of every stage: the same seed and knobs give the same program everywhere. Nothing here
 * uses src/front/dr, so that an oracle may interpret the tree and be compared with what the front
 * end makes of the text (tests/oracle/program_oracle.h). */
#ifndef PW_TESTS_GEN_TREE_H
#define PW_TESTS_GEN_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"

/* X(field, default, help): the knobs; counts are the most there may be, the rest are percentages or
 * 0/1 */
#define GEN_KNOBS(X)                                                                               \
    X(templates, 1, "thread templates")                                                            \
    X(statements, 5, "statements per thread, about")                                               \
    X(shared, 2, "shared variables")                                                               \
    X(locals, 2, "local variables per template")                                                   \
    X(procs, 0, "procedures")                                                                      \
    X(mutexes, 0, "mutexes")                                                                       \
    X(ints, 60, "percentage of variables that are unbounded integers")                             \
    X(ranges, 20, "percentage of variables that are ranges; the rest are Boolean")                 \
    X(arbitrary, 0, "percentage of variables without initial value")                               \
    X(havoc, 0, "havoc statements: 0 or 1")                                                        \
    X(loops, 1, "while and goto: 0 or 1")                                                          \
    X(atomic, 1, "atomic blocks: 0 or 1")                                                          \
    X(asserts, 1, "assert statements: 0 or 1")                                                     \
    X(labels, 40, "percentage of statements with a label")                                         \
    X(silent, 0,                                                                                   \
      "percentage of conditions that are constant; labels also in front of those, of blocks and "  \
      "of ;")                                                                                      \
    X(counts, 0, "templates with a fixed count: 0 or 1")                                           \
    X(preds, 2, "predicates")                                                                      \
    X(inter, 60, "percentage of predicates that are inter-thread")                                 \
    X(at, 0, "location atoms in predicates: 0 or 1")                                               \
    X(inits, 0, "init constraints")                                                                \
    X(unsafe, 1, "alternatives of the property")                                                   \
    X(linear, 1,                                                                                   \
      "sums and multiples in expressions: 0 (comparisons of variables and constants only) or 1")   \
    X(division, 0, "division, remainder, min, max, ?: in expressions: 0 or 1")                     \
    X(messy, 0, "odd layout and comments: 0 or 1")                                                 \
    X(magnitude, 3, "largest constant")

struct gen_knobs {
#define X(field, preset, help) int field;
    GEN_KNOBS(X)
#undef X
};

extern const struct gen_knobs gen_defaults;

enum gen_type { GEN_INT, GEN_BOOL, GEN_RANGE };

struct gen_var {
    char name[24];
    enum gen_type type;
    int lo, hi; /* RANGE */
    bool has_init;
    int init;
};

enum gen_op {
    /* leaves */
    GEN_CONST,
    GEN_SHARED,
    GEN_OWN,
    GEN_OTHER,
    GEN_AT,
    GEN_OTHER_AT,
    /* integers */
    GEN_ADD,
    GEN_SUB,
    GEN_NEG,
    GEN_MUL,
    GEN_DIV,
    GEN_MOD,
    GEN_MIN,
    GEN_MAX,
    GEN_ITE,
    /* truth */
    GEN_EQ,
    GEN_NE,
    GEN_LT,
    GEN_LE,
    GEN_GT,
    GEN_GE,
    GEN_NOT,
    GEN_AND,
    GEN_OR,
    GEN_IMPLIES
};

struct gen_expr {
    enum gen_op op;
    bool is_bool; /* type of the value; EQ and NE also compare truth values */
    int value;    /* CONST: value; SHARED, OWN, OTHER: index of the variable; AT: label */
    int template; /* OWN in a predicate, OTHER: the template */
    const struct gen_expr *a, *b, *c;
};

enum gen_stmt_kind {
    GEN_EMPTY,
    GEN_ASSIGN,
    GEN_CALL,
    GEN_CAS,
    GEN_SKIP,
    GEN_ASSUME,
    GEN_ASSERT,
    GEN_HAVOC,
    GEN_IF,
    GEN_WHILE,
    GEN_GOTO,
    GEN_BREAK,
    GEN_CONTINUE,
    GEN_EXIT,
    GEN_RETURN,
    GEN_ATOMIC,
    GEN_LOCK,
    GEN_UNLOCK,
    GEN_BLOCK
};

/* A variable as a target. */
struct gen_target {
    bool shared;
    int index;
};

struct gen_stmt {
    enum gen_stmt_kind kind;
    int number; /* unique in the program */
    /* in front of it, or -1; GOTO: -1 or label, destination in `to` */
    int label;
    int to;                       /* GOTO: label; LOCK, UNLOCK: mutex; CALL: procedure */
    struct gen_target targets[2]; /* ASSIGN, HAVOC, CAS (ok, x), CALL (result) */
    int ntargets;
    /* right sides, condition (NULL: *), arguments, returned value */
    const struct gen_expr *exprs[4];
    struct gen_stmt *body, *otherwise, *next;
};

struct gen_unit {
    char name[16];
    bool is_proc;
    int count;              /* threads: exactly so many, or -1 */
    struct gen_var vars[8]; /* parameters first */
    int nvars, nparams;
    bool returns, returns_bool;
    bool plain; /* no loop, no label: may be called inside atomic */
    struct gen_stmt *body;
};

struct gen_pred {
    const struct gen_expr *expr;
};

struct gen_count {
    int label, least;
};

struct gen_program {
    struct pw_arena arena;
    uint64_t random;
    struct gen_knobs knobs;
    struct gen_var shared[8];
    int nshared, nmutexes;
    struct gen_unit threads[4], procs[4];
    int nthreads, nprocs;
    int nlabels, nstatements;
    int label_template[256]; /* the template it is in; -1: in a procedure */
    struct gen_pred preds[8], inits[4];
    int npreds, ninits;
    struct gen_count unsafe[8][2];
    int nunsafe, ncounts[8];
};

bool gen_constant(const struct gen_expr *e); /* reads no variable */
struct gen_program *gen_random(uint64_t seed, const struct gen_knobs *knobs);
void gen_free(struct gen_program *g);
void gen_print(struct gen_program *g, struct pw_strbuf *out); /* appends */

#endif
