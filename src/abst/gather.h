/* gather.h -- many cubes over a few functions, united in one diagram.
 *
 * The functions (row bits) are variables of a manager of the union's own, in the order in which
 * their diagrams come in the template. Some hundred cubes at a time are sorted into a diagram,
 * variable by variable; these diagrams are united in pairs, pairs in fours and so on, so that each
 * takes part in logarithmically many unions, most of them small. */
#ifndef PW_ABST_GATHER_H
#define PW_ABST_GATHER_H

#include "base/vec.h"
#include "bdd/bdd.h"

enum { PW_GATHER_LEVELS = 64, PW_GATHER_BATCH = 256 };

struct pw_gather {
    struct pw_bdds *m, *target;
    pw_bdd *image;   /* by own variable: the function */
    unsigned *place; /* by function: its own variable */
    size_t n;
    signed char *waiting; /* cubes by own variables, one after the other */
    size_t n_waiting;
    pw_bdd level[PW_GATHER_LEVELS]; /* FALSE, or the union of 2^i full batches */
};

/* functions: n diagrams of `target`, different from TRUE and FALSE. */
void pw_gather_init(struct pw_gather *g, struct pw_bdds *target, const pw_bdd *functions, size_t n);
void pw_gather_clear(struct pw_gather *g);
/* cube: by function 0, 1, or another value where it is free. */
void pw_gather_add(struct pw_gather *g, const signed char *cube);
/* The union, in the target. */
pw_bdd pw_gather_union(struct pw_gather *g);

#endif
