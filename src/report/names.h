/* names.h -- what the names mean that a front end has made.
 *
 * A program that comes from C has variables that C has not: counters of threads, values that one
 * statement keeps between two steps; and names that C writes otherwise (i_2 of a second thread).
 * A mutex m is a truth value m of all and one m.mine of each thread.
 * What is said of such a program gets a line for each of them that it mentions. */
#ifndef PW_REPORT_NAMES_H
#define PW_REPORT_NAMES_H

#include "base/lines.h"
#include "prog/program.h"
#include "run/execution.h"

/* Where names may occur: NULL ends each of the lists. */
struct pw_names_said {
    const pw_lines *lines[8];
    const struct pw_execution *runs[3];
};

/* "t1: a value that line 15 keeps between its steps" to *names, in the order of the declarations
 * of p, for every variable and every thread of p with a text `about`, and for mutexes, that a line,
 * a step or a change of a value mentions. */
void pw_names_explain(const struct pw_program *p, const struct pw_names_said *said,
                      pw_lines *names);

#endif
