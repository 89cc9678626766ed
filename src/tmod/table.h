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

#include <assert.h>

#include "base/arena.h"
#include "tmod/world.h"

enum { PW_TMOD_NOWHERE = UINT32_MAX / 2 };

struct pw_tmod_context {
    uint32_t shared, bag, first_row, depth;
    uint32_t parent;                     /* PW_TMOD_NOWHERE: initial */
    uint32_t parent_class, parent_local; /* who moved there */
};

/* Members of a row from 64 on: a list, with a bit set beside if it is long. */
struct pw_tmod_more {
    uint32_t *at;   /* in order of arrival */
    uint64_t *bits; /* of all members, or NULL */
    uint32_t n, cap, words;
    uint32_t done; /* for fix.c: so many of them are expanded */
};

/* A row as it is now. */
struct pw_tmod_row {
    uint64_t first;                  /* the members below 64, as bits */
    const struct pw_tmod_more *more; /* NULL: there are no others */
};

/* for (struct pw_tmod_cursor c = pw_tmod_row_start(&row); pw_tmod_row_next(&row, &c);) c.local */
struct pw_tmod_cursor {
    uint64_t left; /* members below 64 that are still to come */
    uint32_t i;    /* place in the list of the others */
    uint32_t local;
};

struct pw_tmod_table {
    struct pw_tmod_world *w;
    PW_VEC(struct pw_tmod_context) contexts;
    PW_VEC(uint64_t) rows;              /* the members below 64 */
    PW_VEC(struct pw_tmod_more *) more; /* by row, NULL or beyond: there are no others */
    uint32_t listed;                    /* shared states below it are in `newest` */
    PW_VEC(uint32_t) newest; /* by shared state: 1 + its context made last; 0 or beyond: none */
    struct pw_table index;   /* of contexts, all but those in `newest` */
    struct pw_arena arena;
    uint64_t pairs; /* members of all rows */
};

void pw_tmod_table_init(struct pw_tmod_table *t, struct pw_tmod_world *w); /* w outlives it */
void pw_tmod_table_clear(struct pw_tmod_table *t);
/* The same for a table that is one of many and has few contexts: it takes no memory for the shared
 * states from PW_TMOD_FEW on that it does not have. */
void pw_tmod_table_init_few(struct pw_tmod_table *t, struct pw_tmod_world *w);
enum { PW_TMOD_FEW = 1024 };

/* The number of a context, made if need be (then *new). The caller sets the parent. */
uint32_t pw_tmod_table_context(struct pw_tmod_table *t, uint32_t shared, uint32_t bag, bool *new);
uint32_t pw_tmod_table_find(const struct pw_tmod_table *t, uint32_t shared,
                            uint32_t bag); /* or NOWHERE */
bool pw_tmod_table_has(const struct pw_tmod_table *t, uint32_t row, uint32_t local);
bool pw_tmod_table_add(struct pw_tmod_table *t, uint32_t row, uint32_t local); /* true: it is new */
/* The row of a class in a context. pre: the class is in its bag. */
uint32_t pw_tmod_table_row(const struct pw_tmod_table *t, uint32_t context, uint32_t class);

static inline struct pw_tmod_row pw_tmod_table_at(const struct pw_tmod_table *t, size_t row)
{
    assert(row < t->rows.n);
    return (struct pw_tmod_row){t->rows.at[row], row < t->more.n ? t->more.at[row] : NULL};
}

uint32_t pw_tmod_row_count(const struct pw_tmod_row *r);

static inline struct pw_tmod_cursor pw_tmod_row_start(const struct pw_tmod_row *r)
{
    return (struct pw_tmod_cursor){.left = r->first};
}

/* The next member, those below 64 first, in order; false: there is none. */
static inline bool pw_tmod_row_next(const struct pw_tmod_row *r, struct pw_tmod_cursor *c)
{
    if (c->left) {
        c->local = (uint32_t)__builtin_ctzll(c->left);
        c->left &= c->left - 1;
        return true;
    }
    if (!r->more || c->i >= r->more->n) return false;
    c->local = r->more->at[c->i++];
    assert(c->local >= 64);
    return true;
}

/* Is every pair of a in b? */
bool pw_tmod_table_within(const struct pw_tmod_table *a, const struct pw_tmod_table *b);
/* Adds every pair of b to a. */
void pw_tmod_table_join(struct pw_tmod_table *a, const struct pw_tmod_table *b);

#endif
