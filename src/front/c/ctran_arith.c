/* The translation: arithmetic of C's integer types, comparisons, conversions, pointers. */
#include <string.h>

#include "front/c/ctran.h"

static const struct pw_ctype int_type = {
    .kind = PW_CT_INT, .bits = 32, .rank = 3, .is_signed = true};

const struct pw_ctype *pw_ct_type_int(void)
{
    return &int_type;
}

struct pw_cval pw_ct_int(struct pw_ct *t, const struct pw_ctype *type, const struct pw_cx *e)
{
    return (struct pw_cval){.kind = PW_CV_INT, .type = type, .e = pw_cx_number(t->ir, e)};
}

struct pw_cval pw_ct_num(struct pw_ct *t, const struct pw_ctype *type, pw_cint v)
{
    return pw_ct_int(t, type, pw_cx_int(t->ir, v));
}

bool pw_ct_known(const struct pw_cval *v, pw_cint *out)
{
    if (v->kind == PW_CV_NULL) return *out = 0, true;
    return v->kind == PW_CV_INT && pw_cx_is_const(v->e, out);
}

/* --- modulo a power of two --- */

static const struct pw_cx *add(struct pw_ct *t, const struct pw_cx *a, pw_cint v)
{
    return pw_cx_make(t->ir, PW_CX_ADD, a, pw_cx_int(t->ir, v));
}

static const struct pw_cx *mod(struct pw_ct *t, const struct pw_cx *a, pw_cint v)
{
    return pw_cx_make(t->ir, PW_CX_MOD, a, pw_cx_int(t->ir, v));
}

/* e brought into the range of the type by adding multiples of 2^bits. e is used several times. */
static const struct pw_cx *wrapped(struct pw_ct *t, const struct pw_cx *e,
                                   const struct pw_ctype *type)
{
    pw_cint lo, hi, min = pw_ctype_min(type), max = pw_ctype_max(type);
    pw_cint size = max - min + 1;
    pw_cx_range(t->ir, e, &lo, &hi);
    if (lo >= min && hi <= max) return e;
    if (lo >= min - size && hi <= max + size) {
        const struct pw_cx *x = e;
        if (hi > max)
            x = pw_cx_ite(t->ir, pw_cx_make(t->ir, PW_CX_GT, e, pw_cx_int(t->ir, max)),
                          add(t, e, -size), x);
        if (lo < min)
            x = pw_cx_ite(t->ir, pw_cx_make(t->ir, PW_CX_LT, e, pw_cx_int(t->ir, min)),
                          add(t, e, size), x);
        return x;
    }
    const struct pw_cx *r = mod(t, add(t, mod(t, add(t, e, -min), size), size), size);
    return add(t, r, min);
}

/* --- conversions --- */

static bool exact_types(const struct pw_ct *t)
{
    return t->o->integers != PW_CINTEGERS_MATH;
}

static struct pw_cval convert_int(struct pw_ct *t, struct pw_cval v, const struct pw_ctype *to)
{
    pw_cint lo, hi;
    if (to->bits == 1) return pw_ct_int(t, to, pw_cx_truth(t->ir, v.e));
    pw_cx_range(t->ir, v.e, &lo, &hi);
    if (v.type && v.type->kind == PW_CT_INT) { /* a value of a type lies in its range */
        if (lo < pw_ctype_min(v.type)) lo = pw_ctype_min(v.type);
        if (hi > pw_ctype_max(v.type)) hi = pw_ctype_max(v.type);
    }
    v.type = to;
    if (!exact_types(t) || (lo >= pw_ctype_min(to) && hi <= pw_ctype_max(to))) return v;
    v.e = wrapped(t, pw_ct_spill(t, v.e), to);
    return v;
}

struct pw_cobj *pw_ct_new_memory(struct pw_ct *t, const struct pw_cheap *h, uint32_t token)
{
    struct pw_ctype *array = pw_cir_alloc(t->ir, sizeof *array);
    *array = (struct pw_ctype){.kind = PW_CT_ARRAY, .to = h->to, .count = h->count};
    bool shared = t->in_main;
    struct pw_cobj *o =
        pw_ct_object(t, NULL, "heap", h->key, h->count == 1 ? h->to : array, shared, token);
    o->what = o->line ? pw_cir_text(t->ir, "the memory that line %u allocates", o->line)
                      : "memory that is allocated";
    for (int64_t i = 0; h->zeroed && i < o->ncells; i++)
        o->cells[i].value = o->cells[i].type->kind == PW_CT_INT
                                ? pw_ct_num(t, o->cells[i].type, 0)
                                : (struct pw_cval){.kind = PW_CV_NULL, .type = o->cells[i].type};
    if (shared && t->live)
        for (int64_t i = 0; i < o->ncells; i++)
            o->cells[i].first = o->cells[i].value;
    return o;
}

