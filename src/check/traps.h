/* traps.h -- sets of states that a template, once a thread is in, never leaves empty (closure sharp).
 *
 * A trap is a set T of pairs (global, place) such that every step of the template within J
 *     takes an active thread in T into T, and
 *     takes a passive thread in T into T, or else its active thread.
 * It is marked if every initial state has a thread in T. Then every reachable configuration of the template has one, for in the
 * template every thread takes part in every step; so only steps after which every trap has a thread need be looked at. */
#ifndef PW_CHECK_TRAPS_H
#define PW_CHECK_TRAPS_H

#include "check/steps.h"

/* Reads N blocks: a line K, and K lines "G PLACES". */
void pwc_read_traps(struct pwc_reader *r, struct pwc_space *s, size_t n);
bool pwc_in_trap(const struct pwc_trap *t, uint32_t global, uint32_t place);
/* The traps are traps. Pre: pwc_check_closed has passed. That they are marked is checked with the initial states. */
void pwc_check_traps(struct pwc_system *s);

#endif
