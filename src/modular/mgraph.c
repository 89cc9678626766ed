#include "modular/mgraph.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

enum { NONE = PW_MTREE_NONE, MOST_NODES = 200000, DEEPEST = 200 };

/* Where statements are: the frame they run in and where jumps lead. */
struct call_frame {
    const struct pw_munit *unit;
    uint32_t base, ret, brk, cont;
    uint32_t *labels;
    uint32_t start; /* the node where the atomic block around was entered, or NONE */
    unsigned depth;
};

struct graph_builder {
    struct pw_mgraph *g;
    struct pw_mtree *t;
    const struct pw_automaton *automata;
    bool expand;
    struct pw_diags *diags;
    bool failed;
};

bool pw_mgraph_reads_shared(const struct pw_mexpr *e)
{
    if (!e) return false;
    if (e->kind == PW_MX_SHARED || e->kind == PW_MX_CELL || e->kind == PW_MX_SIZE) return true;
    for (int i = 0; i < 3; i++)
        if (pw_mgraph_reads_shared(e->args[i])) return true;
    return false;
}

static uint32_t new_node(struct graph_builder *b, const struct call_frame *f, uint32_t token)
{
    struct pw_mnode n = {.callee = NONE, .token = token, .inner = f && f->start != NONE};
    if (b->g->nodes.n >= MOST_NODES) {
        b->g->too_large = true;
        assert(b->g->nodes.n > 0);
        return (uint32_t)b->g->nodes.n - 1;
    }
    pw_vec_push(&b->g->nodes, n);
    return (uint32_t)b->g->nodes.n - 1;
}

static struct pw_medge *new_edge(struct graph_builder *b, enum pw_medge_kind kind, uint32_t from,
                                 uint32_t to, uint32_t first, uint32_t last)
{
    struct pw_medge e = {.kind = (uint8_t)kind,
                         .from = from,
                         .to = to,
                         .start = from,
                         .op = (uint32_t)b->g->ops.n,
                         .first = first,
                         .last = last,
                         .callee = NONE,
                         .enters = NONE,
                         .leaves = NONE};
    pw_limits_poll();
    pw_vec_push(&b->g->edges, e);
    return &pw_vec_last(&b->g->edges);
}

/* Ops are pushed right after their edge. */
static struct pw_mop *push_op(struct graph_builder *b, enum pw_mop_kind kind,
                              const struct call_frame *f, uint32_t first, uint32_t last)
{
    struct pw_mop o = {.kind = (uint8_t)kind,
                       .base = f->base,
                       .value_base = f->base,
                       .first = first,
                       .last = last};
    pw_vec_push(&b->g->ops, o);
    assert(b->g->edges.n > 0);
    pw_vec_last(&b->g->edges).nops++;
    assert(pw_vec_last(&b->g->edges).op + pw_vec_last(&b->g->edges).nops == b->g->ops.n);
    return &pw_vec_last(&b->g->ops);
}

static void condition(struct graph_builder *b, enum pw_mop_kind kind, const struct call_frame *f,
                      const struct pw_mexpr *e, enum pw_masks asks, uint32_t first, uint32_t last)
{
    struct pw_mop *o = push_op(b, kind, f, first, last);
    o->cond = e;
    o->asks = (uint8_t)asks;
}

static const struct pw_mexpr *const *keep(struct graph_builder *b,
                                          const struct pw_mexpr *const *list, uint32_t n)
{
    return n ? pw_arena_copy(&b->g->arena, list, n * sizeof *list) : NULL;
}

static const struct pw_mvar *variable_of(const struct graph_builder *b, const struct call_frame *f,
                                         const struct pw_mexpr *e)
{
    return e->kind == PW_MX_LOCAL ? &f->unit->vars.at[e->index] : &b->t->shared.at[e->index];
}

static struct pw_mexpr *truth_op(struct graph_builder *b, enum pw_mexpr_kind kind,
                                 struct pw_mexpr *x, struct pw_mexpr *y)
{
    struct pw_sort truth = {PW_SORT_BOOL, 0};
    return pw_mtree_op(b->t, kind, truth, x, y);
}

static struct pw_mexpr *within(struct graph_builder *b, const struct pw_mvar *v,
                               struct pw_mexpr *value)
{
    return truth_op(b, PW_MX_AND, truth_op(b, PW_MX_LE, v->lo, value),
                    truth_op(b, PW_MX_LE, value, v->hi));
}

