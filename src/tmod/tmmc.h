/* tmmc.h -- thread-modular model checking as Meng, He, Wang and Liu define it (their Algorithm 1),
 * over augmented threads (their Definition 2): for comparison with fix.h, and slow.
 *
 * Threads are told apart, 0 .. n-1. Each has exposed predicates of its own; its class is the set of
 * those that hold in its local state. A context is (g, c_0 .. c_{n-1}): what every thread sees. The
 * component of thread j is the least set R_j of pairs (context, local state of j) with
 *
 *   every initial state projected to j                                              in R_j
 *   own steps of j                                                                  kept in R_j
 *   for i != j every step (g, l) -> (g', l') of i with l of class c_i, l ANY local
 *   state of i, reachable or not (the guarantee of their Definition 1)              kept in R_j
 *
 * and stands for the join of all R_j: states whose threads are all in their R_j in one context. It
 * is weaker than Flanagan and Qadeer's method (fix.h), whose guarantees come from states found. */
#ifndef PW_TMOD_TMMC_H
#define PW_TMOD_TMMC_H

#include "tmod/world.h"

/* Local states of all templates; states that are looked at; pairs of a table of predecessors. */
enum { PW_TMMC_MOST_LOCALS = 1 << 14, PW_TMMC_MOST_STATES = 1 << 21 };

/* A set of tuples of numbers, numbered in order of arrival. */
struct pw_tuples {
    uint32_t width, n;
    PW_VEC(uint32_t) words; /* width for each */
    struct pw_table index;
};

void pw_tuples_clear(struct pw_tuples *s);
uint32_t pw_tuples_add(struct pw_tuples *s, const uint32_t *tuple, bool *new); /* its number */
bool pw_tuples_has(const struct pw_tuples *s, const uint32_t *tuple);
/* Valid until the next one is added. */
const uint32_t *pw_tuples_at(const struct pw_tuples *s, uint32_t id);

struct pw_tmmc_item {
    uint32_t context, thread, local;
};

/* What others may see of a thread that moves in shared state g from class c. */
struct pw_tmmc_guarantee {
    uint32_t thread, shared, class;
    uint32_t first, n; /* of moves */
};

struct pw_tmmc_move {
    uint32_t shared, class;
};

struct pw_tmmc {
    struct pw_space *space; /* all local states are numbered in it */
    uint32_t n;
    uint32_t *templates;        /* by thread */
    pw_tmod_exposures *exposed; /* by thread; the owner adds to them between two fixpoints */
    uint32_t **class_of;        /* by thread, by local state */
    struct pw_tuples initial;   /* states: shared, then the local state of each thread */
    struct pw_tuples contexts;  /* shared, then the class of each thread */
    PW_VEC(uint64_t *) rows;    /* by context and thread: local states in R_j */
    uint64_t pairs;             /* members of all rows */
    PW_VEC(struct pw_tmmc_item) queue;
    PW_VEC(struct pw_tmmc_guarantee) guarantees;
    PW_VEC(struct pw_tmmc_move) moves;
    struct pw_table guarantee_index;
};

/* False: there are too many local or initial states for this (close it all the same). counts: by
 * template. */
bool pw_tmmc_open(struct pw_tmmc *x, struct pw_space *space, const uint64_t *counts);
void pw_tmmc_close(struct pw_tmmc *x);

/* All components, with the predicates exposed now. Polls the limits. */
void pw_tmmc_fix(struct pw_tmmc *x);

/* Calls visit for every state of the join: shared, then local states. False: there are too many. */
typedef void pw_tmmc_visit(void *arg, const uint32_t *state);
bool pw_tmmc_each(const struct pw_tmmc *x, pw_tmmc_visit *visit, void *arg);

#endif
