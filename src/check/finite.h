/* finite.h -- the finite program of a certificate: fields with ranges, locations, edges with guards
 * and updates as formulas, initial values, bad counts; and its states and steps.
 *
 * A formula is a sequence of operations in prefix order, as in the text: a number, sI, lI, cI
 * (shared field, local field, choice I), or an operator and its arguments. Truth is 1 and 0. All
 * arithmetic is checked: what leaves 64 bits ends the check.
 *
 * In programs whose threads look at each other (pwc_read_looking) a formula may also read another
 * thread: oI (its field I), `at` and `oat` (the numbers of the two locations), `before` (1 if the
 * other one comes later in the order of threads). */
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

enum { PWC_ANY = -1 };

struct pwc_kind_of_thread {
    int64_t count; /* PWC_ANY: so many as there happen to be; looking programs only */
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

/* A condition on the other threads of a kind (PWC_ANY: of all): it holds for every one, or for some
 * one. */
struct pwc_look {
    bool every;
    int64_t kind;
    struct pwc_formula formula;
};

struct pwc_other_change { /* in every other thread of the kind */
    uint32_t kind, field;
    struct pwc_formula to;
};

struct pwc_program_edge {
    uint32_t from, to;
    pwc_field_list choices;
    struct pwc_formula guard;
    PW_VEC(struct pwc_change) changes;
    PW_VEC(struct pwc_look) looks; /* these two: looking programs only */
    PW_VEC(struct pwc_other_change) others;
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

/* A formula that some thread, or some two, must not satisfy (`bad`), or that every two must satisfy
 * at the start; of these kinds, PWC_ANY: of any. */
struct pwc_claim {
    bool two;
    int64_t kind, other;
    struct pwc_formula formula;
};

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
    PW_VEC(struct pwc_claim) bad_formulas, pair_starts; /* looking programs only */
    bool looking, ordered;                              /* ordered: some formula reads `before` */
    PW_VEC(struct pwc_operation) operations;
    struct pwc_vectors shareds, locals;
};

/* Reads the sections from `shared-fields` to `local-states`; each line of a local state ends in a
 * part of its own that `rest` reads. */
void pwc_read_finite(struct pwc_reader *r, struct pwc_finite *p, void (*rest)(void *), void *arg);
/* The same of a program whose threads look at each other; a local state has nothing more. */
void pwc_read_looking(struct pwc_reader *r, struct pwc_finite *p);

/* What a formula reads: a shared state, a thread and another one, which may be itself where it is
 * not read; choices or NULL. */
struct pwc_sight {
    uint32_t shared, mine, other;
    bool before;
    const int64_t *choices;
};
int64_t pwc_formula_value(struct pwc_finite *p, struct pwc_formula f, const struct pwc_sight *s);
/* The shared and the local state after e, and that of another thread, in which `other` is changed;
 * -1: it is not listed. A field that leaves its range fails condition `what`. */
int64_t pwc_shared_after(struct pwc_finite *p, const char *what, const struct pwc_program_edge *e,
                         const struct pwc_sight *s);
int64_t pwc_mine_after(struct pwc_finite *p, const char *what, const struct pwc_program_edge *e,
                       const struct pwc_sight *s);
int64_t pwc_other_after(struct pwc_finite *p, const char *what, const struct pwc_program_edge *e,
                        const struct pwc_sight *s);
/* The next values of the choices of an edge, first all lowest; false: there are no more. */
bool pwc_next_choices(const struct pwc_program_edge *e, int64_t *choices);

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
