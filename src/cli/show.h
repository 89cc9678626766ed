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

/* Appends the text with lines longer than `columns` characters broken at blanks; what follows is
 * indented to the last column of the line that follows two blanks and lies in its first third, that
 * is, to the text behind its heading. A word that is too long stays whole. */
void pw_show_fold(const char *text, size_t columns, struct pw_strbuf *out);
/* Appends the text with the verdict of each line "FILE: VERDICT..." in colour. */
void pw_show_colour(const char *text, struct pw_strbuf *out);

#endif
