#include "front/dr/family.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "front/dr/elaborate.h"
#include "front/dr/parts.h"

/* An index and its value, and those around it. */
struct bind_ctx {
    uint32_t name;
    int64_t value;
    const struct bind_ctx *around;
};

struct family {
    struct pw_scope *s;
    struct pw_expr_pool scratch; /* of index expressions */
    const struct bind_ctx *bound;
    const struct pw_ast_unit *unit; /* around, or NULL */
    size_t nodes;
    bool full; /* more than PW_FAMILY_NODES: reported */
};

static struct pw_ast_expr *expand(struct family *f, const struct pw_ast_expr *e);

static void *new_node(struct family *f, uint32_t token, const void *original, size_t size)
{
    pw_limits_poll();
    if (++f->nodes > PW_FAMILY_NODES && !f->full) {
        f->full = true;
        pw_scope_error(f->s, token, token, NULL, "the file is too large with these numbers");
    }
    return pw_arena_copy(&f->s->ast->arena, original, size);
}

static const struct bind_ctx *binding_of(const struct family *f, uint32_t name)
{
    const struct bind_ctx *b = f->bound;
    while (b && b->name != name)
        b = b->around;
    return b;
}

static bool declared(const struct pw_decl *d, uint32_t name)
{
    while (d && d->name.name != name)
        d = d->next;
    return d != NULL;
}

/* An index must not hide a variable, a constant or another index. */
static void check_index(struct family *f, uint32_t name, uint32_t token)
{
    const struct pw_ast *ast = f->s->ast;
    bool taken = binding_of(f, name) || declared(ast->consts, name) || declared(ast->shared, name);
    if (f->unit)
        taken = taken || declared(f->unit->locals, name) || declared(f->unit->params, name);
    if (taken)
        pw_scope_error(f->s, token, token, NULL, "'%s' is already declared",
                       pw_scope_text(f->s, name));
}

/* The first part of an index expression that has no value here, or NULL. */
static const struct pw_ast_expr *not_constant(const struct family *f, const struct pw_ast_expr *e)
{
    if (e->kind == PW_AST_NUMBER || e->kind == PW_AST_TRUTH || e->kind == PW_AST_VALUE) return NULL;
    if (e->kind == PW_AST_NAME) {
        bool plain = e->ref.template == PW_NO_NAME && !e->ref.other && !e->ref.cell;
        assert(e->ref.name < f->s->nnames);
        bool constant = f->s->names[e->ref.name].kind == PW_GLOBAL_CONST;
        return plain && (constant || binding_of(f, e->ref.name)) ? NULL : e;
    }
    if (e->kind != PW_AST_OPERATOR) return e;
    for (unsigned i = 0; i < pw_expr_arity(e->op); i++) {
        const struct pw_ast_expr *x = not_constant(f, e->args[i]);
        if (x) return x;
    }
    return NULL;
}

/* Value of a number or an index expression in [lo, hi]; false after an error. */
static bool evaluate(struct family *f, const struct pw_ast_expr *e, int64_t lo, int64_t hi,
                     const char *what, int64_t *value)
{
    struct pw_elab c = {.scope = f->s, .pool = &f->scratch, .where = PW_IN_CONST};
    const struct pw_ast_expr *x = not_constant(f, e);
    if (x && x->kind != PW_AST_BAD)
        pw_scope_error(f->s, x->first, x->last, "it is made of numbers, constants and indices",
                       "%s must be constant", what);
    return !x && pw_elab_const_si(&c, expand(f, e), lo, hi, what, value);
}

/* The name of cell e of array `name`; `name` itself after an error. */
static uint32_t cell(struct family *f, uint32_t name, const struct pw_ast_expr *e)
{
    assert(name < f->s->nnames);
    const struct pw_scope_name *n = &f->s->names[name];
    char what[100];
    int64_t value;
    assert(n->cells > 0);
    snprintf(what, sizeof what, "the index of '%.60s'", pw_scope_text(f->s, name));
    if (!evaluate(f, e, 0, (int64_t)n->cells - 1, what, &value)) return PW_NO_NAME;
    return f->s->names[name].cell_at[value];
}

