/* The translation: expressions. Evaluation emits the steps that it needs and returns what is left,
 * with at most one access to a shared variable in it. */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

/* --- does it need steps? --- */

static bool quiet_name(struct pw_ct *t, const struct pw_cexpr *e)
{
    if (e->decl->kind == PW_CD_FUNC) return true;
    if (e->type->kind != PW_CT_INT && e->type->kind != PW_CT_PTR) return false;
    if (!e->decl->is_global) return !pw_ct_find(t, e->decl, e->token)->shared;
    if (e->decl->is_thread) return true;
    struct pw_clv lv = pw_ct_place(pw_ct_find(t, e->decl, e->token));
    struct pw_cval v = pw_ct_load(t, &lv, e->token);
    return !(v.e && v.e->accesses);
}

static bool is_constant(const struct pw_cexpr *e)
{
    if (e->kind == PW_CE_CAST || e->kind == PW_CE_UNARY)
        return e->op != '*' && e->op != '&' && is_constant(e->a);
    if (e->kind == PW_CE_BINARY)
        return e->op != ',' && is_constant(e->a) && is_constant(e->b) &&
               (e->b->kind != PW_CE_NUM || e->b->value || (e->op != '/' && e->op != '%'));
    return e->kind == PW_CE_NUM;
}

bool pw_ct_quiet(struct pw_ct *t, const struct pw_cexpr *e)
{
    if (is_constant(e)) return true;
    switch (e->kind) {
    case PW_CE_NUM:
        return true;
    case PW_CE_NAME:
        return quiet_name(t, e);
    case PW_CE_UNARY:
        return e->op != '*' && e->op != '&' && pw_ct_quiet(t, e->a);
    case PW_CE_BINARY:
        return e->op != ',' && e->op != '/' && e->op != '%' && e->op != '*' &&
               pw_ct_quiet(t, e->a) && pw_ct_quiet(t, e->b);
    case PW_CE_COND:
        return pw_ct_quiet(t, e->a) && (!e->b || pw_ct_quiet(t, e->b)) && pw_ct_quiet(t, e->c);
    case PW_CE_CAST:
        return pw_ct_quiet(t, e->a);
    case PW_CE_MEMBER:
        return e->a->kind == PW_CE_NAME && !e->a->decl->is_global &&
               !pw_ct_find(t, e->a->decl, e->token)->shared;
    default:
        return false;
    }
}

/* --- places --- */

/* Both operands of e, from left to right. */
static void operands(struct pw_ct *t, struct pw_cexpr *e, struct pw_cval *a, struct pw_cval *b)
{
    bool open = pw_ct_has_effect(e->a) || pw_ct_has_effect(e->b);
    if (open) pw_ct_order_begin(t);
    *a = pw_ct_eval(t, e->a);
    if (!pw_ct_quiet(t, e->b)) pw_ct_spill_val(t, a);
    if (open) pw_ct_order_next(t);
    *b = pw_ct_eval(t, e->b);
    if (open) pw_ct_order_end(t, e->token);
}

static struct pw_clv index_place(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_cval p, i;
    operands(t, e, &p, &i);
    if (p.kind == PW_CV_INT && i.kind != PW_CV_INT) { /* 2[a] */
        struct pw_cval x = p;
        p = i;
        i = x;
    }
    struct pw_clv lv = pw_ct_deref(t, &p, e->token);
    if (i.kind != PW_CV_INT) pw_ct_fail(t, e->token, NULL, "unsupported: this index is no integer");
    struct pw_cval at = {.kind = PW_CV_PTR,
                         .lv = pw_ct_element(t, &lv, pw_ct_spill(t, i.e), e->token)};
    return pw_ct_deref(t, &at, e->token);
}

static struct pw_clv literal_place(struct pw_ct *t, struct pw_cexpr *e)
{
    const char *key = pw_cir_text(t->ir, "%s:literal%u", t->frame->path, e->token);
    struct pw_cobj *o = pw_ct_object(t, NULL, "literal", key, e->type, false, e->token);
    o->what = pw_cir_text(t->ir, "the compound literal of line %u", o->line);
    pw_ct_initialise(t, o, e->type, 0, e->a);
    return pw_ct_place(o);
}

