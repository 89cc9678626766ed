/* view_moves.h -- the finite part of the steps of a pair invariant: for every sigma and view of its
 * keys and every edge, the finite outcomes that the guard allows, and by how much the step changes
 * the shared variables that are counted. Certificates list them (doc/certificate.md). */
#ifndef PW_PAIRS_VIEW_MOVES_H
#define PW_PAIRS_VIEW_MOVES_H

#include "pairs/invariant.h"

struct pw_view_move {
    uint32_t sigma, view, sigma2, view2;
    uint32_t edge; /* index in the template of the view */
    /* per shared variable that some counting invariant has (the others: 0): the change, if the
     * guard implies one; then known, otherwise not */
    int64_t *change;
    bool *known;
};

struct pw_view_moves {
    size_t nshared;
    PW_VEC(struct pw_view_move) at; /* sorted by (sigma, view, edge); no two alike */
};

/* Outcomes that are no sigma or view of a key get numbers in v->views. False: some edge has more
 * outcomes than are listed (then *out is empty). */
bool pw_view_moves_find(struct pw_invariant *v, struct pw_view_moves *out);
void pw_view_moves_clear(struct pw_view_moves *m);

#endif
