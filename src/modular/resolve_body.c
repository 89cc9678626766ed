/* Statements, calls and the modules of units. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "modular/resolve_state.h"

static void fits(struct pw_resolver *r, struct pw_mexpr *target, struct pw_mexpr *value)
{
    pw_resolve_expr(r, value, PW_IN_STATEMENT);
    pw_resolve_same(r, target, value);
}

static void target(struct pw_resolver *r, struct pw_mexpr *e, bool mutex)
{
    if (e->kind == PW_MX_NAME && !strcmp(pw_mtree_text(r->t, e->name), "self")) {
        pw_resolve_say(r, PW_ERROR, e->first, e->last,
                       "self is the identity of the running thread");
        return;
    }
    if (pw_resolve_expr(r, e, PW_IN_STATEMENT).kind == PW_SORT_NONE) return;
    bool shared = e->kind == PW_MX_SHARED || e->kind == PW_MX_CELL;
    if (!shared && e->kind != PW_MX_LOCAL)
        pw_resolve_say(r, PW_ERROR, e->first, e->last, "this is not a variable");
    else if (shared && r->t->shared.at[e->index].mutex != mutex)
        pw_resolve_say(r, PW_ERROR, e->first, e->last,
                       mutex ? "'%s' is not a mutex" : "'%s' is a mutex: lock or unlock it",
                       pw_mtree_text(r->t, e->name));
    else if (!shared && mutex)
        pw_resolve_say(r, PW_ERROR, e->first, e->last, "this is not a mutex");
    else if (e->kind == PW_MX_LOCAL && r->unit->contract.given && e->index < r->unit->nparams)
        pw_resolve_say(r, PW_ERROR, e->first, e->last,
                       "parameters are constant in a procedure with a contract");
    const struct pw_mvar *v = shared && e->index < r->t->shared.n ? &r->t->shared.at[e->index]
                              : e->kind == PW_MX_LOCAL            ? &r->unit->vars.at[e->index]
                                                                  : NULL;
    if (v && v->lo) r->asserts++;
}

static void targets(struct pw_resolver *r, struct pw_mstmt *s, bool mutex)
{
    for (uint32_t i = 0; i < s->ntargets; i++) {
        target(r, s->targets[i], mutex);
        for (uint32_t k = 0; k < i; k++)
            if (s->targets[i]->kind == s->targets[k]->kind && s->targets[i]->kind != PW_MX_NAME &&
                s->targets[i]->index == s->targets[k]->index)
                pw_resolve_say(r, PW_ERROR, s->targets[k]->first, s->targets[i]->last,
                               "both write %s", pw_mtree_text(r->t, s->targets[i]->name));
    }
}

static void note_call(struct pw_munit *u, uint32_t proc)
{
    for (size_t i = 0; i < u->calls.n; i++)
        if (u->calls.at[i] == proc) return;
    pw_vec_push(&u->calls, proc);
}

static void call(struct pw_resolver *r, struct pw_mstmt *s)
{
    const struct pw_name *n = &r->names[s->name];
    const char *x = pw_mtree_text(r->t, s->name);
    if (n->kind != PW_NAME_PROC) {
        pw_resolve_say(r, PW_ERROR, s->token, s->token, "no procedure is called '%s'", x);
        return;
    }
    assert(n->index < r->t->procs.n);
    struct pw_munit *p = r->t->procs.at[n->index];
    s->index = n->index;
    note_call(r->unit, s->index);
    if (s->nvalues != p->nparams)
        pw_resolve_say(r, PW_ERROR, s->token, s->token, "'%s' has %u parameters, not %u", x,
                       p->nparams, s->nvalues);
    for (uint32_t i = 0; i < s->nvalues && i < p->nparams; i++) {
        struct pw_mexpr param = {.kind = PW_MX_LOCAL,
                                 .sort = p->vars.at[i].sort,
                                 .first = s->values[i]->first,
                                 .last = s->values[i]->last};
        fits(r, &param, s->values[i]);
    }
    if (s->ntargets && p->result == PW_MTREE_NONE)
        pw_resolve_say(r, PW_ERROR, s->token, s->token, "'%s' returns nothing", x);
    else if (s->ntargets) {
        struct pw_mexpr result = {.kind = PW_MX_LOCAL,
                                  .sort = p->vars.at[p->result].sort,
                                  .first = s->token,
                                  .last = s->token};
        target(r, s->targets[0], false);
        pw_resolve_same(r, s->targets[0], &result);
    }
    if (r->atomic && p->contract.given)
        pw_resolve_say(
            r, PW_WARNING, s->token, s->token,
            "%s is called inside atomic: its body is expanded there, its contract is not "
            "used",
            x);
}

static void new_object(struct pw_resolver *r, struct pw_mstmt *s)
{
    const struct pw_name *n = &r->names[s->name];
    if (n->kind != PW_NAME_OBJECT) {
        pw_resolve_say(r, PW_ERROR, s->token, s->token, "'%s' is not an object sort",
                       pw_mtree_text(r->t, s->name));
        return;
    }
    s->index = n->index;
    assert(n->index < r->t->objects.n);
    struct pw_mobject *o = &r->t->objects.at[n->index];
    struct pw_mexpr sort = {.kind = PW_MX_LOCAL,
                            .sort = {PW_SORT_OBJECT, n->index},
                            .first = s->token,
                            .last = s->token};
    targets(r, s, false);
    pw_resolve_same(r, s->targets[0], &sort);
    if (o->alloc != PW_MTREE_NONE) return;
    struct pw_mvar v = {.name = o->name,
                        .token = o->token,
                        .sort = {PW_SORT_BOOL, 0},
                        .sort_name = PW_MTREE_NONE,
                        .array = true,
                        .index = sort.sort,
                        .index_name = PW_MTREE_NONE,
                        .alloc_of = n->index};
    v.init = pw_mtree_expr(r->t, PW_MX_TRUTH, o->token, o->token);
    v.init->sort = v.sort;
    o->alloc = (uint32_t)r->t->shared.n;
    pw_vec_push(&r->t->shared, v);
}

static void returns(struct pw_resolver *r, struct pw_mstmt *s)
{
    const struct pw_munit *u = r->unit;
    if (u->is_thread) {
        pw_resolve_say(r, PW_ERROR, s->first, s->first, "'return' in a thread: use exit");
        return;
    }
    if (!s->nvalues) return;
    if (u->result == PW_MTREE_NONE) {
        pw_resolve_say(r, PW_ERROR, s->first, s->last,
                       "the procedure has no returned variable: write 'returns TYPE NAME'");
        return;
    }
    struct pw_mexpr result = {.kind = PW_MX_LOCAL,
                              .sort = u->vars.at[u->result].sort,
                              .first = s->first,
                              .last = s->last};
    fits(r, &result, s->values[0]);
}

static void find_label(struct pw_resolver *r, struct pw_mstmt *s)
{
    for (uint32_t i = 0; i < r->unit->labels.n; i++)
        if (r->unit->labels.at[i].name == s->name) {
            s->index = i;
            return;
        }
    pw_resolve_say(r, PW_ERROR, s->token, s->token, "no label is called '%s'",
                   pw_mtree_text(r->t, s->name));
}

static void jump(struct pw_resolver *r, struct pw_mstmt *s)
{
    bool loop = s->kind == PW_MS_BREAK || s->kind == PW_MS_CONTINUE;
    if (r->atomic)
        pw_resolve_say(r, PW_ERROR, s->first, s->last, "no jump inside atomic");
    else if (loop && !r->loops)
        pw_resolve_say(r, PW_ERROR, s->first, s->last, "this is not in a loop");
    else if (s->kind == PW_MS_EXIT && r->unit->contract.given)
        pw_resolve_say(r, PW_ERROR, s->first, s->last,
                       "exit inside a procedure with a contract: a contract cannot say it");
    else if (s->kind == PW_MS_GOTO)
        find_label(r, s);
}

static void statements(struct pw_resolver *r, struct pw_mstmt *s);

static void compound(struct pw_resolver *r, struct pw_mstmt *s)
{
    bool loop = s->kind == PW_MS_WHILE, atomic = s->kind == PW_MS_ATOMIC;
    if (loop && r->atomic) pw_resolve_say(r, PW_ERROR, s->first, s->first, "no loop inside atomic");
    for (uint32_t i = 0; i < s->nvalues; i++)
        pw_resolve_typed(r, s->values[i], PW_SORT_BOOL,
                         i > 0 || s->star ? PW_IN_CLAIM : PW_IN_STATEMENT);
    r->loops += loop;
    r->atomic += atomic;
    statements(r, s->body);
    statements(r, s->otherwise);
    r->loops -= loop;
    r->atomic -= atomic;
}

static void statement(struct pw_resolver *r, struct pw_mstmt *s)
{
    switch (s->kind) {
    case PW_MS_ASSIGN:
        targets(r, s, false);
        for (uint32_t i = 0; i < s->nvalues && i < s->ntargets; i++)
            fits(r, s->targets[i], s->values[i]);
        break;
    case PW_MS_CALL:
        call(r, s);
        break;
    case PW_MS_CAS:
        targets(r, s, false);
        if (s->ntargets == 2 && s->targets[0]->sort.kind != PW_SORT_BOOL &&
            s->targets[0]->sort.kind != PW_SORT_NONE)
            pw_resolve_say(r, PW_ERROR, s->targets[0]->first, s->targets[0]->last,
                           "cas gives a bool");
        for (uint32_t i = 0; i < s->nvalues && s->ntargets == 2; i++)
            fits(r, s->targets[1], s->values[i]);
        break;
    case PW_MS_NEW:
        new_object(r, s);
        break;
    case PW_MS_ASSERT:
        r->asserts++; /* fall through */
    case PW_MS_ASSUME:
        pw_resolve_typed(r, s->values[0], PW_SORT_BOOL, PW_IN_STATEMENT);
        break;
    case PW_MS_CLAIM:
        pw_resolve_typed(r, s->values[0], PW_SORT_BOOL, PW_IN_CLAIM);
        break;
    case PW_MS_HAVOC:
        targets(r, s, false);
        break;
    case PW_MS_UNLOCK:
        r->asserts++; /* fall through */
    case PW_MS_LOCK:
        targets(r, s, true);
        break;
    case PW_MS_RETURN:
        returns(r, s);
        if (r->atomic) jump(r, s);
        break;
    case PW_MS_GOTO:
    case PW_MS_BREAK:
    case PW_MS_CONTINUE:
    case PW_MS_EXIT:
        jump(r, s);
        break;
    case PW_MS_IF:
    case PW_MS_WHILE:
    case PW_MS_BLOCK:
    case PW_MS_ATOMIC:
        compound(r, s);
        break;
    default:
        break;
    }
}

