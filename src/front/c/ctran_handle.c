/* The translation: handles of threads.
 *
 * What a handle holds is known at translation time, as long as all ways to a place agree on it:
 * one thread, or one kind of any number of threads. Where they do not, handles are values
 * (pw_cfacts.handles), kept in variables where they are not known; the translation is repeated
 * then. */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

bool pw_ct_is_handle(const struct pw_ctype *type)
{
    return type && type->kind == PW_CT_OPAQUE && type->opaque == PW_CO_THREAD;
}

struct pw_clv pw_ct_handle_place(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_cval p = pw_ct_eval(t, e);
    if (p.kind == PW_CV_HEAP)
        pw_ct_fail(t, e->token, NULL, "unsupported: handle of a thread in new memory");
    struct pw_clv lv = pw_ct_deref(t, &p, e->token);
    if (lv.code)
        pw_ct_fail(t, e->token, "use a variable",
                   "unsupported: handle of a thread behind a pointer");
    return lv;
}

/* Does every run that gets to know the object come by here, once? */
static bool is_sure(struct pw_ct *t, const struct pw_cobj *o)
{
    for (const struct pw_cframe *f = t->frame; f; f = f->up)
        if (f->fn && pw_ct_jumps(t, f->fn)) return false;
    if (o->shared) return t->region == 0 && t->loops == 0;
    return t->region == o->region && t->loops == o->loops;
}

static void become_value(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    pw_ct_make_variable(t, o, cell);
    t->facts->handles = t->again = true;
}

/* Which of two is it? (What is found in a translation that is repeated may not hold then.) */
static bool is_other(const struct pw_ct *t, const struct pw_cval *old, const struct pw_cval *v)
{
    if (t->again || old->kind != PW_CV_THREAD || t->groups.at[old->group].over) return false;
    return v->kind != PW_CV_THREAD || v->group != old->group;
}

void pw_ct_keep_handle(struct pw_ct *t, struct pw_cobj *o, int64_t cell, struct pw_cval v,
                       bool sure)
{
    assert(cell >= 0 && cell < o->ncells);
    struct pw_ccell *c = &o->cells[cell];
    sure = sure && is_sure(t, o);
    if (is_other(t, &c->value, &v) && (!sure || c->nested)) become_value(t, o, cell);
    if (c->value.kind == PW_CV_THREAD && c->value.group != v.group) c->several = true;
    c->value = c->first = v;
    c->known = true;
    c->nested = !sure;
}

struct pw_cval pw_ct_kept_handle(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    assert(cell < o->ncells);
    const struct pw_ccell *c = &o->cells[cell];
    if (!t->in_main && o->shared && c->several && !t->again) become_value(t, o, cell);
    return c->value;
}

/* One element of a row stands for all. */
static void keep_in_row(struct pw_ct *t, struct pw_cobj *o, int64_t cell, struct pw_cval v)
{
    assert(o->row && cell < o->ncells);
    struct pw_ccell *c = &o->cells[cell];
    if (c->value.kind == PW_CV_THREAD && c->value.group != v.group &&
        !t->groups.at[c->value.group].over)
        pw_ct_fail(t, t->token, "use two arrays",
                   "unsupported: handles of several kinds of threads in '%s'", o->name);
    c->value = v;
}

typedef PW_VEC(int64_t) cells;

/* The cells that lv may mean, whatever its indices are. */
static void add_cells(const struct pw_clv *lv, uint32_t k, int64_t offset, cells *out)
{
    if (k == lv->nindex) {
        if (offset < lv->obj->ncells) pw_vec_push(out, offset);
        return;
    }
    for (int64_t i = 0; i < lv->index[k].count; i++)
        add_cells(lv, k + 1, offset + i * lv->index[k].stride, out);
}

static bool all_known(struct pw_ct *t, const struct pw_clv *lv, const cells *at)
{
    for (size_t i = 0; t->facts->handles && i < at->n; i++)
        if (!pw_ct_is_tracked(t, lv->obj, at->at[i])) return false;
    return true;
}

void pw_ct_set_handle(struct pw_ct *t, const struct pw_clv *lv, int32_t group, uint32_t token)
{
    struct pw_cval v = {.kind = PW_CV_THREAD, .type = lv->type, .group = group};
    cells at = {0};
    if (lv->type->kind != PW_CT_OPAQUE) pw_ct_fail(t, token, NULL, "this is no handle of a thread");
    if (pw_ct_hides_handle(t, lv, token)) return;
    add_cells(lv, 0, lv->offset, &at);
    bool known = lv->obj->row || all_known(t, lv, &at);
    for (size_t i = 0; known && i < at.n; i++) {
        if (lv->obj->row)
            keep_in_row(t, lv->obj, at.at[i], v);
        else
            pw_ct_keep_handle(t, lv->obj, at.at[i], v, !lv->nindex);
    }
    pw_vec_clear(&at);
    if (!known) pw_ct_store(t, lv, v, token);
}

