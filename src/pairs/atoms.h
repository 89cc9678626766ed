/* atoms.h -- the facts that a pair invariant may state: candidates for every pair of kinds.
 *
 * An atom of the kinds (a, b), a <= b, is an expression over shared integers, integer locals of a
 * thread of kind a (LOCAL leaves) and of another one of kind b (PASSIVE leaves):
 *   x <= c, x >= c, x != c          c: a constant of the program, or near one (level.near)
 *   x <= y + c, >=, !=              x, y of one class: joined by an assignment or a comparison;
 *                                   c = 0, or -1, 0, 1 (level.near)
 *   the comparisons of guards, assertions, init, predicates and stated invariants, and their
 *   negations, read by either thread; if linear and of another shape: with the constant -1, 0, 1
 *   away
 *   x + e == i, x + i == e          x, i: a shared and a local integer that the one thread of its
 *                                   kind counts, i up or down from e
 *   (level.wp) weakest preconditions of these along one assignment
 * and, with level.cases, p => a where p is a comparison of a guard and a an atom that does not
 * follow from p alone: what holds only in a case, e.g. seq == l => rx == x. More atoms never lose a
 * proof.
 *
 * Where threads have an order, of a = b: LOCAL comes before PASSIVE, and the opposite, and both as
 * premises p of p => a with every plain atom a. So the order is a part of the key, as it were.
 *
 * Atoms are numbered; the plain ones come first. Equal formulas are one atom. */
#ifndef PW_PAIRS_ATOMS_H
#define PW_PAIRS_ATOMS_H

#include "pairs/encode.h"

enum pw_atom_cases { PW_CASES_NONE, PW_CASES_EQUAL, PW_CASES_ALL }; /* premises: equations, all */

struct pw_atom_level {
    bool near, wp;
    enum pw_atom_cases cases;
};

struct pw_atom {
    const struct pw_expr *expr;
    int32_t negation; /* number of the plain atom that says the opposite, or -1; plain atoms only */
    int32_t premise, conclusion; /* plain atoms, for premise => conclusion; -1 for plain atoms */
};

/* The atoms of one pair of kinds. */
struct pw_atom_table {
    uint32_t a, b;
    PW_VEC(struct pw_atom) atoms;
    size_t nplain;
    pw_term *terms[9]; /* by orientation: see pw_atoms_term */
    bool made;
    struct {
        bool known;
        uint32_t term;
        pw_uints atoms;
    } asked[9]; /* by orientation: the last question of pw_atoms_with_term */
};

/* A comparison of the program over integers: of one thread of `kind`, or of shared ones alone (-1);
 * `other`: the kind of the PASSIVE leaves, or -1. */
struct pw_comparison {
    const struct pw_expr *expr;
    int32_t kind, other;
    bool guard; /* stands in a guard or an assertion */
};

struct pw_atoms {
    struct pw_encode *enc;
    struct pw_atom_level level;
    struct pw_expr_pool pool;
    PW_VEC(int64_t) constants;
    PW_VEC(struct pw_comparison) comparisons;
    PW_VEC(uint32_t) classes;     /* union-find over the integers: see var_id in atoms_gather.c */
    struct pw_atom_table *tables; /* kinds * kinds, the half with a <= b is used */
};

void pw_atoms_init(struct pw_atoms *s, struct pw_encode *enc, struct pw_atom_level level);
void pw_atoms_clear(struct pw_atoms *s);

struct pw_atom_table *pw_atoms_table(struct pw_atoms *s, uint32_t a, uint32_t b); /* pre: a <= b */

/* The atom of a thread of kind t->a in slot i and one of kind t->b in slot j. */
pw_term pw_atoms_term(struct pw_atoms *s, struct pw_atom_table *t, uint32_t atom, uint32_t i,
                      uint32_t j);
/* The atoms that are this term; i and j are at most 2. Valid until the next question about them. */
const pw_uints *pw_atoms_with_term(struct pw_atoms *s, struct pw_atom_table *t, uint32_t term,
                                   uint32_t i, uint32_t j);
/* The atom after a step of the thread in slot 0, which did this to those in slots i and j
 * (NULL: nothing). */
pw_term pw_atoms_after(struct pw_atoms *s, struct pw_atom_table *t, uint32_t atom, uint32_t i,
                       uint32_t j, const struct pw_step *step,
                       const struct pw_reaction *const react[2]);

/* Between the files atoms*.c. */
void pw_atoms_gather(struct pw_atoms *s); /* constants, comparisons, classes */
void pw_atoms_offer(struct pw_atoms *s, const struct pw_expr *e); /* a comparison, of s->pool */
void pw_atoms_count(struct pw_atoms *s);                          /* of what counts together */
uint32_t pw_atoms_class(struct pw_atoms *s, int32_t kind, uint32_t var); /* kind -1: shared */
void pw_atoms_preconditions(struct pw_atoms *s); /* of the comparisons so far, appended to them */
/* A comparison whose sides are linear: as coefficients and a constant? False: some side is not.
 * sum (of variables, an expression) + constant is left side - right side; terms: number of
 * variables. */
bool pw_atoms_linear(struct pw_atoms *s, const struct pw_expr *e, const struct pw_expr **sum,
                     pw_int *constant, size_t *vars, bool *difference);

#endif
