#include "tmod/follow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"

/* A thread of a followed state; id names it along the run. */
struct follower {
    uint32_t template, local, last, id;
};

struct state {
    uint32_t shared;
    uint32_t first;           /* followers.at[first ..], n_threads of them, sorted without id */
    uint32_t parent;          /* UINT32_MAX: initial */
    struct pw_finite_move by; /* how it was reached */
};

struct follow_ctx {
    const struct pw_tmod_table *t;
    size_t n_threads;
    PW_VEC(struct follower) followers;
    PW_VEC(struct state) states;
    struct pw_table index; /* of the states of the newest layer */
    size_t layer;          /* where it begins */
    PW_VEC(struct follower) next;
    PW_VEC(struct pw_tmod_token) tokens;
    pw_space_steps steps;
    bool too_many;
};

static int by_place(const void *a, const void *b)
{
    const struct follower *x = a, *y = b;
    return PW_ORDER(x->template, y->template)
               ?: PW_ORDER(x->local, y->local)
               ?: PW_ORDER(x->last, y->last)
               ?: PW_ORDER(x->id, y->id);
}

struct state_key {
    uint32_t shared;
    const struct follower *at;
};

static bool same_state(const void *objects, uint32_t id, const void *key)
{
    const struct follow_ctx *x = objects;
    const struct state_key *k = key;
    assert(id < x->states.n);
    const struct state *s = &x->states.at[id];
    if (s->shared != k->shared) return false;
    for (size_t i = 0; i < x->n_threads; i++) {
        assert(s->first + i < x->followers.n);
        const struct follower *a = &x->followers.at[s->first + i], *b = &k->at[i];
        if (a->template != b->template || a->local != b->local || a->last != b->last) return false;
    }
    return true;
}

/* Does the state x->next with this shared part project to context k? */
static bool projects(struct follow_ctx *x, uint32_t shared, uint32_t k)
{
    struct pw_tmod_world *w = x->t->w;
    if (x->t->contexts.at[k].shared != shared) return false;
    pw_vec_reset(&x->tokens);
    for (size_t i = 0; i < x->n_threads; i++) {
        assert(i < x->next.n);
        const struct follower *f = &x->next.at[i];
        struct pw_tmod_token token = {pw_tmod_class_of(w, f->template, f->local, f->last), 1};
        pw_vec_push(&x->tokens, token);
    }
    assert(k < x->t->contexts.n);
    return pw_tmod_bag_of(w, x->tokens.at, x->tokens.n) == x->t->contexts.at[k].bag;
}

/* Adds x->next to the newest layer, if it projects to k and is new. */
static void add_state(struct follow_ctx *x, uint32_t shared, uint32_t k, uint32_t parent,
                      struct pw_finite_move by)
{
    if (!projects(x, shared, k)) return;
    if (x->n_threads) qsort(x->next.at, x->n_threads, sizeof *x->next.at, by_place);
    struct state_key key = {shared, x->next.at};
    uint64_t h = shared;
    for (size_t i = 0; i < x->n_threads; i++)
        h = pw_hash_mix(pw_hash_mix(h, x->next.at[i].template),
                        2 * x->next.at[i].local + x->next.at[i].last);
    if (pw_table_find(&x->index, h, same_state, x, &key) != PW_TABLE_NONE) return;
    if (x->states.n - x->layer >= PW_TMOD_MOST_FOLLOWED) {
        x->too_many = true;
        return;
    }
    struct state s = {shared, (uint32_t)x->followers.n, parent, by};
    for (size_t i = 0; i < x->n_threads; i++)
        pw_vec_push(&x->followers, x->next.at[i]);
    pw_table_add(&x->index, h, (uint32_t)x->states.n);
    pw_vec_push(&x->states, s);
}

/* --- the first layer --- */

struct begin_ctx {
    struct follow_ctx *x;
    uint32_t context;
};

static bool add_initial(void *arg, uint32_t shared, const struct pw_finite_thread *threads,
                        size_t n)
{
    struct begin_ctx *b = arg;
    struct follow_ctx *x = b->x;
    x->n_threads = n;
    pw_vec_reset(&x->next);
    for (size_t i = 0; i < n; i++) {
        struct follower f = {threads[i].template, threads[i].local, false, (uint32_t)i};
        pw_vec_push(&x->next, f);
    }
    add_state(x, shared, b->context, UINT32_MAX, (struct pw_finite_move){0});
    return !x->too_many;
}

/* --- the next layer --- */

static void load_next(struct follow_ctx *x, const struct state *s)
{
    pw_vec_reset(&x->next);
    for (size_t i = 0; i < x->n_threads; i++)
        pw_vec_push(&x->next, x->followers.at[s->first + i]);
}

static void move_thread(struct follow_ctx *x, uint32_t from, size_t i, struct pw_space_step step,
                        uint32_t k)
{
    assert(from < x->states.n);
    struct state s = x->states.at[from];
    assert(s.first + i < x->followers.n);
    struct follower mover = x->followers.at[s.first + i];
    bool marks = pw_tmod_marks(x->t->w, s.shared, step.shared);
    load_next(x, &s);
    for (size_t j = 0; j < x->n_threads && marks; j++)
        x->next.at[j].last = false;
    assert(i < x->next.n);
    x->next.at[i].local = step.local;
    x->next.at[i].last = marks || mover.last;
    add_state(x, step.shared, k, from,
              (struct pw_finite_move){mover.id, s.shared, mover.local, step});
}

