/* Steps 3 to 5 of the complete method of lia.h: integer points of rows that are all bounded. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "logic/hermite.h"
#include "logic/lattice.h"
#include "logic/lia.h"

enum { LOWER, UPPER };

/* Tags of bounds that follow from others, above those of branching. */
#define DERIVED_TAGS ((uint32_t)3 << 30)

struct row {
    bool has[2];
    pw_int bound[2];
    uint32_t tag[2];
    /* Its image over y: divided by the content, the row is the variable `var` of the simplex, or
     * the negative of it. */
    uint32_t var;
    bool negative;
    pw_int content;
};

/* x = T y. Invariants: D T = H, where column j of H and of T is columns[j]; only the first `rank`
 * columns of H are not 0; equations are the first rows, and the first columns are in echelon form
 * for them. */
struct system {
    size_t m, n, rank, equations;
    size_t room; /* for rows */
    struct row *rows;
    pw_int **columns;
    PW_VEC(pw_uints) derived; /* [k]: tags from which the bound DERIVED_TAGS + k follows */
    struct pw_simplex s;      /* over y */
    pw_uints *tags;
};

static bool is_equation(const struct row *r)
{
    return r->has[LOWER] && r->has[UPPER] && pw_int_eq(&r->bound[LOWER], &r->bound[UPPER]);
}

/* Life. */

static void copy_row(struct row *to, const struct pw_lia_row *from)
{
    *to = (struct row){.has = {from->has[LOWER], from->has[UPPER]}};
    pw_int_init_si(&to->content, 1);
    for (int side = 0; side < 2; side++) {
        pw_int_init(&to->bound[side]);
        to->tag[side] = from->tag[side];
        if (from->has[side]) pw_int_set(&to->bound[side], from->bound[side]);
    }
}

static void init_system(struct system *e, const struct pw_lia_row *rows, size_t m, size_t n,
                        pw_uints *tags)
{
    *e = (struct system){.m = m, .n = n, .tags = tags};
    e->room = m + n; /* a column that becomes constant is one more row */
    e->rows = PW_NEWS(struct row, e->room);
    for (size_t i = 0; i < m; i++)
        copy_row(&e->rows[i], &rows[i]);
    e->columns = PW_NEWS(pw_int *, n);
    for (size_t j = 0; j < n; j++) {
        e->columns[j] = pw_int_array_new(e->room + n);
        pw_int_set_si(&e->columns[j][m + j], 1);
    }
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < rows[i].n; k++)
            pw_int_set(&e->columns[rows[i].columns[k]][i], &rows[i].coefs[k]);
    pw_simplex_init(&e->s);
}

static void clear_system(struct system *e)
{
    for (size_t j = 0; j < e->n; j++)
        pw_int_array_free(e->columns[j], e->room + e->n);
    PW_FREES(e->columns, e->n);
    for (size_t i = 0; i < e->m; i++) {
        pw_int_clear(&e->rows[i].content);
        pw_int_clear(&e->rows[i].bound[LOWER]);
        pw_int_clear(&e->rows[i].bound[UPPER]);
    }
    PW_FREES(e->rows, e->room);
    for (size_t i = 0; i < e->derived.n; i++)
        pw_vec_clear(&e->derived.at[i]);
    pw_vec_clear(&e->derived);
    pw_simplex_clear(&e->s);
}

/* 3. The echelon form. */

/* Equations first, then rows with two bounds; otherwise the order stays. */
static int row_class(const struct row *r)
{
    return is_equation(r) ? 0 : r->has[LOWER] && r->has[UPPER] ? 1 : 2;
}

static void sort_rows(struct system *e)
{
    size_t *order = PW_NEWS(size_t, e->m), n = 0;
    e->equations = 0;
    for (int class = 0; class < 3; class ++)
        for (size_t i = 0; i < e->m; i++)
            if (row_class(&e->rows[i]) == class) {
                order[n++] = i;
                e->equations += class == 0;
            }
    assert(n == e->m);
    struct row *rows = PW_NEWS(struct row, e->m);
    pw_int *entries = PW_NEWS(pw_int, e->m);
    for (size_t i = 0; i < e->m; i++)
        rows[i] = e->rows[order[i]];
    memcpy(e->rows, rows, e->m * sizeof *rows);
    for (size_t j = 0; j < e->n; j++) {
        for (size_t i = 0; i < e->m; i++)
            entries[i] = e->columns[j][order[i]];
        memcpy(e->columns[j], entries, e->m * sizeof *entries);
    }
    PW_FREES(entries, e->m);
    PW_FREES(rows, e->m);
    PW_FREES(order, e->m);
}

