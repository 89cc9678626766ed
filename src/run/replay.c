#include "run/replay.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "prog/checked.h"

static void bind_value(struct pw_execution *e, pw_bindings *b, const struct pw_var *v,
                       const pw_int *value)
{
    struct pw_strbuf text = {0};
    if (v->type.kind == PW_BOOL)
        pw_strbuf_puts(&text, pw_int_sgn(value) ? "true" : "false");
    else
        pw_int_print(value, &text);
    pw_execution_bind(e, b, v->name, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

static void bind_shared(struct pw_execution *e, pw_bindings *b, const struct pw_state *s)
{
    for (size_t i = 0; i < s->p->nshared; i++)
        bind_value(e, b, &s->p->shared[i], &s->shared[i]);
}

static const struct pw_thread_template *template_of(const struct pw_state *s, size_t k)
{
    assert(k < s->n);
    return &s->p->templates[s->threads[k].template];
}

static void bind_locals(struct pw_execution *e, pw_bindings *b, const struct pw_state *s, size_t k)
{
    for (size_t i = 0; i < template_of(s, k)->nlocals; i++)
        bind_value(e, b, &template_of(s, k)->locals[i], &s->threads[k].locals[i]);
}

static const char *location_of(const struct pw_state *s, size_t k)
{
    assert(k < s->n);
    return template_of(s, k)->locs[s->threads[k].loc].name;
}

static void add_start(struct pw_execution *e, const struct pw_state *s)
{
    bind_shared(e, &e->shared, s);
    for (size_t k = 0; k < s->n; k++) {
        struct pw_execution_thread t = {.template_name =
                                            pw_execution_text(e, template_of(s, k)->name),
                                        .location = pw_execution_text(e, location_of(s, k))};
        bind_locals(e, &t.local, s, k);
        pw_vec_push(&e->threads, t);
    }
}

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

static bool same_bindings(const pw_bindings *a, const pw_bindings *b)
{
    if (a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++)
        if (strcmp(a->at[i].value, b->at[i].value)) return false;
    return true;
}

/* Threads whose locals the last step of e has written although they did not act. */
static void add_changed(struct pw_execution *e, const struct pw_state *s, uint32_t active)
{
    assert(e->steps.n);
    for (uint32_t k = 0; k < s->n; k++) {
        if (k == active) continue;
        struct pw_execution_change c = {.thread = k + 1,
                                        .location = pw_execution_text(e, location_of(s, k))};
        bind_locals(e, &c.local, s, k);
        if (same_bindings(&c.local, pw_execution_view(e, k + 1, e->steps.n - 1).local))
            pw_vec_clear(&c.local);
        else
            pw_vec_push(&e->steps.at[e->steps.n - 1].changed, c);
    }
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

static void add_step(struct pw_execution *e, const struct pw_state *s,
                     const struct pw_schedule_step *step, struct pw_strbuf *others)
{
    const struct pw_edge *edge = &template_of(s, step->thread)->edges[step->edge];
    struct pw_execution_step x = {.thread = step->thread + 1, .line = edge->pos.line};
    x.template_name = pw_execution_text(e, template_of(s, step->thread)->name);
    x.statement = pw_execution_text(e, edge->text);
    if (has_ways(template_of(s, step->thread), edge)) {
        struct pw_strbuf way = {0};
        print_way(edge->way, &way);
        x.way = pw_execution_text(e, pw_strbuf_text(&way));
        pw_strbuf_clear(&way);
    }
    x.location = pw_execution_text(e, location_of(s, step->thread));
    bind_shared(e, &x.shared, s);
    bind_locals(e, &x.local, s, step->thread);
    forget_dead(template_of(s, step->thread), edge, &x.local);
    if (others->n) x.others = pw_execution_text(e, pw_strbuf_text(others));
    pw_vec_push(&e->steps, x);
    if (edge->nothers) add_changed(e, s, step->thread);
}

/* One step, into the execution; false: it is none of the program's. */
static bool run_step(struct pw_execution *e, struct pw_state *s,
                     const struct pw_schedule_step *step, const pw_int *choices)
{
    struct pw_strbuf others = {0};
    if (pw_interp_enabled(s, step->thread, step->edge, choices))
        name_witnesses(s, step, choices, &others);
    bool done = pw_interp_step(s, step->thread, step->edge, choices);
    if (done) add_step(e, s, step, &others);
    pw_strbuf_clear(&others);
    return done;
}

static bool run_steps(struct pw_execution *e, struct pw_state *s, const struct pw_run *run)
{
    size_t used = 0;
    for (size_t i = 0; i < run->steps.n; i++) {
        const struct pw_schedule_step *step = &run->steps.at[i];
        pw_limits_poll();
        if (!run_step(e, s, step, pw_vec_from(&run->choices, used))) return false;
        used += template_of(s, step->thread)->edges[step->edge].nchoices;
        assert(used <= run->choices.n);
    }
    return used == run->choices.n;
}

static void conclude(struct pw_execution *e, const struct pw_state *s, int64_t violation)
{
    struct pw_strbuf text = {0};
    pw_interp_print_violation(s, violation, &text);
    e->conclusion = pw_execution_text(e, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
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
    struct pw_execution *e = pw_execution_new();
    struct pw_state *s = pw_state_clone(run->start);
    add_start(e, s);
    bool good = pw_interp_initial(s, NULL) && run_steps(e, s, run);
    int64_t violation = good ? pw_interp_violation(s) : PW_NONE;
    if (violation != PW_NONE)
        conclude(e, s, violation);
    else
        pw_execution_free(e), e = NULL;
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
