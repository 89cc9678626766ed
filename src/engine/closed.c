#include "engine/closed.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "drcover/sharp_dr.h"
#include "dualref/dual_print.h"
#include "dualref/rows.h"
#include "engine/explicit.h"
#include "engine/walk.h"

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
    int64_t n = 0;
    for (size_t i = 0; i < c->found.trace.start.toks.n; i++)
        n = pw_count_add(n, c->found.trace.start.toks.at[i].count);
    return (size_t)n;
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
        if (*work && r->run.n) return PW_YES;
        if ((!*work || !r->complete) && n <= most) answer = PW_UNDECIDED;
        if (!*work) break;
        *work -= r->work < *work ? r->work : *work;
    }
    if (begun) pw_instance_clear(r), *r = (struct pw_instance_result){0};
    return answer;
}

static bool acts(const struct pw_dual *t, uint32_t template)
{
    for (size_t i = 0; i < t->stmts.n; i++)
        if (t->stmts.at[i].template == template) return true;
    return false;
}

/* Position of the thread's first move in the run; threads that never move come later, threads of
 * templates without statements last. */
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
        for (size_t k = 0; k < r->threads; k++)
            x->local[to[k]] = old[k];
        if (x->thread != PW_NO_INDEX) x->thread = to[x->thread];
    }
    PW_FREES(old, r->threads);
}

static void number_by_first_move(struct pw_instance_result *r)
{
    uint32_t *to = PW_NEWS(uint32_t, r->threads);
    for (uint32_t k = 0; k < r->threads; k++)
        for (uint32_t i = 0; i < r->threads; i++)
            to[k] += first_move(r, i) < first_move(r, k);
    permute(r, to);
    PW_FREES(to, r->threads);
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
    if (r->some && r->result.threads <= MOST_NAMED) number_by_first_move(&r->result);
}

void pw_short_run_clear(struct pw_short_run *r)
{
    if (r->some) pw_instance_clear(&r->result);
    pw_closure_free(r->closure);
}

/* --- executions --- */

/* "unique, !served" of a local state, as bindings. */
static void bind_fields(struct pw_execution *e, pw_bindings *b, const pw_fields *fields,
                        const uint32_t *codes)
{
    for (size_t i = 0; i < fields->n; i++) {
        const struct pw_field *f = &fields->at[i];
        char number[32];
        snprintf(number, sizeof number, "%" PRId64, f->lo + (int64_t)codes[i]);
        pw_execution_bind(e, b, f->name,
                          f->kind == PW_FIELD_RANGE ? number
                          : codes[i]                ? "true"
                                                    : "false");
    }
}

static void bind_shared(struct pw_execution *e, pw_bindings *b, const struct pw_states *s,
                        uint32_t shared)
{
    bind_fields(e, b, &s->t->shared, pw_states_shared_codes(s, shared));
}

static void bind_local(struct pw_execution *e, pw_bindings *b, const struct pw_states *s,
                       uint32_t local)
{
    bind_fields(e, b, &s->t->templates.at[pw_states_template(s, local)].fields,
                pw_states_local_codes(s, local));
}

static const char *location_of(const struct pw_states *s, uint32_t local)
{
    assert(local < s->locals.n);
    return s->t->locs.at[s->locals.at[local].loc].name;
}

static void add_thread(struct pw_execution *e, const struct pw_states *s, uint32_t local)
{
    struct pw_execution_thread th = {.template_name = pw_execution_text(
                                         e, s->t->templates.at[pw_states_template(s, local)].name),
                                     .location = pw_execution_text(e, location_of(s, local))};
    bind_local(e, &th.local, s, local);
    pw_vec_push(&e->threads, th);
}

static void say_dropped(uint32_t thread, struct pw_strbuf *out)
{
    pw_strbuf_printf(out,
                     "%sthread %" PRIu32
                     " would block this step, so it is dropped: from here on it is not there",
                     out->n ? "; " : "", thread + 1);
}

/* Threads other than `active` whose local state has changed in the last step of e. */
static void add_changed(struct pw_execution *e, const struct pw_states *s, uint32_t active,
                        const uint32_t *before, const uint32_t *now, size_t threads)
{
    assert(e->steps.n);
    struct pw_execution_step *step = &e->steps.at[e->steps.n - 1];
    for (uint32_t k = 0; k < threads; k++) {
        if (k == active || now[k] == before[k] || now[k] == PW_NO_INDEX) continue;
        struct pw_execution_change c = {.thread = k + 1,
                                        .location = pw_execution_text(e, location_of(s, now[k]))};
        bind_local(e, &c.local, s, now[k]);
        pw_vec_push(&step->changed, c);
    }
}

/* A step of thread k (from 0) by a statement, to a shared state and its local one. */
static void add_step(struct pw_execution *e, const struct pw_states *s, uint32_t stmt, uint32_t k,
                     uint32_t shared, uint32_t local, const struct pw_strbuf *others)
{
    assert(stmt < s->t->stmts.n);
    const struct pw_tstmt *st = &s->t->stmts.at[stmt];
    struct pw_execution_step step = {.thread = k + 1, .line = st->line};
    assert(st->template <s->t->templates.n);
    step.template_name = pw_execution_text(e, s->t->templates.at[st->template].name);
    step.statement = pw_execution_text(e, st->text);
    step.location = pw_execution_text(e, location_of(s, local));
    bind_shared(e, &step.shared, s, shared);
    bind_local(e, &step.local, s, local);
    if (others->n) step.others = step.note = pw_execution_text(e, pw_strbuf_text(others));
    pw_vec_push(&e->steps, step);
}

