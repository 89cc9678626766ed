#include "engine/concretise.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"

void pw_candidate_clear(struct pw_candidate *c)
{
    pw_vec_clear(&c->templates);
    pw_vec_clear(&c->locals);
    pw_vec_clear(&c->steps);
}

void pw_concretisation_clear(struct pw_concretisation *c)
{
    pw_vec_clear(&c->schedule);
    pw_run_free(c->run);
}

/* --- the finite values of the abstract run --- */

static bool local_value(const struct pw_candidate *c, uint32_t thread, uint32_t var, uint32_t local,
                        int64_t *value)
{
    assert(thread < c->templates.n);
    uint32_t field = c->a->local[c->templates.at[thread]].of_var[var];
    if (field == PW_NO_INDEX) return false;
    *value = pw_states_local_value(c->states, local, field);
    return true;
}

static bool shared_value(const struct pw_candidate *c, uint32_t var, uint32_t shared,
                         int64_t *value)
{
    uint32_t field = c->a->shared.of_var[var];
    if (field == PW_NO_INDEX) return false;
    *value = pw_states_shared_value(c->states, shared, field);
    return true;
}

static bool pin_start(const void *arg, uint32_t thread, uint32_t var, int64_t *value)
{
    const struct pw_candidate *c = arg;
    if (thread == PW_NO_THREAD) return shared_value(c, var, c->shared, value);
    assert(thread < c->locals.n);
    return local_value(c, thread, var, c->locals.at[thread], value);
}

struct pins_of_step {
    const struct pw_candidate *c;
    const struct pw_candidate_step *step;
};

static bool pin_step(const void *arg, uint32_t thread, uint32_t var, int64_t *value)
{
    const struct pins_of_step *x = arg;
    if (thread == PW_NO_THREAD) return shared_value(x->c, var, x->step->shared, value);
    return local_value(x->c, thread, var, x->step->local, value);
}

/* --- the search --- */

struct search {
    const struct pw_program *p;
    const uint32_t *templates;
    size_t n;
    struct pw_symbolic *s;
    uint32_t *locs;  /* copy of the threads' locations */
    uint32_t *moves; /* per thread: steps taken */
    pw_schedule now; /* the steps taken */
    struct pw_concretise_most most;
    struct pw_concretisation *out;
    bool ordered; /* threads have an order, that of their numbers */
};

/* pins: the candidate whose finite initial values are demanded, or NULL. */
static void open_search(struct search *x, const struct pw_program *p, const uint32_t *templates,
                        size_t n, struct pw_concretise_most most, const struct pw_candidate *pins,
                        struct pw_concretisation *out)
{
    *x = (struct search){.p = p, .templates = templates, .n = n, .most = most, .out = out};
    x->ordered = pw_program_uses(p) & PW_USES_ORDER;
    x->s = pw_symbolic_new(p, templates, n, pins ? pin_start : NULL, pins);
    x->locs = PW_NEWS(uint32_t, n);
    x->moves = PW_NEWS(uint32_t, n);
    for (size_t i = 0; i < n; i++)
        x->locs[i] = p->templates[templates[i]].entry;
}

static void close_search(struct search *x)
{
    x->out->checks += pw_symbolic_checks(x->s);
    pw_symbolic_free(x->s);
    PW_FREES(x->locs, x->n);
    PW_FREES(x->moves, x->n);
    pw_vec_clear(&x->now);
}

static bool spent(const struct search *x)
{
    return pw_symbolic_checks(x->s) >= x->most.checks || pw_symbolic_work(x->s) >= x->most.work;
}

/* An earlier thread of the same template has not moved either: its turn comes first, unless there
 * is an order. */
static bool symmetric_skip(const struct search *x, uint32_t thread)
{
    if (x->ordered || x->moves[thread]) return false;
    for (uint32_t i = 0; i < thread; i++)
        if (x->templates[i] == x->templates[thread] && !x->moves[i]) return true;
    return false;
}

static bool take(struct search *x, uint32_t thread, uint32_t edge, const struct pins_of_step *pins)
{
    if (!pw_symbolic_step_to(x->s, thread, edge, pins ? pin_step : NULL, pins)) return false;
    struct pw_schedule_step step = {thread, edge};
    pw_vec_push(&x->now, step);
    x->moves[thread]++;
    x->locs[thread] = pw_symbolic_loc(x->s, thread);
    if (x->now.n > x->out->schedule.n) { /* the longest prefix so far */
        pw_vec_reset(&x->out->schedule);
        for (size_t i = 0; i < x->now.n; i++)
            pw_vec_push(&x->out->schedule, x->now.at[i]);
    }
    return true;
}

static void take_back(struct search *x)
{
    assert(x->now.n > 0);
    uint32_t thread = pw_vec_pop(&x->now).thread;
    pw_symbolic_undo(x->s);
    x->moves[thread]--;
    x->locs[thread] = pw_symbolic_loc(x->s, thread);
}

static void succeed(struct search *x)
{
    pw_vec_reset(&x->out->schedule);
    for (size_t i = 0; i < x->now.n; i++)
        pw_vec_push(&x->out->schedule, x->now.at[i]);
    x->out->run = pw_symbolic_solve(x->s);
    x->out->found = PW_YES;
}

