#include "finite/reach.h"

#include <assert.h>

#include "base/limits.h"
#include "base/order.h"
#include "finite/reach_state.h"

/* The sets of the search: at[i] was made from at[i-1] by part by[i]. */
struct sequence {
    PW_VEC(pw_bdd) at;
    PW_VEC(uint32_t) by;
};

static pw_bdd image(struct reach *r, pw_bdd set, const struct reach_part *part)
{
    pw_bdd after = pw_bdd_and_exists(r->m, set, part->relation, part->written);
    return pw_bdd_rename(r->m, after, r->to_now);
}

/* A part is applied again and again while it adds something: a loop of one thread is closed at
 * once. */
static pw_bdd apply(struct reach *r, pw_bdd set, uint32_t part, struct sequence *q)
{
    for (;;) {
        assert(part < r->parts.n);
        pw_bdd more = pw_bdd_or(r->m, set, image(r, set, &r->parts.at[part]));
        pw_limits_poll();
        if (pw_bdd_same(more, set)) return set;
        set = more;
        pw_vec_push(&q->at, set);
        pw_vec_push(&q->by, part);
    }
}

/* True: a bad state was met. */
static bool search(struct reach *r, pw_bdd bad, struct sequence *q, struct pw_reach_stats *stats)
{
    pw_bdd set = pw_reach_initial(r), old;
    pw_vec_push(&q->at, set);
    pw_vec_push(&q->by, UINT32_MAX);
    do {
        old = set;
        for (uint32_t i = 0; i < r->parts.n; i++)
            set = apply(r, set, i, q);
        stats->sweeps++;
        stats->nodes = pw_bdds_nodes(r->m);
        if (!pw_bdd_is_false(pw_bdd_and(r->m, set, bad))) return true;
    } while (!pw_bdd_same(set, old));
    return false;
}

/* --- the way back --- */

/* A state as values of all slots. */
static void read_state(const struct reach *r, const uint8_t *bits, int64_t *values)
{
    for (size_t s = 0; s < r->slots.n; s++) {
        const struct reach_slot *x = &r->slots.at[s];
        uint64_t code = 0;
        for (unsigned b = 0; b < x->bits; b++)
            code |= (uint64_t)(bits[2 * (x->first + b)] == 1) << b;
        values[s] = x->lo + (int64_t)(code < x->size ? code : 0);
    }
}

static pw_bdd state_cube(struct reach *r, const int64_t *values)
{
    pw_bdd cube = PW_BDD_TRUE;
    for (uint32_t s = 0; s < r->slots.n; s++)
        cube = pw_bdd_and(r->m, cube, pw_reach_value(r, s, values[s], false));
    return cube;
}

static void pick_state(struct reach *r, pw_bdd set, int64_t *values)
{
    uint8_t *bits = PW_NEWS(uint8_t, 2 * r->bits + 1);
    bool there = pw_bdd_first(r->m, set, bits);
    assert(there);
    (void)there;
    read_state(r, bits, values);
    PW_FREES(bits, 2 * r->bits + 1);
}

/* The first set of the sequence, up to `last`, that has the state. The sets grow. */
static size_t first_with(struct reach *r, const struct sequence *q, pw_bdd state, size_t last)
{
    return PW_FIRST(i, 0, last, !pw_bdd_is_false(pw_bdd_and(r->m, q->at.at[i], state)));
}

/* States of `set` from which the part leads to the state. */
static pw_bdd before(struct reach *r, pw_bdd set, const struct reach_part *part, pw_bdd state)
{
    unsigned *to_after = PW_NEWS(unsigned, 2 * r->bits);
    for (unsigned v = 0; v < 2 * r->bits; v++)
        to_after[v] = v;
    for (pw_bdd w = part->written; !pw_bdd_is_true(w); w = pw_bdd_hi(r->m, w)) {
        unsigned v = pw_bdd_top(r->m, w);
        to_after[v] = v + 1;
    }
    pw_bdd result = pw_bdd_and(r->m, pw_bdd_rename(r->m, state, to_after), part->relation);
    pw_bdd after = PW_BDD_TRUE;
    for (unsigned b = r->bits; b-- > 0;)
        after = pw_bdd_and(r->m, pw_bdd_var(r->m, 2 * b + 1), after);
    PW_FREES(to_after, 2 * r->bits);
    return pw_bdd_and(r->m, set, pw_bdd_exists(r->m, result, after));
}

