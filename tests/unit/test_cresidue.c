/* Comparisons sharpened by residues: random programs of a few variables are run; after every step
 * each condition has the value that it had before it was sharpened. */
#include "unit/unit.h"

#include <stdint.h>
#include <string.h>

#include "front/c/cresidue.h"

enum { VARS = 3, STEPS = 5, CONDS = 8, RUN = 60 };

static uint64_t seed;
static int dice(int sides)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (unsigned)sides);
}

static pw_cint eval(const struct pw_cx *e, const pw_cint *v)
{
    switch (e->kind) {
    case PW_CX_INT:
    case PW_CX_BOOL:
        return e->value;
    case PW_CX_VAR:
        return v[e->var];
    case PW_CX_ADD:
        return eval(e->a, v) + eval(e->b, v);
    case PW_CX_SUB:
        return eval(e->a, v) - eval(e->b, v);
    case PW_CX_NEG:
        return -eval(e->a, v);
    case PW_CX_MUL:
        return eval(e->a, v) * eval(e->b, v);
    case PW_CX_ITE:
        return eval(e->a, v) ? eval(e->b, v) : eval(e->c, v);
    case PW_CX_EQ:
        return eval(e->a, v) == eval(e->b, v);
    case PW_CX_NE:
        return eval(e->a, v) != eval(e->b, v);
    case PW_CX_LT:
        return eval(e->a, v) < eval(e->b, v);
    case PW_CX_LE:
        return eval(e->a, v) <= eval(e->b, v);
    case PW_CX_GT:
        return eval(e->a, v) > eval(e->b, v);
    case PW_CX_GE:
        return eval(e->a, v) >= eval(e->b, v);
    case PW_CX_NOT:
        return !eval(e->a, v);
    case PW_CX_AND:
        return eval(e->a, v) && eval(e->b, v);
    case PW_CX_OR:
        return eval(e->a, v) || eval(e->b, v);
    default:
        ck_abort_msg("kind %d", e->kind);
    }
    return 0;
}

static const struct pw_cx *number(struct pw_cir *ir, int depth, int unit)
{
    const struct pw_cx *v = pw_cx_var(ir, (uint32_t)dice(VARS));
    switch (depth ? dice(6) : dice(2)) {
    case 0:
        return v;
    case 1:
        return pw_cx_int(ir, unit * (dice(7) - 3) + (dice(4) ? 0 : 1));
    case 2:
        return pw_cx_make(ir, PW_CX_SUB, number(ir, depth - 1, unit), number(ir, depth - 1, unit));
    case 3:
        return pw_cx_make(ir, PW_CX_MUL, number(ir, depth - 1, unit), pw_cx_int(ir, dice(5) - 2));
    default:
        return pw_cx_make(ir, PW_CX_ADD, number(ir, depth - 1, unit),
                          pw_cx_int(ir, unit * (dice(5) - 2)));
    }
}

static const struct pw_cx *condition(struct pw_cir *ir)
{
    enum pw_cx_kind kind = (enum pw_cx_kind)(PW_CX_EQ + dice(6));
    const struct pw_cx *a = number(ir, 2, 1), *k = pw_cx_int(ir, dice(41) - 20);
    const struct pw_cx *c = dice(2) ? pw_cx_make(ir, kind, a, k) : pw_cx_make(ir, kind, k, a);
    if (!dice(4)) c = pw_cx_not(ir, c);
    if (!dice(4)) c = pw_cx_make(ir, PW_CX_OR, c, condition(ir));
    return c;
}

/* A thread of STEPS assignments and CONDS assertions. */
static void build(struct pw_cir *ir, struct pw_cstep *steps)
{
    static const char *const names[VARS] = {"a", "b", "c"};
    int unit = 1 + dice(6);
    for (int i = 0; i < VARS; i++) {
        struct pw_cvar v = {.name = names[i], .value = dice(9) - 4, .lo = -1000, .hi = 1000};
        v.shared = true;
        pw_vec_push(&ir->vars, v);
    }
    for (int i = 0; i < STEPS + CONDS; i++) {
        struct pw_cstep *s = &steps[i];
        memset(s, 0, sizeof *s);
        s->next = i + 1 < STEPS + CONDS ? s + 1 : NULL;
        s->kind = i < STEPS ? PW_CSTEP_ASSIGN : PW_CSTEP_ASSERT;
        if (i >= STEPS) {
            s->cond = condition(ir);
            continue;
        }
        s->n = 1;
        s->vars = pw_cir_alloc(ir, sizeof *s->vars);
        s->exprs = pw_cir_alloc(ir, sizeof *s->exprs);
        s->vars[0] = (uint32_t)dice(VARS);
        s->exprs[0] = number(ir, 1, unit);
    }
    struct pw_cthread t = {.name = "t", .count = 1, .body = steps};
    pw_vec_push(&ir->threads, t);
}

START_TEST(same_runs)
{
    unsigned sharpened = 0, compared = 0;
    for (unsigned n = 1; n <= 3000u * (unsigned)unit_scale(); n++) {
        struct pw_cir ir;
        struct pw_cstep steps[STEPS + CONDS];
        const struct pw_cx *before[CONDS];
        pw_cint v[VARS];
        seed = n;
        pw_cir_init(&ir);
        build(&ir, steps);
        for (int i = 0; i < CONDS; i++)
            before[i] = steps[STEPS + i].cond;
        pw_cresidue_sharpen(&ir);
        for (int i = 0; i < VARS; i++)
            v[i] = ir.vars.at[i].value;
        for (int k = 0; k < RUN && v[0] < 1 << 20 && v[1] < 1 << 20 && v[2] < 1 << 20; k++) {
            for (int i = 0; i < CONDS; i++, compared++) {
                sharpened += before[i] != steps[STEPS + i].cond;
                ck_assert_msg(!eval(before[i], v) == !eval(steps[STEPS + i].cond, v),
                              "seed %u, condition %d", n, i);
            }
            const struct pw_cstep *s = &steps[dice(STEPS)];
            v[s->vars[0]] = eval(s->exprs[0], v);
        }
        pw_cir_clear(&ir);
    }
    ck_assert_msg(sharpened * 20 > compared, "%u of %u sharpened", sharpened, compared);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, same_runs);
}
UNIT_MAIN("cresidue", tests)
