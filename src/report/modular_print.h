/* modular_print.h -- the report of `pwqo modular` as text and as JSON. */
#ifndef PW_REPORT_MODULAR_PRINT_H
#define PW_REPORT_MODULAR_PRINT_H

#include "base/verdict.h"
#include "modular/modular.h"

struct pw_mverdict {
    enum pw_verdict verdict;
    const char *reason;          /* of UNKNOWN: "obligation", "annotation-refuted", "instances" */
    const char *words;           /* a line about the run that was found, or NULL */
    const struct pw_strbuf *run; /* its steps, or NULL */
    const struct pw_strbuf *inferred; /* lines of --infer, or NULL */
};

/* Failing obligations at the source with their counterexamples, the line of counts, notes. */
void pw_mprint_text(const struct pw_mreport *r, const struct pw_mverdict *v, bool list,
                    struct pw_strbuf *out);
void pw_mprint_json(const struct pw_mreport *r, const struct pw_mverdict *v, struct pw_strbuf *out);

#endif
