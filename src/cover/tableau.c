#include "cover/tableau.h"

#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

#define EPS 1e-9

void pw_tableau_reset(struct pw_tableau *t)
{
    memset(t->cells, 0, (size_t)t->rows * t->columns * sizeof *t->cells);
    for (size_t i = 0; i < t->nentries; i++) t->cells[(size_t)t->entries[i].row * t->columns + t->entries[i].column] += t->entries[i].value;
    for (uint32_t r = 0; r < t->rows; r++) t->basic[r] = t->where[r] = r;
    for (uint32_t c = 0; c < t->columns; c++) t->nonbasic[c] = t->rows + c;
    t->since_reset = 0;
}

void pw_tableau_init(struct pw_tableau *t, uint32_t rows, uint32_t columns, const struct pw_tableau_entry *entries, size_t n)
{
    memset(t, 0, sizeof *t);
    t->rows = rows;
    t->columns = columns;
    t->entries = entries;
    t->nentries = n;
    t->cells = PW_NEWS(double, (size_t)rows * columns);
    t->rhs = PW_NEWS(double, rows);
    t->b = PW_NEWS(double, rows);
    t->basic = PW_NEWS(uint32_t, rows);
    t->where = PW_NEWS(uint32_t, rows);
    t->nonbasic = PW_NEWS(uint32_t, columns);
    pw_tableau_reset(t);
}

void pw_tableau_clear(struct pw_tableau *t)
{
    PW_FREES(t->cells, (size_t)t->rows * t->columns);
    PW_FREES(t->rhs, t->rows);
    PW_FREES(t->b, t->rows);
    PW_FREES(t->basic, t->rows);
    PW_FREES(t->where, t->rows);
    PW_FREES(t->nonbasic, t->columns);
    memset(t, 0, sizeof *t);
}

/* rhs := B^-1 b; the columns of B^-1 are those of the slacks. */
static void load(struct pw_tableau *t, const uint32_t *brow, const double *bval, size_t n)
{
    memset(t->rhs, 0, t->rows * sizeof *t->rhs);
    for (size_t i = 0; i < n; i++) {
        uint32_t at = t->where[brow[i]];
        if (at < t->rows) {
            t->rhs[at] += bval[i];
            continue;
        }
        const double *column = t->cells + (at - t->rows);
        for (uint32_t r = 0; r < t->rows; r++) t->rhs[r] += bval[i] * column[(size_t)r * t->columns];
    }
}

static void exchange_names(struct pw_tableau *t, uint32_t row, uint32_t column)
{
    uint32_t out = t->basic[row], in = t->nonbasic[column];
    t->basic[row] = in;
    t->nonbasic[column] = out;
    if (out < t->rows) t->where[out] = t->rows + column;
    if (in < t->rows) t->where[in] = row;
}

static void pivot(struct pw_tableau *t, uint32_t row, uint32_t column)
{
    size_t n = t->columns;
    double *pr = t->cells + (size_t)row * n, inv = 1 / pr[column];
    for (size_t c = 0; c < n; c++) pr[c] *= inv;
    pr[column] = inv;
    t->rhs[row] *= inv;
    for (uint32_t r = 0; r < t->rows; r++) {
        double *x = t->cells + (size_t)r * n, f = x[column];
        if (r == row || f == 0) continue;
        x[column] = 0;
        for (size_t c = 0; c < n; c++) x[c] -= f * pr[c];
        t->rhs[r] -= f * t->rhs[row];
        if (fabs(t->rhs[r]) < EPS) t->rhs[r] = 0;
    }
    exchange_names(t, row, column);
    t->pivots++;
    t->since_reset++;
}

static uint32_t worst_row(const struct pw_tableau *t)
{
    uint32_t worst = t->rows;
    double least = -1e-7;
    for (uint32_t r = 0; r < t->rows; r++)
        if (t->rhs[r] < least) least = t->rhs[r], worst = r;
    return worst;
}

static uint32_t best_column(const struct pw_tableau *t, uint32_t row, bool bland)
{
    const double *x = t->cells + (size_t)row * t->columns;
    uint32_t best = t->columns;
    double least = -1e-7;
    for (uint32_t c = 0; c < t->columns; c++) {
        if (x[c] >= (bland ? -1e-7 : least)) continue;
        if (bland && best < t->columns && t->nonbasic[best] < t->nonbasic[c]) continue;
        best = c;
        least = x[c];
    }
    return best;
}

static void read_multipliers(const struct pw_tableau *t, uint32_t row, double *out)
{
    for (uint32_t p = 0; p < t->rows; p++) {
        uint32_t at = t->where[p];
        out[p] = at < t->rows ? (at == row ? 1 : 0) : t->cells[(size_t)row * t->columns + (at - t->rows)];
        if (out[p] < EPS) out[p] = 0;
    }
}

enum pw_tableau_answer pw_tableau_solve(struct pw_tableau *t, const uint32_t *brow, const double *bval, size_t n, uint32_t most, double *multipliers)
{
    if (t->since_reset > 500) pw_tableau_reset(t);
    load(t, brow, bval, n);
    for (uint32_t i = 0; i < most; i++) {
        pw_limits_poll();
        uint32_t row = worst_row(t);
        if (row == t->rows) return PW_TABLEAU_SOLVABLE;
        uint32_t column = best_column(t, row, i > most / 2);
        if (column == t->columns) {
            read_multipliers(t, row, multipliers);
            return PW_TABLEAU_UNSOLVABLE;
        }
        pivot(t, row, column);
    }
    return PW_TABLEAU_TIRED;
}
