#include "check/ideals.h"

#include <assert.h>
#include <inttypes.h>

#include "base/limits.h"

/* What has a place here that an ideal has not is not inside it. */
static uint64_t places_of(const pwc_bag *few, const pw_uints *many)
{
    uint64_t places = 0;
    for (size_t i = 0; i < few->n; i++)
        places |= UINT64_C(1) << few->at[i].place % 64;
    for (size_t i = 0; many && i < many->n; i++)
        places |= UINT64_C(1) << many->at[i] % 64;
    return places;
}

void pwc_read_ideals(struct pwc_reader *r, struct pwc_space *s, size_t n)
{
    s->bounded = true;
    while (pwc_each(r, &n)) {
        struct pwc_ideal x = {.line = r->line};
        x.global = pwc_index(r, s->globals);
        pwc_read_bag(r, s->places, &x.few);
        pwc_read_set(r, &s->all, &x.many);
        x.places = places_of(&x.few, &x.many.places);
        pw_vec_push(&s->ideals, x);
    }
    PWC_SORT(&s->ideals, 1);
    s->result->ideals = s->ideals.n;
}

/* How many tokens the ideal allows in a place; -1: any number. */
static int64_t most_of(const struct pwc_ideal *x, uint32_t place)
{
    return pwc_has(&x->many, place) ? -1 : pwc_bag_count(x->few.at, x->few.n, place);
}

static bool allows(const struct pwc_ideal *x, const pwc_bag *few, const pw_uints *many)
{
    for (size_t i = 0; i < few->n; i++) {
        int64_t most = most_of(x, few->at[i].place);
        if (most >= 0 && most < few->at[i].count) return false;
    }
    for (size_t i = 0; many && i < many->n; i++)
        if (!pwc_has(&x->many, many->at[i])) return false;
    return true;
}

bool pwc_in_ideals(const struct pwc_space *s, uint32_t global, const pwc_bag *few,
                   const pw_uints *many)
{
    uint64_t places = places_of(few, many);
    for (size_t i = PWC_LOWER(&s->ideals, global);
         i < s->ideals.n && s->ideals.at[i].global == global; i++) {
        pw_limits_poll();
        if (!(places & ~s->ideals.at[i].places) && allows(&s->ideals.at[i], few, many)) return true;
    }
    return false;
}

/* ---- (I1) ---- */

void pwc_check_start_in_ideals(const struct pwc_space *s, const struct pwc_start *x)
{
    pwc_bag few = {0};
    pw_uints many = {0};
    for (size_t g = 0; g < x->groups.n; g++)
        for (size_t i = 0; i < x->groups.at[g].n; i++) {
            uint32_t place = x->places.at[x->groups.at[g].first + i];
            if (x->groups.at[g].hi < 0)
                pw_vec_push(&many, place);
            else if (x->groups.at[g].hi > 0)
                pwc_bag_add(&few, place, x->groups.at[g].hi);
        }
    if (!pwc_in_ideals(s, x->global, &few, &many))
        pwc_fail(s->result, PWC_INVALID, x->line, "these initial states are in no ideal");
}

/* ---- (I2) ---- */

enum { DEEPEST = 2000 };

struct image {
    struct pwc_system *s;
    const struct pwc_ideal *from;
    const struct pwc_step *step;
    pwc_bag few;
    pw_uints many;
    pwc_moves ways;
    /* of ways; one entry per token; tokens of one place are neighbours */
    PW_VEC(struct pwc_span) open;
};

/* Appends the moves of a token in `place` to x->ways. */
static void find_ways(struct image *x, uint32_t place)
{
    const pwc_moves *m = &x->s->rels.at[x->step->rel];
    if (pwc_stays(x->s, x->step, place)) pw_vec_push(&x->ways, ((struct pwc_move){place, place}));
    for (size_t i = PWC_LOWER(m, place); i < m->n && m->at[i].from == place; i++)
        if (m->at[i].to != PWC_NONE) pw_vec_push(&x->ways, m->at[i]);
}

