#include "dualref/instance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "base/progress.h"
#include "dualref/moves.h"
#include "dualref/trap.h"

/* A state that was met: tokens.at[first .. first+n-1], increasing. */
struct met {
    uint32_t shared, first, n;
    uint32_t parent, stmt;         /* PW_NO_INDEX for initial states */
    uint32_t active, active_after; /* local states of the thread that moved */
    uint64_t depth;
};

struct search {
    const struct pw_closure *c;
    const struct pw_instance_options *o;
    struct pw_instance_result *r;
    struct pw_moves *moves;
    PW_VEC(struct met) met;
    PW_VEC(uint32_t) tokens;
    struct pw_table index;
    uint32_t bad_state; /* the first bad one, or PW_NO_INDEX */
    bool truncated;
    bool sharp; /* the following are in use */
    struct pw_dr_slice slice;
    struct pw_trap_finder traps;
};

/* ---- the set of states ---- */

struct key {
    uint32_t shared;
    uint64_t layer; /* with a schedule, states of different depth are different */
    const uint32_t *tokens;
    uint32_t n;
};

static bool same_state(const void *objects, uint32_t id, const void *key)
{
    const struct search *s = objects;
    const struct key *k = key;
    assert(id < s->met.n);
    const struct met *m = &s->met.at[id];
    if (m->shared != k->shared || m->n != k->n || (s->o->schedule && m->depth != k->layer))
        return false;
    return !k->n || !memcmp(s->tokens.at + m->first, k->tokens, k->n * sizeof *k->tokens);
}

static bool is_bad(const struct search *s, const struct met *m, size_t bad)
{
    assert(bad < s->c->t->bad.n);
    const struct pw_bad *b = &s->c->t->bad.at[bad];
    for (size_t i = 0; i < b->terms.n; i++) {
        uint32_t found = 0;
        for (uint32_t k = 0; k < m->n; k++)
            found += pw_states_has_label(&s->r->numbers, s->tokens.at[m->first + k],
                                         b->terms.at[i].label);
        if (found < b->terms.at[i].k) return false;
    }
    return true;
}

static void note_labels(struct search *s, const struct met *m)
{
    size_t labels = s->c->t->labels.n;
    for (uint32_t i = 0; i < m->n; i++) {
        const pw_uints *a =
            &s->c->t->locs.at[s->r->numbers.locals.at[s->tokens.at[m->first + i]].loc].labels;
        for (size_t x = 0; x < a->n; x++)
            s->r->label[a->at[x]] = true;
        for (uint32_t j = 0; j < m->n; j++) {
            if (i == j) continue;
            const pw_uints *b =
                &s->c->t->locs.at[s->r->numbers.locals.at[s->tokens.at[m->first + j]].loc].labels;
            for (size_t x = 0; x < a->n; x++)
                for (size_t y = 0; y < b->n; y++)
                    s->r->pair[a->at[x] * labels + b->at[y]] = true;
        }
    }
}

static void note_state(struct search *s, uint32_t number)
{
    assert(number < s->met.n);
    const struct met *m = &s->met.at[number];
    note_labels(s, m);
    if (m->depth > s->r->depth) s->r->depth = m->depth;
    for (size_t b = 0; b < s->c->t->bad.n; b++) {
        if (!is_bad(s, m, b)) continue;
        assert(b < s->r->n_bad);
        s->r->bad[b] = s->r->any_bad = true;
        if (s->bad_state == PW_NO_INDEX) s->bad_state = number;
    }
}

/* Counts one thread looked at; false when the bounds of the search are reached. */
static bool may_go_on(struct search *s)
{
    s->r->work++;
    if (s->o->most_work && s->r->work > s->o->most_work) s->truncated = true;
    return !s->truncated;
}

/* Takes in a state, given by n tokens in any order, which are sorted in place. */
static void add_state(struct search *s, struct met as, uint32_t *tokens, uint32_t n)
{
    pw_limits_poll();
    if (n) qsort(tokens, n, sizeof *tokens, pw_order_uint);
    struct key key = {as.shared, as.depth, tokens, n};
    uint64_t hash = pw_hash_mix(pw_hash_bytes(tokens, n * sizeof *tokens), as.shared);
    if (s->o->schedule) hash = pw_hash_mix(hash, as.depth);
    if (pw_table_find(&s->index, hash, same_state, s, &key) >= 0) return;
    if (s->o->most_states && s->met.n >= s->o->most_states) {
        s->truncated = true;
        return;
    }
    as.first = (uint32_t)s->tokens.n;
    as.n = n;
    for (uint32_t i = 0; i < n; i++)
        pw_vec_push(&s->tokens, tokens[i]);
    pw_vec_push(&s->met, as);
    pw_table_add(&s->index, hash, (uint32_t)s->met.n - 1);
    s->r->states = s->met.n;
    pw_progress_count("states", s->met.n);
    note_state(s, (uint32_t)s->met.n - 1);
}

