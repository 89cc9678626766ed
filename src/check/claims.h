/* claims.h -- what a proof is about, in one form for nets and templates, and the five conditions.
 *
 *   start  a set of initial configurations: global; perhaps an active token in a place of its own;
 *          and groups, each of lo .. hi tokens spread in any way over the places of the group
 *   step   takes the bag `pre` from a configuration in global `from`, moves every other (passive)
 *          token by the relation `rel`, each on its own, adds the bag `post` and arrives in `to`; a
 *          token that has no place to go to vanishes. With `witness` some passive token must not
 *          vanish. A step may have *some blocks*, relations themselves: for each of them at least
 *          one passive token must make a move of rel that is also one of the block
 *   bad    a global, or any, and terms: each wants so many tokens in the places of a set; a token
 *          counts for every term whose set has its place
 *
 * (C1) every start is in J; (C2) a step from J leads into J; (C3) what is bad and in J is in ^U;
 * (C4) what is in J and has a step into ^U is in ^U; (C5) no start is in ^U. */
#ifndef PW_CHECK_CLAIMS_H
#define PW_CHECK_CLAIMS_H

#include "check/space.h"

struct pwc_span { /* at[first .. first+n-1] of some array */
    size_t first, n;
};

struct pwc_group {
    size_t first, n; /* places.at[first .. first+n-1], no place twice in a start */
    int64_t lo, hi;  /* hi = -1: any number */
};

struct pwc_start {
    uint32_t global, active; /* active = PWC_NONE: there is none */
    PW_VEC(struct pwc_group) groups;
    pw_uints places;
    unsigned long line;
};

struct pwc_step {
    uint32_t from, to, rel, line;
    uint32_t pre, npre, post, npost; /* toks.at[pre .. pre+npre-1] */
    uint32_t some, nsome;            /* blocks.at[some .. some+nsome-1]: relations */
};

struct pwc_term {
    const struct pwc_set *places;
    int64_t count;
};

struct pwc_bad {
    uint32_t global; /* PWC_NONE: any */
    PW_VEC(struct pwc_term) terms;
    unsigned long line;
};

struct pwc_move { /* of a passive token; to = PWC_NONE: it may vanish */
    uint32_t from, to;
};
typedef PW_VEC(struct pwc_move) pwc_moves;

struct pwc_source { /* the same, backwards */
    uint32_t to, from;
};

struct pwc_system {
    struct pwc_space space;
    PW_VEC(struct pwc_start) starts;
    PW_VEC(struct pwc_step) steps;
    pwc_bag toks;
    PW_VEC(pwc_moves) rels; /* each strictly increasing in (from, to) */
    bool stays;             /* does a token without a move stay where it is, or vanish? */
    bool witness;
    pw_uints blocks; /* of steps */
    PW_VEC(struct pwc_bad) bads;
    /* scratch: of pwc_find_moves, increasing in (from, to); in (to, from); and per place. Tokens
     * in places that neither names stay, or vanish */
    pwc_moves ahead;
    PW_VEC(struct pwc_source) back;
    uint32_t *group_of;
};

void pwc_add_step(struct pwc_system *s, struct pwc_step step, const pwc_bag *pre,
                  const pwc_bag *post);
void pwc_check_claims(struct pwc_system *s); /* C1 .. C5, in the order of pwc_part */
void pwc_check_closed(struct pwc_system *s); /* C2; then the steps are those that J has, sorted */
void pwc_check_pre(struct pwc_system *s);    /* C4; after C2 */
/* The steps i .. end-1 form a group: the same globals and relation. Pre: after C2. */
#define PWC_GROUP_END(s, i) PWC_RUN(&(s)->steps, i, 3)
bool pwc_is_move_of(const pwc_moves *rel, struct pwc_move m);
/* May a passive token of J be in `place`, and stays there because the relation does not name it? */
bool pwc_stays(const struct pwc_system *s, const struct pwc_step *step, uint32_t place);
/* s->ahead, s->back: how the step moves the passive tokens of J in places of its relation, and
 * into such. */
void pwc_find_moves(struct pwc_system *s, const struct pwc_step *step);

#endif