struct pw_clv pw_ct_lvalue(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_clv lv;
    struct pw_cval v;
    switch (e->kind) {
    case PW_CE_NAME:
        if (e->decl->kind == PW_CD_FUNC) break;
        return pw_ct_place(pw_ct_find(t, e->decl, e->token));
    case PW_CE_UNARY:
        if (e->op != '*') break;
        v = pw_ct_eval(t, e->a);
        pw_ct_spill_val(t, &v);
        return pw_ct_deref(t, &v, e->token);
    case PW_CE_INDEX:
        return index_place(t, e);
    case PW_CE_MEMBER:
        lv = pw_ct_lvalue(t, e->a);
        if (e->a->type->kind == PW_CT_UNION)
            pw_ct_fail(t, e->token, "use a struct", "unsupported: union");
        lv.type = e->field->type;
        if (lv.code)
            lv.inside += e->field->offset;
        else
            lv.offset += e->field->offset;
        lv.base = lv.code ? lv.inside : lv.offset;
        lv.count = 1;
        lv.region_index = false;
        return lv;
    case PW_CE_LITERAL:
        return literal_place(t, e);
    case PW_CE_CALL:
    case PW_CE_COND:
    case PW_CE_ASSIGN:
        if (e->type->kind != PW_CT_STRUCT) break;
        v = pw_ct_eval(t, e);
        if (v.kind == PW_CV_AGG) return v.lv;
        break;
    case PW_CE_CAST:
        return pw_ct_lvalue(t, e->a);
    default:
        break;
    }
    pw_ct_fail(t, e->token, NULL, "unsupported: this is no variable");
}

/* --- assignments --- */

/* x op= b as one step, when x is _Atomic. old: is the former value wanted? */
struct pw_cval pw_ct_update(struct pw_ct *t, const struct pw_clv *lv, uint32_t op, struct pw_cval b,
                            bool want_old, bool want_new, uint32_t token)
{
    const struct pw_ctype *type = lv->type;
    pw_ct_spill_val(t, &b);
    struct pw_clv place = *lv;
    for (uint32_t i = 0; i < place.nindex; i++)
        place.index[i].e = pw_ct_spill(t, place.index[i].e);
    if (place.code) place.code = pw_ct_spill(t, place.code);
    struct pw_cval now = pw_ct_place_value(t, &place, token);
    if (now.kind != PW_CV_INT || b.kind != PW_CV_INT)
        pw_ct_fail(t, token, NULL, "unsupported: this atomic operation on a pointer");
    const struct pw_cx *check;
    enum pw_cclass class;
    struct pw_cval v = pw_ct_convert(t, b, type, token);
    const struct pw_cx *e = pw_ct_combine(t, op, now.e, v.e, type, &check, &class, token);
    int32_t var = -1;
    pw_cint lo = pw_ctype_min(type), hi = pw_ctype_max(type);
    bool wild = pw_cx_wild(t->ir, want_old ? now.e : e);
    if (want_old || want_new) {
        pw_cx_range(t->ir, want_old ? now.e : e, &lo, &hi);
        var = (int32_t)pw_ct_temp(t, lo, hi);
        assert((size_t)var < t->ir->vars.n);
        t->ir->vars.at[var].wild = wild;
        t->ir->vars.at[var].assigned = true;
    }
    if (check) pw_ct_atomic_begin(t);
    if (check) pw_ct_assert(t, check, class);
    pw_ct_store_atomic(t, &place, e, var, want_old ? now.e : e, token);
    if (check) pw_ct_atomic_end(t, token);
    if (var < 0) return (struct pw_cval){.kind = PW_CV_VOID, .type = type};
    return pw_ct_int(t, type, pw_cx_var(t->ir, (uint32_t)var));
}

/* The value of an assignment. Compilers may take what was stored, or read the variable again (C11
 * 6.5.16, footnote 111), and others may have changed it since: both are tried. */
