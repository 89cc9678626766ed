/* walk.h -- the search's trace with named threads. Private to this folder.
 *
 * A trace is about numbers of threads; a walk gives them names 0, 1, ... (in order of their
 * templates, so idle threads, which are none of the program, come last) and says who takes each
 * step and who is dropped. Of threads in the same local state the one that came there last moves
 * first, so threads tend to go on. Takes time and room for the threads once, and for each step as
 * much as it moves.
 *
 *   struct pw_walk w;  pw_walk_start(&w, c, pw_closed_threads(c));
 *   while (pw_walk_next(&w)) ... w.step, w.active, w.now[...], w.sunk ...
 *   pw_walk_end(&w); */
#ifndef PW_ENGINE_WALK_H
#define PW_ENGINE_WALK_H

#include "engine/closed.h"

struct pw_walk_move {
    uint32_t thread, to;
};

struct pw_walk {
    const struct pw_closed *c;
    size_t threads;
    uint32_t *now;   /* per thread: local state, PW_NO_INDEX if it was dropped */
    size_t step;     /* steps taken; the last one is c->found.trace.steps.at[step - 1] */
    uint32_t active; /* who took it */
    pw_uints sunk;   /* who was dropped in it */
    /* threads of a local state, as lists: */
    uint32_t *first, *next;
    PW_VEC(struct pw_walk_move) moved; /* in the step at work */
};

void pw_walk_start(struct pw_walk *w, const struct pw_closed *c,
                   size_t threads);   /* threads: pw_closed_threads(c) */
bool pw_walk_next(struct pw_walk *w); /* takes a step; false: there is none left */
void pw_walk_end(struct pw_walk *w);

#endif
