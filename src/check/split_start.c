/* Condition S1 of split certificates (split.c). */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "check/split.h"

static _Noreturn void fails(struct pwc_split *s, unsigned long line, const char *what)
{
    pwc_fail(s->p.r->result, PWC_INVALID, line, "%s", what);
}

static void note_start(void *arg, uint32_t local)
{
    struct pwc_split *s = arg;
    uint32_t kind = pwc_kind_of(&s->p, local);
    assert(local < s->class.n);
    int64_t class = s->class.at[local];
    pw_vec_push(&s->starts[kind], local);
    s->rho[kind] = s->rho[kind] == -1 || s->rho[kind] == class ? class : -2;
}

static void check_start(struct pwc_split *s)
{
    const struct pwc_context *c = pwc_find_context(s, &s->next);
    if (!c) fails(s, 0, "S1: the context of an initial state is not listed");
    for (uint32_t k = 0; k < s->p.kinds.n; k++)
        for (size_t i = 0; i < s->starts[k].n; i++) {
            uint32_t l = s->starts[k].at[i];
            for (size_t t = 0; t < c->bag.n; t++)
                if (c->bag.at[t].class == s->class.at[l] && !pwc_in_theta(&c->bag.at[t].theta, l))
                    fails(s, c->line, "S1: an initial local state is missing");
        }
}

/* Shares out `left` threads of kind k over its initial local states from number i on: one of each
 * class. Depth: kinds and their classes. */
static void share_out(struct pwc_split *s, uint32_t k, size_t i, int64_t left)
{
    pw_limits_poll();
    while (!left && k < s->p.kinds.n) {
        i = 0;
        if (++k < s->p.kinds.n) left = s->p.kinds.at[k].count;
    }
    if (k == s->p.kinds.n) {
        check_start(s);
        return;
    }
    for (; i < s->starts[k].n; i++) {
        uint32_t class = s->class.at[s->starts[k].at[i]];
        bool again = false;
        for (size_t j = 0; j < i && !again; j++)
            again = s->class.at[s->starts[k].at[j]] == class;
        if (!again) break;
    }
    if (i == s->starts[k].n) return; /* threads are left: no such state */
    size_t before = s->next.bag.n;
    PW_VEC(struct pwc_token) saved = {0};
    for (size_t j = 0; j < before; j++)
        pw_vec_push(&saved, s->next.bag.at[j]);
    for (int64_t n = 0; n <= left; n++) {
        if (n) pwc_put_token(&s->next, s->class.at[s->starts[k].at[i]], 1);
        share_out(s, k, i + 1, left - n);
    }
    s->next.bag.n = before;
    if (before) memcpy(s->next.bag.at, saved.at, before * sizeof *saved.at);
    pw_vec_clear(&saved);
}

static void check_shared_start(void *arg, uint32_t shared)
{
    struct pwc_split *s = arg;
    s->p.r->result->starts++;
    for (uint32_t k = 0; k < s->p.kinds.n; k++) {
        pw_vec_reset(&s->starts[k]);
        pwc_each_local_start(&s->p, "S1", k, shared, note_start, s);
        if (!s->starts[k].n) s->rho[k] = -2; /* nothing lifts */
    }
    s->next.layer = 0;
    s->next.shared = shared;
    s->next.bag.n = 0;
    share_out(s, 0, 0, s->p.kinds.n ? s->p.kinds.at[0].count : 0);
}

void pwc_check_starts(struct pwc_split *s)
{
    s->starts = PW_NEWS(pw_uints, s->p.kinds.n);
    s->rho = PW_NEWS(int64_t, s->p.kinds.n);
    memset(s->rho, -1, s->p.kinds.n * sizeof *s->rho);
    pwc_each_shared_start(&s->p, "S1", check_shared_start, s);
}
