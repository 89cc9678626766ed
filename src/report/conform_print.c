#include "report/conform_print.h"

#include <assert.h>

#include "base/plural.h"
#include "report/execution_print.h"

static const struct pw_thread_template *thread_of(const struct pw_conform_shown *c)
{
    assert(c->t < c->p->ntemplates);
    return &c->p->templates[c->t];
}

static void bind_shared(const struct pw_conform_shown *c, struct pw_execution *t, const pw_int *now,
                        pw_bindings *to)
{
    struct pw_strbuf b = {0};
    for (size_t i = 0; i < c->p->nshared; i++) {
        pw_strbuf_reset(&b);
        pw_int_print(&now[i], &b);
        pw_execution_bind(t, to, pw_var_shown(&c->p->shared[i]), pw_strbuf_text(&b));
    }
    pw_strbuf_clear(&b);
}

/* "its abstract thread at L3 or L4": where it may be. */
static const char *places_text(const struct pw_conform_shown *c, const struct pw_conform_step *s,
                               struct pw_execution *t)
{
    const struct pw_machine *m = c->m;
    assert(m->p->ntemplates > m->template);
    const struct pw_thread_template *a = &m->p->templates[m->template];
    struct pw_strbuf b = {0};
    for (size_t x = 0; x < m->places.n; x++) {
        if (!s->places[x]) continue;
        pw_strbuf_printf(&b, "%s%s", b.n ? " or " : "its abstract thread at ",
                         a->locs[m->places.at[x].loc].name);
        for (size_t i = 0; i < a->nlocals; i++)
            pw_strbuf_printf(&b, "%s%s = %lld", i ? ", " : " with ", a->locals[i].name,
                             (long long)m->places.at[x].values[i]);
    }
    const char *text = b.n ? pw_execution_text(t, pw_strbuf_text(&b)) : NULL;
    pw_strbuf_clear(&b);
    return text;
}

/* Where the abstract thread may be after step number i. */
static const char *after_step(const struct pw_conform_shown *c, size_t i, struct pw_execution *t)
{
    const struct pw_conform_result *r = c->r;
    const char *text = i + 1 < r->ntrace ? places_text(c, &r->trace[i + 1], t) : NULL;
    return text                           ? text
           : i + 2 < r->ntrace            ? NULL
           : r->reason == PW_CONFORM_STEP ? "its abstract thread has no such step"
                                          : NULL;
}

/* What other threads have changed since the step before. */
static void add_others(const struct pw_conform_shown *c, const struct pw_conform_step *s,
                       struct pw_execution *t)
{
    struct pw_execution_step x = {
        .template_name = "", .statement = "other threads", .location = ""};
    bool same = true;
    for (size_t i = 0; i < c->p->nshared && same; i++)
        same = pw_int_eq(&s[-1].after[i], &s->before[i]);
    if (same) return;
    bind_shared(c, t, s->before, &x.shared);
    pw_vec_push(&t->steps, x);
}

/* The path of one thread as an execution to show. */
static struct pw_execution *execution_of(const struct pw_conform_shown *c)
{
    const struct pw_thread_template *a = thread_of(c);
    const struct pw_conform_result *r = c->r;
    struct pw_execution *t = pw_execution_new();
    struct pw_execution_thread thread = {.template_name = a->name,
                                         .location = a->locs[r->trace[0].loc].name};
    assert(r->ntrace > 0);
    pw_vec_push(&t->threads, thread);
    bind_shared(c, t, r->trace[0].before, &t->shared);
    for (size_t i = 0; i < r->ntrace && r->trace[i].edge >= 0; i++) {
        const struct pw_conform_step *s = &r->trace[i];
        assert((uint64_t)s->edge < a->nedges);
        const struct pw_edge *e = &a->edges[s->edge];
        if (i) add_others(c, s, t);
        struct pw_execution_step x = {.thread = 1,
                                      .template_name = a->name,
                                      .line = e->pos.line,
                                      .statement = e->text,
                                      .location = a->locs[e->to].name,
                                      .others = after_step(c, i, t)};
        bind_shared(c, t, s->after, &x.shared);
        pw_vec_push(&t->steps, x);
    }
    return t;
}

static void print_trace(const struct pw_conform_shown *c, struct pw_strbuf *out)
{
    const struct pw_missing *x = c->missing;
    struct pw_execution *t = execution_of(c);
    pw_execution_print_text(t, out);
    pw_execution_free(t);
    pw_strbuf_puts(out, "  note: other threads may change shared variables between the steps; "
                        "this need not be a run of the program\n");
    if (x && x->found)
        pw_strbuf_printf(out,
                         "  would do: assert(%s) at line %u of the abstract thread; then verify "
                         "must prove it\n",
                         pw_strbuf_text(&x->text), c->m->p->templates[c->t].locs[x->loc].pos.line);
}

