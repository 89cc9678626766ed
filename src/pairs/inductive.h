/* inductive.h -- are the invariants that a program states inductive, all together?
 *
 *   struct pw_inductive r = {0};
 *   pw_inductive_check(p, found, NULL, &r);   // polls limits
 *   if (r.all) ...   // every invariant holds in every reached state, for every n
 *   pw_inductive_clear(&r);
 *
 * The greatest inductive subset (Houdini): what fails at the start is dropped, then, while there is
 * one, an invariant that some step from a state with all that are left can break. A step that
 * breaks an invariant of a thread or a pair concerns the thread that takes it and those of the
 * invariant: at most three known threads; the rest is counted (pairs/known.h). `found` (may be
 * NULL) is a pair invariant of the program, which holds in every reached state and is a hypothesis.
 *
 * What is kept holds in every state that is reached before a thread is at an error location. */
#ifndef PW_PAIRS_INDUCTIVE_H
#define PW_PAIRS_INDUCTIVE_H

#include "pairs/known.h"

struct pw_inductive_row {
    bool kept;
    bool start; /* not kept: it may fail at the start */
    const struct pw_edge *edge;
    uint32_t template;       /* of the thread that takes it */
    struct pw_strbuf before; /* the state before the step, or at the start, with values */
};

struct pw_inductive {
    struct pw_inductive_row *rows; /* one per invariant of the program */
    size_t n;
    bool all;
};

/* What else holds in every state reached before a failure: give(k, arg) gives it of the known
 * threads and the numbers of the others. */
struct pw_inductive_given {
    void (*give)(struct pw_known *k, const void *arg);
    const void *arg;
};

void pw_inductive_check(const struct pw_program *p, const struct pw_invariant *found,
                        const struct pw_inductive_given *more, struct pw_inductive *r);
void pw_inductive_clear(struct pw_inductive *r);

#endif
