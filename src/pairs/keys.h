/* keys.h -- the pair invariant under construction: a map (sigma, u, v) -> facts.
 *
 * u and v are the views of two different threads, stored once with u <= v in the order of
 * pw_keys_before (kinds first). The facts are a set of atoms (a bit set over the table of the two
 * kinds), with the thread of view u as LOCAL and that of v as PASSIVE. For u = v both readings of
 * every fact hold. A key that is absent was never reached. Facts only get fewer. */
#ifndef PW_PAIRS_KEYS_H
#define PW_PAIRS_KEYS_H

#include "pairs/atoms.h"

struct pw_key {
    uint32_t sigma, u, v;
    uint64_t *facts;
    bool waiting;     /* in the work list */
    uint32_t changed; /* the fixpoint's clock when it was made or last lost a fact */
};

/* A view that was seen together with (sigma, u), u in either place of the key. */
struct pw_partner {
    uint32_t view, key;
};

struct pw_key_node {
    uint32_t sigma, view;
    uint64_t classes; /* of the partners, as far as the fixpoint has taken note (pairs/count.h) */
    PW_VEC(struct pw_partner) partners;
};

struct pw_keys {
    struct pw_views *views;
    struct pw_atoms *atoms;
    struct pw_arena arena;
    PW_VEC(struct pw_key) at;
    PW_VEC(struct pw_key_node) nodes; /* (sigma, view) that occur */
    struct pw_table index, node_index;
};

void pw_keys_init(struct pw_keys *k, struct pw_atoms *atoms);
void pw_keys_clear(struct pw_keys *k);
/* Asserts that keys, nodes, partners and indices fit together; for the border of a stage. */
void pw_keys_check(const struct pw_keys *k);

bool pw_keys_before(const struct pw_views *v, uint32_t a, uint32_t b); /* a strictly before b */
/* Number of the key of these two threads, in either order; -1: not reached. */
int64_t pw_keys_find(const struct pw_keys *k, uint32_t sigma, uint32_t u, uint32_t v);
/* A new key with every atom as a fact. pre: u is not after v, absent. */
uint32_t pw_keys_add(struct pw_keys *k, uint32_t sigma, uint32_t u, uint32_t v);
struct pw_atom_table *pw_keys_table(const struct pw_keys *k, uint32_t u, uint32_t v);

/* The partners of (sigma, view): their number; at[i] by index, for the list may grow and move. */
int64_t pw_keys_node(const struct pw_keys *k, uint32_t sigma, uint32_t view); /* or -1 */

static inline bool pw_key_has(const struct pw_key *key, uint32_t atom)
{
    return key->facts[atom / 64] >> (atom % 64) & 1;
}

static inline void pw_key_drop(struct pw_key *key, uint32_t atom)
{
    key->facts[atom / 64] &= ~((uint64_t)1 << (atom % 64));
}

/* Is the fact worth saying: not a case p => a where a, or the opposite of p, is a fact itself? */
bool pw_key_says(const struct pw_key *key, const struct pw_atom_table *t, uint32_t atom);

#endif
