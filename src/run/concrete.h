/* concrete.h -- explicit breadth-first search of the program with exactly N threads, up to
 * permutation of threads of one template.
 *
 *   struct pw_concrete x;
 *   pw_concrete_init(&x, p, &options, &why) || ...;     // why: the number of threads does not fit
 *   pw_concrete_run(&x); ... x.states, x.complete, pw_concrete_label(&x, l), pw_concrete_pair(&x,
 *   l, m), x.found[k], pw_concrete_run_to(&x, k) ... pw_concrete_clear(&x);
 *
 * Arbitrary initial values and choices of type int range over options.lo .. options.hi; where such
 * values occur the search is not complete (x.values_bounded). Templates with a count have exactly
 * that many threads; the others share the rest in every possible way.
 *
 * x.stats and x.found, and the sets behind pw_concrete_label and pw_concrete_pair, belong to the
 * caller of init: they may be read after a resource stop in pw_concrete_run (run in a guard of its
 * own), traces may not. */
#ifndef PW_RUN_CONCRETE_H
#define PW_RUN_CONCRETE_H

#include "run/alone.h"
#include "run/run.h"
#include "run/statebag.h"

struct pw_concrete_options {
    size_t threads;
    uint64_t depth;  /* most steps; 0: no bound */
    uint64_t states; /* most states; 0: no bound */
    /* most starts and steps tried, whether they are possible or not: a clock; 0: no bound */
    uint64_t tries;
    int64_t lo, hi;  /* values that stand for all integers */
    bool stop_early; /* end once some property is violated */
    /* not all orders of private steps (alone.h): states, labels and pairs are not complete then,
     * nor is a trace a shortest one */
    bool reduced;
};

struct pw_concrete_found {
    bool reached;
    uint32_t state, depth; /* first such state, breadth first: a shortest trace leads to it */
};

struct pw_concrete {
    const struct pw_program *p;
    struct pw_concrete_options opt;
    /* results */
    uint64_t states, steps; /* states found, steps taken */
    uint64_t tries;         /* starts and steps tried */
    uint32_t depth;         /* of the deepest state */
    uint64_t initial;       /* initial states */
    bool finished;          /* every state found was expanded */
    bool values_bounded;    /* some int was bounded by lo..hi */
    /* finished and not values_bounded: nothing else is reachable with so many threads */
    bool complete;
    /* one per `unsafe` alternative, then one for failing assertions, then one per invariant */
    struct pw_concrete_found *found;
    uint64_t *labels, *pairs; /* bit sets */
    uint64_t **locs;          /* per template: reached locations */
    /* the search */
    struct pw_alone alone;
    struct pw_statebag bag;
    struct pw_state *now, *next;
};

/* False, with a static text in *why, if no initial state has that many threads. */
bool pw_concrete_init(struct pw_concrete *x, const struct pw_program *p,
                      const struct pw_concrete_options *opt, const char **why);
void pw_concrete_run(struct pw_concrete *x);
void pw_concrete_clear(struct pw_concrete *x);
/* instead of clear, after a stop inside pw_concrete_run */
void pw_concrete_clear_results(struct pw_concrete *x);

bool pw_concrete_label(const struct pw_concrete *x, uint32_t label);
/* two threads at once; of the same label: two threads there */
bool pw_concrete_pair(const struct pw_concrete *x, uint32_t label, uint32_t other);
/* entries of `found` */
static inline size_t pw_concrete_properties(const struct pw_program *p)
{
    return p->nunsafe + 1 + p->ninvariants;
}
bool pw_concrete_violated(const struct pw_concrete *x); /* any property */

/* A shortest run to found[k], the caller's. pre: it is reached. */
struct pw_run *pw_concrete_run_to(struct pw_concrete *x, size_t k);

#endif
