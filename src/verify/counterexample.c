#include "verify/counterexample.h"

#include <stdio.h>

#include "base/mem.h"
#include "verify/concretise.h"
#include "verify/explicit.h"
#include "verify/hint.h"
#include "verify/replay.h"

/* Bounds of the searches, in states and solver questions. */
static const uint64_t MOST_STATES = 20000, MOST_CHECKS = 5000, MOST_HINT_CHECKS = 20000;

struct hunt {
    struct pw_job *j;
    const struct pw_program *p;
    const struct pw_abstraction *a;
    struct pw_closed *c;
    struct pw_short_run run;
    struct pw_candidate candidate;
};

/* --- the abstract run as a candidate --- */

/* Threads of the program: idle threads of the abstraction are none. */
static void add_thread(struct hunt *h, uint32_t template)
{
    if (template < h->p->ntemplates) pw_vec_push(&h->candidate.templates, template);
}

static void add_step(struct hunt *h, uint32_t stmt, uint32_t thread)
{
    struct pw_candidate_step s = {h->a->stmts[stmt].template, h->a->stmts[stmt].index, thread};
    pw_vec_push(&h->candidate.steps, s);
}

static void from_run(struct hunt *h)
{
    const struct pw_instance_result *r = &h->run.result;
    for (size_t k = 0; k < r->threads; k++) add_thread(h, pw_states_template(&r->numbers, r->run.at[0].local[k]));
    for (size_t i = 1; i < r->run.n; i++) add_step(h, r->run.at[i].stmt, r->run.at[i].thread);
}

static void from_trace(struct hunt *h)
{
    const struct pw_trace *t = &h->c->found.trace;
    for (size_t i = 0; i < t->start.toks.n; i++)
        for (int64_t k = 0; k < t->start.toks.at[i].count; k++)
            add_thread(h, pw_states_template(&h->c->encoding.states, t->start.toks.at[i].local));
    for (size_t i = 0; i < t->steps.n; i++) add_step(h, h->c->encoding.system.trans.at[t->steps.at[i].trans].tag, PW_NO_INDEX);
}

/* --- trying to make it real --- */

static bool keep(struct hunt *h, struct pw_execution *e)
{
    if (!e) return false;
    h->j->result->execution = e;
    h->j->result->threads = (unsigned)e->threads.n;
    return true;
}

static bool replay(struct hunt *h, struct pw_concretisation *x)
{
    h->j->result->stats.replays++;
    h->j->result->stats.solver_checks += x->checks;
    if (x->found != PW_YES) return false;
    return keep(h, pw_replay_schedule(h->p, h->candidate.templates.at, h->candidate.templates.n, &x->schedule, &x->run));
}

/* The same steps, by other threads. */
static bool try_other_threads(struct hunt *h)
{
    struct pw_concretisation x = {0};
    pw_concretise(h->p, &h->candidate, false, MOST_CHECKS, &x);
    bool real = replay(h, &x);
    pw_concretisation_clear(&x);
    return real;
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

/* Is the bit false for every thread that has it, at the start of the run? */
static bool false_for_all(const struct pw_instance_result *r, uint32_t pred)
{
    bool some = false;
    for (size_t k = 0; k < r->threads; k++) {
        uint32_t local = r->run.at[0].local[k];
        const pw_fields *fields = &r->numbers.t->templates.at[pw_states_template(&r->numbers, local)].fields;
        for (uint32_t i = 0; i < fields->n; i++) {
            if (fields->at[i].kind != PW_FIELD_BIT || fields->at[i].pred != pred) continue;
            if (pw_states_local_value(&r->numbers, local, i)) return false;
            some = true;
        }
    }
    return some;
}

/* Threads that have not begun may spoil a comparison with all others: say so. */
static void hint_at_start(struct hunt *h)
{
    const struct pw_template *t = h->a->template;
    for (uint32_t i = 0; i < t->preds.n; i++)
        if (t->preds.at[i].cls == PW_TPRED_INTER && false_for_all(&h->run.result, i))
            pw_job_hint(h->j, "'%s' is false for every thread at the start; if threads that have not begun spoil it, leave them out: 'other.at(L) || ...', L a label where they are",
                        t->preds.at[i].name);
}

static void explain(struct hunt *h, const struct pw_concretisation *best)
{
    h->j->result->candidate = pw_closed_execution(h->c, &h->run);
    if (h->j->evidence.on_template == PW_NO) {
        pw_job_hint(h->j, "the run needs a thread that helps first and would block a later step: try --closure=sharp, or other predicates");
        return;
    }
    pw_hint_explain(h->p, &h->candidate, best, MOST_HINT_CHECKS, &h->j->result->hints);
    if (h->run.some) hint_at_start(h);
}

void pw_counterexample(struct pw_job *j, const struct pw_program *p, const struct pw_abstraction *a, struct pw_closed *c)
{
    struct hunt h = {.j = j, .p = p, .a = a, .c = c};
    pw_job_stage(j, &j->result->stats.seconds.replay, "replay");
    pw_closed_short_run(c, &h.run);
    j->evidence.on_template = h.run.on_template;
    if (h.run.some) from_run(&h);
    else from_trace(&h);
    struct pw_concretisation x = {0};
    j->evidence.replayed = keep(&h, pw_explicit_run(p, pw_closed_threads(c) + 1, MOST_STATES));
    if (!j->evidence.replayed) {
        pw_concretise(p, &h.candidate, h.run.some, MOST_CHECKS, &x);
        j->evidence.replayed = replay(&h, &x) || try_other_threads(&h) || try_schedules(&h);
    }
    if (!j->evidence.replayed) explain(&h, &x);
    pw_concretisation_clear(&x);
    pw_candidate_clear(&h.candidate);
    pw_short_run_clear(&h.run);
    pw_job_stage(j, NULL, NULL);
}
