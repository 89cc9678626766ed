/* From terms to clauses: one variable per Boolean node, definitions of gates, equalities,
 * if-then-elses and quotients. */
#include <assert.h>

#include "logic/solver_state.h"
#include "logic/term_store.h"

static struct pw_solver_entry *entry(struct pw_solver *s, uint32_t node)
{
    while (s->map.n <= node) {
        struct pw_solver_entry none = {0};
        pw_vec_push(&s->map, none);
    }
    assert(node < s->map.n);
    return &s->map.at[node];
}

static void set_lit(struct pw_solver *s, uint32_t node, pw_lit lit)
{
    struct pw_solver_entry *e = entry(s, node);
    assert(!e->known);
    e->known = true;
    e->lit = lit;
    e->claims = 0;
    pw_vec_push(&s->mapped, node);
}

static pw_lit lit_of(const struct pw_solver *s, pw_term a)
{
    assert(s->map.at[pw_term_node(a)].known);
    return s->map.at[pw_term_node(a)].lit ^ (a.id & 1);
}

static const struct pw_node *get(const struct pw_solver *s, uint32_t node)
{
    assert(node < s->terms->nodes.n);
    return &s->terms->nodes.at[node];
}
static pw_term arg(const struct pw_solver *s, uint32_t node, size_t i)
{
    return s->terms->pool.at[get(s, node)->args + i];
}

static bool needs_definition(const struct pw_solver *s, uint32_t node)
{
    uint8_t kind = get(s, node)->kind;
    return kind == PW_IITE || kind == PW_DIV;
}

/* Clauses. */

static void clause2(struct pw_solver *s, pw_lit a, pw_lit b)
{
    pw_sat_add(&s->sat, (pw_lit[]){a, b}, 2);
}
static void clause3(struct pw_solver *s, pw_lit a, pw_lit b, pw_lit c)
{
    pw_sat_add(&s->sat, (pw_lit[]){a, b, c}, 3);
}

/* A fact of the innermost scope. */
static void fact(struct pw_solver *s, pw_lit l)
{
    if (s->scopes.n == 0)
        pw_sat_add(&s->sat, &l, 1);
    else
        clause2(s, pw_lit_not(pw_vec_last(&s->scopes).guard), l);
}

static void define_and(struct pw_solver *s, uint32_t node)
{
    uint32_t n = get(s, node)->n;
    pw_lit g = pw_lit_make(pw_sat_new_var(&s->sat, false), false);
    pw_lits all = {0};
    pw_vec_push(&all, g);
    for (uint32_t i = 0; i < n; i++) {
        pw_lit l = lit_of(s, arg(s, node, i));
        clause2(s, pw_lit_not(g), l);
        pw_vec_push(&all, pw_lit_not(l));
    }
    pw_sat_add(&s->sat, all.at, all.n);
    pw_vec_clear(&all);
    set_lit(s, node, g);
}

static void define_xor(struct pw_solver *s, uint32_t node)
{
    pw_lit g = pw_lit_make(pw_sat_new_var(&s->sat, false), false), a = lit_of(s, arg(s, node, 0)),
           b = lit_of(s, arg(s, node, 1));
    clause3(s, g ^ 1, a, b);
    clause3(s, g ^ 1, a ^ 1, b ^ 1);
    clause3(s, g, a ^ 1, b);
    clause3(s, g, a, b ^ 1);
    set_lit(s, node, g);
}

static void define_bite(struct pw_solver *s, uint32_t node)
{
    pw_lit g = pw_lit_make(pw_sat_new_var(&s->sat, false), false);
    pw_lit c = lit_of(s, arg(s, node, 0)), a = lit_of(s, arg(s, node, 1)),
           b = lit_of(s, arg(s, node, 2));
    clause3(s, g ^ 1, c ^ 1, a);
    clause3(s, g ^ 1, c, b);
    clause3(s, g, c ^ 1, a ^ 1);
    clause3(s, g, c, b ^ 1);
    clause3(s, g ^ 1, a, b); /* follow from the others; they propagate more */
    clause3(s, g, a ^ 1, b ^ 1);
    set_lit(s, node, g);
}

