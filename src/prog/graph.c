#include "prog/graph.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/order.h"

void pw_graph_init(struct pw_graph *g, struct pw_expr_pool *pool, size_t largest)
{
    *g = (struct pw_graph){.pool = pool, .largest = largest};
    pw_graph_node(g, (struct pw_pos){0});
    pw_graph_node(g, (struct pw_pos){0});
    g->nodes.at[PW_GRAPH_ERROR].kind = PW_NODE_ERROR;
    g->nodes.at[PW_GRAPH_END].kind = PW_NODE_END;
}

void pw_graph_clear(struct pw_graph *g)
{
    pw_vec_clear(&g->nodes);
    pw_vec_clear(&g->edges);
}

uint32_t pw_graph_node(struct pw_graph *g, struct pw_pos pos)
{
    struct pw_graph_node n = {.pos = pos};
    pw_vec_push(&g->nodes, n);
    return (uint32_t)g->nodes.n - 1;
}

void pw_graph_label(struct pw_graph *g, uint32_t node, uint32_t label)
{
    struct pw_graph_label *l = pw_arena_alloc(&g->pool->arena, sizeof *l);
    assert(node < g->nodes.n);
    *l = (struct pw_graph_label){label, g->nodes.at[node].labels};
    g->nodes.at[node].labels = l;
}

void pw_graph_edge(struct pw_graph *g, const struct pw_graph_edge *e)
{
    assert(e->from < g->nodes.n);
    struct pw_graph_node *n = &g->nodes.at[e->from];
    uint32_t number = (uint32_t)g->edges.n + 1;
    if (pw_expr_is_false(e->guard)) return;
    if (g->edges.n >= g->largest) {
        g->overflow = true;
        return;
    }
    struct pw_graph_edge copy = *e; /* e may lie in the array that grows */
    copy.next = 0;
    pw_vec_push(&g->edges, copy);
    if (n->last)
        g->edges.at[n->last - 1].next = number;
    else
        n->first = number;
    n->last = number;
}

struct substitution {
    struct pw_graph *g;
    const struct pw_action *a;
};

static const struct pw_expr *substitute(void *arg, const struct pw_expr *e)
{
    struct substitution *s = arg;
    if (e->kind == PW_EXPR_CHOICE) {
        if (!s->a->nchoices) return e;
        return pw_expr_leaf(s->g->pool, PW_EXPR_CHOICE, e->is_bool, -1, e->index + s->a->nchoices);
    }
    if (e->kind != PW_EXPR_SHARED && e->kind != PW_EXPR_LOCAL) return e;
    struct pw_update key = {.shared = e->kind == PW_EXPR_SHARED, .index = e->index};
    const struct pw_update *u = s->a->updates;
    size_t n = s->a->nupdates, at = PW_FIRST(i, 0, n, pw_update_order(&u[i], &key) >= 0);
    return at < n && !pw_update_order(&u[at], &key) ? u[at].to : e;
}

/* What out = (a, then b) demands of others and does to them. Only one of a, b does any of it: the
 * other one belongs to a silent node. */
static void compose_others(struct substitution *s, const struct pw_action *b, struct pw_action *out)
{
    const struct pw_action *a = s->a;
    struct pw_arena *arena = &s->g->pool->arena;
    bool before = a->nlooks || a->nothers;
    const struct pw_action *from = before ? a : b;
    assert(!before || (!b->nlooks && !b->nothers));
    out->nlooks = from->nlooks;
    out->nothers = from->nothers;
    out->looks = pw_arena_copy(arena, from->looks, from->nlooks * sizeof *from->looks);
    out->others = pw_arena_copy(arena, from->others, from->nothers * sizeof *from->others);
    for (uint32_t i = 0; i < out->nlooks && !before; i++)
        out->looks[i].expr = pw_expr_replace(s->g->pool, out->looks[i].expr, substitute, s);
    for (uint32_t i = 0; i < out->nothers && !before; i++)
        out->others[i].to = pw_expr_replace(s->g->pool, out->others[i].to, substitute, s);
}

/* First a, then b. guard (may be NULL) is a formula over the state after a, which becomes one over
 * the state before. */
