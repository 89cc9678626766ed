/* ideals.h -- the third part of J, of nets: finitely many ideals, of which every reachable
 * configuration is inside one.
 *
 * An ideal has a global state, for each place a number of tokens or "any number", and contains the
 * configurations in that global state with at most so many tokens everywhere. So their union D is
 * closed downwards: what is above a configuration outside D is outside D. The conditions:
 *   (I1) the configurations of each start are in one ideal. (Of any two of them there is one above
 *        both, and there are finitely many ideals: if each is in some ideal, one has them all.)
 *   (I2) a step from a configuration of D whose places may occur leads into D: tokens in a place
 * with any number go to all their goals, in any number; the others, less those taken, are dealt out
 *        in every possible way; those put are added. One ideal has each result. */
#ifndef PW_CHECK_IDEALS_H
#define PW_CHECK_IDEALS_H

#include "check/claims.h"

/* Reads N lines "G BAG | PLACES": the numbers; the places with any number. */
void pwc_read_ideals(struct pwc_reader *r, struct pwc_space *s, size_t n);
/* Has one ideal all configurations with at most few(p) tokens in p, and any number in the places of
 * `many` (NULL: none)? */
bool pwc_in_ideals(const struct pwc_space *s, uint32_t global, const pwc_bag *few,
                   const pw_uints *many);
void pwc_check_start_in_ideals(const struct pwc_space *s, const struct pwc_start *x); /* I1 */
void pwc_check_ideals(struct pwc_system *s); /* I2; after C2 */

#endif
