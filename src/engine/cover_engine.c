/* The engine `cover`: counter systems, decided by coverability. Programs come to it by abstraction
 * and closure, templates by closure, nets as they are. */
#include "engine/cover_job.h"

static void run(struct pw_job *j, const struct pw_problem *p)
{
    switch (p->about) {
    case PW_ABOUT_PROGRAM:
        pw_job_program(j, p->program);
        break;
    case PW_ABOUT_TEMPLATE:
        pw_job_template(j, p->template);
        break;
    case PW_ABOUT_NET:
        pw_job_net(j, p->net);
        break;
    }
}

static void stopped(struct pw_job *j)
{
    const struct pw_abst_stats *a = &pw_cover_figures(j)->abstraction;
    struct pw_verify_stats *s = &j->result->stats;
    pw_job_count(j);
    s->bound = a->bound;
    s->predicates = a->predicates;
    s->inter_thread = a->inter_thread;
    if (a->checks > s->solver_checks) s->solver_checks = a->checks;
}

/* Its statistics are those that every report has (PW_VERIFY_STATS), so its own table is empty. */
const struct pw_engine pw_engine_cover = {
    .name = "cover",
    .what = "predicate abstraction, monotone closure, coverability of counter systems",
    .takes = PW_ABOUT_PROGRAM | PW_ABOUT_TEMPLATE | PW_ABOUT_NET,
    .precision = PW_OVER_TEMPLATE,
    .share = 1,
    .run = run,
    .stopped = stopped,
    .certificate = "template",
    .basis = true,
};
