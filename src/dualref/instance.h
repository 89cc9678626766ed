/* instance.h -- explicit search of the n-thread instantiation of a template or of its closure (Eq.
 * 9-11), states up to symmetry.
 *
 * A state is a shared state and a multiset of at most n local states (the threads in the sink are
 * not listed). With a closure of mode NONE this is the template itself: every passive thread must
 * have a row. In mode PAPER a passive thread without one is sunk, in mode WITNESS moreover at least
 * one passive thread must take part, and in mode SHARP no marked trap may be left empty (all of
 * them, found one configuration at a time).
 *
 * In every mode each some block of the statement is served by a passive thread.
 *
 * With a schedule, step k is one of statement schedule[k] only, and the search ends after the last:
 * is there a run along it? */
#ifndef PW_DUALREF_INSTANCE_H
#define PW_DUALREF_INSTANCE_H

#include "dualref/closure.h"
#include "dualref/named.h"

struct pw_instance_options {
    unsigned threads;     /* n >= 2 */
    uint64_t most_states; /* 0: no bound */
    uint64_t most_work;   /* threads looked at, for starts and for steps: a clock; 0: no bound */
    uint64_t depth;       /* 0: no bound */
    bool stop_at_bad;     /* end at the first bad state */
    const uint32_t *schedule; /* NULL: none */
    size_t n_schedule;
    /* threads per template at the start, -1: any number; NULL: as the template says */
    const int64_t *counts;
};

struct pw_moves;

struct pw_instance_result {
    bool complete;          /* every reachable state was seen */
    uint64_t states, steps; /* distinct states; successors computed */
    uint64_t work;          /* threads looked at */
    uint64_t depth;         /* of the deepest state */
    bool *label;            /* [label]: some thread is there in a reached state */
    bool *pair;             /* [label * labels + label]: two threads are there at once */
    bool *bad;              /* [bad]: reached */
    bool any_bad;
    struct pw_states numbers; /* of the run */
    struct pw_moves *moves;   /* what was found out about steps, for pw_instance_again */
    /* to the first bad state found (a shortest one); empty if none */
    struct pw_named_run run;
    size_t n_labels, n_bad, threads;
};

/* Fills *r, which the caller clears. c, and its template, must outlive r. */
void pw_instance_explore(const struct pw_closure *c, const struct pw_instance_options *o,
                         struct pw_instance_result *r);
/* The same with other options, into a result of the same closure: its findings are dropped, numbers
 * and knowledge about steps are kept. */
void pw_instance_again(const struct pw_closure *c, const struct pw_instance_options *o,
                       struct pw_instance_result *r);
void pw_instance_clear(struct pw_instance_result *r);

#endif
