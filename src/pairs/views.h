/* views.h -- the finite part of a state of the program, interned.
 *
 * sigma: the values of the finite (bool, range) shared variables. A view is what is finite of one
 * thread: its kind (template), location and the values of its finite locals. Both are numbered
 * 0, 1, 2, ... as they come up; equal ones have equal numbers. Integers of type `int` are never
 * here.
 *
 * The kind p->ntemplates is the idle partner: a thread without variables that never moves. It has
 * one view. It stands for "no second thread" where one thread is not a case of two (PAIRS, n = 1).
 */
#ifndef PW_PAIRS_VIEWS_H
#define PW_PAIRS_VIEWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/table.h"
#include "base/vec.h"
#include "prog/program.h"

/* The variables of the shared part or of a kind, cut in two: finite ones and integers. */
struct pw_view_vars {
    const struct pw_var *vars;
    size_t n;
    uint32_t *fins, *ints; /* indices into vars, ascending */
    size_t nfins, nints;
    uint32_t *rank; /* per variable: its place in fins or in ints */
};

struct pw_view {
    uint32_t kind, loc;
    const int64_t *values; /* of the finite locals, in the order of fins */
};

struct pw_views {
    const struct pw_program *p;
    struct pw_arena arena;
    struct pw_view_vars shared;
    struct pw_view_vars *kinds; /* p->ntemplates + 1 of them */
    PW_VEC(const int64_t *) sigmas;
    PW_VEC(struct pw_view) views;
    struct pw_table sigma_index, view_index;
};

void pw_views_init(struct pw_views *s, const struct pw_program *p); /* keeps p */
void pw_views_clear(struct pw_views *s);

static inline uint32_t pw_views_idle(const struct pw_views *s)
{
    return (uint32_t)s->p->ntemplates;
}

/* Numbers; the values are copied. */
uint32_t pw_views_sigma(struct pw_views *s, const int64_t *values);
uint32_t pw_views_view(struct pw_views *s, uint32_t kind, uint32_t loc, const int64_t *values);
uint32_t pw_views_idle_view(struct pw_views *s);

static inline const struct pw_view *pw_views_at(const struct pw_views *s, uint32_t view)
{
    return &s->views.at[view];
}

bool pw_views_is_error(const struct pw_views *s, uint32_t view);

/* "crit, ready = true": the location and the finite locals of a view, for people. */
void pw_views_print(const struct pw_views *s, uint32_t view, struct pw_strbuf *out);
/* The same in a list of threads: "a thread at crit", "another at crit" (not the first), "one
 * client at crit" where there are several templates. */
void pw_views_print_thread(const struct pw_views *s, uint32_t view, bool first,
                           struct pw_strbuf *out);
/* "busy = true, turn = 2"; nothing if no shared variable is finite. */
void pw_views_print_sigma(const struct pw_views *s, uint32_t sigma, struct pw_strbuf *out);

#endif
