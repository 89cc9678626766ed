/* job.h -- what an engine has in hand while one input is decided, and the helpers that fill it.
 * Private to this folder. */
#ifndef PW_ENGINE_JOB_H
#define PW_ENGINE_JOB_H

#include "engine/result.h"
#include "run/run.h"

struct pw_job {
    const struct pw_source *src;
    const struct pw_verify_options *options;
    struct pw_diags *diags;
    struct pw_verify_result *result;
    struct pw_evidence evidence;
    double *clock, since; /* where the time of the running stage goes; NULL = no stage */
};

/* --- answers --- */

/* No bad state is reachable, in a system that relates to the program as `precision` says; the
 * sentence goes to result.rests_on. */
void pw_job_proved(struct pw_job *j, enum pw_precision precision, const char *rests_on, ...)
    __attribute__((format(printf, 3, 4)));
/* A run to a bad state, replayed by the judge of the input; its threads are counted. NULL (the
 * replay failed): changes nothing, false. */
bool pw_job_replayed(struct pw_job *j, struct pw_execution *e);
/* A run, which it takes over: replays it. A warning if it is none. */
void pw_job_replay(struct pw_job *j, struct pw_run *run);
/* The answer is found: the turn has no end any more (both of the above say so). */
void pw_job_settled(struct pw_job *j);

/* --- what is said besides --- */

/* The running stage ends and its time is added to its clock; the next one begins (NULL: none). The
 * name is for the progress line. */
void pw_job_stage(struct pw_job *j, double *clock, const char *name);

void pw_job_say(struct pw_job *j, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* to options.stage */
void pw_job_warn(struct pw_job *j, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pw_job_hint(struct pw_job *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What names mean that the result mentions and the source does not have (report/names.h). */
void pw_job_explain_names(struct pw_job *j, const struct pw_program *p);

/* Runs body(arg) as an extra that the verdict does not need: if a limit stops it, everything it
 * allocated is gone and false is returned. */
bool pw_job_extra(void (*body)(void *), void *arg);

#endif
