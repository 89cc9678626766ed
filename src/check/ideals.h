/* ideals.h -- the third part of J: finitely many ideals, of which every reachable configuration is inside one.
 *
 * An ideal has a global state, for each place a number of tokens or "any number", and contains the configurations in that global state with at
 * most so many tokens everywhere. So the union D of the ideals is closed downwards: what is above a configuration outside D is outside D. */
#ifndef PW_CHECK_IDEALS_H
#define PW_CHECK_IDEALS_H

#include "check/steps.h"

/* Reads N lines "G BAG | PLACES": the numbers; the places with any number, as in section `may`. */
void pwc_read_ideals(struct pwc_reader *r, struct pwc_space *s, size_t n);

bool pwc_in_ideals(const struct pwc_space *s, uint32_t global, const pwc_bag *m); /* is (global, m) in D? */
/* Does one ideal contain all configurations with at most few(p) tokens in p, any number in the places of `many` (increasing)? That is
 * the same as D containing them, because of any two of them one is above both. */
bool pwc_ideals_contain(const struct pwc_space *s, uint32_t global, const pwc_bag *few, const pw_uints *many);

/* (C2 for D) A step from a configuration of D whose places may occur leads into D. Pre: pwc_check_closed has passed. */
void pwc_check_ideals(struct pwc_system *s);

#endif
