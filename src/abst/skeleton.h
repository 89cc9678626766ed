/* skeleton.h -- the template of a program without its relations: fields, locations, statements,
 * properties (pw_abstract_skeleton). */
#ifndef PW_ABST_SKELETON_H
#define PW_ABST_SKELETON_H

#include "abst/abstract.h"

/* Is q a bit of the threads of this template? (Shared predicates are no thread's.) */
bool pw_skeleton_has_bit(const struct pw_pred *q, uint32_t template);
/* Is q inter-thread and does it speak about the passive threads of this template? */
/* May threads 1 and 2 be all there are, whatever the bound is? Idle threads make up the number, or
 * a step has an `every`, so that two threads may do what more cannot. */
bool pw_skeleton_may_lack_third(const struct pw_abstraction *a);
bool pw_skeleton_ranges_over(const struct pw_pred *q, uint32_t template);

#endif
