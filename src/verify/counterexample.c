#include "verify/counterexample.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/mem.h"
#include "verify/concretise.h"
#include "verify/hint.h"
#include "verify/replay.h"

/* Bounds of the searches, in states and solver questions. */
static const uint64_t MOST_CHECKS = 5000, MOST_HINT_CHECKS = 20000;

struct hunt {
    struct pw_job *j;
    const struct pw_program *p;
    const struct pw_abstraction *a;
    struct pw_closed *c;
    struct pw_candidate candidate;
};

/* --- the abstract run as a candidate --- */

/* Threads of the program: idle threads of the abstraction are none. */
static void add_threads(struct hunt *h)
{
    const struct pw_config *start = &h->c->found.trace.start;
    for (size_t i = 0; i < start->toks.n; i++) {
        uint32_t template = pw_states_template(&h->c->encoding.states, start->toks.at[i].local);
        if (template >= h->p->ntemplates) continue;
        for (int64_t k = 0; k < start->toks.at[i].count; k++) pw_vec_push(&h->candidate.templates, template);
    }
}

static void add_steps(struct hunt *h)
{
    const struct pw_trace *t = &h->c->found.trace;
    for (size_t i = 0; i < t->steps.n; i++) {
        uint32_t stmt = h->c->encoding.system.trans.at[t->steps.at[i].trans].tag;
        struct pw_candidate_step s = {h->a->stmts[stmt].template, h->a->stmts[stmt].index};
        pw_vec_push(&h->candidate.steps, s);
    }
}

/* --- trying to make it real --- */

static bool replay(struct hunt *h, struct pw_concretisation *x)
{
    h->j->result->stats.replays++;
    h->j->result->stats.solver_checks += x->checks;
    if (x->found != PW_YES) return false;
    struct pw_execution *e = pw_replay_schedule(h->p, h->candidate.templates.at, h->candidate.templates.n, &x->schedule, &x->run);
    if (!e) return false;
    h->j->result->execution = e;
    h->j->result->threads = (unsigned)e->threads.n;
    return true;
}

static bool try_schedules(struct hunt *h)
{
    struct pw_concretisation x = {0};
    pw_concretise_search(h->p, h->candidate.templates.at, h->candidate.templates.n, h->candidate.steps.n, MOST_CHECKS, &x);
    bool real = replay(h, &x);
    pw_concretisation_clear(&x);
    return real;
}

/* --- spurious --- */

static void classify(struct hunt *h)
{
    struct pw_closure *none = NULL;
    struct pw_explore_result run = {0};
    h->j->evidence.on_template = pw_closed_on_template(h->c, &none, &run);
    if (run.run.n) pw_explore_clear(&run);
    pw_closure_free(none);
}

static void explain(struct hunt *h, const struct pw_concretisation *best)
{
    classify(h);
    h->j->result->candidate = pw_closed_execution(h->c);
    if (h->j->evidence.on_template == PW_NO) {
        pw_job_hint(h->j, "the run needs a thread that helps first and would block a later step; no predicate is missing for sure, but sharper ones may avoid it");
        return;
    }
    pw_hint_explain(h->p, &h->candidate, best, MOST_HINT_CHECKS, &h->j->result->hints);
}

void pw_counterexample(struct pw_job *j, const struct pw_program *p, const struct pw_abstraction *a, struct pw_closed *c)
{
    struct hunt h = {.j = j, .p = p, .a = a, .c = c};
    double start = pw_limits_elapsed();
    add_threads(&h);
    add_steps(&h);
    struct pw_concretisation x = {0};
    pw_concretise(p, &h.candidate, MOST_CHECKS, &x);
    j->evidence.replayed = replay(&h, &x) || try_schedules(&h);
    if (!j->evidence.replayed) explain(&h, &x);
    pw_concretisation_clear(&x);
    pw_candidate_clear(&h.candidate);
    j->result->stats.seconds.replay = pw_limits_elapsed() - start;
}
