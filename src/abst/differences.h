/* differences.h -- rows of formulas whose integers are only compared by their differences, without
 * enumerating solutions.
 *
 * Atoms x - y <= c over hidden integers (y may be the constant zero). The formula is kept as a list
 * of diagrams over row bits, hidden Booleans and atoms. Integers are eliminated one by one, the one
 * with the fewest atoms first; to eliminate x, the diagrams that mention it are conjoined to f, and
 *     exists x: f  =  f[x := infinity]  or  f[x := y + c] for every atom x <= y + c or x >= y + c +
 *                                           1 of f,
 * because the truth of the atoms of x changes only between y + c and y + c + 1: each value of x has
 * the same atoms as the least such y + c above it, or as infinity if there is none. Under x := y +
 * c the atom x - z <= d becomes y - z <= d - c, an atom without x. In this fragment that is exact
 * over the integers. Witness threads are joined to the rest by few atoms and disappear first. What
 * is left at the end is a diagram over row bits.
 *
 * Truth values of atoms that no integers have (x <= y, y <= z, z < x) do not matter, but make
 * diagrams large. Before a large conjunction is built, the lemmas x <= y & y <= z => x <= z about
 * its atoms are conjoined; that changes no row.
 *
 * Integer `ite` (min, max, row values of ranges) inside atoms is lifted out: ite(c, a, b) <= k is
 * ite(c, a <= k, b <= k). */
#ifndef PW_ABST_DIFFERENCES_H
#define PW_ABST_DIFFERENCES_H

#include "abst/world.h"

enum pw_differences {
    PW_DIFFERENCES_DONE,
    PW_DIFFERENCES_MORE, /* not finished within so many nodes */
    PW_DIFFERENCES_NONE  /* some atom is no difference, or there are too many */
};

/* The elimination of one conjunction, begun, stopped and continued. Work is proportional to the
 * nodes made. */
struct pw_elimination;

/* vars: all variables of the conjunction. Both live as long as the elimination. */
struct pw_elimination *pw_differences_new(struct pw_world *w, const pw_term *conjunction, size_t n,
                                          const pw_term *vars, size_t n_vars);
void pw_differences_free(struct pw_elimination *e); /* e may be NULL */

/* How many times larger its diagrams are than those that it began with; 0 before. */
size_t pw_differences_growth(const struct pw_elimination *e);
/* Nodes that it has made since it began, or began again. */
size_t pw_differences_nodes(const struct pw_elimination *e);

/* Continues until there are about `nodes` nodes. It may stop early, as a single step that would
 * make more than four times as many is dropped and begun again when there is room for it. *rows is
 * set iff the result is DONE; then e can only be freed. */
enum pw_differences pw_differences_continue(struct pw_elimination *e, size_t nodes, pw_bdd *rows);

#endif
