/* Residues of variables, and comparisons sharpened by them (cresidue.h). */
#include "front/c/cresidue.h"

#include <assert.h>

#include "base/limits.h"

/* The class r + mZ; 0 <= r < m if m > 0. */
struct residue {
    bool some; /* false: no value at all */
    pw_cint m, r;
};

struct sharpen {
    struct pw_cir *ir;
    struct residue *of; /* by variable */
    bool changed;
};

static const struct residue nothing_known = {true, 1, 0};

/* Larger numbers are given up: sums and products stay far from the ends of pw_cint. */
static const pw_cint most = (pw_cint)1 << 40;

static struct residue make(pw_cint m, pw_cint r)
{
    assert(m >= 0);
    if (m > most || r > most || r < -most) return nothing_known;
    if (m > 0) r = ((r % m) + m) % m;
    assert(m == 0 || (r >= 0 && r < m));
    return (struct residue){true, m, r};
}

static pw_cint gcd(pw_cint a, pw_cint b)
{
    while (b) {
        pw_cint c = a % b;
        a = b;
        b = c;
    }
    return a < 0 ? -a : a;
}

static struct residue join(struct residue a, struct residue b)
{
    if (!a.some) return b;
    if (!b.some) return a;
    return make(gcd(gcd(a.m, b.m), a.r - b.r), a.r);
}

static struct residue times(struct residue a, struct residue b)
{
    if (b.m == 0) return make(a.m * (b.r < 0 ? -b.r : b.r), a.r * b.r);
    if (a.m == 0) return times(b, a);
    return nothing_known;
}

static struct residue value(const struct sharpen *s, const struct pw_cx *e)
{
    if (e->is_bool) return nothing_known;
    if (e->kind == PW_CX_INT) return make(0, e->value);
    if (e->kind == PW_CX_VAR) return assert(e->var < s->ir->vars.n), s->of[e->var];
    if (e->kind == PW_CX_ITE) return join(value(s, e->b), value(s, e->c));
    if (e->kind != PW_CX_ADD && e->kind != PW_CX_SUB && e->kind != PW_CX_NEG &&
        e->kind != PW_CX_MUL)
        return nothing_known;
    struct residue a = value(s, e->a), b = e->b ? value(s, e->b) : make(0, 0);
    if (!a.some || !b.some) return (struct residue){0};
    switch (e->kind) {
    case PW_CX_ADD:
        return make(gcd(a.m, b.m), a.r + b.r);
    case PW_CX_SUB:
        return make(gcd(a.m, b.m), a.r - b.r);
    case PW_CX_NEG:
        return make(a.m, -a.r);
    default:
        return times(a, b);
    }
}

/* --- the least classes --- */

static void widen_class(struct sharpen *s, uint32_t var, struct residue r)
{
    assert(var < s->ir->vars.n);
    struct residue *v = &s->of[var], now = join(*v, r);
    if (now.some == v->some && now.m == v->m && now.r == v->r) return;
    assert(!v->some || v->m == 0 || now.m < v->m); /* classes grow, so this ends */
    *v = now;
    s->changed = true;
}

static void first_values(struct sharpen *s)
{
    struct pw_cir *ir = s->ir;
    for (size_t i = 0; i < ir->vars.n; i++) {
        const struct pw_cvar *v = &ir->vars.at[i];
        bool any = v->init != PW_CINIT_VALUE || v->unset || v->is_set;
        /* temporaries are set before they are read, except those that say what is set */
        bool temporary = v->hidden && !v->shared && v->init == PW_CINIT_VALUE;
        if (any)
            s->of[i] = nothing_known;
        else if (!temporary)
            s->of[i] = make(0, v->value);
    }
    for (size_t i = 0; i < ir->vars.n; i++)
        if (ir->vars.at[i].is_set) s->of[ir->vars.at[i].is_set - 1] = nothing_known;
}

static void assignments(struct sharpen *s, const struct pw_cstep *step)
{
    for (; step; step = step->next) {
        pw_limits_poll();
        for (uint32_t i = 0; i < step->n; i++)
            widen_class(s, step->vars[i],
                        step->kind == PW_CSTEP_ASSIGN ? value(s, step->exprs[i]) : nothing_known);
        assignments(s, step->body);
        assignments(s, step->otherwise);
    }
}

