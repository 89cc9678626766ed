/* back.c -- (C4): predecessors of the basis, moved back token by token, lie above it. */
#include <assert.h>
#include <inttypes.h>

#include "base/limits.h"
#include "check/claims.h"

enum { DEEPEST = 2000 };

/* A search for the predecessors of one element by the steps from .. to-1, which are of one group.
 */
struct search {
    struct pwc_system *s;
    const struct pwc_element *element;
    size_t line; /* of the hints */
    size_t from, to;
    pwc_bag u, rest, m;           /* its tokens; those to move back; the predecessor so far */
    PW_VEC(struct pwc_span) open; /* moves; one entry per token with several places to come from */
    pwc_moves moved;              /* of the tokens moved back or added, each move at least once */
    uint64_t looked_at;
};

/* ---- what a predecessor needs besides the tokens that were moved back ----
 *
 * Passive tokens, because each some block is served, every trap keeps a thread (T4 of traps.h) and
 * some passive token does not vanish (claims.h). By numbers: for each some block of the step a move
 * of it, for each trap a move into it, and at last any move at all. */

static bool serves(const struct search *x, const struct pwc_step *step, size_t need,
                   struct pwc_move m)
{
    const struct pwc_space *space = &x->s->space;
    if (need < step->nsome)
        return pwc_is_move_of(&x->s->rels.at[x->s->blocks.at[step->some + need]], m);
    need -= step->nsome;
    return need == space->traps.n || pwc_has(&space->traps.at[need].at[step->to], m.to);
}

/* Does a token that was moved back or added serve it, or one that the step puts? */
static bool is_served(const struct search *x, const struct pwc_step *step, size_t need)
{
    bool trap = need >= step->nsome && need < step->nsome + x->s->space.traps.n;
    bool served = need == step->nsome + x->s->space.traps.n && !x->s->witness;
    for (size_t i = 0; i < x->moved.n && !served; i++)
        served = serves(x, step, need, x->moved.at[i]);
    for (uint32_t i = 0; i < step->npost && trap && !served; i++)
        served = serves(x, step, need, (struct pwc_move){0, x->s->toks.at[step->post + i].place});
    return served;
}

/* Checks x->m with the tokens that it needs besides, from that number on: then it lies above the
 * basis, or outside J. What is served needs no other token: more give only larger predecessors.
 * Pre: s->ahead are the moves of the step. */
static void check_with_partners(struct search *x, const struct pwc_step *step, size_t need)
{
    size_t last = step->nsome + x->s->space.traps.n;
    struct pw_strbuf text = {0};
    assert(need <= last + 1);
    while (need <= last && is_served(x, step, need))
        need++;
    if (need > last) {
        if (pwc_uncovered(&x->s->space, x->line, step->from, &x->m, &text))
            pwc_fail(x->s->space.result, PWC_INVALID, x->element->line,
                     "the basis is not closed: the predecessor %s of this element, by the step of "
                     "line %" PRIu32 ", is not above the basis",
                     pw_strbuf_text(&text), step->line);
        return;
    }
    if (need < last && pwc_covered(&x->s->space, x->line, step->from, &x->m, false)) return;
    for (size_t i = 0; i < x->s->ahead.n; i++) {
        struct pwc_move m = x->s->ahead.at[i];
        pw_limits_poll();
        if (!serves(x, step, need, m)) continue;
        if (need == last && i && x->s->ahead.at[i - 1].from == m.from) continue;
        pw_vec_push(&x->moved, m);
        pwc_bag_add(&x->m, m.from, 1);
        check_with_partners(x, step, need + 1);
        pwc_bag_take(&x->m, m.from, 1);
        x->moved.n--;
    }
}

/* ---- tokens moved back ---- */

/* x->m are the tokens moved back; with the active ones of every step. */
static void try_steps(struct search *x)
{
    for (size_t i = x->from; i < x->to; i++) {
        const struct pwc_step *step = &x->s->steps.at[i];
        const struct pwc_tok *pre = x->s->toks.at + step->pre;
        pw_limits_poll();
        for (size_t k = 0; k < step->npre; k++)
            pwc_bag_add(&x->m, pre[k].place, pre[k].count);
        check_with_partners(x, step, 0);
        for (size_t k = 0; k < step->npre; k++)
            pwc_bag_take(&x->m, pre[k].place, pre[k].count);
    }
}

/* Every choice of places for the open tokens from `depth` on; equal tokens in increasing order. */
static void choose(struct search *x, size_t depth, size_t start)
{
    pw_limits_poll();
    x->looked_at++;
    if (pwc_covered(&x->s->space, x->line, x->s->steps.at[x->from].from, &x->m, false)) return;
    if (depth == x->open.n) {
        try_steps(x);
        return;
    }
    assert(depth < x->open.n);
    struct pwc_span t = x->open.at[depth];
    bool again = depth + 1 < x->open.n && x->open.at[depth + 1].first == t.first;
    for (size_t i = start; i < t.n; i++) {
        assert(t.first + i < x->s->back.n);
        struct pwc_source move = x->s->back.at[t.first + i];
        pwc_bag_add(&x->m, move.from, 1);
        pw_vec_push(&x->moved, ((struct pwc_move){move.from, move.to}));
        choose(x, depth + 1, again ? i : 0);
        x->moved.n--;
        pwc_bag_take(&x->m, move.from, 1);
    }
}

