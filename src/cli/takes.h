/* takes.h -- which kinds of files a command takes. */
#ifndef PW_CLI_TAKES_H
#define PW_CLI_TAKES_H

#include "cli/app.h"

enum pw_takes {
    PW_TAKES_DR = 1,
    PW_TAKES_C = 2,
    PW_TAKES_PROGRAMS = PW_TAKES_DR | PW_TAKES_C,
    PW_TAKES_TEMPLATES = 4,
    PW_TAKES_NETS = 8,
    PW_TAKES_ALL = PW_TAKES_PROGRAMS | PW_TAKES_TEMPLATES | PW_TAKES_NETS,
};

/* PW_EXIT_OK; PW_EXIT_DATA after a message for a file of another kind (engine/input.h), which would
 * be read as .dr otherwise. A file whose ending says nothing is taken. */
int pw_takes(struct pw_app *app, const char *file, unsigned takes);

#endif
