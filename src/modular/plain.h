/* plain.h -- a program with contracts as one of the plain language, for `verify`.
 *
 * Calls are expanded. A call of a procedure that is replaced by its contract becomes the contract
 * as code: `requires` is an assertion, each action an atomic step, silent steps a loop that gives
 * the variables of `modifies` any values, `ensures` an assumption.
 *
 * Theorem R. If the procedures replaced satisfy their contracts, and what they assume of other
 * threads is true in all runs, every run of the program has a run of this one with the same
 * assertions outside of them, unless a `requires` fails there. So: if this one is safe, so is the
 * program; a bad run of it is a candidate only. Without replacements it is the program itself.
 *
 * Claims, assumptions and invariants are not part of it. Tids are numbers: self is a local
 * variable, positive and different in different threads; a mutex whose holder is asked for is a
 * number, too. Arrays, objects and tids without a value cannot be said. */
#ifndef PW_MODULAR_PLAIN_H
#define PW_MODULAR_PLAIN_H

#include "modular/modular.h"

/* Which procedures with a contract may be replaced, from the report of all obligations: they and
 * those they call are proved, and either nothing but what is implicit is assumed or invariant in
 * their modules, or everything in the file is proved. use: per procedure, set here. Returns how
 * many. */
unsigned pw_plain_usable(const struct pw_mreport *r, bool *use);

struct pw_plain_problem {
    const char *why; /* NULL: none */
    uint32_t token;
};

/* Appends the text. use: per procedure, or NULL: all are expanded. False: *problem says why. */
bool pw_plain_write(const struct pw_mtree *t, const bool *use, struct pw_strbuf *out,
                    struct pw_plain_problem *problem);

#endif