/* ---- initial states ---- */

struct start {
    struct search *s;
    uint32_t active, passive; /* templates */
    uint32_t entry;           /* location of the passive thread */
    PW_VEC(uint32_t) allowed; /* local states */
    uint32_t shared;
    uint32_t *tokens;
    PW_VEC(struct pw_outcome) pairs;
};

static bool add_pair(void *arg, const uint8_t *values)
{
    struct start *k = arg;
    struct pw_states *st = &k->s->r->numbers;
    struct pw_outcome o;
    o.shared = pw_states_read_shared(st, values, PW_NOW);
    o.active = pw_states_read_local(st, values, PW_ACTIVE, PW_NOW,
                                    k->s->c->t->templates.at[k->active].entry);
    pw_vec_push(&k->pairs, o);
    return true;
}

static bool add_allowed(void *arg, const uint8_t *values)
{
    struct start *k = arg;
    pw_vec_push(&k->allowed,
                pw_states_read_local(&k->s->r->numbers, values, PW_PASSIVE, PW_NOW, k->entry));
    return true;
}

static bool counts_fit(const struct start *k, uint32_t n)
{
    const struct pw_dual *t = k->s->c->t;
    for (uint32_t q = 0; q < t->templates.n; q++) {
        int64_t want = k->s->o->counts ? k->s->o->counts[q] : t->templates.at[q].count, have = 0;
        for (uint32_t i = 0; i < n; i++)
            have += pw_states_template(&k->s->r->numbers, k->tokens[i]) == q;
        if (want >= 0 && want != have) return false;
    }
    return true;
}

/* All multisets of allowed passive threads beside the active one; tokens[0 .. n-1] are chosen. */
static void choose_passive(struct start *k, uint32_t n, size_t from)
{
    unsigned threads = k->s->o->threads;
    pw_limits_poll();
    if (!may_go_on(k->s)) return;
    if (n == threads) {
        if (!counts_fit(k, n)) return;
        struct met as = {k->shared, 0, 0, PW_NO_INDEX, PW_NO_INDEX, 0, 0, 0};
        uint32_t *copy = PW_NEWS(uint32_t, threads);
        memcpy(copy, k->tokens, threads * sizeof *copy);
        add_state(k->s, as, copy, n);
        PW_FREES(copy, threads);
        return;
    }
    for (size_t i = from; i < k->allowed.n; i++) {
        k->tokens[n] = k->allowed.at[i];
        choose_passive(k, n + 1, i);
    }
}

static void collect_allowed(struct start *k, struct pw_outcome o)
{
    struct pw_dual *t = k->s->c->t;
    struct pw_states *st = &k->s->r->numbers;
    pw_bdd fixed = pw_bdd_and(t->bdds, pw_states_shared_cube(st, o.shared, PW_NOW),
                              pw_states_local_cube(st, o.active, PW_ACTIVE, PW_NOW));
    pw_vec_reset(&k->allowed);
    for (uint32_t q = 0; q < t->templates.n; q++) {
        k->entry = t->templates.at[q].entry;
        pw_bdd rows = pw_bdd_cofactor(t->bdds, pw_dual_init(t, k->active, q), fixed);
        pw_bdd_points(t->bdds, rows, pw_dual_vars(t, PW_PASSIVE, q, PW_NOW), add_allowed, k);
    }
}

static void start_with(struct start *k, uint32_t active)
{
    struct pw_dual *t = k->s->c->t;
    pw_bdd any = PW_BDD_FALSE;
    k->active = active;
    pw_vec_reset(&k->pairs);
    for (uint32_t q = 0; q < t->templates.n; q++)
        any = pw_bdd_or(t->bdds, any,
                        pw_bdd_exists(t->bdds, pw_dual_init(t, active, q),
                                      pw_dual_vars(t, PW_PASSIVE, q, PW_NOW)));
    pw_bdd vars = pw_bdd_and(t->bdds, pw_dual_vars(t, PW_SHARED, 0, PW_NOW),
                             pw_dual_vars(t, PW_ACTIVE, active, PW_NOW));
    pw_bdd_points(t->bdds, any, vars, add_pair, k);
    for (size_t i = 0; i < k->pairs.n && !k->s->truncated; i++) {
        collect_allowed(k, k->pairs.at[i]);
        k->shared = k->pairs.at[i].shared;
        k->tokens[0] = k->pairs.at[i].active;
        choose_passive(k, 1, 0);
    }
}