/* Targets of a range must receive a value of the range. */
static void assign(struct graph_builder *b, const struct call_frame *target,
                   const struct call_frame *value, struct pw_mexpr *const *targets,
                   struct pw_mexpr *const *values, uint32_t n, uint32_t first, uint32_t last)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct pw_mvar *v = variable_of(b, target, targets[i]);
        if (v->lo)
            condition(b, PW_MOP_ASSERT, value, within(b, v, values[i]), PW_ASKS_RANGE, first, last);
    }
    struct pw_mop *o = push_op(b, PW_MOP_ASSIGN, target, first, last);
    o->targets = keep(b, (const struct pw_mexpr *const *)targets, n);
    o->values = keep(b, (const struct pw_mexpr *const *)values, n);
    o->n = n;
    o->value_base = value->base;
}

static void havoc(struct graph_builder *b, const struct call_frame *f,
                  struct pw_mexpr *const *targets, uint32_t n, uint32_t first, uint32_t last)
{
    struct pw_mop *o = push_op(b, PW_MOP_HAVOC, f, first, last);
    o->targets = keep(b, (const struct pw_mexpr *const *)targets, n);
    o->n = n;
}

static struct pw_mexpr *local_leaf(struct graph_builder *b, const struct pw_munit *u,
                                   uint32_t index, uint32_t token)
{
    struct pw_mexpr *e = pw_mtree_expr(b->t, PW_MX_LOCAL, token, token);
    e->index = index;
    assert(index < u->vars.n);
    e->sort = u->vars.at[index].sort;
    e->name = u->vars.at[index].name;
    return e;
}

static struct pw_mexpr *reference_leaf(struct graph_builder *b, enum pw_mexpr_kind kind,
                                       uint32_t token)
{
    struct pw_mexpr *e = pw_mtree_expr(b->t, kind, token, token);
    e->sort = (struct pw_sort){PW_SORT_TID, 0};
    return e;
}

static void lock_ops(struct graph_builder *b, const struct call_frame *f, const struct pw_mstmt *s)
{
    bool lock = s->kind == PW_MS_LOCK;
    struct pw_mexpr *m = s->targets[0], *me = reference_leaf(b, PW_MX_SELF, s->first),
                    *free = reference_leaf(b, PW_MX_NOBODY, s->first);
    struct pw_mexpr *cond = truth_op(b, PW_MX_EQ, m, lock ? free : me), *value = lock ? me : free;
    condition(b, lock ? PW_MOP_ASSUME : PW_MOP_ASSERT, f, cond, PW_ASKS_UNLOCK, s->first, s->last);
    assign(b, f, f, &m, &value, 1, s->first, s->last);
}

/* ok = cas(v, old, new):  v, ok = (v == old ? new : v), v == old */
static void cas_ops(struct graph_builder *b, const struct call_frame *f, const struct pw_mstmt *s)
{
    struct pw_mexpr *v = s->targets[1], *equal = truth_op(b, PW_MX_EQ, v, s->values[0]),
                    *swap = pw_mtree_op(b->t, PW_MX_ITE, v->sort, equal, s->values[1]);
    swap->args[2] = v;
    struct pw_mexpr *targets[2] = {v, s->targets[0]}, *values[2] = {swap, equal};
    assign(b, f, f, targets, values, 2, s->first, s->last);
}

/* The operations of a statement that is one step. */
static void step_ops(struct graph_builder *b, const struct call_frame *f, const struct pw_mstmt *s)
{
    switch (s->kind) {
    case PW_MS_ASSIGN:
        assign(b, f, f, s->targets, s->values, s->ntargets, s->first, s->last);
        break;
    case PW_MS_ASSUME:
        condition(b, PW_MOP_ASSUME, f, s->values[0], PW_ASKS_ASSERT, s->first, s->last);
        break;
    case PW_MS_ASSERT:
        condition(b, PW_MOP_ASSERT, f, s->values[0], PW_ASKS_ASSERT, s->first, s->last);
        break;
    case PW_MS_HAVOC:
        havoc(b, f, s->targets, s->ntargets, s->first, s->last);
        break;
    case PW_MS_NEW: {
        struct pw_mop *o = push_op(b, PW_MOP_NEW, f, s->first, s->last);
        o->targets = keep(b, (const struct pw_mexpr *const *)s->targets, 1);
        o->n = 1;
        o->object = s->index;
        break;
    }
    case PW_MS_LOCK:
    case PW_MS_UNLOCK:
        lock_ops(b, f, s);
        break;
    case PW_MS_CAS:
        cas_ops(b, f, s);
        break;
    default:
        assert(s->kind == PW_MS_SKIP);
    }
}

