/* pairs.h -- certificates of pair invariants: what needs no arithmetic.
 *
 * A key (sigma, u, v) says: whenever the finite shared variables have the values sigma and two
 * threads the views u and v, its facts hold (their text is not looked at here); two threads that
 * are no key never meet. A move is a finite outcome of an edge from (sigma, view), with what it
 * adds to the shared variables that are counted, if that is known.
 *
 *   (P1) keys increase strictly in (sigma, u, v), u <= v: one order of two threads, no key twice
 *   (P2) every start is a key, and its views weigh 0
 *   (P3) own: a move of a thread of a key leads to a key; (P4) third: a move of a thread that is a
 *        key with both, and writes shared variables, leads to a key. Moves that do not are counted:
 *        their number is that of section `leaving`, and facts must exclude each
 *   (P5) no view of a key is an error; every smallest set of pairwise keys that shows an
 *        alternative of `unsafe` is in section `bad`, and facts must exclude it
 *   (P6) counts: alpha * change = weight(to) - weight(from) for every move of (P3) that leads to a
 *        key, if the changes are known
 *
 * Where steps look at other threads, or change them, there are no moves: (P3), (P4) and (P6) say
 * nothing, and the obligations are about every step.
 *
 * With the obligations for a solver (doc/certificate.md, section 9) these imply safety.
 *
 * pairs_read.c reads the text, pairs.c checks the conditions. */
#ifndef PW_CHECK_PAIRS_H
#define PW_CHECK_PAIRS_H

#include "check/claims.h"

struct pwc_pairs_kind {
    int64_t count; /* -1: any */
    uint32_t finite, entry, locs, edges, first_loc, first_edge;
};
struct pwc_pairs_place {
    bool error;
    pw_uints labels;
};
struct pwc_pairs_edge {
    uint32_t from, to;
    bool writes;
};
struct pwc_pairs_view {
    uint32_t kind, loc; /* kind = number of templates: none */
};
struct pwc_pairs_move {
    uint32_t sigma, view, sigma2, view2, edge;
    bool known;
    pwc_weights change;
};
struct pwc_pairs_key {
    uint32_t sigma, u, v;
    unsigned long line;
};
struct pwc_pairs_want { /* at least `least` threads at a label, of a template or any (-1) */
    int64_t template;
    uint32_t label;
    int64_t least;
};
typedef PW_VEC(struct pwc_pairs_want) pwc_pairs_wants;
struct pwc_pairs_count {
    pwc_weights alpha, weight;
    unsigned long line;
};

struct pwc_pairs {
    struct pwc_reader *r;
    uint32_t nshared, finite, sigmas;
    bool looks; /* steps look at other threads: there are no moves, all steps are for a solver */
    PW_VEC(struct pwc_pairs_kind) kinds;
    PW_VEC(struct pwc_pairs_place) places;
    PW_VEC(struct pwc_pairs_edge) edges;
    PW_VEC(pwc_pairs_wants) unsafe;
    PW_VEC(struct pwc_pairs_view) views;
    PW_VEC(struct pwc_pairs_move) moves;
    pw_uints first; /* per view, and one more: of its moves */
    PW_VEC(struct pwc_pairs_key) keys;
    PW_VEC(struct pwc_pairs_count) counts;
    PW_VEC(pw_uints) bad; /* disjunct, sigma, views */
    size_t next_bad, sets, leaving, open, own, third;
};

/* Reads everything up to the section `starts`, and keys as they come: (P1). */
void pwc_read_pairs(struct pwc_reader *r, struct pwc_pairs *x);
void pwc_read_bad_pairs(struct pwc_pairs *x); /* the section `bad` */
int pwc_pairs_compare(const struct pwc_pairs_key *a, const struct pwc_pairs_key *b);
bool pwc_pairs_is_error(const struct pwc_pairs *x, uint32_t view);

#endif
