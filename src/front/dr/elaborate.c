#include "front/dr/elaborate.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "prog/classify.h"

static const struct pw_scope_var *var_of(struct pw_scope *s, const struct pw_symbol *sym)
{
    switch (sym->meaning) {
    case PW_MEANS_SHARED:
        return &s->shared[sym->index];
    case PW_MEANS_UNIT:
        return &s->unit->vars[sym->index];
    case PW_MEANS_LOCAL:
        return &s->threads[sym->thread].vars[sym->index];
    default:
        return NULL;
    }
}

/* Values of type tid: `self`, `other.self`, `nobody`, unless a variable has that name, and
 * variables. */
enum tid { NO_TID, SELF, OTHER_SELF, NOBODY, TID };

static enum tid which_tid(const struct pw_elab *c, const struct pw_ast_expr *e)
{
    const struct pw_scope *s = c->scope;
    if (e->kind != PW_AST_NAME) return NO_TID;
    assert(e->ref.name < s->nnames);
    const struct pw_scope_name *n = &s->names[e->ref.name];
    const char *text = pw_scope_text(s, e->ref.name);
    bool plain = !e->ref.other && e->ref.template == PW_NO_NAME;
    if (plain && n->kind == PW_GLOBAL_SHARED && s->shared[n->index].tid) return TID;
    if (n->kind != PW_GLOBAL_NONE || n->unit_var >= 0 || n->locals) return NO_TID;
    if (!strcmp(text, "nobody") && s->ntids) return plain ? NOBODY : NO_TID;
    if (strcmp(text, "self")) return NO_TID;
    return e->ref.other ? OTHER_SELF : plain ? SELF : NO_TID;
}

/* Another thread is meant here, of template t (PW_NONE: does not say). */
static void meet_other(struct pw_elab *c, int32_t t)
{
    c->saw_other = c->saw_variable = true;
    if (t < 0 || c->range == t || c->range == PW_SEVERAL) return;
    c->ranges[c->range >= 0] = t;
    c->range = c->range >= 0 ? PW_SEVERAL : t;
}

/* Another thread is meant that is at a label of thread t (PW_ANY: of several). */
static void meet_place(struct pw_elab *c, int32_t t)
{
    c->place_range = !c->saw_place || c->place_range == t ? t : PW_ANY;
    c->saw_place = true;
}

static bool formula(const struct pw_elab *c)
{
    return c->where >= PW_IN_PREDICATE && c->where <= PW_IN_CONSTRAINT;
}

static struct pw_symbol nothing(void)
{
    return (struct pw_symbol){.meaning = PW_MEANS_NOTHING};
}

/* The thread that a qualifier names, or -1 (reported). */
static int32_t qualifier(struct pw_elab *c, const struct pw_ast_ref *r)
{
    struct pw_scope *s = c->scope;
    if (s->names[r->template].kind == PW_GLOBAL_THREAD) return (int32_t)s->names[r->template].index;
    uint32_t token = r->token;
    while (token > 0 && s->x->tokens.at[token].name != r->template)
        token--;
    pw_scope_undeclared(s, r->template, token, PW_VISIBLE_THREADS, "there is no thread '%s'");
    return -1;
}

static struct pw_symbol local_of(struct pw_elab *c, const struct pw_ast_ref *r, int32_t thread)
{
    for (const struct pw_scope_local *l = c->scope->names[r->name].locals; l; l = l->next)
        if (l->thread == thread) return (struct pw_symbol){PW_MEANS_LOCAL, thread, l->index};
    return nothing();
}

/* x without qualifier in a formula, or other.x: of the thread around, or of the only thread that
 * has one. */
