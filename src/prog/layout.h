/* layout.h -- a finished graph in the order of its locations: what is reachable, numbered.
 * Between freezing and liveness, inside of src/prog only. */
#ifndef PW_PROG_LAYOUT_H
#define PW_PROG_LAYOUT_H

#include "prog/graph.h"
#include "prog/inline.h"

struct pw_layout {
    struct pw_expansion *x;
    struct pw_graph *g;
    int32_t *number;        /* graph node to location, -1: unreachable */
    PW_VEC(uint32_t) order; /* location to graph node */
    PW_VEC(uint32_t) edges; /* reachable edges, by location, in order of the source */
};

/* Breadth first from the entry; end and error locations last. */
void pw_layout_init(struct pw_layout *l, struct pw_expansion *x, struct pw_graph *g,
                    uint32_t entry);
void pw_layout_clear(struct pw_layout *l);

/* Temporaries get the value 0 with the step after which they are dead (liveness.c). */
void pw_layout_reset_dead(struct pw_layout *l);

#endif
