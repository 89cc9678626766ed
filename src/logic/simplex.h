/* simplex.h -- bounds on linear forms over the rationals: the general simplex of Dutertre and de
 * Moura (2006), exact.
 *
 * Variables are columns x_1..x_n, free to begin with, and slacks, each defined as an integer
 * combination of columns. A variable may have an integer lower and upper bound, each with the
 * caller's tag. All constraints of the integer problem are such bounds.
 *
 * Tableau: every variable is basic (owns a row) or nonbasic (owns a column). Row r of the basic
 * variable b says
 *     den_r * b = sum over columns j of a_rj * (nonbasic variable of column j), den_r > 0,
 * and these equations are equivalent to the definitions of the slacks; den_r and the a_rj have no
 * common factor, or, if they are beyond a machine word, seldom a large one. The number of columns
 * is the number of x_i, so rows are dense arrays.
 *
 * Values: a nonbasic variable has an integer, for it begins with 0 and only ever moves to bounds.
 * So the basic variable of row r has a value num_r / den_r with an integer num_r, perhaps not in
 * lowest terms: num_r changes with the row like one more column, and needs no fractions.
 *
 * Invariants: (1) the values satisfy every row; (2) nonbasic variables have integers within their
 * bounds; (3) lower <= upper for all. A check moves the basic ones within theirs, or finds a row
 * that cannot be: its bounds are the conflict. Removing bounds keeps all three. */
#ifndef PW_LOGIC_SIMPLEX_H
#define PW_LOGIC_SIMPLEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "num/int.h"
#include "num/rat.h"

struct pw_simplex_var {
    pw_int num;      /* the value, times the denominator of its row if it is basic */
    pw_int bound[2]; /* 0 lower, 1 upper; meaningful if has[.] */
    uint32_t tag[2];
    bool has[2];
    bool basic, column; /* column: an x_i, not a slack */
    bool queued;
    uint32_t at; /* row or column number */
};

struct pw_simplex_undo {
    uint32_t var, tag;
    uint8_t side, had;
    pw_int bound;
};

struct pw_simplex {
    PW_VEC(struct pw_simplex_var) vars;
    PW_VEC(uint32_t) owner; /* of column j */
    PW_VEC(uint32_t) basic; /* of row r */
    PW_VEC(pw_int *) rows;  /* width numbers each */
    PW_VEC(pw_int) dens;
    size_t width; /* room for columns in each row */
    PW_VEC(struct pw_simplex_undo) undo;
    /* basic variables that may be outside their bounds: a superset of those that are */
    PW_VEC(uint32_t) queue;
    uint64_t pivots;
};

void pw_simplex_init(struct pw_simplex *s);
void pw_simplex_clear(struct pw_simplex *s);

uint32_t pw_simplex_new_column(struct pw_simplex *s);
/* The slack sum coefs[i] * columns[i]; the columns are distinct, and numbers of column
 * variables. */
uint32_t pw_simplex_new_row(struct pw_simplex *s, const uint32_t *columns, const pw_int *coefs,
                            size_t n);

/* Asserts var >= bound (side 0) or var <= bound (side 1). False if that contradicts the other
 * bound: tags = the two; nothing changes. A bound that is not tighter changes nothing. */
bool pw_simplex_assert(struct pw_simplex *s, uint32_t var, int side, const pw_int *bound,
                       uint32_t tag, pw_uints *tags);
static inline size_t pw_simplex_mark(const struct pw_simplex *s)
{
    return s->undo.n;
}
void pw_simplex_backtrack(struct pw_simplex *s, size_t mark);

/* Feasible over the rationals? False: tags of bounds that contradict each other (a minimal set). */
bool pw_simplex_check(struct pw_simplex *s, pw_uints *tags);

/* The value of a variable; its order to an integer (<0, 0, >0); is it an integer? */
void pw_simplex_value(const struct pw_simplex *s, uint32_t var, pw_rat *value);
int pw_simplex_cmp(const struct pw_simplex *s, uint32_t var, const pw_int *k);
bool pw_simplex_is_int(const struct pw_simplex *s, uint32_t var);
/* The greatest integer <= scale * value; the least one >= value. */
void pw_simplex_floor(const struct pw_simplex *s, uint32_t var, int64_t scale, pw_int *floor);
void pw_simplex_ceil(const struct pw_simplex *s, uint32_t var, pw_int *ceil);

/* After a successful check: moves the values to a point where var is least (side 0) or greatest
 * (side 1). False: there is none, var is unbounded. */
bool pw_simplex_optimise(struct pw_simplex *s, uint32_t var, int side);
/* Right after pw_simplex_optimise succeeded: tags of the bounds from which it follows that var is
 * nowhere less (side 0) or greater (side 1) than it is now. */
void pw_simplex_explain_optimum(const struct pw_simplex *s, uint32_t var, int side, pw_uints *tags);

#endif