static void add_initial(struct search *s)
{
    struct start k = {.s = s, .tokens = PW_NEWS(uint32_t, s->o->threads)};
    for (uint32_t a = 0; a < s->c->t->templates.n; a++)
        start_with(&k, a);
    PW_FREES(k.tokens, s->o->threads);
    pw_vec_clear(&k.allowed);
    pw_vec_clear(&k.pairs);
}

/* ---- traps ---- */

/* Is a marked trap of the template without a thread in this configuration? */
static bool leaves_trap_empty(struct search *s, uint32_t shared, const uint32_t *tokens, uint32_t n)
{
    struct pw_dual *t = s->c->t;
    pw_bdd *avoid = PW_NEWS(pw_bdd, t->templates.n), *trap = PW_NEWS(pw_bdd, t->templates.n);
    pw_bdd here = pw_states_shared_cube(&s->r->numbers, shared, PW_NOW);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t q = pw_states_template(&s->r->numbers, tokens[i]);
        avoid[q] =
            pw_bdd_or(t->bdds, avoid[q],
                      pw_bdd_and(t->bdds, here, pw_states_passive_cube(&s->r->numbers, tokens[i])));
    }
    bool empty = pw_trap_find(&s->traps, avoid, trap);
    PW_FREES(avoid, t->templates.n);
    PW_FREES(trap, t->templates.n);
    return empty;
}

static void start_traps(struct search *s)
{
    s->sharp = s->c->mode == PW_CLOSURE_SHARP;
    if (!s->sharp) return;
    pw_dr_slice_init(&s->slice, s->c);
    pw_trap_finder_init(&s->traps, &s->slice);
}

static void end_traps(struct search *s)
{
    if (!s->sharp) return;
    pw_trap_finder_clear(&s->traps);
    pw_dr_slice_clear(&s->slice);
}

/* ---- steps ---- */

/* One outcome of one act in one state; the passive tokens are worked off from left to right. */
struct step_ctx {
    struct search *s;
    struct met as;
    const uint32_t *passive;
    uint32_t n_passive;
    uint32_t act;
    struct pw_outcome o;
    uint32_t *after; /* tokens of the successor so far; the active one first */
    uint32_t wanted; /* some blocks that passive threads must serve */
};

/* Tokens of equal state choose in non-decreasing order, so each multiset of choices is met once. */
static void reply(struct step_ctx *k, uint32_t i, uint32_t n, size_t least, bool witness,
                  uint32_t served)
{
    struct search *s = k->s;
    pw_limits_poll();
    if (!may_go_on(s)) return;
    if (i == k->n_passive) {
        if (pw_closure_needs_witness(s->c) && !witness) return;
        if (k->wanted & ~served) return;
        if (s->sharp && n < s->o->threads && leaves_trap_empty(s, k->as.shared, k->after, n))
            return;
        uint32_t *copy = PW_NEWS(uint32_t, s->o->threads);
        memcpy(copy, k->after, n * sizeof *copy);
        s->r->steps++;
        add_state(s, k->as, copy, n);
        PW_FREES(copy, s->o->threads);
        return;
    }
    const struct pw_reply *first;
    assert(i < k->n_passive);
    size_t choices = pw_moves_replies(s->moves, k->act, k->o, k->passive[i], &first);
    bool equal_next = i + 1 < k->n_passive && k->passive[i + 1] == k->passive[i];
    if (!choices && s->c->mode != PW_CLOSURE_NONE) reply(k, i + 1, n, 0, witness, served);
    for (size_t c = least; c < choices; c++) {
        choices = pw_moves_replies(s->moves, k->act, k->o, k->passive[i], &first);
        k->after[n] = first[c].passive;
        reply(k, i + 1, n + 1, equal_next ? c : 0, true, served | first[c].serves);
    }
}

