/* lia.h -- integer solutions of a conjunction of linear constraints.
 *
 * Two methods. Branching: on the simplex itself, bounded by a number of nodes; it decides most
 * problems but may run forever on
 * unbounded ones. The complete method, for a system  l_i <= a_i x <= u_i (each bound optional)
 *                                                    whose real relaxation has a solution:
 *
 *  1. A row is bounded if a_i h = 0 for every h of the recession cone C = { h : a_i h <= 0 where
 *     u_i exists, >= 0 where l_i exists }. For every other row C has a ray on which it falls
 *     strictly away from its only bound; let h be the sum of these rays, scaled to integers.
 *  2. Let D be the bounded rows. If x solves D in integers, then x + t h solves everything for a
 *     large enough integer t, because D h = 0 and h strictly improves the other rows. So the system
 *     has an integer solution iff D has (Bromberger 2018, A reduction from unbounded linear mixed
 *     arithmetic problems into bounded problems). By Farkas the missing bounds of rows of D follow
 *     from D alone.
 *  3. D T = [H 0] with T unimodular and H of full column rank (logic/hermite.h): x = T y, and H y
 *     is bounded, hence every y_j is. Branching on y_1..y_r therefore visits finitely many nodes:
 *     it terminates, with a solution or with the rows used at the leaves.
 *  4. Finitely many can be too many when the columns of H are nearly parallel. So if a first
 *     attempt takes long, every row gets the bounds that the others imply over the reals, rounded
 *     inwards: only the missing ones to begin with, for step 5, a cube test and a second attempt
 *     need no more; then all. A row with one value left is an equation: it joins them, and the
 *     echelon form is made again. So the remaining rows have a width of at least 1.
 *  5. The columns that the equations leave free are replaced by a reduced basis of their lattice
 *     (logic/lattice.h), each row measured in units of its width. With c the centroid of the
 *     polytope P of the remaining rows, w_i their widths and n its dimension, the ellipsoid
 *     E = { x : sum (a_i x / w_i)^2 <= 1 } satisfies  c + E / (n + 1)  in  P  in  c + sqrt(m) E:
 *     so it describes P up to a factor of the dimension, and few values of each y_j are possible
 *     (Lenstra 1983). A y_j with one value left is one equation more, and all is done again in the
 *     smaller dimension. The mean of the points where the y_j are least and greatest, rounded, is
 *     often a solution already; otherwise branching takes the y_j from the last to the first. */
#ifndef PW_LOGIC_LIA_H
#define PW_LOGIC_LIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "logic/simplex.h"
#include "num/int.h"

enum pw_lia_answer { PW_LIA_SAT, PW_LIA_UNSAT, PW_LIA_OPEN };

/* Tags from here on are used by branching; the caller's are below. */
#define PW_LIA_TAGS ((uint32_t)1 << 31)

/* Which column is next: the one of smallest domain, or the last, which is right for a reduced
 * basis. */
enum pw_lia_order { PW_LIA_NARROW, PW_LIA_LAST };

/* Branch and bound on the columns of s, at most `limit` nodes (0 = no limit). Pre: pw_simplex_check
 * succeeded. PW_LIA_SAT: all columns have integer values within all bounds. PW_LIA_UNSAT: tags of
 * bounds without integer solution. The bounds of s are as before. */
enum pw_lia_answer pw_lia_branch(struct pw_simplex *s, enum pw_lia_order order, uint64_t limit,
                                 pw_uints *tags, uint64_t *nodes);

/* Is a coefficient so large that branching without reduction is not worth much? */
static inline bool pw_lia_is_large(const pw_int *c)
{
    return pw_int_cmp_si(c, INT32_MAX) > 0 || pw_int_cmp_si(c, INT32_MIN) < 0;
}

struct pw_lia_row {
    const uint32_t *columns; /* distinct, below the number of columns */
    const pw_int *coefs;     /* not 0 */
    size_t n;
    bool has[2]; /* lower, upper */
    const pw_int *bound[2];
    uint32_t tag[2];
};

/* The complete method. Pre: the real relaxation has a solution. True: x[0..n-1] (initialised) is an
 * integer solution. False: tags. */
bool pw_lia_complete(const struct pw_lia_row *rows, size_t m, size_t n, pw_int *x, pw_uints *tags,
                     uint64_t *nodes);

/* Steps 3 to 5, for rows that are all bounded (the missing bounds follow from the others). */
bool pw_lia_bounded(const struct pw_lia_row *rows, size_t m, size_t n, pw_int *x, pw_uints *tags,
                    uint64_t *nodes);

#endif
