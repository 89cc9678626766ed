#include "front/c/cfuse.h"

#include <assert.h>

#include "base/mem.h"

struct uses {
    uint32_t reads, writes;
};

struct fuse_ctx {
    struct pw_cir *ir;
    struct uses *uses; /* by variable, in all threads */
};

static void count_reads(struct fuse_ctx *f, const struct pw_cx *e)
{
    if (!e) return;
    if (e->kind == PW_CX_VAR) f->uses[e->var].reads++;
    count_reads(f, e->a);
    count_reads(f, e->b);
    count_reads(f, e->c);
}

static void count_uses(struct fuse_ctx *f, const struct pw_cstep *s)
{
    for (; s; s = s->next) {
        count_reads(f, s->cond);
        for (uint32_t i = 0; i < s->n; i++) {
            assert(s->vars[i] < f->ir->vars.n);
            f->uses[s->vars[i]].writes++;
            if (s->kind == PW_CSTEP_ASSIGN) count_reads(f, s->exprs[i]);
        }
        count_uses(f, s->body);
        count_uses(f, s->otherwise);
    }
}

/* The assignment that s ends with, or NULL. */
static struct pw_cstep *last_assignment(struct pw_cstep *s)
{
    if (s->kind == PW_CSTEP_ATOMIC)
        for (s = s->body; s && s->next;)
            s = s->next;
    return s && s->kind == PW_CSTEP_ASSIGN ? s : NULL;
}

/* The place of var among what s sets, or s->n. */
static uint32_t place_of(const struct pw_cstep *s, uint32_t var)
{
    uint32_t i = 0;
    while (i < s->n && s->vars[i] != var)
        i++;
    return i;
}

/* Is it a temporary that is set in one place, and read in one? */
static bool is_handed_on(const struct fuse_ctx *f, uint32_t var)
{
    const struct pw_cvar *v = &f->ir->vars.at[var];
    return v->hidden && !v->shared && !v->key && !v->guessed && f->uses[var].reads == 1 &&
           f->uses[var].writes == 1;
}

/* `s` is followed by `next`: is next part of it now? */
static bool fuse(struct fuse_ctx *f, struct pw_cstep *s, const struct pw_cstep *next)
{
    struct pw_cstep *a = last_assignment(s);
    bool moves = next->kind == PW_CSTEP_ASSIGN && next->n == 1 && next->exprs[0]->kind == PW_CX_VAR;
    if (!a || !moves || next->ends != a->ends || !is_handed_on(f, next->exprs[0]->var))
        return false;
    uint32_t from = next->exprs[0]->var, to = next->vars[0], i = place_of(a, from);
    assert(from < f->ir->vars.n && to < f->ir->vars.n);
    if (f->ir->vars.at[to].shared || i == a->n || place_of(a, to) < a->n) return false;
    assert(f->ir->vars.at[to].thread == f->ir->vars.at[from].thread);
    a->vars[i] = to;
    f->ir->vars.at[from].used = f->ir->vars.at[from].kept = false;
    return true;
}

static void fuse_list(struct fuse_ctx *f, struct pw_cstep *s)
{
    for (; s; s = s->next) {
        if (s->kind != PW_CSTEP_ATOMIC) fuse_list(f, s->body); /* that is one step anyway */
        fuse_list(f, s->otherwise);
        while (s->next && fuse(f, s, s->next))
            s->next = s->next->next;
    }
}

void pw_cfuse(struct pw_cir *ir)
{
    struct fuse_ctx f = {ir, PW_NEWS(struct uses, ir->vars.n + 1)};
    for (size_t i = 0; i < ir->threads.n; i++)
        count_uses(&f, ir->threads.at[i].body);
    for (size_t i = 0; i < ir->threads.n; i++)
        fuse_list(&f, ir->threads.at[i].body);
    PW_FREES(f.uses, ir->vars.n + 1);
}
