/* The translation: atomic operations of C11, and of the compiler. Each is one step. */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

static bool begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

/* Orders weaker than the strongest are read as the strongest: say so once. */
static void check_orders(struct pw_ct *t, const char *name, struct pw_cexpr *e)
{
    bool ordered = strstr(name, "_explicit") || (begins(name, "__atomic_") && e->nargs);
    pw_cint k;
    if (!ordered) return;
    assert(e->nargs > 0);
    struct pw_cexpr *last = e->args[e->nargs - 1];
    uint32_t orders = strstr(name, "compare_exchange") && e->nargs > 1 ? 2 : 1;
    for (uint32_t i = e->nargs - orders; i < e->nargs; i++)
        if (pw_ct_has_effect(e->args[i]))
            pw_ct_fail(t, e->args[i]->token, "do it before",
                       "unsupported: a side effect in a memory order");
    if (last->kind == PW_CE_NUM && (k = last->value) != 5)
        pw_ct_note(t, last->token, false,
                   "memory orders weaker than memory_order_seq_cst are read as that");
}

static struct pw_clv target(struct pw_ct *t, struct pw_cexpr *e, uint32_t i)
{
    if (i >= e->nargs)
        pw_ct_fail(t, e->token, NULL, "too few arguments for '%s'", e->a->decl->name);
    assert(i < e->nargs);
    struct pw_cval p = pw_ct_eval(t, e->args[i]);
    pw_ct_spill_val(t, &p);
    struct pw_clv lv = pw_ct_deref(t, &p, e->args[i]->token);
    if (lv.type->kind != PW_CT_INT && lv.type->kind != PW_CT_PTR)
        pw_ct_fail(t, e->args[i]->token, "use an integer",
                   "unsupported: atomic operation on this type");
    return lv;
}

static struct pw_cval argument(struct pw_ct *t, struct pw_cexpr *e, uint32_t i,
                               const struct pw_ctype *type)
{
    if (i >= e->nargs)
        pw_ct_fail(t, e->token, NULL, "too few arguments for '%s'", e->a->decl->name);
    assert(i < e->nargs);
    struct pw_cval v = pw_ct_convert(t, pw_ct_eval(t, e->args[i]), type, e->args[i]->token);
    pw_ct_spill_val(t, &v);
    return v;
}

static const struct pw_cx *plain(struct pw_ct *t, const struct pw_cval *v, uint32_t token)
{
    return v->kind == PW_CV_INT ? pw_cx_number(t->ir, v->e) : pw_ct_code(t, v, token);
}

static struct pw_cval value_of(struct pw_ct *t, const struct pw_ctype *type, uint32_t var)
{
    return (struct pw_cval){.kind = type->kind == PW_CT_PTR ? PW_CV_DYN : PW_CV_INT,
                            .type = type,
                            .e = pw_cx_var(t->ir, var)};
}

static uint32_t temp_for(struct pw_ct *t, const struct pw_cx *e)
{
    pw_cint lo, hi;
    pw_cx_range(t->ir, e, &lo, &hi);
    uint32_t var = pw_ct_temp(t, lo, hi);
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].wild = pw_cx_wild(t->ir, e);
    t->ir->vars.at[var].assigned = true;
    return var;
}

static struct pw_cval exchange(struct pw_ct *t, const struct pw_clv *lv, struct pw_cval v,
                               uint32_t token)
{
    if (v.kind == PW_CV_PTR) pw_ct_share(t, &v, token);
    struct pw_cval old = pw_ct_place_value(t, lv, token);
    const struct pw_cx *was = plain(t, &old, token);
    uint32_t var = temp_for(t, was);
    pw_ct_store_atomic(t, lv, plain(t, &v, token), (int32_t)var, was, token);
    return value_of(t, lv->type, var);
}

