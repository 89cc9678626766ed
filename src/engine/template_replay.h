/* template_replay.h -- the checker of runs of a template. Private to this folder.
 *
 * Executes the search's trace on the unclosed template by its definition (dualref/dual.h): the
 * start is initial, in each step every passive thread has a row with the active one (nobody is
 * dropped), the last state is bad. Rows are looked up one by one in the relations; it shares
 * nothing with closure, encoding and search but the numbers of states. Threads in the same local
 * state that move alike are looked up once. */
#ifndef PW_ENGINE_TEMPLATE_REPLAY_H
#define PW_ENGINE_TEMPLATE_REPLAY_H

#include "engine/closed.h"

bool pw_template_replay(const struct pw_closed *c);

#endif