static enum pw_medge_kind step_kind(const struct call_frame *f)
{
    return f->start == NONE ? PW_MEDGE_STEP : PW_MEDGE_INNER;
}

/* A conjunction is as many claims. */
static void claim_at(struct graph_builder *b, uint32_t node, const struct pw_mexpr *e,
                     uint32_t base)
{
    if (e->kind == PW_MX_AND) {
        claim_at(b, node, e->args[0], base);
        claim_at(b, node, e->args[1], base);
        return;
    }
    struct pw_mclaim c = {e, base};
    pw_vec_push(&b->g->claims, c);
    pw_vec_push(&b->g->claim_nodes, node);
    assert(node < b->g->nodes.n);
    b->g->nodes.at[node].cut = true;
}

/* A procedure that is called inside atomic has neither loops nor jumps nor claims. */
static bool refuse_in_atomic(struct graph_builder *b, const struct call_frame *f,
                             const struct pw_mstmt *s)
{
    if (f->start == NONE) return false;
    const struct pw_lexer *x = &b->t->lexer;
    if (!b->failed)
        pw_diag_add(b->diags, PW_ERROR, x->src, x->tokens.at[s->first].from,
                    x->tokens.at[s->first].to, NULL,
                    "a loop, jump or claim in '%s', which is called inside atomic",
                    pw_mtree_text(b->t, f->unit->name));
    b->failed = true;
    return true;
}

static uint32_t statements(struct graph_builder *b, const struct call_frame *f,
                           const struct pw_mstmt *s, uint32_t at);

static void branch(struct graph_builder *b, const struct call_frame *f, const struct pw_mstmt *s,
                   uint32_t from, uint32_t to, bool truth)
{
    new_edge(b, step_kind(f), from, to, s->first, s->last);
    if (s->star) return;
    struct pw_mexpr *c = s->values[0];
    condition(b, PW_MOP_ASSUME, f, truth ? c : truth_op(b, PW_MX_NOT, c, NULL), PW_ASKS_ASSERT,
              s->first, s->last);
}

static void silent(struct graph_builder *b, uint32_t from, uint32_t to, uint32_t token)
{
    if (from != NONE) new_edge(b, PW_MEDGE_SILENT, from, to, token, token);
}

static uint32_t conditional(struct graph_builder *b, const struct call_frame *f,
                            const struct pw_mstmt *s, uint32_t at)
{
    uint32_t yes = new_node(b, f, s->first), no = new_node(b, f, s->first),
             out = new_node(b, f, s->last);
    branch(b, f, s, at, yes, true);
    branch(b, f, s, at, no, false);
    silent(b, statements(b, f, s->body, yes), out, s->first);
    silent(b, statements(b, f, s->otherwise, no), out, s->first);
    return out;
}

/* labelled: `at` is the node of its label, to which the loop comes back. */
static uint32_t loop(struct graph_builder *b, const struct call_frame *f, const struct pw_mstmt *s,
                     uint32_t at, bool labelled)
{
    uint32_t head = labelled ? at : new_node(b, f, s->first), in = new_node(b, f, s->first),
             out = new_node(b, f, s->last);
    if (refuse_in_atomic(b, f, s)) return out;
    assert(head < b->g->nodes.n);
    struct pw_mnode *h = &b->g->nodes.at[head];
    bool forever = !s->star && s->values[0]->kind == PW_MX_TRUTH && s->values[0]->truth;
    h->cut = true;
    h->cond = s->star || forever ? NULL : s->values[0];
    h->base = f->base;
    if (!labelled) silent(b, at, head, s->first);
    for (uint32_t i = s->star ? 0 : 1; i < s->nvalues; i++)
        claim_at(b, head, s->values[i], f->base);
    if (forever)
        silent(b, head, in, s->first);
    else {
        branch(b, f, s, head, in, true);
        branch(b, f, s, head, out, false);
    }
    struct call_frame inside = *f;
    inside.brk = out;
    inside.cont = head;
    silent(b, statements(b, &inside, s->body, in), head, s->first);
    return out;
}

