/* lattice.h -- short and nearly orthogonal bases of integer lattices: the algorithm of Lenstra,
 * Lenstra and Lovasz, guided by floating-point numbers where their precision is enough (see
 * lattice_float.c), and otherwise in integers only (Cohen, A Course in Computational Algebraic
 * Number Theory, 2.6.7). */
#ifndef PW_LOGIC_LATTICE_H
#define PW_LOGIC_LATTICE_H

#include <stdbool.h>
#include <stddef.h>

#include "num/int.h"

/* Replaces columns[0..n-1] by another basis of the lattice they generate, reduced for the scalar
 * product
 *   <a, b> = sum over i < m of weight[i] * a[i] * b[i],     weight[i] >= 0.
 * Columns have `length` >= m numbers; the same combinations are made of all of them. Pre: the
 * columns are linearly independent for that product. */
void pw_lattice_reduce(pw_int **columns, size_t n, const pw_int *weight, size_t m, size_t length);

/* The first way alone. False: it has come to an end without a reduced basis; the columns are some
 * basis of the lattice all the same. */
bool pw_lattice_reduce_by_guess(pw_int **columns, size_t n, const pw_int *weight, size_t m,
                                size_t length);

#endif
