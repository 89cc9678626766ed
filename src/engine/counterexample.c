#include "engine/counterexample.h"

#include <assert.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/mem.h"
#include "drcover/walk.h"
#include "engine/concretise.h"
#include "engine/explicit.h"
#include "engine/hint.h"
#include "engine/offers.h"
#include "report/hint_words.h"
#include "report/runs.h"
#include "run/replay.h"

/* Bounds of the searches: states and steps tried; solver questions and what they cost. */
static const uint64_t MOST_STATES = 20000, MOST_TRIES = 3000000;
static const struct pw_concretise_most MOST_DIRECT = {UINT64_MAX, 20000000},
                                       MOST_SOLVING = {5000, 3000000};
static const uint64_t MOST_HINT_CHECKS = 20000, MOST_HINT_WORK = 3000000;
static const double SHARE =
    0.25; /* of the time that is left: what each part of the replay may take */

struct run_search {
    struct pw_job *j;
    const struct pw_program *p;
    const struct pw_abstraction *a;
    struct pw_closed *c;
    struct pw_short_run run; /* run.closure = NULL: not looked for */
    struct pw_candidate candidate;
    struct pw_concretisation best; /* of the candidate, with its threads */
    struct pw_execution *real;     /* a replayed run */
    size_t impossible;             /* the first step that no real run can take, from 1; 0: none */
    pw_hint_notes notes;
};

/* --- the abstract run as a candidate --- */

/* Threads of the program: idle threads of the abstraction, which come last, are none. */
static void add_thread(struct run_search *h, uint32_t local)
{
    uint32_t template = pw_states_template(h->candidate.states, local);
    if (template >= h->p->ntemplates) return;
    pw_vec_push(&h->candidate.templates, template);
    pw_vec_push(&h->candidate.locals, local);
}

static void from_run(struct run_search *h, const struct pw_named_run *r)
{
    h->candidate = (struct pw_candidate){.a = h->a, .states = r->states, .shared = r->shared};
    for (size_t k = 0; k < r->locals.n; k++)
        add_thread(h, r->locals.at[k]);
    for (size_t i = 0; i < r->steps.n; i++) {
        const struct pw_named_step *x = &r->steps.at[i];
        struct pw_candidate_step s = {h->a->stmts[x->stmt].template, h->a->stmts[x->stmt].index,
                                      x->thread, x->shared, pw_named_run_after(r, i)};
        pw_vec_push(&h->candidate.steps, s);
    }
}

/* --- trying to make it real --- */

/* Keeps the better of two real runs: fewer threads, then fewer steps. */
static void keep(struct run_search *h, struct pw_execution *e)
{
    const struct pw_execution *old = h->real;
    bool better = e && (!old || e->threads.n < old->threads.n ||
                        (e->threads.n == old->threads.n && e->steps.n < old->steps.n));
    pw_execution_free(better ? h->real : e);
    if (better) h->real = e;
    if (h->real) pw_job_settled(h->j);
}

static void replay(struct run_search *h, struct pw_concretisation *x)
{
    h->j->result->stats.replays++;
    h->j->result->stats.solver_checks += x->checks;
    if (x->found == PW_YES) keep(h, pw_replay(x->run));
}

static enum pw_answer follow(struct run_search *h, enum pw_follow how,
                             struct pw_concretise_most most)
{
    struct pw_concretisation x = {0};
    pw_concretise(h->p, &h->candidate, how, most, &x);
    replay(h, &x);
    enum pw_answer found = x.found;
    if (how == PW_FOLLOW_THREADS)
        pw_concretisation_clear(&h->best), h->best = x;
    else
        pw_concretisation_clear(&x);
    return found;
}

/* The trace as it is, with its threads and values. In a finite program without predicates whose
 * template is monotone the abstract states are the concrete ones: this is then a run. */
static void try_directly(void *arg)
{
    struct run_search *h = arg;
    struct pw_named_run run = {0};
    pw_walk_run(&h->c->encoding, &h->c->found.trace, &run);
    from_run(h, &run);
    pw_named_run_clear(&run);
    follow(h, PW_FOLLOW_VALUES, MOST_DIRECT);
}

/* Fewest threads, fewest steps. */
static void try_explicitly(void *arg)
{
    struct run_search *h = arg;
    keep(h, pw_explicit_run(h->p, pw_closed_threads(h->c) + 1, MOST_STATES, MOST_TRIES));
}

/* A shorter abstract run, perhaps one of the unclosed template, is shown instead of the trace. */
static void shorten(void *arg)
{
    struct run_search *h = arg;
    pw_closed_short_run(h->c, 0, &h->run);
    h->j->evidence.on_template = h->run.on_template;
    if (!h->run.some) return;
    struct pw_candidate old = h->candidate;
    from_run(h, &h->run.result.run);
    struct pw_execution *e = pw_runs_named(&h->run.result.run);
    pw_execution_free(h->j->result->candidate); /* nothing stops from here on */
    h->j->result->candidate = e;
    pw_candidate_clear(&old);
}

