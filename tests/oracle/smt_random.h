/* smt_random.h -- random problems of linear integer arithmetic as SMT-LIB text. */
#ifndef PW_ORACLE_SMT_RANDOM_H
#define PW_ORACLE_SMT_RANDOM_H

#include <stdint.h>

#include "base/strbuf.h"

/* Kinds of problems, from tiny to 40 variables and 300 clauses, coefficients from 1 to 200 bits. */
enum smt_random_kind {
    SMT_TINY,
    SMT_DIFFERENCE,
    SMT_MIDDLE,
    SMT_HUGE_NUMBERS,
    SMT_LARGE,
    SMT_NESTED,
    SMT_EQUATIONS,
    SMT_KNAPSACK,
    SMT_PLANTED,
    SMT_STRIPS,
    SMT_RANDOM_KINDS
};

struct smt_problem {
    int ints, bools;
    struct pw_strbuf asserts[320]; /* each one term */
    int n;
};

void smt_random(struct smt_problem *p, uint64_t seed, enum smt_random_kind kind);
void smt_problem_clear(struct smt_problem *p);
/* variables x0.. and b0.. */
void smt_problem_declare(const struct smt_problem *p, struct pw_strbuf *out);
uint64_t smt_random_next(uint64_t *state);
extern const char *const smt_random_names[SMT_RANDOM_KINDS];

#endif
