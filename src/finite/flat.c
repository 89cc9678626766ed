#include "finite/flat.h"

#include <assert.h>

/* Tests go on at `to` if they hold, with the next operation if not; others write register `to`. */
enum kind { EQ, NE, LT, LE, JUMP, HALT_NO, HALT_YES, ADD, SUB, MUL, DIV, MOD, MIN, MAX, MOVE };

/* --- making --- */

enum { MOST_KNOWN = 32 };

struct make_ctx {
    struct pw_flat *f;
    struct pw_flat_layout at;
    uint32_t next; /* register */
    bool straight; /* what is computed here is computed on every way to HALT_YES */
    bool failed;   /* something that is not known here */
    const struct pw_expr *known[MOST_KNOWN];
    uint32_t known_at[MOST_KNOWN];
    size_t nknown;
};

/* Operations whose target is not known yet, as a chain through their `to`. */
enum { CHAIN_END = UINT32_MAX };

static void emit(struct make_ctx *x, enum kind kind, uint32_t a, uint32_t b, uint32_t to)
{
    assert(kind <= MOVE);
    struct pw_flat_op op = {kind, a, b, to};
    pw_vec_push(&x->f->ops, op);
}

static void emit_jump(struct make_ctx *x, enum kind kind, uint32_t a, uint32_t b, uint32_t *chain)
{
    assert(*chain == CHAIN_END || *chain < x->f->ops.n);
    emit(x, kind, a, b, *chain);
    *chain = (uint32_t)x->f->ops.n - 1;
}

/* All operations of the chain lead to what is emitted next. */
static void land(struct make_ctx *x, uint32_t chain)
{
    while (chain != CHAIN_END) {
        assert(chain < x->f->ops.n);
        uint32_t next = x->f->ops.at[chain].to;
        x->f->ops.at[chain].to = (uint32_t)x->f->ops.n;
        chain = next;
    }
}

static uint32_t number(struct make_ctx *x, int64_t value)
{
    for (size_t i = 0; i < x->f->numbers.n; i++)
        if (x->f->numbers.at[i].value == value) return x->f->numbers.at[i].at;
    struct pw_flat_number made = {value, x->next++};
    pw_vec_push(&x->f->numbers, made);
    return made.at;
}

static uint32_t operand(struct make_ctx *x, const struct pw_expr *e);
static void branch(struct make_ctx *x, const struct pw_expr *e, bool when, uint32_t *chain);

/* Goes to the chain if the comparison is as `when` says. */
static void compare(struct make_ctx *x, const struct pw_expr *e, bool when, uint32_t *chain)
{
    uint32_t a = operand(x, e->args[0]), b = operand(x, e->args[1]);
    switch (e->kind) {
    case PW_EXPR_EQ:
    case PW_EXPR_IFF:
        emit_jump(x, when ? EQ : NE, a, b, chain);
        break;
    case PW_EXPR_NE:
    case PW_EXPR_XOR:
        emit_jump(x, when ? NE : EQ, a, b, chain);
        break;
    case PW_EXPR_LT:
    case PW_EXPR_GE:
        if ((e->kind == PW_EXPR_LT) == when)
            emit_jump(x, LT, a, b, chain);
        else
            emit_jump(x, LE, b, a, chain);
        break;
    case PW_EXPR_LE:
    case PW_EXPR_GT:
        if ((e->kind == PW_EXPR_LE) == when)
            emit_jump(x, LE, a, b, chain);
        else
            emit_jump(x, LT, b, a, chain);
        break;
    default:
        x->failed = true;
    }
}

/* not0 a || not1 b: goes to the chain if its truth is `when`. */
static void either(struct make_ctx *x, const struct pw_expr *e, bool not0, bool not1, bool when,
                   uint32_t *chain)
{
    if (when) {
        bool straight = x->straight;
        x->straight = false;
        branch(x, e->args[0], !not0, chain);
        branch(x, e->args[1], !not1, chain);
        x->straight = straight;
        return;
    }
    uint32_t holds = CHAIN_END;
    bool straight = x->straight;
    x->straight = false;
    branch(x, e->args[0], !not0, &holds);
    branch(x, e->args[1], not1, chain);
    x->straight = straight;
    land(x, holds);
}

