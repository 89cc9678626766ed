/* The translation: initialisers. */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

/* Objects that are initialised as a whole, whatever their initialiser says. */
static bool is_state(const struct pw_ctype *type)
{
    return type->kind == PW_CT_OPAQUE && !pw_ct_is_handle(type);
}

static void store_at(struct pw_ct *t, struct pw_cobj *o, const struct pw_ctype *type, int64_t at,
                     struct pw_cval v, uint32_t token)
{
    struct pw_clv lv = pw_ct_place(o);
    lv.type = type;
    lv.offset = at;
    pw_ct_store(t, &lv, v, token);
}

static void zero(struct pw_ct *t, struct pw_cobj *o, const struct pw_ctype *type, int64_t at)
{
    int64_t n = pw_ctype_cells(type);
    for (int64_t i = at; i < at + n; i++) {
        const struct pw_ctype *c = o->cells[i].type;
        if (c->kind == PW_CT_INT) store_at(t, o, c, i, pw_ct_num(t, c, 0), t->token);
        if (c->kind == PW_CT_PTR)
            store_at(t, o, c, i, (struct pw_cval){.kind = PW_CV_NULL, .type = c}, t->token);
    }
}

struct list {
    const struct pw_cexpr *e;
    uint32_t at;
};

static void from_list(struct pw_ct *t, struct pw_cobj *o, const struct pw_ctype *type, int64_t at,
                      struct list *l, bool own);

/* One element or field: a list of its own, a struct, or values from the list around. */
static void part(struct pw_ct *t, struct pw_cobj *o, const struct pw_ctype *type, int64_t at,
                 struct list *l)
{
    assert(l->at < l->e->nargs);
    const struct pw_cexpr *e = l->e->args[l->at];
    bool whole = e->kind == PW_CE_LIST || is_state(type) ||
                 (type->kind != PW_CT_ARRAY && type->kind != PW_CT_STRUCT) ||
                 (type->kind == PW_CT_STRUCT && e->type->kind == PW_CT_STRUCT);
    if (!whole) {
        from_list(t, o, type, at, l, false);
        return;
    }
    pw_ct_initialise(t, o, type, at, e);
    l->at++;
}

static const struct pw_cfield *field_named(struct pw_ct *t, const struct pw_ctype *type,
                                           const char *name, uint32_t token, uint32_t *index)
{
    for (uint32_t i = 0; i < type->nfields; i++)
        if (type->fields[i].name && !strcmp(type->fields[i].name, name))
            return *index = i, &type->fields[i];
    pw_ct_fail(t, token, NULL, "no field '%s'", name);
}

static void designated(struct pw_ct *t, struct pw_cobj *o, const struct pw_ctype *type, int64_t at,
                       struct list *l, uint32_t *i)
{
    const struct pw_cdesignator *d = l->e->at[l->at];
    assert(l->at < l->e->nargs);
    uint32_t token = l->e->args[l->at]->token;
    if (type->kind == PW_CT_STRUCT) {
        const struct pw_cfield *f = field_named(t, type, d->field ? d->field : "", token, i);
        at += f->offset;
        type = f->type;
    } else {
        *i = (uint32_t)d->index;
        at += d->index * pw_ctype_cells(type->to);
        type = type->to;
    }
    if (d->next)
        pw_ct_fail(t, token, "write nested braces", "unsupported: a designator of several parts");
    part(t, o, type, at, l);
}

static void from_list(struct pw_ct *t, struct pw_cobj *o, const struct pw_ctype *type, int64_t at,
                      struct list *l, bool own)
{
    uint32_t n = type->kind == PW_CT_STRUCT ? type->nfields : (uint32_t)type->count;
    for (uint32_t i = 0; l->at < l->e->nargs; i++) {
        if (l->e->at[l->at] && own) {
            designated(t, o, type, at, l, &i);
            continue;
        }
        if (i >= n || l->e->at[l->at]) return;
        if (type->kind == PW_CT_STRUCT)
            part(t, o, type->fields[i].type, at + type->fields[i].offset, l);
        else
            part(t, o, type->to, at + i * pw_ctype_cells(type->to), l);
    }
}

/* A number other than zero in the initialiser of a mutex is its kind: a recursive one, say. */
static void check_kind(struct pw_ct *t, const struct pw_cexpr *e)
{
    if (e->kind == PW_CE_NUM && e->value)
        pw_ct_fail(t, e->token, "use PTHREAD_MUTEX_INITIALIZER, or pthread_mutex_init",
                   "unsupported: a mutex of this kind");
    for (uint32_t i = 0; e->kind == PW_CE_LIST && i < e->nargs; i++)
        check_kind(t, e->args[i]);
}

/* Spin locks and the like start free: 0, as in all that headers offer. */
static void check_free(struct pw_ct *t, const struct pw_cexpr *e)
{
    if (e->kind == PW_CE_CAST) {
        check_free(t, e->a);
        return;
    }
    if (e->kind == PW_CE_LIST) {
        for (uint32_t i = 0; i < e->nargs; i++)
            check_free(t, e->args[i]);
        return;
    }
    if (e->kind != PW_CE_NUM || e->value)
        pw_ct_fail(t, e->token, "set it in main", "unsupported: this first value of a lock");
}

static bool starts_free(const struct pw_ctype *type)
{
    if (type->kind != PW_CT_OPAQUE) return false;
    return type->opaque == PW_CO_SPIN || type->opaque == PW_CO_ONCE || type->opaque == PW_CO_SEM ||
           type->opaque == PW_CO_BARRIER;
}

void pw_ct_initialise(struct pw_ct *t, struct pw_cobj *o, const struct pw_ctype *type, int64_t at,
                      const struct pw_cexpr *init)
{
    if (init && type->kind == PW_CT_OPAQUE && type->opaque == PW_CO_MUTEX) check_kind(t, init);
    if (init && starts_free(type)) check_free(t, init);
    if (!init || is_state(type)) {
        zero(t, o, type, at);
        return;
    }
    if (type->kind == PW_CT_ARRAY || type->kind == PW_CT_STRUCT) {
        if (init->kind == PW_CE_LIST) {
            struct list l = {init, 0};
            zero(t, o, type, at);
            from_list(t, o, type, at, &l, true);
            return;
        }
        if (type->kind == PW_CT_ARRAY)
            pw_ct_fail(t, init->token, "use a list", "unsupported: this initialiser");
    }
    const struct pw_cexpr *e = init;
    while (e->kind == PW_CE_LIST) {
        if (!e->nargs) {
            zero(t, o, type, at);
            return;
        }
        e = e->args[0];
    }
    struct pw_cval v = pw_ct_eval(t, (struct pw_cexpr *)(uintptr_t)e);
    store_at(t, o, type, at, pw_ct_convert(t, v, type, e->token), e->token);
}