static uint32_t atomic(struct graph_builder *b, const struct call_frame *f,
                       const struct pw_mstmt *s, uint32_t at)
{
    if (f->start != NONE) return statements(b, f, s->body, at);
    struct call_frame inside = *f;
    uint32_t out = new_node(b, f, s->last);
    inside.start = at;
    uint32_t first = new_node(b, &inside, s->first);
    new_edge(b, PW_MEDGE_INNER, at, first, s->first, s->last);
    uint32_t end = statements(b, &inside, s->body, first);
    if (end == NONE) return NONE;
    new_edge(b, PW_MEDGE_STEP, end, out, s->first, s->last)->start = at;
    return out;
}

/* New slots for the variables of a procedure; returns their base. */
static uint32_t new_frame(struct graph_builder *b, const struct pw_munit *u)
{
    uint32_t base = (uint32_t)b->g->slots.n;
    for (uint32_t i = 0; i < u->vars.n; i++) {
        struct pw_mslot s = {&u->vars.at[i], u};
        pw_vec_push(&b->g->slots, s);
    }
    if (b->expand && !u->vars.n) { /* frames of an expanded graph have different bases */
        static const struct pw_mvar nothing = {.name = NONE, .sort = {PW_SORT_BOOL, 0}};
        struct pw_mslot s = {&nothing, u};
        pw_vec_push(&b->g->slots, s);
    }
    return base;
}

/* Is the argument read in a step of its own? */
static bool is_read_alone(const struct call_frame *f, const struct pw_mexpr *argument)
{
    return f->start == NONE && pw_mgraph_reads_shared(argument);
}

/* Arguments that read shared variables: a step each, from left to right. Returns the node behind.
 */
static uint32_t read_arguments(struct graph_builder *b, const struct call_frame *f,
                               const struct call_frame *callee, const struct pw_mstmt *s,
                               uint32_t at)
{
    for (uint32_t i = 0; i < callee->unit->nparams; i++) {
        if (!is_read_alone(f, s->values[i])) continue;
        struct pw_mexpr *param = local_leaf(b, callee->unit, i, s->first);
        uint32_t to = new_node(b, f, s->first);
        new_edge(b, PW_MEDGE_STEP, at, to, s->first, s->last);
        assert(i < s->nvalues);
        assign(b, callee, f, &param, &s->values[i], 1, s->first, s->last);
        at = to;
    }
    return at;
}

/* Parameters receive the other arguments; locals their initial values, or any. */
static void enter_ops(struct graph_builder *b, const struct call_frame *f,
                      const struct call_frame *callee, const struct pw_mstmt *s)
{
    const struct pw_munit *u = callee->unit;
    PW_VEC(struct pw_mexpr *) any = {0}, params = {0}, values = {0};
    for (uint32_t i = 0; i < u->nparams; i++) {
        if (is_read_alone(f, s->values[i])) continue;
        pw_vec_push(&params, local_leaf(b, u, i, s->first));
        assert(i < s->nvalues);
        pw_vec_push(&values, s->values[i]);
    }
    if (params.n) assign(b, callee, f, params.at, values.at, (uint32_t)params.n, s->first, s->last);
    for (uint32_t i = u->nparams; i < u->vars.n; i++)
        if (!u->vars.at[i].init) pw_vec_push(&any, local_leaf(b, u, i, s->first));
    if (any.n) havoc(b, callee, any.at, (uint32_t)any.n, s->first, s->last);
    for (uint32_t i = u->nparams; i < u->vars.n; i++) {
        struct pw_mexpr *x = local_leaf(b, u, i, s->first), *init = u->vars.at[i].init;
        if (init) assign(b, callee, callee, &x, &init, 1, s->first, s->last);
    }
    pw_vec_clear(&params);
    pw_vec_clear(&values);
    pw_vec_clear(&any);
}

