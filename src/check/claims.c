#include "check/claims.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
#include "check/ideals.h"
#include "check/linear.h"
#include "check/traps.h"

void pwc_add_step(struct pwc_system *s, struct pwc_step step, const pwc_bag *pre,
                  const pwc_bag *post)
{
    pw_vec_reserve(&s->toks, s->toks.n + pre->n + post->n + 1);
    step.pre = (uint32_t)s->toks.n, step.npre = (uint32_t)pre->n;
    pwc_bag_append(&s->toks, pre);
    step.post = (uint32_t)s->toks.n, step.npost = (uint32_t)post->n;
    pwc_bag_append(&s->toks, post);
    pw_vec_push(&s->steps, step);
}

/* ---- (C1) starts are in J ---- */

static void check_start(struct pwc_system *s, const struct pwc_start *x)
{
    struct pwc_space *space = &s->space;
    struct pwc_tok active = {x->active, 1};
    pw_limits_poll();
    if (!pwc_may(space, x->global, &active, x->active != PWC_NONE))
        pwc_fail(space->result, PWC_INVALID, x->line,
                 "an initial state is not in J: global %" PRIu32, x->global);
    for (size_t g = 0; g < x->groups.n; g++)
        for (size_t i = 0; i < x->groups.at[g].n && x->groups.at[g].hi; i++) {
            uint32_t place = x->places.at[x->groups.at[g].first + i];
            if (!pwc_has(&space->may[x->global], place))
                pwc_fail(space->result, PWC_INVALID, x->line,
                         "an initial state is not in J: global %" PRIu32 ", place %" PRIu32,
                         x->global, place);
        }
    pwc_check_start_linear(space, x);
    if (space->bounded) pwc_check_start_in_ideals(space, x);
    for (size_t i = 0; i < space->traps.n; i++)
        pwc_check_marked(space, x, &space->traps.at[i]);
}

/* ---- (C5) no start is above the basis ---- */

/* Is the element below a configuration of the start? Its tokens must find room in the groups; one
 * may be the active one. s->group_of tells the group of a place. */
static bool is_below(const struct pwc_system *s, const struct pwc_element *u,
                     const struct pwc_start *x, int64_t *room)
{
    for (size_t g = 0; g < x->groups.n; g++)
        room[g] = x->groups.at[g].hi;
    for (uint32_t i = 0; i < u->n; i++) {
        assert(u->first + i < s->space.toks.n);
        struct pwc_tok t = s->space.toks.at[u->first + i];
        if (t.place == x->active && --t.count == 0) continue;
        uint32_t g = s->group_of[t.place];
        if (g == PWC_NONE || (room[g] >= 0 && (room[g] -= t.count) < 0)) return false;
    }
    return true;
}

static void check_not_above(struct pwc_system *s, const struct pwc_start *x)
{
    struct pwc_space *space = &s->space;
    int64_t *room = PW_NEWS(int64_t, x->groups.n);
    memset(s->group_of, 0xff, space->places * sizeof *s->group_of); /* PWC_NONE */
    for (size_t g = 0; g < x->groups.n; g++)
        for (size_t i = 0; i < x->groups.at[g].n; i++)
            s->group_of[x->places.at[x->groups.at[g].first + i]] = (uint32_t)g;
    for (uint32_t e = space->first[x->global]; e < space->first[x->global + 1]; e++) {
        pw_limits_poll();
        if (is_below(s, &space->basis.at[e], x, room))
            pwc_fail(space->result, PWC_INVALID, space->basis.at[e].line,
                     "an initial state lies above this element of the basis");
    }
    PW_FREES(room, x->groups.n);
}

/* ---- (C3) bad configurations of J are above the basis ---- */

struct bad_search {
    struct pwc_system *s;
    const struct pwc_bad *bad;
    size_t line;
    uint32_t global;
    pwc_bag m;
};

/* How many tokens of m a term still wants. */
static int64_t missing(const struct pwc_term *t, const pwc_bag *m)
{
    int64_t count = t->count;
    for (size_t i = 0; i < m->n && count > 0; i++)
        if (pwc_has(t->places, m->at[i].place)) count -= m->at[i].count;
    return count;
}

/* Chooses a place for the first term that misses a token; those of one term in increasing order. */
static void choose_bad(struct bad_search *x, size_t term, size_t start, unsigned depth)
{
    struct pwc_space *space = &x->s->space;
    struct pw_strbuf text = {0};
    pw_limits_poll();
    for (; term < x->bad->terms.n && missing(&x->bad->terms.at[term], &x->m) <= 0; term++)
        start = 0;
    if (term == x->bad->terms.n) {
        if (pwc_uncovered(space, x->line, x->global, &x->m, &text))
            pwc_fail(space->result, PWC_INVALID, x->bad->line,
                     "this bad state, %s, is in J but not above the basis", pw_strbuf_text(&text));
        return;
    }
    if (pwc_covered(space, x->line, x->global, &x->m, false) ||
        pwc_excluded(space, x->global, &x->m))
        return;
    if (depth == 1000)
        pwc_fail(space->result, PWC_STOPPED, x->bad->line,
                 "a bad state of more than 1000 threads is too large for this checker");
    const struct pwc_term *t = &x->bad->terms.at[term];
    int64_t count = t->places->places.n == 1 ? missing(t, &x->m) : 1;
    for (size_t i = start; i < t->places->places.n; i++) {
        uint32_t place = t->places->places.at[i];
        if (!pwc_has(&space->may[x->global], place)) continue;
        pwc_bag_add(&x->m, place, count);
        choose_bad(x, term, i, depth + 1);
        pwc_bag_take(&x->m, place, count);
    }
}

static void check_bad(struct pwc_system *s, size_t line)
{
    struct bad_search x = {.s = s, .bad = &s->bads.at[line], .line = line};
    bool any = x.bad->global == PWC_NONE;
    uint32_t end = any ? s->space.globals : x.bad->global + 1;
    for (x.global = any ? 0 : x.bad->global; x.global < end; x.global++)
        if (s->space.may[x.global].occurs) choose_bad(&x, 0, 0, 0);
}

void pwc_check_claims(struct pwc_system *s)
{
    struct pwc_result *r = s->space.result;
    r->moves = s->steps.n, r->bads = s->bads.n;
    for (size_t i = 0; i < s->starts.n; i++)
        check_start(s, &s->starts.at[i]);
    pwc_pass(r, "every initial state is in the invariant J");
    pwc_check_closed(s);
    pwc_check_ideals(s);
    pwc_check_traps(s);
    pwc_pass(r,
             "J is closed under all %zu steps (%" PRIu32 " globals, %" PRIu32 " places, %zu "
             "inequalities, %zu ideals, %zu traps)",
             s->steps.n, s->space.globals, s->space.places, s->space.linear.n, s->space.ideals.n,
             s->space.traps.n);
    for (size_t i = 0; i < s->bads.n; i++)
        check_bad(s, i);
    pwc_pass(r, "bad states in J (%zu kinds) lie above the basis", s->bads.n);
    pwc_check_pre(s);
    s->group_of = PW_NEWS(uint32_t, s->space.places);
    for (size_t i = 0; i < s->starts.n && s->space.basis.n; i++)
        check_not_above(s, &s->starts.at[i]);
    pwc_pass(r, "no initial state lies above the basis");
}
