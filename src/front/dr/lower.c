#include "front/dr/lower.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"
#include "front/dr/elaborate.h"
#include "front/dr/format.h"

/* A unit being lowered. */
struct lower_ctx {
    struct pw_scope *scope;
    struct pw_build *b;
    const struct pw_scope_unit *u;
    int32_t unit;
    struct pw_elab elab;
    bool inner;                         /* inside of an atomic block */
    uint32_t *label_node;               /* per name: node of the label of this unit */
    uint32_t break_node, continue_node; /* of the loop around */
    struct pw_strbuf text;              /* of the statement */
};

static uint32_t lower_list(struct lower_ctx *l, const struct pw_stmt *list, uint32_t node);

struct pw_pos pw_lower_pos(const struct pw_scope *s, uint32_t token)
{
    assert(token < s->x->tokens.n);
    const struct pw_token *t = &s->x->tokens.at[token];
    return (struct pw_pos){.file = 0, .line = t->line, .offset = t->from};
}

static struct pw_pos pos(const struct lower_ctx *l, uint32_t token)
{
    return pw_lower_pos(l->scope, token);
}

static uint32_t new_node(struct lower_ctx *l, uint32_t token)
{
    return pw_build_node_like(l->b, l->unit, l->inner, pos(l, token));
}

/* The edge of statement s, with its text: a condition, or all of it without the semicolon. */
static struct pw_build_at edge_of(struct lower_ctx *l, const struct pw_stmt *s, uint32_t from,
                                  uint32_t to)
{
    bool head = s->kind == PW_STMT_IF || s->kind == PW_STMT_WHILE;
    uint32_t last = head ? s->head : s->last;
    assert(last < l->scope->x->tokens.n);
    bool semicolon = l->scope->x->tokens.at[last].kind == PW_TOK_SEMI;
    if (!head && last > s->first && semicolon) last--;
    pw_strbuf_reset(&l->text);
    pw_format_excerpt(l->scope->x, s->first, last, &l->text);
    return (struct pw_build_at){.unit = l->unit,
                                .from = from,
                                .to = to,
                                .text = pw_strbuf_text(&l->text),
                                .pos = pos(l, s->first)};
}

/* e, and whether its text reads a shared variable. */
static struct pw_build_value elaborate(struct lower_ctx *l, struct pw_ast_expr *e)
{
    struct pw_build_value v;
    l->elab.saw_shared = false;
    v.e = pw_elab_expr(&l->elab, e);
    v.shared = l->elab.saw_shared;
    return v;
}

static const struct pw_expr *variable(struct lower_ctx *l, const struct pw_stmt *s, uint32_t i)
{
    assert(i < s->nnames);
    return pw_elab_variable(&l->elab, &s->names[i].symbol);
}

/* ---- simple statements ---- */

static void lower_assign(struct lower_ctx *l, const struct pw_stmt *s, struct pw_build_at at)
{
    const struct pw_expr **vars = PW_NEWS(const struct pw_expr *, s->nnames);
    const struct pw_expr **values = PW_NEWS(const struct pw_expr *, s->nnames);
    for (uint32_t i = 0; i < s->nnames; i++) {
        vars[i] = variable(l, s, i);
        if (s->kind == PW_STMT_ASSIGN) values[i] = pw_elab_expr(&l->elab, s->exprs[i]);
    }
    pw_build_assign(l->b, at, s->nnames, vars, values);
    PW_FREES(vars, s->nnames);
    PW_FREES(values, s->nnames);
}

/* other.x = e */
static void lower_others(struct lower_ctx *l, const struct pw_stmt *s, struct pw_build_at at)
{
    const struct pw_expr *leaf;
    const struct pw_expr *to = pw_elab_others(&l->elab, s->target, s->exprs[0], &leaf);
    if (to) pw_build_others(l->b, at, leaf, to); /* else reported */
}

