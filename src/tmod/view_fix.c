/* The fixpoint of local views. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "tmod/view.h"

/* --- sets of view states --- */

static bool same_cells(const void *objects, uint32_t id, const void *key)
{
    const struct pw_view_thread *t = objects;
    return !memcmp(t->cells.at + (size_t)id * t->width, key, t->width * sizeof(int64_t));
}

/* Adds the state in v->scratch to theta of thread j, unless it is there. */
static void add_state(struct pw_local_views *v, uint32_t j, struct pw_view_state how)
{
    assert(j < v->n);
    struct pw_view_thread *t = &v->threads[j];
    uint64_t h = pw_hash_bytes(v->scratch, t->width * sizeof *v->scratch);
    if (pw_table_find(&t->index, h, same_cells, t, v->scratch) != PW_TABLE_NONE) return;
    pw_limits_poll();
    uint32_t id = (uint32_t)t->states.n, local = (uint32_t)v->scratch[t->width - 1];
    for (uint32_t i = 0; i < t->width; i++)
        pw_vec_push(&t->cells, v->scratch[i]);
    how.class = pw_tmod_class_of(&v->world, t->template, local, false);
    pw_vec_push(&t->states, how);
    pw_table_add(&t->index, h, id);
    pw_vec_push(&v->todo, ((struct pw_view_todo){j, id}));
    v->work++;
}

/* --- the rule init --- */

struct start_ctx {
    struct pw_local_views *v;
    uint32_t thread, shared;
    pw_space_numbers *locals; /* by template: its initial local states here */
    size_t left;
};

/* Gives classes to the neighbours from number a on, in every way. Depth: the neighbours. */
static void start_neighbours(struct start_ctx *x, uint32_t a)
{
    struct pw_view_thread *t = &x->v->threads[x->thread];
    if (a == t->n_links) {
        if (!x->left) x->v->too_many = true;
        if (x->v->too_many) return;
        x->left--;
        add_state(x->v, x->thread, (struct pw_view_state){.origin = PW_VIEW_START});
        return;
    }
    assert(a < t->n_links);
    uint32_t u = x->v->threads[t->links[a].other].template;
    for (size_t i = 0; i < x->locals[u].n; i++) {
        uint32_t class = pw_tmod_class_of(&x->v->world, u, x->locals[u].at[i], false);
        bool again = false;
        for (size_t k = 0; k < i && !again; k++)
            again = pw_tmod_class_of(&x->v->world, u, x->locals[u].at[k], false) == class;
        x->v->scratch[t->n_fields + a] = class;
        if (!again) start_neighbours(x, a + 1);
    }
}

static void start_threads(struct start_ctx *x)
{
    struct pw_local_views *v = x->v;
    for (x->thread = 0; x->thread < v->n; x->thread++) {
        struct pw_view_thread *t = &v->threads[x->thread];
        for (size_t i = 0; i < x->locals[t->template].n; i++) {
            const int64_t *values = pw_space_shared_values(v->space, x->shared);
            for (uint32_t f = 0; f < t->n_fields; f++)
                v->scratch[f] = values[t->fields[f]];
            v->scratch[t->width - 1] = x->locals[t->template].at[i];
            x->left = PW_VIEW_MOST_INITIAL;
            start_neighbours(x, 0);
        }
    }
}

/* How many shared states are initial at most. */
static bool few_initial(const struct pw_program *p)
{
    uint64_t n = 1;
    for (size_t i = 0; i < p->nshared; i++) {
        if (p->shared[i].init) continue;
        uint64_t size = (uint64_t)(p->shared[i].type.hi - p->shared[i].type.lo + 1);
        if (size > PW_VIEW_MOST_INITIAL / n) return false;
        n *= size;
    }
    return true;
}

