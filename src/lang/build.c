#include "lang/build.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/limits.h"
#include "base/mem.h"

struct builder {
    struct pw_lower *l;
    struct pw_graph *g;
    struct pw_thread_template *out;
    int32_t *number;         /* node to location, -1: unreachable */
    PW_VEC(uint32_t) order;  /* location to node */
    PW_VEC(uint32_t) edges;  /* reachable edges, by location, in order of the source */
};

/* ---- order of locations ---- */

static void discover(struct builder *b, uint32_t node)
{
    if (b->number[node] != -1) return;
    b->number[node] = -2;
    pw_vec_push(&b->order, node);
}

/* Breadth first from the entry; end and error locations last. */
static void number_nodes(struct builder *b, uint32_t entry)
{
    discover(b, entry);
    for (size_t i = 0; i < b->order.n; i++) {
        pw_limits_poll();
        size_t mark = b->edges.n;
        for (uint32_t e = b->g->nodes.at[b->order.at[i]].edges; e; e = b->g->edges.at[e - 1].next) pw_vec_push(&b->edges, e - 1);
        for (size_t j = mark, k = b->edges.n; j + 1 < k; j++) {
            uint32_t t = b->edges.at[j];
            b->edges.at[j] = b->edges.at[--k];
            b->edges.at[k] = t;
        }
        for (size_t j = mark; j < b->edges.n; j++) discover(b, b->g->edges.at[b->edges.at[j]].to);
    }
    PW_VEC(uint32_t) sorted = {0};
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < b->order.n; i++) {
            enum pw_node_kind k = b->g->nodes.at[b->order.at[i]].kind;
            if (pass == (k == PW_NODE_EDGES ? 0 : k == PW_NODE_END ? 1 : 2)) pw_vec_push(&sorted, b->order.at[i]);
        }
    for (size_t i = 0; i < sorted.n; i++) b->order.at[i] = sorted.at[i], b->number[sorted.at[i]] = (int32_t)i;
    pw_vec_clear(&sorted);
}

static void missing_returns(struct builder *b)
{
    for (size_t i = 0; i < b->order.n; i++) {
        const struct pw_graph_node *n = &b->g->nodes.at[b->order.at[i]];
        if (n->missing_return) {
            pw_scope_error(b->l->scope, n->token, n->token, NULL, "the procedure can end here without 'return', but its value is used");
            return;
        }
    }
}

/* ---- variables of procedures: dead ones are 0 ---- */

static bool is_proc(const struct builder *b, uint32_t local) { return b->l->locals.at[local].origin == PW_VAR_PROC; }

struct use {
    struct builder *b;
    uint64_t *set;
};

static void use_leaf(void *arg, const struct pw_expr *e)
{
    struct use *u = arg;
    if (e->kind == PW_EXPR_LOCAL && is_proc(u->b, e->index)) pw_bits_add(u->set, e->index);
}

/* live := live before edge e, given live after it. An assignment to a dead variable uses nothing. */
static void live_before(struct builder *b, const struct pw_graph_edge *e, const uint64_t *after, uint64_t *live, size_t words)
{
    struct use u = {b, live};
    memcpy(live, after, words * sizeof *live);
    for (uint32_t i = 0; i < e->action.nupdates; i++)
        if (!e->action.updates[i].shared) pw_bits_remove(live, e->action.updates[i].index);
    for (uint32_t i = 0; i < e->action.nupdates; i++) {
        const struct pw_update *up = &e->action.updates[i];
        bool dead = !up->shared && is_proc(b, up->index) && !pw_bits_has(after, up->index);
        if (!dead) pw_expr_visit(up->to, use_leaf, &u);
    }
    pw_expr_visit(e->guard, use_leaf, &u);
}