/* ok = cas(x, old, new) */
static void lower_cas(struct lower_ctx *l, const struct pw_stmt *s, struct pw_build_at at)
{
    struct pw_expr_pool *pool = pw_build_pool(l->b);
    const struct pw_expr *ok = variable(l, s, 0), *x = variable(l, s, 1);
    const struct pw_expr *old = pw_elab_expr(&l->elab, s->exprs[0]);
    const struct pw_expr *new = pw_elab_expr(&l->elab, s->exprs[1]);
    const struct pw_expr *same =
        pw_expr_binary(pool, x->is_bool ? PW_EXPR_IFF : PW_EXPR_EQ, x, old);
    uint32_t yes = pw_build_inner(l->b, l->unit, at.pos);
    uint32_t no = pw_build_inner(l->b, l->unit, at.pos);
    struct pw_build_at branch = at;
    branch.to = yes;
    pw_build_assume(l->b, branch, same);
    branch.to = no;
    pw_build_assume(l->b, branch, pw_expr_unary(pool, PW_EXPR_NOT, same));
    const struct pw_expr *both[] = {x, ok}, *set[] = {new, pw_expr_bool(pool, true)};
    const struct pw_expr *unset = pw_expr_bool(pool, false);
    at.from = yes;
    pw_build_assign(l->b, at, 2, both, set);
    at.from = no;
    pw_build_assign(l->b, at, 1, &ok, &unset);
}

static void too_large(struct lower_ctx *l, const struct pw_stmt *s)
{
    struct pw_expr_pool *pool = pw_build_pool(l->b);
    if (pool->overflow)
        pw_scope_error(l->scope, s->first, s->first, "split the block",
                       "the formulas of this step are too large");
    pool->overflow = false;
}

/* tid = self, tid = nobody: one step that sets the variable, the thread's own bit, and clears that
 * of all others. */
static void lower_tid(struct lower_ctx *l, const struct pw_stmt *s, struct pw_build_at at)
{
    struct pw_expr_pool *pool = pw_build_pool(l->b);
    uint32_t index = l->scope->names[s->names[0].name].index, end = at.to;
    assert(index < l->scope->nshared);
    const struct pw_scope_var *tid = &l->scope->shared[index];
    size_t n = l->scope->ast->nthreads;
    bool taken;
    if (!pw_elab_tid_value(&l->elab, &s->names[0], s->exprs[0], &taken)) return; /* reported */
    const struct pw_expr *to = pw_expr_bool(pool, taken), *no = pw_expr_bool(pool, false);
    const struct pw_expr *vars[] = {pw_expr_leaf(pool, PW_EXPR_SHARED, true, -1, index),
                                    pw_elab_mine(&l->elab, tid, l->unit, PW_EXPR_LOCAL)};
    const struct pw_expr *values[] = {to, to};
    at.to = pw_build_inner(l->b, l->unit, at.pos);
    pw_build_assign(l->b, at, 2, vars, values);
    for (size_t t = 0; t < n; t++) {
        at.from = at.to;
        at.to = t + 1 < n ? pw_build_inner(l->b, l->unit, at.pos) : end;
        pw_build_others(l->b, at, pw_elab_mine(&l->elab, tid, (int32_t)t, PW_EXPR_PASSIVE), no);
    }
}

static uint32_t lower_simple(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node)
{
    uint32_t next = new_node(l, s->last);
    struct pw_build_at at = edge_of(l, s, node, next);
    switch (s->kind) {
    case PW_STMT_ASSIGN:
    case PW_STMT_HAVOC:
        if (s->kind == PW_STMT_ASSIGN && pw_elab_is_tid(&l->elab, &s->names[0]))
            lower_tid(l, s, at);
        else
            lower_assign(l, s, at);
        break;
    case PW_STMT_OTHERS:
        lower_others(l, s, at);
        break;
    case PW_STMT_CAS:
        lower_cas(l, s, at);
        break;
    case PW_STMT_ASSUME:
        pw_build_assume(l->b, at, pw_elab_expr(&l->elab, s->exprs[0]));
        break;
    case PW_STMT_ASSERT:
        pw_build_assert(l->b, at, pw_elab_expr(&l->elab, s->exprs[0]));
        break;
    case PW_STMT_LOCK:
        pw_build_lock(l->b, at, variable(l, s, 0));
        break;
    case PW_STMT_UNLOCK:
        pw_build_unlock(l->b, at, variable(l, s, 0));
        break;
    default:
        assert(s->kind == PW_STMT_SKIP); /* what is forgotten here must not become a skip */
        pw_build_skip(l->b, at);
        break;
    }
    too_large(l, s);
    return next;
}

