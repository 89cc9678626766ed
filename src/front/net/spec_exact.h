/* spec_exact.h -- guards with an upper bound, kept exact where the counter is bounded.
 *
 * Let x be a counter that a guard bounds from above, and let x <= K hold in every reachable
 * configuration. The system then gets a counter more, x's complement, whose number is K - x: a
 * guard x <= b is "the complement is at least K - b", which is monotone, so nothing has to be
 * deleted; and so is a target with x = b, which asks for reachability. K is found by two analyses
 * of the relaxed net: intervals of each counter by itself, and linear invariants (cover/linear.h).
 *
 * No proof rests on K. For every rule that could take x above K from a configuration with x <= K
 * the system gets a target more, "the rule is enabled and x is so large". Let these be uncoverable;
 * then by induction on its length every run of the rules is a run of the system: in the first
 * configuration and after each step x <= K and the complement is K - x, and the next rule, if it
 * left that, would have been enabled in a configuration above its target. So one set proves both,
 * and a certificate is about both.
 *
 * Counters whose bound is not found, or is above SPEC_MOST_BOUND, and guards that would need too
 * many cases stay relaxed as spec_encode.h says. */
#ifndef PW_FRONT_NET_SPEC_EXACT_H
#define PW_FRONT_NET_SPEC_EXACT_H

#include "cover/net.h"

/* Puts complements into net->system where they pay. Pre: the net is read whole and without errors,
 * all its rules are commands, and there is one box. */
void pw_spec_exact(struct pw_net *net, const struct pw_source *src);

#endif
