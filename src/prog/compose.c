#include "prog/compose.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/order.h"

/* A way through a step: possible if guard holds, and does updates (sorted, as in an action). */
struct path {
    const struct pw_expr *guard;
    PW_VEC(struct pw_update) updates;
    PW_VEC(struct pw_choice) choices;
    PW_VEC(struct pw_look) looks;
    PW_VEC(struct pw_other_update) others; /* by template and index */
    const struct pw_flow_edge *first;      /* its text and position are the step's */
    const struct pw_way *way;
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
    pw_vec_clear(&p->looks);
    pw_vec_clear(&p->others);
}

static void clear_paths(paths *set)
{
    for (size_t i = 0; i < set->n; i++)
        free_path(&set->at[i]);
    pw_vec_clear(set);
}

static struct path clone(const struct path *p)
{
    struct path q = {.guard = p->guard, .first = p->first, .way = p->way};
    for (size_t i = 0; i < p->updates.n; i++)
        pw_vec_push(&q.updates, p->updates.at[i]);
    for (size_t i = 0; i < p->choices.n; i++)
        pw_vec_push(&q.choices, p->choices.at[i]);
    for (size_t i = 0; i < p->looks.n; i++)
        pw_vec_push(&q.looks, p->looks.at[i]);
    for (size_t i = 0; i < p->others.n; i++)
        pw_vec_push(&q.others, p->others.at[i]);
    return q;
}

/* Position of a variable among the sorted updates; *found tells whether it is there. */
static size_t find(const struct path *p, bool shared, uint32_t index, bool *found)
{
    struct pw_update key = {.shared = shared, .index = index};
    const struct pw_update *u = p->updates.at;
    size_t n = p->updates.n, at = PW_FIRST(i, 0, n, pw_update_order(&u[i], &key) >= 0);
    *found = at < n && !pw_update_order(&u[at], &key);
    return at;
}

/* What has become of other.x so far. */
static const struct pw_expr *other_now(const struct path *p, const struct pw_expr *e)
{
    for (size_t i = 0; i < p->others.n; i++)
        if (p->others.at[i].template == (uint32_t)e->template && p->others.at[i].index == e->index)
            return p->others.at[i].to;
    return e;
}

static const struct pw_expr *value_now(void *arg, const struct pw_expr *e)
{
    const struct path *p = arg;
    bool found;
    if (e->kind == PW_EXPR_PASSIVE) return other_now(p, e);
    if (e->kind != PW_EXPR_SHARED && e->kind != PW_EXPR_LOCAL) return e;
    size_t i = find(p, e->kind == PW_EXPR_SHARED, e->index, &found);
    return found ? p->updates.at[i].to : e;
}

/* e, as a function of the values at the start of the step. */
static const struct pw_expr *value(struct composer *c, struct path *p, const struct pw_expr *e)
{
    return p->updates.n || p->others.n ? pw_expr_replace(c->pool, e, value_now, p) : e;
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
    assert(i < p->updates.n);
    p->updates.at[i] = u;
}

static void require(struct composer *c, struct path *p, const struct pw_expr *e)
{
    p->guard = pw_expr_binary(c->pool, PW_EXPR_AND, p->guard, e);
}

/* ---- other threads ---- */

static bool has_look(const struct path *p, const struct pw_look *look)
{
    for (size_t i = 0; i < p->looks.n; i++) {
        const struct pw_look *l = &p->looks.at[i];
        if (l->every == look->every && l->passive == look->passive &&
            pw_expr_equal(l->expr, look->expr))
            return true;
    }
    return false;
}

/* The way is possible only if `look` (over the values now) holds, too. The `every` of one template
 * are one. */
static void require_look(struct composer *c, struct path *p, struct pw_look look)
{
    size_t somes = 0;
    look.expr = value(c, p, look.expr);
    if (look.every && pw_expr_is_true(look.expr)) return;
    if (!look.every && pw_expr_is_false(look.expr)) require(c, p, look.expr);
    if (has_look(p, &look)) return;
    for (size_t i = 0; i < p->looks.n; i++) {
        struct pw_look *l = &p->looks.at[i];
        somes += !l->every;
        if (!look.every || !l->every || l->passive != look.passive) continue;
        l->expr = pw_expr_binary(c->pool, PW_EXPR_AND, l->expr, look.expr);
        return;
    }
    pw_vec_push(&p->looks, look);
    if (!look.every && somes >= PW_BUILD_SOME)
        pw_build_report(c->b, PW_BUILD_TOO_MANY_SOME, c->x->template, c->pos);
}

