#include "prog/compose.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

/* A way through a step: possible if guard holds, and does updates (sorted, as in an action). */
struct path {
    const struct pw_expr *guard;
    PW_VEC(struct pw_update) updates;
    PW_VEC(struct pw_choice) choices;
    const struct pw_flow_edge *first; /* its text and position are the step's */
};

typedef PW_VEC(struct path) paths;

/* A node to be looked at, or one whose followers are. */
struct visit {
    uint32_t node;
    bool finished;
};

struct composer {
    struct pw_expansion *x;
    struct pw_build *b;
    struct pw_expr_pool *pool;
    struct pw_graph *g;
    uint32_t *number; /* flow node that is not inner to graph node */
    paths *at;        /* per flow node: ways that have come to it */
    uint8_t *state;   /* per flow node, while a step is ordered */
    PW_VEC(uint32_t) order;
    PW_VEC(struct visit) todo;
    /* the step */
    uint32_t node;
    struct pw_pos pos;
    unsigned emitted;
};

/* ---- paths ---- */

static void free_path(struct path *p)
{
    pw_vec_clear(&p->updates);
    pw_vec_clear(&p->choices);
}

static void clear_paths(paths *set)
{
    for (size_t i = 0; i < set->n; i++)
        free_path(&set->at[i]);
    pw_vec_clear(set);
}

static struct path clone(const struct path *p)
{
    struct path q = {.guard = p->guard, .first = p->first};
    for (size_t i = 0; i < p->updates.n; i++)
        pw_vec_push(&q.updates, p->updates.at[i]);
    for (size_t i = 0; i < p->choices.n; i++)
        pw_vec_push(&q.choices, p->choices.at[i]);
    return q;
}

