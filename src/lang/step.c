/* Symbolic execution of one step: a simple statement, or an atomic block with everything inside it.
 *
 * A set of paths goes through the statements; branches split paths, failures and jumps take them out and turn them into edges. */
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "lang/lower.h"

static void exec_list(struct pw_lower *l, const struct pw_stmt *list, pw_paths *set);

static void free_path(struct pw_path *p)
{
    pw_vec_clear(&p->updates);
    pw_vec_clear(&p->choices);
}

static void clear_paths(pw_paths *set)
{
    for (size_t i = 0; i < set->n; i++) free_path(&set->at[i]);
    pw_vec_clear(set);
}

static struct pw_path clone(const struct pw_path *p)
{
    struct pw_path q = {.guard = p->guard};
    for (size_t i = 0; i < p->updates.n; i++) pw_vec_push(&q.updates, p->updates.at[i]);
    for (size_t i = 0; i < p->choices.n; i++) pw_vec_push(&q.choices, p->choices.at[i]);
    return q;
}

/* Position of a variable among the sorted updates; *found tells whether it is there. */
static size_t find(const struct pw_path *p, bool shared, uint32_t index, bool *found)
{
    struct pw_update key = {.shared = shared, .index = index};
    size_t lo = 0, hi = p->updates.n;
    *found = false;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = pw_graph_compare_updates(&key, &p->updates.at[mid]);
        if (!c) return *found = true, mid;
        if (c < 0) hi = mid;
        else lo = mid + 1;
    }
    return lo;
}

static const struct pw_expr *now(void *arg, const struct pw_expr *e)
{
    const struct pw_path *p = arg;
    bool found;
    if (e->kind == PW_EXPR_CHOICE) return e;
    size_t i = find(p, e->kind == PW_EXPR_SHARED, e->index, &found);
    return found ? p->updates.at[i].to : e;
}

/* e, as a function of the values at the start of the step. */
static const struct pw_expr *value(struct pw_lower *l, struct pw_path *p, const struct pw_expr *e)
{
    return p->updates.n ? pw_expr_replace(l->pool, e, now, p) : e;
}

static void set_variable(struct pw_path *p, const struct pw_expr *var, const struct pw_expr *to)
{
    bool found, shared = var->kind == PW_EXPR_SHARED;
    size_t i = find(p, shared, var->index, &found);
    struct pw_update u = {shared, var->index, to};
    if (!found) {
        pw_vec_push(&p->updates, u);
        memmove(&p->updates.at[i + 1], &p->updates.at[i], (p->updates.n - 1 - i) * sizeof u);
    }
    p->updates.at[i] = u;
}

static void require(struct pw_lower *l, struct pw_path *p, const struct pw_expr *e) { p->guard = pw_expr_binary(l->pool, PW_EXPR_AND, p->guard, e); }
static const struct pw_expr *not(struct pw_lower *l, const struct pw_expr *e) { return pw_expr_unary(l->pool, PW_EXPR_NOT, e); }

/* The path ends as an edge. at: the statement that is to blame, for failures. */
static void emit(struct pw_lower *l, const struct pw_path *p, uint32_t to, enum pw_edge_kind kind, const struct pw_stmt *at)
{
    struct pw_arena *a = &l->pool->arena;
    struct pw_graph_edge e = {.from = l->step_node, .to = to, .guard = p->guard, .kind = kind, .statement = l->statements, .token = at->first};
    if (pw_expr_is_false(p->guard)) return;
    if (++l->paths > PW_LOWER_PATHS) {
        l->too_many = true;
        return;
    }
    e.text = pw_lower_text(l, kind == PW_EDGE_STEP ? l->step : at);
    if (kind == PW_EDGE_STEP) e.token = l->step->first;
    e.action = (struct pw_action){pw_arena_copy(a, p->updates.at, p->updates.n * sizeof *p->updates.at),
                                  pw_arena_copy(a, p->choices.at, p->choices.n * sizeof *p->choices.at), (uint32_t)p->updates.n, (uint32_t)p->choices.n};
    pw_graph_edge(&l->graph, &e);
}

/* Goes on only where e holds; elsewhere the step fails. */
static void demand(struct pw_lower *l, struct pw_path *p, const struct pw_expr *e, enum pw_edge_kind kind, const struct pw_stmt *at)
{
    struct pw_path failing = *p; /* borrows the arrays */
    failing.guard = pw_expr_binary(l->pool, PW_EXPR_AND, p->guard, not(l, e));
    emit(l, &failing, PW_GRAPH_ERROR, kind, at);
    require(l, p, e);
}