static void branch_ite(struct make_ctx *x, const struct pw_expr *e, bool when, uint32_t *chain)
{
    uint32_t otherwise = CHAIN_END, end = CHAIN_END;
    bool straight = x->straight;
    x->straight = false;
    branch(x, e->args[0], false, &otherwise);
    branch(x, e->args[1], when, chain);
    emit_jump(x, JUMP, 0, 0, &end);
    land(x, otherwise);
    branch(x, e->args[2], when, chain);
    land(x, end);
    x->straight = straight;
}

/* Goes to the chain if the truth of e is `when`; otherwise on. Depth: that of the expression. */
static void branch(struct make_ctx *x, const struct pw_expr *e, bool when, uint32_t *chain)
{
    assert(e->is_bool);
    switch (e->kind) {
    case PW_EXPR_BOOL:
        if (e->truth == when) emit_jump(x, JUMP, 0, 0, chain);
        break;
    case PW_EXPR_NOT:
        branch(x, e->args[0], !when, chain);
        break;
    case PW_EXPR_AND:
        if (!when && x->straight) { /* both hold on every way on */
            branch(x, e->args[0], false, chain);
            branch(x, e->args[1], false, chain);
        } else {
            either(x, e, true, true, !when, chain);
        }
        break;
    case PW_EXPR_OR:
        either(x, e, false, false, when, chain);
        break;
    case PW_EXPR_IMPLIES:
        either(x, e, true, false, when, chain);
        break;
    case PW_EXPR_ITE:
        branch_ite(x, e, when, chain);
        break;
    case PW_EXPR_SHARED:
    case PW_EXPR_LOCAL:
    case PW_EXPR_CHOICE: {
        uint32_t a = operand(x, e);
        emit_jump(x, when ? NE : EQ, a, number(x, 0), chain);
        break;
    }
    default:
        if (pw_expr_arity(e->kind) == 2)
            compare(x, e, when, chain);
        else
            x->failed = true;
    }
}

/* A value that depends on a condition: of an ITE, or the truth of e as 0 or 1. */
static uint32_t conditional(struct make_ctx *x, const struct pw_expr *e)
{
    uint32_t to = x->next++, otherwise = CHAIN_END, end = CHAIN_END;
    bool straight = x->straight, ite = e->kind == PW_EXPR_ITE;
    x->straight = false;
    branch(x, ite ? e->args[0] : e, false, &otherwise);
    uint32_t yes = ite ? operand(x, e->args[1]) : number(x, 1);
    emit(x, MOVE, yes, 0, to);
    emit_jump(x, JUMP, 0, 0, &end);
    land(x, otherwise);
    uint32_t no = ite ? operand(x, e->args[2]) : number(x, 0);
    emit(x, MOVE, no, 0, to);
    land(x, end);
    x->straight = straight;
    return to;
}

