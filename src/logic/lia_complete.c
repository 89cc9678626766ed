/* The complete method of lia.h: recession cone, bounded part, echelon form, branching. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "logic/hermite.h"
#include "logic/lattice.h"
#include "logic/lia.h"

enum { LOWER, UPPER };

struct task {
    const struct pw_lia_row *rows;
    size_t m, n;
    bool *bounded; /* per row */
    pw_rat *ray;   /* per column */
    bool some_ray;
};

/* 1. The cone and its rays. */

static void build_cone(const struct task *t, struct pw_simplex *cone, uint32_t *slack)
{
    pw_uints tags = {0};
    pw_int zero;
    pw_int_init(&zero);
    for (size_t j = 0; j < t->n; j++)
        pw_simplex_new_column(cone);
    for (size_t i = 0; i < t->m; i++) {
        slack[i] = pw_simplex_new_row(cone, t->rows[i].columns, t->rows[i].coefs, t->rows[i].n);
        for (int side = 0; side < 2; side++) {
            if (!t->rows[i].has[side]) continue;
            bool ok = pw_simplex_assert(cone, slack[i], side, &zero, 0, &tags);
            assert(ok);
            (void)ok;
        }
    }
    pw_int_clear(&zero);
    pw_vec_clear(&tags);
}

/* ray += the point of the cone; every row on which the point moves away from the bound is
 * unbounded. */
static void add_ray(struct task *t, const struct pw_simplex *cone, const uint32_t *slack)
{
    for (size_t j = 0; j < t->n; j++)
        pw_rat_add(&t->ray[j], &t->ray[j], pw_simplex_value(cone, (uint32_t)j));
    for (size_t i = 0; i < t->m; i++)
        if (pw_rat_sgn(pw_simplex_value(cone, slack[i]))) t->bounded[i] = false;
    t->some_ray = true;
}

static void find_rays(struct task *t)
{
    struct pw_simplex cone;
    pw_uints tags = {0};
    uint32_t *slack = PW_NEWS(uint32_t, t->m);
    pw_simplex_init(&cone);
    build_cone(t, &cone, slack);
    for (size_t i = 0; i < t->m; i++) {
        const struct pw_lia_row *row = &t->rows[i];
        if (!t->bounded[i] || (row->has[LOWER] && row->has[UPPER])) continue;
        pw_int unit;
        pw_int_init_si(&unit, row->has[UPPER] ? -1 : 1);
        size_t mark = pw_simplex_mark(&cone);
        pw_vec_reset(&tags);
        if (pw_simplex_assert(&cone, slack[i], row->has[UPPER] ? UPPER : LOWER, &unit, 0, &tags) &&
            pw_simplex_check(&cone, &tags))
            add_ray(t, &cone, slack);
        pw_simplex_backtrack(&cone, mark);
        pw_int_clear(&unit);
    }
    pw_simplex_clear(&cone);
    pw_vec_clear(&tags);
    PW_FREES(slack, t->m);
}

/* 3. The bounded part in echelon form. */

struct echelon {
    size_t *rows; /* the bounded rows, equalities first */
    size_t m, n, rank;
    pw_int **columns;
};

static bool is_equality(const struct pw_lia_row *row)
{
    return row->has[0] && row->has[1] && pw_int_eq(row->bound[0], row->bound[1]);
}

static void choose_rows(const struct task *t, struct echelon *e)
{
    e->rows = PW_NEWS(size_t, t->m);
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < t->m; i++) {
            int class = is_equality(&t->rows[i])                 ? 0
                        : t->rows[i].has[0] && t->rows[i].has[1] ? 1
                                                                 : 2;
            if (t->bounded[i] && class == pass) e->rows[e->m++] = i;
        }
}

