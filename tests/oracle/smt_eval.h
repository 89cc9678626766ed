/* smt_eval.h -- evaluates an SMT-LIB term (no let, no definitions) under given values: slow,
 * obvious, shares nothing with src/logic. */
#ifndef PW_ORACLE_SMT_EVAL_H
#define PW_ORACLE_SMT_EVAL_H

#include <gmp.h>
#include <stdbool.h>

struct smt_value {
    char name[32];
    mpz_t v; /* Booleans 0 and 1 */
};

struct smt_model {
    struct smt_value at[512];
    int n;
};

/* Reads the answer of get-model; the numbers are initialised. False: not of the expected form. */
bool smt_model_read(struct smt_model *m, const char *text);
void smt_model_clear(struct smt_model *m);

/* Is the term (one s-expression at the start of text) true? Aborts with a message on anything it
 * does not know. */
bool smt_eval_bool(const struct smt_model *m, const char *text);

#endif