/* The image of row i over y as a variable of the simplex. */
static void add_image(struct system *e, size_t i)
{
    struct row *row = &e->rows[i];
    uint32_t *columns = PW_NEWS(uint32_t, e->rank);
    pw_int *coefs = pw_int_array_new(e->rank);
    size_t n = 0;
    pw_int_set_si(&row->content, 0);
    for (size_t j = 0; j < e->rank; j++) {
        if (!pw_int_sgn(&e->columns[j][i])) continue;
        pw_int_gcd(&row->content, &row->content, &e->columns[j][i]);
        columns[n] = (uint32_t)j;
        pw_int_set(&coefs[n++], &e->columns[j][i]);
    }
    assert(n > 0);
    for (size_t k = 0; k < n; k++)
        pw_int_divexact(&coefs[k], &coefs[k], &row->content);
    row->negative = n == 1 && pw_int_sgn(&coefs[0]) < 0;
    row->var = n == 1 ? columns[0] : pw_simplex_new_row(&e->s, columns, coefs, n);
    pw_int_array_free(coefs, e->rank);
    PW_FREES(columns, e->rank);
}

/* The bounds of the row, rounded inwards to multiples of its content. False: tags. */
static bool assert_row(struct system *e, const struct row *row)
{
    pw_int b;
    bool ok = true;
    pw_int_init(&b);
    for (int side = 0; side < 2 && ok; side++) {
        if (!row->has[side]) continue;
        (side == UPPER ? pw_int_fdiv_q : pw_int_cdiv_q)(&b, &row->bound[side], &row->content);
        if (row->negative) pw_int_neg(&b, &b);
        ok = pw_simplex_assert(&e->s, row->var, side ^ row->negative, &b, row->tag[side], e->tags);
    }
    pw_int_clear(&b);
    return ok;
}

/* The simplex over y, checked. False: tags refute it. */
static bool build_simplex(struct system *e)
{
    bool ok = true;
    pw_simplex_clear(&e->s);
    pw_simplex_init(&e->s);
    for (size_t j = 0; j < e->rank; j++)
        pw_simplex_new_column(&e->s);
    for (size_t i = 0; i < e->m; i++)
        add_image(e, i);
    pw_vec_reset(e->tags);
    for (size_t i = 0; i < e->m && ok; i++)
        ok = assert_row(e, &e->rows[i]);
    return ok && pw_simplex_check(&e->s, e->tags);
}

static bool build_echelon(struct system *e)
{
    sort_rows(e);
    e->rank = pw_hermite(e->columns, e->m, e->n);
    return build_simplex(e);
}

/* 4. Bounds that the others imply, rounded. */

/* The best bound of a variable on that side, rounded inwards; *news if it is tighter than the one
 * it has. False: refuted, tags. */
static bool tighten_side(struct system *e, uint32_t var, int side, pw_int *best, bool *news)
{
    assert(var < e->s.vars.n);
    const struct pw_simplex_var *v = &e->s.vars.at[var];
    *news = false;
    if (!pw_simplex_optimise(&e->s, var, side)) return true;
    if (side == UPPER)
        pw_simplex_floor(&e->s, var, 1, best);
    else
        pw_simplex_ceil(&e->s, var, best);
    if (v->has[side] && pw_int_eq(best, &v->bound[side])) return true;
    *news = true;
    pw_uints reasons = {0};
    pw_simplex_explain_optimum(&e->s, var, side, &reasons);
    pw_vec_push(&e->derived, reasons);
    uint32_t tag = DERIVED_TAGS + (uint32_t)e->derived.n - 1;
    pw_vec_reset(e->tags);
    return pw_simplex_assert(&e->s, var, side, best, tag, e->tags) &&
           pw_simplex_check(&e->s, e->tags);
}

/* Tightens a row on both sides, or only where it has no bound; *found if it has become an
 * equation. */
static bool tighten_row(struct system *e, struct row *row, bool missing, bool *found)
{
    pw_int best;
    bool ok = true;
    pw_int_init(&best);
    for (int side = 0; side < 2 && ok; side++) {
        if (missing && row->has[side]) continue;
        bool news;
        int image = side ^ row->negative;
        ok = tighten_side(e, row->var, image, &best, &news);
        if (!news) continue;
        if (row->negative) pw_int_neg(&best, &best);
        pw_int_mul(&row->bound[side], &best, &row->content);
        row->has[side] = true;
        assert(row->var < e->s.vars.n);
        row->tag[side] = e->s.vars.at[row->var].tag[image];
    }
    pw_int_clear(&best);
    if (ok && is_equation(row)) *found = true;
    return ok;
}

