/* fix.h -- the one fixpoint behind all thread-modular engines (TMOD section 2).
 *
 *   init   every initial state: its context is there, every thread's local state is in its row
 *   step   k = (g, K) there, K(c) >= 1, l in theta(k, c), (g, l) -> (g', l'):
 *            own part    k' = (g', K - c + c') is there, l' in theta(k', c')
 *            the others  theta(k, d) is part of theta(k', d) for each class d of K - c
 *          where a step that counts for the ghost takes `last` from all others and gives it to c'.
 *
 * Sound: gamma(theta) contains the initial states and is closed under steps, because the two parts
 * of `step` place every thread of a successor. The least such theta is computed by a work list
 * of contexts: each (context, class, local state) is expanded once, each pair carried once along
 * each edge. */
#ifndef PW_TMOD_FIX_H
#define PW_TMOD_FIX_H

#include "tmod/initial.h"

/* Fills an empty table. Polls the limits. */
enum pw_tmod_initial pw_tmod_fix(struct pw_tmod_table *t);

/* One step of every pair of `from`, into `to` (two tables of one world). */
void pw_tmod_post(const struct pw_tmod_table *from, struct pw_tmod_table *to);

#endif
