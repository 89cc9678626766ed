/* show.h -- results for a person at a terminal: lines folded to its width, verdicts in colour.
 * Elsewhere nothing is changed, so that what a script reads has one fact per line and no colours.
 * NO_COLOR (set to anything) and TERM=dumb turn colours off. */
#ifndef PW_CLI_SHOW_H
#define PW_CLI_SHOW_H

#include "cli/app.h"

/* Writes results to standard output; exit codes as pw_app_out. */
int pw_show_out(struct pw_app *app, const struct pw_strbuf *b);

/* May colours be written to this descriptor? */
bool pw_show_colours(int fd);

#endif
