/* search_state.h -- shared by the files of the explicit search.
 *
 * A state is a row of numbers: shared variables (arrays: a cell per thread or object, the first for
 * nobody or null), then for each thread its node, its slots, a set of positions for each call of a
 * procedure with a contract (0: not inside it; PW_SEARCH_FRESH: nor has the thread taken a step
 * since the call, so that what it requires must hold whatever the others do), and the set of labels
 * that it passed since its last step: those it is at. */
#ifndef PW_MODULAR_SEARCH_STATE_H
#define PW_MODULAR_SEARCH_STATE_H

#include "base/table.h"
#include "modular/search.h"

struct pw_search_parent {
    uint32_t from, thread, edge;
};

struct pw_search {
    struct pw_mtree *t;
    const struct pw_automaton *automata;
    const struct pw_search_limits *limits;
    struct pw_search_result *result;
    struct pw_mgraph *graphs; /* per template */
    uint32_t *ninstances;     /* per template: calls of procedures with contracts */
    uint32_t **instance; /* per template and slot: number of the call whose frame starts there */
    uint32_t *offset, *thread; /* of shared variables; of threads */
    uint32_t *kind;            /* per thread, from 1: its template */
    size_t nshared, size;
    bool *is_value;
    struct pw_table table;
    PW_VEC(struct pw_search_parent) parents;
    PW_VEC(int64_t) states;
    uint32_t current, moving, moving_edge; /* the state in work, the thread that moves, its edge */
    const int64_t *step_start;
    uint32_t found_at, found_edge, found_thread;
    bool stop, full;
};

enum { PW_SEARCH_MOST_LABELS = 62 };

#define PW_SEARCH_FRESH ((int64_t)1 << 61)

/* Where the set of labels of thread k is in a state. */
static inline size_t pw_search_labels(const struct pw_search *s, uint32_t k)
{
    uint32_t template = s->kind[k + 1];
    return s->thread[k] + 1 + s->graphs[template].slots.n + s->ninstances[template];
}

struct pw_search_view {
    const int64_t *before, *after;
    uint32_t self;     /* from 1 */
    int64_t positions; /* of the contract whose frame it is; 0: not known */
    const int64_t *locals, *locals_after;
    int64_t bound[PW_MTREE_MOST_BOUND];
};

void pw_search_found(struct pw_search *s, enum pw_search_kind kind, uint32_t first, uint32_t last);
void pw_search_ops(struct pw_search *s, uint32_t k, const int64_t *from, uint32_t edge, uint32_t op,
                   unsigned depth);

/* search_step.c. False: the value is outside the range of the search. */
bool pw_search_eval(struct pw_search *s, const struct pw_mexpr *e, const struct pw_search_view *v,
                    int64_t *value);
bool pw_search_holds(struct pw_search *s, const struct pw_mexpr *e, const struct pw_search_view *v);
bool pw_search_holds_for_all(struct pw_search *s, const struct pw_mformula *f,
                             const int64_t *before, const int64_t *after);
void pw_search_domain(const struct pw_search *s, const struct pw_mvar *v, int64_t *lo, int64_t *hi);
/* One operation; false: the thread cannot go on (or an assertion failed). */
bool pw_search_op(struct pw_search *s, uint32_t k, int64_t *state, const struct pw_mop *o);
void pw_search_choose(struct pw_search *s, uint32_t k, const int64_t *state, uint32_t edge,
                      uint32_t op, uint32_t target, unsigned depth);

/* search_check.c */
void pw_search_check_state(struct pw_search *s, const int64_t *state);
void pw_search_not_fresh(const struct pw_search *s, uint32_t k, int64_t *state);
void pw_search_check_step(struct pw_search *s, uint32_t k, const int64_t *before,
                          const int64_t *after);
void pw_search_check_claims(struct pw_search *s, uint32_t k, uint32_t node, const int64_t *state);
bool pw_search_enter(struct pw_search *s, uint32_t k, int64_t *state, const struct pw_medge *e);
bool pw_search_leave(struct pw_search *s, uint32_t k, int64_t *state, const struct pw_medge *e);
void pw_search_advance(struct pw_search *s, uint32_t k, int64_t *state, const struct pw_medge *e);
void pw_search_prepare(struct pw_search *s, uint32_t template);
void pw_search_record(struct pw_search *s, uint32_t thread, uint32_t edge, const int64_t *before,
                      const int64_t *after);

#endif