static struct pw_cobj *object_with_key(const struct pw_ct *t, const char *key)
{
    for (size_t i = 0; i < t->objects.n; i++)
        if (!strcmp(t->objects.at[i]->key, key)) return t->objects.at[i];
    return NULL;
}

static struct pw_cobj *new_memory(struct pw_ct *t, struct pw_cheap *h, uint32_t token)
{
    if (t->in_main) {
        h->key = pw_cir_text(t->ir, "heap:%s:%u", t->frame->path, token);
        while (object_with_key(t, h->key)) /* the same call again, in an unrolled loop */
            h->key = pw_cir_text(t->ir, "%s'", h->key);
        return pw_ct_new_memory(t, h, token);
    }
    if (t->once)
        h->key = pw_cir_text(t->ir, "heap:once:%s:%u", t->once, token);
    else
        h->key = pw_cir_text(t->ir, "heap:%zu:%s:%u", t->group, t->frame->path, token);
    struct pw_cobj *o = object_with_key(t, h->key);
    if (o && o->shared) return o;      /* others get at it: made at the start */
    while (object_with_key(t, h->key)) /* the same call again */
        h->key = pw_cir_text(t->ir, "%s'", h->key);
    struct pw_cheap *kept = pw_cir_alloc(t->ir, sizeof *kept);
    *kept = *h;
    o = pw_ct_new_memory(t, kept, token);
    o->heap = kept;
    return o;
}

static struct pw_cval to_pointer(struct pw_ct *t, struct pw_cval v, const struct pw_ctype *to,
                                 uint32_t token)
{
    pw_cint k;
    if (v.kind == PW_CV_INT && v.type->kind != PW_CT_PTR && pw_cx_is_const(v.e, &k) && k == 0)
        v = (struct pw_cval){.kind = PW_CV_NULL};
    if (v.kind == PW_CV_HEAP && to->to->kind != PW_CT_VOID) {
        int64_t size = pw_ctype_size(to->to, t->u->long_bits);
        int64_t n = size > 0 ? v.bytes / size : 0;
        /* however many */
        bool handles = pw_ct_is_handle(to->to);
        bool row = t->in_main && !handles && (v.bytes < 0 || t->loops);
        if (v.bytes < 0 && (handles || (row && size > 0))) n = 1;
        if (n < 1) pw_ct_fail(t, token, NULL, "unsupported: memory of this size for this type");
        struct pw_cheap h = {.to = to->to, .count = n, .zeroed = v.zeroed};
        struct pw_cobj *o = new_memory(t, &h, token);
        if (row) pw_ct_make_row(t, o, -1, v.zeroed), o->fresh = v.bytes >= 0;
        if (!row && !v.zeroed && !o->shared) pw_ct_unset(t, o);
        v = (struct pw_cval){.kind = PW_CV_PTR, .lv = pw_ct_place(o)};
        v.lv.type = to->to;
        v.lv.count = n;
    }
    v.type = to;
    return v;
}

/* What number a handle is, is not known. */
static struct pw_cval handle_number(struct pw_ct *t, const struct pw_ctype *to, uint32_t token)
{
    struct pw_cval v = pw_ct_any(t, to, pw_ctype_min(to), pw_ctype_max(to));
    pw_ct_note_about(t, token, &v, "the handle of a thread is read as any number");
    return v;
}

