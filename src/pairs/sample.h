/* sample.h -- what a few threads do: increments of shared variables, as explicit runs show them.
 *
 * For every edge taken from a view in a short search with few threads: by how much each shared
 * variable changed (truth values count as 0 and 1), if it was always by the same amount. A guess
 * for counting invariants where the guard does not tell, e.g. of w = 0 at the end of a critical
 * section that always begins with w = -1; it is proved later or given up. */
#ifndef PW_PAIRS_SAMPLE_H
#define PW_PAIRS_SAMPLE_H

#include "pairs/views.h"

struct pw_sample {
    uint32_t view;
    const struct pw_edge *edge;
    int64_t *least, *most; /* per shared variable */
};

struct pw_samples {
    struct pw_views *views;
    struct pw_arena arena;
    PW_VEC(struct pw_sample) all;
    struct pw_table index;
};

void pw_samples_init(struct pw_samples *s, struct pw_views *views);
void pw_samples_clear(struct pw_samples *s);
void pw_samples_take(struct pw_samples *s); /* explores */
/* The one amount by which the variable changed along this edge; false: none was seen, or several.
 */
bool pw_samples_find(const struct pw_samples *s, uint32_t view, const struct pw_edge *edge,
                     uint32_t var, int64_t *amount);
/* Was a thread seen to leave the view, but never along this edge? */
bool pw_samples_avoid(const struct pw_samples *s, uint32_t view, const struct pw_edge *edge);

#endif
