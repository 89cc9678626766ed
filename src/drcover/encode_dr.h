/* encode_dr.h -- a closed DR template as a counter system (cover/system.h).
 *
 * Globals are the shared states, locals the local states of the slice J (dualref/slice.h), numbered
 * by dualref/states.h. A transition is an outcome (g, a) -> (g', a') of a statement, pre = {a},
 * post = {a'}; its passive relation lists the rows (p, p') of R for the p of J at g, and what is
 * not listed is sunk. If every p of J at g is listed no thread can be sunk by the transition, and
 * in mode WITNESS it needs no witness: every reachable configuration has at least two live threads
 * (two at the start, and a step leaves the active one and its witness), so one that takes part is
 * there. If moreover each p is listed with itself only, the relation is the identity. The tag of a
 * transition is its statement.
 *
 * With traps (mode SHARP) a transition that sinks threads of a trap T, and whose active thread does
 * not end in T, is split: one transition for each passive p -> p' with p' in T, which is then a
 * token of pre and post. That leaves exactly the steps after which T has a thread.
 *
 * A statement with some blocks is split likewise: for each block a passive p -> p' of it is a token
 * of pre and post (one token may serve several blocks), in every possible way.
 *
 * Targets are the minimal multisets of J's local states, per shared state, that fulfil a bad
 * condition, without more threads of a counted template than there are. The initial condition is
 * the table of cover/init.h. */
#ifndef PW_DRCOVER_ENCODE_DR_H
#define PW_DRCOVER_ENCODE_DR_H

#include "base/strbuf.h"
#include "cover/init.h"
#include "cover/system.h"
#include "dualref/slice.h"
#include "dualref/states.h"

struct pw_encoding {
    const struct pw_closure *c;
    struct pw_dr_slice slice;
    struct pw_states states; /* global g is shared state g, local l is local state l */
    struct pw_system system;
    struct pw_init_pairs init;
    PW_VEC(struct pw_pair) occupied; /* J as pairs (global, local), increasing */
    PW_VEC(uint32_t) target_bad;     /* by target: the bad condition (template.bad) */
    PW_VEC(struct pw_pair) actives;  /* by transition: the active thread before and after */
    /* passive threads (p, p') in pre and post besides; those of transition t are */
    PW_VEC(struct pw_pair) keepers;
    /* keepers[first_keeper[t] .. first_keeper[t + 1] - 1]; the last entry ends the list */
    PW_VEC(uint32_t) first_keeper;
    /* some transition sinks a local state of J: the closure may add behaviour */
    bool may_sink;
};

/* c outlives e; e must not move afterwards */
void pw_encode_dr(struct pw_encoding *e, const struct pw_closure *c);
void pw_encoding_clear(struct pw_encoding *e);

/* Is this pair of states in a trap of the closure? */
bool pw_encoding_in_trap(const struct pw_encoding *e, size_t trap, uint32_t global, uint32_t local);

/* Configurations in words: "stopping: 2 x client at crit: unique, !served; 1 x ..." */
void pw_encoding_print(const struct pw_encoding *e, uint32_t global, const struct pw_tok *toks,
                       size_t n, struct pw_strbuf *out);

#endif
