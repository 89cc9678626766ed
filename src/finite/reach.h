/* reach.h -- exact reachability of a finite program with fixed numbers of threads, by decision
 * diagrams.
 *
 * Every thread is one of its own: a state is a vector of slots (shared variables; location and
 * locals of each thread), each slot a few bits. A shared variable stands in the order before the
 * first thread that names it, so that threads with few neighbours give small diagrams. The relation
 * is kept in parts, one for each thread and edge, over the slots that the edge reads and writes and
 * nothing else: slots that are not written need no frame. The search sweeps over the parts and adds
 * each image at once (chaotic iteration), which reaches the same set as layers do in far fewer
 * rounds.
 *
 * The sequence of sets is remembered, so a bad state is led back to an initial one: it was added by
 * a known part from the set before. */
#ifndef PW_FINITE_REACH_H
#define PW_FINITE_REACH_H

#include "finite/run.h"
#include "num/int.h"

struct pw_reach_stats {
    uint64_t bits, parts, sweeps, nodes;
};

struct pw_reach_result {
    bool violated;
    struct pw_finite_run run; /* violated: a run to a bad state */
    pw_int states;            /* not violated: how many states there are */
    struct pw_reach_stats stats;
};

/* Do the diagrams hold such a program? */
bool pw_reach_fits(const struct pw_program *p, const uint64_t *counts);

/* Polls the limits. pre: fits. stats are kept up while it runs (they survive a stop). */
void pw_reach_decide(struct pw_space *s, const uint64_t *counts, struct pw_reach_stats *stats,
                     struct pw_reach_result *r);
void pw_reach_result_clear(struct pw_reach_result *r);

#endif
