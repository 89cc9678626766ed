/* modular.h -- checks a program with contracts: each thread and procedure alone, for any number of
 * threads.
 *
 * Theorem. Let the initial states satisfy the invariants, every set of assumptions in use be
 * reflexive and transitive, every procedure with a contract satisfy it, and every thread pass its
 * obligations, calls being replaced by contracts. Then for every number of threads no run fails an
 * assertion, all states satisfy all invariants for all threads, and every step of a thread
 * satisfies the assumptions of all others. (Flanagan, Freund, Qadeer, Seshia: Modular verification
 * of multithreaded programs, Theorem 1, corrected: an invariant that names self is checked for the
 * thread that moves and for any other; threads guarantee the assumptions of everything any thread
 * calls; loops are cut at claims instead of unrolled; and the assumptions that are kept across the
 * silent steps of a contract are those closed under these steps and under the moves of others.)
 *
 * Unit u; state s where u arrives at a location; others move to w (assumptions of u, invariants);
 * u steps from w to s'. Between cut points (entry, exit, claims, loop heads) the graph is a DAG and
 * is encoded once, linearly: Booleans per location and per edge, so that no hypothesis about a
 * later state restricts an earlier one. An obligation at edge e asks
 * whether b_e and not goal is satisfiable. */
#ifndef PW_MODULAR_MODULAR_H
#define PW_MODULAR_MODULAR_H

#include "logic/solver.h"
#include "modular/encode.h"

enum pw_mresult { PW_MR_PROVED, PW_MR_FAILED, PW_MR_UNKNOWN };

/* One line of a counterexample: a statement or the others' moves, and what changed. */
struct pw_mline {
    uint32_t first, last; /* tokens; NONE: the others */
    char *text;           /* "m = 1, x = 0"; owned */
};

struct pw_mfinding {
    struct pw_mob ob;
    enum pw_mresult result;
    PW_VEC(struct pw_mline) path;
    char *smt; /* the question as SMT-LIB, if asked for; owned */
};

struct pw_munit_result {
    const struct pw_munit *unit; /* NULL: the file */
    PW_VEC(struct pw_mfinding) findings;
    unsigned failed, unknown;
    bool never_returns;
};

struct pw_moptions {
    bool paper_invariants; /* a test of the test: Theorem 1 as printed */
    bool smt;              /* keep every question as SMT-LIB */
    bool first;            /* stop at the first failure */
    bool list;             /* no solving */
    bool no_vacuity;       /* nothing is said of vacuity */
    const char *only;      /* one unit by name, or NULL */
    /* NULL, or: which obligations are asked; and each is told with its result. Then nothing is said
     * of vacuity, and nothing is kept in the report. */
    bool (*asks)(void *arg, const struct pw_mtree *t, const struct pw_mob *ob);
    void (*told)(void *arg, const struct pw_mtree *t, const struct pw_mfinding *f);
    void *arg;
};

struct pw_mreport {
    struct pw_mtree *t;
    struct pw_automaton *automata; /* per procedure */
    PW_VEC(struct pw_munit_result) units;
    PW_VEC(char *) notes; /* vacuity and the like */
    unsigned obligations, failed, unknown;
    uint64_t checks;
};

/* Checks all units of a resolved tree. False: an error was reported to diags. The report keeps t.
 * */
bool pw_modular_check(struct pw_mtree *t, const struct pw_moptions *o, struct pw_diags *diags,
                      struct pw_mreport *report);
void pw_modular_clear(struct pw_mreport *report);

/* --- between the files of this folder --- */

struct pw_mrun {
    struct pw_mtree *t;
    const struct pw_moptions *o;
    struct pw_mreport *report;
    struct pw_diags *diags;
    struct pw_munit_result *result; /* of the unit in work */
};

/* Asserts the facts in order and asks the obligations; explains failures by `explain`. */
typedef void pw_mexplain(struct pw_enc *c, struct pw_solver *s, const struct pw_mob *ob,
                         struct pw_mfinding *f, void *arg);
void pw_modular_solve(struct pw_mrun *r, struct pw_enc *c, struct pw_solver *s,
                      pw_mexplain *explain, void *arg);
void pw_modular_note(struct pw_mrun *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* unit.c: the obligations of a thread or procedure. */
bool pw_modular_unit(struct pw_mrun *r, const struct pw_munit *u);
/* globals.c: init, reflexive, transitive, exclusion. */
bool pw_modular_globals(struct pw_mrun *r);
/* stutter.c: which assumptions of the unit survive what a component of a contract does. keep[i] is
 * about c->env.at[i]. */
void pw_modular_stutter(struct pw_mrun *r, const struct pw_enc *c, uint32_t callee,
                        uint32_t component, uint32_t base, bool *keep);

/* vacuity.c: notes about actions that no state enables; about assumptions that the proofs do
 * without (all obligations are proved; few enough assumptions). */
void pw_modular_actions(struct pw_mrun *r, const struct pw_munit *u, const struct pw_mgraph *g);
void pw_modular_unused(struct pw_mrun *r);

/* What a contract may change: the shared variables of modifies, and of the given action (NONE:
 * none), into changes[shared]; returns whether the returned variable is among them. */
bool pw_modular_modified(const struct pw_munit *callee, uint32_t action, bool *changes, size_t n);
/* A step of a contract from w: fresh values for what may change. action NONE: a silent step. The
 * formula of the action, the invariants and the guarantee of the callee are assumed under guard. */
struct pw_mstate *pw_modular_contract_step(struct pw_enc *c, pw_term guard,
                                           const struct pw_munit *callee, uint32_t base,
                                           uint32_t action, const struct pw_mstate *w);

#endif
