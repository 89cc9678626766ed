/* propose.h -- an abstract thread for a thread: smaller, without its local variables, and such that
 * the thread conforms to it.
 *
 * The thread T becomes a machine (conform/machine.h): a place is a location with values of the
 * finite locals and truth values of predicates over the `int` ones; a step between two places is
 * T's, with the locals projected away (conform/project.h). Places are then merged by *weak
 * bisimulation*: x and y are in one class if they have the same labels of the property, can fail in
 * the same states g after silent steps, and outside of these states lead, by silent steps and at
 * most one other, to the same classes for the same (g, h). That is the coarsest such partition:
 * classes are split until none has to be, equality of formulas decided by the solver. Steps within
 * a class that change nothing are left out, and those that others of the same two classes contain.
 *
 * Without `int` locals the proposal does exactly what T does. With them it may do more: predicates
 * need not say all about a local. Where even the projection is not exact, steps and failures are
 * more than the places say: the proposal is loose, which it says. In any case it does at least as
 * much as T; the caller checks that again from the text (pw_conform_check). */
#ifndef PW_CONFORM_PROPOSE_H
#define PW_CONFORM_PROPOSE_H

#include "conform/machine.h"

/* One step of a class. */
struct pw_proposed_step {
    uint32_t from, to;        /* places of T's machine; then classes */
    pw_term when;             /* over g, and h of what is picked */
    const pw_term *to_values; /* per shared variable: g if it stays, h if picked, or a term */
    pw_term step;             /* all of it over g and h */
    bool dropped;
};

struct pw_proposed_class {
    const char *lines; /* of T: "12, 14" */
    uint32_t loc;      /* of T: one of them, with its labels */
    pw_term fails, entry;
};

struct pw_proposal {
    struct pw_terms *terms;
    struct pw_machine machine; /* of T; its program is the one given */
    struct pw_arena arena;
    uint32_t template;
    PW_VEC(struct pw_proposed_class) classes;
    PW_VEC(struct pw_proposed_step) steps;
    size_t locations, predicates;
    bool loose;
    const char *problem; /* there is none; a static text */
};

enum { PW_PROPOSE_PLACES = 200 };

/* p: the program in which the proposal is to take part, with T as it is. */
void pw_propose_init(struct pw_proposal *x, const struct pw_program *p, uint32_t t);
void pw_propose_clear(struct pw_proposal *x);

/* The text of the abstract thread. False: it cannot be written; see problem. */
bool pw_propose_write(struct pw_proposal *x, struct pw_strbuf *out);

#endif