struct pw_cval pw_ct_convert(struct pw_ct *t, struct pw_cval v, const struct pw_ctype *to,
                             uint32_t token)
{
    char text[100];
    switch (to->kind) {
    case PW_CT_VOID:
        return (struct pw_cval){.kind = PW_CV_VOID, .type = to};
    case PW_CT_PTR:
        return to_pointer(t, v, to, token);
    case PW_CT_INT:
        if (v.kind == PW_CV_NULL) return pw_ct_num(t, to, 0);
        if (v.kind == PW_CV_THREAD || pw_ct_is_handle(v.type)) return handle_number(t, to, token);
        if (v.kind == PW_CV_INT) return convert_int(t, v, to);
        if (to->bits == 1 && (v.kind == PW_CV_PTR || v.kind == PW_CV_FUNC || v.kind == PW_CV_STR))
            return pw_ct_num(t, to, 1);
        if (to->bits == 1 && v.kind == PW_CV_DYN) return pw_ct_int(t, to, pw_cx_truth(t->ir, v.e));
        if (v.kind == PW_CV_UNINIT) return pw_ct_num(t, to, 0);
        /* no address is kept in a variable: a number */
        if (v.kind == PW_CV_DYN && !t->facts->targets.n) {
            v.kind = PW_CV_INT;
            return convert_int(t, v, to);
        }
        pw_ct_fail(t, token, NULL,
                   v.kind == PW_CV_VOID ? "a value is expected here"
                                        : "unsupported: a pointer as an integer");
    case PW_CT_STRUCT:
    case PW_CT_OPAQUE:
    case PW_CT_FUNC:
        return v;
    default:
        pw_ct_fail(t, token, "use integers", "unsupported: type '%s'",
                   pw_ctype_text(to, text, sizeof text));
    }
}

const struct pw_cx *pw_ct_truth(struct pw_ct *t, const struct pw_cval *v, uint32_t token)
{
    switch (v->kind) {
    case PW_CV_INT:
    case PW_CV_DYN:
        return pw_cx_truth(t->ir, v->e);
    case PW_CV_NULL:
        return pw_cx_bool(t->ir, false);
    case PW_CV_PTR:
    case PW_CV_HEAP:
    case PW_CV_STR:
    case PW_CV_FUNC:
        return pw_cx_bool(t->ir, true);
    case PW_CV_UNINIT:
        pw_ct_fail(t, token, "set it first", "this pointer has no value yet");
    default:
        pw_ct_fail(t, token, NULL, "this is no condition");
    }
}

/* --- arithmetic --- */

/* a op b where b has few values: a choice between constants. */
static const struct pw_cx *by_cases(struct pw_ct *t, uint32_t op, const struct pw_cx *a,
                                    const struct pw_cx *b, bool swap, uint32_t token);

static const struct pw_cx *shifted(struct pw_ct *t, const struct pw_cx *a, pw_cint by,
                                   uint32_t token)
{
    pw_cint lo, hi, size = (pw_cint)1 << by;
    pw_cx_range(t->ir, a, &lo, &hi);
    const struct pw_cx *d = pw_cx_int(t->ir, size);
    if (lo >= 0) return pw_cx_make(t->ir, PW_CX_DIV, a, d);
    (void)token;
    /* rounds down */
    const struct pw_cx *below = pw_cx_make(t->ir, PW_CX_DIV, add(t, a, -(size - 1)), d);
    return pw_cx_ite(t->ir, pw_cx_make(t->ir, PW_CX_LT, a, pw_cx_int(t->ir, 0)), below,
                     pw_cx_make(t->ir, PW_CX_DIV, a, d));
}

/* a & mask for constants: runs of ones, each by / and %. a as a number of the type, not
 * negative. */
static const struct pw_cx *masked(struct pw_ct *t, const struct pw_cx *a, pw_cint mask)
{
    const struct pw_cx *sum = pw_cx_int(t->ir, 0);
    pw_cint lo, hi;
    pw_cx_range(t->ir, a, &lo, &hi);
    for (int i = 0; i < 64;) {
        int n = 0;
        if (!(mask >> i & 1)) {
            i++;
            continue;
        }
        while (i + n < 64 && (mask >> (i + n) & 1))
            n++;
        const struct pw_cx *x = pw_cx_make(t->ir, PW_CX_DIV, a, pw_cx_int(t->ir, (pw_cint)1 << i));
        if (hi >> i >= (pw_cint)1 << n) x = mod(t, x, (pw_cint)1 << n);
        sum = pw_cx_make(t->ir, PW_CX_ADD, sum,
                         pw_cx_make(t->ir, PW_CX_MUL, x, pw_cx_int(t->ir, (pw_cint)1 << i)));
        i += n;
    }
    return sum;
}

