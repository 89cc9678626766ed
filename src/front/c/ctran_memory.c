/* The translation: memory as bytes: allocation, clearing, copies, and texts that are written. */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

enum { MOST_CELLS = 64 }; /* copied one by one */

static bool one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(name, *list)) return true;
    return false;
}

int64_t pw_ct_constant(struct pw_ct *t, struct pw_cexpr *e)
{
    pw_cint k;
    if (pw_ct_has_effect(e))
        pw_ct_fail(t, e->token, "do it before", "unsupported: a side effect in a size");
    struct pw_cstep *none = NULL, **outer = pw_ct_into(t, &none);
    unsigned emitted = t->emitted, epoch = t->epoch;
    struct pw_cval v = pw_ct_eval(t, e);
    pw_ct_into(t, outer);
    t->emitted = emitted, t->epoch = epoch;
    return pw_ct_known(&v, &k) && k >= 0 && k < 1000000000 ? (int64_t)k : -1;
}

static bool allocation(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    bool zeroed = !strcmp(name, "calloc");
    if (strcmp(name, "malloc") && !zeroed && strcmp(name, "aligned_alloc")) return false;
    int64_t n = e->nargs ? pw_ct_constant(t, e->args[0]) : -1;
    if (e->nargs == 2) {
        int64_t m = pw_ct_constant(t, e->args[1]);
        n = !zeroed ? m : n < 0 || m < 0 ? -1 : n * m;
    }
    if (t->loops && !t->in_main)
        pw_ct_fail(t, e->token, "allocate before the loop",
                   "unsupported: memory allocated in a loop");
    *out = (struct pw_cval){.kind = PW_CV_HEAP, .type = e->type, .bytes = n, .zeroed = zeroed};
    return true;
}

/* How many cells from there on are that many bytes; -1: they are not whole objects of the type, or
 * not all in the array. */
static int64_t cells_of(struct pw_ct *t, const struct pw_clv *lv, int64_t bytes)
{
    int64_t size = pw_ctype_size(lv->type, t->u->long_bits), n = pw_ctype_cells(lv->type);
    if (bytes < 0 || size < 1 || n < 1 || bytes % size) return -1;
    int64_t count = bytes / size, at = (lv->offset - lv->base) / n;
    bool single = lv->nindex || lv->code || lv->count <= 1;
    if (count > (single ? 1 : lv->count - at)) return -1;
    assert(lv->code || lv->offset + count * n <= lv->obj->ncells);
    return count * n;
}

static struct pw_clv cell_at(const struct pw_clv *from, int64_t i)
{
    struct pw_clv lv = *from;
    lv.offset += i;
    assert(lv.obj && lv.offset < lv.obj->ncells);
    lv.type = lv.obj->cells[lv.offset].type;
    lv.base = lv.offset;
    lv.count = 1;
    return lv;
}

/* --- memset --- */

static bool clear_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    pw_cint k;
    if (strcmp(name, "memset") || e->nargs != 3) return false;
    struct pw_cval p = pw_ct_eval(t, e->args[0]), v = pw_ct_eval(t, e->args[1]);
    if (p.kind != PW_CV_PTR || p.lv.code || p.lv.nindex || !pw_ct_known(&v, &k) || k)
        pw_ct_fail(t, e->token, "assign the fields", "unsupported: memset with anything but zero");
    int64_t bytes = pw_ct_constant(t, e->args[2]);
    *out = p;
    if (p.lv.obj->row && pw_ct_row_clear(t, &p.lv, bytes, e->token)) return true;
    int64_t n = cells_of(t, &p.lv, bytes);
    if (n < 0)
        pw_ct_fail(t, e->args[2]->token, "write sizeof the object, or assign the fields",
                   "unsupported: memset of something else than whole objects");
    for (int64_t i = 0; i < n; i++) {
        struct pw_clv lv = cell_at(&p.lv, i);
        if (lv.type->kind == PW_CT_INT)
            pw_ct_store(t, &lv, pw_ct_num(t, lv.type, 0), e->token);
        else
            pw_ct_store(t, &lv, (struct pw_cval){.kind = PW_CV_NULL, .type = lv.type}, e->token);
    }
    return true;
}

/* --- memcpy --- */

/* Are they the same, cell by cell, and apart from each other? */
static bool alike(const struct pw_clv *to, const struct pw_clv *from, int64_t n)
{
    if (to->obj == from->obj) return false;
    for (int64_t i = 0; i < n; i++) {
        const struct pw_ctype *a = to->obj->cells[to->offset + i].type;
        if (!pw_ctype_same(a, from->obj->cells[from->offset + i].type)) return false;
        if (a->kind != PW_CT_INT && a->kind != PW_CT_PTR) return false;
    }
    return true;
}

/* memcpy(&a, &b, sizeof a): cell by cell. False: it is not like that. */
static bool copy_objects(struct pw_ct *t, const char *name, const struct pw_cval *to,
                         const struct pw_cval *from, int64_t bytes, uint32_t token)
{
    if (strcmp(name, "memcpy") && strcmp(name, "memmove")) return false;
    if (to->kind != PW_CV_PTR || from->kind != PW_CV_PTR || to->lv.code || from->lv.code)
        return false;
    int64_t n = cells_of(t, &to->lv, bytes);
    if (n < 0 || n > MOST_CELLS || n != cells_of(t, &from->lv, bytes)) return false;
    if (!alike(&to->lv, &from->lv, n)) return false;
    for (int64_t i = 0; i < n; i++) {
        struct pw_clv a = cell_at(&to->lv, i), b = cell_at(&from->lv, i);
        pw_ct_store(t, &a, pw_ct_load(t, &b, token), token);
    }
    return true;
}

/* Calls that write a text to where their first argument points: it holds any characters then. */
static bool text_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    static const char *const names[] = {"strcpy",   "strncpy",  "strcat", "strncat",
                                        "sprintf",  "snprintf", "memcpy", "memmove",
                                        "strftime", "fgets",    NULL};
    if (!one_of(name, names) || e->nargs < 2) return false;
    struct pw_cval to = pw_ct_eval(t, e->args[0]), from = {0};
    bool copy = name[0] == 'm' && e->nargs == 3; /* memcpy, memmove */
    if (copy) from = pw_ct_eval(t, e->args[1]);
    for (uint32_t i = 1; i < e->nargs; i++)
        if ((i > 1 || !copy) && pw_ct_has_effect(e->args[i])) pw_ct_effect(t, e->args[i]);
    *out = to;
    if (copy && copy_objects(t, name, &to, &from, pw_ct_constant(t, e->args[2]), e->token))
        return true;
    bool known = to.kind == PW_CV_PTR && !to.lv.code;
    if (known && to.lv.obj->row)
        pw_ct_row_blur(t, &to.lv, e->token);
    else if (!(known && pw_ct_blur(t, to.lv.obj)) && !(to.kind == PW_CV_NULL && name[1] == 'n'))
        pw_ct_fail(t, e->token, "assign the variables", "unsupported: '%s' to this place", name);
    if (e->type->kind == PW_CT_INT)
        *out = pw_ct_any(t, e->type, -1, pw_ctype_max(pw_ct_type_int()));
    return true;
}

bool pw_ct_memory_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    return allocation(t, name, e, out) || clear_call(t, name, e, out) || text_call(t, name, e, out);
}
