/* hint.h -- what the predicates failed to remember.
 *
 * A spurious run: its first k steps can be executed, step k cannot. So at some point j <= k there
 * is a fact A about the values with
 *     every concrete run of the first j steps satisfies A, and A makes steps j .. k impossible,
 * an interpolant. The search looks for A among comparisons x ~ y and
 * x ~ c of integer variables (shared, or a local of one of the threads), ~ one of == != < <= > >=,
 * as the formula of a predicate: the local of a second thread is other.x. */
#ifndef PW_ENGINE_HINT_H
#define PW_ENGINE_HINT_H

#include "engine/concretise.h"
#include "engine/result.h"
#include "run/fact.h"

struct pw_hint_most {
    uint64_t checks; /* solver questions */
    uint64_t work;   /* of pw_symbolic_work */
};

struct pw_hints {
    bool failing;          /* there is a first step without a concrete counterpart: */
    size_t step;           /* after so many steps */
    uint32_t thread, edge; /* thread (from 0) takes that edge of its template */
    /* Each excludes the run; none is tracked by a predicate of the program, no two have the same
     * formula. */
    PW_VEC(struct pw_fact) facts;
    struct pw_expr_pool pool; /* of their expressions */
};

/* Fills *h. Pre: `best` has found = PW_NO or PW_UNDECIDED for the candidate. */
void pw_hints_find(struct pw_hints *h, const struct pw_program *p, const struct pw_candidate *c,
                   const struct pw_concretisation *best, struct pw_hint_most most);
void pw_hints_clear(struct pw_hints *h);

/* Is the fact said? The first few that tell different things. */
bool pw_hints_says(const struct pw_hints *h, size_t fact);

/* What to write at the steps of the abstract run: after `step` steps `text` (freed with
 * pw_mem_strfree) says what a real run of these steps has there. */
struct pw_hint_note {
    size_t step;
    char *text;
};
typedef PW_VEC(struct pw_hint_note) pw_hint_notes;

void pw_hints_note(const struct pw_hints *h, const struct pw_program *p, pw_hint_notes *notes);

/* Appends them as sentences (each to be freed with pw_mem_strfree). */
void pw_hints_word(const struct pw_hints *h, const struct pw_program *p,
                   const struct pw_candidate *c, pw_lines *lines);

#endif
