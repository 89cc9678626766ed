/* mgraph.h -- a thread or procedure as a graph for the obligations (encode.h) and the explorer.
 *
 * Calls of procedures without contract are expanded; a call of a procedure with a contract becomes
 * its contract: an edge that asserts `requires`, a node for each component of the automaton (its
 * loops are kept at the node: see `internal`), edges for the actions between components, and an
 * edge that assumes `ensures`. With `expand` every call is expanded.
 *
 * Variables of expanded procedures get slots of their own; an expression about the variables of a
 * procedure is evaluated with the `base` of its frame: local i is slot base + i.
 *
 * At a node other threads may move, unless it is `inner` (inside an atomic block) or `still`
 * (nothing shared is read before the next node). A step is an edge of kind STEP; its first half may
 * be INNER edges, and then `start` is the node where the atomic block was entered. SILENT edges are
 * no steps: they write no shared variable. */
#ifndef PW_MODULAR_MGRAPH_H
#define PW_MODULAR_MGRAPH_H

#include "base/diag.h"
#include "modular/automaton.h"
#include "modular/tree.h"

enum pw_mop_kind { PW_MOP_ASSUME, PW_MOP_ASSERT, PW_MOP_ASSIGN, PW_MOP_HAVOC, PW_MOP_NEW };
enum pw_masks { PW_ASKS_ASSERT, PW_ASKS_RANGE, PW_ASKS_UNLOCK, PW_ASKS_REQUIRES };

struct pw_mop {
    uint8_t kind;
    uint8_t asks;                                          /* ASSERT: what it is about */
    const struct pw_mexpr *cond;                           /* ASSUME, ASSERT */
    const struct pw_mexpr *const *targets, *const *values; /* ASSIGN, HAVOC, NEW: at once */
    uint32_t n;
    uint32_t base, value_base; /* frames of the targets (and the condition) and of the values */
    uint32_t object;           /* NEW */
    uint32_t first, last;
};

enum pw_medge_kind { PW_MEDGE_SILENT, PW_MEDGE_INNER, PW_MEDGE_STEP, PW_MEDGE_ACTION };

struct pw_medge {
    uint8_t kind;
    bool requires, ensures; /* of a call by contract */
    bool returns;           /* sets the returned variable of the unit: visible to its contract */
    uint32_t from, to, start;
    uint32_t op, nops;
    uint32_t first, last;
    uint32_t callee, base, action; /* ACTION; in the automaton of the callee's contract */
    /* expanded graphs: this edge enters or leaves a procedure with a contract */
    uint32_t enters, leaves;
};

struct pw_mclaim {
    const struct pw_mexpr *expr;
    uint32_t base;
};

struct pw_mnode {
    bool inner, still, cut;
    uint32_t claim, nclaims;     /* of graph.claims, gathered at the end */
    const struct pw_mexpr *cond; /* of a loop, in frame `base`; or NULL */
    uint32_t base;
    uint32_t callee; /* a component of a contract, or NONE; its frame is `base` */
    uint32_t component;
    uint32_t token;
    uint32_t
        first_out; /* of an expanded graph: the first edge that leaves it, from 1; see next_out */
};

struct pw_mslot {
    const struct pw_mvar *var;
    const struct pw_munit *unit;
};

struct pw_mgraph {
    const struct pw_mtree *t;
    const struct pw_munit *unit;
    PW_VEC(struct pw_mnode) nodes;
    PW_VEC(struct pw_medge) edges;
    PW_VEC(struct pw_mop) ops;
    PW_VEC(struct pw_mclaim) claims;
    PW_VEC(uint32_t) claim_nodes;  /* beside claims, until they are gathered */
    PW_VEC(struct pw_mslot) slots; /* the unit's own variables first */
    PW_VEC(uint32_t) labels;       /* of the unit: their nodes */
    uint32_t entry, exit;
    bool exit_reached;
    bool too_large;     /* of an expanded graph: recursion, or too many nodes */
    uint32_t *next_out; /* of an expanded graph: per edge the next one of the same node, from 1 */
    uint32_t *order; /* nodes in an order in which edges go forward but for those into cut nodes */
    struct pw_arena arena;
};

/* automata: of all procedures, by number. False: an error was reported. */
bool pw_mgraph_build(struct pw_mgraph *g, struct pw_mtree *t, const struct pw_munit *u,
                     const struct pw_automaton *automata, bool expand, struct pw_diags *diags);
void pw_mgraph_clear(struct pw_mgraph *g);

/* Does the expression read a shared variable? */
bool pw_mgraph_reads_shared(const struct pw_mexpr *e);

#endif