/* The edge behind a call: `ensures` is assumed, the result delivered. */
static void leave_edge(struct graph_builder *b, const struct call_frame *f,
                       const struct call_frame *callee, const struct pw_mstmt *s, uint32_t from,
                       uint32_t to, bool contract)
{
    bool shared = s->ntargets && s->targets[0]->kind != PW_MX_LOCAL;
    enum pw_medge_kind kind = !shared ? PW_MEDGE_SILENT : step_kind(f);
    struct pw_medge *e = new_edge(b, kind, from, to, s->first, s->last);
    e->ensures = contract;
    if (callee->unit->contract.given && b->expand) e->leaves = callee->unit->number;
    e->base = callee->base;
    e->returns = s->ntargets && s->targets[0]->kind == PW_MX_LOCAL && f->base == 0 &&
                 f->unit == b->g->unit && s->targets[0]->index == f->unit->result;
    const struct pw_mcontract *c = &callee->unit->contract;
    for (size_t i = 0; contract && i < c->ensures.n; i++)
        condition(b, PW_MOP_ASSUME, callee, c->ensures.at[i], PW_ASKS_ASSERT, s->first, s->last);
    if (!s->ntargets) return;
    struct pw_mexpr *result = local_leaf(b, callee->unit, callee->unit->result, s->first);
    assign(b, f, callee, s->targets, &result, 1, s->first, s->last);
}

/* Several labels of one statement are one node. */
static void join_labels(const struct pw_mstmt *s, uint32_t *labels)
{
    for (; s; s = s->next) {
        if (s->kind == PW_MS_LABEL && s->next && s->next->kind == PW_MS_LABEL)
            labels[s->next->index] = labels[s->index];
        join_labels(s->body, labels);
        join_labels(s->otherwise, labels);
    }
}

static uint32_t expanded_call(struct graph_builder *b, const struct call_frame *f,
                              const struct pw_mstmt *s, uint32_t at, struct call_frame *callee)
{
    const struct pw_munit *u = callee->unit;
    uint32_t in = new_node(b, f, s->first), out = new_node(b, f, s->last);
    if (f->depth >= DEEPEST || b->g->too_large) {
        b->g->too_large = true;
        return out;
    }
    at = read_arguments(b, f, callee, s, at);
    struct pw_medge *e = new_edge(b, PW_MEDGE_SILENT, at, in, s->first, s->last);
    if (u->contract.given && b->expand) e->enters = u->number;
    e->base = callee->base;
    enter_ops(b, f, callee, s);
    callee->ret = new_node(b, f, s->last);
    callee->brk = callee->cont = NONE;
    callee->start = f->start;
    callee->depth = f->depth + 1;
    callee->labels = PW_NEWS(uint32_t, u->labels.n + 1);
    for (size_t i = 0; i < u->labels.n; i++)
        callee->labels[i] = new_node(b, f, u->labels.at[i].token);
    join_labels(u->body, callee->labels);
    silent(b, statements(b, callee, u->body, in), callee->ret, s->last);
    PW_FREES(callee->labels, u->labels.n + 1);
    leave_edge(b, f, callee, s, callee->ret, out, false);
    return out;
}

/* The contract instead of the body: one node per component of the automaton. */
static uint32_t contract_call(struct graph_builder *b, const struct call_frame *f,
                              const struct pw_mstmt *s, uint32_t at,
                              const struct call_frame *callee)
{
    const struct pw_munit *u = callee->unit;
    const struct pw_automaton *a = &b->automata[u->number];
    uint32_t in = new_node(b, f, s->first), out = new_node(b, f, s->last), first = 0;
    at = read_arguments(b, f, callee, s, at);
    new_edge(b, PW_MEDGE_SILENT, at, in, s->first, s->last);
    enter_ops(b, f, callee, s);
    for (uint32_t i = 0; i < a->ncomponents; i++) {
        uint32_t n = new_node(b, f, s->first);
        if (!i) first = n;
        b->g->nodes.at[n].callee = u->number;
        b->g->nodes.at[n].component = i;
        b->g->nodes.at[n].base = callee->base;
    }
    if (b->g->too_large) return out;
    struct pw_medge *e =
        new_edge(b, PW_MEDGE_SILENT, in, first + a->component[0], s->first, s->last);
    e->requires = true;
    e->callee = u->number;
    for (size_t i = 0; i < u->contract.requires.n; i++)
        condition(b, PW_MOP_ASSERT, callee, u->contract.requires.at[i], PW_ASKS_REQUIRES,
                  u->contract.requires.at[i]->first, u->contract.requires.at[i]->last);
    for (size_t i = 0; i < a->edges.n; i++) {
        const struct pw_auto_edge *x = &a->edges.at[i];
        if (a->component[x->from] == a->component[x->to]) continue;
        e = new_edge(b, PW_MEDGE_ACTION, first + a->component[x->from], first + a->component[x->to],
                     s->first, s->last);
        e->callee = u->number;
        e->base = callee->base;
        e->action = x->action;
    }
    for (uint32_t i = 0; i < a->ncomponents; i++) {
        bool final = false;
        for (uint32_t k = 0; k < a->n; k++)
            final = final || (a->final[k] && a->component[k] == i);
        if (final) leave_edge(b, f, callee, s, first + i, out, true);
    }
    return out;
}

