/* world.h -- how many threads there are, and how they see each other (TMOD section 2).
 *
 * A *class* is what the others know of a thread: c = (template, last, signature). `last` is the
 * ghost bit (this thread moved last, or last changed a shared variable); the signature tells which
 * of the exposed predicates of its template hold for its local state. A *bag* is a multiset of
 * classes: one for every thread of the program, sorted by class number. Classes and bags are
 * numbered in order of arrival; equal ones have equal numbers.
 *
 *   ghost    none     contexts are shared states        Flanagan-Qadeer: local Cartesian
 * abstraction mover    who took the last step            the quadratic method writer   who last
 * changed a shared value   finer in practice, and as sound
 *
 * Invariant: at most one token of a bag is of a class with `last`. */
#ifndef PW_TMOD_WORLD_H
#define PW_TMOD_WORLD_H

#include <assert.h>

#include "finite/space.h"

enum pw_tmod_ghost { PW_GHOST_NONE, PW_GHOST_MOVER, PW_GHOST_WRITER };

/* An exposed predicate: the local variable `field` (or the location, field = PW_TMOD_LOCATION) of a
 * thread of `template` has this value. */
enum { PW_TMOD_LOCATION = 0x7fffffff };
struct pw_tmod_exposed {
    uint32_t template, field;
    int64_t value;
};
typedef PW_VEC(struct pw_tmod_exposed) pw_tmod_exposures;

struct pw_tmod_class {
    uint32_t template, signature;
    bool last;
    uint32_t twin; /* the class with the other `last`; UINT32_MAX: not there yet */
};

struct pw_tmod_token {
    uint32_t class, count;
};

struct pw_tmod_bag {
    uint32_t first, n; /* tokens.at[first ..] */
};

struct pw_tmod_world {
    struct pw_space *space;
    const uint64_t *counts; /* by template: its threads */
    enum pw_tmod_ghost ghost;
    bool nobody_yet; /* mover: in initial states nobody has moved, instead of anybody */
    const pw_tmod_exposures *exposed;
    PW_VEC(struct pw_tmod_class) classes;
    PW_VEC(struct pw_tmod_bag) bags;
    PW_VEC(struct pw_tmod_token) tokens;
    struct pw_table bag_index, class_index, signature_index;
    PW_VEC(uint64_t) signatures; /* words_per_signature words each */
    size_t words_per_signature, n_signatures;
    PW_VEC(uint32_t) * class_of; /* by template, by local: 1 + class without `last`; 0: not known */
    PW_VEC(struct pw_tmod_token) scratch;
};

/* space, counts and exposed outlive the world. */
void pw_tmod_world_init(struct pw_tmod_world *w, struct pw_space *space, const uint64_t *counts,
                        enum pw_tmod_ghost ghost, const pw_tmod_exposures *exposed);
void pw_tmod_world_clear(struct pw_tmod_world *w);

uint32_t pw_tmod_class_of(struct pw_tmod_world *w, uint32_t template, uint32_t local, bool last);
uint32_t pw_tmod_class_with(struct pw_tmod_world *w, uint32_t class,
                            bool last); /* it or its twin */
bool pw_tmod_exposes(const pw_tmod_exposures *e, uint32_t template, uint32_t field, int64_t value);

/* The bag of these tokens, in any order, counts of one class added up. */
uint32_t pw_tmod_bag_of(struct pw_tmod_world *w, const struct pw_tmod_token *tokens, size_t n);
/* Valid until the next bag is made. */
static inline const struct pw_tmod_token *pw_tmod_bag_tokens(const struct pw_tmod_world *w,
                                                             uint32_t bag, uint32_t *n)
{
    assert(bag < w->bags.n);
    *n = w->bags.at[bag].n;
    assert(w->bags.at[bag].first <= w->tokens.n);
    return w->tokens.at + w->bags.at[bag].first;
}
/* Position of a class in a bag. pre: it is there. */
uint32_t pw_tmod_bag_position(const struct pw_tmod_world *w, uint32_t bag, uint32_t class);
/* One token moves from class `from` to class `to`; with clear, the others lose `last`. */
uint32_t pw_tmod_bag_move(struct pw_tmod_world *w, uint32_t bag, uint32_t from, uint32_t to,
                          bool clear);

/* Does a step from shared state g to h count for the ghost? Then the others lose `last`. */
static inline bool pw_tmod_marks(const struct pw_tmod_world *w, uint32_t g, uint32_t h)
{
    return w->ghost == PW_GHOST_MOVER || (w->ghost == PW_GHOST_WRITER && g != h);
}

#endif
