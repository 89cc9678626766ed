/* encode.h -- states, formulas and arrays as terms of linear integer arithmetic.
 *
 * Universal goals become constants (`self`, `other`, and for each sort some `any` constants).
 * Universal hypotheses are instantiated at finitely many witnesses of their sort: these constants,
 * the threads with one instance, every index at which an array is read or written, and, where no
 * array is indexed by the bound name, the values of the variables of that sort. Fewer instances are
 * weaker hypotheses, so any choice is sound.
 *
 * An array is a term per witness: w1 == w2 implies equal cells; writing at i changes the cell of
 * every witness equal to i. size(a) = rest + number of different witnesses > 0 with a true cell.
 *
 * Which witnesses are needed is known only when everything is built: so a problem is generated in
 * passes by the same function (pw_enc_generate), each with the witnesses that the pass before asked
 * for, until none is new. All names of variables are the same in all passes.
 *
 * A pass gives a list of events in order: facts to assert, and obligations (goal under a guard). */
#ifndef PW_MODULAR_ENCODE_H
#define PW_MODULAR_ENCODE_H

#include "logic/term.h"
#include "modular/mgraph.h"

struct pw_mcells {
    pw_term *cells; /* per witness of the index sort; Boolean or integer */
    pw_term rest;   /* counted arrays */
    uint32_t version;
    /* made from `before` by a contract: `same` says whether nothing changed */
    const struct pw_mcells *before;
    pw_term same;
};

/* The values at one moment. Shared variables that the unit does not track have no value. */
struct pw_mstate {
    pw_term *vars; /* per shared variable that is no array */
    struct pw_mcells **arrays;
    pw_term *locals; /* per slot */
    pw_term *pos;    /* per state of the unit's automaton: is this position possible */
};

/* How an expression is read: before, after (may be NULL), who is self, bound names, frame. */
struct pw_mview {
    const struct pw_mstate *before, *after;
    pw_term self;
    pw_term bound[PW_MTREE_MOST_BOUND];
    uint32_t base;
};

/* What an obligation is about. */
enum pw_mob_kind {
    PW_OB_INIT,
    PW_OB_REFLEXIVE,
    PW_OB_TRANSITIVE,
    PW_OB_ASSERT,
    PW_OB_INVARIANT,
    PW_OB_GUARANTEE,
    PW_OB_SIMULATION,
    PW_OB_REQUIRES,
    PW_OB_CLAIM,
    PW_OB_ENSURES,
    PW_OB_EXCLUSION,
    PW_OB_KINDS
};
const char *pw_mob_name(enum pw_mob_kind kind);

struct pw_mob {
    enum pw_mob_kind kind;
    pw_term guard, goal;
    uint32_t first, last;       /* where it is reported */
    uint32_t about, about_last; /* the annotation it is about, or NONE */
    uint32_t edge, node;        /* of the graph; NONE */
    bool other;                 /* of an invariant: for another thread than the one that moves */
    bool implicit;
};

struct pw_mevent {
    bool is_obligation;
    bool soft;     /* a fact that follows from the obligation before it */
    bool position; /* a fact about positions at cut points, found when all others are known */
    pw_term fact;
    struct pw_mob ob;
};

/* The formulas of a procedure that is called: those of its modules, and the implicit ones of its
 * variables. */
struct pw_enc_callee {
    bool known;
    PW_VEC(uint32_t) env, inv;
};

struct pw_enc {
    struct pw_mtree *t;
    struct pw_terms *terms;
    const struct pw_munit *unit; /* NULL: none */
    /* the formulas in use, by number in the tree */
    PW_VEC(uint32_t) env, inv;
    bool *tracked; /* per shared variable */
    uint32_t nslots;
    const struct pw_mgraph *graph;
    uint32_t npos;
    bool paper_invariants; /* as printed: an invariant is checked for the moving thread only */
    uint32_t nsorts;       /* 0 is tid, 1 + k is object k */
    pw_term_list *witnesses, *wanted;
    struct pw_enc_callee *callees; /* per procedure */
    uint32_t *any;                 /* per sort: how many `any` constants */
    /* of the pass */
    struct pw_arena arena;
    PW_VEC(struct pw_mevent) events;
    uint32_t fresh; /* numbers names */
    pw_term self, other;
    bool incomplete; /* some instances were left out */
    bool uses_kinds;
    bool in_instance; /* an instance of a hypothesis is being built: its indices count once */
    unsigned passes;
};