static void statements(struct pw_resolver *r, struct pw_mstmt *s)
{
    for (; s; s = s->next) {
        pw_limits_poll();
        statement(r, s);
    }
}

void pw_resolve_body(struct pw_resolver *r, struct pw_munit *u)
{
    assert(r->unit == u);
    r->atomic = r->loops = 0;
    for (size_t i = 0; i < u->labels.n; i++)
        for (size_t k = 0; k < i; k++)
            if (u->labels.at[i].name == u->labels.at[k].name)
                pw_resolve_say(r, PW_ERROR, u->labels.at[i].token, u->labels.at[i].token,
                               "label '%s' twice", pw_mtree_text(r->t, u->labels.at[i].name));
    statements(r, u->body);
}

/* --- calls ------------------------------------------------------------------------------------ */

enum call_visit { NEW_PROC, OPEN_PROC, DONE_PROC };

struct call_walk {
    struct pw_resolver *r;
    uint8_t *seen;
    PW_VEC(uint32_t) stack, at, order; /* order: callees first */
};

static void report_cycle(struct call_walk *w, uint32_t proc)
{
    struct pw_strbuf b = {0};
    size_t i = w->stack.n;
    while (i && w->stack.at[i - 1] != proc)
        i--;
    for (i = i ? i - 1 : 0; i < w->stack.n; i++) {
        if (w->r->t->procs.at[w->stack.at[i]]->contract.given) goto out;
        pw_strbuf_printf(&b, "%s calls ",
                         pw_mtree_text(w->r->t, w->r->t->procs.at[w->stack.at[i]]->name));
    }
    assert(proc < w->r->t->procs.n);
    const struct pw_munit *p = w->r->t->procs.at[proc];
    pw_resolve_say(w->r, PW_ERROR, p->token, p->token, "%s%s: give one of them a contract",
                   pw_strbuf_text(&b), pw_mtree_text(w->r->t, p->name));
out:
    pw_strbuf_clear(&b);
}

