#include "cover/fuse.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

enum { FEWEST_REMOVED = 2, MOST_POOL = 1 << 22 };

/* A transition while states are removed. */
struct joined {
    uint32_t from, to;
    struct pw_fuse_span pre, post; /* in tokens */
    struct pw_fuse_span steps;     /* in sequence */
    bool gone;
};

struct fuse_ctx {
    const struct pw_system *sys;
    PW_VEC(struct joined) all;
    pw_toks tokens;
    pw_uints sequence;
    pw_uints *in, *out; /* per global: numbers of transitions, some of them gone */
    uint8_t *keep;      /* per global */
    uint32_t removed;
};

/* ---- which states may go ---- */

static void mark_kept(struct fuse_ctx *x)
{
    const struct pw_system *s = x->sys;
    for (size_t i = 0; i < s->boxes.n; i++)
        x->keep[s->boxes.at[i].global] = 1;
    for (size_t i = 0; i < s->targets.n; i++)
        if (s->targets.at[i].global != PW_ANY_GLOBAL) x->keep[s->targets.at[i].global] = 1;
    for (size_t i = 0; i < s->trans.n; i++) {
        const struct pw_trans *t = &s->trans.at[i];
        if (t->relation || t->witness) x->keep[t->from] = x->keep[t->to] = 1;
    }
}

/* Could half of the states that occur be removed if the others stayed? So cheap that systems of
 * another kind lose nothing. */
static bool promises(const struct fuse_ctx *x)
{
    const struct pw_system *s = x->sys;
    uint32_t n = 0, all = 0, *in = PW_NEWS(uint32_t, s->globals),
             *out = PW_NEWS(uint32_t, s->globals);
    for (size_t i = 0; i < s->trans.n; i++) {
        in[s->trans.at[i].to]++;
        out[s->trans.at[i].from]++;
    }
    for (uint32_t g = 0; g < s->globals; g++) {
        bool passed = in[g] && out[g];
        all += in[g] || out[g];
        n += passed && !x->keep[g] && (uint64_t)in[g] * out[g] <= (uint64_t)in[g] + out[g];
    }
    PW_FREES(in, s->globals);
    PW_FREES(out, s->globals);
    return n >= FEWEST_REMOVED && 2 * (uint64_t)n >= all;
}

static bool fits(const struct pw_system *s)
{
    if (s->covers || s->globals < 2 * FEWEST_REMOVED) return false;
    for (size_t i = 0; i < s->targets.n; i++)
        if (s->targets.at[i].global == PW_ANY_GLOBAL) return false;
    return true;
}

/* ---- transitions ---- */

static struct pw_fuse_span copy_tokens(struct fuse_ctx *x, const struct pw_tok *toks, size_t n)
{
    struct pw_fuse_span s = {x->tokens.n, n};
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&x->tokens, toks[i]);
    return s;
}

static void add(struct fuse_ctx *x, const struct joined *t)
{
    uint32_t id = (uint32_t)x->all.n;
    pw_vec_push(&x->all, *t);
    pw_vec_push(&x->out[t->from], id);
    pw_vec_push(&x->in[t->to], id);
}

static void add_all(struct fuse_ctx *x)
{
    for (uint32_t i = 0; i < x->sys->trans.n; i++) {
        const struct pw_trans *t = &x->sys->trans.at[i];
        struct joined y = {.from = t->from, .to = t->to};
        y.pre = copy_tokens(x, x->sys->tokens.at + t->pre, t->npre);
        y.post = copy_tokens(x, x->sys->tokens.at + t->post, t->npost);
        y.steps = (struct pw_fuse_span){x->sequence.n, 1};
        pw_vec_push(&x->sequence, i);
        add(x, &y);
    }
}

/* Appends base + (more - less) to the tokens; all three are spans of them. */
static struct pw_fuse_span combine(struct fuse_ctx *x, struct pw_fuse_span base,
                                   struct pw_fuse_span more, struct pw_fuse_span less)
{
    pw_toks sum = {0};
    for (size_t i = 0; i < base.n; i++)
        pw_vec_push(&sum, x->tokens.at[base.first + i]);
    for (size_t i = 0, k = 0; i < more.n; i++) {
        struct pw_tok t = x->tokens.at[more.first + i];
        while (k < less.n && x->tokens.at[less.first + k].local < t.local)
            k++;
        if (k < less.n && x->tokens.at[less.first + k].local == t.local)
            t.count -= x->tokens.at[less.first + k].count;
        if (t.count > 0) pw_vec_push(&sum, t);
    }
    pw_toks_normalise(&sum);
    struct pw_fuse_span s = copy_tokens(x, sum.at, sum.n);
    pw_vec_clear(&sum);
    return s;
}

static struct pw_fuse_span chain(struct fuse_ctx *x, struct pw_fuse_span a, struct pw_fuse_span b)
{
    struct pw_fuse_span s = {x->sequence.n, a.n + b.n};
    for (size_t i = 0; i < s.n; i++) {
        uint32_t step = x->sequence.at[i < a.n ? a.first + i : b.first + i - a.n];
        pw_vec_push(&x->sequence, step);
    }
    return s;
}

static void join(struct fuse_ctx *x, uint32_t into, uint32_t out_of)
{
    struct joined t = x->all.at[into], u = x->all.at[out_of];
    assert(t.to == u.from && !t.gone && !u.gone);
    struct joined y = {.from = t.from, .to = u.to};
    y.pre = combine(x, t.pre, u.pre, t.post);
    y.post = combine(x, u.post, t.post, u.pre);
    y.steps = chain(x, t.steps, u.steps);
    add(x, &y);
}