/* x or x[e] as a variable; false: reported. */
static bool variable(struct family *f, uint32_t *name, struct pw_ast_expr **e, uint32_t token)
{
    struct pw_scope *s = f->s;
    const char *text = pw_scope_text(s, *name);
    bool array = s->names[*name].kind == PW_GLOBAL_ARRAY;
    const struct pw_ast_expr *index = *e;
    *e = NULL;
    if (array && !index)
        pw_scope_error(s, token, token, NULL, "'%s' is an array: an index is missing", text);
    else if (!array && index)
        pw_scope_error(s, token, token, NULL, "'%s' is no array", text);
    else if (array)
        *name = cell(f, *name, index);
    return array == (index != NULL) && *name != PW_NO_NAME;
}

/* t or t[e] as a thread, in front of a dot; false: reported. */
static bool thread(struct family *f, struct pw_ast_ref *r)
{
    struct pw_scope *s = f->s;
    const char *text = pw_scope_text(s, r->template);
    assert(s->nnames > r->template);
    bool array = s->names[r->template].kind == PW_GLOBAL_THREADS;
    const struct pw_ast_expr *index = r->cell;
    r->cell = NULL;
    if (array && !index)
        pw_scope_error(s, r->token, r->token, "say which, for instance with [0]",
                       "'%s' is an array of threads", text);
    else if (!array && index)
        pw_scope_error(s, r->token, r->token, NULL, "'%s' is no array of threads", text);
    else if (array)
        r->template = cell(f, r->template, index);
    return array == (index != NULL) && r->template != PW_NO_NAME;
}

/* ---- expressions ---- */

static void deepen(struct pw_ast_expr *e, const struct pw_ast_expr *part)
{
    if (part->depth >= e->depth) e->depth = (uint16_t)(part->depth + 1);
}

/* parts[lo, hi) joined by the operator of the fold e, as a balanced tree */
static struct pw_ast_expr *join(struct family *f, const struct pw_ast_expr *e,
                                struct pw_ast_expr **parts, size_t lo, size_t hi)
{
    if (hi - lo == 1) return parts[lo];
    size_t mid = lo + (hi - lo) / 2;
    struct pw_ast_expr *x = new_node(f, e->first, e, sizeof *e);
    x->kind = PW_AST_OPERATOR;
    x->depth = 1;
    x->args[0] = join(f, e, parts, lo, mid);
    x->args[1] = join(f, e, parts, mid, hi);
    deepen(x, x->args[0]);
    deepen(x, x->args[1]);
    return x;
}

static struct pw_ast_expr *nothing(struct family *f, const struct pw_ast_expr *e)
{
    struct pw_ast_expr *x = new_node(f, e->first, e, sizeof *e);
    x->kind = PW_AST_BAD;
    return x;
}

static struct pw_ast_expr *expand_fold(struct family *f, const struct pw_ast_expr *e)
{
    PW_VEC(struct pw_ast_expr *) parts = {0};
    struct bind_ctx b = {.name = e->index, .around = f->bound};
    int64_t n = 0;
    check_index(f, e->index, e->first);
    if (!evaluate(f, e->args[0], 1, PW_FAMILY_MOST, "the number of indices", &n))
        return nothing(f, e);
    for (b.value = 0; b.value < n && !f->full; b.value++) {
        f->bound = &b;
        pw_vec_push(&parts, expand(f, e->args[1]));
        f->bound = b.around;
    }
    struct pw_ast_expr *x = f->full ? nothing(f, e) : join(f, e, parts.at, 0, parts.n);
    pw_vec_clear(&parts);
    return x;
}

static struct pw_ast_expr *expand_reference(struct family *f, const struct pw_ast_expr *e)
{
    struct pw_ast_expr *x = new_node(f, e->first, e, sizeof *e);
    struct pw_ast_ref *r = &x->ref;
    const struct bind_ctx *b = binding_of(f, r->name);
    bool plain = r->template == PW_NO_NAME && !r->other && e->kind == PW_AST_NAME;
    bool ok = true;
    if (plain && b && !r->cell) {
        x->kind = PW_AST_VALUE;
        x->value = b->value;
    } else if (r->template != PW_NO_NAME) {
        ok = thread(f, r);
    } else if (plain) {
        ok = variable(f, &r->name, &r->cell, r->token);
    }
    if (!ok) x->kind = PW_AST_BAD;
    return x;
}

static struct pw_ast_expr *expand(struct family *f, const struct pw_ast_expr *e)
{
    if (!e) return NULL;
    if (e->kind == PW_AST_FOLD) return expand_fold(f, e);
    if (e->kind == PW_AST_NAME || e->kind == PW_AST_AT || e->kind == PW_AST_COUNT)
        return expand_reference(f, e);
    struct pw_ast_expr *x = new_node(f, e->first, e, sizeof *e);
    bool quantifier = e->kind == PW_AST_QUANTIFIER;
    if (e->kind != PW_AST_OPERATOR && !quantifier) return x;
    x->depth = 1;
    for (unsigned i = 0; i < (quantifier ? 1 : pw_expr_arity(e->op)); i++) {
        x->args[i] = expand(f, e->args[i]);
        deepen(x, x->args[i]);
    }
    return x;
}

