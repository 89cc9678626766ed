/* term_store.h -- the representation of a term manager, shared by the files term*.c only.
 *
 * Invariants: (1) arguments have smaller node numbers than their node; (2) `index` holds every node
 * except TRUE and the variables, by hash of its contents; (3) args of node i are pool[args ..
 * args+n), its coefficients (LIN, LE, EQ) coefs[coef .. coef+n). */
#ifndef PW_LOGIC_TERM_STORE_H
#define PW_LOGIC_TERM_STORE_H

#include "base/table.h"
#include "base/vec.h"
#include "logic/linsum.h"
#include "logic/term.h"

struct pw_node {
    uint8_t kind;
    uint8_t ites; /* depth of nested integer if-then-elses below an integer node, at most 255 */
    uint32_t n;
    uint32_t args, coef;
    pw_int k;
};

struct pw_terms {
    PW_VEC(struct pw_node) nodes;
    PW_VEC(pw_term) pool;
    PW_VEC(pw_int) coefs;
    struct pw_table index;
    struct pw_names names;
    PW_VEC(uint32_t) named; /* name number -> node */
    /* per variable: `args` of a variable node is an index here; -1 anonymous */
    PW_VEC(int32_t) name_of;
};

static inline const struct pw_node *pw_term_get(const struct pw_terms *t, pw_term a)
{
    return &t->nodes.at[a.id >> 1];
}

/* The node with these contents, made if new. `args` and the numbers are copied. coefs may be NULL,
 * k may be NULL (0). */
pw_term pw_term_intern(struct pw_terms *t, enum pw_term_kind kind, const pw_term *args,
                       const pw_int *coefs, size_t n, const pw_int *k);
pw_term pw_term_intern_linsum(struct pw_terms *t, enum pw_term_kind kind, const struct pw_linsum *l,
                              const pw_int *k);

/* fa * a + fb * b + k <= 0 as an atom over the atomic nodes as they are: no if-then-else is pulled
 * out. */
pw_term pw_term_raw_le(struct pw_terms *t, const pw_int *fa, pw_term a, const pw_int *fb, pw_term b,
                       const pw_int *k);
/* For EQ (s = k): the atom s <= k, or s <= k - 1 if `below`. */
pw_term pw_term_eq_part(struct pw_terms *t, pw_term eq, bool below);

#endif
