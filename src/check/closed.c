/* closed.c -- (C2): J is closed under the steps. */
#include <inttypes.h>

#include "base/limits.h"
#include "check/linear.h"

/* Not if a place never occurs, or if no passive token could be the witness or serve a block. */
static bool is_possible(const struct pwc_system *s, const struct pwc_step *step)
{
    bool possible = pwc_may(&s->space, step->from, s->toks.at + step->pre, step->npre) &&
                    (!s->witness || s->rels.at[step->rel].n);
    for (uint32_t i = 0; i < step->nsome; i++)
        possible = possible && s->rels.at[s->blocks.at[step->some + i]].n;
    return possible;
}

/* Tokens of the step lead into J: active ones, whose globals are given, or a passive one. */
static void check_tokens(const struct pwc_system *s, const struct pwc_step *step, uint32_t from,
                         const pwc_bag *pre, uint32_t to, const pwc_bag *post)
{
    if (!pwc_may(&s->space, step->to, post->at, post->n))
        pwc_fail(s->space.result, PWC_INVALID, step->line,
                 "J is not closed: this step leads from global %" PRIu32 " to global %" PRIu32
                 " with a%s place that does not occur there in J",
                 step->from, step->to, to == PWC_NONE ? " passive token in a" : "");
    pwc_check_step_linear(s, step, from, pre, to, post);
}

static void check_passive(struct pwc_system *s, const struct pwc_step *step)
{
    const pw_uints *may = &s->space.may[step->from].places;
    const pw_uints *in = s->stays ? &s->space.may[step->to].places : may;
    pwc_find_moves(s, step);
    for (size_t i = 0, k = 0; i < may->n && may != in; i++) { /* tokens that stay */
        while (k < in->n && in->at[k] < may->at[i])
            k++;
        if ((k == in->n || in->at[k] != may->at[i]) && pwc_stays(s, step, may->at[i]))
            pw_vec_push(&s->ahead, ((struct pwc_move){may->at[i], may->at[i]}));
    }
    for (size_t i = 0; i < s->ahead.n; i++, pw_limits_poll()) {
        struct pwc_tok pre = {s->ahead.at[i].from, 1}, post = {s->ahead.at[i].to, 1};
        if (pre.place == post.place && pwc_may(&s->space, step->to, &post, 1)) continue;
        check_tokens(s, step, PWC_NONE, &(pwc_bag){&pre, 1, 1}, PWC_NONE, &(pwc_bag){&post, 1, 1});
    }
}

void pwc_check_closed(struct pwc_system *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->steps.n; i++, pw_limits_poll())
        if (is_possible(s, &s->steps.at[i])) s->steps.at[kept++] = s->steps.at[i];
    s->steps.n = kept;
    PWC_SORT(&s->steps, 4);
    for (size_t i = 0; i < s->steps.n; i = PWC_GROUP_END(s, i))
        check_passive(s, &s->steps.at[i]);
    for (size_t i = 0; i < s->steps.n; i++, pw_limits_poll()) {
        const struct pwc_step *step = &s->steps.at[i];
        pwc_bag pre = {s->toks.at + step->pre, step->npre, 0};
        pwc_bag post = {s->toks.at + step->post, step->npost, 0};
        check_tokens(s, step, step->from, &pre, step->to, &post);
    }
}
