/* hints.h -- where an abstract run leaves the real ones, and what was forgotten there: what is
 * found (engine/hint.h) and what is told of it (report/hint_words.h). */
#ifndef PW_RUN_HINTS_H
#define PW_RUN_HINTS_H

#include "run/fact.h"

struct pw_hints {
    bool failing;                    /* there is a first step without a concrete counterpart: */
    size_t step;                     /* after so many steps */
    uint32_t thread, template, edge; /* thread (from 0) takes that edge of its template */
    /* Each excludes the run; none is tracked by a predicate of the program, no two have the same
     * formula. */
    PW_VEC(struct pw_fact) facts;
    struct pw_expr_pool pool; /* of their expressions */
};

void pw_hints_clear(struct pw_hints *h);

#endif