/* ---- statements ---- */

static void expand_target(struct family *f, struct pw_ast_name *n)
{
    uint32_t name = n->name;
    bool index = binding_of(f, name) != NULL;
    if (index)
        pw_scope_error(f->s, n->token, n->token, NULL, "'%s' is an index and cannot be assigned",
                       pw_scope_text(f->s, name));
    if (!index && variable(f, &n->name, &n->cell, n->token)) return;
    n->name = name;
    n->symbol.meaning = PW_MEANS_NOTHING;
}

static struct pw_stmt *expand_list(struct family *f, const struct pw_stmt *list)
{
    struct pw_stmt *first = NULL, **last = &first;
    struct pw_arena *arena = &f->s->ast->arena;
    for (; list && !f->full; list = list->next) {
        struct pw_stmt *x = new_node(f, list->first, list, sizeof *list);
        x->names = pw_arena_copy(arena, list->names, list->nnames * sizeof *list->names);
        x->exprs = pw_arena_copy(arena, list->exprs, list->nexprs * sizeof *list->exprs);
        bool targets = list->kind != PW_STMT_LABEL && list->kind != PW_STMT_GOTO;
        for (uint32_t i = 0; targets && i < list->nnames; i++)
            expand_target(f, &x->names[i]);
        for (uint32_t i = 0; i < list->nexprs; i++)
            x->exprs[i] = expand(f, list->exprs[i]);
        x->target = expand(f, list->target);
        x->body = expand_list(f, list->body);
        x->otherwise = expand_list(f, list->otherwise);
        x->next = NULL;
        *last = x;
        last = &x->next;
    }
    return first;
}

/* ---- declarations ---- */

static void not_array(struct family *f, const struct pw_decl *d)
{
    if (d->size)
        pw_scope_error(f->s, d->name.token, d->name.token, NULL,
                       "only shared variables can be arrays");
}

/* A copy of d, with the name given. */
static struct pw_decl *expand_decl(struct family *f, const struct pw_decl *d, uint32_t name)
{
    struct pw_decl *x = new_node(f, d->name.token, d, sizeof *d);
    x->name.name = name;
    x->lo = expand(f, d->lo);
    x->hi = expand(f, d->hi);
    x->init = expand(f, d->init);
    x->size = NULL;
    x->next = NULL;
    return x;
}

static struct pw_decl *expand_locals(struct family *f, const struct pw_decl *d)
{
    struct pw_decl *first = NULL, **last = &first;
    for (; d; d = d->next) {
        not_array(f, d);
        *last = expand_decl(f, d, d->name.name);
        last = &(*last)->next;
    }
    return first;
}

/* Declares an array and the names of its cells. */
static void declare_array(struct family *f, const struct pw_ast_name *n, enum pw_global_kind kind,
                          const struct pw_ast_expr *size, const char *what)
{
    struct pw_scope *s = f->s;
    const char *text = pw_scope_text(s, n->name);
    int64_t cells = 1;
    struct pw_strbuf b = {0};
    if (!strcmp(text, "all") || !strcmp(text, "any"))
        pw_scope_error(s, n->token, n->token, NULL, "an array cannot be called '%s'", text);
    if (!pw_scope_declare(s, n, kind, 0)) return;
    evaluate(f, size, 1, PW_FAMILY_MOST, what, &cells);
    uint32_t *at = pw_arena_alloc(&s->ast->arena, (size_t)cells * sizeof *at);
    for (int64_t i = 0; i < cells; i++) {
        pw_strbuf_reset(&b);
        pw_strbuf_printf(&b, "%s[%lld]", text, (long long)i);
        at[i] = pw_scope_new_name(s, pw_strbuf_text(&b));
    }
    pw_strbuf_clear(&b);
    assert(n->name < s->nnames);
    s->names[n->name].cells = (uint32_t)cells;
    s->names[n->name].cell_at = at;
}

