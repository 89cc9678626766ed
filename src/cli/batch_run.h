/* batch_run.h -- the state of one `pwqo batch`, shared by the command and the files it writes. */
#ifndef PW_CLI_BATCH_RUN_H
#define PW_CLI_BATCH_RUN_H

#include "base/vec.h"
#include "batch/journal.h"
#include "batch/tasks.h"
#include "cli/app.h"
#include "report/batch/rows.h"

#define PW_BATCH_PAGES "reports" /* the folder in --out where the reports of the runs go */

struct pw_batch {
    struct pw_app *app;
    struct pw_tasks tasks;
    PW_VEC(struct pw_sweep) sweeps;
    PW_VEC(char *) options;    /* for children */
    char *pages;               /* path of PW_BATCH_PAGES; NULL: no reports of runs */
    struct pw_batch_row *rows; /* one per task */
    bool *have;                /* rows with a result */
    size_t n, printed;         /* rows below `printed` are on the screen */
    struct pw_batch_row
        *done; /* copies of the pointers of rows with a result, in order; not owned */
    size_t n_done;
    struct pw_batch_row *old; /* of --compare */
    size_t n_old;
    struct pw_batch_layout layout;
    struct pw_journal journal;
    bool journaling, tty;
    double last_tick;
    int exit; /* of an output error on the way */
};

/* --- batch_files.c: each returns an exit code, after a message if it is not 0 --- */

/* makes --out if need be; with --resume takes rows over */
int pw_batch_open_journal(struct pw_batch *b);
int pw_batch_write_reports(struct pw_batch *b, const char *changes); /* changes: see page.h */
int pw_batch_emit_slurm(struct pw_batch *b); /* prints the script; `tasks` is the whole list */

#endif
