#include "lang/lower.h"

#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "lang/format.h"

static uint32_t lower_list(struct pw_lower *l, const struct pw_stmt *list, uint32_t node);

const char *pw_lower_text(struct pw_lower *l, const struct pw_stmt *s)
{
    if (!s->text) {
        struct pw_strbuf b = {0};
        bool head = s->kind == PW_STMT_IF || s->kind == PW_STMT_WHILE;
        uint32_t last = head ? s->head : s->last;
        if (!head && last > s->first && l->scope->x->tokens.at[last].kind == PW_TOK_SEMI) last--;
        pw_format_excerpt(l->scope->x, s->first, last, &b);
        ((struct pw_stmt *)s)->text = pw_arena_strdup(&l->pool->arena, pw_strbuf_text(&b));
        pw_strbuf_clear(&b);
    }
    return s->text;
}

/* ---- variables ---- */

static void add_local(struct pw_lower *l, const char *name, struct pw_type type, const struct pw_expr *init, enum pw_var_origin origin, uint32_t token)
{
    const struct pw_token *t = &l->scope->x->tokens.at[token];
    struct pw_var v = {pw_arena_strdup(&l->pool->arena, name), type, init, origin, t->from, t->line};
    pw_vec_push(&l->locals, v);
}

uint32_t pw_lower_mine(struct pw_lower *l, uint32_t mutex)
{
    if (l->mine[mutex] < 0) {
        struct pw_strbuf b = {0};
        const struct pw_decl *d = l->scope->shared[mutex].decl;
        pw_strbuf_printf(&b, "%s.mine", pw_scope_text(l->scope, d->name.name));
        l->mine[mutex] = (int64_t)l->locals.n;
        add_local(l, pw_strbuf_text(&b), (struct pw_type){PW_BOOL, 0, 1}, pw_expr_bool(l->pool, false), PW_VAR_MINE, d->name.token);
        pw_strbuf_clear(&b);
    }
    return (uint32_t)l->mine[mutex];
}

static const struct pw_expr *zero(struct pw_lower *l, struct pw_type t)
{
    if (t.kind == PW_BOOL) return pw_expr_bool(l->pool, false);
    bool without = t.kind == PW_RANGE && (t.lo > 0 || t.hi < 0);
    return pw_expr_int_si(l->pool, without ? t.lo : 0);
}

static uint32_t proc_base(struct pw_lower *l, const struct pw_scope_unit *u)
{
    int64_t *base = &l->proc_base[u - l->scope->procs];
    if (*base >= 0) return (uint32_t)*base;
    *base = (int64_t)l->locals.n;
    for (uint32_t i = 0; i < u->nvars; i++) {
        struct pw_strbuf b = {0};
        const struct pw_ast_name *n = &u->vars[i].decl->name;
        pw_strbuf_printf(&b, "%s.%s", pw_scope_text(l->scope, u->ast->name.name), pw_scope_text(l->scope, n->name));
        add_local(l, pw_strbuf_text(&b), u->vars[i].type, zero(l, u->vars[i].type), PW_VAR_PROC, n->token);
        pw_strbuf_clear(&b);
    }
    return (uint32_t)*base;
}

const struct pw_expr *pw_lower_in_range(struct pw_lower *l, const struct pw_expr *e, struct pw_type t)
{
    const struct pw_expr *lo = pw_expr_binary(l->pool, PW_EXPR_LE, pw_expr_int_si(l->pool, t.lo), e);
    return pw_expr_binary(l->pool, PW_EXPR_AND, lo, pw_expr_binary(l->pool, PW_EXPR_LE, e, pw_expr_int_si(l->pool, t.hi)));
}

bool pw_lower_fits(struct pw_lower *l, const struct pw_expr *e, struct pw_type t)
{
    if (t.kind != PW_RANGE) return true;
    if (e->kind == PW_EXPR_INT) return pw_int_cmp_si(&e->value, t.lo) >= 0 && pw_int_cmp_si(&e->value, t.hi) <= 0;
    struct pw_type of = {PW_INT, 0, 0};
    if (e->kind == PW_EXPR_SHARED) of = l->scope->shared[e->index].type;
    if (e->kind == PW_EXPR_LOCAL) of = l->locals.at[e->index].type;
    return of.kind == PW_RANGE && of.lo >= t.lo && of.hi <= t.hi;
}

/* ---- frames ---- */