/* Depth first from one procedure, without recursion. */
static void visit(struct call_walk *w, uint32_t root, bool through_contracts)
{
    pw_vec_push(&w->stack, root);
    pw_vec_push(&w->at, 0);
    w->seen[root] = OPEN_PROC;
    while (w->stack.n) {
        pw_limits_poll();
        uint32_t u = pw_vec_last(&w->stack), i = pw_vec_last(&w->at)++;
        assert(u < w->r->t->procs.n);
        const struct pw_munit *p = w->r->t->procs.at[u];
        bool stop = p->contract.given && !through_contracts;
        if (stop || i >= p->calls.n) {
            w->seen[u] = DONE_PROC;
            pw_vec_push(&w->order, u);
            w->stack.n--, w->at.n--;
            continue;
        }
        assert(i < p->calls.n);
        uint32_t callee = p->calls.at[i];
        if (w->seen[callee] == OPEN_PROC && !through_contracts) report_cycle(w, callee);
        if (w->seen[callee] != NEW_PROC) continue;
        w->seen[callee] = OPEN_PROC;
        pw_vec_push(&w->stack, callee);
        pw_vec_push(&w->at, 0);
    }
}

static bool add_module(struct pw_munit *u, uint32_t module)
{
    size_t i = 0;
    while (i < u->modules.n && u->modules.at[i] < module)
        i++;
    if (i < u->modules.n && u->modules.at[i] == module) return false;
    pw_vec_push(&u->modules, module);
    memmove(u->modules.at + i + 1, u->modules.at + i, (u->modules.n - 1 - i) * sizeof module);
    u->modules.at[i] = module;
    return true;
}

