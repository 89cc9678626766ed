/* concretise.h -- from an abstract run to a concrete one.
 *
 * A candidate fixes the threads' templates and the sequence of edges; which thread takes which step
 * it leaves open, because threads in the same abstract state have lost their names. The search
 * tries the assignments of steps to threads that fit the locations, depth first, cutting off every
 * prefix that no integers satisfy; or it keeps to the threads, and perhaps the finite values, of
 * the abstract run. Threads of one template that have not moved yet are interchangeable (the
 * initial condition is symmetric), so only the first of them may make its first move; not where
 * threads have an order (PW_USES_ORDER), which here is that of their numbers.
 *
 * A candidate is not the run of the template (dualref/named.h) that it comes from, but what the
 * program can follow of it: edges for statements, no threads that the abstraction added, and, of
 * threads that only look on, sometimes not even these.
 *
 * If no assignment works, pw_concretise_search looks at all schedules up to a length, shortest
 * first: the abstract run may be one of several to the same bad state. Both are bounded by a number
 * of solver questions, so their outcome does not depend on the machine. */
#ifndef PW_ENGINE_CONCRETISE_H
#define PW_ENGINE_CONCRETISE_H

#include "abst/abstract.h"
#include "dualref/states.h"
#include "engine/symbolic.h"
#include "engine/verdict.h"

struct pw_candidate_step {
    uint32_t template, edge;
    uint32_t thread;        /* who takes it in the abstract run */
    uint32_t shared, local; /* the abstract state after it: shared, and of that thread */
};

struct pw_candidate {
    const struct pw_abstraction *a; /* how abstract states show the values of finite variables */
    const struct pw_states *states;
    uint32_t shared;            /* abstract state at the start */
    PW_VEC(uint32_t) locals;    /* of the threads at the start */
    PW_VEC(uint32_t) templates; /* of the threads */
    PW_VEC(struct pw_candidate_step) steps;
};

/* How closely a concrete run must follow the abstract one. */
enum pw_follow {
    /* the same threads take the same steps, and finite variables have the same values: no search */
    PW_FOLLOW_VALUES,
    PW_FOLLOW_THREADS, /* the same threads take the same steps */
    PW_FOLLOW_STEPS    /* the same steps, by whatever threads */
};

/* Bounds, neither of which depends on the machine. */
struct pw_concretise_most {
    uint64_t checks; /* solver questions */
    uint64_t work;   /* of pw_symbolic_work */
};

void pw_candidate_clear(struct pw_candidate *c);

struct pw_concretisation {
    /* PW_NO: the candidate has no concrete run; PW_UNDECIDED: the budget was used up */
    enum pw_answer found;
    pw_schedule schedule; /* found: the run; otherwise the longest prefix that has one */
    struct pw_run *run;   /* found: with values; otherwise NULL */
    uint64_t checks;
};

void pw_concretisation_clear(struct pw_concretisation *c);

/* With PW_FOLLOW_STEPS found = PW_NO shows that no concrete run follows the abstract one. */
void pw_concretise(const struct pw_program *p, const struct pw_candidate *c, enum pw_follow how,
                   struct pw_concretise_most most, struct pw_concretisation *out);

/* All schedules of at most `depth` steps of threads of these templates, until one ends in a bad
 * state. found = PW_NO: there is none of that length. */
void pw_concretise_search(const struct pw_program *p, const uint32_t *templates, size_t n,
                          size_t depth, struct pw_concretise_most most,
                          struct pw_concretisation *out);

#endif