void pw_lower_use_frame(struct pw_lower *l, struct pw_frame *f)
{
    l->frame = f;
    l->scope->unit = f->unit;
    l->elab.base = f->base;
}

static void place_labels(struct pw_lower *l, const struct pw_stmt *list)
{
    for (; list; list = list->next) {
        if (list->kind == PW_STMT_LABEL) {
            uint32_t name = list->names[0].name;
            pw_vec_push(&l->covered, name);
            pw_vec_push(&l->covered, l->label_node[name]);
            l->label_node[name] = pw_graph_node(&l->graph, list->first);
        }
        place_labels(l, list->body);
        place_labels(l, list->otherwise);
    }
}

static void uncover_labels(struct pw_lower *l, size_t mark)
{
    while (l->covered.n > mark) {
        int64_t node = pw_vec_pop(&l->covered), name = pw_vec_pop(&l->covered);
        l->label_node[name] = node;
    }
}

void pw_lower_push_frame(struct pw_lower *l, struct pw_frame *f, const struct pw_stmt *call)
{
    const struct pw_scope_unit *u = &l->scope->procs[l->scope->names[call->callee].index];
    *f = (struct pw_frame){.unit = u, .base = proc_base(l, u), .up = l->frame, .call = call};
    pw_lower_use_frame(l, f);
}

void pw_lower_pop_frame(struct pw_lower *l) { pw_lower_use_frame(l, l->frame->up); }

/* ---- calls outside of steps ---- */

/* e elaborated in the current frame; does its text read a shared variable? */
struct value {
    const struct pw_expr *e;
    bool shared;
};

static struct value elaborate(struct pw_lower *l, struct pw_ast_expr *e)
{
    struct value v;
    l->elab.saw_shared = false;
    v.e = pw_elab_expr(&l->elab, e);
    v.shared = l->elab.saw_shared;
    return v;
}

/* A step x = e with values of two frames: from `node`, goes on at the result. Text and blame are the call's. */
static uint32_t assign_step(struct pw_lower *l, const struct pw_stmt *call, uint32_t node, const struct pw_expr *var, struct pw_type type, const struct pw_expr *e)
{
    struct pw_graph *g = &l->graph;
    uint32_t next = pw_graph_node(g, call->last);
    struct pw_update *u = pw_arena_alloc(&l->pool->arena, sizeof *u);
    *u = (struct pw_update){var->kind == PW_EXPR_SHARED, var->index, e};
    struct pw_graph_edge edge = {.from = node, .to = next, .guard = pw_expr_bool(l->pool, true), .action = {u, NULL, 1, 0}, .statement = l->statements++,
                                 .token = call->first, .text = pw_lower_text(l, call)};
    g->nodes.at[node].token = call->first;
    if (!pw_lower_fits(l, e, type)) {
        edge.guard = pw_lower_in_range(l, e, type);
        struct pw_graph_edge fail = {.from = node, .to = PW_GRAPH_ERROR, .guard = pw_expr_unary(l->pool, PW_EXPR_NOT, edge.guard), .kind = PW_EDGE_RANGE,
                                     .statement = edge.statement, .token = call->first, .text = edge.text};
        pw_graph_edge(g, &fail);
    }
    pw_graph_edge(g, &edge);
    return next;
}

typedef PW_VEC(struct pw_update) updates;

/* Arguments and initial values. What reads shared variables, or may leave its range, is a step of its own; the rest is done by ENTER. */
static uint32_t enter_call(struct pw_lower *l, struct pw_frame *f, const struct value *args, uint32_t node, updates *silent, struct pw_action *act)
{
    const struct pw_scope_unit *u = f->unit;
    PW_VEC(struct pw_choice) choices = {0};
    for (uint32_t i = 0; i < u->nvars; i++) {
        struct pw_type t = u->vars[i].type;
        const struct pw_expr *var = pw_expr_leaf(l->pool, PW_EXPR_LOCAL, t.kind == PW_BOOL, l->template, f->base + i);
        struct value v = {0};
        struct pw_choice c = {pw_scope_text(l->scope, u->vars[i].decl->name.name), t};
        if (i < u->nparams) v = args[i];
        else if (u->vars[i].decl->init) v = elaborate(l, u->vars[i].decl->init);
        else {
            c.name = pw_arena_strdup(&l->pool->arena, c.name);
            v.e = pw_expr_leaf(l->pool, PW_EXPR_CHOICE, t.kind == PW_BOOL, -1, (uint32_t)choices.n);
            pw_vec_push(&choices, c);
        }
        bool chosen = i >= u->nparams && !u->vars[i].decl->init;
        bool own_step = !chosen && (v.shared || !pw_lower_fits(l, v.e, t));
        struct pw_update up = {false, f->base + i, v.e};
        if (own_step) node = assign_step(l, f->call, node, var, t, v.e);
        else pw_vec_push(silent, up);
    }
    *act = (struct pw_action){.choices = pw_arena_copy(&l->pool->arena, choices.at, choices.n * sizeof *choices.at), .nchoices = (uint32_t)choices.n};
    pw_vec_clear(&choices);
    return node;
}

