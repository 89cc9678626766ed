/* conform.h -- does a thread conform to its abstract thread?
 *
 * T is a thread of the concrete program, A its abstract thread (conform/machine.h), F a set of
 * places of A. F^g: what F leads to by steps silent at g. wrong(F): the g at which a failure is
 * enabled at a place of F^g. match(F, g, g') = Y^g', where Y are the places that F^g gets to by one
 * step from g to g', and F^g itself if g = g'. The search goes over pairs (l, F), l = location and
 * locals of T:
 *
 *   start   (l, F0^s) for every initial shared state s and every l that T may have with it, F0 =
 *           the places at which A may start with s
 *   step    (l, F) to (l', match(F, g, g')) for every shared state with g not in wrong(F) and every
 *           step of T
 *   error   (E1) F is empty; (E2) a failure of T is enabled at l for some g not in wrong(F);
 *           (E3) for some g not in wrong(F) no place of F^g has all labels of the property that l
 *           has
 *
 * T conforms iff no error is reachable. Other threads are not modelled: every step starts from an
 * arbitrary shared state within the types. If every thread of a program conforms (or is its own
 * abstract thread) and the concrete program can go wrong, then the abstract program can go wrong
 * with the same numbers of threads. Errors become harder as F grows, so of the pairs with one l
 * only the minimal F are kept.
 *
 * Finite locals of T are tracked by value, `int` ones by predicates over locals of T: those of the
 * file, atoms of guards and of steps of A after T's assignments, and atoms of weakest preconditions
 * of these. With `int` locals an error may be spurious: it counts only if values were found for its
 * whole path and each step was replayed (run/interp.h). */
#ifndef PW_CONFORM_CONFORM_H
#define PW_CONFORM_CONFORM_H

#include "conform/machine.h"
#include "conform/proof.h"

enum pw_conform_verdict { PW_CONFORMS, PW_CONFORMS_NOT, PW_CONFORMS_UNKNOWN };
enum pw_conform_reason {
    PW_CONFORM_FINE,
    PW_CONFORM_STEP,      /* E1 */
    PW_CONFORM_ASSERTION, /* E2 */
    PW_CONFORM_LABEL,     /* E3 */
    PW_CONFORM_PREDICATES /* the error that was found may be none */
};

/* One step of T, or (edge PW_NONE, last) where it stands. Values: of all shared variables before
 * and after, of all locals before. `places` is F before it. A list of them is no run of a program:
 * it is one thread's part of one, and between its steps the others may have done anything. */
struct pw_conform_step {
    uint32_t loc;
    int64_t edge; /* of the template, or PW_NONE */
    pw_int *before, *after, *locals;
    const bool *places;
};

struct pw_conform_result {
    enum pw_conform_verdict verdict;
    enum pw_conform_reason reason;
    size_t places, pairs, checks, predicates;
    /* CONFORMS for a poor reason: the thread cannot start, or its abstract thread can fail wherever
     * it starts, whatever the shared state */
    bool no_start, always_wrong;
    struct pw_conform_step *trace; /* CONFORMS_NOT */
    size_t ntrace, nshared, nlocals;
    struct pw_conform_proof proof; /* CONFORMS */
    struct pw_arena arena;
};

/* Checks template t of the concrete program against the machine of its abstract thread, which is in
 * the
 * abstract program that is to be composed: what is observed depends on all of its threads. */
void pw_conform_check(struct pw_conform_result *r, const struct pw_program *p, uint32_t t,
                      const struct pw_machine *m);
void pw_conform_clear(struct pw_conform_result *r);

#endif