static void try_schedules(void *arg)
{
    struct run_search *h = arg;
    struct pw_concretisation x = {0};
    const struct pw_candidate *c = &h->candidate;
    pw_concretise_search(h->p, c->templates.at, c->templates.n, c->steps.n, MOST_SOLVING, &x);
    replay(h, &x);
    pw_concretisation_clear(&x);
}

/* The abstract run as it is, with integers of the solver. */
static void try_threads(void *arg)
{
    follow(arg, PW_FOLLOW_THREADS, MOST_SOLVING);
}

/* May the thread be left out of the run? It takes no step, and its template fixes no number. */
static bool only_looks_on(const struct run_search *h, uint32_t thread)
{
    const struct pw_candidate *c = &h->candidate;
    for (size_t i = 0; i < c->steps.n; i++)
        if (c->steps.at[i].thread == thread) return false;
    assert(thread < c->templates.n);
    return h->p->templates[c->templates.at[thread]].count == PW_ANY;
}

/* The candidate without the threads that only look on; what acts keeps its order. */
static struct pw_candidate acting_only(const struct run_search *h)
{
    const struct pw_candidate *all = &h->candidate;
    struct pw_candidate c = {.a = all->a, .states = all->states, .shared = all->shared};
    uint32_t *number = PW_NEWS(uint32_t, all->templates.n);
    for (uint32_t k = 0; k < all->templates.n; k++) {
        if (only_looks_on(h, k)) continue;
        number[k] = (uint32_t)c.templates.n;
        pw_vec_push(&c.templates, all->templates.at[k]);
        assert(k < all->locals.n);
        pw_vec_push(&c.locals, all->locals.at[k]);
    }
    for (size_t i = 0; i < all->steps.n; i++) {
        struct pw_candidate_step s = all->steps.at[i];
        if (s.thread < all->templates.n) s.thread = number[s.thread];
        pw_vec_push(&c.steps, s);
    }
    PW_FREES(number, all->templates.n);
    return c;
}

/* Fewer threads must satisfy fewer initial constraints: the same steps without those that only look
 * on. PW_NO: there is no such run either. */
static enum pw_answer follow_acting(struct run_search *h)
{
    struct pw_candidate all = h->candidate, fewer = acting_only(h);
    enum pw_answer found = PW_NO;
    if (fewer.templates.n && fewer.templates.n < all.templates.n) {
        h->candidate = fewer;
        found = follow(h, PW_FOLLOW_STEPS, MOST_SOLVING);
        h->candidate = all;
    }
    pw_candidate_clear(&fewer);
    return found;
}

/* The same steps, by whatever threads. */
static void try_steps(void *arg)
{
    struct run_search *h = arg;
    if (follow(h, PW_FOLLOW_STEPS, MOST_SOLVING) == PW_NO && follow_acting(h) == PW_NO)
        h->j->evidence.refuted = true;
}

/* --- spurious --- */

/* Is the bit false for every thread that has it, at the start of the run? */
static bool false_for_all(const struct pw_named_run *r, uint32_t pred)
{
    bool some = false;
    for (size_t k = 0; k < r->locals.n; k++) {
        uint32_t local = r->locals.at[k];
        const pw_fields *fields =
            &r->states->t->templates.at[pw_states_template(r->states, local)].fields;
        for (uint32_t i = 0; i < fields->n; i++) {
            if (fields->at[i].kind != PW_FIELD_BIT || fields->at[i].pred != pred) continue;
            if (pw_states_local_value(r->states, local, i)) return false;
            some = true;
        }
    }
    return some;
}

/* Threads that have not begun may spoil a comparison with all others. */
static void offer_predicates(struct run_search *h, struct pw_offers *o)
{
    const struct pw_dual *t = h->a->template;
    if (h->a->preds.at != h->p->preds.at) return;
    assert(t->preds.n == h->p->preds.n);
    for (uint32_t i = 0; h->run.some && i < t->preds.n; i++)
        if (t->preds.at[i].cls == PW_TPRED_INTER && false_for_all(&h->run.result.run, i))
            pw_offers_predicate(o, h->p, i);
}

static void offer_steps(const struct run_search *h, struct pw_offers *o)
{
    for (size_t i = 0; i < h->candidate.steps.n; i++) {
        struct pw_offer_step s = {h->candidate.steps.at[i].template, h->candidate.steps.at[i].edge};
        pw_vec_push(&o->steps, s);
    }
    o->threads = h->run.some ? h->run.result.threads : pw_closed_threads(h->c);
}