/* A frame of the depth-first search: the next alternative at this depth. */
struct frame {
    uint32_t thread, edge;
};

/* Along the candidate with the threads that it names: each step can be taken or not. */
static bool follow_named(struct search *x, const struct pw_candidate *c, bool values)
{
    for (size_t i = 0; i < c->steps.n; i++) {
        const struct pw_candidate_step *step = &c->steps.at[i];
        struct pins_of_step pins = {c, step};
        pw_limits_poll();
        if (step->thread >= x->n || x->templates[step->thread] != step->template) return false;
        if (x->locs[step->thread] != x->p->templates[step->template].edges[step->edge].from)
            return false;
        if (spent(x)) {
            x->out->found = PW_UNDECIDED;
            return false;
        }
        if (!take(x, step->thread, step->edge, values ? &pins : NULL)) return false;
    }
    return true;
}

/* May the thread take the step, by its template and location? */
static bool may_take(const struct search *x, const struct pw_candidate_step *step, uint32_t thread)
{
    if (x->templates[thread] != step->template) return false;
    if (x->locs[thread] != x->p->templates[step->template].edges[step->edge].from) return false;
    return !symmetric_skip(x, thread);
}

/* Along the candidate with whatever threads: depth first. */
static bool follow_steps(struct search *x, const struct pw_candidate *c)
{
    PW_VEC(uint32_t) next = {0}; /* per depth: the next thread to try */
    pw_vec_push(&next, 0);
    while (next.n && x->now.n < c->steps.n) {
        pw_limits_poll();
        if (spent(x)) {
            x->out->found = PW_UNDECIDED;
            break;
        }
        assert(x->now.n < c->steps.n);
        const struct pw_candidate_step *step = &c->steps.at[x->now.n];
        assert(next.n > 0);
        uint32_t thread = next.at[next.n - 1]++;
        if (thread >= x->n) {
            (void)pw_vec_pop(&next);
            if (next.n) take_back(x);
        } else if (may_take(x, step, thread) && take(x, thread, step->edge, NULL)) {
            pw_vec_push(&next, 0);
        }
    }
    bool done = next.n && x->now.n == c->steps.n;
    pw_vec_clear(&next);
    return done;
}

void pw_concretise(const struct pw_program *p, const struct pw_candidate *c, enum pw_follow how,
                   struct pw_concretise_most most, struct pw_concretisation *out)
{
    struct search x;
    open_search(&x, p, c->templates.at, c->templates.n, most, how == PW_FOLLOW_VALUES ? c : NULL,
                out);
    out->found = PW_NO;
    if (pw_symbolic_feasible(x.s) &&
        (how == PW_FOLLOW_STEPS ? follow_steps(&x, c)
                                : follow_named(&x, c, how == PW_FOLLOW_VALUES)))
        succeed(&x);
    close_search(&x);
}

/* Moves *f to the next (thread, edge) that starts where the thread is; false if there is none. Pre:
 * edge is the one to try or past the end. */
static bool settle(const struct search *x, struct frame *f)
{
    for (; f->thread < x->n; f->thread++, f->edge = 0) {
        const struct pw_thread_template *t = &x->p->templates[x->templates[f->thread]];
        uint32_t loc = x->locs[f->thread], first = t->first_edge[loc];
        if (f->edge < first) f->edge = first;
        if (f->edge < t->first_edge[loc + 1] && !symmetric_skip(x, f->thread)) return true;
    }
    return false;
}

/* Schedules of exactly `depth` steps, or shorter ones that are bad. True: found, or out of budget
 * (found says which). */
static bool search_depth(struct search *x, size_t depth)
{
    PW_VEC(struct frame) frames = {0};
    bool done = false;
    struct frame start = {0, 0};
    pw_vec_push(&frames, start);
    while (frames.n && !done) {
        pw_limits_poll();
        struct frame *f = &pw_vec_last(&frames);
        if (pw_symbolic_bad(x->p, x->templates, x->locs, x->n)) {
            succeed(x);
            done = true;
        } else if (spent(x)) {
            x->out->found = PW_UNDECIDED;
            done = true;
        } else if (x->now.n == depth || !settle(x, f)) {
            (void)pw_vec_pop(&frames);
            if (frames.n) take_back(x);
        } else {
            struct frame here = *f;
            f->edge++;
            if (take(x, here.thread, here.edge, NULL)) pw_vec_push(&frames, start);
        }
    }
    pw_vec_clear(&frames);
    return done;
}

void pw_concretise_search(const struct pw_program *p, const uint32_t *templates, size_t n,
                          size_t depth, struct pw_concretise_most most,
                          struct pw_concretisation *out)
{
    struct search x;
    open_search(&x, p, templates, n, most, NULL, out);
    out->found = PW_NO;
    if (pw_symbolic_feasible(x.s)) {
        bool done = false;
        for (size_t d = 0; !done && d <= depth; d++)
            done = search_depth(&x, d);
    }
    close_search(&x);
}
