/* hermite.h -- column echelon form of an integer matrix by unimodular column operations.
 *
 * For D (m x n) finds a unimodular T (n x n) with D T = [H 0], H of full column rank r in column
 * echelon form: with row p(j) the first nonzero one of column j, p(0) < p(1) < ..., the pivots
 * H[p(j)][j] are positive and the entries to their left lie in [0, pivot). So { D x : x integer } =
 * { H y : y integer }, and x = T (y, anything). */
#ifndef PW_LOGIC_HERMITE_H
#define PW_LOGIC_HERMITE_H

#include <stddef.h>

#include "num/int.h"

/* columns[j] holds column j of D (m numbers), then column j of T (n numbers), which is the identity
 * on entry. Returns r. */
size_t pw_hermite(pw_int **columns, size_t m, size_t n);

#endif
