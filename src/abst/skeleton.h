/* skeleton.h -- the template of a program without its relations: fields, locations, statements,
 * properties (pw_abstract_skeleton). */
#ifndef PW_ABST_SKELETON_H
#define PW_ABST_SKELETON_H

#include "abst/abstract.h"

/* Is q a bit of the threads of this template? (Shared predicates are no thread's.) */
bool pw_skeleton_has_bit(const struct pw_pred *q, uint32_t template);
/* Is q inter-thread and does it speak about the passive threads of this template? */
bool pw_skeleton_ranges_over(const struct pw_pred *q, uint32_t template);

#endif
