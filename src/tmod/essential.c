#include "tmod/essential.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "tmod/bad.h"

/* A step of a thread of one template, found by where it leads. */
struct backward {
    uint32_t shared, local; /* before */
    struct pw_space_step step;
};
typedef PW_VEC(struct backward) backwards;

/* The step by which a state of `extra` comes nearer to a bad state. */
struct towards {
    uint32_t thread;
    struct pw_space_step step;
};

struct refine_ctx {
    struct pw_tmmc m;
    enum pw_essential_order order;
    struct pw_tuples extra;     /* predecessors that joined error */
    PW_VEC(struct towards) way; /* by state of extra */
    struct pw_tuples pending;   /* of this round, not in error yet (PW_ESSENTIAL_ALL) */
    PW_VEC(struct towards) pending_way;
    struct pw_tuples errors; /* S */
    uint64_t joined;
    backwards *before;         /* by template, sorted by target; NULL: not made yet */
    uint32_t *base;            /* by thread: predicates that count in this round */
    uint32_t *state, *changed; /* room for a state each */
    bool too_many;
};

/* --- error --- */

static bool is_bad(const struct refine_ctx *x, const uint32_t *state)
{
    return pw_tmod_bad_state(x->m.space, x->m.templates, state + 1, x->m.n) != PW_NONE;
}

static bool is_error(const struct refine_ctx *x, const uint32_t *state)
{
    return pw_tuples_has(&x->extra, state) || is_bad(x, state);
}

static void note_joined(void *arg, const uint32_t *state)
{
    struct refine_ctx *x = arg;
    bool new;
    x->joined++;
    if (is_error(x, state)) pw_tuples_add(&x->errors, state, &new);
}

/* --- essential predicates --- */

/* The local state of thread j with another value of one field. */
static uint32_t with_value(const struct refine_ctx *x, uint32_t t, uint32_t local, uint32_t field,
                           int64_t value)
{
    struct pw_space *s = x->m.space;
    assert(t < s->p->ntemplates);
    size_t n = s->p->templates[t].nlocals;
    uint32_t loc = pw_space_loc(s, t, local);
    if (field == PW_TMOD_LOCATION)
        return pw_space_number_local(s, t, (uint32_t)value, pw_space_local_values(s, t, local));
    int64_t *values = PW_NEWS(int64_t, n);
    memcpy(values, pw_space_local_values(s, t, local), n * sizeof *values);
    values[field] = value;
    uint32_t id = pw_space_number_local(s, t, loc, values);
    PW_FREES(values, n);
    return id;
}

static struct pw_tmod_exposed predicate_of(const struct refine_ctx *x, uint32_t t, uint32_t local,
                                           uint32_t field)
{
    const struct pw_space *s = x->m.space;
    int64_t value = field == PW_TMOD_LOCATION ? (int64_t)pw_space_loc(s, t, local)
                                              : pw_space_local_values(s, t, local)[field];
    return (struct pw_tmod_exposed){t, field, value};
}

/* Can x->state leave error when only this field of thread j changes? */
static bool is_essential(struct refine_ctx *x, uint32_t j, const struct pw_tmod_exposed *e)
{
    assert(e->template <x->m.space->p->ntemplates);
    const struct pw_thread_template *T = &x->m.space->p->templates[e->template];
    bool at_loc = e->field == PW_TMOD_LOCATION;
    int64_t lo = at_loc ? 0 : T->locals[e->field].type.lo;
    int64_t hi = at_loc ? (int64_t)T->nlocs - 1 : T->locals[e->field].type.hi;
    memcpy(x->changed, x->state, (x->m.n + 1) * sizeof *x->state);
    for (int64_t v = lo; v <= hi; v++) {
        if (v == e->value) continue;
        x->changed[1 + j] = with_value(x, e->template, x->state[1 + j], e->field, v);
        if (!is_error(x, x->changed)) return true;
    }
    return false;
}

