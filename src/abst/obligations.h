/* obligations.h -- "this template over-approximates that program" as SMT-LIB 2 questions for any
 * QF_LIA solver.
 *
 * One question per statement: is there a step of b threads (b = 4 * #IT + 2, thread 1 active,
 * threads 2 .. b of any mix of the templates, idle ones included where the template has them) whose
 * row for threads 1 and 2 is not in R~? One more for I~. All answers must be unsat. By Thm. 3 that
 * is enough for every number of threads; that the relation has no row too many is not claimed here.
 *
 * The text is made from the program's expressions, not from the formulas that the abstraction
 * solved, and the relations are written down as they are, node by node of their diagrams. Divisions
 * are spelled out with a quotient and a remainder, so the logic is QF_LIA in the strict sense.
 * Names: shared.x, tK.TEMPLATE.x (thread K), tK.kind (its template), tK.pc (its location), tK.self
 * (its place in the order, where one is compared); a trailing + means after the step. */
#ifndef PW_ABST_OBLIGATIONS_H
#define PW_ABST_OBLIGATIONS_H

#include "abst/abstract.h"

/* Writes the questions. t is a template for p: from pw_abstract_template, or read from a file.
 * False, with an error in *diags, if it has not the fields, templates, locations and statements
 * that an abstraction of p has. Makes no change to t but for new nodes in its manager. */
bool pw_obligations_print(const struct pw_program *p, const struct pw_source *src,
                          struct pw_dual *t, struct pw_strbuf *out, struct pw_diags *diags);

/* The same for a .drt input, which is its own template `own`: no row of it may lie outside t. */
bool pw_obligations_print_template(struct pw_dual *own, struct pw_dual *t, struct pw_strbuf *out,
                                   struct pw_diags *diags);

#endif
