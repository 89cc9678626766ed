/* Expressions and operations on numbers. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "modular/search_state.h"

enum { NONE = PW_MTREE_NONE };

static bool cell_at(struct pw_search *s, const struct pw_mexpr *e, const struct pw_search_view *v,
                    size_t *at)
{
    assert(e->index < s->t->shared.n);
    const struct pw_mvar *var = &s->t->shared.at[e->index];
    int64_t i, n = var->index.kind == PW_SORT_TID ? s->limits->threads : s->limits->objects;
    if (!pw_search_eval(s, e->args[0], v, &i) || i < 0 || i > n) return false;
    *at = s->offset[e->index] + (size_t)i;
    return true;
}

static int64_t count_true(const struct pw_search *s, const struct pw_mexpr *e,
                          const struct pw_search_view *v)
{
    assert(e->index < s->t->shared.n);
    const struct pw_mvar *var = &s->t->shared.at[e->index];
    const int64_t *state = e->primed ? v->after : v->before;
    uint32_t n = var->index.kind == PW_SORT_TID ? s->limits->threads : s->limits->objects;
    int64_t sum = 0;
    for (uint32_t i = 1; i <= n; i++)
        sum += state[s->offset[e->index] + i];
    return sum;
}

static int64_t template_thread(const struct pw_search *s, uint32_t template)
{
    for (uint32_t i = 1; i <= s->limits->threads; i++)
        if (s->kind[i] == template) return i;
    return -1; /* no thread has this kind in this run */
}

static bool leaf(struct pw_search *s, const struct pw_mexpr *e, const struct pw_search_view *v,
                 int64_t *x)
{
    const int64_t *state = e->primed ? v->after : v->before;
    size_t at;
    switch (e->kind) {
    case PW_MX_NUMBER:
        if (!pw_int_fits_si(e->number)) return false;
        *x = pw_int_get_si(e->number);
        return *x<INT32_MAX && * x> - INT32_MAX;
    case PW_MX_TRUTH:
        return *x = e->truth, true;
    case PW_MX_SELF:
        return *x = v->self, true;
    case PW_MX_NOBODY:
        return *x = 0, true;
    case PW_MX_IS:
        return *x = s->kind[v->self] == e->index, true;
    case PW_MX_TEMPLATE:
        return *x = template_thread(s, e->index), true;
    case PW_MX_BOUND:
        return *x = v->bound[e->index], true;
    case PW_MX_SHARED:
        return *x = state[s->offset[e->index]], true;
    case PW_MX_LOCAL:
        return *x = (e->primed ? v->locals_after : v->locals)[e->index], true;
    case PW_MX_SIZE:
        return *x = count_true(s, e, v), true;
    default:
        assert(e->kind == PW_MX_CELL);
        if (!cell_at(s, e, v, &at)) return false;
        return *x = state[at], true;
    }
}

static int64_t apply(enum pw_mexpr_kind kind, int64_t a, int64_t b)
{
    switch (kind) {
    case PW_MX_NOT:
        return !a;
    case PW_MX_NEG:
        return -a;
    case PW_MX_EQ:
        return a == b;
    case PW_MX_NE:
        return a != b;
    case PW_MX_LT:
        return a < b;
    case PW_MX_LE:
        return a <= b;
    case PW_MX_GT:
        return a > b;
    case PW_MX_GE:
        return a >= b;
    case PW_MX_ADD:
        return a + b;
    case PW_MX_SUB:
        return a - b;
    case PW_MX_MUL:
        return a * b;
    case PW_MX_DIV:
        return a / b;
    case PW_MX_MOD:
        return a % b;
    case PW_MX_MIN:
        return a < b ? a : b;
    default:
        assert(kind == PW_MX_MAX);
        return a > b ? a : b;
    }
}

bool pw_search_eval(struct pw_search *s, const struct pw_mexpr *e, const struct pw_search_view *v,
                    int64_t *x)
{
    int64_t a, b = 0;
    if (e->kind < PW_MX_NOT && e->kind != PW_MX_DONE) return leaf(s, e, v, x);
    if (e->kind == PW_MX_DONE) return *x = v->positions >> e->index & 1, v->positions != 0;
    if (!pw_search_eval(s, e->args[0], v, &a)) return false;
    if ((e->kind == PW_MX_AND && !a) || (e->kind == PW_MX_OR && a)) return *x = a, true;
    if (e->kind == PW_MX_IMPLIES && !a) return *x = 1, true;
    if (e->kind == PW_MX_ITE) return pw_search_eval(s, e->args[a ? 1 : 2], v, x);
    if (e->args[1] && !pw_search_eval(s, e->args[1], v, &b)) return false;
    if (e->kind == PW_MX_AND || e->kind == PW_MX_OR || e->kind == PW_MX_IMPLIES)
        return *x = b, true;
    *x = apply((enum pw_mexpr_kind)e->kind, a, b);
    return *x<INT32_MAX && * x> - INT32_MAX;
}

/* What cannot be evaluated is not held against the program. */
bool pw_search_holds(struct pw_search *s, const struct pw_mexpr *e, const struct pw_search_view *v)
{
    int64_t x;
    if (pw_search_eval(s, e, v, &x)) return x != 0;
    s->result->truncated = true;
    return true;
}

static bool holds_from(struct pw_search *s, const struct pw_mformula *f, struct pw_search_view *v,
                       uint32_t next)
{
    if (next == f->nbound) return pw_search_holds(s, f->expr, v);
    uint32_t n = f->bound[next].sort.kind == PW_SORT_TID ? s->limits->threads : s->limits->objects;
    for (uint32_t i = 1; i <= n; i++) {
        v->bound[next] = i;
        if (!holds_from(s, f, v, next + 1)) return false;
    }
    return true;
}

