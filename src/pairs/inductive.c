#include "pairs/inductive.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"
#include "pairs/known.h"

struct check_ctx {
    const struct pw_program *p;
    struct pw_known k;
    const struct pw_inductive_given *more; /* NULL: nothing */
    struct pw_inductive *r;
    size_t goal;
    const struct pw_edge *edge; /* NULL: the start */
};

static bool fits(int32_t wanted, uint32_t template)
{
    return wanted < 0 || (uint32_t)wanted == template;
}

static void give_invariant(struct pw_known *k, const struct pw_pred *q)
{
    uint32_t n = (uint32_t)k->now.n;
    if (q->class == PW_SHARED_PRED) {
        pw_known_give(k, pw_known_expr(k, &k->now, q->expr, n, n));
        return;
    }
    for (uint32_t a = 0; a < n; a++) {
        if (!fits(q->active, k->now.at[a].template)) continue;
        if (q->class != PW_INTER_THREAD) pw_known_give(k, pw_known_expr(k, &k->now, q->expr, a, n));
        for (uint32_t b = 0; b < n && q->class == PW_INTER_THREAD; b++)
            if (a != b && fits(q->passive, k->now.at[b].template))
                pw_known_give(k, pw_known_expr(k, &k->now, q->expr, a, b));
    }
}

static void give_kept(struct check_ctx *c)
{
    for (size_t i = 0; i < c->r->n; i++)
        if (c->r->rows[i].kept) give_invariant(&c->k, &c->p->invariants[i]);
}

static void drop_goal(struct check_ctx *c)
{
    struct pw_inductive_row *row = &c->r->rows[c->goal];
    row->kept = false;
    row->start = !c->edge;
    row->edge = c->edge;
    row->template = c->k.now.n ? c->k.now.at[0].template : 0;
    pw_known_print(&c->k, &row->before);
}

/* The known threads are in their slots; the goal is about slots a and b. */
static void ask(struct check_ctx *c, uint32_t a, uint32_t b)
{
    struct pw_known *k = &c->k;
    struct pw_known_state after = k->now;
    pw_limits_poll();
    pw_vec_reset(&k->given);
    if (c->edge)
        after = pw_known_step(k, c->edge);
    else
        pw_known_initial(k);
    assert(c->goal < c->p->ninvariants);
    pw_term goal = pw_known_expr(k, &after, c->p->invariants[c->goal].expr, a, b);
    if (pw_term_same(goal, PW_TERM_TRUE)) return;
    pw_known_give(k, pw_term_not(goal));
    if (c->edge) give_kept(c);
    if (c->edge && !pw_known_context(k)) return;
    if (c->edge && c->more) c->more->give(k, c->more->arg);
    if (pw_known_possible(k)) drop_goal(c);
    pw_known_end(k);
}

static bool still(const struct check_ctx *c)
{
    return c->r->rows[c->goal].kept;
}

/* Calls visit for every template and location that is no error, with that thread added. */
static void each_other(struct check_ctx *c, void (*visit)(struct check_ctx *c))
{
    size_t n = c->k.now.n;
    for (uint32_t t = 0; t < c->p->ntemplates && still(c); t++) {
        const struct pw_thread_template *x = &c->p->templates[t];
        for (uint32_t l = 0; l < x->nlocs && still(c); l++) {
            if (x->locs[l].kind == PW_LOC_ERROR || (!c->edge && l != x->entry)) continue;
            pw_known_add(&c->k, t, l);
            visit(c);
            c->k.now.n = n;
        }
    }
}

static bool goal_fits(const struct check_ctx *c, uint32_t a, uint32_t b)
{
    assert(c->goal < c->p->ninvariants);
    const struct pw_pred *q = &c->p->invariants[c->goal];
    if (!fits(q->active, c->k.now.at[a].template)) return false;
    return q->class != PW_INTER_THREAD || fits(q->passive, c->k.now.at[b].template);
}

static void ask_if_fits(struct check_ctx *c, uint32_t a, uint32_t b)
{
    if (still(c) && goal_fits(c, a, b)) ask(c, a, b);
}

