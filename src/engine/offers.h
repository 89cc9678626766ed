/* offers.h -- predicates that a spurious run offers. Private to this folder.
 *
 * The run has no counterpart because the predicates forget something. What they might remember:
 *   - a fact that excludes it (engine/hint.h), or the same fact of the other thread;
 *   - either of these with threads left out that have not begun: with E a formula that reads
 *     variables of this thread (of the other one), `at(L) || E` (`other.at(L) || E`), L a label of
 *     the entry of that thread's template; of a conjunction each part by itself;
 *   - a predicate of the program that is false for all threads at the start, left out likewise, in
 *     its place.
 * Whether any of them helps is another matter: engine/tryout.h. */
#ifndef PW_ENGINE_OFFERS_H
#define PW_ENGINE_OFFERS_H

#include "base/vec.h"
#include "prog/program.h"
#include "run/fact.h"

struct pw_offer {
    const struct pw_expr *expr;
    int32_t instead; /* of this predicate of the program; PW_NONE: besides all of them */
};

/* A step of the run: an edge of a template of the program that was abstracted. */
struct pw_offer_step {
    uint32_t template, edge;
};

struct pw_offers {
    struct pw_expr_pool pool;   /* of the formulas; subtrees may be of the program's own */
    PW_VEC(struct pw_offer) at; /* no two have the same formula */
    PW_VEC(struct pw_offer_step) steps;
    size_t threads;
    bool closed; /* the run needs a thread that was dropped: only the closure has it */
};

struct pw_offers *pw_offers_new(void);
void pw_offers_free(struct pw_offers *o); /* NULL is fine */

/* Adds what a fact offers. Its formula must live as long as o (in its pool, or the program's). */
void pw_offers_fact(struct pw_offers *o, const struct pw_program *p, const struct pw_expr *fact);
/* Adds the predicate of the program without threads that have not begun. */
void pw_offers_predicate(struct pw_offers *o, const struct pw_program *p, uint32_t pred);

/* A program with labels for entries that have none: label nlabels + t of template t, a name that it
 * does not use. It shares all else with p, which must outlive it; program.pool is p's own. */
struct pw_labelled {
    struct pw_arena arena;
    struct pw_program program;
};
void pw_labelled_init(struct pw_labelled *x, const struct pw_program *p);
void pw_labelled_clear(struct pw_labelled *x);

#endif