static bool known_before(const struct refine_ctx *x, uint32_t j, const struct pw_tmod_exposed *e)
{
    pw_tmod_exposures some = x->m.exposed[j];
    if (x->order == PW_ESSENTIAL_ALL) some.n = x->base[j];
    return pw_tmod_exposes(&some, e->template, e->field, e->value);
}

/* Exposes what is essential of thread j in x->state; true: there is something. */
static bool expose_thread(struct refine_ctx *x, uint32_t j)
{
    uint32_t t = x->m.templates[j];
    assert(t < x->m.space->p->ntemplates);
    size_t fields = x->m.space->p->templates[t].nlocals + 1;
    bool any = false;
    for (size_t f = 0; f < fields; f++) {
        uint32_t field = f ? (uint32_t)f - 1 : PW_TMOD_LOCATION;
        struct pw_tmod_exposed e = predicate_of(x, t, x->state[1 + j], field);
        if (known_before(x, j, &e) || !is_essential(x, j, &e)) continue;
        any = true;
        if (!pw_tmod_exposes(&x->m.exposed[j], t, field, e.value)) pw_vec_push(&x->m.exposed[j], e);
    }
    return any;
}

/* --- predecessors --- */

static int by_target(const void *a, const void *b)
{
    const struct backward *x = a, *y = b;
    return PW_ORDER(x->step.shared, y->step.shared)
               ?: PW_ORDER(x->step.local, y->step.local)
               ?: PW_ORDER(x->shared, y->shared)
               ?: PW_ORDER(x->local, y->local)
               ?: PW_ORDER(x->step.edge, y->step.edge);
}

/* Every shared state, reachable or not, gets a number. False: too many. */
static bool number_shared(struct pw_space *s)
{
    const struct pw_program *p = s->p;
    uint64_t many = 1;
    for (size_t i = 0; i < p->nshared && many <= PW_TMMC_MOST_STATES; i++)
        many *= (uint64_t)(p->shared[i].type.hi - p->shared[i].type.lo + 1);
    if (many > PW_TMMC_MOST_STATES) return false;
    int64_t *values = PW_NEWS(int64_t, p->nshared);
    for (uint64_t k = 0; k < many; k++) {
        uint64_t rest = k;
        for (size_t i = 0; i < p->nshared; i++) {
            uint64_t size = (uint64_t)(p->shared[i].type.hi - p->shared[i].type.lo + 1);
            values[i] = p->shared[i].type.lo + (int64_t)(rest % size);
            rest /= size;
        }
        pw_space_number_shared(s, values);
        pw_limits_poll();
    }
    PW_FREES(values, p->nshared);
    return true;
}

static bool collect_backward(struct refine_ctx *x, uint32_t t)
{
    struct pw_space *s = x->m.space;
    pw_space_steps steps = {0};
    bool fits = true;
    for (uint32_t g = 0; g < s->n_shared && fits; g++)
        for (uint32_t l = 0; l < pw_space_n_locals(s, t); l++) {
            pw_space_steps_from(s, t, g, l, &steps);
            for (size_t i = 0; i < steps.n; i++) {
                struct backward b = {g, l, steps.at[i]};
                pw_vec_push(&x->before[t], b);
            }
            fits = x->before[t].n <= PW_TMMC_MOST_STATES;
        }
    pw_vec_clear(&steps);
    if (x->before[t].n) qsort(x->before[t].at, x->before[t].n, sizeof(struct backward), by_target);
    return fits;
}

static bool make_backward(struct refine_ctx *x)
{
    size_t n = x->m.space->p->ntemplates;
    if (x->before) return true;
    x->before = PW_NEWS(backwards, n);
    if (!number_shared(x->m.space)) return false;
    for (uint32_t t = 0; t < n; t++)
        if (!collect_backward(x, t)) return false;
    return true;
}

