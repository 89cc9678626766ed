/* instance_print.h -- what a search of an instance of a template (dualref/instance.h) reached, as
 * text and as JSON. */
#ifndef PW_REPORT_INSTANCE_PRINT_H
#define PW_REPORT_INSTANCE_PRINT_H

#include "base/strbuf.h"
#include "dualref/instance.h"

/* Which labels, label pairs and bad states are reached; as JSON also the run. */
void pw_instance_print(const struct pw_closure *c, const struct pw_instance_result *r,
                       const char *file, struct pw_strbuf *out);
void pw_instance_json(const struct pw_closure *c, const struct pw_instance_result *r,
                      const char *file, struct pw_strbuf *out);

#endif
