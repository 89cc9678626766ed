/* closed.h -- the common tail of the pipeline for programs and templates: close a template, encode it, search. Private to this folder. */
#ifndef PW_VERIFY_CLOSED_H
#define PW_VERIFY_CLOSED_H

#include "cover/encode_dr.h"
#include "dualref/closure.h"
#include "dualref/instance.h"
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

/* A short run to a bad state with few threads: of the unclosed template if it has one with at most as many threads as the search's trace
 * (found = PW_YES; PW_NO: it has none; PW_UNDECIDED: too many states to tell), otherwise of the closure. Threads are numbered in the order of
 * their first moves. Without `run` (too many states) there is only the search's trace. */
struct pw_short_run {
    enum pw_answer on_template;
    struct pw_closure *closure; /* what the run is one of, when it is not c->closure */
    struct pw_instance_result result;
    bool some; /* result has a run */
};

void pw_closed_short_run(struct pw_closed *c, struct pw_short_run *r);
void pw_short_run_clear(struct pw_short_run *r);

/* The run, or the search's trace, as an execution of abstract threads; sunk threads are said to be dropped. */
struct pw_execution *pw_closed_execution(const struct pw_closed *c, const struct pw_short_run *r);

/* The basis, one element a line, in words. */
void pw_closed_basis(const struct pw_closed *c, struct pw_strbuf *out);

#endif
