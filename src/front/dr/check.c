#include "front/dr/check.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "front/dr/elaborate.h"

struct checker {
    struct pw_scope *s;
    struct pw_expr_pool scratch;
    struct pw_elab elab;
    unsigned loops; /* around the statement */
    bool atomic;
    PW_VEC(uint32_t) chain; /* procedures on the current chain of calls */
    uint32_t depth;         /* blocks and calls around the statement whose calls are visited */
};

static void check_list(struct checker *c, struct pw_stmt *list);

static const char *name_text(struct checker *c, uint32_t name)
{
    return pw_scope_text(c->s, name);
}

/* Value for a variable: type, and for a constant also the range. */
static void check_value(struct checker *c, const struct pw_scope_var *v, struct pw_ast_expr *e,
                        const char *name)
{
    char what[100];
    snprintf(what, sizeof what, "'%.60s'", name);
    const struct pw_expr *x = pw_elab_typed(&c->elab, e, v->type.kind == PW_BOOL, what);
    if (!x || v->type.kind != PW_RANGE || x->kind != PW_EXPR_INT) return;
    if (pw_int_cmp_si(&x->value, v->type.lo) >= 0 && pw_int_cmp_si(&x->value, v->type.hi) <= 0)
        return;
    /* an assignment: a failing assertion of the program */
    if (!v->decl || v->decl->init != e) return;
    pw_scope_error(c->s, e->first, e->last, NULL,
                   "the initial value of '%s' is outside of %lld..%lld", name,
                   (long long)v->type.lo, (long long)v->type.hi);
}

static void check_distinct(struct checker *c, const struct pw_stmt *s)
{
    for (uint32_t i = 1; i < s->nnames; i++)
        for (uint32_t j = 0; j < i && j < 64; j++)
            if (s->names[i].name == s->names[j].name) {
                pw_scope_error(c->s, s->names[i].token, s->names[i].token, NULL,
                               "'%s' gets two values at once", name_text(c, s->names[i].name));
                break;
            }
}

static void check_assign(struct checker *c, struct pw_stmt *s)
{
    check_distinct(c, s);
    if (s->nnames == 1 && pw_elab_is_tid(&c->elab, &s->names[0])) {
        bool taken;
        pw_elab_tid_value(&c->elab, &s->names[0], s->exprs[0], &taken);
        return;
    }
    for (uint32_t i = 0; i < s->nnames; i++) {
        const struct pw_scope_var *v = pw_elab_target(&c->elab, &s->names[i], false);
        if (v)
            check_value(c, v, s->exprs[i], name_text(c, s->names[i].name));
        else
            pw_elab_expr(&c->elab, s->exprs[i]);
    }
}

static void check_cas(struct checker *c, struct pw_stmt *s)
{
    const struct pw_scope_var *ok = pw_elab_target(&c->elab, &s->names[0], false),
                              *x = pw_elab_target(&c->elab, &s->names[1], false);
    const char *name = name_text(c, s->names[1].name);
    if (ok && ok->type.kind != PW_BOOL)
        pw_scope_error(c->s, s->names[0].token, s->names[0].token, NULL,
                       "cas gives a truth value, but '%s' is an integer",
                       name_text(c, s->names[0].name));
    if (ok && ok == x)
        pw_scope_error(c->s, s->names[1].token, s->names[1].token, NULL,
                       "'%s' gets two values at once", name);
    for (uint32_t i = 0; i < 2 && x; i++)
        check_value(c, x, s->exprs[i], name);
}

static void check_havoc(struct checker *c, struct pw_stmt *s)
{
    check_distinct(c, s);
    for (uint32_t i = 0; i < s->nnames; i++)
        pw_elab_target(&c->elab, &s->names[i], false);
}

static void check_atomic_call(struct checker *c, const struct pw_stmt *s,
                              const struct pw_scope_unit *u)
{
    if (c->atomic && (u->loops || u->labels))
        pw_scope_error(c->s, s->callee_token, s->callee_token, NULL,
                       "procedure '%s' has a %s and cannot be called inside an atomic block",
                       name_text(c, s->callee), u->loops ? "loop" : "label");
}

