/* decide.h -- thread-modular verification of a finite program with given numbers of threads: the
 * levels (TMOD section 4), the refinement by exposing, and the lift to every number (section 6).
 *
 *   level 0   Flanagan-Qadeer (no ghost)
 *   level 1   last writer
 *   level 2   relaxed layers of 0 and of 1
 *   views     in front of all others where they pay (view.h)
 *   level 3   expose predicates of local states until the program is proved or a run is found:
 * complete
 *
 * Each level is tried only if the one before does not prove the program.
 *
 * Lift. Let rho be the class of the initial local states of template t and D the number of threads
 * that a property asks for. If every context of the fixpoint with n threads of t has at least
 * max(2, D) threads of class rho, and none is bad, then the program is safe for every number of
 * threads of t: adding a thread adds one rho to each bag and changes no row. It is claimed only
 * where no `init` relates threads and all initial local states of t are of one class. */
#ifndef PW_TMOD_DECIDE_H
#define PW_TMOD_DECIDE_H

#include "tmod/essential.h"
#include "tmod/follow.h"
#include "tmod/layers.h"
#include "tmod/view.h"

enum pw_tmod_method {
    PW_METHOD_AUTO,
    PW_METHOD_FQ,
    PW_METHOD_LAST,
    PW_METHOD_QUADRATIC,
    PW_METHOD_RELAXED,
    PW_METHOD_RELAXED_LAST,
    PW_METHOD_FRONTIER,
    PW_METHOD_REFINE,
    PW_METHOD_VIEWS
};

/* Which predicates level 3 exposes: one of a local state where a path of contexts breaks; or those
 * that Meng, He, Wang and Liu call essential (essential.h), for comparison. Other than the first
 * means level 3 alone. */
enum pw_tmod_refine { PW_REFINE_EXPOSE, PW_REFINE_ESSENTIAL, PW_REFINE_ESSENTIAL_ALL };

enum pw_tmod_answer { PW_TMOD_SAFE, PW_TMOD_UNSAFE, PW_TMOD_UNKNOWN };

struct pw_tmod_stats {
    uint64_t contexts, pairs, exposed, rounds, layers;
    uint64_t essential; /* predicates of all threads together that TMMCIR exposed */
};

/* A fixpoint with what it stands on. */
struct pw_tmod_proof {
    struct pw_tmod_world world;
    struct pw_tmod_table table;   /* all methods but layers */
    struct pw_tmod_layers layers; /* relaxed, frontier: at.n > 0 */
    pw_tmod_exposures exposed;
    bool there;
};

struct pw_tmod_result {
    enum pw_tmod_answer answer;
    enum pw_tmod_method method; /* that gave the answer, or the last one tried */
    enum pw_tmod_initial initial;
    bool too_many;               /* UNKNOWN: states that TMMCIR enumerates */
    struct pw_tmod_proof proof;  /* SAFE; UNKNOWN: the fixpoint with the bad context */
    struct pw_local_views views; /* SAFE by views: instead of the proof */
    bool viewed;                 /* that is there */
    uint32_t bad_context;        /* UNKNOWN: in the table, or in the last layer */
    struct pw_tmod_filling filling;
    struct pw_finite_run run; /* UNSAFE: to be replayed by the interpreter */
    struct pw_tmod_stats stats;
};

struct pw_tmod_options {
    enum pw_tmod_method method;
    enum pw_tmod_refine refine;
    const pw_tmod_exposures *expose; /* exposed from the start; may be NULL */
    size_t most_layers;              /* of the frontier; 0: no limit */
};

/* counts: by template; they outlive the result, as space does. Polls the limits. */
void pw_tmod_decide(struct pw_space *space, const uint64_t *counts, const struct pw_tmod_options *o,
                    struct pw_tmod_result *r);
void pw_tmod_result_clear(struct pw_tmod_result *r);

/* The least number of threads of template t that are in the class of its start, over all contexts
 * of the proof; 0 if its starts are of several classes. */
uint64_t pw_tmod_remaining(struct pw_tmod_proof *proof, uint32_t t);

/* A proof by the quadratic method is made again from initial states in which nobody has moved yet,
 * the form that its certificate has: every context but those of initial states is one of the proof
 * before, so it proves as much. Other proofs stay as they are. */
void pw_tmod_start_unmarked(struct pw_tmod_result *r);

const char *pw_tmod_method_name(enum pw_tmod_method m); /* "last writer" */

#endif
