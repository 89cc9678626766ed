/* project.h -- a step of a thread without its local variables.
 *
 * Given are a formula over g, h (shared variables before and after), hidden variables (locals and
 * choices) and the new values of shared variables as terms over g and the hidden ones. Wanted is
 * the set of (g, h) for which there are values of the hidden variables. No quantifier is
 * eliminated by combining inequalities:
 *
 *   (1) a shared variable x gets a value k + c v + r, c = 1 or -1, v hidden and not in r: x is
 *       *picked*, its new value stands for v everywhere
 *   (2) an equation among the conjuncts that has a hidden variable with such a factor: likewise
 *   (3) what is left of the hidden variables is in atoms. Their truth values are enumerated; the
 *       result is the union, over the consistent ones, of what they leave of the formula.
 *
 * Exact if after (2) no atom has both hidden and other variables. Otherwise the result is larger,
 * never smaller: more steps, more failures. */
#ifndef PW_CONFORM_PROJECT_H
#define PW_CONFORM_PROJECT_H

#include "base/vec.h"
#include "logic/solver.h"

struct pw_projection {
    struct pw_terms *terms;
    pw_term formula;  /* in: with hidden variables; out: without */
    const pw_term *h; /* n of them */
    pw_term *to;      /* in: new values, NULL term h[i] where i stays out of it; out: likewise,
                         * h[i] if picked */
    size_t n;
    pw_term_list hidden;
    bool exact; /* out */
};

void pw_project_hidden(struct pw_projection *x);

/* Does the term read a variable of the list? */
bool pw_project_reads(const struct pw_terms *t, pw_term f, const pw_term *vars, size_t n);

/* An equivalent of f, where the assertions of the solver hold, without conjuncts and disjuncts that
 * they and the others make superfluous. */
pw_term pw_project_simplify(struct pw_terms *t, struct pw_solver *s, pw_term f);

#endif
