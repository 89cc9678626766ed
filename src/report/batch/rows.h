/* rows.h -- the results of a batch together: figures, and the forms in which they are given out.
 *
 * All printers write the rows in the order of the array and are deterministic in their contents. */
#ifndef PW_REPORT_BATCH_ROWS_H
#define PW_REPORT_BATCH_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "batch/row.h"

struct pw_summary {
    size_t rows, safe, unsafe, unknown, without; /* without a verdict */
    size_t wrong, differs, undecided, failed, bad;
    double seconds, cpu; /* sums over the rows */
    int64_t peak_kib;    /* the largest */
};

struct pw_summary pw_rows_summary(const struct pw_batch_row *rows, size_t n);
int pw_rows_exit_code(const struct pw_batch_row *rows, size_t n); /* 0, 5 or 10, see row.h */

/* The terminal's table: a heading, one line per row, figures at the end. Widths depend on files and
 * params alone, so that lines can be printed as results come. */
struct pw_batch_layout {
    size_t name; /* columns of the first column */
    bool colour;
};

struct pw_batch_layout pw_rows_layout(const struct pw_batch_row *rows, size_t n, bool colour);
void pw_rows_print_head(const struct pw_batch_layout *l, struct pw_strbuf *out);
void pw_rows_print_row(const struct pw_batch_layout *l, const struct pw_batch_row *r,
                       struct pw_strbuf *out);
void pw_rows_print_summary(const struct pw_batch_layout *l, const struct pw_batch_row *rows,
                           size_t n, size_t not_run, struct pw_strbuf *out);

void pw_rows_write_tsv(const struct pw_batch_row *rows, size_t n, struct pw_strbuf *out);
void pw_rows_write_json(const struct pw_batch_row *rows, size_t n, size_t not_run,
                        const char *version, struct pw_strbuf *out);

/* Reads what pw_rows_write_tsv wrote. False: it is something else; *line says where. The caller
 * frees the rows with pw_rows_free. */
bool pw_rows_read_tsv(const char *text, size_t size, struct pw_batch_row **rows, size_t *n,
                      size_t *line);
void pw_rows_free(struct pw_batch_row *rows, size_t n);

/* What has changed since an earlier table, one line each: another verdict or end, time by more than
 * a factor of 1.5 and 0.1 s, rows that are new or gone. Returns the number of lines. */
size_t pw_rows_compare(const struct pw_batch_row *old, size_t n_old, const struct pw_batch_row *now,
                       size_t n_now, struct pw_strbuf *out);

#endif