/* Every way for the open tokens from `depth` on; neighbours of one place go in increasing order. */
static void choose(struct image *x, size_t depth, size_t start)
{
    if (depth == x->open.n) {
        if (!pwc_in_ideals(&x->s->space, x->step->to, &x->few, &x->many))
            pwc_fail(x->s->space.result, PWC_INVALID, x->from->line,
                     "J is not closed: no ideal contains what the step of line %" PRIu32
                     " makes of this one",
                     x->step->line);
        return;
    }
    assert(depth < x->open.n);
    struct pwc_span t = x->open.at[depth];
    bool again = depth + 1 < x->open.n && x->open.at[depth + 1].first == t.first;
    for (size_t i = start; i < t.n; i++) {
        assert(t.first + i < x->ways.n);
        pwc_bag_add(&x->few, x->ways.at[t.first + i].to, 1);
        choose(x, depth + 1, again ? i : 0);
        pwc_bag_take(&x->few, x->ways.at[t.first + i].to, 1);
    }
}

/* Any number of tokens go every way at once. */
static void move_many(struct image *x)
{
    const pw_uints *many = &x->from->many.places;
    for (size_t i = 0; i < many->n; i++)
        if (pwc_has(&x->s->space.may[x->from->global], many->at[i])) find_ways(x, many->at[i]);
    for (size_t i = 0; i < x->ways.n; i++)
        pw_vec_push(&x->many, x->ways.at[i].to);
}

static void move_few(struct image *x, struct pwc_tok t)
{
    struct pwc_span o = {x->ways.n, 0};
    find_ways(x, t.place);
    o.n = x->ways.n - o.first;
    if (o.n == 1) pwc_bag_add(&x->few, x->ways.at[o.first].to, t.count);
    if (o.n <= 1) return;
    if (t.count > DEEPEST || x->open.n + (size_t)t.count > DEEPEST)
        pwc_fail(x->s->space.result, PWC_STOPPED, x->from->line,
                 "more than %d tokens with a choice are too many for this checker", DEEPEST);
    while (t.count--)
        pw_vec_push(&x->open, o);
}

static bool enabled(const struct image *x)
{
    for (uint32_t k = 0; k < x->step->npre; k++) {
        assert(x->step->pre + k < x->s->toks.n);
        struct pwc_tok t = x->s->toks.at[x->step->pre + k];
        int64_t most = most_of(x->from, t.place);
        if (most >= 0 && most < t.count) return false;
    }
    return true;
}

static void check_image(struct image *x)
{
    const struct pwc_tok *pre = x->s->toks.at + x->step->pre, *post = x->s->toks.at + x->step->post;
    if (!enabled(x)) return;
    pw_vec_reset(&x->few), pw_vec_reset(&x->many), pw_vec_reset(&x->ways), pw_vec_reset(&x->open);
    for (uint32_t k = 0; k < x->step->npost; k++)
        pwc_bag_add(&x->few, post[k].place, post[k].count);
    move_many(x);
    for (size_t i = 0; i < x->from->few.n; i++) {
        struct pwc_tok t = x->from->few.at[i];
        bool may = pwc_has(&x->s->space.may[x->from->global], t.place);
        if (!may || pwc_has(&x->from->many, t.place)) continue;
        t.count -= pwc_bag_count(pre, x->step->npre, t.place);
        if (t.count > 0) move_few(x, t);
    }
    choose(x, 0, 0);
}

void pwc_check_ideals(struct pwc_system *s)
{
    struct image x = {.s = s};
    for (size_t i = 0; i < s->space.ideals.n; i++) {
        x.from = &s->space.ideals.at[i];
        size_t k = PWC_LOWER(&s->steps, x.from->global);
        for (; k < s->steps.n && s->steps.at[k].from == x.from->global; k++, pw_limits_poll())
            x.step = &s->steps.at[k], check_image(&x);
    }
}