/* The step that the abstract thread does not have, or that fails: line and text. */
static void print_reason(const struct pw_conform_shown *c, struct pw_strbuf *out)
{
    const struct pw_conform_result *r = c->r;
    const struct pw_thread_template *a = thread_of(c);
    const struct pw_conform_step *last = &r->trace[r->ntrace - 1];
    bool step = r->reason == PW_CONFORM_STEP;
    int64_t edge = !step ? last->edge : r->ntrace > 1 ? last[-1].edge : PW_NONE;
    if (edge < 0 && step) {
        pw_strbuf_puts(out, ": its abstract thread cannot start where it starts");
    } else if (edge < 0) {
        pw_strbuf_printf(out, ": its abstract thread is at no place with the labels of line %u",
                         a->locs[last->loc].pos.line);
    } else {
        const struct pw_edge *e = &a->edges[edge];
        pw_strbuf_printf(out, ": its abstract thread has no %s for line %u: %s",
                         step ? "step" : "failure", e->pos.line, e->text);
    }
}

void pw_conform_print_text(const struct pw_conform_shown *c, struct pw_strbuf *out)
{
    static const char *const word[] = {"CONFORMS", "DOES NOT CONFORM", "UNKNOWN"};
    const struct pw_conform_result *r = c->r;
    pw_strbuf_printf(out, "%s: %s %s", c->file, thread_of(c)->name, word[r->verdict]);
    if (r->verdict == PW_CONFORMS_NOT)
        print_reason(c, out);
    else if (r->verdict == PW_CONFORMS_UNKNOWN)
        pw_strbuf_puts(out, ": with these predicates over its local variables an error cannot "
                            "be excluded");
    pw_strbuf_puts(out, " (");
    pw_plural_print(out, r->places, "place");
    pw_strbuf_puts(out, ", ");
    pw_plural_print(out, r->pairs, "pair");
    pw_strbuf_puts(out, ")\n");
    if (r->verdict == PW_CONFORMS_NOT) print_trace(c, out);
    if (r->verdict == PW_CONFORMS_UNKNOWN)
        pw_strbuf_puts(out, "  hint: write a predicate over local variables inside the thread\n");
}

static void json_values(struct pw_json *j, const char *key, const struct pw_var *vars, size_t n,
                        const pw_int *values)
{
    struct pw_strbuf text = {0};
    pw_json_key(j, key);
    pw_json_object(j);
    for (size_t i = 0; i < n; i++) {
        pw_strbuf_clear(&text);
        pw_int_print(&values[i], &text);
        pw_json_key(j, vars[i].name);
        pw_json_number(j, pw_strbuf_text(&text));
    }
    pw_json_end(j);
    pw_strbuf_clear(&text);
}

static void json_step(const struct pw_conform_shown *c, const struct pw_conform_step *s,
                      struct pw_json *j)
{
    const struct pw_thread_template *a = thread_of(c);
    const struct pw_machine *m = c->m;
    const struct pw_edge *e = s->edge < 0 ? NULL : &a->edges[s->edge];
    pw_json_object(j);
    pw_json_key(j, "line");
    pw_json_int(j, e ? e->pos.line : a->locs[s->loc].pos.line);
    pw_json_text(j, "statement", e ? e->text : NULL);
    json_values(j, "shared", c->p->shared, c->p->nshared, s->before);
    json_values(j, "shared'", c->p->shared, c->p->nshared, s->after);
    json_values(j, "local", a->locals, a->nlocals, s->locals);
    pw_json_key(j, "abstract");
    pw_json_array(j);
    for (size_t x = 0; x < m->places.n; x++)
        if (s->places[x])
            pw_json_string(j, m->p->templates[m->template].locs[m->places.at[x].loc].name);
    pw_json_end(j);
    pw_json_end(j);
}

void pw_conform_print_json(const struct pw_conform_shown *c, struct pw_json *j)
{
    static const char *const word[] = {"conforms", "does-not-conform", "unknown"};
    static const char *const reasons[] = {"", "step", "assertion", "label", "predicates"};
    const struct pw_conform_result *r = c->r;
    assert((size_t)r->verdict < sizeof word / sizeof *word);
    pw_json_object(j);
    pw_json_text(j, "thread", thread_of(c)->name);
    pw_json_text(j, "verdict", word[r->verdict]);
    pw_json_text(j, "reason", r->reason ? reasons[r->reason] : NULL);
    const char *names[] = {"places", "locations", "predicates", "pairs", "checks"};
    size_t values[] = {r->places, thread_of(c)->nlocs, r->predicates, r->pairs, r->checks};
    for (size_t i = 0; i < 5; i++) {
        pw_json_key(j, names[i]);
        pw_json_int(j, (int64_t)values[i]);
    }
    pw_json_key(j, "trace");
    pw_json_array(j);
    for (size_t i = 0; r->verdict == PW_CONFORMS_NOT && i < r->ntrace; i++)
        json_step(c, &r->trace[i], j);
    pw_json_end(j);
    pw_json_end(j);
}
