/* solver_state.h -- the representation of a solver, shared by the files solver*.c only.
 *
 * A term node known to the search has an entry: its literal (integer nodes defined by clauses:
 * literal of `true`) and the number of claims. A node is claimed by every assertion, assumption and
 * claimed node that needs its value; only variables of claimed nodes are decided, so what an old
 * query left behind costs nothing. Claims form an acyclic graph: the first claim of a node claims
 * what it depends on.
 *
 * Invariants: (1) `mapped` lists the known nodes in order; those of a scope end with it; (2) the
 * assertion clauses of scope i > 0 contain the negated guard of the scope, and every check assumes
 * the guards of the open scopes. */
#ifndef PW_LOGIC_SOLVER_STATE_H
#define PW_LOGIC_SOLVER_STATE_H

#include "logic/arith.h"
#include "logic/sat.h"
#include "logic/solver.h"
#include "logic/term.h"

struct pw_solver_entry {
    bool known, seen; /* seen: by the walk that is on */
    pw_lit lit;
    uint32_t claims;
    uint32_t parts; /* EQ, IITE: index of its atoms in `parts` */
};

/* A disjunct of an asserted clause. */
struct pw_solver_root {
    pw_term literal;
    bool first; /* of its clause */
};

struct pw_solver_parts {
    pw_term at[4]; /* EQ: s <= k, s <= k-1. IITE v: v <= a, v >= a, v <= b, v >= b */
};

struct pw_solver_scope {
    uint32_t mapped, roots, parts;
    struct pw_arith_mark arith;
    pw_lit guard;
};

struct pw_solver {
    struct pw_terms *terms;
    /* counts into *stats: its own ones, or those of pw_solver_count */
    struct pw_solver_stats own, *stats;
    struct pw_sat sat;
    struct pw_arith arith;
    PW_VEC(struct pw_solver_entry) map; /* per term node */
    PW_VEC(uint32_t) mapped;
    PW_VEC(struct pw_solver_parts) parts;
    PW_VEC(struct pw_solver_scope) scopes;
    PW_VEC(struct pw_solver_root) roots; /* whose nodes are claimed by assertions */
    PW_VEC(uint32_t) held;               /* nodes claimed by the assumptions of the last check */
    PW_VEC(uint32_t) stack;              /* scratch of walks over nodes */
    PW_VEC(pw_term) todo;                /* scratch of assertions */
    pw_lits clause;
    PW_VEC(pw_term) assumed;
    pw_lits assumptions; /* guards, then the literals of `assumed` */
    PW_VEC(pw_term) core;
    bool has_model;
    /* values of nodes in the current model */
    uint32_t epoch;
    PW_VEC(uint32_t) valued; /* per node: epoch in which its value was computed */
    PW_VEC(pw_int) values;   /* per node; Booleans as 0 and 1 */
    struct pw_smtout *rec;   /* NULL: not recording */
};

pw_lit pw_solver_lit(struct pw_solver *s, pw_term a);     /* encodes what is new */
void pw_solver_claim(struct pw_solver *s, uint32_t node); /* pre: known */
void pw_solver_unclaim(struct pw_solver *s, uint32_t node);
/* Appends the search variables of the node and of all that it needs. pre: known */
void pw_solver_cone(struct pw_solver *s, uint32_t node, pw_uints *vars);
/* Asserts the invariants of the search and of the simplex; linear in their sizes. */
void pw_solver_sound(const struct pw_solver *s);
void pw_solver_set_assumptions(struct pw_solver *s, const pw_term *assume, size_t n);

/* Shelters (solver_shelter.c) of all variables, until pw_sat_unrank. `always`: nodes that are
 * needed whatever is true. */
void pw_solver_shelter(struct pw_solver *s, const uint32_t *always, size_t n);

/* Recording (solver_record.c). */
void pw_solver_record_start(struct pw_solver *s);
void pw_solver_record_end(struct pw_solver *s);
void pw_solver_record_assert(struct pw_solver *s, pw_term a);
void pw_solver_record_check(struct pw_solver *s, const pw_term *assume, size_t n, bool sat);
void pw_solver_record_scope(struct pw_solver *s, bool push);

#endif
