/* table.h -- contexts and the local states possible in them: the map theta (TMOD section 2).
 *
 * A context is k = (g, K): a shared state and the bag of the classes of all threads. theta(k, c) is
 * a set of local states of class c, one row for each class of K. The table stands for the states
 *
 *     gamma(theta) = { shared part g, threads dealt out to the tokens of K, each in its theta(k, c)
 * }
 *
 * Contexts and rows are numbered in order of arrival; rows of a context stand together, in the
 * order of the tokens of its bag. A context remembers the step by which it was found first. */
#ifndef PW_TMOD_TABLE_H
#define PW_TMOD_TABLE_H

#include "base/arena.h"
#include "tmod/world.h"

enum { PW_TMOD_NOWHERE = UINT32_MAX / 2 };

struct pw_tmod_edge {
    uint32_t position, to; /* a thread of the class at `position` moves; context `to` */
    struct pw_tmod_edge *next;
};

struct pw_tmod_context {
    uint32_t shared, bag, first_row, depth;
    uint32_t parent;                     /* PW_TMOD_NOWHERE: initial */
    uint32_t parent_class, parent_local; /* who moved there */
    struct pw_tmod_edge *edges;
};

struct pw_tmod_row {
    uint64_t first; /* the members below 64, as bits */
    uint32_t *at;   /* members in order of arrival */
    uint64_t *bits;
    uint32_t n, cap, words;
    uint32_t context;
};

struct pw_tmod_table {
    struct pw_tmod_world *w;
    PW_VEC(struct pw_tmod_context) contexts;
    PW_VEC(struct pw_tmod_row) rows;
    struct pw_table index;
    PW_VEC(uint32_t) newest; /* by shared state: 1 + its context made last; 0 or beyond: none */
    struct pw_arena arena;
    uint64_t pairs; /* members of all rows */
};

void pw_tmod_table_init(struct pw_tmod_table *t, struct pw_tmod_world *w); /* w outlives it */
void pw_tmod_table_clear(struct pw_tmod_table *t);

/* The number of a context, made if need be (then *new). The caller sets the parent. */
uint32_t pw_tmod_table_context(struct pw_tmod_table *t, uint32_t shared, uint32_t bag, bool *new);
uint32_t pw_tmod_table_find(const struct pw_tmod_table *t, uint32_t shared,
                            uint32_t bag); /* or NOWHERE */
bool pw_tmod_table_has(const struct pw_tmod_table *t, uint32_t row, uint32_t local);
bool pw_tmod_table_add(struct pw_tmod_table *t, uint32_t row, uint32_t local); /* true: it is new */
/* The row of a class in a context. pre: the class is in its bag. */
uint32_t pw_tmod_table_row(const struct pw_tmod_table *t, uint32_t context, uint32_t class);

/* Is every pair of a in b? */
bool pw_tmod_table_within(const struct pw_tmod_table *a, const struct pw_tmod_table *b);
/* Adds every pair of b to a. */
void pw_tmod_table_join(struct pw_tmod_table *a, const struct pw_tmod_table *b);

#endif