static uint32_t call(struct graph_builder *b, const struct call_frame *f, const struct pw_mstmt *s,
                     uint32_t at)
{
    assert(s->index < b->t->procs.n);
    struct call_frame callee = {.unit = b->t->procs.at[s->index]};
    callee.base = new_frame(b, callee.unit);
    bool contract = callee.unit->contract.given && !b->expand && f->start == NONE;
    return contract ? contract_call(b, f, s, at, &callee) : expanded_call(b, f, s, at, &callee);
}

static void return_value(struct graph_builder *b, const struct call_frame *f,
                         const struct pw_mstmt *s, uint32_t at)
{
    bool step = s->nvalues && is_read_alone(f, s->values[0]);
    struct pw_medge *e =
        new_edge(b, step ? PW_MEDGE_STEP : PW_MEDGE_SILENT, at, f->ret, s->first, s->last);
    if (!s->nvalues) return;
    if (s->values[0]->kind == PW_MX_LOCAL && s->values[0]->index == f->unit->result) return;
    if (f->base == 0 && f->unit == b->g->unit) e->returns = true;
    struct pw_mexpr *result = local_leaf(b, f->unit, f->unit->result, s->first);
    assign(b, f, f, &result, s->values, 1, s->first, s->last);
}

static uint32_t jump(struct graph_builder *b, const struct call_frame *f, const struct pw_mstmt *s,
                     uint32_t at)
{
    if (s->kind != PW_MS_RETURN && refuse_in_atomic(b, f, s)) return NONE;
    switch (s->kind) {
    case PW_MS_GOTO:
        silent(b, at, f->labels[s->index], s->first);
        break;
    case PW_MS_BREAK:
        silent(b, at, f->brk, s->first);
        break;
    case PW_MS_CONTINUE:
        silent(b, at, f->cont, s->first);
        break;
    case PW_MS_RETURN:
        return_value(b, f, s, at);
        break;
    default:
        assert(s->kind == PW_MS_EXIT);
        if (b->g->unit->contract.given && !b->failed) {
            const struct pw_lexer *x = &b->t->lexer;
            pw_diag_add(b->diags, PW_ERROR, x->src, x->tokens.at[s->first].from,
                        x->tokens.at[s->last].to, NULL,
                        "exit inside a procedure with a contract: a contract cannot say it");
            b->failed = true;
        }
        silent(b, at, b->g->exit, s->first);
    }
    return NONE;
}

static uint32_t statement(struct graph_builder *b, const struct call_frame *f,
                          const struct pw_mstmt *s, uint32_t at)
{
    uint32_t to;
    switch (s->kind) {
    case PW_MS_EMPTY:
        return at;
    case PW_MS_CLAIM:
        to = new_node(b, f, s->first);
        silent(b, at, to, s->first);
        if (!refuse_in_atomic(b, f, s)) claim_at(b, to, s->values[0], f->base);
        return to;
    case PW_MS_BLOCK:
        return statements(b, f, s->body, at);
    case PW_MS_ATOMIC:
        return atomic(b, f, s, at);
    case PW_MS_IF:
        return conditional(b, f, s, at);
    case PW_MS_WHILE:
        return loop(b, f, s, at, false);
    case PW_MS_CALL:
        return call(b, f, s, at);
    case PW_MS_GOTO:
    case PW_MS_BREAK:
    case PW_MS_CONTINUE:
    case PW_MS_RETURN:
    case PW_MS_EXIT:
        return jump(b, f, s, at);
    default:
        to = new_node(b, f, s->first);
        new_edge(b, step_kind(f), at, to, s->first, s->last);
        step_ops(b, f, s);
        return to;
    }
}

