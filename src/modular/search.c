#include "modular/search.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#include "base/limits.h"
#include "base/table.h"
#include "front/dr/format.h"
#include "modular/search_state.h"

enum { NONE = PW_MTREE_NONE };

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- layout ----------------------------------------------------------------------------------- */

static uint32_t domain(const struct pw_search *s, struct pw_sort sort)
{
    return sort.kind == PW_SORT_TID ? s->limits->threads + 1 : s->limits->objects + 1;
}

static void lay_out(struct pw_search *s)
{
    const struct pw_mtree *t = s->t;
    size_t at = 0;
    for (size_t i = 0; i < t->shared.n; i++) {
        s->offset[i] = (uint32_t)at;
        at += t->shared.at[i].array ? domain(s, t->shared.at[i].index) : 1;
    }
    s->nshared = at;
    for (uint32_t k = 0; k < s->limits->threads; k++) {
        const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
        s->thread[k] = (uint32_t)at;
        at += 1 + g->slots.n + s->ninstances[s->kind[k + 1]] + 1;
        assert(pw_search_labels(s, k) == at - 1);
        if (s->t->unsafe.n && g->labels.n > PW_SEARCH_MOST_LABELS) s->result->truncated = true;
    }
    s->size = at;
}

/* --- states ----------------------------------------------------------------------------------- */

static bool same_state(const void *objects, uint32_t id, const void *key)
{
    const struct pw_search *s = objects;
    return !memcmp(s->states.at + (size_t)id * s->size, key, s->size * sizeof(int64_t));
}

static bool within_bounds(struct pw_search *s, const int64_t *state)
{
    for (size_t i = 0; i < s->size; i++)
        if ((state[i] > s->limits->width || state[i] < -s->limits->width) && s->is_value[i]) {
            s->result->truncated = true;
            return false;
        }
    return true;
}

static void add_state(struct pw_search *s, const int64_t *state, const struct pw_search_parent *p)
{
    if (!within_bounds(s, state)) return;
    uint64_t h = pw_hash_bytes(state, s->size * sizeof *state);
    if (pw_table_find(&s->table, h, same_state, s, state) >= 0) return;
    if (s->parents.n >= s->limits->states || s->parents.n >= UINT32_MAX - 1) {
        s->full = true;
        return;
    }
    pw_table_add(&s->table, h, (uint32_t)s->parents.n);
    pw_vec_push(&s->parents, *p);
    pw_vec_reserve(&s->states, s->states.n + s->size);
    memcpy(s->states.at + s->states.n, state, s->size * sizeof *state);
    s->states.n += s->size;
}

/* --- what was found --------------------------------------------------------------------------- */

static bool is_violation(enum pw_search_kind k)
{
    return k == PW_FOUND_ASSERT || k == PW_FOUND_UNSAFE;
}

void pw_search_found(struct pw_search *s, enum pw_search_kind kind, uint32_t first, uint32_t last)
{
    struct pw_search_result *r = s->result;
    if (s->limits->broken) s->limits->broken[first] = true;
    if (r->kind != PW_FOUND_NOTHING && (is_violation(r->kind) || !is_violation(kind))) return;
    r->kind = kind;
    r->first = first;
    r->last = last;
    r->threads = s->limits->threads;
    s->found_at = s->current;
    s->found_edge = s->moving_edge;
    s->found_thread = s->moving;
    if (is_violation(kind) && !s->limits->broken) s->stop = true;
}

/* --- moves ------------------------------------------------------------------------------------ */

static void settle(struct pw_search *s, uint32_t k, int64_t *state, unsigned depth);
static void walk_edge(struct pw_search *s, uint32_t k, int64_t *state, uint32_t edge,
                      unsigned depth);

/* The thread has finished a step: check it and keep the state. */
static void arrived(struct pw_search *s, uint32_t k, const int64_t *state)
{
    struct pw_search_parent p = {s->current, k, s->moving_edge};
    if (s->current != NONE)
        pw_search_check_step(s, k, s->states.at + (size_t)s->current * s->size, state);
    add_state(s, state, &p);
}

static bool silent_only(const struct pw_mgraph *g, uint32_t node)
{
    for (uint32_t e = g->nodes.at[node].first_out; e; e = g->next_out[e - 1])
        if (g->edges.at[e - 1].kind == PW_MEDGE_SILENT) return true;
    return false;
}

static void pass_labels(const struct pw_search *s, uint32_t k, int64_t *state, uint32_t node)
{
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    for (uint32_t i = 0; i < g->labels.n && i < PW_SEARCH_MOST_LABELS; i++)
        if (g->labels.at[i] == node) state[pw_search_labels(s, k)] |= (int64_t)1 << i;
}

