/* initial.h -- the initial states of a world as contexts. */
#ifndef PW_TMOD_INITIAL_H
#define PW_TMOD_INITIAL_H

#include "finite/run.h"
#include "tmod/table.h"

enum pw_tmod_initial {
    PW_INITIAL_EXACT,   /* every pair comes from an initial state */
    PW_INITIAL_RELAXED, /* constraints between threads were left out, for there are too many states
                         */
    PW_INITIAL_TOO_MANY /* more than PW_TMOD_MOST_INITIAL contexts; the table is of no use */
};

enum { PW_TMOD_MOST_INITIAL = 100000 };

/* Adds the context of every initial state, and the local states of its threads, to the table. With
 * the ghost `mover` each of them once for every thread that may count as the last one, as in the
 * paper, unless world.nobody_yet; with `writer` nobody has written yet. */
enum pw_tmod_initial pw_tmod_initial_contexts(struct pw_tmod_table *t);

/* Calls found(arg, shared, threads, n) for the initial multisets of local states: threads in order
 * of template. Ends early when found returns false. Returns whether every one was reported. */
typedef bool pw_tmod_initial_fn(void *arg, uint32_t shared, const struct pw_finite_thread *threads,
                                size_t n);
bool pw_tmod_initial_states(struct pw_space *s, const uint64_t *counts, pw_tmod_initial_fn *found,
                            void *arg);

#endif
