/* encode_dr.h -- a closed DR template as a counter system (cover/system.h).
 *
 * Globals are the shared states, locals the local states of the slice J (cover/slice_dr.h), numbered by dualref/states.h. A transition is an
 * outcome (g, a) -> (g', a') of a statement, pre = {a}, post = {a'}; its passive relation lists the rows (p, p') of R for the p of J at g,
 * and what is not listed is sunk. If every p of J at g is listed no thread can be sunk by the transition, and in mode WITNESS it
 * needs no witness: every reachable configuration has at least two live threads (two at the start, and a step leaves the
 * active one and its witness), so one that takes part is there. If moreover each p is listed with itself only, the relation is the identity.
 * The tag of a transition is its statement.
 *
 * Targets are the minimal multisets of J's local states, per shared state, that fulfil a bad condition, without more threads of a
 * counted template than there are. The initial condition is the table of cover/init.h. */
#ifndef PW_COVER_ENCODE_DR_H
#define PW_COVER_ENCODE_DR_H

#include "base/strbuf.h"
#include "cover/init.h"
#include "cover/slice_dr.h"
#include "cover/system.h"
#include "dualref/states.h"

struct pw_encoding {
    const struct pw_closure *c;
    struct pw_slice_dr slice;
    struct pw_states states;             /* global g is shared state g, local l is local state l */
    struct pw_system system;
    struct pw_init_pairs init;
    PW_VEC(struct pw_pair) occupied;     /* J as pairs (global, local), increasing */
    PW_VEC(uint32_t) target_bad;         /* by target: the bad condition (template.bad) */
    bool may_sink;                       /* some transition sinks a local state of J: the closure may add behaviour */
};

void pw_encode_dr(struct pw_encoding *e, const struct pw_closure *c); /* c outlives e; e must not move afterwards */
void pw_encoding_clear(struct pw_encoding *e);

/* Configurations in words: "stopping: 2 x client at crit: unique, !served; 1 x ..." */
void pw_encoding_print(const struct pw_encoding *e, uint32_t global, const struct pw_tok *toks, size_t n, struct pw_strbuf *out);

#endif
