#include "prog/build.h"

#include <assert.h>

#include "base/mem.h"
#include "prog/flow.h"
#include "prog/freeze.h"

struct pw_build *pw_build_new(const char *file)
{
    struct pw_build *b = PW_NEW(struct pw_build);
    b->program = PW_NEW(struct pw_program);
    pw_expr_pool_init(&b->program->pool);
    pw_build_file(b, file);
    return b;
}

static void clear_unit(struct pw_build_unit *u)
{
    pw_vec_clear(&u->vars);
    pw_flow_clear(&u->flow);
}

void pw_build_free(struct pw_build *b)
{
    if (!b) return;
    for (size_t i = 0; i < b->templates.n; i++)
        clear_unit(&b->templates.at[i]);
    for (size_t i = 0; i < b->procs.n; i++)
        clear_unit(&b->procs.at[i]);
    pw_vec_clear(&b->files);
    pw_vec_clear(&b->shared);
    pw_vec_clear(&b->templates);
    pw_vec_clear(&b->procs);
    pw_vec_clear(&b->labels);
    pw_names_clear(&b->label_names);
    pw_vec_clear(&b->unsafe);
    pw_vec_clear(&b->preds);
    pw_vec_clear(&b->inits);
    pw_vec_clear(&b->invariants);
    pw_program_free(b->program);
    PW_FREE(b);
}

struct pw_expr_pool *pw_build_pool(struct pw_build *b)
{
    return &b->program->pool;
}

static struct pw_arena *arena(struct pw_build *b)
{
    return &b->program->pool.arena;
}
static const char *keep(struct pw_build *b, const char *s)
{
    return pw_arena_strdup(arena(b), s);
}

uint32_t pw_build_file(struct pw_build *b, const char *name)
{
    pw_vec_push(&b->files, keep(b, name));
    return (uint32_t)b->files.n - 1;
}

struct pw_build_unit *pw_build_unit(struct pw_build *b, int32_t unit)
{
    assert(unit >= 0);
    if (unit < PW_BUILD_PROC) {
        assert((size_t)unit < b->templates.n);
        return &b->templates.at[unit];
    }
    assert((size_t)(unit - PW_BUILD_PROC) < b->procs.n);
    assert((size_t)(unit - PW_BUILD_PROC) < b->procs.n);
    return &b->procs.at[unit - PW_BUILD_PROC];
}

void pw_build_report(struct pw_build *b, enum pw_build_trouble trouble, int32_t unit,
                     struct pw_pos pos)
{
    if (b->problem.trouble == PW_BUILD_FINE)
        b->problem = (struct pw_build_problem){trouble, unit, pos};
}

/* ---- variables and units ---- */

static const struct pw_expr *add_shared(struct pw_build *b, const char *name, struct pw_type type,
                                        const struct pw_expr *init, enum pw_var_origin origin,
                                        struct pw_pos pos)
{
    struct pw_var v = {
        .name = keep(b, name), .type = type, .init = init, .origin = origin, .pos = pos};
    uint32_t index = (uint32_t)b->shared.n;
    pw_vec_push(&b->shared, v);
    return pw_expr_leaf(pw_build_pool(b), PW_EXPR_SHARED, type.kind == PW_BOOL, -1, index);
}

const struct pw_expr *pw_build_shared(struct pw_build *b, const char *name, struct pw_type type,
                                      const struct pw_expr *init, struct pw_pos pos)
{
    assert(!init || init->is_bool == (type.kind == PW_BOOL));
    return add_shared(b, name, type, init, PW_VAR_DECLARED, pos);
}

const struct pw_expr *pw_build_mutex(struct pw_build *b, const char *name, struct pw_pos pos)
{
    struct pw_type type = {PW_BOOL, 0, 1};
    return add_shared(b, name, type, pw_expr_bool(pw_build_pool(b), false), PW_VAR_HELD, pos);
}

static struct pw_build_unit new_unit(struct pw_build *b, const char *name, int64_t count,
                                     struct pw_pos pos)
{
    struct pw_build_unit u = {.name = keep(b, name), .count = count, .pos = pos};
    pw_flow_node(&u.flow, false, pos);
    pw_flow_node(&u.flow, false, pos);
    return u;
}

