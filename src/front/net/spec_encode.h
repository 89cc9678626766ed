/* spec_encode.h -- a guarded command as transitions of a counter system.
 *
 * Each variable x of the rule has a destination: itself (kept), another variable (transfer), or
 * none (reset). The transition takes the tokens that guards and negative constants demand, moves
 * the rest along the destinations, and puts what the sums are short of:
 *     post(y) = sum of pre(x) over the sources x of y, + constant(y),     which must be >= 0.
 * If the guards do not demand enough for that, the shortage is taken from the sources of y, in
 * every way (one transition each). A guard with an upper bound lo <= x <= hi gives one transition
 * per value v (up to SPEC_MOST_VALUES): v tokens are taken and every other token of x is deleted;
 * beyond that number the upper bound is dropped. Both are sound over-approximations; net->exact
 * becomes false.
 *
 * A variable with a complement (spec_exact.h) of bound K needs none of that. If it is only read, or
 * changed by a constant, the guard lo <= x <= hi takes K - hi of the complement besides and puts
 * them back, and what x gains the complement loses. Otherwise there is one transition per value v
 * that the guards leave: it takes v of x and K - v of the complement, and puts what the sums say.
 * Where a rule could take x above K the transition is left out, or not enabled, and the
 * configurations concerned become a target of the system. */
#ifndef PW_FRONT_NET_SPEC_ENCODE_H
#define PW_FRONT_NET_SPEC_ENCODE_H

#include "cover/net.h"

struct pw_spec_encoder {
    struct pw_net *net;
    const struct pw_source *src;
    struct pw_diags *d;
    bool failed; /* a rule needs more cases than are made; only with complements */
};

/* Adds the transitions of rule number `rule`, or messages. A rule whose guards contradict each
 * other (not possible) has none, but is read as strictly as any other. */
void pw_spec_encode(struct pw_spec_encoder *e, uint32_t rule, bool possible);

#endif