static void take_act(struct search *s, uint32_t number, uint32_t token, uint32_t stmt)
{
    assert(number < s->met.n);
    struct met from = s->met.at[number];
    uint32_t *passive = PW_NEWS(uint32_t, s->o->threads), *after = PW_NEWS(uint32_t, s->o->threads),
             n = 0;
    for (uint32_t i = 0; i < from.n; i++)
        if (i != token) passive[n++] = s->tokens.at[from.first + i];
    assert(from.first + token < s->tokens.n);
    uint32_t active = s->tokens.at[from.first + token];
    uint32_t act = pw_moves_act(s->moves, stmt, from.shared, active);
    for (uint32_t i = 0; i < s->moves->acts.at[act].n; i++) {
        assert(act < s->moves->acts.n);
        struct pw_outcome o = s->moves->outcomes.at[s->moves->acts.at[act].first + i];
        struct met as = {o.shared, 0, 0, number, stmt, active, o.active, from.depth + 1};
        struct step_ctx k = {s, as, passive, n, act, o, after, pw_moves_wanted(s->moves, stmt)};
        after[0] = o.active;
        reply(&k, 0, 1, 0, false, 0);
    }
    PW_FREES(passive, s->o->threads);
    PW_FREES(after, s->o->threads);
}

static bool may_step(const struct search *s, uint64_t depth, uint32_t stmt)
{
    if (!s->o->schedule) return true;
    assert(depth < s->o->n_schedule);
    return s->o->schedule[depth] == stmt;
}

static void expand(struct search *s, uint32_t number)
{
    assert(number < s->met.n);
    struct met m = s->met.at[number];
    for (uint32_t i = 0; i < m.n; i++) {
        assert(m.first + i < s->tokens.n);
        uint32_t local = s->tokens.at[m.first + i];
        if (i > 0 && s->tokens.at[m.first + i - 1] == local) continue;
        for (uint32_t st = 0; st < s->c->t->stmts.n; st++)
            if (s->c->t->stmts.at[st].from == s->r->numbers.locals.at[local].loc &&
                may_step(s, m.depth, st))
                take_act(s, number, i, st);
    }
}

/* ---- the run: threads get names ---- */

/* Matches passive threads with the tokens after the step; depth first over the threads, few of
 * them. */
struct name_ctx {
    struct search *s;
    uint32_t act;
    struct pw_outcome o;
    const uint32_t *before;
    uint32_t *now;
    bool *used;
    const uint32_t *tokens;
    uint32_t n_tokens, active;
    uint32_t wanted; /* some blocks that threads must serve */
};

static bool name_from(struct name_ctx *k, uint32_t thread, uint32_t served)
{
    struct search *s = k->s;
    pw_limits_poll();
    if (thread == s->o->threads) {
        for (uint32_t i = 0; i < k->n_tokens; i++)
            if (!k->used[i]) return false;
        return !(k->wanted & ~served);
    }
    if (thread == k->active) return name_from(k, thread + 1, served);
    k->now[thread] = PW_NO_INDEX;
    if (k->before[thread] == PW_NO_INDEX) return name_from(k, thread + 1, served);
    const struct pw_reply *first;
    size_t n = pw_moves_replies(s->moves, k->act, k->o, k->before[thread], &first);
    if (!n) return s->c->mode != PW_CLOSURE_NONE && name_from(k, thread + 1, served);
    for (size_t c = 0; c < n; c++) {
        pw_moves_replies(s->moves, k->act, k->o, k->before[thread], &first);
        uint32_t want = first[c].passive, serves = first[c].serves, i = 0;
        while (i < k->n_tokens && (k->used[i] || k->tokens[i] != want))
            i++;
        if (i == k->n_tokens) continue;
        k->used[i] = true;
        k->now[thread] = want;
        if (name_from(k, thread + 1, served | serves)) return true;
        k->used[i] = false;
    }
    return false;
}

/* The states of the threads, and who takes the step. */
struct named_state {
    uint32_t shared, active;
    uint32_t *before, *now;
};

static bool name_step(struct search *s, const struct met *m, struct named_state *x)
{
    struct name_ctx k = {
        .s = s, .o = {m->shared, m->active_after}, .before = x->before, .now = x->now};
    k.act = pw_moves_act(s->moves, m->stmt, x->shared, m->active);
    assert(m->first <= s->tokens.n);
    k.tokens = s->tokens.at + m->first;
    k.n_tokens = m->n;
    k.wanted = pw_moves_wanted(s->moves, m->stmt);
    k.used = PW_NEWS(bool, s->o->threads);
    bool found = false;
    for (uint32_t a = 0; !found && a < s->o->threads; a++) {
        if (x->before[a] != m->active) continue;
        memset(k.used, 0, s->o->threads * sizeof *k.used);
        uint32_t i = 0;
        while (k.tokens[i] != m->active_after)
            i++;
        k.used[i] = true;
        k.active = x->active = a;
        x->now[a] = m->active_after;
        found = name_from(&k, 0, 0);
    }
    PW_FREES(k.used, s->o->threads);
    return found;
}

