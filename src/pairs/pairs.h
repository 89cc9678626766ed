/* pairs.h -- proofs without annotation: is there a pair invariant, with what counts threads, that
 * shows the program safe for every number of threads?
 *
 *   struct pw_pairs_stats stats = {0};
 *   struct pw_pairs_result r = {0};
 *   pw_pairs_prove(p, true, &stats, &r);    // polls limits; may be stopped anywhere
 *   if (r.invariant) ...                    // SAFE, and why
 *   pw_pairs_result_clear(&r);
 *
 * Levels of atoms are tried upwards (pairs/atoms.h): bounds and comparisons of the program; near
 * constants; cases p => a for equations p; all of it. Each is one least fixpoint (pairs/fix.h);
 * what it leaves open is tried with counted facts (pairs/tally.h). Never a verdict UNSAFE: without
 * a proof the result says which threads could not be told apart from a bad state. */
#ifndef PW_PAIRS_PAIRS_H
#define PW_PAIRS_PAIRS_H

#include "base/stats.h"
#include "pairs/invariant.h"
#include "pairs/lost.h"

/* X(field, help) */
#define PW_PAIRS_STATS(X)                                                                          \
    X(levels, "levels of atoms tried")                                                             \
    X(keys, "pairs of views that are possible")                                                    \
    X(facts, "facts about them")                                                                   \
    X(counts, "counting invariants")                                                               \
    X(tallies, "bounds on counted facts")                                                          \
    X(queries, "steps of two and three threads looked at")                                         \
    X(checks, "questions to the arithmetic solver")

struct pw_pairs_stats {
#define X(field, help) uint64_t field;
    PW_PAIRS_STATS(X)
#undef X
};

enum pw_pairs_open { PW_PAIRS_BAD, PW_PAIRS_TOO_LARGE };

struct pw_pairs_result {
    struct pw_invariant *invariant; /* NULL: no proof */
    /* without a proof, of the last level */
    enum pw_pairs_open open;
    struct pw_views views; /* of the numbers below; p is NULL if there are none */
    struct pw_expr_pool pool;
    uint32_t bad_sigma;
    pw_uints bad; /* views of the threads */
};

/* *stats and *r are zero. needed: the invariant has only the facts that the proof needs, if that is
 * found out with reasonable work (pairs/need.h). */
void pw_pairs_prove(const struct pw_program *p, bool needed, struct pw_pairs_stats *stats,
                    struct pw_pairs_result *r);
void pw_pairs_result_clear(struct pw_pairs_result *r);

/* Without a proof: what is missing, as far as facts of one of the plain levels tell. Fills a zeroed
 * *out. */
void pw_pairs_lost(const struct pw_program *p, struct pw_lost *out);

/* The same without counting invariants, which predicates do not express; the invariant has what is
 * needed. False: no proof. */
bool pw_pairs_prove_uncounted(const struct pw_program *p, struct pw_pairs_stats *stats,
                              struct pw_pairs_result *r);

/* The pair invariant of one level, whatever the property says of it: keys with a bad pair are among
 * the others, and tell nothing of what comes after a failing assertion. NULL: too large. For tests.
 */
enum { PW_PAIRS_LEVELS = 4 };
struct pw_invariant *pw_pairs_invariant(const struct pw_program *p, size_t level);

#endif
