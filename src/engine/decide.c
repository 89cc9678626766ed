#include "engine/decide.h"

#include <inttypes.h>

#include "engine/conclude.h"

static struct pw_abstraction *abstract(struct pw_job *j, const struct pw_program *p,
                                       const struct pw_preds *preds, const struct pw_axioms *axioms)
{
    struct pw_abst_options options = {.preds = preds, .axioms = axioms};
    struct pw_abst_stats *stats = &pw_cover_figures(j)->abstraction;
    struct pw_verify_stats *s = &j->result->stats;
    pw_job_stage(j, &s->seconds.abstract, "abstraction");
    struct pw_abstraction *a = pw_abstract_template(p, j->src, &options, stats, j->diags);
    pw_job_stage(j, NULL, NULL);
    s->bound = stats->bound;
    s->solver_checks = stats->checks;
    if (a)
        pw_job_say(j,
                   "abstraction: %" PRIu64 " predicates, %" PRIu64
                   " of them inter-thread, so %" PRIu64 " threads stand for any number; %" PRIu64
                   " solver questions",
                   stats->predicates, stats->inter_thread, stats->bound, stats->checks);
    return a;
}

bool pw_decide(struct pw_decision *d, const struct pw_program *p, struct pw_preds preds,
               const struct pw_mode *mode, struct pw_job *j)
{
    *d = (struct pw_decision){.abstraction = abstract(j, p, &preds, mode->axioms)};
    if (!d->abstraction) return false;
    pw_conclude_predicates(d->abstraction->template, j);
    pw_closed_decide(&d->closed, d->abstraction->template, mode, j);
    return true;
}

void pw_decision_clear(struct pw_decision *d)
{
    if (d->abstraction) pw_closed_clear(&d->closed);
    pw_abstract_free(d->abstraction);
}

bool pw_decide_aside(const struct pw_job *j, const struct pw_program *p, struct pw_preds preds,
                     const struct pw_axioms *axioms)
{
    struct pw_verify_options options = *j->options;
    struct pw_verify_result result;
    struct pw_diags diags = {0};
    struct pw_job aside = {.options = &options,
                           .diags = &diags,
                           .result = &result,
                           .evidence = {.coverable = PW_UNDECIDED}};
    struct pw_mode mode = pw_mode_quickest(j);
    struct pw_decision d;
    mode.axioms = axioms;
    options.stage = NULL;
    options.cubes = false;
    pw_verify_result_init(&result);
    bool safe = pw_decide(&d, p, preds, &mode, &aside) && aside.evidence.coverable == PW_NO;
    pw_decision_clear(&d);
    pw_verify_result_clear(&result);
    pw_diags_clear(&diags);
    return safe;
}
