/* closed.c -- (C2): J is closed under the steps. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "check/claims.h"

/* ---- groups of steps: with the same globals and relation ---- */

static int by_group(const void *x, const void *y)
{
    const struct pwc_step *a = x, *b = y;
    if (a->to != b->to) return a->to < b->to ? -1 : 1;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    if (a->rel != b->rel) return a->rel < b->rel ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

size_t pwc_group_end(const struct pwc_system *s, size_t i)
{
    assert(i < s->steps.n);
    const struct pwc_step *a = &s->steps.at[i], *b = a + 1, *end = s->steps.at + s->steps.n;
    while (b < end && a->to == b->to && a->from == b->from && a->rel == b->rel)
        b++;
    return (size_t)(b - s->steps.at);
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
    for (size_t i = 0; i < s->ahead.n; i++) {
        struct pwc_move m = s->ahead.at[i];
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
    for (size_t i = 0; i < s->steps.n; i = pwc_group_end(s, i))
        check_passive(s, &s->steps.at[i]);
    for (size_t i = 0; i < s->steps.n; i++, pw_limits_poll())
        check_active(s, &s->steps.at[i]);
}
