/* fuse_lift.c -- answers about a fused system brought back to the system as given. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "cover/fuse.h"
#include "cover/linear.h"
#include "cover/trace.h"

/* ---- traces ---- */

static void copy_config(const struct pw_config *c, uint32_t global, struct pw_config *out)
{
    memset(out, 0, sizeof *out);
    out->global = global;
    for (size_t i = 0; i < c->toks.n; i++)
        pw_vec_push(&out->toks, c->toks.at[i]);
}

/* *out := before - pre(t) + post(t); the simulator judges whether that is a step. */
static void fire(const struct pw_system *s, uint32_t trans, const struct pw_config *before,
                 struct pw_config *out)
{
    assert(trans < s->trans.n);
    const struct pw_trans *t = &s->trans.at[trans];
    const struct pw_tok *pre = s->tokens.at + t->pre;
    copy_config(before, t->to, out);
    for (size_t i = 0, k = 0; i < out->toks.n; i++) {
        while (k < t->npre && pre[k].local < out->toks.at[i].local)
            k++;
        if (k < t->npre && pre[k].local == out->toks.at[i].local)
            out->toks.at[i].count -= pre[k].count;
    }
    for (uint32_t i = 0; i < t->npost; i++)
        pw_vec_push(&out->toks, s->tokens.at[t->post + i]);
    pw_toks_normalise(&out->toks);
}

static void write_step(const struct pw_fuse *f, const struct pw_trace_step *step,
                       struct pw_trace *out)
{
    struct pw_fuse_span all = f->steps.at[step->trans];
    for (size_t i = 0; i < all.n; i++) {
        const struct pw_config *before =
            out->steps.n ? &pw_vec_last(&out->steps).after : &out->start;
        struct pw_trace_step now = {.trans = f->sequence.at[all.first + i]};
        if (all.n > 1) {
            fire(f->sys, now.trans, before, &now.after);
        } else {
            copy_config(&step->after, f->old_of[step->after.global], &now.after);
            for (size_t k = 0; k < step->moves.n; k++)
                pw_vec_push(&now.moves, step->moves.at[k]);
        }
        pw_vec_push(&out->steps, now);
    }
}

void pw_fuse_write_out(const struct pw_fuse *f, const struct pw_trace *t, struct pw_trace *out)
{
    memset(out, 0, sizeof *out);
    out->target = t->target;
    copy_config(&t->start, f->old_of[t->start.global], &out->start);
    for (size_t i = 0; i < t->steps.n; i++) {
        pw_limits_poll();
        assert(t->steps.at[i].trans < f->steps.n);
        write_step(f, &t->steps.at[i], out);
    }
}

/* ---- elements ---- */

struct lift_ctx {
    const struct pw_fuse *f;
    struct pw_fuse_start *out;
    pw_uints *into; /* per global: transitions from removed states into it */
};

/* The least multiset from which the transition, without passive moves, reaches u. */
static void before(const struct pw_system *s, const struct pw_trans *t, const pw_toks *u,
                   pw_toks *out)
{
    const struct pw_tok *post = s->tokens.at + t->post;
    for (size_t i = 0, k = 0; i < u->n; i++) {
        struct pw_tok x = u->at[i];
        while (k < t->npost && post[k].local < x.local)
            k++;
        if (k < t->npost && post[k].local == x.local) x.count -= post[k].count;
        if (x.count > 0) pw_vec_push(out, x);
    }
    for (uint32_t i = 0; i < t->npre; i++)
        pw_vec_push(out, s->tokens.at[t->pre + i]);
    pw_toks_normalise(out);
}

/* Adds the predecessors in removed states of all elements, those added included. Removed states
 * are in no circle, so it ends. */
static bool add_before(struct lift_ctx *x, size_t most)
{
    for (size_t i = 0; i < x->out->elements.n; i++) {
        pw_limits_poll();
        uint32_t g = x->out->elements.at[i].global;
        for (size_t k = 0; k < x->into[g].n; k++) {
            if (x->out->elements.n >= most) return false;
            const struct pw_trans *t = &x->f->sys->trans.at[x->into[g].at[k]];
            struct pw_config c = {.global = t->from};
            before(x->f->sys, t, &x->out->elements.at[i].toks, &c.toks);
            pw_vec_push(&x->out->elements, c);
        }
    }
    return true;
}

static bool lift_basis(struct lift_ctx *x, const struct pw_cover_result *r, size_t most)
{
    const struct pw_system *s = x->f->sys;
    x->into = PW_NEWS(pw_uints, s->globals);
    for (uint32_t i = 0; i < s->trans.n; i++)
        if (x->f->new_of[s->trans.at[i].from] == PW_ANY_GLOBAL)
            pw_vec_push(&x->into[s->trans.at[i].to], i);
    for (size_t i = 0; i < r->basis.n; i++) {
        struct pw_config c;
        copy_config(&r->basis.at[i], x->f->old_of[r->basis.at[i].global], &c);
        pw_vec_push(&x->out->elements, c);
    }
    bool ok = add_before(x, most);
    for (uint32_t g = 0; g < s->globals; g++)
        pw_vec_clear(&x->into[g]);
    PW_FREES(x->into, s->globals);
    return ok;
}

