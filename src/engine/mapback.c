#include "engine/mapback.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "run/replay.h"
#include "run/statebag.h"

enum { MAPBACK_STATES = 50000, MAPBACK_TRIES = 2000000, MOST_INTEGERS = 12 };

struct observed_change {
    size_t step;
    uint32_t template;
    pw_int *after; /* of the observed variables; others are 0 */
};

/* A state with a number of changes made, and how it was reached. */
struct mapback_node {
    struct pw_state *state;
    size_t made;
    int64_t parent; /* PW_NONE: initial */
    struct pw_schedule_step step;
    pw_int *choices;
    size_t nchoices;
};

struct mapback_search {
    struct pw_mapback *m;
    const struct pw_program *p;
    const struct pw_execution *abstract;
    PW_VEC(struct observed_change) changes;
    PW_VEC(struct mapback_node) nodes;
    PW_VEC(struct pw_statebag) seen; /* by number of changes made */
    PW_VEC(pw_int) integers;         /* that stand for arbitrary ones */
    struct pw_state *next;
    size_t tries;
    int64_t bad; /* the node that ends the search */
};

/* ---- the abstract run ---- */

static void read_value(const char *text, pw_int *out)
{
    if (!strcmp(text, "true") || !strcmp(text, "false"))
        pw_int_set_si(out, text[0] == 't');
    else if (!pw_int_set_decimal(out, text, strlen(text)))
        assert(false);
}

static pw_int *read_shared(struct mapback_search *s, const pw_bindings *b)
{
    pw_int *v = PW_NEWS(pw_int, s->p->nshared + 1);
    assert(b->n == s->p->nshared);
    for (size_t i = 0; i < b->n; i++) {
        pw_int_init(&v[i]);
        read_value(b->at[i].value, &v[i]);
    }
    return v;
}

static void free_values(pw_int *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pw_int_clear(&v[i]);
    PW_FREES(v, n + 1);
}

static bool same_observed(const struct mapback_search *s, const pw_int *a, const pw_int *b)
{
    for (size_t i = 0; i < s->p->nshared; i++)
        if (s->m->observed[i] && !pw_int_eq(&a[i], &b[i])) return false;
    return true;
}

static void add_integer(struct mapback_search *s, const pw_int *v)
{
    for (size_t i = 0; i < s->integers.n; i++)
        if (pw_int_eq(&s->integers.at[i], v)) return;
    if (s->integers.n == MOST_INTEGERS) return;
    pw_int x;
    pw_int_init_set(&x, v);
    pw_vec_push(&s->integers, x);
}

static void find_integers(struct mapback_search *s, pw_int *start)
{
    for (int64_t k = 0; k <= 3; k++) {
        pw_int small;
        pw_int_init_si(&small, k < 3 ? k : -1);
        add_integer(s, &small);
        pw_int_clear(&small);
    }
    for (size_t i = 0; i < s->p->nshared; i++)
        if (s->p->shared[i].type.kind == PW_INT) {
            add_integer(s, &start[i]);
            for (size_t k = 0; k < s->changes.n; k++)
                add_integer(s, &s->changes.at[k].after[i]);
        }
}

static void find_changes(struct mapback_search *s, pw_int *start)
{
    const pw_int *now = start;
    for (size_t i = 0; i < s->abstract->steps.n; i++) {
        const struct pw_execution_step *x = &s->abstract->steps.at[i];
        struct observed_change c = {.step = i, .after = read_shared(s, &x->shared)};
        if (same_observed(s, now, c.after)) {
            free_values(c.after, s->p->nshared);
            continue;
        }
        c.template = (uint32_t)pw_program_template(s->p, x->template_name);
        assert(c.template <s->p->ntemplates);
        pw_vec_push(&s->changes, c);
        now = c.after;
    }
}

/* ---- the search ---- */

static bool full(const struct mapback_search *s)
{
    return s->bad != PW_NONE || s->nodes.n >= MAPBACK_STATES || s->tries >= MAPBACK_TRIES;
}

