/* What counts together offers comparisons: `x = x + 1; ... i = i + 1` of the one thread of its
 * kind, x shared and changed by nobody else, i its own. What i starts from, e, tells x:
 * x + e == i; if i counts down, x + i == e. */
#include <assert.h>

#include "base/limits.h"
#include "pairs/atoms.h"

enum { LARGEST_START = 10 };

struct counts {
    struct pw_atoms *s;
    const struct pw_thread_template *k;
};

/* v = v + c, v an integer: c is 1 or -1; 0: it is something else. */
static int counted_by(const struct pw_update *u)
{
    const struct pw_expr *e = u->to;
    if (e->kind != PW_EXPR_ADD && e->kind != PW_EXPR_SUB) return 0;
    const struct pw_expr *v = e->args[0], *c = e->args[1];
    if (v->kind != (u->shared ? PW_EXPR_SHARED : PW_EXPR_LOCAL) || v->index != u->index) return 0;
    if (c->kind != PW_EXPR_INT || !pw_int_fits_si(&c->value)) return 0;
    int64_t by = pw_int_get_si(&c->value);
    if (by != 1 && by != -1) return 0;
    return (int)(e->kind == PW_EXPR_ADD ? by : -by);
}

static void offer(struct pw_atoms *s, const struct pw_expr *a, const struct pw_expr *b)
{
    pw_atoms_offer(s, pw_expr_binary(&s->pool, PW_EXPR_EQ, a, b));
}

/* The local variable is counted by `by`, and set to e before. */
static void offer_start(struct pw_atoms *s, const struct pw_expr *x, const struct pw_expr *i,
                        int by, const struct pw_expr *e)
{
    assert(by == 1 || by == -1);
    if (e->kind == PW_EXPR_INT && by > 0)
        offer(s, pw_expr_binary(&s->pool, PW_EXPR_ADD, x, e), i);
    else if (by > 0)
        offer(s, pw_expr_binary(&s->pool, PW_EXPR_SUB, i, x), e);
    else
        offer(s, pw_expr_binary(&s->pool, PW_EXPR_ADD, x, i), e);
}

/* Do threads of another kind change the shared variable, or this kind in other ways? */
static bool is_shared_count(const struct pw_program *p, size_t kind, uint32_t var)
{
    for (size_t k = 0; k < p->ntemplates; k++)
        for (size_t j = 0; j < p->templates[k].nedges; j++)
            for (size_t u = 0; u < p->templates[k].edges[j].nupdates; u++) {
                const struct pw_update *at = &p->templates[k].edges[j].updates[u];
                if (at->shared && at->index == var && (k != kind || counted_by(at) <= 0))
                    return false;
            }
    return p->shared[var].type.kind == PW_INT;
}

/* x is counted up with the local variable i of this kind: what does i start from? */
static void pair_up(struct counts *c, const struct pw_expr *x, const struct pw_expr *i, int by)
{
    const struct pw_expr *init = c->k->locals[i->index].init;
    assert(i->kind == PW_EXPR_LOCAL && i->index < c->k->nlocals);
    if (init) offer_start(c->s, x, i, by, init);
    for (size_t j = 0; j < c->k->nedges; j++)
        for (size_t u = 0; u < c->k->edges[j].nupdates; u++) {
            const struct pw_update *at = &c->k->edges[j].updates[u];
            if (at->shared || at->index != i->index || counted_by(at)) continue;
            if (at->to->size <= LARGEST_START && !pw_expr_equal(at->to, init ? init : i))
                offer_start(c->s, x, i, by, at->to);
        }
}

/* The local variables that the kind counts, with x. */
static void pair_with_locals(struct counts *c, const struct pw_expr *x)
{
    for (size_t j = 0; j < c->k->nedges; j++)
        for (size_t u = 0; u < c->k->edges[j].nupdates; u++) {
            const struct pw_update *at = &c->k->edges[j].updates[u];
            int by = at->shared ? 0 : counted_by(at);
            pw_limits_poll();
            if (by) pair_up(c, x, at->to->args[0], by);
        }
}

void pw_atoms_count(struct pw_atoms *s)
{
    const struct pw_program *p = s->enc->views->p;
    for (size_t k = 0; k < p->ntemplates; k++) {
        struct counts c = {s, &p->templates[k]};
        if (c.k->count != 1) continue;
        for (size_t j = 0; j < c.k->nedges; j++)
            for (size_t u = 0; u < c.k->edges[j].nupdates; u++) {
                const struct pw_update *at = &c.k->edges[j].updates[u];
                if (at->shared && is_shared_count(p, k, at->index))
                    pair_with_locals(&c, at->to->args[0]);
            }
    }
}
