/* Templates (.drt): the template itself is the program in question. */
#include "base/mem.h"
#include "engine/closed.h"
#include "engine/conclude.h"
#include "engine/template_replay.h"
#include "report/runs.h"

enum { MORE_THREADS = 2 }; /* than the search's trace has, with which the template is looked at */

struct find_ctx {
    struct pw_job *j;
    struct pw_closed *c;
};

/* The trace itself is real if the unclosed template has it. */
static void judge_trace(void *arg)
{
    struct find_ctx *f = arg;
    f->j->evidence.replayed = !pw_closed_sinks(f->c) && pw_template_replay(f->c);
    if (f->j->evidence.replayed) pw_job_settled(f->j);
}

/* A run of the unclosed template is real, and shown instead of a longer one; one of the closure is
 * a candidate. */
static void find_short(void *arg)
{
    struct find_ctx *f = arg;
    struct pw_short_run run;
    pw_closed_short_run(f->c, MORE_THREADS, &run);
    if (run.some && (run.real || !f->j->evidence.replayed)) {
        struct pw_execution *e = pw_runs_named(&run.result.run);
        pw_execution_free(f->j->result->candidate); /* nothing stops from here on */
        f->j->result->candidate = e;
    }
    if (run.real) f->j->evidence.replayed = true;
    f->j->evidence.on_template = run.on_template;
    pw_short_run_clear(&run);
}

static void keep_run(struct pw_job *j, struct pw_closed *c)
{
    struct find_ctx f = {j, c};
    struct pw_verify_result *r = j->result;
    pw_job_stage(j, &r->stats.seconds.replay, "replay");
    r->candidate = pw_closed_execution(c);
    r->threads = (unsigned)pw_closed_threads(c);
    enum pw_stop why = pw_guard_run(judge_trace, &f);
    if (why == PW_STOP_NONE) why = pw_guard_run(find_short, &f);
    if (why == PW_STOP_TURN) pw_guard_throw(why);
    if (j->evidence.replayed) {
        r->execution = r->candidate;
        r->candidate = NULL;
        if (r->execution->threads.n) r->threads = (unsigned)r->execution->threads.n;
    } else {
        j->evidence.stop = why;
        r->threads = 0;
    }
    pw_job_stage(j, NULL, NULL);
}

static void prove(struct pw_job *j, const struct pw_closed *c)
{
    if (c->encoding.may_sink)
        pw_job_proved(j, PW_OVER_TEMPLATE,
                      "the template with threads dropped that would block a step (its closure), "
                      "which can do no less");
    else
        pw_job_proved(j, PW_EXACT,
                      "the template itself, in which no thread ever blocks a step of another one "
                      "(it is monotone)");
    pw_conclude_proof(j);
}

void pw_job_template(struct pw_job *j, struct pw_dual *t)
{
    struct pw_closed c;
    struct pw_mode mode = pw_mode_of(j);
    pw_conclude_predicates(t, j);
    pw_closed_decide(&c, t, &mode, j);
    j->evidence.precision = c.encoding.may_sink ? PW_OVER_TEMPLATE : PW_EXACT;
    if (j->evidence.coverable == PW_NO) prove(j, &c);
    if (j->evidence.coverable == PW_YES) keep_run(j, &c);
    pw_conclude(&c, j);
    pw_closed_clear(&c);
}
