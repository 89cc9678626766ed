/* checked.h -- properties of one or two threads as steps.
 *
 * An `unsafe` formula F (program.h, struct pw_disjunct) holds in a state iff, with a thread a of
 * its template as the active one, F holds of a, or of a and some other thread p. So a program in
 * which a may, wherever it is, fail if some(F), has a run to a failure iff the program has one to a
 * state in which F holds, followed by that one step. The copy made here has these steps, from every
 * location of every such template to its error location, and no formulas among its properties.
 * Edges keep their order; those of a location come before its checks.
 *
 * The copy is for the abstraction, which knows locations as properties and nothing else. Unlike
 * other programs it has edges from locations of kind PW_LOC_END. */
#ifndef PW_PROG_CHECKED_H
#define PW_PROG_CHECKED_H

#include "prog/program.h"

/* The copy; NULL: p has no formula as a property. It reads p, which must outlive it. The caller
 * frees it with pw_program_free. */
struct pw_program *pw_program_checked(const struct pw_program *p);
/* The same in place of p, which it takes over; p itself where there is nothing to do; p may be
 * NULL. */
struct pw_program *pw_program_into_checked(struct pw_program *p);
/* The edge of p->of that an edge of template t of a checked program p is; PW_NO_EDGE for a
 * check. */
#define PW_NO_EDGE UINT32_MAX
uint32_t pw_program_unchecked_edge(const struct pw_program *p, uint32_t t, uint32_t edge);

#endif
