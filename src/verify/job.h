/* job.h -- what the parts of the pipeline share while one file is decided. Private to this folder. */
#ifndef PW_VERIFY_JOB_H
#define PW_VERIFY_JOB_H

#include "abst/abstract.h"
#include "cover/search.h"
#include "verify/verify.h"

struct pw_job {
    const struct pw_source *src;
    const struct pw_verify_options *options;
    struct pw_diags *diags;
    struct pw_verify_result *result;
    struct pw_evidence evidence;
    struct pw_abst_stats abstraction; /* these two go on while their stages do, and survive a stop */
    struct pw_cover_stats search;
    double *clock, since; /* where the time of the running stage goes; NULL = no stage */
};

/* The three kinds of input. Each fills result and evidence, or reports errors to diags. */
void pw_job_program(struct pw_job *j);  /* .dr */
void pw_job_template(struct pw_job *j); /* .drt */
void pw_job_net(struct pw_job *j);      /* .tts, .spec */

/* The running stage ends and its time is added to its clock; the next one begins (NULL: none). The name is for the progress line. */
void pw_job_stage(struct pw_job *j, double *clock, const char *name);

void pw_job_say(struct pw_job *j, const char *format, ...) __attribute__((format(printf, 2, 3))); /* to options.stage */
void pw_job_warn(struct pw_job *j, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pw_job_hint(struct pw_job *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Runs the search on a counter system with the options of the job; keeps statistics and evidence. */
void pw_job_cover(struct pw_job *j, const struct pw_system *system, struct pw_cover_result *out);

/* Runs body(arg) as an extra that the verdict does not need: if a limit stops it, everything it allocated is gone and false is returned. */
bool pw_job_extra(void (*body)(void *), void *arg);

#endif
