/* expose.h -- which predicates of local states other threads see, one more at a time. */
#ifndef PW_TMOD_EXPOSE_H
#define PW_TMOD_EXPOSE_H

#include "tmod/world.h"

/* Exposes the first thing of a local state that is not exposed yet: its location, then its values.
 * False: all of it is. */
bool pw_tmod_expose_local(pw_tmod_exposures *e, const struct pw_space *s, uint32_t template,
                          uint32_t local);

#endif
