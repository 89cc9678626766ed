/* The translation: addresses: elements of arrays, and pointers that are followed. */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

/* The type that a pointer into the object has at that cell: the outermost one that fits a
 * region. */
const struct pw_ctype *pw_ct_type_at(const struct pw_ctype *t, int64_t at, int64_t base,
                                     int64_t count, const struct pw_ctype *want)
{
    for (;;) {
        if (at == 0 && pw_ctype_same(t, want)) return t;
        if (t->kind == PW_CT_ARRAY) {
            int64_t n = pw_ctype_cells(t->to);
            at %= n;
            t = t->to;
        } else if (t->kind == PW_CT_STRUCT && t->nfields) {
            uint32_t i = 0;
            while (i + 1 < t->nfields && t->fields[i + 1].offset <= at)
                i++;
            assert(i < t->nfields);
            at -= t->fields[i].offset;
            t = t->fields[i].type;
        } else {
            (void)base, (void)count;
            return NULL;
        }
    }
}

/* --- addresses --- */

/* An element that is not there, known at translation time: an error where it is reached. It may not
 * be: the value of an index is that of this translation, which the next one may know better. */
static void outside(struct pw_ct *t, const struct pw_clv *lv, int64_t at, uint32_t token)
{
    assert(lv->obj || lv->code);
    if (lv->count < 1 || (t->in_main && !t->live && !t->nesting && !t->atomic))
        pw_ct_fail(t, token, NULL, "index %lld is outside of '%s', which has %lld elements",
                   (long long)at, lv->obj ? lv->obj->name : "the array", (long long)lv->count);
    pw_ct_assert(t, pw_cx_bool(t->ir, false), PW_CC_BOUNDS);
}

struct pw_clv pw_ct_element(struct pw_ct *t, const struct pw_clv *lv, const struct pw_cx *i,
                            uint32_t token)
{
    struct pw_clv out = *lv;
    int64_t n = pw_ctype_cells(lv->type);
    pw_cint k;
    if (n < 1) pw_ct_fail(t, token, NULL, "unsupported: pointer arithmetic on this type");
    if (lv->type->kind == PW_CT_OPAQUE && lv->type->opaque == PW_CO_THREAD && lv->count == 1)
        return out;
    bool beside = lv->obj && lv->obj->own && n == lv->obj->ncells;
    if (beside && !(pw_cx_is_const(i, &k) && !k))
        pw_ct_fail(t, token, "let each thread use its own element only",
                   "unsupported: a thread goes from its element of '%s' to another", lv->obj->name);
    if (lv->obj && lv->obj->row && !lv->obj->fresh && !lv->offset && n == lv->obj->ncells)
        return pw_ct_row_element(t, lv, i, token);
    if (pw_cx_is_const(i, &k) && !lv->region_index) {
        int64_t at = lv->code ? lv->inside : lv->offset;
        pw_cint where = (at - lv->base) / n + k;
        if (where < 0 || where > lv->count || (where == lv->count && !k)) {
            outside(t, lv, (int64_t)where, token);
            return out;
        }
        if (lv->code)
            out.inside += (int64_t)k * n;
        else
            out.offset += (int64_t)k * n;
        return out;
    }
    if (lv->code)
        pw_ct_fail(t, token, "use a named array",
                   "unsupported: index behind a pointer that is not known");
    if (lv->region_index) {
        assert(out.nindex > 0);
        struct pw_cindex *x = &out.index[out.nindex - 1];
        x->e = pw_cx_make(t->ir, PW_CX_ADD, pw_ct_spill(t, x->e), i);
        return out;
    }
    if (out.nindex == PW_CT_INDICES)
        pw_ct_fail(t, token, NULL, "unsupported: more than %d indices", PW_CT_INDICES);
    const struct pw_cx *first = pw_cx_int(t->ir, (lv->offset - lv->base) / n);
    out.offset = lv->base;
    out.index[out.nindex++] =
        (struct pw_cindex){pw_cx_make(t->ir, PW_CX_ADD, i, first), n, lv->count, token};
    out.region_index = true;
    return out;
}

/* A pointer just behind an array may be made, but not followed. */
static void check_region(struct pw_ct *t, struct pw_clv *lv, uint32_t token)
{
    int64_t n = pw_ctype_cells(lv->type);
    if (lv->code || lv->region_index || n < 1) return;
    int64_t at = (lv->offset - lv->base) / n;
    bool inside = at >= 0 && (at < lv->count || lv->count <= 1) && lv->offset >= 0 &&
                  lv->offset + n <= lv->obj->ncells;
    if (inside || (lv->type->kind == PW_CT_OPAQUE && lv->count == 1)) return;
    outside(t, lv, at, token);
    lv->offset = lv->base; /* some element: nothing goes on from here */
}

struct pw_clv pw_ct_deref(struct pw_ct *t, const struct pw_cval *v, uint32_t token)
{
    char text[100];
    const struct pw_ctype *to = v->type && v->type->kind == PW_CT_PTR ? v->type->to : NULL;
    switch (v->kind) {
    case PW_CV_PTR: {
        struct pw_clv lv = v->lv;
        check_region(t, &lv, token);
        bool pointers = to && to->kind == PW_CT_PTR && lv.type->kind == PW_CT_PTR; /* (void **)&p */
        if (to && to->kind != PW_CT_VOID && !pw_ctype_same(to, lv.type) && !pointers) {
            const struct pw_ctype *inner =
                lv.code || lv.nindex ? NULL : pw_ct_type_at(lv.obj->type, lv.offset, 0, 0, to);
            if (!inner)
                pw_ct_fail(t, token, NULL,
                           "unsupported: the object is not seen as its own type, but as '%s'",
                           pw_ctype_text(to, text, sizeof text));
            lv.type = inner;
        }
        return lv;
    }
    case PW_CV_DYN:
        return (struct pw_clv){.type = to, .code = v->e, .count = 1};
    case PW_CV_NULL: /* an error where it is reached */
        if (!to || to->kind == PW_CT_VOID || to->kind == PW_CT_FUNC)
            pw_ct_fail(t, token, NULL, "a null pointer is followed here");
        return (struct pw_clv){.type = to, .code = pw_cx_int(t->ir, 0), .count = 1};
    case PW_CV_UNINIT:
        pw_ct_fail(t, token, "set it first", "this pointer has no value yet");
    default:
        pw_ct_fail(t, token, "use the address of a variable",
                   "unsupported: this pointer is not the address of a variable");
    }
}
