/* child.h -- one process under watch: started with pipes and limits, its output gathered, ended for
 * good. See pool.h for the rules. */
#ifndef PW_BATCH_CHILD_H
#define PW_BATCH_CHILD_H

#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/strbuf.h"
#include "batch/pool.h"

enum { PW_CHILD_OUT_MOST = 64 << 20, PW_CHILD_ERR_MOST = 64 << 10 };

struct pw_child {
    pid_t pid; /* 0: slot is free */
    size_t task;
    int fd[2]; /* its standard output and error; -1 once closed */
    struct pw_strbuf text[2];
    bool overlong;
    double started, deadline; /* monotonic seconds; deadline 0 = none */
    int64_t peak_kib;
    int killed; /* as in struct pw_batch_outcome */
};

double pw_child_clock(void); /* monotonic seconds */

/* Starts the child. Pre: c is a free slot. False: fork or pipe failed, errno tells. If the program
 * cannot be executed the child exits with 70 and says so. */
bool pw_child_start(struct pw_child *c, const struct pw_pool_config *config, const char *file,
                    const char *params);
/* takes what is there, closes at the end */
void pw_child_read(struct pw_child *c, int which);
void pw_child_watch(struct pw_child *c, double memory_mib); /* kills it when over its limits */
void pw_child_kill(struct pw_child *c);

/* Has it ended? Then fills *o (whose texts live until pw_child_release), kills what is left of its
 * group, and reaps it. */
bool pw_child_ended(struct pw_child *c, struct pw_batch_outcome *o);
void pw_child_release(struct pw_child *c); /* frees the slot */

#endif