static struct pw_symbol some_local(struct pw_elab *c, const struct pw_ast_ref *r)
{
    struct pw_scope *s = c->scope;
    assert(r->name < s->nnames);
    const struct pw_scope_local *l = s->names[r->name].locals;
    if (s->unit && s->unit->is_thread) {
        struct pw_symbol own = local_of(c, r, (int32_t)(s->unit - s->threads));
        if (own.meaning == PW_MEANS_LOCAL) return own;
    }
    if (!l) return nothing();
    if (!l->next) return (struct pw_symbol){PW_MEANS_LOCAL, l->thread, l->index};
    char hint[200];
    const char *name = pw_scope_text(s, r->name),
               *a = pw_scope_text(s, s->threads[l->next->thread].ast->name.name);
    snprintf(hint, sizeof hint,
             r->other ? "say which, for instance other(%.60s).%.60s"
                      : "say which, for instance %.60s.%.60s",
             a, name);
    pw_scope_error(s, r->token, r->token, hint, "several threads have a local variable '%s'", name);
    struct pw_symbol ambiguous = nothing();
    ambiguous.thread = -1;
    return ambiguous;
}

static struct pw_symbol resolve_formula(struct pw_elab *c, struct pw_ast_ref *r)
{
    struct pw_scope *s = c->scope;
    assert(r->name < s->nnames);
    const struct pw_scope_name *n = &s->names[r->name];
    const char *text = pw_scope_text(s, r->name);
    int32_t thread = -1;
    if (r->template != PW_NO_NAME && (thread = qualifier(c, r)) < 0) return nothing();
    bool global = n->kind == PW_GLOBAL_SHARED || n->kind == PW_GLOBAL_CONST;
    if (global && (r->other || thread >= 0)) {
        pw_scope_error(s, r->token, r->token, "write the name alone", "'%s' is no local variable",
                       text);
        return nothing();
    }
    if (n->kind == PW_GLOBAL_SHARED) return (struct pw_symbol){PW_MEANS_SHARED, -1, n->index};
    if (n->kind == PW_GLOBAL_CONST) return (struct pw_symbol){PW_MEANS_CONST, -1, n->index};
    struct pw_symbol sym = thread >= 0 ? local_of(c, r, thread) : some_local(c, r);
    if (sym.meaning == PW_MEANS_LOCAL || sym.thread == -1) return sym;
    if (thread >= 0)
        pw_scope_error(s, r->token, r->token, NULL, "thread '%s' has no local variable '%s'",
                       pw_scope_text(s, r->template), text);
    else
        pw_scope_undeclared(s, r->name, r->token, PW_VISIBLE_PREDICATE,
                            r->other ? "no thread has a local variable '%s'"
                                     : "undeclared name '%s'");
    return nothing();
}

static bool declares(const struct pw_decl *d, uint32_t name)
{
    while (d && d->name.name != name)
        d = d->next;
    return d != NULL;
}

static struct pw_symbol resolve_plain(struct pw_elab *c, uint32_t name, uint32_t token)
{
    struct pw_scope *s = c->scope;
    assert(name < s->nnames);
    const struct pw_scope_name *n = &s->names[name];
    if (n->kind == PW_GLOBAL_CONST) return (struct pw_symbol){PW_MEANS_CONST, -1, n->index};
    if (n->kind == PW_GLOBAL_SHARED) return (struct pw_symbol){PW_MEANS_SHARED, -1, n->index};
    if (n->unit_var >= 0) return (struct pw_symbol){PW_MEANS_UNIT, -1, (uint32_t)n->unit_var};
    /* values of constants are found before anything else is declared */
    if (c->where == PW_IN_CONST && declares(s->ast->shared, name))
        pw_scope_error(s, token, token, NULL, "a constant is needed here, but '%s' is a variable",
                       pw_scope_text(s, name));
    else if (c->where == PW_IN_CONST && declares(s->ast->consts, name))
        pw_scope_error(s, token, token, NULL,
                       "'%s' has no value yet: a constant reads only what is declared before",
                       pw_scope_text(s, name));
    else if (n->locals && s->unit && !s->unit->is_thread)
        pw_scope_error(s, token, token, "pass it as a parameter",
                       "'%s' is local to a thread and not visible in a procedure",
                       pw_scope_text(s, name));
    else if (n->locals)
        pw_scope_error(s, token, token, NULL, "'%s' is local to another thread",
                       pw_scope_text(s, name));
    else
        pw_scope_undeclared(s, name, token, PW_VISIBLE_VARS, "undeclared name '%s'");
    return nothing();
}