static void check_call(struct checker *c, struct pw_stmt *s)
{
    assert(s->callee < c->s->nnames);
    const struct pw_scope_name *n = &c->s->names[s->callee];
    if (n->kind != PW_GLOBAL_PROC) {
        if (n->kind)
            pw_scope_error(c->s, s->callee_token, s->callee_token, NULL, "'%s' is no procedure",
                           name_text(c, s->callee));
        else
            pw_scope_undeclared(c->s, s->callee, s->callee_token, PW_VISIBLE_PROCS,
                                "there is no procedure '%s'");
        return;
    }
    const struct pw_scope_unit *u = &c->s->procs[n->index];
    check_atomic_call(c, s, u);
    const struct pw_scope_var *target =
        s->nnames ? pw_elab_target(&c->elab, &s->names[0], false) : NULL;
    if (s->nnames && !u->ast->returns_value)
        pw_scope_error(c->s, s->callee_token, s->callee_token,
                       "add 'return e;' to it, or call it alone", "procedure '%s' returns no value",
                       name_text(c, s->callee));
    else if (target && u->return_known && (target->type.kind == PW_BOOL) != u->returns_bool)
        pw_scope_error(c->s, s->first, s->last, NULL, "procedure '%s' returns %s, but '%s' is %s",
                       name_text(c, s->callee), u->returns_bool ? "a truth value" : "an integer",
                       name_text(c, s->names[0].name),
                       u->returns_bool ? "an integer" : "a truth value");
    if (s->nexprs != u->nparams) {
        pw_scope_error(c->s, s->callee_token, s->last, NULL,
                       "procedure '%s' has %u parameter%s, but the call has %u",
                       name_text(c, s->callee), u->nparams, u->nparams == 1 ? "" : "s", s->nexprs);
        return;
    }
    for (uint32_t i = 0; i < s->nexprs; i++)
        check_value(c, &u->vars[i], s->exprs[i], name_text(c, u->vars[i].decl->name.name));
}

static void check_return(struct checker *c, struct pw_stmt *s)
{
    if (c->s->unit->is_thread) {
        pw_scope_error(c->s, s->first, s->first, "'exit;' ends a thread",
                       "'return' stands in procedures only");
        return;
    }
    struct pw_scope_unit *u = &c->s->procs[c->s->unit->number - c->s->ast->nthreads];
    if (!s->nexprs && u->ast->returns_value)
        pw_scope_error(c->s, s->first, s->first, NULL,
                       "another 'return' of this procedure has a value; this one has none");
    if (!s->nexprs) return;
    const struct pw_expr *e =
        u->return_known
            ? pw_elab_typed(&c->elab, s->exprs[0], u->returns_bool,
                            "the first 'return' of this procedure gives another type; this one")
            : pw_elab_expr(&c->elab, s->exprs[0]);
    if (e && !u->return_known) u->return_known = true, u->returns_bool = e->is_bool;
}

static void check_jump(struct checker *c, struct pw_stmt *s)
{
    const char *word = s->kind == PW_STMT_BREAK ? "break" : "continue";
    if (s->kind == PW_STMT_GOTO) {
        if (pw_scope_has_label(c->s, s->names[0].name)) return;
        bool elsewhere = c->s->names[s->names[0].name].label >= 0;
        if (elsewhere)
            pw_scope_error(c->s, s->names[0].token, s->names[0].token, NULL,
                           "label '%s' is in another thread or procedure",
                           name_text(c, s->names[0].name));
        else
            pw_scope_undeclared(c->s, s->names[0].name, s->names[0].token, PW_VISIBLE_LABELS,
                                "there is no label '%s'");
    } else if (!c->loops) {
        pw_scope_error(c->s, s->first, s->first, NULL, "'%s' outside of a loop", word);
    }
}

static void check_nested(struct checker *c, struct pw_stmt *s)
{
    bool atomic = c->atomic;
    if (s->kind == PW_STMT_ATOMIC) c->atomic = true;
    if (s->kind == PW_STMT_WHILE && c->atomic)
        pw_scope_error(c->s, s->first, s->head, NULL, "a loop cannot stand inside an atomic block");
    if ((s->kind == PW_STMT_IF || s->kind == PW_STMT_WHILE) && s->nexprs)
        pw_elab_typed(&c->elab, s->exprs[0], true, "a condition");
    if (s->kind == PW_STMT_WHILE) c->loops++;
    check_list(c, s->body);
    check_list(c, s->otherwise);
    if (s->kind == PW_STMT_WHILE) c->loops--;
    c->atomic = atomic;
}

