/* axioms.h -- counting invariants as axioms of the abstraction (PAIRS, section 4).
 *
 *     sum alpha_i * x_i  =  constant  +  sum over all threads of weight(location of thread)  (J)
 *
 * holds in every state that is reached before a thread is at an error location. The abstraction may
 * then leave out rows that no state with (J) shows: in a row threads 1 and 2 are known, and the
 * others are natural numbers, one per vector of weights that occurs (a *class*), so (J) becomes
 *     sum alpha_i * x_i = constant + weight(1) + weight(2) + sum over classes m of m * rest_m
 * unless thread 2 is at an error location. Every step that a run takes before its first violation
 * starts in a state with (J), so R~ relative to (J) has its row, for any number of threads.
 *
 * Why it holds: (start) initial states have sum alpha_i * x_i = constant, and threads begin at
 * locations of weight 0; (edge) every step that does not fail changes the sum by weight(to) -
 * weight(from). Both are asked of the solver here, whoever found the numbers, and are written down
 * for other solvers by abst/obligations.h. Weights of error locations are 0 and mean nothing. */
#ifndef PW_ABST_AXIOMS_H
#define PW_ABST_AXIOMS_H

#include "base/vec.h"
#include "prog/program.h"

struct pw_axiom {
    int64_t *alpha; /* per shared variable; not 0 for integers only */
    int64_t constant;
    int64_t *weights; /* per location: see pw_axioms_weight */
};

struct pw_axioms {
    const struct pw_program *p;
    size_t *first; /* per template: the number of its first location; ntemplates + 1 entries */
    PW_VEC(struct pw_axiom) at;
    PW_VEC(uint32_t) classes; /* per class: a location (number) with its weights; not all are 0 */
};

/* Those of the program whose weights depend on locations alone; none if threads look at each other.
 * Fills a zeroed *x; keeps p. */
void pw_axioms_find(struct pw_axioms *x, const struct pw_program *p);
void pw_axioms_clear(struct pw_axioms *x);

static inline int64_t pw_axioms_weight(const struct pw_axioms *x, size_t axiom, uint32_t template,
                                       uint32_t loc)
{
    return x->at.at[axiom].weights[x->first[template] + loc];
}

static inline int64_t pw_axioms_class_weight(const struct pw_axioms *x, size_t axiom, size_t class)
{
    return x->at.at[axiom].weights[x->classes.at[class]];
}

/* "readers == count(reader.read)" */
void pw_axioms_print(const struct pw_axioms *x, size_t axiom, struct pw_strbuf *out);

#endif