static void build_echelon(const struct task *t, struct echelon *e)
{
    choose_rows(t, e);
    e->n = t->n;
    e->columns = PW_NEWS(pw_int *, t->n);
    for (size_t j = 0; j < t->n; j++) {
        e->columns[j] = pw_int_array_new(e->m + t->n);
        pw_int_set_si(&e->columns[j][e->m + j], 1);
    }
    for (size_t i = 0; i < e->m; i++) {
        const struct pw_lia_row *row = &t->rows[e->rows[i]];
        for (size_t k = 0; k < row->n; k++)
            pw_int_set(&e->columns[row->columns[k]][i], &row->coefs[k]);
    }
    e->rank = pw_hermite(e->columns, e->m, t->n);
}

static void free_echelon(const struct task *t, struct echelon *e)
{
    for (size_t j = 0; j < t->n; j++)
        pw_int_array_free(e->columns[j], e->m + t->n);
    PW_FREES(e->columns, t->n);
    PW_FREES(e->rows, t->m);
}

/* Row i of H as a slack over y, with the bounds of its original. False: the bounds contradict at
 * once. */
static bool add_transformed(const struct task *t, const struct echelon *e, size_t i,
                            struct pw_simplex *s, pw_uints *tags)
{
    const struct pw_lia_row *row = &t->rows[e->rows[i]];
    uint32_t *columns = PW_NEWS(uint32_t, e->rank + 1);
    pw_int *coefs = PW_NEWS(pw_int, e->rank + 1), g, b;
    size_t n = 0;
    bool ok = true;
    pw_int_init(&g);
    pw_int_init(&b);
    for (size_t j = 0; j < e->rank; j++) {
        if (!pw_int_sgn(&e->columns[j][i])) continue;
        pw_int_gcd(&g, &g, &e->columns[j][i]);
        columns[n] = (uint32_t)j;
        coefs[n++] = e->columns[j][i];
    }
    /* divide by the content and round the bounds inwards */
    pw_int *small = pw_int_array_new(n);
    for (size_t k = 0; k < n; k++)
        pw_int_divexact(&small[k], &coefs[k], &g);
    uint32_t slack = n == 1 ? columns[0] : pw_simplex_new_row(s, columns, small, n);
    bool flip = n == 1 && pw_int_sgn(&small[0]) < 0;
    for (int side = 0; side < 2 && ok; side++) {
        if (!row->has[side]) continue;
        if (side == UPPER)
            pw_int_fdiv_q(&b, row->bound[side], &g);
        else
            pw_int_cdiv_q(&b, row->bound[side], &g);
        if (flip) pw_int_neg(&b, &b);
        ok = pw_simplex_assert(s, slack, flip ? !side : side, &b, row->tag[side], tags);
    }
    pw_int_array_free(small, n);
    pw_int_clear(&g);
    pw_int_clear(&b);
    PW_FREES(columns, e->rank + 1);
    PW_FREES(coefs, e->rank + 1);
    return ok;
}

/* x = T y */
static void transform_back(const struct echelon *e, const struct pw_simplex *s, pw_int *x)
{
    for (size_t i = 0; i < e->n; i++) {
        pw_int_set_si(&x[i], 0);
        for (size_t j = 0; j < e->rank; j++)
            pw_int_addmul(&x[i], &e->columns[j][e->m + i], &pw_simplex_value(s, (uint32_t)j)->num);
    }
}

/* The simplex over y of the echelon form, checked. False: tags refute it. */
static bool build_transformed(const struct task *t, const struct echelon *e, struct pw_simplex *s,
                              pw_uints *tags)
{
    bool ok = true;
    pw_simplex_init(s);
    for (size_t j = 0; j < e->rank; j++)
        pw_simplex_new_column(s);
    for (size_t i = 0; i < e->m && ok; i++)
        ok = add_transformed(t, e, i, s, tags);
    return ok && pw_simplex_check(s, tags);
}

/* 4. Reduction. */

/* The width of row i over the reals, at least 1: between its bounds, or what the other rows leave.
 * Lower end first. */
