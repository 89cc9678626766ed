#include "modular/resolve.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "modular/resolve_state.h"

void pw_resolve_say(struct pw_resolver *r, enum pw_severity severity, uint32_t first, uint32_t last,
                    const char *format, ...)
{
    struct pw_strbuf b = {0};
    const struct pw_lexer *x = &r->t->lexer;
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    pw_diag_add(r->diags, severity, x->src, x->tokens.at[first].from, x->tokens.at[last].to, NULL,
                "%s", pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

static void declare(struct pw_resolver *r, enum pw_name_kind kind, uint32_t name, uint32_t token,
                    uint32_t index)
{
    const char *text = pw_mtree_text(r->t, name);
    if (!strcmp(text, "self"))
        pw_resolve_say(r, PW_ERROR, token, token, "self is the identity of the running thread");
    else if (!strcmp(text, "nobody") || !strcmp(text, "null"))
        pw_resolve_say(r, PW_ERROR, token, token, "'%s' is a value of its own", text);
    else if (r->names[name].kind != PW_NAME_NONE)
        pw_resolve_say(r, PW_ERROR, token, token, "'%s' is declared twice", text);
    r->names[name].kind = kind;
    r->names[name].index = index;
}

static void declare_all(struct pw_resolver *r)
{
    struct pw_mtree *t = r->t;
    for (uint32_t i = 0; i < t->objects.n; i++)
        declare(r, PW_NAME_OBJECT, t->objects.at[i].name, t->objects.at[i].token, i);
    for (uint32_t i = 0; i < t->consts.n; i++)
        declare(r, PW_NAME_CONST, t->consts.at[i].name, t->consts.at[i].token, i);
    for (uint32_t i = 0; i < t->shared.n; i++)
        declare(r, PW_NAME_SHARED, t->shared.at[i].name, t->shared.at[i].token, i);
    for (uint32_t i = 0; i < t->threads.n; i++)
        declare(r, PW_NAME_THREAD, t->threads.at[i]->name, t->threads.at[i]->token, i);
    for (uint32_t i = 0; i < t->procs.n; i++)
        declare(r, PW_NAME_PROC, t->procs.at[i]->name, t->procs.at[i]->token, i);
}

static struct pw_sort object_sort(struct pw_resolver *r, uint32_t name, uint32_t token)
{
    struct pw_sort s = {PW_SORT_INT, 0};
    if (r->names[name].kind == PW_NAME_OBJECT) {
        s.kind = PW_SORT_OBJECT;
        s.object = r->names[name].index;
    } else
        pw_resolve_say(r, PW_ERROR, token, token, "'%s' is not a type", pw_mtree_text(r->t, name));
    return s;
}

static void variable_type(struct pw_resolver *r, struct pw_mvar *v)
{
    if (v->sort_name != PW_MTREE_NONE) v->sort = object_sort(r, v->sort_name, v->token);
    if (v->index_name != PW_MTREE_NONE) v->index = object_sort(r, v->index_name, v->index_token);
    if (v->lo) pw_resolve_typed(r, v->lo, PW_SORT_INT, PW_IN_CONSTANT);
    if (v->hi) pw_resolve_typed(r, v->hi, PW_SORT_INT, PW_IN_CONSTANT);
    /* A variable without any value would make everything true of the states that have it. */
    if (v->lo && v->hi && pw_resolve_is_number(v->lo) && pw_resolve_is_number(v->hi) &&
        pw_resolve_compare(v->lo, v->hi) > 0)
        pw_resolve_say(r, PW_ERROR, v->lo->first, v->hi->last, "the range is empty");
    if (v->mutex && v->init)
        pw_resolve_say(r, PW_ERROR, v->token, v->token, "a mutex is free at first: no value");
    if (v->mutex && !v->init) {
        v->init = pw_mtree_expr(r->t, PW_MX_NOBODY, v->token, v->token);
        v->init->sort = v->sort;
    }
}

static void enter_unit(struct pw_resolver *r, struct pw_munit *u)
{
    r->unit = u;
    r->epoch++;
    for (uint32_t i = 0; u && i < u->vars.n; i++) {
        struct pw_name *n = &r->names[u->vars.at[i].name];
        uint32_t token = u->vars.at[i].token;
        if (!strcmp(pw_mtree_text(r->t, u->vars.at[i].name), "self"))
            pw_resolve_say(r, PW_ERROR, token, token, "self is the identity of the running thread");
        if (n->kind != PW_NAME_NONE || n->epoch == r->epoch)
            pw_resolve_say(r, PW_ERROR, token, token, "'%s' is declared twice",
                           pw_mtree_text(r->t, u->vars.at[i].name));
        n->epoch = r->epoch;
        n->local = i;
    }
}

static void fit(struct pw_resolver *r, struct pw_mexpr *e, struct pw_sort want, enum pw_in where)
{
    struct pw_sort got = pw_resolve_expr(r, e, where);
    if (e->kind == PW_MX_NOBODY && pw_sort_is_reference(want)) e->sort = got = want;
    if (got.kind != PW_SORT_NONE && !pw_sort_same(got, want))
        pw_resolve_say(r, PW_ERROR, e->first, e->last, "expected %s, this is %s",
                       pw_mtree_sort(r->t, want), pw_mtree_sort(r->t, got));
}

/* A formula: its binder, its sort, whether it names self. */
static void formula(struct pw_resolver *r, struct pw_mformula *f, enum pw_in where)
{
    for (uint32_t i = 0; i < f->nbound; i++) {
        variable_type(r, &f->bound[i]);
        if (!pw_sort_is_reference(f->bound[i].sort))
            pw_resolve_say(r, PW_ERROR, f->bound[i].token, f->bound[i].token,
                           "'forall' is over tids and objects");
    }
    r->formula = f;
    r->names_self = false;
    pw_resolve_typed(r, f->expr, PW_SORT_BOOL, where);
    f->names_self = r->names_self;
    r->formula = NULL;
}

/* guarded x by g: the name becomes a variable, or a cell of an array at a bound index. */
static void guarded(struct pw_resolver *r, struct pw_mformula *f)
{
    uint32_t name = f->keeps;
    struct pw_mexpr *eq = f->expr->args[1];
    f->keeps = PW_MTREE_NONE;
    if (r->names[name].kind != PW_NAME_SHARED) {
        uint32_t token = eq->args[0]->token;
        pw_resolve_say(r, PW_ERROR, token, token, "guarded needs a shared variable");
        eq->kind = PW_MX_TRUTH;
        eq->truth = true;
        return;
    }
    const struct pw_mvar *v = &r->t->shared.at[r->names[name].index];
    if (!v->array) return;
    for (int i = 0; i < 2; i++) {
        struct pw_mexpr *at = pw_mtree_expr(r->t, PW_MX_BOUND, eq->first, eq->first);
        at->sort = v->index;
        eq->args[i]->kind = PW_MX_CELL;
        eq->args[i]->args[0] = at;
    }
    f->bound[0] = (struct pw_mvar){.name = PW_MTREE_NONE,
                                   .sort = v->index,
                                   .sort_name = PW_MTREE_NONE,
                                   .index_name = PW_MTREE_NONE};
    f->nbound = 1;
    f->keeps = r->names[name].index;
}

/* forall (s i) [g =>] a'[i] == a[i], g without i: remembered, because it keeps size(a). */
static void find_kept(struct pw_mformula *f)
{
    const struct pw_mexpr *e = f->expr;
    f->keeps = PW_MTREE_NONE;
    f->keeps_guard = NULL;
    if (f->nbound != 1) return;
    struct pw_mexpr *guard = NULL;
    if (e->kind == PW_MX_IMPLIES && !pw_resolve_mentions_bound(e->args[0])) {
        guard = e->args[0];
        e = e->args[1];
    }
    if (e->kind != PW_MX_EQ) return;
    const struct pw_mexpr *a = e->args[0], *b = e->args[1];
    if (a->kind != PW_MX_CELL || b->kind != PW_MX_CELL || a->index != b->index ||
        a->primed == b->primed || a->args[0]->kind != PW_MX_BOUND ||
        b->args[0]->kind != PW_MX_BOUND)
        return;
    f->keeps = a->index;
    f->keeps_guard = guard;
}

static struct pw_mexpr *shared_leaf(struct pw_mtree *t, uint32_t index, bool primed)
{
    assert(index < t->shared.n);
    const struct pw_mvar *v = &t->shared.at[index];
    struct pw_mexpr *e = pw_mtree_expr(t, PW_MX_SHARED, v->token, v->token);
    e->index = index;
    e->primed = primed;
    e->sort = v->sort;
    if (v->array) {
        struct pw_mexpr *at = pw_mtree_expr(t, PW_MX_BOUND, v->token, v->token);
        at->sort = v->index;
        e->kind = PW_MX_CELL;
        e->args[0] = at;
    }
    return e;
}

/* before op self => after op self */
static void implicit_mutex(struct pw_mtree *t, uint32_t index, enum pw_mexpr_kind op)
{
    assert(index < t->shared.n);
    const struct pw_mvar *v = &t->shared.at[index];
    struct pw_sort truth = {PW_SORT_BOOL, 0};
    struct pw_mexpr *me = pw_mtree_expr(t, PW_MX_SELF, v->token, v->token);
    me->sort = (struct pw_sort){PW_SORT_TID, 0};
    struct pw_mexpr *g = pw_mtree_op(t, op, truth, shared_leaf(t, index, false), me),
                    *c = pw_mtree_op(t, op, truth, shared_leaf(t, index, true), me);
    struct pw_mformula f = {.first = v->token,
                            .last = v->token,
                            .implicit = true,
                            .names_self = true,
                            .keeps = PW_MTREE_NONE};
    f.expr = pw_mtree_op(t, PW_MX_IMPLIES, truth, g, c);
    if (v->array) {
        f.bound[0] = (struct pw_mvar){.name = PW_MTREE_NONE, .sort = v->index};
        f.nbound = 1;
    }
    pw_vec_push(&t->assumptions, f);
}

static void implicit_alloc(struct pw_mtree *t, uint32_t index)
{
    struct pw_sort truth = {PW_SORT_BOOL, 0};
    assert(index < t->shared.n);
    const struct pw_mvar *v = &t->shared.at[index];
    struct pw_mformula f = {
        .first = v->token, .last = v->token, .implicit = true, .keeps = PW_MTREE_NONE, .nbound = 1};
    f.bound[0] = (struct pw_mvar){.name = PW_MTREE_NONE, .sort = v->index};
    f.expr = pw_mtree_op(t, PW_MX_IMPLIES, truth, shared_leaf(t, index, false),
                         shared_leaf(t, index, true));
    pw_vec_push(&t->assumptions, f);
}

static void implicit(struct pw_mtree *t)
{
    uint32_t n = (uint32_t)t->shared.n;
    for (uint32_t i = 0; i < n; i++)
        if (t->shared.at[i].mutex) {
            implicit_mutex(t, i, PW_MX_EQ);
            implicit_mutex(t, i, PW_MX_NE);
        } else if (t->shared.at[i].alloc_of != PW_MTREE_NONE)
            implicit_alloc(t, i);
}

static void modified(struct pw_resolver *r, struct pw_mexpr *e)
{
    struct pw_munit *u = r->unit;
    struct pw_name *n = &r->names[e->name];
    if (n->epoch == r->epoch && n->local == u->result) {
        e->kind = PW_MX_LOCAL;
        e->index = u->result;
        assert(u->result < u->vars.n);
        e->sort = u->vars.at[u->result].sort;
    } else if (n->kind == PW_NAME_SHARED) {
        e->kind = PW_MX_SHARED;
        e->index = n->index;
        assert(n->index < r->t->shared.n);
        e->sort = r->t->shared.at[n->index].sort;
    } else
        pw_resolve_say(r, PW_ERROR, e->token, e->token,
                       "modifies needs a shared variable or the returned variable");
}

static bool may_modify(const struct pw_mexpr *const *list, size_t n, const struct pw_mexpr *e)
{
    enum pw_mexpr_kind kind = e->kind == PW_MX_LOCAL ? PW_MX_LOCAL : PW_MX_SHARED;
    for (size_t i = 0; i < n; i++)
        if (list[i]->kind == kind && list[i]->index == e->index) return true;
    return false;
}

/* x' is constrained, but x stays as it is. */
static void warn_frozen(struct pw_resolver *r, const struct pw_mexpr *e, const struct pw_maction *a)
{
    if (!e) return;
    const struct pw_mcontract *c = &r->unit->contract;
    bool leaf = e->kind == PW_MX_SHARED || e->kind == PW_MX_CELL || e->kind == PW_MX_LOCAL ||
                e->kind == PW_MX_SIZE;
    if (leaf && e->primed &&
        !may_modify((const struct pw_mexpr *const *)a->modifies, a->nmodifies, e) &&
        !may_modify((const struct pw_mexpr *const *)c->modifies.at, c->modifies.n, e)) {
        const char *x = pw_mtree_text(r->t, e->name);
        pw_resolve_say(r, PW_WARNING, e->first, e->last,
                       "%s' is constrained but %s is not in modifies: the action can only happen "
                       "if %s stays the same",
                       x, x, x);
    }
    for (int i = 0; i < 3; i++)
        warn_frozen(r, e->args[i], a);
}

static void contract(struct pw_resolver *r, struct pw_munit *u)
{
    struct pw_mcontract *c = &u->contract;
    for (size_t i = 0; i < c->modifies.n; i++)
        modified(r, c->modifies.at[i]);
    for (size_t i = 0; i < c->requires.n; i++)
        pw_resolve_typed(r, c->requires.at[i], PW_SORT_BOOL, PW_IN_REQUIRES);
    for (size_t i = 0; i < c->ensures.n; i++)
        pw_resolve_typed(r, c->ensures.at[i], PW_SORT_BOOL, PW_IN_ENSURES);
    for (size_t i = 0; i < c->actions.n; i++) {
        struct pw_maction *a = &c->actions.at[i];
        for (uint32_t k = 0; k < a->nmodifies; k++)
            modified(r, a->modifies[k]);
        pw_resolve_typed(r, a->expr, PW_SORT_BOOL, PW_IN_ACTION);
        if (!r->diags->errors) warn_frozen(r, a->expr, a);
    }
}

static void unit(struct pw_resolver *r, struct pw_munit *u)
{
    enter_unit(r, u);
    for (uint32_t i = 0; i < u->vars.n; i++) {
        struct pw_mvar *v = &u->vars.at[i];
        if (v->init) fit(r, v->init, v->sort, PW_IN_INITIAL);
        if (v->mutex) pw_resolve_say(r, PW_ERROR, v->token, v->token, "a mutex is shared");
    }
    if (u->count_expr) {
        u->count = pw_resolve_number(r, u->count_expr);
        if (u->count < 0)
            pw_resolve_say(r, PW_ERROR, u->count_expr->first, u->count_expr->last,
                           "the number of threads is at least 0");
    }
    if (u->contract.given) contract(r, u);
    pw_resolve_body(r, u);
    enter_unit(r, NULL);
}

static void constants(struct pw_resolver *r, const struct pw_define *defines, size_t n)
{
    struct pw_mtree *t = r->t;
    for (size_t i = 0; i < n; i++) {
        struct pw_mconst *c = NULL;
        for (size_t k = 0; k < t->consts.n; k++)
            if (!strcmp(pw_mtree_text(t, t->consts.at[k].name), defines[i].name))
                c = &t->consts.at[k];
        pw_int *v = PW_NEW(pw_int);
        pw_int_init(v);
        pw_vec_push(&t->numbers, v);
        if (!c || c->sort.kind != PW_SORT_INT ||
            !pw_int_set_decimal(v, defines[i].value, strlen(defines[i].value))) {
            pw_diag_add(r->diags, PW_ERROR, NULL, 0, 0, NULL, "-D %s: no such integer constant",
                        defines[i].name);
            continue;
        }
        struct pw_mexpr *e = pw_mtree_expr(t, PW_MX_NUMBER, c->token, c->token);
        e->number = v;
        c->value = e;
    }
    for (size_t k = 0; k < t->consts.n; k++)
        pw_resolve_constant(r, (uint32_t)k);
}

static void exclusions(struct pw_resolver *r)
{
    struct pw_mtree *t = r->t;
    for (size_t i = 0; i < t->unsafe.n; i++)
        for (size_t k = 0; k < t->unsafe.at[i].counts.n; k++) {
            struct pw_mcount *c = &t->unsafe.at[i].counts.at[k];
            unsigned found = 0;
            c->least = pw_resolve_number(r, c->least_expr);
            for (uint32_t u = 0; u < t->threads.n; u++)
                for (uint32_t l = 0; l < t->threads.at[u]->labels.n; l++)
                    if (t->threads.at[u]->labels.at[l].name == c->label_name &&
                        (c->thread_name == PW_MTREE_NONE ||
                         c->thread_name == t->threads.at[u]->name)) {
                        c->thread = u;
                        c->label = l;
                        found++;
                    }
            if (found != 1)
                pw_resolve_say(r, PW_ERROR, c->token, c->token,
                               found ? "label '%s' is in several threads: write thread.label"
                                     : "no thread has a label '%s'",
                               pw_mtree_text(t, c->label_name));
        }
}

static bool nothing_to_prove(struct pw_resolver *r)
{
    const struct pw_mtree *t = r->t;
    bool some = r->asserts || t->invariants.n || t->unsafe.n;
    for (size_t i = 0; i < t->shared.n; i++)
        some = some || t->shared.at[i].lo;
    for (size_t i = 0; i < t->assumptions.n; i++)
        some = some || !t->assumptions.at[i].implicit;
    for (size_t i = 0; i < t->procs.n; i++)
        some = some || t->procs.at[i]->contract.given;
    return !some;
}

static void formulas(struct pw_resolver *r)
{
    struct pw_mtree *t = r->t;
    for (size_t i = 0; i < t->assumptions.n; i++) {
        struct pw_mformula *f = &t->assumptions.at[i];
        if (f->keeps != PW_MTREE_NONE) guarded(r, f);
        formula(r, f, PW_IN_ASSUMPTION);
        f->keeps = PW_MTREE_NONE;
    }
    for (size_t i = 0; i < t->invariants.n; i++)
        formula(r, &t->invariants.at[i], PW_IN_INVARIANTS);
    for (size_t i = 0; i < t->inits.n; i++)
        formula(r, &t->inits.at[i], PW_IN_INVARIANTS);
}

typedef PW_VEC(struct pw_mformula) formula_list;

/* Each conjunct is a formula of its own, so that a failure names it. */
static void split_formulas(struct pw_resolver *r, struct pw_mformula *list, size_t n,
                           formula_list *out)
{
    for (size_t i = 0; i < n; i++) {
        pw_mtree_parts parts = {0};
        pw_mtree_split(r->t, list[i].expr, &parts);
        for (size_t k = 0; k < parts.n; k++) {
            struct pw_mformula f = list[i];
            f.expr = parts.at[k];
            pw_vec_push(out, f);
        }
        pw_vec_clear(&parts);
    }
}

#define SPLIT(r, list)                                                                             \
    do {                                                                                           \
        formula_list split = {0};                                                                  \
        split_formulas(r, (list)->at, (list)->n, &split);                                          \
        (list)->n = 0;                                                                             \
        for (size_t i = 0; i < split.n; i++)                                                       \
            pw_vec_push(list, split.at[i]);                                                        \
        pw_vec_clear(&split);                                                                      \
    } while (0)

bool pw_resolve_program(struct pw_mtree *t, const struct pw_define *defines, size_t ndefines,
                        struct pw_diags *diags)
{
    unsigned before = diags->errors;
    struct pw_resolver r = {.t = t, .diags = diags};
    r.names = PW_NEWS(struct pw_name, t->lexer.names.n + 1);
    declare_all(&r);
    constants(&r, defines, ndefines);
    for (size_t i = 0; i < t->shared.n; i++) {
        variable_type(&r, &t->shared.at[i]);
        if (t->shared.at[i].init)
            fit(&r, t->shared.at[i].init, t->shared.at[i].sort, PW_IN_CONSTANT);
    }
    for (size_t k = 0; k < t->threads.n + t->procs.n; k++) {
        struct pw_munit *u = k < t->threads.n ? t->threads.at[k] : t->procs.at[k - t->threads.n];
        for (uint32_t i = 0; i < u->vars.n; i++)
            variable_type(&r, &u->vars.at[i]);
        if (u->count_expr) u->count = pw_resolve_number(&r, u->count_expr);
    }
    for (size_t i = 0; i < t->threads.n; i++)
        unit(&r, t->threads.at[i]);
    for (size_t i = 0; i < t->procs.n; i++)
        unit(&r, t->procs.at[i]);
    formulas(&r);
    if (diags->errors == before) {
        SPLIT(&r, &t->assumptions);
        SPLIT(&r, &t->invariants);
        for (size_t i = 0; i < t->assumptions.n; i++)
            find_kept(&t->assumptions.at[i]);
    }
    exclusions(&r);
    if (diags->errors == before) pw_resolve_calls(&r);
    implicit(t);
    if (diags->errors == before && nothing_to_prove(&r))
        pw_diag_add(diags, PW_ERROR, t->lexer.src, 0, 0, NULL,
                    "nothing to prove: no assertion, no invariant, no contract");
    PW_FREES(r.names, t->lexer.names.n + 1);
    return diags->errors == before;
}