/* x->changed joins error, from where the step leads on. */
static bool join_error(struct refine_ctx *x, struct towards way)
{
    bool new;
    if (is_error(x, x->changed)) return false;
    if (x->order == PW_ESSENTIAL_FIRST) {
        pw_tuples_add(&x->extra, x->changed, &new);
        pw_vec_push(&x->way, way);
        assert(x->extra.n == x->way.n);
        return true;
    }
    pw_tuples_add(&x->pending, x->changed, &new);
    if (new) pw_vec_push(&x->pending_way, way);
    return true;
}

/* First of the steps of template t that lead to (shared, local). */
static size_t first_backward(const backwards *b, uint32_t shared, uint32_t local)
{
    return PW_FIRST(
        i, 0, b->n,
        (PW_ORDER(b->at[i].step.shared, shared) ?: PW_ORDER(b->at[i].step.local, local)) >= 0);
}

/* The predecessors of x->state join error; true: there are new ones. */
static bool add_predecessors(struct refine_ctx *x)
{
    bool any = false;
    if (!make_backward(x)) {
        x->too_many = true;
        return false;
    }
    for (uint32_t i = 0; i < x->m.n; i++) {
        const backwards *b = &x->before[x->m.templates[i]];
        uint32_t g = x->state[0], l = x->state[1 + i];
        for (size_t k = first_backward(b, g, l); k < b->n; k++) {
            struct backward s = b->at[k];
            if (s.step.shared != g || s.step.local != l) break;
            memcpy(x->changed, x->state, (x->m.n + 1) * sizeof *x->state);
            x->changed[0] = s.shared;
            x->changed[1 + i] = s.local;
            struct towards way = {i, s.step};
            any |= join_error(x, way);
        }
    }
    return any;
}

/* --- rounds --- */

static uint64_t count_predicates(const struct refine_ctx *x)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < x->m.n; i++)
        n += x->m.exposed[i].n;
    return n;
}

static void join_pending(struct refine_ctx *x)
{
    bool new;
    for (uint32_t i = 0; i < x->pending.n; i++) {
        pw_tuples_add(&x->extra, pw_tuples_at(&x->pending, i), &new);
        assert(new);
        assert(i < x->pending_way.n);
        pw_vec_push(&x->way, x->pending_way.at[i]);
    }
    pw_tuples_clear(&x->pending);
    pw_vec_reset(&x->pending_way);
}

/* Algorithm 3. True: something changed. */
static bool refine(struct refine_ctx *x)
{
    bool refined = false;
    for (uint32_t i = 0; i < x->m.n; i++)
        x->base[i] = (uint32_t)x->m.exposed[i].n;
    for (uint32_t s = 0; s < x->errors.n && !x->too_many; s++) {
        bool added = false;
        pw_limits_poll();
        memcpy(x->state, pw_tuples_at(&x->errors, s), (x->m.n + 1) * sizeof *x->state);
        for (uint32_t j = 0; j < x->m.n; j++) {
            added |= expose_thread(x, j);
            if (added && x->order == PW_ESSENTIAL_FIRST) break;
        }
        if (!added) added = add_predecessors(x);
        refined |= added;
    }
    join_pending(x);
    return refined;
}

/* An initial state in S; UINT32_MAX: none. */
static uint32_t initial_error(const struct refine_ctx *x)
{
    for (uint32_t i = 0; i < x->m.initial.n; i++)
        if (pw_tuples_has(&x->errors, pw_tuples_at(&x->m.initial, i))) return i;
    return UINT32_MAX;
}

static struct towards way_from(const struct refine_ctx *x, const uint32_t *state)
{
    for (uint32_t i = 0; i < x->extra.n; i++)
        if (!memcmp(pw_tuples_at(&x->extra, i), state, (x->m.n + 1) * sizeof *state))
            return x->way.at[i];
    assert(!"an error state is bad or has a way to a bad one");
    return (struct towards){0};
}

