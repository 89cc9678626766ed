#include "pairs/sample.h"

#include <assert.h>

#include "base/limits.h"
#include "run/concrete.h"

enum { MOST_STATES = 300, DEEPEST = 12, MOST_THREADS = 4 };

void pw_samples_init(struct pw_samples *s, struct pw_views *views)
{
    *s = (struct pw_samples){.views = views};
    pw_arena_init(&s->arena);
}

void pw_samples_clear(struct pw_samples *s)
{
    pw_vec_clear(&s->all);
    pw_table_clear(&s->index);
    pw_arena_clear(&s->arena);
}

static bool sample_is(const void *objects, uint32_t id, const void *key)
{
    const struct pw_sample *a = &((const struct pw_samples *)objects)->all.at[id], *b = key;
    return a->view == b->view && a->edge == b->edge;
}

static uint64_t hash_of(const struct pw_sample *s)
{
    return pw_hash_mix(s->view, (uintptr_t)s->edge);
}

static int64_t find(const struct pw_samples *s, uint32_t view, const struct pw_edge *edge)
{
    struct pw_sample key = {.view = view, .edge = edge};
    return pw_table_find(&s->index, hash_of(&key), sample_is, s, &key);
}

bool pw_samples_find(const struct pw_samples *s, uint32_t view, const struct pw_edge *edge,
                     uint32_t var, int64_t *amount)
{
    int64_t id = find(s, view, edge);
    if (id < 0 || s->all.at[id].least[var] != s->all.at[id].most[var]) return false;
    assert((size_t)id < s->all.n);
    *amount = s->all.at[id].least[var];
    return true;
}

bool pw_samples_avoid(const struct pw_samples *s, uint32_t view, const struct pw_edge *edge)
{
    bool left = false;
    for (size_t i = 0; i < s->all.n && !left; i++)
        left = s->all.at[i].view == view;
    return left && find(s, view, edge) < 0;
}

static struct pw_sample *sample_of(struct pw_samples *s, uint32_t view, const struct pw_edge *edge)
{
    int64_t id = find(s, view, edge);
    if (id >= 0) return &s->all.at[id];
    size_t n = s->views->p->nshared;
    struct pw_sample made = {.view = view, .edge = edge};
    made.least = pw_arena_alloc(&s->arena, (n + 1) * sizeof *made.least);
    made.most = pw_arena_alloc(&s->arena, (n + 1) * sizeof *made.most);
    for (size_t i = 0; i < n; i++) {
        made.least[i] = INT64_MAX;
        made.most[i] = INT64_MIN;
    }
    pw_table_add(&s->index, hash_of(&made), (uint32_t)s->all.n);
    pw_vec_push(&s->all, made);
    return &pw_vec_last(&s->all);
}

static uint32_t view_of(struct pw_samples *s, const struct pw_thread *t)
{
    const struct pw_view_vars *c = &s->views->kinds[t->template];
    int64_t *values = PW_NEWS(int64_t, c->nfins + 1);
    for (size_t i = 0; i < c->nfins; i++)
        values[i] = pw_int_get_si(&t->locals[c->fins[i]]);
    uint32_t view = pw_views_view(s->views, t->template, t->loc, values);
    PW_FREES(values, c->nfins + 1);
    return view;
}

static void note_change(struct pw_sample *to, size_t var, const pw_int *before, const pw_int *after)
{
    pw_int d;
    pw_int_init(&d);
    pw_int_sub(&d, after, before);
    int64_t amount = pw_int_fits_si(&d) ? pw_int_get_si(&d) : INT64_MAX;
    if (amount < to->least[var]) to->least[var] = amount;
    if (amount > to->most[var]) to->most[var] = amount;
    pw_int_clear(&d);
}

/* Thread i of the state takes the edge, if it can. */
static void try_edge(struct pw_samples *s, const struct pw_state *state, size_t i, uint32_t edge)
{
    assert(i < state->n);
    const struct pw_edge *e = &s->views->p->templates[state->threads[i].template].edges[edge];
    if (e->nchoices || e->kind != PW_EDGE_STEP || !pw_interp_enabled(state, i, edge, NULL)) return;
    struct pw_state *next = pw_state_clone(state);
    pw_interp_step(next, i, edge, NULL);
    struct pw_sample *to = sample_of(s, view_of(s, &state->threads[i]), e);
    for (size_t v = 0; v < s->views->p->nshared; v++)
        note_change(to, v, &state->shared[v], &next->shared[v]);
    pw_state_free(next);
}

static void sample_state(struct pw_samples *s, const struct pw_state *state)
{
    for (size_t i = 0; i < state->n; i++) {
        const struct pw_thread_template *t = &s->views->p->templates[state->threads[i].template];
        uint32_t loc = state->threads[i].loc;
        for (uint32_t e = t->first_edge[loc]; e < t->first_edge[loc + 1]; e++)
            try_edge(s, state, i, e);
    }
}

void pw_samples_take(struct pw_samples *s)
{
    for (size_t n = 1; n <= MOST_THREADS; n++) {
        struct pw_concrete_options o = {
            .threads = n, .depth = DEEPEST, .states = MOST_STATES, .lo = -1, .hi = 1};
        struct pw_concrete x;
        const char *why;
        if (!pw_concrete_init(&x, s->views->p, &o, &why)) continue;
        pw_concrete_run(&x);
        for (uint32_t id = 0; id < x.bag.items.n; id++) {
            struct pw_state *state = pw_statebag_get(&x.bag, s->views->p, id);
            pw_limits_poll();
            sample_state(s, state);
            pw_state_free(state);
        }
        pw_concrete_clear(&x);
    }
}