static void declare_arrays(struct family *f)
{
    struct pw_ast *ast = f->s->ast;
    for (const struct pw_decl *d = ast->consts; d; d = d->next)
        not_array(f, d);
    for (const struct pw_decl *d = ast->shared; d; d = d->next)
        if (d->size) declare_array(f, &d->name, PW_GLOBAL_ARRAY, d->size, "the number of cells");
    for (const struct pw_ast_unit *u = ast->threads; u; u = u->next)
        if (u->indexed)
            declare_array(f, &u->name, PW_GLOBAL_THREADS, u->count, "the number of threads");
}

static void expand_shared(struct family *f)
{
    struct pw_decl *list = f->s->ast->shared, **last = &f->s->ast->shared;
    for (*last = NULL; list; list = list->next) {
        assert(list->name.name < f->s->nnames);
        const struct pw_scope_name *n = &f->s->names[list->name.name];
        bool array = list->size && n->cell_at;
        for (uint32_t i = 0; i < (array ? n->cells : 1) && !f->full; i++) {
            n = &f->s->names[list->name.name];
            *last = expand_decl(f, list, array ? n->cell_at[i] : list->name.name);
            last = &(*last)->next;
        }
    }
}

/* u itself (number < 0), or the thread of an array with that number. */
static struct pw_ast_unit *expand_unit(struct family *f, const struct pw_ast_unit *u,
                                       int64_t number)
{
    struct bind_ctx b = {.name = u->index.name, .value = number < 0 ? 0 : number};
    struct pw_ast_unit *x = new_node(f, u->name.token, u, sizeof *u);
    f->unit = u;
    x->indexed = false;
    if (u->indexed && b.value == 0) check_index(f, u->index.name, u->index.token);
    if (u->indexed) f->bound = &b;
    if (number >= 0) {
        struct pw_ast_expr *one = new_node(f, u->count->first, u->count, sizeof *one);
        one->kind = PW_AST_VALUE;
        one->value = 1;
        x->count = one;
        assert(u->name.name < f->s->nnames);
        x->name.name = f->s->names[u->name.name].cell_at[number];
    }
    x->locals = expand_locals(f, u->locals);
    x->body = expand_list(f, u->body);
    x->next = NULL;
    f->bound = NULL;
    f->unit = NULL;
    return x;
}

static void expand_formulas(struct family *f, struct pw_ast_pred **list, const uint32_t *first)
{
    const struct pw_ast_pred *q = *list;
    struct pw_ast_pred **last = list;
    struct pw_strbuf b = {0};
    for (*last = NULL; q; q = q->next) {
        uint32_t from = q->thread >= 0 ? first[q->thread] : 0;
        uint32_t n = q->thread >= 0 ? first[q->thread + 1] - from : 1;
        const struct pw_ast_unit *u = f->s->ast->threads;
        for (int32_t i = 0; q->thread >= 0 && i < q->thread; i++)
            u = u->next;
        bool array = q->thread >= 0 && u->indexed;
        for (uint32_t i = 0; i < n && !f->full; i++) {
            struct bind_ctx index = {.name = array ? u->index.name : 0, .value = i};
            struct pw_ast_pred *x = new_node(f, q->first, q, sizeof *q);
            f->bound = array ? &index : NULL;
            x->expr = expand(f, q->expr);
            f->bound = NULL;
            if (q->thread >= 0) x->thread = (int32_t)(from + i);
            if (array && q->name.name != PW_NO_NAME) {
                pw_strbuf_reset(&b);
                pw_strbuf_printf(&b, "%s[%u]", pw_scope_text(f->s, q->name.name), i);
                x->name.name = pw_scope_new_name(f->s, pw_strbuf_text(&b));
            }
            x->next = NULL;
            *last = x;
            last = &x->next;
        }
    }
    pw_strbuf_clear(&b);
}

/* The threads, one by one; first[t] is the new number of the first of thread t. */
static void expand_threads(struct family *f, uint32_t *first)
{
    struct pw_ast *ast = f->s->ast;
    struct pw_ast_unit *all = NULL, **last = &all;
    uint32_t number = 0;
    for (const struct pw_ast_unit *u = ast->threads; u; u = u->next) {
        assert(u->name.name < f->s->nnames);
        const struct pw_scope_name *n = &f->s->names[u->name.name];
        bool array = u->indexed && n->cell_at;
        uint32_t copies = array ? n->cells : 1;
        const struct pw_ast_unit *concrete = u->instead_of ? u->instead_of : u;
        if (concrete->indexed && (u->instead_of || u->has_abstract))
            pw_scope_error(f->s, u->name.token, u->name.token, NULL,
                           "an array of threads cannot have an abstract thread");
        *first++ = number;
        for (uint32_t i = 0; i < copies && !f->full; i++, number++) {
            *last = expand_unit(f, u, array ? (int64_t)i : -1);
            last = &(*last)->next;
        }
    }
    *first = number;
    expand_formulas(f, &ast->preds, first - ast->nthreads);
    expand_formulas(f, &ast->inits, first - ast->nthreads);
    expand_formulas(f, &ast->invariants, first - ast->nthreads);
    ast->threads = all;
    ast->nthreads = number;
}

