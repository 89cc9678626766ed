/* The complete method of lia.h: recession cone, bounded part, and back along a ray. */
#include <assert.h>
#include <string.h>

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
    pw_rat x;
    pw_rat_init(&x);
    for (size_t j = 0; j < t->n; j++) {
        pw_simplex_value(cone, (uint32_t)j, &x);
        pw_rat_add(&t->ray[j], &t->ray[j], &x);
    }
    pw_rat_clear(&x);
    for (size_t i = 0; i < t->m; i++)
        if (pw_int_sgn(&cone->vars.at[slack[i]].num)) t->bounded[i] = false;
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

static bool solve_bounded(const struct task *t, pw_int *x, pw_uints *tags, uint64_t *nodes)
{
    struct pw_lia_row *rows = PW_NEWS(struct pw_lia_row, t->m);
    size_t m = 0;
    for (size_t i = 0; i < t->m; i++)
        if (t->bounded[i]) rows[m++] = t->rows[i];
    bool sat = pw_lia_bounded(rows, m, t->n, x, tags, nodes);
    PW_FREES(rows, t->m);
    return sat;
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