static void start_all(struct pw_local_views *v)
{
    const struct pw_program *p = v->space->p;
    pw_space_numbers shared = {0};
    struct start_ctx x = {.v = v};
    v->too_many = !few_initial(p);
    if (v->too_many) return;
    x.locals = PW_NEWS(pw_space_numbers, p->ntemplates);
    pw_space_initial_shared(v->space, &shared);
    for (size_t i = 0; i < shared.n && !v->too_many; i++) {
        bool possible = true;
        x.shared = shared.at[i];
        for (uint32_t t = 0; t < p->ntemplates; t++) {
            pw_space_initial_locals(v->space, t, x.shared, &x.locals[t]);
            possible = possible && (x.locals[t].n || !v->counts[t]);
        }
        if (possible) start_threads(&x);
    }
    for (size_t t = 0; t < p->ntemplates; t++)
        pw_vec_clear(&x.locals[t]);
    PW_FREES(x.locals, p->ntemplates);
    pw_vec_clear(&shared);
}

/* --- the rules own and env --- */

/* The steps of a state, in the variables of its thread. */
static void find_steps(struct pw_local_views *v, uint32_t j, uint32_t s, pw_space_steps *found)
{
    assert(j < v->n);
    struct pw_view_thread *t = &v->threads[j];
    const int64_t *cells = pw_view_cells(v, j, s);
    for (uint32_t f = 0; f < t->n_fields; f++)
        v->full[t->fields[f]] = cells[f];
    uint32_t shared = pw_space_number_shared(v->space, v->full);
    for (uint32_t f = 0; f < t->n_fields; f++)
        v->full[t->fields[f]] = v->space->p->shared[t->fields[f]].type.lo;
    pw_space_steps_from(v->space, t->template, shared, pw_view_local(v, j, s), found);
    assert(s < t->states.n);
    t->states.at[s].first_step = (uint32_t)t->steps.n;
    t->states.at[s].n_steps = (uint32_t)found->n;
    t->states.at[s].expanded = true;
    for (size_t i = 0; i < found->n; i++) {
        const int64_t *after = pw_space_shared_values(v->space, found->at[i].shared);
        for (uint32_t f = 0; f < t->n_fields; f++)
            pw_vec_push(&t->steps, after[t->fields[f]]);
        pw_vec_push(&t->steps, found->at[i].local);
        pw_vec_push(&t->steps, pw_tmod_class_of(&v->world, t->template, found->at[i].local, false));
    }
}

static const int64_t *step_of(const struct pw_view_thread *t, uint32_t s, uint32_t i)
{
    assert(s < t->states.n);
    return t->steps.at + t->states.at[s].first_step + (size_t)i * (t->n_fields + 2);
}

static void move_own(struct pw_local_views *v, uint32_t j, uint32_t s)
{
    assert(j < v->n);
    struct pw_view_thread *t = &v->threads[j];
    for (uint32_t i = 0; i < t->states.at[s].n_steps; i++) {
        const int64_t *step = step_of(t, s, i);
        memcpy(v->scratch, pw_view_cells(v, j, s), t->width * sizeof *v->scratch);
        memcpy(v->scratch, step, t->n_fields * sizeof *v->scratch);
        v->scratch[t->width - 1] = step[t->n_fields];
        add_state(v, j, (struct pw_view_state){.origin = PW_VIEW_OWN, .from = s});
    }
}

/* pw_view_compatible, of thread `me` and its neighbour by link l. */
static inline bool compatible(const struct pw_view_thread *me, uint32_t s,
                              const struct pw_view_link *l, const struct pw_view_thread *you,
                              uint32_t t)
{
    const int64_t *mine = me->cells.at + (size_t)s * me->width,
                  *yours = you->cells.at + (size_t)t * you->width;
    if (mine[me->n_fields + (l - me->links)] != you->states.at[t].class) return false;
    if (yours[you->n_fields + l->back] != me->states.at[s].class) return false;
    for (uint32_t i = 0; i < l->n_fields; i++)
        if (mine[l->fields[2 * i]] != yours[l->fields[2 * i + 1]]) return false;
    for (uint32_t i = 0; i < l->n_common; i++)
        if (mine[me->n_fields + l->common[2 * i]] != yours[you->n_fields + l->common[2 * i + 1]])
            return false;
    return true;
}