static void check_statement(struct checker *c, struct pw_stmt *s)
{
    switch (s->kind) {
    case PW_STMT_ASSIGN:
        check_assign(c, s);
        break;
    case PW_STMT_OTHERS: {
        const struct pw_expr *leaf;
        pw_elab_others(&c->elab, s->target, s->exprs[0], &leaf);
        break;
    }
    case PW_STMT_CALL:
        check_call(c, s);
        break;
    case PW_STMT_CAS:
        check_cas(c, s);
        break;
    case PW_STMT_ASSUME:
        pw_elab_typed(&c->elab, s->exprs[0], true, "'assume'");
        break;
    case PW_STMT_ASSERT:
        pw_elab_typed(&c->elab, s->exprs[0], true, "'assert'");
        break;
    case PW_STMT_HAVOC:
        check_havoc(c, s);
        break;
    case PW_STMT_LOCK:
    case PW_STMT_UNLOCK:
        pw_elab_target(&c->elab, &s->names[0], true);
        break;
    case PW_STMT_GOTO:
    case PW_STMT_BREAK:
    case PW_STMT_CONTINUE:
        check_jump(c, s);
        break;
    case PW_STMT_RETURN:
        check_return(c, s);
        break;
    case PW_STMT_LABEL:
        if (c->atomic)
            pw_scope_error(c->s, s->first, s->first, "put it in front of the block",
                           "a label cannot stand inside an atomic block");
        break;
    default:
        check_nested(c, s);
    }
}

static void check_list(struct checker *c, struct pw_stmt *list)
{
    for (; list && !pw_diag_full(c->s->x->diags); list = list->next) {
        pw_limits_poll();
        check_statement(c, list);
    }
}

/* A tid starts as nobody. */
static void check_tid(struct checker *c, const struct pw_decl *d)
{
    const struct pw_ast_expr *e = d->init;
    bool nobody = e && e->kind == PW_AST_NAME && !e->ref.other && e->ref.template == PW_NO_NAME &&
                  !strcmp(name_text(c, e->ref.name), "nobody") &&
                  c->s->names[e->ref.name].kind == PW_GLOBAL_NONE;
    if (!nobody)
        pw_scope_error(c->s, d->name.token, d->name.token, NULL,
                       "a tid starts as nobody: shared tid %s = nobody;",
                       name_text(c, d->name.name));
}

/* Initialisers of the unit's variables; a procedure's may read its parameters and everything
 * shared. */
static void check_initialisers(struct checker *c, const struct pw_scope_var *vars, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        pw_limits_poll();
        c->elab.where = PW_IN_INIT;
        c->elab.limit = i;
        if (vars[i].tid)
            check_tid(c, vars[i].decl);
        else if (vars[i].decl->init && !vars[i].mutex)
            check_value(c, &vars[i], vars[i].decl->init, name_text(c, vars[i].decl->name.name));
    }
    c->elab.where = PW_IN_BODY;
}

static void check_unit(struct checker *c, struct pw_scope_unit *u)
{
    pw_scope_enter(c->s, u);
    pw_scope_mark_labels(c->s);
    check_initialisers(c, u->vars, u->nvars);
    c->atomic = false;
    c->loops = 0;
    check_list(c, u->ast->body);
    pw_scope_enter(c->s, NULL);
}

/* The procedures in an order where callees come first; a procedure met again on the current chain
 * is recursion. */
static bool visit_proc(struct checker *c, uint32_t proc);

