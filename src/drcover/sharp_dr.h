/* sharp_dr.h -- coverability of the sharp closure: traps are found when they are needed.
 *
 * Decide; if a bad state is coverable, look for a configuration of the trace in which a marked trap
 * of the template (dualref/trap.h) has no thread. If there is one, no run of the template ends as
 * the trace does; add the trap to the closure, encode and decide again. Each round excludes a
 * configuration for good, and there are finitely many sets of pairs, so it ends. What remains is
 * UNCOVERED, or a trace that no trap excludes. */
#ifndef PW_DRCOVER_SHARP_DR_H
#define PW_DRCOVER_SHARP_DR_H

#include "cover/search.h"
#include "drcover/encode_dr.h"

/* Finds a marked trap that a configuration of the trace leaves empty, and adds it to the closure
 * (which is e's). False if there is none. */
bool pw_sharp_refine(const struct pw_encoding *e, struct pw_closure *c,
                     const struct pw_trace *trace);

#endif
