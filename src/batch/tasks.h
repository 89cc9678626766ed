/* tasks.h -- the list of runs that make up a batch: files times parameter values, in a fixed order.
 *
 * A task is one file with one choice of parameters. Two tasks are the same iff file and params are
 * equal strings; a list has no two equal ones. Order: paths as given (a folder: its files of the
 * kinds of engine/input.h, recursively, in byte order of their paths); for each file the values of
 * the sweeps, the last sweep fastest. Hidden files and folders (leading dot), and links to folders,
 * are passed over. */
#ifndef PW_BATCH_TASKS_H
#define PW_BATCH_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

struct pw_sweep {
    char *name;
    int64_t lo, hi; /* lo <= hi */
};

struct pw_task {
    char *file;
    char *params; /* "K=3", "K=3 N=2", or "" */
};

struct pw_tasks {
    struct pw_task *at;
    size_t n, cap;
};

enum { PW_TASKS_MOST = 1000000 };

/* NAME=LO..HI. On false, out is untouched. The caller frees out->name with pw_mem_strfree. */
bool pw_tasks_parse_sweep(const char *text, struct pw_sweep *out);

/* Adds a file, or the files of a folder. A file that cannot be found becomes a task all the same:
 * its run will say so. False: *why says what is wrong with a folder (unreadable, nested too
 * deeply). */
bool pw_tasks_add_path(struct pw_tasks *t, const char *path, const char **why);

/* Adds the paths listed in a text: one per line, '#' starts a comment line, empty lines are passed
 * over; relative to `folder` ("" = as written). */
bool pw_tasks_add_list(struct pw_tasks *t, const char *text, size_t size, const char *folder,
                       const char **why);

/* Replaces each task by its product with the sweeps (none: unchanged). False: more than
 * PW_TASKS_MOST. */
bool pw_tasks_cross(struct pw_tasks *t, const struct pw_sweep *sweeps, size_t n);

/* Keeps the tasks numbered lo..hi, from 1. */
void pw_tasks_slice(struct pw_tasks *t, size_t lo, size_t hi);
void pw_tasks_clear(struct pw_tasks *t);

#endif
