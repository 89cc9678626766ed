/* tmod_states.h -- states of threads told apart, (shared state, local state of each thread) in the
 * order of struct pw_tmmc, for tests that look at what a table stands for. Nothing of the fixpoint
 * is used: only steps of one thread. */
#ifndef TESTS_UNIT_TMOD_STATES_H
#define TESTS_UNIT_TMOD_STATES_H

#include "tmod/table.h"
#include "tmod/tmmc.h"

/* Calls visit for every state that one step of one thread leads to. */
void tmod_each_step(const struct pw_tmmc *x, const uint32_t *state, pw_tmmc_visit *visit,
                    void *arg);

/* All reachable states. */
void tmod_reach(const struct pw_tmmc *x, struct pw_tuples *states);

/* Is the state in gamma of the table, with some thread, or nobody, as the one with the ghost? */
bool tmod_in_gamma(const struct pw_tmod_table *t, const struct pw_tmmc *x, const uint32_t *state);

/* Pairs (shared state, local state of a template), whatever else is in the context. */
typedef bool tmod_pair_test(const void *of, uint32_t shared, uint32_t template, uint32_t local);
bool tmod_every_pair(const struct pw_tmod_table *t, tmod_pair_test *test, const void *of);
/* Is it in a table without ghost and exposed predicates (one context for each shared state)? */
bool tmod_in_plain(const void *table, uint32_t shared, uint32_t template, uint32_t local);

#endif