/* x == e ? x = d : nothing; what x was. weak: may do nothing though they are equal. */
static struct pw_cval compare_exchange(struct pw_ct *t, const struct pw_clv *lv,
                                       const struct pw_cx *e, struct pw_cval d, bool weak,
                                       const struct pw_cx **done, uint32_t token)
{
    if (d.kind == PW_CV_PTR) pw_ct_share(t, &d, token);
    const struct pw_cx *lucky = pw_cx_bool(t->ir, true);
    if (weak) {
        uint32_t bit = pw_ct_temp(t, 0, 1);
        struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_HAVOC);
        assert(bit < t->ir->vars.n);
        t->ir->vars.at[bit].assigned = true;
        s->n = 1;
        s->vars = pw_cir_alloc(t->ir, sizeof *s->vars);
        s->vars[0] = bit;
        lucky = pw_cx_truth(t->ir, pw_cx_var(t->ir, bit));
    }
    struct pw_cval old = pw_ct_place_value(t, lv, token);
    const struct pw_cx *was = plain(t, &old, token);
    uint32_t var = temp_for(t, was);
    const struct pw_cx *equal =
        pw_cx_make(t->ir, PW_CX_AND, pw_cx_make(t->ir, PW_CX_EQ, was, e), lucky);
    pw_ct_store_atomic(t, lv, pw_cx_ite(t->ir, equal, plain(t, &d, token), was), (int32_t)var, was,
                       token);
    const struct pw_cx *now = pw_cx_var(t->ir, var);
    *done = pw_cx_make(t->ir, PW_CX_AND, pw_cx_make(t->ir, PW_CX_EQ, now, e), lucky);
    return value_of(t, lv->type, var);
}

/* The forms with a pointer to the expected value. */
static struct pw_cval compare_call(struct pw_ct *t, const char *name, struct pw_cexpr *e)
{
    struct pw_clv lv = target(t, e, 0), expected = target(t, e, 1);
    struct pw_cval want = pw_ct_load(t, &expected, e->token), d;
    bool by_pointer = !strcmp(name, "__atomic_compare_exchange");
    pw_ct_spill_val(t, &want);
    if (by_pointer) {
        struct pw_clv from = target(t, e, 2);
        d = pw_ct_load(t, &from, e->token);
        pw_ct_spill_val(t, &d);
    } else {
        d = argument(t, e, 2, lv.type);
    }
    bool weak = strstr(name, "weak") != NULL;
    if (begins(name, "__atomic_") && e->nargs > 3) {
        struct pw_cval w = pw_ct_eval(t, e->args[3]);
        pw_cint k;
        weak = !pw_ct_known(&w, &k) || k;
    }
    const struct pw_cx *done, *wanted = plain(t, &want, e->token);
    pw_cint k;
    /* the place of the expected value is written before `done` is read */
    if (!pw_cx_is_const(wanted, &k)) {
        uint32_t keep = temp_for(t, wanted);
        pw_ct_assign(t, keep, wanted);
        wanted = pw_cx_var(t->ir, keep);
    }
    struct pw_cval old = compare_exchange(t, &lv, wanted, d, weak, &done, e->token);
    /* if it succeeds, the expected value is what was found: storing it changes nothing */
    pw_ct_store(t, &expected, pw_ct_convert(t, old, expected.type, e->token), e->token);
    return pw_ct_int(t, e->type, done);
}

static struct pw_cval sync_compare(struct pw_ct *t, struct pw_cexpr *e, bool value)
{
    struct pw_clv lv = target(t, e, 0);
    struct pw_cval want = argument(t, e, 1, lv.type), d = argument(t, e, 2, lv.type);
    const struct pw_cx *done;
    struct pw_cval old =
        compare_exchange(t, &lv, plain(t, &want, e->token), d, false, &done, e->token);
    return value ? old : pw_ct_int(t, e->type, done);
}

