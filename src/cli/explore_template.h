/* explore_template.h -- pwqo explore of a template (.drt) or of the template or closure of a
 * program (.dr): --of=template, closure. */
#ifndef PW_CLI_EXPLORE_TEMPLATE_H
#define PW_CLI_EXPLORE_TEMPLATE_H

#include "cli/app.h"

/* ORDER of the choices of --of. */
enum pw_explore_of {
    PW_EXPLORE_PROGRAM,
    PW_EXPLORE_TEMPLATE,
    PW_EXPLORE_CLOSURE,
    PW_EXPLORE_ABSTRACT
};

/* by --of and by the ending of the file; a .drt is its own program */
bool pw_explore_template_wanted(const struct pw_app *app);
int pw_cmd_explore_template(struct pw_app *app); /* an exit code, as for a command */

#endif
