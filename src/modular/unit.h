/* unit.h -- a unit in work: the values at its nodes, as terms, of the last pass. */
#ifndef PW_MODULAR_UNIT_H
#define PW_MODULAR_UNIT_H

#include "modular/modular.h"

struct pw_uplace {
    pw_term reach, go; /* others moved under the guard go */
    struct pw_mstate *in,
        *moved; /* before and after the others moved; of a cut point: leaving it */
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

static inline struct pw_mview pw_unit_view(const struct pw_ujob *j, const struct pw_mstate *s,
                                           uint32_t base)
{
    return (struct pw_mview){.before = s, .self = j->c->self, .base = base};
}

/* unit_step.c. From s, any number of steps of others, and of a contract's component if keep is not
 * NULL: then only the assumptions kept there hold, and `changes` and the slot may change, too. */
struct pw_mstate *pw_unit_move_others(struct pw_ujob *j, pw_term guard, const struct pw_mstate *s,
                                      const bool *keep, const bool *changes, uint32_t slot);
struct pw_mob pw_unit_obligation(enum pw_mob_kind kind, pw_term guard, pw_term goal, uint32_t first,
                                 uint32_t last, uint32_t edge);
/* The obligations of the step s -> n; ob says where it is. inside: a step that may be repeated;
 * then no position may be lost. */
void pw_unit_step(struct pw_ujob *j, struct pw_mob ob, const struct pw_mstate *s,
                  struct pw_mstate *n, bool inside);

/* unit_ops.c. Can the edge be blocked? Its operations on s, with their obligations. */
bool pw_unit_is_guarded(const struct pw_ujob *j, const struct pw_medge *e);
void pw_unit_run_ops(struct pw_ujob *j, const struct pw_medge *e, uint32_t edge, pw_term taken,
                     struct pw_mstate *s);

#endif
