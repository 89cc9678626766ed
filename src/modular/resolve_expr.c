/* Names and sorts of expressions. */
#include <assert.h>
#include <string.h>

#include "modular/resolve_state.h"

static const struct pw_sort none = {PW_SORT_NONE, 0}, truth = {PW_SORT_BOOL, 0},
                            integer = {PW_SORT_INT, 0}, tid = {PW_SORT_TID, 0};

static struct pw_sort wrong(struct pw_resolver *r, struct pw_mexpr *e, const char *text,
                            const char *name)
{
    pw_resolve_say(r, PW_ERROR, e->first, e->last, text, name);
    return none;
}

bool pw_resolve_mentions_bound(const struct pw_mexpr *e)
{
    if (!e) return false;
    if (e->kind == PW_MX_BOUND) return true;
    for (int i = 0; i < 3; i++)
        if (pw_resolve_mentions_bound(e->args[i])) return true;
    return false;
}

static bool two_states(enum pw_in where)
{
    return where == PW_IN_ASSUMPTION || where == PW_IN_ACTION;
}

/* A prime where there is no second state. */
static bool prime_fits(struct pw_resolver *r, struct pw_mexpr *e, enum pw_in where)
{
    if (!e->primed || two_states(where)) return true;
    const char *x = e->name == PW_MTREE_NONE ? "x" : pw_mtree_text(r->t, e->name);
    if (where == PW_IN_ENSURES)
        wrong(r, e, "%s",
              "ensures speaks of the state at the return; write an action for a change");
    else if (where == PW_IN_INVARIANTS)
        wrong(r, e, "%s' has no meaning here: an invariant is about one state", x);
    else
        wrong(r, e, "%s' has no meaning here: only assumptions and actions are about two states",
              x);
    return false;
}

static struct pw_sort local_variable(struct pw_resolver *r, struct pw_mexpr *e, uint32_t index,
                                     enum pw_in where)
{
    const struct pw_munit *u = r->unit;
    const char *x = pw_mtree_text(r->t, e->name);
    bool contract = where == PW_IN_REQUIRES || where == PW_IN_ENSURES || where == PW_IN_ACTION;
    bool visible = index < u->nparams || index == u->result;
    if (contract && !visible)
        return wrong(
            r, e,
            "%s is local; invariants, assumptions and contracts may read shared variables, "
            "parameters and the returned variable",
            x);
    if (contract && where == PW_IN_REQUIRES && index == u->result)
        return wrong(r, e, "%s has no value yet", x);
    if (e->primed && index != u->result)
        return wrong(r, e, "the parameter %s does not change: no prime", x);
    e->kind = PW_MX_LOCAL;
    e->index = index;
    assert(index < u->vars.n);
    return e->sort = u->vars.at[index].sort;
}

static struct pw_sort shared_variable(struct pw_resolver *r, struct pw_mexpr *e, uint32_t index,
                                      enum pw_in where)
{
    assert(index < r->t->shared.n);
    const struct pw_mvar *v = &r->t->shared.at[index];
    const char *x = pw_mtree_text(r->t, e->name);
    if (where == PW_IN_CONSTANT || where == PW_IN_INITIAL)
        return wrong(r, e, "'%s' is shared: an initial value is made of constants", x);
    if (v->array) return wrong(r, e, "'%s' is an array: write an index", x);
    if (e->holder && !v->mutex && r->formula == NULL) return wrong(r, e, "'%s' is not a mutex", x);
    if (v->mutex && !e->holder && where == PW_IN_STATEMENT)
        return wrong(r, e, "'%s' is a mutex: write holder(...), lock or unlock", x);
    e->kind = PW_MX_SHARED;
    e->index = index;
    return e->sort = v->sort;
}

static int bound_name(const struct pw_resolver *r, uint32_t name)
{
    for (uint32_t i = 0; r->formula && i < r->formula->nbound; i++)
        if (r->formula->bound[i].name == name) return (int)i;
    return -1;
}

/* A thread with one instance is a constant of sort tid. */
static struct pw_sort template_constant(struct pw_resolver *r, struct pw_mexpr *e, uint32_t index)
{
    assert(index < r->t->threads.n);
    const struct pw_munit *u = r->t->threads.at[index];
    const char *x = pw_mtree_text(r->t, e->name);
    if (u->count < 0) return wrong(r, e, "%s has any number of instances: use is(...)", x);
    if (u->count != 1) {
        pw_resolve_say(r, PW_ERROR, e->first, e->last, "%s has %lld instances: use is(%s)", x,
                       (long long)u->count, x);
        return none;
    }
    e->kind = PW_MX_TEMPLATE;
    e->index = index;
    return e->sort = tid;
}