/* The body of the procedure, from start to where it falls off its end. */
static void call_body(struct pw_lower *l, struct pw_frame *f, uint32_t start)
{
    struct pw_graph *g = &l->graph;
    size_t mark = l->covered.n;
    if (f->unit->labels) place_labels(l, f->unit->ast->body);
    uint32_t end = lower_list(l, f->unit->ast->body, start);
    if (f->unit->ast->returns_value && f->call->nnames) { /* control must not get here */
        g->nodes.at[end].kind = PW_NODE_END;
        g->nodes.at[end].missing_return = true;
        g->nodes.at[end].token = f->unit->ast->last;
    } else {
        pw_graph_silent(g, end, PW_NODE_LEAVE, f->after);
        g->nodes.at[end].enter = f->enter;
    }
    uncover_labels(l, mark);
}

static uint32_t lower_call(struct pw_lower *l, const struct pw_stmt *s, uint32_t node)
{
    struct pw_graph *g = &l->graph;
    struct pw_frame f;
    updates silent = {0};
    struct pw_action act;
    struct value *args = PW_NEWS(struct value, s->nexprs);
    for (uint32_t i = 0; i < s->nexprs; i++) args[i] = elaborate(l, s->exprs[i]);
    pw_lower_push_frame(l, &f, s);
    f.enter = enter_call(l, &f, args, node, &silent, &act);
    f.after = pw_graph_node(g, s->last);
    uint32_t start = pw_graph_node(g, s->first);
    act.updates = pw_arena_copy(&l->pool->arena, silent.at, silent.n * sizeof *silent.at);
    act.nupdates = (uint32_t)silent.n;
    struct pw_graph_node *n = &g->nodes.at[f.enter];
    n->stepped = f.enter != node;
    n->kind = PW_NODE_ENTER, n->to = start, n->action = act, n->token = s->first;
    n->from_var = f.base, n->to_var = f.base + f.unit->nvars, n->text = pw_lower_text(l, s);
    call_body(l, &f, start);
    pw_lower_pop_frame(l);
    pw_vec_clear(&silent);
    PW_FREES(args, s->nexprs);
    return f.after;
}

/* return e; delivers the value silently if only the thread itself can see that, otherwise by a step. */
static uint32_t lower_return(struct pw_lower *l, const struct pw_stmt *s, uint32_t node)
{
    struct pw_frame *f = l->frame;
    struct pw_graph *g = &l->graph;
    struct pw_action act = {0};
    if (f->call->nnames && s->nexprs) {
        struct value v = elaborate(l, s->exprs[0]);
        const struct pw_symbol *sym = &f->call->names[0].symbol;
        bool shared = sym->meaning == PW_MEANS_SHARED;
        pw_lower_use_frame(l, f->up);
        const struct pw_expr *var = pw_elab_variable(&l->elab, sym);
        struct pw_type type = shared ? l->scope->shared[sym->index].type : l->scope->unit->vars[sym->index].type;
        pw_lower_use_frame(l, f);
        if (shared || v.shared || !pw_lower_fits(l, v.e, type)) node = assign_step(l, f->call, node, var, type, v.e);
        else {
            struct pw_update *u = pw_arena_alloc(&l->pool->arena, sizeof *u);
            *u = (struct pw_update){false, var->index, v.e};
            act = (struct pw_action){u, NULL, 1, 0};
        }
    }
    pw_graph_silent(g, node, PW_NODE_LEAVE, f->after);
    g->nodes.at[node].action = act;
    g->nodes.at[node].enter = f->enter;
    return pw_graph_node(g, s->last);
}

/* ---- statements ---- */

