/* execution_print.h -- a trace as text, as JSON (CLI.md) and as an SVG sequence diagram, one lane
 * per thread. */
#ifndef PW_REPORT_EXECUTION_PRINT_H
#define PW_REPORT_EXECUTION_PRINT_H

#include "base/json.h"
#include "base/strbuf.h"
#include "run/execution.h"

/* values that a step changed */
void pw_execution_print_text(const struct pw_execution *t, struct pw_strbuf *out);
/* an array: the initial entry, then the steps */
void pw_execution_print_json(const struct pw_execution *t, struct pw_json *j);
void pw_execution_print_svg(const struct pw_execution *t, const char *title, struct pw_strbuf *out);

#endif
