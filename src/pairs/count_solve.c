#include "pairs/count_graph.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "num/rat.h"

#define LARGE_WEIGHT ((int64_t)1 << 40)

/* ---- equations: rows of rationals, reduced as they come ---- */

struct rows {
    size_t columns;
    PW_VEC(pw_rat *) at; /* each with 1 at its pivot, 0 at the pivots of the others */
    PW_VEC(size_t) pivots;
};

static void subtract_multiple(pw_rat *row, const pw_rat *other, size_t pivot, size_t n)
{
    pw_rat factor, part;
    pw_rat_init(&factor);
    pw_rat_init(&part);
    pw_rat_set(&factor, &row[pivot]);
    for (size_t i = 0; i < n && pw_rat_sgn(&factor); i++) {
        pw_rat_mul(&part, &other[i], &factor);
        pw_rat_sub(&row[i], &row[i], &part);
    }
    pw_rat_clear(&factor);
    pw_rat_clear(&part);
}

static void free_row(pw_rat *row, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pw_rat_clear(&row[i]);
    PW_FREES(row, n + 1);
}

static void divide_row(pw_rat *row, size_t pivot, size_t n)
{
    pw_int num, den;
    pw_int_init_set(&num, &row[pivot].den);
    pw_int_init_set(&den, &row[pivot].num);
    for (size_t i = 0; i < n; i++)
        pw_rat_mul_frac(&row[i], &row[i], &num, &den);
    pw_int_clear(&num);
    pw_int_clear(&den);
}

static void add_row(struct rows *r, const int64_t *values)
{
    size_t n = r->columns, pivot = 0;
    pw_rat *row = PW_NEWS(pw_rat, n + 1);
    pw_int v;
    pw_int_init(&v);
    for (size_t i = 0; i < n; i++) {
        pw_rat_init(&row[i]);
        pw_int_set_si(&v, values[i]);
        pw_rat_set_int(&row[i], &v);
    }
    pw_int_clear(&v);
    for (size_t k = 0; k < r->at.n; k++)
        subtract_multiple(row, r->at.at[k], r->pivots.at[k], n);
    while (pivot < n && !pw_rat_sgn(&row[pivot]))
        pivot++;
    if (pivot == n) {
        free_row(row, n);
        return;
    }
    divide_row(row, pivot, n);
    for (size_t k = 0; k < r->at.n; k++)
        subtract_multiple(r->at.at[k], row, pivot, n);
    pw_vec_push(&r->at, row);
    pw_vec_push(&r->pivots, pivot);
}

static int64_t row_of_pivot(const struct rows *r, size_t column)
{
    for (size_t k = 0; k < r->pivots.n; k++)
        if (r->pivots.at[k] == column) return (int64_t)k;
    return -1;
}

static void clear_rows(struct rows *r)
{
    for (size_t k = 0; k < r->at.n; k++)
        free_row(r->at.at[k], r->columns);
    pw_vec_clear(&r->at);
    pw_vec_clear(&r->pivots);
}

/* ---- potentials ---- */

struct solve_ctx {
    struct pw_count_graph *g;
    size_t n;            /* shared variables */
    int64_t **potential; /* per place of a view: its vector, or NULL */
    struct rows rows;
    bool failed; /* numbers grew too large */
};

static int64_t *potential_of(struct solve_ctx *s, uint32_t view)
{
    assert(view < s->g->place.n);
    return s->potential[s->g->place.at[view]];
}

static bool spread(struct solve_ctx *s, const struct pw_count_edge *e)
{
    assert(e->to < s->g->place.n);
    int64_t *from = potential_of(s, e->from), **to = &s->potential[s->g->place.at[e->to]];
    if (!from || *to) return false;
    *to = pw_arena_alloc(&s->g->c->arena, (s->n + 1) * sizeof **to);
    for (size_t i = 0; i < s->n; i++) {
        (*to)[i] = s->g->counter[i] ? from[i] + e->d[i] : 0;
        if ((*to)[i] > LARGE_WEIGHT || (*to)[i] < -LARGE_WEIGHT) s->failed = true;
    }
    return true;
}

/* Views of beginning threads have 0; from there on, first along edges that may be taken. */
static void find_potentials(struct solve_ctx *s)
{
    for (size_t i = 0; i < s->g->starts; i++) {
        s->potential[i] = pw_arena_alloc(&s->g->c->arena, (s->n + 1) * sizeof(int64_t));
        memset(s->potential[i], 0, (s->n + 1) * sizeof(int64_t));
    }
    for (int avoided = 0; avoided < 2; avoided++)
        for (bool changed = true; changed && !s->failed; pw_limits_poll()) {
            changed = false;
            for (size_t i = 0; i < s->g->edges.n; i++)
                if (s->g->edges.at[i].avoided <= avoided) changed |= spread(s, &s->g->edges.at[i]);
        }
}

