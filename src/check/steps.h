/* steps.h -- the conditions that are the same for templates and nets.
 *
 * A step takes the bag `pre` from a configuration in global `from`, moves every other (passive) token by the relation `rel`, each on its
 * own, adds the bag `post` and arrives in `to`. How relations move tokens is told by two functions. A token that a
 * relation neither moves nor keeps vanishes: it is sunk, or reset. With `witness`, a step needs a passive token that does not vanish. */
#ifndef PW_CHECK_STEPS_H
#define PW_CHECK_STEPS_H

#include "base/table.h"
#include "check/space.h"

struct pwc_step {
    uint32_t from, to, rel;
    uint32_t pre, npre, post, npost; /* toks.at[pre .. pre+npre-1] */
    unsigned long line;              /* of the certificate */
};

struct pwc_back { /* the places from which rel, in global from, moves a token to place */
    uint32_t rel, from, place, n;
    size_t first; /* backs.at[first .. first+n-1] */
};

struct pwc_system {
    struct pwc_space *space;
    PW_VEC(struct pwc_step) steps;
    pwc_bag toks;
    bool witness;
    void *self;
    /* Appends the places to which rel moves a token in `place`. */
    void (*ahead)(void *self, uint32_t rel, uint32_t place, pw_uints *out);
    /* Appends the places that may occur with `from` and from which rel moves a token to `place`; for PWC_NONE: to anywhere. */
    void (*back)(void *self, uint32_t rel, uint32_t from, uint32_t place, pw_uints *out);
    PW_VEC(struct pwc_back) memo;
    struct pw_table memo_index;
    pw_uints backs;
};

void pwc_add_step(struct pwc_system *s, uint32_t from, uint32_t to, uint32_t rel, const pwc_bag *pre, const pwc_bag *post, unsigned long line);

/* (C2) J is closed: a step from a configuration whose places may occur leads to such a configuration, and keeps every inequality. Drops the
 * steps that no such configuration has, and sorts the others. */
void pwc_check_closed(struct pwc_system *s);

/* (C4) pre(^U) & J is within ^U. Pre: pwc_check_closed has passed. */
void pwc_check_pre(struct pwc_system *s);

#endif
