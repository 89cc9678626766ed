/* finite.h -- the finite program of a certificate: fields with ranges, locations, edges with guards
 * and updates as formulas, initial values, bad counts; and its states and steps.
 *
 * A formula is a sequence of operations in prefix order, as in the text: a number, sI, lI, cI
 * (shared field, local field, choice I), or an operator and its arguments. Truth is 1 and 0. All
 * arithmetic is checked: what leaves 64 bits ends the check. */
#ifndef PW_CHECK_FINITE_H
#define PW_CHECK_FINITE_H

#include "base/table.h"
#include "base/vec.h"
#include "check/reader.h"

struct pwc_operation {
    uint8_t op; /* index into the table of operators, or a leaf */
    int64_t value;
};

struct pwc_formula {
    size_t first; /* in program.operations */
};

struct pwc_field {
    int64_t lo, hi;
    bool any; /* initially */
    struct pwc_formula init;
};
typedef PW_VEC(struct pwc_field) pwc_field_list;

struct pwc_kind_of_thread {
    int64_t count;
    uint32_t entry;
    pwc_field_list fields;
};

struct pwc_location {
    uint32_t kind;
    bool error;
    pw_uints labels;
    uint32_t first_edge, edges; /* edges are sorted by `from` */
};

struct pwc_change {
    bool shared;
    uint32_t field;
    struct pwc_formula to;
};

struct pwc_program_edge {
    uint32_t from, to;
    pwc_field_list choices;
    struct pwc_formula guard;
    PW_VEC(struct pwc_change) changes;
};

struct pwc_constraint { /* on the initial values; kind < 0: of the shared fields */
    int64_t kind;
    struct pwc_formula formula;
};

struct pwc_bad_count { /* at least `least` threads of this kind (< 0: any) at the label */
    int64_t kind;
    uint32_t label;
    int64_t least;
};
typedef PW_VEC(struct pwc_bad_count) pwc_bad_counts;

/* Numbered vectors: a location (0 for shared ones) and values. */
struct pwc_vectors {
    PW_VEC(int64_t) values; /* width each */
    PW_VEC(uint32_t) place, first;
    struct pw_table index;
};

struct pwc_finite {
    struct pwc_reader *r;
    pwc_field_list shared;
    PW_VEC(struct pwc_kind_of_thread) kinds;
    PW_VEC(struct pwc_location) locations;
    PW_VEC(struct pwc_program_edge) edges;
    PW_VEC(struct pwc_constraint) constraints;
    PW_VEC(pwc_bad_counts) bads;
    PW_VEC(struct pwc_operation) operations;
    struct pwc_vectors shareds, locals;
};

/* Reads the sections from `shared-fields` to `local-states`; each line of a local state ends in a
 * part of its own that `rest` reads. */
void pwc_read_finite(struct pwc_reader *r, struct pwc_finite *p, void (*rest)(void *), void *arg);

/* Calls step(arg, shared, local) for every step of a thread in local state l beside shared state g.
 * A step into a state that is not listed fails condition `what`. */
void pwc_each_step(struct pwc_finite *p, const char *what, uint32_t g, uint32_t l,
                   void (*step)(void *arg, uint32_t shared, uint32_t local), void *arg);

/* Calls start(arg, shared) for every initial shared state, and start(arg, local) for every initial
 * local state of a kind beside one; likewise. */
void pwc_each_shared_start(struct pwc_finite *p, const char *what,
                           void (*start)(void *arg, uint32_t shared), void *arg);
void pwc_each_local_start(struct pwc_finite *p, const char *what, uint32_t kind, uint32_t shared,
                          void (*start)(void *arg, uint32_t local), void *arg);

/* The shared state with these values, which must be listed; one of its values. */
uint32_t pwc_shared_number(struct pwc_finite *p, const char *what, const int64_t *values);
int64_t pwc_shared_value(const struct pwc_finite *p, uint32_t shared, uint32_t field);
/* Sets named[f] for each shared field that an edge of the kind reads or writes. */
void pwc_named_fields(const struct pwc_finite *p, uint32_t kind, bool *named);

/* Does a thread in this local state count for c? Is it at an error location? Which is its kind? */
bool pwc_counts_for(const struct pwc_finite *p, const struct pwc_bad_count *c, uint32_t local);
bool pwc_is_error(const struct pwc_finite *p, uint32_t local);
uint32_t pwc_kind_of(const struct pwc_finite *p, uint32_t local);

#endif
