#include "base/verdict.h"

#include <assert.h>
#include <string.h>

static const char *const names[] = {"", "safe", "unsafe", "unknown"};

const char *pw_verdict_name(enum pw_verdict v)
{
    assert((size_t)v < sizeof names / sizeof *names);
    return names[v];
}

enum pw_verdict pw_verdict_from(const char *name)
{
    for (int v = PW_SAFE; v <= PW_UNKNOWN; v++)
        if (!strcmp(name, names[v])) return (enum pw_verdict)v;
    return PW_UNSTATED;
}
