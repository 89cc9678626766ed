#include "report/runs.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "dualref/dual_print.h"
#include "run/recorder.h"

/* ---- templates, thread by thread ---- */

struct named_state {
    const struct pw_states *s;
    uint32_t shared;
    uint32_t *locals; /* by thread; PW_NO_INDEX: it is dropped */
    size_t n;
};

static void bind_fields(struct pw_execution *e, pw_bindings *b, const pw_fields *fields,
                        const uint32_t *codes)
{
    for (size_t i = 0; i < fields->n; i++) {
        const struct pw_field *f = &fields->at[i];
        char number[32];
        snprintf(number, sizeof number, "%" PRId64, f->lo + (int64_t)codes[i]);
        pw_execution_bind(e, b, pw_field_shown(f),
                          f->kind == PW_FIELD_RANGE ? number
                          : codes[i]                ? "true"
                                                    : "false");
        b->at[b->n - 1].made = f->made;
    }
}

static void named_shared(const void *state, struct pw_execution *e, pw_bindings *out)
{
    const struct named_state *x = state;
    bind_fields(e, out, &x->s->t->shared, pw_states_shared_codes(x->s, x->shared));
}

static const struct pw_dual_kind *named_kind(const struct named_state *x, size_t k)
{
    assert(k < x->n && x->locals[k] < x->s->locals.n);
    return &x->s->t->templates.at[pw_states_template(x->s, x->locals[k])];
}

static const char *named_template(const void *state, size_t k)
{
    return named_kind(state, k)->name;
}

static const char *named_location(const void *state, size_t k)
{
    const struct named_state *x = state;
    assert(k < x->n && x->locals[k] < x->s->locals.n);
    return x->s->t->locs.at[x->s->locals.at[x->locals[k]].loc].name;
}

static void named_local(const void *state, size_t k, struct pw_execution *e, pw_bindings *out)
{
    const struct named_state *x = state;
    bind_fields(e, out, &named_kind(x, k)->fields, pw_states_local_codes(x->s, x->locals[k]));
}

static const struct pw_state_reader named = {named_shared, named_template, named_location,
                                             named_local};

static void say_dropped(const struct pw_named_run *run, size_t step, struct pw_strbuf *out)
{
    const struct pw_named_step *s = &run->steps.at[step];
    for (size_t i = s->first; i < s->first + s->n; i++)
        if (run->moves.at[i].to == PW_NO_INDEX)
            pw_strbuf_printf(
                out,
                "%sthread %" PRIu32
                " would block this step, so it is dropped: from here on it is not there",
                out->n ? "; " : "", run->moves.at[i].thread + 1);
}

static void add_step(struct pw_recorder *r, const struct pw_named_run *run, size_t step,
                     struct named_state *x, uint32_t *before)
{
    const struct pw_named_step *s = &run->steps.at[step];
    assert(s->stmt < x->s->t->stmts.n);
    const struct pw_tstmt *stmt = &x->s->t->stmts.at[s->stmt];
    struct pw_strbuf others = {0};
    memcpy(before, x->locals, x->n * sizeof *before);
    pw_named_run_take(run, step, x->locals);
    x->shared = s->shared;
    say_dropped(run, step, &others);
    struct pw_recorded what = {.thread = s->thread,
                               .line = stmt->line,
                               .statement = stmt->text,
                               .others = others.n ? pw_strbuf_text(&others) : NULL};
    struct pw_execution_step *added = pw_recorder_step(r, x, &what);
    added->note = added->others; /* to be marked: the same text, which is shown once */
    for (size_t k = 0; k < x->n; k++)
        if (k != s->thread && x->locals[k] != before[k] && x->locals[k] != PW_NO_INDEX)
            pw_recorder_changed(r, x, k);
    pw_strbuf_clear(&others);
}

static bool is_bad(const struct named_state *x, const struct pw_bad *b)
{
    for (size_t i = 0; i < b->terms.n; i++) {
        uint32_t found = 0;
        for (size_t k = 0; k < x->n; k++)
            found += x->locals[k] != PW_NO_INDEX &&
                     pw_states_has_label(x->s, x->locals[k], b->terms.at[i].label);
        if (found < b->terms.at[i].k) return false;
    }
    return true;
}

