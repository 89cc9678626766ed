/* bdd.h -- reduced ordered binary decision diagrams: Boolean functions of few hundred variables as
 * shared graphs.
 *
 * Variables are 0 .. n-1, tested in that order from the root. A node (v, lo, hi) is the function
 * "if v then hi else lo". Invariants: (1) lo != hi; (2) v is smaller than the variables of lo and
 * hi; (3) no two nodes are equal. Hence two functions are equal iff their ids are, FALSE is id 0
 * and TRUE is id 1. Nodes live as long as the manager; its memory is on the account of base/mem.h,
 * so a memory limit stops a diagram that explodes. Every operation polls the limits. Recursion is
 * never deeper than PW_BDD_VARS. */
#ifndef PW_BDD_BDD_H
#define PW_BDD_BDD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "num/int.h"

enum { PW_BDD_VARS = 4096 };

typedef struct {
    uint32_t i;
} pw_bdd;

#define PW_BDD_FALSE ((pw_bdd){0})
#define PW_BDD_TRUE ((pw_bdd){1})

static inline bool pw_bdd_same(pw_bdd f, pw_bdd g)
{
    return f.i == g.i;
}
static inline bool pw_bdd_is_false(pw_bdd f)
{
    return f.i == 0;
}
static inline bool pw_bdd_is_true(pw_bdd f)
{
    return f.i == 1;
}

struct pw_bdds; /* the manager */

struct pw_bdds *pw_bdds_new(unsigned vars); /* pre: vars <= PW_BDD_VARS */
void pw_bdds_free(struct pw_bdds *m);       /* m may be NULL */
unsigned pw_bdds_vars(const struct pw_bdds *m);
size_t pw_bdds_nodes(const struct pw_bdds *m); /* made so far, for statistics */

/* A manager that may be given up: with more than `nodes` nodes it is *full*, and from then on all
 * operations return at once, with results that mean nothing; only pw_bdds_free is of use. (A set of
 * variables may then be FALSE.) Without a cap a manager is never full. */
void pw_bdds_cap(struct pw_bdds *m, size_t nodes);
bool pw_bdds_full(const struct pw_bdds *m);

pw_bdd pw_bdd_var(struct pw_bdds *m, unsigned v);
pw_bdd pw_bdd_literal(struct pw_bdds *m, unsigned v, bool positive);
pw_bdd pw_bdd_not(struct pw_bdds *m, pw_bdd f);
pw_bdd pw_bdd_and(struct pw_bdds *m, pw_bdd f, pw_bdd g);
pw_bdd pw_bdd_or(struct pw_bdds *m, pw_bdd f, pw_bdd g);
pw_bdd pw_bdd_xor(struct pw_bdds *m, pw_bdd f, pw_bdd g);
pw_bdd pw_bdd_diff(struct pw_bdds *m, pw_bdd f, pw_bdd g); /* f and not g */
pw_bdd pw_bdd_ite(struct pw_bdds *m, pw_bdd f, pw_bdd g, pw_bdd h);
bool pw_bdd_implies(struct pw_bdds *m, pw_bdd f, pw_bdd g);

/* A set of variables is the conjunction of them. */
/* any order, repetitions allowed */
pw_bdd pw_bdd_set(struct pw_bdds *m, const unsigned *vars, size_t n);
pw_bdd pw_bdd_exists(struct pw_bdds *m, pw_bdd f, pw_bdd set);
/* exists set: f and g, without building f and g */
pw_bdd pw_bdd_and_exists(struct pw_bdds *m, pw_bdd f, pw_bdd g, pw_bdd set);
/* the set of variables f depends on */
pw_bdd pw_bdd_support(struct pw_bdds *m, pw_bdd f);

/* f where the variables of a cube (a conjunction of literals) have the values of the cube. */
pw_bdd pw_bdd_cofactor(struct pw_bdds *m, pw_bdd f, pw_bdd cube);
/* Simultaneous substitution of variable to[v] for each variable v; the new variables need not be
 * distinct or in order. */
pw_bdd pw_bdd_rename(struct pw_bdds *m, pw_bdd f, const unsigned *to);

bool pw_bdd_eval(const struct pw_bdds *m, pw_bdd f, const bool *values);
/* models over the variables of set; pre: support within set */
void pw_bdd_count(struct pw_bdds *m, pw_bdd f, pw_bdd set, pw_int *out);
size_t pw_bdd_size(struct pw_bdds *m, pw_bdd f); /* inner nodes */

/* The first model in lexicographic order (0 < 1, free = PW_BDD_ANY); false iff f is FALSE. values
 * has room for all variables. */
enum { PW_BDD_ANY = 2 };
bool pw_bdd_first(const struct pw_bdds *m, pw_bdd f, uint8_t *values);

/* Calls fn once for each path from the root to TRUE, in lexicographic order, with the values 0, 1
 * or PW_BDD_ANY of all variables. The paths are disjoint cubes whose union is f. fn returns false
 * to stop. fn may make new nodes. */
typedef bool pw_bdd_path_fn(void *arg, const uint8_t *values);
bool pw_bdd_paths(struct pw_bdds *m, pw_bdd f, pw_bdd_path_fn *fn, void *arg);

/* The same with all values of the variables of `set` fixed (the others are 0): fn sees every model.
 * Pre: support of f within set. */
bool pw_bdd_points(struct pw_bdds *m, pw_bdd f, pw_bdd set, pw_bdd_path_fn *fn, void *arg);

/* The graph: variable and children of an inner node. */
/* the number of variables for TRUE and FALSE */
unsigned pw_bdd_top(const struct pw_bdds *m, pw_bdd f);
pw_bdd pw_bdd_lo(const struct pw_bdds *m, pw_bdd f);
pw_bdd pw_bdd_hi(const struct pw_bdds *m, pw_bdd f);

#endif
