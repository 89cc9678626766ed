/* wide.h -- large ranges as integers.
 *
 * A variable of a range never leaves it: an assignment that would is a step into the error location
 * (program.h, invariant 1). So a program in which a range is the type int, where variables begin
 * within their ranges and choices of a range are guarded by it, has the same states and the same
 * steps, and every answer about one is an answer about the other. What differs is how engines see
 * it: values of a range are states, one by one; integers are what predicates and facts speak of. */
#ifndef PW_PROG_WIDE_H
#define PW_PROG_WIDE_H

#include "prog/program.h"

/* ranges of so many values and more are large */
#define PW_WIDE_VALUES INT64_C(32)

/* A copy of p with ranges of at least `values` values as integers; NULL: p has none. Variables,
 * templates, locations, labels and edges have the same numbers in both. It reads p, which must
 * outlive it. The caller frees it with pw_program_free. pre: p is not checked (checked.h). */
struct pw_program *pw_program_wide(const struct pw_program *p, int64_t values);

#endif
