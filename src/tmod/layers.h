/* layers.h -- frontier search and relaxed frontier search (TMOD section 4; Malkis, Podelski,
 * Rybalchenko, Def. 17, Alg. 20).
 *
 *   T^0 = abstraction of the initial states
 *   frontier   T^{i+1} = post#(T^i);                          ends when T^{i+1} is within some T^j,
 *                                                                  j <= i (the last such one)
 *   relaxed    T^{i+1} = post#(T^i)        if that has a pair that no T^j, j <= i, has,
 *                        T^i joined with it     otherwise;    ends when T^{i+1} is within T^i
 *
 * The union of gamma(T^i) is inductive, so if no T^i is bad the program is safe. The frontier may
 * take exponentially many layers: it has a limit and is there for study. */
#ifndef PW_TMOD_LAYERS_H
#define PW_TMOD_LAYERS_H

#include "tmod/bad.h"
#include "tmod/fix.h"

struct pw_tmod_layers {
    PW_VEC(struct pw_tmod_table *) at; /* T^0 .. T^k */
    bool relaxed;
    bool ended;  /* false: the limit on layers was reached */
    size_t back; /* ended: what would come after the last layer is within this one */
    bool bad;    /* some T^i is bad: the first is the last one here */
    struct pw_tmod_filling filling;
    uint32_t bad_context; /* in the last layer */
    enum pw_tmod_initial initial;
};

/* At most `most` layers (0: no limit). Stops at the first bad layer unless `study`. */
void pw_tmod_layers_run(struct pw_tmod_layers *x, struct pw_tmod_world *w, bool relaxed,
                        size_t most, bool study);
void pw_tmod_layers_clear(struct pw_tmod_layers *x);

#endif
