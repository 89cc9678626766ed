/* expect.h -- what a model says about itself: `truth:` and `expect:` in its first comment (doc/language.md, "Expected verdict").
 *
 * The first comment is the first thing in the file besides white space: one block comment, or the run of // lines that starts there (only
 * white space, without an empty line, between them). In .spec and .tts files a run of # lines counts as well. The last of several statements of one
 * kind wins; a word that is no verdict is ignored. */
#ifndef PW_BATCH_EXPECT_H
#define PW_BATCH_EXPECT_H

#include <stddef.h>

enum pw_answer { PW_ANSWER_NONE, PW_ANSWER_SAFE, PW_ANSWER_UNSAFE, PW_ANSWER_UNKNOWN };

struct pw_expect {
    enum pw_answer truth;  /* NONE, SAFE or UNSAFE */
    enum pw_answer expect; /* NONE: not stated */
};

struct pw_expect pw_expect_read(const char *text, size_t size);
const char *pw_answer_name(enum pw_answer a);     /* "", "safe", "unsafe", "unknown" */
enum pw_answer pw_answer_from(const char *name);  /* NONE for anything else */

#endif
