/* states.h -- numbers for the shared states and local states of a template that a search has met.
 *
 * A shared state is the values of all shared fields; a local state is a location and the values of
 * the fields of its template. Both are numbered 0, 1, 2, ... in order of arrival; equal states have
 * equal numbers. Values are kept as codes (value - lo). */
#ifndef PW_DUALREF_STATES_H
#define PW_DUALREF_STATES_H

#include "base/strbuf.h"
#include "base/table.h"
#include "dualref/dual.h"

struct pw_local_state {
    uint32_t loc;   /* location number; its template is locs.at[loc].template */
    uint32_t first; /* codes.at[first ..] */
};

struct pw_states {
    struct pw_dual *t;
    PW_VEC(uint32_t) shared_codes; /* t->shared.n per shared state */
    uint32_t n_shared;
    PW_VEC(struct pw_local_state) locals;
    PW_VEC(uint32_t) codes;
    struct pw_table shared_index, local_index;
};

void pw_states_init(struct pw_states *s, struct pw_dual *t); /* t outlives it */
void pw_states_clear(struct pw_states *s);

const uint32_t *pw_states_shared_codes(const struct pw_states *s, uint32_t shared);
const uint32_t *pw_states_local_codes(const struct pw_states *s, uint32_t local);
uint32_t pw_states_template(const struct pw_states *s, uint32_t local);
int64_t pw_states_shared_value(const struct pw_states *s, uint32_t shared, uint32_t field);
int64_t pw_states_local_value(const struct pw_states *s, uint32_t local, uint32_t field);

/* The state that the model `values` (of pw_bdd_points) describes in a role. */
uint32_t pw_states_read_shared(struct pw_states *s, const uint8_t *values, enum pw_when when);
uint32_t pw_states_read_local(struct pw_states *s, const uint8_t *values, enum pw_role role,
                              enum pw_when when, uint32_t loc);
/* passive location number */
uint32_t pw_states_read_place(const struct pw_dual *t, uint32_t template, const uint8_t *values);

/* The cube that fixes a state in a role. */
pw_bdd pw_states_shared_cube(const struct pw_states *s, uint32_t shared, enum pw_when when);
pw_bdd pw_states_local_cube(const struct pw_states *s, uint32_t local, enum pw_role role,
                            enum pw_when when);
/* now, in the passive role, with its location */
pw_bdd pw_states_passive_cube(const struct pw_states *s, uint32_t local);

bool pw_states_has_label(const struct pw_states *s, uint32_t local, uint32_t label);

/* In words: "t_positive, !stopping, x = 3"; "client at crit: unique, !served". */
void pw_states_print_shared(const struct pw_states *s, uint32_t shared, struct pw_strbuf *out);
void pw_states_print_local(const struct pw_states *s, uint32_t local, struct pw_strbuf *out);

#endif
