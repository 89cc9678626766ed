/* answer.h -- the words a run may say, and what a file's first comment states (lang/program.h, doc/language.md). */
#ifndef PW_BATCH_ANSWER_H
#define PW_BATCH_ANSWER_H

#include "base/source.h"

enum pw_answer { PW_ANSWER_NONE, PW_ANSWER_SAFE, PW_ANSWER_UNSAFE, PW_ANSWER_UNKNOWN };

const char *pw_answer_name(enum pw_answer a);    /* "", "safe", "unsafe", "unknown" */
enum pw_answer pw_answer_from(const char *name); /* NONE for anything else */

/* `truth:` (NONE, SAFE or UNSAFE) and `expect:` of the first comment. */
void pw_answer_stated(const struct pw_source *s, enum pw_answer *truth, enum pw_answer *expect);

#endif
