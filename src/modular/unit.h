/* unit.h -- a unit in work: the values at its nodes, as terms, of the last pass. */
#ifndef PW_MODULAR_UNIT_H
#define PW_MODULAR_UNIT_H

#include "modular/modular.h"

struct pw_uplace {
    pw_term reach, go; /* others moved under the guard go */
    struct pw_mstate *in,
        *moved;           /* before and after the others moved; of a cut point: leaving it */
    pw_term arrive_reach; /* of a cut point: arriving */
    struct pw_mstate *arriving, *arrived;
};

struct pw_uflow {
    pw_term taken;
    struct pw_mstate *to; /* NULL: the edge cannot be reached */
};

/* At a cut point: cond => pos, kept by the literal lit. */
struct pw_ucandidate {
    pw_term lit, reach, cond, pos;
    bool dead;
};

struct pw_ujob {
    struct pw_mrun *run;
    const struct pw_mgraph *g;
    struct pw_enc *c;
    const struct pw_automaton *automaton; /* of the unit's own contract, or NULL */
    struct pw_uplace *places;
    struct pw_uflow *flows;
    uint32_t *first_out, *first_in, *next_out, *next_in, *nout; /* lists of edges, from 1 */
    bool **keep; /* per node inside a contract: which assumptions survive there */
    PW_VEC(struct pw_ucandidate) candidates;
};

void pw_unit_join_locals(struct pw_ujob *j, const struct pw_uflow *const *in, size_t n,
                         struct pw_mstate *all);
bool *pw_unit_stutter(struct pw_ujob *j, uint32_t node);
bool pw_unit_returns(const struct pw_ujob *j);

#endif
