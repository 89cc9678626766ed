#include "engine/closed.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "drcover/sharp_dr.h"
#include "drcover/walk.h"
#include "dualref/rows.h"
#include "engine/explicit.h"
#include "report/runs.h"

/* threads of a run that are shown one by one: more are not followed by eye */
enum { MOST_NAMED = 500 };
static const uint64_t MOST_STATES = 20000; /* of the search for a short run, per thread count */
static const uint64_t MOST_WORK = 5000000; /* of that search over all thread counts */

/* With one more trap that must keep a thread. */
static void search_again(struct pw_closed *c, const struct pw_mode *mode, struct pw_job *j)
{
    pw_cover_result_clear(&c->found, c->encoding.system.globals);
    c->found = (struct pw_cover_result){0};
    pw_encoding_clear(&c->encoding);
    pw_encode_dr(&c->encoding, c->closure);
    j->result->stats.transitions = c->encoding.system.trans.n;
    pw_job_say(j, "closure: %zu trap%s must keep a thread; %zu transitions",
               pw_closure_traps(c->closure), pw_closure_traps(c->closure) == 1 ? "" : "s",
               c->encoding.system.trans.n);
    pw_job_cover(j, &c->encoding.system, mode, &c->found);
}

void pw_closed_decide(struct pw_closed *c, struct pw_dual *t, const struct pw_mode *mode,
                      struct pw_job *j)
{
    struct pw_verify_stats *s = &j->result->stats;
    pw_job_stage(j, &s->seconds.closure, "closure");
    *c = (struct pw_closed){.t = t};
    s->locations = t->locs.n;
    c->closure = pw_closure_new(t, mode->closure);
    pw_encode_dr(&c->encoding, c->closure);
    if (j->options->cubes) s->template_cubes = pw_rows_count(t);
    s->global_states = c->encoding.states.n_shared;
    s->local_states = c->encoding.states.locals.n;
    s->transitions = c->encoding.system.trans.n;
    pw_job_stage(j, NULL, NULL);
    pw_job_say(j,
               "closure: %s; %" PRIu64 " shared and %" PRIu64 " local states can occur, %" PRIu64
               " transitions",
               pw_closure_adds_nothing(c->closure) ? "adds nothing, the template is monotone"
                                                   : "sinks threads that would block a step",
               s->global_states, s->local_states, s->transitions);
    pw_job_cover(j, &c->encoding.system, mode, &c->found);
    while (mode->closure == PW_CLOSURE_SHARP && c->found.verdict == PW_COVERED &&
           pw_sharp_refine(&c->encoding, c->closure, &c->found.trace))
        search_again(c, mode, j);
    pw_job_say(j, "search: %s; %" PRIu64 " minimal elements, %" PRIu64 " predecessors",
               c->found.verdict == PW_COVERED ? "a bad state is coverable"
                                              : "no bad state is coverable",
               s->basis, s->pre_images);
}

void pw_closed_clear(struct pw_closed *c)
{
    pw_cover_result_clear(&c->found, c->encoding.system.globals);
    pw_encoding_clear(&c->encoding);
    pw_closure_free(c->closure);
}

bool pw_closed_reaches(const struct pw_closed *c, const bool *chosen)
{
    struct pw_system s;
    pw_system_view(&s, &c->encoding.system);
    for (uint32_t l = 0; l < s.locals; l++) {
        struct pw_tok one = {l, 1};
        for (uint32_t g = 0; chosen[l] && g < s.globals; g++)
            pw_system_target(&s, g, &one, 1);
    }
    bool yes = false;
    if (s.targets.n) {
        struct pw_cover_options o;
        struct pw_cover_stats stats = {0};
        struct pw_cover_result r = {0};
        pw_cover_options_init(&o);
        pw_cover_decide(&s, &o, &r, &stats);
        yes = r.verdict != PW_UNCOVERED;
        pw_cover_result_clear(&r, s.globals);
    }
    pw_system_view_clear(&s);
    return yes;
}

size_t pw_closed_threads(const struct pw_closed *c)
{
    return pw_walk_threads(&c->found.trace);
}

/* --- short runs --- */

bool pw_closed_sinks(const struct pw_closed *c)
{
    const struct pw_trace *t = &c->found.trace;
    for (size_t i = 0; i < t->steps.n; i++)
        for (size_t k = 0; k < t->steps.at[i].moves.n; k++)
            if (t->steps.at[i].moves.at[k].to == PW_SUNK) return true;
    return false;
}

/* With 2, 3, ... threads, or only the largest numbers; `more` beyond `most` while there is work
 * left. PW_YES: r has the run. PW_NO: none with up to `most`. *work is the clock that is left. */
static enum pw_answer explore_up_to(const struct pw_closure *c, size_t most, size_t more,
                                    uint64_t *work, struct pw_instance_result *r)
{
    if (most > PW_EXPLICIT_MOST) return PW_UNDECIDED;
    size_t first = pw_explicit_first(most);
    enum pw_answer answer = first > 2 ? PW_UNDECIDED : PW_NO;
    bool begun = false;
    for (size_t n = first < 2 ? 2 : first; n <= most + more; n++) {
        struct pw_instance_options o = {.threads = (unsigned)n,
                                        .most_states = MOST_STATES,
                                        .most_work = *work,
                                        .stop_at_bad = true};
        if (*work && begun)
            pw_instance_again(c, &o, r);
        else if (*work)
            pw_instance_explore(c, &o, r), begun = true;
        if (*work && r->run.locals.n) return PW_YES;
        if ((!*work || !r->complete) && n <= most) answer = PW_UNDECIDED;
        if (!*work) break;
        *work -= r->work < *work ? r->work : *work;
    }
    if (begun) pw_instance_clear(r), *r = (struct pw_instance_result){0};
    return answer;
}

void pw_closed_short_run(struct pw_closed *c, size_t more, struct pw_short_run *r)
{
    size_t most = pw_closed_threads(c);
    uint64_t work = MOST_WORK, again = MOST_WORK;
    *r = (struct pw_short_run){.closure = pw_closure_new(c->t, PW_CLOSURE_NONE)};
    r->on_template = explore_up_to(r->closure, most, more, &work, &r->result);
    r->some = r->real = r->on_template == PW_YES;
    if (r->on_template == PW_UNDECIDED && !pw_closed_sinks(c)) r->on_template = PW_YES;
    if (!r->some) r->some = explore_up_to(c->closure, most, 0, &again, &r->result) == PW_YES;
    if (r->some && r->result.threads <= MOST_NAMED) pw_named_run_by_first_move(&r->result.run);
}

void pw_short_run_clear(struct pw_short_run *r)
{
    if (r->some) pw_instance_clear(&r->result);
    pw_closure_free(r->closure);
}

struct pw_execution *pw_closed_execution(const struct pw_closed *c)
{
    struct pw_named_run run = {0};
    if (pw_closed_threads(c) > MOST_NAMED) return pw_runs_counted(&c->encoding, &c->found.trace);
    pw_walk_run(&c->encoding, &c->found.trace, &run);
    struct pw_execution *e = pw_runs_named(&run);
    pw_named_run_clear(&run);
    return e;
}

void pw_closed_basis(const struct pw_closed *c, struct pw_strbuf *out)
{
    for (size_t i = 0; i < c->found.basis.n; i++) {
        const struct pw_config *u = &c->found.basis.at[i];
        pw_encoding_print(&c->encoding, u->global, u->toks.at, u->toks.n, out);
        pw_strbuf_putc(out, '\n');
    }
}