static const struct pw_cx *bitwise(struct pw_ct *t, uint32_t op, const struct pw_cx *a, pw_cint k,
                                   const struct pw_ctype *type, uint32_t token)
{
    pw_cint lo, hi;
    struct pw_ctype same = *type;
    same.is_signed = false;
    pw_cx_range(t->ir, a, &lo, &hi);
    if (k == -1 && op == '&') return a;
    if (lo < 0 || k < 0) { /* as numbers without sign, and back */
        const struct pw_cx *u = wrapped(t, a, &same);
        if (k < 0) k += (pw_cint)1 << type->bits;
        return wrapped(t, bitwise(t, op, u, k, &same, token), type);
    }
    const struct pw_cx *both = masked(t, a, k);
    if (op == '&') return both;
    pw_cint times = op == '|' ? -1 : -2;
    return pw_cx_make(t->ir, PW_CX_ADD, add(t, a, k),
                      pw_cx_make(t->ir, PW_CX_MUL, both, pw_cx_int(t->ir, times)));
}

static const struct pw_cx *raw_division(struct pw_ct *t, uint32_t op, const struct pw_cx *a,
                                        pw_cint k, uint32_t token)
{
    if (k == 0) pw_ct_fail(t, token, NULL, "division by zero");
    enum pw_cx_kind kind = op == '/' ? PW_CX_DIV : PW_CX_MOD;
    const struct pw_cx *e = pw_cx_make(t->ir, kind, a, pw_cx_int(t->ir, k < 0 ? -k : k));
    return k < 0 && op == '/' ? pw_cx_make(t->ir, PW_CX_NEG, e, NULL) : e;
}

/* The operation on mathematical integers. */
static const struct pw_cx *raw(struct pw_ct *t, uint32_t op, const struct pw_cx *a,
                               const struct pw_cx *b, const struct pw_ctype *type, uint32_t token)
{
    pw_cint k;
    bool right = pw_cx_is_const(b, &k), left = !right && pw_cx_is_const(a, &k);
    if (op == '+') return pw_cx_make(t->ir, PW_CX_ADD, left ? b : a, left ? a : b);
    if (op == '-') return pw_cx_make(t->ir, PW_CX_SUB, a, b);
    if (op == '*' && (left || right))
        return pw_cx_make(t->ir, PW_CX_MUL, left ? b : a, left ? a : b);
    if ((op == '/' || op == '%') && right) return raw_division(t, op, a, k, token);
    if ((op == '&' || op == '|' || op == '^') && (left || right))
        return bitwise(t, op, left ? b : a, k, type, token);
    if ((op == PW_SIGN2('<', '<') || op == PW_SIGN2('>', '>')) && right) {
        if (k < 0 || k >= type->bits)
            pw_ct_fail(t, token, NULL, "shift by %lld bits", (long long)k);
        return op == PW_SIGN2('>', '>')
                   ? shifted(t, a, k, token)
                   : pw_cx_make(t->ir, PW_CX_MUL, a, pw_cx_int(t->ir, (pw_cint)1 << k));
    }
    pw_cint alo, ahi, blo, bhi;
    pw_cx_range(t->ir, a, &alo, &ahi);
    pw_cx_range(t->ir, b, &blo, &bhi);
    if (bhi - blo < 17) return by_cases(t, op, a, b, false, token);
    if (ahi - alo < 17) return by_cases(t, op, a, b, true, token);
    if (!t->facts->settled) {
        t->facts->rough = true;
        return pw_ct_any(t, type, pw_ctype_min(type), pw_ctype_max(type)).e;
    }
    const char *what = op == '*'                ? "product of two variables"
                       : op == '/' || op == '%' ? "division by a variable"
                                                : "bit operation on two variables";
    pw_ct_fail(t, token, "write one side as a constant", "unsupported: %s", what);
}

static const struct pw_ctype wide = {.kind = PW_CT_INT, .bits = 64, .rank = 5, .is_signed = true};

static const struct pw_cx *by_cases(struct pw_ct *t, uint32_t op, const struct pw_cx *a,
                                    const struct pw_cx *b, bool swap, uint32_t token)
{
    const struct pw_cx *vary = swap ? a : b, *e = NULL;
    pw_cint lo, hi;
    pw_cx_range(t->ir, vary, &lo, &hi);
    bool division = (op == '/' || op == '%') && !swap;
    if (swap && (op == '/' || op == '%' || op == PW_SIGN2('<', '<') || op == PW_SIGN2('>', '>')))
        pw_ct_fail(t, token, "write the right side as a constant",
                   "unsupported: division or shift by a variable");
    for (pw_cint v = lo; v <= hi; v++) {
        const struct pw_cx *k = pw_cx_int(t->ir, v);
        if (division && v == 0) continue;
        const struct pw_cx *x = raw(t, op, swap ? k : a, swap ? b : k, &wide, token);
        e = e ? pw_cx_ite(t->ir, pw_cx_make(t->ir, PW_CX_EQ, vary, k), x, e) : x;
    }
    if (!e) pw_ct_fail(t, token, NULL, "division by zero");
    return e;
}

