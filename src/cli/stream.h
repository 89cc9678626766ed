/* stream.h -- writing to standard output, standard error, files and the terminal's progress line,
 * with every error noticed. */
#ifndef PW_CLI_STREAM_H
#define PW_CLI_STREAM_H

#include "cli/app.h"

/* best effort: there is nowhere to report a failure */
void pw_stream_err(struct pw_app *app, const struct pw_strbuf *b);

/* From start to end the progress of a run (base/progress.h) is shown as one line on standard error:
 * only on a terminal, not with -q. */
void pw_stream_progress_start(struct pw_app *app);
void pw_stream_progress_end(struct pw_app *app);

#endif