/* Of several assertions (the property has no line then) it is that of the last step. */
static void say_check(const struct pw_named_run *run, const struct pw_bad *bad,
                      struct pw_strbuf *out)
{
    if (!bad->what || bad->line || !run->steps.n) return;
    const struct pw_tstmt *last = &run->states->t->stmts.at[pw_vec_last(&run->steps).stmt];
    if (last->line) pw_strbuf_printf(out, " in line %u: %s", last->line, last->text);
}

/* What is bad about the last state. */
static void say_bad(const struct pw_named_run *run, const struct named_state *x,
                    struct pw_strbuf *out)
{
    const struct pw_dual *t = x->s->t;
    for (size_t i = 0; i < t->bad.n && !out->n; i++) {
        const struct pw_bad *bad = &t->bad.at[i];
        if (!is_bad(x, bad)) continue;
        if (bad->what)
            pw_strbuf_puts(out, bad->what);
        else
            pw_dual_print_bad(t, bad, out);
        say_check(run, bad, out);
    }
    if (!out->n) pw_strbuf_puts(out, "the state is bad");
}

struct pw_execution *pw_runs_named(const struct pw_named_run *run)
{
    struct pw_recorder r;
    struct pw_strbuf bad = {0};
    size_t n = run->locals.n;
    struct named_state x = {run->states, run->shared, PW_NEWS(uint32_t, n), n};
    uint32_t *before = PW_NEWS(uint32_t, n);
    assert(n > 0);
    memcpy(x.locals, run->locals.at, n * sizeof *x.locals);
    pw_recorder_start(&r, &named, &x, n);
    for (size_t i = 0; i < run->steps.n; i++)
        add_step(&r, run, i, &x, before);
    say_bad(run, &x, &bad);
    struct pw_execution *e = pw_recorder_end(&r, pw_strbuf_text(&bad));
    pw_strbuf_clear(&bad);
    PW_FREES(before, n);
    PW_FREES(x.locals, n);
    return e;
}

/* ---- how many threads, or tokens, are where ---- */

struct counted_state {
    const struct pw_encoding *e;
    const struct pw_net *net; /* one of the two is not NULL */
    const struct pw_config *now;
};

static void counted_shared(const void *state, struct pw_execution *e, pw_bindings *out)
{
    const struct counted_state *x = state;
    const struct pw_config *c = x->now;
    struct pw_strbuf text = {0};
    if (x->e)
        pw_encoding_print(x->e, c->global, c->toks.at, c->toks.n, &text);
    else
        pw_net_print_config(x->net, c->global, c->toks.at, c->toks.n, &text);
    pw_execution_bind(e, out, "configuration", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

static const struct pw_state_reader counted = {.shared = counted_shared};

struct pw_execution *pw_runs_counted(const struct pw_encoding *e, const struct pw_trace *t)
{
    struct pw_recorder r;
    struct counted_state x = {.e = e, .now = &t->start};
    pw_recorder_start(&r, &counted, &x, 0);
    for (size_t i = 0; i < t->steps.n; i++) {
        const struct pw_trace_step *step = &t->steps.at[i];
        const struct pw_tstmt *stmt = &e->c->t->stmts.at[e->system.trans.at[step->trans].tag];
        struct pw_recorded what = {.line = stmt->line, .statement = stmt->text};
        pw_limits_poll();
        x.now = &step->after;
        pw_recorder_step(&r, &x, &what);
    }
    return pw_recorder_end(&r, "the state is bad");
}

struct pw_execution *pw_runs_net(const struct pw_net *net, const struct pw_trace *t)
{
    struct pw_recorder r;
    struct counted_state x = {.net = net, .now = &t->start};
    struct pw_strbuf text = {0};
    pw_recorder_start(&r, &counted, &x, 0);
    for (size_t i = 0; i < t->steps.n; i++) {
        const struct pw_trace_step *step = &t->steps.at[i];
        assert(step->trans < net->system.trans.n);
        uint32_t rule = net->system.trans.at[step->trans].tag;
        pw_strbuf_reset(&text);
        pw_net_print_rule(net, rule, &text);
        struct pw_recorded what = {.line = net->rules.at[rule].line,
                                   .statement = pw_strbuf_text(&text)};
        x.now = &step->after;
        pw_recorder_step(&r, &x, &what);
    }
    pw_strbuf_clear(&text);
    return pw_recorder_end(&r, "the target is covered");
}
