#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "check/claims.h"
#include "check/traps.h"

/* ---- groups of steps: with the same globals and relation ---- */

static int by_group(const void *x, const void *y)
{
    const struct pwc_step *a = x, *b = y;
    if (a->to != b->to) return a->to < b->to ? -1 : 1;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    if (a->rel != b->rel) return a->rel < b->rel ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

static size_t group_end(const struct pwc_system *s, size_t i)
{
    const struct pwc_step *a = &s->steps.at[i], *b = a + 1, *end = s->steps.at + s->steps.n;
    while (b < end && a->to == b->to && a->from == b->from && a->rel == b->rel)
        b++;
    return (size_t)(b - s->steps.at);
}

static int by_move(const void *x, const void *y)
{
    const struct pwc_move *a = x, *b = y;
    if (a->to != b->to) return a->to < b->to ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

void pwc_find_moves(struct pwc_system *s, const struct pwc_step *step)
{
    const struct pwc_set *may = &s->space.may[step->from];
    pw_uints next = {0};
    bool sorted = true;
    size_t kept = 0;
    pw_vec_reset(&s->moves);
    pw_vec_reset(&s->movers);
    for (size_t i = 0; i < pwc_size(&s->space, may); i++) {
        pw_limits_poll();
        pw_vec_reset(&next);
        s->ahead(s, step->rel, pwc_at(may, i), &next);
        if (next.n) pw_vec_push(&s->movers, pwc_at(may, i));
        for (size_t k = 0; k < next.n; k++) {
            sorted = sorted && (!s->moves.n || pw_vec_last(&s->moves).to < next.at[k]);
            pw_vec_push(&s->moves, ((struct pwc_move){next.at[k], pwc_at(may, i)}));
        }
    }
    pw_vec_clear(&next);
    if (sorted) return;
    qsort(s->moves.at, s->moves.n, sizeof *s->moves.at, by_move);
    for (size_t i = 0; i < s->moves.n; i++)
        if (!kept || by_move(&s->moves.at[kept - 1], &s->moves.at[i]))
            s->moves.at[kept++] = s->moves.at[i];
    s->moves.n = kept;
}

/* ---- (C2) J is closed ---- */

static void keep_possible(struct pwc_system *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->steps.n; i++) {
        struct pwc_step step = s->steps.at[i];
        if (pwc_may(&s->space, step.from, s->toks.at + step.pre, step.npre))
            s->steps.at[kept++] = step;
    }
    s->steps.n = kept;
    if (kept) qsort(s->steps.at, kept, sizeof *s->steps.at, by_group);
}

static void check_active(const struct pwc_system *s, const struct pwc_step *step)
{
    const struct pwc_tok *pre = s->toks.at + step->pre, *post = s->toks.at + step->post;
    if (!pwc_may(&s->space, step->to, post, step->npost))
        pwc_fail(s->space.result, PWC_INVALID, step->line,
                 "J is not closed: this step leads from global %" PRIu32 " to global %" PRIu32
                 " with a place that does not occur there in J",
                 step->from, step->to);
    for (size_t i = 0; i < s->space.linear.n; i++) {
        const struct pwc_linear *l = &s->space.linear.at[i];
        if (pwc_value(l, step->to, post, step->npost) > pwc_value(l, step->from, pre, step->npre))
            pwc_fail(s->space.result, PWC_INVALID, step->line,
                     "J is not closed: this step increases the inequality of line %lu", l->line);
    }
}

static void check_passive(struct pwc_system *s, const struct pwc_step *step)
{
    pwc_find_moves(s, step);
    for (size_t i = 0; i < s->moves.n; i++) {
        struct pwc_move m = s->moves.at[i];
        pw_limits_poll();
        if (!pwc_has(&s->space.may[step->to], m.to))
            pwc_fail(s->space.result, PWC_INVALID, step->line,
                     "J is not closed: this step moves a passive token from (%" PRIu32 ", %" PRIu32
                     ") to (%" PRIu32 ", %" PRIu32 "), which does not occur in J",
                     step->from, m.from, step->to, m.to);
        for (size_t k = 0; k < s->space.linear.n && m.from != m.to; k++) {
            const struct pwc_linear *l = &s->space.linear.at[k];
            if (pwc_weight_of(&l->weight, m.to) > pwc_weight_of(&l->weight, m.from))
                pwc_fail(s->space.result, PWC_INVALID, step->line,
                         "J is not closed: a passive token in place %" PRIu32
                         " increases the inequality of line %lu in this step",
                         m.from, l->line);
        }
    }
}

void pwc_check_closed(struct pwc_system *s)
{
    keep_possible(s);
    for (size_t i = 0; i < s->steps.n; i = group_end(s, i))
        check_passive(s, &s->steps.at[i]);
    for (size_t i = 0; i < s->steps.n; i++, pw_limits_poll())
        check_active(s, &s->steps.at[i]);
}

/* ---- (C4) predecessors ---- */

enum { DEEPEST = 2000 };

/* x->m is a predecessor: it must lie above the basis or outside J. */
void pwc_check_predecessor(struct pwc_search *x, const struct pwc_step *step)
{
    struct pwc_space *space = &x->s->space;
    char text[200];
    if (pwc_covered(space, x->line, step->from, &x->m, true)) return;
    if (pwc_excluded(space, step->from, &x->m)) return;
    pwc_print_config(step->from, &x->m, text, sizeof text);
    pwc_fail(space->result, PWC_INVALID, x->element->line,
             "the basis is not closed: the predecessor %s of this element, by the step of line "
             "%lu, is not above the basis",
             text, step->line);
}

/* The step needs a passive token that does not vanish, and there is none yet: each in turn. */
void pwc_add_witness(struct pwc_search *x, const struct pwc_step *step)
{
    if (x->rest.n > 0 || !x->s->witness) {
        pwc_check_predecessor(x, step);
        return;
    }
    for (size_t i = 0; i < x->s->movers.n; i++) {
        pwc_bag_add(&x->m, x->s->movers.at[i], 1);
        pwc_check_predecessor(x, step);
        pwc_bag_take(&x->m, x->s->movers.at[i], 1);
    }
}

/* x->m are the tokens moved back; with the active ones of every step. */
static void try_steps(struct pwc_search *x)
{
    for (size_t i = x->from; i < x->to; i++) {
        const struct pwc_step *step = &x->s->steps.at[i];
        const struct pwc_tok *pre = x->s->toks.at + step->pre;
        pw_limits_poll();
        for (size_t k = 0; k < step->npre; k++)
            pwc_bag_add(&x->m, pre[k].place, pre[k].count);
        if (x->s->space.traps.n)
            pwc_add_keepers(x, step, 0);
        else
            pwc_add_witness(x, step);
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
    struct pwc_span t = x->open.at[depth];
    bool again = depth + 1 < x->open.n && x->open.at[depth + 1].first == t.first;
    for (size_t i = start; i < t.n; i++) {
        uint32_t place = x->s->moves.at[t.first + i].from;
        pwc_bag_add(&x->m, place, 1);
        choose(x, depth + 1, again ? i : 0);
        pwc_bag_take(&x->m, place, 1);
    }
}

/* Moves x->rest back by the relation of the group, and tries its steps x->from .. x->to-1. */
static void move_back(struct pwc_search *x)
{
    pw_vec_reset(&x->m);
    pw_vec_reset(&x->open);
    for (size_t i = 0; i < x->rest.n; i++) {
        struct pwc_tok t = x->rest.at[i];
        struct pwc_span o = {PWC_LOWER(&x->s->moves, t.place), 0};
        while (o.first + o.n < x->s->moves.n && x->s->moves.at[o.first + o.n].to == t.place)
            o.n++;
        if (o.n == 0) return;
        if (o.n == 1) {
            pwc_bag_add(&x->m, x->s->moves.at[o.first].from, t.count);
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
        struct pwc_tok t = x->s->space.toks.at[x->element->first + i];
        if (step) t.count -= pwc_bag_count(post, step->npost, t.place);
        if (t.count > 0) pw_vec_push(&x->rest, t);
    }
}

struct producer { /* a step of the group puts a token into place */
    uint32_t place, step;
};
typedef PW_VEC(struct producer) producers;

static int by_place(const void *x, const void *y)
{
    const struct producer *a = x, *b = y;
    if (a->place != b->place) return a->place < b->place ? -1 : 1;
    return a->step < b->step ? -1 : a->step > b->step;
}

/* The steps that put a token where the element has one: those tokens need not be moved back. The
 * others must move all of it back; trying that with all steps gives only larger predecessors. */
static void check_element(struct pwc_search *x, const producers *p, size_t from, size_t to)
{
    x->from = from, x->to = to;
    take_out(x, NULL);
    move_back(x);
    for (uint32_t i = 0; i < x->element->n; i++) {
        uint32_t place = x->s->space.toks.at[x->element->first + i].place;
        for (size_t k = PWC_LOWER(p, place); k < p->n && p->at[k].place == place; k++) {
            x->from = p->at[k].step, x->to = x->from + 1;
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
    if (p.n) qsort(p.at, p.n, sizeof *p.at, by_place);
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
        end = group_end(s, i);
        check_group(&x, live, i, end);
    }
    pwc_pass(s->space.result,
             "predecessors of the %zu basis elements that are in J lie above the basis (%" PRIu64
             " looked at)",
             n, x.looked_at);
}
