/* axioms.h -- invariants as axioms of the abstraction (PAIRS, section 4).
 *
 * Two kinds, which hold in every state that is reached before a thread is at an error location:
 *     sum alpha_i * x_i  =  constant  +  sum over all threads of weight(location of thread)  (J)
 * counting invariants, found by pairs/count.h; and *stated* ones, `invariant` lines of the program:
 * of the state, of every thread, or of every pair of threads, with count(L) as a term.
 *
 * The abstraction may then leave out rows that no step between such states shows. In a row threads
 * 1 and 2 are known, and the others are naturals, one per *class*: with a weight per location
 * for every (J) and for every count(L) (a *tally*; it weighs 1 where L is), locations of one class
 * have all weights in common. So (J) becomes
 *     sum alpha_i * x_i = constant + weight(1) + weight(2) + sum over classes m of m * rest_m
 * and count(L) a sum of that form. What is stated of threads holds of 1 and 2, and of every other
 * thread of the row beside 1 and 2 (but two of these may be the same thread, so nothing is said of
 * them together). All that unless thread 2 is at an error location. Every step that a run takes
 * before its first violation starts in such a state, and unless it fails it ends in one, so R~
 * relative to the axioms has its row, for any number of threads. I~ is as without them: that
 * initial states satisfy the axioms is one of their conditions.
 *
 * Why (J) holds: (start) initial states have sum alpha_i * x_i = constant, and threads begin at
 * locations of weight 0; (edge) every step that does not fail changes the sum by weight(to) -
 * weight(from). Stated ones are the largest set that is inductive together with all (J)
 * (pairs/inductive.h); the others are not used. All this is asked of the solver here, whoever found
 * the numbers, and is written down for other solvers by abst/axioms_smtlib.h. Weights of error
 * locations are 0 and mean nothing. */
#ifndef PW_ABST_AXIOMS_H
#define PW_ABST_AXIOMS_H

#include "base/vec.h"
#include "prog/program.h"

struct pw_axiom {
    int64_t *alpha; /* per shared variable; not 0 for integers only */
    int64_t constant;
    int64_t *weights; /* per location: see pw_axioms_weight */
};

/* count(L) or count(t.L) */
struct pw_axiom_count {
    uint32_t label;
    int32_t template; /* or PW_ANY */
};

struct pw_axioms {
    const struct pw_program *p;
    size_t *first; /* per template: the number of its first location; ntemplates + 1 entries */
    PW_VEC(struct pw_axiom) at;
    PW_VEC(const struct pw_pred *) stated; /* of p->invariants */
    PW_VEC(struct pw_axiom_count) tallies; /* of all `stated`, each once */
    PW_VEC(uint32_t) classes; /* per class: a location (number) with its weights; not all are 0 */
};

/* Those of the program: counting ones whose weights depend on locations alone, and stated ones.
 * None if threads look at each other. Fills a zeroed *x; keeps p. */
void pw_axioms_find(struct pw_axioms *x, const struct pw_program *p);
void pw_axioms_clear(struct pw_axioms *x);

/* How many axioms of both kinds: counting ones first. */
static inline size_t pw_axioms_n(const struct pw_axioms *x)
{
    return x->at.n + x->stated.n;
}

/* What has weights: the sums of `at`, then the tallies. */
static inline size_t pw_axioms_columns(const struct pw_axioms *x)
{
    return x->at.n + x->tallies.n;
}

int64_t pw_axioms_weight(const struct pw_axioms *x, size_t column, uint32_t template, uint32_t loc);
int64_t pw_axioms_class_weight(const struct pw_axioms *x, size_t column, size_t class);
/* The tally of a COUNT leaf of a stated invariant. */
size_t pw_axioms_tally(const struct pw_axioms *x, const struct pw_expr *count);

/* "readers == count(reader.read)"; "invariant t > l" */
void pw_axioms_print(const struct pw_axioms *x, size_t axiom, struct pw_strbuf *out);

#endif