/* other.x, t.x, at(L) outside formulas; reported. */
static void misplaced(struct pw_elab *c, const struct pw_ast_expr *e)
{
    if (c->where == PW_IN_BODY && e->ref.other) {
        pw_scope_error(c->scope, e->first, e->last, NULL,
                       "'other.%s%s%s' outside every(...) or some(...): which other thread is "
                       "meant?",
                       e->kind == PW_AST_AT ? "at(" : "", pw_scope_text(c->scope, e->ref.name),
                       e->kind == PW_AST_AT ? ")" : "");
        return;
    }
    const char *what = e->ref.other           ? "'other'"
                       : e->kind == PW_AST_AT ? "at(LABEL)"
                                              : "a qualified name";
    const char *hint =
        e->ref.other
            ? "a statement cannot look at another thread's variables; use a shared variable"
            : NULL;
    bool constraint = c->where == PW_IN_CONSTRAINT;
    pw_scope_error(c->scope, e->first, e->last, constraint ? NULL : hint,
                   "%s may stand in a predicate%s only", constraint ? "at(LABEL)" : what,
                   e->kind == PW_AST_AT ? "" : " or in 'init'");
}

static const char *initialiser_problem(const struct pw_elab *c, const struct pw_symbol *sym)
{
    if (sym->meaning == PW_MEANS_CONST) return NULL;
    if (c->where == PW_IN_CONST) return "a constant is needed here, but '%s' is a variable";
    if (c->where != PW_IN_INIT) return NULL;
    bool own = (sym->meaning == PW_MEANS_UNIT) == (c->scope->unit != NULL);
    return own && sym->index >= c->limit
               ? "'%s' has no value yet: an initialiser reads only what is declared before"
               : NULL;
}

/* a[e] and all [n] (j) e are expanded after constants are computed: what is left is in one. */
static const struct pw_expr *not_yet(struct pw_elab *c, const struct pw_ast_expr *e)
{
    pw_scope_error(c->scope, e->first, e->last, NULL,
                   "a constant is needed here: numbers, constants and their operations");
    return NULL;
}

/* self, nobody or a tid where a value is wanted; NULL. */
static const struct pw_expr *no_value(struct pw_elab *c, const struct pw_ast_expr *e, enum tid who)
{
    if (who == TID || who == NOBODY)
        pw_scope_error(c->scope, e->first, e->last, NULL,
                       "a tid is only compared with self, other.self or nobody");
    else
        pw_scope_error(c->scope, e->first, e->last,
                       "compare it: self < other.self, self != other.self",
                       "'self' has an order but no value");
    return NULL;
}

static const struct pw_expr *reference(struct pw_elab *c, struct pw_ast_expr *e)
{
    struct pw_ast_ref *r = &e->ref;
    if (r->cell) return not_yet(c, e);
    bool other = r->other && c->about_others;
    if (!formula(c) && !other && (r->other || r->template != PW_NO_NAME))
        return misplaced(c, e), NULL;
    if (which_tid(c, e)) return no_value(c, e, which_tid(c, e));
    if (r->symbol.meaning == PW_UNRESOLVED)
        r->symbol =
            formula(c) || other ? resolve_formula(c, r) : resolve_plain(c, r->name, r->token);
    if (r->symbol.meaning == PW_MEANS_NOTHING) return NULL;
    const char *problem = initialiser_problem(c, &r->symbol),
               *name = pw_scope_text(c->scope, r->name);
    const struct pw_scope_var *v = var_of(c->scope, &r->symbol);
    if (problem) {
        pw_scope_about(c->scope, e->first, e->last, NULL, problem, name);
        return NULL;
    }
    if (v && v->mutex) {
        pw_scope_error(c->scope, e->first, e->last,
                       "mutexes are tracked exactly, without predicates", "mutex '%s' is no value",
                       name);
        return NULL;
    }
    if (!v) return c->scope->consts[r->symbol.index];
    c->saw_variable = true;
    c->saw_shared = c->saw_shared || r->symbol.meaning == PW_MEANS_SHARED;
    bool is_bool = v->type.kind == PW_BOOL;
    if (r->other) meet_other(c, r->symbol.thread);
    if (r->symbol.meaning == PW_MEANS_LOCAL)
        return pw_expr_leaf(c->pool, r->other ? PW_EXPR_PASSIVE : PW_EXPR_LOCAL, is_bool,
                            r->symbol.thread, r->symbol.index);
    return pw_elab_variable(c, &r->symbol);
}

