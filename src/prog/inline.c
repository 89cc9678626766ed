#include "prog/inline.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

/* One expansion of a unit. */
struct frame {
    int32_t unit;
    uint32_t offset;                 /* node i of the unit is offset + i - 1, its end is the end */
    bool inner;                      /* called inside of a step */
    const struct pw_flow_edge *call; /* NULL: the template itself */
    const struct frame *up;
    uint32_t enter, after; /* node of the ENTER edge, and of what comes after the call */
    unsigned depth;
};

typedef PW_VEC(const struct pw_expr *) exprs;

static void expand(struct pw_expansion *x, const struct frame *f);

static struct pw_expr_pool *pool(struct pw_expansion *x)
{
    return &x->b->program->pool;
}

static uint32_t map(const struct frame *f, uint32_t node)
{
    return node == PW_BUILD_END ? PW_BUILD_END : f->offset + node - 1;
}

static bool stopped(const struct pw_expansion *x)
{
    return x->b->problem.trouble != PW_BUILD_FINE;
}

/* ---- variables ---- */

static const char *joined(struct pw_expansion *x, const char *a, const char *b)
{
    struct pw_strbuf s = {0};
    pw_strbuf_printf(&s, "%s.%s", a, b);
    const char *name = pw_arena_strdup(&pool(x)->arena, pw_strbuf_text(&s));
    pw_strbuf_clear(&s);
    return name;
}

static uint32_t proc_base(struct pw_expansion *x, int32_t proc)
{
    int64_t *base = &x->proc_base[proc - PW_BUILD_PROC];
    if (*base >= 0) return (uint32_t)*base;
    const struct pw_build_unit *u = pw_build_unit(x->b, proc);
    *base = (int64_t)x->locals.n;
    for (size_t i = 0; i < u->vars.n; i++) {
        struct pw_build_var v = u->vars.at[i];
        v.var.name = joined(x, u->name, v.plain);
        v.var.init = pw_build_zero(pool(x), v.var.type);
        v.var.origin = PW_VAR_PROC;
        v.temp = true;
        pw_vec_push(&x->locals, v);
    }
    return (uint32_t)*base;
}

static const struct pw_expr *mine(struct pw_expansion *x, uint32_t mutex)
{
    if (x->mine[mutex] < 0) {
        assert(mutex < x->b->shared.n);
        const struct pw_var *m = &x->b->shared.at[mutex];
        struct pw_build_var v = {.var = {.type = {PW_BOOL, 0, 1}, .origin = PW_VAR_MINE}};
        v.plain = v.var.name = joined(x, m->name, "mine");
        v.var.init = pw_expr_bool(pool(x), false);
        v.var.pos = m->pos;
        x->mine[mutex] = (int64_t)x->locals.n;
        pw_vec_push(&x->locals, v);
    }
    return pw_expr_leaf(pool(x), PW_EXPR_LOCAL, true, x->template, (uint32_t)x->mine[mutex]);
}

static const struct pw_expr *local(struct pw_expansion *x, uint32_t index)
{
    assert(index < x->locals.n);
    bool is_bool = x->locals.at[index].var.type.kind == PW_BOOL;
    return pw_expr_leaf(pool(x), PW_EXPR_LOCAL, is_bool, x->template, index);
}

static const struct pw_expr *rename_leaf(void *arg, const struct pw_expr *e)
{
    struct pw_expansion *x = arg;
    if (e->kind != PW_EXPR_LOCAL || e->template <PW_BUILD_PROC) return e;
    return local(x, proc_base(x, e->template) + e->index);
}

/* An expression of f's unit, over the variables of the template. */
static const struct pw_expr *renamed(struct pw_expansion *x, const struct frame *f,
                                     const struct pw_expr *e)
{
    if (!e || f->unit < PW_BUILD_PROC) return e;
    return pw_expr_replace(pool(x), e, rename_leaf, x);
}

static const struct pw_expr *const *renamed_list(struct pw_expansion *x, const struct frame *f,
                                                 const struct pw_expr *const *list, size_t n)
{
    if (!list || !n || f->unit < PW_BUILD_PROC) return list;
    const struct pw_expr **out = pw_arena_alloc(&pool(x)->arena, n * sizeof *out);
    for (size_t i = 0; i < n; i++)
        out[i] = renamed(x, f, list[i]);
    return out;
}

static struct pw_type type_of(const struct pw_expansion *x, const struct pw_expr *var)
{
    if (var->kind == PW_EXPR_SHARED) return x->b->shared.at[var->index].type;
    assert(var->index < x->locals.n);
    return x->locals.at[var->index].var.type;
}

