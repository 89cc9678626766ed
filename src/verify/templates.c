/* Templates (.drt): the template itself is the program in question. */
#include "base/limits.h"
#include "dualref/drt.h"
#include "verify/closed.h"
#include "verify/conclude.h"

/* A run of the unclosed template to a bad state, or the closure's own as a candidate. */
static void keep_run(struct pw_job *j, struct pw_closed *c)
{
    double start = pw_limits_elapsed();
    struct pw_explore_result run = {0};
    struct pw_closure *none = NULL;
    j->evidence.on_template = pw_closed_on_template(c, &none, &run);
    if (run.run.n) {
        j->evidence.replayed = true;
        j->result->threads = (unsigned)run.threads;
        j->result->execution = pw_closed_run_execution(&run);
        pw_explore_clear(&run);
    } else {
        j->result->candidate = pw_closed_execution(c);
    }
    pw_closure_free(none);
    j->result->stats.seconds.replay = pw_limits_elapsed() - start;
}

void pw_job_template(struct pw_job *j)
{
    struct pw_template *t = pw_drt_parse(j->src, j->diags);
    if (!t) return;
    struct pw_closed c;
    pw_conclude_predicates(t, j);
    pw_closed_decide(&c, j, t);
    j->evidence.precision = c.encoding.may_sink ? PW_OVER_TEMPLATE : PW_EXACT;
    if (j->evidence.coverable == PW_YES) keep_run(j, &c);
    pw_conclude(&c, j);
    pw_closed_clear(&c);
    pw_template_free(t);
}
