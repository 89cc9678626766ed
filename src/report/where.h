/* where.h -- what the names of locations mean to a person.
 *
 * A location without a label is called "L" and its line. Sentences of a proof that speak of such a
 * location get a line that says what a thread there is about to do. */
#ifndef PW_REPORT_WHERE_H
#define PW_REPORT_WHERE_H

#include "base/lines.h"
#include "prog/program.h"

/* Does the name of a location stand in the sentence, as a word of its own? */
bool pw_where_mentioned(const char *sentence, const char *name);

/* "L14: before 'assume(s == l)'" into *places, for every location of p without a label that the
 * words mention. */
void pw_where_explain(const struct pw_program *p, const pw_lines *words, pw_lines *places);

#endif