static uint32_t statements(struct graph_builder *b, const struct call_frame *f,
                           const struct pw_mstmt *s, uint32_t at)
{
    for (; s; s = s->next) {
        pw_limits_poll();
        if (b->g->too_large) return at;
        if (s->kind == PW_MS_LABEL) {
            if (at != f->labels[s->index]) silent(b, at, f->labels[s->index], s->first);
            at = f->labels[s->index];
            if (!s->next || s->next->kind != PW_MS_WHILE) continue;
            s = s->next;
            at = loop(b, f, s, at, true);
        } else if (at != NONE)
            at = statement(b, f, s, at);
    }
    return at;
}

static void gather_claims(struct pw_mgraph *g)
{
    size_t n = g->claims.n;
    struct pw_mclaim *sorted = PW_NEWS(struct pw_mclaim, n + 1);
    uint32_t at = 0;
    for (size_t i = 0; i < n; i++)
        g->nodes.at[g->claim_nodes.at[i]].nclaims++;
    for (size_t k = 0; k < g->nodes.n; k++) {
        g->nodes.at[k].claim = at;
        at += g->nodes.at[k].nclaims;
        g->nodes.at[k].nclaims = 0;
    }
    for (size_t i = 0; i < n; i++) {
        assert(i < g->claim_nodes.n);
        struct pw_mnode *k = &g->nodes.at[g->claim_nodes.at[i]];
        assert(i < g->claims.n);
        sorted[k->claim + k->nclaims++] = g->claims.at[i];
    }
    if (n) memcpy(g->claims.at, sorted, n * sizeof *sorted);
    PW_FREES(sorted, n + 1);
}

static bool edge_is_quiet(const struct pw_mgraph *g, const struct pw_medge *e)
{
    if (e->kind != PW_MEDGE_SILENT || e->requires || e->ensures || e->returns) return false;
    for (uint32_t i = e->op; i < e->op + e->nops; i++) {
        assert(i < g->ops.n);
        const struct pw_mop *o = &g->ops.at[i];
        if (o->kind == PW_MOP_ASSERT || o->kind == PW_MOP_NEW) return false;
        if (o->cond && pw_mgraph_reads_shared(o->cond)) return false;
        for (uint32_t k = 0; k < o->n; k++)
            if (o->values && pw_mgraph_reads_shared(o->values[k])) return false;
    }
    return true;
}

/* still: all that leaves the node is silent and reads nothing shared */
static void find_still(struct pw_mgraph *g)
{
    for (size_t i = 0; i < g->nodes.n; i++) {
        struct pw_mnode *n = &g->nodes.at[i];
        n->still = !n->cut && n->callee == NONE && i != g->exit;
    }
    for (size_t i = 0; i < g->edges.n; i++)
        if (!edge_is_quiet(g, &g->edges.at[i])) g->nodes.at[g->edges.at[i].from].still = false;
}

/* Depth first without recursion: the order, and the targets of edges that close a cycle are cut. */
static void order_nodes(struct pw_mgraph *g)
{
    size_t n = g->nodes.n, m = g->edges.n, placed = n;
    uint32_t *head = PW_NEWS(uint32_t, n + 1), *next = PW_NEWS(uint32_t, m + 1);
    uint8_t *state = PW_NEWS(uint8_t, n + 1);
    PW_VEC(uint32_t) stack = {0};
    for (size_t i = m; i-- > 0;) {
        assert(i < g->edges.n);
        next[i] = head[g->edges.at[i].from];
        head[g->edges.at[i].from] = (uint32_t)i + 1;
    }
    g->order = PW_NEWS(uint32_t, n + 1);
    for (uint32_t root = 0; root < n; root++) {
        if (state[root]) continue;
        pw_vec_push(&stack, root);
        state[root] = 1;
        while (stack.n) {
            pw_limits_poll();
            uint32_t u = pw_vec_last(&stack), e = head[u];
            if (!e) {
                state[u] = 2;
                g->order[--placed] = u;
                stack.n--;
                continue;
            }
            head[u] = next[e - 1];
            uint32_t v = g->edges.at[e - 1].to;
            if (state[v] == 1) g->nodes.at[v].cut = true;
            if (state[v]) continue;
            state[v] = 1;
            pw_vec_push(&stack, v);
        }
    }
    assert(placed == 0);
    PW_FREES(head, n + 1);
    PW_FREES(next, m + 1);
    PW_FREES(state, n + 1);
    pw_vec_clear(&stack);
}

