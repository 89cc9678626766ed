/* join.h -- one step of the fixpoint: what holds after a step must be among the facts of the key
 * it leads to.
 *
 * A query is a conjunction of formulas about a few known threads (slots). JOIN drops from the
 * target every fact that some model of the query violates after the step; the last check is the
 * proof that the others hold. Three judges, cheap ones first: the fact is one of the hypotheses; a
 * zone; the solver. Only the solver's models drop facts, so the result is exact. */
#ifndef PW_PAIRS_JOIN_H
#define PW_PAIRS_JOIN_H

#include "pairs/count.h"
#include "pairs/keys.h"
#include "pairs/zone.h"

struct pw_join_stats {
    uint64_t queries, checks; /* joins that were more than bookkeeping; questions to the solver */
};

/* A fact of a key was lost, or (atom PW_JOIN_MADE) the key came about, by a step of which
 * texts[text] says the state before it. */
#define PW_JOIN_MADE UINT32_MAX
struct pw_join_event {
    uint32_t key, atom;
    const struct pw_step *step; /* NULL: the start */
    bool own;                   /* one of the two threads took it, beside the other */
    uint32_t beside;            /* own: the view of the other */
    size_t text;
};

struct pw_join_journal {
    PW_VEC(struct pw_join_event) events;
    PW_VEC(char *) texts;
};

void pw_join_journal_clear(struct pw_join_journal *j);

/* A fact that is never dropped: an axiom, for what-if questions. Of one key; or of all, by its
 * expression. */
struct pw_join_pin {
    uint32_t sigma, u, v, atom;
    const struct pw_expr *always; /* NULL: of that key */
    bool false_at_start;          /* found: an initial state does not have it */
};

struct pw_join {
    struct pw_encode *enc;
    struct pw_keys *keys;
    struct pw_join_journal *journal; /* NULL: none */
    struct pw_join_pin *pin;         /* NULL: none */
    struct pw_counts *counts;
    struct pw_join_stats stats;
    bool ordered;         /* threads have an order */
    pw_term_list given;   /* the query: literals and whatever is no disjunction */
    pw_term_list clauses; /* the query: disjunctions, the first `used` of them in use */
    size_t used;
    PW_VEC(uint32_t) stamp; /* per term: the query in which it was last a conjunct */
    uint32_t now;
    struct pw_zone zone, cases;
    bool zone_ready;
    pw_term_list ask; /* scratch: given and one more */
    /* terms after a step, kept from join to join: rows by (step, table, orientation) */
    struct pw_arena arena;
    PW_VEC(struct pw_join_row) rows;
    struct pw_table row_index;
};

struct pw_join_row {
    const struct pw_step *step;
    const struct pw_atom_table *table;
    uint32_t i, j;
    const struct pw_reaction *react[2]; /* of the threads in slots i and j */
    pw_term *at;                        /* id UINT32_MAX: not yet made */
};

void pw_join_init(struct pw_join *x, struct pw_encode *enc, struct pw_keys *keys,
                  struct pw_counts *counts);
void pw_join_clear(struct pw_join *x);

/* The query: start, then conjuncts. */
void pw_join_start(struct pw_join *x);
void pw_join_given(struct pw_join *x, pw_term formula);
/* The facts of a key, of two threads with views u in slot i and v in slot j (in any order); and
 * that they are different ones, where threads have an order.
 * False: the pair was never reached, so the query has no model. */
bool pw_join_pair(struct pw_join *x, uint32_t sigma, uint32_t u, uint32_t i, uint32_t v,
                  uint32_t j);
void pw_join_different(struct pw_join *x, uint32_t i, uint32_t j); /* the same of two slots */
bool pw_join_possible(struct pw_join *x);                          /* has the query a model? */
/* Has the query a model, then the solver's, in which a is false? */
bool pw_join_refutes(struct pw_join *x, pw_term a);

/* A pair that may come about: views u in slot i, v in slot j after the step (NULL: now), and what
 * the step does to the two where they stand by (NULL: nothing). */
struct pw_join_target {
    uint32_t sigma, u, i, v, j;
    const struct pw_step *step;
    const struct pw_reaction *react[2];
};

/* Is the target's key there, and no fact of it touched by the step? */
bool pw_join_keeps(struct pw_join *x, const struct pw_join_target *to);

/* Number of the target's key if it is new or lost facts, otherwise -1. */
int64_t pw_join_into(struct pw_join *x, const struct pw_join_target *to);

#endif
