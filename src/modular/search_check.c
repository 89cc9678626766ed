/* Annotations in concrete states and at concrete steps. */
#include <assert.h>
#include <string.h>

#include "modular/search_state.h"

enum { NONE = PW_MTREE_NONE };

static bool counts_reached(const struct pw_search *s, const struct pw_mexclusion *x,
                           const int64_t *state)
{
    for (size_t i = 0; i < x->counts.n; i++) {
        int64_t n = 0;
        for (uint32_t k = 0; k < s->limits->threads; k++)
            n += s->kind[k + 1] == x->counts.at[i].thread &&
                 x->counts.at[i].label < PW_SEARCH_MOST_LABELS &&
                 (state[pw_search_labels(s, k)] >> x->counts.at[i].label & 1);
        if (n < x->counts.at[i].least) return false;
    }
    return true;
}

static size_t positions_at(const struct pw_search *s, uint32_t k, uint32_t base)
{
    uint32_t template = s->kind[k + 1];
    return s->thread[k] + 1 + s->graphs[template].slots.n + s->instance[template][base];
}

static bool all_hold(struct pw_search *s, uint32_t k, const int64_t *state, uint32_t base,
                     struct pw_mexpr *const *list, size_t n)
{
    struct pw_search_view v = {
        .before = state, .self = k + 1, .locals = state + s->thread[k] + 1 + base};
    for (size_t i = 0; i < n; i++)
        if (!pw_search_holds(s, list[i], &v)) {
            pw_search_found(s, PW_FOUND_CONTRACT, list[i]->first, list[i]->last);
            return false;
        }
    return true;
}

/* Others may have moved between a call and the first step in it. */
static void check_requires(struct pw_search *s, uint32_t k, const int64_t *state)
{
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    for (size_t i = 0; i < g->edges.n; i++) {
        const struct pw_medge *e = &g->edges.at[i];
        if (e->enters == NONE || !(state[positions_at(s, k, e->base)] & PW_SEARCH_FRESH)) continue;
        const struct pw_mcontract *c = &s->t->procs.at[e->enters]->contract;
        all_hold(s, k, state, e->base, c->requires.at, c->requires.n);
    }
}

/* The state of the table may move while it is looked at: it is copied. */
void pw_search_check_state(struct pw_search *s, const int64_t *state)
{
    const struct pw_mtree *t = s->t;
    for (size_t i = 0; i < t->unsafe.n; i++)
        if (counts_reached(s, &t->unsafe.at[i], state))
            pw_search_found(s, PW_FOUND_UNSAFE, t->unsafe.at[i].first, t->unsafe.at[i].last);
    for (size_t i = 0; i < t->invariants.n; i++)
        if (!pw_search_holds_for_all(s, &t->invariants.at[i], state, NULL))
            pw_search_found(s, PW_FOUND_INVARIANT, t->invariants.at[i].expr->first,
                            t->invariants.at[i].expr->last);
    for (uint32_t k = 0; k < s->limits->threads; k++)
        pw_search_check_claims(s, k, (uint32_t)state[s->thread[k]], state);
    for (uint32_t k = 0; k < s->limits->threads; k++)
        check_requires(s, k, state);
}

void pw_search_check_step(struct pw_search *s, uint32_t k, const int64_t *before,
                          const int64_t *after)
{
    const struct pw_mtree *t = s->t;
    assert(k == s->moving);
    if (!memcmp(before, after, s->nshared * sizeof *before)) return;
    for (size_t i = 0; i < t->assumptions.n; i++)
        if (!pw_search_holds_for_all(s, &t->assumptions.at[i], before, after))
            pw_search_found(s, PW_FOUND_ASSUMPTION, t->assumptions.at[i].expr->first,
                            t->assumptions.at[i].expr->last);
}

/* --- contracts -------------------------------------------------------------------------------- */

static int64_t *positions(const struct pw_search *s, uint32_t k, int64_t *state, uint32_t base)
{
    return state + positions_at(s, k, base);
}

void pw_search_check_claims(struct pw_search *s, uint32_t k, uint32_t node, const int64_t *state)
{
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    assert(node < g->nodes.n);
    const struct pw_mnode *n = &g->nodes.at[node];
    for (uint32_t i = 0; i < n->nclaims; i++) {
        const struct pw_mclaim *c = &g->claims.at[n->claim + i];
        struct pw_search_view v = {
            .before = state, .self = k + 1, .locals = state + s->thread[k] + 1 + c->base};
        if (g->slots.at[c->base].unit->contract.given)
            v.positions = state[positions_at(s, k, c->base)];
        if (!pw_search_holds(s, c->expr, &v))
            pw_search_found(s, PW_FOUND_CLAIM, c->expr->first, c->expr->last);
    }
}

