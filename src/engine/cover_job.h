/* cover_job.h -- what the three forms of the engine `cover` share: the search with the options of
 * the job, and its counters. Private to this folder. */
#ifndef PW_ENGINE_COVER_JOB_H
#define PW_ENGINE_COVER_JOB_H

#include "abst/abstract.h"
#include "cover/search.h"
#include "engine/engine.h"

/* In result.figures: these go on while their stages do, and survive a stop. */
struct pw_cover_figures {
    struct pw_abst_stats abstraction;
    struct pw_cover_stats search;
};

struct pw_cover_figures *pw_cover_figures(struct pw_job *j);

/* The forms: each fills result and evidence, or reports errors to diags. */
void pw_job_program(struct pw_job *j, const struct pw_program *p);
void pw_job_template(struct pw_job *j, struct pw_dual *t);
void pw_job_net(struct pw_job *j, const struct pw_net *net);

/* How to decide: which closure, and how to search. */
struct pw_mode {
    enum pw_closure_mode closure;
    struct pw_cover_options cover;
    const struct pw_axioms *axioms; /* of the abstraction; NULL: none */
};

struct pw_mode pw_mode_of(const struct pw_job *j); /* what the options ask for, for the verdict */
struct pw_mode pw_mode_quickest(
    const struct pw_job *j); /* the same closure, any proof: where only the answer counts */

/* Runs the search on a counter system; keeps statistics and evidence. */
void pw_job_cover(struct pw_job *j, const struct pw_system *system, const struct pw_mode *mode,
                  struct pw_cover_result *out);

/* Copies what the search counted to result.stats. */
void pw_job_count(struct pw_job *j);

#endif