void pw_enc_init(struct pw_enc *c, struct pw_mtree *t, const struct pw_munit *u,
                 const struct pw_mgraph *g);
/* The same without a graph, about one component only (relevant.h). */
void pw_enc_init_component(struct pw_enc *c, struct pw_mtree *t, const struct pw_munit *u,
                           uint32_t component);
void pw_enc_clear(struct pw_enc *c);
/* Runs `build` until no new witness is wanted, or a bound is reached (then incomplete). */
void pw_enc_generate(struct pw_enc *c, void (*build)(struct pw_enc *, void *), void *arg);

uint32_t pw_enc_sort(struct pw_sort s); /* 0: tid */
const struct pw_enc_callee *pw_enc_callee(struct pw_enc *c, const struct pw_munit *callee);

/* A name like "x.12": the same in every pass, as long as calls come in the same order. */
pw_term pw_enc_fresh(struct pw_enc *c, const char *name, struct pw_sort sort);
pw_term pw_enc_truth(struct pw_enc *c, const char *name);
pw_term pw_enc_any(struct pw_enc *c, struct pw_sort sort, uint32_t i);

/* From the next pass on it is a witness. */
void pw_enc_want(struct pw_enc *c, uint32_t sort, pw_term a);

void pw_enc_fact(struct pw_enc *c, pw_term guard, pw_term fact);
void pw_enc_oblige(struct pw_enc *c, const struct pw_mob *ob);
/* a fact that the last obligation justifies */
void pw_enc_soft(struct pw_enc *c, pw_term guard, pw_term fact);

/* States. */
struct pw_mstate *pw_enc_copy(struct pw_enc *c, const struct pw_mstate *s);
struct pw_mstate *pw_enc_state(struct pw_enc *c, const char *tag);           /* everything fresh */
void pw_enc_refresh(struct pw_enc *c, struct pw_mstate *s, uint32_t shared); /* this one fresh */
void pw_enc_refresh_slot(struct pw_enc *c, struct pw_mstate *s, uint32_t slot);
/* Equality of one variable in two states; of arrays at all witnesses, and of what size counts. */
pw_term pw_enc_same(struct pw_enc *c, uint32_t shared, const struct pw_mstate *a,
                    const struct pw_mstate *b);
bool pw_enc_identical(const struct pw_enc *c, uint32_t shared, const struct pw_mstate *a,
                      const struct pw_mstate *b);
void pw_enc_write(struct pw_enc *c, struct pw_mstate *s, const struct pw_mexpr *target,
                  const struct pw_mview *where, pw_term value);

pw_term pw_enc_eval(struct pw_enc *c, const struct pw_mexpr *e, const struct pw_mview *v);

/* Hypotheses and goals. who: all threads but `but` (id of false: no exception), or self only. */
void pw_enc_assume(struct pw_enc *c, pw_term guard, const struct pw_mformula *f,
                   const struct pw_mstate *before, const struct pw_mstate *after, bool all_threads,
                   bool but_self);
void pw_enc_assume_invariants(struct pw_enc *c, pw_term guard, const struct pw_mstate *s);
pw_term pw_enc_goal(struct pw_enc *c, const struct pw_mformula *f, const struct pw_mstate *before,
                    const struct pw_mstate *after, pw_term self);
/* Initial values and `init` formulas. */
void pw_enc_assume_initial(struct pw_enc *c, pw_term guard, const struct pw_mstate *s);

/* Are all shared variables of the expression tracked? */
bool pw_enc_tracks(const struct pw_enc *c, const struct pw_mexpr *e);
/* Does the formula mention a variable that differs in the two states? */
bool pw_enc_touched(struct pw_enc *c, const struct pw_mexpr *e, const struct pw_mstate *a,
                    const struct pw_mstate *b);

#endif