void pw_build_abstract(struct pw_build *b, int32_t template)
{
    pw_build_unit(b, template)->abstract = true;
}

void pw_build_count_alone(struct pw_build *b, int32_t template)
{
    assert(pw_build_unit(b, template)->count != PW_ANY);
    pw_build_unit(b, template)->count_alone = true;
}

int32_t pw_build_template(struct pw_build *b, const char *name, int64_t count, struct pw_pos pos)
{
    struct pw_build_unit u = new_unit(b, name, count, pos);
    assert(b->templates.n < PW_BUILD_PROC);
    pw_vec_push(&b->templates, u);
    return (int32_t)b->templates.n - 1;
}

int32_t pw_build_proc(struct pw_build *b, const char *name, struct pw_pos pos)
{
    struct pw_build_unit u = new_unit(b, name, PW_ANY, pos);
    pw_vec_push(&b->procs, u);
    return PW_BUILD_PROC + (int32_t)b->procs.n - 1;
}

static const struct pw_expr *add_local(struct pw_build *b, int32_t unit, struct pw_build_var v)
{
    struct pw_build_unit *u = pw_build_unit(b, unit);
    v.var.name = v.plain = keep(b, v.plain);
    pw_vec_push(&u->vars, v);
    return pw_expr_leaf(pw_build_pool(b), PW_EXPR_LOCAL, v.var.type.kind == PW_BOOL, unit,
                        (uint32_t)u->vars.n - 1);
}

const struct pw_expr *pw_build_param(struct pw_build *b, int32_t proc, const char *name,
                                     struct pw_type type, struct pw_pos pos)
{
    struct pw_build_unit *u = pw_build_unit(b, proc);
    assert(proc >= PW_BUILD_PROC && u->nparams == u->vars.n);
    u->nparams++;
    return add_local(
        b, proc,
        (struct pw_build_var){.var = {.type = type, .pos = pos}, .plain = name, .temp = true});
}

const struct pw_expr *pw_build_local(struct pw_build *b, int32_t unit, const char *name,
                                     struct pw_type type, struct pw_build_value init,
                                     struct pw_pos pos)
{
    assert(!init.e || init.e->is_bool == (type.kind == PW_BOOL));
    struct pw_build_var v = {.var = {.type = type, .init = init.e, .pos = pos},
                             .plain = name,
                             .init_shared = init.shared,
                             .temp = unit >= PW_BUILD_PROC};
    return add_local(b, unit, v);
}

const struct pw_expr *pw_build_temp(struct pw_build *b, int32_t unit, const char *name,
                                    struct pw_type type, struct pw_pos pos)
{
    struct pw_build_var v = {
        .var = {.type = type, .origin = PW_VAR_PROC, .pos = pos}, .plain = name, .temp = true};
    v.var.init = pw_build_zero(pw_build_pool(b), type);
    return add_local(b, unit, v);
}

const struct pw_expr *pw_build_zero(struct pw_expr_pool *pool, struct pw_type t)
{
    if (t.kind == PW_BOOL) return pw_expr_bool(pool, false);
    bool without = t.kind == PW_RANGE && (t.lo > 0 || t.hi < 0);
    return pw_expr_int_si(pool, without ? t.lo : 0);
}

bool pw_build_fits(const struct pw_build *b, const struct pw_build_var *locals,
                   const struct pw_expr *e, struct pw_type t)
{
    if (t.kind != PW_RANGE) return true;
    if (e->kind == PW_EXPR_INT)
        return pw_int_cmp_si(&e->value, t.lo) >= 0 && pw_int_cmp_si(&e->value, t.hi) <= 0;
    struct pw_type of = {PW_INT, 0, 0};
    if (e->kind == PW_EXPR_SHARED) of = b->shared.at[e->index].type;
    if (e->kind == PW_EXPR_LOCAL) of = locals[e->index].var.type;
    return of.kind == PW_RANGE && of.lo >= t.lo && of.hi <= t.hi;
}