const struct pw_expr *pw_elab_variable(struct pw_elab *c, const struct pw_symbol *sym)
{
    bool is_bool = var_of(c->scope, sym)->type.kind == PW_BOOL;
    if (sym->meaning == PW_MEANS_SHARED)
        return pw_expr_leaf(c->pool, PW_EXPR_SHARED, is_bool, -1, sym->index);
    return pw_expr_leaf(c->pool, PW_EXPR_LOCAL, is_bool, c->template, sym->index);
}

static const struct pw_expr *location(struct pw_elab *c, struct pw_ast_expr *e)
{
    struct pw_ast_ref *r = &e->ref;
    struct pw_scope *s = c->scope;
    int32_t thread = -1;
    bool everywhere = c->where >= PW_IN_PREDICATE && c->where <= PW_IN_UNSAFE;
    if (!everywhere && !(r->other && c->about_others)) return misplaced(c, e), NULL;
    if (r->template != PW_NO_NAME && (thread = qualifier(c, r)) < 0) return NULL;
    if (s->names[r->name].label < 0) {
        pw_scope_undeclared(s, r->name, r->token, PW_VISIBLE_LABELS, "there is no label '%s'");
        return NULL;
    }
    c->saw_variable = true;
    if (r->other) meet_other(c, thread);
    if (e->kind == PW_AST_COUNT)
        return pw_expr_leaf(c->pool, PW_EXPR_COUNT, false, thread,
                            (uint32_t)s->names[r->name].label);
    if (r->other) meet_place(c, s->names[r->name].label_thread);
    return pw_expr_leaf(c->pool, r->other ? PW_EXPR_OTHER_AT : PW_EXPR_AT, true, thread,
                        (uint32_t)s->names[r->name].label);
}

static const char *type_name(bool is_bool)
{
    return is_bool ? "a truth value" : "an integer";
}

static void wrong_type(struct pw_elab *c, const struct pw_ast_expr *e, bool wanted, const char *who)
{
    const char *hint = wanted ? "compare it, for instance with 0" : NULL;
    bool comparison = e->kind == PW_AST_OPERATOR && e->op >= PW_EXPR_EQ && e->op <= PW_EXPR_GE;
    if (!wanted && comparison) hint = "comparisons do not chain: write a < b && b < c";
    if (wanted && e->kind == PW_AST_NUMBER) hint = "write true or false";
    pw_scope_error(c->scope, e->first, e->last, hint, "%s needs %s, but this is %s", who,
                   type_name(wanted), type_name(!wanted));
}

const struct pw_expr *pw_elab_typed(struct pw_elab *c, struct pw_ast_expr *e, bool is_bool,
                                    const char *what)
{
    const struct pw_expr *x = pw_elab_expr(c, e);
    if (!x || x->is_bool == is_bool) return x;
    wrong_type(c, e, is_bool, what);
    return NULL;
}

/* A short piece of the source for messages. */
static void excerpt(struct pw_elab *c, const struct pw_ast_expr *e, char out[32])
{
    const struct pw_token *t = c->scope->x->tokens.at;
    size_t n = t[e->last].to - t[e->first].from;
    snprintf(out, 32, "%.*s%s", n > 24 ? 24 : (int)n, c->scope->x->src->text + t[e->first].from,
             n > 24 ? "..." : "");
    for (char *p = out; *p; p++)
        if ((unsigned char)*p < 32) *p = ' ';
}

static bool linear(struct pw_elab *c, const struct pw_ast_expr *e, const struct pw_expr *a,
                   const struct pw_expr *b)
{
    char left[32], right[32];
    if (e->op == PW_EXPR_MUL && a->kind != PW_EXPR_INT && b->kind != PW_EXPR_INT) {
        excerpt(c, e->args[0], left);
        excerpt(c, e->args[1], right);
        pw_scope_error(c->scope, e->first, e->last, "one side of '*' must be a constant",
                       "this product is not linear: neither '%s' nor '%s' is constant", left,
                       right);
        return false;
    }
    if (e->op != PW_EXPR_DIV && e->op != PW_EXPR_MOD) return true;
    const char *sign = e->op == PW_EXPR_DIV ? "/" : "%";
    if (b->kind == PW_EXPR_INT && pw_int_sgn(&b->value) > 0) return true;
    pw_scope_error(c->scope, e->args[1]->first, e->args[1]->last, NULL,
                   "'%s' needs a positive constant on its right", sign);
    return false;
}