/* Fixpoint over the edges, last ones first. live has a row of words per location. */
static void liveness(struct builder *b, uint64_t *live, size_t words)
{
    uint64_t *row = PW_NEWS(uint64_t, words);
    bool change = true;
    while (change) {
        change = false;
        for (size_t i = b->edges.n; i-- > 0;) {
            pw_limits_poll();
            const struct pw_graph_edge *e = &b->g->edges.at[b->edges.at[i]];
            uint64_t *from = live + (size_t)b->number[e->from] * words;
            live_before(b, e, live + (size_t)b->number[e->to] * words, row, words);
            if (pw_bits_subset(row, from, words)) continue;
            for (size_t k = 0; k < words; k++) from[k] |= row[k];
            change = true;
        }
    }
    PW_FREES(row, words);
}

static int compare_updates(const void *a, const void *b) { return pw_graph_compare_updates(a, b); }

/* Variables that die on the edge are set to their first value. */
static void bury(struct builder *b, struct pw_graph_edge *e, const uint64_t *before, const uint64_t *after)
{
    struct pw_lower *l = b->l;
    PW_VEC(struct pw_update) u = {0};
    for (uint32_t i = 0; i < e->action.nupdates; i++) {
        const struct pw_update *up = &e->action.updates[i];
        if (up->shared || !is_proc(b, up->index) || pw_bits_has(after, up->index)) pw_vec_push(&u, *up);
    }
    for (size_t i = pw_bits_next(before, l->locals.n, 0); i < l->locals.n; i = pw_bits_next(before, l->locals.n, i + 1)) {
        struct pw_update up = {false, (uint32_t)i, l->locals.at[i].init};
        if (!pw_bits_has(after, i)) pw_vec_push(&u, up);
    }
    if (u.n) qsort(u.at, u.n, sizeof *u.at, compare_updates);
    e->action.updates = pw_arena_copy(&l->pool->arena, u.at, u.n * sizeof *u.at);
    e->action.nupdates = (uint32_t)u.n;
    pw_vec_clear(&u);
}

static void bury_dead(struct builder *b)
{
    bool any = false;
    for (uint32_t i = 0; i < b->l->locals.n; i++) any = any || is_proc(b, i);
    if (!any) return;
    size_t words = pw_bits_words(b->l->locals.n), rows = b->order.n;
    uint64_t *live = PW_NEWS(uint64_t, words * rows);
    liveness(b, live, words);
    for (size_t i = 0; i < b->edges.n; i++) {
        struct pw_graph_edge *e = &b->g->edges.at[b->edges.at[i]];
        bury(b, e, live + (size_t)b->number[e->from] * words, live + (size_t)b->number[e->to] * words);
    }
    PW_FREES(live, words * rows);
}

/* ---- edges ---- */

static void drop_identities(struct pw_graph_edge *e)
{
    struct pw_update *u = (struct pw_update *)e->action.updates;
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->action.nupdates; i++) {
        bool same = u[i].to->kind == (u[i].shared ? PW_EXPR_SHARED : PW_EXPR_LOCAL) && u[i].to->index == u[i].index;
        if (!same) u[n++] = u[i];
    }
    e->action.nupdates = n;
}

struct choices {
    struct pw_expr_pool *pool;
    int32_t *to; /* new number, -1: not used */
};

static void mark_choice(void *arg, const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_CHOICE) ((struct choices *)arg)->to[e->index] = 0;
}

static const struct pw_expr *renumber(void *arg, const struct pw_expr *e)
{
    struct choices *c = arg;
    if (e->kind != PW_EXPR_CHOICE || c->to[e->index] == (int32_t)e->index) return e;
    return pw_expr_leaf(c->pool, PW_EXPR_CHOICE, e->is_bool, -1, (uint32_t)c->to[e->index]);
}

