/* rows.h -- a relation as few cubes: what printers show and what .drt files store.
 *
 * A cube (struct pw_row) gives each column (a field now and next, or the passive location) one of
 * the literals
 *     value/value, value/-, -/value, -/=, -/-.
 * The cover is found by the recursion of Minato and Morreale for irredundant sums of products,
 * generalised to these literals: a point that no larger literal can cover is given to the smallest
 * one first; what remains goes to larger ones. A cube never covers a point outside the relation;
 * codes that no value has are "don't care". Equal relations over equal fields have equal covers, in
 * the same order, whatever way they were built. */
#ifndef PW_DUALREF_ROWS_H
#define PW_DUALREF_ROWS_H

#include "dualref/dual.h"

/* fn sees each cube of the cover (owned by the caller of fn, changed afterwards) and returns false
 * to stop. */
typedef bool pw_row_fn(void *arg, const struct pw_row *r);

/* Covers a set of step rows of (active template, passive template); returns false iff fn stopped.
 * Pre: the set is within the ranges. */
bool pw_rows_cover(struct pw_dual *t, uint32_t active, uint32_t passive, pw_bdd rows, pw_row_fn *fn,
                   void *arg);
bool pw_rows_of_step(struct pw_dual *t, uint32_t stmt, uint32_t passive, pw_row_fn *fn, void *arg);
bool pw_rows_of_init(struct pw_dual *t, uint32_t active, uint32_t passive, pw_row_fn *fn,
                     void *arg);

/* cubes of all steps, as printed: the statistic "template_cubes" */
size_t pw_rows_count(struct pw_dual *t);

#endif
