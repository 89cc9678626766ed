/* linear.h -- linear invariants, found where they are needed.
 *
 * An invariant is w >= 0 over locals, v >= 0 over globals and a bound c with
 *   (I) w.m + v(g) <= c for every initial configuration; (II) w.post + v(g') <= w.pre + v(g) for
 *   every transition; (III) w(b) <= w(a) for every pair (a, b) of its relation.
 * Then w.m + v(g) <= c in every reachable configuration, and an element u in global state g with
 * w.u + v(g) > c is above no reachable one. By Farkas'
 * lemma such a (w, v, c) exists iff the state inequation  init + C x >= u, x >= 0 has no rational
 *                                                         solution: so asking for an
 * invariant that excludes u *is* the test by state inequation, and what it yields can be written
 * down and checked.
 *
 * The question is put to a simplex tableau in floating point that is kept from one u to the next
 * (only the right-hand side changes). Its answer is only a suggestion: it is rounded to integers
 * and (I)-(III) are checked exactly; verdicts never rest on the floats. */
#ifndef PW_COVER_LINEAR_H
#define PW_COVER_LINEAR_H

#include "cover/search.h"
#include "cover/slice.h"
#include "cover/system.h"

struct pw_linears;

/* `asks`: how many questions may be put in all; 0 = none. */
struct pw_linears *pw_linears_new(const struct pw_system *sys, const struct pw_slice *slice,
                                  uint64_t asks);
void pw_linears_free(struct pw_linears *x);
/* Does a known invariant exclude (g, u)? */
bool pw_linears_known(struct pw_linears *x, uint32_t global, const struct pw_tok *u, size_t n);
/* Does a known one, or can one be found that does, touching at most `budget` tableau cells? */
bool pw_linears_exclude(struct pw_linears *x, uint32_t global, const struct pw_tok *u, size_t n,
                        uint64_t budget);
/* the last question was given up for want of budget */
bool pw_linears_tired(const struct pw_linears *x);
/* tableau cells touched: a deterministic clock */
uint64_t pw_linears_spent(const struct pw_linears *x);
size_t pw_linears_count(const struct pw_linears *x);
/* Appends copies of the invariants that have excluded something to *out. */
void pw_linears_export(const struct pw_linears *x, struct pw_cover_invariant *out);
/* Uses w from now on if (II) and (III) hold; pre: (I) does. Takes w over. Locals that the slice
 * excludes everywhere may be left out. */
void pw_linears_use(struct pw_linears *x, struct pw_linear w);
/* Can the local be weighed: is its number bounded at the start, and does it occur? */
bool pw_linears_has(const struct pw_linears *x, uint32_t local);
/* (I)-(III), exactly; numbers that overflow count as no. */
bool pw_linear_check(const struct pw_system *sys, const struct pw_slice *slice,
                     const struct pw_linear *w);
void pw_linear_clear(struct pw_linear *w, uint32_t globals);

#endif