static struct pw_sort name(struct pw_resolver *r, struct pw_mexpr *e, enum pw_in where)
{
    const struct pw_name *n = &r->names[e->name];
    const char *x = pw_mtree_text(r->t, e->name);
    if (!prime_fits(r, e, where)) return none;
    int bound = bound_name(r, e->name);
    if (bound >= 0) {
        e->kind = PW_MX_BOUND;
        e->index = (uint32_t)bound;
        return e->sort = r->formula->bound[bound].sort;
    }
    if (r->unit && n->epoch == r->epoch && where != PW_IN_CONSTANT)
        return local_variable(r, e, n->local, where);
    switch (n->kind) {
    case PW_NAME_SHARED:
        return shared_variable(r, e, n->index, where);
    case PW_NAME_CONST: {
        struct pw_mexpr at = *e;
        pw_resolve_constant(r, n->index);
        assert(n->index < r->t->consts.n);
        *e = *r->t->consts.at[n->index].value;
        e->first = at.first;
        e->last = at.last;
        return e->sort;
    }
    case PW_NAME_THREAD:
        return template_constant(r, e, n->index);
    default:
        break;
    }
    for (size_t k = 0; k < r->t->threads.n + r->t->procs.n && !r->unit; k++) {
        const struct pw_munit *u =
            k < r->t->threads.n ? r->t->threads.at[k] : r->t->procs.at[k - r->t->threads.n];
        for (size_t i = 0; i < u->vars.n; i++)
            if (u->vars.at[i].name == e->name)
                return wrong(r, e,
                             "%s is local; invariants, assumptions and contracts may read shared "
                             "variables, parameters and the returned variable",
                             x);
    }
    return wrong(r, e, "undeclared name '%s'", x);
}

void pw_resolve_same(struct pw_resolver *r, struct pw_mexpr *a, struct pw_mexpr *b)
{
    if (a->kind == PW_MX_NOBODY && pw_sort_is_reference(b->sort)) a->sort = b->sort;
    if (b->kind == PW_MX_NOBODY && pw_sort_is_reference(a->sort)) b->sort = a->sort;
    if (a->sort.kind == PW_SORT_NONE || b->sort.kind == PW_SORT_NONE) return;
    if (!pw_sort_same(a->sort, b->sort))
        pw_resolve_say(r, PW_ERROR, a->first, b->last >= a->first ? b->last : a->last,
                       "one side is %s, the other %s", pw_mtree_sort(r->t, a->sort),
                       pw_mtree_sort(r->t, b->sort));
}

static struct pw_sort cell(struct pw_resolver *r, struct pw_mexpr *e, enum pw_in where)
{
    const struct pw_name *n = &r->names[e->name];
    const char *x = pw_mtree_text(r->t, e->name);
    if (!prime_fits(r, e, where)) return none;
    if (n->kind != PW_NAME_SHARED || !r->t->shared.at[n->index].array)
        return wrong(r, e, "'%s' is not an array", x);
    assert(n->index < r->t->shared.n);
    const struct pw_mvar *v = &r->t->shared.at[n->index];
    struct pw_sort got = pw_resolve_expr(r, e->args[0], where);
    if (e->args[0]->kind == PW_MX_NOBODY) got = e->args[0]->sort = v->index;
    if (got.kind == PW_SORT_NONE) return none;
    if (where == PW_IN_CONSTANT || where == PW_IN_INITIAL)
        return wrong(r, e, "'%s' is shared: an initial value is made of constants", x);
    if (v->mutex && !e->holder && where == PW_IN_STATEMENT)
        return wrong(r, e, "'%s' is an array of mutexes: write holder(...), lock or unlock", x);
    if (!pw_sort_same(got, v->index)) {
        pw_resolve_say(r, PW_ERROR, e->args[0]->first, e->args[0]->last,
                       "%s is indexed by %s, not %s", x, pw_mtree_sort(r->t, v->index),
                       pw_mtree_sort(r->t, got));
        return none;
    }
    e->index = n->index;
    return e->sort = v->sort;
}

static struct pw_sort size(struct pw_resolver *r, struct pw_mexpr *e, enum pw_in where)
{
    const struct pw_name *n = &r->names[e->name];
    if (!prime_fits(r, e, where)) return none;
    if (n->kind != PW_NAME_SHARED || !r->t->shared.at[n->index].array ||
        r->t->shared.at[n->index].sort.kind != PW_SORT_BOOL)
        return wrong(r, e, "size needs a bool array, '%s' is none", pw_mtree_text(r->t, e->name));
    if (where <= PW_IN_STATEMENT) return wrong(r, e, "%s", "size belongs in annotations");
    assert(n->index < r->t->shared.n);
    r->t->shared.at[n->index].counted = true;
    e->index = n->index;
    return e->sort = integer;
}

