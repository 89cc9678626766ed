/* encode.h -- states and steps of a few known threads as formulas.
 *
 * Known threads stand in slots 0, 1, 2, ...; an integer local of the thread in a slot is a variable
 * of its own. Finite variables have the values of sigma and of the thread's view; where these are
 * not given (NULL) they are variables too; whoever asks adds their types (pw_encode_type).
 *
 * Where threads have an order, the thread in a slot has a position, an integer that nothing
 * changes; different threads have different ones.
 *
 * A step is an edge taken by the thread in slot 0 from (sigma, view), with one choice of values for
 * what is finite afterwards: sigma2 and view2 are constants. An edge that may end in several finite
 * states (havoc of a bool, ok = x == l) is several steps whose guards say which. What the edge asks
 * of other threads and does to them is not in the step: pairs/react.h. */
#ifndef PW_PAIRS_ENCODE_H
#define PW_PAIRS_ENCODE_H

#include "logic/solver.h"
#include "logic/term.h"
#include "pairs/views.h"

/* What the leaves of an expression denote. */
struct pw_frame {
    const int64_t *sigma; /* NULL: symbolic */
    const struct pw_view
        *view[2]; /* of the thread read by LOCAL, by PASSIVE; values NULL: symbolic */
    uint32_t slot[2];
    const struct pw_step *after;        /* not NULL: the state after this step (of slot 0) */
    const struct pw_reaction *react[2]; /* what the step did to the threads; NULL: nothing */
};

struct pw_step {
    uint32_t sigma, view; /* before */
    const struct pw_edge *edge;
    pw_term guard; /* with the types of the choices and the finite outcome */
    const pw_term *shared,
        *local; /* new terms of the integers, by rank; old ones where unchanged */
    uint32_t sigma2, view2;
    bool writes_shared; /* finite or not */
    bool writes_int;    /* some shared integer */
};

typedef PW_VEC(struct pw_step) pw_steps;

struct pw_encode {
    struct pw_views *views;
    struct pw_terms *terms;
    struct pw_solver *solver;
    struct pw_arena arena;
    pw_term *ints;            /* the shared integers, by rank */
    PW_VEC(pw_term *) locals; /* per slot and kind: the integer locals, by rank; NULL until used */
    PW_VEC(pw_steps) steps;   /* per asked (sigma, view) */
    PW_VEC(uint64_t) asked;
    struct pw_table step_index;
    size_t most_outcomes; /* finite outcomes of one edge that are listed before `overflow` */
    bool overflow;        /* some edge has more */
};

void pw_encode_init(struct pw_encode *e, struct pw_views *views);
void pw_encode_clear(struct pw_encode *e);

/* The integer local of rank i of a thread of that kind in that slot. */
pw_term pw_encode_local(struct pw_encode *e, uint32_t slot, uint32_t kind, uint32_t i);
/* The position of the thread in that slot, if threads have an order. */
pw_term pw_encode_position(struct pw_encode *e, uint32_t slot);
/* A finite variable as a term: variable i of the shared part (kind < 0) or of the kind. */
pw_term pw_encode_finite(struct pw_encode *e, int32_t kind, uint32_t slot, uint32_t i);
pw_term pw_encode_expr(struct pw_encode *e, const struct pw_expr *x, const struct pw_frame *f);

/* The step's expressions read the state before; a choice is a variable named after its number. */
pw_term pw_encode_choices(struct pw_encode *e,
                          const struct pw_edge *edge); /* they have their types */
/* lo <= x <= hi for ranges; true otherwise. */
pw_term pw_encode_type(struct pw_encode *e, struct pw_type type, pw_term x);

/* The steps that leave (sigma, view); valid until the next call. Computed once. */
const pw_steps *pw_encode_steps(struct pw_encode *e, uint32_t sigma, uint32_t view);

pw_term pw_encode_equals(struct pw_encode *e, pw_term a, int64_t value); /* of either type */
/* Value of a constant term (truth: 0 or 1). pre: it is constant and small. */
int64_t pw_encode_value(struct pw_encode *e, pw_term a);
int64_t pw_encode_model(struct pw_encode *e, pw_term a); /* its value in the solver's model */

#endif