static const char *quoted(enum pw_expr_kind op, char out[8])
{
    static const char *const text[] = {
#define X(kind, arity, t) t,
        PW_EXPR_KINDS(X)
#undef X
    };
    assert((size_t)op < sizeof text / sizeof *text);
    snprintf(out, 8, "'%.4s'", text[op]);
    return out;
}

static const struct pw_expr *conditional(struct pw_elab *c, struct pw_ast_expr *e)
{
    const struct pw_expr *i = pw_elab_typed(c, e->args[0], true, "the condition of '?'");
    const struct pw_expr *a = pw_elab_expr(c, e->args[1]), *b = pw_elab_expr(c, e->args[2]);
    if (!i || !a || !b) return NULL;
    if (a->is_bool == b->is_bool) return pw_expr_ite(c->pool, i, a, b);
    pw_scope_error(c->scope, e->args[1]->first, e->args[2]->last, NULL,
                   "the two values of '?' have different types");
    return NULL;
}

static const struct pw_expr *equality(struct pw_elab *c, struct pw_ast_expr *e)
{
    const struct pw_expr *a = pw_elab_expr(c, e->args[0]), *b = pw_elab_expr(c, e->args[1]);
    if (!a || !b) return NULL;
    char q[8];
    if (a->is_bool != b->is_bool) {
        pw_scope_error(c->scope, e->first, e->last, NULL,
                       "%s compares two integers or two truth values, not one of each",
                       quoted(e->op, q));
        return NULL;
    }
    enum pw_expr_kind op = e->op;
    if (a->is_bool) op = op == PW_EXPR_EQ ? PW_EXPR_IFF : PW_EXPR_XOR;
    return pw_expr_binary(c->pool, op, a, b);
}

/* The template meant by other.self, or PW_NONE if it does not say; PW_SEVERAL after an error. */
static int32_t other_template(struct pw_elab *c, const struct pw_ast_expr *e)
{
    if (e->ref.template == PW_NO_NAME) return PW_NONE;
    int32_t t = qualifier(c, &e->ref);
    return t < 0 ? PW_SEVERAL : t;
}

/* self < other.self and the like: two different threads are meant. left: self stands there. */
static const struct pw_expr *comparison_of_selves(struct pw_elab *c, const struct pw_ast_expr *e,
                                                  bool left)
{
    int32_t t = other_template(c, e->args[left ? 1 : 0]);
    if (formula(c) && c->where != PW_IN_UNSAFE && c->where != PW_IN_PREDICATE) {
        pw_scope_error(c->scope, e->first, e->last, NULL,
                       "'self' is compared in statements, predicates and 'unsafe' only");
        return NULL;
    }
    if (t == PW_SEVERAL) return NULL;
    meet_other(c, t);
    if (e->op == PW_EXPR_EQ || e->op == PW_EXPR_NE)
        return pw_expr_bool(c->pool, e->op == PW_EXPR_NE);
    c->saw_order = true;
    const struct pw_expr *before = pw_expr_leaf(c->pool, PW_EXPR_BEFORE, true, -1, 0);
    bool less = e->op == PW_EXPR_LT || e->op == PW_EXPR_LE;
    return less == left ? before : pw_expr_unary(c->pool, PW_EXPR_NOT, before);
}

const struct pw_expr *pw_elab_mine(struct pw_elab *c, const struct pw_scope_var *tid, int32_t t,
                                   enum pw_expr_kind kind)
{
    return pw_expr_leaf(c->pool, kind, true, t, c->scope->threads[t].nvars + tid->number);
}

