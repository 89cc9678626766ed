/* dual_print.h -- how values and properties of a template are written: in formats, in states, in
 * reports. */
#ifndef PW_DUALREF_DUAL_PRINT_H
#define PW_DUALREF_DUAL_PRINT_H

#include "base/strbuf.h"
#include "dualref/dual.h"

/* `name`, `!name` for bits and Booleans, `name = 3` for ranges; the name after `prefix`
 * ("other."). */
void pw_dual_print_literal(const struct pw_field *f, const char *prefix, int64_t value,
                           struct pw_strbuf *out);
/* 0/1, true/false, or a number */
void pw_dual_print_value(const struct pw_field *f, int64_t value, struct pw_strbuf *out);
/* count(a) >= 2 && count(b) >= 1 */
void pw_dual_print_bad(const struct pw_dual *t, const struct pw_bad *b, struct pw_strbuf *out);

#endif
