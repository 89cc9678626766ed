/* thread.h -- the thread T as terms, for the files of src/conform. */
#ifndef PW_CONFORM_THREAD_H
#define PW_CONFORM_THREAD_H

#include "conform/conform.h"

/* An edge of T. Shared variables before are those of the machine's g. */
struct pw_conform_edge {
    pw_term guard;               /* with the types of the choices */
    pw_term *choices, *h, *l;    /* after: all shared variables, all locals */
    pw_term *step, *reach, same; /* of the machine, h put in; the first two when needed */
};

struct pw_conform_pair {
    uint32_t loc;
    const int64_t *q; /* values of locals (0 for int ones), then bits of predicates */
    const bool *f;
    int64_t parent, edge; /* of the search; PW_NONE at the start */
    bool dropped;         /* a smaller one came later */
};

struct pw_conform {
    const struct pw_program *p;
    const struct pw_thread_template *t;
    uint32_t template;
    const struct pw_machine *m;
    struct pw_terms *terms;
    struct pw_solver *solver;
    pw_term *l;    /* locals */
    pw_term types; /* shared variables and locals are within theirs */
    pw_term initial;
    PW_VEC(pw_term) preds;
    struct pw_conform_edge *edges;
    PW_VEC(struct pw_conform_pair) pairs;
    struct pw_arena *arena;
    size_t checks;
};

/* T as terms over g of the machine and locals of its own; no predicates yet. The machine, of a
 * program with the same shared variables, and the arena outlive it. */
void pw_conform_thread_init(struct pw_conform *c, const struct pw_program *p, uint32_t t,
                            const struct pw_machine *m, struct pw_arena *arena);
void pw_conform_thread_clear(struct pw_conform *c);

/* Predicates over `int` locals: those of the file, atoms of guards, and of what the machine asks of
 * the values that T writes. */
void pw_conform_predicates(struct pw_conform *c);
/* Atoms of a formula that read locals of T only, at least one of them `int`, become predicates. */
void pw_conform_gather(struct pw_conform *c, pw_term f);
/* Atoms of weakest preconditions of the predicates through the edges of T. False: none is new. */
bool pw_conform_refine(struct pw_conform *c);

/* Asserts that values are within their types and the locals as q says (struct pw_conform_pair). */
void pw_conform_assert_q(struct pw_conform *c, const int64_t *q);
/* q of the solver's model, for terms of locals and predicates; appended to `other`: what makes
 * another q. */
void pw_conform_read_q(struct pw_conform *c, const pw_term *l, const pw_term *preds, int64_t *q,
                       pw_term_list *other);

/* The label is in the property, for threads of the template. */
bool pw_conform_label_counts(const struct pw_program *p, uint32_t template, uint32_t label);
/* F^g, per place. */
void pw_conform_close(const struct pw_conform *c, const bool *f, pw_term *out);
pw_term pw_conform_wrong(const struct pw_conform *c, const pw_term *closed);
/* match(F, g, h of the edge), per place. */
void pw_conform_match(struct pw_conform *c, uint32_t edge, const pw_term *closed, pw_term *out);
/* Some place of the closed set has all labels of the property that loc has; true if loc has none.
 * */
pw_term pw_conform_labelled(const struct pw_conform *c, uint32_t loc, const pw_term *closed);
void pw_conform_start(const struct pw_conform *c, pw_term *out); /* F0^g */

/* Values for the path to a pair and its error; false: there are none. */
bool pw_conform_trace(struct pw_conform *c, size_t pair, int64_t edge, enum pw_conform_reason why,
                      struct pw_conform_result *r);

#endif
