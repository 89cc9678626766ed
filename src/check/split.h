/* split.h -- a split certificate as read (split_read.c); its conditions are in split.c. */
#ifndef PW_CHECK_SPLIT_H
#define PW_CHECK_SPLIT_H

#include "check/finite.h"

struct pwc_token { /* of a context, with its theta */
    uint32_t class;
    int64_t count;
    pw_uints theta; /* strictly increasing */
};

struct pwc_context {
    uint32_t layer, shared;
    PW_VEC(struct pwc_token) bag; /* strictly increasing in class */
    unsigned long line;
};

struct pwc_split {
    struct pwc_finite p;
    bool writer, mover_last;        /* what the ghost remembers */
    PW_VEC(uint32_t) class, marked; /* by local state */
    PW_VEC(uint32_t) cleared;       /* by class */
    uint32_t layers, back;          /* the layer that follows the last one */
    PW_VEC(struct pwc_context) contexts;
    struct pw_table index;
    pw_uints lifted;  /* kinds */
    pw_uints *starts; /* by kind: initial local states beside the shared state at hand */
    int64_t *rho;     /* by kind: -1 none yet, -2 several */
    const struct pwc_context *now; /* S2: the context and the token that moves */
    const struct pwc_token *mover;
    const struct pwc_context *last; /* S2: where it went last: the others were looked at */
    struct pwc_context next;        /* in the making */
};

/* Reads everything after the head, to the end of the text. */
void pwc_read_split(struct pwc_split *s, struct pwc_reader *r);

/* The listed context that is equal to c, or NULL. */
const struct pwc_context *pwc_find_context(const struct pwc_split *s, const struct pwc_context *c);

/* So many more threads of a class; the theta of a new token is empty. */
void pwc_put_token(struct pwc_context *c, uint32_t class, int64_t count);
bool pwc_in_theta(const pw_uints *theta, uint32_t local);

/* split_start.c: S1; fills s->rho, by kind: the class of its initial local states, -2 if there are
 * several, or none beside some initial shared state. */
void pwc_check_starts(struct pwc_split *s);

#endif