/* Successors of one state by a thread of `class` that project to context k. Threads in one place
 * are moved once. */
static void succeed(struct follow_ctx *x, uint32_t from, uint32_t class, uint32_t k)
{
    struct pw_tmod_world *w = x->t->w;
    for (size_t i = 0; i < x->n_threads && !x->too_many; i++) {
        assert(from < x->states.n);
        struct state s = x->states.at[from];
        assert(s.first + i < x->followers.n);
        struct follower f = x->followers.at[s.first + i];
        if (pw_tmod_class_of(w, f.template, f.local, f.last) != class) continue;
        if (i) {
            struct follower e = x->followers.at[s.first + i - 1];
            if (e.template == f.template && e.local == f.local && e.last == f.last) continue;
        }
        pw_limits_poll();
        pw_space_steps_from(w->space, f.template, s.shared, f.local, &x->steps);
        for (size_t j = 0; j < x->steps.n; j++)
            move_thread(x, from, i, x->steps.at[j], k);
    }
}

static void next_layer(struct follow_ctx *x, uint32_t class, uint32_t k)
{
    size_t from = x->layer, to = x->states.n;
    pw_table_clear(&x->index);
    x->layer = to;
    for (size_t i = from; i < to && !x->too_many; i++)
        succeed(x, (uint32_t)i, class, k);
}

/* --- the result --- */

static bool state_bad(const struct follow_ctx *x, uint32_t id)
{
    uint32_t *templates = PW_NEWS(uint32_t, x->n_threads),
             *locals = PW_NEWS(uint32_t, x->n_threads);
    for (size_t i = 0; i < x->n_threads; i++) {
        assert(id < x->states.n);
        templates[i] = x->followers.at[x->states.at[id].first + i].template;
        locals[i] = x->followers.at[x->states.at[id].first + i].local;
    }
    int64_t property = pw_tmod_bad_state(x->t->w->space, templates, locals, x->n_threads);
    PW_FREES(templates, x->n_threads);
    PW_FREES(locals, x->n_threads);
    return property != PW_NONE;
}

static void read_run(const struct follow_ctx *x, uint32_t end, struct pw_finite_run *run)
{
    uint32_t s = end;
    for (; x->states.at[s].parent != UINT32_MAX; s = x->states.at[s].parent)
        pw_vec_push(&run->moves, x->states.at[s].by);
    pw_finite_run_reverse(run);
    assert(s < x->states.n);
    run->shared = x->states.at[s].shared;
    for (size_t i = 0; i < x->n_threads; i++)
        pw_vec_push(&run->start, (struct pw_finite_thread){0});
    for (size_t i = 0; i < x->n_threads; i++) {
        struct follower f = x->followers.at[x->states.at[s].first + i];
        assert(f.id < run->start.n);
        run->start.at[f.id] = (struct pw_finite_thread){f.template, f.local, false};
    }
}

static enum pw_tmod_follow follow(struct follow_ctx *x, const pw_space_numbers *path,
                                  struct pw_finite_run *run, uint32_t *class, uint32_t *local)
{
    struct begin_ctx b = {x, path->at[0]};
    pw_tmod_initial_states(x->t->w->space, x->t->w->counts, add_initial, &b);
    for (size_t i = 1; i < path->n && !x->too_many; i++) {
        const struct pw_tmod_context *c = &x->t->contexts.at[path->at[i]];
        *class = c->parent_class;
        *local = c->parent_local;
        next_layer(x, *class, path->at[i]);
        if (x->states.n == x->layer && !x->too_many) return PW_FOLLOW_BREAKS;
    }
    if (x->too_many) return PW_FOLLOW_TOO_MANY;
    for (size_t i = x->layer; i < x->states.n; i++) {
        if (!state_bad(x, (uint32_t)i)) continue;
        read_run(x, (uint32_t)i, run);
        return PW_FOLLOW_RUN;
    }
    return PW_FOLLOW_NOT_BAD;
}

enum pw_tmod_follow pw_tmod_follow_path(const struct pw_tmod_table *t, uint32_t bad,
                                        struct pw_finite_run *run, uint32_t *class, uint32_t *local)
{
    struct follow_ctx x = {.t = t};
    pw_space_numbers path = {0};
    for (uint32_t k = bad; k != PW_TMOD_NOWHERE; k = t->contexts.at[k].parent)
        pw_vec_push(&path, k);
    for (size_t i = 0; i < path.n / 2; i++) {
        uint32_t k = path.at[i];
        path.at[i] = path.at[path.n - 1 - i];
        path.at[path.n - 1 - i] = k;
    }
    enum pw_tmod_follow how = follow(&x, &path, run, class, local);
    pw_vec_clear(&path);
    pw_vec_clear(&x.followers);
    pw_vec_clear(&x.states);
    pw_table_clear(&x.index);
    pw_vec_clear(&x.next);
    pw_vec_clear(&x.tokens);
    pw_vec_clear(&x.steps);
    return how;
}
