/* merge_lift.c -- from a trace of the quotient to one of the system: tokens get members of their
 * classes, step by step. By the definition of a good partition any member will do; the simulator
 * has the last word. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "cover/merge.h"
#include "cover/trace.h"

static int64_t count_in(const pw_toks *toks, uint32_t local)
{
    for (size_t i = 0; i < toks->n; i++)
        if (toks->at[i].local == local) return toks->at[i].count;
    return 0;
}

/* Members of box b that make up the classes of `want`; false if they do not fit. */
static bool fill_box(const struct pw_merge *m, const struct pw_box *b, const pw_toks *want,
                     pw_toks *out)
{
    int64_t *left = PW_NEWS(int64_t, m->classes);
    assert(b->ranges <= m->sys->ranges.n);
    const struct pw_range *r = m->sys->ranges.at + b->ranges;
    bool ok = true;
    for (size_t i = 0; i < want->n; i++)
        left[want->at[i].local] = want->at[i].count;
    for (uint32_t k = 0; k < b->nranges; k++)
        left[m->class_of[r[k].local]] -= r[k].lo;
    uint32_t k = 0;
    out->n = 0;
    for (uint32_t l = 0; l < m->sys->locals; l++) {
        bool listed = k < b->nranges && r[k].local == l;
        int64_t *rest = &left[m->class_of[l]], lo = listed ? r[k].lo : 0;
        int64_t more = *rest < 0                             ? 0
                       : (listed ? r[k].many : b->rest_many) ? *rest
                       : !listed                             ? 0
                       : r[k].hi - lo < *rest                ? r[k].hi - lo
                                                             : *rest;
        struct pw_tok t = {l, pw_count_add(lo, more)};
        *rest -= more;
        if (t.count > 0) pw_vec_push(out, t);
        k += listed;
    }
    for (uint32_t c = 0; c < m->classes; c++)
        ok &= left[c] == 0;
    PW_FREES(left, m->classes);
    return ok;
}

static bool lift_start(const struct pw_merge *m, const struct pw_config *start,
                       struct pw_config *out)
{
    out->global = start->global;
    for (size_t i = 0; i < m->sys->boxes.n; i++)
        if (m->sys->boxes.at[i].global == start->global &&
            fill_box(m, &m->sys->boxes.at[i], &start->toks, &out->toks))
            return true;
    return false;
}

/* A transition of the system with that image, enabled in `now`. */
static uint32_t choose_trans(const struct pw_merge *m, uint32_t image, const struct pw_config *now)
{
    for (uint32_t i = 0; i < m->sys->trans.n; i++) {
        const struct pw_trans *t = &m->sys->trans.at[i];
        if (m->image_of[i] == image && t->from == now->global &&
            pw_toks_leq(m->sys->tokens.at + t->pre, t->npre, now->toks.at, now->toks.n))
            return i;
    }
    return UINT32_MAX;
}

/* An image of `local` in class c (PW_SUNK: the sink); prefers to stay. UINT32_MAX - 1: none. */
static uint32_t image_in(const struct pw_merge *m, const struct pw_relation *r, uint32_t local,
                         uint32_t c)
{
    const struct pw_pair *p;
    size_t n = pw_relation_from(r, local, &p);
    uint32_t found = UINT32_MAX - 1;
    if (n == 0) {
        if (r->rest == PW_REST_SUNK) return c == PW_SUNK ? PW_SUNK : found;
        return c == m->class_of[local] ? local : found;
    }
    for (size_t i = 0; i < n; i++) {
        if (p[i].to == PW_SUNK ? c != PW_SUNK : c == PW_SUNK || m->class_of[p[i].to] != c) continue;
        if (found == UINT32_MAX - 1 || p[i].to == local) found = p[i].to;
    }
    return found;
}

struct lift_ctx {
    const struct pw_merge *m;
    const struct pw_relation *relation;
    pw_toks left; /* passive tokens not yet sent */
    struct pw_trace_step *step;
};

static bool send(struct lift_ctx *x, struct pw_tok *from, uint32_t c, int64_t count)
{
    uint32_t to = image_in(x->m, x->relation, from->local, c);
    struct pw_move move = {from->local, to, count};
    struct pw_tok put = {to, count};
    if (to == UINT32_MAX - 1) return false;
    if (to != from->local) pw_vec_push(&x->step->moves, move);
    if (to != PW_SUNK) pw_vec_push(&x->step->after.toks, put);
    from->count -= count;
    return true;
}

/* `count` tokens of class `from` go to class `to`. */
static bool send_class(struct lift_ctx *x, uint32_t from, uint32_t to, int64_t count)
{
    for (size_t i = 0; i < x->left.n && count > 0; i++) {
        struct pw_tok *t = &x->left.at[i];
        if (x->m->class_of[t->local] != from || t->count == 0) continue;
        int64_t some = t->count < count ? t->count : count;
        if (!send(x, t, to, some)) return false;
        count -= some;
    }
    return count == 0;
}

static bool lift_step(const struct pw_merge *m, const struct pw_config *now,
                      const struct pw_trace_step *from, struct pw_trace_step *out)
{
    out->trans = choose_trans(m, from->trans, now);
    if (out->trans == UINT32_MAX) return false;
    assert(out->trans < m->sys->trans.n);
    const struct pw_trans *t = &m->sys->trans.at[out->trans];
    assert(t->relation < m->sys->relations.n);
    struct lift_ctx x = {.m = m, .relation = &m->sys->relations.at[t->relation], .step = out};
    bool ok = true;
    pw_toks pre = {0};
    for (uint32_t i = 0; i < t->npre; i++)
        pw_vec_push(&pre, m->sys->tokens.at[t->pre + i]);
    for (size_t i = 0; i < now->toks.n; i++) {
        struct pw_tok left = {now->toks.at[i].local,
                              now->toks.at[i].count - count_in(&pre, now->toks.at[i].local)};
        if (left.count) pw_vec_push(&x.left, left);
    }
    for (size_t i = 0; ok && i < from->moves.n; i++)
        ok = send_class(&x, from->moves.at[i].from, from->moves.at[i].to, from->moves.at[i].count);
    for (size_t i = 0; ok && i < x.left.n; i++)
        if (x.left.at[i].count)
            ok = send(&x, &x.left.at[i], m->class_of[x.left.at[i].local], x.left.at[i].count);
    for (uint32_t i = 0; i < t->npost; i++)
        pw_vec_push(&out->after.toks, m->sys->tokens.at[t->post + i]);
    pw_toks_normalise(&out->after.toks);
    out->after.global = t->to;
    pw_vec_clear(&pre);
    pw_vec_clear(&x.left);
    return ok;
}

bool pw_merge_lift(const struct pw_merge *m, const struct pw_trace *trace, struct pw_trace *out)
{
    memset(out, 0, sizeof *out);
    out->target = trace->target;
    bool ok = lift_start(m, &trace->start, &out->start);
    for (size_t i = 0; ok && i < trace->steps.n; i++) {
        pw_limits_poll();
        struct pw_trace_step step = {0};
        ok =
            lift_step(m, i ? &out->steps.at[i - 1].after : &out->start, &trace->steps.at[i], &step);
        pw_vec_push(&out->steps, step);
    }
    if (!ok) pw_trace_clear(out);
    return ok;
}