static void ask_last(struct check_ctx *c)
{
    assert(c->k.now.n > 0);
    uint32_t last = (uint32_t)c->k.now.n - 1;
    ask_if_fits(c, last, last);
}

static void ask_both(struct check_ctx *c)
{
    ask_if_fits(c, 0, 1);
    ask_if_fits(c, 1, 0);
}

static void ask_last_two(struct check_ctx *c)
{
    ask_if_fits(c, 1, 2);
}

static void add_another(struct check_ctx *c)
{
    each_other(c, ask_last_two);
}

static void note_count(void *arg, const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_COUNT) *(bool *)arg = true;
}

/* Can a thread that the goal is not about change it? */
static bool concerns_others(const struct check_ctx *c)
{
    bool any = false;
    for (size_t i = 0; i < c->edge->nupdates; i++)
        any |= c->edge->updates[i].shared;
    assert(c->goal < c->p->ninvariants);
    pw_expr_visit(c->p->invariants[c->goal].expr, note_count, &any);
    return any;
}

static void check_edge(struct check_ctx *c, uint32_t t, const struct pw_edge *edge)
{
    assert(c->goal < c->p->ninvariants);
    enum pw_pred_class class = c->p->invariants[c->goal].class;
    c->edge = edge;
    c->k.odd |= edge->nothers > 0; /* the questions know no writes to locals of others */
    pw_known_start(&c->k);
    pw_known_add(&c->k, t, edge->from);
    if (class == PW_SHARED_PRED)
        ask(c, 1, 1);
    else if (class != PW_INTER_THREAD) {
        ask_if_fits(c, 0, 0);
        if (concerns_others(c)) each_other(c, ask_last);
    } else {
        each_other(c, ask_both);
        if (concerns_others(c)) each_other(c, add_another);
    }
}

static void add_second(struct check_ctx *c)
{
    each_other(c, ask_both);
}

static void check_start(struct check_ctx *c)
{
    assert(c->goal < c->p->ninvariants);
    enum pw_pred_class class = c->p->invariants[c->goal].class;
    c->edge = NULL;
    pw_known_start(&c->k);
    if (class == PW_SHARED_PRED)
        ask(c, 0, 0);
    else
        each_other(c, class == PW_INTER_THREAD ? add_second : ask_last);
}

static void check_edges(struct check_ctx *c)
{
    for (uint32_t t = 0; t < c->p->ntemplates; t++)
        for (size_t i = 0; i < c->p->templates[t].nedges && still(c); i++)
            if (c->p->templates[t].edges[i].kind == PW_EDGE_STEP)
                check_edge(c, t, &c->p->templates[t].edges[i]);
}

/* Whatever was asked, an answer does not count if something could not be read. */
static void distrust(struct check_ctx *c)
{
    for (size_t i = 0; i < c->r->n; i++)
        c->r->rows[i].kept = false;
}

void pw_inductive_check(const struct pw_program *p, const struct pw_invariant *found,
                        const struct pw_inductive_given *more, struct pw_inductive *r)
{
    struct check_ctx c = {.p = p, .more = more, .r = r};
    bool changed = true;
    r->n = p->ninvariants;
    r->rows = PW_NEWS(struct pw_inductive_row, r->n);
    pw_known_init(&c.k, p, found);
    for (c.goal = 0; c.goal < r->n; c.goal++) {
        r->rows[c.goal].kept = true;
        check_start(&c);
    }
    while (changed) {
        changed = false;
        for (c.goal = 0; c.goal < r->n; c.goal++) {
            if (!still(&c)) continue;
            check_edges(&c);
            changed |= !still(&c);
        }
    }
    if (c.k.odd) distrust(&c);
    r->all = true;
    for (size_t i = 0; i < r->n; i++)
        r->all = r->all && r->rows[i].kept;
    pw_known_clear(&c.k);
}

void pw_inductive_clear(struct pw_inductive *r)
{
    for (size_t i = 0; i < r->n; i++)
        pw_strbuf_clear(&r->rows[i].before);
    PW_FREES(r->rows, r->n);
    *r = (struct pw_inductive){0};
}
