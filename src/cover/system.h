/* system.h -- counter systems: what the coverability engine decides.
 *
 * A configuration is a global state g < globals and a multiset m of local states < locals (a vector
 * of unbounded counters, kept sparse). A transition t = (g -> g', pre, R, post, witness) has a step
 * (g, m) -> (g', m') iff
 *   (1) pre <= m; the tokens of m - pre are *passive*;
 *   (2) every passive token in l moves to some l' with (l, l') in R, each token choosing for
 *       itself, or is sunk (vanishes) if R sinks l; m' is the multiset of the moved tokens plus
 *       post;
 *   (3) if t needs a witness, at least one passive token has moved, that is, was not sunk.
 * R is total: it is a list of pairs, and says what becomes of locals that are the source of no
 * pair: they stay (nets) or are sunk (monotone closures of DR templates). The pair (l, PW_SUNK)
 * sinks the tokens of l: a reset. So steps are monotone: more passive tokens never disable a step,
 * and a larger configuration steps to a larger one. A token in l whose only pairs lead to PW_SUNK
 * takes no part; a local with both a proper pair and (l, PW_SUNK) may choose.
 *
 * The initial configurations are given twice: by boxes, whose union contains all of them (forward
 * analyses start there), and exactly by a callback; without callback the union of the boxes is
 * exact.
 *
 * Targets are pairs (global or any, multiset): the question is whether a configuration is reachable
 * that is, in one target's global state, at least the target's multiset.
 *
 * Invariants: (1) token lists are strictly increasing in `local`, counts > 0; (2) relations are
 * interned: equal relations have equal ids, id 0 is the identity; (3) pairs of a relation are
 * strictly increasing in (from, to), and `inverse` holds the same pairs in order of (to, from). */
#ifndef PW_COVER_SYSTEM_H
#define PW_COVER_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/table.h"
#include "base/vec.h"

#define PW_SUNK UINT32_MAX       /* as the target of a pair: the token vanishes */
#define PW_ANY_GLOBAL UINT32_MAX /* in a target */

struct pw_tok {
    uint32_t local;
    int64_t count; /* > 0 */
};
typedef PW_VEC(struct pw_tok) pw_toks;

struct pw_pair {
    uint32_t from, to;
};
int pw_pair_order(const void *a, const void *b); /* for qsort: by from, then to */

/* what becomes of locals that no pair mentions as a source */
enum pw_rest { PW_REST_STAY, PW_REST_SUNK };

struct pw_relation {
    enum pw_rest rest;
    uint32_t n;              /* pairs; 0 and STAY: the identity */
    struct pw_pair *pairs;   /* by (from, to) */
    struct pw_pair *inverse; /* by (to, from) */
};

struct pw_trans {
    uint32_t from, to;  /* globals */
    uint32_t relation;  /* id; 0 = identity */
    uint32_t pre, npre; /* system.tokens[pre .. pre+npre-1] */
    uint32_t post, npost;
    bool witness; /* needs a live passive token */
    uint32_t tag; /* of the caller: index of the statement or net line behind it */
};

struct pw_range {
    uint32_t local;
    bool many;      /* no upper bound */
    int64_t lo, hi; /* hi counts only if !many */
};

/* All (global, m) with lo <= m(l) (<= hi) for the listed locals, and for the others m(l) = 0, or
 * anything if rest_many. */
struct pw_box {
    uint32_t global;
    uint32_t ranges, nranges; /* system.ranges[...], increasing in local */
    bool rest_many;
};

struct pw_target {
    uint32_t global;      /* or PW_ANY_GLOBAL */
    uint32_t toks, ntoks; /* system.tokens[...] */
};

/* Exact initial condition: is some initial configuration (g, m) with m >= u? If so and out is
 * given, a smallest such m is appended to *out (which is empty), sorted. Must be monotone: yes for
 * u implies yes for every smaller multiset. */
typedef bool pw_init_covers(const void *self, uint32_t global, const struct pw_tok *u, size_t n,
                            pw_toks *out);

struct pw_system {
    uint32_t globals, locals;
    PW_VEC(struct pw_trans) trans;
    PW_VEC(struct pw_relation) relations;
    PW_VEC(struct pw_target) targets;
    PW_VEC(struct pw_box) boxes;
    PW_VEC(struct pw_range) ranges;
    pw_toks tokens;
    struct pw_table interned; /* of relations */
    pw_init_covers *covers;   /* or NULL: the boxes are exact */
    const void *covers_self;
};

/* with the identity as relation 0 */
void pw_system_init(struct pw_system *s, uint32_t globals, uint32_t locals);
void pw_system_clear(struct pw_system *s);

/* Asserts the invariants: indices in range, lists of tokens, pairs and ranges sorted and without
 * repeats, counts positive, relation 0 the identity. For the borders of stages; linear. */
void pw_system_check(const struct pw_system *s);

/* A view of s with targets of its own, none at first: everything else is shared with s, which must
 * outlive it and not be changed meanwhile. */
void pw_system_view(struct pw_system *v, const struct pw_system *s);
void pw_system_view_clear(struct pw_system *v);

/* Builders. Token lists may come in any order, with repeats (counts are added); pairs likewise. A
 * number that leaves the range of int64_t throws PW_STOP_RANGE. Pre: all globals and locals in
 * range. */
uint32_t pw_system_relation(struct pw_system *s, enum pw_rest rest, const struct pw_pair *pairs,
                            size_t n);
uint32_t pw_system_trans(struct pw_system *s, uint32_t from, uint32_t to, const struct pw_tok *pre,
                         size_t npre, uint32_t relation, const struct pw_tok *post, size_t npost,
                         bool witness, uint32_t tag);
void pw_system_target(struct pw_system *s, uint32_t global, const struct pw_tok *toks, size_t n);
void pw_system_box(struct pw_system *s, uint32_t global, const struct pw_range *ranges, size_t n,
                   bool rest_many);

/* Is (g, u) below some initial configuration? By the callback, or by the boxes. *out as in
 * pw_init_covers; may be NULL. */
bool pw_system_initial(const struct pw_system *s, uint32_t global, const struct pw_tok *u, size_t n,
                       pw_toks *out);

/* The pairs of relation r with the given source (or target, in .inverse order): *first and the
 * number of them. */
size_t pw_relation_from(const struct pw_relation *r, uint32_t from, const struct pw_pair **first);
size_t pw_relation_into(const struct pw_relation *r, uint32_t to, const struct pw_pair **first);

/* Sorts, adds up repeats, drops zeros. */
void pw_toks_normalise(pw_toks *t);
int64_t pw_count_add(int64_t x, int64_t y); /* throws PW_STOP_RANGE */
bool pw_toks_leq(const struct pw_tok *u, size_t nu, const struct pw_tok *v, size_t nv);

#endif
