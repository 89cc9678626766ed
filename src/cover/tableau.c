#include "cover/tableau.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

#define EPS 1e-9
#define TOLERANCE 1e-7
#define ABSENT UINT32_MAX
#define COLUMN UINT32_C(0x80000000)

enum { RESET_AFTER = 400, ROWS_AT_ONCE = 8 };

/* ---- A by rows and by columns ---- */

static void sort_entries(struct pw_tableau *t, const struct pw_tableau_entry *entries, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        t->row_first[entries[i].row + 1]++;
        t->column_first[entries[i].column + 1]++;
    }
    for (uint32_t r = 0; r < t->rows; r++)
        t->row_first[r + 1] += t->row_first[r];
    for (uint32_t c = 0; c < t->columns; c++)
        t->column_first[c + 1] += t->column_first[c];
    uint32_t *row_at = PW_NEWS(uint32_t, t->rows), *column_at = PW_NEWS(uint32_t, t->columns);
    for (size_t i = 0; i < n; i++) {
        t->by_row[t->row_first[entries[i].row] + row_at[entries[i].row]++] = entries[i];
        t->by_column[t->column_first[entries[i].column] + column_at[entries[i].column]++] =
            entries[i];
    }
    PW_FREES(row_at, t->rows);
    PW_FREES(column_at, t->columns);
}

void pw_tableau_init(struct pw_tableau *t, uint32_t rows, uint32_t columns,
                     const struct pw_tableau_entry *entries, size_t n)
{
    memset(t, 0, sizeof *t);
    t->rows = rows;
    t->columns = columns;
    t->nentries = n;
    t->by_row = PW_NEWS(struct pw_tableau_entry, n);
    t->by_column = PW_NEWS(struct pw_tableau_entry, n);
    t->row_first = PW_NEWS(uint32_t, rows + 1);
    t->column_first = PW_NEWS(uint32_t, columns + 1);
    sort_entries(t, entries, n);
    t->nonbasic = PW_NEWS(uint32_t, columns);
    t->nonzero = PW_NEWS(uint32_t, columns);
    t->where = PW_NEWS(uint32_t, rows + columns);
    t->b = PW_NEWS(double, rows);
    t->activity = PW_NEWS(double, rows);
    pw_tableau_reset(t);
}

static void drop_lines(struct pw_tableau *t)
{
    for (size_t i = 0; i < t->cells.n; i++)
        PW_FREES(t->cells.at[i], t->columns);
    t->cells.n = t->rhs.n = t->basic.n = 0;
}

void pw_tableau_clear(struct pw_tableau *t)
{
    drop_lines(t);
    pw_vec_clear(&t->cells);
    pw_vec_clear(&t->rhs);
    pw_vec_clear(&t->basic);
    PW_FREES(t->by_row, t->nentries);
    PW_FREES(t->by_column, t->nentries);
    PW_FREES(t->row_first, t->rows + 1);
    PW_FREES(t->column_first, t->columns + 1);
    PW_FREES(t->nonbasic, t->columns);
    PW_FREES(t->nonzero, t->columns);
    PW_FREES(t->where, t->rows + t->columns);
    PW_FREES(t->b, t->rows);
    PW_FREES(t->activity, t->rows);
    memset(t, 0, sizeof *t);
}

void pw_tableau_reset(struct pw_tableau *t)
{
    drop_lines(t);
    for (uint32_t r = 0; r < t->rows; r++)
        t->where[r] = ABSENT;
    for (uint32_t c = 0; c < t->columns; c++) {
        t->nonbasic[c] = t->rows + c;
        t->where[t->rows + c] = COLUMN | c;
    }
    t->since_reset = 0;
}

/* ---- lines ---- */