static struct pw_action compose(struct pw_graph *g, const struct pw_action *a,
                                const struct pw_action *b, const struct pw_expr **guard)
{
    struct substitution s = {g, a};
    if (guard) *guard = pw_expr_replace(g->pool, *guard, substitute, &s);
    struct pw_update *u = pw_arena_alloc(&g->pool->arena, (a->nupdates + b->nupdates) * sizeof *u);
    uint32_t i = 0, j = 0, n = 0;
    while (i < a->nupdates || j < b->nupdates) {
        int c = i == a->nupdates   ? 1
                : j == b->nupdates ? -1
                                   : pw_update_order(&a->updates[i], &b->updates[j]);
        if (c < 0) {
            u[n++] = a->updates[i++];
            continue;
        }
        u[n] = b->updates[j++];
        u[n].to = pw_expr_replace(g->pool, u[n].to, substitute, &s);
        n++;
        if (c == 0) i++;
    }
    struct pw_choice *k = pw_arena_alloc(&g->pool->arena, (a->nchoices + b->nchoices) * sizeof *k);
    if (a->nchoices) memcpy(k, a->choices, a->nchoices * sizeof *k);
    if (b->nchoices) memcpy(k + a->nchoices, b->choices, b->nchoices * sizeof *k);
    struct pw_action both = {
        .updates = u, .choices = k, .nupdates = n, .nchoices = a->nchoices + b->nchoices};
    compose_others(&s, b, &both);
    return both;
}

/* ---- removal of silent nodes ---- */

static bool silent(const struct pw_graph_node *n)
{
    return n->kind >= PW_NODE_GOTO && n->kind <= PW_NODE_LEAVE;
}

static void skip_loop(struct pw_graph *g, uint32_t node)
{
    struct pw_graph_edge e = {.from = node,
                              .to = node,
                              .guard = pw_expr_bool(g->pool, true),
                              .text = "skip",
                              .pos = g->nodes.at[node].pos};
    assert(node < g->nodes.n);
    g->nodes.at[node].kind = PW_NODE_EDGES;
    pw_graph_edge(g, &e);
}

static void move_labels(struct pw_graph *g, uint32_t from, uint32_t to)
{
    assert(from < g->nodes.n);
    struct pw_graph_label *l = g->nodes.at[from].labels, *next;
    g->nodes.at[from].labels = NULL;
    for (; l; l = next) {
        next = l->next;
        assert(to < g->nodes.n);
        l->next = g->nodes.at[to].labels;
        g->nodes.at[to].labels = l;
    }
}

/* Every GOTO leads to its end at once, and its labels are there; a cycle of GOTOs becomes a skip.
 */
static void resolve_gotos(struct pw_graph *g)
{
    struct pw_graph_node *at = g->nodes.at;
    uint32_t round = 0, *visited = PW_NEWS(uint32_t, g->nodes.n); /* in which round */
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        if (at[i].kind != PW_NODE_GOTO) continue;
        uint32_t end = i;
        round++;
        while (at[end].kind == PW_NODE_GOTO && visited[end] != round) {
            pw_limits_poll();
            visited[end] = round;
            end = at[end].to;
        }
        if (at[end].kind == PW_NODE_GOTO) skip_loop(g, end);
        for (uint32_t j = i, next; at[j].kind == PW_NODE_GOTO && j != end; j = next) {
            next = at[j].to;
            at[j].to = end;
            move_labels(g, j, end);
        }
    }
    PW_FREES(visited, g->nodes.n);
}

static uint32_t target(const struct pw_graph *g, uint32_t node)
{
    return g->nodes.at[node].kind == PW_NODE_GOTO ? g->nodes.at[node].to : node;
}

static void retarget(struct pw_graph *g)
{
    for (size_t i = 0; i < g->edges.n; i++)
        g->edges.at[i].to = target(g, g->edges.at[i].to);
    for (size_t i = 0; i < g->nodes.n; i++)
        if (silent(&g->nodes.at[i])) g->nodes.at[i].to = target(g, g->nodes.at[i].to);
}

static bool relay(const struct pw_graph_node *n)
{
    return n->kind == PW_NODE_COPY || n->kind == PW_NODE_LEAVE;
}

static void copy_labels(struct pw_graph *g, uint32_t from, uint32_t to)
{
    for (const struct pw_graph_label *l = g->nodes.at[from].labels; l; l = l->next) {
        pw_limits_poll();
        pw_graph_label(g, to, l->label);
    }
}

