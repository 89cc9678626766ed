#include "cover/plenty.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

/* ---- which locals ---- */

/* Marks what the box does not have any number of. */
static void mark_box(const struct pw_system *s, const struct pw_box *b, uint8_t *plenty)
{
    uint32_t k = 0;
    assert(b->ranges + b->nranges <= s->ranges.n);
    for (uint32_t l = 0; l < s->locals; l++) {
        bool listed = k < b->nranges && s->ranges.at[b->ranges + k].local == l;
        if (listed ? !s->ranges.at[b->ranges + k].many : !b->rest_many) plenty[l] = 0;
        k += listed;
    }
}

/* Marks what the relation moves. */
static void mark_relation(const struct pw_relation *r, uint32_t locals, uint8_t *plenty)
{
    const struct pw_pair *q;
    for (uint32_t l = 0; l < locals && r->rest == PW_REST_SUNK; l++)
        if (!pw_relation_from(r, l, &q)) plenty[l] = 0;
    for (uint32_t i = 0; i < r->n; i++)
        if (r->pairs[i].to != r->pairs[i].from) plenty[r->pairs[i].from] = 0;
}

static bool find(const struct pw_system *s, uint8_t *plenty)
{
    bool taken = false;
    memset(plenty, 1, s->locals);
    for (size_t i = 0; i < s->boxes.n; i++)
        mark_box(s, &s->boxes.at[i], plenty);
    for (size_t i = 0; i < s->relations.n; i++)
        mark_relation(&s->relations.at[i], s->locals, plenty);
    for (size_t i = 0; i < s->trans.n && !taken; i++)
        for (uint32_t k = 0; k < s->trans.at[i].npre && !taken; k++)
            taken = plenty[s->tokens.at[s->trans.at[i].pre + k].local];
    return taken;
}

/* ---- the system without them ---- */

/* The tokens that are left, in *out. */
static void leave(const struct pw_plenty *p, uint32_t first, uint32_t n, pw_toks *out)
{
    pw_vec_reset(out);
    for (uint32_t i = 0; i < n; i++)
        if (!p->plenty[p->sys->tokens.at[first + i].local])
            pw_vec_push(out, p->sys->tokens.at[first + i]);
}

static void make_left(struct pw_plenty *p)
{
    const struct pw_system *s = p->sys;
    pw_toks pre = {0}, post = {0};
    pw_system_init(&p->left, s->globals, s->locals);
    for (size_t i = 1; i < s->relations.n; i++) {
        const struct pw_relation *r = &s->relations.at[i];
        uint32_t id = pw_system_relation(&p->left, r->rest, r->pairs, r->n);
        assert(id == i);
        (void)id;
    }
    for (size_t i = 0; i < s->trans.n; i++) {
        const struct pw_trans *t = &s->trans.at[i];
        pw_limits_poll();
        leave(p, t->pre, t->npre, &pre), leave(p, t->post, t->npost, &post);
        pw_system_trans(&p->left, t->from, t->to, pre.at, pre.n, t->relation, post.at, post.n,
                        t->witness, t->tag);
    }
    for (size_t i = 0; i < s->targets.n; i++) {
        leave(p, s->targets.at[i].toks, s->targets.at[i].ntoks, &pre);
        pw_system_target(&p->left, s->targets.at[i].global, pre.at, pre.n);
    }
    for (size_t i = 0; i < s->boxes.n; i++)
        pw_system_box(&p->left, s->boxes.at[i].global, s->ranges.at + s->boxes.at[i].ranges,
                      s->boxes.at[i].nranges, s->boxes.at[i].rest_many);
    pw_vec_clear(&pre), pw_vec_clear(&post);
}

bool pw_plenty_init(struct pw_plenty *p, const struct pw_system *sys)
{
    memset(p, 0, sizeof *p);
    if (sys->covers || sys->globals > 1) return false;
    p->sys = sys;
    p->plenty = PW_NEWS(uint8_t, sys->locals);
    bool taken = find(sys, p->plenty);
    if (taken)
        make_left(p);
    else
        pw_plenty_clear(p);
    return taken;
}

void pw_plenty_clear(struct pw_plenty *p)
{
    if (!p->sys) return;
    pw_system_clear(&p->left);
    PW_FREES(p->plenty, p->sys->locals);
    memset(p, 0, sizeof *p);
}

/* ---- runs ---- */

/* Adds what the transition takes (sign -1) or puts (+1) in such locals to the counts. */
static void count(const struct pw_plenty *p, uint32_t first, uint32_t n, int sign, int64_t *counts)
{
    for (uint32_t i = 0; i < n; i++) {
        struct pw_tok t = p->sys->tokens.at[first + i];
        if (p->plenty[t.local]) counts[t.local] = pw_count_add(counts[t.local], sign * t.count);
    }
}

/* Adds the tokens of such locals to a configuration. */
static void add_counts(const struct pw_plenty *p, const int64_t *counts, struct pw_config *c)
{
    for (uint32_t l = 0; l < p->sys->locals; l++)
        if (p->plenty[l] && counts[l]) pw_vec_push(&c->toks, ((struct pw_tok){l, counts[l]}));
    pw_toks_normalise(&c->toks);
}

/* What is missing at the start: counts[] are 0 before and after. */
static void find_missing(const struct pw_plenty *p, const struct pw_trace *t, int64_t *counts,
                         int64_t *missing)
{
    const struct pw_system *s = p->sys;
    for (size_t i = 0; i <= t->steps.n; i++) {
        bool end = i == t->steps.n;
        uint32_t trans = end ? 0 : t->steps.at[i].trans;
        uint32_t first = end ? s->targets.at[t->target].toks : s->trans.at[trans].pre;
        uint32_t n = end ? s->targets.at[t->target].ntoks : s->trans.at[trans].npre;
        count(p, first, n, -1, counts);
        for (uint32_t k = 0; k < n; k++) {
            uint32_t l = s->tokens.at[first + k].local;
            if (p->plenty[l] && -counts[l] > missing[l]) missing[l] = -counts[l];
        }
        if (!end) count(p, s->trans.at[trans].post, s->trans.at[trans].npost, 1, counts);
    }
    memset(counts, 0, s->locals * sizeof *counts);
}

void pw_plenty_lift(const struct pw_plenty *p, struct pw_trace *t)
{
    const struct pw_system *s = p->sys;
    int64_t *counts = PW_NEWS(int64_t, s->locals), *missing = PW_NEWS(int64_t, s->locals);
    assert(t->target < s->targets.n);
    find_missing(p, t, counts, missing);
    add_counts(p, missing, &t->start);
    for (size_t i = 0; i < t->steps.n; i++) {
        const struct pw_trans *u = &s->trans.at[t->steps.at[i].trans];
        pw_limits_poll();
        count(p, u->pre, u->npre, -1, missing);
        count(p, u->post, u->npost, 1, missing);
        add_counts(p, missing, &t->steps.at[i].after);
    }
    PW_FREES(counts, s->locals);
    PW_FREES(missing, s->locals);
}
