/* witness.h -- what was found of a C program, in the exchange format of verification witnesses
 * (SV-COMP, YAML, version 2.2).
 *
 * UNSAFE: a violation_sequence. Every step of the replayed run is a segment with one waypoint
 * `follow`: a `branching` where a condition was decided, an `assumption` (that says nothing, `1`)
 * elsewhere, and at the end the `target`. A waypoint names the line, the function with which its
 * thread began, and the thread: 0 is main, the others are numbered from 1 in the order of their
 * first steps. The order of the segments is the schedule.
 *
 * SAFE: an invariant_set. The proofs here relate several threads, or count them; the format has no
 * words for other threads' locals, but for ghost variables (entry ghost_instrumentation): those of
 * front/c/cghost.h, whose updates are parts of single steps. The invariants say what they are equal
 * to, before each statement that updates them. The proof itself is in the certificate. */
#ifndef PW_REPORT_VERDICT_WITNESS_H
#define PW_REPORT_VERDICT_WITNESS_H

#include "base/source.h"
#include "engine/result.h"
#include "front/c/cghost.h"

struct pw_witness_task {
    const char *file; /* as the user wrote it */
    const struct pw_source *src;
    const char *property; /* the specification, one line; NULL: the usual one */
    const char *version;  /* of this program */
    bool ilp32;
    long long time;                  /* seconds since 1970 */
    const struct pw_cghosts *ghosts; /* of the file; NULL: none */
};

/* pre: the verdict is SAFE or UNSAFE. */
void pw_witness_print(const struct pw_witness_task *t, const struct pw_verify_result *r,
                      struct pw_strbuf *out);

/* The specification in a property file, if it is one that verify decides: G ! call(reach_error()),
 * or assert. False: it is another. */
bool pw_witness_property(const struct pw_source *file, struct pw_strbuf *out);

#endif
