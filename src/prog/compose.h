/* compose.h -- what each step does: an expanded flow becomes a graph of steps.
 *
 * From the identity, each way through the inner nodes of a step collects a guard and a simultaneous
 * update over the values at its beginning; branches split it, failures and the next node that is
 * not inner end it and make an edge. Ways are followed node by node, in an order in which every
 * node comes after those that lead to it, so the order of the edges follows the source. */
#ifndef PW_PROG_COMPOSE_H
#define PW_PROG_COMPOSE_H

#include "prog/graph.h"
#include "prog/inline.h"

/* Fills *g (initialised) from x; the entry is *entry. Problems are reported to x->b. */
void pw_compose_graph(struct pw_expansion *x, struct pw_graph *g, uint32_t *entry);

#endif
