/* tableau.h -- is A x <= b solvable with x >= 0? A condensed simplex tableau in floating point, for
 * one sparse A and many b.
 *
 * Every row has a slack variable; the tableau expresses the basic variables by the nonbasic ones.
 * The dual simplex method (with a zero objective every basis is dual feasible) repairs negative
 * right-hand sides; when a row shows that none can, its multipliers l >= 0 have l.A >= 0 and l.b <
 * 0: a suggestion for the caller to check exactly.
 *
 * Rows of A enter only when a solution of those present violates them, or b is not 0 there: nets
 * have thousands of places, and few take part in one answer. Rows and basis are kept from one b to
 * the next. */
#ifndef PW_COVER_TABLEAU_H
#define PW_COVER_TABLEAU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct pw_tableau_entry {
    uint32_t row, column;
    double value;
};

struct pw_tableau {
    uint32_t rows, columns; /* of A */
    struct pw_tableau_entry *by_row, *by_column;
    size_t nentries;
    uint32_t *row_first, *column_first; /* into by_row, by_column */
    PW_VEC(double *) cells;             /* a line of `columns` numbers per row present */
    PW_VEC(double) rhs;
    /* variable of each line: slack of row p = p, column j = rows + j */
    PW_VEC(uint32_t) basic;
    uint32_t *nonbasic; /* variable of each column */
    uint32_t *nonzero;  /* scratch of pivots: columns */
    /* per variable: its line if basic, a mark + its column if not, or absent */
    uint32_t *where;
    double *b, *activity;                /* per row of A */
    uint64_t pivots, since_reset, spent; /* spent: cells touched */
};

/* copies */
void pw_tableau_init(struct pw_tableau *t, uint32_t rows, uint32_t columns,
                     const struct pw_tableau_entry *entries, size_t n);
void pw_tableau_clear(struct pw_tableau *t);
void pw_tableau_reset(struct pw_tableau *t); /* no rows, slack basis */

enum pw_tableau_answer { PW_TABLEAU_SOLVABLE, PW_TABLEAU_UNSOLVABLE, PW_TABLEAU_TIRED };
/* b is sparse: brow/bval, n of them, the others are 0. If UNSOLVABLE, multipliers[row] are given.
 * TIRED: gave up, after `most` cells touched. */
enum pw_tableau_answer pw_tableau_solve(struct pw_tableau *t, const uint32_t *brow,
                                        const double *bval, size_t n, uint64_t most,
                                        double *multipliers);

#endif
