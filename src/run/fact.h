/* fact.h -- facts: what holds at a point of every real run, or ought to be remembered there, as an
 * expression over roles.
 *
 * LOCAL leaves of the expression are of the thread `active`, PASSIVE leaves of the thread
 * `passive`; so a fact about a run is at once the formula of a predicate. Facts are compared as
 * expressions, never as text. */
#ifndef PW_RUN_FACT_H
#define PW_RUN_FACT_H

#include "prog/program.h"

#define PW_NOBODY UINT32_MAX

struct pw_fact {
    const struct pw_expr *expr;
    uint32_t active, passive; /* threads of the run, from 0; PW_NOBODY: the expression reads none */
    size_t after;             /* it holds after so many steps */
};

/* Does one tell the other: equal, or opposite, or one of these with the sides of a comparison
 * exchanged, or x < c + 1 for x <= c? */
bool pw_fact_same(const struct pw_expr *a, const struct pw_expr *b);

/* Is it, in this sense, one of the predicates? */
bool pw_fact_tracked(const struct pw_expr *e, struct pw_preds preds);

#endif
