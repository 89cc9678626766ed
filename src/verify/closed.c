#include "verify/closed.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cover/sharp_dr.h"
#include "dualref/rows.h"
#include "verify/explicit.h"

enum { MOST_RENUMBERED = 500 }; /* threads of a run that are numbered by their first moves: more are not followed by eye */
static const uint64_t MOST_STATES = 20000; /* of the search for a short run, per thread count */

static enum pw_closure_mode mode_of(const struct pw_verify_options *o)
{
    return o->paper_closure ? PW_CLOSURE_PAPER : o->sharp_closure ? PW_CLOSURE_SHARP : PW_CLOSURE_WITNESS;
}

/* With one more trap that must keep a thread. */
static void search_again(struct pw_closed *c, struct pw_job *j)
{
    pw_cover_result_clear(&c->found, c->encoding.system.globals);
    c->found = (struct pw_cover_result){0};
    pw_encoding_clear(&c->encoding);
    pw_encode_dr(&c->encoding, c->closure);
    j->result->stats.transitions = c->encoding.system.trans.n;
    pw_job_say(j, "closure: %zu trap%s must keep a thread; %zu transitions", pw_closure_traps(c->closure), pw_closure_traps(c->closure) == 1 ? "" : "s", c->encoding.system.trans.n);
    pw_job_cover(j, &c->encoding.system, &c->found);
}

void pw_closed_decide(struct pw_closed *c, struct pw_job *j, struct pw_template *t)
{
    struct pw_verify_stats *s = &j->result->stats;
    pw_job_stage(j, &s->seconds.closure, "closure");
    *c = (struct pw_closed){.t = t};
    s->locations = t->locs.n;
    c->closure = pw_closure_new(t, mode_of(j->options));
    pw_encode_dr(&c->encoding, c->closure);
    s->template_cubes = pw_rows_count(t);
    s->global_states = c->encoding.states.n_shared;
    s->local_states = c->encoding.states.locals.n;
    s->transitions = c->encoding.system.trans.n;
    pw_job_stage(j, NULL, NULL);
    pw_job_say(j, "closure: %s; %" PRIu64 " shared and %" PRIu64 " local states can occur, %" PRIu64 " transitions",
               pw_closure_adds_nothing(c->closure) ? "adds nothing, the template is monotone" : "sinks threads that would block a step",
               s->global_states, s->local_states, s->transitions);
    pw_job_cover(j, &c->encoding.system, &c->found);
    while (c->closure->mode == PW_CLOSURE_SHARP && c->found.verdict == PW_COVERED && pw_sharp_refine(&c->encoding, c->closure, &c->found.trace)) search_again(c, j);
    pw_job_say(j, "search: %s; %" PRIu64 " minimal elements, %" PRIu64 " predecessors", c->found.verdict == PW_COVERED ? "a bad state is coverable" : "no bad state is coverable",
               s->basis, s->pre_images);
}

void pw_closed_clear(struct pw_closed *c)
{
    pw_cover_result_clear(&c->found, c->encoding.system.globals);
    pw_encoding_clear(&c->encoding);
    pw_closure_free(c->closure);
}

size_t pw_closed_threads(const struct pw_closed *c)
{
    int64_t n = 0;
    for (size_t i = 0; i < c->found.trace.start.toks.n; i++) n = pw_count_add(n, c->found.trace.start.toks.at[i].count);
    return (size_t)n;
}

/* --- short runs --- */

static bool sinks(const struct pw_trace *t)
{
    for (size_t i = 0; i < t->steps.n; i++)
        for (size_t k = 0; k < t->steps.at[i].moves.n; k++)
            if (t->steps.at[i].moves.at[k].to == PW_SUNK) return true;
    return false;
}

/* With 2, 3, ... threads, or only the largest numbers. PW_YES: r->result has the run. */
static enum pw_answer explore_up_to(const struct pw_closure *c, size_t most, struct pw_instance_result *r)
{
    if (most > PW_EXPLICIT_MOST) return PW_UNDECIDED;
    size_t first = pw_explicit_first(most);
    enum pw_answer answer = first > 2 ? PW_UNDECIDED : PW_NO;
    for (size_t n = first < 2 ? 2 : first; n <= most; n++) {
        struct pw_instance_options o = {.threads = (unsigned)n, .most_states = MOST_STATES, .stop_at_bad = true};
        pw_instance_explore(c, &o, r);
        if (r->run.n) return PW_YES;
        if (!r->complete) answer = PW_UNDECIDED;
        pw_instance_clear(r);
        *r = (struct pw_instance_result){0};
    }
    return answer;
}