/* After labels comes a jump or the end of the block: control goes elsewhere at once, yet it was here. */
static bool labels_a_jump(const struct pw_stmt *s)
{
    while (s && (s->kind == PW_STMT_LABEL || s->kind == PW_STMT_EMPTY || s->kind == PW_STMT_BLOCK)) {
        if (s->kind == PW_STMT_BLOCK && s->body) s = s->body;
        else s = s->next;
    }
    return !s || s->kind == PW_STMT_GOTO || s->kind == PW_STMT_BREAK || s->kind == PW_STMT_CONTINUE || s->kind == PW_STMT_EXIT || s->kind == PW_STMT_RETURN;
}

/* A run of labels. *s moves to the last one. */
static uint32_t lower_labels(struct pw_lower *l, const struct pw_stmt **s, uint32_t node)
{
    struct pw_graph *g = &l->graph;
    uint32_t first = (uint32_t)l->label_node[(*s)->names[0].name];
    pw_graph_silent(g, node, PW_NODE_GOTO, first);
    pw_graph_label(g, first, (uint32_t)l->scope->names[(*s)->names[0].name].label);
    while ((*s)->next && (*s)->next->kind == PW_STMT_LABEL) {
        *s = (*s)->next;
        uint32_t again = (uint32_t)l->label_node[(*s)->names[0].name];
        pw_graph_silent(g, again, PW_NODE_GOTO, first);
        pw_graph_label(g, first, (uint32_t)l->scope->names[(*s)->names[0].name].label);
    }
    if (!labels_a_jump((*s)->next)) return first;
    uint32_t next = pw_graph_node(g, (*s)->first);
    pw_graph_silent(g, first, PW_NODE_COPY, next);
    return next;
}

static void condition_edge(struct pw_lower *l, const struct pw_stmt *s, uint32_t node, uint32_t to, const struct pw_expr *guard, bool truth)
{
    struct pw_strbuf b = {0};
    pw_strbuf_printf(&b, "%s: %s", pw_lower_text(l, s), truth ? "true" : "false");
    struct pw_graph_edge e = {.from = node, .to = to, .guard = guard, .statement = l->statements, .token = s->first,
                              .text = pw_arena_strdup(&l->pool->arena, pw_strbuf_text(&b))};
    pw_graph_edge(&l->graph, &e);
    pw_strbuf_clear(&b);
}

/* Branches from node to yes and no. A constant condition is no step. */
static void lower_condition(struct pw_lower *l, const struct pw_stmt *s, uint32_t node, uint32_t yes, uint32_t no)
{
    const struct pw_expr *e = pw_expr_bool(l->pool, true), *other = e;
    l->elab.saw_variable = false;
    if (s->nexprs) {
        e = pw_elab_expr(&l->elab, s->exprs[0]);
        if (e->kind == PW_EXPR_BOOL && !l->elab.saw_variable) {
            pw_graph_silent(&l->graph, node, PW_NODE_GOTO, e->truth ? yes : no);
            return;
        }
        other = pw_expr_unary(l->pool, PW_EXPR_NOT, e);
    }
    l->graph.nodes.at[node].token = s->first;
    condition_edge(l, s, node, yes, e, true);
    condition_edge(l, s, node, no, other, false);
    l->statements++;
}

static uint32_t lower_if(struct pw_lower *l, const struct pw_stmt *s, uint32_t node)
{
    struct pw_graph *g = &l->graph;
    uint32_t yes = pw_graph_node(g, s->first), no = pw_graph_node(g, s->first), join = pw_graph_node(g, s->last);
    lower_condition(l, s, node, yes, no);
    pw_graph_silent(g, lower_list(l, s->body, yes), PW_NODE_GOTO, join);
    pw_graph_silent(g, lower_list(l, s->otherwise, no), PW_NODE_GOTO, join);
    return join;
}

static uint32_t lower_while(struct pw_lower *l, const struct pw_stmt *s, uint32_t node)
{
    struct pw_graph *g = &l->graph;
    uint32_t yes = pw_graph_node(g, s->first), no = pw_graph_node(g, s->last);
    uint32_t break_node = l->break_node, continue_node = l->continue_node;
    lower_condition(l, s, node, yes, no);
    l->break_node = no;
    l->continue_node = node;
    pw_graph_silent(g, lower_list(l, s->body, yes), PW_NODE_GOTO, node);
    l->break_node = break_node;
    l->continue_node = continue_node;
    return no;
}