/* What mgraph.h says of the numbers in a graph that has been built. */
static void check_graph(const struct pw_mgraph *g)
{
    assert(g->entry < g->nodes.n && g->exit < g->nodes.n && g->entry != g->exit);
    assert(g->slots.n >= g->unit->vars.n);
    assert(g->labels.n == g->unit->labels.n);
    for (size_t i = 0; i < g->labels.n; i++)
        assert(g->labels.at[i] < g->nodes.n);
    for (size_t i = 0; i < g->edges.n; i++) {
        const struct pw_medge *e = &g->edges.at[i];
        assert(e->from < g->nodes.n && e->to < g->nodes.n);
        assert(e->kind <= PW_MEDGE_ACTION);
        assert(e->op <= g->ops.n && e->nops <= g->ops.n - e->op);
        assert(!(e->requires && e->ensures));
    }
    for (size_t i = 0; i < g->ops.n; i++) {
        const struct pw_mop *o = &g->ops.at[i];
        assert(o->kind <= PW_MOP_NEW);
        assert(o->asks <= PW_ASKS_REQUIRES);
        assert((o->kind <= PW_MOP_ASSERT) == (o->cond != NULL));
        assert(o->base <= g->slots.n && o->value_base <= g->slots.n);
    }
    for (size_t i = 0; i < g->nodes.n; i++) {
        const struct pw_mnode *n = &g->nodes.at[i];
        assert(n->claim <= g->claims.n && n->nclaims <= g->claims.n - n->claim);
        assert(n->base <= g->slots.n);
    }
    for (size_t i = 0; i < g->claims.n; i++)
        assert(g->claims.at[i].base <= g->slots.n);
}

bool pw_mgraph_build(struct pw_mgraph *g, struct pw_mtree *t, const struct pw_munit *u,
                     const struct pw_automaton *automata, bool expand, struct pw_diags *diags)
{
    struct graph_builder b = {
        .g = g, .t = t, .automata = automata, .expand = expand, .diags = diags};
    *g = (struct pw_mgraph){.t = t, .unit = u};
    pw_arena_init(&g->arena);
    g->entry = new_node(&b, NULL, u->token);
    g->exit = new_node(&b, NULL, u->last);
    struct call_frame f = {.unit = u, .ret = g->exit, .brk = NONE, .cont = NONE, .start = NONE};
    f.base = new_frame(&b, u);
    assert(f.base == 0);
    for (size_t i = 0; i < u->labels.n; i++)
        pw_vec_push(&g->labels, new_node(&b, NULL, u->labels.at[i].token));
    join_labels(u->body, g->labels.at);
    f.labels = g->labels.at;
    uint32_t first = new_node(&b, &f, u->token);
    new_edge(&b, PW_MEDGE_SILENT, g->entry, first, u->token, u->token);
    for (uint32_t i = u->nparams; i < u->vars.n; i++) {
        struct pw_mexpr *x = local_leaf(&b, u, i, u->vars.at[i].token), *init = u->vars.at[i].init;
        if (init) assign(&b, &f, &f, &x, &init, 1, u->vars.at[i].token, u->vars.at[i].token);
    }
    silent(&b, statements(&b, &f, u->body, first), g->exit, u->last);
    for (size_t i = 0; i < g->edges.n; i++)
        g->exit_reached = g->exit_reached || g->edges.at[i].to == g->exit;
    order_nodes(g);
    gather_claims(g);
    find_still(g);
    check_graph(g);
    if (g->too_large && !expand) {
        pw_diag_add(diags, PW_ERROR, t->lexer.src, t->lexer.tokens.at[u->token].from,
                    t->lexer.tokens.at[u->token].to, NULL,
                    "'%s' is too large with its calls expanded", pw_mtree_text(t, u->name));
        b.failed = true;
    }
    return !b.failed;
}

void pw_mgraph_clear(struct pw_mgraph *g)
{
    if (g->order) PW_FREES(g->order, g->nodes.n + 1);
    if (g->next_out) PW_FREES(g->next_out, g->edges.n + 1);
    pw_vec_clear(&g->nodes);
    pw_vec_clear(&g->edges);
    pw_vec_clear(&g->ops);
    pw_vec_clear(&g->claims);
    pw_vec_clear(&g->claim_nodes);
    pw_vec_clear(&g->slots);
    pw_vec_clear(&g->labels);
    pw_arena_clear(&g->arena);
}
