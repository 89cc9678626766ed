#include "run/replay.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "prog/checked.h"
#include "run/recorder.h"

/* ---- how a state is read ---- */

static void bind_value(struct pw_execution *e, pw_bindings *b, const struct pw_var *v,
                       const pw_int *value)
{
    struct pw_strbuf text = {0};
    if (v->type.kind == PW_BOOL)
        pw_strbuf_puts(&text, pw_int_sgn(value) ? "true" : "false");
    else
        pw_int_print(value, &text);
    pw_execution_bind(e, b, pw_var_shown(v), pw_strbuf_text(&text));
    assert(b->n);
    b->at[b->n - 1].made = v->about != NULL;
    pw_strbuf_clear(&text);
}

static const struct pw_thread_template *template_of(const struct pw_state *s, size_t k)
{
    assert(k < s->n);
    return &s->p->templates[s->threads[k].template];
}

static void read_shared(const void *state, struct pw_execution *e, pw_bindings *out)
{
    const struct pw_state *s = state;
    for (size_t i = 0; i < s->p->nshared; i++)
        bind_value(e, out, &s->p->shared[i], &s->shared[i]);
}

static const char *read_template(const void *state, size_t k)
{
    return template_of(state, k)->name;
}

static const char *read_location(const void *state, size_t k)
{
    const struct pw_state *s = state;
    return template_of(s, k)->locs[s->threads[k].loc].name;
}

static void read_local(const void *state, size_t k, struct pw_execution *e, pw_bindings *out)
{
    const struct pw_state *s = state;
    for (size_t i = 0; i < template_of(s, k)->nlocals; i++)
        bind_value(e, out, &template_of(s, k)->locals[i], &s->threads[k].locals[i]);
}

static const struct pw_state_reader reader = {read_shared, read_template, read_location,
                                              read_local};

/* ---- steps ---- */

/* Who makes a `some` of the step hold: "some(other.b): thread 3". Before the step. */
static void name_witnesses(const struct pw_state *s, const struct pw_schedule_step *step,
                           const pw_int *choices, struct pw_strbuf *out)
{
    const struct pw_edge *edge = &template_of(s, step->thread)->edges[step->edge];
    for (size_t k = 0; k < edge->nlooks; k++) {
        size_t w = pw_interp_witness(s, step->thread, step->edge, k, choices);
        if (edge->looks[k].every || w >= s->n) continue;
        pw_strbuf_puts(out, out->n ? ", some(" : "some(");
        pw_program_print_expr(s->p, edge->looks[k].expr, out);
        pw_strbuf_printf(out, "): thread %zu", w + 1);
    }
}

static bool same_locals(const struct pw_state *a, const struct pw_state *b, size_t k)
{
    for (size_t i = 0; i < template_of(a, k)->nlocals; i++)
        if (!pw_int_eq(&a->threads[k].locals[i], &b->threads[k].locals[i])) return false;
    return true;
}

/* Threads whose locals the last step has written although they did not act. */
static void add_changed(struct pw_recorder *r, const struct pw_state *before,
                        const struct pw_state *s, uint32_t active)
{
    for (uint32_t k = 0; k < s->n; k++)
        if (k != active && !same_locals(before, s, k)) pw_recorder_changed(r, s, k);
}

/* Of C: a variable that nobody reads any more got its first value, which is no news. */
static void forget_dead(const struct pw_thread_template *t, const struct pw_edge *edge,
                        pw_bindings *local)
{
    assert(local->n == t->nlocals);
    for (size_t i = 0; i < edge->nupdates; i++) {
        const struct pw_update *u = &edge->updates[i];
        if (!u->shared && u->to == t->locals[u->index].init) local->at[u->index].forgotten = true;
    }
}

/* What the step writes: an assignment of the value that is there already may be the bug. */
static void mark_set(const struct pw_edge *edge, struct pw_execution_step *added)
{
    for (size_t i = 0; i < edge->nupdates; i++) {
        const struct pw_update *u = &edge->updates[i];
        pw_bindings *all = u->shared ? &added->shared : &added->local;
        assert(u->index < all->n);
        all->at[u->index].set = true;
    }
}

/* Has the statement of this edge other ways to take? */
static bool has_ways(const struct pw_thread_template *t, const struct pw_edge *edge)
{
    assert(edge->from < t->nlocs && edge >= t->edges && edge < t->edges + t->nedges);
    for (uint32_t i = t->first_edge[edge->from]; edge->way && i < t->first_edge[edge->from + 1];
         i++)
        if (t->edges[i].kind == PW_EDGE_STEP && t->edges[i].way != edge->way &&
            !strcmp(t->edges[i].text, edge->text))
            return true;
    return false;
}

/* "atomic { st = 2; ... }": a choice without a condition is told by what follows it. */
static void print_way(const struct pw_way *way, struct pw_strbuf *out)
{
    PW_VEC(const char *) texts = {0};
    for (; way; way = way->before)
        if (strncmp(way->text, "if (*)", 6)) pw_vec_push(&texts, way->text);
    pw_strbuf_puts(out, "atomic {");
    while (texts.n)
        pw_strbuf_printf(out, " %s;", pw_vec_pop(&texts));
    pw_strbuf_puts(out, " }");
    pw_vec_clear(&texts);
}

