/* back.c -- (C4): predecessors of the basis, moved back token by token, lie above it. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "check/witness.h"

enum { DEEPEST = 2000 };

/* x->m are the tokens moved back; with the active ones of every step. */
static void try_steps(struct pwc_search *x)
{
    for (size_t i = x->from; i < x->to; i++) {
        const struct pwc_step *step = &x->s->steps.at[i];
        const struct pwc_tok *pre = x->s->toks.at + step->pre;
        pw_limits_poll();
        for (size_t k = 0; k < step->npre; k++)
            pwc_bag_add(&x->m, pre[k].place, pre[k].count);
        pwc_check_with_partners(x, step, 0);
        for (size_t k = 0; k < step->npre; k++)
            pwc_bag_take(&x->m, pre[k].place, pre[k].count);
    }
}

/* Every choice of places for the open tokens from `depth` on; equal tokens in increasing order. */
static void choose(struct pwc_search *x, size_t depth, size_t start)
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

/* Moves x->rest back by the relation of the group, and tries its steps x->from .. x->to-1. */
static void move_back(struct pwc_search *x)
{
    pw_vec_reset(&x->m);
    pw_vec_reset(&x->open);
    pw_vec_reset(&x->moved);
    for (size_t i = 0; i < x->rest.n; i++) {
        struct pwc_tok t = x->rest.at[i];
        struct pwc_span o = {PWC_LOWER(&x->s->back, t.place), 0};
        while (o.first + o.n < x->s->back.n && x->s->back.at[o.first + o.n].to == t.place)
            o.n++;
        if (o.n == 0) return;
        if (o.n == 1) {
            uint32_t from = x->s->back.at[o.first].from;
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

/* x->rest: the element without what the step (or NULL) puts. */
static void take_out(struct pwc_search *x, const struct pwc_step *step)
{
    const struct pwc_tok *post = x->s->toks.at + (step ? step->post : 0);
    pw_vec_reset(&x->rest);
    for (uint32_t i = 0; i < x->element->n; i++) {
        assert(x->element->first + i < x->s->space.toks.n);
        struct pwc_tok t = x->s->space.toks.at[x->element->first + i];
        if (step) t.count -= pwc_bag_count(post, step->npost, t.place);
        if (t.count > 0) pw_vec_push(&x->rest, t);
    }
}

struct producer { /* a step of the group puts a token into place */
    uint32_t place, step;
};
typedef PW_VEC(struct producer) producers;

/* The steps that put a token where the element has one: those tokens need not be moved back. The
 * others must move all of it back; trying that with all steps gives only larger predecessors. */
static void check_element(struct pwc_search *x, const producers *p, size_t from, size_t to)
{
    x->from = from, x->to = to;
    take_out(x, NULL);
    move_back(x);
    for (uint32_t i = 0; i < x->element->n; i++) {
        assert(x->element->first + i < x->s->space.toks.n);
        uint32_t place = x->s->space.toks.at[x->element->first + i].place;
        for (size_t k = PWC_LOWER(p, place); k < p->n && p->at[k].place == place; k++) {
            x->from = p->at[k].step, x->to = x->from + 1;
            assert(x->from < x->s->steps.n);
            take_out(x, &x->s->steps.at[x->from]);
            move_back(x);
        }
    }
}

/* All elements of J in the global that the steps from .. to-1 lead to. Those outside J have no
 * predecessors in J, which is closed. */
static void check_group(struct pwc_search *x, const bool *live, size_t from, size_t to)
{
    struct pwc_system *s = x->s;
    producers p = {0};
    assert(from < s->steps.n);
    uint32_t global = s->steps.at[from].to, e = s->space.first[global];
    while (e < s->space.first[global + 1] && !live[e])
        e++;
    if (e == s->space.first[global + 1]) return;
    pwc_find_moves(s, &s->steps.at[from]);
    for (size_t i = from; i < to; i++)
        for (uint32_t k = 0; k < s->steps.at[i].npost; k++) {
            uint32_t place = s->toks.at[s->steps.at[i].post + k].place;
            pw_vec_push(&p, ((struct producer){place, (uint32_t)i}));
        }
    PWC_SORT(&p);
    for (; e < s->space.first[global + 1]; e++) {
        if (!live[e]) continue;
        x->element = &s->space.basis.at[e], x->line = s->bads.n + e;
        check_element(x, &p, from, to);
    }
    pw_vec_clear(&p);
}

void pwc_check_pre(struct pwc_system *s)
{
    struct pwc_search x = {.s = s};
    size_t n = s->space.basis.n;
    bool *live = PW_NEWS(bool, n);
    for (size_t e = 0; e < n; e++, pw_limits_poll()) {
        x.element = &s->space.basis.at[e];
        take_out(&x, NULL);
        live[e] = pwc_may(&s->space, x.element->global, x.rest.at, x.rest.n) &&
                  !pwc_excluded(&s->space, x.element->global, &x.rest);
    }
    for (size_t i = 0, end; i < s->steps.n; i = end) {
        end = pwc_group_end(s, i);
        check_group(&x, live, i, end);
    }
    pwc_pass(s->space.result,
             "predecessors of the %zu basis elements that are in J lie above the basis (%" PRIu64
             " looked at)",
             n, x.looked_at);
}
