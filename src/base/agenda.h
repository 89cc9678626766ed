/* agenda.h -- chaotic iteration: the least family of sets X_0, X_1, ... that is closed under turns.
 *
 * Whoever has a turn reads some of the sets, and adds to the sets what follows; nothing shrinks.
 * When X_j grows all that read it are touched, also the one whose turn it is. Then, when nobody is
 * left,
 *
 *     every k had its turn after a set that k reads grew last,
 *
 * so the family is closed, and it is the least one, whatever the order. The order is first in,
 * first out; a number waits at most once. The three slices are this iteration: level 0 of
 * thread-modular proofs (tmod/fix.h; k is a context and reads its own set), the slice of a counter
 * system (cover/slice.h; k is a global state, likewise) and that of a template (dualref/slice.h; k
 * is a statement beside a template and reads the sets of two templates). */
#ifndef PW_BASE_AGENDA_H
#define PW_BASE_AGENDA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct pw_agenda {
    PW_VEC(uint32_t) queue; /* those before `head` had their turn */
    size_t head;
    PW_VEC(bool) waits; /* by number; beyond: false */
};

void pw_agenda_add(struct pw_agenda *a, uint32_t k);   /* pre: it does not wait */
bool pw_agenda_next(struct pw_agenda *a, uint32_t *k); /* false: nobody waits */
void pw_agenda_clear(struct pw_agenda *a);

/* A set that k reads grew: k gets a turn. */
static inline void pw_agenda_touch(struct pw_agenda *a, uint32_t k)
{
    if (k >= a->waits.n || !a->waits.at[k]) pw_agenda_add(a, k);
}

#endif
