/* relevant.h -- which shared variables and formulas a unit is about.
 *
 * Two shared variables are of one component if a chain of assumptions, invariants and `init`
 * formulas links them. What a unit does not mention, in components it does not mention, it neither
 * writes nor learns anything from: such variables have no value in its states, and such formulas
 * are no hypotheses. (Fewer hypotheses are always sound; nothing is lost unless a formula of
 * another component is contradictory, which its own obligations then show.) Formulas without a
 * shared variable are relevant to everybody. */
#ifndef PW_MODULAR_RELEVANT_H
#define PW_MODULAR_RELEVANT_H

#include "modular/encode.h"

/* Finds the components: t->component, and `component` of the formulas. To be called again when
 * formulas were added or removed. */
void pw_relevant_link(struct pw_mtree *t);
/* Fills c->tracked, env, inv, any and uses_kinds for c->unit (NULL: the whole file). A unit with a
 * graph gets the components it mentions only. */
void pw_relevant_choose(struct pw_enc *c);
/* The same of this component only (NONE: formulas without variables). */
void pw_relevant_choose_component(struct pw_enc *c, uint32_t component);

/* Does is(...) or a thread with one instance occur? */
bool pw_relevant_kinds(const struct pw_mexpr *e);

#endif
