/* search.h -- decides coverability of a counter system.
 *
 * Backward: U := minimal targets; add minimal predecessors that are not above an element of U and
 * not excluded by the invariant J; stop at the fixpoint (UNCOVERED) or when an initial
 * configuration is above an element (COVERED). Forward, beside it: a search over ideals (multisets
 * with "many" counts) with acceleration, which finds shallow bugs at once and, where it terminates,
 * proves UNCOVERED too. A trace is reported only after pw_trace_check has replayed it.
 *
 * UNCOVERED has one of two proofs:
 *   PW_PROOF_BASIS   U and J: init in J, J inductive, bad & J in ^U, pre(^U) & J in ^U, no initial
 *                    configuration in ^U.
 *                    J is a conjunction of (a) a set of pairs (g, l): in global state g only these
 *                    locals are occupied, (b) linear inequalities sum w(l) * m(l) + v(g) <= c that
 *                    hold initially and are kept by every transition.
 *   PW_PROOF_IDEALS  a finite list of ideals that contains the initial boxes, is closed under steps
 *                    from configurations of J part (a), and meets
 *                    no target. Only with options.ideals.
 * With options.prune = false nothing is dropped and U is the canonical minimal basis of
 * pre*(targets).
 *
 * Everything is decided on the counter system as given. Over-approximations of the caller (closure,
 * zero tests by deletion) are his to replay. Limits unwind (base/guard.h): keep *stats outside the
 * guard, it is updated as the search goes. */
#ifndef PW_COVER_SEARCH_H
#define PW_COVER_SEARCH_H

#include "base/strbuf.h"
#include "cover/system.h"

enum pw_cover_order { PW_ORDER_SMALL, PW_ORDER_FIFO, PW_ORDER_LIFO };

struct pw_cover_options {
    /* false: plain backward search, canonical basis; the switches down to `ideals` count as
     * false */
    bool prune;
    bool slice; /* forward Cartesian slicing: J part (a) */
    bool
        together; /* elements with two tokens that are never together (together.h) shrink to them */
    /* linear place invariants, found for the first thousand candidates: J part (b) */
    bool invariants;
    /* state inequation on every candidate: finds further invariants of the same form */
    bool inequation;
    /* merge equivalent locals (merge.h); not with `certify`, `basis` or `exhaust`, whose proofs are
     * about the locals as given */
    bool merge;
    /* remove shared states that are only passed through (fuse.h); without `certify` and `basis` a
     * proof is then about the system that is left, and its J is not kept */
    bool fuse;
    bool plenty;   /* leave out locals that no run is ever short of (plenty.h) */
    bool forward;  /* forward search beside the backward one, for bugs */
    bool directed; /* forward search nearest first (directed.h), for bugs that are far away */
    bool ideals;   /* let a terminated forward search prove UNCOVERED */
    bool backward;
    bool certify; /* the proof must be one that can be written down */
    /* the proof should be a PW_PROOF_BASIS; PW_PROOF_IDEALS (if `ideals`) only when the forward
     * search has closed and a basis is not found after about twenty seconds' work more */
    bool basis;
    bool exhaust; /* do not stop at an initial configuration: compute the whole basis */
    enum pw_cover_order order;
};

/* Everything on; certify, basis and exhaust off. */
void pw_cover_options_init(struct pw_cover_options *o);

struct pw_config {
    uint32_t global;
    pw_toks toks;
};

/* How tokens moved in one step: `count` passive tokens from `from` to `to` (PW_SUNK: sunk). Tokens
 * that stay are not listed. */
struct pw_move {
    uint32_t from, to;
    int64_t count;
};

struct pw_trace_step {
    uint32_t trans;
    PW_VEC(struct pw_move) moves;
    struct pw_config after;
};

/* A run of the counter system. Its threads are numbers of tokens and have no names; where they are
 * threads of a template drcover/walk.h gives them some. */
struct pw_trace {
    struct pw_config start;
    PW_VEC(struct pw_trace_step) steps;
    uint32_t target; /* the target that the last configuration covers */
};

enum pw_cover_verdict { PW_COVER_UNKNOWN, PW_COVERED, PW_UNCOVERED };
enum pw_cover_proof { PW_PROOF_NONE, PW_PROOF_BASIS, PW_PROOF_IDEALS };

/* sum of weight * count over terms, + offset[g] <= bound, in every reachable configuration */
struct pw_linear {
    /* increasing in local, weights != 0 */
    PW_VEC(struct pw_weight {
        uint32_t local;
        int64_t weight;
    })
    terms;
    /* per global; NULL: all 0 */
    int64_t *offset;
    int64_t bound;
};

struct pw_ideal_tok {
    uint32_t local;
    bool many;
    int64_t count; /* if !many */
};

struct pw_ideal {
    uint32_t global;
    PW_VEC(struct pw_ideal_tok) toks;
};

struct pw_cover_invariant {
    bool sliced;
    PW_VEC(struct pw_pair) occupied; /* if sliced: pairs (global, local), increasing */
    PW_VEC(uint32_t) reached;        /* if sliced: globals, increasing */
    PW_VEC(struct pw_linear) linear;
};

/* Counters; plain numbers, valid at any time. X(name, "what it counts") */
#define PW_COVER_STATS(X)                                                                          \
    X(pre_images, "predecessors computed")                                                         \
    X(subsumed, "predecessors above a known element")                                              \
    X(pruned, "predecessors excluded by the invariant")                                            \
    X(apart, "predecessors with two tokens that are never together")                               \
    X(removed, "elements removed by a smaller one")                                                \
    X(basis, "elements in the final or last set")                                                  \
    X(basis_most, "most elements at one time")                                                     \
    X(basis_bytes, "bytes of the set of elements, with its index")                                 \
    X(forward_images, "images of ideals computed forward")                                         \
    X(cells, "tableau cells touched for linear invariants")                                        \
    X(forward_nodes, "ideals explored forward")                                                    \
    X(locals, "local states left after slicing and merging")                                       \
    X(transitions, "transitions left after slicing")                                               \
    X(invariants, "linear invariants used")                                                        \
    X(comparisons, "full comparisons of two elements")
struct pw_cover_stats {
#define X(name, text) uint64_t name;
    PW_COVER_STATS(X)
#undef X
};

struct pw_cover_result {
    enum pw_cover_verdict verdict;
    enum pw_cover_proof proof;
    struct pw_trace trace; /* if COVERED */
    /* if PROOF_BASIS (or exhaust): sorted by global, then tokens */
    PW_VEC(struct pw_config) basis;
    struct pw_cover_invariant invariant; /* J of a PROOF_BASIS; its part (a) for PROOF_IDEALS */
    PW_VEC(struct pw_ideal) ideals;      /* if PROOF_IDEALS */
    /* NULL, or per local the class that basis, invariant and ideals speak of instead */
    uint32_t *merged;
    uint32_t nmerged;
    const char *reason; /* if UNKNOWN: static text */
};

void pw_cover_decide(const struct pw_system *s, const struct pw_cover_options *o,
                     struct pw_cover_result *r, struct pw_cover_stats *stats);
/* globals of the system it is about */
void pw_cover_result_clear(struct pw_cover_result *r, uint32_t globals);

#endif
