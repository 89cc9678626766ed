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
 * Claims and assumptions are not part of it. Invariants are, as `invariant` lines, where they are
 * asked for and can be said without arrays, objects, forall and the holders of mutexes; and if the
 * caller knows that they are true in all runs of the program (everything is proved), a step of a
 * contract may be taken only into a state that satisfies them: a step of the procedure ends in one.
 * Tids are numbers: self is a local
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

/* What is in the text. */
struct pw_plain_choice {
    const bool *use; /* per procedure; NULL: all are expanded */
    /* pw_plain_lines entries: invariant i of thread template k is entry i * threads + k (those that
     * do not name self: k = 0); NULL: none. Those that cannot be said are set to false. */
    bool *lines;
    bool assumed; /* invariants are true in all runs */
};

size_t pw_plain_lines(const struct pw_mtree *t);

struct pw_plain_problem {
    const char *why; /* NULL: none */
    uint32_t token;
};

/* Appends the text. False: *problem says why. */
bool pw_plain_write(const struct pw_mtree *t, struct pw_plain_choice choice, struct pw_strbuf *out,
                    struct pw_plain_problem *problem);

#endif
