/* interp.h -- the n-thread program on exact integers: the judge of every counterexample.
 *
 * It follows prog/program.h to the letter and uses neither solver nor abstraction. Threads are
 * numbered from 0. A truth value is 0 or 1. */
#ifndef PW_RUN_INTERP_H
#define PW_RUN_INTERP_H

#include "prog/program.h"

struct pw_thread {
    uint32_t template, loc;
    pw_int *locals; /* templates[template].nlocals values */
};

/* A state of the program with n threads. Values of BOOL and RANGE variables are in their type. */
struct pw_state {
    const struct pw_program *p;
    size_t n;
    pw_int *shared;
    struct pw_thread *threads;
};

/* All threads at their entries, all values 0 or, in a range without 0, its least value.
 * templates[i] is the template of thread i. */
struct pw_state *pw_state_new(const struct pw_program *p, const uint32_t *templates, size_t n);
struct pw_state *pw_state_clone(const struct pw_state *s);
void pw_state_free(struct pw_state *s); /* NULL is fine */
/* pre: same program and templates of the threads */
void pw_state_assign(struct pw_state *to, const struct pw_state *from);
/* "s = 1, t = 2 | 1 client at crit: l = 1 | ..." in one line. */
void pw_state_print(const struct pw_state *s, struct pw_strbuf *out);

/* Is s an initial state? If not, *why (may be NULL) gets the reason: "s is not 1", "init l !=
 * other.l fails for threads 1 and 2". The numbers of threads must fit the counts, too. */
bool pw_interp_initial(const struct pw_state *s, struct pw_strbuf *why);
/* Sets every variable that has an initialiser to it, in order. */
void pw_interp_initialise(struct pw_state *s);
/* The `init` constraints alone. */
bool pw_interp_constraints(const struct pw_state *s, struct pw_strbuf *why);

/* May thread i take the edge (an index into its template's edges) with these choices (edge.nchoices
 * values; NULL if it has none)? True iff the thread is at edge.from, the choices are in their
 * types, the guard holds and all looks do. Threads that have ended, or gone wrong, are others like
 * any. */
bool pw_interp_enabled(const struct pw_state *s, size_t i, uint32_t edge, const pw_int *choices);
/* The thread that look k of the edge hangs on: the first one that refutes an `every`, or that a
 * `some` holds for; s->n if there is none. */
size_t pw_interp_witness(const struct pw_state *s, size_t i, uint32_t edge, size_t k,
                         const pw_int *choices);
/* Takes it; false (s unchanged) if it is not enabled. */
bool pw_interp_step(struct pw_state *s, size_t i, uint32_t edge, const pw_int *choices);

/* Value of an expression in which thread a is active and thread p passive (p = a if no PASSIVE or
 * OTHER_AT leaf occurs). */
void pw_interp_eval(const struct pw_state *s, const struct pw_expr *e, size_t a, size_t p,
                    pw_int *out);
bool pw_interp_holds(const struct pw_state *s, const struct pw_expr *e, size_t a, size_t p);
/* Eq. (3): an inter-thread predicate holds for a iff it does against every p != a of its passive
 * template. pre: a is of its active one. */
bool pw_interp_pred(const struct pw_state *s, const struct pw_pred *q, size_t a);
/* Does thread a have this predicate: is a of its active template? */
bool pw_interp_has_pred(const struct pw_state *s, const struct pw_pred *q, size_t a);

bool pw_interp_disjunct(const struct pw_state *s, const struct pw_disjunct *d);
/* does it hold here? */
bool pw_interp_invariant(const struct pw_state *s, const struct pw_pred *q);
/* Index of the first `unsafe` alternative that holds; p->nunsafe if some thread is at an error
 * location; p->nunsafe + 1 + i if invariant i is the first that does not hold; PW_NONE if the state
 * is good. */
int64_t pw_interp_violation(const struct pw_state *s);
/* In words: "count(crit) >= 2", "an assertion fails", "none". */
void pw_interp_print_violation(const struct pw_state *s, int64_t violation, struct pw_strbuf *out);

#endif