/* Moves tokens back by the relation of the group, and tries its steps x->from .. x->to-1. */
static void move_back(struct search *x, const pwc_bag *tokens)
{
    pw_vec_reset(&x->m);
    pw_vec_reset(&x->open);
    pw_vec_reset(&x->moved);
    for (size_t i = 0; i < tokens->n; i++) {
        struct pwc_tok t = tokens->at[i];
        struct pwc_span o = {PWC_LOWER(&x->s->back, t.place), 0};
        while (o.first + o.n < x->s->back.n && x->s->back.at[o.first + o.n].to == t.place)
            o.n++;
        if (o.n == 0 && !pwc_stays(x->s, &x->s->steps.at[x->from], t.place)) return;
        if (o.n <= 1) {
            uint32_t from = o.n ? x->s->back.at[o.first].from : t.place;
            pwc_bag_add(&x->m, from, t.count);
            pw_vec_push(&x->moved, ((struct pwc_move){from, t.place}));
            continue;
        }
        if (t.count > DEEPEST || x->open.n + (size_t)t.count > DEEPEST)
            pwc_fail(x->s->space.result, PWC_STOPPED, x->element->line,
                     "more than %d tokens with a choice are too many for this checker", DEEPEST);
        while (t.count--)
            pw_vec_push(&x->open, o);
    }
    choose(x, 0, 0);
}

/* The tokens of x->u without those that the step puts. */
static const pwc_bag *rest_of(struct search *x, const struct pwc_step *step)
{
    pw_vec_reset(&x->rest);
    for (size_t i = 0; i < x->u.n; i++) {
        struct pwc_tok t = x->u.at[i];
        t.count -= pwc_bag_count(x->s->toks.at + step->post, step->npost, t.place);
        if (t.count > 0) pw_vec_push(&x->rest, t);
    }
    return &x->rest;
}

struct producer { /* a step of the group puts a token into place */
    uint32_t place, step;
};
typedef PW_VEC(struct producer) producers;

/* The steps that put a token where the element has one: those tokens need not be moved back. The
 * others must move all of it back; trying that with all steps gives only larger predecessors. */
static void check_element(struct search *x, const producers *p, size_t from, size_t to)
{
    x->from = from, x->to = to;
    move_back(x, &x->u);
    for (size_t i = 0; i < x->u.n; i++) {
        uint32_t place = x->u.at[i].place;
        for (size_t k = PWC_LOWER(p, place); k < p->n && p->at[k].place == place; k++) {
            x->from = p->at[k].step, x->to = x->from + 1;
            assert(x->from < x->s->steps.n);
            move_back(x, rest_of(x, &x->s->steps.at[x->from]));
        }
    }
}

static void look_at(struct search *x, size_t e)
{
    assert(e < x->s->space.basis.n);
    x->element = &x->s->space.basis.at[e], x->line = x->s->bads.n + e;
    x->u = (pwc_bag){x->s->space.toks.at + x->element->first, x->element->n, 0};
}

/* All elements of J in the global that the steps from .. to-1 lead to. Those outside J have no
 * predecessors in J, which is closed. */
static void check_group(struct search *x, const bool *live, size_t from, size_t to)
{
    struct pwc_system *s = x->s;
    producers p = {0};
    assert(from < s->steps.n);
    uint32_t global = s->steps.at[from].to, e = s->space.first[global];
    uint32_t last = s->space.first[global + 1];
    while (e < last && !live[e])
        e++;
    if (e == last) return;
    pwc_find_moves(s, &s->steps.at[from]);
    for (uint32_t i = (uint32_t)from; i < to; i++)
        for (uint32_t k = 0; k < s->steps.at[i].npost; k++)
            pw_vec_push(&p, ((struct producer){s->toks.at[s->steps.at[i].post + k].place, i}));
    PWC_SORT(&p, 2);
    for (; e < last; e++)
        if (live[e]) look_at(x, e), check_element(x, &p, from, to);
    pw_vec_clear(&p);
}

void pwc_check_pre(struct pwc_system *s)
{
    struct search x = {.s = s};
    size_t n = s->space.basis.n;
    bool *live = PW_NEWS(bool, n);
    for (size_t e = 0; e < n; e++, pw_limits_poll()) {
        look_at(&x, e);
        live[e] = pwc_may(&s->space, x.element->global, x.u.at, x.u.n) &&
                  !pwc_excluded(&s->space, x.element->global, &x.u);
    }
    for (size_t i = 0, end; i < s->steps.n; i = end) {
        end = PWC_GROUP_END(s, i);
        check_group(&x, live, i, end);
    }
    pwc_pass(s->space.result,
             "predecessors of the %zu basis elements that are in J lie above the basis (%" PRIu64
             " looked at)",
             n, x.looked_at);
}
