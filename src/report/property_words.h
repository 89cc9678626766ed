/* property_words.h -- the property of a program as the last line of what is said of a proof. */
#ifndef PW_REPORT_PROPERTY_WORDS_H
#define PW_REPORT_PROPERTY_WORDS_H

#include "base/lines.h"
#include "prog/program.h"

/* "never count(crit) >= 2 (the property)", a line for each `unsafe`; where there is none:
 * "'assert(x)' in line 7 never fails (the property)". by: what follows on it (", by the line
 * above"), or "". */
void pw_words_property(const struct pw_program *p, const char *by, pw_lines *lines);

#endif
