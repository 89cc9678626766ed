#include "check/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/guard.h"
#include "check/claims.h"

/* One kernel per kind of claim: it reads what follows the head of the text and checks it. */
static const struct {
    const char *word;
    void (*check)(struct pwc_reader *r);
} kinds[] = {{"net", pwc_check_net}, {"template", pwc_check_template}};

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
    va_start(args, format);
    vsnprintf(r->said[r->passed++], sizeof *r->said, format, args);
    va_end(args);
}

/* The inputs that the certificate is about, and the definitions of the command line. */
static void read_head(struct pwc_reader *r)
{
    size_t width;
    r->result->ninputs = pwc_section(r, "inputs");
    r->result->inputs = r->eol;
    for (size_t n = r->result->ninputs; n > 0; n--) {
        pwc_next(r);
        pwc_word(r, &width);
        if (width != 64) pwc_refuse(r, "SHA-256 of the input expected");
    }
    r->result->ndefines = pwc_section(r, "defines");
    r->result->defines = r->eol;
    for (size_t n = r->result->ndefines; n > 0; n--)
        pwc_next(r);
}

struct job {
    const char *text;
    size_t size;
    struct pwc_finder *finder;
    struct pwc_result *result;
};

static void run(void *arg)
{
    struct job *job = arg;
    struct pwc_reader r;
    size_t kind = 0, n = sizeof kinds / sizeof *kinds;
    pwc_open(&r, job->text, job->size, job->result);
    r.finder = job->finder;
    while (kind + 1 < n && !pwc_try(&r, kinds[kind].word))
        kind++;
    if (kind + 1 == n) pwc_expect(&r, kinds[kind].word);
    pwc_finish_line(&r);
    read_head(&r);
    kinds[kind].check(&r);
    job->result->status = PWC_VALID;
    pw_guard_throw(PW_STOP_DONE);
}

void pwc_check(const char *text, size_t size, struct pwc_finder *finder, struct pwc_result *result)
{
    struct job job = {text, size, finder, result};
    *result = (struct pwc_result){.status = PWC_STOPPED};
    enum pw_stop why = pw_guard_run(run, &job);
    if (why != PW_STOP_DONE) result->why = pw_guard_reason(why);
}