/* Afterwards every row has both bounds, or is an equation; they are tight unless only missing ones
 * are asked for. False: tags. */
static bool tighten_rows(struct system *e, bool missing)
{
    for (bool found = true; found;) {
        found = false;
        for (size_t i = e->equations; i < e->m; i++) {
            pw_limits_poll();
            if (!tighten_row(e, &e->rows[i], missing, &found)) return false;
        }
        if (found && !build_echelon(e)) return false;
    }
    return true;
}

/* 5. Reduction. */

/* weight_i = (W / width_i)^2 rounded down, W = 16 * the largest width: a row of small width counts
 * more. */
static void weigh_rows(const struct system *e, pw_int *weight)
{
    pw_int most;
    pw_int_init_si(&most, 1);
    for (size_t i = e->equations; i < e->m; i++) {
        const struct row *row = &e->rows[i];
        assert(row->has[LOWER] && row->has[UPPER]);
        pw_int_sub(&weight[i], &row->bound[UPPER], &row->bound[LOWER]);
        assert(pw_int_sgn(&weight[i]) > 0);
        if (pw_int_cmp(&weight[i], &most) > 0) pw_int_set(&most, &weight[i]);
    }
    for (int k = 0; k < 4; k++)
        pw_int_add(&most, &most, &most);
    for (size_t i = e->equations; i < e->m; i++) {
        pw_int_fdiv_q(&weight[i], &most, &weight[i]);
        pw_int_mul(&weight[i], &weight[i], &weight[i]);
    }
    pw_int_clear(&most);
}

/* The number of columns that the equations speak of; they come first. */
static size_t count_pivots(const struct system *e)
{
    size_t pivots = 0;
    for (size_t j = 0; j < e->rank; j++)
        for (size_t i = 0; i < e->equations && pivots <= j; i++)
            if (pw_int_sgn(&e->columns[j][i])) pivots = j + 1;
    return pivots;
}

static bool reduce_lattice(struct system *e)
{
    size_t pivots = count_pivots(e);
    pw_int *weight = pw_int_array_new(e->m);
    weigh_rows(e, weight);
    pw_lattice_reduce(e->columns + pivots, e->rank - pivots, weight, e->m, e->m + e->n);
    pw_int_array_free(weight, e->m);
    return build_simplex(e);
}

/* 6. A point near the centre. */

/* sum[j] += y_j in units of 1 / POINT_UNIT, rounded down. */
enum { POINT_UNIT = 256 };

static void add_point(const struct system *e, pw_int *sum)
{
    pw_int y;
    pw_int_init(&y);
    for (size_t j = 0; j < e->rank; j++) {
        pw_simplex_floor(&e->s, (uint32_t)j, POINT_UNIT, &y);
        pw_int_add(&sum[j], &sum[j], &y);
    }
    pw_int_clear(&y);
}

/* Bounds of the columns themselves; the points where they are least and greatest are summed up.
 * False: refuted, tags. */
static bool tighten_columns(struct system *e, pw_int *sum, int64_t *points)
{
    pw_int best;
    bool ok = true, news;
    pw_int_init(&best);
    for (size_t j = e->rank; j-- > 0 && ok;)
        for (int side = 0; side < 2 && ok; side++) {
            ok = tighten_side(e, (uint32_t)j, side, &best, &news);
            if (!ok) break;
            add_point(e, sum);
            ++*points;
        }
    pw_int_clear(&best);
    return ok;
}

static bool satisfies_rows(const struct system *e, const pw_int *y)
{
    pw_int value;
    bool ok = true;
    pw_int_init(&value);
    for (size_t i = 0; i < e->m && ok; i++) {
        const struct row *row = &e->rows[i];
        pw_int_set_si(&value, 0);
        for (size_t j = 0; j < e->rank; j++)
            pw_int_addmul(&value, &e->columns[j][i], &y[j]);
        ok = !(row->has[LOWER] && pw_int_cmp(&value, &row->bound[LOWER]) < 0) &&
             !(row->has[UPPER] && pw_int_cmp(&value, &row->bound[UPPER]) > 0);
    }
    pw_int_clear(&value);
    return ok;
}

/* Rounds the mean of the points; true if that is a solution, which then is y. */
static bool round_centre(const struct system *e, pw_int *y, int64_t points)
{
    pw_int divisor, half;
    pw_int_init_si(&divisor, points * POINT_UNIT);
    pw_int_init_si(&half, points * POINT_UNIT / 2);
    for (size_t j = 0; j < e->rank; j++) {
        pw_int_add(&y[j], &y[j], &half);
        pw_int_fdiv_q(&y[j], &y[j], &divisor);
    }
    pw_int_clear(&divisor);
    pw_int_clear(&half);
    return satisfies_rows(e, y);
}