static uint32_t shared_number(struct reach *r, const int64_t *values)
{
    return pw_space_number_shared(r->space, values);
}

static uint32_t local_number(struct reach *r, uint32_t thread, const int64_t *values)
{
    assert(thread < r->threads.n);
    const struct reach_thread *t = &r->threads.at[thread];
    return pw_space_number_local(r->space, t->template, (uint32_t)values[t->loc],
                                 values + t->locals);
}

static void add_move(struct reach *r, const struct reach_part *part, const int64_t *from,
                     const int64_t *to, struct pw_finite_run *run)
{
    struct pw_finite_move m = {.thread = part->thread};
    m.shared = shared_number(r, from);
    m.local = local_number(r, part->thread, from);
    m.step =
        (struct pw_space_step){shared_number(r, to), local_number(r, part->thread, to), part->edge};
    pw_vec_push(&run->moves, m);
}

static void lead_back(struct reach *r, const struct sequence *q, pw_bdd bad,
                      struct pw_finite_run *run)
{
    int64_t *now = PW_NEWS(int64_t, r->slots.n), *earlier = PW_NEWS(int64_t, r->slots.n), *swap;
    assert(q->at.n > 0);
    size_t i = q->at.n - 1;
    pick_state(r, pw_bdd_and(r->m, pw_vec_last(&q->at), bad), now);
    for (;;) {
        pw_bdd state = state_cube(r, now);
        i = first_with(r, q, state, i);
        if (i == 0) break;
        assert(i < q->by.n);
        const struct reach_part *part = &r->parts.at[q->by.at[i]];
        assert(i - 1 < q->at.n);
        pick_state(r, before(r, q->at.at[i - 1], part, state), earlier);
        add_move(r, part, earlier, now, run);
        swap = now, now = earlier, earlier = swap;
    }
    pw_finite_run_reverse(run);
    run->shared = shared_number(r, now);
    for (uint32_t t = 0; t < r->threads.n; t++) {
        struct pw_finite_thread x = {r->threads.at[t].template, local_number(r, t, now), false};
        pw_vec_push(&run->start, x);
    }
    PW_FREES(now, r->slots.n);
    PW_FREES(earlier, r->slots.n);
}

static void count_states(struct reach *r, pw_bdd set, pw_int *out)
{
    pw_bdd all = PW_BDD_TRUE;
    for (unsigned b = r->bits; b-- > 0;)
        all = pw_bdd_and(r->m, pw_bdd_var(r->m, 2 * b), all);
    pw_bdd_count(r->m, set, all, out);
}

void pw_reach_decide(struct pw_space *s, const uint64_t *counts, struct pw_reach_stats *stats,
                     struct pw_reach_result *out)
{
    struct reach r;
    struct sequence q = {0};
    *out = (struct pw_reach_result){0};
    pw_int_init(&out->states);
    pw_reach_open(&r, s, counts);
    pw_reach_relate(&r);
    stats->bits = r.bits;
    stats->parts = r.parts.n;
    pw_bdd bad = pw_reach_bad(&r);
    out->violated = search(&r, bad, &q, stats);
    if (out->violated)
        lead_back(&r, &q, bad, &out->run);
    else
        count_states(&r, pw_vec_last(&q.at), &out->states);
    out->stats = *stats;
    pw_vec_clear(&q.at);
    pw_vec_clear(&q.by);
    pw_reach_close(&r);
}

void pw_reach_result_clear(struct pw_reach_result *r)
{
    pw_finite_run_clear(&r->run);
    pw_int_clear(&r->states);
}
