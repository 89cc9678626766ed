/* machine.h -- an abstract thread as a finite machine whose steps are formulas.
 *
 * A *place* is a location of the thread with values of its (finite) locals. Shared variables that
 * some guard, right-hand side or initial value of the abstract program reads are *observed*; nobody
 * there can tell the value of the others. g and h are variables for the shared state before and
 * after a step.
 *
 *   step(x, y)   over the observed part of g and h: the thread can go from x to y and take g to h
 *   err(x)       over g: a failure is enabled at x
 *   reach(x, y)  over g: x leads to y by any number of steps that are silent at g, i.e. relate
 *                (g, g)
 *
 * No formula has a quantifier: a value that a step picks is the new value of an observed variable
 * (h), or finite (one step per value), or is read by nothing; anything else is a problem of the
 * input. */
#ifndef PW_CONFORM_MACHINE_H
#define PW_CONFORM_MACHINE_H

#include "base/vec.h"
#include "logic/solver.h"
#include "prog/program.h"

enum { PW_MACHINE_PLACES = 4096 };

struct pw_machine_edge {
    uint32_t from, to;
    pw_term step;
};

struct pw_machine_place {
    uint32_t loc;
    const int64_t *values; /* of the locals */
};

struct pw_machine {
    struct pw_terms *terms;
    const struct pw_program *p; /* the abstract program */
    uint32_t template;
    pw_term *g, *h; /* p->nshared of each */
    bool *observed;
    pw_term same; /* g and h agree on what is observed */
    struct pw_arena arena;
    PW_VEC(struct pw_machine_place) places;
    PW_VEC(pw_term) entry, err; /* per place: a thread may start there with g */
    PW_VEC(struct pw_machine_edge) edges;
    pw_term *reach;      /* places.n squared */
    int64_t left_out;    /* an edge of the template, as if it were not there, or PW_NONE */
    const char *problem; /* the abstract thread cannot be used, or NULL */
    struct pw_pos problem_pos;
};

/* Builds the machine of a template of the abstract program. The program and
 * the terms outlive it. With a problem it can only be cleared. */
void pw_machine_init(struct pw_machine *m, struct pw_terms *terms, const struct pw_program *p,
                     uint32_t template);
void pw_machine_clear(struct pw_machine *m);
/* The same without one edge of the template; what is observed stays. */
void pw_machine_init_without(struct pw_machine *m, struct pw_terms *terms,
                             const struct pw_program *p, uint32_t template, uint32_t edge);

/* The same by hand: variables only; then the caller says what is observed and adds places and
 * edges; then the silent steps. */
void pw_machine_open(struct pw_machine *m, struct pw_terms *terms, const struct pw_program *p,
                     uint32_t template);
void pw_machine_find_reach(struct pw_machine *m);

/* Per shared variable: is it observed in that (abstract) program? */
void pw_machine_observed(const struct pw_program *p, bool *observed);

/* v is a value of the type. */
pw_term pw_machine_in_type(struct pw_terms *t, pw_term v, struct pw_type type);
/* v has that value; a truth value is 0 or 1. */
pw_term pw_machine_is(struct pw_terms *t, pw_term v, int64_t value);
pw_term pw_machine_var(struct pw_terms *t, struct pw_type type, const char *name);
pw_term pw_machine_equal(struct pw_terms *t, pw_term a, pw_term b); /* of either type */

#endif
