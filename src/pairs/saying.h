/* saying.h -- the needed facts of a proof, gathered into few sentences.
 *
 * Sentences name locations: a fact is said of a location only if it holds with every view there. A
 * fact of one thread is needed in some pairs; it is said of a location if it is a fact wherever a
 * thread is there, otherwise of the location while another thread is at the other one. Facts of the
 * shared variables are said of all states, while a thread has one of some views, or while two have
 * both. x >= y with x != y becomes x > y, x <= y with x >= y becomes x == y. */
#ifndef PW_PAIRS_SAYING_H
#define PW_PAIRS_SAYING_H

#include "pairs/invariant.h"
#include "pairs/need.h"

/* Appends to v->sayings what the needed facts say. The expressions are made in the pool of the
 * atoms, which v takes over. */
void pw_sayings_collect(struct pw_invariant *v, struct pw_fix *f, const struct pw_need *need);

/* A fact of a key as it is spoken of: with the thread that it is about, if there is one only, as
 * LOCAL. term: the formula with that thread in slot 0, the other one in slot 1; equal facts have
 * equal terms. */
struct pw_spoken {
    const struct pw_expr *expr;
    int threads;            /* 0, 1, 2 */
    uint32_t first, second; /* views of LOCAL and of the other thread */
    uint32_t term;
};

struct pw_spoken pw_saying_spoken(struct pw_fix *f, const struct pw_key *k, uint32_t atom);
/* Is the term a fact of the key, its threads in slots i and j? */
bool pw_saying_of_key(struct pw_fix *f, const struct pw_key *k, uint32_t i, uint32_t j,
                      uint32_t term);
/* Does the term hold wherever a thread (in slot 0) has the view? */
bool pw_saying_of_view(struct pw_fix *f, uint32_t view, uint32_t term);
/* The comparison that both together are, or 0. */
enum pw_expr_kind pw_saying_both(enum pw_expr_kind a, enum pw_expr_kind b);

#endif
