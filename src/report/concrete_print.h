/* concrete_print.h -- the result of a search of the program (run/concrete.h) as text and as
 * JSON. */
#ifndef PW_REPORT_CONCRETE_PRINT_H
#define PW_REPORT_CONCRETE_PRINT_H

#include "base/strbuf.h"
#include "run/concrete.h"
#include "run/execution.h"

struct pw_concrete_report {
    const char *file;
    /* a limit that ended the run, in words; NULL: none. Then there are no traces. */
    const char *stopped;
    /* the program has more runs than what it was translated from: a violation may be of those */
    bool approximate;
};

void pw_concrete_print_text(struct pw_concrete *x, const struct pw_concrete_report *r,
                            struct pw_strbuf *out);
void pw_concrete_print_json(struct pw_concrete *x, const struct pw_concrete_report *r,
                            struct pw_strbuf *out);

#endif
