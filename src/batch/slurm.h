/* slurm.h -- a batch as a job array for the Slurm scheduler: the same tasks, spread over the
 * machines of a cluster.
 *
 * Element k of the array runs the tasks (k-1)*chunk+1 .. k*chunk with `pwqo batch ...
 * --only=LO..HI` into a folder of its own; the merge step gathers the journals of all elements and
 * lets `pwqo batch ... --resume` write the reports, running what is missing, if anything. Both are
 * one script: it behaves as the array element when SLURM_ARRAY_TASK_ID is set, merges with the
 * argument "merge", and submits both otherwise. */
#ifndef PW_BATCH_SLURM_H
#define PW_BATCH_SLURM_H

#include <stddef.h>

#include "base/strbuf.h"

struct pw_slurm {
    const char *program; /* absolute path of pwqo */
    const char *folder;  /* working folder, absolute */
    /* of `pwqo batch`, without --emit, --out, --jobs, --only, --resume */
    const char *const *arguments;
    size_t n_arguments;
    const char *out; /* the folder for results */
    size_t tasks;
    double time_limit;   /* seconds per task, 0 = none */
    double memory_limit; /* MiB per task, 0 = none */
};

enum { PW_SLURM_ELEMENTS = 1000 }; /* the usual MaxArraySize is 1001 */

void pw_slurm_write(const struct pw_slurm *s, struct pw_strbuf *out);
void pw_slurm_quote(const char *text, struct pw_strbuf *out); /* for the POSIX shell */

#endif
