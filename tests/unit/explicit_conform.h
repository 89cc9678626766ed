/* explicit_conform.h -- conformance as it is defined, on values: the oracle of test_conform.
 *
 * For programs where everything is finite. Shared states and states of one thread are numbered, the
 * steps of either thread are listed by the interpreter, and all pairs (state of T, set of states of
 * A) are looked at: no formula, no solver, no antichain. */
#ifndef PW_TESTS_EXPLICIT_CONFORM_H
#define PW_TESTS_EXPLICIT_CONFORM_H

#include "prog/program.h"

enum explicit_rules {
    EXPLICIT_RULES, /* conform/conform.h */
    /* the program that section 3.1 of the paper prints: whether F is empty is asked before each
     * statement, so never where no statement follows */
    EXPLICIT_AS_PRINTED
};

bool explicit_conforms(const struct pw_program *concrete, const struct pw_program *abstract,
                       uint32_t t, enum explicit_rules rules);

#endif