static uint32_t compute(struct make_ctx *x, const struct pw_expr *e)
{
    static const struct {
        enum pw_expr_kind from;
        enum kind to;
    } kinds[] = {{PW_EXPR_ADD, ADD}, {PW_EXPR_SUB, SUB}, {PW_EXPR_MUL, MUL}, {PW_EXPR_DIV, DIV},
                 {PW_EXPR_MOD, MOD}, {PW_EXPR_MIN, MIN}, {PW_EXPR_MAX, MAX}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (e->kind == kinds[i].from) {
            uint32_t a = operand(x, e->args[0]), b = operand(x, e->args[1]);
            emit(x, kinds[i].to, a, b, x->next);
            return x->next++;
        }
    x->failed = true;
    return 0;
}

static uint32_t inner_operand(struct make_ctx *x, const struct pw_expr *e)
{
    for (size_t i = 0; i < x->nknown; i++)
        if (x->known[i] == e) return x->known_at[i];
    uint32_t at;
    if (e->is_bool || e->kind == PW_EXPR_ITE) {
        at = conditional(x, e);
    } else if (e->kind == PW_EXPR_NEG) {
        uint32_t zero = number(x, 0), a = operand(x, e->args[0]);
        emit(x, SUB, zero, a, x->next);
        at = x->next++;
    } else {
        at = compute(x, e);
    }
    if (x->straight && x->nknown < MOST_KNOWN) {
        x->known[x->nknown] = e;
        x->known_at[x->nknown++] = at;
    }
    return at;
}

/* The register that has the value of e, truth as 0 or 1. */
static uint32_t operand(struct make_ctx *x, const struct pw_expr *e)
{
    switch (e->kind) {
    case PW_EXPR_SHARED:
        assert(e->index < x->at.locals);
        return e->index;
    case PW_EXPR_LOCAL:
        return x->at.locals + e->index;
    case PW_EXPR_CHOICE:
        return x->at.choices + e->index;
    case PW_EXPR_INT:
        if (pw_int_fits_si(&e->value)) return number(x, pw_int_get_si(&e->value));
        x->failed = true;
        return 0;
    case PW_EXPR_BOOL:
        return number(x, e->truth);
    default:
        return inner_operand(x, e);
    }
}

static bool small_enough(const struct pw_edge *e)
{
    uint64_t size = e->guard->size;
    for (size_t u = 0; u < e->nupdates; u++)
        size += e->updates[u].to->size;
    return size <= PW_FLAT_LARGEST;
}

/* A run never leaves the operations and its registers. */
static void check_ops(const struct pw_flat *f)
{
    assert(f->ops.n && pw_vec_last(&f->ops).kind == HALT_NO);
    for (size_t i = 0; i < f->ops.n; i++) {
        const struct pw_flat_op *op = &f->ops.at[i];
        assert(op->kind > JUMP || op->to < f->ops.n);
        assert(op->a < f->end + 1 && op->b < f->end + 1);
        assert(op->kind <= HALT_YES || op->to < f->end);
    }
}

void pw_flat_make(struct pw_flat *f, const struct pw_edge *e, struct pw_flat_layout at)
{
    assert(at.locals <= at.choices && at.choices <= at.own);
    *f = (struct pw_flat){.end = at.own};
    if (!small_enough(e)) return;
    struct make_ctx x = {.f = f, .at = at, .next = at.own, .straight = true};
    uint32_t no = CHAIN_END;
    f->updates = PW_NEWS(uint32_t, e->nupdates);
    f->nupdates = e->nupdates;
    branch(&x, e->guard, false, &no);
    for (size_t u = 0; u < e->nupdates; u++)
        f->updates[u] = operand(&x, e->updates[u].to);
    emit(&x, HALT_YES, 0, 0, 0);
    land(&x, no);
    emit(&x, HALT_NO, 0, 0, 0);
    f->end = x.next;
    f->there = !x.failed;
    if (f->there) check_ops(f);
}

void pw_flat_clear(struct pw_flat *f)
{
    pw_vec_clear(&f->ops);
    pw_vec_clear(&f->numbers);
    PW_FREES(f->updates, f->nupdates);
    *f = (struct pw_flat){0};
}

void pw_flat_set_numbers(const struct pw_flat *f, int64_t *registers)
{
    for (size_t i = 0; i < f->numbers.n; i++) {
        assert(f->numbers.at[i].at < f->end);
        registers[f->numbers.at[i].at] = f->numbers.at[i].value;
    }
}

/* --- running --- */

/* False: it does not fit, or the conventions of division differ. */
static inline bool calculate(enum kind kind, int64_t a, int64_t b, int64_t *out)
{
    switch (kind) {
    case ADD:
        return !__builtin_add_overflow(a, b, out);
    case SUB:
        return !__builtin_sub_overflow(a, b, out);
    case MUL:
        return !__builtin_mul_overflow(a, b, out);
    case DIV:
    case MOD:
        if (a < 0 || b <= 0) return false;
        *out = kind == DIV ? a / b : a % b;
        return true;
    default:
        assert(kind == MIN || kind == MAX);
        *out = (a < b) == (kind == MIN) ? a : b;
        return true;
    }
}

enum pw_flat_answer pw_flat_run(const struct pw_flat *f, int64_t *r)
{
    assert(f->there);
    const struct pw_flat_op *ops = f->ops.at; /* ends in HALT_NO; jumps stay inside: check_ops */
    for (const struct pw_flat_op *op = ops;;) {
        bool go = false;
        switch ((enum kind)op->kind) {
        case EQ:
            go = r[op->a] == r[op->b];
            break;
        case NE:
            go = r[op->a] != r[op->b];
            break;
        case LT:
            go = r[op->a] < r[op->b];
            break;
        case LE:
            go = r[op->a] <= r[op->b];
            break;
        case JUMP:
            go = true;
            break;
        case HALT_NO:
            return PW_FLAT_NO;
        case HALT_YES:
            return PW_FLAT_YES;
        case MOVE:
            r[op->to] = r[op->a];
            break;
        default:
            if (!calculate(op->kind, r[op->a], r[op->b], &r[op->to])) return PW_FLAT_NONE;
        }
        op = go ? ops + op->to : op + 1;
    }
}