static uint32_t lower_atomic(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node)
{
    bool around = l->inner;
    l->inner = true;
    uint32_t first = new_node(l, s->first);
    pw_build_skip(l->b, edge_of(l, s, node, first));
    uint32_t last = lower_list(l, s->body, first);
    l->inner = around;
    uint32_t next = new_node(l, s->last);
    pw_build_goto(l->b, l->unit, last, next);
    return next;
}

static uint32_t lower_call(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node)
{
    struct pw_build_value *args = PW_NEWS(struct pw_build_value, s->nexprs);
    assert(s->callee < l->scope->nnames);
    int32_t callee = PW_BUILD_PROC + (int32_t)l->scope->names[s->callee].index;
    uint32_t next = new_node(l, s->last);
    for (uint32_t i = 0; i < s->nexprs; i++)
        args[i] = elaborate(l, s->exprs[i]);
    const struct pw_expr *result = s->nnames ? variable(l, s, 0) : NULL;
    pw_build_call(l->b, edge_of(l, s, node, next), callee, s->nexprs, args, result);
    too_large(l, s);
    PW_FREES(args, s->nexprs);
    return next;
}

static uint32_t lower_return(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node)
{
    struct pw_build_value none = {0};
    struct pw_build_at at = edge_of(l, s, node, node);
    pw_build_return(l->b, at, s->nexprs ? elaborate(l, s->exprs[0]) : none);
    too_large(l, s);
    return new_node(l, s->last);
}

/* ---- control ---- */

/* A run of labels; *s moves to the last one. The labels have a node of their own, *front, that
 * control passes on its way to the labelled statement at the result. */
static uint32_t lower_labels(struct lower_ctx *l, const struct pw_stmt **s, uint32_t node,
                             uint32_t *front)
{
    uint32_t first = l->label_node[(*s)->names[0].name];
    pw_build_goto(l->b, l->unit, node, first);
    for (;; *s = (*s)->next) {
        uint32_t name = (*s)->names[0].name;
        if (l->label_node[name] != first) pw_build_goto(l->b, l->unit, l->label_node[name], first);
        assert(name < l->scope->nnames);
        pw_build_place(l->b, l->unit, first, (uint32_t)l->scope->names[name].label);
        if (!(*s)->next || (*s)->next->kind != PW_STMT_LABEL) break;
    }
    uint32_t next = new_node(l, (*s)->first);
    pw_build_goto(l->b, l->unit, first, next);
    *front = first;
    return next;
}

static void branch(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node, uint32_t to,
                   const struct pw_expr *guard, bool truth)
{
    struct pw_build_at at = edge_of(l, s, node, to);
    pw_strbuf_puts(&l->text, truth ? ": true" : ": false");
    at.text = pw_strbuf_text(&l->text);
    pw_build_assume(l->b, at, guard);
}

/* Branches from node to yes and no. A constant condition is no step. */
static void lower_condition(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node,
                            uint32_t yes, uint32_t no)
{
    struct pw_expr_pool *pool = pw_build_pool(l->b);
    const struct pw_expr *e = pw_expr_bool(pool, true), *other = e;
    l->elab.saw_variable = false;
    if (s->nexprs) {
        e = pw_elab_expr(&l->elab, s->exprs[0]);
        if (e->kind == PW_EXPR_BOOL && !l->elab.saw_variable) {
            pw_build_goto(l->b, l->unit, node, e->truth ? yes : no);
            return;
        }
        other = pw_expr_unary(pool, PW_EXPR_NOT, e);
    }
    branch(l, s, node, yes, e, true);
    branch(l, s, node, no, other, false);
    too_large(l, s);
}

static uint32_t lower_if(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node)
{
    uint32_t yes = new_node(l, s->first), no = new_node(l, s->first), join = new_node(l, s->last);
    lower_condition(l, s, node, yes, no);
    pw_build_goto(l->b, l->unit, lower_list(l, s->body, yes), join);
    pw_build_goto(l->b, l->unit, lower_list(l, s->otherwise, no), join);
    return join;
}

