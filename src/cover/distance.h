/* distance.h -- how far is a configuration from a target, and which steps lead there? An estimate,
 * to order a search by.
 *
 * What can be had is a fact: a token in a local, or a global state. A transition is a rule: it
 * needs its global state and the tokens of `pre`, and gives its next global state and the tokens of
 * `post`; each pair (l, l') of its relation is one more rule, which also needs a token in l and
 * gives one in l' (left out where a system has very many). Forget that steps take tokens away: then
 * the price of a fact is the least, over the rules that give it, of 1 + the prices of what the rule
 * needs and is not there, added up (the additive heuristic of Bonet and Geffner, on multisets).
 *
 * One token would then serve all the purposes that it could serve. So the target is served token by
 * token: the cheapest one that is missing is paid for by a row of rules, each after what it needs;
 * this row is made, as far as counts go, and the next one starts from there. Tokens that the target
 * asks for are kept for it: a rule that takes one of them away, rather than only reading it, pays
 * PENALTY. The distance is the length of all rows together; a token that can no longer be had after
 * the rows before it costs PENALTY, and only if none can be had from the configuration itself is
 * the target out of reach.
 *
 * Nothing rests on the estimate but an order: a run that is found is checked like every other. */
#ifndef PW_COVER_DISTANCE_H
#define PW_COVER_DISTANCE_H

#include "cover/search.h"
#include "cover/slice.h"

#define PW_FAR INT64_MAX /* the target seems out of reach */

/* so many steps by one transition */
struct pw_distance_leg {
    uint32_t trans;
    int64_t times;
};
typedef PW_VEC(struct pw_distance_leg) pw_distance_way;

struct pw_distance;

/* Only transitions marked in `useful` count. */
struct pw_distance *pw_distance_new(const struct pw_system *sys, const uint8_t *useful);
void pw_distance_free(struct pw_distance *d); /* d may be NULL */

/* The distance from the configuration (where "many" is as many as you like) to the target; 0 iff it
 * is covered. *way (may be NULL) becomes the steps that were counted, in an order in which they
 * might be made. */
int64_t pw_distance_of(struct pw_distance *d, uint32_t global, const struct pw_ideal_tok *toks,
                       size_t n, uint32_t target, pw_distance_way *way);

/* needs looked at so far: a clock */
uint64_t pw_distance_spent(const struct pw_distance *d);

#endif
