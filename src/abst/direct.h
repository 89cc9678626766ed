/* direct.h -- formulas over row bits alone, as diagrams, without the solver.
 *
 * A linear constraint  sum c_i * ite(f_i, a_i, b_i)  <= or = k with constant a_i, b_i is unrolled
 *                                                    term by term, those of greatest
 * weight |c_i (a_i - b_i)| first; a branch ends as soon as the rest cannot change the answer, and
 * equal remainders are computed once. So comparisons of two ranges, heaviest bits first, stay
 * small. */
#ifndef PW_ABST_DIRECT_H
#define PW_ABST_DIRECT_H

#include "abst/world.h"

/* False (and *rows unset) if the formulas have a division, a nested integer `ite` or numbers beyond
 * 62 bits. pre: every variable of the conjunction is a row bit. */
bool pw_direct_rows(struct pw_world *w, const pw_term *conjunction, size_t n, pw_bdd *rows);

#endif
