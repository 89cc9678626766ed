#include "engine/job.h"

#include <stdarg.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/progress.h"
#include "report/names.h"
#include "run/replay.h"

void pw_job_settled(struct pw_job *j)
{
    (void)j;
    pw_limits_set_turn(0);
}

void pw_job_proved(struct pw_job *j, enum pw_precision precision, const char *rests_on, ...)
{
    va_list args;
    va_start(args, rests_on);
    pw_strbuf_reset(&j->result->rests_on);
    pw_strbuf_vprintf(&j->result->rests_on, rests_on, args);
    va_end(args);
    j->evidence.coverable = PW_NO;
    j->evidence.precision = precision;
    pw_job_settled(j);
}

bool pw_job_replayed(struct pw_job *j, struct pw_execution *e)
{
    if (!e) return false;
    pw_execution_free(j->result->execution);
    j->result->execution = e;
    j->result->threads = (unsigned)e->threads.n;
    j->evidence.replayed = true;
    pw_job_settled(j);
    return true;
}

void pw_job_replay(struct pw_job *j, struct pw_run *run)
{
    if (!pw_job_replayed(j, pw_replay(run)))
        pw_job_warn(j, "a run was found that the interpreter does not follow");
    pw_run_free(run);
}

void pw_job_stage(struct pw_job *j, double *clock, const char *name)
{
    double now = pw_limits_elapsed();
    if (j->clock) *j->clock += now - j->since;
    j->clock = clock;
    j->since = now;
    pw_progress_stage(name);
}

void pw_job_say(struct pw_job *j, const char *format, ...)
{
    if (!j->options->stage) return;
    struct pw_strbuf b = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    j->options->stage(j->options->stage_arg, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

void pw_job_warn(struct pw_job *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pw_lines_vadd(&j->result->warnings, format, args);
    va_end(args);
}

void pw_job_hint(struct pw_job *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pw_lines_vadd(&j->result->hints, format, args);
    va_end(args);
}

void pw_job_explain_names(struct pw_job *j, const struct pw_program *p)
{
    struct pw_verify_result *r = j->result;
    struct pw_names_said said = {
        .lines = {&r->words, &r->places, &r->hints, &r->tried, &r->predicates}};
    size_t n = 0;
    if (r->execution) said.runs[n++] = r->execution;
    if (r->candidate) said.runs[n] = r->candidate;
    pw_lines_clear(&r->names);
    pw_names_explain(p, &said, &r->names);
}

bool pw_job_extra(void (*body)(void *), void *arg)
{
    return pw_guard_run(body, arg) == PW_STOP_NONE;
}
