/* react.h -- what a step asks of a standing thread, and does to it (every, some, other.x = e).
 *
 * The thread that steps is in slot 0; a standing one with a given view is in another slot. A
 * reaction is one choice of values for what is finite of the standing thread afterwards: its guard
 * says that the thread does not block the step (every `every` of it holds against it) and that the
 * outcome is this one. A step without looks and without updates of others has one reaction for each
 * standing thread, with the guard `true`, that changes nothing. Everything reads the state before
 * the step. */
#ifndef PW_PAIRS_REACT_H
#define PW_PAIRS_REACT_H

#include "pairs/encode.h"

struct pw_reaction {
    pw_term guard;
    uint32_t view2;
    const pw_term *local; /* new terms of the integers, by rank; old ones where unchanged */
};

/* A reaction's place in memory does not change. */
struct pw_react_row {
    const struct pw_step *step;
    uint32_t view, slot;
    const struct pw_reaction *at;
    size_t n;
};

struct pw_reacts {
    struct pw_encode *enc;
    struct pw_arena arena;
    PW_VEC(struct pw_react_row) rows;
    struct pw_table index;
};

void pw_reacts_init(struct pw_reacts *x, struct pw_encode *enc);
void pw_reacts_clear(struct pw_reacts *x);

/* The reactions of a thread with that view in the slot (> 0); computed once. pre: not the idle
 * view. Too many: enc->overflow. */
struct pw_react_row pw_reacts_of(struct pw_reacts *x, const struct pw_step *step, uint32_t view,
                                 uint32_t slot);
/* The look holds against that thread; `true` (every) or `false` (some) if it is not about its
 * template. */
pw_term pw_react_look(struct pw_encode *e, const struct pw_step *step, const struct pw_look *look,
                      uint32_t view, uint32_t slot);

#endif
