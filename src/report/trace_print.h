/* trace_print.h -- a trace as text, as JSON (CLI.md) and as an SVG sequence diagram, one lane per thread. */
#ifndef PW_REPORT_TRACE_PRINT_H
#define PW_REPORT_TRACE_PRINT_H

#include "base/json.h"
#include "base/strbuf.h"
#include "cert/trace.h"

void pw_trace_print_text(const struct pw_trace *t, struct pw_strbuf *out); /* values that a step changed */
void pw_trace_print_json(const struct pw_trace *t, struct pw_json *j);     /* an array: the initial entry, then the steps */
void pw_trace_print_svg(const struct pw_trace *t, const char *title, struct pw_strbuf *out);

#endif