/* From an initial state in error forward to a bad one. */
static void follow_way(struct refine_ctx *x, uint32_t initial, struct pw_finite_run *run)
{
    memcpy(x->state, pw_tuples_at(&x->m.initial, initial), (x->m.n + 1) * sizeof *x->state);
    run->shared = x->state[0];
    for (uint32_t i = 0; i < x->m.n; i++) {
        struct pw_finite_thread t = {x->m.templates[i], x->state[1 + i], false};
        pw_vec_push(&run->start, t);
    }
    while (!is_bad(x, x->state)) {
        struct towards w = way_from(x, x->state);
        struct pw_finite_move m = {w.thread, x->state[0], x->state[1 + w.thread], w.step};
        pw_vec_push(&run->moves, m);
        x->state[0] = w.step.shared;
        x->state[1 + w.thread] = w.step.local;
    }
}

/* One turn of Algorithm 2. True: *r has the answer. */
static bool turn(struct refine_ctx *x, struct pw_essential_result *r)
{
    pw_tmmc_fix(&x->m);
    pw_tuples_clear(&x->errors);
    x->joined = 0;
    r->answer = PW_ESSENTIAL_TOO_MANY;
    if (!pw_tmmc_each(&x->m, note_joined, x)) return true;
    struct pw_essential_round round = {x->joined, x->errors.n, x->m.pairs, count_predicates(x)};
    pw_vec_push(&r->rounds, round);
    r->answer = PW_ESSENTIAL_PASS;
    if (!x->errors.n) return true;
    uint32_t initial = initial_error(x);
    if (initial != UINT32_MAX) {
        r->answer = PW_ESSENTIAL_FAILURE;
        follow_way(x, initial, &r->run);
        return true;
    }
    bool refined = refine(x);
    r->refinements++;
    r->answer = x->too_many ? PW_ESSENTIAL_TOO_MANY : PW_ESSENTIAL_PASS_UNREFINED;
    return x->too_many || !refined;
}

static void refining_open(struct refine_ctx *x, enum pw_essential_order order)
{
    x->order = order;
    x->extra.width = x->pending.width = x->errors.width = x->m.n + 1;
    x->base = PW_NEWS(uint32_t, x->m.n);
    x->state = PW_NEWS(uint32_t, x->m.n + 1);
    x->changed = PW_NEWS(uint32_t, x->m.n + 1);
}

static void refining_close(struct refine_ctx *x)
{
    size_t n = x->m.space->p->ntemplates;
    for (size_t t = 0; x->before && t < n; t++)
        pw_vec_clear(&x->before[t]);
    if (x->before) PW_FREES(x->before, n);
    pw_tuples_clear(&x->extra);
    pw_tuples_clear(&x->pending);
    pw_tuples_clear(&x->errors);
    pw_vec_clear(&x->way);
    pw_vec_clear(&x->pending_way);
    PW_FREES(x->base, x->m.n);
    PW_FREES(x->state, x->m.n + 1);
    PW_FREES(x->changed, x->m.n + 1);
}

static void keep_exposed(const struct refine_ctx *x, struct pw_essential_result *r)
{
    r->predicates = count_predicates(x);
    for (uint32_t i = 0; i < x->m.n; i++)
        for (size_t k = 0; k < x->m.exposed[i].n; k++) {
            struct pw_tmod_exposed e = x->m.exposed[i].at[k];
            if (!pw_tmod_exposes(&r->exposed, e.template, e.field, e.value))
                pw_vec_push(&r->exposed, e);
        }
}

void pw_essential_decide(struct pw_space *space, const uint64_t *counts,
                         enum pw_essential_order order, struct pw_essential_result *r)
{
    struct refine_ctx x = {0};
    *r = (struct pw_essential_result){.answer = PW_ESSENTIAL_TOO_MANY};
    bool fits = pw_tmmc_open(&x.m, space, counts);
    refining_open(&x, order);
    while (fits && !turn(&x, r))
        pw_limits_poll();
    keep_exposed(&x, r);
    refining_close(&x);
    pw_tmmc_close(&x.m);
}

void pw_essential_result_clear(struct pw_essential_result *r)
{
    pw_vec_clear(&r->rounds);
    pw_vec_clear(&r->exposed);
    pw_finite_run_clear(&r->run);
}
