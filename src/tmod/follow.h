/* follow.h -- is there a run along a path of contexts?
 *
 * The path is the one by which a bad context was found: contexts k0 -> ... -> km, each step by a
 * thread of a class c. C_0 are the initial states that project to k0, C_{i+1} the successors of C_i
 * by a thread of class c_i that project to k_{i+1}: states up to permutation of threads of one
 * template.
 *
 *   C_i empty            the path breaks at step i: no run follows it
 *   C_m has a bad state  a run to it is a real run of the program
 *   C_m has none         the path is real, but its end was filled wrongly */
#ifndef PW_TMOD_FOLLOW_H
#define PW_TMOD_FOLLOW_H

#include "tmod/bad.h"
#include "tmod/initial.h"

enum pw_tmod_follow { PW_FOLLOW_BREAKS, PW_FOLLOW_RUN, PW_FOLLOW_NOT_BAD, PW_FOLLOW_TOO_MANY };

enum { PW_TMOD_MOST_FOLLOWED = 20000 }; /* states at one step */

/* BREAKS: *class and *local are those of the parent step that no state can take (the move into the
 * context at that point of the path). RUN: *run is filled. */
enum pw_tmod_follow pw_tmod_follow_path(const struct pw_tmod_table *t, uint32_t bad,
                                        struct pw_finite_run *run, uint32_t *class,
                                        uint32_t *local);

#endif
