/* statebag.h -- a set of states up to permutation of threads, each stored once as a short byte
 * string and numbered 0, 1, 2, ...
 *
 * Canonical form: shared values, then the threads, each as template, location and local values,
 * sorted by their bytes (the template comes first, so threads of one template are neighbours). Two
 * states have the same form iff one is a permutation of the other. Where threads have an order
 * (`ordered`, set before the first state) they stay in it instead, and no two states are one. */
#ifndef PW_RUN_STATEBAG_H
#define PW_RUN_STATEBAG_H

#include "base/table.h"
#include "run/interp.h"

struct pw_statebag_item {
    const unsigned char *bytes;
    uint32_t size;
    uint32_t parent; /* number of the state it was first reached from; itself for initial states */
    uint32_t depth;
};

struct pw_statebag {
    struct pw_arena arena;
    struct pw_table index;
    bool ordered;
    PW_VEC(struct pw_statebag_item) items;
    /* scratch */
    struct pw_strbuf text, sorted;
    PW_VEC(struct pw_statebag_chunk) chunks;
};

struct pw_statebag_chunk {
    uint32_t from, to;
    const char *base;
};

void pw_statebag_init(struct pw_statebag *b);
void pw_statebag_clear(struct pw_statebag *b);

/* Number of the state; *new tells whether it was added now, with parent and depth. At most 2^32 - 2
 * states. */
uint32_t pw_statebag_add(struct pw_statebag *b, const struct pw_state *s, uint32_t parent,
                         uint32_t depth, bool *new);
/* Is item id the form of s? */
bool pw_statebag_is(struct pw_statebag *b, uint32_t id, const struct pw_state *s);
/* The state, with threads in canonical order. */
struct pw_state *pw_statebag_get(const struct pw_statebag *b, const struct pw_program *p,
                                 uint32_t id);
/* The same into s, if it has the same templates; otherwise a new state replaces *s. */
void pw_statebag_load(const struct pw_statebag *b, uint32_t id, const struct pw_program *p,
                      struct pw_state **s);

#endif