/* Position of a variable among the sorted updates; *found tells whether it is there. */
static size_t find(const struct path *p, bool shared, uint32_t index, bool *found)
{
    struct pw_update key = {.shared = shared, .index = index};
    size_t lo = 0, hi = p->updates.n;
    *found = false;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = pw_graph_compare_updates(&key, &p->updates.at[mid]);
        if (!c) return *found = true, mid;
        if (c < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

static const struct pw_expr *value_now(void *arg, const struct pw_expr *e)
{
    const struct path *p = arg;
    bool found;
    if (e->kind == PW_EXPR_CHOICE) return e;
    size_t i = find(p, e->kind == PW_EXPR_SHARED, e->index, &found);
    return found ? p->updates.at[i].to : e;
}

/* e, as a function of the values at the start of the step. */
static const struct pw_expr *value(struct composer *c, struct path *p, const struct pw_expr *e)
{
    return p->updates.n ? pw_expr_replace(c->pool, e, value_now, p) : e;
}

static void set_variable(struct path *p, const struct pw_expr *var, const struct pw_expr *to)
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

static void require(struct composer *c, struct path *p, const struct pw_expr *e)
{
    p->guard = pw_expr_binary(c->pool, PW_EXPR_AND, p->guard, e);
}

/* The way ends as an edge to a node of the graph. of: the edge whose text and position it gets. */
static void emit(struct composer *c, const struct path *p, uint32_t to, enum pw_edge_kind kind,
                 const struct pw_flow_edge *of)
{
    struct pw_arena *a = &c->pool->arena;
    if (pw_expr_is_false(p->guard)) return;
    if (++c->emitted > PW_BUILD_PATHS) {
        pw_build_report(c->b, PW_BUILD_TOO_MANY_PATHS, c->x->template, c->pos);
        return;
    }
    struct pw_graph_edge e = {.from = c->number[c->node],
                              .to = to,
                              .guard = p->guard,
                              .kind = kind,
                              .text = of->text,
                              .pos = of->pos};
    e.action =
        (struct pw_action){pw_arena_copy(a, p->updates.at, p->updates.n * sizeof *p->updates.at),
                           pw_arena_copy(a, p->choices.at, p->choices.n * sizeof *p->choices.at),
                           (uint32_t)p->updates.n, (uint32_t)p->choices.n};
    pw_graph_edge(c->g, &e);
}

/* Goes on only where e holds; elsewhere the step fails. */
static void demand(struct composer *c, struct path *p, const struct pw_expr *e,
                   enum pw_edge_kind kind, const struct pw_flow_edge *of)
{
    struct path failing = *p; /* borrows the arrays */
    require(c, &failing, pw_expr_unary(c->pool, PW_EXPR_NOT, e));
    emit(c, &failing, PW_GRAPH_ERROR, kind, of);
    require(c, p, e);
}

/* ---- edges ---- */

static const struct pw_expr *choose(struct composer *c, struct path *p, const struct pw_expr *var)
{
    bool shared = var->kind == PW_EXPR_SHARED;
    const struct pw_build_var *l = shared ? NULL : &c->x->locals.at[var->index];
    const struct pw_var *s = shared ? &c->b->shared.at[var->index] : NULL;
    struct pw_choice k = {shared ? s->name : l->plain, shared ? s->type : l->var.type};
    pw_vec_push(&p->choices, k);
    return pw_expr_leaf(c->pool, PW_EXPR_CHOICE, var->is_bool, -1, (uint32_t)p->choices.n - 1);
}

static bool fits(struct composer *c, const struct pw_expr *e, struct pw_type t)
{
    return pw_build_fits(c->b, c->x->locals.at, e, t);
}

static void do_assign(struct composer *c, struct path *p, const struct pw_flow_edge *e)
{
    const struct pw_expr **v = PW_NEWS(const struct pw_expr *, e->n);
    for (size_t i = 0; i < e->n; i++) {
        const struct pw_expr *var = e->vars[i], *right = e->values[i];
        struct pw_type t = var->kind == PW_EXPR_SHARED ? c->b->shared.at[var->index].type
                                                       : c->x->locals.at[var->index].var.type;
        v[i] = right ? value(c, p, right) : choose(c, p, var);
        /* an unchanged right side tells more about its range than its value does */
        if (right && !fits(c, right, t) && !fits(c, v[i], t))
            demand(c, p, pw_build_in_range(c->pool, v[i], t), PW_EDGE_RANGE, e);
    }
    for (size_t i = 0; i < e->n; i++)
        set_variable(p, e->vars[i], v[i]);
    PW_FREES(v, e->n);
}

/* One way along one edge. */
static void follow(struct composer *c, struct path p, const struct pw_flow_edge *e)
{
    const struct pw_flow_node *to = &c->x->flow.nodes.at[e->to];
    pw_limits_poll();
    if (e->op == PW_FLOW_STEP) {
        if (!p.first) p.first = e;
        if (e->guard) require(c, &p, value(c, &p, e->guard));
        if (e->check) demand(c, &p, value(c, &p, e->check), e->kind, e);
        if (e->n) do_assign(c, &p, e);
    }
    assert(p.first && (e->op == PW_FLOW_STEP || e->op == PW_FLOW_GOTO));
    if (to->inner && !pw_expr_is_false(p.guard)) {
        pw_vec_push(&c->at[e->to], p);
        if (c->at[e->to].n > PW_BUILD_PATHS)
            pw_build_report(c->b, PW_BUILD_TOO_MANY_PATHS, c->x->template, c->pos);
        return;
    }
    if (!to->inner) emit(c, &p, c->number[e->to], PW_EDGE_STEP, p.first);
    free_path(&p);
}

/* ---- steps ---- */

enum { UNSEEN, OPEN, DONE };

/* c->order := the nodes of the step at `node`, each after all that lead to it. Depth first, the
 * last edge of a node first: then the nodes, as they are finished, are in the reverse order of the
 * source. A node that is met while it is open leads to itself. */
static void order_step(struct composer *c, uint32_t node)
{
    const struct pw_flow *f = &c->x->flow;
    struct visit v = {node, false};
    pw_vec_reset(&c->order);
    pw_vec_push(&c->todo, v);
    while (c->todo.n) {
        pw_limits_poll();
        v = pw_vec_pop(&c->todo);
        if (v.finished) {
            c->state[v.node] = DONE;
            pw_vec_push(&c->order, v.node);
        } else if (c->state[v.node] == OPEN) {
            pw_build_report(c->b, PW_BUILD_LOOP, c->x->template, c->pos);
        } else if (c->state[v.node] == UNSEEN) {
            c->state[v.node] = OPEN;
            pw_vec_push(&c->todo, ((struct visit){v.node, true}));
            for (uint32_t e = f->nodes.at[v.node].first; e; e = f->edges.at[e - 1].next) {
                struct visit next = {f->edges.at[e - 1].to, false};
                if (f->nodes.at[next.node].inner) pw_vec_push(&c->todo, next);
            }
        }
    }
    for (size_t i = 0; i < c->order.n; i++)
        c->state[c->order.at[i]] = UNSEEN;
}

/* All ways at a node go on along its edges. */
static void follow_all(struct composer *c, uint32_t node)
{
    const struct pw_flow *f = &c->x->flow;
    paths *set = &c->at[node];
    if (f->nodes.at[node].missing_return && set->n)
        pw_build_report(c->b, PW_BUILD_NO_RETURN, c->x->template, f->nodes.at[node].pos);
    for (uint32_t e = f->nodes.at[node].first; e; e = f->edges.at[e - 1].next)
        for (size_t i = 0; i < set->n && c->b->problem.trouble == PW_BUILD_FINE; i++)
            follow(c, clone(&set->at[i]), &f->edges.at[e - 1]);
    clear_paths(set);
}

static void compose_step(struct composer *c, uint32_t node)
{
    struct path start = {.guard = pw_expr_bool(c->pool, true)};
    c->node = node;
    c->emitted = 0;
    c->pos = c->x->flow.edges.at[c->x->flow.nodes.at[node].first - 1].pos;
    c->g->nodes.at[c->number[node]].pos = c->pos;
    order_step(c, node);
    pw_vec_push(&c->at[node], start);
    for (size_t i = c->order.n; i-- > 0;)
        follow_all(c, c->order.at[i]);
    if (c->pool->overflow) pw_build_report(c->b, PW_BUILD_FORMULA, c->x->template, c->pos);
    c->pool->overflow = false;
}

/* ---- silent nodes ---- */

/* The assignment of ENTER or LEAVE. Its variables are ascending, as actions want them. */
static struct pw_action silent_action(struct composer *c, const struct pw_flow_edge *e)
{
    struct path p = {.guard = pw_expr_bool(c->pool, true)};
    struct pw_arena *a = &c->pool->arena;
    const struct pw_expr **v = PW_NEWS(const struct pw_expr *, e->n);
    for (size_t i = 0; i < e->n; i++)
        v[i] = e->values[i] ? e->values[i] : choose(c, &p, e->vars[i]);
    for (size_t i = 0; i < e->n; i++)
        set_variable(&p, e->vars[i], v[i]);
    struct pw_action act = {pw_arena_copy(a, p.updates.at, p.updates.n * sizeof *p.updates.at),
                            pw_arena_copy(a, p.choices.at, p.choices.n * sizeof *p.choices.at),
                            (uint32_t)p.updates.n, (uint32_t)p.choices.n};
    PW_FREES(v, e->n);
    free_path(&p);
    return act;
}

static void silent_node(struct composer *c, const struct pw_flow_edge *e)
{
    struct pw_graph_node *n = &c->g->nodes.at[c->number[e->from]];
    assert(!c->x->flow.nodes.at[e->to].inner && !e->next);
    n->kind = e->op == PW_FLOW_GOTO    ? PW_NODE_GOTO
              : e->op == PW_FLOW_ENTER ? PW_NODE_ENTER
                                       : PW_NODE_LEAVE;
    n->to = c->number[e->to];
    if (e->op == PW_FLOW_GOTO) return;
    n->action = silent_action(c, e);
    if (e->op == PW_FLOW_LEAVE) {
        n->enter = c->number[e->enter];
        return;
    }
    n->pos = e->pos;
    n->text = e->text;
    n->from_var = e->from_var;
    n->to_var = e->to_var;
    n->stepped = e->stepped;
}

/* Nodes of the graph: the end is there, and what should return but does not is an end. */
static void make_nodes(struct composer *c)
{
    const struct pw_flow *f = &c->x->flow;
    for (uint32_t i = 0; i < f->nodes.n; i++) {
        const struct pw_flow_node *n = &f->nodes.at[i];
        if (n->inner) continue;
        c->number[i] = i == PW_BUILD_END ? PW_GRAPH_END : pw_graph_node(c->g, n->pos);
        struct pw_graph_node *m = &c->g->nodes.at[c->number[i]];
        m->pos = n->pos;
        m->missing_return = n->missing_return;
        if (n->missing_return) m->kind = PW_NODE_END;
        for (const struct pw_flow_label *l = n->labels; l; l = l->next)
            pw_graph_label(c->g, c->number[i], l->label);
    }
}

void pw_compose_graph(struct pw_expansion *x, struct pw_graph *g, uint32_t *entry)
{
    const struct pw_flow *f = &x->flow;
    struct composer c = {.x = x, .b = x->b, .pool = &x->b->program->pool, .g = g};
    c.number = PW_NEWS(uint32_t, f->nodes.n);
    c.at = PW_NEWS(paths, f->nodes.n);
    c.state = PW_NEWS(uint8_t, f->nodes.n);
    make_nodes(&c);
    for (uint32_t i = 0; i < f->nodes.n && x->b->problem.trouble == PW_BUILD_FINE; i++) {
        const struct pw_flow_node *n = &f->nodes.at[i];
        pw_limits_poll();
        if (n->inner || !n->first) continue;
        if (f->edges.at[n->first - 1].op == PW_FLOW_STEP)
            compose_step(&c, i);
        else
            silent_node(&c, &f->edges.at[n->first - 1]);
    }
    *entry = c.number[PW_BUILD_ENTRY];
    for (size_t i = 0; i < f->nodes.n; i++)
        clear_paths(&c.at[i]);
    PW_FREES(c.number, f->nodes.n);
    PW_FREES(c.at, f->nodes.n);
    PW_FREES(c.state, f->nodes.n);
    pw_vec_clear(&c.order);
    pw_vec_clear(&c.todo);
}
