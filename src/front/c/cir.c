#include "front/c/cir.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

void pw_cir_init(struct pw_cir *ir)
{
    *ir = (struct pw_cir){0};
    pw_arena_init(&ir->arena);
}

void pw_cir_clear(struct pw_cir *ir)
{
    pw_vec_clear(&ir->vars);
    pw_vec_clear(&ir->threads);
    pw_vec_clear(&ir->notes);
    pw_arena_clear(&ir->arena);
}

void *pw_cir_alloc(struct pw_cir *ir, size_t size)
{
    return memset(pw_arena_alloc(&ir->arena, size), 0, size);
}

const char *pw_cir_text(struct pw_cir *ir, const char *format, ...)
{
    struct pw_strbuf b = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    const char *text = pw_arena_strdup(&ir->arena, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return text;
}

/* --- expressions --- */

static struct pw_cx *node(struct pw_cir *ir, enum pw_cx_kind kind, bool is_bool)
{
    assert(kind <= PW_CX_OR);
    struct pw_cx *e = pw_cir_alloc(ir, sizeof *e);
    e->kind = (uint8_t)kind;
    e->is_bool = is_bool;
    e->size = 1;
    return e;
}

const struct pw_cx *pw_cx_int(struct pw_cir *ir, pw_cint v)
{
    struct pw_cx *e = node(ir, PW_CX_INT, false);
    e->value = v;
    return e;
}

const struct pw_cx *pw_cx_bool(struct pw_cir *ir, bool v)
{
    struct pw_cx *e = node(ir, PW_CX_BOOL, true);
    e->value = v;
    return e;
}

const struct pw_cx *pw_cx_var(struct pw_cir *ir, uint32_t var)
{
    struct pw_cx *e = node(ir, PW_CX_VAR, false);
    e->var = var;
    assert(var < ir->vars.n);
    e->accesses = ir->vars.at[var].shared;
    ir->vars.at[var].used = true;
    return e;
}

bool pw_cx_is_const(const struct pw_cx *e, pw_cint *v)
{
    if (e->kind != PW_CX_INT && e->kind != PW_CX_BOOL) return false;
    *v = e->value;
    return true;
}

static bool same(const struct pw_cx *a, const struct pw_cx *b)
{
    if (a == b) return true;
    if (a->kind != b->kind || a->size != b->size) return false;
    if (a->kind == PW_CX_INT || a->kind == PW_CX_BOOL) return a->value == b->value;
    if (a->kind == PW_CX_VAR) return a->var == b->var;
    return same(a->a, b->a) && (!a->b || same(a->b, b->b)) && (!a->c || same(a->c, b->c));
}

static bool compare(enum pw_cx_kind kind, pw_cint a, pw_cint b)
{
    switch (kind) {
    case PW_CX_EQ:
        return a == b;
    case PW_CX_NE:
        return a != b;
    case PW_CX_LT:
        return a < b;
    case PW_CX_LE:
        return a <= b;
    case PW_CX_GT:
        return a > b;
    default:
        return a >= b;
    }
}

static bool is_comparison(unsigned kind)
{
    return kind >= PW_CX_EQ && kind <= PW_CX_GE;
}

static bool fold(enum pw_cx_kind kind, pw_cint a, pw_cint b, pw_cint *out)
{
    switch (kind) {
    case PW_CX_ADD:
        *out = a + b;
        return true;
    case PW_CX_SUB:
        *out = a - b;
        return true;
    case PW_CX_MUL:
        return !__builtin_mul_overflow(a, b, out);
    case PW_CX_DIV:
        *out = a / b;
        return true;
    case PW_CX_MOD:
        *out = a % b;
        return true;
    case PW_CX_AND:
        *out = a && b;
        return true;
    case PW_CX_OR:
        *out = a || b;
        return true;
    default:
        if (!is_comparison(kind)) return false;
        *out = compare(kind, a, b);
        return true;
    }
}

/* Neutral and absorbing elements; NULL: nothing to simplify. */
static const struct pw_cx *simplify(struct pw_cir *ir, enum pw_cx_kind kind, const struct pw_cx *a,
                                    const struct pw_cx *b)
{
    pw_cint v;
    bool left = pw_cx_is_const(a, &v), right = !left && pw_cx_is_const(b, &v);
    if (!left && !right) return NULL;
    const struct pw_cx *other = left ? b : a;
    switch (kind) {
    case PW_CX_ADD:
        if (!v) return other;
        /* (x + 1) + 2 is x + 3 */
        if (other->kind == PW_CX_ADD && other->b->kind == PW_CX_INT)
            return pw_cx_make(ir, PW_CX_ADD, other->a, pw_cx_int(ir, other->b->value + v));
        return NULL;
    case PW_CX_SUB:
        return right && !v                     ? other
               : right && a->kind != PW_CX_INT ? pw_cx_make(ir, PW_CX_ADD, a, pw_cx_int(ir, -v))
                                               : NULL;
    case PW_CX_MUL:
        return v == 1 ? other : v == 0 ? pw_cx_int(ir, 0) : NULL;
    case PW_CX_DIV:
        return right && v == 1 ? other : NULL;
    case PW_CX_AND:
        return v ? other : pw_cx_bool(ir, false);
    case PW_CX_OR:
        return v ? pw_cx_bool(ir, true) : other;
    default:
        return NULL;
    }
}

/* (c ? k1 : k2) == k: the condition itself, where k1 and k2 are constants. */
static const struct pw_cx *compare_choice(struct pw_cir *ir, enum pw_cx_kind kind,
                                          const struct pw_cx *a, const struct pw_cx *b)
{
    pw_cint x, y, k;
    if (!is_comparison(kind) || a->kind != PW_CX_ITE || !pw_cx_is_const(b, &k) ||
        !pw_cx_is_const(a->b, &x) || !pw_cx_is_const(a->c, &y))
        return NULL;
    bool on = compare(kind, x, k), off = compare(kind, y, k);
    if (on == off) return pw_cx_bool(ir, on);
    return on ? a->a : pw_cx_not(ir, a->a);
}

/* A comparison that the ranges of the variables decide, if it reads nothing shared. */
static const struct pw_cx *decided(struct pw_cir *ir, enum pw_cx_kind kind, const struct pw_cx *a,
                                   const struct pw_cx *b)
{
    pw_cint alo, ahi, blo, bhi;
    if (!is_comparison(kind) || a->size + b->size > 64) return NULL;
    pw_cx_range(ir, a, &alo, &ahi);
    pw_cx_range(ir, b, &blo, &bhi);
    assert(alo <= ahi && blo <= bhi);
    if (ahi < blo) return pw_cx_bool(ir, kind == PW_CX_NE || kind == PW_CX_LT || kind == PW_CX_LE);
    if (alo > bhi) return pw_cx_bool(ir, kind == PW_CX_NE || kind == PW_CX_GT || kind == PW_CX_GE);
    if (ahi <= blo && kind == PW_CX_LE) return pw_cx_bool(ir, true);
    if (ahi <= blo && kind == PW_CX_GT) return pw_cx_bool(ir, false);
    if (alo >= bhi && kind == PW_CX_GE) return pw_cx_bool(ir, true);
    if (alo >= bhi && kind == PW_CX_LT) return pw_cx_bool(ir, false);
    return NULL;
}

const struct pw_cx *pw_cx_make(struct pw_cir *ir, enum pw_cx_kind kind, const struct pw_cx *a,
                               const struct pw_cx *b)
{
    pw_cint x, y, v;
    assert(kind > PW_CX_VAR && kind != PW_CX_ITE);
    assert((b == NULL) == (kind == PW_CX_NEG || kind == PW_CX_NOT));
    bool truth = is_comparison(kind) || kind == PW_CX_NOT || kind == PW_CX_AND || kind == PW_CX_OR;
    if (kind == PW_CX_NEG && pw_cx_is_const(a, &x)) return pw_cx_int(ir, -x);
    if (b && pw_cx_is_const(a, &x) && pw_cx_is_const(b, &y) && fold(kind, x, y, &v))
        return truth ? pw_cx_bool(ir, v) : pw_cx_int(ir, v);
    const struct pw_cx *s = b ? simplify(ir, kind, a, b) : NULL;
    if (!s && b) s = compare_choice(ir, kind, a, b);
    if (!s && b) s = decided(ir, kind, a, b);
    if (!s && b && is_comparison(kind) && same(a, b) && !a->accesses)
        s = pw_cx_bool(ir, kind == PW_CX_EQ || kind == PW_CX_LE || kind == PW_CX_GE);
    if (s) return s;
    struct pw_cx *e = node(ir, kind, truth);
    e->a = a;
    e->b = b;
    e->accesses = (uint16_t)(a->accesses + (b ? b->accesses : 0));
    e->size = 1 + a->size + (b ? b->size : 0);
    return e;
}

const struct pw_cx *pw_cx_ite(struct pw_cir *ir, const struct pw_cx *c, const struct pw_cx *a,
                              const struct pw_cx *b)
{
    pw_cint v;
    assert(c->is_bool);
    if (pw_cx_is_const(c, &v)) return v ? a : b;
    if (same(a, b) && !c->accesses) return a;
    struct pw_cx *e = node(ir, PW_CX_ITE, false);
    e->a = c;
    e->b = a;
    e->c = b;
    e->accesses = (uint16_t)(c->accesses + a->accesses + b->accesses);
    e->size = 1 + c->size + a->size + b->size;
    return e;
}

const struct pw_cx *pw_cx_one_access(struct pw_cir *ir, const struct pw_cx *e, unsigned accesses)
{
    struct pw_cx *copy = pw_cir_alloc(ir, sizeof *copy);
    *copy = *e;
    copy->accesses = (uint16_t)accesses;
    return copy;
}

const struct pw_cx *pw_cx_not(struct pw_cir *ir, const struct pw_cx *a)
{
    static const uint8_t opposite[] = {
        [PW_CX_EQ] = PW_CX_NE, [PW_CX_NE] = PW_CX_EQ, [PW_CX_LT] = PW_CX_GE,
        [PW_CX_GE] = PW_CX_LT, [PW_CX_GT] = PW_CX_LE, [PW_CX_LE] = PW_CX_GT};
    if (a->kind == PW_CX_BOOL) return pw_cx_bool(ir, !a->value);
    if (a->kind == PW_CX_NOT) return a->a;
    if (is_comparison(a->kind))
        return pw_cx_one_access(ir, pw_cx_make(ir, opposite[a->kind], a->a, a->b), a->accesses);
    return pw_cx_make(ir, PW_CX_NOT, a, NULL);
}

const struct pw_cx *pw_cx_truth(struct pw_cir *ir, const struct pw_cx *a)
{
    if (a->is_bool) return a;
    return pw_cx_make(ir, PW_CX_NE, a, pw_cx_int(ir, 0));
}

const struct pw_cx *pw_cx_number(struct pw_cir *ir, const struct pw_cx *a)
{
    if (!a->is_bool) return a;
    return pw_cx_ite(ir, a, pw_cx_int(ir, 1), pw_cx_int(ir, 0));
}

/* --- ranges --- */

static void hull(pw_cint v, pw_cint *lo, pw_cint *hi)
{
    if (v < *lo) *lo = v;
    if (v > *hi) *hi = v;
}

static pw_cint mul(pw_cint a, pw_cint b)
{
    pw_cint r, most = (pw_cint)1 << 120;
    if (__builtin_mul_overflow(a, b, &r) || r > most || r < -most)
        return (a < 0) != (b < 0) ? -most : most;
    return r;
}

static void range_product(pw_cint alo, pw_cint ahi, pw_cint blo, pw_cint bhi, pw_cint *lo,
                          pw_cint *hi)
{
    *lo = *hi = mul(alo, blo);
    hull(mul(alo, bhi), lo, hi);
    hull(mul(ahi, blo), lo, hi);
    hull(mul(ahi, bhi), lo, hi);
}

static void range_mod(pw_cint alo, pw_cint ahi, pw_cint m, pw_cint *lo, pw_cint *hi)
{
    if (alo >= 0 && ahi < m) {
        *lo = alo;
        *hi = ahi;
        return;
    }
    *lo = alo < 0 ? -(m - 1) : 0;
    *hi = ahi > 0 ? m - 1 : 0;
}

void pw_cx_range(const struct pw_cir *ir, const struct pw_cx *e, pw_cint *lo, pw_cint *hi)
{
    pw_cint alo = 0, ahi = 0, blo = 0, bhi = 0;
    const struct pw_cx *x = e->kind == PW_CX_ITE ? e->b : e->a;
    const struct pw_cx *y = e->kind == PW_CX_ITE ? e->c : e->b;
    *lo = 0;
    *hi = 1;
    if (e->is_bool) return;
    if (x) pw_cx_range(ir, x, &alo, &ahi);
    if (y) pw_cx_range(ir, y, &blo, &bhi);
    switch (e->kind) {
    case PW_CX_INT:
        *lo = *hi = e->value;
        break;
    case PW_CX_VAR:
        *lo = ir->vars.at[e->var].lo, *hi = ir->vars.at[e->var].hi;
        break;
    case PW_CX_ADD:
        *lo = alo + blo, *hi = ahi + bhi;
        break;
    case PW_CX_SUB:
        *lo = alo - bhi, *hi = ahi - blo;
        break;
    case PW_CX_NEG:
        *lo = -ahi, *hi = -alo;
        break;
    case PW_CX_MUL:
        range_product(alo, ahi, blo, bhi, lo, hi);
        break;
    case PW_CX_DIV:
        *lo = alo / blo, *hi = ahi / blo;
        break;
    case PW_CX_MOD:
        range_mod(alo, ahi, blo, lo, hi);
        break;
    case PW_CX_ITE:
        *lo = alo, *hi = ahi, hull(blo, lo, hi), hull(bhi, lo, hi);
        break;
    default:
        break;
    }
}

bool pw_cx_near(pw_cint value)
{
    const pw_cint small = (pw_cint)1 << 30;
    return -small < value && value < small;
}

bool pw_cx_wild(const struct pw_cir *ir, const struct pw_cx *e)
{
    pw_cint lo, hi;
    if (e->is_bool) return false;
    if (e->kind == PW_CX_VAR && !ir->vars.at[e->var].wild) return false;
    pw_cx_range(ir, e, &lo, &hi);
    if (pw_cx_near(lo) && pw_cx_near(hi)) return false;
    switch (e->kind) {
    case PW_CX_ADD:
    case PW_CX_SUB:
        if (e->b->kind == PW_CX_INT && e->b->value > -65537 && e->b->value < 65537)
            return pw_cx_wild(ir, e->a);
        return true;
    case PW_CX_DIV:
        return pw_cx_wild(ir, e->a);
    case PW_CX_ITE:
        return pw_cx_wild(ir, e->b) || pw_cx_wild(ir, e->c);
    default:
        return true;
    }
}
