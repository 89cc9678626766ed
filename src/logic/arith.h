/* arith.h -- the theory of the search: atoms  form <= k  over integers, decided by difference
 *                                                        graph, simplex and lia.
 *
 * An atom is a variable of the search whose truth means form <= k, and whose falsehood means form
 * >= k + 1. Forms are primitive (see term.h) and shared between atoms. A form x or x - y with |k|
 * small is a difference atom: an edge of the graph. While only difference atoms are true or false,
 * the graph alone decides, with integer values. As soon as one other atom is asserted, all asserted
 * atoms are bounds of the simplex too.
 *
 * Invariants: (1) asserted[] are the atoms on the trail in order; (2) the edges of the graph are
 * its difference atoms, in that order;
 * (3) the first `fed` of them are bounds of the simplex; fed = all whenever general > 0 and neither
 *     a conflict nor an implied literal is pending;
 * (4) tight[] of a form are the tightest of its asserted atoms; (5) `implied` are the literals on
 *     the trail that arith_bounds.c put there, in order. */
#ifndef PW_LOGIC_ARITH_H
#define PW_LOGIC_ARITH_H

#include "base/table.h"
#include "logic/diff.h"
#include "logic/sat.h"
#include "logic/simplex.h"
#include "logic/term.h"

struct pw_arith_int {
    uint32_t node;         /* of the term manager */
    int32_t column;        /* variable of the simplex or -1 */
    int32_t single;        /* the form that is this int alone, or -1 */
    PW_VEC(uint32_t) uses; /* forms with it that take part in the propagation of bounds, rising */
};

#define PW_ARITH_NO_LIT UINT32_MAX

struct pw_arith_form {
    uint32_t from, n; /* indices in `ints` of pool and coefs */
    bool diff;        /* x or x - y */
    int32_t slack;    /* variable of the simplex or -1 */
    uint64_t hash;
    pw_lit tight[2];        /* the literal of the asserted lower, upper bound, or PW_ARITH_NO_LIT */
    uint64_t visited;       /* round of the last visit */
    PW_VEC(uint32_t) atoms; /* by rising k */
};

struct pw_arith_atom {
    uint32_t form, var;
    bool diff; /* goes into the graph */
    int64_t c; /* k, if diff */
    pw_int k;
};

struct pw_arith_asserted {
    pw_lit lit;
    uint32_t index; /* on the trail */
    uint32_t mark;  /* of the simplex before it was fed */
    pw_lit before;  /* what `tight` of its form and side was */
};

struct pw_arith_implied {
    uint32_t index;   /* on the trail */
    uint32_t reasons; /* the literals of its clause, without itself, begin here in `reasons` */
};

struct pw_arith {
    struct pw_sat *sat;
    const struct pw_terms *terms;
    struct pw_solver_stats *stats;
    PW_VEC(struct pw_arith_int) ints;
    PW_VEC(int32_t) int_of; /* term node -> int or -1 */
    PW_VEC(struct pw_arith_form) forms;
    PW_VEC(uint32_t) pool;
    PW_VEC(pw_int) coefs;
    struct pw_table index;
    PW_VEC(struct pw_arith_atom) atoms;
    PW_VEC(int32_t) atom_of; /* variable of the search -> atom or -1 */
    PW_VEC(struct pw_arith_asserted) asserted;
    size_t fed, general;
    size_t general_forms; /* that are no differences */
    uint64_t round;       /* of propagation of bounds */
    PW_VEC(struct pw_arith_implied) implied;
    pw_lits reasons;
    struct pw_diff diff;
    struct pw_simplex simplex;
    /* of the integer values, after a final check that succeeded */
    enum { PW_ARITH_GRAPH, PW_ARITH_SIMPLEX, PW_ARITH_SOLUTION } source;
    PW_VEC(pw_int) solution; /* per int, if source says so */
    pw_uints tags;
};

struct pw_arith_mark {
    uint32_t vars, ints, forms;
};

void pw_arith_init(struct pw_arith *a, const struct pw_terms *terms, struct pw_sat *sat,
                   struct pw_solver_stats *stats);
void pw_arith_clear(struct pw_arith *a);
struct pw_sat_theory pw_arith_hooks(struct pw_arith *a);

/* The search variable of an LE node of the manager, made if new (with the order clauses to its
 * neighbours of the same form). */
uint32_t pw_arith_atom(struct pw_arith *a, pw_term le);

/* What exists now; and removal of everything made since, when nothing is asserted. */
struct pw_arith_mark pw_arith_mark(const struct pw_arith *a);
void pw_arith_release(struct pw_arith *a, const struct pw_arith_mark *mark);

/* Between the files arith*.c. */
bool pw_arith_form_propagates(const struct pw_arith_form *f);
/* Implies what follows from the bounds asserted[first ...]. False: conflict, as for the hook. */
bool pw_arith_propagate_bounds(struct pw_arith *a, size_t first, pw_lits *conflict);
void pw_arith_explain(const struct pw_arith *a, pw_lit l, pw_lits *clause);
void pw_arith_forget_implied(struct pw_arith *a, size_t trail_size);

/* The value of an atomic integer node after a successful check; false if it is unknown (then any
 * value will do). */
bool pw_arith_value(const struct pw_arith *a, uint32_t node, pw_int *value);

#endif
