/* pairset.h -- the least set of pairs of a finite program: which two threads can be together, and
 * with which shared state. For programs whose threads look at each other (prog/program.h), and any
 * other finite one.
 *
 * A key (s, u, v) is a shared state and two local states (template, location, values), u of a
 * thread that comes before that of v where the program has an order (PW_USES_ORDER), unordered
 * otherwise. I is the least set of keys with
 *
 *   (start)  the keys of initial states with two threads or more are in I;
 *   (step)   let a step of thread a, looking every(E) and some(S_1) ... some(S_q), lead from s, a
 *            to s', a' and every other thread k to k' (updates of others). Let K = {a, u, v} and
 *            one witness w_i for each S_i, which may be u or v or another witness; u may be a.
 *            If all pairs of K are in I (in one order of K, where there is one), E(a, k) holds for
 *            all k in K but a, and S_i(a, w_i) for all i, then (s', u', v') is in I.
 *
 * Every pair of threads of every reachable state with n >= 2 threads is in I: the threads of K are
 * among those of the state, and a step that is possible in the state is possible in K. A template
 * with a count has no more threads in K than that. Runs of one thread are no part of this: with an
 * `every` they may do more, so the caller looks at them (run/concrete.h, n = 1).
 *
 * A state in which a property is violated has a set of threads that shows it, all of whose pairs
 * are in I; pw_pairset_bad looks for such a set. Finding one proves nothing. */
#ifndef PW_FINITE_PAIRSET_H
#define PW_FINITE_PAIRSET_H

#include "base/table.h"
#include "run/interp.h"

#define PW_PAIRSET_STATS(X)                                                                        \
    X(shared, "shared states")                                                                     \
    X(locals, "local states")                                                                      \
    X(pairs, "pairs of threads that can be together")                                              \
    X(steps, "steps looked at")                                                                    \
    X(rounds, "shared states whose steps were looked at, counted each time")

struct pw_pairset_stats {
#define PW_PAIRSET_FIELD(field, help) uint64_t field;
    PW_PAIRSET_STATS(PW_PAIRSET_FIELD)
#undef PW_PAIRSET_FIELD
};

/* A local state: its values follow in pw_pairset.values from `first`. */
struct pw_pairset_local {
    uint32_t template, loc;
    size_t first;
};

/* Partners of one local state with one shared state: sets of numbers of local states. */
struct pw_pairset_row {
    uint64_t *after, *before; /* those that come after it, and before; without order the same set */
    /* plain programs only: those that were there when the steps of the shared state were looked at
     * the last time but one, and those that came between that and the last time */
    uint64_t *seen, *fresh;
    size_t words;
};

struct pw_pairset_shared {
    size_t first; /* of its values in pw_pairset.values */
    struct pw_pairset_row *rows;
    size_t nrows;
    bool dirty; /* has keys that were not looked at */
};

struct pw_pairset {
    const struct pw_program *p;
    bool ordered;
    bool plain; /* no order, no count: three threads that are pairwise together need no more */
    struct pw_pairset_stats *stats;
    PW_VEC(int64_t) values;
    PW_VEC(struct pw_pairset_shared) shared;
    PW_VEC(struct pw_pairset_local) locals;
    struct pw_table shared_index, local_index;
    PW_VEC(uint32_t) dirty; /* first come, first served; those before `done` are done */
    size_t done;
};

/* Why a program cannot be looked at, a static text; NULL: it can. */
const char *pw_pairset_declines(const struct pw_program *p);

/* Computes I. stats (zeroed by the caller) survive a stop. Polls the limits. */
void pw_pairset_init(struct pw_pairset *x, const struct pw_program *p,
                     struct pw_pairset_stats *stats);
void pw_pairset_clear(struct pw_pairset *x);

/* Is the key of threads a < b of the state in I? */
bool pw_pairset_shows(const struct pw_pairset *x, const struct pw_state *s, size_t a, size_t b);

/* The numbers of the shared state and of the only thread of the state, new or not. */
void pw_pairset_number(struct pw_pairset *x, const struct pw_state *s, uint32_t *shared,
                       uint32_t *local);

/* The first property that a set of threads with all pairs in I violates, numbered as in
 * pw_interp_violation; PW_NONE: no state with two threads or more violates any. */
int64_t pw_pairset_bad(const struct pw_pairset *x);
/* Can a thread with this label be in I? */
bool pw_pairset_label(const struct pw_pairset *x, uint32_t label);

#endif
