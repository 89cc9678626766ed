/* explain.h -- the counterexample of a failed obligation: the path and what changed on it. */
#ifndef PW_MODULAR_EXPLAIN_H
#define PW_MODULAR_EXPLAIN_H

#include "modular/unit.h"

/* The solver has a model of the guard and the negated goal. arg: struct pw_ujob. */
void pw_explain_unit(struct pw_enc *c, struct pw_solver *s, const struct pw_mob *ob,
                     struct pw_mfinding *f, void *arg);

/* The values of a state that differ from another one (NULL: all), "x = 1, a[2] = true". */
void pw_explain_values(struct pw_enc *c, struct pw_solver *s, const struct pw_mstate *now,
                       const struct pw_mstate *before, struct pw_strbuf *out);

void pw_explain_line(struct pw_mfinding *f, uint32_t first, uint32_t last,
                     const struct pw_strbuf *text);

#endif
