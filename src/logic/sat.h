/* sat.h -- the Boolean search: conflict-driven clause learning with a theory attached.
 *
 * Variables 0, 1, 2, ...; a literal is 2 * variable + sign (1 = negated). Clauses live in one array
 * of words and are named by their offset: word 0 = length, word 1 = flags and glue (PW_CLAUSE_*),
 * then the literals.
 *
 * The trail is the list of true literals in order of assignment, cut into levels by decisions. The
 * first decisions are the assumptions of the call, one level each. The trail survives a check and
 * the next one keeps what it shares: the levels of the common prefix of the assumptions.
 *
 * Invariants outside the functions below:
 *  (1) a clause of length >= 2 watches its first two literals; if a watched literal is false, then
 *      the other one or the blocker of the watch, a literal of the clause, is true on a level that
 *      is not higher, or propagation has not reached it yet (its index on the trail is >= `head`);
 *  (2) reason[v] is a clause whose first literal (of a clause of two: one of them) is the true
 *      literal of v and whose others are false, and were so earlier; or PW_CLAUSE_NONE, or
 *      PW_CLAUSE_THEORY;
 *  (3) literals true on level 0 follow from the clauses alone;
 *  (4) a decision variable is eligible (counted in `eligible`).
 * solver_sound.c has (1) and (2) as code.
 *
 * Marks: a scope of the solver notes variable count and clause end; forgetting it removes every
 * variable made since and every clause that mentions one. Sound, because what the scope asserts is
 * guarded by a variable of its own, and definitions of variables are conservative. */
#ifndef PW_LOGIC_SAT_H
#define PW_LOGIC_SAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "logic/solver.h"

typedef uint32_t pw_lit;
enum { PW_CLAUSE_LEARNED = 1, PW_CLAUSE_DEAD = 2, PW_CLAUSE_GLUE_SHIFT = 3 };
#define PW_CLAUSE_NONE UINT32_MAX
#define PW_LIT_NONE UINT32_MAX
#define PW_CLAUSE_THEORY (UINT32_MAX - 1) /* reason on request: the theory explains */

typedef PW_VEC(pw_lit) pw_lits;

static inline pw_lit pw_lit_make(uint32_t var, bool negated)
{
    return 2 * var + negated;
}
static inline pw_lit pw_lit_not(pw_lit l)
{
    return l ^ 1;
}
static inline uint32_t pw_lit_var(pw_lit l)
{
    return l >> 1;
}

/* What the search asks of the theory. Atoms are variables made as such by pw_sat_new_var. */
struct pw_sat_theory {
    void *self;
    /* Takes note of the literals trail[*from ...] that are atoms. False: conflict holds literals
     * that are all false now, a valid clause. May enqueue implied literals by pw_sat_imply. */
    bool (*propagate)(void *self, size_t from, pw_lits *conflict);
    /* All eligible variables are assigned or sheltered. False as above. May instead add clauses
     * and variables, or ask for fewer literals if there could be; then sets *again. */
    bool (*final)(void *self, pw_lits *conflict, bool *again);
    /* literals from that index on are about to be unassigned */
    void (*backtrack)(void *self, size_t trail_size);
    /* for an implied literal: a valid clause, l first, the others false before l */
    void (*explain)(void *self, pw_lit l, pw_lits *clause);
    /* preferred value of an atom: 0, 1, or -1 for no opinion */
    int (*phase)(void *self, uint32_t var);
};

struct pw_watch {
    uint32_t clause;
    pw_lit blocker;
};

typedef PW_VEC(struct pw_watch) pw_watches;

struct pw_sat_var {
    uint32_t level;
    uint32_t reason;
    uint32_t index;    /* on the trail */
    uint32_t eligible; /* number of claims */
    int32_t heap;      /* index in the heap or -1 */
    double activity;
    uint32_t shelter; /* 1 + index of its list in `shelters`; or 0 */
    bool phase, atom, seen;
};

struct pw_sat_ranked {
    double activity;
    uint32_t var;
};

struct pw_sat_mark {
    uint32_t vars, words;
};