static bool acts(const struct pw_template *t, uint32_t template)
{
    for (size_t i = 0; i < t->stmts.n; i++)
        if (t->stmts.at[i].template == template) return true;
    return false;
}

/* Position of the thread's first move in the run; threads that never move come later, threads of templates without statements last. */
static size_t first_move(const struct pw_instance_result *r, uint32_t thread)
{
    for (size_t i = 1; i < r->run.n; i++)
        if (r->run.at[i].thread == thread) return i;
    bool may_act = acts(r->numbers.t, pw_states_template(&r->numbers, r->run.at[0].local[thread]));
    return r->run.n + thread + (may_act ? 0 : r->threads);
}

static void permute(struct pw_instance_result *r, const uint32_t *to)
{
    uint32_t *old = PW_NEWS(uint32_t, r->threads);
    for (size_t i = 0; i < r->run.n; i++) {
        struct pw_instance_state *x = &r->run.at[i];
        memcpy(old, x->local, r->threads * sizeof *old);
        for (size_t k = 0; k < r->threads; k++) x->local[to[k]] = old[k];
        if (x->thread != PW_NO_INDEX) x->thread = to[x->thread];
    }
    PW_FREES(old, r->threads);
}

static void number_by_first_move(struct pw_instance_result *r)
{
    uint32_t *to = PW_NEWS(uint32_t, r->threads);
    for (uint32_t k = 0; k < r->threads; k++)
        for (uint32_t i = 0; i < r->threads; i++) to[k] += first_move(r, i) < first_move(r, k);
    permute(r, to);
    PW_FREES(to, r->threads);
}

void pw_closed_short_run(struct pw_closed *c, struct pw_short_run *r)
{
    size_t most = pw_closed_threads(c);
    *r = (struct pw_short_run){.closure = pw_closure_new(c->t, PW_CLOSURE_NONE)};
    r->on_template = explore_up_to(r->closure, most, &r->result);
    r->some = r->on_template == PW_YES;
    if (r->on_template == PW_UNDECIDED && !sinks(&c->found.trace)) r->on_template = PW_YES;
    if (!r->some) r->some = explore_up_to(c->closure, most, &r->result) == PW_YES;
    if (r->some && r->result.threads <= MOST_RENUMBERED) number_by_first_move(&r->result);
}

void pw_short_run_clear(struct pw_short_run *r)
{
    if (r->some) pw_instance_clear(&r->result);
    pw_closure_free(r->closure);
}

/* --- executions --- */

/* "unique, !served" of a local state, as bindings. */
static void bind_fields(struct pw_execution *e, pw_bindings *b, const pw_fields *fields, const uint32_t *codes)
{
    for (size_t i = 0; i < fields->n; i++) {
        const struct pw_field *f = &fields->at[i];
        char number[32];
        snprintf(number, sizeof number, "%" PRId64, f->lo + (int64_t)codes[i]);
        pw_execution_bind(e, b, f->name, f->kind == PW_FIELD_RANGE ? number : codes[i] ? "true" : "false");
    }
}

static void bind_shared(struct pw_execution *e, pw_bindings *b, const struct pw_states *s, uint32_t shared)
{
    bind_fields(e, b, &s->t->shared, pw_states_shared_codes(s, shared));
}

static void bind_local(struct pw_execution *e, pw_bindings *b, const struct pw_states *s, uint32_t local)
{
    bind_fields(e, b, &s->t->templates.at[pw_states_template(s, local)].fields, pw_states_local_codes(s, local));
}

static const char *location_of(const struct pw_states *s, uint32_t local) { return s->t->locs.at[s->locals.at[local].loc].name; }

static void add_thread(struct pw_execution *e, const struct pw_states *s, uint32_t local)
{
    struct pw_execution_thread th = {.template_name = pw_execution_text(e, s->t->templates.at[pw_states_template(s, local)].name),
                                     .location = pw_execution_text(e, location_of(s, local))};
    bind_local(e, &th.local, s, local);
    pw_vec_push(&e->threads, th);
}