static uint32_t new_parts(struct pw_solver *s)
{
    struct pw_solver_parts none = {{PW_TERM_TRUE, PW_TERM_TRUE, PW_TERM_TRUE, PW_TERM_TRUE}};
    pw_vec_push(&s->parts, none);
    return (uint32_t)s->parts.n - 1;
}

static void encode_atom(struct pw_solver *s, uint32_t node)
{
    if (entry(s, node)->known) return;
    set_lit(s, node, pw_lit_make(pw_arith_atom(&s->arith, (pw_term){node << 1}), false));
}

/* s = k  <=>  s <= k  and not s <= k-1 */
static void define_eq(struct pw_solver *s, uint32_t node)
{
    assert(node < s->map.n);
    uint32_t parts = s->map.at[node].parts;
    pw_lit g = pw_lit_make(pw_sat_new_var(&s->sat, false), false);
    assert(parts < s->parts.n);
    pw_lit le = lit_of(s, s->parts.at[parts].at[0]), lt = lit_of(s, s->parts.at[parts].at[1]);
    clause2(s, g ^ 1, le);
    clause2(s, g ^ 1, lt ^ 1);
    clause3(s, g, le ^ 1, lt);
    set_lit(s, node, g);
}

/* v - a <= 0 (up) or a - v <= 0, encoded */
static pw_term define_side(struct pw_solver *s, uint32_t v, pw_term a, bool up)
{
    pw_int plus, minus, zero;
    pw_int_init_si(&plus, 1);
    pw_int_init_si(&minus, -1);
    pw_int_init(&zero);
    pw_term le = pw_term_raw_le(s->terms, up ? &plus : &minus, (pw_term){v << 1},
                                up ? &minus : &plus, a, &zero);
    pw_int_clear(&plus);
    pw_int_clear(&minus);
    pw_int_clear(&zero);
    encode_atom(s, pw_term_node(le));
    return le;
}

/* c -> v = a,  !c -> v = b */
static void define_iite(struct pw_solver *s, uint32_t node)
{
    pw_lit c = lit_of(s, arg(s, node, 0));
    uint32_t parts = new_parts(s);
    set_lit(s, node, 0);
    assert(node < s->map.n);
    s->map.at[node].parts = parts;
    for (size_t i = 0; i < 4; i++) {
        pw_term side = define_side(s, node, arg(s, node, 1 + i / 2), i % 2 == 0);
        assert(parts < s->parts.n);
        s->parts.at[parts].at[i] = side;
        clause2(s, i < 2 ? c ^ 1 : c, lit_of(s, side));
    }
}

/* q = floor(a/k):  k*q - a <= 0  and  a - k*q - (k-1) <= 0 */
static void define_div(struct pw_solver *s, uint32_t node)
{
    pw_int k, minus_k, one, minus, zero;
    pw_int_init_set(&k, &get(s, node)->k);
    pw_int_init(&minus_k);
    pw_int_neg(&minus_k, &k);
    pw_int_init_si(&one, 1);
    pw_int_init_si(&minus, -1);
    pw_int_init(&zero);
    set_lit(s, node, 0);
    pw_term a = arg(s, node, 0), q = {node << 1};
    pw_term low = pw_term_raw_le(s->terms, &k, q, &minus, a, &zero);
    encode_atom(s, pw_term_node(low));
    fact(s, lit_of(s, low));
    pw_int_sub(&zero, &one, &k);
    pw_term high = pw_term_raw_le(s->terms, &minus_k, q, &one, a, &zero);
    encode_atom(s, pw_term_node(high));
    fact(s, lit_of(s, high));
    pw_int_clear(&k);
    pw_int_clear(&minus_k);
    pw_int_clear(&one);
    pw_int_clear(&minus);
    pw_int_clear(&zero);
}

