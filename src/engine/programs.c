/* Programs (.dr): abstraction, closure, search; a candidate run is made concrete and replayed, or
 * explained. */
#include <inttypes.h>

#include "engine/conclude.h"
#include "engine/counterexample.h"
#include "engine/decide.h"
#include "engine/unneeded.h"
#include "prog/checked.h"

static void prove(struct pw_job *j, const struct pw_program *p)
{
    const struct pw_verify_stats *s = &j->result->stats;
    unsigned uses = pw_program_uses(p);
    struct pw_strbuf somes = {0};
    if (s->bound > 4 * s->inter_thread + 2)
        pw_strbuf_printf(&somes, " + %" PRIu64, s->bound - 4 * s->inter_thread - 2);
    pw_job_proved(j, PW_OVER_TEMPLATE,
                  "an exact abstraction of %" PRIu64 " threads (4 * %" PRIu64
                  " + 2%s), which stands for any number%s; "
                  "mathematical integers; sequentially consistent memory",
                  s->bound, s->inter_thread, pw_strbuf_text(&somes),
                  uses & PW_USES_EVERY ? "; one thread alone, where every(...) is true, is a case "
                                         "of its own in it"
                                       : "");
    pw_strbuf_clear(&somes);
    pw_conclude_proof(j);
}

static void decide(struct pw_job *j, const struct pw_program *p)
{
    struct pw_decision d;
    struct pw_mode mode = pw_mode_of(j);
    if (pw_decide(&d, p, p->preds, &mode, j)) {
        j->evidence.precision = PW_OVER_TEMPLATE;
        if (j->evidence.coverable == PW_NO) prove(j, p);
        if (j->evidence.coverable == PW_YES) pw_counterexample(j, p, d.abstraction, &d.closed);
        pw_conclude(&d.closed, j);
        if (j->evidence.coverable == PW_NO && j->options->unneeded) pw_unneeded_find(j, p);
    }
    pw_decision_clear(&d);
}

/* Properties that are formulas become steps; runs are replayed on the program itself. */
void pw_job_program(struct pw_job *j, const struct pw_program *p)
{
    struct pw_program *checked = pw_program_checked(p);
    decide(j, checked ? checked : p);
    pw_program_free(checked);
}
