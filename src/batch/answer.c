/* answer.c -- see answer.h */
#include "batch/answer.h"

#include <string.h>

#include "lang/program.h"

static const char *const names[] = {"", "safe", "unsafe", "unknown"};

const char *pw_answer_name(enum pw_answer a) { return names[a]; }

enum pw_answer pw_answer_from(const char *name)
{
    for (int a = PW_ANSWER_SAFE; a <= PW_ANSWER_UNKNOWN; a++)
        if (strcmp(name, names[a]) == 0) return (enum pw_answer)a;
    return PW_ANSWER_NONE;
}

static enum pw_answer translate(enum pw_expect e)
{
    switch (e) {
    case PW_EXPECT_SAFE: return PW_ANSWER_SAFE;
    case PW_EXPECT_UNSAFE: return PW_ANSWER_UNSAFE;
    case PW_EXPECT_UNKNOWN: return PW_ANSWER_UNKNOWN;
    case PW_EXPECT_NOTHING: break;
    }
    return PW_ANSWER_NONE;
}

void pw_answer_stated(const struct pw_source *s, enum pw_answer *truth, enum pw_answer *expect)
{
    enum pw_expect t, e;
    pw_program_expectation(s, &t, &e);
    *truth = t == PW_EXPECT_UNKNOWN ? PW_ANSWER_NONE : translate(t);
    *expect = translate(e);
}
