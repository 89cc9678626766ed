/* search.h -- explicit search of a program with contracts: some threads, some objects, small
 * integers.
 *
 * The slow obvious version of what modular.h proves: all procedures are expanded, every
 * interleaving is executed, and in every state and at every step the annotations are evaluated:
 * assertions, claims, invariants for every thread, assumptions for every other thread, contracts
 * by running their automata. It shares the tree and the graphs with the prover, not its formulas.
 *
 * The search leaves things out (integers beyond a bound, values of havoc, depth), so that "nothing
 * found" proves nothing; what it finds is a real run, which pw_search_print executed step by step.
 * */
#ifndef PW_MODULAR_SEARCH_H
#define PW_MODULAR_SEARCH_H

#include "modular/mgraph.h"

enum pw_search_kind {
    PW_FOUND_NOTHING,
    PW_FOUND_ASSERT,
    PW_FOUND_UNSAFE, /* counts of `unsafe` */
    PW_FOUND_INVARIANT,
    PW_FOUND_ASSUMPTION,
    PW_FOUND_CONTRACT,
    PW_FOUND_CLAIM
};

struct pw_search_step {
    uint32_t thread; /* from 1 */
    uint32_t first, last;
    char *values; /* what changed; owned */
};

struct pw_search_result {
    enum pw_search_kind kind;
    uint32_t first, last; /* the statement or annotation */
    uint32_t threads;
    PW_VEC(struct pw_search_step) steps;
    uint64_t states;
    bool complete;  /* all states within the bounds of values were seen */
    bool truncated; /* some values were left out */
    bool loose;     /* a call reads shared variables for its arguments: when, is left open, so what
                        was found is no proof */
};

struct pw_search_limits {
    uint32_t threads, objects;
    int64_t width; /* integers beyond it are left out */
    uint64_t states;
    double seconds; /* 0: no limit */
    bool *broken; /* per token, or NULL: set for every annotation that starts there and is broken */
};

/* False: this program cannot be searched (recursion, too large). An assertion or `unsafe` that
 * fails is looked for first; an annotation that is broken is remembered and reported if there is
 * none. */
bool pw_search_run(struct pw_mtree *t, const struct pw_automaton *automata,
                   const struct pw_search_limits *limits, struct pw_search_result *result);
void pw_search_clear(struct pw_search_result *r);
/* The run in the layout of report/execution_text.c, a line per step. */
void pw_search_print(const struct pw_mtree *t, const struct pw_search_result *r,
                     struct pw_strbuf *out);

#endif
