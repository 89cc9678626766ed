/* linear.h -- the second part of J: inequalities, each of the form
 *
 *   offset(g) + sum of weight(p) * m(p) <= bound
 *
 * for a configuration (g, m). Weights are not negative, so what is above a configuration that
 * violates an inequality violates it, too. The conditions:
 *   (L1) the largest value over the configurations of a start is within the bound;
 *   (L2) a step increases no value: no passive token does by its move, and the active ones do not,
 *        with the offsets of its globals and the passive tokens that serve its some blocks. */
#ifndef PW_CHECK_LINEAR_H
#define PW_CHECK_LINEAR_H

#include "check/claims.h"

void pwc_read_linear(struct pwc_reader *r, struct pwc_space *s);
int64_t pwc_weight_of(const pwc_weights *w, uint32_t id);
bool pwc_violates(const struct pwc_space *s, uint32_t global, const pwc_bag *m);
void pwc_check_start_linear(const struct pwc_space *s, const struct pwc_start *x); /* L1 */
/* L2 for tokens that leave `pre` and come to `post`; the globals are PWC_NONE for a passive one. Of
 * a step the passive ones come first. */
void pwc_check_step_linear(const struct pwc_system *s, const struct pwc_step *step, uint32_t from,
                           const pwc_bag *pre, uint32_t to, const pwc_bag *post);

#endif
