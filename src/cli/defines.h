/* defines.h -- -D NAME=VALUE of the command line as pairs for the parser of the language. */
#ifndef PW_CLI_DEFINES_H
#define PW_CLI_DEFINES_H

#include "base/vec.h"
#include "cli/app.h"
#include "lang/program.h"

typedef PW_VEC(struct pw_define) pw_defines;

/* PW_EXIT_OK, or PW_EXIT_USAGE after a message. *d is zeroed before and cleared by the caller in any case. */
int pw_defines_split(struct pw_app *app, pw_defines *d);
void pw_defines_clear(pw_defines *d);

#endif
