/* tableau.h -- is A x <= b solvable with x >= 0? A condensed simplex tableau in floating point for many b and one A.
 *
 * Every row has a slack variable; the tableau expresses the basic variables by the nonbasic ones. The dual simplex method (with a zero objective
 * every basis is dual feasible) repairs negative right-hand sides; when a row shows that none can, its multipliers l >= 0 have l.A >= 0 and
 * l.b < 0: a suggestion for the caller to check exactly. */
#ifndef PW_COVER_TABLEAU_H
#define PW_COVER_TABLEAU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pw_tableau_entry {
    uint32_t row, column;
    double value;
};

struct pw_tableau {
    uint32_t rows, columns;
    const struct pw_tableau_entry *entries; /* A, owned by the caller */
    size_t nentries;
    double *cells;      /* rows * columns */
    double *rhs;        /* per row */
    uint32_t *basic;    /* variable of each row: slack of row p = p, column j = rows + j */
    uint32_t *nonbasic; /* variable of each column */
    uint32_t *where;    /* per slack: its row if basic, rows + its column if not */
    double *b;          /* scratch: the right-hand side asked for */
    uint64_t pivots, since_reset;
};

void pw_tableau_init(struct pw_tableau *t, uint32_t rows, uint32_t columns, const struct pw_tableau_entry *entries, size_t n);
void pw_tableau_clear(struct pw_tableau *t);
void pw_tableau_reset(struct pw_tableau *t); /* back to the slack basis */

enum pw_tableau_answer { PW_TABLEAU_SOLVABLE, PW_TABLEAU_UNSOLVABLE, PW_TABLEAU_TIRED };
/* b is sparse: brow/bval, n of them, the others are 0. If UNSOLVABLE, multipliers[row] are given. TIRED: gave up after `most` pivots. */
enum pw_tableau_answer pw_tableau_solve(struct pw_tableau *t, const uint32_t *brow, const double *bval, size_t n, uint32_t most, double *multipliers);

#endif
