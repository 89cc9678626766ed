/* count.h -- counting invariants: shared integers that count threads (PAIRS, section 3).
 *
 *     sum alpha_i * x_i  =  constant  +  sum over all threads of weight(view of the thread) (J)
 *
 * in every reachable state in which no thread is at an error location. alpha and the weights are
 * found by linear algebra: every edge changes x_i by a constant d_i (under its guard, for each
 * finite outcome of it), and (J) holds iff weight(to) = weight(from) + alpha.d along every edge,
 * views of beginning threads weigh 0, and the initial values give the constant. The d form a graph
 * over views; with potentials along a spanning tree the remaining edges are linear equations for
 * alpha. Edges into error locations are exempt: those have no weight, and (J) is not claimed of a
 * state with a thread there. Runs are only looked at up to the first such state, so (J) may be used
 * before every step.
 *
 * Where some threads are known, the others enter as natural numbers: r_m threads of weight m. For a
 * kind with a fixed count the numbers of its threads add up to it. Unknown threads have views that
 * may meet every known thread: the caller says which classes of views these are. */
#ifndef PW_PAIRS_COUNT_H
#define PW_PAIRS_COUNT_H

#include "pairs/encode.h"
#include "pairs/sample.h"

struct pw_counting {
    int64_t *alpha; /* per shared variable; truth values count as 0 and 1 */
    int64_t constant;
    int64_t *weights; /* per view number below `nviews`; 0 for views that are not in the graph */
    bool guessed;
};

/* Threads that are not known, of one vector of weights; of one kind if that is counted. */
struct pw_count_class {
    int32_t kind;     /* of a counted kind; -1: any other */
    int64_t *weights; /* per invariant */
    pw_term number;
};

/* What (J) says of invariant j where the known threads weigh `known` together and unknown ones are
 * in the classes `others`. */
struct pw_count_equation {
    size_t j;
    uint32_t sigma;
    int64_t known;
    uint64_t others;
    pw_term says[3];
    size_t n; /* 0: none yet */
};
enum { PW_COUNT_RECENT = 256 };

struct pw_counts {
    struct pw_encode *enc;
    struct pw_arena arena;
    size_t nviews; /* views known when the invariants were found: all that can be reached */
    PW_VEC(struct pw_counting) all;
    PW_VEC(struct pw_count_class) classes;
    bool *known;       /* per view below nviews: threads may have it, so it has weights */
    int32_t *class_of; /* per view below nviews: the class of unknown threads there, or -1 */
    struct pw_count_equation recent[PW_COUNT_RECENT]; /* of the present invariants and classes */
};

void pw_counts_init(struct pw_counts *c, struct pw_encode *enc);
void pw_counts_clear(struct pw_counts *c);
/* All invariants of the form (J), linearly independent. wide: finite shared variables are counters,
 * too. With samples a change that is not constant by its guard is taken to be what they show: the
 * invariants that rest on it are `guessed`, and hold only if the fixpoint finds every step to keep
 * them (pw_counts_step), together with its facts. avoid: edges that no sample takes, although some
 * thread leaves their view, are left out, too, as if they were taken never; that is guessed alike:
 * `if (x > 0) x = x - 1` where x is always positive, because it counts the thread that asks. */
void pw_counts_find(struct pw_counts *c, const struct pw_samples *samples, bool wide, bool avoid);
void pw_counts_drop(struct pw_counts *c, size_t j);
bool pw_counts_guessed(const struct pw_counts *c); /* some invariant is */
/* The step changes the sum of invariant j by the difference of the weights. */
pw_term pw_counts_step(struct pw_counts *c, size_t j, const struct pw_step *step);

/* Appends what (J) says of a state in which threads with these views are known, and the unknown
 * ones are in the classes of the set `others` (bit i: class i). Nothing if one of the known is at
 * an error location. */
void pw_counts_context(struct pw_counts *c, uint32_t sigma, const uint32_t *views, size_t n,
                       uint64_t others, pw_term_list *out);
/* The class of a view as a set; everything if there are more classes than bits. */
uint64_t pw_counts_class_bit(const struct pw_counts *c, uint32_t view);
/* Do the counts of kinds allow these threads at once? */
bool pw_counts_fit(const struct pw_views *v, const uint32_t *views, size_t n);

#endif