/* ---- inequalities ---- */

static int64_t weigh(const struct pw_linear *w, const struct pw_tok *toks, uint32_t n)
{
    int64_t sum = 0, x;
    size_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        while (k < w->terms.n && w->terms.at[k].local < toks[i].local)
            k++;
        if (k == w->terms.n || w->terms.at[k].local != toks[i].local) continue;
        if (__builtin_mul_overflow(w->terms.at[k].weight, toks[i].count, &x)) x = INT64_MAX;
        sum = pw_count_add(sum, x);
    }
    return sum;
}

/* Offsets of removed states, from what leads into them; in as many rounds as they follow each
 * other. */
static void spread_offsets(const struct pw_fuse *f, struct pw_linear *w, uint8_t *known)
{
    const struct pw_system *s = f->sys;
    bool grown;
    do {
        grown = false;
        for (size_t i = 0; i < s->trans.n; i++) {
            const struct pw_trans *t = &s->trans.at[i];
            if (f->new_of[t->to] != PW_ANY_GLOBAL || !known[t->from]) continue;
            pw_limits_poll();
            int64_t least =
                pw_count_add(w->offset[t->from], weigh(w, s->tokens.at + t->pre, t->npre) -
                                                     weigh(w, s->tokens.at + t->post, t->npost));
            if (known[t->to] && w->offset[t->to] <= least) continue;
            w->offset[t->to] = least;
            known[t->to] = 1;
            grown = true;
        }
    } while (grown);
}

/* Offsets are never negative: all are raised if need be. */
static void raise_offsets(struct pw_linear *w, uint32_t globals)
{
    int64_t least = 0;
    for (uint32_t g = 0; g < globals; g++)
        if (w->offset[g] < least) least = w->offset[g];
    for (uint32_t g = 0; g < globals; g++)
        w->offset[g] = pw_count_add(w->offset[g], -least);
    w->bound = pw_count_add(w->bound, -least);
}

static void lift_linear(const struct pw_fuse *f, const struct pw_linear *from,
                        struct pw_fuse_start *out)
{
    uint32_t globals = f->sys->globals;
    struct pw_linear w = {.bound = from->bound, .offset = PW_NEWS(int64_t, globals)};
    uint8_t *known = PW_NEWS(uint8_t, globals);
    for (size_t i = 0; i < from->terms.n; i++)
        pw_vec_push(&w.terms, from->terms.at[i]);
    for (uint32_t g = 0; g < f->fused.globals; g++) {
        w.offset[f->old_of[g]] = from->offset ? from->offset[g] : 0;
        known[f->old_of[g]] = 1;
    }
    spread_offsets(f, &w, known);
    raise_offsets(&w, globals);
    PW_FREES(known, globals);
    pw_vec_push(&out->linear, w);
}

bool pw_fuse_suggest(const struct pw_fuse *f, const struct pw_cover_result *r, size_t most,
                     struct pw_fuse_start *out)
{
    struct lift_ctx x = {.f = f, .out = out};
    memset(out, 0, sizeof *out);
    assert(r->proof == PW_PROOF_BASIS);
    bool ok = lift_basis(&x, r, most);
    for (size_t i = 0; ok && i < r->invariant.linear.n; i++)
        lift_linear(f, &r->invariant.linear.at[i], out);
    if (!ok) pw_fuse_start_clear(out, f->sys->globals);
    return ok;
}

void pw_fuse_start_clear(struct pw_fuse_start *s, uint32_t globals)
{
    for (size_t i = 0; i < s->elements.n; i++)
        pw_vec_clear(&s->elements.at[i].toks);
    pw_vec_clear(&s->elements);
    for (size_t i = 0; i < s->linear.n; i++)
        pw_linear_clear(&s->linear.at[i], globals);
    pw_vec_clear(&s->linear);
}

void pw_fuse_rename(const struct pw_fuse *f, struct pw_cover_result *r)
{
    for (size_t i = 0; i < r->basis.n; i++)
        r->basis.at[i].global = f->old_of[r->basis.at[i].global];
    for (size_t i = 0; i < r->ideals.n; i++)
        r->ideals.at[i].global = f->old_of[r->ideals.at[i].global];
    pw_vec_clear(&r->invariant.occupied);
    pw_vec_clear(&r->invariant.reached);
    for (size_t i = 0; i < r->invariant.linear.n; i++)
        pw_linear_clear(&r->invariant.linear.at[i], f->fused.globals);
    pw_vec_clear(&r->invariant.linear);
    r->invariant.sliced = false;
}