static struct pw_cval value_after(struct pw_ct *t, const struct pw_clv *lv, struct pw_cval v,
                                  uint32_t token)
{
    bool shared = lv->code || lv->obj->shared;
    if (v.kind != PW_CV_INT || !shared || t->atomic || lv->type->is_atomic) return v;
    struct pw_cval now = pw_ct_load(t, lv, token);
    if (now.kind != PW_CV_INT || !now.e->accesses) return v;
    pw_cint lo, hi, low, high;
    pw_cx_range(t->ir, v.e, &lo, &hi);
    pw_cx_range(t->ir, now.e, &low, &high);
    uint32_t var = pw_ct_temp(t, lo < low ? lo : low, hi > high ? hi : high);
    t->ir->vars.at[var].wild = pw_cx_wild(t->ir, v.e) || pw_cx_wild(t->ir, now.e);
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF);
    struct pw_cbody b = pw_ct_open(t, &s->body);
    pw_ct_assign(t, var, now.e);
    pw_ct_close(t, b);
    b = pw_ct_open(t, &s->otherwise);
    pw_ct_assign(t, var, v.e);
    pw_ct_close(t, b);
    return pw_ct_int(t, v.type, pw_cx_var(t->ir, var));
}

/* x op= b of an x that is not atomic. */
static struct pw_cval assign_op(struct pw_ct *t, struct pw_cexpr *e, bool want)
{
    const struct pw_ctype *type = &(struct pw_ctype){.kind = PW_CT_VOID};
    bool shift = e->op == PW_SIGN2('<', '<') || e->op == PW_SIGN2('>', '>');
    bool open = pw_ct_has_effect(e->a) || pw_ct_has_effect(e->b);
    if (open) pw_ct_order_begin(t);
    struct pw_clv lv = pw_ct_lvalue(t, e->a);
    struct pw_cval old = pw_ct_load(t, &lv, e->token);
    if (!pw_ct_quiet(t, e->b)) pw_ct_spill_val(t, &old);
    if (open) pw_ct_order_next(t);
    struct pw_cval v = pw_ct_eval(t, e->b);
    if (open) pw_ct_order_end(t, e->token);
    if (shift) type = e->a->type->rank < 3 ? pw_ct_type_int() : e->a->type;
    v = pw_ct_binary(t, e->op, old, v, type, e->token);
    v = pw_ct_convert(t, v, e->a->type, e->token);
    if (want) pw_ct_spill_val(t, &v);
    pw_ct_store(t, &lv, v, e->token);
    if (!want || v.kind != PW_CV_INT) return v;
    bool simple = !lv.code && !lv.nindex && !lv.obj->shared;
    return simple ? pw_ct_load(t, &lv, e->token) : value_after(t, &lv, v, e->token);
}

/* Of x = b: what is stored, and where. */
static struct pw_clv both_sides(struct pw_ct *t, struct pw_cexpr *e, struct pw_cval *v)
{
    bool name = e->a->kind == PW_CE_NAME;
    bool open = !name && (pw_ct_has_effect(e->a) || pw_ct_has_effect(e->b));
    if (open) pw_ct_order_begin(t);
    *v = pw_ct_convert(t, pw_ct_eval(t, e->b), e->a->type, e->token);
    if (!name && !pw_ct_quiet(t, e->a)) pw_ct_spill_val(t, v);
    if (open) pw_ct_order_next(t);
    struct pw_clv lv = pw_ct_lvalue(t, e->a);
    if (open) pw_ct_order_end(t, e->token);
    return lv;
}

static struct pw_cval assign(struct pw_ct *t, struct pw_cexpr *e, bool want)
{
    struct pw_cval v;
    if (e->op && e->a->type->is_atomic) {
        v = pw_ct_eval(t, e->b);
        struct pw_clv lv = pw_ct_lvalue(t, e->a);
        return pw_ct_update(t, &lv, e->op, v, false, want, e->token);
    }
    if (e->op) return assign_op(t, e, want);
    struct pw_clv lv = both_sides(t, e, &v);
    if (v.kind == PW_CV_VOID) pw_ct_fail(t, e->token, NULL, "a value is expected here");
    bool local = !lv.code && !lv.nindex && !lv.obj->shared;
    if (want && !local) pw_ct_spill_val(t, &v);
    pw_ct_store(t, &lv, v, e->token);
    if (want && local && v.e && v.e->accesses) return pw_ct_load(t, &lv, e->token);
    return want && !local ? value_after(t, &lv, v, e->token) : v;
}

