/* cert_compare.h -- the checker against the oracle, on a text and on mutants of it. For Check
 * tests. */
#ifndef PW_TESTS_CERT_COMPARE_H
#define PW_TESTS_CERT_COMPARE_H

#include "check/check.h"
#include "oracle/cert_random.h"

enum { CERT_ROOM = 1 << 20 };

struct tally {
    unsigned made, mutants, accepted, invalid, malformed, skipped, elements;
    unsigned failed[PWC_PARTS]; /* by the condition that fails */
};

/* Fails the running test unless the checker accepts exactly if the oracle does; on failure the text
 * is left in mutant.cert. Returns the checker's verdict. */
enum pwc_status cert_compare(const char *text, size_t n, struct tally *t, unsigned long seed);
/* So for `number` mutants of a text. */
void cert_compare_mutants(struct rnd *r, const char *text, size_t n, unsigned number,
                          struct tally *t, unsigned long seed);
void cert_print_tally(const char *what, const struct tally *t);

#endif
