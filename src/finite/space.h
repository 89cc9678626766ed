/* space.h -- a finite program as numbers: shared states, local states of each template, steps.
 *
 * A program is finite if every variable and every choice of a step is a bool, a mutex bit or a
 * range. Then a shared state is a vector of values, a local state of template t a location of t and
 * the values of its locals. Both are numbered 0, 1, 2, ... in order of arrival (local states per
 * template); equal states have equal numbers. A step of a thread of template t reads and writes one
 * shared and one local state:
 *
 *     (g, l) -> (g', l')  by edge e,   iff some choices satisfy the guard of e and give g', l'
 *
 * Steps are computed on demand, exactly (num/int.h), in the order of the edges. */
#ifndef PW_FINITE_SPACE_H
#define PW_FINITE_SPACE_H

#include "base/strbuf.h"
#include "base/table.h"
#include "base/vec.h"
#include "finite/flat.h"
#include "finite/pack.h"
#include "prog/program.h"

enum { PW_SPACE_MOST_CHOICES = 65536 }; /* of one edge */

struct pw_space_step {
    uint32_t shared, local, edge;
};
typedef PW_VEC(struct pw_space_step) pw_space_steps;
typedef PW_VEC(uint32_t) pw_space_numbers;

/* Local states of one template: state k has location locs.at[k] and the values from k * nlocals on.
 */
struct pw_space_locals {
    PW_VEC(uint32_t) locs;
    PW_VEC(int64_t) values;
    struct pw_table index;
};

struct pw_space {
    const struct pw_program *p;
    struct pw_pack pack;     /* of shared states */
    PW_VEC(uint64_t) shared; /* pack.words words a state */
    uint32_t n_shared;
    struct pw_table shared_index;
    struct pw_space_locals *locals; /* by template */
    bool pair_init;                 /* some `init` relates two threads */
    struct pw_space_code **code;    /* by template and edge: how its steps are taken */
    /* The step that is being taken: registers (finite/flat.h), of which the shared ones have the
     * values of the state that was stepped from last; the shared state after it; new values of
     * locals; values of updates. */
    PW_VEC(int64_t) registers;
    struct pw_flat_layout at;
    uint64_t *next_shared;
    int64_t *next_local, *values;
    size_t most_locals, most_updates;
    uint32_t loaded;   /* 1 + the shared state in the registers; 0: none */
    int64_t *unpacked; /* by pw_space_shared_values */
};

/* Is p finite? If not, *why says which variable or step stands in the way. */
bool pw_space_finite(const struct pw_program *p, struct pw_strbuf *why);

struct pw_space *pw_space_new(const struct pw_program *p); /* pre: finite; p outlives it */
void pw_space_free(struct pw_space *s);

/* The number of a state, a new one if need be. */
uint32_t pw_space_number_shared(struct pw_space *s, const int64_t *values);
uint32_t pw_space_number_local(struct pw_space *s, uint32_t template, uint32_t loc,
                               const int64_t *values);

uint32_t pw_space_n_locals(const struct pw_space *s, uint32_t template);
/* Valid until the next call. */
const int64_t *pw_space_shared_values(const struct pw_space *s, uint32_t shared);
uint32_t pw_space_loc(const struct pw_space *s, uint32_t template, uint32_t local);
const int64_t *pw_space_local_values(const struct pw_space *s, uint32_t template, uint32_t local);

/* All steps of a thread of template t in (shared, local); *out is emptied first. */
void pw_space_steps_from(struct pw_space *s, uint32_t t, uint32_t shared, uint32_t local,
                         pw_space_steps *out);

/* Choices of step.edge that lead from (shared, local) to the step's target; out has room for all of
 * them, initialised. pre: the step is one of pw_space_steps_from. */
void pw_space_choices(struct pw_space *s, uint32_t t, uint32_t shared, uint32_t local,
                      struct pw_space_step step, pw_int *out);

/* Initial shared states: initialisers and constraints that read shared variables only. */
void pw_space_initial_shared(struct pw_space *s, pw_space_numbers *out);
/* Initial local states of template t in a shared state, by initialisers and constraints of one
 * thread. */
void pw_space_initial_locals(struct pw_space *s, uint32_t t, uint32_t shared,
                             pw_space_numbers *out);
/* Do the constraints on pairs hold for an active thread (t, l) and a passive one (u, m)? */
bool pw_space_initial_pair(struct pw_space *s, uint32_t shared, uint32_t t, uint32_t l, uint32_t u,
                           uint32_t m);

/* "x == 1, stopping"; "at L3 or crit with l == 2, or at L3 with l == 1": each of these states. */
void pw_space_print_shared(const struct pw_space *s, uint32_t shared, struct pw_strbuf *out);
void pw_space_print_locals(const struct pw_space *s, uint32_t template, const uint32_t *locals,
                           size_t n, struct pw_strbuf *out);

#endif