static bool fits(const struct pw_expansion *x, const struct pw_expr *e, struct pw_type t)
{
    return pw_build_fits(x->b, x->locals.at, e, t);
}

/* ---- edges ---- */

static void add_edge(struct pw_expansion *x, const struct pw_flow_edge *e)
{
    pw_flow_edge(&x->flow, e);
    if (x->flow.edges.n > PW_BUILD_LARGEST || x->flow.nodes.n > PW_BUILD_LARGEST)
        pw_build_report(x->b, PW_BUILD_TOO_LARGE, x->template, x->b->templates.at[x->template].pos);
}

static void add_goto(struct pw_expansion *x, uint32_t from, uint32_t to)
{
    add_edge(x, &(struct pw_flow_edge){.op = PW_FLOW_OP_GOTO, .from = from, .to = to, .text = ""});
}

/* An assignment for a call, as a step or silent: vars and values are copied. */
static void assign(struct pw_expansion *x, const struct pw_flow_edge *call, struct pw_flow_edge e,
                   const exprs *vars, const exprs *values)
{
    struct pw_arena *a = &pool(x)->arena;
    e.n = vars->n;
    e.vars = pw_arena_copy(a, vars->at, vars->n * sizeof *vars->at);
    e.values = pw_arena_copy(a, values->at, values->n * sizeof *values->at);
    e.text = call->text;
    e.pos = call->pos;
    add_edge(x, &e);
}

static void assign_one(struct pw_expansion *x, const struct pw_flow_edge *call,
                       struct pw_flow_edge e, const struct pw_expr *var,
                       const struct pw_expr *value)
{
    exprs vars = {0}, values = {0};
    pw_vec_push(&vars, var);
    pw_vec_push(&values, value);
    assign(x, call, e, &vars, &values);
    pw_vec_clear(&vars);
    pw_vec_clear(&values);
}

static void expand_mutex(struct pw_expansion *x, struct pw_flow_edge e)
{
    const struct pw_expr *held = e.vars[0], *own = mine(x, held->index);
    bool lock = e.op == PW_FLOW_OP_LOCK;
    const struct pw_expr *to = pw_expr_bool(pool(x), lock);
    const struct pw_expr *vars[] = {held, own}, *values[] = {to, to};
    e.op = PW_FLOW_OP_STEP;
    if (lock)
        e.guard = pw_expr_unary(pool(x), PW_EXPR_NOT, held);
    else
        e.check = own, e.kind = PW_EDGE_UNLOCK;
    e.n = 2;
    e.vars = pw_arena_copy(&pool(x)->arena, vars, sizeof vars);
    e.values = pw_arena_copy(&pool(x)->arena, values, sizeof values);
    add_edge(x, &e);
}

/* ---- calls ---- */

/* Parameters and locals that get their values without a step of their own. */
struct enter_ctx {
    struct pw_expansion *x;
    uint32_t base;
    exprs vars, values;
    uint32_t chosen; /* arbitrary ones among the values */
    bool read;       /* a value was read that is not there yet */
};

static void pend(struct enter_ctx *p, const struct pw_expr *var, const struct pw_expr *value)
{
    pw_vec_push(&p->vars, var);
    pw_vec_push(&p->values, value);
    if (!value) p->chosen++;
}

/* What is assigned together reads the values before; so what is pending is put in its place. */
static const struct pw_expr *pending_value(void *arg, const struct pw_expr *e)
{
    struct enter_ctx *p = arg;
    uint32_t choice = 0;
    for (size_t i = 0; i < p->vars.n && e->kind == PW_EXPR_LOCAL; i++) {
        if (p->vars.at[i]->index == e->index) {
            p->read = true;
            if (p->values.at[i]) return p->values.at[i];
            return pw_expr_leaf(pool(p->x), PW_EXPR_CHOICE, e->is_bool, -1, choice);
        }
        if (!p->values.at[i]) choice++;
    }
    return e;
}

/* A step of its own sets variable i of the callee; with what is pending if it reads that. */
static uint32_t argument_step(struct enter_ctx *p, const struct frame *f, uint32_t node,
                              const struct pw_expr *var, const struct pw_expr *value)
{
    struct pw_expansion *x = p->x;
    uint32_t next = pw_flow_node(&x->flow, false, f->call->pos);
    struct pw_flow_edge e = {.op = PW_FLOW_OP_STEP, .from = node, .to = next};
    if (!p->read) {
        assign_one(x, f->call, e, var, value);
        return next;
    }
    pend(p, var, value);
    assign(x, f->call, e, &p->vars, &p->values);
    pw_vec_reset(&p->vars);
    pw_vec_reset(&p->values);
    p->chosen = 0;
    return next;
}

