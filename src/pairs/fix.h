/* fix.h -- the least pair invariant that the atoms can express (PAIRS, sections 1 and 2).
 *
 * A work list of keys. A key that is new or lost facts is looked at again:
 *   own    either of its threads steps;
 *   third  with every view w that was seen with both: each of the three threads steps, and the
 *          facts of the other two must hold afterwards.
 * A triple of keys is looked at when the last of them that waits is taken from the list. What
 * counting invariants say depends on the classes of views that a view was seen with: if one comes
 * to it, its keys are looked at again. Threads at an error location take no further part: runs are
 * looked at up to the first such state.
 *
 * Steps that look at other threads, or change them (GUARDS, section 6): the rule is that of two and
 * three threads, with one known thread more for each `some` that none of these serves; every known
 * thread lets the step pass and reacts to it (pairs/react.h). All such steps are looked at in
 * rounds, in each those of threads of which a pair changed since (fix_look.c). No counting
 * invariants.
 *
 * At the end the invariant is inductive (relative to the counting invariants), and the program is
 * safe if no key, and no larger set of pairwise possible threads, shows a bad state. */
#ifndef PW_PAIRS_FIX_H
#define PW_PAIRS_FIX_H

#include "pairs/join.h"
#include "pairs/react.h"

enum pw_fix_end {
    PW_FIX_SAFE,
    PW_FIX_BAD,      /* a bad set of threads is possible as far as the facts tell */
    PW_FIX_COUNT,    /* a step breaks a guessed counting invariant */
    PW_FIX_TOO_LARGE /* finite values or sets of threads beyond the limits */
};

struct pw_fix {
    struct pw_encode *enc;
    struct pw_keys keys;
    struct pw_join join;
    struct pw_counts *counts;
    bool idle;  /* one thread is not a case of two: pairs with the idle partner are keys */
    bool looks; /* steps ask of other threads or change them: rounds, not the work list */
    struct pw_reacts reacts;
    uint32_t clock;       /* counts changes of keys */
    bool go_on_after_bad; /* go on to the end after a bad key was found */
    PW_VEC(uint32_t) list;
    size_t head;
    enum pw_fix_end end;
    bool finished; /* the list is empty: the invariant is inductive, whatever `end` says */
    size_t broken; /* PW_FIX_COUNT: that invariant */
    /* a bad set of threads: the first found */
    uint32_t bad_sigma;
    pw_uints bad; /* views */
};

void pw_fix_init(struct pw_fix *f, struct pw_atoms *atoms, struct pw_counts *counts);
void pw_fix_clear(struct pw_fix *f);
void pw_fix_run(struct pw_fix *f);

/* Is one thread alone not a case of two threads of which one does nothing? */
bool pw_fix_needs_idle(const struct pw_program *p);

/* Of a set of many threads, the facts of pairs with one of the first few say enough. */
enum { PW_FIX_PAIRED = 8 };

/* The set of threads with these views shows alternative d of `unsafe`. */
bool pw_fix_shows(const struct pw_views *v, const struct pw_disjunct *d, const uint32_t *views,
                  size_t n);

/* Calls found(arg, sigma, views, n) for every bad set of at least `least` threads that is possible
 * as far as facts and counting invariants tell, smaller ones first, until it says false. The query
 * of f->join is then that of the set, threads in slots 0, 1, ... False: there are too many sets to
 * look at. */
typedef bool pw_fix_bad_fn(void *arg, uint32_t sigma, const uint32_t *views, size_t n);
bool pw_fix_each_bad(struct pw_fix *f, size_t least, pw_fix_bad_fn *found, void *arg);

/* The same of every set that shows a bad state and fits the counts of kinds, possible or not. The
 * query is not made. */
bool pw_fix_each_set(struct pw_fix *f, size_t least, pw_fix_bad_fn *found, void *arg);

/* Calls found(arg, query) with the initial condition of every two threads as the query, until it
 * says false. Finite variables are symbolic in it. */
typedef bool pw_fix_start_fn(void *arg, struct pw_join *query);
void pw_fix_each_start(struct pw_fix *f, pw_fix_start_fn *found, void *arg);

/* What counting invariants say of these known threads, appended to *out. */
void pw_fix_list_counts(struct pw_fix *f, uint32_t sigma, const uint32_t *views, size_t n,
                        pw_term_list *out);
/* Adds to the query what counting invariants say of these known threads: unknown ones may meet
 * each. */
void pw_fix_give_counts(struct pw_fix *f, uint32_t sigma, const uint32_t *views, size_t n);

/* Between the files fix*.c. */
void pw_fix_start(struct pw_fix *f);             /* joins the initial states */
void pw_fix_note(struct pw_fix *f, int64_t key); /* the outcome of pw_join_into */
/* The fixpoint where steps look; false: it was ended before, for f->end or an overflow. */
bool pw_fix_rounds(struct pw_fix *f);
bool pw_fix_may_go_on(const struct pw_fix *f);

#endif