/* row[k]: by how much the potentials of its ends do not fit the edge. */
static void defect(const struct solve_ctx *s, const struct pw_count_edge *e, int64_t *row)
{
    const int64_t *from = s->potential[s->g->place.at[e->from]];
    const int64_t *to = s->potential[s->g->place.at[e->to]];
    for (size_t k = 0; k < s->n; k++)
        row[k] = s->g->counter[k] ? from[k] + e->d[k] - to[k] : 0;
}

static bool is_constant(const struct pw_expr *e)
{
    return e && (e->kind == PW_EXPR_INT || e->kind == PW_EXPR_BOOL);
}

static void add_defects(struct solve_ctx *s)
{
    const struct pw_program *p = s->g->c->enc->views->p;
    int64_t *row = PW_NEWS(int64_t, s->n + 1);
    for (size_t i = 0; i < s->g->edges.n; i++) {
        if (s->g->edges.at[i].avoided) continue;
        defect(s, &s->g->edges.at[i], row);
        add_row(&s->rows, row);
    }
    /* alpha is 0 for what is no counter, and for constants of known value */
    for (size_t k = 0; k < s->n; k++) {
        bool fixed = !s->g->touched[k] && is_constant(p->shared[k].init);
        memset(row, 0, (s->n + 1) * sizeof *row);
        row[k] = 1;
        if (!s->g->counter[k] || fixed) add_row(&s->rows, row);
    }
    PW_FREES(row, s->n + 1);
}

/* ---- initial values: linear in the values that are arbitrary ---- */

static bool add_multiple(int64_t *to, const int64_t *row, int64_t factor, size_t n)
{
    for (size_t k = 0; k <= n; k++) {
        int64_t part;
        if (__builtin_mul_overflow(row[k], factor, &part) ||
            __builtin_add_overflow(to[k], part, &to[k]))
            return false;
    }
    return true;
}

/* Adds factor * e to out: out[k] for the initial value of variable k, out[n] for the constant.
 * coefs[i * (n + 1) ...] is that row of variable i. False: it is not linear, or too large. */
static bool linear_value(struct solve_ctx *s, const struct pw_expr *e, int64_t factor, int64_t *out,
                         const int64_t *coefs)
{
    size_t n = s->n;
    int64_t part;
    if (factor > LARGE_WEIGHT || factor < -LARGE_WEIGHT) return false;
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_BOOL:
        out[n] += e->truth ? factor : 0;
        return true;
    case PW_EXPR_INT:
        return pw_int_fits_si(&e->value) &&
               !__builtin_mul_overflow(pw_int_get_si(&e->value), factor, &part) &&
               !__builtin_add_overflow(out[n], part, &out[n]);
    case PW_EXPR_SHARED:
        return add_multiple(out, &coefs[e->index * (n + 1)], factor, n);
    case PW_EXPR_ADD:
        return linear_value(s, e->args[0], factor, out, coefs) &&
               linear_value(s, e->args[1], factor, out, coefs);
    case PW_EXPR_SUB:
        return linear_value(s, e->args[0], factor, out, coefs) &&
               linear_value(s, e->args[1], -factor, out, coefs);
    case PW_EXPR_NEG:
        return linear_value(s, e->args[0], -factor, out, coefs);
    default:
        return false;
    }
}

static bool small_row(const int64_t *row, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (row[k] > LARGE_WEIGHT || row[k] < -LARGE_WEIGHT) return false;
    return true;
}

/* Rows: alpha takes away what is arbitrary at the start. Returns the constants, per variable. */
static int64_t *add_initial(struct solve_ctx *s)
{
    const struct pw_program *p = s->g->c->enc->views->p;
    size_t n = s->n, room = n * (n + 1) + 1;
    int64_t *coefs = PW_NEWS(int64_t, room), *row = PW_NEWS(int64_t, n + 1);
    int64_t *constants = pw_arena_alloc(&s->g->c->arena, (n + 1) * sizeof *constants);
    for (size_t i = 0; i < n; i++) {
        assert(i < p->nshared);
        const struct pw_expr *init = p->shared[i].init;
        int64_t *mine = &coefs[i * (n + 1)];
        if (!init || !linear_value(s, init, 1, mine, coefs) || !small_row(mine, n + 1)) {
            memset(mine, 0, (n + 1) * sizeof *mine);
            mine[i] = 1; /* arbitrary */
        }
        constants[i] = mine[n];
    }
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++)
            row[i] = coefs[i * (n + 1) + k];
        add_row(&s->rows, row);
    }
    PW_FREES(coefs, room);
    PW_FREES(row, n + 1);
    return constants;
}