/* Drops what is gone from the list. */
static size_t tidy(const struct fuse_ctx *x, pw_uints *list)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (!x->all.at[list->at[i]].gone) list->at[n++] = list->at[i];
    return list->n = n;
}

static void remove_state(struct fuse_ctx *x, uint32_t g)
{
    size_t in = tidy(x, &x->in[g]), out = tidy(x, &x->out[g]);
    if (in * out > in + out || x->tokens.n > MOST_POOL || x->sequence.n > MOST_POOL) return;
    for (size_t i = 0; i < out; i++)
        if (x->all.at[x->out[g].at[i]].to == g) return;
    for (size_t i = 0; i < in; i++)
        for (size_t k = 0; k < out; k++)
            join(x, x->in[g].at[i], x->out[g].at[k]);
    assert(x->in[g].n == in && x->out[g].n == out);
    for (size_t i = 0; i < in; i++)
        x->all.at[x->in[g].at[i]].gone = true;
    for (size_t k = 0; k < out; k++)
        x->all.at[x->out[g].at[k]].gone = true;
    x->keep[g] = 2;
    x->removed++;
}

/* ---- the system that is left ---- */

static void number_globals(struct pw_fuse *f, const struct fuse_ctx *x)
{
    uint32_t n = 0;
    f->new_of = PW_NEWS(uint32_t, x->sys->globals);
    f->old_of = PW_NEWS(uint32_t, x->sys->globals);
    for (uint32_t g = 0; g < x->sys->globals; g++) {
        f->new_of[g] = x->keep[g] == 2 ? PW_ANY_GLOBAL : n;
        if (x->keep[g] != 2) f->old_of[n++] = g;
    }
    assert(n + x->removed == x->sys->globals);
    pw_system_init(&f->fused, n, x->sys->locals);
}

static void make_trans(struct pw_fuse *f, const struct fuse_ctx *x, const struct joined *t)
{
    const struct pw_trans *first = &x->sys->trans.at[x->sequence.at[t->steps.first]];
    const struct pw_relation *r = &x->sys->relations.at[first->relation];
    uint32_t relation = 0;
    assert(f->new_of[t->from] != PW_ANY_GLOBAL && f->new_of[t->to] != PW_ANY_GLOBAL);
    assert(!first->relation || t->steps.n == 1);
    if (first->relation) relation = pw_system_relation(&f->fused, r->rest, r->pairs, r->n);
    struct pw_fuse_span steps = {f->sequence.n, t->steps.n};
    for (size_t i = 0; i < t->steps.n; i++)
        pw_vec_push(&f->sequence, x->sequence.at[t->steps.first + i]);
    pw_vec_push(&f->steps, steps);
    pw_system_trans(&f->fused, f->new_of[t->from], f->new_of[t->to], x->tokens.at + t->pre.first,
                    t->pre.n, relation, x->tokens.at + t->post.first, t->post.n, first->witness,
                    first->tag);
}

static void make_system(struct pw_fuse *f, const struct fuse_ctx *x)
{
    const struct pw_system *s = x->sys;
    number_globals(f, x);
    for (size_t i = 0; i < x->all.n; i++)
        if (!x->all.at[i].gone) make_trans(f, x, &x->all.at[i]);
    for (size_t i = 0; i < s->boxes.n; i++)
        pw_system_box(&f->fused, f->new_of[s->boxes.at[i].global],
                      s->ranges.at + s->boxes.at[i].ranges, s->boxes.at[i].nranges,
                      s->boxes.at[i].rest_many);
    for (size_t i = 0; i < s->targets.n; i++)
        pw_system_target(&f->fused, f->new_of[s->targets.at[i].global],
                         s->tokens.at + s->targets.at[i].toks, s->targets.at[i].ntoks);
    assert(f->steps.n == f->fused.trans.n);
}

bool pw_fuse_init(struct pw_fuse *f, const struct pw_system *sys)
{
    memset(f, 0, sizeof *f);
    if (!fits(sys)) return false;
    struct fuse_ctx x = {.sys = sys};
    x.in = PW_NEWS(pw_uints, sys->globals);
    x.out = PW_NEWS(pw_uints, sys->globals);
    x.keep = PW_NEWS(uint8_t, sys->globals);
    mark_kept(&x);
    if (promises(&x)) {
        add_all(&x);
        for (uint32_t g = 0; g < sys->globals; g++) {
            pw_limits_poll();
            if (!x.keep[g]) remove_state(&x, g);
        }
    }
    bool pays = x.removed >= FEWEST_REMOVED && 2 * (uint64_t)x.removed >= sys->globals;
    f->sys = sys;
    if (pays) make_system(f, &x);
    for (uint32_t g = 0; g < sys->globals; g++) {
        pw_vec_clear(&x.in[g]);
        pw_vec_clear(&x.out[g]);
    }
    PW_FREES(x.in, sys->globals);
    PW_FREES(x.out, sys->globals);
    PW_FREES(x.keep, sys->globals);
    pw_vec_clear(&x.all);
    pw_vec_clear(&x.tokens);
    pw_vec_clear(&x.sequence);
    return pays;
}

void pw_fuse_clear(struct pw_fuse *f)
{
    pw_system_clear(&f->fused);
    PW_FREES(f->old_of, f->sys->globals);
    PW_FREES(f->new_of, f->sys->globals);
    pw_vec_clear(&f->steps);
    pw_vec_clear(&f->sequence);
    memset(f, 0, sizeof *f);
}
