/* known.h -- states of the program in which up to three threads are known and the rest is counted.
 *
 * Known threads stand in slots 0, 1, 2 at fixed locations; their locals and all shared variables
 * are symbolic. Of the others only numbers are known: rest(t, l) >= 0 threads of template t at
 * location l, which with the known ones add up to the count of a counted template. So count(L) is a
 * linear term. No thread, known or not, is at an error location.
 *
 * What was found of the program (pairs/invariant.h) is a hypothesis: facts of every pair of known
 * threads, and counting invariants whose weights depend on locations alone. */
#ifndef PW_PAIRS_KNOWN_H
#define PW_PAIRS_KNOWN_H

#include "logic/solver.h"
#include "pairs/invariant.h"

enum { PW_KNOWN_MOST = 3 };

struct pw_known_thread {
    uint32_t template, loc;
    const pw_term *locals; /* by index */
};

typedef PW_VEC(pw_term) pw_known_terms;

/* Before or after a step. */
struct pw_known_state {
    const pw_term *shared; /* by index */
    struct pw_known_thread at[PW_KNOWN_MOST];
    size_t n;
};

struct pw_known {
    const struct pw_program *p;
    const struct pw_invariant *found; /* NULL: nothing */
    struct pw_terms *terms;
    struct pw_solver *solver; /* types and rest >= 0 are asserted for good */
    struct pw_arena arena;
    pw_term **vars[PW_KNOWN_MOST]; /* per slot and template: locals */
    pw_term **rest;                /* per template and location */
    struct pw_known_state now;
    pw_known_terms given; /* of this context */
    const pw_term *choices;
    bool odd; /* something read what is not there: no answer can be trusted */
};

void pw_known_init(struct pw_known *k, const struct pw_program *p,
                   const struct pw_invariant *found);
void pw_known_clear(struct pw_known *k);

/* A context: no thread is known, nothing is given. */
void pw_known_start(struct pw_known *k);
void pw_known_add(struct pw_known *k, uint32_t template, uint32_t loc);
/* Do counts allow the threads that are known? If so, what counts and what was found say is given.
 */
bool pw_known_context(struct pw_known *k);
void pw_known_give(struct pw_known *k, pw_term fact);
/* How many threads of a template are at a location now, known or not. */
pw_term pw_known_number(struct pw_known *k, uint32_t template, uint32_t loc);

/* e in a state, with the threads in slots a and p as active and passive. */
pw_term pw_known_expr(struct pw_known *k, const struct pw_known_state *s, const struct pw_expr *e,
                      uint32_t a, uint32_t p);
/* The thread in slot 0 takes the edge: its guard is given; the state afterwards. */
struct pw_known_state pw_known_step(struct pw_known *k, const struct pw_edge *edge);
/* The state is initial as far as the known threads tell: given. pre: they are at their entries. */
void pw_known_initial(struct pw_known *k);

bool pw_known_possible(struct pw_known *k); /* is there a model of all that is given? Keeps it. */
/* The state now in that model, in one line. */
void pw_known_print(struct pw_known *k, struct pw_strbuf *out);
void pw_known_end(struct pw_known *k); /* after pw_known_possible */

#endif