void pw_search_not_fresh(const struct pw_search *s, uint32_t k, int64_t *state)
{
    uint32_t template = s->kind[k + 1];
    int64_t *p = state + s->thread[k] + 1 + s->graphs[template].slots.n;
    for (uint32_t i = 0; i < s->ninstances[template]; i++)
        p[i] &= ~PW_SEARCH_FRESH;
}

bool pw_search_enter(struct pw_search *s, uint32_t k, int64_t *state, const struct pw_medge *e)
{
    assert(e->enters < s->t->procs.n);
    const struct pw_mcontract *c = &s->t->procs.at[e->enters]->contract;
    all_hold(s, k, state, e->base, c->requires.at, c->requires.n);
    if (s->automata[e->enters].n < 60) *positions(s, k, state, e->base) = 1 | PW_SEARCH_FRESH;
    return true;
}

bool pw_search_leave(struct pw_search *s, uint32_t k, int64_t *state, const struct pw_medge *e)
{
    assert(e->leaves < s->t->procs.n);
    const struct pw_munit *u = s->t->procs.at[e->leaves];
    const struct pw_automaton *a = &s->automata[e->leaves];
    int64_t *p = positions(s, k, state, e->base);
    bool final = a->n >= 60 || !*p;
    for (uint32_t i = 0; i < a->n && i < 60; i++)
        final = final || ((*p >> i & 1) && a->final[i]);
    if (!final) pw_search_found(s, PW_FOUND_CONTRACT, u->token, u->token);
    all_hold(s, k, state, e->base, u->contract.ensures.at, u->contract.ensures.n);
    *p = 0;
    return true;
}

static bool may_change(const struct pw_mcontract *c, uint32_t action, enum pw_mexpr_kind kind,
                       uint32_t index)
{
    for (size_t i = 0; i < c->modifies.n; i++)
        if (c->modifies.at[i]->kind == kind && c->modifies.at[i]->index == index) return true;
    for (uint32_t i = 0; action != NONE && i < c->actions.at[action].nmodifies; i++) {
        const struct pw_mexpr *e = c->actions.at[action].modifies[i];
        if (e->kind == kind && e->index == index) return true;
    }
    return false;
}

/* Nothing changed but what the contract lets change. */
static bool frame_holds(const struct pw_search *s, const struct pw_munit *u, uint32_t action,
                        const struct pw_search_view *v)
{
    for (uint32_t i = 0; i < s->t->shared.n; i++) {
        const struct pw_mvar *x = &s->t->shared.at[i];
        uint32_t n = !x->array                      ? 1
                     : x->index.kind == PW_SORT_TID ? s->limits->threads + 1
                                                    : s->limits->objects + 1;
        if (x->array && x->alloc_of != NONE) continue; /* contracts do not speak of it */
        if (memcmp(v->before + s->offset[i], v->after + s->offset[i], n * sizeof(int64_t)) &&
            !may_change(&u->contract, action, PW_MX_SHARED, i))
            return false;
    }
    return u->result == NONE || v->locals[u->result] == v->locals_after[u->result] ||
           may_change(&u->contract, action, PW_MX_LOCAL, u->result);
}

static int64_t next_positions(struct pw_search *s, uint32_t proc, int64_t now,
                              const struct pw_search_view *v)
{
    assert(proc < s->t->procs.n);
    const struct pw_munit *u = s->t->procs.at[proc];
    const struct pw_automaton *a = &s->automata[proc];
    int64_t next = frame_holds(s, u, NONE, v) ? now : 0;
    for (size_t e = 0; e < a->edges.n; e++) {
        const struct pw_auto_edge *x = &a->edges.at[e];
        if ((now >> x->from & 1) && frame_holds(s, u, x->action, v) &&
            pw_search_holds(s, u->contract.actions.at[x->action].expr, v))
            next |= (int64_t)1 << x->to;
    }
    return next;
}

/* A step of the thread, or a silent edge that sets a returned variable, seen by every contract that
 * the thread is inside of. */
