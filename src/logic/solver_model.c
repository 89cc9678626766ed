/* Values of terms in the model of the last check: from the trail and the integer solution,
 * upwards. */
#include <assert.h>

#include "logic/solver_state.h"
#include "logic/term_store.h"

static const struct pw_node *get(const struct pw_solver *s, uint32_t node)
{
    assert(node < s->terms->nodes.n);
    return &s->terms->nodes.at[node];
}
static pw_term arg(const struct pw_solver *s, uint32_t node, size_t i)
{
    return s->terms->pool.at[get(s, node)->args + i];
}

static void room_for_values(struct pw_solver *s)
{
    while (s->valued.n < pw_terms_count(s->terms)) {
        pw_int zero;
        pw_int_init(&zero);
        pw_vec_push(&s->values, zero);
        pw_vec_push(&s->valued, 0);
    }
}

static bool is_valued(const struct pw_solver *s, uint32_t node)
{
    assert(node < s->valued.n);
    return s->valued.at[node] == s->epoch;
}
static bool truth(const struct pw_solver *s, pw_term a)
{
    return (pw_int_sgn(&s->values.at[pw_term_node(a)]) != 0) != pw_term_negated(a);
}

static bool variable_is_true(const struct pw_solver *s, uint32_t node)
{
    return node < s->map.n && s->map.at[node].known &&
           pw_sat_value(&s->sat, s->map.at[node].lit) > 0;
}

static void sum_of(const struct pw_solver *s, uint32_t node, pw_int *sum)
{
    const struct pw_node *n = get(s, node);
    pw_int_set_si(sum, 0);
    for (uint32_t i = 0; i < n->n; i++)
        pw_int_addmul(sum, &s->terms->coefs.at[n->coef + i],
                      &s->values.at[pw_term_node(arg(s, node, i))]);
}

static bool all_true(const struct pw_solver *s, uint32_t node)
{
    for (uint32_t i = 0; i < get(s, node)->n; i++)
        if (!truth(s, arg(s, node, i))) return false;
    return true;
}

/* All arguments have values. */
static void value_node(struct pw_solver *s, uint32_t node)
{
    const struct pw_node *n = get(s, node);
    assert(node < s->values.n);
    pw_int *value = &s->values.at[node];
    switch ((enum pw_term_kind)n->kind) {
    case PW_TRUE:
        pw_int_set_si(value, 1);
        break;
    case PW_BVAR:
        pw_int_set_si(value, variable_is_true(s, node));
        break;
    case PW_IVAR:
        if (!pw_arith_value(&s->arith, node, value)) pw_int_set_si(value, 0);
        break;
    case PW_LIN:
        sum_of(s, node, value);
        pw_int_add(value, value, &n->k);
        break;
    case PW_LE:
        sum_of(s, node, value);
        pw_int_set_si(value, pw_int_cmp(value, &n->k) <= 0);
        break;
    case PW_EQ:
        sum_of(s, node, value);
        pw_int_set_si(value, pw_int_eq(value, &n->k));
        break;
    case PW_DIV:
        pw_int_fdiv_q(value, &s->values.at[pw_term_node(arg(s, node, 0))], &n->k);
        break;
    case PW_IITE:
        pw_int_set(value,
                   &s->values.at[pw_term_node(arg(s, node, truth(s, arg(s, node, 0)) ? 1 : 2))]);
        break;
    case PW_BITE:
        pw_int_set_si(value, truth(s, arg(s, node, truth(s, arg(s, node, 0)) ? 1 : 2)));
        break;
    case PW_XOR:
        pw_int_set_si(value, truth(s, arg(s, node, 0)) != truth(s, arg(s, node, 1)));
        break;
    case PW_AND:
        pw_int_set_si(value, all_true(s, node));
        break;
    }
    assert(node < s->valued.n);
    s->valued.at[node] = s->epoch;
}

static void evaluate(struct pw_solver *s, uint32_t root)
{
    assert(s->has_model);
    room_for_values(s);
    size_t base = s->stack.n;
    pw_vec_push(&s->stack, root);
    while (s->stack.n > base) {
        uint32_t node = pw_vec_last(&s->stack);
        size_t before = s->stack.n;
        bool leaf = get(s, node)->kind == PW_BVAR || get(s, node)->kind == PW_IVAR;
        for (uint32_t i = 0; !leaf && !is_valued(s, node) && i < get(s, node)->n; i++)
            if (!is_valued(s, pw_term_node(arg(s, node, i))))
                pw_vec_push(&s->stack, pw_term_node(arg(s, node, i)));
        if (s->stack.n > before) continue;
        if (!is_valued(s, node)) value_node(s, node);
        s->stack.n--;
    }
}

bool pw_solver_bool_value(struct pw_solver *s, pw_term a)
{
    assert(!pw_term_is_int(s->terms, a));
    evaluate(s, pw_term_node(a));
    return truth(s, a);
}

void pw_solver_int_value(struct pw_solver *s, pw_term a, pw_int *value)
{
    assert(pw_term_is_int(s->terms, a));
    evaluate(s, pw_term_node(a));
    pw_int_set(value, &s->values.at[pw_term_node(a)]);
}