static const struct pw_expr *elaborate(struct pw_lower *l, struct pw_ast_expr *e) { return pw_elab_expr(&l->elab, e); }

static const struct pw_type *type_of(struct pw_lower *l, const struct pw_symbol *sym)
{
    if (sym->meaning == PW_MEANS_SHARED) return &l->scope->shared[sym->index].type;
    return &l->scope->unit->vars[sym->index].type;
}

static void check_range(struct pw_lower *l, struct pw_path *p, const struct pw_expr *e, struct pw_type t, const struct pw_stmt *at)
{
    if (!pw_lower_fits(l, e, t)) demand(l, p, pw_lower_in_range(l, e, t), PW_EDGE_RANGE, at);
}

static void exec_assign(struct pw_lower *l, const struct pw_stmt *s, struct pw_path *p, const struct pw_expr **right)
{
    const struct pw_expr **v = PW_NEWS(const struct pw_expr *, s->nnames);
    for (uint32_t i = 0; i < s->nnames; i++) {
        v[i] = value(l, p, right[i]);
        /* an unchanged right side tells more about its range than its value does */
        if (!pw_lower_fits(l, right[i], *type_of(l, &s->names[i].symbol))) check_range(l, p, v[i], *type_of(l, &s->names[i].symbol), s);
    }
    for (uint32_t i = 0; i < s->nnames; i++) set_variable(p, pw_elab_variable(&l->elab, &s->names[i].symbol), v[i]);
    PW_FREES(v, s->nnames);
}

static const struct pw_expr *choose(struct pw_lower *l, struct pw_path *p, const char *name, struct pw_type t)
{
    struct pw_choice c = {name, t};
    pw_vec_push(&p->choices, c);
    return pw_expr_leaf(l->pool, PW_EXPR_CHOICE, t.kind == PW_BOOL, -1, (uint32_t)p->choices.n - 1);
}

static void exec_havoc(struct pw_lower *l, const struct pw_stmt *s, struct pw_path *p)
{
    for (uint32_t i = 0; i < s->nnames; i++) {
        const char *name = pw_arena_strdup(&l->pool->arena, pw_scope_text(l->scope, s->names[i].name));
        set_variable(p, pw_elab_variable(&l->elab, &s->names[i].symbol), choose(l, p, name, *type_of(l, &s->names[i].symbol)));
    }
}

static void exec_lock(struct pw_lower *l, const struct pw_stmt *s, struct pw_path *p)
{
    uint32_t m = s->names[0].symbol.index;
    const struct pw_expr *held = pw_expr_leaf(l->pool, PW_EXPR_SHARED, true, -1, m);
    const struct pw_expr *mine = pw_expr_leaf(l->pool, PW_EXPR_LOCAL, true, l->template, pw_lower_mine(l, m));
    bool lock = s->kind == PW_STMT_LOCK;
    if (lock) require(l, p, not(l, value(l, p, held)));
    else demand(l, p, value(l, p, mine), PW_EDGE_UNLOCK, s);
    set_variable(p, held, pw_expr_bool(l->pool, lock));
    set_variable(p, mine, pw_expr_bool(l->pool, lock));
}

/* Splits each path of set by e: those where it holds stay, the others go to rest. e NULL: both. */
static void split(struct pw_lower *l, pw_paths *set, pw_paths *rest, const struct pw_expr *e)
{
    for (size_t i = 0; i < set->n; i++) {
        pw_limits_poll();
        struct pw_path q = clone(&set->at[i]);
        if (e) {
            const struct pw_expr *v = value(l, &set->at[i], e);
            require(l, &set->at[i], v);
            require(l, &q, not(l, v));
        }
        pw_vec_push(rest, q);
    }
}

/* Drops paths that cannot be taken. */
static void prune(pw_paths *set)
{
    size_t n = 0;
    for (size_t i = 0; i < set->n; i++) {
        if (pw_expr_is_false(set->at[i].guard)) free_path(&set->at[i]);
        else set->at[n++] = set->at[i];
    }
    set->n = n;
}

static void append(pw_paths *set, pw_paths *more)
{
    for (size_t i = 0; i < more->n; i++) pw_vec_push(set, more->at[i]);
    pw_vec_clear(more);
}