bool pw_search_holds_for_all(struct pw_search *s, const struct pw_mformula *f,
                             const int64_t *before, const int64_t *after)
{
    for (uint32_t k = 1; k <= s->limits->threads; k++) {
        struct pw_search_view v = {.before = before, .after = after, .self = k};
        if (after && k == s->moving + 1) continue; /* assumptions are about other threads */
        if (!holds_from(s, f, &v, 0)) return false;
    }
    return true;
}

void pw_search_domain(const struct pw_search *s, const struct pw_mvar *v, int64_t *lo, int64_t *hi)
{
    *lo = 0;
    *hi = v->sort.kind == PW_SORT_BOOL     ? 1
          : v->sort.kind == PW_SORT_TID    ? s->limits->threads
          : v->sort.kind == PW_SORT_OBJECT ? s->limits->objects
                                           : 1;
    if (v->sort.kind == PW_SORT_INT) s->result->truncated = true;
    if (v->sort.kind != PW_SORT_INT || !v->lo) return;
    struct pw_search_view none = {0};
    pw_search_eval((struct pw_search *)s, v->lo, &none, lo);
    pw_search_eval((struct pw_search *)s, v->hi, &none, hi);
    if (*hi > *lo + 2) *hi = *lo + 2;
}

static struct pw_search_view view_of(const struct pw_search *s, uint32_t k, const int64_t *state,
                                     uint32_t base)
{
    return (struct pw_search_view){
        .before = state, .self = k + 1, .locals = state + s->thread[k] + 1 + base};
}

static bool place_of(struct pw_search *s, uint32_t k, const struct pw_mexpr *target,
                     const int64_t *state, uint32_t base, size_t *at)
{
    struct pw_search_view v = view_of(s, k, state, base);
    if (target->kind == PW_MX_LOCAL)
        *at = s->thread[k] + 1 + base + target->index;
    else if (target->kind == PW_MX_SHARED)
        *at = s->offset[target->index];
    else
        return cell_at(s, target, &v, at);
    return true;
}

static bool assign(struct pw_search *s, uint32_t k, int64_t *state, const struct pw_mop *o)
{
    int64_t values[16];
    size_t at[16];
    struct pw_search_view v = view_of(s, k, state, o->value_base);
    if (o->n > 16) return false;
    for (uint32_t i = 0; i < o->n; i++)
        if (!pw_search_eval(s, o->values[i], &v, &values[i]) ||
            !place_of(s, k, o->targets[i], state, o->base, &at[i])) {
            s->result->truncated = true;
            return false;
        }
    for (uint32_t i = 0; i < o->n; i++)
        state[at[i]] = values[i];
    return true;
}

bool pw_search_op(struct pw_search *s, uint32_t k, int64_t *state, const struct pw_mop *o)
{
    struct pw_search_view v = view_of(s, k, state, o->base);
    int64_t x;
    if (o->kind == PW_MOP_ASSIGN) return assign(s, k, state, o);
    if (!pw_search_eval(s, o->cond, &v, &x)) {
        s->result->truncated = true;
        return false;
    }
    if (o->kind == PW_MOP_ASSERT && !x) pw_search_found(s, PW_FOUND_ASSERT, o->first, o->last);
    return x != 0;
}

static void choose_new(struct pw_search *s, uint32_t k, int64_t *state, uint32_t edge, uint32_t op,
                       unsigned depth)
{
    const struct pw_mop *o = &s->graphs[s->kind[k + 1]].ops.at[op];
    assert(o->object < s->t->objects.n);
    uint32_t alloc = s->offset[s->t->objects.at[o->object].alloc];
    size_t at;
    for (uint32_t r = 1; r <= s->limits->objects; r++) {
        if (state[alloc + r]) continue;
        if (!place_of(s, k, o->targets[0], state, o->base, &at)) return;
        int64_t old = state[at];
        state[alloc + r] = 1;
        state[at] = r;
        pw_search_ops(s, k, state, edge, op + 1, depth);
        state[alloc + r] = 0;
        state[at] = old;
        return; /* objects that were never used are all alike */
    }
    s->result->truncated = true;
}

/* All values of the havoc targets from `target` on, or a new object. */
void pw_search_choose(struct pw_search *s, uint32_t k, const int64_t *from, uint32_t edge,
                      uint32_t op, uint32_t target, unsigned depth)
{
    const struct pw_mgraph *g = &s->graphs[s->kind[k + 1]];
    assert(op < g->ops.n);
    const struct pw_mop *o = &g->ops.at[op];
    int64_t *state = pw_mem_alloc(s->size * sizeof *state), lo, hi;
    size_t at;
    memcpy(state, from, s->size * sizeof *state);
    pw_limits_poll();
    if (o->kind == PW_MOP_NEW)
        choose_new(s, k, state, edge, op, depth);
    else if (target == o->n)
        pw_search_ops(s, k, state, edge, op + 1, depth);
    else if (place_of(s, k, o->targets[target], state, o->base, &at)) {
        const struct pw_mexpr *x = o->targets[target];
        const struct pw_mvar *v = x->kind == PW_MX_LOCAL ? g->slots.at[o->base + x->index].var
                                                         : &s->t->shared.at[x->index];
        pw_search_domain(s, v, &lo, &hi);
        for (int64_t c = lo; c <= hi && !s->stop; c++) {
            state[at] = c;
            pw_search_choose(s, k, state, edge, op, target + 1, depth);
        }
    }
    pw_mem_free(state, s->size * sizeof *state);
}
