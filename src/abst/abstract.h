/* abstract.h -- existential inter-thread predicate abstraction of a program into a dual-reference
 * template (paper §2-3, DESIGN §3-4).
 *
 * Threads 1 (active) and 2 (passive) of an N-thread program, N = b = 4 * #IT + 2 + q, q being the
 * largest number of `some` of one step. A row of R~[s][q]
 * says, for a statement s of template T and a thread 2 of template q: the truth of every predicate
 * and the value of every finite variable, before and after, and the location of thread 2. It is in
 * R~ iff some concrete step of N threads, threads 3 .. N of any mix of the templates, shows it (Eq.
 * 6, 7, 12). I~[T][q] likewise from the initial states (Eq. 8, 13). The result is exact in both
 * directions. W_i[s][q], a some block of the template for the i-th `some` of s, are the rows of
 * steps in which thread 2 itself satisfies it.
 *
 * Fields of the template: a shared predicate is a shared bit; every other predicate is a local bit
 * of its active template, or of every template of the program if it reads no active local; finite
 * variables (bool, mutex halves, ranges) are values; integers are gone. Template numbers, location
 * order and edge order are those of the program. Where DESIGN §2 demands it, one more template
 * "idle" (any number of threads, one location, no fields, no statements) comes last: if every
 * template has a fixed count, if `init` relates threads to each other, or if no thread of an
 * uncounted template can be added to every initial state for certain. Idle threads are no threads
 * of the program (no predicate ranges over them), but they count among threads 2 .. N.
 *
 * The order of threads (self < other.self) is like an integer of each thread that differs from
 * those of all others and that no step changes: a row is there if some order shows it. Which order
 * two threads have is forgotten between steps, but for what predicates say of it.
 *
 * Where a step has an `every`, one thread alone may do what two or more cannot, so it is a question
 * of its own. If there are no idle threads for the reasons above, the template gets both them and a
 * shared field `alone` that no step changes: true means one thread and idle ones, false two threads
 * or more and none idle. */
#ifndef PW_ABST_ABSTRACT_H
#define PW_ABST_ABSTRACT_H

#include "abst/axioms.h"
#include "base/diag.h"
#include "base/stats.h"
#include "dualref/dual.h"
#include "prog/program.h"

/* How the rows of formulas over integers are found (abst/project.h). All give the same template. */
enum pw_abst_way {
    PW_ABST_TURNS,       /* solver and elimination in turns */
    PW_ABST_SHORT_TURNS, /* the same in the shortest turns, for tests */
    PW_ABST_SOLVER,      /* the solver alone */
    PW_ABST_ELIMINATION  /* elimination first, the solver only where it fails */
};

struct pw_abst_options {
    /* NULL: those that the program states. They must outlive the abstraction. */
    const struct pw_preds *preds;
    /* 0: the bound, computed with witnesses (abst/witness.h); N >= 2: exactly N threads,
     * instantiated plainly (abst/plain.h) */
    int64_t threads;
    /* Steps start in states that satisfy these; NULL: in any. pre: threads is 0. */
    const struct pw_axioms *axioms;
    enum pw_abst_way way; /* with threads > 0: always the solver */
};

/* Counters; valid also when a limit stopped the work. */
#define PW_ABST_STATS(STAT)                                                                        \
    STAT(COUNT, predicates, "predicates")                                                          \
    STAT(COUNT, inter_thread, "inter-thread predicates")                                           \
    STAT(COUNT, bound, "threads that the template stands for")                                     \
    STAT(COUNT, locations, "locations")                                                            \
    STAT(COUNT, statements, "statements (edges of the control flow graphs)")                       \
    STAT(COUNT, relations, "relations done: (statement, passive template) and initial pairs")      \
    STAT(COUNT, components, "independent parts of the relations' formulas")                        \
    STAT(COUNT, reused, "parts equal to an earlier one")                                           \
    STAT(COUNT, direct, "parts without integers, made into diagrams directly")                     \
    STAT(COUNT, eliminated,                                                                        \
         "parts of difference constraints that elimination was first to finish")                   \
    STAT(COUNT, checks, "questions to the arithmetic solver")                                      \
    STAT(COUNT, cubes, "cubes of solutions")                                                       \
    STAT(COUNT, nodes, "nodes of decision diagrams made")

struct pw_abst_stats {
    PW_ABST_STATS(PW_STAT_FIELD)
};

/* Where a template statement or location comes from: edge or location `index` of program template
 * `template`. */
struct pw_abst_origin {
    uint32_t template, index;
};

/* The fields of the variables and predicates of the program: PW_NO_INDEX where there is none
 * (integers; predicates of other threads). */
struct pw_abst_fields {
    uint32_t *of_var, *of_pred;
    size_t n_vars, n_preds;
};

struct pw_abstraction {
    struct pw_dual *template;
    /* whose truth it tracks; bit i of the template's predicates is preds.at[i] */
    struct pw_preds preds;
    struct pw_abst_fields shared; /* of_var: of program.shared; of_pred: shared predicates */
    /* by program template; of_var: of its locals; of_pred: all others */
    struct pw_abst_fields *local;
    size_t n_local;
    struct pw_abst_origin *stmts; /* by template statement */
    /* by template location; template = PW_NO_INDEX for the one of idle threads */
    struct pw_abst_origin *locs;
    size_t n_stmts, n_locs;
    bool idle; /* the last template is "idle" */
    /* the shared field `alone`, or PW_NO_INDEX. If there is one, the last template is "idle", too,
     * but !idle: its threads are beside one that is alone only. */
    uint32_t alone;
};

/* 4 * #IT + 2. */
int64_t pw_abst_bound(struct pw_preds preds);
/* The number of `some` of a step; the i-th of them. */
uint32_t pw_abst_somes(const struct pw_edge *e);
const struct pw_look *pw_abst_some(const struct pw_edge *e, uint32_t i);
/* Does a template of the abstraction stand for idle threads? */
bool pw_abst_is_idle(const struct pw_abstraction *a, uint32_t template);

/* The abstraction of a program whose properties are no formulas (prog/checked.h); NULL iff *diags
 * has a new error (a range too large to be tracked, too many bits
 * for the diagrams). Warns of predicates that are always true or always false. src (for positions;
 * may be NULL) and stats (may be NULL) are the caller's. The caller frees the result. Polls the
 * limits; a stop unwinds. */
struct pw_abstraction *pw_abstract_template(const struct pw_program *p, const struct pw_source *src,
                                            const struct pw_abst_options *o,
                                            struct pw_abst_stats *stats, struct pw_diags *diags);
void pw_abstract_free(struct pw_abstraction *a); /* with its template; a may be NULL */

/* Only fields, locations, statements, labels and bad states; all relations are empty. The layout
 * that an abstraction of p has; used to match a template read from a file with the program
 * (abst/obligations.h). */
struct pw_abstraction *pw_abstract_skeleton(const struct pw_program *p, struct pw_preds preds,
                                            const struct pw_source *src, struct pw_diags *diags);

#endif