/* The formulas of the facts live on in the offers. */
static void offer_facts(struct run_search *h, struct pw_offers *o)
{
    struct pw_hint_most most = {MOST_HINT_CHECKS, MOST_HINT_WORK};
    struct pw_hints hints;
    pw_hints_find(&hints, h->p, &h->candidate, &h->best, most);
    pw_hints_word(&hints, h->p, &h->j->result->hints);
    pw_hints_note(&hints, h->p, &h->notes);
    h->impossible = hints.failing ? hints.step + 1 : 0;
    struct pw_expr_pool unused = o->pool;
    o->pool = hints.pool;
    hints.pool = unused;
    for (size_t i = 0; i < hints.facts.n; i++)
        pw_offers_fact(o, h->p, hints.facts.at[i].expr);
    pw_hints_clear(&hints);
}

static void explain(void *arg)
{
    struct run_search *h = arg;
    struct pw_offers *o = pw_offers_new();
    o->closed = h->j->evidence.on_template == PW_NO;
    if (o->closed)
        pw_job_hint(h->j,
                    "the dropped thread took part in the run before; a real thread would still be "
                    "there and block the step, so the program does not have this run");
    /* where threads have an order, those facts are about one order of the threads of the run */
    bool ordered = pw_program_uses(h->p) & PW_USES_ORDER;
    if (!o->closed && h->best.checks && h->best.found == PW_NO && !ordered) offer_facts(h, o);
    offer_steps(h, o);
    offer_predicates(h, o);
    h->j->result->offers = o;
}

/* --- in turn, each within its bounds --- */

struct bounded {
    void (*body)(void *);
    struct run_search *h;
    bool spent; /* its share of the time */
};

static void within_share(void *arg)
{
    struct bounded *b = arg;
    double left = pw_limits_left();
    if (left < 0)
        b->body(b->h);
    else
        b->spent = pw_guard_run_for(SHARE * left, b->body, b->h) != PW_STOP_NONE;
}

/* Runs a part of the search; false: it is over. What stops a part is noted; then what the part had
 * made is gone, and search and result are as before. So a part must not give back or enlarge what
 * it found there and then be stopped. */
static bool run_part(struct run_search *h, void (*body)(void *))
{
    struct run_search before = *h;
    struct pw_verify_result result = *h->j->result;
    struct bounded b = {body, h, false};
    enum pw_stop why = pw_guard_run(within_share, &b);
    if (why == PW_STOP_NONE && !b.spent) return true;
    if (why == PW_STOP_TURN) pw_guard_throw(why);
    result.stats = h->j->result->stats;
    *h = before;
    *h->j->result = result;
    if (why != PW_STOP_NONE) h->j->evidence.stop = why;
    return why != PW_STOP_TIME && why != PW_STOP_SIGNAL;
}

/* Writes into the abstract run where it leaves the real ones. Not in a part of the search: the run
 * was made outside of them. */
static void annotate(struct run_search *h)
{
    struct pw_execution *e = h->j->result->candidate;
    if (e && h->impossible && h->impossible <= e->steps.n)
        e->steps.at[h->impossible - 1].impossible = true;
    for (size_t i = 0; i < h->notes.n; i++) {
        if (e && h->notes.at[i].step <= e->steps.n)
            pw_execution_note(e, h->notes.at[i].step, h->notes.at[i].text);
        pw_mem_strfree(h->notes.at[i].text);
    }
    pw_vec_clear(&h->notes);
}

static void conclude(struct run_search *h)
{
    if (!pw_job_replayed(h->j, h->real)) return;
    pw_execution_free(h->j->result->candidate);
    h->j->result->candidate = NULL;
    h->j->evidence.stop = PW_STOP_NONE;
}

void pw_counterexample(struct pw_job *j, const struct pw_program *p, const struct pw_abstraction *a,
                       struct pw_closed *c)
{
    struct run_search h = {.j = j, .p = p, .a = a, .c = c};
    pw_job_stage(j, &j->result->stats.seconds.replay, "replay");
    j->result->candidate = pw_closed_execution(c);
    if (!pw_closed_sinks(c)) j->evidence.on_template = PW_YES;
    static void (*const parts[])(void *) = {shorten, try_threads, try_steps, try_schedules,
                                            explain};
    bool going = run_part(&h, try_directly) && run_part(&h, try_explicitly);
    for (size_t i = 0;
         i < sizeof parts / sizeof *parts && going && !h.real && h.candidate.templates.n; i++)
        going = run_part(&h, parts[i]);
    annotate(&h);
    conclude(&h);
    pw_concretisation_clear(&h.best);
    pw_candidate_clear(&h.candidate);
    if (h.run.closure) pw_short_run_clear(&h.run);
    pw_job_stage(j, NULL, NULL);
}
