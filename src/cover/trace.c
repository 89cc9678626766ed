#include "cover/trace.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

void pw_plan_clear(struct pw_plan *p)
{
    pw_vec_clear(&p->steps);
    pw_vec_clear(&p->pool);
    memset(p, 0, sizeof *p);
}

static size_t keep(struct pw_plan *p, const struct pw_tok *need, size_t n)
{
    size_t at = p->pool.n;
    pw_vec_reserve(&p->pool, at + n + 1); /* an empty need has a place, too */
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&p->pool, need[i]);
    return at;
}

void pw_plan_start(struct pw_plan *p, uint32_t global, const struct pw_tok *need, size_t n)
{
    p->global = global;
    p->need = keep(p, need, n);
    p->nneed = n;
}

void pw_plan_add(struct pw_plan *p, uint32_t trans, const struct pw_tok *need, size_t n)
{
    struct pw_plan_step s = {trans, keep(p, need, n), n};
    pw_vec_push(&p->steps, s);
}

void pw_trace_clear(struct pw_trace *t)
{
    for (size_t i = 0; i < t->steps.n; i++) {
        pw_vec_clear(&t->steps.at[i].moves);
        pw_vec_clear(&t->steps.at[i].after.toks);
    }
    pw_vec_clear(&t->steps);
    pw_vec_clear(&t->start.toks);
    memset(t, 0, sizeof *t);
}

/* ---- one step: passive tokens as sources, missing tokens as demands ---- */

struct source {
    uint32_t local;
    int64_t left;
    uint32_t first, n; /* options[first .. first+n-1]: locals it may go to */
};

struct option {
    uint32_t to;
    int64_t amount;
};

struct demand {
    uint32_t local;
    int64_t missing;
    bool seen;
    uint32_t before; /* demand from which the search came here */
    uint32_t source; /* source that would be taken from here and given to `before` */
};

struct transport {
    PW_VEC(struct source) sources;
    PW_VEC(struct option) options;
    PW_VEC(struct demand) demands;
    PW_VEC(uint32_t) queue;
};

static void clear_transport(struct transport *x)
{
    pw_vec_clear(&x->sources);
    pw_vec_clear(&x->options);
    pw_vec_clear(&x->demands);
    pw_vec_clear(&x->queue);
}

static void add_option(struct transport *x, uint32_t to)
{
    struct option o = {to, 0};
    pw_vec_push(&x->options, o);
}

static void add_source(struct transport *x, const struct pw_relation *r, uint32_t local,
                       int64_t count)
{
    const struct pw_pair *q;
    struct source s = {local, count, (uint32_t)x->options.n, 0};
    size_t n = pw_relation_from(r, local, &q);
    for (size_t i = 0; i < n; i++)
        add_option(x, q[i].to);
    if (n == 0) add_option(x, r->rest == PW_REST_STAY ? local : PW_SUNK);
    s.n = (uint32_t)x->options.n - s.first;
    pw_vec_push(&x->sources, s);
}

/* Fills sources from m - pre and demands from need - post. False: pre is not there. */
static bool set_up(struct transport *x, const struct pw_system *sys, const struct pw_trans *t,
                   const pw_toks *m, const struct pw_tok *need, size_t n)
{
    assert(t->pre <= sys->tokens.n);
    assert(t->post <= sys->tokens.n);
    const struct pw_tok *pre = sys->tokens.at + t->pre, *post = sys->tokens.at + t->post;
    size_t k = 0;
    if (!pw_toks_leq(pre, t->npre, m->at, m->n)) return false;
    for (size_t i = 0; i < m->n; i++) {
        while (k < t->npre && pre[k].local < m->at[i].local)
            k++;
        int64_t left =
            m->at[i].count - (k < t->npre && pre[k].local == m->at[i].local ? pre[k].count : 0);
        if (left > 0) add_source(x, &sys->relations.at[t->relation], m->at[i].local, left);
    }
    k = 0;
    for (size_t i = 0; i < n; i++) {
        while (k < t->npost && post[k].local < need[i].local)
            k++;
        struct demand d = {.local = need[i].local};
        d.missing =
            need[i].count - (k < t->npost && post[k].local == need[i].local ? post[k].count : 0);
        if (d.missing > 0) pw_vec_push(&x->demands, d);
    }
    return true;
}

static struct option *option_to(struct transport *x, const struct source *s, uint32_t to)
{
    for (uint32_t i = 0; i < s->n; i++)
        if (x->options.at[s->first + i].to == to) return &x->options.at[s->first + i];
    return NULL;
}

