/* invariant.h -- the proof as a value: what always holds, for every number of threads.
 *
 *   keys      (sigma, u, v) with facts: whenever two different threads have the views u and v and
 *             the finite shared variables the values sigma, the facts hold, with the first thread
 *             as LOCAL and the second as PASSIVE (u = v: in both readings). Two threads that are no
 *             key never meet. Exactly one order of u and v is listed. If `idle`, a thread of the
 *             kind p->ntemplates stands for no second thread; where threads look at each other, its
 *             keys are about one thread alone, and the others about two or more
 *   counts    sum alpha_i * x_i = constant + sum over all threads of the weight of their view
 *   tallies   N = number of threads that are in one of the views and satisfy the fact;
 *             N <= bound, N >= bound
 *
 * Counts and tallies are claimed of states in which no thread is at an error location; the keys say
 * that none ever is. Facts are expressions over integers; finite variables are in sigma and views.
 *
 * That it proves the program safe: conditions (init), (own), (third), (bad) of PAIRS section 1,
 * with counts and tallies as further hypotheses; counts: (edge) weight(to) - weight(from) is the
 * increment of the sum along every edge that does not fail, (start) views of beginning threads
 * weigh 0. */
#ifndef PW_PAIRS_INVARIANT_H
#define PW_PAIRS_INVARIANT_H

#include "pairs/views.h"

typedef PW_VEC(const struct pw_expr *) pw_facts;

struct pw_invariant_key {
    uint32_t sigma, u, v; /* numbers in views */
    pw_facts facts;
};
int pw_invariant_key_order(const void *a, const void *b); /* for qsort: by sigma, u, v */

struct pw_invariant_count {
    int64_t *alpha; /* per shared variable; truth values count as 0 and 1 */
    int64_t constant;
    int64_t *weights; /* per view number below nweighed */
};

struct pw_invariant_bound {
    bool upper;
    const struct pw_expr *bound; /* over shared integers */
};

/* How many standing threads may a step of this edge from (sigma, view) turn from not the fact to
 * the fact, and back: 0, 1, or PW_INVARIANT_MANY. */
enum { PW_INVARIANT_MANY = 2 };
struct pw_invariant_move {
    uint32_t sigma, view;
    const struct pw_edge *edge;
    int up, down;
};

struct pw_invariant_tally {
    uint32_t kind;
    const struct pw_expr *fact; /* LOCAL: the thread counted */
    pw_uints views;
    PW_VEC(struct pw_invariant_bound) bounds;
    PW_VEC(struct pw_invariant_move) moves; /* the rest: any number */
};

/* A sentence that follows from the keys and says what the proof needs. */
struct pw_invariant_saying {
    const struct pw_expr *expr;
    int threads;    /* that it speaks of: 0, 1 (LOCAL) or 2 (LOCAL, PASSIVE) */
    bool gives;     /* from it, and others of which this is true, the property follows */
    bool together;  /* 2: of any two threads with views in the list */
    bool beside;    /* 0, 1: only while two threads have views [0] and [1], [2] and [3], ...; 1: it
                       is about the one with the first of the two */
    pw_uints views; /* 0: it holds while a thread has one of these, always if there are none;
                       1: of every thread with one of these;
                       2: of every two threads with views [0] and [1], [2] and [3], ... */
};

/* What a predicate could say (pairs/mine.h): the fact holds for every thread of kind a, or every
 * two of kinds a and b, but where `except` says; guards are comparisons of the program and may hold
 * nowhere. */
struct pw_mined {
    const struct pw_expr *expr;
    bool guard;
    bool tested;     /* no guard itself, but a guard of the list, or its negation, by its formula */
    bool weak;       /* x >= y of one thread, in more places than the x > y that follows */
    int threads;     /* 0, 1 (LOCAL) or 2 (LOCAL, PASSIVE) */
    uint32_t a, b;   /* kinds, of as many threads */
    pw_uints except; /* 1: views; 2: views [0] and [1], [2] and [3], ... of LOCAL and PASSIVE */
};

struct pw_invariant {
    const struct pw_program *p; /* not owned */
    struct pw_views views;
    struct pw_expr_pool pool;
    bool idle;
    PW_VEC(struct pw_invariant_key) keys;
    PW_VEC(struct pw_invariant_count) counts;
    size_t nweighed; /* views with a weight: the numbers below */
    PW_VEC(struct pw_invariant_tally) tallies;
    PW_VEC(struct pw_invariant_saying) sayings; /* none if it is not known what is needed */
    bool counts_give;                           /* the property follows with counts as well */
    PW_VEC(struct pw_mined) mined;              /* likewise */
};

void pw_invariant_free(struct pw_invariant *v);  /* NULL is fine */
void pw_invariant_clear(struct pw_invariant *v); /* the same of one that lies elsewhere */

/* Every key with its facts, then counts and tallies; one line each. */
void pw_invariant_print(const struct pw_invariant *v, struct pw_strbuf *out);
/* "readers = number of threads at read", "t - s + 1 = 2 * number of ..." */
void pw_invariant_print_count(const struct pw_invariant *v, size_t count, struct pw_strbuf *out);
/* "t > l for every thread at wait, crit", "no two threads at crit have the same l" */
void pw_invariant_print_saying(const struct pw_invariant *v, size_t saying, struct pw_strbuf *out);
void pw_invariant_print_tally(const struct pw_invariant *v, size_t tally, size_t bound,
                              struct pw_strbuf *out);

#endif