/* The condition is evaluated at node; the body goes back to `head`, in front of the loop's labels.
 */
static uint32_t lower_while(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node,
                            uint32_t head)
{
    uint32_t yes = new_node(l, s->first), no = new_node(l, s->last);
    uint32_t break_node = l->break_node, continue_node = l->continue_node;
    lower_condition(l, s, node, yes, no);
    l->break_node = no;
    l->continue_node = head;
    pw_build_goto(l->b, l->unit, lower_list(l, s->body, yes), head);
    l->break_node = break_node;
    l->continue_node = continue_node;
    return no;
}

/* Control goes to `to`; what follows can be reached through a label only. */
static uint32_t jump(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node, uint32_t to)
{
    pw_build_goto(l->b, l->unit, node, to);
    return new_node(l, s->last);
}

static uint32_t lower_statement(struct lower_ctx *l, const struct pw_stmt *s, uint32_t node)
{
    switch (s->kind) {
    case PW_STMT_EMPTY:
        return node;
    case PW_STMT_BLOCK:
        return lower_list(l, s->body, node);
    case PW_STMT_IF:
        return lower_if(l, s, node);
    case PW_STMT_WHILE:
        return lower_while(l, s, node, node);
    case PW_STMT_GOTO:
        return jump(l, s, node, l->label_node[s->names[0].name]);
    case PW_STMT_BREAK:
        return jump(l, s, node, l->break_node);
    case PW_STMT_CONTINUE:
        return jump(l, s, node, l->continue_node);
    case PW_STMT_EXIT:
        return jump(l, s, node, PW_BUILD_END);
    case PW_STMT_RETURN:
        return lower_return(l, s, node);
    case PW_STMT_CALL:
        return lower_call(l, s, node);
    case PW_STMT_ATOMIC:
        return lower_atomic(l, s, node);
    default:
        return lower_simple(l, s, node);
    }
}

static uint32_t lower_list(struct lower_ctx *l, const struct pw_stmt *list, uint32_t node)
{
    for (; list && pw_lexer_clean(l->scope->x); list = list->next) {
        pw_limits_poll();
        if (list->kind != PW_STMT_LABEL) {
            node = lower_statement(l, list, node);
            continue;
        }
        uint32_t front;
        node = lower_labels(l, &list, node, &front);
        if (!list->next || list->next->kind != PW_STMT_WHILE) continue;
        list = list->next;
        node = lower_while(l, list, node, front);
    }
    return node;
}

/* ---- units ---- */

static void label_nodes(struct lower_ctx *l, const struct pw_stmt *list)
{
    for (; list; list = list->next) {
        if (list->kind == PW_STMT_LABEL)
            l->label_node[list->names[0].name] = new_node(l, list->first);
        label_nodes(l, list->body);
        label_nodes(l, list->otherwise);
    }
}

static void start_unit(struct lower_ctx *l, const struct pw_scope_unit *u, int32_t unit)
{
    l->u = u;
    l->unit = unit;
    l->scope->unit = u;
    l->elab = (struct pw_elab){.scope = l->scope, .pool = pw_build_pool(l->b), .template = unit};
}

static void declare_variables(struct lower_ctx *l)
{
    const struct pw_scope_unit *u = l->u;
    l->elab.where = u->is_thread ? PW_IN_INIT : PW_IN_BODY;
    for (uint32_t i = 0; i < u->nvars; i++) {
        const struct pw_decl *d = u->vars[i].decl;
        const char *name = pw_scope_text(l->scope, d->name.name);
        struct pw_pos at = pos(l, d->name.token);
        struct pw_build_value init = {0};
        l->elab.limit = i;
        if (i >= u->nparams && d->init) init = elaborate(l, d->init);
        if (i < u->nparams)
            pw_build_param(l->b, l->unit, name, u->vars[i].type, at);
        else
            pw_build_local(l->b, l->unit, name, u->vars[i].type, init, at);
    }
}