static bool is_bad(const struct pw_states *s, const struct pw_bad *b, const uint32_t *locals,
                   size_t n)
{
    for (size_t i = 0; i < b->terms.n; i++) {
        uint32_t found = 0;
        for (size_t k = 0; k < n; k++)
            found +=
                locals[k] != PW_NO_INDEX && pw_states_has_label(s, locals[k], b->terms.at[i].label);
        if (found < b->terms.at[i].k) return false;
    }
    return true;
}

/* What is bad about the last state. */
static void say_bad(struct pw_execution *e, const struct pw_states *s, const uint32_t *locals,
                    size_t n)
{
    struct pw_strbuf b = {0};
    for (size_t i = 0; i < s->t->bad.n && !b.n; i++) {
        const struct pw_bad *bad = &s->t->bad.at[i];
        if (!is_bad(s, bad, locals, n)) continue;
        if (bad->what)
            pw_strbuf_puts(&b, bad->what);
        else
            pw_dual_print_bad(s->t, bad, &b);
    }
    e->conclusion = pw_execution_text(e, b.n ? pw_strbuf_text(&b) : "the state is bad");
    pw_strbuf_clear(&b);
}

static struct pw_execution *named_execution(const struct pw_closed *c)
{
    const struct pw_states *s = &c->encoding.states;
    struct pw_execution *e = pw_execution_new();
    struct pw_strbuf others = {0};
    struct pw_walk w;
    pw_walk_start(&w, c, pw_closed_threads(c));
    bind_shared(e, &e->shared, s, c->found.trace.start.global);
    for (size_t i = 0; i < w.threads; i++)
        add_thread(e, s, w.now[i]);
    uint32_t *before = PW_NEWS(uint32_t, w.threads);
    for (;;) {
        memcpy(before, w.now, w.threads * sizeof *before);
        if (!pw_walk_next(&w)) break;
        const struct pw_trace_step *step = &c->found.trace.steps.at[w.step - 1];
        pw_strbuf_reset(&others);
        for (size_t i = 0; i < w.sunk.n; i++)
            say_dropped(w.sunk.at[i], &others);
        add_step(e, s, c->encoding.system.trans.at[step->trans].tag, w.active, step->after.global,
                 w.now[w.active], &others);
        add_changed(e, s, w.active, before, w.now, w.threads);
    }
    say_bad(e, s, w.now, w.threads);
    PW_FREES(before, w.threads);
    pw_walk_end(&w);
    pw_strbuf_clear(&others);
    return e;
}

static void bind_config(const struct pw_closed *c, const struct pw_config *now,
                        struct pw_execution *e, pw_bindings *b)
{
    struct pw_strbuf text = {0};
    pw_encoding_print(&c->encoding, now->global, now->toks.at, now->toks.n, &text);
    pw_execution_bind(e, b, "configuration", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

/* Too many threads for names: how many are where. */
static struct pw_execution *counted_execution(const struct pw_closed *c)
{
    const struct pw_trace *t = &c->found.trace;
    struct pw_execution *e = pw_execution_new();
    bind_config(c, &t->start, e, &e->shared);
    for (size_t i = 0; i < t->steps.n; i++) {
        const struct pw_tstmt *st =
            &c->t->stmts.at[c->encoding.system.trans.at[t->steps.at[i].trans].tag];
        struct pw_execution_step step = {.template_name = "", .location = "", .line = st->line};
        pw_limits_poll();
        step.statement = pw_execution_text(e, st->text);
        bind_config(c, &t->steps.at[i].after, e, &step.shared);
        pw_vec_push(&e->steps, step);
    }
    return e;
}

static struct pw_execution *run_execution(const struct pw_instance_result *run)
{
    struct pw_execution *e = pw_execution_new();
    const struct pw_states *s = &run->numbers;
    struct pw_strbuf others = {0};
    bind_shared(e, &e->shared, s, run->run.at[0].shared);
    for (size_t i = 0; i < run->threads; i++)
        add_thread(e, s, run->run.at[0].local[i]);
    for (size_t i = 1; i < run->run.n; i++) {
        const struct pw_instance_state *x = &run->run.at[i];
        const uint32_t *before = run->run.at[i - 1].local;
        pw_strbuf_reset(&others);
        for (uint32_t k = 0; k < run->threads; k++)
            if (k != x->thread && x->local[k] == PW_NO_INDEX && before[k] != PW_NO_INDEX)
                say_dropped(k, &others);
        add_step(e, s, x->stmt, x->thread, x->shared, x->local[x->thread], &others);
        add_changed(e, s, x->thread, before, x->local, run->threads);
    }
    pw_strbuf_clear(&others);
    return e;
}

struct pw_execution *pw_closed_execution(const struct pw_closed *c)
{
    struct pw_execution *e =
        pw_closed_threads(c) <= MOST_NAMED ? named_execution(c) : counted_execution(c);
    if (!e->conclusion || !*e->conclusion) e->conclusion = pw_execution_text(e, "the state is bad");
    return e;
}

struct pw_execution *pw_short_run_execution(const struct pw_short_run *r)
{
    struct pw_execution *e = run_execution(&r->result);
    const struct pw_instance_state *last = &r->result.run.at[r->result.run.n - 1];
    say_bad(e, &r->result.numbers, last->local, r->result.threads);
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