static struct pw_sort is_template(struct pw_resolver *r, struct pw_mexpr *e)
{
    const struct pw_name *n = &r->names[e->name];
    if (n->kind != PW_NAME_THREAD)
        return wrong(r, e, "%s is not a thread", pw_mtree_text(r->t, e->name));
    r->names_self = true;
    e->index = n->index;
    return e->sort = truth;
}

static struct pw_sort done(struct pw_resolver *r, struct pw_mexpr *e, enum pw_in where)
{
    int64_t k = pw_resolve_number(r, e->args[0]);
    if (where != PW_IN_CLAIM || !r->unit || !r->unit->contract.given)
        return wrong(r, e, "%s", "done needs a contract");
    if (r->unit->contract.branching)
        return wrong(r, e, "%s", "done needs a contract without repeat and either");
    if (k < 0 || (size_t)k > r->unit->contract.actions.n) {
        pw_resolve_say(r, PW_ERROR, e->first, e->last, "done(%lld): the contract has %zu actions",
                       (long long)k, r->unit->contract.actions.n);
        return none;
    }
    e->index = (uint32_t)k;
    return e->sort = truth;
}

bool pw_resolve_is_number(const struct pw_mexpr *e)
{
    if (!e) return true;
    if (e->kind == PW_MX_NUMBER) return true;
    bool numbers = e->kind == PW_MX_NEG || (e->kind >= PW_MX_ADD && e->kind <= PW_MX_MAX);
    return numbers && pw_resolve_is_number(e->args[0]) && pw_resolve_is_number(e->args[1]);
}

static struct pw_sort arithmetic(struct pw_resolver *r, struct pw_mexpr *e, struct pw_sort result)
{
    for (int i = 0; i < 3 && e->args[i]; i++) {
        struct pw_sort s = e->args[i]->sort;
        if (s.kind == PW_SORT_NONE) return none;
        if (pw_sort_is_reference(s))
            return wrong(r, e, "%s can only be compared with == and !=",
                         s.kind == PW_SORT_TID ? "tids" : "objects");
        if (s.kind != PW_SORT_INT) return wrong(r, e->args[i], "%s", "expected int, this is bool");
    }
    if (e->kind == PW_MX_MUL && !pw_resolve_is_number(e->args[0]) &&
        !pw_resolve_is_number(e->args[1]))
        return wrong(r, e, "%s", "one factor must be a constant");
    if (e->kind == PW_MX_DIV || e->kind == PW_MX_MOD) {
        if (!pw_resolve_is_number(e->args[1]))
            return wrong(r, e, "%s", "the divisor must be a constant");
        if (pw_resolve_compare(e->args[1], NULL) == 0) return wrong(r, e, "%s", "division by zero");
    }
    return e->sort = result;
}

static struct pw_sort logical(struct pw_resolver *r, struct pw_mexpr *e)
{
    for (int i = 0; i < 3 && e->args[i]; i++)
        if (e->args[i]->sort.kind != PW_SORT_BOOL) {
            if (e->args[i]->sort.kind != PW_SORT_NONE)
                pw_resolve_say(r, PW_ERROR, e->args[i]->first, e->args[i]->last,
                               "expected bool, this is %s", pw_mtree_sort(r->t, e->args[i]->sort));
            return none;
        }
    return e->sort = truth;
}

static struct pw_sort operation(struct pw_resolver *r, struct pw_mexpr *e, enum pw_in where)
{
    for (int i = 0; i < 3; i++)
        if (e->args[i]) pw_resolve_expr(r, e->args[i], where);
    switch (e->kind) {
    case PW_MX_NOT:
    case PW_MX_AND:
    case PW_MX_OR:
    case PW_MX_IMPLIES:
        return logical(r, e);
    case PW_MX_EQ:
    case PW_MX_NE:
        pw_resolve_same(r, e->args[0], e->args[1]);
        return e->sort = truth;
    case PW_MX_LT:
    case PW_MX_LE:
    case PW_MX_GT:
    case PW_MX_GE:
        return arithmetic(r, e, truth);
    case PW_MX_ITE:
        if (e->args[0]->sort.kind != PW_SORT_BOOL)
            return wrong(r, e->args[0], "%s", "the condition of ?: is bool");
        pw_resolve_same(r, e->args[1], e->args[2]);
        return e->sort = e->args[1]->sort;
    default:
        return arithmetic(r, e, integer);
    }
}

