/* cone.h -- cone of influence: what can matter to the targets.
 *
 * The least sets of locals and transitions such that: the locals of targets matter; a live
 * transition that changes the global state, or puts a local that matters, or moves tokens into one,
 * matters; the locals it takes matter, and so do the sources of its pairs into locals that matter.
 * (A transition that needs a witness: all sources of its proper pairs matter.) Other transitions
 * can only take tokens away from what matters: dropping them, and the other locals, changes no
 * answer to the coverability question. */
#ifndef PW_COVER_CONE_H
#define PW_COVER_CONE_H

#include "cover/slice.h"
#include "cover/system.h"

/* drop: per local, 1 = does not matter; useful: per transition, 1 = matters. Both given as zeroed
 * arrays. */
void pw_cone(const struct pw_system *sys, const struct pw_slice *slice, uint8_t *drop,
             uint8_t *useful);

#endif