/* fetch_add and its relatives: which operator, and is the new value wanted? */
static bool fetch_operator(const char *name, uint32_t *op, bool *now)
{
    static const struct {
        const char *word;
        uint32_t op;
    } words[] = {{"add", '+'}, {"sub", '-'}, {"and", '&'}, {"xor", '^'}, {"or", '|'}};
    *now = false;
    const char *p = NULL;
    if (begins(name, "atomic_fetch_"))
        p = name + 13;
    else if (begins(name, "__atomic_fetch_"))
        p = name + 15;
    else if (begins(name, "__sync_fetch_and_"))
        p = name + 17;
    else if (begins(name, "__atomic_") && strstr(name, "_fetch"))
        p = name + 9, *now = true;
    else if (begins(name, "__sync_") && strstr(name, "_and_fetch"))
        p = name + 7, *now = true;
    for (size_t i = 0; p && i < sizeof words / sizeof *words; i++)
        if (begins(p, words[i].word)) return *op = words[i].op, true;
    return false;
}

static struct pw_cval store_call(struct pw_ct *t, const char *name, struct pw_cexpr *e)
{
    struct pw_clv lv = target(t, e, 0);
    struct pw_cval v;
    if (strstr(name, "clear") || strstr(name, "release"))
        v = pw_ct_num(t, lv.type, 0);
    else if (!strcmp(name, "__atomic_store")) {
        struct pw_clv from = target(t, e, 1);
        v = pw_ct_load(t, &from, e->token);
        pw_ct_spill_val(t, &v);
    } else {
        v = argument(t, e, 1, lv.type);
    }
    pw_ct_store(t, &lv, v, e->token);
    return (struct pw_cval){.kind = PW_CV_VOID, .type = e->type};
}

static bool is_store(const char *name)
{
    return begins(name, "atomic_store") || begins(name, "__atomic_store") ||
           !strcmp(name, "atomic_init") || begins(name, "atomic_flag_clear") ||
           !strcmp(name, "__atomic_clear") || !strcmp(name, "__sync_lock_release");
}

static bool is_set(const char *name)
{
    return begins(name, "atomic_flag_test_and_set") || !strcmp(name, "__atomic_test_and_set");
}

static bool is_exchange(const char *name)
{
    return begins(name, "atomic_exchange") || !strcmp(name, "__atomic_exchange_n") ||
           !strcmp(name, "__sync_lock_test_and_set");
}

static bool load_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    struct pw_clv lv;
    if (begins(name, "atomic_load") || !strcmp(name, "__atomic_load_n")) {
        lv = target(t, e, 0);
        *out = pw_ct_load(t, &lv, e->token);
        return true;
    }
    if (strcmp(name, "__atomic_load")) return false;
    lv = target(t, e, 0);
    struct pw_cval v = pw_ct_load(t, &lv, e->token);
    pw_ct_spill_val(t, &v);
    lv = target(t, e, 1);
    pw_ct_store(t, &lv, v, e->token);
    *out = (struct pw_cval){.kind = PW_CV_VOID, .type = e->type};
    return true;
}

bool pw_ct_atomic_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    uint32_t op;
    bool now;
    if (!begins(name, "atomic_") && !begins(name, "__atomic_") && !begins(name, "__sync_"))
        return false;
    check_orders(t, name, e);
    if (load_call(t, name, e, out)) return true;
    if (is_store(name)) {
        *out = store_call(t, name, e);
    } else if (is_set(name)) {
        struct pw_clv lv = target(t, e, 0);
        *out = exchange(t, &lv, pw_ct_num(t, lv.type, 1), e->token);
    } else if (is_exchange(name)) {
        struct pw_clv lv = target(t, e, 0);
        *out = exchange(t, &lv, argument(t, e, 1, lv.type), e->token);
    } else if (strstr(name, "compare_exchange")) {
        *out = compare_call(t, name, e);
    } else if (strstr(name, "compare_and_swap")) {
        *out = sync_compare(t, e, strstr(name, "val") != NULL);
    } else if (fetch_operator(name, &op, &now)) {
        struct pw_clv lv = target(t, e, 0);
        struct pw_cval v =
            argument(t, e, 1, lv.type->kind == PW_CT_INT ? lv.type : pw_ct_type_int());
        *out = pw_ct_update(t, &lv, op, v, !now, now, e->token);
    } else {
        return false;
    }
    return true;
}
