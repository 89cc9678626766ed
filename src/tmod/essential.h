/* essential.h -- TMMCIR, thread-modular model checking with iterative refinement, as Meng, He, Wang
 * and Liu print it (Algorithms 2 and 3), explicitly: to compare with the refinement of decide.h.
 *
 *   error := the bad states
 *   loop   S := join of the components (tmmc.h) with error;  S empty: PASS
 *          an initial state in S: FAILURE
 *          for each s in S: a predicate "x = s(x)" of a local variable x (or the location) of
 *          thread j is *essential* if changing x alone can lead out of error. Those not yet
 *          exposed are exposed; if no thread has one, the predecessors of s join error.
 *          nothing done: PASS
 *
 * Algorithm 3 goes from s to the next state after the first thread that has such a predicate, and
 * what it exposes counts at once (PW_ESSENTIAL_FIRST); or all threads are asked, and what is
 * exposed counts from the next round on (PW_ESSENTIAL_ALL: the numbers of predicates that the
 * paper's tables have). Both are sound and complete. "Lead out of error" is the reading of the
 * paper's definition that gives its tables. Components and S are enumerated, so this is
 * exponential in the threads. */
#ifndef PW_TMOD_ESSENTIAL_H
#define PW_TMOD_ESSENTIAL_H

#include "finite/run.h"
#include "tmod/tmmc.h"

enum pw_essential_order { PW_ESSENTIAL_FIRST, PW_ESSENTIAL_ALL };
enum pw_essential_answer {
    PW_ESSENTIAL_PASS,
    PW_ESSENTIAL_PASS_UNREFINED, /* error can be met in the join, but there is nothing to refine */
    PW_ESSENTIAL_FAILURE,
    PW_ESSENTIAL_TOO_MANY /* states to enumerate */
};

/* The join before one refinement. */
struct pw_essential_round {
    uint64_t states, errors, pairs; /* of the join; of S; of all components */
    uint64_t predicates;
};

struct pw_essential_result {
    enum pw_essential_answer answer;
    uint64_t refinements, predicates;
    PW_VEC(struct pw_essential_round) rounds;
    pw_tmod_exposures exposed; /* by template: what some thread of it has exposed */
    struct pw_finite_run run;  /* FAILURE: in numbers of the space given */
};

/* The space may get new local and shared states. counts: by template. Polls the limits. */
void pw_essential_decide(struct pw_space *space, const uint64_t *counts,
                         enum pw_essential_order order, struct pw_essential_result *r);
void pw_essential_result_clear(struct pw_essential_result *r);

#endif