/* other.x := to on this way. */
static void set_others(struct path *p, const struct pw_expr *var, const struct pw_expr *to)
{
    struct pw_other_update u = {(uint32_t)var->template, var->index, to};
    size_t i = 0;
    while (i < p->others.n &&
           (p->others.at[i]
                .template <u.template || (p->others.at[i].template == u.template &&
                                          p->others.at[i].index < u.index)))
        i++;
    bool found = i < p->others.n && p->others.at[i].template == u.template &&
                 p->others.at[i].index == u.index;
    if (!found) {
        pw_vec_push(&p->others, u);
        memmove(&p->others.at[i + 1], &p->others.at[i], (p->others.n - 1 - i) * sizeof u);
    }
    p->others.at[i] = u;
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
                              .way = p->way,
                              .pos = of->pos};
    e.action = (struct pw_action){
        .updates = pw_arena_copy(a, p->updates.at, p->updates.n * sizeof *p->updates.at),
        .choices = pw_arena_copy(a, p->choices.at, p->choices.n * sizeof *p->choices.at),
        .nupdates = (uint32_t)p->updates.n,
        .nchoices = (uint32_t)p->choices.n,
        .looks = pw_arena_copy(a, p->looks.at, p->looks.n * sizeof *p->looks.at),
        .others = pw_arena_copy(a, p->others.at, p->others.n * sizeof *p->others.at),
        .nlooks = (uint32_t)p->looks.n,
        .nothers = (uint32_t)p->others.n};
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

/* Is a value that other threads get surely within the type? */
static bool others_fit(struct composer *c, const struct pw_build_unit *u, const struct pw_expr *e,
                       struct pw_type t)
{
    if (t.kind != PW_RANGE || fits(c, e, t)) return true;
    if (e->kind == PW_EXPR_ITE)
        return others_fit(c, u, e->args[1], t) && others_fit(c, u, e->args[2], t);
    if (e->kind != PW_EXPR_PASSIVE) return false;
    assert(e->index < u->vars.n);
    struct pw_type of = u->vars.at[e->index].var.type;
    return of.kind == PW_RANGE && of.lo >= t.lo && of.hi <= t.hi;
}

/* other.x = e: fails if it takes the variable of some other thread out of its range. */
static void do_others(struct composer *c, struct path *p, const struct pw_flow_edge *e)
{
    const struct pw_build_unit *u = pw_build_unit(c->b, e->other->template);
    const struct pw_expr *to = value(c, p, e->other_value);
    assert(e->other->index < u->vars.n);
    struct pw_type t = u->vars.at[e->other->index].var.type;
    if (!others_fit(c, u, e->other_value, t)) {
        const struct pw_expr *in = pw_build_in_range(c->pool, e->other_value, t);
        struct path failing = clone(p);
        struct pw_look leaves = {false, e->other->template,
                                 pw_expr_unary(c->pool, PW_EXPR_NOT, in)};
        struct pw_look stays = {true, e->other->template, in};
        require_look(c, &failing, leaves);
        emit(c, &failing, PW_GRAPH_ERROR, PW_EDGE_RANGE, e);
        free_path(&failing);
        require_look(c, p, stays);
    }
    set_others(p, e->other, to);
}

static void add_to_way(struct composer *c, struct path *p, const struct pw_flow_edge *e)
{
    assert(p->first && e->op == PW_FLOW_OP_STEP);
    if (!e->text || !*e->text || !strcmp(e->text, p->first->text)) return;
    struct pw_way *w = pw_arena_alloc(&c->pool->arena, sizeof *w);
    *w = (struct pw_way){e->text, p->way};
    p->way = w;
}

/* One way along one edge without EVERY nodes. */
static void go_along(struct composer *c, struct path p, const struct pw_flow_edge *e)
{
    assert(e->to < c->x->flow.nodes.n);
    const struct pw_flow_node *to = &c->x->flow.nodes.at[e->to];
    pw_limits_poll();
    if (e->op == PW_FLOW_OP_STEP) {
        if (p.first) add_to_way(c, &p, e);
        if (!p.first) p.first = e;
        if (e->guard) require(c, &p, value(c, &p, e->guard));
        if (e->check) demand(c, &p, value(c, &p, e->check), e->kind, e);
        if (e->n) do_assign(c, &p, e);
        if (e->other) do_others(c, &p, e);
    }
    assert(p.first && (e->op == PW_FLOW_OP_STEP || e->op == PW_FLOW_OP_GOTO));
    if (to->inner && !pw_expr_is_false(p.guard)) {
        pw_vec_push(&c->at[e->to], p);
        if (c->at[e->to].n > PW_BUILD_PATHS)
            pw_build_report(c->b, PW_BUILD_TOO_MANY_PATHS, c->x->template, c->pos);
        return;
    }
    if (!to->inner) emit(c, &p, c->number[e->to], PW_EDGE_STEP, p.first);
    free_path(&p);
}

