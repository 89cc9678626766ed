/* upset.h -- upward-closed sets of configurations by their minimal elements.
 *
 * Elements are numbered in order of arrival and keep, for traces, the element and the transition
 * they came from. Their tokens are packed (varints); what subsumption tests read is a trie per
 * global state: a path from the root spells the tokens of an element in increasing order of locals.
 * Each node knows the least total of the elements below it, so that a search for an element below u
 * leaves a branch as soon as u has too few tokens left for it.
 *
 * Invariants: (1) a trie node is a leaf (ends exactly one live element) or has children, never
 * both: an element that ends at an inner node is below all elements of that subtree, which die; (2)
 * siblings are strictly increasing in (local, count); (3) live elements are pairwise different;
 * they form an antichain after pw_upset_compact, before it larger ones may linger. */
#ifndef PW_COVER_UPSET_H
#define PW_COVER_UPSET_H

#include "cover/system.h"

#define PW_NO_ELEMENT UINT32_MAX

struct pw_upset_node {
    int64_t count;
    uint32_t local;
    uint32_t child; /* first child, or LEAF bit and element */
    uint32_t next;  /* sibling; 0 = none */
    uint32_t least; /* least total below, saturated */
};

struct pw_upset_element {
    uint64_t at; /* packed tokens: upset.bytes[at..] */
    uint32_t global;
    /* where it came from; parent PW_NO_ELEMENT: trans is the number of a target */
    uint32_t parent, trans;
    uint32_t live;
};

struct pw_upset_root {
    uint64_t key; /* global << 32 | local; ~0 = free slot */
    uint32_t node;
};

struct pw_upset {
    PW_VEC(struct pw_upset_node) nodes; /* 0 is unused */
    PW_VEC(struct pw_upset_element) elements;
    PW_VEC(uint8_t) bytes;
    struct pw_upset_root *roots; /* hash: first trie level */
    size_t nroots, capacity;
    uint32_t *all; /* per global: element with no tokens, or PW_NO_ELEMENT */
    uint32_t globals;
    size_t live;
    struct pw_upset_frame *stack; /* scratch of queries */
    size_t stack_cap;
    uint64_t comparisons; /* trie nodes looked at */
};

void pw_upset_init(struct pw_upset *s, uint32_t globals);
void pw_upset_clear(struct pw_upset *s);

/* An element <= (global, u) other than `but` (PW_NO_ELEMENT: any), or PW_NO_ELEMENT. */
uint32_t pw_upset_below(struct pw_upset *s, uint32_t global, const struct pw_tok *u, size_t n,
                        uint32_t but);

/* Adds (global, u). Pre: nothing is below it. Returns its number; *removed += elements that
 * died. */
uint32_t pw_upset_add(struct pw_upset *s, uint32_t global, const struct pw_tok *u, size_t n,
                      uint32_t parent, uint32_t trans, uint64_t *removed);

void pw_upset_get(const struct pw_upset *s, uint32_t element, pw_toks *out); /* replaces *out */

/* Keeps the minimal elements and the ancestors of kept ones (these no longer live), and renumbers,
 * keeping the order. `map` has room for elements.n numbers and tells the new one of each,
 * PW_NO_ELEMENT if gone. Returns how many live ones died. */
size_t pw_upset_compact(struct pw_upset *s, uint32_t *map);

size_t pw_upset_bytes(const struct pw_upset *s);
/* invariants (1)-(3), and that the live elements are an antichain; in debug builds (base/debug.h)
 * and in tests. Its comparisons are not counted. */
bool pw_upset_check(struct pw_upset *s);

#endif