/* Is this counting: by a small constant, from where counting starts? It then takes more than 2^13
 * steps to leave a type of 32 bits, and is read as if it never did. */
static bool is_counting(struct pw_ct *t, uint32_t op, const struct pw_cx *a, const struct pw_cx *b,
                        const struct pw_ctype *type)
{
    pw_cint k;
    if (type->bits < 32 || t->o->integers == PW_CINTEGERS_MATH) return false;
    if (op != '+' && op != '-') return false;
    if (!pw_cx_is_const(b, &k)) {
        if (op != '+' || !pw_cx_is_const(a, &k)) return false;
        a = b;
    }
    if (k > 65536 || k < -65536 || pw_cx_wild(t->ir, a)) return false;
    if (type->is_signed) return true;
    return t->o->integers == PW_CINTEGERS_CHECK && (op == '+' ? k >= 0 : k <= 0);
}

const struct pw_cx *pw_ct_combine(struct pw_ct *t, uint32_t op, const struct pw_cx *a,
                                  const struct pw_cx *b, const struct pw_ctype *type,
                                  const struct pw_cx **check, enum pw_cclass *class, uint32_t token)
{
    pw_cint lo, hi, min = pw_ctype_min(type), max = pw_ctype_max(type);
    *check = NULL;
    *class = type->is_signed ? PW_CC_OVERFLOW : PW_CC_WRAP;
    const struct pw_cx *e = raw(t, op, a, b, type, token);
    pw_cx_range(t->ir, e, &lo, &hi);
    if ((lo >= min && hi <= max) || t->o->integers == PW_CINTEGERS_MATH) return e;
    if (is_counting(t, op, a, b, type)) {
        t->ir->counting = true;
        return e;
    }
    if (!type->is_signed && t->o->integers == PW_CINTEGERS_WRAP) return wrapped(t, e, type);
    *check = pw_cx_make(t->ir, PW_CX_AND, pw_cx_make(t->ir, PW_CX_GE, e, pw_cx_int(t->ir, min)),
                        pw_cx_make(t->ir, PW_CX_LE, e, pw_cx_int(t->ir, max)));
    return e;
}

static bool is_compare(uint32_t op)
{
    return op == '<' || op == '>' || op == PW_SIGN2('<', '=') || op == PW_SIGN2('>', '=') ||
           op == PW_SIGN2('=', '=') || op == PW_SIGN2('!', '=');
}

static enum pw_cx_kind compare_kind(uint32_t op)
{
    switch (op) {
    case '<':
        return PW_CX_LT;
    case '>':
        return PW_CX_GT;
    case PW_SIGN2('<', '='):
        return PW_CX_LE;
    case PW_SIGN2('>', '='):
        return PW_CX_GE;
    case PW_SIGN2('=', '='):
        return PW_CX_EQ;
    default:
        return PW_CX_NE;
    }
}

/* The type that both operands are brought to. */
static const struct pw_ctype *common_type(const struct pw_ctype *a, const struct pw_ctype *b)
{
    if (a->kind != PW_CT_INT || a->rank < 3) a = &int_type;
    if (b->kind != PW_CT_INT || b->rank < 3) b = &int_type;
    if (a->is_signed == b->is_signed) return a->rank >= b->rank ? a : b;
    const struct pw_ctype *u = a->is_signed ? b : a, *s = a->is_signed ? a : b;
    return s->bits > u->bits ? s : u->bits >= s->bits ? u : s;
}

