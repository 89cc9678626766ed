/* moves.h -- the rows of a closure one at a time: what can happen to two given threads in a given
 * shared state. Memoised.
 *
 * An *act* is (statement s, shared state g, local state a at s.from). Its outcomes are the (g', a')
 * of E(s) (dualref/closure.h), that is, some passive thread could take part. For an act, an outcome
 * and a passive local state p, the replies are the p' with a row of R; if there is none, p blocks
 * the outcome (mode NONE) or is sunk. A reply also tells which some blocks of s it serves. */
#ifndef PW_DUALREF_MOVES_H
#define PW_DUALREF_MOVES_H

#include "dualref/closure.h"
#include "dualref/states.h"

struct pw_outcome {
    uint32_t shared, active;
};

struct pw_reply {
    uint32_t shared, active, passive;
    uint32_t serves; /* bit i: the row is in the some block W_i */
};

struct pw_act {
    uint32_t stmt, shared, active;
    uint32_t first, n; /* outcomes */
    /* rows.at[rows + q]: R[s][q] with g and a fixed; then likewise W_0[q], W_1[q], ... */
    uint32_t rows;
};

struct pw_reply_list {
    uint32_t act, passive; /* passive local state */
    uint32_t first, n;     /* replies, increasing in (shared, active, passive) */
};

struct pw_moves {
    const struct pw_closure *c;
    struct pw_states *states;
    struct pw_table act_index, reply_index;
    PW_VEC(struct pw_act) acts;
    PW_VEC(struct pw_outcome) outcomes;
    PW_VEC(pw_bdd) rows;
    PW_VEC(struct pw_reply_list) lists;
    PW_VEC(struct pw_reply) replies;
};

/* both outlive it */
void pw_moves_init(struct pw_moves *m, const struct pw_closure *c, struct pw_states *states);
void pw_moves_clear(struct pw_moves *m);
/* pre: active is at stmt.from */
uint32_t pw_moves_act(struct pw_moves *m, uint32_t stmt, uint32_t shared, uint32_t active);
/* All some blocks of the statement, as a set like pw_reply.serves. */
uint32_t pw_moves_wanted(const struct pw_moves *m, uint32_t stmt);
/* The replies of p to an outcome of the act: their number and the first, valid until the next
 * call. */
size_t pw_moves_replies(struct pw_moves *m, uint32_t act, struct pw_outcome o, uint32_t p,
                        const struct pw_reply **first);

#endif