static struct pw_cval increment(struct pw_ct *t, struct pw_cexpr *e, bool want)
{
    struct pw_clv lv = pw_ct_lvalue(t, e->a);
    struct pw_cval one = pw_ct_num(t, pw_ct_type_int(), 1);
    if (e->a->type->is_atomic)
        return pw_ct_update(t, &lv, e->op, one, want && e->post, want && !e->post, e->token);
    struct pw_cval old = pw_ct_load(t, &lv, e->token);
    pw_cint k;
    if (old.kind == PW_CV_INT && want && !pw_ct_known(&old, &k)) {
        /* the value of the expression must outlive the store */
        pw_cint lo, hi;
        pw_cx_range(t->ir, old.e, &lo, &hi);
        uint32_t var = pw_ct_temp(t, lo, hi);
        assert((size_t)var < t->ir->vars.n);
        t->ir->vars.at[var].wild = pw_cx_wild(t->ir, old.e);
        pw_ct_assign(t, var, old.e);
        old.e = pw_cx_var(t->ir, var);
    }
    const struct pw_ctype none = {.kind = PW_CT_VOID};
    struct pw_cval v = pw_ct_binary(t, e->op, old, one, &none, e->token);
    v = pw_ct_convert(t, v, e->a->type, e->token);
    pw_ct_store(t, &lv, v, e->token);
    if (e->post || !want) return old;
    return value_after(t, &lv, v, e->token);
}

/* --- control in expressions --- */

static const struct pw_cx *code_or_number(struct pw_ct *t, const struct pw_cval *v, uint32_t token)
{
    return v->kind == PW_CV_INT ? pw_cx_number(t->ir, v->e) : pw_ct_code(t, v, token);
}

static void widen(struct pw_ct *t, uint32_t var, const struct pw_cx *e)
{
    pw_cint lo, hi;
    pw_cx_range(t->ir, e, &lo, &hi);
    assert((size_t)var < t->ir->vars.n);
    struct pw_cvar *v = &t->ir->vars.at[var];
    if (lo < v->lo) v->lo = lo;
    if (hi > v->hi) v->hi = hi;
    if (pw_cx_wild(t->ir, e)) v->wild = true;
}

/* One arm of a choice, as a list of steps that ends with var = value. */
static struct pw_cval arm(struct pw_ct *t, struct pw_cexpr *e, struct pw_cstep **list, int32_t var,
                          const struct pw_ctype *type)
{
    struct pw_cstep **outer = pw_ct_into(t, list);
    uint32_t region = t->region;
    unsigned lefts = pw_ct_lefts(t);
    t->region = ++t->regions;
    t->nesting++;
    struct pw_cval v = pw_ct_eval(t, e);
    if (var >= 0) {
        if (type->kind == PW_CT_INT) v = pw_ct_convert(t, v, type, e->token);
        const struct pw_cx *x = code_or_number(t, &v, e->token);
        widen(t, (uint32_t)var, x);
        pw_ct_assign(t, (uint32_t)var, x);
    }
    t->nesting--;
    pw_ct_leave_region(t, region, lefts);
    pw_ct_into(t, outer);
    return v;
}

