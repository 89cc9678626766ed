/* defines.h -- -D NAME=VALUE of the command line as pairs for the parser of the language. */
#ifndef PW_CLI_DEFINES_H
#define PW_CLI_DEFINES_H

#include "base/vec.h"
#include "cli/app.h"
#include "engine/result.h"
#include "prog/program.h"

typedef PW_VEC(struct pw_define) pw_defines;

/* PW_EXIT_OK, or PW_EXIT_USAGE after a message. *d is zeroed before and cleared by the caller in
 * any case. */
int pw_defines_split(struct pw_app *app, pw_defines *d);
/* -D for a file without constants (a template, a net) would be forgotten: PW_EXIT_DATA, and a
 * message. */
int pw_defines_fit(struct pw_app *app, const char *file);
/* What --unsafe, --predicate and --invariant add to a C file, as lines of its annotations. */
void pw_defines_lines(const struct pw_app *app, pw_lines *out);
void pw_defines_clear(pw_defines *d);

#endif
