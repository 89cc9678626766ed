/* Templates (.drt): the template itself is the program in question. */
#include "dualref/drt.h"
#include "verify/closed.h"
#include "verify/conclude.h"

/* A run of the unclosed template to a bad state is real; one of the closure is a candidate. */
static void keep_run(struct pw_job *j, struct pw_closed *c)
{
    pw_job_stage(j, &j->result->stats.seconds.replay, "replay");
    struct pw_short_run run;
    pw_closed_short_run(c, &run);
    j->evidence.on_template = run.on_template;
    j->evidence.replayed = run.on_template == PW_YES && run.some;
    struct pw_execution *e = pw_closed_execution(c, &run);
    if (j->evidence.replayed) j->result->execution = e, j->result->threads = (unsigned)e->threads.n;
    else j->result->candidate = e;
    pw_short_run_clear(&run);
    pw_job_stage(j, NULL, NULL);
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