const struct pw_expr *pw_build_in_range(struct pw_expr_pool *pool, const struct pw_expr *e,
                                        struct pw_type t)
{
    const struct pw_expr *lo = pw_expr_binary(pool, PW_EXPR_LE, pw_expr_int_si(pool, t.lo), e);
    const struct pw_expr *hi = pw_expr_binary(pool, PW_EXPR_LE, e, pw_expr_int_si(pool, t.hi));
    return pw_expr_binary(pool, PW_EXPR_AND, lo, hi);
}

/* ---- control flow ---- */

uint32_t pw_build_node_like(struct pw_build *b, int32_t unit, bool inner, struct pw_pos pos)
{
    return pw_flow_node(&pw_build_unit(b, unit)->flow, inner, pos);
}

uint32_t pw_build_node(struct pw_build *b, int32_t unit, struct pw_pos pos)
{
    return pw_build_node_like(b, unit, false, pos);
}

uint32_t pw_build_inner(struct pw_build *b, int32_t unit, struct pw_pos pos)
{
    return pw_build_node_like(b, unit, true, pos);
}

void pw_build_end_pos(struct pw_build *b, int32_t unit, struct pw_pos pos)
{
    pw_build_unit(b, unit)->flow.nodes.at[PW_BUILD_END].pos = pos;
}

uint32_t pw_build_label(struct pw_build *b, const char *name, struct pw_pos pos)
{
    uint32_t number = pw_names_intern(&b->label_names, name);
    struct pw_label l = {.name = keep(b, name), .pos = pos};
    if (number == b->labels.n) pw_vec_push(&b->labels, l);
    return number;
}

void pw_build_place(struct pw_build *b, int32_t unit, uint32_t node, uint32_t label)
{
    struct pw_flow_node *n = &pw_build_unit(b, unit)->flow.nodes.at[node];
    struct pw_flow_label *l = pw_arena_alloc(arena(b), sizeof *l);
    assert(!n->inner && label < b->labels.n);
    *l = (struct pw_flow_label){label, n->labels};
    n->labels = l;
}

/* The edge, with copies of everything it points to. */
static void add_edge(struct pw_build *b, struct pw_build_at at, struct pw_flow_edge e)
{
    struct pw_flow *f = &pw_build_unit(b, at.unit)->flow;
    assert(at.from != PW_BUILD_END && at.from < f->nodes.n && at.to < f->nodes.n);
    e.from = at.from;
    e.to = at.to;
    e.pos = at.pos;
    e.text = at.text ? keep(b, at.text) : "";
    e.vars = pw_arena_copy(arena(b), e.vars, e.n * sizeof *e.vars);
    if (e.values) e.values = pw_arena_copy(arena(b), e.values, e.n * sizeof *e.values);
    e.args = pw_arena_copy(arena(b), e.args, e.nargs * sizeof *e.args);
    pw_flow_edge(f, &e);
}

void pw_build_goto(struct pw_build *b, int32_t unit, uint32_t from, uint32_t to)
{
    struct pw_build_at at = {unit, from, to, NULL, {0}};
    add_edge(b, at, (struct pw_flow_edge){.op = PW_FLOW_OP_GOTO});
}

void pw_build_skip(struct pw_build *b, struct pw_build_at at)
{
    add_edge(b, at, (struct pw_flow_edge){.op = PW_FLOW_OP_STEP});
}

void pw_build_assume(struct pw_build *b, struct pw_build_at at, const struct pw_expr *e)
{
    assert(e->is_bool);
    add_edge(b, at, (struct pw_flow_edge){.op = PW_FLOW_OP_STEP, .guard = e});
}

void pw_build_assert(struct pw_build *b, struct pw_build_at at, const struct pw_expr *e)
{
    assert(e->is_bool);
    add_edge(b, at,
             (struct pw_flow_edge){.op = PW_FLOW_OP_STEP, .check = e, .kind = PW_EDGE_ASSERT});
}

void pw_build_assign(struct pw_build *b, struct pw_build_at at, size_t n,
                     const struct pw_expr *const *vars, const struct pw_expr *const *values)
{
    for (size_t i = 0; i < n; i++)
        assert((vars[i]->kind == PW_EXPR_SHARED || vars[i]->template == at.unit) &&
               (!values[i] || values[i]->is_bool == vars[i]->is_bool));
    struct pw_flow_edge e = {.op = PW_FLOW_OP_STEP, .n = n, .vars = vars, .values = values};
    add_edge(b, at, e);
}