static void recursion(struct checker *c, uint32_t proc, uint32_t token)
{
    struct pw_strbuf b = {0};
    size_t i = c->chain.n;
    while (i > 0 && c->chain.at[i - 1] != proc)
        i--;
    for (i -= i > 0; i < c->chain.n; i++)
        pw_strbuf_printf(&b, "%s -> ", name_text(c, c->s->procs[c->chain.at[i]].ast->name.name));
    pw_strbuf_puts(&b, name_text(c, c->s->procs[proc].ast->name.name));
    pw_scope_error(c->s, token, token, "procedures are expanded at each call", "recursive call: %s",
                   pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

static bool too_deep(struct checker *c, uint32_t depth, uint32_t token)
{
    if (depth <= PW_SCOPE_DEEPEST) return false;
    pw_scope_error(c->s, token, token, NULL, "calls and blocks are nested more than %d levels deep",
                   PW_SCOPE_DEEPEST);
    return true;
}

static bool visit_call(struct checker *c, struct pw_scope_unit *u, const struct pw_stmt *s,
                       uint32_t nesting)
{
    if (c->s->names[s->callee].kind != PW_GLOBAL_PROC) return true;
    assert(s->callee < c->s->nnames);
    uint32_t callee = c->s->names[s->callee].index;
    struct pw_scope_unit *v = &c->s->procs[callee];
    if (v->visit == PW_VISIT_OPEN) {
        recursion(c, callee, s->callee_token);
        return false;
    }
    if (v->visit == PW_VISIT_NOT && !visit_proc(c, callee)) return false;
    u->loops = u->loops || v->loops;
    u->labels = u->labels || v->labels;
    uint32_t height = nesting + v->height + 1;
    if (height > u->height) u->height = height;
    return !too_deep(c, height, s->callee_token);
}

/* Calls in a list of statements that is `nesting` blocks deep in its unit. */
static bool visit_calls(struct checker *c, struct pw_scope_unit *u, const struct pw_stmt *list,
                        uint32_t nesting)
{
    bool ok = true;
    if (list && too_deep(c, ++c->depth, list->first)) return false;
    if (nesting > u->height) u->height = nesting;
    for (const struct pw_stmt *s = list; s && ok; s = s->next) {
        pw_limits_poll();
        u->loops = u->loops || s->kind == PW_STMT_WHILE;
        u->labels = u->labels || s->kind == PW_STMT_LABEL;
        ok =
            visit_calls(c, u, s->body, nesting + 1) && visit_calls(c, u, s->otherwise, nesting + 1);
        if (ok && s->kind == PW_STMT_CALL) ok = visit_call(c, u, s, nesting);
    }
    if (list) c->depth--;
    return ok;
}

static bool visit_proc(struct checker *c, uint32_t proc)
{
    struct pw_scope_unit *u = &c->s->procs[proc];
    u->visit = PW_VISIT_OPEN;
    pw_vec_push(&c->chain, proc);
    bool ok = visit_calls(c, u, u->ast->body, 0);
    (void)pw_vec_pop(&c->chain);
    u->visit = PW_VISIT_DONE;
    if (ok) check_unit(c, u);
    return ok;
}

static bool counts_by(const struct pw_ast_expr *e, uint32_t name)
{
    return e && e->kind == PW_AST_NAME && !e->ref.cell && !e->ref.other &&
           e->ref.template == PW_NO_NAME && e->ref.name == name;
}

/* Is the number of threads a constant that stands in its declaration and as number of threads, and
 * nowhere else? Then another number changes nothing else of the program. */
static bool count_stands_alone(const struct checker *c, const struct pw_ast_expr *count)
{
    const struct pw_lexer *x = c->s->x;
    size_t total = 0, expected = 1;
    if (c->s->ast->families || !count || count->kind != PW_AST_NAME) return false;
    if (!counts_by(count, count->ref.name)) return false;
    for (size_t i = 0; i < x->tokens.n; i++)
        total += x->tokens.at[i].kind == PW_TOK_NAME && x->tokens.at[i].name == count->ref.name;
    for (size_t i = 0; i < c->s->ast->nthreads; i++)
        expected += counts_by(c->s->threads[i].ast->count, count->ref.name);
    return total == expected;
}

static void check_counts(struct checker *c)
{
    struct pw_elab e = c->elab;
    e.where = PW_IN_CONST;
    for (size_t i = 0; i < c->s->ast->nthreads; i++) {
        struct pw_scope_unit *u = &c->s->threads[i];
        u->count = PW_ANY;
        if (u->ast->count)
            pw_elab_const_si(&e, u->ast->count, 0, 1000000, "the number of threads", &u->count);
        u->count_alone = count_stands_alone(c, u->ast->count);
    }
    assert(c->s->x->tokens.n > 0);
    uint32_t end = (uint32_t)c->s->x->tokens.n - 1;
    if (!c->s->ast->nthreads && pw_lexer_clean(c->s->x))
        pw_scope_error(c->s, end, end, NULL, "the file declares no thread");
}

bool pw_check_run(struct pw_scope *s)
{
    unsigned before = s->x->diags->errors;
    struct checker c = {.s = s};
    pw_expr_pool_init(&c.scratch);
    c.elab = (struct pw_elab){.scope = s, .pool = &c.scratch, .where = PW_IN_BODY};
    check_initialisers(&c, s->shared, (uint32_t)s->nshared);
    bool ok = true;
    for (uint32_t i = 0; i < s->ast->nprocs && ok; i++)
        if (s->procs[i].visit == PW_VISIT_NOT) ok = visit_proc(&c, i);
    for (size_t i = 0; i < s->ast->nthreads && ok && !pw_diag_full(s->x->diags); i++) {
        ok = visit_calls(&c, &s->threads[i], s->threads[i].ast->body, 0);
        check_unit(&c, &s->threads[i]);
    }
    check_counts(&c);
    pw_vec_clear(&c.chain);
    pw_expr_pool_clear(&c.scratch);
    return s->x->diags->errors == before;
}