static void add_named(struct pw_named_run *run, const struct met *m, const struct named_state *x)
{
    pw_named_run_step(run, m->stmt, x->active, m->shared);
    pw_named_run_move(run, x->active, x->now[x->active]);
    for (uint32_t k = 0; k < run->locals.n; k++)
        if (k != x->active && x->now[k] != x->before[k]) pw_named_run_move(run, k, x->now[k]);
}

static void name_run(struct search *s)
{
    struct pw_named_run *run = &s->r->run;
    size_t n = s->o->threads;
    pw_uints path = {0};
    for (uint32_t i = s->bad_state; i != PW_NO_INDEX; i = s->met.at[i].parent)
        pw_vec_push(&path, i);
    const struct met *m = &s->met.at[pw_vec_pop(&path)];
    struct named_state x = {
        .shared = m->shared, .before = PW_NEWS(uint32_t, n), .now = PW_NEWS(uint32_t, n)};
    run->states = &s->r->numbers;
    run->shared = m->shared;
    for (uint32_t i = 0; i < n; i++)
        pw_vec_push(&run->locals, x.before[i] = s->tokens.at[m->first + i]);
    while (path.n) {
        m = &s->met.at[pw_vec_pop(&path)];
        bool named = name_step(s, m, &x);
        assert(named);
        (void)named;
        add_named(run, m, &x);
        memcpy(x.before, x.now, n * sizeof *x.now);
        x.shared = m->shared;
    }
    PW_FREES(x.before, n);
    PW_FREES(x.now, n);
    pw_vec_clear(&path);
}

/* ---- the search ---- */

static bool at_depth_bound(const struct search *s, uint64_t depth)
{
    if (s->o->schedule) return depth >= s->o->n_schedule;
    return s->o->depth && depth >= s->o->depth;
}

static void search_all(struct search *s)
{
    add_initial(s);
    for (uint32_t i = 0; i < s->met.n; i++) {
        if (s->o->stop_at_bad && s->bad_state != PW_NO_INDEX) return;
        if (s->truncated) return;
        if (!at_depth_bound(s, s->met.at[i].depth))
            expand(s, i);
        else if (!s->o->schedule)
            s->r->complete = false;
    }
}

static void open_result(const struct pw_closure *c, unsigned threads, struct pw_instance_result *r)
{
    r->n_labels = c->t->labels.n;
    r->n_bad = c->t->bad.n;
    r->threads = threads;
    r->complete = true;
    r->label = PW_NEWS(bool, r->n_labels);
    r->pair = PW_NEWS(bool, r->n_labels * r->n_labels);
    r->bad = PW_NEWS(bool, r->n_bad);
}

/* Drops what was found, all but numbers and moves. */
static void close_result(struct pw_instance_result *r)
{
    struct pw_instance_result kept = {.numbers = r->numbers, .moves = r->moves};
    PW_FREES(r->label, r->n_labels);
    PW_FREES(r->pair, r->n_labels * r->n_labels);
    PW_FREES(r->bad, r->n_bad);
    pw_named_run_clear(&r->run);
    *r = kept;
}

static void explore(const struct pw_closure *c, const struct pw_instance_options *o,
                    struct pw_instance_result *r)
{
    assert(o->threads >= 2);
    open_result(c, o->threads, r);
    struct search s = {.c = c, .o = o, .r = r, .moves = r->moves, .bad_state = PW_NO_INDEX};
    start_traps(&s);
    search_all(&s);
    end_traps(&s);
    if (s.bad_state != PW_NO_INDEX) name_run(&s);
    if (s.truncated || (o->stop_at_bad && r->any_bad)) r->complete = false;
    pw_vec_clear(&s.met);
    pw_vec_clear(&s.tokens);
    pw_table_clear(&s.index);
}

void pw_instance_explore(const struct pw_closure *c, const struct pw_instance_options *o,
                         struct pw_instance_result *r)
{
    *r = (struct pw_instance_result){.moves = PW_NEW(struct pw_moves)};
    pw_states_init(&r->numbers, c->t);
    pw_moves_init(r->moves, c, &r->numbers);
    explore(c, o, r);
}

void pw_instance_again(const struct pw_closure *c, const struct pw_instance_options *o,
                       struct pw_instance_result *r)
{
    assert(r->moves->c == c && r->moves->states == &r->numbers);
    close_result(r);
    explore(c, o, r);
}

void pw_instance_clear(struct pw_instance_result *r)
{
    close_result(r);
    if (r->moves) pw_moves_clear(r->moves), PW_FREE(r->moves);
    pw_states_clear(&r->numbers);
}
