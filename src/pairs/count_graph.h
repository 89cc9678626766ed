/* count_graph.h -- the views of threads, the edges between them, and what each edge adds to shared
 * variables; and from there to the combinations of variables that have weights.
 *
 * A counter is a shared integer, or (wide) any shared variable, truth values as 0 and 1. */
#ifndef PW_PAIRS_COUNT_GRAPH_H
#define PW_PAIRS_COUNT_GRAPH_H

#include "pairs/count.h"

struct pw_count_edge {
    uint32_t from, to; /* views */
    const int64_t *d;  /* per shared variable; 0 where it is no counter */
    const bool *guess; /* per shared variable: d is what samples show, not what the guard implies */
    bool avoided;      /* guessed to be taken never */
};

struct pw_count_graph {
    struct pw_counts *c;
    const struct pw_samples *samples; /* NULL: no guesses */
    bool avoid;                       /* edges that samples avoid are guessed to be taken never */
    size_t n;                         /* shared variables */
    PW_VEC(uint32_t) views;
    size_t starts;         /* the first so many are those of beginning threads */
    PW_VEC(int32_t) place; /* per view number: in `views`, or -1 */
    PW_VEC(struct pw_count_edge) edges;
    bool *counter; /* its changes are constants, as far as known */
    bool *touched;
    bool failed; /* too large */
};

void pw_count_graph_init(struct pw_count_graph *g, struct pw_counts *c,
                         const struct pw_samples *samples, bool wide);
void pw_count_graph_clear(struct pw_count_graph *g);
void pw_count_graph_explore(struct pw_count_graph *g);

/* Appends to g->c->all a basis of the invariants. */
void pw_count_solve(struct pw_count_graph *g);

/* A shared variable as a number: a constant where sigma is given and it is finite. */
pw_term pw_count_variable(struct pw_encode *e, uint32_t var, const int64_t *sigma);

#endif