static void row_width(const struct task *t, const struct echelon *e, size_t i, pw_int *width)
{
    const struct pw_lia_row *row = &t->rows[e->rows[i]];
    pw_int_set_si(width, 1);
    if (row->has[LOWER] && row->has[UPPER])
        pw_int_sub(width, row->bound[UPPER], row->bound[LOWER]);
    else {
        struct pw_simplex s;
        pw_uints tags = {0};
        pw_simplex_init(&s);
        for (size_t j = 0; j < e->rank; j++)
            pw_simplex_new_column(&s);
        bool ok = true;
        uint32_t *columns = PW_NEWS(uint32_t, e->rank);
        pw_int *coefs = PW_NEWS(pw_int, e->rank);
        size_t n = 0;
        for (size_t k = 0; k < e->m && ok; k++)
            ok = add_transformed(t, e, k, &s, &tags);
        for (size_t j = 0; j < e->rank; j++)
            if (pw_int_sgn(&e->columns[j][i]))
                columns[n] = (uint32_t)j, coefs[n++] = e->columns[j][i];
        uint32_t slack = pw_simplex_new_row(&s, columns, coefs, n);
        int open = row->has[UPPER] ? LOWER : UPPER;
        if (ok && pw_simplex_check(&s, &tags) && pw_simplex_optimise(&s, slack, open)) {
            pw_rat_floor(width, pw_simplex_value(&s, slack));
            pw_int_sub(width, width, row->bound[!open]);
            pw_int_abs(width, width);
        }
        PW_FREES(columns, e->rank);
        PW_FREES(coefs, e->rank);
        pw_simplex_clear(&s);
        pw_vec_clear(&tags);
    }
    if (pw_int_sgn(width) <= 0) pw_int_set_si(width, 1);
}

/* weight_i = (W / width_i)^2 rounded down, W = 16 * the largest width: a row of small width counts
 * more. */
static void weigh_rows(const struct task *t, const struct echelon *e, size_t from, pw_int *weight)
{
    pw_int most;
    pw_int_init_si(&most, 1);
    for (size_t i = from; i < e->m; i++) {
        row_width(t, e, i, &weight[i]);
        if (pw_int_cmp(&weight[i], &most) > 0) pw_int_set(&most, &weight[i]);
    }
    for (int k = 0; k < 4; k++)
        pw_int_add(&most, &most, &most);
    for (size_t i = from; i < e->m; i++) {
        pw_int_fdiv_q(&weight[i], &most, &weight[i]);
        pw_int_mul(&weight[i], &weight[i], &weight[i]);
    }
    pw_int_clear(&most);
}

static void reduce_lattice(const struct task *t, struct echelon *e)
{
    size_t equations = 0, pivots = 0;
    while (equations < e->m && is_equality(&t->rows[e->rows[equations]]))
        equations++;
    /* columns with a nonzero entry in an equation come first */
    for (size_t j = 0; j < e->rank; j++)
        for (size_t i = 0; i < equations; i++)
            if (pw_int_sgn(&e->columns[j][i])) {
                pivots = j + 1;
                break;
            }
    pw_int *weight = pw_int_array_new(e->m);
    weigh_rows(t, e, equations, weight);
    pw_lattice_reduce(e->columns + pivots, e->rank - pivots, weight, e->m, e->m + e->n);
    pw_int_array_free(weight, e->m);
}

/* Nodes before the lattice is reduced. */
enum { FIRST_ATTEMPT = 200 };

