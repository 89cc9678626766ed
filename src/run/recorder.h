/* recorder.h -- the one maker of executions (run/execution.h).
 *
 * Whoever executes a run, or reads one that was found, hands its states over one after the other,
 * with a table that says how such a state is read: states of programs (run/replay.c), states of
 * templates, markings (report/runs.c). What is kept of each -- everything at the start; then of a
 * step the shared variables, the thread that took it, and the others that are elsewhere -- is
 * decided here. */
#ifndef PW_RUN_RECORDER_H
#define PW_RUN_RECORDER_H

#include "run/execution.h"

/* How a state is read. Threads are numbered from 0. */
struct pw_state_reader {
    void (*shared)(const void *state, struct pw_execution *e, pw_bindings *out);
    /* NULL: there are no threads in such a state */
    const char *(*template_name)(const void *state, size_t thread);
    const char *(*location)(const void *state, size_t thread);
    void (*local)(const void *state, size_t thread, struct pw_execution *e, pw_bindings *out);
};

struct pw_recorder {
    struct pw_execution *e;
    const struct pw_state_reader *reader;
};

/* What a step is, besides the state after it. Texts are copied. */
struct pw_recorded {
    size_t thread; /* who took it; read only if there are threads */
    unsigned line;
    const char *statement;
    const char *way, *others; /* as of struct pw_execution_step */
};

void pw_recorder_start(struct pw_recorder *r, const struct pw_state_reader *reader,
                       const void *state, size_t threads);
/* The step, to be completed by the caller, who may not keep it: valid until the next one. */
struct pw_execution_step *pw_recorder_step(struct pw_recorder *r, const void *state,
                                           const struct pw_recorded *what);
/* Thread k did not take the last step and is in another local state after it. In order of k. */
void pw_recorder_changed(struct pw_recorder *r, const void *state, size_t thread);
/* The execution, the caller's. conclusion: as of struct pw_execution; NULL: none, the execution is
 * not wanted, and NULL is returned. */
struct pw_execution *pw_recorder_end(struct pw_recorder *r, const char *conclusion);

#endif
