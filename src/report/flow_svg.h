/* flow_svg.h -- the control flow graph of one thread as a picture.
 *
 * Locations stand below each other in the order of the program, the steps that leave a location
 * below its name, and an arrow on the left goes from each step to where it leads: like code with
 * arrows, so any graph has one layout and nothing crosses text. */
#ifndef PW_REPORT_FLOW_SVG_H
#define PW_REPORT_FLOW_SVG_H

#include "base/strbuf.h"
#include "prog/program.h"
#include "run/execution.h"

/* Locations and steps that `run` takes (NULL: there is none) are marked. */
void pw_flow_svg_print(const struct pw_thread_template *t, const struct pw_execution *run,
                       struct pw_strbuf *out);

#endif
