/* automaton.h -- the actions of a contract as an automaton.
 *
 * States 0 ... n-1, 0 is initial; edges carry actions; no empty edges. Made from the regular
 * expression by Thompson's construction, with empty edges removed, unreachable states removed and
 * states with the same future merged (so that `repeat { A }` is one state with a loop). At every
 * state there is a further loop K, not stored: a step that changes nothing outside `modifies`. */
#ifndef PW_MODULAR_AUTOMATON_H
#define PW_MODULAR_AUTOMATON_H

#include "modular/tree.h"

struct pw_auto_edge {
    uint32_t from, action, to;
};

struct pw_automaton {
    uint32_t n;
    PW_VEC(struct pw_auto_edge) edges;
    bool *final;         /* per state */
    uint32_t *component; /* per state: strongly connected components, in topological order */
    uint32_t ncomponents;
};

void pw_automaton_make(struct pw_automaton *a, const struct pw_mcontract *c);
void pw_automaton_clear(struct pw_automaton *a);

#endif