static void expand_procs(struct family *f)
{
    struct pw_ast_unit **last = &f->s->ast->procs;
    for (const struct pw_ast_unit *u = *last; u; u = u->next) {
        for (const struct pw_decl *d = u->params; d; d = d->next)
            not_array(f, d);
        *last = expand_unit(f, u, -1);
        last = &(*last)->next;
    }
}

/* ---- properties ---- */

/* count(t.L) of an array t of threads counts all of them: it is count(L) if L is of no other. */
static void all_threads(struct family *f, struct pw_ast_ref *r)
{
    const struct pw_ast *ast = f->s->ast;
    bool elsewhere = false;
    for (const struct pw_ast_unit *u = ast->threads; u; u = u->next) {
        const char *name = pw_scope_text(f->s, u->name.name);
        const char *array = pw_scope_text(f->s, r->template);
        size_t n = strlen(array);
        if (!strncmp(name, array, n) && name[n] == '[') continue;
        elsewhere = elsewhere || pw_parts_has_label(u->body, r->name);
    }
    for (const struct pw_ast_unit *u = ast->procs; u; u = u->next)
        elsewhere = elsewhere || pw_parts_has_label(u->body, r->name);
    if (elsewhere)
        pw_scope_error(f->s, r->token, r->token, "give the label of the array a name of its own",
                       "label '%s' is not only in the threads '%s'", pw_scope_text(f->s, r->name),
                       pw_scope_text(f->s, r->template));
    r->template = PW_NO_NAME;
}

static void expand_label(struct family *f, struct pw_ast_ref *r)
{
    struct pw_scope *s = f->s;
    bool array = r->template != PW_NO_NAME && s->names[r->template].kind == PW_GLOBAL_THREADS;
    if (r->template == PW_NO_NAME && r->cell)
        pw_scope_error(s, r->token, r->token, "write the index behind the thread: t[0].L",
                       "a label has no index");
    else if (array && !r->cell)
        all_threads(f, r);
    else if (r->template != PW_NO_NAME && !thread(f, r))
        r->template = PW_NO_NAME;
    r->cell = NULL;
}

static struct pw_ast_disjunct *expand_disjunct(struct family *f, const struct pw_ast_disjunct *d)
{
    struct pw_ast_disjunct *x = new_node(f, d->first, d, sizeof *d);
    struct pw_ast_count **last = &x->counts;
    for (const struct pw_ast_count *c = d->counts; c; c = c->next) {
        struct pw_ast_count *y = new_node(f, c->first, c, sizeof *c);
        expand_label(f, &y->label);
        y->least = expand(f, c->least);
        *last = y;
        last = &y->next;
    }
    x->formula = expand(f, d->formula);
    x->next = NULL;
    return x;
}

static void expand_unsafe(struct family *f)
{
    struct pw_ast_disjunct *list = f->s->ast->unsafe, **last = &f->s->ast->unsafe;
    for (*last = NULL; list; list = list->next) {
        struct bind_ctx b = {.name = list->index.name};
        int64_t n = 1;
        bool ok = !list->number ||
                  evaluate(f, list->number, 1, PW_FAMILY_MOST, "the number of indices", &n);
        if (list->number) check_index(f, list->index.name, list->index.token);
        for (; ok && b.value < n && !f->full; b.value++) {
            f->bound = list->number ? &b : NULL;
            *last = expand_disjunct(f, list);
            (*last)->instance = list->number != NULL;
            (*last)->value = b.value;
            last = &(*last)->next;
            f->bound = NULL;
        }
    }
}

void pw_family_expand(struct pw_scope *s)
{
    struct family f = {.s = s};
    if (!s->ast->families) return;
    pw_expr_pool_init(&f.scratch);
    declare_arrays(&f);
    expand_shared(&f);
    uint32_t *first = pw_arena_alloc(&s->ast->arena, (s->ast->nthreads + 1) * sizeof *first);
    expand_threads(&f, first);
    expand_procs(&f);
    expand_unsafe(&f);
    pw_expr_pool_clear(&f.scratch);
}