/* Elements of one object have an order; C has none between objects, machines have one. */
static struct pw_cval order_pointers(struct pw_ct *t, uint32_t op, const struct pw_cval *a,
                                     const struct pw_cval *b, uint32_t token)
{
    bool known = a->kind == PW_CV_PTR && b->kind == PW_CV_PTR && !a->lv.nindex && !b->lv.nindex &&
                 !a->lv.code && !b->lv.code;
    if (!known) pw_ct_fail(t, token, "compare indices", "unsupported: order of pointers");
    if (a->lv.obj == b->lv.obj)
        return pw_ct_int(t, &int_type,
                         pw_cx_make(t->ir, compare_kind(op), pw_cx_int(t->ir, a->lv.offset),
                                    pw_cx_int(t->ir, b->lv.offset)));
    struct pw_cval v = pw_ct_any(t, &int_type, 0, 1);
    pw_ct_note_about(t, token, &v, "the order of '%s' and '%s' in memory is read as any",
                     a->lv.obj->name, b->lv.obj->name);
    return v;
}

static struct pw_cval compare_pointers(struct pw_ct *t, uint32_t op, const struct pw_cval *a,
                                       const struct pw_cval *b, uint32_t token)
{
    bool equality = op == PW_SIGN2('=', '=') || op == PW_SIGN2('!', '=');
    bool dynamic = a->kind == PW_CV_DYN || b->kind == PW_CV_DYN || a->kind == PW_CV_INT ||
                   b->kind == PW_CV_INT;
    if (!equality) return order_pointers(t, op, a, b, token);
    if (a->kind == PW_CV_HEAP || b->kind == PW_CV_HEAP)
        return pw_ct_num(t, &int_type, op == PW_SIGN2('!', '='));
    if (dynamic) {
        const struct pw_cx *x = pw_ct_code(t, a, token), *y = pw_ct_code(t, b, token);
        if (x->accesses && y->accesses) x = pw_ct_spill(t, x);
        return pw_ct_int(t, &int_type, pw_cx_make(t->ir, compare_kind(op), x, y));
    }
    bool same = a->kind == b->kind;
    if (same && a->kind == PW_CV_STR) {
        struct pw_cval v = pw_ct_any(t, &int_type, 0, 1);
        pw_ct_note_about(t, token, &v, "whether two texts are the same one is read as any");
        return v;
    }
    if (same && a->kind == PW_CV_FUNC) same = a->fn == b->fn;
    if (same && a->kind == PW_CV_PTR) {
        if (a->lv.nindex || b->lv.nindex || a->lv.code || b->lv.code)
            pw_ct_fail(t, token, "compare indices",
                       "unsupported: comparison of addresses that are not known");
        same = a->lv.obj == b->lv.obj && a->lv.offset == b->lv.offset;
    }
    return pw_ct_num(t, &int_type, same == (op == PW_SIGN2('=', '=')));
}

static bool is_pointer(const struct pw_cval *v)
{
    return v->kind == PW_CV_PTR || v->kind == PW_CV_DYN || v->kind == PW_CV_FUNC ||
           v->kind == PW_CV_STR || v->kind == PW_CV_HEAP || v->kind == PW_CV_NULL;
}

static struct pw_cval pointer_sum(struct pw_ct *t, uint32_t op, struct pw_cval *p,
                                  struct pw_cval *i, uint32_t token)
{
    if (p->kind != PW_CV_PTR || i->kind != PW_CV_INT || (op != '+' && op != '-'))
        pw_ct_fail(t, token, "use an array and an index",
                   "unsupported: arithmetic with this pointer");
    const struct pw_cx *e = op == '-' ? pw_cx_make(t->ir, PW_CX_NEG, i->e, NULL) : i->e;
    struct pw_cval v = *p;
    v.lv = pw_ct_element(t, &p->lv, pw_ct_spill(t, e), token);
    return v;
}

static struct pw_cval compare_ints(struct pw_ct *t, uint32_t op, struct pw_cval a, struct pw_cval b,
                                   uint32_t token)
{
    const struct pw_ctype *c = common_type(a.type, b.type);
    a = pw_ct_convert(t, a, c, token);
    b = pw_ct_convert(t, b, c, token);
    if (a.e->accesses && b.e->accesses) pw_ct_spill_val(t, &a);
    return pw_ct_int(t, &int_type, pw_cx_make(t->ir, compare_kind(op), a.e, b.e));
}

static void need_integer(struct pw_ct *t, const struct pw_cval *v, uint32_t token)
{
    if (v->type && v->type->kind == PW_CT_FLOAT)
        pw_ct_fail(t, token, "use integers", "unsupported: floating point");
    if (v->kind != PW_CV_INT) pw_ct_fail(t, token, NULL, "unsupported: this operand is no integer");
}

