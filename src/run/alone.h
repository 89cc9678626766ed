/* alone.h -- threads that may go first: a partial-order reduction of explicit search.
 *
 * A location is private if every edge from it reads and writes locals and choices alone. A step
 * from there can neither enable, disable nor change a step of another thread, so from a state with
 * a thread at a private location that can move it is enough to look at the steps of that thread:
 * every location that a thread can reach is still reached. A cycle of private locations would put
 * others off for ever; so of each such cycle one location is not counted as private.
 *
 * That holds of failing assertions. Properties of several threads at once (labels counted, pairs,
 * invariants) see the steps in between: then nothing is private. */
#ifndef PW_RUN_ALONE_H
#define PW_RUN_ALONE_H

#include "prog/program.h"

struct pw_alone {
    const struct pw_program *p;
    uint64_t **locs; /* per template: the private locations, a bit set; NULL: none at all */
};

void pw_alone_find(struct pw_alone *a, const struct pw_program *p);
void pw_alone_clear(struct pw_alone *a);
bool pw_alone_at(const struct pw_alone *a, uint32_t template, uint32_t loc);

#endif