void pw_build_others(struct pw_build *b, struct pw_build_at at, const struct pw_expr *other,
                     const struct pw_expr *value)
{
    assert(other->kind == PW_EXPR_PASSIVE && other->is_bool == value->is_bool);
    assert(!pw_expr_find_every(value));
    struct pw_flow_edge e = {.op = PW_FLOW_OP_STEP, .other = other, .other_value = value};
    add_edge(b, at, e);
}

void pw_build_lock(struct pw_build *b, struct pw_build_at at, const struct pw_expr *mutex)
{
    add_edge(b, at, (struct pw_flow_edge){.op = PW_FLOW_OP_LOCK, .n = 1, .vars = &mutex});
}

void pw_build_unlock(struct pw_build *b, struct pw_build_at at, const struct pw_expr *mutex)
{
    add_edge(b, at, (struct pw_flow_edge){.op = PW_FLOW_OP_UNLOCK, .n = 1, .vars = &mutex});
}

void pw_build_call(struct pw_build *b, struct pw_build_at at, int32_t proc, size_t n,
                   const struct pw_build_value *args, const struct pw_expr *result)
{
    assert(proc >= PW_BUILD_PROC);
    struct pw_flow_edge e = {.op = PW_FLOW_OP_CALL,
                             .callee = proc,
                             .nargs = n,
                             .args = args,
                             .n = result ? 1 : 0,
                             .vars = &result};
    add_edge(b, at, e);
}

void pw_build_return(struct pw_build *b, struct pw_build_at at, struct pw_build_value value)
{
    assert(at.unit >= PW_BUILD_PROC);
    at.to = PW_BUILD_END;
    struct pw_flow_edge e = {.op = PW_FLOW_OP_RETURN, .nargs = 1, .args = &value};
    add_edge(b, at, e);
}

/* ---- formulas ---- */

void pw_build_predicate(struct pw_build *b, const char *name, const char *text,
                        const struct pw_expr *expr, int32_t active, struct pw_pos pos)
{
    struct pw_pred q = {
        .name = keep(b, name), .text = keep(b, text), .expr = expr, .active = active, .pos = pos};
    assert(expr->is_bool);
    pw_vec_push(&b->preds, q);
}

void pw_build_init(struct pw_build *b, const char *text, const struct pw_expr *expr, int32_t active,
                   struct pw_pos pos)
{
    struct pw_pred q = {.text = keep(b, text), .expr = expr, .active = active, .pos = pos};
    assert(expr->is_bool);
    pw_vec_push(&b->inits, q);
}

void pw_build_invariant(struct pw_build *b, const char *text, const struct pw_expr *expr,
                        int32_t active, struct pw_pos pos)
{
    struct pw_pred q = {.text = keep(b, text), .expr = expr, .active = active, .pos = pos};
    assert(expr->is_bool);
    pw_vec_push(&b->invariants, q);
}

void pw_build_unsafe(struct pw_build *b, size_t n, const struct pw_count *counts, const char *text,
                     struct pw_pos pos)
{
    struct pw_disjunct d = {.counts = pw_arena_copy(arena(b), counts, n * sizeof *counts),
                            .ncounts = n,
                            .text = keep(b, text),
                            .pos = pos};
    pw_vec_push(&b->unsafe, d);
}

void pw_build_unsafe_formula(struct pw_build *b, const struct pw_expr *expr, const char *text,
                             struct pw_pos pos)
{
    assert(expr->is_bool);
    struct pw_pred q = {.text = keep(b, text), .expr = expr, .active = PW_ANY, .pos = pos};
    struct pw_disjunct d = {.text = q.text, .pos = pos};
    d.formula = pw_arena_copy(arena(b), &q, sizeof q);
    pw_vec_push(&b->unsafe, d);
}

/* ---- the result ---- */

struct pw_program *pw_build_finish(struct pw_build *b, struct pw_build_problem *problem)
{
    assert(b->program);
    struct pw_program *p = b->program;
    pw_freeze_program(b);
    *problem = b->problem;
    if (b->problem.trouble != PW_BUILD_FINE) return NULL;
    b->program = NULL;
    assert(pw_program_check(p));
    return p;
}
