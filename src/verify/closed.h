/* closed.h -- the common tail of the pipeline for programs and templates: close a template, encode it, search. Private to this folder. */
#ifndef PW_VERIFY_CLOSED_H
#define PW_VERIFY_CLOSED_H

#include "cover/encode_dr.h"
#include "dualref/closure.h"
#include "dualref/explore.h"
#include "verify/job.h"

struct pw_closed {
    struct pw_template *t; /* not owned */
    struct pw_closure *closure;
    struct pw_encoding encoding;
    struct pw_cover_result found;
};

/* Decides whether a bad state of the closure is coverable; statistics and evidence go to the job. */
void pw_closed_decide(struct pw_closed *c, struct pw_job *j, struct pw_template *t);
void pw_closed_clear(struct pw_closed *c);

/* Threads of the counterexample: the tokens of its start. */
size_t pw_closed_threads(const struct pw_closed *c);

/* Does the unclosed template have a run to a bad state with at most as many threads? If so and run is given, it is the run found (to be
 * cleared with pw_explore_clear; `none` keeps the closure it belongs to). */
enum pw_answer pw_closed_on_template(struct pw_closed *c, struct pw_closure **none, struct pw_explore_result *run);

/* The search's trace as an execution of abstract threads; sunk threads are said to leave. */
struct pw_execution *pw_closed_execution(const struct pw_closed *c);
/* A run of the unclosed template as an execution. */
struct pw_execution *pw_closed_run_execution(const struct pw_explore_result *run);

/* The basis, one element a line, in words. */
void pw_closed_basis(const struct pw_closed *c, struct pw_strbuf *out);

#endif