/* Silent edges belong to the step before; inside an atomic block the step goes on. */
static void settle(struct pw_search *s, uint32_t k, int64_t *state, unsigned depth)
{
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    uint32_t node = (uint32_t)state[s->thread[k]];
    pw_limits_poll();
    if (depth > 5000 || s->stop) return;
    pass_labels(s, k, state, node);
    pw_search_check_claims(s, k, node, state);
    if (!g->nodes.at[node].inner && !silent_only(g, node)) {
        arrived(s, k, state);
        return;
    }
    for (uint32_t e = g->nodes.at[node].first_out; e && !s->stop; e = g->next_out[e - 1])
        if (g->nodes.at[node].inner || g->edges.at[e - 1].kind == PW_MEDGE_SILENT)
            walk_edge(s, k, state, e - 1, depth + 1);
}

static void after_ops(struct pw_search *s, uint32_t k, int64_t *state, uint32_t edge,
                      unsigned depth)
{
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    assert(edge < g->edges.n);
    const struct pw_medge *e = &g->edges.at[edge];
    bool ends = e->kind != PW_MEDGE_INNER && !g->nodes.at[e->to].inner;
    if (e->kind != PW_MEDGE_SILENT) pw_search_not_fresh(s, k, state);
    if (e->leaves != NONE && !pw_search_leave(s, k, state, e)) return;
    if (e->enters != NONE && !pw_search_enter(s, k, state, e)) return;
    if (ends) pw_search_advance(s, k, state, e);
    state[s->thread[k]] = e->to;
    settle(s, k, state, depth);
}

/* The operations from `op` on; choices are tried one by one. */
void pw_search_ops(struct pw_search *s, uint32_t k, const int64_t *from, uint32_t edge, uint32_t op,
                   unsigned depth)
{
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    assert(edge < g->edges.n);
    const struct pw_medge *e = &g->edges.at[edge];
    int64_t *state = pw_mem_alloc(s->size * sizeof *state);
    memcpy(state, from, s->size * sizeof *state);
    bool go = true;
    for (; go && op < e->op + e->nops && !s->stop; op++) {
        assert(op < g->ops.n);
        const struct pw_mop *o = &g->ops.at[op];
        if (o->kind == PW_MOP_HAVOC || o->kind == PW_MOP_NEW) {
            pw_search_choose(s, k, state, edge, op, 0, depth);
            go = false;
        } else
            go = pw_search_op(s, k, state, o);
    }
    if (go && !s->stop) after_ops(s, k, state, edge, depth);
    pw_mem_free(state, s->size * sizeof *state);
}

static void walk_edge(struct pw_search *s, uint32_t k, int64_t *state, uint32_t edge,
                      unsigned depth)
{
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    uint32_t outer = s->moving_edge;
    const int64_t *start = s->step_start;
    if (g->edges.at[edge].kind != PW_MEDGE_SILENT)
        s->moving_edge = edge;
    else if (!g->nodes.at[g->edges.at[edge].from].inner)
        s->step_start = state; /* contracts have seen the step before */
    assert(edge < g->edges.n);
    pw_search_ops(s, k, state, edge, g->edges.at[edge].op, depth);
    s->moving_edge = outer;
    s->step_start = start;
}

static void expand(struct pw_search *s, uint32_t id)
{
    int64_t *state = pw_mem_alloc(s->size * sizeof *state);
    memcpy(state, s->states.at + (size_t)id * s->size, s->size * sizeof *state);
    s->current = id;
    for (uint32_t k = 0; k < s->limits->threads && !s->stop; k++) {
        const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
        uint32_t node = (uint32_t)state[s->thread[k]];
        int64_t *labels = state + pw_search_labels(s, k), kept = *labels;
        *labels = 0;
        s->moving = k;
        for (uint32_t e = g->nodes.at[node].first_out; e && !s->stop; e = g->next_out[e - 1]) {
            s->moving_edge = e - 1;
            s->step_start = state;
            pw_search_ops(s, k, state, e - 1, g->edges.at[e - 1].op, 0);
        }
        *labels = kept;
    }
    pw_mem_free(state, s->size * sizeof *state);
}

/* --- initial states --------------------------------------------------------------------------- */

static void start_threads(struct pw_search *s, int64_t *state, uint32_t k)
{
    if (k == s->limits->threads) {
        struct pw_search_parent p = {NONE, 0, 0};
        add_state(s, state, &p);
        return;
    }
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    memset(state + s->thread[k], 0,
           (1 + g->slots.n + s->ninstances[s->kind[k + 1]] + 1) * sizeof *state);
    state[s->thread[k]] = g->entry;
    start_threads(s, state, k + 1);
}

