/* Programs (.dr): abstraction, closure, search; a candidate run is made concrete and replayed, or explained. */
#include <inttypes.h>
#include <string.h>

#include "abst/abstract.h"
#include "base/mem.h"
#include "verify/closed.h"
#include "verify/conclude.h"
#include "verify/concretise.h"
#include "verify/counterexample.h"
#include "verify/unneeded.h"

static struct pw_program *parse(struct pw_job *j)
{
    struct pw_program *p = pw_program_parse(j->src, j->options->defines, j->options->ndefines, j->diags);
    if (!p || p->nunsafe || p->has_assert) return p;
    pw_diag_add(j->diags, PW_ERROR, j->src, 0, 0, "add 'unsafe count(LABEL) >= 2;' or an 'assert(...)'", "nothing to verify: the program states no property");
    pw_program_free(p);
    return NULL;
}

static struct pw_abstraction *abstract(struct pw_job *j, const struct pw_program *p)
{
    struct pw_abst_options options = {0};
    struct pw_abst_stats *stats = &j->abstraction;
    struct pw_verify_stats *s = &j->result->stats;
    pw_job_stage(j, &s->seconds.abstract, "abstraction");
    struct pw_abstraction *a = pw_abstract_template(p, j->src, &options, stats, j->diags);
    pw_job_stage(j, NULL, NULL);
    s->bound = stats->bound;
    s->solver_checks = stats->checks;
    if (a)
        pw_job_say(j, "abstraction: %" PRIu64 " predicates, %" PRIu64 " of them inter-thread, so %" PRIu64 " threads stand for any number; %" PRIu64
                      " solver questions", stats->predicates, stats->inter_thread, stats->bound, stats->checks);
    return a;
}

static void decide(struct pw_job *j, const struct pw_program *p, const struct pw_abstraction *a)
{
    struct pw_closed c;
    pw_conclude_predicates(a->template, j);
    pw_closed_decide(&c, j, a->template);
    j->evidence.precision = PW_OVER_TEMPLATE;
    if (j->evidence.coverable == PW_YES) pw_counterexample(j, p, a, &c);
    pw_conclude(&c, j);
    pw_closed_clear(&c);
}

void pw_job_program(struct pw_job *j)
{
    struct pw_program *p = parse(j);
    if (!p) return;
    struct pw_abstraction *a = abstract(j, p);
    if (a) decide(j, p, a);
    if (a && j->evidence.coverable == PW_NO && j->options->unneeded) pw_unneeded_find(j, p);
    pw_abstract_free(a);
    pw_program_free(p);
}
