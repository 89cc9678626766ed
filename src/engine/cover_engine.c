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

/* Invariants that a program states are checked beside its property only where threads do not look
 * at each other (engine/invariants.h). */
static const char *declines(const struct pw_problem *p)
{
    if (p->about != PW_ABOUT_PROGRAM || !p->program->ninvariants) return NULL;
    return pw_program_uses(p->program) ? "it states invariants and its threads look at each other"
                                       : NULL;
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
    .what = "backwards from the bad states, for any number of threads; of integers it knows what "
            "predicates say",
    .takes = PW_ABOUT_PROGRAM | PW_ABOUT_TEMPLATE | PW_ABOUT_NET,
    .precision = PW_OVER_TEMPLATE,
    .uses = PW_USES_EVERY | PW_USES_SOME | PW_USES_OTHERS | PW_USES_ORDER | PW_USES_PAIRS,
    .share = 1,
    .declines = declines,
    .run = run,
    .stopped = stopped,
    .certificate = "template",
    .basis = true,
};
