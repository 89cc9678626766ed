/* journal.h -- the results of a batch as they come, on disk, so that nothing is lost whatever ends
 * the process.
 *
 * A text file. First line: "pwqo-batch-journal 1 <tab> settings"; then one line per result:
 * checksum, tab, the row (row.h). A line is written with one write(2) and made durable with
 * fdatasync(2) before the result counts as done. A line whose checksum does not fit (a torn write)
 * and everything after it is dropped when the journal is read again. The file is locked while a
 * batch appends to it.
 *
 * A row is taken over by a later run iff file, params, the hash of all files that the verdict was
 * read from and the settings are the same; so a model whose text or property was edited is run
 * again. Settings are all else that a result depends on: version and build of the program, the
 * bytes of the executable that does the runs, limits, options and definitions. */
#ifndef PW_BATCH_JOURNAL_H
#define PW_BATCH_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "batch/row.h"

struct pw_journal {
    int fd;
};

enum pw_journal_status {
    PW_JOURNAL_OK,
    PW_JOURNAL_ERROR,  /* errno tells */
    PW_JOURNAL_BUSY,   /* another batch is writing it */
    PW_JOURNAL_FOREIGN /* the file is something else, or has other settings */
};

/* Opens the journal for appending. resume = false: starts anew. resume = true: rows[i] is replaced
 * by the journal's row, and have[i] set, wherever one fits; a missing file is an empty one. Pre:
 * rows are described. On anything but OK nothing is open. */
enum pw_journal_status pw_journal_open(struct pw_journal *j, const char *path, const char *settings,
                                       bool resume, struct pw_batch_row *rows, bool *have,
                                       size_t n);
bool pw_journal_append(struct pw_journal *j, const struct pw_batch_row *r); /* false: errno tells */
void pw_journal_close(struct pw_journal *j);

#endif