/* b without updates of the locals [from, to). */
static void forget(struct pw_graph *g, struct pw_action *b, uint32_t from, uint32_t to)
{
    struct pw_update *u = pw_arena_copy(&g->pool->arena, b->updates, b->nupdates * sizeof *u);
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->nupdates; i++)
        if (u[i].shared || u[i].index < from || u[i].index >= to) u[n++] = u[i];
    b->updates = u;
    b->nupdates = n;
}

static bool returns_from(const struct pw_graph *g, uint32_t node, uint32_t enter)
{
    return g->nodes.at[node].kind == PW_NODE_LEAVE && g->nodes.at[node].enter == enter;
}

/* The labels on the silent walk from one node to another, which both belong to it, are at `at`. */
static void labels_of_walk(struct pw_graph *g, uint32_t from, uint32_t to, uint32_t at)
{
    for (uint32_t i = from; i != to; i = g->nodes.at[i].to)
        copy_labels(g, i, at);
    copy_labels(g, to, at);
}

/* A call that reaches its return without a step: one step, or nothing. */
static void close_call(struct pw_graph *g, uint32_t enter)
{
    assert(enter < g->nodes.n);
    struct pw_graph_node *n = &g->nodes.at[enter];
    uint32_t i = n->to, steps = 0;
    for (; !returns_from(g, i, enter) && relay(&g->nodes.at[i]) && steps <= g->nodes.n; steps++)
        i = g->nodes.at[i].to;
    if (!returns_from(g, i, enter)) return;
    assert(i < g->nodes.n);
    struct pw_action both = compose(g, &n->action, &g->nodes.at[i].action, NULL);
    if (n->stepped) { /* join it to the step that evaluated an argument */
        n->kind = PW_NODE_LEAVE;
        n->action = both;
        n->enter = enter;
        labels_of_walk(g, n->to, i, enter);
        n->to = g->nodes.at[i].to;
        return;
    }
    forget(g, &both, n->from_var, n->to_var);
    if (!both.nupdates) {
        n->kind = PW_NODE_COPY;
        return;
    }
    labels_of_walk(g, n->to, i, enter);
    n->kind = PW_NODE_EDGES;
    struct pw_graph_edge e = {.from = enter,
                              .to = g->nodes.at[i].to,
                              .guard = pw_expr_bool(g->pool, true),
                              .action = both,
                              .text = n->text,
                              .pos = n->pos};
    pw_graph_edge(g, &e);
}

/* Joins the returns behind an edge to it. What follows them may be a silent cycle; a node met again
 * ends the walk. */
static void absorb_returns(struct pw_graph *g, uint32_t edge, uint32_t *visited)
{
    assert(edge < g->edges.n);
    struct pw_graph_edge e = g->edges.at[edge];
    bool labelled = false, leaves = false;
    uint32_t i = e.to, round = edge + 1;
    for (; relay(&g->nodes.at[i]) && visited[i] != round; i = g->nodes.at[i].to) {
        assert(i < g->nodes.n);
        struct pw_graph_node *n = &g->nodes.at[i];
        visited[i] = round;
        labelled = labelled || n->labels;
        leaves = leaves || n->kind == PW_NODE_LEAVE;
        if (n->kind == PW_NODE_LEAVE && n->action.nupdates)
            e.action = compose(g, &e.action, &n->action, NULL);
        if (n->kind == PW_NODE_LEAVE && !labelled) e.to = n->to;
    }
    if (!leaves) return;
    bool cycle = relay(&g->nodes.at[i]);
    g->edges.at[edge].action = e.action;
    g->edges.at[edge].to = labelled || cycle ? e.to : i;
}

/* ways[i]: the number of ways into node i. */
static void count_ways(const struct pw_graph *g, uint32_t entry, uint32_t *ways)
{
    ways[entry] = 1;
    for (size_t i = 0; i < g->edges.n; i++)
        ways[g->edges.at[i].to]++;
    for (size_t i = 0; i < g->nodes.n; i++) {
        const struct pw_graph_node *n = &g->nodes.at[i];
        if (silent(n) && n->kind != PW_NODE_GOTO) ways[n->to]++;
    }
}

/* A node that only relays to one which has no other way into it is the same place. */
static void join_single_ways(struct pw_graph *g, uint32_t entry)
{
    uint32_t *ways = PW_NEWS(uint32_t, g->nodes.n);
    count_ways(g, entry, ways);
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        struct pw_graph_node *n = &g->nodes.at[i];
        if (relay(n) && ways[n->to] == 1 && n->to != i) n->kind = PW_NODE_GOTO;
    }
    PW_FREES(ways, g->nodes.n);
}

