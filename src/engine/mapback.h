/* mapback.h -- from a bad run of the abstract threads to one of the program. Private to this
 * folder.
 *
 * The *changes* of a run are its steps that change what is observed (conform/machine.h), each with
 * the kind of thread that took it and the observed values after it. Looked for is a run of the
 * program in which threads of the same kinds make the same changes in the same order, with any
 * steps between that change nothing observed, and that ends bad: breadth first over (state, number
 * of changes made), states up to permutation of equal threads, bounded. An arbitrary integer is
 * tried with the values that the abstract run shows and a few small ones. What is found is replayed
 * before it counts. */
#ifndef PW_ENGINE_MAPBACK_H
#define PW_ENGINE_MAPBACK_H

#include "prog/program.h"
#include "run/execution.h"

struct pw_mapback {
    const struct pw_program *concrete;
    const bool *observed; /* per shared variable */
    /* what came of it */
    size_t states;   /* looked at */
    size_t changes;  /* of the abstract run */
    size_t made;     /* most changes that a run of the program made */
    int64_t missing; /* the step of the abstract run that has no counterpart; PW_NONE: the
                              changes have, what is bad at the end has not */
    bool complete;   /* no bound was met: with these values there is no such run */
};

/* The replayed run of the program, or NULL. Shared variables have the same numbers in both
 * programs. */
struct pw_execution *pw_mapback_run(struct pw_mapback *m, const struct pw_execution *abstract);

#endif
