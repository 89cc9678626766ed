/* pool.h -- runs the tasks of a batch, each in a process of its own, some at a time.
 *
 * A child is `PROGRAM verify --json [limits] [options] -- FILE` with its own process group,
 * standard input empty, output kept up to a bound. It is given its limits and told to keep them;
 * the pool is the backstop. A child that runs past its time limit by more than a tenth (at least
 * one second), or whose resident memory exceeds its memory limit by more than a quarter (at least
 * 64 MiB), is killed with its whole group. A child dies when the pool's process dies, however that
 * happens. SIGINT and SIGTERM end the run: children are killed, and what they had begun counts as
 * not run.
 *
 * The pool is single-threaded and waits in poll(2); signals come through a descriptor, so there are
 * no handlers and no globals. */
#ifndef PW_BATCH_POOL_H
#define PW_BATCH_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "batch/row.h"

struct pw_pool_config {
    const char *program;        /* path to execute; NULL: this very executable */
    const char *const *options; /* handed to every child, before the file */
    size_t n_options;
    const char *pages;   /* folder where every child writes its report; NULL: none does */
    unsigned jobs;       /* >= 1 */
    double time_limit;   /* seconds per child, 0 = none */
    double memory_limit; /* MiB per child, 0 = none */
};

struct pw_pool_progress {
    size_t total, done, running;
    double elapsed;
    const char *file, *params; /* the run that has been going on longest; NULL if none */
};

struct pw_pool_events {
    void (*started)(void *arg, size_t i); /* may be NULL */
    /* rows[i] is settled; false ends the run */
    bool (*finished)(void *arg, size_t i);
    /* now and then, and after every event; may be NULL */
    void (*tick)(void *arg, const struct pw_pool_progress *p);
    void *arg;
};

enum pw_pool_end { PW_POOL_DONE, PW_POOL_INTERRUPTED, PW_POOL_STOPPED, PW_POOL_BROKEN };

/* Runs rows[i] (described, see row.h) for every i with todo[i], in order of i, and settles them.
 * BROKEN: the system refuses processes or descriptors, *why says which; STOPPED: finished() said
 * so. In all cases no child is left. */
enum pw_pool_end pw_pool_run(const struct pw_pool_config *c, struct pw_batch_row *rows,
                             const bool *todo, size_t n, const struct pw_pool_events *events,
                             const char **why);

#endif
