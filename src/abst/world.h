/* world.h -- the threads of the abstraction as terms: what is seen of them in a row, and what is
 * only known to exist.
 *
 * A row of the template is a valuation of the Boolean variables of its diagrams. Each such variable
 * has one Boolean term, its *row bit*; predicates about the location of thread 2 have row bits,
 * too, whose diagram is a set of locations. All other variables of formulas are *hidden*: integers
 * of the shared state and of threads 1 and 2, the arbitrary values of a step, and everything of
 * threads 3 .. N. A relation is the projection of a formula onto its row bits (abst/project.h).
 *
 * The order of threads (BEFORE) is hidden, and no step changes it. Threads 1 and 2 are in one of
 * two orders; a hidden thread comes before both of them, between them, or after both (the domain of
 * its two variables). Every choice of these is an order of all threads: where two hidden threads
 * have the same place, either may be first. Nothing compares two hidden threads but a question
 * about a predicate alone; they are in any order then.
 *
 * A *view* is one thread at one moment: a term for each local, and its location, fixed or as one
 * Boolean term per label. A *scene* is what an expression is evaluated in: shared values, active
 * view, passive view, choices of the step.
 *
 * Hidden finite variables carry their type as a *domain*: a formula that every part in which they
 * occur must include. So does the group of "is at label l" terms of a thread k >= 3: some location
 * of its template has exactly these labels. */
#ifndef PW_ABST_WORLD_H
#define PW_ABST_WORLD_H

#include "abst/abstract.h"
#include "base/arena.h"
#include "logic/solver.h"

struct pw_thread_view {
    uint32_t template;
    uint32_t seen;         /* 1, 2: that thread; 0: a hidden one */
    const char *name;      /* of a hidden one: what its variables are called by */
    const pw_term *locals; /* by local variable */
    int32_t loc;           /* its location, or -1: see at */
    const pw_term *at;     /* by label */
};

struct pw_scene {
    const pw_term *shared; /* by shared variable */
    const struct pw_thread_view
        *active; /* may be NULL where the expression reads no active thread */
    const struct pw_thread_view *passive; /* likewise */
    const pw_term *choices;
    const pw_term *counts; /* by tally of the axioms (pw_world_counts) */
};

struct pw_world {
    const struct pw_program *p;
    const struct pw_abstraction *a;
    struct pw_dual *t; /* of a */
    struct pw_terms *terms;
    struct pw_abst_stats *stats;    /* never NULL */
    struct pw_arena arena;          /* views */
    const struct pw_axioms *axioms; /* NULL: none */
    PW_VEC(struct pw_thread_view *) witnesses;
    bool *asked;             /* by label: some formula asks for it */
    PW_VEC(uint32_t) row;    /* by term node: the diagram of a row bit; 0: hidden */
    PW_VEC(uint32_t) domain; /* by term node: id + 1 of the formula; 0: none */
};

void pw_world_init(struct pw_world *w, const struct pw_program *p, struct pw_abstraction *a,
                   const struct pw_axioms *axioms, struct pw_abst_stats *stats);
void pw_world_clear(struct pw_world *w);

/* FALSE for a hidden variable */
pw_bdd pw_world_row(const struct pw_world *w, pw_term var);
bool pw_world_domain(const struct pw_world *w, pw_term var, pw_term *d); /* false: none */

/* The row bit of a predicate (kept in a field of one bit). */
pw_term pw_world_bit(struct pw_world *w, enum pw_role role, uint32_t template, uint32_t field,
                     enum pw_when when);
/* The value of a field: a Boolean term, or for ranges the integer that its row bits encode. */
pw_term pw_world_field(struct pw_world *w, enum pw_role role, uint32_t template, uint32_t field,
                       enum pw_when when);

/* Shared values now. Lives as long as the world, as all arrays and views below do. */
const pw_term *pw_world_shared(struct pw_world *w);
/* thread 1 */
const struct pw_thread_view *pw_world_active(struct pw_world *w, uint32_t template, uint32_t loc);
/* thread 2, anywhere */
const struct pw_thread_view *pw_world_passive(struct pw_world *w, uint32_t template);
const struct pw_thread_view *pw_world_passive_at(struct pw_world *w, uint32_t template,
                                                 uint32_t loc);
/* hidden thread number k = 0, 1, ... of a template */
const struct pw_thread_view *pw_world_witness(struct pw_world *w, uint32_t template, uint32_t k);
/* the same thread at a fixed location */
const struct pw_thread_view *pw_world_at(struct pw_world *w, const struct pw_thread_view *v,
                                         uint32_t loc);
/* the same, named by the caller; anew each time */
const struct pw_thread_view *pw_world_hidden(struct pw_world *w, uint32_t template,
                                             const char *prefix);
const pw_term *pw_world_choices(struct pw_world *w, const struct pw_edge *e);

/* After an edge taken in scene sc by sc->active. */
const pw_term *pw_world_shared_after(struct pw_world *w, const struct pw_edge *e,
                                     const struct pw_scene *sc);
const struct pw_thread_view *pw_world_active_after(struct pw_world *w, const struct pw_edge *e,
                                                   const struct pw_scene *sc);

/* Another thread after it, which the edge may have changed; v itself if it does not. sc->passive is
 * ignored. */
const struct pw_thread_view *pw_world_other_after(struct pw_world *w, const struct pw_edge *e,
                                                  const struct pw_scene *sc,
                                                  const struct pw_thread_view *v);

pw_term pw_world_term(struct pw_world *w, const struct pw_expr *e, const struct pw_scene *sc);

/* Axioms speak of a state with threads `one`, at a fixed location, and `two`, anywhere (NULL:
 * idle); numbers of other threads are hidden. What counting axiom number i says of it: */
pw_term pw_world_axiom(struct pw_world *w, size_t i, const pw_term *shared,
                       const struct pw_thread_view *one, const struct pw_thread_view *two);
/* Thread 2 is at an error location: nothing is said then. */
pw_term pw_world_failed(struct pw_world *w, const struct pw_thread_view *two);
/* The values of the tallies; two threads of a step before it and after it have the same others. */
const pw_term *pw_world_counts(struct pw_world *w, const struct pw_thread_view *one,
                               const struct pw_thread_view *two);

pw_term pw_world_equal(struct pw_world *w, pw_term a, pw_term b); /* of integers or of Booleans */

/* Adds a formula to a conjunction: its conjuncts, without `true`. */
void pw_world_require(const struct pw_world *w, pw_term_list *conjunction, pw_term formula);

#endif