/* Choices that nothing reads are no choices. */
static void drop_choices(struct builder *b, struct pw_graph_edge *e)
{
    uint32_t n = e->action.nchoices, used = 0;
    if (!n) return;
    struct choices c = {b->l->pool, PW_NEWS(int32_t, n)};
    struct pw_choice *k = (struct pw_choice *)e->action.choices;
    struct pw_update *u = (struct pw_update *)e->action.updates;
    for (uint32_t i = 0; i < n; i++) c.to[i] = -1;
    pw_expr_visit(e->guard, mark_choice, &c);
    for (uint32_t i = 0; i < e->action.nupdates; i++) pw_expr_visit(u[i].to, mark_choice, &c);
    for (uint32_t i = 0; i < n; i++)
        if (c.to[i] == 0) k[used] = k[i], c.to[i] = (int32_t)used++;
    e->guard = pw_expr_replace(b->l->pool, e->guard, renumber, &c);
    for (uint32_t i = 0; i < e->action.nupdates; i++) u[i].to = pw_expr_replace(b->l->pool, u[i].to, renumber, &c);
    e->action.nchoices = used;
    PW_FREES(c.to, n);
}

static void own_arrays(struct builder *b, struct pw_graph_edge *e)
{
    struct pw_arena *a = &b->l->pool->arena;
    e->action.updates = pw_arena_copy(a, e->action.updates, e->action.nupdates * sizeof *e->action.updates);
    e->action.choices = pw_arena_copy(a, e->action.choices, e->action.nchoices * sizeof *e->action.choices);
}

static void build_edges(struct builder *b)
{
    const struct pw_token *tokens = b->l->scope->x->tokens.at;
    struct pw_arena *a = &b->l->pool->arena;
    struct pw_edge *out = pw_arena_alloc(a, b->edges.n * sizeof *out);
    uint32_t *first = pw_arena_alloc(a, (b->order.n + 1) * sizeof *first);
    uint32_t statement = 0;
    memset(first, 0, (b->order.n + 1) * sizeof *first);
    for (size_t i = 0; i < b->edges.n; i++) {
        struct pw_graph_edge *e = &b->g->edges.at[b->edges.at[i]];
        const struct pw_graph_edge *before = i ? &b->g->edges.at[b->edges.at[i - 1]] : NULL;
        own_arrays(b, e);
        drop_identities(e);
        drop_choices(b, e);
        if (before && (before->from != e->from || before->statement != e->statement)) statement++;
        out[i] = (struct pw_edge){.from = (uint32_t)b->number[e->from], .to = (uint32_t)b->number[e->to], .kind = e->kind, .guard = e->guard,
                                  .updates = e->action.updates, .nupdates = e->action.nupdates, .choices = e->action.choices, .nchoices = e->action.nchoices,
                                  .statement = statement, .text = e->text, .pos = tokens[e->token].from, .line = tokens[e->token].line};
        first[out[i].from + 1]++;
    }
    for (size_t i = 0; i < b->order.n; i++) first[i + 1] += first[i];
    b->out->edges = out;
    b->out->nedges = b->edges.n;
    b->out->first_edge = first;
    b->out->nstatements = b->edges.n ? statement + 1 : 0;
}

/* ---- locations ---- */