void pw_search_advance(struct pw_search *s, uint32_t k, int64_t *state, const struct pw_medge *e)
{
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    const int64_t *old = s->step_start;
    for (size_t i = 0; i < g->edges.n; i++) {
        const struct pw_medge *x = &g->edges.at[i];
        if (x->enters == NONE || x == e) continue;
        int64_t *p = positions(s, k, state, x->base);
        if (!*p) continue;
        struct pw_search_view v = {.before = old,
                                   .after = state,
                                   .self = k + 1,
                                   .locals = old + s->thread[k] + 1 + x->base,
                                   .locals_after = state + s->thread[k] + 1 + x->base};
        assert(x->enters < s->t->procs.n);
        uint32_t result = s->t->procs.at[x->enters]->result;
        bool changed = memcmp(old, state, s->nshared * sizeof *old) ||
                       (result != NONE && v.locals[result] != v.locals_after[result]);
        if (!changed && e->kind == PW_MEDGE_SILENT) continue; /* no step */
        int64_t fresh = *p & PW_SEARCH_FRESH;
        *p = next_positions(s, x->enters, *p & ~PW_SEARCH_FRESH, &v);
        if (*p) *p |= fresh;
        if (!*p) pw_search_found(s, PW_FOUND_CONTRACT, e->first, e->last);
    }
}

static bool reads_shared(const struct pw_mgraph *g, const struct pw_medge *e)
{
    for (uint32_t i = e->op; i < e->op + e->nops; i++)
        for (uint32_t k = 0; k < g->ops.at[i].n; k++)
            if (g->ops.at[i].values && pw_mgraph_reads_shared(g->ops.at[i].values[k])) return true;
    return false;
}

/* Lists of the edges of each node, and numbers for the calls by contract. */
void pw_search_prepare(struct pw_search *s, uint32_t template)
{
    struct pw_mgraph *g = &s->graphs[template];
    uint32_t next = 0;
    s->instance[template] = PW_NEWS(uint32_t, g->slots.n + 1);
    g->next_out = PW_NEWS(uint32_t, g->edges.n + 1);
    for (size_t i = g->edges.n; i-- > 0;) {
        struct pw_mnode *n = &g->nodes.at[g->edges.at[i].from];
        g->next_out[i] = n->first_out;
        n->first_out = (uint32_t)i + 1;
        if (g->edges.at[i].kind == PW_MEDGE_SILENT && reads_shared(g, &g->edges.at[i]))
            s->result->loose = true;
        if (g->edges.at[i].enters != NONE) s->instance[template][g->edges.at[i].base] = next++;
    }
}

/* --- the run ---------------------------------------------------------------------------------- */

static void put_value(struct pw_strbuf *b, const char *name, int64_t index, struct pw_sort sort,
                      int64_t x)
{
    pw_strbuf_printf(b, "%s%s", b->n ? ", " : "", name);
    if (index >= 0) pw_strbuf_printf(b, "[%lld]", (long long)index);
    if (sort.kind == PW_SORT_BOOL)
        pw_strbuf_printf(b, " = %s", x ? "true" : "false");
    else if (sort.kind == PW_SORT_TID && !x)
        pw_strbuf_puts(b, " = nobody");
    else if (sort.kind == PW_SORT_OBJECT && !x)
        pw_strbuf_puts(b, " = null");
    else
        pw_strbuf_printf(b, " = %lld", (long long)x);
}

static void changes(struct pw_search *s, uint32_t k, const int64_t *before, const int64_t *after,
                    struct pw_strbuf *b)
{
    const struct pw_mtree *t = s->t;
    for (uint32_t i = 0; i < t->shared.n; i++) {
        const struct pw_mvar *v = &t->shared.at[i];
        uint32_t n = !v->array                      ? 1
                     : v->index.kind == PW_SORT_TID ? s->limits->threads + 1
                                                    : s->limits->objects + 1;
        for (uint32_t c = 0; c < n; c++) {
            size_t at = s->offset[i] + c;
            if (before ? before[at] != after[at] : !v->array)
                put_value(b, pw_mtree_text(t, v->name), v->array ? (int64_t)c : -1, v->sort,
                          after[at]);
        }
    }
    if (!before) return;
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    for (size_t i = 0; i < g->slots.n; i++) {
        size_t at = s->thread[k] + 1 + i;
        if (before[at] != after[at])
            put_value(b, pw_mtree_text(t, g->slots.at[i].var->name), -1, g->slots.at[i].var->sort,
                      after[at]);
    }
}

void pw_search_record(struct pw_search *s, uint32_t thread, uint32_t edge, const int64_t *before,
                      const int64_t *after)
{
    struct pw_strbuf b = {0};
    struct pw_search_step x = {
        .thread = thread == NONE ? NONE : thread + 1, .first = NONE, .last = NONE};
    if (thread != NONE && edge != NONE) {
        const struct pw_medge *e = &s->graphs[s->kind[thread + 1]].edges.at[edge];
        x.first = e->first;
        x.last = e->last;
    }
    if (after) changes(s, thread == NONE ? 0 : thread, before, after, &b);
    x.values = pw_mem_strdup(pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    pw_vec_push(&s->result->steps, x);
}