static void exec_if(struct pw_lower *l, const struct pw_stmt *s, pw_paths *set)
{
    pw_paths rest = {0};
    split(l, set, &rest, s->nexprs ? elaborate(l, s->exprs[0]) : NULL);
    prune(set);
    prune(&rest);
    exec_list(l, s->body, set);
    exec_list(l, s->otherwise, &rest);
    append(set, &rest);
}

static void exec_cas(struct pw_lower *l, const struct pw_stmt *s, pw_paths *set)
{
    pw_paths rest = {0};
    const struct pw_expr *ok = pw_elab_variable(&l->elab, &s->names[0].symbol), *x = pw_elab_variable(&l->elab, &s->names[1].symbol);
    const struct pw_expr *old = elaborate(l, s->exprs[0]), *new = elaborate(l, s->exprs[1]);
    split(l, set, &rest, pw_expr_binary(l->pool, x->is_bool ? PW_EXPR_IFF : PW_EXPR_EQ, x, old));
    for (size_t i = 0; i < set->n; i++) {
        const struct pw_expr *v = value(l, &set->at[i], new);
        if (!pw_lower_fits(l, new, *type_of(l, &s->names[1].symbol))) check_range(l, &set->at[i], v, *type_of(l, &s->names[1].symbol), s);
        set_variable(&set->at[i], x, v);
        set_variable(&set->at[i], ok, pw_expr_bool(l->pool, true));
    }
    for (size_t i = 0; i < rest.n; i++) set_variable(&rest.at[i], ok, pw_expr_bool(l->pool, false));
    append(set, &rest);
    prune(set);
}

/* All paths leave the step for a node. */
static void leave_to(struct pw_lower *l, const struct pw_stmt *s, pw_paths *set, uint32_t node)
{
    for (size_t i = 0; i < set->n; i++) emit(l, &set->at[i], node, PW_EDGE_STEP, s);
    clear_paths(set);
}

/* The call's variable, if any, gets the value; everything is read in the callee and written in the caller. */
static void deliver(struct pw_lower *l, const struct pw_stmt *s, pw_paths *set)
{
    struct pw_frame *f = l->frame;
    if (!f->call->nnames || !s->nexprs) return;
    const struct pw_expr *e = elaborate(l, s->exprs[0]);
    pw_lower_use_frame(l, f->up);
    const struct pw_symbol *sym = &f->call->names[0].symbol;
    for (size_t i = 0; i < set->n; i++) {
        const struct pw_expr *v = value(l, &set->at[i], e);
        check_range(l, &set->at[i], v, *type_of(l, sym), f->call);
        set_variable(&set->at[i], pw_elab_variable(&l->elab, sym), v);
    }
    pw_lower_use_frame(l, f);
}

static void exec_return(struct pw_lower *l, const struct pw_stmt *s, pw_paths *set)
{
    deliver(l, s, set);
    if (l->frame->returned) append(l->frame->returned, set);
    else leave_to(l, s, set, l->frame->after);
}

/* Parameters get the arguments, locals their initial values. */
static void exec_enter(struct pw_lower *l, struct pw_frame *f, const struct pw_expr **args, struct pw_path *p)
{
    const struct pw_scope_unit *u = f->unit;
    for (uint32_t i = 0; i < u->nvars; i++) {
        struct pw_symbol sym = {PW_MEANS_UNIT, -1, i};
        const struct pw_expr *v;
        if (i < u->nparams) v = args[i];
        else if (u->vars[i].decl->init) v = value(l, p, elaborate(l, u->vars[i].decl->init));
        else v = choose(l, p, pw_arena_strdup(&l->pool->arena, pw_scope_text(l->scope, u->vars[i].decl->name.name)), u->vars[i].type);
        if (i < u->nparams || u->vars[i].decl->init) check_range(l, p, v, u->vars[i].type, f->call);
        set_variable(p, pw_elab_variable(&l->elab, &sym), v);
    }
}

