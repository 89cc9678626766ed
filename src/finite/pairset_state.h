/* pairset_state.h -- private to pairset*.c: the keys, and expressions over one or two threads. */
#ifndef PW_FINITE_PAIRSET_STATE_H
#define PW_FINITE_PAIRSET_STATE_H

#include "base/bits.h"
#include "finite/pairset.h"

/* What an expression reads: shared state s, local states a and p, values of choices. */
struct pw_pairset_view {
    const struct pw_pairset *x;
    uint32_t s, a, p;
    bool before; /* a comes before p */
    const int64_t *choices;
};

bool pw_pairset_holds(const struct pw_pairset_view *v, const struct pw_expr *e);
int64_t pw_pairset_eval(const struct pw_pairset_view *v, const struct pw_expr *e);

/* Numbers of states, new or not. values: of all shared variables, or of all locals. */
uint32_t pw_pairset_intern_shared(struct pw_pairset *x, const int64_t *values);
uint32_t pw_pairset_intern_local(struct pw_pairset *x, uint32_t template, uint32_t loc,
                                 const int64_t *values);

/* Adds (s, u, v), u before v. */
void pw_pairset_add(struct pw_pairset *x, uint32_t s, uint32_t u, uint32_t v);
/* Is (s, u, v) in I? */
bool pw_pairset_has(const struct pw_pairset *x, uint32_t s, uint32_t u, uint32_t v);

static inline const struct pw_thread_template *pw_pairset_template(const struct pw_pairset *x,
                                                                   uint32_t local)
{
    return &x->p->templates[x->locals.at[local].template];
}

/* All keys that steps from shared state s give. */
void pw_pairset_steps(struct pw_pairset *x, uint32_t s);

#endif