/* u becomes a copy of v (which is not silent), with its own action done first. */
static void copy_node(struct pw_graph *g, uint32_t u, uint32_t v)
{
    struct pw_action first = {0};
    if (g->nodes.at[u].kind == PW_NODE_ENTER) first = g->nodes.at[u].action;
    copy_labels(g, v, u);
    assert(u < g->nodes.n);
    assert(v < g->nodes.n);
    g->nodes.at[u].kind = g->nodes.at[v].kind;
    g->nodes.at[u].pos = g->nodes.at[v].pos;
    g->nodes.at[u].missing_return = g->nodes.at[v].missing_return;
    for (uint32_t i = g->nodes.at[v].first; i; i = g->edges.at[i - 1].next) {
        pw_limits_poll();
        assert(i - 1 < g->edges.n);
        struct pw_graph_edge e = g->edges.at[i - 1];
        e.from = u;
        if (first.nupdates) e.action = compose(g, &first, &e.action, &e.guard);
        pw_graph_edge(g, &e);
    }
}

/* The silent node u and those behind it, deepest first. Nodes on the path have kind GOTO meanwhile,
 * to see cycles. */
static void flatten(struct pw_graph *g, uint32_t u)
{
    PW_VEC(uint32_t) path = {0};
    PW_VEC(uint8_t) kinds = {0};
    while (silent(&g->nodes.at[u]) && g->nodes.at[u].kind != PW_NODE_GOTO) {
        pw_limits_poll();
        pw_vec_push(&path, u);
        pw_vec_push(&kinds, (uint8_t)g->nodes.at[u].kind);
        assert(u < g->nodes.n);
        g->nodes.at[u].kind = PW_NODE_GOTO;
        u = g->nodes.at[u].to;
    }
    if (g->nodes.at[u].kind == PW_NODE_GOTO) { /* met again: a silent cycle */
        for (size_t i = path.n; i-- > 0 && path.at[i] != u;)
            move_labels(g, path.at[i], u);
        skip_loop(g, u);
    }
    while (path.n) {
        uint32_t v = pw_vec_pop(&path);
        uint8_t kind = pw_vec_pop(&kinds);
        if (v == u) continue;
        assert(v < g->nodes.n);
        uint32_t to = g->nodes.at[v].to;
        g->nodes.at[v].kind = kind;
        copy_node(g, v, to);
    }
    pw_vec_clear(&path);
    pw_vec_clear(&kinds);
}

static void flatten_reachable(struct pw_graph *g, uint32_t entry)
{
    PW_VEC(uint32_t) todo = {0};
    bool *seen = PW_NEWS(bool, g->nodes.n);
    pw_vec_push(&todo, entry);
    while (todo.n && !g->overflow) {
        pw_limits_poll();
        uint32_t u = pw_vec_pop(&todo);
        if (seen[u]) continue;
        seen[u] = true;
        flatten(g, u);
        for (uint32_t e = g->nodes.at[u].first; e; e = g->edges.at[e - 1].next)
            pw_vec_push(&todo, g->edges.at[e - 1].to);
    }
    PW_FREES(seen, g->nodes.n);
    pw_vec_clear(&todo);
}

/* Calls and returns become parts of steps. */
static void join_calls(struct pw_graph *g)
{
    for (uint32_t i = (uint32_t)g->nodes.n; i-- > 0;)
        if (g->nodes.at[i].kind == PW_NODE_ENTER) close_call(g, i);
    uint32_t *visited = PW_NEWS(uint32_t, g->nodes.n);
    for (uint32_t i = 0; i < g->edges.n; i++) {
        pw_limits_poll();
        absorb_returns(g, i, visited);
    }
    PW_FREES(visited, g->nodes.n);
}

void pw_graph_finish(struct pw_graph *g, uint32_t *entry)
{
    for (size_t i = 0; i < g->nodes.n; i++) /* a label is a place of its own */
        if (g->nodes.at[i].kind == PW_NODE_GOTO && g->nodes.at[i].labels)
            g->nodes.at[i].kind = PW_NODE_COPY;
    resolve_gotos(g);
    retarget(g);
    join_calls(g);
    *entry = target(g, *entry);
    join_single_ways(g, *entry);
    resolve_gotos(g);
    retarget(g);
    *entry = target(g, *entry);
    flatten_reachable(g, *entry);
    g->overflow = g->overflow || g->pool->overflow;
}