static void add_node(struct mapback_search *s, const struct pw_state *q,
                     const struct mapback_node *like)
{
    bool new;
    assert(like->made <= s->changes.n);
    assert(like->made < s->seen.n);
    pw_statebag_add(&s->seen.at[like->made], q, 0, 0, &new);
    if (!new) return;
    struct mapback_node x = *like;
    x.state = pw_state_clone(q);
    x.choices = PW_NEWS(pw_int, like->nchoices + 1);
    for (size_t i = 0; i < like->nchoices; i++)
        pw_int_init_set(&x.choices[i], &like->choices[i]);
    pw_vec_push(&s->nodes, x);
    if (x.made > s->m->made) s->m->made = x.made;
    if (pw_interp_violation(q) != PW_NONE) s->bad = (int64_t)s->nodes.n - 1;
}

/* A value that is tried one after the other: finite ones all, integers those of the list. */
struct picked_value {
    pw_int *value;
    struct pw_type type;
    size_t at;
};

typedef PW_VEC(struct picked_value) picked_values;

static void set_digit(const struct mapback_search *s, struct picked_value *d, size_t at)
{
    d->at = at;
    if (d->type.kind == PW_INT)
        pw_int_set(d->value, &s->integers.at[at]);
    else
        pw_int_set_si(d->value, d->type.lo + (int64_t)at);
}

static void push_digit(const struct mapback_search *s, picked_values *list, pw_int *value,
                       struct pw_type type)
{
    struct picked_value d = {.value = value, .type = type};
    set_digit(s, &d, 0);
    pw_vec_push(list, d);
}

static bool turn(const struct mapback_search *s, picked_values *list)
{
    for (size_t i = 0; i < list->n; i++) {
        struct picked_value *d = &list->at[i];
        size_t n = d->type.kind == PW_INT ? s->integers.n : (size_t)(d->type.hi - d->type.lo) + 1;
        if (d->at + 1 < n) return set_digit(s, d, d->at + 1), true;
        set_digit(s, d, 0);
    }
    return false;
}

static void start(struct mapback_search *s, const pw_int *shared)
{
    const struct pw_execution *a = s->abstract;
    uint32_t *templates = PW_NEWS(uint32_t, a->threads.n + 1);
    for (size_t i = 0; i < a->threads.n; i++) {
        templates[i] = (uint32_t)pw_program_template(s->p, a->threads.at[i].template_name);
        assert(templates[i] < s->p->ntemplates);
    }
    struct pw_state *q = pw_state_new(s->p, templates, a->threads.n);
    picked_values picks = {0};
    for (size_t i = 0; i < s->p->nshared; i++)
        pw_int_set(&q->shared[i], &shared[i]);
    for (size_t i = 0; i < q->n; i++) {
        const struct pw_thread_template *t = &s->p->templates[templates[i]];
        for (size_t k = 0; k < t->nlocals; k++)
            if (!t->locals[k].init)
                push_digit(s, &picks, &q->threads[i].locals[k], t->locals[k].type);
    }
    do {
        struct mapback_node first = {.parent = PW_NONE};
        pw_limits_poll();
        s->tries++;
        pw_interp_initialise(q);
        if (pw_interp_initial(q, NULL)) add_node(s, q, &first);
    } while (!full(s) && turn(s, &picks));
    s->next = q;
    pw_vec_clear(&picks);
    PW_FREES(templates, a->threads.n + 1);
}

/* The successor counts if what is observed stays, or becomes what the next change makes of it. */
static void successor(struct mapback_search *s, size_t from, const struct mapback_node *like)
{
    assert(from < s->nodes.n);
    struct pw_state *q = s->nodes.at[from].state;
    uint32_t thread = like->step.thread;
    if (!pw_interp_enabled(q, thread, like->step.edge, like->choices)) return;
    pw_state_assign(s->next, q);
    pw_interp_step(s->next, thread, like->step.edge, like->choices);
    struct mapback_node x = *like;
    if (!same_observed(s, q->shared, s->next->shared)) {
        const struct observed_change *c = x.made < s->changes.n ? &s->changes.at[x.made] : NULL;
        if (!c || c->template != q->threads[thread].template ||
            !same_observed(s, s->next->shared, c->after))
            return;
        x.made++;
    }
    add_node(s, s->next, &x);
}

