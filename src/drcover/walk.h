/* walk.h -- a trace of the counter system as a run with named threads.
 *
 * A trace is about numbers of threads; a walk gives them names 0, 1, ... (in order of their
 * templates, so idle threads, which are none of the program, come last) and says who takes each
 * step and who is dropped. Of threads in the same local state the one that came there last moves
 * first, so threads tend to go on. */
#ifndef PW_DRCOVER_WALK_H
#define PW_DRCOVER_WALK_H

#include "cover/search.h"
#include "drcover/encode_dr.h"
#include "dualref/named.h"

/* Threads of the trace: the tokens of its start. */
size_t pw_walk_threads(const struct pw_trace *t);
/* Fills a zeroed *run. Takes time and room for the threads once, and for each step as much as it
 * moves. */
void pw_walk_run(const struct pw_encoding *e, const struct pw_trace *t, struct pw_named_run *run);

#endif
