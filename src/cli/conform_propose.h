/* conform_propose.h -- pwqo conform --propose=NAME: an abstract thread for a thread, printed if it
 * was shown, from its text, that the thread conforms to it. */
#ifndef PW_CLI_CONFORM_PROPOSE_H
#define PW_CLI_CONFORM_PROPOSE_H

#include "cli/app.h"

/* Exit code: 0 printed; 5 none was found, with the reason; 65 bad input. */
int pw_conform_propose(struct pw_app *app, const char *file);

#endif
