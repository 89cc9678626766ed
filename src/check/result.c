#include "check/result.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/guard.h"

void pwc_fail(struct pwc_result *r, enum pwc_status status, unsigned long line, const char *format,
              ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->message, sizeof r->message, format, args);
    va_end(args);
    r->status = status;
    r->line = line;
    pw_guard_throw(PW_STOP_DONE);
}

void pwc_pass(struct pwc_result *r, const char *format, ...)
{
    va_list args;
    assert(r->passed < PWC_MOST_PARTS);
    va_start(args, format);
    vsnprintf(r->said[r->passed++], sizeof *r->said, format, args);
    va_end(args);
}