static struct pw_cval conditional(struct pw_ct *t, struct pw_cexpr *e)
{
    pw_cint k;
    struct pw_cval a = pw_ct_eval(t, e->a);
    const struct pw_cx *c = pw_ct_truth(t, &a, e->token);
    bool number = e->type->kind == PW_CT_INT;
    if (pw_cx_is_const(c, &k)) {
        struct pw_cval one = !e->b && k ? a : pw_ct_eval(t, k ? e->b : e->c);
        return number ? pw_ct_convert(t, one, e->type, e->token) : one;
    }
    if (!e->b) pw_ct_spill_val(t, &a), c = pw_ct_truth(t, &a, e->token);
    bool quiet = number && (!e->b || pw_ct_quiet(t, e->b)) && pw_ct_quiet(t, e->c);
    if (quiet) {
        struct pw_cval x = e->b ? pw_ct_eval(t, e->b) : a, y = pw_ct_eval(t, e->c);
        x = pw_ct_convert(t, x, e->type, e->token);
        y = pw_ct_convert(t, y, e->type, e->token);
        if (c->accesses && (x.e->accesses || y.e->accesses)) c = pw_ct_spill(t, c);
        return pw_ct_int(t, e->type, pw_cx_ite(t->ir, c, x.e, y.e));
    }
    if (e->type->kind == PW_CT_STRUCT)
        pw_ct_fail(t, e->token, "use an if", "unsupported: choice between structs");
    bool value = e->type->kind != PW_CT_VOID;
    int32_t var = value ? (int32_t)pw_ct_temp(t, 0, 0) : -1;
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF);
    s->cond = c;
    if (e->b)
        arm(t, e->b, &s->body, var, e->type);
    else {
        struct pw_cstep **outer = pw_ct_into(t, &s->body);
        if (number) a = pw_ct_convert(t, a, e->type, e->token);
        widen(t, (uint32_t)var, a.e);
        pw_ct_assign(t, (uint32_t)var, a.e);
        pw_ct_into(t, outer);
    }
    arm(t, e->c, &s->otherwise, var, e->type);
    if (!value) return (struct pw_cval){.kind = PW_CV_VOID, .type = e->type};
    return (struct pw_cval){.kind = e->type->kind == PW_CT_PTR ? PW_CV_DYN : PW_CV_INT,
                            .type = e->type,
                            .e = pw_cx_var(t->ir, (uint32_t)var)};
}

static struct pw_cval logical(struct pw_ct *t, struct pw_cexpr *e)
{
    pw_cint k;
    bool both = e->op == PW_SIGN2('&', '&');
    const struct pw_cx *a = pw_ct_cond(t, e->a);
    if (pw_cx_is_const(a, &k)) {
        if ((k != 0) != both) return pw_ct_num(t, e->type, !both);
        return pw_ct_int(t, e->type, pw_ct_cond(t, e->b));
    }
    if (pw_ct_quiet(t, e->b)) {
        const struct pw_cx *b = pw_ct_cond(t, e->b);
        return pw_ct_int(t, e->type, pw_cx_make(t->ir, both ? PW_CX_AND : PW_CX_OR, a, b));
    }
    uint32_t var = pw_ct_temp(t, 0, 1);
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF), **outer;
    s->cond = a;
    outer = pw_ct_into(t, both ? &s->body : &s->otherwise);
    uint32_t region = t->region;
    unsigned lefts = pw_ct_lefts(t);
    t->region = ++t->regions;
    t->nesting++;
    pw_ct_assign(t, var, pw_ct_cond(t, e->b));
    t->nesting--;
    pw_ct_leave_region(t, region, lefts);
    pw_ct_into(t, both ? &s->otherwise : &s->body);
    pw_ct_assign(t, var, pw_cx_int(t->ir, !both));
    pw_ct_into(t, outer);
    return pw_ct_int(t, e->type, pw_cx_var(t->ir, var));
}

static struct pw_cval block(struct pw_ct *t, struct pw_cexpr *e, bool want)
{
    for (struct pw_cstmt *s = e->body->body; s; s = s->next) {
        if (t->flow != PW_FLOW_NORMAL) break;
        if (!s->next && s->kind == PW_CS_EXPR && want && s->e->type->kind != PW_CT_VOID)
            return pw_ct_eval(t, s->e);
        pw_ct_stmt(t, s, false);
    }
    return (struct pw_cval){.kind = PW_CV_VOID, .type = e->type};
}

/* --- the rest --- */

static struct pw_cval address(struct pw_ct *t, struct pw_cexpr *e)
{
    if (e->a->kind == PW_CE_NAME && e->a->decl->kind == PW_CD_FUNC) return pw_ct_eval(t, e->a);
    struct pw_clv lv = pw_ct_lvalue(t, e->a);
    if (lv.code && !lv.inside && !lv.nindex)
        return (struct pw_cval){.kind = PW_CV_DYN, .type = e->type, .e = lv.code};
    return (struct pw_cval){.kind = PW_CV_PTR, .type = e->type, .lv = lv};
}

