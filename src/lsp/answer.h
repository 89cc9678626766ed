/* answer.h -- what `verify --json` printed, for an editor: a sentence, a diagnostic with the run as
 * related information, a result. */
#ifndef PW_LSP_ANSWER_H
#define PW_LSP_ANSWER_H

#include "base/jread.h"
#include "lsp/document.h"

/* Appends a sentence; returns the type of message: 1 error (UNSAFE), 2 warning (UNKNOWN), 3
 * information (SAFE). */
int pw_answer_sentence(const struct pw_jnode *found, struct pw_strbuf *out);
/* A diagnostic at the last step of the run, or at the first property; its related information are
 * the steps, each at its line. */
void pw_answer_diagnostic(const struct pw_document *d, const struct pw_jnode *found,
                          struct pw_json *j);
/* {"verdict":...,"reason":...,"message":...} */
void pw_answer_result(const struct pw_jnode *found, struct pw_json *j);

#endif
