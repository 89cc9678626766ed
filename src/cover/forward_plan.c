/* forward_plan.c -- from an ideal that meets a target to a plan.
 *
 * Going back along the way, r is what the configuration must be at least; it starts as the target
 * and always lies in the ideal of the node at hand. Where the node was accelerated, the repeated
 * way is walked back as often as r asks for more than the ideal had before. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "cover/forward.h"

enum { MOST_STEPS = 200000, MOST_CHOICES = 20000 };

struct back {
    uint32_t trans;
    size_t need, n; /* pool */
};

struct planner {
    struct pw_forward *f;
    struct pw_pre pre;
    pw_toks r;
    PW_VEC(struct back) steps; /* last step first */
    pw_toks pool;
    /* the predecessor must be in bound; locals that are many in loose are free */
    const struct pw_ideal_tok *bound, *loose;
    size_t nbound, nloose;
    bool chosen;
    unsigned choices;
};

static bool within(const struct planner *p, const struct pw_tok *u, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct pw_ideal_tok *b = pw_ideal_find(p->bound, p->nbound, u[i].local);
        if (b && (b->many || b->count >= u[i].count)) continue;
        const struct pw_ideal_tok *free = pw_ideal_find(p->loose, p->nloose, u[i].local);
        if (!free || !free->many) return false;
    }
    return true;
}

static bool choose(void *self, uint32_t trans, uint32_t global, const struct pw_tok *toks, size_t n)
{
    struct planner *p = self;
    (void)trans, (void)global;
    if (!within(p, toks, n)) return ++p->choices < MOST_CHOICES;
    p->r.n = 0;
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&p->r, toks[i]);
    p->chosen = true;
    return false;
}

/* r := a predecessor of r by the transition of node x, inside the ideal of x's parent but for loose
 * locals. */
static bool step_back(struct planner *p, uint32_t x, const struct pw_ideal_tok *loose,
                      size_t nloose)
{
    const struct pw_forward_node *node = &p->f->nodes.at[x],
                                 *parent = &p->f->nodes.at[node->parent];
    struct back b = {node->trans, p->pool.n, p->r.n};
    if (p->steps.n >= MOST_STEPS) return false;
    for (size_t i = 0; i < p->r.n; i++)
        pw_vec_push(&p->pool, p->r.at[i]);
    pw_vec_push(&p->steps, b);
    pw_toks u = {0};
    for (size_t i = 0; i < p->r.n; i++)
        pw_vec_push(&u, p->r.at[i]);
    assert(parent->toks <= p->f->pool.n);
    p->bound = p->f->pool.at + parent->toks;
    p->nbound = parent->n;
    p->loose = loose;
    p->nloose = nloose;
    p->chosen = false;
    p->choices = 0;
    pw_pre_by(&p->pre, node->trans, u.at, u.n, choose, p);
    pw_vec_clear(&u);
    return p->chosen;
}

/* Does r ask for more than the ideal had before the acceleration, in a local that it made many?
 * `now` is the ideal after it. */
static bool asks_more(const struct planner *p, const struct pw_forward_accel *a,
                      const struct pw_ideal_tok *now, size_t n)
{
    for (size_t i = 0; i < p->r.n; i++) {
        const struct pw_ideal_tok *old =
            pw_ideal_find(p->f->pool.at + a->toks, a->n, p->r.at[i].local);
        const struct pw_ideal_tok *many = pw_ideal_find(now, n, p->r.at[i].local);
        if (many && many->many && old && !old->many && old->count < p->r.at[i].count) return true;
    }
    return false;
}

static bool undo_accelerations(struct planner *p, uint32_t x)
{
    assert(x < p->f->nodes.n);
    const struct pw_forward_node *node = &p->f->nodes.at[x];
    assert(node->toks <= p->f->pool.n);
    const struct pw_ideal_tok *now = p->f->pool.at + node->toks;
    size_t n = node->n;
    for (uint32_t k = node->accel; k; k = p->f->accels.at[k - 1].next) {
        assert(k - 1 < p->f->accels.n);
        const struct pw_forward_accel *a = &p->f->accels.at[k - 1];
        while (asks_more(p, a, now, n)) {
            pw_limits_poll();
            for (uint32_t y = x; y != a->ancestor; y = p->f->nodes.at[y].parent)
                if (!step_back(p, y, now, n)) return false;
        }
        assert(a->toks <= p->f->pool.n);
        now = p->f->pool.at + a->toks;
        n = a->n;
    }
    return true;
}

static bool walk_back(struct planner *p)
{
    uint32_t x = p->f->found;
    for (;; x = p->f->nodes.at[x].parent) {
        if (!undo_accelerations(p, x)) return false;
        if (p->f->nodes.at[x].parent == PW_NO_NODE) return true;
        if (!step_back(p, x, NULL, 0)) return false;
    }
}

bool pw_forward_plan(struct pw_forward *f, struct pw_plan *plan)
{
    struct planner p = {.f = f};
    assert(f->target < f->sys->targets.n);
    const struct pw_target *t = &f->sys->targets.at[f->target];
    uint32_t root = f->found;
    pw_vec_reserve(&p.pool, 1);
    for (uint32_t i = 0; i < t->ntoks; i++)
        pw_vec_push(&p.r, f->sys->tokens.at[t->toks + i]);
    pw_pre_init(&p.pre, f->sys, f->slice);
    bool ok = walk_back(&p);
    while (f->nodes.at[root].parent != PW_NO_NODE)
        root = f->nodes.at[root].parent;
    if (ok) {
        assert(root < f->nodes.n);
        pw_plan_start(plan, f->nodes.at[root].global, p.r.at, p.r.n);
        for (size_t i = p.steps.n; i-- > 0;)
            pw_plan_add(plan, p.steps.at[i].trans, p.pool.at + p.steps.at[i].need, p.steps.at[i].n);
        plan->target = f->target;
    }
    pw_pre_clear(&p.pre);
    pw_vec_clear(&p.r);
    pw_vec_clear(&p.steps);
    pw_vec_clear(&p.pool);
    return ok;
}