/* A step of thread k (from 0) by a statement, into shared state `shared`; now[] are the local states after it. */
static void add_step(struct pw_execution *e, const struct pw_states *s, uint32_t stmt, uint32_t k, uint32_t shared, const uint32_t *before,
                     const uint32_t *now, size_t n)
{
    const struct pw_stmt *st = &s->t->stmts.at[stmt];
    struct pw_execution_step step = {.thread = k + 1, .line = st->line};
    struct pw_strbuf others = {0};
    step.template_name = pw_execution_text(e, s->t->templates.at[st->template].name);
    step.statement = pw_execution_text(e, st->text);
    step.location = pw_execution_text(e, location_of(s, now[k]));
    bind_shared(e, &step.shared, s, shared);
    bind_local(e, &step.local, s, now[k]);
    for (size_t i = 0; i < n; i++)
        if (i != k && now[i] == PW_NO_INDEX && before[i] != PW_NO_INDEX)
            pw_strbuf_printf(&others, "%sthread %zu would block and is dropped", others.n ? "; " : "", i + 1);
    if (others.n) step.others = pw_execution_text(e, pw_strbuf_text(&others));
    pw_vec_push(&e->steps, step);
    pw_strbuf_clear(&others);
}

/* Moves `count` threads that are in `from`, and have not moved in this step, to `to`. */
static void move_threads(uint32_t *now, bool *moved, size_t n, const struct pw_move *m)
{
    int64_t left = m->count;
    for (size_t i = 0; i < n && left > 0; i++) {
        if (moved[i] || now[i] != m->from) continue;
        now[i] = m->to == PW_SUNK ? PW_NO_INDEX : m->to;
        moved[i] = true;
        left--;
    }
}

static uint32_t thread_in(const uint32_t *now, size_t n, uint32_t local)
{
    for (uint32_t i = 0; i < n; i++)
        if (now[i] == local) return i;
    return 0;
}

static void name_threads(const struct pw_config *start, uint32_t *now)
{
    size_t k = 0;
    for (size_t i = 0; i < start->toks.n; i++)
        for (int64_t c = 0; c < start->toks.at[i].count; c++) now[k++] = start->toks.at[i].local;
}

static struct pw_execution *trace_execution(const struct pw_closed *c)
{
    const struct pw_trace *t = &c->found.trace;
    const struct pw_states *s = &c->encoding.states;
    const struct pw_system *system = &c->encoding.system;
    size_t n = pw_closed_threads(c);
    uint32_t *now = PW_NEWS(uint32_t, n), *before = PW_NEWS(uint32_t, n);
    bool *moved = PW_NEWS(bool, n);
    struct pw_execution *e = pw_execution_new();
    name_threads(&t->start, now);
    bind_shared(e, &e->shared, s, t->start.global);
    for (size_t i = 0; i < n; i++) add_thread(e, s, now[i]);
    for (size_t i = 0; i < t->steps.n; i++) {
        const struct pw_step *step = &t->steps.at[i];
        const struct pw_trans *tr = &system->trans.at[step->trans];
        memcpy(before, now, n * sizeof *now);
        memset(moved, 0, n * sizeof *moved);
        uint32_t k = thread_in(now, n, c->encoding.actives.at[step->trans].from);
        moved[k] = true;
        now[k] = c->encoding.actives.at[step->trans].to;
        for (uint32_t m = c->encoding.first_keeper.at[step->trans]; m < c->encoding.first_keeper.at[step->trans + 1]; m++)
            move_threads(now, moved, n, &(struct pw_move){c->encoding.keepers.at[m].from, c->encoding.keepers.at[m].to, 1});
        for (size_t m = 0; m < step->moves.n; m++) move_threads(now, moved, n, &step->moves.at[m]);
        add_step(e, s, tr->tag, k, step->after.global, before, now, n);
    }
    PW_FREES(now, n);
    PW_FREES(before, n);
    PW_FREES(moved, n);
    return e;
}

static struct pw_execution *run_execution(const struct pw_instance_result *run)
{
    struct pw_execution *e = pw_execution_new();
    const struct pw_states *s = &run->numbers;
    bind_shared(e, &e->shared, s, run->run.at[0].shared);
    for (size_t i = 0; i < run->threads; i++) add_thread(e, s, run->run.at[0].local[i]);
    for (size_t i = 1; i < run->run.n; i++) {
        const struct pw_instance_state *x = &run->run.at[i];
        add_step(e, s, x->stmt, x->thread, x->shared, run->run.at[i - 1].local, x->local, run->threads);
    }
    return e;
}

struct pw_execution *pw_closed_execution(const struct pw_closed *c, const struct pw_short_run *r)
{
    struct pw_execution *e = r->some ? run_execution(&r->result) : trace_execution(c);
    e->conclusion = pw_execution_text(e, "the state is bad");
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
