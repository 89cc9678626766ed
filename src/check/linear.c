#include "check/linear.h"

#include <assert.h>
#include <inttypes.h>

#include "base/guard.h"
#include "base/limits.h"

static void read_weights(struct pwc_reader *r, uint32_t most, int64_t least, pwc_weights *w)
{
    while (pwc_more(r) && !pwc_try(r, "|")) {
        int64_t id, weight;
        if (!pwc_two(r, ':', &id, &weight)) pwc_refuse(r, "NUMBER:WEIGHT expected");
        if (id < 0 || id >= most || (w->n && id <= pw_vec_last(w).id))
            pwc_refuse(r, "the numbers must exist and increase");
        if (weight < least || weight > PWC_HEAVIEST)
            pwc_refuse(r, "weight %" PRId64 " is out of range", weight);
        pw_vec_push(w, ((struct pwc_weight){(uint32_t)id, weight}));
    }
}

void pwc_read_linear(struct pwc_reader *r, struct pwc_space *s)
{
    for (size_t n = pwc_section(r, "invariants"); pwc_each(r, &n);) {
        struct pwc_linear l = {.line = r->line, .bound = pwc_int(r, -INT64_MAX, INT64_MAX)};
        pwc_expect(r, "|");
        read_weights(r, s->globals, -PWC_HEAVIEST, &l.offset);
        read_weights(r, s->places, 1, &l.weight);
        pw_vec_push(&s->linear, l);
    }
}

/* ---- values ---- */

int64_t pwc_weight_of(const pwc_weights *w, uint32_t id)
{
    size_t i = PWC_LOWER(w, id);
    return i < w->n && w->at[i].id == id ? w->at[i].weight : 0;
}

/* Stops the check if the sum leaves its type. */
static void add_product(__int128 *sum, int64_t weight, int64_t count)
{
    assert(weight >= 0);
    if (__builtin_add_overflow(*sum, (__int128)weight * count, sum)) pw_guard_throw(PW_STOP_RANGE);
}

static __int128 value_of(const struct pwc_linear *l, uint32_t global, const pwc_bag *m)
{
    __int128 sum = pwc_weight_of(&l->offset, global);
    for (size_t i = 0; i < m->n; i++)
        add_product(&sum, pwc_weight_of(&l->weight, m->at[i].place), m->at[i].count);
    return sum;
}

bool pwc_violates(const struct pwc_space *s, uint32_t global, const pwc_bag *m)
{
    for (size_t i = 0; i < s->linear.n; i++)
        if (value_of(&s->linear.at[i], global, m) > s->linear.at[i].bound) return true;
    return false;
}

/* ---- (L1) ---- */

static void check_start(const struct pwc_space *s, const struct pwc_start *x,
                        const struct pwc_linear *l)
{
    __int128 sum = pwc_weight_of(&l->offset, x->global);
    bool bounded = true;
    if (x->active != PWC_NONE) sum += pwc_weight_of(&l->weight, x->active);
    for (size_t g = 0; g < x->groups.n; g++) {
        const struct pwc_group *group = &x->groups.at[g];
        int64_t best = 0;
        assert(group->first + group->n <= x->places.n);
        for (size_t i = 0; i < group->n; i++) {
            int64_t w = pwc_weight_of(&l->weight, x->places.at[group->first + i]);
            if (w > best) best = w;
        }
        bounded = bounded && (!best || group->hi >= 0);
        add_product(&sum, best, group->hi);
    }
    if (!bounded || sum > l->bound)
        pwc_fail(s->result, PWC_INVALID, l->line, "an initial state violates this inequality%s",
                 bounded ? "" : ": a place has no bound");
}

void pwc_check_start_linear(const struct pwc_space *s, const struct pwc_start *x)
{
    for (size_t i = 0; i < s->linear.n; i++)
        check_start(s, x, &s->linear.at[i]);
}

/* ---- (L2) ---- */

/* Can the value still have grown when the other blocks are served, too? By moves that lower it as
 * little as they can; one token may serve several blocks. Depth: the blocks. */
static bool may_grow(const struct pwc_system *s, const struct pwc_step *step,
                     const struct pwc_linear *l, __int128 grown, uint64_t served)
{
    uint32_t block = 0;
    while (block < step->nsome && served >> block & 1)
        block++;
    if (grown <= 0 || block == step->nsome) return grown > 0;
    const uint32_t *blocks = s->blocks.at + step->some;
    const pwc_moves *rel = &s->rels.at[blocks[block]];
    for (size_t i = 0; i < rel->n; i++, pw_limits_poll()) {
        struct pwc_move m = rel->at[i];
        int64_t more = pwc_weight_of(&l->weight, m.to) - pwc_weight_of(&l->weight, m.from);
        uint64_t by = served;
        for (uint32_t k = block; k < step->nsome; k++)
            by |= (uint64_t)pwc_is_move_of(&s->rels.at[blocks[k]], m) << k;
        if (may_grow(s, step, l, grown + more, by)) return true;
    }
    return false;
}

void pwc_check_step_linear(const struct pwc_system *s, const struct pwc_step *step, uint32_t from,
                           const pwc_bag *pre, uint32_t to, const pwc_bag *post)
{
    assert((from == PWC_NONE) == (to == PWC_NONE));
    assert(to != PWC_NONE || (pre->n == 1 && post->n == 1));
    for (size_t i = 0; i < s->space.linear.n; i++) {
        const struct pwc_linear *l = &s->space.linear.at[i];
        __int128 grown = value_of(l, to, post) - value_of(l, from, pre);
        if (to == PWC_NONE && grown > 0)
            pwc_fail(s->space.result, PWC_INVALID, step->line,
                     "J is not closed: in this step a passive token in place %" PRIu32
                     " increases the inequality of line %lu",
                     pre->at[0].place, l->line);
        if (to != PWC_NONE && may_grow(s, step, l, grown, 0))
            pwc_fail(s->space.result, PWC_INVALID, step->line,
                     "J is not closed: this step increases the inequality of line %lu", l->line);
    }
}