static void define(struct pw_solver *s, uint32_t node)
{
    entry(s, node);
    switch ((enum pw_term_kind)get(s, node)->kind) {
    case PW_TRUE:
    case PW_BVAR:
        set_lit(s, node, pw_lit_make(pw_sat_new_var(&s->sat, false), false));
        break;
    case PW_LE:
        encode_atom(s, node);
        break;
    case PW_EQ:
        define_eq(s, node);
        break;
    case PW_AND:
        define_and(s, node);
        break;
    case PW_XOR:
        define_xor(s, node);
        break;
    case PW_BITE:
        define_bite(s, node);
        break;
    case PW_IITE:
        define_iite(s, node);
        break;
    case PW_DIV:
        define_div(s, node);
        break;
    case PW_IVAR:
    case PW_LIN:
        assert(!"not a node of the search");
    }
}

/* Walks. */

static void push_new(struct pw_solver *s, uint32_t node)
{
    if (!entry(s, node)->known) pw_vec_push(&s->stack, node);
}

/* Pushes the integer nodes with definitions among the summands of an integer term. */
static void push_new_summands(struct pw_solver *s, pw_term a)
{
    uint32_t node = pw_term_node(a);
    if (needs_definition(s, node)) push_new(s, node);
    if (get(s, node)->kind != PW_LIN && get(s, node)->kind != PW_LE) return;
    for (uint32_t i = 0; i < get(s, node)->n; i++) {
        uint32_t x = pw_term_node(arg(s, node, i));
        if (needs_definition(s, x)) push_new(s, x);
    }
}

/* Pushes what must be known before the node can be defined. */
static void push_new_below(struct pw_solver *s, uint32_t node)
{
    switch ((enum pw_term_kind)get(s, node)->kind) {
    case PW_AND:
    case PW_XOR:
    case PW_BITE:
        for (uint32_t i = get(s, node)->n; i-- > 0;)
            push_new(s, pw_term_node(arg(s, node, i)));
        break;
    case PW_LE:
        push_new_summands(s, (pw_term){node << 1});
        break;
    case PW_EQ:
        if (!entry(s, node)->parts) {
            uint32_t parts = new_parts(s);
            for (size_t i = 0; i < 2; i++) {
                pw_term part = pw_term_eq_part(s->terms, (pw_term){node << 1}, i == 1);
                assert(parts < s->parts.n);
                s->parts.at[parts].at[i] = part;
            }
            entry(s, node)->parts = parts;
        }
        for (size_t i = 0; i < 2; i++)
            push_new(s, pw_term_node(s->parts.at[s->map.at[node].parts].at[i]));
        break;
    case PW_IITE:
        push_new(s, pw_term_node(arg(s, node, 0)));
        push_new_summands(s, arg(s, node, 1));
        push_new_summands(s, arg(s, node, 2));
        break;
    case PW_DIV:
        push_new_summands(s, arg(s, node, 0));
        break;
    case PW_TRUE:
    case PW_BVAR:
    case PW_IVAR:
    case PW_LIN:
        break;
    }
}

static void encode(struct pw_solver *s, uint32_t root)
{
    size_t base = s->stack.n;
    push_new(s, root);
    while (s->stack.n > base) {
        uint32_t node = pw_vec_last(&s->stack);
        if (s->map.at[node].known) {
            s->stack.n--;
            continue;
        }
        size_t before = s->stack.n;
        push_new_below(s, node);
        if (s->stack.n > before) continue;
        s->stack.n--;
        define(s, node);
    }
}

pw_lit pw_solver_lit(struct pw_solver *s, pw_term a)
{
    uint32_t node = pw_term_node(a);
    if (node >= s->map.n || !s->map.at[node].known) encode(s, node);
    return lit_of(s, a);
}

/* Claims. */

static void push_summands(struct pw_solver *s, pw_term a)
{
    uint32_t node = pw_term_node(a);
    if (needs_definition(s, node)) pw_vec_push(&s->stack, node);
    if (get(s, node)->kind != PW_LIN && get(s, node)->kind != PW_LE) return;
    for (uint32_t i = 0; i < get(s, node)->n; i++) {
        uint32_t x = pw_term_node(arg(s, node, i));
        if (needs_definition(s, x)) pw_vec_push(&s->stack, x);
    }
}

