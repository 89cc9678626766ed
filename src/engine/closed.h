/* closed.h -- the common tail of the pipeline for programs and templates: close a template, encode
 * it, search. Private to this folder. */
#ifndef PW_ENGINE_CLOSED_H
#define PW_ENGINE_CLOSED_H

#include "drcover/encode_dr.h"
#include "dualref/closure.h"
#include "dualref/instance.h"
#include "engine/cover_job.h"

struct pw_closed {
    struct pw_dual *t; /* not owned */
    struct pw_closure *closure;
    struct pw_encoding encoding;
    struct pw_cover_result found;
};

/* Decides whether a bad state of the closure is coverable; statistics and evidence go to the
 * job. */
void pw_closed_decide(struct pw_closed *c, struct pw_dual *t, const struct pw_mode *mode,
                      struct pw_job *j);
void pw_closed_clear(struct pw_closed *c);

/* Is a thread in one of the chosen local states (by number) coverable? An answer that was not found
 * counts as yes. */
bool pw_closed_reaches(const struct pw_closed *c, const bool *chosen);

/* Threads of the counterexample: the tokens of its start. */
size_t pw_closed_threads(const struct pw_closed *c);

bool pw_closed_sinks(const struct pw_closed *c); /* does the counterexample drop threads? */
/* The counterexample as the search found it, as an execution of abstract threads. Needs no
 * diagrams. */
struct pw_execution *pw_closed_execution(const struct pw_closed *c);

/* A short run to a bad state with few threads: of the unclosed template if it has one with at most
 * as many threads as the search's trace (on_template = PW_YES; PW_NO: it has none; PW_UNDECIDED:
 * too many states to tell), or `more` threads beyond; otherwise of the closure. Threads are
 * numbered in the order of their first moves. Without `some` (too many states) there is only the
 * search's trace. Bounded by a clock that counts work. */
struct pw_short_run {
    enum pw_answer on_template;
    struct pw_closure *closure; /* what the run is one of, when it is not c->closure */
    struct pw_instance_result result;
    bool some; /* result has a run */
    bool real; /* and it is one of the unclosed template */
};

void pw_closed_short_run(struct pw_closed *c, size_t more, struct pw_short_run *r);
void pw_short_run_clear(struct pw_short_run *r);

/* The basis, one element a line, in words. */
void pw_closed_basis(const struct pw_closed *c, struct pw_strbuf *out);

#endif