/* What an EVERY node is taken for. */
struct decided {
    struct pw_expr_pool *pool;
    const struct pw_expr *every;
    bool truth;
};

/* e with the decided node replaced. Recursion is as deep as an expression may be. */
static const struct pw_expr *decide(const struct decided *d, const struct pw_expr *e)
{
    const struct pw_expr *args[3];
    unsigned n = pw_expr_arity(e->kind);
    bool same = true;
    if (e->kind == PW_EXPR_EVERY)
        return pw_expr_equal(e, d->every) ? pw_expr_bool(d->pool, d->truth) : e;
    for (unsigned i = 0; i < n; i++) {
        args[i] = decide(d, e->args[i]);
        same = same && args[i] == e->args[i];
    }
    if (same) return e;
    if (n == 1) return pw_expr_unary(d->pool, e->kind, args[0]);
    return n == 2 ? pw_expr_binary(d->pool, e->kind, args[0], args[1])
                  : pw_expr_ite(d->pool, args[0], args[1], args[2]);
}

static struct pw_flow_edge decide_edge(const struct decided *d, const struct pw_flow_edge *e)
{
    struct pw_flow_edge out = *e;
    const struct pw_expr **values = pw_arena_alloc(&d->pool->arena, e->n * sizeof *values);
    if (e->guard) out.guard = decide(d, e->guard);
    if (e->check) out.check = decide(d, e->check);
    for (size_t i = 0; i < e->n; i++)
        values[i] = e->values[i] ? decide(d, e->values[i]) : NULL;
    out.values = values;
    return out;
}

static const struct pw_expr *first_every(const struct pw_flow_edge *e)
{
    const struct pw_expr *every = e->guard ? pw_expr_find_every(e->guard) : NULL;
    if (!every && e->check) every = pw_expr_find_every(e->check);
    for (size_t i = 0; i < e->n && e->values && !every; i++)
        if (e->values[i]) every = pw_expr_find_every(e->values[i]);
    return every;
}

/* One way along one edge: split until it is known of each EVERY node that matters whether it
 * holds. */
static void follow(struct composer *c, struct path p, const struct pw_flow_edge *e)
{
    const struct pw_expr *every = e->op == PW_FLOW_OP_STEP ? first_every(e) : NULL;
    pw_limits_poll();
    if (!every || c->b->problem.trouble != PW_BUILD_FINE) {
        go_along(c, p, e);
        return;
    }
    for (int truth = 1; truth >= 0; truth--) {
        struct decided d = {c->pool, every, truth};
        struct pw_flow_edge rest = decide_edge(&d, e);
        struct path way = truth ? clone(&p) : p;
        const struct pw_expr *body =
            truth ? every->body : pw_expr_unary(c->pool, PW_EXPR_NOT, every->body);
        struct pw_look look = {truth, every->range, body};
        if (!way.first) way.first = e;
        bool dead = rest.guard && pw_expr_is_false(rest.guard);
        if (!dead) require_look(c, &way, look);
        if (dead || pw_expr_is_false(way.guard))
            free_path(&way);
        else
            follow(c, way, &rest);
    }
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
                assert(e - 1 < f->edges.n);
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
    assert(node < c->x->flow.nodes.n);
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
    struct pw_action act = {
        .updates = pw_arena_copy(a, p.updates.at, p.updates.n * sizeof *p.updates.at),
        .choices = pw_arena_copy(a, p.choices.at, p.choices.n * sizeof *p.choices.at),
        .nupdates = (uint32_t)p.updates.n,
        .nchoices = (uint32_t)p.choices.n};
    PW_FREES(v, e->n);
    free_path(&p);
    return act;
}

static void silent_node(struct composer *c, const struct pw_flow_edge *e)
{
    struct pw_graph_node *n = &c->g->nodes.at[c->number[e->from]];
    assert(!c->x->flow.nodes.at[e->to].inner && !e->next);
    n->kind = e->op == PW_FLOW_OP_GOTO    ? PW_NODE_GOTO
              : e->op == PW_FLOW_OP_ENTER ? PW_NODE_ENTER
                                          : PW_NODE_LEAVE;
    n->to = c->number[e->to];
    if (e->op == PW_FLOW_OP_GOTO) return;
    n->action = silent_action(c, e);
    if (e->op == PW_FLOW_OP_LEAVE) {
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
        if (f->edges.at[n->first - 1].op == PW_FLOW_OP_STEP)
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