/* Control goes to `to`; what follows can be reached through a label only. */
static uint32_t jump(struct pw_lower *l, const struct pw_stmt *s, uint32_t node, uint32_t to)
{
    pw_graph_silent(&l->graph, node, PW_NODE_GOTO, to);
    return pw_graph_node(&l->graph, s->last);
}

static uint32_t lower_simple(struct pw_lower *l, const struct pw_stmt *s, uint32_t node)
{
    uint32_t next = pw_graph_node(&l->graph, s->last);
    pw_lower_step(l, s, node, next);
    return next;
}

static uint32_t lower_statement(struct pw_lower *l, const struct pw_stmt *s, uint32_t node)
{
    switch (s->kind) {
    case PW_STMT_EMPTY: return node;
    case PW_STMT_BLOCK: return lower_list(l, s->body, node);
    case PW_STMT_IF: return lower_if(l, s, node);
    case PW_STMT_WHILE: return lower_while(l, s, node);
    case PW_STMT_GOTO: return jump(l, s, node, (uint32_t)l->label_node[s->names[0].name]);
    case PW_STMT_BREAK: return jump(l, s, node, l->break_node);
    case PW_STMT_CONTINUE: return jump(l, s, node, l->continue_node);
    case PW_STMT_EXIT: return jump(l, s, node, PW_GRAPH_END);
    case PW_STMT_RETURN: return lower_return(l, s, node);
    case PW_STMT_CALL: return lower_call(l, s, node);
    default: return lower_simple(l, s, node);
    }
}

static uint32_t lower_list(struct pw_lower *l, const struct pw_stmt *list, uint32_t node)
{
    for (; list && !l->graph.overflow && pw_lexer_clean(l->scope->x); list = list->next) {
        pw_limits_poll();
        if (list->kind == PW_STMT_LABEL) node = lower_labels(l, &list, node);
        else node = lower_statement(l, list, node);
    }
    return node;
}

static int64_t *minus_ones(size_t n)
{
    int64_t *a = PW_NEWS(int64_t, n);
    for (size_t i = 0; i < n; i++) a[i] = -1;
    return a;
}

static void own_locals(struct pw_lower *l, const struct pw_scope_unit *u)
{
    l->elab.where = PW_IN_INIT;
    for (uint32_t i = 0; i < u->nvars; i++) {
        const struct pw_decl *d = u->vars[i].decl;
        l->elab.limit = i;
        add_local(l, pw_scope_text(l->scope, d->name.name), u->vars[i].type, d->init ? pw_elab_expr(&l->elab, d->init) : NULL, PW_VAR_DECLARED, d->name.token);
    }
    l->elab.where = PW_IN_BODY;
}

void pw_lower_thread(struct pw_lower *l, struct pw_scope *s, struct pw_expr_pool *pool, uint32_t t)
{
    const struct pw_scope_unit *u = &s->threads[t];
    struct pw_frame f = {.unit = u};
    *l = (struct pw_lower){.scope = s, .pool = pool, .template = (int32_t)t};
    pw_graph_init(&l->graph, pool, (int32_t)t);
    l->elab = (struct pw_elab){.scope = s, .pool = pool, .template = (int32_t)t};
    l->proc_base = minus_ones(s->ast->nprocs);
    l->mine = minus_ones(s->nshared);
    l->label_node = minus_ones(s->nnames);
    pw_lower_use_frame(l, &f);
    own_locals(l, u);
    place_labels(l, u->ast->body);
    pw_vec_reset(&l->covered);
    l->graph.nodes.at[PW_GRAPH_END].token = u->ast->last;
    uint32_t end = lower_list(l, u->ast->body, PW_GRAPH_ENTRY);
    pw_graph_silent(&l->graph, end, PW_NODE_GOTO, PW_GRAPH_END);
    l->frame = NULL;
    s->unit = NULL;
    if (l->graph.overflow)
        pw_scope_error(s, u->ast->name.token, u->ast->name.token, NULL, "thread '%s' is too large after expansion of its procedures",
                       pw_scope_text(s, u->ast->name.name));
}

void pw_lower_clear(struct pw_lower *l)
{
    pw_graph_clear(&l->graph);
    pw_vec_clear(&l->locals);
    pw_vec_clear(&l->covered);
    PW_FREES(l->proc_base, l->scope->ast->nprocs);
    PW_FREES(l->mine, l->scope->nshared);
    PW_FREES(l->label_node, l->scope->nnames);
}
