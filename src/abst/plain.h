/* plain.h -- R~(N) and I~(N) as they are defined (Eq. 3, 6-8, 12, 13): N threads, one formula, all
 * solutions.
 *
 * Threads 3 .. N are of any mix of the templates, idle ones included where the template has them.
 * Nothing is cut, shared or left out, and every bit and value has its own next: the oracle of the
 * fast computation, and what --threads=N asks for.
 *
 * It also serves initial relations with `init` constraints between threads, where threads may not
 * be doubled. There idle threads exist, every selection of threads of an initial state is initial,
 * so threads 1, 2 and one witness for each false bit of the two suffice: N = 2 + 2 * #IT gives the
 * same set as the bound. */
#ifndef PW_ABST_PLAIN_H
#define PW_ABST_PLAIN_H

#include "abst/project.h"

pw_bdd pw_plain_step(struct pw_projector *r, uint32_t stmt, uint32_t passive, int64_t threads);
/* W_i[stmt][passive] likewise */
pw_bdd pw_plain_some(struct pw_projector *r, uint32_t stmt, uint32_t i, uint32_t passive,
                     int64_t threads);
pw_bdd pw_plain_initial(struct pw_projector *r, uint32_t active, uint32_t passive, int64_t threads);

#endif
