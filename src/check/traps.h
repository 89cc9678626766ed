/* traps.h -- sets of states that a template, once a thread is in, never leaves empty (closure
 * sharp).
 *
 * A trap is a set T of pairs (global, place). The conditions:
 *   (T1) a step of J takes an active thread that is in T into T;
 *   (T2) it takes a passive thread that is in T into T, or else its active thread;
 *   (T3) every initial state has a thread in T.
 * Then every reachable configuration of the template has one, for in the template every thread
 * takes part in every step. So only steps after which every trap has a thread need be looked at,
 * and C4 becomes: a predecessor also has, for each trap that would be empty after the step, (T4) a
 * passive thread that goes into it, in every possible way; one may serve several traps, and is a
 * witness. */
#ifndef PW_CHECK_TRAPS_H
#define PW_CHECK_TRAPS_H

#include "check/claims.h"

/* Reads N blocks: a line K, and K lines "G PLACES". */
void pwc_read_traps(struct pwc_reader *r, struct pwc_space *s, size_t n);
void pwc_check_traps(struct pwc_system *s); /* T1, T2; after C2 */
void pwc_check_marked(const struct pwc_space *s, const struct pwc_start *x,
                      const struct pwc_trap *t); /* T3 */

#endif