/* Row p of A as a new line, in terms of the present nonbasic variables. */
static void add_line(struct pw_tableau *t, uint32_t p)
{
    double *line = PW_NEWS(double, t->columns), rhs = t->b[p];
    for (uint32_t i = t->row_first[p]; i < t->row_first[p + 1]; i++) {
        uint32_t at = t->where[t->rows + t->by_row[i].column];
        double a = t->by_row[i].value;
        if (at & COLUMN) {
            line[at & ~COLUMN] += a;
            continue;
        }
        assert(at < t->cells.n);
        const double *x = t->cells.at[at];
        for (uint32_t c = 0; c < t->columns; c++)
            line[c] -= a * x[c];
        assert(at < t->rhs.n);
        rhs -= a * t->rhs.at[at];
        t->spent += t->columns;
    }
    t->where[p] = (uint32_t)t->cells.n;
    pw_vec_push(&t->cells, line);
    pw_vec_push(&t->rhs, fabs(rhs) < EPS ? 0 : rhs);
    pw_vec_push(&t->basic, p);
    t->spent += t->columns;
}

/* rhs := B^-1 b; the columns of B^-1 are those of the slacks. */
static void load(struct pw_tableau *t, const uint32_t *brow, const double *bval, size_t n)
{
    memset(t->b, 0, t->rows * sizeof *t->b);
    for (size_t r = 0; r < t->rhs.n; r++)
        t->rhs.at[r] = 0;
    for (size_t i = 0; i < n; i++)
        t->b[brow[i]] += bval[i];
    for (size_t i = 0; i < n; i++) {
        uint32_t at = t->where[brow[i]];
        if (at == ABSENT) continue;
        if (!(at & COLUMN)) t->rhs.at[at] += bval[i];
        for (size_t r = 0; at & COLUMN && r < t->cells.n; r++)
            t->rhs.at[r] += bval[i] * t->cells.at[r][at & ~COLUMN];
    }
    for (size_t r = 0; r < t->rhs.n; r++)
        if (fabs(t->rhs.at[r]) < EPS) t->rhs.at[r] = 0;
    for (size_t i = 0; i < n; i++)
        if (t->where[brow[i]] == ABSENT) add_line(t, brow[i]);
}

static void exchange_names(struct pw_tableau *t, uint32_t line, uint32_t column)
{
    assert(line < t->basic.n);
    uint32_t out = t->basic.at[line], in = t->nonbasic[column];
    t->basic.at[line] = in;
    t->nonbasic[column] = out;
    t->where[out] = COLUMN | column;
    t->where[in] = line;
}

/* Divides the pivot line; lists the columns where it is not 0 in t->nonzero. Lines of nets are
 * sparse. */
static uint32_t scale_line(struct pw_tableau *t, double *pr, uint32_t column)
{
    double inv = 1 / pr[column];
    uint32_t n = 0;
    pr[column] = 1;
    for (uint32_t c = 0; c < t->columns; c++)
        if (pr[c] != 0) {
            pr[c] *= inv;
            t->nonzero[n++] = c;
        }
    return n;
}

static void pivot(struct pw_tableau *t, uint32_t line, uint32_t column)
{
    assert(line < t->cells.n);
    double *pr = t->cells.at[line], inv = 1 / pr[column];
    uint32_t n = scale_line(t, pr, column);
    const uint32_t *at = t->nonzero;
    assert(line < t->rhs.n);
    t->rhs.at[line] *= inv;
    for (uint32_t r = 0; r < t->cells.n; r++) {
        double *x = t->cells.at[r], f = x[column];
        if (r == line || f == 0) continue;
        x[column] = 0;
        for (uint32_t k = 0; k < n; k++) {
            double y = x[at[k]] - f * pr[at[k]];
            x[at[k]] = fabs(y) < 1e-11 ? 0 : y;
        }
        assert(r < t->rhs.n);
        t->rhs.at[r] -= f * t->rhs.at[line];
        if (fabs(t->rhs.at[r]) < EPS) t->rhs.at[r] = 0;
        t->spent += n;
    }
    exchange_names(t, line, column);
    t->pivots++;
    t->since_reset++;
    t->spent += t->columns;
}

/* ---- dual simplex on the lines present ---- */

