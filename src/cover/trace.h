/* trace.h -- concrete runs from abstract ones.
 *
 * A plan is a list of transitions with, for each, a multiset that the configuration after it must
 * be at least. Running it from an initial configuration, the passive tokens that may choose are
 * sent where the plan needs them (a small transport problem, solved by augmenting paths), the
 * others stay if they may.
 *
 * So a plan is no run: it says what is needed from below, and says it of sets of configurations,
 * for that is what both searches know; a trace (cover/search.h) is one run that fulfils it. */
#ifndef PW_COVER_TRACE_H
#define PW_COVER_TRACE_H

#include "cover/search.h"

struct pw_plan_step {
    uint32_t trans;
    size_t need, nneed; /* plan.pool[need .. need+nneed-1] */
};

struct pw_plan {
    uint32_t global;    /* of the start */
    size_t need, nneed; /* the start must be at least this */
    PW_VEC(struct pw_plan_step) steps;
    pw_toks pool;
    uint32_t target;
};

void pw_plan_clear(struct pw_plan *p);
void pw_plan_start(struct pw_plan *p, uint32_t global, const struct pw_tok *need, size_t n);
void pw_plan_add(struct pw_plan *p, uint32_t trans, const struct pw_tok *need, size_t n);

/* Runs the plan. False: no initial configuration is above the start, or a step cannot be made as
 * planned; *out is then empty. */
bool pw_plan_run(const struct pw_plan *p, const struct pw_system *s, struct pw_trace *out);
void pw_trace_clear(struct pw_trace *t);

#endif