static void add_step(struct pw_recorder *r, const struct pw_state *s,
                     const struct pw_schedule_step *step, const struct pw_strbuf *others)
{
    const struct pw_thread_template *t = template_of(s, step->thread);
    const struct pw_edge *edge = &t->edges[step->edge];
    struct pw_strbuf way = {0};
    if (has_ways(t, edge)) print_way(edge->way, &way);
    struct pw_recorded what = {.thread = step->thread,
                               .line = edge->pos.line,
                               .statement = edge->text,
                               .way = way.n ? pw_strbuf_text(&way) : NULL,
                               .others = others->n ? pw_strbuf_text(others) : NULL};
    struct pw_execution_step *added = pw_recorder_step(r, s, &what);
    mark_set(edge, added);
    forget_dead(t, edge, &added->local);
    pw_strbuf_clear(&way);
}

/* One step, into the execution; false: it is none of the program's. */
static bool run_step(struct pw_recorder *r, struct pw_state *s, const struct pw_schedule_step *step,
                     const pw_int *choices)
{
    const struct pw_edge *edge = &template_of(s, step->thread)->edges[step->edge];
    struct pw_strbuf others = {0};
    if (!pw_interp_enabled(s, step->thread, step->edge, choices)) return false;
    name_witnesses(s, step, choices, &others);
    struct pw_state *before = edge->nothers ? pw_state_clone(s) : NULL;
    bool done = pw_interp_step(s, step->thread, step->edge, choices);
    if (done) add_step(r, s, step, &others);
    if (done && before) add_changed(r, before, s, step->thread);
    pw_state_free(before);
    pw_strbuf_clear(&others);
    return done;
}

static bool run_steps(struct pw_recorder *r, struct pw_state *s, const struct pw_run *run)
{
    size_t used = 0;
    for (size_t i = 0; i < run->steps.n; i++) {
        const struct pw_schedule_step *step = &run->steps.at[i];
        pw_limits_poll();
        if (!run_step(r, s, step, pw_vec_from(&run->choices, used))) return false;
        used += template_of(s, step->thread)->edges[step->edge].nchoices;
        assert(used <= run->choices.n);
    }
    return used == run->choices.n;
}

/* The edge of the last step if it leads into an error location; or NULL. */
static const struct pw_edge *failing(const struct pw_state *s, const struct pw_run *run)
{
    if (!run->steps.n) return NULL;
    struct pw_schedule_step last = pw_vec_last(&run->steps);
    const struct pw_edge *e = &template_of(s, last.thread)->edges[last.edge];
    return e->kind == PW_EDGE_STEP ? NULL : e;
}

static void print_violation(const struct pw_state *s, const struct pw_run *run, int64_t violation,
                            struct pw_strbuf *out)
{
    const struct pw_edge *failed = failing(s, run);
    if (violation == (int64_t)s->p->nunsafe && failed)
        pw_program_print_failure(failed, out);
    else
        pw_interp_print_violation(s, violation, out);
}

/* The run in the program whose formulas are steps of this one: without the check, which is last. */
static struct pw_run *without_checks(const struct pw_run *run)
{
    const struct pw_state *s = run->start;
    struct pw_run *r = pw_run_new(pw_state_clone(s));
    r->start->p = s->p->of; /* with the same variables and entries */
    size_t used = 0;
    for (size_t i = 0; i < run->steps.n; i++) {
        struct pw_schedule_step step = run->steps.at[i];
        uint32_t template = s->threads[step.thread].template;
        uint32_t edge = pw_program_unchecked_edge(s->p, template, step.edge);
        if (edge != PW_NO_EDGE) pw_run_take(r, step.thread, edge, pw_vec_from(&run->choices, used));
        used += template_of(s, step.thread)->edges[step.edge].nchoices;
    }
    return r;
}

static struct pw_execution *judge(const struct pw_run *run)
{
    struct pw_recorder r;
    struct pw_strbuf bad = {0};
    struct pw_state *s = pw_state_clone(run->start);
    pw_recorder_start(&r, &reader, s, s->n);
    bool good = pw_interp_initial(s, NULL) && run_steps(&r, s, run);
    int64_t violation = good ? pw_interp_violation(s) : PW_NONE;
    if (violation != PW_NONE) print_violation(s, run, violation, &bad);
    struct pw_execution *e =
        pw_recorder_end(&r, violation != PW_NONE ? pw_strbuf_text(&bad) : NULL);
    pw_strbuf_clear(&bad);
    pw_state_free(s);
    return e;
}

struct pw_execution *pw_replay(const struct pw_run *run)
{
    if (!run->start->p->of) return judge(run);
    struct pw_run *r = without_checks(run);
    struct pw_execution *e = pw_replay(r);
    pw_run_free(r);
    return e;
}
