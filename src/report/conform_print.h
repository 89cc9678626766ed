/* conform_print.h -- whether a thread conforms to its abstract thread, as text and as JSON. */
#ifndef PW_REPORT_CONFORM_PRINT_H
#define PW_REPORT_CONFORM_PRINT_H

#include "base/json.h"
#include "base/strbuf.h"
#include "conform/conform.h"
#include "conform/missing.h"

struct pw_conform_shown {
    const char *file;
    const struct pw_program *p; /* the concrete program */
    uint32_t t;                 /* the thread: a template of it */
    const struct pw_machine *m; /* its abstract thread */
    const struct pw_conform_result *r;
    const struct pw_missing *missing; /* of the text: what would exclude the error, or NULL */
};

void pw_conform_print_text(const struct pw_conform_shown *c, struct pw_strbuf *out);
/* An object in the array that j is writing. */
void pw_conform_print_json(const struct pw_conform_shown *c, struct pw_json *j);

#endif