/* A division by something that is not constant: not by zero. */
static void check_divisor(struct pw_ct *t, uint32_t op, struct pw_cval *b)
{
    pw_cint lo, hi;
    if (op != '/' && op != '%') return;
    pw_cx_range(t->ir, b->e, &lo, &hi);
    if (lo > 0 || hi < 0) return;
    pw_ct_spill_val(t, b);
    pw_ct_assert(t, pw_cx_make(t->ir, PW_CX_NE, b->e, pw_cx_int(t->ir, 0)), PW_CC_DIVISION);
}

static struct pw_cval compare_handles(struct pw_ct *t, uint32_t op, struct pw_cval a,
                                      struct pw_cval b, uint32_t token)
{
    if (op != PW_SIGN2('=', '=') && op != PW_SIGN2('!', '='))
        pw_ct_fail(t, token, "compare them with pthread_equal",
                   "unsupported: arithmetic with handles of threads");
    if (!t->facts->handles) t->facts->handles = t->again = true;
    const struct pw_cx *x = pw_ct_code(t, &a, token), *y = pw_ct_code(t, &b, token);
    if (x->accesses && y->accesses) x = pw_ct_spill(t, x);
    return pw_ct_int(t, &int_type, pw_cx_make(t->ir, compare_kind(op), x, y));
}

struct pw_cval pw_ct_binary(struct pw_ct *t, uint32_t op, struct pw_cval a, struct pw_cval b,
                            const struct pw_ctype *type, uint32_t token)
{
    if (a.kind == PW_CV_UNINIT && a.type->kind == PW_CT_INT) a = pw_ct_num(t, a.type, 0);
    if (b.kind == PW_CV_UNINIT && b.type->kind == PW_CT_INT) b = pw_ct_num(t, b.type, 0);
    if (is_pointer(&a) || is_pointer(&b)) {
        if (is_compare(op)) return compare_pointers(t, op, &a, &b, token);
        if (op == '+' && is_pointer(&b)) return pointer_sum(t, op, &b, &a, token);
        return pointer_sum(t, op, &a, &b, token);
    }
    if (pw_ct_is_handle(a.type) || pw_ct_is_handle(b.type))
        return compare_handles(t, op, a, b, token);
    need_integer(t, &a, token);
    need_integer(t, &b, token);
    if (is_compare(op)) return compare_ints(t, op, a, b, token);
    if (type->kind != PW_CT_INT) type = common_type(a.type, b.type);
    bool shift = op == PW_SIGN2('<', '<') || op == PW_SIGN2('>', '>');
    a = pw_ct_convert(t, a, type, token);
    if (!shift) b = pw_ct_convert(t, b, type, token);
    check_divisor(t, op, &b);
    bool simple = op == '+' || op == '-' || op == '*';
    if ((a.e->accesses && b.e->accesses) || !simple) pw_ct_spill_val(t, &a);
    if (!simple) pw_ct_spill_val(t, &b);
    const struct pw_cx *check;
    enum pw_cclass class;
    const struct pw_cx *e = pw_ct_combine(t, op, a.e, b.e, type, &check, &class, token);
    if ((check || e->accesses > 1) && e->accesses) { /* again, on values that stay */
        pw_ct_spill_val(t, &a);
        pw_ct_spill_val(t, &b);
        e = pw_ct_combine(t, op, a.e, b.e, type, &check, &class, token);
    }
    if (check) pw_ct_assert(t, check, class);
    struct pw_cval v = pw_ct_int(t, type, e);
    return v;
}

struct pw_cval pw_ct_negate(struct pw_ct *t, uint32_t op, struct pw_cval a,
                            const struct pw_ctype *type, uint32_t token)
{
    if (op == '!') return pw_ct_int(t, &int_type, pw_cx_not(t->ir, pw_ct_truth(t, &a, token)));
    need_integer(t, &a, token);
    a = pw_ct_convert(t, a, type, token);
    if (op == '+') return a;
    if (op == '~') { /* -a - 1, or max - a */
        pw_cint top = type->is_signed ? -1 : pw_ctype_max(type);
        return pw_ct_int(t, type, pw_cx_make(t->ir, PW_CX_SUB, pw_cx_int(t->ir, top), a.e));
    }
    return pw_ct_binary(t, '-', pw_ct_num(t, type, 0), a, type, token);
}