/* Arguments and initial values of a call that is no part of a step. Returns the node of ENTER. */
static uint32_t enter_silently(struct pw_expansion *x, const struct frame *f, uint32_t node,
                               struct enter_ctx *p)
{
    const struct pw_build_unit *u = pw_build_unit(x->b, f->unit);
    for (uint32_t i = 0; i < u->vars.n; i++) {
        struct pw_build_value v = {u->vars.at[i].var.init, u->vars.at[i].init_shared};
        const struct pw_expr *var = local(x, p->base + i);
        p->read = false;
        if (i < u->nparams) v = f->call->args[i];
        v.e = renamed(x, i < u->nparams ? f->up : f, v.e);
        bool own_step = v.e && (v.shared || !fits(x, v.e, u->vars.at[i].var.type));
        if (v.e && i >= u->nparams) v.e = pw_expr_replace(pool(x), v.e, pending_value, p);
        if (own_step)
            node = argument_step(p, f, node, var, v.e);
        else
            pend(p, var, v.e);
    }
    return node;
}

/* The same inside of a step: parameters at once, then the locals one by one. */
static uint32_t enter_in_step(struct pw_expansion *x, const struct frame *f, uint32_t node,
                              uint32_t base)
{
    const struct pw_build_unit *u = pw_build_unit(x->b, f->unit);
    struct enter_ctx p = {.x = x, .base = base};
    for (uint32_t i = 0; i < u->nparams; i++)
        pend(&p, local(x, base + i), renamed(x, f->up, f->call->args[i].e));
    for (uint32_t i = u->nparams; i <= u->vars.n; i++) {
        if (p.vars.n) {
            uint32_t next = pw_flow_node(&x->flow, true, f->call->pos);
            struct pw_flow_edge e = {.op = PW_FLOW_OP_STEP, .from = node, .to = next};
            assign(x, f->call, e, &p.vars, &p.values);
            node = next;
        }
        pw_vec_reset(&p.vars);
        pw_vec_reset(&p.values);
        if (i < u->vars.n) pend(&p, local(x, base + i), renamed(x, f, u->vars.at[i].var.init));
    }
    pw_vec_clear(&p.vars);
    pw_vec_clear(&p.values);
    return node;
}

static bool recursive(struct pw_expansion *x, const struct frame *f)
{
    bool again = f->depth > PW_BUILD_DEEPEST || x->open[f->unit - PW_BUILD_PROC];
    if (again) pw_build_report(x->b, PW_BUILD_RECURSION, f->unit, f->call->pos);
    return again;
}

/* Copies of the nodes of f's unit. */
static void copy_nodes(struct pw_expansion *x, struct frame *f)
{
    const struct pw_build_unit *u = pw_build_unit(x->b, f->unit);
    f->offset = (uint32_t)x->flow.nodes.n;
    for (size_t i = PW_BUILD_ENTRY; i < u->flow.nodes.n; i++) {
        const struct pw_flow_node *n = &u->flow.nodes.at[i];
        uint32_t copy = pw_flow_node(&x->flow, n->inner || f->inner, n->pos);
        x->flow.nodes.at[copy].labels = f->inner ? NULL : n->labels;
    }
    if (f->call) x->flow.nodes.at[f->offset].pos = f->call->pos;
}

static void expand_call(struct pw_expansion *x, const struct frame *up,
                        const struct pw_flow_edge *call)
{
    uint32_t node = map(up, call->from);
    struct frame f = {.unit = call->callee, .call = call, .up = up, .depth = up->depth + 1};
    assert(node < x->flow.nodes.n);
    f.inner = x->flow.nodes.at[node].inner;
    f.after = map(up, call->to);
    assert(call->nargs == pw_build_unit(x->b, f.unit)->nparams);
    if (recursive(x, &f)) return;
    struct enter_ctx p = {.x = x, .base = proc_base(x, f.unit)};
    if (f.inner)
        node = enter_in_step(x, &f, node, p.base);
    else
        f.enter = enter_silently(x, &f, node, &p);
    copy_nodes(x, &f);
    if (f.inner) {
        add_goto(x, node, f.offset);
    } else {
        uint32_t end = p.base + (uint32_t)pw_build_unit(x->b, f.unit)->vars.n;
        struct pw_flow_edge e = {.op = PW_FLOW_OP_ENTER,
                                 .from = f.enter,
                                 .to = f.offset,
                                 .from_var = p.base,
                                 .to_var = end,
                                 .stepped = f.enter != node};
        assign(x, call, e, &p.vars, &p.values);
    }
    pw_vec_clear(&p.vars);
    pw_vec_clear(&p.values);
    x->open[f.unit - PW_BUILD_PROC] = true;
    expand(x, &f);
    x->open[f.unit - PW_BUILD_PROC] = false;
}