struct pw_sat {
    PW_VEC(struct pw_sat_var) vars;
    PW_VEC(signed char) value; /* per literal: 1 true, -1 false, 0 open */
    PW_VEC(pw_watches) watch;  /* per literal l: clauses to look at when l becomes false */
    PW_VEC(uint32_t) words;    /* clauses */
    PW_VEC(struct pw_sat_ranked) heap;
    pw_lits trail;
    PW_VEC(uint32_t) levels; /* index on the trail where level i+1 begins */
    /* With a sorted heap: no variable before index `cursor` of it is left to decide, and none was
     * before index cursors[i] when level i+1 began; but those from `disturbed` on have changed. */
    bool sorted;
    uint32_t cursor, disturbed;
    PW_VEC(uint32_t) cursors;
    /* while one of them is true, a variable need not be decided; lists end with NONE */
    pw_lits shelters;
    /* Ranks the variables and shelters those that need not be decided; called where the theory has
     * much work with what was decided. NULL: nobody knows. */
    void (*spare)(void *arg);
    void *spare_arg;
    size_t head, theory_head;
    pw_lits assume;
    bool contradiction; /* the clauses have no model */
    double bump;
    size_t learned, learned_limit;
    PW_VEC(struct pw_sat_mark) marks;
    struct pw_sat_theory theory;
    struct pw_solver_stats *stats;
    /* scratch */
    pw_lits conflict, lemma, failed, stack, explained;
    PW_VEC(uint32_t) to_clear;
    PW_VEC(uint32_t) stamp; /* per level, for glue */
    uint32_t stamp_now;
};

void pw_sat_init(struct pw_sat *s, const struct pw_sat_theory *theory,
                 struct pw_solver_stats *stats);
void pw_sat_clear(struct pw_sat *s);

uint32_t pw_sat_new_var(struct pw_sat *s, bool atom);
void pw_sat_claim(struct pw_sat *s, uint32_t var);   /* one more claim: eligible for decisions */
void pw_sat_unclaim(struct pw_sat *s, uint32_t var); /* one less */

static inline size_t pw_sat_vars(const struct pw_sat *s)
{
    return s->vars.n;
}
static inline int pw_sat_value(const struct pw_sat *s, pw_lit l)
{
    return s->value.at[l];
}
static inline size_t pw_sat_level(const struct pw_sat *s)
{
    return s->levels.n;
}

/* Adds a clause at any time (keeps as much of the trail as it can). The literals are copied. */
void pw_sat_add(struct pw_sat *s, const pw_lit *lits, size_t n);
/* Theory only: enqueues a literal that is open, with a reason on request. */
void pw_sat_imply(struct pw_sat *s, pw_lit l);
void pw_sat_backtrack(struct pw_sat *s, size_t level);

/* True: a model on the trail. False: `failed` holds the assumptions (of s->assume) that contradict
 * the clauses. */
bool pw_sat_solve(struct pw_sat *s, const pw_lit *assume, size_t n);

/* From now on until pw_sat_unrank: the same decisions, found in another way that is faster where
 * conflicts are rare. No scope is opened or closed meanwhile. */
void pw_sat_rank(struct pw_sat *s);
void pw_sat_unrank(struct pw_sat *s);
/* Has something been decided, and has nobody asked yet for less? */
bool pw_sat_could_decide_less(const struct pw_sat *s);
/* The variable need not be decided while one of the literals is true; until pw_sat_unrank. */
void pw_sat_shelter(struct pw_sat *s, uint32_t var, const pw_lit *lits, size_t n);

/* Marks, and removal of the variables made since the last mark with all clauses that mention them.
 * Leaves level 0. */
void pw_sat_push(struct pw_sat *s);
void pw_sat_pop(struct pw_sat *s);

/* Between the files sat_*.c. */
uint32_t pw_sat_propagate(struct pw_sat *s);
void pw_sat_enqueue(struct pw_sat *s, pw_lit l, uint32_t reason);
void pw_sat_new_level(struct pw_sat *s);
/* and watch it */
uint32_t pw_sat_store(struct pw_sat *s, const pw_lit *lits, size_t n, uint32_t flags);
/* forgets the less useful half of the learned clauses */
void pw_sat_reduce(struct pw_sat *s);
/* all false; learns and backtracks; false: contradiction */
bool pw_sat_resolve_conflict(struct pw_sat *s, const pw_lit *lits, size_t n);
void pw_sat_analyse_final(struct pw_sat *s, pw_lit assumption);
void pw_sat_bump(struct pw_sat *s, uint32_t var);
bool pw_sat_pick(struct pw_sat *s, uint32_t *var);
void pw_sat_heap_insert(struct pw_sat *s, uint32_t var);
void pw_sat_heap_keep(struct pw_sat *s, uint32_t vars); /* only variables below vars stay in it */

#endif