static bool add_modules(struct pw_munit *u, const struct pw_munit *callee)
{
    bool changed = false;
    for (size_t i = 0; i < callee->modules.n; i++)
        changed |= add_module(u, callee->modules.at[i]);
    return changed;
}

/* Callees come first, so that one pass is enough but for recursion. */
static void close_modules(struct call_walk *w)
{
    struct pw_mtree *t = w->r->t;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < w->order.n; k++) {
            pw_limits_poll();
            struct pw_munit *p = t->procs.at[w->order.at[k]];
            changed |= add_module(p, p->module);
            for (size_t i = 0; i < p->calls.n; i++)
                changed |= add_modules(p, t->procs.at[p->calls.at[i]]);
        }
    }
    for (size_t i = 0; i < t->threads.n; i++)
        for (uint32_t k = 0; k < t->modules.n; k++) {
            assert(t->threads.at[i]->modules.n == k);
            pw_vec_push(&t->threads.at[i]->modules, k);
        }
}

void pw_resolve_calls(struct pw_resolver *r)
{
    size_t n = r->t->procs.n;
    struct call_walk w = {.r = r, .seen = PW_NEWS(uint8_t, n + 1)};
    for (uint32_t i = 0; i < n; i++)
        if (w.seen[i] == NEW_PROC) visit(&w, i, false);
    memset(w.seen, NEW_PROC, n);
    w.order.n = 0;
    for (uint32_t i = 0; i < n; i++)
        if (w.seen[i] == NEW_PROC) visit(&w, i, true);
    close_modules(&w);
    PW_FREES(w.seen, n + 1);
    pw_vec_clear(&w.stack);
    pw_vec_clear(&w.at);
    pw_vec_clear(&w.order);
}