static void initial(struct pw_search *s, int64_t *state, uint32_t var)
{
    const struct pw_mtree *t = s->t;
    if (s->stop) return;
    if (var == t->shared.n) {
        for (size_t i = 0; i < t->inits.n; i++)
            if (!pw_search_holds_for_all(s, &t->inits.at[i], state, NULL)) return;
        start_threads(s, state, 0);
        return;
    }
    assert(var < t->shared.n);
    const struct pw_mvar *v = &t->shared.at[var];
    size_t cells = v->array ? domain(s, v->index) : 1;
    int64_t lo, hi;
    pw_search_domain(s, v, &lo, &hi);
    if (v->array && !v->init) s->result->truncated = true; /* cells differ, too */
    if (v->init) {
        struct pw_search_view view = {0};
        int64_t value;
        if (!pw_search_eval(s, v->init, &view, &value)) return;
        lo = hi = value;
    }
    for (int64_t x = lo; x <= hi; x++) {
        for (size_t i = 0; i < cells; i++)
            state[s->offset[var] + i] = x;
        initial(s, state, var + 1);
    }
}

/* Which numbers of a state are integers of the program, so that bounds apply. */
static void mark_values(struct pw_search *s)
{
    memset(s->is_value, 0, s->size * sizeof *s->is_value);
    for (size_t i = 0; i < s->t->shared.n; i++) {
        const struct pw_mvar *v = &s->t->shared.at[i];
        size_t cells = v->array ? domain(s, v->index) : 1;
        for (size_t c = 0; c < cells; c++)
            s->is_value[s->offset[i] + c] = v->sort.kind == PW_SORT_INT;
    }
    for (uint32_t k = 0; k < s->limits->threads; k++) {
        const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
        for (size_t i = 0; i < g->slots.n; i++)
            s->is_value[s->thread[k] + 1 + i] = g->slots.at[i].var->sort.kind == PW_SORT_INT;
    }
}

static void record_run(struct pw_search *s)
{
    struct pw_search_result *r = s->result;
    pw_uints path = {0};
    for (uint32_t id = s->found_at; id != NONE; id = s->parents.at[id].from)
        pw_vec_push(&path, id);
    for (size_t i = path.n; i-- > 0;) {
        const struct pw_search_parent *p = &s->parents.at[path.at[i]];
        if (p->from != NONE)
            pw_search_record(s, p->thread, p->edge, s->states.at + (size_t)p->from * s->size,
                             s->states.at + (size_t)path.at[i] * s->size);
        else
            pw_search_record(s, NONE, NONE, NULL, s->states.at + (size_t)path.at[i] * s->size);
    }
    pw_search_record(s, s->found_thread, s->found_edge, NULL, NULL);
    pw_vec_clear(&path);
    assert(r->steps.n >= 1);
}

static void search_one(struct pw_search *s, double end)
{
    lay_out(s);
    s->is_value = PW_NEWS(bool, s->size + 1);
    mark_values(s);
    pw_table_reset(&s->table);
    s->parents.n = 0;
    s->states.n = 0;
    s->current = NONE;
    enum pw_search_kind before = s->result->kind;
    int64_t *state = PW_NEWS(int64_t, s->size + 1);
    initial(s, state, 0);
    for (uint32_t id = 0; id < s->parents.n && !s->stop; id++) {
        s->current = id;
        s->moving_edge = NONE;
        pw_search_check_state(s, s->states.at + (size_t)id * s->size);
        if (!s->stop) expand(s, id);
        if ((id & 255) == 0 && end > 0 && seconds_now() > end) {
            s->full = true;
            break;
        }
    }
    s->result->states += s->parents.n;
    if (s->result->kind != before) {
        for (size_t i = 0; i < s->result->steps.n; i++)
            pw_mem_strfree(s->result->steps.at[i].values);
        s->result->steps.n = 0;
        record_run(s);
    }
    PW_FREES(state, s->size + 1);
    PW_FREES(s->is_value, s->size + 1);
}

/* All choices of kinds for the threads from k on, never falling; exact counts are kept. */
static void choose_kinds(struct pw_search *s, uint32_t k, uint32_t least, double end)
{
    const struct pw_mtree *t = s->t;
    if (s->stop) return;
    if (k == s->limits->threads) {
        for (uint32_t i = 0; i < t->threads.n; i++) {
            int64_t n = 0;
            for (uint32_t m = 1; m <= k; m++)
                n += s->kind[m] == i;
            if (t->threads.at[i]->count >= 0 && n != t->threads.at[i]->count) return;
        }
        search_one(s, end);
        return;
    }
    for (uint32_t i = least; i < t->threads.n; i++) {
        s->kind[k + 1] = i;
        choose_kinds(s, k + 1, i, end);
    }
}