/* ---- the null space ---- */

static bool scale_to_integers(pw_rat *alpha, size_t n, int64_t *out)
{
    pw_int lcm, gcd;
    bool small = true;
    pw_int_init_si(&lcm, 1);
    pw_int_init(&gcd);
    for (size_t i = 0; i < n; i++) {
        pw_int_gcd(&gcd, &lcm, &alpha[i].den);
        pw_int_mul(&lcm, &lcm, &alpha[i].den);
        pw_int_divexact(&lcm, &lcm, &gcd);
    }
    for (size_t i = 0; i < n; i++) {
        pw_int_divexact(&gcd, &lcm, &alpha[i].den);
        pw_int_mul(&gcd, &gcd, &alpha[i].num);
        small &= pw_int_cmp_si(&gcd, 1 << 20) <= 0 && pw_int_cmp_si(&gcd, -(1 << 20)) >= 0;
        out[i] = small ? pw_int_get_si(&gcd) : 0;
    }
    pw_int_clear(&lcm);
    pw_int_clear(&gcd);
    return small;
}

static bool product(const int64_t *a, const int64_t *b, size_t n, int64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < n; i++) {
        int64_t part;
        if (__builtin_mul_overflow(a[i], b[i], &part) || __builtin_add_overflow(*out, part, out))
            return false;
    }
    return *out <= LARGE_WEIGHT && *out >= -LARGE_WEIGHT;
}

static bool weigh(struct solve_ctx *s, const int64_t *alpha, int64_t *weights)
{
    for (size_t i = 0; i < s->g->views.n; i++) {
        uint32_t view = s->g->views.at[i];
        if (!product(alpha, s->potential[i], s->n, &weights[view])) return false;
    }
    return true;
}

/* Does the combination use a change that was only seen, not proved, or need that an edge is never
 * taken that was only not seen? */
static bool rests_on_guess(const struct solve_ctx *s, const int64_t *alpha)
{
    bool guess = false;
    int64_t *row = PW_NEWS(int64_t, s->n + 1), sum;
    for (size_t i = 0; i < s->g->edges.n && !guess; i++) {
        const struct pw_count_edge *e = &s->g->edges.at[i];
        for (size_t k = 0; k < s->n; k++)
            guess |= alpha[k] && e->guess[k];
        if (!e->avoided) continue;
        defect(s, e, row);
        guess |= !product(alpha, row, s->n, &sum) || sum;
    }
    PW_FREES(row, s->n + 1);
    return guess;
}

/* The solution in which the free column is 1 and the other free ones are 0. */
static void add_solution(struct solve_ctx *s, size_t column, const int64_t *constants)
{
    size_t n = s->n;
    pw_rat *alpha = PW_NEWS(pw_rat, n + 1);
    pw_int one;
    struct pw_counting made = {0};
    struct pw_counts *c = s->g->c;
    pw_int_init_si(&one, 1);
    for (size_t i = 0; i < n; i++) {
        int64_t k = row_of_pivot(&s->rows, i);
        pw_rat_init(&alpha[i]);
        if (k >= 0) pw_rat_neg(&alpha[i], &s->rows.at.at[k][column]);
    }
    pw_rat_set_int(&alpha[column], &one);
    made.alpha = pw_arena_alloc(&c->arena, (n + 1) * sizeof *made.alpha);
    made.weights = pw_arena_alloc(&c->arena, (c->nviews + 1) * sizeof *made.weights);
    memset(made.weights, 0, (c->nviews + 1) * sizeof *made.weights);
    if (scale_to_integers(alpha, n, made.alpha) && weigh(s, made.alpha, made.weights) &&
        product(made.alpha, constants, n, &made.constant)) {
        made.guessed = rests_on_guess(s, made.alpha);
        pw_vec_push(&c->all, made);
    }
    for (size_t i = 0; i < n; i++)
        pw_rat_clear(&alpha[i]);
    pw_int_clear(&one);
    PW_FREES(alpha, n + 1);
}

void pw_count_solve(struct pw_count_graph *g)
{
    struct solve_ctx s = {.g = g, .n = g->n, .rows = {.columns = g->n}};
    s.potential = PW_NEWS(int64_t *, g->views.n + 1);
    find_potentials(&s);
    if (!s.failed) {
        add_defects(&s);
        const int64_t *constants = add_initial(&s);
        for (size_t i = 0; i < g->n; i++)
            if (row_of_pivot(&s.rows, i) < 0) add_solution(&s, i, constants);
    }
    clear_rows(&s.rows);
    PW_FREES(s.potential, g->views.n + 1);
}