static void expand_return(struct pw_expansion *x, const struct frame *f,
                          const struct pw_flow_edge *e)
{
    uint32_t from = map(f, e->from);
    assert(from < x->flow.nodes.n);
    bool inner = x->flow.nodes.at[from].inner;
    struct pw_flow_edge leave = {
        .op = PW_FLOW_OP_LEAVE, .from = from, .to = f->after, .text = "", .enter = f->enter};
    if (inner) leave.op = PW_FLOW_OP_GOTO;
    if (!f->call->n) {
        add_edge(x, &leave);
        return;
    }
    if (!e->args[0].e) { /* control must not get here */
        uint32_t nowhere = pw_flow_node(&x->flow, inner, e->pos);
        assert(nowhere < x->flow.nodes.n);
        x->flow.nodes.at[nowhere].missing_return = true;
        add_goto(x, from, nowhere);
        return;
    }
    const struct pw_expr *value = renamed(x, f, e->args[0].e);
    const struct pw_expr *var = renamed(x, f->up, f->call->vars[0]);
    bool shared = e->args[0].shared || var->kind == PW_EXPR_SHARED;
    if (inner) {
        leave.op = PW_FLOW_OP_STEP;
    } else if (shared || !fits(x, value, type_of(x, var))) {
        uint32_t next = pw_flow_node(&x->flow, false, f->call->pos);
        struct pw_flow_edge step = {.op = PW_FLOW_OP_STEP, .from = from, .to = next};
        assign_one(x, f->call, step, var, value);
        leave.from = next;
        add_edge(x, &leave);
        return;
    }
    assign_one(x, f->call, leave, var, value);
}

/* The edges of f's unit, whose nodes are there, in the order in which they were made. */
static void expand(struct pw_expansion *x, const struct frame *f)
{
    for (size_t i = 0; i < pw_build_unit(x->b, f->unit)->flow.edges.n && !stopped(x); i++) {
        pw_limits_poll();
        const struct pw_flow_edge *edge = &pw_build_unit(x->b, f->unit)->flow.edges.at[i];
        if (edge->op == PW_FLOW_OP_CALL) {
            expand_call(x, f, edge);
            continue;
        }
        if (edge->op == PW_FLOW_OP_RETURN) {
            expand_return(x, f, edge);
            continue;
        }
        struct pw_flow_edge e = *edge;
        e.from = map(f, e.from);
        e.to = map(f, e.to);
        e.guard = renamed(x, f, e.guard);
        e.check = renamed(x, f, e.check);
        e.vars = renamed_list(x, f, e.vars, e.n);
        e.values = renamed_list(x, f, e.values, e.n);
        e.other_value = renamed(x, f, e.other_value);
        if (e.op == PW_FLOW_OP_LOCK || e.op == PW_FLOW_OP_UNLOCK)
            expand_mutex(x, e);
        else
            add_edge(x, &e);
    }
}

static int64_t *minus_ones(size_t n)
{
    int64_t *a = PW_NEWS(int64_t, n);
    for (size_t i = 0; i < n; i++)
        a[i] = -1;
    return a;
}

void pw_inline_template(struct pw_expansion *x, struct pw_build *b, int32_t t)
{
    const struct pw_build_unit *u = pw_build_unit(b, t);
    struct frame f = {.unit = t};
    *x = (struct pw_expansion){.b = b, .template = t};
    x->proc_base = minus_ones(b->procs.n);
    x->mine = minus_ones(b->shared.n);
    x->open = PW_NEWS(bool, b->procs.n);
    for (size_t i = 0; i < u->vars.n; i++)
        pw_vec_push(&x->locals, u->vars.at[i]);
    pw_flow_node(&x->flow, false, u->flow.nodes.at[PW_BUILD_END].pos);
    copy_nodes(x, &f);
    expand(x, &f);
}

void pw_inline_clear(struct pw_expansion *x)
{
    pw_flow_clear(&x->flow);
    pw_vec_clear(&x->locals);
    PW_FREES(x->proc_base, x->b->procs.n);
    PW_FREES(x->mine, x->b->shared.n);
    PW_FREES(x->open, x->b->procs.n);
}