static struct pw_cval unary(struct pw_ct *t, struct pw_cexpr *e)
{
    if (e->op == '&') return address(t, e);
    if (e->op == '*') {
        if (e->type->kind == PW_CT_FUNC) return pw_ct_eval(t, e->a);
        struct pw_clv lv = pw_ct_lvalue(t, e);
        return pw_ct_load(t, &lv, e->token);
    }
    return pw_ct_negate(t, e->op, pw_ct_eval(t, e->a), e->type, e->token);
}

static struct pw_cval binary(struct pw_ct *t, struct pw_cexpr *e)
{
    if (e->op == ',') {
        pw_ct_effect(t, e->a);
        return pw_ct_eval(t, e->b);
    }
    if (e->op == PW_SIGN2('&', '&') || e->op == PW_SIGN2('|', '|')) return logical(t, e);
    struct pw_cval a, b;
    operands(t, e, &a, &b);
    return pw_ct_binary(t, e->op, a, b, e->type, e->token);
}

static struct pw_cval load_expr(struct pw_ct *t, struct pw_cexpr *e)
{
    if (e->kind == PW_CE_NAME && e->decl->kind == PW_CD_FUNC)
        return (struct pw_cval){.kind = PW_CV_FUNC, .type = e->type, .fn = e->decl};
    struct pw_clv lv = pw_ct_lvalue(t, e);
    return pw_ct_load(t, &lv, e->token);
}

struct pw_cval pw_ct_eval(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_cval text;
    switch (e->kind) {
    case PW_CE_NUM:
        if (e->type->kind == PW_CT_FLOAT)
            pw_ct_fail(t, e->token, "use integers", "unsupported: floating point");
        return pw_ct_num(t, e->type, e->value);
    case PW_CE_STR:
        return (struct pw_cval){.kind = PW_CV_STR, .type = e->type};
    case PW_CE_INDEX:
        if (pw_ct_text_element(t, e, &text)) return text;
        return load_expr(t, e);
    case PW_CE_NAME:
    case PW_CE_MEMBER:
    case PW_CE_LITERAL:
        return load_expr(t, e);
    case PW_CE_UNARY:
        if (e->op == '*' && pw_ct_text_element(t, e, &text)) return text;
        return unary(t, e);
    case PW_CE_INCR:
        return increment(t, e, true);
    case PW_CE_BINARY:
        return binary(t, e);
    case PW_CE_ASSIGN:
        return assign(t, e, true);
    case PW_CE_COND:
        return conditional(t, e);
    case PW_CE_CALL:
        return pw_ct_call(t, e);
    case PW_CE_CAST:
        if (e->type->kind == PW_CT_VOID) {
            pw_ct_effect(t, e->a);
            return (struct pw_cval){.kind = PW_CV_VOID, .type = e->type};
        }
        return pw_ct_convert(t, pw_ct_eval(t, e->a), e->type, e->token);
    case PW_CE_BLOCK:
        return block(t, e, true);
    default:
        pw_ct_fail(t, e->token, NULL, "unsupported: this expression");
    }
}

void pw_ct_effect(struct pw_ct *t, struct pw_cexpr *e)
{
    switch (e->kind) {
    case PW_CE_ASSIGN:
        assign(t, e, false);
        break;
    case PW_CE_INCR:
        increment(t, e, false);
        break;
    case PW_CE_BLOCK:
        block(t, e, false);
        break;
    case PW_CE_CAST:
        pw_ct_effect(t, e->a);
        break;
    case PW_CE_NAME:
    case PW_CE_NUM:
    case PW_CE_STR:
        break;
    case PW_CE_BINARY:
        if (e->op == ',') {
            pw_ct_effect(t, e->a);
            pw_ct_effect(t, e->b);
            break;
        }
        pw_ct_eval(t, e);
        break;
    case PW_CE_CALL:
        t->ignored = e;
        pw_ct_eval(t, e);
        break;
    default:
        pw_ct_eval(t, e);
        break;
    }
}

const struct pw_cx *pw_ct_cond(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_cval v = pw_ct_eval(t, e);
    if (v.kind == PW_CV_UNINIT && v.type && v.type->kind == PW_CT_INT) v = pw_ct_num(t, v.type, 0);
    return pw_ct_truth(t, &v, e->token);
}