/* Demands that source s serves become reachable from demand d: they could give s away. */
static void widen(struct transport *x, uint32_t d, uint32_t source)
{
    assert(source < x->sources.n);
    const struct source *s = &x->sources.at[source];
    for (uint32_t e = 0; e < x->demands.n; e++) {
        struct demand *y = &x->demands.at[e];
        struct option *o = y->seen ? NULL : option_to(x, s, y->local);
        if (!o || o->amount == 0) continue;
        y->seen = true;
        y->before = d;
        y->source = source;
        pw_vec_push(&x->queue, e);
    }
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* What the chain from demand d back to the start lets through. */
static int64_t narrowest(struct transport *x, uint32_t d, uint32_t start, int64_t amount)
{
    assert(start < x->demands.n);
    amount = smaller(amount, x->demands.at[start].missing);
    for (; d != start; d = x->demands.at[d].before)
        amount = smaller(
            amount,
            option_to(x, &x->sources.at[x->demands.at[d].source], x->demands.at[d].local)->amount);
    return amount;
}

/* Gives as much as goes of `source` to demand d, and along the chain back to the start of the
 * search. */
static void shift(struct transport *x, uint32_t d, uint32_t start, uint32_t source)
{
    assert(source < x->sources.n);
    struct source *s = &x->sources.at[source];
    int64_t amount = narrowest(x, d, start, s->left);
    s->left -= amount;
    assert(d < x->demands.n);
    option_to(x, s, x->demands.at[d].local)->amount += amount;
    while (d != start) {
        struct source *via = &x->sources.at[x->demands.at[d].source];
        uint32_t to = x->demands.at[d].before;
        option_to(x, via, x->demands.at[d].local)->amount -= amount;
        assert(to < x->demands.n);
        option_to(x, via, x->demands.at[to].local)->amount += amount;
        d = to;
    }
    assert(start < x->demands.n);
    x->demands.at[start].missing -= amount;
}

/* One augmenting path for demand `start`; false if there is none. */
static bool augment(struct transport *x, uint32_t start)
{
    for (uint32_t e = 0; e < x->demands.n; e++)
        x->demands.at[e].seen = false;
    x->queue.n = 0;
    assert(start < x->demands.n);
    x->demands.at[start].seen = true;
    pw_vec_push(&x->queue, start);
    for (size_t q = 0; q < x->queue.n; q++) {
        uint32_t d = x->queue.at[q];
        for (uint32_t i = 0; i < x->sources.n; i++) {
            struct source *s = &x->sources.at[i];
            if (!option_to(x, s, x->demands.at[d].local)) continue;
            if (s->left > 0) {
                shift(x, d, start, i);
                return true;
            }
            if (s->n > 1) widen(x, d, i);
        }
    }
    return false;
}

/* What is left stays if it may, else goes to a proper local if it may. */
static void settle_rest(struct transport *x)
{
    for (size_t i = 0; i < x->sources.n; i++) {
        struct source *s = &x->sources.at[i];
        struct option *o = option_to(x, s, s->local);
        for (uint32_t k = 0; !o && k < s->n; k++)
            if (x->options.at[s->first + k].to != PW_SUNK) o = &x->options.at[s->first + k];
        if (!o) o = &x->options.at[s->first];
        o->amount += s->left;
        s->left = 0;
    }
}

static void finish(const struct transport *x, const struct pw_system *sys, const struct pw_trans *t,
                   struct pw_trace_step *step)
{
    step->after.global = t->to;
    for (uint32_t i = 0; i < t->npost; i++)
        pw_vec_push(&step->after.toks, sys->tokens.at[t->post + i]);
    for (size_t i = 0; i < x->sources.n; i++)
        for (uint32_t k = 0; k < x->sources.at[i].n; k++) {
            const struct option *o = &x->options.at[x->sources.at[i].first + k];
            if (o->amount == 0) continue;
            struct pw_move m = {x->sources.at[i].local, o->to, o->amount};
            if (m.from != m.to) pw_vec_push(&step->moves, m);
            if (m.to == PW_SUNK) continue;
            struct pw_tok put = {m.to, m.count};
            pw_vec_push(&step->after.toks, put);
        }
    pw_toks_normalise(&step->after.toks);
}

static bool run_step(const struct pw_system *sys, const pw_toks *m, const struct pw_plan *p,
                     const struct pw_plan_step *plan, struct pw_trace_step *step)
{
    struct transport x = {0};
    assert(plan->trans < sys->trans.n);
    const struct pw_trans *t = &sys->trans.at[plan->trans];
    assert(plan->need <= p->pool.n);
    bool ok = set_up(&x, sys, t, m, p->pool.at + plan->need, plan->nneed);
    for (uint32_t d = 0; ok && d < x.demands.n; d++)
        while (ok && x.demands.at[d].missing > 0) {
            pw_limits_poll();
            ok = augment(&x, d);
        }
    if (ok) {
        settle_rest(&x);
        finish(&x, sys, t, step);
    }
    clear_transport(&x);
    return ok;
}

bool pw_plan_run(const struct pw_plan *p, const struct pw_system *s, struct pw_trace *out)
{
    memset(out, 0, sizeof *out);
    out->target = p->target;
    out->start.global = p->global;
    assert(p->need <= p->pool.n);
    bool ok = pw_system_initial(s, p->global, p->pool.at + p->need, p->nneed, &out->start.toks);
    for (size_t i = 0; ok && i < p->steps.n; i++) {
        pw_limits_poll();
        const struct pw_config *now = i ? &out->steps.at[i - 1].after : &out->start;
        struct pw_trace_step step = {.trans = p->steps.at[i].trans};
        ok = now->global == s->trans.at[step.trans].from &&
             run_step(s, &now->toks, p, &p->steps.at[i], &step);
        if (ok) {
            pw_vec_push(&out->steps, step);
        } else {
            pw_vec_clear(&step.moves);
            pw_vec_clear(&step.after.toks);
        }
    }
    if (!ok) pw_trace_clear(out);
    return ok;
}
