/* page.h -- report.html: one page with the figures, the charts and a table that can be sorted and
 * filtered. Self-contained: no network, no other file but the reports of the rows that it leads to.
 * Without JavaScript it is still a complete table. */
#ifndef PW_REPORT_BATCH_PAGE_H
#define PW_REPORT_BATCH_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "batch/row.h"
#include "report/batch/charts.h"

struct pw_batch_page {
    const char *title, *version, *command; /* the command line, for the reader */
    const struct pw_batch_row *rows;
    const char *pages; /* folder of the rows' reports, as seen from the page; NULL: there is none */
    const bool *linked; /* per row, with pages: its report is there */
    size_t n, not_run;
    const struct pw_charts *charts;
    const char *changes; /* lines of pw_rows_compare, "" = none; NULL = not compared */
};

void pw_page_write(const struct pw_batch_page *p, struct pw_strbuf *out);

#endif