static uint32_t worst_line(const struct pw_tableau *t)
{
    uint32_t worst = ABSENT;
    double least = -TOLERANCE;
    for (uint32_t r = 0; r < t->rhs.n; r++)
        if (t->rhs.at[r] < least) least = t->rhs.at[r], worst = r;
    return worst;
}

static uint32_t best_column(const struct pw_tableau *t, uint32_t line, bool bland)
{
    assert(line < t->cells.n);
    const double *x = t->cells.at[line];
    uint32_t best = ABSENT;
    double least = -TOLERANCE;
    for (uint32_t c = 0; c < t->columns; c++) {
        if (x[c] >= (bland ? -TOLERANCE : least)) continue;
        if (bland && best != ABSENT && t->nonbasic[best] < t->nonbasic[c]) continue;
        best = c;
        least = x[c];
    }
    return best;
}

static void read_multipliers(const struct pw_tableau *t, uint32_t line, double *out)
{
    memset(out, 0, t->rows * sizeof *out);
    if (t->basic.at[line] < t->rows) out[t->basic.at[line]] = 1;
    for (uint32_t c = 0; c < t->columns; c++)
        if (t->nonbasic[c] < t->rows && t->cells.at[line][c] > EPS)
            out[t->nonbasic[c]] = t->cells.at[line][c];
}

static enum pw_tableau_answer repair(struct pw_tableau *t, uint64_t until, double *multipliers)
{
    uint64_t bland_from = t->pivots + 50 + 2 * t->cells.n;
    while (t->spent < until) {
        pw_limits_poll();
        uint32_t line = worst_line(t);
        if (line == ABSENT) return PW_TABLEAU_SOLVABLE;
        uint32_t column = best_column(t, line, t->pivots > bland_from);
        t->spent += t->columns;
        if (column == ABSENT) {
            read_multipliers(t, line, multipliers);
            return PW_TABLEAU_UNSOLVABLE;
        }
        pivot(t, line, column);
    }
    return PW_TABLEAU_TIRED;
}

/* ---- rows that the solution violates ---- */

static void compute_activity(struct pw_tableau *t)
{
    memset(t->activity, 0, t->rows * sizeof *t->activity);
    for (size_t r = 0; r < t->basic.n; r++) {
        if (t->basic.at[r] < t->rows || t->rhs.at[r] <= EPS) continue;
        uint32_t j = t->basic.at[r] - t->rows;
        for (uint32_t i = t->column_first[j]; i < t->column_first[j + 1]; i++)
            t->activity[t->by_column[i].row] += t->by_column[i].value * t->rhs.at[r];
    }
    t->spent += t->rows / 4 + t->basic.n;
}

static double excess(const struct pw_tableau *t, uint32_t p)
{
    return t->activity[p] - t->b[p];
}

/* Adds the worst of the violated rows; returns how many. */
static unsigned add_violated(struct pw_tableau *t)
{
    uint32_t rows[ROWS_AT_ONCE + 1];
    unsigned n = 0;
    compute_activity(t);
    for (uint32_t p = 0; p < t->rows; p++) {
        if (t->where[p] != ABSENT || excess(t, p) <= 1e-6) continue;
        unsigned k = n;
        for (; k > 0 && excess(t, p) > excess(t, rows[k - 1]); k--)
            rows[k] = rows[k - 1];
        rows[k] = p;
        if (n < ROWS_AT_ONCE) n++;
    }
    for (unsigned i = 0; i < n; i++)
        add_line(t, rows[i]);
    return n;
}

enum pw_tableau_answer pw_tableau_solve(struct pw_tableau *t, const uint32_t *brow,
                                        const double *bval, size_t n, uint64_t most,
                                        double *multipliers)
{
    uint64_t until = t->spent + most;
    if (t->since_reset > RESET_AFTER) pw_tableau_reset(t);
    load(t, brow, bval, n);
    for (;;) {
        enum pw_tableau_answer a = repair(t, until, multipliers);
        if (a != PW_TABLEAU_SOLVABLE || add_violated(t) == 0) return a;
    }
}
