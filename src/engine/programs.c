/* Programs (.dr): abstraction, closure, search; a candidate run is made concrete and replayed, or
 * explained. */
#include <inttypes.h>

#include "engine/conclude.h"
#include "engine/counterexample.h"
#include "engine/decide.h"
#include "engine/unneeded.h"

static void prove(struct pw_job *j)
{
    const struct pw_verify_stats *s = &j->result->stats;
    pw_job_proved(j, PW_OVER_TEMPLATE,
                  "an exact abstraction of %" PRIu64 " threads (4 * %" PRIu64
                  " + 2), which stands for any number; "
                  "mathematical integers; sequentially consistent memory",
                  s->bound, s->inter_thread);
    pw_conclude_proof(j);
}

void pw_job_program(struct pw_job *j, const struct pw_program *p)
{
    struct pw_decision d;
    struct pw_mode mode = pw_mode_of(j);
    if (pw_decide(&d, p, p->preds, &mode, j)) {
        j->evidence.precision = PW_OVER_TEMPLATE;
        if (j->evidence.coverable == PW_NO) prove(j);
        if (j->evidence.coverable == PW_YES) pw_counterexample(j, p, d.abstraction, &d.closed);
        pw_conclude(&d.closed, j);
        if (j->evidence.coverable == PW_NO && j->options->unneeded) pw_unneeded_find(j, p);
    }
    pw_decision_clear(&d);
}
