/* tiny.h -- tiny random programs for the oracles of the abstraction: a value of its own, printed as
 * `.dr` text, evaluated here.
 *
 * Shares no code with src/. At most one shared int `s`, one shared bool `g`; one or two templates
 * A, B; a thread of A has an int `l` and a bool `f`, one of B an int `k` and a bool `h` (each may
 * be missing). Template X has the locations X0, X1, …, one statement
 *     Xi: atomic { assume(GUARD); TARGETS = VALUES; havoc V; }
 * from each to the next, and either returns to X0 or ends in the unlabelled location after the
 * last. Every atom over integers is a difference x - y ⋈ c or a bound x ⋈ c, so small ranges
 * suffice (see brute.h). */
#ifndef PW_TESTS_TINY_H
#define PW_TESTS_TINY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TINY_TEMPLATES = 2, TINY_STMTS = 3, TINY_PREDS = 4, TINY_NODES = 256 };

enum tiny_op { T_TRUE, T_DIFF, T_BOUND, T_FLAG, T_AT, T_NOT, T_AND, T_OR };
enum tiny_cmp { T_EQ, T_NE, T_LT, T_LE, T_GT, T_GE };
enum tiny_who { T_SHARED, T_ACTIVE, T_PASSIVE };

struct tiny_node {
    enum tiny_op op;
    enum tiny_cmp cmp;
    enum tiny_who x, y; /* whose integer (T_DIFF, T_BOUND), whose flag or location (x) */
    int c;              /* constant; location index for T_AT */
    int a, b;           /* operands */
};

/* U_COPY: integer of `from` plus c */
enum tiny_update { U_NONE, U_CONST, U_COPY, U_HAVOC, U_EXPR };

struct tiny_assign {
    enum tiny_update kind;
    enum tiny_who from;
    int c, expr;
};

struct tiny_stmt {
    int from, to;
    int guard;                     /* node */
    struct tiny_assign s, g, i, f; /* shared int, shared bool, own int, own bool */
};

struct tiny_template {
    bool has_int, has_flag, loops;
    int n_stmts, n_locs; /* n_locs = n_stmts, plus one if it does not loop */
    int count;           /* 0: any number */
    int init_int;        /* initial value, or TINY_ANY */
    int init_flag;       /* 0, 1 or TINY_ANY */
    struct tiny_stmt stmts[TINY_STMTS];
};
enum { TINY_ANY = -99 };

struct tiny_pred {
    int expr;
    int active, passive; /* template, or -1: no such variable */
};

struct tiny {
    bool has_s, has_g;
    int init_s, init_g;
    int n_templates, n_preds, n_nodes;
    struct tiny_template t[TINY_TEMPLATES];
    struct tiny_pred p[TINY_PREDS];
    struct tiny_node node[TINY_NODES];
    int init_for, init_expr; /* unary init constraint for a template, or init_for = -1 */
    uint64_t seed;
};

struct tiny_shape {
    int max_preds, max_inter, max_stmts, max_templates;
    bool bounds; /* atoms x ⋈ c (then there is no shared int) */
    bool flags, locations, havoc, counts, init;
};

struct tiny_thread {
    int tmpl, loc, i;
    bool f;
};
struct tiny_shared {
    int s;
    bool g;
};

void tiny_random(struct tiny *p, uint64_t seed, const struct tiny_shape *shape);
/* Writes the `.dr` text; returns its length, text is cut at size. */
size_t tiny_print(const struct tiny *p, char *text, size_t size);
bool tiny_eval(const struct tiny *p, int node, const struct tiny_shared *g,
               const struct tiny_thread *a, const struct tiny_thread *o);
/* Runs a statement on copies; havoc is the value for a havocked integer. False iff the guard
 * fails. */
bool tiny_step(const struct tiny *p, const struct tiny_stmt *s, int havoc, struct tiny_shared *g,
               struct tiny_thread *a);
bool tiny_inter(const struct tiny_pred *q);
uint64_t tiny_rand(uint64_t *state);

#endif
