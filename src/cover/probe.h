/* probe.h -- a plain search of a net's own rules for a run to the target, from small initial
 * configurations.
 *
 * For nets whose counter system is only an over-approximation (guards with upper bounds): when the
 * run that the search found does not exist, another one may. Breadth first over explicit counters,
 * by the rules as written; finding nothing means nothing. */
#ifndef PW_COVER_PROBE_H
#define PW_COVER_PROBE_H

#include "cover/net.h"

enum { PW_PROBE_STATES = 20000 }; /* a usual bound */

/* Looks at no more than `states` configurations. True: *out is a run that pw_net_replay accepts
 * (clear it with pw_trace_clear). Pre: a `.spec` net. */
bool pw_net_probe(const struct pw_net *net, size_t states, struct pw_trace *out);

#endif