/* tid == self, tid == other.self, tid == nobody; NULL after an error. */
static const struct pw_expr *is_tid(struct pw_elab *c, const struct pw_ast_expr *e,
                                    const struct pw_ast_expr *tid, const struct pw_ast_expr *whom)
{
    struct pw_scope *s = c->scope;
    assert(tid->ref.name < s->nnames);
    uint32_t index = s->names[tid->ref.name].index;
    enum tid who = which_tid(c, whom);
    int32_t own = s->unit && s->unit->is_thread ? (int32_t)(s->unit - s->threads) : PW_NONE;
    if (c->where != PW_IN_BODY || (own < 0 && who != NOBODY)) {
        pw_scope_error(s, e->first, e->last, NULL,
                       "tid '%s' is compared in the statements of threads only",
                       pw_scope_text(s, tid->ref.name));
        return NULL;
    }
    c->saw_variable = c->saw_shared = true;
    if (who == SELF) return pw_elab_mine(c, &s->shared[index], own, PW_EXPR_LOCAL);
    if (who == NOBODY)
        return pw_expr_unary(c->pool, PW_EXPR_NOT,
                             pw_expr_leaf(c->pool, PW_EXPR_SHARED, true, -1, index));
    int32_t t = other_template(c, whom);
    if (t == PW_SEVERAL) return NULL;
    if (t == PW_NONE) t = own;
    meet_other(c, t);
    assert(index < s->nshared);
    return pw_elab_mine(c, &s->shared[index], t, PW_EXPR_PASSIVE);
}

/* A comparison with self, other.self, nobody or a tid. */
static const struct pw_expr *comparison_of_tids(struct pw_elab *c, const struct pw_ast_expr *e)
{
    enum tid a = which_tid(c, e->args[0]), b = which_tid(c, e->args[1]);
    bool equality = e->op == PW_EXPR_EQ || e->op == PW_EXPR_NE;
    bool other = a == OTHER_SELF || b == OTHER_SELF;
    if (other && !formula(c) && !c->about_others)
        return misplaced(c, e->args[a != OTHER_SELF]), NULL;
    if (a != b && (a == SELF || a == OTHER_SELF) && (b == SELF || b == OTHER_SELF))
        return comparison_of_selves(c, e, a == SELF);
    if ((a != TID) == (b != TID) || a == NO_TID || b == NO_TID)
        return no_value(c, e, a == TID || b == TID ? TID : a ? a : b);
    if (!equality) {
        pw_scope_error(c->scope, e->first, e->last, NULL,
                       "tids can only be compared with == and !=");
        return NULL;
    }
    const struct pw_expr *is = is_tid(c, e, e->args[a != TID], e->args[a == TID]);
    return is && e->op == PW_EXPR_NE ? pw_expr_unary(c->pool, PW_EXPR_NOT, is) : is;
}

static bool compares_tids(const struct pw_elab *c, const struct pw_ast_expr *e)
{
    return e->op >= PW_EXPR_EQ && e->op <= PW_EXPR_GE &&
           (which_tid(c, e->args[0]) || which_tid(c, e->args[1]));
}

bool pw_elab_is_tid(struct pw_elab *c, struct pw_ast_name *n)
{
    assert(n->name < c->scope->nnames);
    const struct pw_scope_name *m = &c->scope->names[n->name];
    return m->kind == PW_GLOBAL_SHARED && m->unit_var < 0 && c->scope->shared[m->index].tid;
}

bool pw_elab_tid_value(struct pw_elab *c, const struct pw_ast_name *n, const struct pw_ast_expr *e,
                       bool *taken)
{
    const char *text = pw_scope_text(c->scope, n->name);
    enum tid who = which_tid(c, e);
    *taken = who == SELF;
    if (!c->scope->unit || !c->scope->unit->is_thread) {
        pw_scope_error(c->scope, n->token, n->token, NULL, "tid '%s' is set in threads only", text);
        return false;
    }
    if (who == SELF || who == NOBODY) return true;
    pw_scope_error(c->scope, e->first, e->last, NULL,
                   "tid '%s' can be set to self and to nobody only", text);
    return false;
}

/* Starts a formula about others; the state before comes back. */
static struct pw_elab start_about_others(struct pw_elab *c, const char *what)
{
    struct pw_elab before = *c;
    c->about_others = what;
    c->saw_other = c->saw_order = false;
    c->saw_place = false;
    c->range = PW_NONE;
    return before;
}

