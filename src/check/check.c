#include "check/check.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/guard.h"
#include "check/template.h"

void pwc_fail(struct pwc_result *r, enum pwc_status status, unsigned long line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->message, sizeof r->message, format, args);
    va_end(args);
    r->status = status;
    r->line = line;
    pw_guard_throw(PW_STOP_DONE);
}

/* The inputs that the certificate is about, and the parameters given on the command line: for people, and for pwqo. */
static void read_header(struct pwc_reader *r)
{
    size_t width;
    for (size_t n = pwc_section(r, "inputs"), i = 0; i < n; i++) {
        pwc_next(r);
        const char *hash = pwc_word(r, &width);
        if (width != 64) pwc_refuse(r, "SHA-256 of the input expected");
        if (i) continue;
        snprintf(r->result->hash, sizeof r->result->hash, "%.64s", hash);
        size_t rest = pwc_more(r) ? (size_t)(r->eol - r->at) : 0, most = sizeof r->result->model - 1;
        for (size_t k = 0; k < rest && k < most; k++) r->result->model[k] = r->at[k] >= 0 && r->at[k] < ' ' ? '?' : r->at[k];
    }
    for (size_t n = pwc_section(r, "defines"); n > 0; n--) pwc_next(r);
}

struct job {
    const char *text;
    size_t size;
    struct pwc_result *result;
};

static void run(void *arg)
{
    struct job *job = arg;
    struct pwc_reader r;
    pwc_open(&r, job->text, job->size, job->result);
    pwc_next(&r);
    pwc_expect(&r, "pwqo-certificate"), pwc_expect(&r, "1");
    job->result->net = pwc_try(&r, "net");
    if (!job->result->net) pwc_expect(&r, "template");
    pwc_finish_line(&r);
    read_header(&r);
    if (job->result->net) pwc_check_net(&r);
    else pwc_check_template(&r);
    job->result->status = PWC_VALID;
    pw_guard_throw(PW_STOP_DONE);
}

void pwc_check(const char *text, size_t size, struct pwc_result *result)
{
    struct job job = {text, size, result};
    *result = (struct pwc_result){.status = PWC_STOPPED};
    enum pw_stop why = pw_guard_run(run, &job);
    if (why != PW_STOP_DONE) result->why = pw_guard_reason(why);
}