static bool solve_bounded(const struct task *t, pw_int *x, pw_uints *tags, uint64_t *nodes)
{
    struct echelon e = {0};
    struct pw_simplex s;
    build_echelon(t, &e);
    bool ok = build_transformed(t, &e, &s, tags);
    enum pw_lia_answer answer = ok ? pw_lia_branch(&s, FIRST_ATTEMPT, tags, nodes) : PW_LIA_UNSAT;
    if (answer == PW_LIA_OPEN) {
        pw_simplex_clear(&s);
        reduce_lattice(t, &e);
        ok = build_transformed(t, &e, &s, tags);
        answer = ok ? pw_lia_branch(&s, 0, tags, nodes) : PW_LIA_UNSAT;
    }
    if (answer == PW_LIA_SAT) transform_back(&e, &s, x);
    pw_simplex_clear(&s);
    free_echelon(t, &e);
    return answer == PW_LIA_SAT;
}

/* 2. Along the ray into the unbounded rows. */

static void ray_to_integers(const struct task *t, pw_int *h)
{
    pw_int d, g;
    pw_int_init_si(&d, 1);
    pw_int_init(&g);
    for (size_t j = 0; j < t->n; j++) { /* d = lcm of the denominators */
        pw_int_gcd(&g, &d, &t->ray[j].den);
        pw_int_divexact(&g, &t->ray[j].den, &g);
        pw_int_mul(&d, &d, &g);
    }
    for (size_t j = 0; j < t->n; j++) {
        pw_int_divexact(&g, &d, &t->ray[j].den);
        pw_int_mul(&h[j], &g, &t->ray[j].num);
    }
    pw_int_clear(&d);
    pw_int_clear(&g);
}

static void row_times(const struct pw_lia_row *row, const pw_int *x, pw_int *sum)
{
    pw_int_set_si(sum, 0);
    for (size_t k = 0; k < row->n; k++)
        pw_int_addmul(sum, &row->coefs[k], &x[row->columns[k]]);
}

/* The least t >= 0 with which x + t h satisfies the row, if that is more than *steps. */
static void steps_needed(const struct pw_lia_row *row, const pw_int *x, const pw_int *h,
                         pw_int *steps)
{
    pw_int missing, speed;
    int side = row->has[UPPER] ? UPPER : LOWER;
    pw_int_init(&missing);
    pw_int_init(&speed);
    row_times(row, x, &missing);
    row_times(row, h, &speed);
    /* a(x + t h) <= u  <=>  t * speed <= missing, speed < 0; likewise for l */
    pw_int_sub(&missing, row->bound[side], &missing);
    pw_int_cdiv_q(&missing, &missing, &speed);
    if (pw_int_cmp(&missing, steps) > 0) pw_int_set(steps, &missing);
    pw_int_clear(&missing);
    pw_int_clear(&speed);
}

static void follow_ray(const struct task *t, pw_int *x)
{
    pw_int *h = pw_int_array_new(t->n), steps;
    pw_int_init(&steps);
    ray_to_integers(t, h);
    for (size_t i = 0; i < t->m; i++)
        if (!t->bounded[i]) steps_needed(&t->rows[i], x, h, &steps);
    for (size_t j = 0; j < t->n; j++)
        pw_int_addmul(&x[j], &steps, &h[j]);
    pw_int_clear(&steps);
    pw_int_array_free(h, t->n);
}

bool pw_lia_complete(const struct pw_lia_row *rows, size_t m, size_t n, pw_int *x, pw_uints *tags,
                     uint64_t *nodes)
{
    struct task t = {
        .rows = rows, .m = m, .n = n, .bounded = PW_NEWS(bool, m), .ray = PW_NEWS(pw_rat, n)};
    memset(t.bounded, true, m * sizeof *t.bounded);
    for (size_t j = 0; j < n; j++)
        pw_rat_init(&t.ray[j]);
    pw_vec_reset(tags);
    find_rays(&t);
    bool sat = solve_bounded(&t, x, tags, nodes);
    if (sat && t.some_ray) follow_ray(&t, x);
    for (size_t j = 0; j < n; j++)
        pw_rat_clear(&t.ray[j]);
    PW_FREES(t.ray, n);
    PW_FREES(t.bounded, m);
    return sat;
}