static void exec_call(struct pw_lower *l, const struct pw_stmt *s, pw_paths *set)
{
    struct pw_frame f;
    pw_paths returned = {0};
    const struct pw_expr **right = PW_NEWS(const struct pw_expr *, s->nexprs), **args = PW_NEWS(const struct pw_expr *, s->nexprs);
    for (uint32_t i = 0; i < s->nexprs; i++) right[i] = elaborate(l, s->exprs[i]);
    pw_lower_push_frame(l, &f, s);
    f.returned = &returned;
    for (size_t i = 0; i < set->n; i++) {
        for (uint32_t j = 0; j < s->nexprs; j++) args[j] = value(l, &set->at[i], right[j]);
        exec_enter(l, &f, args, &set->at[i]);
    }
    exec_list(l, f.unit->ast->body, set);
    if (set->n && s->nnames && f.unit->ast->returns_value)
        pw_scope_error(l->scope, f.unit->ast->last, f.unit->ast->last, NULL, "the procedure can end here without 'return', but its value is used");
    append(set, &returned);
    pw_lower_pop_frame(l);
    PW_FREES(right, s->nexprs);
    PW_FREES(args, s->nexprs);
}

static void exec_formula(struct pw_lower *l, const struct pw_stmt *s, pw_paths *set)
{
    const struct pw_expr *e = elaborate(l, s->exprs[0]);
    for (size_t i = 0; i < set->n; i++) {
        const struct pw_expr *v = value(l, &set->at[i], e);
        if (s->kind == PW_STMT_ASSUME) require(l, &set->at[i], v);
        else demand(l, &set->at[i], v, PW_EDGE_ASSERT, s);
    }
    prune(set);
}

static void exec_each(struct pw_lower *l, const struct pw_stmt *s, pw_paths *set)
{
    const struct pw_expr **right = PW_NEWS(const struct pw_expr *, s->nexprs);
    for (uint32_t i = 0; i < s->nexprs; i++) right[i] = elaborate(l, s->exprs[i]);
    for (size_t i = 0; i < set->n; i++) {
        pw_limits_poll();
        if (s->kind == PW_STMT_ASSIGN) exec_assign(l, s, &set->at[i], right);
        else if (s->kind == PW_STMT_HAVOC) exec_havoc(l, s, &set->at[i]);
        else exec_lock(l, s, &set->at[i]);
    }
    PW_FREES(right, s->nexprs);
    prune(set);
}

static void exec(struct pw_lower *l, const struct pw_stmt *s, pw_paths *set)
{
    switch (s->kind) {
    case PW_STMT_ASSIGN: case PW_STMT_HAVOC: case PW_STMT_LOCK: case PW_STMT_UNLOCK: exec_each(l, s, set); break;
    case PW_STMT_ASSUME: case PW_STMT_ASSERT: exec_formula(l, s, set); break;
    case PW_STMT_IF: exec_if(l, s, set); break;
    case PW_STMT_CAS: exec_cas(l, s, set); break;
    case PW_STMT_CALL: exec_call(l, s, set); break;
    case PW_STMT_BLOCK: case PW_STMT_ATOMIC: exec_list(l, s->body, set); break;
    case PW_STMT_GOTO: leave_to(l, s, set, (uint32_t)l->label_node[s->names[0].name]); break;
    case PW_STMT_BREAK: leave_to(l, s, set, l->break_node); break;
    case PW_STMT_CONTINUE: leave_to(l, s, set, l->continue_node); break;
    case PW_STMT_EXIT: leave_to(l, s, set, PW_GRAPH_END); break;
    case PW_STMT_RETURN: exec_return(l, s, set); break;
    default: break; /* skip, empty */
    }
    if (set->n > PW_LOWER_PATHS) l->too_many = true;
}

static void exec_list(struct pw_lower *l, const struct pw_stmt *list, pw_paths *set)
{
    for (; list && set->n && !l->too_many; list = list->next) {
        pw_limits_poll();
        exec(l, list, set);
    }
}

void pw_lower_step(struct pw_lower *l, const struct pw_stmt *s, uint32_t node, uint32_t next)
{
    pw_paths set = {0};
    struct pw_path start = {.guard = pw_expr_bool(l->pool, true)};
    pw_vec_push(&set, start);
    l->step = s;
    l->step_node = node;
    l->paths = 0;
    l->too_many = false;
    l->graph.nodes.at[node].token = s->first;
    exec(l, s, &set);
    leave_to(l, s, &set, next);
    l->statements++;
    if (l->too_many)
        pw_scope_error(l->scope, s->first, s->first, "split the block", "more than %d paths lead through this atomic block", PW_LOWER_PATHS);
    else if (l->pool->overflow)
        pw_scope_error(l->scope, s->first, s->first, "split the block", "the formulas of this step are too large");
    l->pool->overflow = false;
}