/* A cube of width 1 in the rows, if there is one: its centre, rounded, is a solution (Bromberger
 * and Weidenbach 2016, Fast cube tests for LIA constraint solving). Rounding changes a row by at
 * most half the sum of its coefficients in the columns that the equations leave free; so rows that
 * keep this distance from their bounds, rounded down, stay within them. */

static bool shrink_row(struct system *e, const struct row *row, size_t i, size_t pivots)
{
    assert(pivots <= e->rank && i < e->m);
    assert(pw_int_sgn(&row->content) > 0);
    pw_int room, c;
    uint32_t var = row->var;
    bool ok = true;
    pw_int_init(&room);
    pw_int_init(&c);
    for (size_t j = pivots; j < e->rank; j++) {
        pw_int_abs(&c, &e->columns[j][i]);
        pw_int_add(&room, &room, &c);
    }
    pw_int_add(&c, &row->content, &row->content);
    pw_int_fdiv_q(&room, &room, &c);
    assert(var < e->s.vars.n);
    for (int side = 0; side < 2 && ok && pw_int_sgn(&room); side++) {
        if (!e->s.vars.at[var].has[side]) continue;
        (side == UPPER ? pw_int_sub : pw_int_add)(&c, &e->s.vars.at[var].bound[side], &room);
        ok = pw_simplex_assert(&e->s, var, side, &c, PW_LIA_TAGS, e->tags);
    }
    pw_int_clear(&room);
    pw_int_clear(&c);
    return ok;
}

/* True: y is a solution. */
static bool round_cube(struct system *e, pw_int *y)
{
    size_t mark = pw_simplex_mark(&e->s), pivots = count_pivots(e);
    bool ok = true;
    for (size_t i = e->equations; i < e->m && ok; i++)
        ok = shrink_row(e, &e->rows[i], i, pivots);
    ok = ok && pw_simplex_check(&e->s, e->tags);
    for (size_t j = 0; j < e->rank && ok; j++) {
        pw_int one;
        pw_int_init_si(&one, 1);
        pw_simplex_floor(&e->s, (uint32_t)j, 2, &y[j]); /* floor((floor(2 v) + 1) / 2) */
        pw_int_add(&y[j], &y[j], &one);
        pw_int_add(&one, &one, &one);
        pw_int_fdiv_q(&y[j], &y[j], &one);
        pw_int_clear(&one);
    }
    pw_simplex_backtrack(&e->s, mark);
    return ok && satisfies_rows(e, y);
}

/* 7. A column with one value left is an equation more, and the dimension is smaller. */

static void add_column_row(struct system *e, size_t j)
{
    assert(e->m < e->room);
    struct row *row = &e->rows[e->m];
    assert(j < e->s.vars.n);
    const struct pw_simplex_var *v = &e->s.vars.at[j];
    *row = (struct row){.has = {true, true}, .tag = {v->tag[LOWER], v->tag[UPPER]}};
    pw_int_init_si(&row->content, 1);
    for (int side = 0; side < 2; side++)
        pw_int_init_set(&row->bound[side], &v->bound[side]);
    for (size_t k = 0; k < e->n; k++) { /* the entries of T move up by one */
        for (size_t i = e->m + e->n; i > e->m; i--)
            pw_int_swap(&e->columns[k][i], &e->columns[k][i - 1]);
        assert(!pw_int_sgn(&e->columns[k][e->m]));
    }
    pw_int_set_si(&e->columns[j][e->m], 1);
    e->m++;
}

/* True if there are such columns. */
static bool add_constant_columns(struct system *e)
{
    size_t before = e->m;
    for (size_t j = count_pivots(e); j < e->rank; j++) {
        assert(j < e->s.vars.n);
        const struct pw_simplex_var *v = &e->s.vars.at[j];
        if (v->has[LOWER] && v->has[UPPER] && pw_int_eq(&v->bound[LOWER], &v->bound[UPPER]))
            add_column_row(e, j);
    }
    return e->m > before;
}

/* x = T y */
static void transform_back(const struct system *e, const pw_int *y, pw_int *x)
{
    for (size_t i = 0; i < e->n; i++) {
        pw_int_set_si(&x[i], 0);
        for (size_t j = 0; j < e->rank; j++)
            pw_int_addmul(&x[i], &e->columns[j][e->m + i], &y[j]);
    }
}