/* The bit of every tid that says: it is this thread. */
static void declare_tids(struct lower_ctx *l)
{
    struct pw_scope *s = l->scope;
    struct pw_strbuf name = {0};
    for (uint32_t i = 0; i < s->nshared; i++) {
        if (!s->shared[i].tid) continue;
        const struct pw_decl *d = s->shared[i].decl;
        struct pw_build_value init = {.e = pw_expr_bool(pw_build_pool(l->b), false)};
        pw_strbuf_reset(&name);
        pw_strbuf_printf(&name, "%s.mine", pw_scope_text(s, d->name.name));
        pw_build_local(l->b, l->unit, pw_strbuf_text(&name), s->shared[i].type, init,
                       pos(l, d->name.token));
    }
    pw_strbuf_clear(&name);
}

static void lower_body(struct lower_ctx *l)
{
    const struct pw_ast_unit *ast = l->u->ast;
    struct pw_build_value none = {0};
    l->elab.where = PW_IN_BODY;
    label_nodes(l, ast->body);
    pw_build_end_pos(l->b, l->unit, pos(l, ast->last));
    uint32_t end = lower_list(l, ast->body, PW_BUILD_ENTRY);
    struct pw_build_at at = {.unit = l->unit, .from = end, .pos = pos(l, ast->last)};
    if (l->u->is_thread)
        pw_build_goto(l->b, l->unit, end, PW_BUILD_END);
    else
        pw_build_return(l->b, at, none);
}

static void each_unit(struct lower_ctx *l, void (*visit)(struct lower_ctx *l))
{
    for (size_t i = 0; i < l->scope->ast->nthreads && pw_lexer_clean(l->scope->x); i++) {
        start_unit(l, &l->scope->threads[i], (int32_t)i);
        visit(l);
    }
    for (size_t i = 0; i < l->scope->ast->nprocs && pw_lexer_clean(l->scope->x); i++) {
        start_unit(l, &l->scope->procs[i], PW_BUILD_PROC + (int32_t)i);
        visit(l);
    }
    l->scope->unit = NULL;
}

static void declare_unit(struct lower_ctx *l)
{
    const char *name = pw_scope_text(l->scope, l->u->ast->name.name);
    struct pw_pos at = pos(l, l->u->ast->name.token);
    if (l->u->is_thread)
        pw_build_template(l->b, name, l->u->count, at);
    else
        pw_build_proc(l->b, name, at);
    if (l->u->is_thread && l->u->count_alone) pw_build_count_alone(l->b, l->unit);
    if (l->u->ast->instead_of || l->u->ast->has_abstract) pw_build_abstract(l->b, l->unit);
    declare_variables(l);
    if (l->u->is_thread) declare_tids(l);
}

static void declare_shared(struct lower_ctx *l)
{
    struct pw_scope *s = l->scope;
    struct pw_elab c = {.scope = s, .pool = pw_build_pool(l->b), .where = PW_IN_INIT};
    for (uint32_t i = 0; i < s->nshared; i++) {
        const struct pw_decl *d = s->shared[i].decl;
        const char *name = pw_scope_text(s, d->name.name);
        struct pw_pos at = pos(l, d->name.token);
        c.limit = i;
        if (s->shared[i].mutex)
            pw_build_mutex(l->b, name, at);
        else if (s->shared[i].tid)
            pw_build_shared(l->b, name, s->shared[i].type, pw_expr_bool(c.pool, false), at);
        else
            pw_build_shared(l->b, name, s->shared[i].type,
                            d->init ? pw_elab_expr(&c, d->init) : NULL, at);
    }
}

void pw_lower_program(struct pw_scope *s, struct pw_build *b)
{
    struct lower_ctx l = {.scope = s, .b = b, .label_node = PW_NEWS(uint32_t, s->nnames)};
    for (size_t i = 0; i < s->labels.n; i++) {
        uint32_t name = s->labels.at[i];
        assert(name < s->nnames);
        pw_build_label(b, pw_scope_text(s, name), pos(&l, s->names[name].label_token));
    }
    declare_shared(&l);
    each_unit(&l, declare_unit);
    each_unit(&l, lower_body);
    PW_FREES(l.label_node, s->nnames);
    pw_strbuf_clear(&l.text);
}