static void take_edge(struct mapback_search *s, size_t from, uint32_t thread, uint32_t edge)
{
    assert(from < s->nodes.n);
    const struct mapback_node *n = &s->nodes.at[from];
    assert(thread < n->state->n);
    const struct pw_edge *e = &s->p->templates[n->state->threads[thread].template].edges[edge];
    struct mapback_node x = {.made = n->made,
                             .parent = (int64_t)from,
                             .step = {thread, edge},
                             .choices = PW_NEWS(pw_int, e->nchoices + 1),
                             .nchoices = e->nchoices};
    picked_values picks = {0};
    for (size_t k = 0; k < e->nchoices; k++) {
        assert(k < x.nchoices);
        pw_int_init(&x.choices[k]);
        push_digit(s, &picks, &x.choices[k], e->choices[k].type);
    }
    do {
        pw_limits_poll();
        s->tries++;
        successor(s, from, &x);
    } while (!full(s) && turn(s, &picks));
    pw_vec_clear(&picks);
    free_values(x.choices, e->nchoices);
}

static void expand(struct mapback_search *s, size_t from)
{
    for (uint32_t i = 0; i < s->nodes.at[from].state->n; i++) {
        const struct pw_thread *a = &s->nodes.at[from].state->threads[i];
        assert(a->template <s->p->ntemplates);
        const struct pw_thread_template *t = &s->p->templates[a->template];
        uint32_t loc = a->loc;
        for (uint32_t k = t->first_edge[loc]; k < t->first_edge[loc + 1] && !full(s); k++)
            take_edge(s, from, i, k);
    }
}

/* ---- what was found ---- */

static struct pw_execution *replay(const struct mapback_search *s)
{
    PW_VEC(size_t) path = {0};
    for (int64_t i = s->bad; i != PW_NONE; i = s->nodes.at[i].parent)
        pw_vec_push(&path, (size_t)i);
    assert(path.n && s->nodes.at[path.at[path.n - 1]].parent == PW_NONE);
    struct pw_run *run = pw_run_new(pw_state_clone(s->nodes.at[path.at[path.n - 1]].state));
    for (size_t i = path.n - 1; i-- > 0;) {
        const struct mapback_node *x = &s->nodes.at[path.at[i]];
        pw_run_take(run, x->step.thread, x->step.edge, x->choices);
    }
    struct pw_execution *e = pw_replay(run);
    pw_run_free(run);
    pw_vec_clear(&path);
    return e;
}

static void clear(struct mapback_search *s)
{
    for (size_t i = 0; i < s->changes.n; i++)
        free_values(s->changes.at[i].after, s->p->nshared);
    for (size_t i = 0; i < s->nodes.n; i++) {
        pw_state_free(s->nodes.at[i].state);
        free_values(s->nodes.at[i].choices, s->nodes.at[i].nchoices);
    }
    for (size_t i = 0; i < s->seen.n; i++)
        pw_statebag_clear(&s->seen.at[i]);
    for (size_t i = 0; i < s->integers.n; i++)
        pw_int_clear(&s->integers.at[i]);
    pw_vec_clear(&s->changes);
    pw_vec_clear(&s->nodes);
    pw_vec_clear(&s->seen);
    pw_vec_clear(&s->integers);
    pw_state_free(s->next);
}

struct pw_execution *pw_mapback_run(struct pw_mapback *m, const struct pw_execution *abstract)
{
    struct mapback_search s = {.m = m, .p = m->concrete, .abstract = abstract, .bad = PW_NONE};
    pw_int *shared = read_shared(&s, &abstract->shared);
    m->made = 0;
    find_changes(&s, shared);
    find_integers(&s, shared);
    for (size_t i = 0; i <= s.changes.n; i++) {
        struct pw_statebag b;
        pw_statebag_init(&b);
        pw_vec_push(&s.seen, b);
    }
    start(&s, shared);
    for (size_t i = 0; i < s.nodes.n && !full(&s); i++)
        expand(&s, i);
    m->states = s.nodes.n;
    m->changes = s.changes.n;
    m->complete = !full(&s);
    m->missing = m->made < s.changes.n ? (int64_t)s.changes.at[m->made].step : PW_NONE;
    struct pw_execution *e = s.bad != PW_NONE ? replay(&s) : NULL;
    free_values(shared, s.p->nshared);
    clear(&s);
    return e;
}