static void copy_solution(const struct system *e, pw_int *y)
{
    for (size_t j = 0; j < e->rank; j++) {
        assert(pw_simplex_is_int(&e->s, (uint32_t)j));
        pw_simplex_floor(&e->s, (uint32_t)j, 1, &y[j]);
    }
}

/* Replaces derived tags by what they follow from, each once. */
static void expand_tags(const struct system *e)
{
    bool *seen = PW_NEWS(bool, e->derived.n);
    size_t kept = 0;
    memset(seen, 0, e->derived.n * sizeof *seen);
    pw_uints all = {0};
    for (size_t i = 0; i < e->tags->n; i++)
        pw_vec_push(&all, e->tags->at[i]);
    for (size_t i = 0; i < all.n; i++) {
        uint32_t tag = all.at[i];
        if (tag < PW_LIA_TAGS) {
            all.at[kept++] = tag;
            continue;
        }
        assert(tag >= DERIVED_TAGS && tag - DERIVED_TAGS < e->derived.n);
        if (seen[tag - DERIVED_TAGS]) continue;
        seen[tag - DERIVED_TAGS] = true;
        const pw_uints *from = &e->derived.at[tag - DERIVED_TAGS];
        for (size_t k = 0; k < from->n; k++)
            pw_vec_push(&all, from->at[k]);
    }
    all.n = kept;
    pw_vec_reset(e->tags);
    for (size_t i = 0; i < all.n; i++)
        pw_vec_push(e->tags, all.at[i]);
    pw_vec_clear(&all);
    PW_FREES(seen, e->derived.n);
}

/* Nodes before the lattice is reduced; and after that, before the true widths of all rows are
 * found, which takes twice as many linear programs as there are rows. */
enum { FIRST_ATTEMPT = 40, FIRST_ATTEMPT_LARGE = 8, SECOND_ATTEMPT = 60 };

static uint64_t first_attempt(const struct system *e)
{
    for (size_t j = 0; j < e->rank; j++)
        for (size_t i = 0; i < e->m; i++)
            if (pw_lia_is_large(&e->columns[j][i])) return FIRST_ATTEMPT_LARGE;
    return FIRST_ATTEMPT;
}

static enum pw_lia_answer branch(struct system *e, enum pw_lia_order order, uint64_t limit,
                                 pw_int *y, uint64_t *nodes)
{
    enum pw_lia_answer answer = pw_lia_branch(&e->s, order, limit, e->tags, nodes);
    if (answer == PW_LIA_SAT) copy_solution(e, y);
    return answer;
}

static enum pw_lia_answer decide(struct system *e, pw_int *y, uint64_t *nodes)
{
    if (!build_echelon(e)) return PW_LIA_UNSAT;
    enum pw_lia_answer answer = branch(e, PW_LIA_NARROW, first_attempt(e), y, nodes);
    if (answer != PW_LIA_OPEN) return answer;
    if (!tighten_rows(e, true) || !reduce_lattice(e)) return PW_LIA_UNSAT;
    if (round_cube(e, y)) return PW_LIA_SAT;
    answer = branch(e, PW_LIA_LAST, SECOND_ATTEMPT, y, nodes);
    if (answer != PW_LIA_OPEN) return answer;
    for (bool smaller = true; smaller;) {
        int64_t points = 0;
        if (!tighten_rows(e, false) || !reduce_lattice(e)) return PW_LIA_UNSAT;
        if (round_cube(e, y)) return PW_LIA_SAT;
        for (size_t j = 0; j < e->n; j++)
            pw_int_set_si(&y[j], 0);
        if (!tighten_columns(e, y, &points)) return PW_LIA_UNSAT;
        if (round_centre(e, y, points)) return PW_LIA_SAT;
        smaller = add_constant_columns(e);
        if (smaller && !build_echelon(e)) return PW_LIA_UNSAT;
    }
    return branch(e, PW_LIA_LAST, 0, y, nodes);
}

bool pw_lia_bounded(const struct pw_lia_row *rows, size_t m, size_t n, pw_int *x, pw_uints *tags,
                    uint64_t *nodes)
{
    struct system e;
    pw_int *y = pw_int_array_new(n);
    init_system(&e, rows, m, n, tags);
    enum pw_lia_answer answer = decide(&e, y, nodes);
    assert(answer != PW_LIA_OPEN);
    if (answer == PW_LIA_SAT)
        transform_back(&e, y, x);
    else
        expand_tags(&e);
    clear_system(&e);
    pw_int_array_free(y, n);
    return answer == PW_LIA_SAT;
}