static int compare_uints(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void location_labels(struct builder *b, uint32_t node, struct pw_loc *out, pw_uints *places, uint32_t loc)
{
    PW_VEC(uint32_t) v = {0};
    for (const struct pw_graph_label *l = b->g->nodes.at[node].labels; l; l = l->next) pw_vec_push(&v, l->label);
    if (v.n) qsort(v.at, v.n, sizeof *v.at, compare_uints);
    size_t n = 0;
    for (size_t i = 0; i < v.n; i++)
        if (!n || v.at[n - 1] != v.at[i]) v.at[n++] = v.at[i];
    for (size_t i = 0; i < n; i++) {
        pw_vec_push(places, v.at[i]);
        pw_vec_push(places, (uint32_t)b->l->template);
        pw_vec_push(places, loc);
    }
    out->labels = pw_arena_copy(&b->l->pool->arena, v.at, n * sizeof *v.at);
    out->nlabels = n;
    pw_vec_clear(&v);
}

/* First label, or "end", "error", or "L" and the line; with a number behind it if that name is taken. */
static const char *location_name(struct builder *b, const struct pw_loc *loc, struct pw_names *taken)
{
    struct pw_strbuf s = {0};
    struct pw_scope *scope = b->l->scope;
    if (loc->nlabels) pw_strbuf_puts(&s, pw_scope_text(scope, scope->labels.at[loc->labels[0]]));
    else if (loc->kind == PW_LOC_NORMAL) pw_strbuf_printf(&s, "L%u", loc->line);
    else pw_strbuf_puts(&s, loc->kind == PW_LOC_END ? "end" : "error");
    size_t plain = s.n, before = taken->n;
    pw_names_intern(taken, pw_strbuf_text(&s));
    for (unsigned i = 2; taken->n == before; i++) {
        pw_limits_poll();
        s.n = plain;
        pw_strbuf_printf(&s, ".%u", i);
        pw_names_intern(taken, pw_strbuf_text(&s));
    }
    const char *name = pw_arena_strdup(&b->l->pool->arena, pw_strbuf_text(&s));
    pw_strbuf_clear(&s);
    return name;
}

static void build_locations(struct builder *b, pw_uints *places)
{
    const struct pw_token *tokens = b->l->scope->x->tokens.at;
    struct pw_loc *out = pw_arena_alloc(&b->l->pool->arena, b->order.n * sizeof *out);
    struct pw_names taken = {0};
    b->out->error = PW_NONE;
    for (uint32_t i = 0; i < b->order.n; i++) {
        const struct pw_graph_node *n = &b->g->nodes.at[b->order.at[i]];
        out[i] = (struct pw_loc){.kind = n->kind == PW_NODE_EDGES ? PW_LOC_NORMAL : n->kind == PW_NODE_END ? PW_LOC_END : PW_LOC_ERROR,
                                 .line = tokens[n->token].line};
        location_labels(b, b->order.at[i], &out[i], places, i);
        if (out[i].kind == PW_LOC_ERROR) b->out->error = (int32_t)i, out[i].line = b->out->line;
        out[i].name = location_name(b, &out[i], &taken);
    }
    b->out->locs = out;
    b->out->nlocs = b->order.n;
    pw_names_clear(&taken);
}

void pw_build_template(struct pw_lower *l, struct pw_thread_template *out, pw_uints *places)
{
    struct builder b = {.l = l, .g = &l->graph, .out = out};
    const struct pw_scope_unit *u = &l->scope->threads[l->template];
    const struct pw_token *t = &l->scope->x->tokens.at[u->ast->name.token];
    uint32_t entry = PW_GRAPH_ENTRY;
    *out = (struct pw_thread_template){.name = pw_arena_strdup(&l->pool->arena, pw_scope_text(l->scope, u->ast->name.name)), .count = u->count,
                                       .pos = t->from, .line = t->line};
    pw_graph_finish(&l->graph, &entry);
    b.number = PW_NEWS(int32_t, l->graph.nodes.n);
    for (size_t i = 0; i < l->graph.nodes.n; i++) b.number[i] = -1;
    number_nodes(&b, entry);
    missing_returns(&b);
    bury_dead(&b);
    build_edges(&b);
    out->entry = (uint32_t)b.number[entry];
    build_locations(&b, places);
    out->locals = pw_arena_copy(&l->pool->arena, l->locals.at, l->locals.n * sizeof *l->locals.at);
    out->nlocals = l->locals.n;
    if (l->graph.overflow)
        pw_scope_error(l->scope, u->ast->name.token, u->ast->name.token, NULL, "thread '%s' is too large after expansion of its procedures", out->name);
    PW_FREES(b.number, l->graph.nodes.n);
    pw_vec_clear(&b.order);
    pw_vec_clear(&b.edges);
}
