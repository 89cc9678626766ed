/* bound.h -- pwqo abstract --format=smt2 --template=CERT FILE: ties a certificate to the input that
 * it is about. */
#ifndef PW_CLI_BOUND_H
#define PW_CLI_BOUND_H

#include "cli/app.h"

/* Compares SHA-256, definitions and structure, and appends to `out` the questions, all to be
 * answered with unsat, that are left: that the template of the certificate has every step and every
 * initial state of the program, or of the .drt file. A net must be the same to the byte: no
 * question is left. Instead of a certificate a template as .drt text may be given, for programs and
 * templates. Returns an exit code. */
int pw_bound_print(struct pw_app *app, const struct pw_source *src, struct pw_strbuf *out);

#endif