struct pw_sort pw_resolve_expr(struct pw_resolver *r, struct pw_mexpr *e, enum pw_in where)
{
    switch (e->kind) {
    case PW_MX_NUMBER:
        return e->sort = integer;
    case PW_MX_TRUTH:
        return e->sort = truth;
    case PW_MX_SELF:
        if (where == PW_IN_CONSTANT) return wrong(r, e, "%s", "self is not a constant");
        r->names_self = true;
        return e->sort = tid;
    case PW_MX_NOBODY:
        return e->sort.kind == PW_SORT_NONE ? (e->sort = tid) : e->sort;
    case PW_MX_NAME:
        return name(r, e, where);
    case PW_MX_CELL:
        return cell(r, e, where);
    case PW_MX_SIZE:
        return size(r, e, where);
    case PW_MX_IS:
        return is_template(r, e);
    case PW_MX_DONE:
        return done(r, e, where);
    case PW_MX_SHARED:
    case PW_MX_LOCAL:
    case PW_MX_BOUND:
    case PW_MX_TEMPLATE:
        return e->sort;
    default:
        return operation(r, e, where);
    }
}

void pw_resolve_typed(struct pw_resolver *r, struct pw_mexpr *e, enum pw_sort_kind want,
                      enum pw_in where)
{
    struct pw_sort s = pw_resolve_expr(r, e, where);
    if (s.kind != PW_SORT_NONE && s.kind != want)
        pw_resolve_say(r, PW_ERROR, e->first, e->last, "expected %s, this is %s",
                       want == PW_SORT_BOOL ? "a condition" : "a number", pw_mtree_sort(r->t, s));
}

/* The value of an expression of numbers, into *v (initialised). A divisor is not 0: the division
 * was resolved before. */
static void exact_value(const struct pw_mexpr *e, pw_int *v)
{
    if (e->kind == PW_MX_NUMBER) {
        pw_int_set(v, e->number);
        return;
    }
    pw_int a, b;
    pw_int_init(&a);
    pw_int_init(&b);
    assert(e->args[0]);
    exact_value(e->args[0], &a);
    if (e->args[1]) exact_value(e->args[1], &b);
    switch (e->kind) {
    case PW_MX_NEG:
        pw_int_neg(v, &a);
        break;
    case PW_MX_ADD:
        pw_int_add(v, &a, &b);
        break;
    case PW_MX_SUB:
        pw_int_sub(v, &a, &b);
        break;
    case PW_MX_MUL:
        pw_int_mul(v, &a, &b);
        break;
    case PW_MX_DIV:
        pw_int_tdiv_q(v, &a, &b);
        break;
    case PW_MX_MOD:
        pw_int_tdiv_r(v, &a, &b);
        break;
    default:
        assert(e->kind == PW_MX_MIN || e->kind == PW_MX_MAX);
        pw_int_set(v, (pw_int_cmp(&a, &b) < 0) == (e->kind == PW_MX_MIN) ? &a : &b);
    }
    pw_int_clear(&a);
    pw_int_clear(&b);
}

int pw_resolve_compare(const struct pw_mexpr *a, const struct pw_mexpr *b)
{
    pw_int x, y;
    pw_int_init(&x);
    pw_int_init(&y);
    exact_value(a, &x);
    if (b) exact_value(b, &y);
    int sign = pw_int_cmp(&x, &y);
    pw_int_clear(&x);
    pw_int_clear(&y);
    return sign;
}

/* Numbers beyond 2^31 make no sense as counts; the value saturates there. */
static int64_t value(const struct pw_mexpr *e)
{
    pw_int v;
    pw_int_init(&v);
    exact_value(e, &v);
    int64_t x = pw_int_fits_si(&v)   ? pw_int_get_si(&v)
                : pw_int_sgn(&v) > 0 ? INT32_MAX
                                     : -INT32_MAX;
    pw_int_clear(&v);
    return x > INT32_MAX ? INT32_MAX : x < -INT32_MAX ? -INT32_MAX : x;
}

int64_t pw_resolve_number(struct pw_resolver *r, struct pw_mexpr *e)
{
    struct pw_sort s = pw_resolve_expr(r, e, PW_IN_CONSTANT);
    if (s.kind == PW_SORT_NONE) return -1;
    if (s.kind != PW_SORT_INT || !pw_resolve_is_number(e)) {
        wrong(r, e, "%s", "expected a constant number");
        return -1;
    }
    return value(e);
}

void pw_resolve_constant(struct pw_resolver *r, uint32_t index)
{
    assert(index < r->t->consts.n);
    struct pw_mconst *c = &r->t->consts.at[index];
    if (c->known) return;
    if (c->busy) {
        pw_resolve_say(r, PW_ERROR, c->token, c->token, "the constant '%s' is defined by itself",
                       pw_mtree_text(r->t, c->name));
        c->value = pw_mtree_expr(r->t, PW_MX_TRUTH, c->token, c->token);
        c->known = true;
        return;
    }
    c->busy = true;
    pw_resolve_typed(r, c->value, c->sort.kind, PW_IN_CONSTANT);
    c->known = true;
}