bool pw_view_compatible(const struct pw_local_views *v, uint32_t j, uint32_t s, uint32_t a,
                        uint32_t t)
{
    assert(j < v->n && a < v->threads[j].n_links);
    const struct pw_view_link *l = &v->threads[j].links[a];
    return compatible(&v->threads[j], s, l, &v->threads[l->other], t);
}

/* Thread j steps from s beside its neighbour by link a at t. pre: compatible, s expanded. */
static void move_beside(struct pw_local_views *v, uint32_t j, uint32_t s, uint32_t a, uint32_t t)
{
    assert(j < v->n);
    const struct pw_view_thread *me = &v->threads[j];
    assert(a < me->n_links);
    const struct pw_view_link *l = &me->links[a];
    const struct pw_view_thread *you = &v->threads[l->other];
    for (uint32_t i = 0; i < me->states.at[s].n_steps; i++) {
        const int64_t *step = step_of(me, s, i), *yours = pw_view_cells(v, l->other, t);
        bool seen = yours[you->n_fields + l->back] != step[me->n_fields + 1];
        for (uint32_t f = 0; f < l->n_fields && !seen; f++)
            seen = yours[l->fields[2 * f + 1]] != step[l->fields[2 * f]];
        if (!seen) continue;
        memcpy(v->scratch, yours, you->width * sizeof *v->scratch);
        for (uint32_t f = 0; f < l->n_fields; f++)
            v->scratch[l->fields[2 * f + 1]] = step[l->fields[2 * f]];
        v->scratch[you->n_fields + l->back] = step[me->n_fields + 1];
        add_state(
            v, l->other,
            (struct pw_view_state){.origin = PW_VIEW_ENV, .from = t, .other = j, .beside = s});
    }
}

static void pair_up(struct pw_local_views *v, uint32_t j, uint32_t s, uint32_t a)
{
    assert(a < v->threads[j].n_links);
    assert(j < v->n);
    const struct pw_view_thread *me = &v->threads[j];
    const struct pw_view_link *l = &me->links[a];
    const struct pw_view_thread *you = &v->threads[l->other];
    v->looked += you->states.n;
    if (v->most && v->looked > v->most) v->too_many = true;
    for (uint32_t t = 0; t < you->states.n && !v->too_many; t++) {
        if (!compatible(me, s, l, you, t)) continue;
        pw_limits_poll();
        move_beside(v, j, s, a, t);
        if (you->states.at[t].expanded) move_beside(v, l->other, t, l->back, s);
    }
}

static void forget(struct pw_local_views *v)
{
    for (uint32_t j = 0; j < v->n; j++) {
        struct pw_view_thread *t = &v->threads[j];
        pw_vec_reset(&t->cells);
        pw_vec_reset(&t->states);
        pw_vec_reset(&t->steps);
        pw_table_reset(&t->index);
    }
    if (v->world_there) pw_tmod_world_clear(&v->world);
    pw_tmod_world_init(&v->world, v->space, v->counts, PW_GHOST_NONE, &v->exposed);
    v->world_there = true;
    v->work = 0;
    pw_vec_reset(&v->todo);
}

void pw_view_fix(struct pw_local_views *v)
{
    pw_space_steps found = {0};
    forget(v);
    start_all(v);
    for (size_t i = 0; i < v->todo.n && !v->too_many; i++) {
        struct pw_view_todo x = v->todo.at[i];
        find_steps(v, x.thread, x.state, &found);
        move_own(v, x.thread, x.state);
        for (uint32_t a = 0; a < v->threads[x.thread].n_links; a++)
            pair_up(v, x.thread, x.state, a);
    }
    pw_vec_clear(&found);
}