/* Order is among threads of one template, and a procedure has none. */
static bool order_fits(struct pw_elab *c, const struct pw_ast_expr *e)
{
    const struct pw_scope_unit *u = c->scope->unit;
    if (!c->saw_order) return true;
    if (u && !u->is_thread) {
        pw_scope_error(c->scope, e->first, e->last, NULL,
                       "'self' is compared in threads, not in procedures");
        return false;
    }
    int32_t own = u ? (int32_t)(u - c->scope->threads) : c->range;
    if (c->range == PW_NONE) c->range = own;
    if (c->range == own) return true;
    pw_scope_error(c->scope, e->first, e->last, NULL,
                   "'self' has an order among the threads of one template only");
    return false;
}

/* The formula about others is over: one template, and what must be. false after an error. */
static bool end_about_others(struct pw_elab *c, const struct pw_ast_expr *e)
{
    struct pw_scope *s = c->scope;
    if (c->range == PW_SEVERAL) {
        const char *a = pw_scope_text(s, s->threads[c->ranges[0]].ast->name.name),
                   *b = pw_scope_text(s, s->threads[c->ranges[1]].ast->name.name);
        bool quantified = e->kind == PW_AST_QUANTIFIER;
        pw_scope_error(s, e->first, e->last, NULL,
                       "'other' means threads of '%s' and of '%s' here; write one %s for each", a,
                       b, quantified ? e->op ? "every(...)" : "some(...)" : "assignment");
        return false;
    }
    return order_fits(c, e);
}

static const struct pw_expr *quantified(struct pw_elab *c, struct pw_ast_expr *e)
{
    struct pw_scope *s = c->scope;
    const char *word = e->op ? "every" : "some", *what = e->op ? "every(...)" : "some(...)";
    if (c->about_others) {
        pw_scope_error(s, e->first, e->last, NULL,
                       "%s inside %s: only two threads at a time can be compared", what,
                       c->about_others);
        return NULL;
    }
    if (c->where != PW_IN_BODY) {
        pw_scope_error(s, e->first, e->last, NULL, "%s stands in statements only", what);
        return NULL;
    }
    struct pw_elab before = start_about_others(c, what);
    const struct pw_expr *body = pw_elab_typed(c, e->args[0], true, word);
    bool other = c->saw_other, ok = body && end_about_others(c, e);
    int32_t range = c->range;
    if (range == PW_NONE && c->saw_place) range = c->place_range;
    *c = before;
    c->saw_variable = c->saw_shared = true;
    if (body && !other)
        pw_scope_error(s, e->first, e->last, NULL, "%s does not speak of another thread; drop '%s'",
                       what, word);
    if (!ok || !other) return NULL;
    const struct pw_expr *f = e->op ? body : pw_expr_unary(c->pool, PW_EXPR_NOT, body);
    f = pw_expr_every(c->pool, range, f);
    return e->op ? f : pw_expr_unary(c->pool, PW_EXPR_NOT, f);
}

/* May the target of other.x = e be set? */
static bool settable(struct pw_elab *c, const struct pw_ast_expr *target)
{
    struct pw_scope *s = c->scope;
    const struct pw_scope_name *n =
        target->kind == PW_AST_NAME ? &s->names[target->ref.name] : NULL;
    bool mutex = n && n->kind == PW_GLOBAL_SHARED && s->shared[n->index].mutex;
    if (n && !mutex && !which_tid(c, target)) return true;
    pw_scope_error(s, target->first, target->last, NULL,
                   "a thread cannot move another one: assign a local and let it look");
    return false;
}

const struct pw_expr *pw_elab_others(struct pw_elab *c, struct pw_ast_expr *target,
                                     struct pw_ast_expr *value, const struct pw_expr **leaf)
{
    *leaf = NULL;
    if (target->kind == PW_AST_BAD || !settable(c, target)) return NULL;
    struct pw_elab before = start_about_others(c, "other.x = ...");
    const struct pw_expr *to = NULL, *var = reference(c, target);
    if (var) {
        char what[100];
        snprintf(what, sizeof what, "'other.%.60s'", pw_scope_text(c->scope, target->ref.name));
        to = pw_elab_typed(c, value, var->is_bool, what);
        if (to && !end_about_others(c, target)) to = NULL;
    }
    *c = before;
    *leaf = var;
    return to;
}