/* Do all of these cells hold the same? */
static bool all_same(const struct pw_cobj *o, const cells *at)
{
    for (size_t i = 1; i < at->n; i++) {
        const struct pw_cval *a = &o->cells[at->at[0]].value, *b = &o->cells[at->at[i]].value;
        if (a->kind != b->kind || a->group != b->group) return false;
    }
    return true;
}

/* One of an array: all of them are of one kind, or it is a value. */
struct pw_cval pw_ct_handle_in(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    cells at = {0};
    struct pw_cval h = {0};
    if (lv->code) return h;
    if (!lv->nindex) return pw_ct_load(t, lv, token);
    add_cells(lv, 0, lv->offset, &at);
    bool known = all_known(t, lv, &at), same = all_same(lv->obj, &at);
    if (at.n) h = lv->obj->cells[at.at[0]].value;
    pw_vec_clear(&at);
    if (known && same) return h;
    if (t->in_main && !lv->obj->row && !t->facts->handles) t->facts->handles = t->again = true;
    if (!known || t->facts->handles) return pw_ct_load(t, lv, token);
    h.kind = PW_CV_UNINIT;
    return h;
}

/* --- who is who: 1 is main, 2, 3, ... are the groups; one of any number of threads is a number of
 * its own, beyond those --- */

enum { MAIN_CODE = 1, FIRST_CODE = 2, MANY_CODE = 1000 };

const struct pw_cx *pw_ct_thread_code(struct pw_ct *t, int32_t group, uint32_t token)
{
    assert(group >= 0 && (size_t)group < t->groups.n);
    if (t->facts->asked && t->groups.at[group].count < 0)
        pw_ct_fail(t, token, "pass a number to each thread",
                   "unsupported: the handle of one of any number of threads as a value");
    if (group >= MANY_CODE - FIRST_CODE)
        pw_ct_fail(t, token, "create them in a loop", "unsupported: handles of so many threads");
    return pw_cx_int(t->ir, group + FIRST_CODE);
}

/* The local variable that tells threads of an unbounded group apart. */
static const struct pw_cx *own_number(struct pw_ct *t, uint32_t token)
{
    unsigned before = 0;
    const char *key = pw_cir_text(t->ir, "self:%d", t->thread);
    if (!t->facts->asked) t->facts->asked = t->again = true;
    for (size_t i = 0; i < t->ir->vars.n; i++) {
        const struct pw_cvar *v = &t->ir->vars.at[i];
        if (!v->key || strncmp(v->key, "self:", 5)) continue;
        if (!strcmp(v->key, key)) return pw_cx_var(t->ir, (uint32_t)i);
        before++;
    }
    if (before > 1)
        pw_ct_fail(
            t, token, "pass a number to each thread",
            "unsupported: more than two kinds of any number of threads that ask who they are");
    struct pw_cvar v = {.name = pw_ct_fresh(t, "own"),
                        .key = key,
                        .thread = (uint32_t)t->thread,
                        .init = PW_CINIT_DISTINCT,
                        .lo = before ? -((pw_cint)1 << 31) : MANY_CODE,
                        .hi = before ? -MANY_CODE : ((pw_cint)1 << 31) - 1};
    pw_vec_push(&t->ir->vars, v);
    return pw_cx_var(t->ir, (uint32_t)t->ir->vars.n - 1);
}

struct pw_cval pw_ct_self(struct pw_ct *t, uint32_t token)
{
    static const struct pw_ctype handle = {.kind = PW_CT_OPAQUE, .opaque = PW_CO_THREAD};
    struct pw_cval v = {.kind = PW_CV_INT, .type = &handle};
    if (!t->facts->handles) t->facts->handles = t->again = true;
    if (t->in_main) {
        v.e = pw_cx_int(t->ir, MAIN_CODE);
        return v;
    }
    assert(t->group < t->groups.n);
    bool one = t->groups.at[t->group].count == 1;
    v.e = one || t->again ? pw_ct_thread_code(t, (int32_t)t->group, token) : own_number(t, token);
    return v;
}