static bool build_graphs(struct pw_search *s, const struct pw_automaton *automata)
{
    struct pw_diags ignored = {0};
    bool ok = true;
    for (size_t i = 0; i < s->t->threads.n; i++) {
        ok = pw_mgraph_build(&s->graphs[i], s->t, s->t->threads.at[i], automata, true, &ignored) &&
             ok && !s->graphs[i].too_large;
        for (size_t e = 0; e < s->graphs[i].edges.n; e++)
            s->ninstances[i] += s->graphs[i].edges.at[e].enters != NONE;
        pw_search_prepare(s, (uint32_t)i);
    }
    pw_diags_clear(&ignored);
    return ok;
}

bool pw_search_run(struct pw_mtree *t, const struct pw_automaton *automata,
                   const struct pw_search_limits *limits, struct pw_search_result *result)
{
    struct pw_search s = {.t = t, .automata = automata, .limits = limits, .result = result};
    size_t nt = t->threads.n + 1;
    *result = (struct pw_search_result){0};
    s.graphs = PW_NEWS(struct pw_mgraph, nt);
    s.ninstances = PW_NEWS(uint32_t, nt);
    s.instance = PW_NEWS(uint32_t *, nt);
    s.offset = PW_NEWS(uint32_t, t->shared.n + 1);
    s.thread = PW_NEWS(uint32_t, limits->threads + 1);
    s.kind = PW_NEWS(uint32_t, limits->threads + 2);
    bool ok = build_graphs(&s, automata);
    if (ok) choose_kinds(&s, 0, 0, limits->seconds > 0 ? seconds_now() + limits->seconds : 0);
    result->complete = ok && !s.full && !s.stop;
    for (size_t i = 0; i < t->threads.n; i++) {
        if (s.instance[i]) PW_FREES(s.instance[i], s.graphs[i].slots.n + 1);
        pw_mgraph_clear(&s.graphs[i]);
    }
    PW_FREES(s.graphs, nt);
    PW_FREES(s.ninstances, nt);
    PW_FREES(s.instance, nt);
    PW_FREES(s.offset, t->shared.n + 1);
    PW_FREES(s.thread, limits->threads + 1);
    PW_FREES(s.kind, limits->threads + 2);
    pw_table_clear(&s.table);
    pw_vec_clear(&s.parents);
    pw_vec_clear(&s.states);
    return ok;
}

void pw_search_clear(struct pw_search_result *r)
{
    for (size_t i = 0; i < r->steps.n; i++)
        pw_mem_strfree(r->steps.at[i].values);
    pw_vec_clear(&r->steps);
}

/* Beside a statement of so many columns stand the values; below a longer one they have their own
 * line. */
enum { MOST_BESIDE = 34 };

static void print_step(const struct pw_mtree *t, const struct pw_search_step *x, size_t number,
                       struct pw_strbuf *out)
{
    struct pw_strbuf text = {0};
    size_t start = out->n;
    pw_strbuf_printf(out, "  %4zu  thread %-3u ", number, x->thread);
    if (x->first != NONE) {
        pw_strbuf_printf(out, "line %-4u", pw_mtree_place(t, x->first).line);
        pw_format_excerpt(&t->lexer, x->first, x->last, &text);
    }
    size_t column = out->n - start;
    pw_strbuf_puts(out, pw_strbuf_text(&text));
    if (*x->values && text.n > MOST_BESIDE) {
        pw_strbuf_putc(out, '\n');
        pw_strbuf_repeat(out, ' ', column + 2);
    } else if (*x->values) {
        pw_strbuf_repeat(out, ' ', MOST_BESIDE + 2 - text.n);
    }
    pw_strbuf_printf(out, "%s\n", x->values);
    pw_strbuf_clear(&text);
}

void pw_search_print(const struct pw_mtree *t, const struct pw_search_result *r,
                     struct pw_strbuf *out)
{
    size_t number = 0;
    for (size_t i = 0; i < r->steps.n; i++) {
        const struct pw_search_step *x = &r->steps.at[i];
        assert(x->values);
        if (x->thread == NONE)
            pw_strbuf_printf(out, "  initially%s%s\n", *x->values ? "  " : "", x->values);
        else
            print_step(t, x, ++number, out);
    }
}