static const struct pw_expr *operation(struct pw_elab *c, struct pw_ast_expr *e)
{
    char q[8];
    if (compares_tids(c, e)) return comparison_of_tids(c, e);
    if (e->op == PW_EXPR_ITE) return conditional(c, e);
    if (e->op == PW_EXPR_EQ || e->op == PW_EXPR_NE) return equality(c, e);
    bool truth = e->op >= PW_EXPR_NOT;
    const struct pw_expr *a = pw_elab_typed(c, e->args[0], truth, quoted(e->op, q));
    if (pw_expr_arity(e->op) == 1) return a ? pw_expr_unary(c->pool, e->op, a) : NULL;
    const struct pw_expr *b = pw_elab_typed(c, e->args[1], truth, quoted(e->op, q));
    if (!a || !b || !linear(c, e, a, b)) return NULL;
    return pw_expr_binary(c->pool, e->op, a, b);
}

static const struct pw_expr *number(struct pw_elab *c, const struct pw_ast_expr *e)
{
    assert(e->first < c->scope->x->tokens.n);
    const struct pw_token *t = &c->scope->x->tokens.at[e->first];
    pw_int v;
    pw_int_init(&v);
    pw_int_set_decimal(&v, c->scope->x->src->text + t->from, t->to - t->from);
    const struct pw_expr *x = pw_expr_int(c->pool, &v);
    pw_int_clear(&v);
    return x;
}

const struct pw_expr *pw_elab_expr(struct pw_elab *c, struct pw_ast_expr *e)
{
    switch (e->kind) {
    case PW_AST_NUMBER:
        return number(c, e);
    case PW_AST_TRUTH:
        return pw_expr_bool(c->pool, e->truth);
    case PW_AST_NAME:
        return reference(c, e);
    case PW_AST_AT:
    case PW_AST_COUNT:
        return location(c, e);
    case PW_AST_OPERATOR:
        return operation(c, e);
    case PW_AST_FOLD:
        return not_yet(c, e);
    case PW_AST_VALUE:
        return pw_expr_int_si(c->pool, e->value);
    case PW_AST_QUANTIFIER:
        return quantified(c, e);
    default:
        return NULL;
    }
}

bool pw_elab_const_si(struct pw_elab *c, struct pw_ast_expr *e, int64_t lo, int64_t hi,
                      const char *what, int64_t *value)
{
    const struct pw_expr *x = pw_elab_typed(c, e, false, what);
    if (!x) return false;
    if (x->kind == PW_EXPR_INT && pw_int_cmp_si(&x->value, lo) >= 0 &&
        pw_int_cmp_si(&x->value, hi) <= 0) {
        *value = pw_int_get_si(&x->value);
        return true;
    }
    struct pw_strbuf b = {0};
    if (x->kind == PW_EXPR_INT) pw_int_print(&x->value, &b);
    pw_scope_error(c->scope, e->first, e->last, NULL,
                   "%s must be between %lld and %lld, but is %.40s", what, (long long)lo,
                   (long long)hi, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return false;
}

const struct pw_scope_var *pw_elab_target(struct pw_elab *c, struct pw_ast_name *n, bool mutex)
{
    struct pw_scope *s = c->scope;
    const char *text = pw_scope_text(s, n->name);
    if (n->symbol.meaning == PW_UNRESOLVED) n->symbol = resolve_plain(c, n->name, n->token);
    const struct pw_scope_var *v = var_of(s, &n->symbol);
    if (n->symbol.meaning == PW_MEANS_CONST)
        pw_scope_error(s, n->token, n->token, NULL, "'%s' is a constant", text);
    if (!v) return NULL;
    if (v->tid) {
        pw_scope_error(s, n->token, n->token,
                       "to choose another thread, let that thread take it: x = self;",
                       "tid '%s' can be set to self and to nobody only", text);
        return NULL;
    }
    if (v->mutex == mutex) return v;
    if (mutex)
        pw_scope_error(s, n->token, n->token, NULL, "'%s' is no mutex", text);
    else
        pw_scope_error(s, n->token, n->token, "use lock(...) and unlock(...)",
                       "mutex '%s' cannot be assigned", text);
    return NULL;
}