/* --- comparisons --- */

/* The largest number of the class that is at most k. */
static pw_cint at_most(struct residue c, pw_cint k)
{
    pw_cint below = (((k - c.r) % c.m) + c.m) % c.m;
    assert(below >= 0 && below < c.m);
    return k - below;
}

/* a kind k, for the numbers a of the class: the same with another k. */
static const struct pw_cx *compare(struct sharpen *s, enum pw_cx_kind kind, const struct pw_cx *a,
                                   struct residue c, pw_cint k)
{
    struct pw_cir *ir = s->ir;
    bool in = at_most(c, k) == k;
    switch (kind) {
    case PW_CX_LE:
        k = at_most(c, k);
        break;
    case PW_CX_LT: /* the smallest one that is not below */
        k = at_most(c, k - 1) + c.m;
        break;
    case PW_CX_GE:
        k = at_most(c, k - 1) + c.m;
        break;
    case PW_CX_GT:
        k = at_most(c, k);
        break;
    case PW_CX_EQ:
    case PW_CX_NE:
        if (!in) return pw_cx_bool(ir, kind == PW_CX_NE);
        break;
    default:
        break;
    }
    return pw_cx_make(ir, kind, a, pw_cx_int(ir, k));
}

static enum pw_cx_kind mirrored(enum pw_cx_kind kind)
{
    switch (kind) {
    case PW_CX_LT:
        return PW_CX_GT;
    case PW_CX_LE:
        return PW_CX_GE;
    case PW_CX_GT:
        return PW_CX_LT;
    case PW_CX_GE:
        return PW_CX_LE;
    default:
        return kind;
    }
}

static const struct pw_cx *sharper(struct sharpen *s, const struct pw_cx *e)
{
    pw_cint k;
    if (!e || e->kind == PW_CX_INT || e->kind == PW_CX_BOOL || e->kind == PW_CX_VAR) return e;
    if (e->kind >= PW_CX_EQ && e->kind <= PW_CX_GE) {
        bool right = pw_cx_is_const(e->b, &k), left = !right && pw_cx_is_const(e->a, &k);
        const struct pw_cx *a = left ? e->b : e->a;
        struct residue c = left || right ? value(s, a) : nothing_known;
        if (c.some && c.m > 1 && k < most && k > -most)
            return compare(s, left ? mirrored(e->kind) : (enum pw_cx_kind)e->kind, a, c, k);
        return e;
    }
    const struct pw_cx *a = sharper(s, e->a), *b = sharper(s, e->b), *c = sharper(s, e->c);
    if (a == e->a && b == e->b && c == e->c) return e;
    if (e->kind == PW_CX_ITE)
        return pw_cx_one_access(s->ir, pw_cx_ite(s->ir, a, b, c), e->accesses);
    if (e->kind == PW_CX_NOT) return pw_cx_not(s->ir, a);
    return pw_cx_make(s->ir, (enum pw_cx_kind)e->kind, a, b);
}

static void conditions(struct sharpen *s, struct pw_cstep *step)
{
    for (; step; step = step->next) {
        if (step->cond) step->cond = sharper(s, step->cond);
        for (uint32_t i = 0; step->kind == PW_CSTEP_ASSIGN && i < step->n; i++)
            step->exprs[i] = sharper(s, step->exprs[i]);
        conditions(s, step->body);
        conditions(s, step->otherwise);
    }
}

void pw_cresidue_sharpen(struct pw_cir *ir)
{
    struct sharpen s = {.ir = ir, .changed = true};
    s.of = pw_cir_alloc(ir, (ir->vars.n + 1) * sizeof *s.of);
    first_values(&s);
    while (s.changed) {
        s.changed = false;
        for (size_t i = 0; i < ir->threads.n; i++)
            assignments(&s, ir->threads.at[i].body);
    }
    for (size_t i = 0; i < ir->threads.n; i++)
        conditions(&s, ir->threads.at[i].body);
}
