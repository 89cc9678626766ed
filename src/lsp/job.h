/* job.h -- a verification in a process of its own, so that the editor never waits: `pwqo verify
 * --json -` with the text as its standard input (an unlinked file). The server polls `fd`, reads
 * what is there, and has the answer when it is closed. */
#ifndef PW_LSP_JOB_H
#define PW_LSP_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/strbuf.h"

enum { PW_JOB_OUTPUT_MOST = 16 << 20 };

struct pw_lsp_job {
    pid_t pid;
    int fd; /* its standard output, -1: ended */
    struct pw_strbuf output;
};

/* Starts it; false if that is not possible. program: the executable. */
bool pw_job_start(struct pw_lsp_job *j, const char *program, const char *text, size_t size);
/* Reads what is there. False when the process has ended; then it is reaped and `output` is whole.
 */
bool pw_job_read(struct pw_lsp_job *j);
void pw_job_stop(struct pw_lsp_job *j); /* kills it and forgets its output */

#endif