static void push_needed(struct pw_solver *s, uint32_t node)
{
    assert(node < s->map.n);
    const struct pw_solver_entry *e = &s->map.at[node];
    switch ((enum pw_term_kind)get(s, node)->kind) {
    case PW_AND:
    case PW_XOR:
    case PW_BITE:
        for (uint32_t i = 0; i < get(s, node)->n; i++)
            pw_vec_push(&s->stack, pw_term_node(arg(s, node, i)));
        break;
    case PW_LE:
        push_summands(s, (pw_term){node << 1});
        break;
    case PW_EQ:
        for (size_t i = 0; i < 2; i++)
            pw_vec_push(&s->stack, pw_term_node(s->parts.at[e->parts].at[i]));
        break;
    case PW_IITE:
        pw_vec_push(&s->stack, pw_term_node(arg(s, node, 0)));
        push_summands(s, arg(s, node, 1));
        push_summands(s, arg(s, node, 2));
        break;
    case PW_DIV:
        push_summands(s, arg(s, node, 0));
        break;
    case PW_TRUE:
    case PW_BVAR:
    case PW_IVAR:
    case PW_LIN:
        break;
    }
}

/* The search variables that belong to the node itself: at most four. */
static size_t own_vars(const struct pw_solver *s, uint32_t node, uint32_t *vars)
{
    assert(node < s->map.n);
    const struct pw_solver_entry *e = &s->map.at[node];
    if (get(s, node)->kind == PW_DIV) return 0;
    vars[0] = pw_lit_var(e->lit);
    if (get(s, node)->kind != PW_IITE) return 1;
    for (size_t i = 0; i < 4; i++)
        vars[i] = pw_lit_var(lit_of(s, s->parts.at[e->parts].at[i]));
    return 4;
}

static void for_own_vars(struct pw_solver *s, uint32_t node, void (*f)(struct pw_sat *, uint32_t))
{
    uint32_t vars[4];
    size_t n = own_vars(s, node, vars);
    for (size_t i = 0; i < n; i++)
        f(&s->sat, vars[i]);
}

void pw_solver_claim(struct pw_solver *s, uint32_t root)
{
    size_t base = s->stack.n;
    if (s->map.at[root].claims > 0) {
        assert(root < s->map.n);
        s->map.at[root].claims++;
        return;
    }
    pw_vec_push(&s->stack, root);
    while (s->stack.n > base) {
        uint32_t node = pw_vec_pop(&s->stack);
        assert(s->map.at[node].known);
        if (s->map.at[node].claims++ > 0) continue;
        for_own_vars(s, node, pw_sat_claim);
        push_needed(s, node);
    }
}

void pw_solver_unclaim(struct pw_solver *s, uint32_t root)
{
    size_t base = s->stack.n;
    if (s->map.at[root].claims > 1) {
        assert(root < s->map.n);
        s->map.at[root].claims--;
        return;
    }
    pw_vec_push(&s->stack, root);
    while (s->stack.n > base) {
        uint32_t node = pw_vec_pop(&s->stack);
        if (--s->map.at[node].claims > 0) continue;
        for_own_vars(s, node, pw_sat_unclaim);
        push_needed(s, node);
    }
}

void pw_solver_cone(struct pw_solver *s, uint32_t root, pw_uints *vars)
{
    pw_uints nodes = {0};
    size_t base = s->stack.n;
    pw_vec_push(&s->stack, root);
    while (s->stack.n > base) {
        uint32_t node = pw_vec_pop(&s->stack), own[4];
        assert(s->map.at[node].known);
        if (s->map.at[node].seen) continue;
        s->map.at[node].seen = true;
        pw_vec_push(&nodes, node);
        for (size_t i = 0, n = own_vars(s, node, own); i < n; i++)
            pw_vec_push(vars, own[i]);
        push_needed(s, node);
    }
    for (size_t i = 0; i < nodes.n; i++)
        s->map.at[nodes.at[i]].seen = false;
    pw_vec_clear(&nodes);
}
